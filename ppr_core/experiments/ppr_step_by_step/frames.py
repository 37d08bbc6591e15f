"""What each step of one encode shows, in plain numbers.

Every picture has the same two axes: the output z, and a time on a logarithmic scale, where dividing by the ratio r and
multiplying by V^(1/α) are shifts down or up. Source: Liu, Chen, Özgür, Li, "Universal exact compression of
differentially private mechanisms" (NeurIPS 2024), section 4 and Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.ppr_step_by_step.run import CHOSEN, LOOKED, PprStepsResult, linear
from ppr_core.texts import Messages
from ppr_core.wording import number, ordinal, rough_percent

__all__ = ["Frame", "frame"]

message = Messages("ppr_step_by_step")

# Of every step: the height of a point, and where its upright trail comes from.
_HEIGHTS = (
    "ratio", "index", "time", "transformed", "transformed", "score", "candidate", "index", "index", "index",
)  # fmt: skip
_TRAILS = {3: "time", 5: "transformed", 6: "score"}
_WEIGHTED = (4, 5)
_ALGORITHM_1 = 7  # the step that shows a run of it beside the sender's
_MESSAGE = 8  # the step from which on only the chosen point counts
_LARGEST = 2.4  # diameter of the likeliest point
_RIGHT = 0.7  # share of the width right of which there is no room for words
_MOST_ORDERS = 12  # candidates whose order is written beside them
_FAR = math.log(30.0)  # candidates later than this many times the last drawn arrival are cut at the top
_MARGIN = 0.3  # above the points, twice as much below them, in units of ln


@dataclass(frozen=True, eq=False)
class Frame:
    """What one step shows; arrays (n,) follow the rows of `PprStepsResult.table`.

    height: NaN where a row is not drawn; trail: the other end of an upright line, NaN for none; above: rows that lie
    beyond the picture and are cut at its top; size: diameter of the marker, 1 for an ordinary one; role: "sample",
    "looked" (the encoder took its ratio), "chosen" or "other" (chosen by Algorithm 1); labels: text beside the point,
    or "". limit, band: height of a line, height up to which the picture is marked, each with its name; None where
    there is none. ratio: (k,) the ratio at the outputs ``law_z`` of the result, in the step that shows it and for one
    coordinate, NaN outside the picture. sending: the message is on its way; message_right, input_right: whether there
    is room on the right for it and for the name of x. ruled_out: names the inputs that are excluded, where they are
    marked. heights, outputs: the two ranges of the picture, the same at every step.
    """

    title: str
    axis: str
    height: np.ndarray
    trail: np.ndarray
    above: np.ndarray
    size: np.ndarray
    role: np.ndarray
    labels: np.ndarray
    heights: tuple[float, float]
    outputs: tuple[float, float]
    limit: tuple[float, str] | None
    band: tuple[float, str] | None
    ratio: np.ndarray | None
    sending: bool
    message_right: bool
    input_right: bool
    ruled_out: str


def frame(result: PprStepsResult) -> Frame:
    """The current step of the result."""
    step, points, n = result.parameters.step, result.points, len(result.points.index)
    logs = {
        "index": np.array([math.log(k) for k in points.index.tolist()]),
        "time": points.log_time,
        "transformed": points.log_transformed,
        "score": points.log_score,
        "candidate": points.log_candidate,
    }
    role = np.full(n, "sample", dtype=object)
    if LOOKED <= step < _MESSAGE:
        role[points.order > 0] = "looked"
    if step >= CHOSEN:
        role[result.row] = "chosen"
    if step == _ALGORITHM_1 and (other := _algorithm1_row(result)) is not None:
        role[other] = "other"
    low, high = _range(result)
    log_height = logs.get(_HEIGHTS[step], np.full(n, np.inf))
    inside = log_height <= high - _MARGIN / 2  # a whole marker
    above = ~inside & (role != "sample")
    shown = above | inside
    trail = np.full(n, np.nan)
    if step in _TRAILS:
        trail[shown & ~above] = np.minimum(logs[_TRAILS[step]], high)[shown & ~above]
    if step == LOOKED:
        trail[points.order == 0] = np.nan  # the encoder knows S of all it generated, but r only where it looked
    left, right = float(result.law_z[0]), float(result.law_z[-1])
    size = np.where((role == "chosen") | (role == "other"), 1.6, np.where(role == "looked", 1.2, 0.9))
    if step in _WEIGHTED:  # areas are probabilities, down to the smallest that can be seen
        size = np.maximum(_LARGEST * np.sqrt(result.probability / result.probability.max()), 0.55)
    return Frame(
        title=message("step-title", step=step, private=result.private),
        axis=message("axis-height", height=_HEIGHTS[step] if result.private or step != CHOSEN else "transformed"),
        height=linear(np.where(above, high - _MARGIN / 2, np.where(shown, log_height, np.nan))),
        trail=linear(trail),
        above=above,
        size=size,
        role=role,
        labels=_labels(result, step),
        heights=(math.exp(low), math.exp(high)),
        outputs=(left, right),
        limit=_limit(result),
        band=_band(result, high),
        ratio=_ratio(result, low, high) if step == 0 and points.z.shape[1] == 1 else None,
        sending=step >= _MESSAGE,
        message_right=bool((points.z[result.row, 0] - left) / (right - left) < _RIGHT),
        input_right=(result.parameters.x - left) / (right - left) < _RIGHT,
        ruled_out=message("label-excluded", index=number(result.index)) if step >= CHOSEN and result.ruled_out else "",
    )


def _range(result: PprStepsResult) -> tuple[float, float]:
    """ln of the lowest and the highest time in the picture, equal for all steps."""
    points, m = result.points, result.parameters.points
    heights = (points.log_time, points.log_transformed, points.log_score, points.log_candidate)
    low = min(float(logs.min()) for logs in heights)
    last = float(points.log_time[m - 1])
    farthest = float(points.log_time[points.order > 0].max())
    return low - 2 * _MARGIN, max(
        last, math.log(m), math.log(result.stop), math.log(result.ratio_bound), min(farthest, last + _FAR)
    ) + _MARGIN


def _limit(result: PprStepsResult) -> tuple[float, str] | None:
    if result.parameters.step == 0:
        return result.ratio_bound, message("label-ratio", bound=number(result.ratio_bound))
    if result.parameters.step == LOOKED:
        return result.stop, message("label-stop")
    return None


def _band(result: PprStepsResult, high: float) -> tuple[float, str] | None:
    if result.parameters.step != _ALGORITHM_1 or not result.draws:
        return None
    draws, top = number(result.draws), math.exp(high)
    if result.draws > top:
        return top, message("label-band-cut", draws=draws)
    return float(result.draws), message("label-band", draws=draws)


def _ratio(result: PprStepsResult, low: float, high: float) -> np.ndarray:
    """r along z as far as the edge of the picture, NaN beyond."""
    log_ratio = np.log(result.law_density) - np.log(result.proposal_density)
    inside = (log_ratio >= low) & (log_ratio <= high)
    beside = np.convolve(inside, np.ones(3), "same") > 0
    return linear(np.where(beside, np.clip(log_ratio, low, high), np.nan))


def _labels(result: PprStepsResult, step: int) -> np.ndarray:
    points = result.points
    labels = np.full(len(points.index), "", dtype=object)
    if step == 1:
        labels[:3] = ["Z₁", "Z₂", "Z₃"]
    if step == 2:
        labels[0] = f"T₁ = {number(float(linear(points.log_time[0])))}"
    if step in (3, 4):
        likeliest = int(np.argmax(result.probability))
        share = rough_percent(result.probability[likeliest]) if step == 4 else f"i = {number(points.index[likeliest])}"
        labels[likeliest] = share
    if step == LOOKED and result.looked <= _MOST_ORDERS:
        looked = points.order > 0
        labels[looked] = [ordinal(int(order)) for order in points.order[looked]]  # of looking: no number like K
    if step >= CHOSEN:
        labels[result.row] = f"K = {number(result.index)}"
    if step == _ALGORITHM_1 and result.draws:  # two runs, each with a K
        labels[result.row] = message("label-sender", index=number(result.index))
        if (other := _algorithm1_row(result)) is not None:
            labels[other] = message("label-algorithm1", index=number(result.draws_index))
    return labels


def _algorithm1_row(result: PprStepsResult) -> int | None:
    """The candidate that Algorithm 1 chose, None where it is not drawn or is the sender's, too."""
    rows = np.flatnonzero(result.points.index == result.draws_index)
    return int(rows[0]) if len(rows) and rows[0] != result.row else None
