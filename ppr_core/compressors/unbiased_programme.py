"""The linear programme behind the minimum-variance unbiased mechanism, and the search for its output grid."""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse
from scipy.optimize import linprog, minimize_scalar

__all__ = ["UnbiasedProgramme"]

# Solved for a slightly smaller ε, so that the solver's rounding stays on the private side.
_PRIVATE_SIDE = 1.0 - 1e-9
_TOLERANCES = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
_COARSE = 6  # half-widths tried before the search is refined
_WIDEST = 4.0  # the search's upper end, in half-widths that two outputs need
_REFINED = 1e-3  # relative accuracy of the half-width: the variance is flat around its minimum
_TOO_NARROW = 1e12  # stands for the error of a grid on which nothing unbiased is private


class UnbiasedProgramme:
    """Inputs x_i equidistant in [−1, 1], outputs a_j equidistant in [−a, a]; P(j|i) minimises E(z − X)².

    It is sought among those of

        Σ_j P(j|i) = 1,  Σ_j P(j|i) a_j = x_i,
        P(j|i) <= (1 + εh) P(j|i′) for neighbours, h = |x_i − x_i′|   (notion "metric"),
        P(j|i) <= e^ε P(j|i′) for all i, i′                           (notion "local").

    X ~ Unif(−1, 1) is rounded to the points at random and without bias, so P(j|x) is linear between them and "metric"
    bounds the slope of ln P(j|x) by ε at every real x. Mirrored solutions are solutions, and so is the mean of both:
    the programme holds the rows with x_i < 0 only, the others are their mirror images.

    Source: Chaudhuri, Guo, Rabbat, "Privacy-aware compression for federated data analysis" (UAI 2022), Section 3; there
    the values a_j are free too, which makes the problem non-convex.
    """

    def __init__(self, *, epsilon: float, notion: str, points: int, outputs: int) -> None:
        self.epsilon, self.notion = epsilon, notion
        self.points = np.linspace(-1.0, 1.0, points)
        #: The grid for a = 1.
        self.outputs = np.linspace(-1.0, 1.0, outputs)
        #: Mean over X of a function that is linear between the points, as weights of its values there.
        self.input_weights = np.full(points, 1.0 / (points - 1))
        self.input_weights[[0, -1]] /= 2.0
        self._growth = 1.0 + epsilon * _PRIVATE_SIDE * (self.points[1] - self.points[0])
        self._extra = outputs if notion == "local" else 0  # one more variable a column: its least entry
        self._limits = self._least_entries() if notion == "local" else self._neighbours()

    def solve(self, half_width: float) -> np.ndarray | None:
        """The best P for outputs up to a = half_width, (points, outputs); None where nothing is feasible."""
        half, size = len(self.points) // 2, len(self.outputs)
        values = half_width * self.outputs
        square = np.outer(self.input_weights[:half], values**2).ravel()
        rows = [sparse.kron(sparse.eye_array(half), row[None, :]) for row in (np.ones(size), values)]
        unused = sparse.csr_array((2 * half, self._extra))
        solved = linprog(  # type: ignore[call-overload]  # the stub knows no sparse matrices
            np.concatenate([square, np.zeros(self._extra)]),
            A_ub=self._limits,
            b_ub=np.zeros(self._limits.shape[0]),
            A_eq=sparse.hstack([sparse.vstack(rows), unused], format="csr"),
            b_eq=np.concatenate([np.ones(half), self.points[:half]]),
            bounds=(0.0, 1.0),
            method="highs",
            options=_TOLERANCES,
        )
        if solved.status != 0:
            return None
        lower = solved.x[: half * size].reshape(half, size)
        return np.concatenate([lower, lower[::-1, ::-1]])

    def best_half_width(self) -> float:
        """The a of least mean squared error: a coarse scan of ln a, then a bounded search around its best point."""

        def error(log_width: float) -> float:
            matrix = self.solve(math.exp(log_width))
            if matrix is None:
                return _TOO_NARROW
            return float(self.input_weights @ matrix @ (math.exp(log_width) * self.outputs) ** 2)

        # What two outputs need; more of them do with less.
        least = 1.0 + 1.0 / self.epsilon if self.notion == "metric" else 1.0 / math.tanh(self.epsilon / 2.0)
        scan = np.append(np.linspace(0.0, math.log(_WIDEST * least), _COARSE), math.log(1.001 * least))
        scan.sort()
        errors = [error(width) for width in scan]
        best = int(np.argmin(errors))
        bounds = scan[max(best - 1, 0)], scan[min(best + 1, len(scan) - 1)]
        minimum = minimize_scalar(error, bounds=bounds, method="bounded", options={"xatol": _REFINED})
        return math.exp(minimum.x if minimum.fun < errors[best] else scan[best])

    def repaired(self, matrix: np.ndarray) -> np.ndarray:
        """The solver's P without its rounding: the least matrix above it that obeys every ratio, then rows of sum 1.

        What changes is of the order of the solver's tolerance, but relative errors of tiny entries would break ε.
        """
        logs = np.log(np.maximum(matrix, 1e-300))
        if self.notion == "metric":
            apart = np.abs(np.subtract.outer(np.arange(len(matrix)), np.arange(len(matrix))))
            logs = (logs[None] - apart[:, :, None] * math.log(self._growth)).max(axis=1)
        else:
            logs = np.maximum(logs, logs.max(axis=0) - self.epsilon * _PRIVATE_SIDE)
        repaired = np.exp(logs)
        return repaired / repaired.sum(axis=1, keepdims=True)

    def _neighbours(self) -> sparse.csr_array:
        """Rows r with r · variables <= 0 for "metric"; the middle pair of rows is one row and its mirror image."""
        half, size = len(self.points) // 2, len(self.outputs)
        identity = sparse.eye_array(size, format="csr")
        own = sparse.eye_array(half, format="csr")
        following = sparse.eye_array(half, k=1, format="csr")
        one, two = sparse.kron(own[:-1], identity), sparse.kron(following[:-1], identity)
        middle = sparse.kron(own[-1:], identity - self._growth * identity[:, ::-1])
        return sparse.vstack([one - self._growth * two, two - self._growth * one, middle], format="csr")

    def _least_entries(self) -> sparse.csr_array:
        """The same for "local": every entry lies between its column's least entry and e^ε times that."""
        half, size = len(self.points) // 2, len(self.outputs)
        identity = sparse.eye_array(size, format="csr")
        entries = sparse.vstack([sparse.eye_array(half * size), sparse.kron(sparse.eye_array(half), identity[:, ::-1])])
        least = sparse.kron(np.ones((2 * half, 1)), identity)
        growth = math.exp(self.epsilon * _PRIVATE_SIDE)
        return sparse.vstack(
            [sparse.hstack([-entries, least]), sparse.hstack([entries, -growth * least])], format="csr"
        )
