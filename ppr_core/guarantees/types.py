"""What a theorem promises: a privacy guarantee or a bound, each naming its source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ppr_core import validation
from ppr_core.guarantees.adversaries import adversary

__all__ = ["Bound", "PrivacyGuarantee"]


@dataclass(frozen=True, kw_only=True)
class PrivacyGuarantee:
    """(ε, δ)-differential privacy against a named view.

    epsilon: nats (nats per unit of distance when notion is "metric"), >= 0, may be infinite (no guarantee).
    delta: probability in [0, 1]. against: who looks, a name in `ADVERSARIES`: "database" sees the decoded output only,
    "decoder" also knows the shared randomness and the message, "outsider" sees the message without the shared seed,
    "aggregator" the messages of all without their senders.
    notion: "local" (any two inputs), "central" (neighbouring databases) or "metric" (scaled by distance).
    source: key into `ppr_core.guarantees.references`. conditions: what the statement needed, in words. side: "exact"
    where two inputs are told apart as well as it says, so that no smaller ε is true at this δ; else "upper", a bound.

    >>> from ppr_core import PrivacyGuarantee
    >>> PrivacyGuarantee(epsilon=1.0, against="database", notion="local", source="response.k_ary").delta
    0.0
    """

    epsilon: float
    delta: float = 0.0
    against: str
    notion: Literal["local", "central", "metric"]
    source: str
    conditions: tuple[str, ...] = ()
    side: Literal["upper", "exact"] = "upper"

    def __post_init__(self) -> None:
        validation.real("epsilon", self.epsilon, 0.0, infinite=True)
        validation.real("delta", self.delta, 0.0, 1.0)
        adversary("against", self.against)
        validation.choice("notion", self.notion, ("local", "central", "metric"))
        validation.choice("side", self.side, ("upper", "exact"))

    def for_both(self) -> tuple[PrivacyGuarantee, PrivacyGuarantee]:
        """The same against the database and against the decoder: whoever sees less learns no more."""
        return replace(self, against="database"), replace(self, against="decoder")


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A number a theorem promises that is not a privacy guarantee.

    value in ``unit``; side: the true quantity lies at or below ("upper") or at or above ("lower") it, or equals
    it ("exact"); source: key into `ppr_core.guarantees.references`; conditions: what the statement needed, in words.

    >>> from ppr_core import Bound
    >>> Bound(value=3.5, unit="bits", side="upper", source="ppr.theorem5").value
    3.5
    """

    value: float
    unit: str
    side: Literal["upper", "lower", "exact"]
    source: str
    conditions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        validation.choice("side", self.side, ("upper", "lower", "exact"))
