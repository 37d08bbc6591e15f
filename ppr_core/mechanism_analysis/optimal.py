"""The ε-private mechanism of least loss between finite sets, by linear programming."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ppr_core import validation
from ppr_core.wording import number

__all__ = [
    "LOSSES", "MOST_INPUTS", "OptimalMechanism", "best_relabelling", "input_losses", "least_loss", "loss_matrix",
    "optimal_mechanism",
]  # fmt: skip

MOST_INPUTS = 64
_NOTHING = 1e-9  # of mass that the solver left in an output that is not used
_ROUNDS = 30
_MOST_SOLVED = {"any": 25.0, "adjacent": 15.0}  # ε from which on e^{−ε} is lost in the solver's tolerance
#: name -> loss of the report j where the truth is i.
LOSSES = {
    "squared": lambda i, j: (i - j) ** 2,
    "absolute": lambda i, j: np.abs(i - j),
    "hamming": lambda i, j: (i != j).astype(float),
}
Neighbours = Literal["any", "adjacent"]


@dataclass(frozen=True, eq=False)
class OptimalMechanism:
    """matrix: P, (inputs, outputs), private to rounding; loss: its expected or worst loss.

    >>> import math
    >>> from ppr_core.mechanism_analysis import optimal_mechanism
    >>> best = optimal_mechanism(2, math.log(3), "hamming")  # randomized response
    >>> round(best.loss, 6), round(float(best.matrix[0, 0]), 6)
    (0.25, 0.75)
    """

    matrix: np.ndarray
    loss: float


def loss_matrix(loss: str | Any, inputs: int, outputs: int | None = None) -> np.ndarray:
    """L[i, j] of a named loss ("squared", "absolute", "hamming") or as given, (inputs, outputs).

    >>> from ppr_core.mechanism_analysis import loss_matrix
    >>> loss_matrix("squared", 2, 3)
    array([[0., 1., 4.],
           [1., 0., 1.]])
    """
    outputs = inputs if outputs is None else outputs
    if isinstance(loss, str):
        validation.choice("loss", loss, tuple(LOSSES))
        return LOSSES[loss](*np.indices((inputs, outputs))).astype(float)
    return validation.array("loss", loss, (inputs, outputs))


def optimal_mechanism(
    size: int,
    epsilon: float,
    loss: str | Any,
    *,
    outputs: int | None = None,
    prior: Any = None,
    criterion: str = "expected",
    neighbours: Neighbours = "any",
) -> OptimalMechanism:
    """min over ε-private P of Σ_i π_i Σ_j P_ij L_ij, or of max_i Σ_j P_ij L_ij with criterion "worst"; by HiGHS.

    size: inputs, 2 to 64; outputs: as many unless given; prior: π (inputs,), uniform without; epsilon: ε >= 0 in nats
    between any two inputs, or between i and i + 1 only (neighbours "adjacent", as for counts). "P_ij <= e^ε P_i′j for
    all i, i′" is the same as "P_ij in [u_j, e^ε u_j] for some u_j": 2·inputs·outputs rows instead of inputs²·outputs.
    (Ghosh, Roughgarden, Sundararajan 2009, section 2.) Beyond ε = 25 (15 for adjacent inputs), where e^{−ε} is lost in
    the solver's tolerance, an input has the outputs it has there, and all other entries are the least that ε allows.
    Raises ``ValueError`` for sizes and ε out of range.

    >>> from ppr_core import optimal_mechanism
    >>> round(optimal_mechanism(3, 1.0, "hamming").loss, 4)
    0.4239
    """
    from scipy.optimize import linprog  # takes longer to import than all else here
    from scipy.sparse import coo_array

    size = validation.integer("size", size, 2, MOST_INPUTS)
    outputs = size if outputs is None else validation.integer("outputs", outputs, 1, MOST_INPUTS)
    epsilon = validation.real("epsilon", epsilon, 0.0)
    losses = loss_matrix(loss, size, outputs)
    weights = np.full(size, 1 / size) if prior is None else validation.array("prior", prior, (size,))
    validation.choice("criterion", criterion, ("expected", "worst"))
    validation.choice("neighbours", neighbours, ("any", "adjacent"))
    factor = math.exp(min(epsilon, _MOST_SOLVED[neighbours]))
    scaled = losses / max(float(np.abs(losses).max()), np.finfo(float).tiny)
    cells = size * outputs
    cell = np.arange(cells).reshape(size, outputs)
    more, entries = 0, []  # further variables; (rows, columns, values) of rows that must not exceed 0
    if neighbours == "any":
        more = outputs
        least = np.broadcast_to(cells + np.arange(outputs), cell.shape)
        entries = [_pair(least, 1.0, cell, -1.0), _pair(cell, 1.0, least, -factor)]
    else:
        entries = [_pair(cell[:-1], 1.0, cell[1:], -factor), _pair(cell[1:], 1.0, cell[:-1], -factor)]
    cost = np.concatenate([(weights[:, None] * scaled).ravel(), np.zeros(more)])
    if criterion == "worst":
        bound = cells + more
        rows = np.repeat(np.arange(size), outputs)
        entries.append(
            (np.append(rows, np.arange(size)), np.append(cell.ravel(), np.full(size, bound)),
             np.append(scaled.ravel(), np.full(size, -1.0)), size)
        )  # fmt: skip
        cost = np.append(np.zeros(cells + more), 1.0)
    sums = coo_array((np.ones(cells), (np.repeat(np.arange(size), outputs), cell.ravel())), shape=(size, len(cost)))
    limits = _stacked(entries, len(cost))
    solved = linprog(  # type: ignore[call-overload]  # the stubs know no sparse matrix
        cost, A_ub=limits, b_ub=np.zeros(limits.shape[0]), A_eq=sums.tocsr(), b_eq=np.ones(size), method="highs",
        bounds=[(0, 1)] * (cells + more) + [(-1, 1)] * (criterion == "worst"),
    )  # fmt: skip
    if solved.status != 0:
        raise ValueError(f"epsilon must be one at which the solver finds the least loss; got {number(epsilon)}.")
    matrix = np.clip(solved.x[:cells].reshape(size, outputs), 0.0, None)
    if epsilon > _MOST_SOLVED[neighbours]:
        matrix[matrix < 2 * matrix.max(axis=0) / factor] = 0.0
    matrix = _made_private(matrix / matrix.sum(axis=1, keepdims=True), math.exp(-epsilon), neighbours)
    each = (matrix * losses).sum(axis=1)
    return OptimalMechanism(matrix, float(each.max() if criterion == "worst" else weights @ each))


def best_relabelling(matrix: Any, loss: str | Any, prior: Any = None) -> tuple[np.ndarray, float]:
    """For each output the guess of least expected loss, (outputs,), and that loss: what an analyst makes of reports.

    loss: as for `optimal_mechanism`, guesses in place of outputs, (inputs, guesses); prior: (inputs,), uniform without.

    >>> from ppr_core.mechanism_analysis import best_relabelling
    >>> best_relabelling([[0.25, 0.75], [0.75, 0.25]], "hamming")
    (array([1, 0]), 0.25)
    """
    matrix = validation.array("matrix", matrix, (None, None))
    size = len(matrix)
    losses = loss_matrix(loss, size)
    weights = np.full(size, 1 / size) if prior is None else validation.array("prior", prior, (size,))
    cost = (weights[:, None] * matrix).T @ losses  # (outputs, guesses)
    return np.argmin(cost, axis=1), float(cost.min(axis=1).sum())


def least_loss(matrix: Any, loss: str | Any, criterion: str = "expected") -> tuple[float, bool]:
    """A mechanism's loss under equally likely inputs, or of the worst input, and whether its outputs had to be read
    anew for it: as they are, where there are as many as inputs, or each as its `best_relabelling`.

    >>> from ppr_core.mechanism_analysis import least_loss
    >>> least_loss([[0.75, 0.25], [0.25, 0.75]], "hamming")
    (0.25, False)
    """
    each, anew = input_losses(matrix, loss, criterion)
    return _judged(each, criterion), anew


def input_losses(matrix: Any, loss: str | Any, criterion: str = "expected") -> tuple[np.ndarray, bool]:
    """What `least_loss` is the mean or the largest of: E[loss | x] of every input, (inputs,).

    >>> from ppr_core.mechanism_analysis import input_losses
    >>> input_losses([[0.75, 0.25], [0.5, 0.5]], "hamming")[0]
    array([0.25, 0.5 ])
    """
    matrix = validation.array("matrix", matrix, (None, None))
    size, outputs = matrix.shape
    losses = loss_matrix(loss, size)
    validation.choice("criterion", criterion, ("expected", "worst"))
    anew = (matrix * losses[:, best_relabelling(matrix, losses)[0]]).sum(axis=1)
    if outputs != size:
        return anew, True
    plain = (matrix * losses).sum(axis=1)
    return (plain, False) if _judged(plain, criterion) <= _judged(anew, criterion) * (1 + 1e-12) else (anew, True)


def _judged(each: np.ndarray, criterion: str) -> float:
    return float(each.max() if criterion == "worst" else each.mean())


def _pair(first: np.ndarray, left: float, second: np.ndarray, right: float) -> tuple[Any, ...]:
    """left·variable(first) + right·variable(second) <= 0, a row for each pair."""
    rows = np.arange(first.size)
    columns = np.concatenate([first.ravel(), second.ravel()])
    return np.tile(rows, 2), columns, np.repeat([left, right], first.size), first.size


def _stacked(entries: list[tuple[Any, ...]], width: int) -> Any:
    rows, columns, values, start = [], [], [], 0
    for row, column, value, count in entries:
        rows.append(row + start)
        columns.append(column)
        values.append(value)
        start += count
    parts = (np.concatenate(part) for part in (values, rows, columns))
    value, row, column = parts
    from scipy.sparse import coo_array

    return coo_array((value, (row, column)), shape=(start, width)).tocsr()


def _made_private(matrix: np.ndarray, least: float, neighbours: Neighbours) -> np.ndarray:
    """What the solver's tolerance leaves: outputs of next to no mass are dropped, and ratios are brought to e^ε.

    Raising the small entries of a column and dividing rows by their sums, which are 1 up to the tolerance, settles
    within a few rounds.
    """
    matrix = np.where(matrix.max(axis=0) < _NOTHING, 0.0, matrix)
    for _ in range(_ROUNDS):
        matrix /= matrix.sum(axis=1, keepdims=True)
        if neighbours == "any":
            matrix = np.maximum(matrix, matrix.max(axis=0) * least)
            continue
        for rows in (range(1, len(matrix)), range(len(matrix) - 2, -1, -1)):
            step = 1 if rows.step > 0 else -1
            for row in rows:
                matrix[row] = np.maximum(matrix[row], matrix[row - step] * least)
    return matrix / matrix.sum(axis=1, keepdims=True)
