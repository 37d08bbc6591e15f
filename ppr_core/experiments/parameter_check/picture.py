"""What the charts of the experiment `parameter_check` show, as plain columns."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.parameter_check.mechanism import plain_bits, plain_label
from ppr_core.experiments.parameter_check.result import ParameterCheckResult

__all__ = ["AlphaPicture", "Picture", "alpha_picture", "picture"]

_SLOWEST_SHOWN = 30.0  # times the budget or the used option's time
_FAR = 1e6  # a time budget this many times beyond the times is told in words, not drawn
_NEAR = 40.0  # a level this many times beyond the points is told in words, not drawn

Points = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Picture:
    """compared, frontier, used: times in ms and exact bits; simulated: time, bits and standard error, or ();
    levels, limits: names with heights and places of lines; far: levels too far off to be drawn; times, bits: the ends
    of the axes."""

    compared: Points
    frontier: Points
    used: Points
    simulated: tuple[np.ndarray, ...]
    levels: tuple[tuple[str, float], ...]
    limits: tuple[tuple[str, float], ...]
    times: tuple[float, float]
    far: tuple[tuple[str, float], ...]
    times: tuple[float, float]
    bits: tuple[float, float]


@dataclass(frozen=True)
class AlphaPicture:
    """used: ε against the decoder and exact bits, or () at α = ∞; simulated: the same with real messages and their
    standard error, or (); levels, limits: as in `Picture`."""

    used: tuple[np.ndarray, ...]
    simulated: tuple[np.ndarray, ...]
    levels: tuple[tuple[str, float], ...]
    limits: tuple[tuple[str, float], ...]


def picture(result: ParameterCheckResult) -> Picture:
    """Bits against time; options far slower than what is allowed are left out."""
    p, s = result.parameters, result.solution
    milliseconds = np.where(result.runnable, result.milliseconds, 1.0)
    used = milliseconds[result.chosen]
    budget = p.time_budget
    slowest = _SLOWEST_SHOWN * max(used[0], budget if math.isfinite(budget) else 0.0)
    shown = milliseconds <= slowest
    on = np.flatnonzero(s.frontier & shown)
    on = on[np.argsort(milliseconds[on])]
    simulated = ()
    if result.bits:
        simulated = (used, np.array([result.bits.value]), np.array([result.bits.error]))
    heights = [*s.option_bits[shown], *(simulated[1] + simulated[2] if simulated else ())]
    levels = [one for one in _levels(result) if min(heights) / 4 <= one[1] <= _NEAR * max(heights)]
    near = min(milliseconds[shown]) / 50 <= budget <= _FAR * max(milliseconds[shown])
    limits = [("time budget", budget)] if near else []
    places = [*milliseconds[shown], *(place for _, place in limits)]
    tall = [*heights, *(height for _, height in levels)]
    return Picture(
        compared=(milliseconds[shown], s.option_bits[shown]),
        frontier=(milliseconds[on], s.option_bits[on]),
        used=(used, s.option_bits[result.chosen]),
        simulated=simulated,
        levels=tuple(levels),
        limits=tuple(limits),
        far=tuple(one for one in _levels(result) if one not in levels),
        times=_with_room(places, 0.1, 0.25),
        bits=_with_room(tall, 0.08, 0.2),
    )


def alpha_picture(result: ParameterCheckResult) -> AlphaPicture:
    """Bits of the used option against ε for the decoder."""
    p, s = result.parameters, result.solution
    epsilon = result.decoder.epsilon
    low, high = float(result.alpha_epsilon.min()), float(result.alpha_epsilon.max())
    limit = p.decoder_epsilon
    level = [
        (label, height)
        for label, height in _levels(result)
        if result.alpha_bits.min() / 4 <= height <= 4 * result.alpha_bits.max()
    ]
    place = np.array([epsilon])
    simulated = result.bits and (place, np.array([result.bits.value]), np.array([result.bits.error]))
    return AlphaPicture(
        used=() if math.isinf(epsilon) else (place, np.array([s.bits])),
        simulated=() if math.isinf(epsilon) or not simulated else simulated,
        levels=tuple(level),
        limits=((("limit for the decoder", limit),) if low / 2 <= limit <= 2 * high else ()),
    )


def _with_room(values: list[float], below: float, above: float) -> tuple[float, float]:
    """Ends of a logarithmic axis that leave these shares of the range, at least of a factor 4, free for names."""
    low, high = float(min(values)), float(max(values))
    span = max(high / low, 4.0)
    return low / span**below, high * span**above


def _levels(result: ParameterCheckResult) -> list[tuple[str, float]]:
    found = [(plain_label(result.parameters), plain_bits(result.parameters))]
    if math.isfinite(result.parameters.bit_budget):
        found.append(("bit budget", result.parameters.bit_budget))
    return found
