"""What each step of one encode shows, in plain numbers.

Every picture has the same two axes: the output z, and a time on a logarithmic scale, where dividing by the ratio r and
multiplying by V^(1/α) are shifts down or up. Source: Liu, Chen, Özgür, Li, "Universal exact compression of
differentially private mechanisms" (NeurIPS 2024), section 4 and Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.ppr_step_by_step.run import CHOSEN, MESSAGE, RACED, STEPS, PprStepsResult, linear
from ppr_core.texts import Messages
from ppr_core.wording import number, ordinal, rough_percent

__all__ = ["SEARCH", "Frame", "frame"]

message = Messages("ppr_step_by_step")

# Of every step: the height of a point, and where its upright trail comes from.
_HEIGHTS = (
    "ratio", "index", "time", "transformed", "transformed", "score", "index", "index", "candidate",
)  # fmt: skip
SEARCH = STEPS  # the picture of the search, which is no step of its own
_TRAILS = {3: "time", 5: "transformed", SEARCH: "score"}
_WEIGHTED = (4, 5)
_LARGEST = 2.4  # diameter of the likeliest point
_RIGHT, _NAMED = 0.7, 0.6  # shares of the width right of which there is no room for the message, and the name of x
_MOST_ORDERS = 12  # candidates whose order is written beside them
_FAR = math.log(30.0)  # candidates later than this many times the last drawn arrival are cut at the top
_MARGIN = 0.3  # above the points, twice as much below them, in units of ln


@dataclass(frozen=True, eq=False)
class Frame:
    """What one step shows; arrays (n,) follow the rows of `PprStepsResult.table`.

    height: NaN where a row is not drawn; trail: the other end of an upright line, NaN for none; above: rows that
    lie beyond the picture and are cut at its top; size: diameter of the marker, 1 for an ordinary one; role:
    "sample", "looked" (the encoder took its ratio), "followed" (to be chosen later) or "chosen"; labels: text
    beside the point, or "". counts: heights are places in the list. limit: height of a line with its name; None
    where there is none. races: whether the winners of many races are shown. ratio: (k,) the ratio at the outputs
    ``law_z`` of the result, in the step that shows it and for one coordinate, NaN outside the picture. sending: the
    message is on its way; message_right, input_right: whether there is room on the right for it and for the name of
    x. ruled_out: names the inputs that are excluded, where they are marked. heights, outputs: the two ranges of the
    picture, the same at every step.
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
    counts: bool
    races: bool
    ratio: np.ndarray | None
    sending: bool
    message_right: bool
    input_right: bool
    ruled_out: str


def frame(result: PprStepsResult, step: int | None = None, follow: bool = True) -> Frame:
    """The current step of the result, or another: `SEARCH` is the picture of the search. follow: the candidate that
    will win is marked before it does, which gives a bet on the winner away."""
    step = result.parameters.step if step is None else step
    points, n = result.points, len(result.points.index)
    logs = {
        "index": np.array([math.log(k) for k in points.index.tolist()]),
        "time": points.log_time,
        "transformed": points.log_transformed,
        "score": points.log_score,
        "candidate": points.log_candidate,
    }
    role = np.full(n, "sample", dtype=object)
    if step == SEARCH:
        role[points.order > 0] = "looked"
    follow = follow and 0 < step < CHOSEN
    if follow or step >= CHOSEN:
        role[result.row] = "followed" if follow else "chosen"
    low, high = _range(result)
    log_height = logs.get(_HEIGHTS[step], np.full(n, np.inf))
    inside = log_height <= high - _MARGIN / 2  # a whole marker
    above = ~inside & (role != "sample")
    shown = above | inside
    trail = np.full(n, np.nan)
    if step in _TRAILS:
        trail[shown & ~above] = np.minimum(logs[_TRAILS[step]], high)[shown & ~above]
    if step == SEARCH:
        trail[points.order == 0] = np.nan  # the encoder knows S of all it generated, but r only where it looked
    left, right = float(result.law_z[0]), float(result.law_z[-1])
    size = np.where(role == "chosen", 1.6, np.where(role == "sample", 0.9, 1.2))
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
        labels=_labels(result, step, follow),
        heights=(math.exp(low), math.exp(high)),
        outputs=(left, right),
        limit=_limit(result, step),
        counts=_HEIGHTS[step] == "index",
        races=step == RACED,
        ratio=_ratio(result, low, high) if step == 0 and points.z.shape[1] == 1 else None,
        sending=MESSAGE <= step < STEPS,
        message_right=bool((points.z[result.row, 0] - left) / (right - left) < _RIGHT),
        input_right=(result.parameters.x - left) / (right - left) < _NAMED,
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


def _limit(result: PprStepsResult, step: int) -> tuple[float, str] | None:
    if step == 0:
        return result.ratio_bound, message("label-ratio", bound=number(result.ratio_bound))
    if step == SEARCH:
        return result.stop, message("label-stop")
    return None


def _ratio(result: PprStepsResult, low: float, high: float) -> np.ndarray:
    """r along z and one value beyond each edge of the picture, which cuts the curve there; NaN farther out."""
    log_ratio = np.log(result.law_density) - np.log(result.proposal_density)
    inside = (log_ratio >= low) & (log_ratio <= high)
    beside = np.convolve(inside, np.ones(3), "same") > 0
    return linear(np.where(beside, log_ratio, np.nan))


def _labels(result: PprStepsResult, step: int, follow: bool) -> np.ndarray:
    points = result.points
    labels = np.full(len(points.index), "", dtype=object)
    if step in (1, 2):
        labels[:3] = [f"{'ZT'[step - 1]}{digit}" for digit in "₁₂₃"]
    if step in (3, 4):
        likeliest = int(np.argmax(result.probability))
        labels[likeliest] = _name(result, likeliest, step)
    if follow:
        labels[result.row] = _name(result, result.row, step)
    if step == SEARCH and result.looked <= _MOST_ORDERS:
        looked = points.order > 0
        labels[looked] = [ordinal(int(order)) for order in points.order[looked]]  # of looking: no number like K
    if step >= CHOSEN:
        labels[result.row] = f"K = {number(result.index)}"
    if step == CHOSEN and result.private:
        score = number(float(linear(points.log_score[result.row])), 4)
        labels[result.row] = message("label-chosen", index=number(result.index), score=score)
    return labels


def _name(result: PprStepsResult, row: int, step: int) -> str:
    """A candidate by its number, and what the step gives it."""
    points, index = result.points, number(result.points.index[row])
    if step == 2:
        return message("label-time", index=index, time=number(float(linear(points.log_time[row]))))
    if step == 3:
        divided = number(float(linear(points.log_transformed[row])))
        return message("label-divided", index=index, transformed=divided, followed=row == result.row)
    if step == 4:
        return message("label-chance", index=index, share=rough_percent(result.probability[row]))
    return message("label-candidate", index=index)
