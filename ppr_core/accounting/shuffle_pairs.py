"""What is compared when messages of known local randomizers are shuffled (see `ppr_core.accounting.shuffle`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
from scipy.special import ndtr

from ppr_core import validation
from ppr_core.accounting.gaussian import gaussian_privacy
from ppr_core.accounting.shuffle import Amplification, ShuffledPair

__all__ = ["any_randomizer", "gaussian_of_interval", "laplace_of_interval", "randomized_response", "subset_selection"]

_LARGEST = 60.0  # nats
_CELLS = 24  # on each side of the middle of an interval
_ENDS = ("values at the ends of the interval, which are told apart best",)


def any_randomizer(epsilon: float) -> Amplification:
    """Whatever is ε-locally private, if everybody has the same randomizer: no better told apart than binary responses.

    As e^ε R_y >= R and e^ε R_y >= R′, the law of all others is at least ω = max(R, R′)/e^ε. Let t be the smaller of
    R/R′ and R′/R at a message, in [e^−ε, 1]. Where R is the larger one, W = e^ε − e^(ε+ε′) t is linear in t, and where
    R′ is, W = e^ε t − e^(ε+ε′). So moving t to the ends of its interval, with its mean under ω kept on either side,
    moves W up in convex order, and with it the mean of (W_1 + … + W_n)₊. Then ω W has mass a at w = e^ε − e^ε′, as R
    and R′ have mass 1, the same at w′ = 1 − e^(ε+ε′), and the rest at t = 1, where W = e^ε − e^(ε+ε′), or at 0. Both
    of these lie between w′ and w while ε′ <= ε, so W rises in convex order with a, up to 1/(e^ε + 1): binary response.

    This is the "stronger clone" of Feldman, McMillan, Talwar (SODA 2023), as a bound where no such clones exist, and
    the variation-ratio bound of Wang et al. (VLDB 2024) at the largest total variation.

    >>> from ppr_core.accounting import any_randomizer, amplified_epsilon
    >>> [pair] = any_randomizer(1.0).upper
    >>> round(amplified_epsilon(pair, 10_000, 1e-6), 4)
    0.0432
    """
    pair, lower = randomized_response(2, epsilon).upper[0], randomized_response(2, epsilon).lower
    same = replace(pair, source="shuffle.variation", conditions=("any locally private messages, of one randomizer",))
    return Amplification((same,), lower, lambda delta: epsilon)


def randomized_response(size: int, epsilon: float) -> Amplification:
    """k-ary randomized response: messages are the one value, the other, or any further one.

    Everybody's law is at least 1/(e^ε + k − 1) on each category. From below: all others hold one further category, or
    the one value.

    >>> from ppr_core.accounting import amplified_epsilon, randomized_response
    >>> [pair] = randomized_response(4, 1.0).upper
    >>> round(amplified_epsilon(pair, 1000, 1e-6), 4)
    0.1178
    """
    size = validation.integer("size", size, 2)
    epsilon = validation.real("epsilon", epsilon, 0.0, _LARGEST)
    other = math.exp(-epsilon) / (1 + (size - 1) * math.exp(-epsilon))
    own = 1 / (1 + (size - 1) * math.exp(-epsilon))
    further = np.array([1.0, size - 3.0]) * other if size > 2 else np.array([0.0, 0.0])
    first, second = np.array([own, other, *further]), np.array([other, own, *further])
    upper = ShuffledPair(first, second, np.array([other, other, *further]))
    lower = [ShuffledPair(first, second, first)]
    if size > 2:
        lower.append(ShuffledPair(first, second, np.array([other, other, own, further[1]])))
    return Amplification((upper,), tuple(lower), lambda delta: epsilon)


def subset_selection(size: int, epsilon: float, subset: int) -> Amplification:
    """Sets of w among k categories, e^ε times as likely if they hold the value: sets with only the one value, only
    the other, both, or none.

    From below: all others hold a further category, whose sets are told apart by whether they hold it, too; or the one.

    >>> from ppr_core.accounting import amplified_epsilon, subset_selection
    >>> [pair] = subset_selection(4, 1.0, 1).upper
    >>> round(amplified_epsilon(pair, 1000, 1e-6), 4)
    0.1178
    """
    size = validation.integer("size", size, 2)
    subset = validation.integer("subset", subset, 1, size - 1)
    epsilon = validation.real("epsilon", epsilon, 0.0, _LARGEST)

    def share(drawn: int, categories: int) -> float:
        """Sets that still choose so many among so many categories, of all C(k, w), before weighting."""
        if not 0 <= drawn <= categories:
            return 0.0
        logs = math.lgamma(categories + 1) - math.lgamma(drawn + 1) - math.lgamma(categories - drawn + 1)
        all_ = math.lgamma(size + 1) - math.lgamma(subset + 1) - math.lgamma(size - subset + 1)
        return math.exp(logs - all_)

    low = 1 / (share(subset - 1, size - 1) * math.expm1(epsilon) + 1)  # of a set without the value
    high = low * math.exp(epsilon)
    cells = [(a, b, c, share(subset - a - b - c, size - 3)) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    if size == 2:
        cells = [(1, 0, 0, 0.5), (0, 1, 0, 0.5)]
    weights = np.array([weight for *_, weight in cells])
    holds = np.array([(a, b, c) for a, b, c, _ in cells]).T
    laws = weights * np.where(holds == 1, high, low)
    some = weights > 0
    first, second, further, least = laws[0][some], laws[1][some], laws[2][some], weights[some] * low
    lower = [ShuffledPair(first, second, first)]
    if size > 2:
        lower.append(ShuffledPair(first, second, further))
    return Amplification((ShuffledPair(first, second, least),), tuple(lower), lambda delta: epsilon)


def laplace_of_interval(epsilon: float) -> Amplification:
    """Laplace noise of scale 1/ε on a value in [0, 1]: its two ends, hidden by the smaller of their densities.

    From below: everybody else is at one end, or in the middle.

    >>> from ppr_core.accounting import laplace_of_interval
    >>> round(laplace_of_interval(1.0).local(0.0), 6)
    1.0
    """
    epsilon = validation.real("epsilon", epsilon, 0.0, _LARGEST, low_open=True)

    def below(z: float, value: float) -> float:
        gap = epsilon * (z - value)
        return 0.5 * math.exp(gap) if gap < 0 else 1 - 0.5 * math.exp(-gap)

    points = np.linspace(0.5, 0.0, _CELLS + 1)
    return _of_interval(
        np.append(points, -math.inf), lambda z: epsilon * (1 - 2 * max(z, 0.0)), below, lambda delta: epsilon
    )


def gaussian_of_interval(noise_std: float) -> Amplification:
    """Gaussian noise on a value in [0, 1], in the unit of the interval; it has no local ε at δ = 0.

    >>> from ppr_core.accounting import gaussian_of_interval
    >>> round(gaussian_of_interval(2.0).local(1e-6), 4)  # one message alone
    2.2541
    """
    noise_std = validation.real("noise_std", noise_std, 0.1)

    def log_ratio(z: float) -> float:
        return (0.5 - z) / noise_std**2

    # Beyond the last point lies less of the nearer end's noise than the spill.
    points = np.linspace(0.5, -7.8 * noise_std, 3 * _CELLS + 1)
    return _of_interval(
        points, log_ratio, lambda z, value: float(ndtr((z - value) / noise_std)),
        lambda delta: gaussian_privacy(noise_std, 1.0, delta).epsilon,
    )  # fmt: skip


def _of_interval(
    points: np.ndarray,
    log_ratio: Callable[[float], float],
    below: Callable[[float, float], float],
    local: Callable[[float], float],
) -> Amplification:
    """Noise with one peak and mirror symmetry. points: falling from the middle 1/2, to −∞ or where the rest is spilt.

    Left of the middle the other end's density is the smaller one, so R′/ω = 1 and R/ω = exp(log_ratio), rising to the
    left. A cell's mass goes to its two ends so that R and ω keep theirs: that is above the cell in convex order.

    No two values x, x′ in [0, 1] are told apart better than the ends. Under ω let A_x = R_x/ω, at least 1. For any h
    convex, E h(A_x − e^ε A_x′) is at most what it is if A_x falls where A_x′ rises, with the same laws; that grows with
    either law in convex order; and A_0 falls where A_1 rises. It remains that A_x is below A_0 in convex order:
    E(A_x − t)₊ <= E(A_0 − t)₊ for t >= 1, the means being equal.
    Where t is below all A_x, the left is 1 − tm with m the mass of ω, and the right at least (1 − m/2) − tm/2.
    Laplace: for x <= 1/2 both fall from the left to the right and cross once, at x/2, A_0 being the larger one before.
    Gaussian: with a = x/σ, b = (1 − x)/σ the left is H(a) + H(b) and the right H(a + b), H(μ) = δ of N(μ, 1) against
    N(0, 1) at ln t. H′(μ) = φ(μ/2 − ln t/μ) takes equal values at μ and 2 ln t/μ and rises before they meet, so
    H′(a + b − u) >= H′(u) for u <= min(a, b), as u (a + b − u) <= ab <= 2 ln t, where ab = 2 ln min A_x.
    """
    edges = list(pairwise(points))
    masses = {value: np.array([below(a, value) - below(b, value) for a, b in edges]) for value in (0.0, 0.5, 1.0)}
    near, far = masses[0.0], masses[1.0]
    with np.errstate(over="ignore"):
        ratios = np.exp([log_ratio(max(z, -1e9)) for z in points])
    low, high = ratios[:-1], ratios[1:]
    flat = high <= low * (1 + 1e-12)
    share = np.where(flat, 0.0, np.clip((near - far * low) / np.where(flat, 1.0, far * (high - low)), 0.0, 1.0))
    hidden = np.append(far * (1 - share), 0.0) + np.append(0.0, far * share)
    large = hidden * ratios
    large *= near.sum() / large.sum()  # what rounding of nearly equal masses loses
    spill = below(float(points[-1]), 0.0) if math.isfinite(points[-1]) else 0.0
    first, second = np.concatenate([large, hidden]), np.concatenate([hidden, large])
    both = np.concatenate([hidden, hidden])
    upper = ShuffledPair(first, second, both, 2 * spill, conditions=_ENDS)
    first, second = np.concatenate([near, far]), np.concatenate([far, near])
    middle = np.concatenate([masses[0.5], masses[0.5]])
    lower = tuple(ShuffledPair(first, second, others) for others in (first, middle))
    return Amplification((upper,), lower, local)
