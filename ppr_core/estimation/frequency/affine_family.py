"""Affine functions over a prime field, and the choice of the field for a wanted privacy.

A function φ(v) = φ_0 + φ_1 v_1 + … + φ_t v_t over F_p votes for the point v when φ(v) < c. For a uniform φ the values
at two different points are uniform on F_p² (so the votes are pairwise independent, with probability c/p each),
because (1, v) and (1, w) are linearly independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.estimation.frequency.levels import Notion, own_probability, rappor_levels, vote_variance

__all__ = [
    "MAX_PRIME", "ROUNDINGS", "AffineFamily", "Rounding", "is_prime", "levels_at", "prime_at_most", "shortest_family",
    "smallest_family", "variance_loss",
]  # fmt: skip

Rounding = Literal["lower_epsilon", "full_epsilon"]
ROUNDINGS: tuple[Rounding, ...] = ("lower_epsilon", "full_epsilon")
_TRIED = 32  # primes, and multiples, of an octave
MAX_PRIME = (1 << 31) - 1  # itself a prime; products of two field elements fit in int64


@dataclass(frozen=True)
class AffineFamily:
    """The p^{t+1} affine functions on F_p^t, each voting where its value is below ``ones`` (c).

    prime: p; ones: c in [1, p − 1]; coordinates: t.

    >>> from ppr_core import AffineFamily
    >>> AffineFamily(prime=7, ones=2).prime
    7
    """

    prime: int
    ones: int
    coordinates: int = 1

    @property
    def bias(self) -> float:
        """c/p, the α0 of the votes."""
        return self.ones / self.prime

    @property
    def members(self) -> int:
        """How many functions there are, p^{t+1}."""
        return self.prime ** (self.coordinates + 1)

    @property
    def element_bits(self) -> int:
        """⌈log2 p⌉."""
        return (self.prime - 1).bit_length()

    @property
    def bits(self) -> int:
        """Bits of one function, (t+1)⌈log2 p⌉."""
        return (self.coordinates + 1) * self.element_bits

    def points(self, categories: np.ndarray) -> np.ndarray:
        """Category j as the nonzero point whose base-p digits, highest first, are those of j + 1: (m,) -> (m, t)."""
        powers = np.array([min(self.prime**i, 1 << 62) for i in reversed(range(self.coordinates))])
        return (np.asarray(categories, dtype=np.int64)[:, None] + 1) // powers % self.prime

    def slopes_at(self, functions: np.ndarray, points: np.ndarray) -> np.ndarray:
        """φ_1 v_1 + … + φ_t v_t mod p, without φ_0: functions (..., t+1) and points (..., t) broadcast -> (...)."""
        total = functions[..., 1] * points[..., 0] % self.prime
        for i in range(1, self.coordinates):
            total = (total + functions[..., i + 1] * points[..., i]) % self.prime
        return total

    def values(self, functions: np.ndarray, points: np.ndarray) -> np.ndarray:
        """φ(v): functions (..., t+1) and points (..., t) broadcast -> (...)."""
        return (functions[..., 0] + self.slopes_at(functions, points)) % self.prime


def levels_at(prime: int, epsilon: float, notion: Notion, rounding: Rounding) -> tuple[int, float]:
    """(c, α1) for one prime: what c and α1 keep privacy ε when α0 = c/p must have a whole c.

    "lower_epsilon" is Lemma 4.7 of Feldman and Talwar: c = ⌈p/(e^ε+1)⌉ and α1 as in RAPPOR, so that the effective ε,
    ln (p−c)/c, is at most ε. "full_epsilon" keeps ε: c next to p/(e^ε+1) on either side, α1 the largest that ε then
    allows, whichever gives the smaller variance.
    """
    validation.choice("rounding", rounding, ROUNDINGS)
    share = prime * rappor_levels(epsilon, notion)[1]
    below = max(1, math.floor(share))
    candidates = [c for c in (below, below + 1) if c < prime]
    if rounding == "full_epsilon":
        options = [(c, own_probability(c / prime, epsilon, notion)) for c in candidates]
        return min(options, key=lambda option: vote_variance(option[1], option[0] / prime))
    ones = next((c for c in candidates if math.log((prime - c) / c) <= epsilon), candidates[-1])
    return ones, 0.5 if notion == "replacement" else 1 - ones / prime


def variance_loss(prime: int, epsilon: float, notion: Notion, rounding: Rounding) -> float:
    """By how much the variance at this prime exceeds RAPPOR's at ε, as a fraction (0.01 is one percent).

    >>> from ppr_core.estimation.frequency import variance_loss
    >>> 0 <= variance_loss(1009, 1.0, "replacement", "full_epsilon") < 0.01
    True
    """
    ones, own = levels_at(prime, epsilon, notion, rounding)
    own_ideal, other_ideal = rappor_levels(epsilon, notion)
    return vote_variance(own, ones / prime) / vote_variance(own_ideal, other_ideal) - 1


def smallest_family(
    size: int,
    epsilon: float,
    notion: Notion,
    rounding: Rounding,
    tolerance: float,
    coordinates: int = 1,
    max_prime: int = MAX_PRIME,
) -> AffineFamily | None:
    """The family of a small prime p with p^t > size and a variance loss of at most tolerance.

    The primes looked at, from small to large, lie just below multiples c (e^ε+1), where c/p is just above α0; large
    c are passed in steps of 1/256 of their size. None when there is no such prime up to max_prime.
    """
    root = max(1, round(size ** (1 / coordinates)) - 1)
    smallest = next(p for p in range(root, size + 2) if p**coordinates > size)
    step = 1 / rappor_levels(epsilon, notion)[1]
    multiple = max(1, math.floor(smallest / step))
    while multiple * step <= max_prime + 1:
        prime = prime_at_most(math.floor(multiple * step * (1 + 1e-12)))
        multiple += 1 + multiple // 256
        if smallest <= prime <= max_prime and variance_loss(prime, epsilon, notion, rounding) <= tolerance:
            return AffineFamily(prime, levels_at(prime, epsilon, notion, rounding)[0], coordinates)
    return None


def shortest_family(
    size: int, epsilon: float, notion: Notion, tolerance: float, coordinates: int = 1, max_prime: int = MAX_PRIME
) -> tuple[AffineFamily, Rounding] | None:
    """The family and rounding of fewest bits with p^t > size and a variance loss of at most tolerance.

    In every octave of p the primes looked at are the 32 largest and those just below up to 32 multiples c (e^ε+1) and
    1.1 c (e^ε+1), where c/p is next to α0. None when there is no such prime up to max_prime.
    """
    step = 1 / rappor_levels(epsilon, notion)[1]
    for bits in range(1, MAX_PRIME.bit_length() + 1):
        low, high = 1 << (bits - 1), min(1 << bits, max_prime)
        multiples = np.arange(max(1, math.ceil(low / step)), max(1, math.floor(high / step)) + 1)
        near = multiples[:: max(1, len(multiples) // _TRIED)] * step
        starts = {high, *(min(high, math.floor(factor * multiple)) for multiple in near for factor in (1.0, 1.1))}
        for start in sorted(starts, reverse=True):
            prime = start + 1
            for _ in range(_TRIED if start == high else 3):
                prime = prime_at_most(prime - 1)
                if (prime <= low and bits > 1) or prime**coordinates <= size:
                    break
                for rounding in ROUNDINGS:
                    if variance_loss(prime, epsilon, notion, rounding) <= tolerance:
                        ones = levels_at(prime, epsilon, notion, rounding)[0]
                        return AffineFamily(prime, ones, coordinates), rounding
    return None


def prime_at_most(number: int) -> int:
    """The largest prime up to a number, 0 when there is none."""
    return next((n for n in range(number, 1, -1) if is_prime(n)), 0)


def is_prime(number: int) -> bool:
    """Whether a whole number up to 2³¹ − 1 is prime, by division through all odd numbers up to its root."""
    if number < 4 or number % 2 == 0:
        return number in (2, 3)
    return bool(np.all(number % np.arange(3, math.isqrt(number) + 1, 2)))
