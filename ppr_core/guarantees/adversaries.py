"""Who looks: what each adversary sees of a scheme, what they are called, and which promise holds against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ppr_core import validation

__all__ = [
    "ADVERSARIES", "DECODER", "OUTSIDER", "READER", "SEEN", "Adversary", "Observer", "adversary", "observers",
    "refusals",
]  # fmt: skip

#: What there is to be seen of a scheme -> what it is called.
SEEN: Mapping[str, str] = {
    "x": "value x",
    "seed": "seed",
    "message": "message",
    "z": "output z",
    "published": "what is published",
}
_OUTPUTS = frozenset({"z", "published"})


class _Promise(Protocol):
    """A `PrivacyGuarantee`, which knows adversaries by their names."""

    @property
    def against(self) -> str: ...

    @property
    def epsilon(self) -> float: ...


_P = TypeVar("_P", bound=_Promise)


@dataclass(frozen=True, kw_only=True)
class Observer:
    """Somebody who sees a part of what there is. who: as a heading; sees: keys of `SEEN`; promise: what holds there."""

    who: str
    sees: frozenset[str]
    promise: str


@dataclass(frozen=True, kw_only=True)
class Adversary(Observer):
    """An observer from whom an input is hidden, and whose view a guarantee names.

    name: key of `PrivacyGuarantee.against` and of links; label: as a choice and inside a sentence; knows: the clause
    that says what they see.
    """

    name: str
    label: str
    knows: str

    @property
    def sentence(self) -> str:
        """The label with its clause, to stand before a verb."""
        return f"{self.label}, {self.knows},"

    @property
    def sees_outputs_only(self) -> bool:
        """Then the ε of an exactly simulated mechanism is all they learn, whatever sends its outputs."""
        return self.sees <= _OUTPUTS

    def sees_all_of(self, other: Observer) -> bool:
        """Whether whatever holds against this one holds against the other, too."""
        return self.sees >= other.sees

    def all_of(self, promises: Iterable[_P]) -> tuple[_P, ...]:
        """Those of the promises that are against this adversary, in their order."""
        return tuple(promise for promise in promises if promise.against == self.name)

    def among(self, promises: Iterable[_P]) -> _P:
        """The first of the promises that is against this adversary; ``ValueError`` where none is."""
        against_it = self.all_of(promises)
        validation.require(bool(against_it), "against", self.name, "one whom something is promised against")
        return against_it[0]

    def worst(self, promises: Iterable[_P]) -> _P:
        """Of those against this adversary the one with the largest ε; ``ValueError`` where there is none."""
        return self.among(sorted(promises, key=lambda promise: -promise.epsilon))


READER = Adversary(
    name="database",
    sees=_OUTPUTS,
    who="reader of the output",
    label="the reader",
    knows="who sees the output alone",
    promise="ε against the database",
)
DECODER = Adversary(
    name="decoder",
    sees=_OUTPUTS | {"seed", "message"},
    who="decoder",
    label="the decoder",
    knows="who holds seed and message",
    promise="ε against the decoder",
)
OUTSIDER = Adversary(
    name="outsider",
    sees=frozenset({"message", "published"}),
    who="outsider",
    label="the outsider",
    knows="who sees the message without the seed",
    promise="at most ε against the decoder",
)

#: name -> adversary.
ADVERSARIES: dict[str, Adversary] = {adversary.name: adversary for adversary in (READER, DECODER, OUTSIDER)}


def observers() -> tuple[Observer, ...]:
    """All who see anything, from the one who sees most to the one who sees least."""
    sender = Observer(who="sender", sees=frozenset(SEEN), promise="It is the sender's own value.")
    public = Observer(who="public", sees=frozenset({"published"}), promise="central ε")
    return tuple(sorted((sender, *ADVERSARIES.values(), public), key=lambda adversary: -len(adversary.sees)))


def adversary(field: str, name: str, served: Collection[str] | None = None) -> Adversary:
    """The adversary of that name; one that is not among the served ones is refused with the reason.

    field: what an error names; served: names, all of them unless given. Raises ``ValueError``.
    """
    validation.choice(field, name, tuple(ADVERSARIES))
    if served is not None and name not in served:
        validation.fail(field, name, f"one of {', '.join(served)}, as {refusals(served)[name]}")
    return ADVERSARIES[name]


def refusals(served: Collection[str]) -> dict[str, str]:
    """Name -> why an adversary who is not among the served ones is refused."""
    return {
        name: f"nothing here says what {adversary.sentence} learns"
        for name, adversary in ADVERSARIES.items()
        if name not in served
    }
