"""Channel matrices: what a table must be to be one, and mechanisms on a grid as tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.wording import number

__all__ = ["LARGEST", "NOT_A_LAW", "grid_mechanism", "stochastic_matrix"]

LARGEST = 256  # inputs, and outputs
NOT_A_LAW = 1e-6  # by how much the sum of a row may miss 1


def stochastic_matrix(table: Any, *, normalise: bool = False, field: str = "matrix") -> np.ndarray:
    """P as (inputs, outputs) from a table of numbers: entries >= 0 whose rows sum to 1.

    Rows may miss 1 by 10⁻⁶, as rounded ones do, and are divided by their sum; with ``normalise`` by any amount, if
    there is something to divide. Raises ``ValueError`` with one sentence that names the row and its sum, or the cell,
    both counted from 1; more than 256 inputs or outputs are refused.

    >>> from ppr_core.mechanism_analysis import stochastic_matrix
    >>> stochastic_matrix([[3, 1], [1, 3]], normalise=True)
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    matrix = validation.array(field, table, (None, None))
    fits = 2 <= matrix.shape[0] <= LARGEST and 1 <= matrix.shape[1] <= LARGEST
    validation.require(fits, field, matrix.shape, f"of 2 to {LARGEST} rows and 1 to {LARGEST} columns")
    negative = np.argwhere(matrix < 0)
    if len(negative):
        row, column = negative[0]
        validation.fail(f"{field}, row {row + 1}, column {column + 1}", float(matrix[row, column]), "at least 0")
    sums = matrix.sum(axis=1)
    off = np.abs(sums - 1) > NOT_A_LAW
    if normalise:
        off = sums <= 0
    if off.any():
        row = int(np.argmax(off))
        allowed = "more than 0 in sum to be normalised" if normalise else "probabilities that sum to 1"
        raise ValueError(f"{field}, row {row + 1} must be {allowed}; got {number(float(sums[row]), 8)}.")
    return matrix / sums[:, None]


def grid_mechanism(kind: str, size: int, epsilon: float) -> np.ndarray:
    """Noise on the grid {0, …, k − 1}, what would overshoot an end stays there: (k, k).

    geometric: P(noise = n) ∝ a^|n|, a = e^{−ε/(k−1)}, which is ε-private between any two inputs (Ghosh, Roughgarden,
    Sundararajan 2009). discrete_gaussian: ∝ e^{−n²/(2s²)}, s = (k − 1)/ε (Canonne, Kamath, Steinke 2020); its pure ε
    follows from the cut. size: k in [2, 256]; epsilon: ε > 0 in nats.

    >>> from ppr_core.mechanism_analysis import grid_mechanism, pure_loss
    >>> round(pure_loss(grid_mechanism("geometric", 4, 2.0)).epsilon, 6)
    2.0
    """
    size = validation.integer("size", size, 2, LARGEST)
    epsilon = validation.positive("epsilon", epsilon)
    validation.choice("kind", kind, ("geometric", "discrete_gaussian"))
    reach, n = size - 1, np.arange(-(size - 1), size)
    if kind == "geometric":
        ratio = math.exp(-epsilon / reach)
        mass = ratio ** np.abs(n) * (1 - ratio) / (1 + ratio)
        above = ratio ** np.abs(n) / (1 + ratio)  # P(noise >= n), used for n >= 0
    else:
        spread = reach / epsilon
        far = math.ceil(40 * spread) + reach
        whole = np.exp(-(np.arange(-far, far + 1.0) ** 2) / (2 * spread**2))
        whole /= whole.sum()
        middle = slice(far - reach, far + size)
        mass, above = whole[middle], np.cumsum(whole[::-1])[::-1][middle]
    places = np.arange(size)
    matrix = mass[places[None, :] - places[:, None] + reach]
    matrix[:, -1], matrix[:, 0] = above[reach - places + reach], above[places + reach]
    return matrix / matrix.sum(axis=1, keepdims=True)
