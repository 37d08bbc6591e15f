"""Any channel between finite alphabets, given as a matrix: a mechanism, and the exact oracle for the others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels.base import CategoryChannel, TwoLevels
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.representation import constructor_call

__all__ = ["FiniteChannel"]


class FiniteChannel(CategoryChannel):
    """P(j|i) = matrix[i, j]; proposal Q on the outputs.

    matrix: (inputs, outputs), entries >= 0, every row summing to 1 (within 10⁻⁹). proposal: "mean" for the mean of
    the rows, "minimal" for q_j ∝ max_i P(j|i), which minimises r* (r* = Σ_j max_i P(j|i)), or (outputs,)
    probabilities that are positive wherever P can be.

    >>> import numpy as np
    >>> from ppr_core import FiniteChannel
    >>> channel = FiniteChannel([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]])
    >>> channel.sample(np.array([0, 1]), np.random.default_rng(0)).shape
    (2,)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.47
    """

    name = "finite"
    label = "Finite matrix"
    width = 1

    def __init__(self, matrix: Any, *, proposal: Any = "minimal") -> None:
        self._matrix = _stochastic("matrix", validation.array("matrix", matrix, (None, None)))
        self.input_size, self.output_size = self._matrix.shape
        peak = self._matrix.max(axis=0)
        if isinstance(proposal, str):
            validation.choice("proposal", proposal, ("mean", "minimal"))
            q = self._matrix.mean(axis=0) if proposal == "mean" else peak / peak.sum()
        else:
            q = _stochastic("proposal", validation.array("proposal", proposal, (self.output_size,))[None, :])[0]
            validation.require(not np.any((q == 0) & (peak > 0)), "proposal", 0.0, "positive where the matrix is")
        self.proposal_law, self._chosen = q, proposal if isinstance(proposal, str) else q
        self._proposal_steps = _steps(q[None, :])[0]
        self._row_steps = _steps(self._matrix)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.log(self._matrix) - np.log(q)
        self._log_ratio = np.where(self._matrix > 0, ratio, -np.inf)

    def __repr__(self) -> str:
        return constructor_call(self, proposal=self._chosen)

    @property
    def matrix(self) -> np.ndarray:
        return self._matrix

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """One output for each input, (n,) -> (n,) int64."""
        x = self.inputs(x)
        out = np.empty(len(x), dtype=np.int64)
        for row in np.unique(x):
            chosen = x == row
            out[chosen] = _invert(self._row_steps[row], rng.random(int(chosen.sum())))
        return out

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Inverse distribution function of Q: (..., 1) -> (...) int64."""
        return _invert(self._proposal_steps, uniforms[..., 0])

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln P(z|x)/Q(z) in nats, −inf where P is 0."""
        return self._log_ratio[x, z]

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        return "finite", (x, self._proposal_steps, self._log_ratio)

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln max_j P(j|x)/q_j in nats."""
        bound = self._log_ratio.max(axis=1)
        return float(bound.max()) if x is None else bound[x]

    def divergence_bits(self, x: Any) -> np.ndarray:
        """Σ_j P(j|x) log2 (P(j|x)/q_j)."""
        terms = np.where(self._matrix > 0, self._matrix * np.where(self._matrix > 0, self._log_ratio, 0.0), 0.0)
        return (terms.sum(axis=1) / math.log(2))[self.inputs(x)]

    def two_levels(self) -> TwoLevels | None:
        """The two ratios and the mass of the cap, if they are the same for every row (to a relative 10⁻⁹)."""
        ratio = np.exp(self._log_ratio)[:, self.proposal_law > 0]
        high, low = ratio.max(), ratio.min()
        cap = np.isclose(ratio, high, rtol=1e-9, atol=0)
        mass = cap @ self.proposal_law[self.proposal_law > 0]
        same = np.all(cap | np.isclose(ratio, low, rtol=1e-9, atol=0)) and np.allclose(mass, mass[0], rtol=1e-9)
        return TwoLevels(float(mass[0]), float(high), float(low)) if same and high > low else None

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε = max_j ln (max_i P(j|i) / min_i P(j|i)), infinite when a possible output excludes an input."""
        high, low = self._matrix.max(axis=0), self._matrix.min(axis=0)
        possible = high > 0
        with np.errstate(divide="ignore"):
            epsilon = float(np.max(np.log(high[possible]) - np.log(low[possible])))
        return PrivacyGuarantee(epsilon=epsilon, against="database", notion="local", source="local.definition")


def _stochastic(field: str, matrix: np.ndarray) -> np.ndarray:
    validation.require(matrix.shape[0] >= 1 and matrix.shape[1] >= 1, field, matrix.shape, "at least 1 by 1")
    validation.require(bool(np.all(matrix >= 0)), field, float(matrix.min()), "an array of entries at least 0")
    sums = matrix.sum(axis=1)
    worst = int(np.argmax(np.abs(sums - 1)))
    validation.require(
        abs(sums[worst] - 1) <= 1e-9, f"{field} row {worst}", float(sums[worst]), "probabilities that sum to 1"
    )
    return matrix / sums[:, None]


def _steps(rows: np.ndarray) -> np.ndarray:
    """Cumulative probabilities that reach 1 at the last possible output, so that inversion never leaves the support."""
    steps = np.cumsum(rows, axis=1)
    last = rows.shape[1] - 1 - np.argmax(rows[:, ::-1] > 0, axis=1)
    steps[np.arange(rows.shape[1]) >= last[:, None]] = 1.0
    return steps


def _invert(steps: np.ndarray, uniforms: np.ndarray) -> np.ndarray:
    return np.searchsorted(steps, uniforms, side="right")
