"""P(K = k | list) under two inputs for all k at once, where candidates are of few kinds.

The recursions are those of `list_views`, which takes any ratios but finds one index of each list, and of
`ppr_core.index_law.given_list`, with proofs there; what is new is that a factor of one candidate is looked up by its
kind, and that a backward recursion gives all k together. Two things can be known of what comes behind the first M:

- *nothing*: the list ends, and a late index tells its kind only. A coarser view than the decoder's: what it tells is a
  lower bound;
- *times*: all late times and kinds, by the sums V_c = Σ_{j > M, kind c} (t/T_j)^α, t = T_{M+1}: a finer view.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainc

from ppr_core.accounting.order_statistics import smoothing_matrices
from ppr_core.decoder_privacy.list_grid import BLOCK, CELLS, MOST, SURE, grid
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

__all__ = ["IndexMasses", "ListMasses"]

_REAL = np.float32  # masses are sums of products >= 0: an error of 10⁻⁶ of each, in half the time


@dataclass(frozen=True, eq=False)
class IndexMasses:
    """early: p_k and p′_k for k <= M, (2, n, M); late: of a late index of each kind, (2, n, kinds)."""

    early: np.ndarray
    late: np.ndarray

    def told(self, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
        """(p_k − e^ε p′_k)₊ for every k <= M, (n, M), and the sum of those behind, (n,)."""
        factor = math.exp(epsilon)
        early, late = (np.maximum(part[0] - factor * part[1], 0.0) for part in (self.early, self.late))
        return early, late.sum(axis=1)


class ListMasses:
    """For M = ``first`` candidates of a list; α in (1, ∞)."""

    def __init__(self, marks: FiniteMarks, alpha: float, first: int) -> None:
        self.marks, self.alpha, self.first = marks, alpha, first
        self.log_ratio = np.stack([marks.log_first, marks.log_second])  # (2, kinds)
        self.grid = grid(float(self.log_ratio.min()), float(self.log_ratio.max()), -math.inf, alpha, first)
        step = 1 / (CELLS * alpha)
        exponent = alpha * (self.log_ratio[..., None] - self.grid)
        power = np.exp(np.minimum(exponent, SURE))
        self.survives = np.exp(-power).astype(_REAL)  # (2, kinds, g)
        self.own = (power * np.exp(-power)).astype(_REAL)
        self.before = smoothing_matrices(first, step, len(self.grid)).astype(_REAL)  # A_{k+1}: f -> f @ it
        self.after = self.before[:, ::-1, ::-1]  # B_{k+1}
        power = np.exp(np.minimum(exponent, MOST))
        order, ratio = 1 - 1 / alpha, np.exp(self.log_ratio[..., None] - self.grid)
        self._beaten = ratio * math.gamma(order) * gammainc(order, power)  # (2, kinds, g)
        self._open = 1 + np.einsum("c,xcg->xg", marks.mass, self._beaten + np.expm1(-power))

    @property
    def log_power(self) -> np.ndarray:
        """ln a^α and ln b^α of the kinds, (2, kinds)."""
        return self.alpha * self.log_ratio

    def sums(self, late: np.ndarray) -> np.ndarray:
        """s and s′ of late times V (n, kinds): (2, n)."""
        return np.exp(self.log_power) @ late.T

    def unseen(self, kinds: np.ndarray) -> IndexMasses:
        """The list ends behind its M kinds, (n, M)."""
        parts = [self._unseen(kinds[start : start + BLOCK]) for start in range(0, len(kinds), BLOCK)]
        return _joined(parts)

    def shown(self, kinds: np.ndarray, late: np.ndarray) -> IndexMasses:
        """Late times are seen, too: V (n, kinds)."""
        blocks = [slice(start, start + BLOCK) for start in range(0, len(kinds), BLOCK)]
        return _joined([self._shown(kinds[rows], late[rows]) for rows in blocks])

    def unseen_ends(self, first: int) -> tuple[np.ndarray, np.ndarray]:
        """What the coarser view has behind so many candidates: with a late index of each kind, over its mass and over
        α, (2, kinds, g), and with none, (2, g)."""
        none = self._open**-first
        return first / self.alpha * (none / self._open)[:, None] * self._beaten, none

    def _unseen(self, kinds: np.ndarray) -> IndexMasses:
        before, _ = self._forward(kinds)
        late, none = (part.astype(_REAL) for part in self.unseen_ends(self.first))
        after = np.broadcast_to(none[:, None], before[0].shape)
        ends = self.survives[:, kinds[:, -1]] * before[-1]
        sent = self._integral(ends[:, :, None] * late[:, None]) * self.marks.mass
        return IndexMasses(self._backward(kinds, before, after), sent * (self.alpha * (self.grid[1] - self.grid[0])))

    def _shown(self, kinds: np.ndarray, late: np.ndarray) -> IndexMasses:
        before, behind = self._forward(kinds)
        sums = self.sums(late)
        masses = self._late(sums, behind)[..., None] * np.exp(self.log_power)[:, None] * late
        return IndexMasses(self._backward(kinds, before, self._seen(sums) @ self.after[-1]), masses)

    def _forward(self, kinds: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
        """ψ_1, …, ψ_M, each (2, n, g), and ψ_{M+1}."""
        before, psi = [], np.ones((2, len(kinds), len(self.grid)), _REAL)
        for k in range(kinds.shape[1]):
            before.append(psi)
            psi = (self.survives[:, kinds[:, k]] * psi) @ self.before[k]
        return before, psi

    def _backward(self, kinds: np.ndarray, before: list[np.ndarray], after: np.ndarray) -> np.ndarray:
        """The masses of k <= M from γ_M, (2, n, M)."""
        mass = np.empty((2, *kinds.shape))
        for k in range(kinds.shape[1] - 1, -1, -1):
            mass[..., k] = self._integral(self.own[:, kinds[:, k]] * before[k] * after)
            if k:
                after = (self.survives[:, kinds[:, k]] * after) @ self.after[k - 1]
        return mass * (self.alpha * (self.grid[1] - self.grid[0]))

    def _seen(self, sums: np.ndarray) -> np.ndarray:
        """β on the grid for s and s′, (2, n) -> (2, n, g)."""
        return np.exp(-np.exp(np.minimum(np.log(sums)[..., None] - self.alpha * self.grid, MOST))).astype(_REAL)

    def _late(self, sums: np.ndarray, behind: np.ndarray) -> np.ndarray:
        """Masses of a late index over s and s′, (2, n)."""
        power = np.exp(np.minimum(-self.alpha * self.grid, MOST))
        return self._integral(power * self._seen(sums) * behind) * (self.alpha * (self.grid[1] - self.grid[0]))

    def _integral(self, inner: np.ndarray) -> np.ndarray:
        """Trapezia in steps of the grid, and right of it what falls like ρ^{−α}."""
        return inner.sum(axis=-1) + (CELLS - 0.5) * inner[..., -1]


def _joined(parts: list[IndexMasses]) -> IndexMasses:
    early, late = (np.concatenate([getattr(part, name) for part in parts], axis=1) for name in ("early", "late"))
    return IndexMasses(early, late)
