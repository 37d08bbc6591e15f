"""Who looks: what each adversary sees of a scheme, what they are called, and which promise holds against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ppr_core import validation

__all__ = [
    "ADVERSARIES", "AGGREGATOR", "CLOCK", "DECODER", "OUTSIDER", "PUBLIC", "READER", "SEEN", "SHUFFLER", "Adversary",
    "Observer", "adversary", "observers", "refusals",
]  # fmt: skip

#: What there is to be seen of a scheme -> what it is called.
SEEN: Mapping[str, str] = {
    "x": "value x",
    "seed": "seed",
    "message": "message",
    "z": "output z",
    "collected": "message among others",
    "published": "what is published",
    "time": "encode time",
}
_OUTPUTS = frozenset({"z", "published"})
_MESSAGES = _OUTPUTS | {"seed", "message", "collected"}


class _Promise(Protocol):
    """A `PrivacyGuarantee`, which knows adversaries by their names."""

    @property
    def against(self) -> str: ...

    @property
    def epsilon(self) -> float: ...


_P = TypeVar("_P", bound=_Promise)


@dataclass(frozen=True, kw_only=True)
class Observer:
    """Somebody who sees a part of what there is. who: as a heading; sees: keys of `SEEN`; promise: what holds there.

    >>> from ppr_core.guarantees import observers
    >>> sorted(observers()[-1].sees)
    ['time']
    """

    who: str
    sees: frozenset[str]
    promise: str


@dataclass(frozen=True, kw_only=True)
class Adversary(Observer):
    """An observer from whom an input is hidden, and whose view a guarantee names.

    name: key of `PrivacyGuarantee.against` and of links; label: as a choice and inside a sentence; knows: the clause
    that says what they see.

    >>> from ppr_core.guarantees import adversary
    >>> adversary("against", "decoder").label
    'the server'
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
        own = self.all_of(promises)
        validation.require(bool(own), "against", self.name, "one whom something is promised against")
        return own[0]

    def worst(self, promises: Iterable[_P]) -> _P:
        """Of those against this adversary the one with the largest ε; ``ValueError`` where there is none."""
        return self.among(sorted(promises, key=lambda promise: -promise.epsilon))


READER = Adversary(
    name="database",
    sees=_OUTPUTS,
    who="reader of the output",
    label="the reader",
    knows="who sees the output alone",
    promise="no more than the mechanism’s own ε",
)
DECODER = Adversary(
    name="decoder",
    sees=_MESSAGES,
    who="server",
    label="the server",
    knows="who holds seed and message",
    promise="up to the server’s ε (2αε with PPR)",
)
OUTSIDER = Adversary(
    name="outsider",
    sees=frozenset({"message", "published"}),
    who="outsider",
    label="the outsider",
    knows="who sees the message without the seed",
    promise="at most the server’s ε; in practice little without the list",
)
SHUFFLER = Adversary(
    name="shuffler",
    sees=_MESSAGES,
    who="shuffler",
    label="the shuffler",
    knows="who sees each message and its sender",
    promise="up to the server’s ε (2αε with PPR)",
)
AGGREGATOR = Adversary(
    name="aggregator",
    sees=frozenset({"collected", "published"}),
    who="aggregator",
    label="the aggregator",
    knows="who sees the messages shuffled or added up",
    promise="up to the central ε of the result",
)
PUBLIC = Adversary(
    name="public",
    sees=frozenset({"published"}),
    who="public",
    label="the public",
    knows="who sees what is published",
    promise="up to the central ε of the result",
)
CLOCK = Adversary(
    name="clock",
    sees=frozenset({"time"}),
    who="clock",
    label="the clock",
    knows="who sees how long an encode takes",
    promise="no guarantee; almost nothing if the same r* ends the search for every x",
)

#: name -> adversary.
ADVERSARIES: dict[str, Adversary] = {
    each.name: each for each in (READER, DECODER, OUTSIDER, SHUFFLER, AGGREGATOR, PUBLIC, CLOCK)
}


def observers() -> tuple[Observer, ...]:
    """All who see anything, from the one who sees most to the one who sees least.

    >>> from ppr_core.guarantees import observers
    >>> [observer.who for observer in observers()][:2]
    ['sender', 'server']
    """
    sender = Observer(who="sender", sees=frozenset(SEEN), promise="everything: the value is its own")
    return tuple(sorted((sender, *ADVERSARIES.values()), key=lambda observer: -len(observer.sees)))


def adversary(field: str, name: str, served: Collection[str] | None = None) -> Adversary:
    """The adversary of that name; one that is not among the served ones is refused with the reason.

    field: what an error names; served: names, all of them unless given. Raises ``ValueError``.

    >>> from ppr_core.guarantees import adversary
    >>> adversary("against", "public").name
    'public'
    """
    validation.choice(field, name, tuple(ADVERSARIES))
    if served is not None and name not in served:
        validation.fail(field, name, f"one of {', '.join(served)}, as {refusals(served)[name]}")
    return ADVERSARIES[name]


def refusals(served: Collection[str]) -> dict[str, str]:
    """Name -> why an adversary who is not among the served ones is refused.

    >>> from ppr_core.guarantees import refusals
    >>> "decoder" in refusals(["database"]), "database" in refusals(["database"])
    (True, False)
    """
    return {
        name: f"nothing here says what {observer.sentence} learns"
        for name, observer in ADVERSARIES.items()
        if name not in served
    }
