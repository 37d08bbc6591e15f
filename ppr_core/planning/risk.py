"""ε by risk: the largest ε at which whoever looks guesses, or tests, no better than a limit, from the exact loss laws.

With a trusted server the limit is for the reader of what is published, the mean or the report; else for PPR's decoder,
who knows the shared randomness and one message. There the change lies in one message: of Gaussian noise in chunks that
is the worst spread at every whole Rényi order.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

from ppr_core import accounting, validation
from ppr_core.decoder_privacy import worst_pair
from ppr_core.planning.guarantees import decoder_guarantee
from ppr_core.planning.setup import SMALLEST_EPSILON, Setup, mechanism, round_down
from ppr_core.roots import bracketed_root

__all__ = ["RISKS", "Risk", "held_to", "risk_of"]

#: What may be limited.
RISKS = ("right_guesses", "advantage", "true_positives")
_ALPHA = 2.0  # of a message whose order is left open
_LARGEST_EPSILON = 30.0
_PRECISION = 1e-5  # of ln ε
_NEAR = 1.5  # between the ln ε of reader and decoder, at most in most cases


@dataclass(frozen=True)
class Risk:
    """measure: one of `RISKS`; limit: of it, a share in (0, 1), above ½ for right guesses and above the false alarms
    for true positives; false_alarms: at which true positives are counted, in (0, 1).

    >>> from ppr_core.planning import Risk
    >>> curve = lambda epsilon: 0.2  # whatever ε, δ(ε) = 0.2
    >>> Risk("advantage", limit=0.5).of(curve), round(Risk("right_guesses", limit=0.75).of(curve), 6)
    (0.2, 0.6)
    """

    measure: str
    limit: float
    false_alarms: float = 0.01

    def __post_init__(self) -> None:
        validation.choice("measure", self.measure, RISKS)
        validation.probability("false_alarms", self.false_alarms)
        least = {"right_guesses": 0.5, "true_positives": self.false_alarms}.get(self.measure, 0.0)
        validation.real("limit", self.limit, least, 1.0, low_open=True, high_open=True)

    def of(self, delta: Callable[[float], float]) -> float:
        """What the best test reaches, for a curve δ(ε)."""
        if self.measure == "true_positives":
            return accounting.true_positives(delta, self.false_alarms)
        return (accounting.advantage if self.measure == "advantage" else accounting.right_guesses)(delta)


def risk_of(p: Setup, risk: Risk, *, decoder: bool | None = None) -> float:
    """The risk at the ε of a set-up, of its reader where the server is trusted, or else of the decoder of a message.

    decoder: True for what the decoder of a report, False for what its reader reaches, whoever is trusted.

    >>> import math
    >>> from ppr_core.planning import Risk, Setup, risk_of
    >>> setup = Setup(task="categories", categories=2, epsilon=math.log(3), trusted="server")
    >>> round(risk_of(setup, Risk("right_guesses", limit=0.9)), 6)  # the true answer with probability 3/4
    0.75
    """
    pair = _pair(p, published=decoder is None and p.trusting)
    if decoder or (decoder is None and not p.trusting):
        loss = accounting.poisson_loss(pair, p.alpha or _ALPHA)
        return risk.of(lambda epsilon: float(loss.delta(epsilon)[0]))
    return risk.of(functools.partial(accounting.output_delta, pair))


@functools.lru_cache(maxsize=256)
def held_to(p: Setup, risk: Risk) -> Setup:
    """The set-up at the largest ε in [0.001, 30], to four digits, that keeps the limit, in one report; at 0.001 where
    none does. Its limit for the decoder is what the order then gives: the given one, or α = 2.

    >>> from ppr_core.planning import Risk, Setup, held_to
    >>> setup = Setup(task="categories", categories=2, trusted="server")
    >>> held_to(setup, Risk("right_guesses", limit=0.75)).epsilon  # ln 3, rounded down
    1.098
    """
    p = p.replace(reports=1) if p.kind.shared else p
    least, most = math.log(SMALLEST_EPSILON), math.log(_LARGEST_EPSILON)
    if not p.trusting:  # who reads the output learns less
        most = _largest(p, risk, least, most, decoder=False)
    found = max(SMALLEST_EPSILON, round_down(math.exp(_largest(p, risk, least, most, decoder=None))))
    held = p.replace(epsilon=found)
    if p.trusting:
        return held
    settled = held.kind.single(held)
    limit = decoder_guarantee(settled, p.alpha or _ALPHA, p.dimension).epsilon
    return held.replace(decoder_epsilon=limit * (1 + 1e-9))


def _largest(p: Setup, risk: Risk, low: float, high: float, *, decoder: bool | None) -> float:
    """The largest ln ε between two that keeps the limit, the lower one where none does."""

    def excess(log_epsilon: float) -> float:
        return risk_of(p.replace(epsilon=math.exp(log_epsilon)), risk, decoder=decoder) - risk.limit

    if high <= low or excess(high) <= 0:
        return max(low, high)
    near = max(low, high - _NEAR)
    low, high = (near, high) if excess(near) < 0 else (low, near)
    if excess(low) >= 0:
        return low
    return bracketed_root(excess, low, high, xtol=_PRECISION) - 2 * _PRECISION


def _pair(p: Setup, *, published: bool) -> accounting.LossPair:
    """The two inputs that are told apart best, by what is published of them or by a report."""
    if published and p.kind.central:
        sensitivity = p.norm_bound * (1 if p.neighbours == "zero_out" else 2)
        return accounting.GaussianPair(sensitivity / (mechanism(p).noise * math.sqrt(p.clients)))
    settled = p.kind.single(p) if p.kind.shared else p
    if p.kind.chunked:
        return accounting.GaussianPair(2 * p.norm_bound / mechanism(p).noise)
    return worst_pair(p.kind.channel(settled)[0])
