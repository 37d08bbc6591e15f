"""Beginnings of lists that can tell two inputs apart by more than ε, each with the most that any list tells behind it.

A *slot* is a beginning of a list and an index k: one of the beginning, one behind it with the kind of its candidate,
or any late one. It tells at most (p_k⁺ − e^ε p′_k⁻)₊: all other candidates behind the beginning have the least a and
the largest b, and the late times lie at the bad end of a box which they leave with probability `outside` at most. A
slot of which that is 0 adds nothing to δ(ε); a beginning that has no other is dropped with all lists behind it. The
rest are made longer by one candidate, until there are too many.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.decoder_privacy.list_masses import ListMasses

__all__ = ["Prefixes", "late_times", "prefixes"]

_NODES = 128  # of a Gauss–Legendre rule
_TRIED = 200  # exponents of Chernoff's bound
_LATE = 400  # arrivals behind the first M that are drawn; what comes later stands at its mean


@dataclass(frozen=True, eq=False)
class Prefixes:
    """kinds: (n, d); most: what each slot adds to δ(ε) at most, its probability included: begun (n, d), further
    (n, M − d, kinds), late (n,)."""

    kinds: np.ndarray
    begun: np.ndarray
    further: np.ndarray
    late: np.ndarray

    @property
    def whole(self) -> float:
        """A bound of δ(ε)."""
        return float(self.begun.sum() + self.further.sum() + self.late.sum())


def prefixes(masses: ListMasses, epsilon: float, outside: float, most: int) -> Prefixes:
    """At most so many, of equal length, which hold every list that tells more than ε."""
    choices = np.arange(len(masses.marks.mass))
    box, kinds, chances = _box(masses, outside), np.zeros((1, 0), dtype=np.int64), np.ones(1)
    while True:
        found = _slots(masses, kinds, chances, epsilon, box)
        some = (found.begun.sum(axis=1) + found.further.sum(axis=(1, 2)) + found.late) > 0
        if some.sum() * len(choices) > most or kinds.shape[1] == masses.first - 1 or not some.any():
            return found
        kinds = np.hstack([np.repeat(kinds[some], len(choices), axis=0), np.tile(choices, int(some.sum()))[:, None]])
        chances = np.outer(chances[some], masses.marks.mass).ravel()


def late_times(masses: ListMasses, count: int, rng: np.random.Generator) -> np.ndarray:
    """V of lists, (count, kinds): Σ (t/T_j)^α over j > M of each kind."""
    alpha, marks = masses.alpha, masses.marks
    start = rng.gamma(masses.first + 1, size=(count, 1))
    gaps = rng.standard_exponential((count, _LATE))
    gaps[:, 0] = 0.0
    time = start + np.cumsum(gaps, axis=1)
    share = (start / time) ** alpha
    kind = np.minimum(np.searchsorted(np.cumsum(marks.mass), rng.random(time.shape)), len(marks.mass) - 1)
    found = np.stack([np.where(kind == one, share, 0.0).sum(axis=1) for one in range(len(marks.mass))], axis=1)
    behind = start**alpha * time[:, -1:] ** (1 - alpha) / (alpha - 1)
    return found + behind * marks.mass


def _slots(masses: ListMasses, kinds: np.ndarray, chances: np.ndarray, epsilon: float, box: np.ndarray) -> Prefixes:
    worst, factor = masses.worst(kinds, box), math.exp(epsilon)
    begun, further = (np.maximum(part[0] - factor * part[1], 0.0) for part in (worst.begun, worst.further))
    least = math.exp(-masses.alpha * float(masses.marks.loss.max()))
    late = worst.late_mass * np.maximum(1 - factor * least * worst.late[1] / worst.late[0], 0.0)
    return Prefixes(
        kinds, chances[:, None] * begun, chances[:, None, None] * masses.marks.mass * further, chances * late
    )


def _box(masses: ListMasses, outside: float) -> np.ndarray:
    """The least s, the largest s′ and the largest s, each passed with probability at most outside/3 (Chernoff).

    Given t the points behind it are t/v, v of intensity t dv/v² on (0, 1), and t is Gamma(M + 1): so
    E e^{θs} = E e^{θ a^α} (1 − κ)^{−(M+1)}, κ = E ∫₀¹ (e^{θ a^α v^α} − 1) dv/v², in u = v^{α−1} a smooth integral.
    """
    alpha, mass = masses.alpha, masses.marks.mass
    node, weight = np.polynomial.legendre.leggauss(_NODES)
    v = ((node + 1) / 2) ** (alpha / (alpha - 1))
    needed = math.log(3 / outside)

    def log_moment(theta: float, power: np.ndarray) -> float:
        kappa = float(mass @ (np.expm1(np.minimum(theta * power[:, None] * v, 500.0)) / v @ weight)) / (2 * (alpha - 1))
        if kappa >= 1:
            return math.inf
        return math.log(float(mass @ np.exp(theta * power))) - (masses.first + 1) * math.log1p(-kappa)

    first, second = np.exp(masses.log_power)
    mean = (masses.first + alpha) / (alpha - 1)  # of s and s′ over E a^α and E b^α
    tried = np.geomspace(1e-4, 1e2, _TRIED)
    least = max(-(log_moment(-theta, first) + needed) / theta for theta in tried / float(mass @ first))
    largest, most = (
        min((log_moment(theta, power) + needed) / theta for theta in tried / (mean * float(mass @ power)))
        for power in (second, first)
    )
    return np.array([max(least, float(first.min())), largest, most])
