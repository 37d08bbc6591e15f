"""What an output itself tells of two inputs: δ(ε) = E(1 − e^{ε − ℓ(Z)})₊, Z ~ P_x, the hockey-stick divergence.

A view is (ε, δ)-private for two inputs if and only if δ >= δ(ε) in both directions (Balle, Wang: Improving the Gaussian
mechanism for differential privacy, ICML 2018, Theorem 5), so the smallest ε at δ is tight. Several independent outputs
are one whose loss is the sum: of Gaussian noise again one of Gaussian noise, of few losses a sum of few; of the rest
Rényi divergences add. Nobody who also sees the output learns less: divergences do not rise under processing.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.special import log_ndtr, ndtr

from ppr_core import validation
from ppr_core.accounting.conversion import RenyiCurve
from ppr_core.accounting.gaussian import gaussian_privacy
from ppr_core.accounting.loss_pairs import AtomicPair, GaussianPair, LaplacePair, LossPair
from ppr_core.accounting.quadrature import interval
from ppr_core.roots import bracketed_root

__all__ = [
    "composed_pair", "dominating_pair", "epsilon_of_atoms", "epsilon_where", "output_delta", "output_epsilon",
    "outputs_epsilon", "renyi_of_output",
]  # fmt: skip

_REACH = 60.0  # e^−60 of an interval is neglected
_MARGIN = 1e-9  # of ε, above the error of quadrature
_LARGEST = 1e6  # beyond it ε counts as infinite
_TINY = 1e-300  # stands for δ = 0 in logarithms
_ORDERS = np.arange(2, 513)
_EXACT_CURVE = 400.0  # nats up to which the powers of e are numbers


@functools.singledispatch
def output_delta(pair: LossPair, epsilon: float) -> float:
    """δ(ε) of the outputs for ε >= 0 in nats, the larger of both directions.

    >>> from ppr_core.accounting import GaussianPair, output_delta
    >>> round(output_delta(GaussianPair(1.0), 1.0), 4)  # Φ(−1/2) − e Φ(−3/2)
    0.1269
    """
    validation.fail("pair", type(pair).__name__, "one whose loss has a known law, such as GaussianPair")


@functools.singledispatch
def output_epsilon(pair: LossPair, delta: float) -> float:
    """The smallest ε >= 0 in nats with δ(ε) <= delta in [0, 1], rounded up; the largest loss where delta is 0.

    >>> from ppr_core.accounting import dominating_pair, output_epsilon
    >>> output_epsilon(dominating_pair(2.0), 0.0), output_epsilon(dominating_pair(2.0), 0.8)
    (2.0, 0.0)
    """
    return epsilon_where(functools.partial(output_delta, pair), float(pair.width) / 2, delta)


def epsilon_where(delta_at: Callable[[float], float], largest: float, delta: float) -> float:
    """The smallest ε with δ(ε) <= delta for a falling curve that ends at the largest loss, which may be infinite.

    >>> from ppr_core.accounting import epsilon_where
    >>> round(epsilon_where(lambda epsilon: max(0.5 - epsilon, 0.0), 0.5, 0.1), 6)
    0.4
    """
    delta = validation.real("delta", delta, 0.0, 1.0)
    if delta == 0 or largest == 0:
        return largest
    if delta_at(0.0) <= delta:
        return 0.0
    high = largest if math.isfinite(largest) else 1.0
    while math.isinf(largest) and delta_at(high) > delta:
        if high > _LARGEST:
            return math.inf
        high *= 2
    log_delta = math.log(delta)
    root = bracketed_root(lambda value: math.log(max(delta_at(value), _TINY)) - log_delta, 0.0, high)
    return min(root + _MARGIN * max(root, 1.0), largest)


@functools.singledispatch
def composed_pair(pair: LossPair, messages: int) -> LossPair | None:
    """So many independent outputs as one, where the law of the sum of their losses is at hand; else None.

    >>> from ppr_core.accounting import GaussianPair, composed_pair
    >>> composed_pair(GaussianPair(1.0), 4)
    GaussianPair(distance=2.0)
    """
    return pair if messages == 1 else None


def outputs_epsilon(pair: LossPair, delta: float, messages: int) -> tuple[float, bool]:
    """ε at δ of so many outputs, and whether it is tight: else by Rényi divergences or by an equal share of δ each,
    whichever is less.

    >>> from ppr_core.accounting import GaussianPair, outputs_epsilon
    >>> epsilon, tight = outputs_epsilon(GaussianPair(1.0), 1e-6, 4)
    >>> round(epsilon, 3), tight
    (10.997, True)
    """
    whole = composed_pair(pair, messages)
    if whole is not None:
        return output_epsilon(whole, delta), True
    each = messages * output_epsilon(pair, delta / messages)
    return min(each, renyi_of_output(pair).composed(messages).epsilon(delta)[0]), False


def renyi_of_output(pair: LossPair) -> RenyiCurve:
    """D_λ = ln M(λ − 1)/(λ − 1) of one output.

    >>> from ppr_core.accounting import GaussianPair, renyi_of_output
    >>> renyi_of_output(GaussianPair(1.0)).divergences[:3]  # λμ²/2
    array([1. , 1.5, 2. ])
    """
    moments = np.asarray(pair.log_moment(_ORDERS - 1.0)).reshape(len(_ORDERS), -1).max(axis=1)
    divergences = np.maximum(moments / (_ORDERS - 1.0), 0.0)
    return RenyiCurve(divergences, output_epsilon(pair, 0.0))


def dominating_pair(epsilon: float) -> AtomicPair:
    """Binary randomized response at ε in nats, finite: every ε-private view can be made from its answers.

    Kairouz, Oh, Viswanath: The composition theorem for differential privacy (ICML 2015), Theorem 3.4. So its δ at
    every ε′, and that of any number of answers, bounds the view's.

    >>> from ppr_core.accounting import dominating_pair, output_epsilon
    >>> output_epsilon(dominating_pair(1.0), 0.0)
    1.0
    """
    truth = 1 / (1 + math.exp(-epsilon))
    lie = math.exp(-epsilon) * truth
    return AtomicPair(np.array([epsilon, -epsilon]), np.array([truth, lie]), np.array(0.0))


@output_delta.register
def _(pair: GaussianPair, epsilon: float) -> float:
    if pair.distance == 0:
        return 0.0
    half, scaled = pair.distance / 2, epsilon / pair.distance
    return max(float(ndtr(half - scaled) - np.exp(epsilon + log_ndtr(-half - scaled))), 0.0)


@output_epsilon.register
def _(pair: GaussianPair, delta: float) -> float:
    return gaussian_privacy(1.0, pair.distance, delta).epsilon


@composed_pair.register
def _(pair: GaussianPair, messages: int) -> LossPair:
    return replace(pair, distance=pair.distance * math.sqrt(messages))


@output_delta.register
def _(pair: LaplacePair, epsilon: float) -> float:
    """On the line 1 − e^{(ε−κ)/2}; else an integral over η = ℓ/κ from ε/κ to 1."""
    if epsilon >= pair.distance:
        return 0.0
    if pair.dimension == 1:
        return -math.expm1((epsilon - pair.distance) / 2)
    low = epsilon / pair.distance
    nodes = interval(low, 1.0, _REACH)
    above = np.logaddexp(math.log1p(low), nodes.log_from_low)  # ln(1 + η)
    gain = -np.expm1(-pair.distance * np.exp(nodes.log_from_low))
    return float(np.exp(pair.log_density(nodes.log_from_high, above) + nodes.log_weight) @ gain)


@output_delta.register
def _(pair: AtomicPair, epsilon: float) -> float:
    return max(_excess(each, epsilon) for each in _both_ways(pair))


def _excess(pair: AtomicPair, epsilon: float) -> float:
    with np.errstate(over="ignore"):
        gain = np.where(pair.losses > epsilon, -np.expm1(np.minimum(epsilon - pair.losses, 0.0)), 0.0)
    return float((pair.masses * gain).sum(axis=-1).max())


@output_epsilon.register
def _(pair: AtomicPair, delta: float) -> float:
    """The best events are {ℓ >= t}: A_t − e^ε B_t <= δ for all of them, A_t and B_t their masses under x and x′."""
    delta = validation.real("delta", delta, 0.0, 1.0)
    return max(epsilon_of_atoms(each.losses, each.masses, delta) for each in _both_ways(pair))


def epsilon_of_atoms(losses: np.ndarray, masses: np.ndarray, delta: float) -> float:
    """The smallest ε with Σ masses (1 − e^{ε − losses})₊ <= delta, along the last axis of (..., m).

    >>> import numpy as np
    >>> from ppr_core.accounting import epsilon_of_atoms
    >>> losses, masses = np.array([2.0, -2.0]), np.array([0.88, 0.12])
    >>> float(epsilon_of_atoms(losses, masses, 0.0))
    2.0
    """
    order = np.argsort(-losses, axis=-1)
    losses, masses = (np.take_along_axis(array, order, axis=-1) for array in (losses, masses))
    if delta == 0:
        return float(np.where(masses > 0, losses, 0.0).max(initial=0.0))
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        excess = masses.cumsum(axis=-1) - delta
        other = np.where(masses > 0, masses * np.exp(-losses), 0.0).cumsum(axis=-1)
        ratio = np.where(excess > 0, np.log(np.maximum(excess, _TINY)) - np.log(other), 0.0)
    return float(ratio.max(initial=0.0))


def _both_ways(pair: AtomicPair) -> tuple[AtomicPair, AtomicPair]:
    """The pair, and the same with its inputs exchanged."""
    losses, masses, unseen = pair.losses, pair.masses, np.asarray(pair.unseen)[..., None]
    with np.errstate(over="ignore", invalid="ignore"):
        seen = np.where(masses > 0, masses * np.exp(-losses), 0.0)
    turned = np.where(np.isfinite(losses), -losses, 0.0)
    missing = np.where(np.isinf(losses), masses, 0.0).sum(axis=-1)
    total = seen.sum(axis=-1, keepdims=True) + unseen
    laws = np.concatenate([seen, unseen], axis=-1) / total
    return pair, AtomicPair(np.concatenate([turned, np.full(unseen.shape, np.inf)], axis=-1), laws, missing)


@composed_pair.register
def _(pair: AtomicPair, messages: int) -> LossPair | None:
    """Of losses that are 0 or ±g: their sums are multiples of g, whose law is a power of polynomials."""
    if messages == 1:
        return pair
    gap = float(np.abs(pair.losses).max()) if pair.losses.ndim == 1 else math.inf
    if messages * gap > _EXACT_CURVE or float(np.max(pair.unseen)) > 0:
        return None
    steps = np.rint(pair.losses / max(gap, _TINY))
    if not np.allclose(pair.losses, steps * gap, rtol=0, atol=1e-13):
        return None
    total, power = np.ones(1), np.bincount((steps + 1).astype(int), weights=pair.masses, minlength=3)
    count = messages
    while count:
        total = np.convolve(total, power) if count & 1 else total
        count >>= 1
        power = np.convolve(power, power) if count else power
    return AtomicPair(gap * np.arange(-messages, messages + 1), total / total.sum(), np.array(0.0))
