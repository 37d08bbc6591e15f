"""What the decoder of minimal random coding learns: the law of an index among N shared candidates, or a bound.

The decoder knows the list Z_1 … Z_N ~ Q and K, with P(K = k) = w_k. Of ratios with two levels that treat all pairs of
inputs alike the losses follow from how many candidates lie in the cap of x alone (n₁), of x′ alone (n₂), of both (n₃)
and of neither, which are multinomial. Of any other ratio the sums S = Σ_k r(Z_k) lie near N: where S_x >= (1 − s)N and
S_x′ <= (1 + t)N, the weights r_k/S are nearly those of single outputs, so

    δ(ε + ln((1 + t)/(1 − s))) <= δ₀(ε)/(1 − s) + P(S_x < (1 − s)N) + P(S_x′ > (1 + t)N)

with δ₀ of an output; both probabilities are small by Bernstein's inequality.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.accounting import AtomicPair
from ppr_core.channels import Channel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.compressors.finite_pool import FinitePool, MinimalRandomCoding
from ppr_core.compressors.modified_mrc import ModifiedMinimalRandomCoding
from ppr_core.decoder_privacy import accountable, cap_difference, output_privacy, worst_pair

__all__ = ["concentrated_epsilon", "listed_pair", "output_pair"]

_MOST_CELLS = 300_000
_SPREADS = 9.0  # standard deviations of a count that are enumerated, and
_COUNTS = 40.0  # more, for rare ones: what is left out has less than 10⁻¹⁵, and counts as an infinite loss
_ALIKE = (RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel)


def listed_pair(compressor: FinitePool) -> AtomicPair | None:
    """The loss of (list, index) for two inputs of MRC or modified MRC, None where it is not enumerated."""
    channel, size = compressor.channel, compressor.candidates
    if not isinstance(channel, _ALIKE) or not isinstance(compressor, MinimalRandomCoding | ModifiedMinimalRandomCoding):
        return None
    levels = channel.two_levels()
    assert levels is not None
    apart = cap_difference(channel)
    both = max(levels.mass - apart, 0.0)
    ranges = [_likely(size, mass) for mass in (apart, apart, both)]
    if math.prod(map(len, ranges)) > _MOST_CELLS:
        return None
    first, second, shared = (count.ravel() for count in np.meshgrid(*ranges, indexing="ij"))
    rest = size - first - second - shared
    fits = rest >= 0
    first, second, shared, rest = (count[fits] for count in (first, second, shared, rest))
    chance = _multinomial((first, second, shared, rest), (apart, apart, both, max(1 - 2 * apart - both, 0.0)))
    inside, outside = _weights(compressor, first + shared)
    inside_other, outside_other = _weights(compressor, second + shared)
    own = (inside, outside, inside, outside)
    other = (outside_other, inside_other, inside_other, outside_other)
    losses, masses, seen = [np.zeros(1)], [np.zeros(1)], 0.0
    for count, mine, yours in zip((first, second, shared, rest), own, other, strict=True):
        used = count > 0
        losses.append(np.log(mine[used]) - np.log(yours[used]))
        masses.append(chance[used] * count[used] * mine[used])
        seen += float((chance[used] * count[used] * yours[used]).sum())
    mass = np.concatenate(masses)
    missing = max(1 - float(mass.sum()), 0.0)
    law = np.append(mass, missing)
    return AtomicPair(np.append(np.concatenate(losses), math.inf), law / law.sum(), np.array(max(1 - seen, 0.0)))


def output_pair(compressor: FinitePool) -> AtomicPair | None:
    """The loss of a decoded output for the two inputs that are told apart best, of MRC or modified MRC on two levels.

    Of N candidates b ~ Bin(N, θ) lie in the cap, and the output does with p′ = E[b w(b)]; inside and outside of it has
    the law of the proposal. So its ratio has two levels as well, p′/θ and (1 − p′)/(1 − θ). None for all others.
    """
    channel, size, levels = compressor.channel, compressor.candidates, compressor.channel.two_levels()
    known = isinstance(compressor, MinimalRandomCoding | ModifiedMinimalRandomCoding) and accountable(channel)
    pair = worst_pair(channel) if known and levels is not None and levels.low > 0 else None
    if levels is None or not isinstance(pair, AtomicPair) or pair.losses.ndim > 1:
        return None
    inside = _likely(size, levels.mass)
    chance = _multinomial((inside, size - inside), (levels.mass, 1 - levels.mass))
    hit = float(chance @ np.where(inside > 0, inside * _weights(compressor, inside)[0], 0.0) / chance.sum())
    high, low = max(hit / levels.mass, 1.0), min((1 - hit) / (1 - levels.mass), 1.0)
    apart = float(pair.masses[0]) / levels.high  # of the proposal, in one cap alone
    loss, masses = math.log(high / low), (apart * high, apart * low)
    return AtomicPair(np.array([loss, -loss, 0.0]), np.array([*masses, 1 - sum(masses)]), np.array(0.0))


def concentrated_epsilon(channel: Channel, candidates: int, delta: float) -> float:
    """ε at δ of one MRC message by the bound above, half of δ for the output and a quarter for each sum; ∞ where the
    candidates are too few."""
    if not accountable(channel) or delta == 0:
        return math.inf
    largest = math.exp(min(float(channel.log_ratio_bound()), 700.0))
    levels = channel.two_levels()
    square = largest if levels is None else levels.mass * levels.high**2 + (1 - levels.mass) * levels.low**2  # E r²
    log_tail = math.log(4 / delta)
    below = math.sqrt(2 * square * log_tail / candidates)  # of terms that are not negative
    if below >= 1:
        return math.inf
    half = largest * log_tail / (3 * candidates)
    above = half + math.sqrt(half * half + 2 * max(square - 1, 0.0) * log_tail / candidates)
    output_epsilon = output_privacy(channel, delta * (1 - below) / 2).epsilon
    return output_epsilon + math.log1p(above) - math.log1p(-below)


def _likely(size: int, mass: float) -> np.ndarray:
    """Counts of a binomial law that matter."""
    reach = _SPREADS * math.sqrt(size * mass * (1 - mass)) + (_COUNTS if mass > 0 else 0.0)
    return np.arange(max(0, math.floor(size * mass - reach)), min(size, math.ceil(size * mass + reach)) + 1)


def _multinomial(counts: tuple[np.ndarray, ...], masses: tuple[float, ...]) -> np.ndarray:
    from scipy.special import gammaln, xlogy

    total = sum(counts)
    terms = sum(xlogy(count, mass) - gammaln(count + 1.0) for count, mass in zip(counts, masses, strict=True))
    return np.exp(gammaln(total + 1.0) + terms)


def _weights(compressor: FinitePool, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """P(K = k) of a candidate inside and outside of the cap that holds so many, (n,) each."""
    if isinstance(compressor, ModifiedMinimalRandomCoding):
        return compressor.weights(inside / compressor.candidates)
    levels = compressor.channel.two_levels()
    assert levels is not None
    total = levels.high * inside + levels.low * (compressor.candidates - inside)
    return levels.high / total, levels.low / total
