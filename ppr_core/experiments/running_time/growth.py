"""What a lesson's picture of candidates by chunk size says."""

from __future__ import annotations

from ppr_core.experiments.running_time.result import RunningTimeResult
from ppr_core.texts import Messages
from ppr_core.wording import exponential, number

__all__ = ["growth"]

message = Messages("running_time")


def growth(result: RunningTimeResult) -> str:
    """r* of the chosen size beside that of half of it, or beside that of less noise."""
    point, other = result.focus.point, result.focus.other
    half = 0 if point.chunk % 2 else point.chunk // 2
    kind = "vector" if point.noise == "vector" else "halved" if half else "alone"
    beside = other.log_bound if kind == "vector" else point.log_bound / 2  # half the chunk has the square root
    return message(
        "growth", kind=kind, chunk=number(point.chunk), bound=exponential(point.log_bound, 3), half=number(half),
        beside=exponential(beside, 3),
    )  # fmt: skip
