"""Proposals for a finite mechanism: fewest candidates, least worst divergence, and the best between the two."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.mechanism_analysis.information import divergences, saddle_point
from ppr_core.wording import number

__all__ = ["Proposal", "best_proposal", "proposal_curve"]

_TOLERANCE = 1e-6  # nats, of the worst KL
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Proposal:
    """A law of the candidates.

    law: Q, (outputs,); ratio: r* = max P(z|x)/Q(z), the candidates looked at on average; worst_bits: max over x of
    KL(P_x ‖ Q), what an index is about as long as; least_bits: no proposal with this r* has a smaller one.

    >>> from ppr_core.mechanism_analysis import proposal_curve
    >>> first = proposal_curve([[0.75, 0.25], [0.25, 0.75]], 2)[0]
    >>> first.law.round(6), round(first.ratio, 6)
    (array([0.5, 0.5]), 1.5)
    """

    law: np.ndarray
    ratio: float
    worst_bits: float
    least_bits: float


def best_proposal(matrix: Any, ratio_limit: float = math.inf) -> Proposal:
    """The proposal of least worst KL among those with r* at most the limit.

    r* <= R says q >= max_x P(·|x)/R, so the problem is convex (`saddle_point`). Without a limit the solution is the
    law of the output at capacity; the smallest limit is Σ_z max_x P(z|x), where only q ∝ max_x P(·|x) is left.
    Raises ``ValueError`` for a smaller one.

    >>> from ppr_core import best_proposal
    >>> round(best_proposal([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]).worst_bits, 3)
    0.365
    """
    matrix = validation.array("matrix", matrix, (None, None))
    peak = matrix.max(axis=0)
    least = float(peak.sum())
    validation.require(
        ratio_limit >= least * (1 - _ROUNDING), "ratio_limit", ratio_limit, f"at least {number(least, 8)}"
    )
    if ratio_limit <= least * (1 + _ROUNDING):
        return _measured(matrix, peak / least, None)
    floor = np.zeros(len(peak)) if math.isinf(ratio_limit) else peak / ratio_limit
    _, law, low, _ = saddle_point(matrix, floor, _TOLERANCE)
    return _measured(matrix, law, low / math.log(2))


def proposal_curve(matrix: Any, points: int = 9) -> tuple[Proposal, ...]:
    """Proposals from the smallest r* to the least worst KL, limits of r* spaced evenly in ln r*; at least 2 points.

    >>> from ppr_core.mechanism_analysis import proposal_curve
    >>> curve = proposal_curve([[0.9, 0.1], [0.5, 0.5]], 3)
    >>> curve[0].ratio <= curve[-1].ratio, curve[0].worst_bits >= curve[-1].worst_bits
    (True, True)
    """
    first, last = best_proposal(matrix, float(np.max(matrix, axis=0).sum())), best_proposal(matrix)
    if last.ratio <= first.ratio * (1 + 1e-9):
        return (first,)
    if math.isinf(last.ratio):  # an output that only a negligible input gives has lost its mass
        last = best_proposal(matrix, 100 * first.ratio)
    limits = np.geomspace(first.ratio, last.ratio, max(points, 2))[1:-1]
    return (first, *(best_proposal(matrix, float(limit)) for limit in limits), last)


def _measured(matrix: np.ndarray, law: np.ndarray, least: float | None) -> Proposal:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(matrix > 0, matrix / law, 0.0).max()
    worst = float(divergences(matrix, law).max()) / math.log(2)
    return Proposal(law, float(ratio), worst, worst if least is None else least)
