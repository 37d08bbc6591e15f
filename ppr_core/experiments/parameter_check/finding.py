"""What a check found and what would put it right: names of messages with their values, told when they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["Change", "Finding", "Fix", "Light", "Sentence", "Values", "listed"]

message = Messages("parameter_check")

Light = Literal["red", "amber", "green"]
Change = Mapping[str, Any]  # of the set-up; None leaves a setting open
Values = dict[str, str | int]
Sentence = tuple[str, Values]  # the name of a message, without "check-", and what it takes


@dataclass(frozen=True)
class Fix:
    """A change of the set-up, and the fields with their new values; weaker: the limits among them that it raises."""

    values: tuple[tuple[str, Any], ...]
    changes: tuple[tuple[str, Any], ...]
    weaker: frozenset[str] = frozenset()

    def apply(self, p: ParameterCheck) -> ParameterCheck:
        return p.replace(**dict(self.changes))

    @property
    def label(self) -> str:
        """Such as "Set δ = 0.002"."""
        values = dict(self.values)
        if "trusted" in values:
            return message("fix-trust", who=values["trusted"])
        opened = [message("fix-open", name=name) for name, value in values.items() if value is None]
        given = [self._set(name, value) for name, value in values.items() if value is not None]
        if not given:
            return message("fix-choose", open=listed(opened)) if len(opened) < 3 else message("fix-everything")
        if opened:
            return message("fix-both", settings=listed(given), open=listed(opened))
        return message("fix-set", settings=listed(given))

    def _set(self, name: str, value: Any) -> str:
        """Such as "δ = 0.002", and what it gives up."""
        shown = message("fix-setting", name=name, value=SPLITS[value] if name == "split" else number(value, 4))
        return message("fix-weaker", name=name, setting=shown) if name in self.weaker else shown


@dataclass(frozen=True)
class Finding:
    """key: what was looked at; light; sentences: what is found, first the fact; fix: or None."""

    key: str
    light: Light
    sentences: tuple[Sentence, ...]
    fix: Fix | None = None

    @property
    def little(self) -> bool:
        """Whether what is kept protects little: no success to be shown."""
        return any(values.get("sure") == "kept" for _, values in self.sentences)

    @property
    def fact(self) -> str:
        """The first sentence, with the number behind it."""
        return _told(self.sentences[0])

    @property
    def more(self) -> str:
        """What follows the fact, or the fact where it stands alone."""
        return " ".join(map(_told, self.sentences[1:] or self.sentences))

    @property
    def text(self) -> str:
        """All of them."""
        return " ".join(map(_told, self.sentences))


def listed(words: Sequence[str]) -> str:
    """Such as "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return message("and", first=", ".join(words[:-1]), last=words[-1])


def _told(sentence: Sentence) -> str:
    return message(f"check-{sentence[0]}", **sentence[1])
