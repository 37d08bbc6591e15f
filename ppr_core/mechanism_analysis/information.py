"""How much an output tells of its input: mutual information, and capacity by Blahut and Arimoto's iteration."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import xlogy

from ppr_core import validation

__all__ = ["Capacity", "capacity", "divergences", "mutual_information_bits", "saddle_point"]

_MOST_STEPS = 20_000
_NEGLIGIBLE = 1e-200  # probabilities below it carry less than 10⁻¹⁹⁶ bits, and a share of them may be no number


@dataclass(frozen=True, eq=False)
class Capacity:
    """max over priors of I(X; Z), which is the least worst KL(P_x ‖ Q) over proposals Q.

    bits, upper: the mutual information of ``prior`` and the largest KL from ``proposal``; the capacity lies between.
    prior: (inputs,); proposal: (outputs,), the law of the output under that prior.

    >>> from ppr_core.mechanism_analysis import capacity
    >>> found = capacity([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    >>> found.prior.round(6), found.proposal.round(6)
    (array([0.5, 0.5]), array([0.25, 0.5 , 0.25]))
    """

    bits: float
    upper: float
    prior: np.ndarray
    proposal: np.ndarray


def mutual_information_bits(matrix: Any, prior: Any = None) -> float:
    """I(X; Z) = Σ_x π_x KL(P_x ‖ Σ π P) in bits; prior: (inputs,) probabilities, uniform without.

    >>> from ppr_core.mechanism_analysis import mutual_information_bits
    >>> mutual_information_bits([[1.0, 0.0], [0.0, 1.0]])
    1.0
    """
    matrix = validation.array("matrix", matrix, (None, None))
    count = len(matrix)
    prior = np.full(count, 1 / count) if prior is None else validation.array("prior", prior, (count,))
    matrix = _countable(matrix)
    return float(prior @ divergences(matrix, prior @ matrix)) / math.log(2)


def divergences(matrix: np.ndarray, proposal: np.ndarray) -> np.ndarray:
    """KL(P_x ‖ Q) in nats, (inputs,); ∞ where Q excludes an output of x."""
    with np.errstate(divide="ignore", invalid="ignore"):
        entropies = xlogy(matrix, matrix).sum(axis=1)
        logs = np.where(proposal > 0, np.log(proposal), -np.inf)
        used = matrix.max(axis=0) > 0
        return entropies - np.where(matrix[:, used] > 0, matrix[:, used] * logs[used], 0.0).sum(axis=1)


def capacity(matrix: Any, tolerance_bits: float = 1e-7) -> Capacity:
    """By the iteration of Arimoto 1972 and Blahut 1972, until both bounds agree; steps grow while they help.

    >>> from ppr_core import capacity
    >>> round(capacity([[0.75, 0.25], [0.25, 0.75]]).bits, 4)
    0.1887
    """
    matrix = validation.array("matrix", matrix, (None, None))
    prior, proposal, low, high = saddle_point(matrix, np.zeros(matrix.shape[1]), tolerance_bits * math.log(2))
    return Capacity(low / math.log(2), high / math.log(2), prior, proposal)


def saddle_point(
    matrix: np.ndarray, floor: np.ndarray, tolerance: float, besides: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray, float, float]:
    """max over priors π of min over laws q >= floor of Σ_x π_x KL(P_x ‖ q): π, q and both bounds in nats.

    besides: what an input tells that its row does not show, added to each KL, (inputs,).
    For a prior the best q is max(floor, w/λ) for the law w of the output. The value is concave in π, with slope
    KL(P_x ‖ q) in π_x: π moves by multiplicative steps, twice as long after each that helps and half as long after one
    that does not. With floor = 0 a step of length 1 is Blahut and Arimoto's. The value is a lower bound of the least
    worst KL, and the worst KL of q an upper one.
    """
    matrix, prior = _countable(matrix), np.full(len(matrix), 1 / len(matrix))
    proposal = _best_law(prior @ matrix, floor)
    each = divergences(matrix, proposal) + besides
    value, best, step = float(prior @ each), (proposal, float(each.max())), 1.0
    for _ in range(_MOST_STEPS):
        if best[1] - value <= tolerance:
            break
        raised = prior * np.exp(np.clip(step * (each - each.max()), -700, 0))
        raised /= raised.sum()
        law = _best_law(raised @ matrix, floor)
        rates = divergences(matrix, law) + besides
        if float(raised @ rates) >= value - 1e-15:
            prior, proposal, each, value = raised, law, rates, float(raised @ rates)
            step *= 1.5
            if float(each.max()) < best[1]:
                best = proposal, float(each.max())
        else:
            step = max(step / 3, 1e-3)
    return prior, best[0], value, best[1]


def _countable(matrix: np.ndarray) -> np.ndarray:
    return np.where(matrix < _NEGLIGIBLE, 0.0, matrix)


def _best_law(law: np.ndarray, floor: np.ndarray) -> np.ndarray:
    """The q >= floor that minimises −Σ w ln q: max(floor, w/λ) with Σ q = 1, by fixing what sinks below its floor."""
    if not floor.any():
        return law
    held = np.zeros(len(law), dtype=bool)
    while True:
        free = ~held
        mass = law[free].sum()
        if mass <= 0:
            return np.where(held, floor, 0.0) / floor[held].sum()
        scaled = law * ((1 - floor[held].sum()) / mass)
        sinks = free & (scaled < floor * (1 - 1e-15))
        if not sinks.any():
            return np.where(held, floor, scaled)
        held |= sinks
