"""How private a finite mechanism is: pure ε with its witness, δ(ε), and the trade-off of the best test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from ppr_core import validation

__all__ = ["PureLoss", "delta_profile", "gaussian_dp", "gaussian_tradeoff", "pure_loss", "tradeoff", "tradeoff_of_laws"]

_BLOCK = 1 << 18  # floats held at once
_ROUNDING = 1e-13


@dataclass(frozen=True)
class PureLoss:
    """The pure ε of a matrix and where it is attained.

    epsilon: max ln P(z|x)/P(z|x′) in nats; likely, unlikely: x and x′; output: z. At ε = ∞, x′ excludes z.
    excluded: pairs (x′, z) of an input and an output that some other input gives but x′ never does.

    >>> from ppr_core.mechanism_analysis import pure_loss
    >>> loss = pure_loss([[0.75, 0.25], [0.25, 0.75]])
    >>> round(loss.epsilon, 4), loss.likely, loss.unlikely, loss.output
    (1.0986, 0, 1, 0)
    """

    epsilon: float
    likely: int
    unlikely: int
    output: int
    excluded: tuple[tuple[int, int], ...]


def pure_loss(matrix: Any) -> PureLoss:
    """ε = max over outputs z of ln (max_x P(z|x) / min_x P(z|x)), (inputs, outputs) -> `PureLoss`.

    No two inputs differ by more at any output, and the pair named differs by that much. An output that no input gives
    does not count.

    >>> from ppr_core import pure_loss
    >>> round(pure_loss([[0.75, 0.25], [0.25, 0.75]]).epsilon, 4)
    1.0986
    """
    matrix = validation.array("matrix", matrix, (None, None))
    high, low = matrix.max(axis=0), matrix.min(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        losses = np.where(high > 0, np.log(high) - np.log(low), -np.inf)
    worst = int(np.argmax(losses))
    excluded = tuple((int(x), int(z)) for x, z in np.argwhere((matrix == 0) & (high > 0)))
    column = matrix[:, worst]
    return PureLoss(float(losses[worst]), int(np.argmax(column)), int(np.argmin(column)), worst, excluded)


def delta_profile(matrix: Any, epsilons: Any) -> np.ndarray:
    """δ(ε) = max over ordered pairs of inputs of Σ_z (P(z|x) − e^ε P(z|x′))₊, (e,) for ε >= 0 in nats.

    The mechanism is (ε, δ)-private for any two inputs if and only if δ >= δ(ε). (Balle, Wang 2018, Theorem 5.)

    >>> import math
    >>> from ppr_core.mechanism_analysis import delta_profile
    >>> delta_profile([[0.75, 0.25], [0.25, 0.75]], [0.0, math.log(3)]).round(6)
    array([0.5, 0. ])
    """
    matrix = validation.array("matrix", matrix, (None, None))
    factors = np.exp(validation.array("epsilons", np.atleast_1d(epsilons), (None,)))
    rows = max(1, _BLOCK // max(matrix.size, 1))
    deltas = np.zeros(len(factors))
    for row, factor in enumerate(factors):
        for start in range(0, len(matrix), rows):
            excess = matrix[start : start + rows, None, :] - factor * matrix[None]
            np.maximum(excess, 0.0, out=excess)
            deltas[row] = max(deltas[row], float(excess.sum(axis=2).max()))
    return deltas


def tradeoff_of_laws(first: Any, second: Any) -> tuple[np.ndarray, np.ndarray]:
    """The corners of the trade-off function of the best test of P′ (second, "no alarm") against P (first).

    Neyman, Pearson 1933: outputs raise the alarm in falling order of P/P′. first, second: laws (m,). Returns false
    alarms P′(E), rising from 0 to 1, and misses 1 − P(E), falling, (m + 1,) each; between corners a test is mixed.

    >>> from ppr_core.mechanism_analysis import tradeoff_of_laws
    >>> tradeoff_of_laws([0.75, 0.25], [0.25, 0.75])
    (array([0.  , 0.25, 1.  ]), array([1.  , 0.25, 0.  ]))
    """
    first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    alarms, misses = _corners(first, second[None])
    return alarms[0], misses[0]


def _corners(first: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`tradeoff_of_laws` of one law (m,) against several (k, m): (k, m + 1) each."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(first + others > 0, first / (first + others), 0.5)
    order = np.argsort(-share, axis=1, kind="stable")
    start = np.zeros((len(others), 1))
    alarms = np.hstack([start, np.cumsum(np.take_along_axis(others, order, axis=1), axis=1)])
    detected = np.hstack([start, np.cumsum(first[order], axis=1)])
    return np.minimum(alarms, 1.0), np.maximum(1 - detected, 0.0)


def tradeoff(matrix: Any, false_alarms: Any) -> np.ndarray:
    """The fewest misses at each level of false alarms, over all ordered pairs of inputs: (a,) -> (a,).

    f(α) = min over pairs of T(P_x′, P_x)(α) (Dong, Roth, Su 2022): no observer of one output, asked whether it was x
    or x′, misses less often. 1 − f is what the best test detects.

    >>> from ppr_core.mechanism_analysis import tradeoff
    >>> tradeoff([[0.75, 0.25], [0.25, 0.75]], [0.0, 0.25, 1.0]).round(6)
    array([1.  , 0.25, 0.  ])
    """
    matrix = validation.array("matrix", matrix, (None, None))
    levels = validation.array("false_alarms", np.atleast_1d(false_alarms), (None,))
    best = 1 - levels
    for place, law in enumerate(matrix):
        for alarms, misses in zip(*_corners(law, np.delete(matrix, place, axis=0)), strict=True):
            best = np.minimum(best, np.interp(levels, alarms, misses))
    return np.maximum(best, 0.0)


def gaussian_tradeoff(mu: float, false_alarms: Any) -> np.ndarray:
    """G_μ(α) = Φ(Φ⁻¹(1 − α) − μ): misses when N(0, 1) is tested against N(μ, 1). μ >= 0; α (a,) -> (a,).

    >>> from ppr_core.mechanism_analysis import gaussian_tradeoff
    >>> gaussian_tradeoff(0.0, [0.1, 0.5]).round(6)  # nothing to see
    array([0.9, 0.5])
    """
    levels = np.asarray(false_alarms, dtype=float)
    if math.isinf(mu):
        return np.zeros(levels.shape)
    return ndtr(-ndtri(levels) - mu)


def gaussian_dp(matrix: Any) -> float:
    """The smallest μ for which the mechanism is μ-Gaussian private: f >= G_μ everywhere; ∞ for excluded outputs.

    max over the corners of all pairs' trade-off functions of Φ⁻¹(1 − α) − Φ⁻¹(β). Where f is linear between corners
    G_μ, which is convex, stays below. (Dong, Roth, Su: Gaussian differential privacy, JRSS-B 2022, Definition 4.)

    >>> from ppr_core.mechanism_analysis import gaussian_dp
    >>> round(gaussian_dp([[0.75, 0.25], [0.25, 0.75]]), 4)  # 2 Φ⁻¹(0.75)
    1.349
    """
    matrix = validation.array("matrix", matrix, (None, None))
    largest = 0.0
    for place, law in enumerate(matrix):
        alarms, misses = _corners(law, np.delete(matrix, place, axis=0))
        corner = (alarms > _ROUNDING) & (misses > _ROUNDING)
        if np.any(misses[alarms <= _ROUNDING] < 1 - 1e-9) or np.any(alarms[misses <= _ROUNDING] < 1 - 1e-9):
            return math.inf  # alarms that are never false, or a test that misses nothing
        largest = max(largest, float(np.max(-ndtri(alarms[corner]) - ndtri(misses[corner]), initial=0.0)))
    return largest
