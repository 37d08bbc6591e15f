"""PI-RAPPOR: RAPPOR whose k bits depend on each other, but not in pairs, so that a few field elements hold them all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.estimation.frequency.affine_family import (
    MAX_PRIME,
    ROUNDINGS,
    AffineFamily,
    Rounding,
    is_prime,
    levels_at,
    shortest_family,
    smallest_family,
    variance_loss,
)
from ppr_core.estimation.frequency.levels import MAX_EPSILON, Notion, deletion_epsilon, replacement_epsilon
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.packed_bits import bernoulli
from ppr_core.estimation.frequency.vote_counting import count_votes, counting_seconds, fold_work
from ppr_core.randomness import SharedRandomness

__all__ = ["AffineLine", "PairwiseIndependentRappor"]

_MAX_TABLE = 1 << 23  # functions of a generalised family, so that all can be counted in 32 MiB
_PLAIN_TOLERANCE = 0.01
_GENERALIZED_TOLERANCE = 0.15


@dataclass(frozen=True, eq=False)
class AffineLine:
    """What one report stands for: the values φ(v_j) in F_p of its function at every category.

    values: (k,) int64; votes: (k,) bool, where the value is below ``ones``.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import AffineFamily, AffineLine
    >>> values = np.array([2, 3, 4, 0])  # 1 + v at v = 1, 2, 3, 4
    >>> AffineLine(AffineFamily(prime=5, ones=2), (1, 1), values, values < 2).votes
    array([False, False, False,  True])
    """

    family: AffineFamily
    coefficients: tuple[int, ...]
    values: np.ndarray
    votes: np.ndarray

    @property
    def polyline(self) -> tuple[np.ndarray, np.ndarray]:
        """For t = 1, φ_0 + s φ_1 mod p for real s from 1 to k with the slope nearest to 0: places and heights.

        Straight pieces between two points each, with NaN between them where the line wraps round.
        """
        start, slope = self.coefficients
        prime, last = self.family.prime, len(self.values)
        slope = slope - prime if slope > prime / 2 else slope
        ends = sorted((start + slope, start + slope * last))
        wraps = prime * np.arange(math.floor(ends[0] / prime) + 1, math.ceil(ends[1] / prime))
        crossings = np.sort((wraps - start) / slope) if len(wraps) else np.empty(0)
        edges = np.concatenate([[1.0], crossings, [float(last)]])
        x: list[float] = []
        y: list[float] = []
        for left, right in pairwise(edges.tolist()):
            base = prime * math.floor((start + slope * (left + right) / 2) / prime)
            x += [left, right, math.nan]
            y += [start + slope * left - base, start + slope * right - base, math.nan]
        return np.array(x[:-1]), np.array(y[:-1])


class PairwiseIndependentRappor(FrequencyOracle):
    """A report is a random affine function φ over F_p^t, chosen so that it votes for the user's category with α1.

    Category j is a nonzero point v_j of F_p^t (p^t > k), φ votes for j when φ(v_j) < c, and α0 = c/p. The encoder
    draws b ~ Bernoulli(α1), slopes φ_1, …, φ_t uniform, and φ_0 uniform among those that make the vote at v_x equal
    to b. Every count is as accurate as RAPPOR's at (α1, α0); a report takes (t+1)⌈log2 p⌉ bits, 2⌈log2 p⌉ for t = 1.
    Feldman, Talwar: Lossless compression of efficient private local randomizers (ICML 2021), Algorithms 3 and 4, and
    Algorithms 5 and 6 for t > 1.

    size: k >= 2; epsilon: ε in (0, 500] nats under ``notion``. rounding: what gives way to make c whole, see
    `levels_at`: "lower_epsilon" (Lemma 4.7; the effective ε is in `privacy`) or "full_epsilon". coordinates: t >= 1.
    prime: p, or None for a small one whose variance exceeds RAPPOR's at ε by at most ``tolerance`` (a fraction).
    Reports: (n, t+1) int64, columns φ_0, …, φ_t. Raises ``ValueError`` when no prime below 2³¹ will do.

    >>> import numpy as np
    >>> from ppr_core import PairwiseIndependentRappor, SharedRandomness
    >>> oracle, shared = PairwiseIndependentRappor(size=8, epsilon=2.0), SharedRandomness(1)
    >>> reports = oracle.encode(np.full(1000, 3), shared, np.random.default_rng(2))
    >>> int(oracle.estimate(oracle.votes(reports, shared), 1000).argmax())
    3
    """

    name = "pi_rappor"
    source = "pi_rappor.lemma4.1"

    def __init__(
        self,
        *,
        size: int,
        epsilon: float,
        notion: Notion = "replacement",
        rounding: Rounding = "lower_epsilon",
        coordinates: int = 1,
        prime: int | None = None,
        tolerance: float = _PLAIN_TOLERANCE,
    ) -> None:
        super().__init__(size)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        self.notion, self.rounding = notion, rounding
        coordinates = validation.integer("coordinates", coordinates, 1, 64)
        tolerance = validation.positive("tolerance", tolerance)
        if prime is None:
            family = smallest_family(self.size, self.epsilon, notion, rounding, tolerance, coordinates)
            if family is None:
                validation.fail("epsilon", epsilon, f"small enough for a prime up to {MAX_PRIME}")
        else:
            prime = validation.integer("prime", prime, 2, MAX_PRIME)
            validation.require(is_prime(prime), "prime", prime, "a prime")
            validation.require(prime**coordinates > self.size, "prime", prime, f"such that prime^t > {self.size}")
            family = AffineFamily(prime, levels_at(prime, self.epsilon, notion, rounding)[0], coordinates)
        self.family = family
        self.own = levels_at(family.prime, self.epsilon, notion, rounding)[1]
        self.other = family.bias
        validation.require(self.own > self.other, "prime", family.prime, "large enough that α0 = c/p is below α1")
        self.bits = family.bits
        self.label = "PI-RAPPOR" if coordinates == 1 else "PI-RAPPOR, generalised"

    @classmethod
    def generalized(
        cls,
        *,
        size: int,
        epsilon: float,
        notion: Notion = "replacement",
        rounding: Rounding = "lower_epsilon",
        tolerance: float = _GENERALIZED_TOLERANCE,
    ) -> PairwiseIndependentRappor:
        """The t and p with the least server work for a whole histogram, p^{t+1} being at most 2²³ for t > 1.

        t = 1, which needs no table, is what remains where a large ε asks for a large p.
        """
        validation.integer("size", size, 2)
        validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        families = (
            smallest_family(size, epsilon, notion, rounding, tolerance, t, largest) for t, largest in _largest_primes()
        )
        best = min(filter(None, families), key=lambda family: fold_work(family, size), default=None)
        return cls._of(best, size=size, epsilon=epsilon, notion=notion, rounding=rounding)

    @classmethod
    def shortest(
        cls, *, size: int, epsilon: float, notion: Notion = "replacement", tolerance: float = _PLAIN_TOLERANCE
    ) -> PairwiseIndependentRappor:
        """The t, p and rounding of fewest bits at a variance of at most 1 + tolerance times RAPPOR's at ε.

        p^{t+1} is at most 2²³ for t > 1: then a server can still count. Several coordinates of a small field save
        bits where there are many categories and ε is small.
        """
        validation.integer("size", size, 2)
        validation.real("epsilon", epsilon, 0.0, MAX_EPSILON, low_open=True)
        families = (shortest_family(size, epsilon, notion, tolerance, t, largest) for t, largest in _largest_primes())
        family, rounding = min(
            filter(None, families),
            key=lambda form: (form[0].bits, fold_work(form[0], size)),
            default=(None, ROUNDINGS[0]),
        )
        return cls._of(family, size=size, epsilon=epsilon, notion=notion, rounding=rounding)

    @classmethod
    def _of(cls, family: AffineFamily | None, *, epsilon: float, **options: Any) -> PairwiseIndependentRappor:
        """Over the field and with the coordinates of a family; ``ValueError`` if none was found."""
        if family is None:
            validation.fail("epsilon", epsilon, f"small enough for a prime up to {MAX_PRIME}")
        return cls(epsilon=epsilon, coordinates=family.coordinates, prime=family.prime, **options)

    @property
    def effective_epsilon(self) -> dict[Notion, float]:
        """ε that really holds in nats under either notion, for these whole c and p."""
        return {
            "replacement": replacement_epsilon(self.own, self.other),
            "deletion": deletion_epsilon(self.own, self.other),
        }

    @property
    def variance_loss(self) -> float:
        """By how much the variance of a count exceeds RAPPOR's at the ε asked for, as a fraction."""
        return variance_loss(self.family.prime, self.epsilon, self.notion, self.rounding)

    @property
    def element_bits(self) -> int:
        return self.family.element_bits

    @property
    def spent(self) -> float:
        """The effective ε, at most the one asked for."""
        return self.effective_epsilon[self.notion]

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> np.ndarray:
        """(n,) -> coefficients (n, t+1) int64."""
        x = self.inputs(x)
        prime, ones = self.family.prime, self.family.ones
        functions = rng.integers(0, prime, size=(len(x), self.family.coordinates + 1))
        vote = bernoulli(self.own, len(x), rng)
        value = rng.integers(np.where(vote, 0, ones), np.where(vote, ones, prime))
        functions[:, 0] = (value - self.family.slopes_at(functions, self.family.points(x))) % prime
        return functions

    def from_bytes(self, data: bytes, users: int) -> np.ndarray:
        elements = self.family.coordinates + 1
        reports = super().from_bytes(data, users * elements).reshape(users, elements)
        worst = int(reports.max(initial=0))
        validation.require(worst < self.family.prime, "report", worst, f"made of numbers below {self.family.prime}")
        return reports

    def votes(self, reports: np.ndarray, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """All counts of votes by the cheapest of three exact ways, (n, t+1) -> (k,) int64."""
        return count_votes(self.family, reports, self.size)

    def line(self, report: np.ndarray) -> AffineLine:
        """One report (t+1,) as the function it stands for, at every category."""
        report = np.asarray(report, dtype=np.int64)
        values = self.family.values(report, self.family.points(np.arange(self.size)))
        return AffineLine(self.family, tuple(map(int, report)), values, values < self.family.ones)

    def expected_seconds(self, users: int) -> float:
        blocks = math.ceil(users / self.block_users)
        counting = counting_seconds(self.family, min(users, self.block_users), self.size)
        return 1.5e-7 * users * (self.family.coordinates + 1) + blocks * min(counting.values())


def _largest_primes() -> Iterator[tuple[int, int]]:
    """Every t with the largest p that it may have: p^{t+1} is limited for t > 1, where functions are counted."""
    yield 1, MAX_PRIME
    for t in range(2, _MAX_TABLE.bit_length()):
        yield t, int((_MAX_TABLE + 0.5) ** (1 / (t + 1)))
