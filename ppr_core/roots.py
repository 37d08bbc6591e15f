"""Roots and minima of functions of one number.

SciPy has both, and its `optimize` takes longer to import than all of this package; whoever asks one question on a
command line waits for that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ppr_core.wording import number

__all__ = ["bracketed_root", "golden_section"]

_GOLDEN = (math.sqrt(5) - 1) / 2


def bracketed_root(
    function: Callable[[float], float],
    low: float,
    high: float,
    *,
    xtol: float = 2e-12,
    rtol: float = 4 * math.ulp(1.0),
    steps: int = 1000,
) -> float:
    """A root of a function that has different signs at low and high, within xtol + rtol·|root|, by Brent's method.

    The secant, or the parabola through three values in the inverse function, as long as its steps shrink; else the
    interval is halved. Source: Brent, "Algorithms for minimization without derivatives" (1973), chapter 4. Infinite
    values are allowed. Raises ``ValueError`` where the signs agree, ``ArithmeticError`` after so many steps.

    >>> from ppr_core.roots import bracketed_root
    >>> round(bracketed_root(lambda x: x * x - 2, 0.0, 2.0), 9)
    1.414213562
    """
    before, best = float(low), float(high)
    at_before, at_best = float(function(before)), float(function(best))
    if at_before == 0:
        return before
    if at_best == 0:
        return best
    if (at_before < 0) == (at_best < 0):
        raise ValueError(
            f"the function must change its sign: it is {number(at_before)} at {number(low, 6)} and "
            f"{number(at_best)} at {number(high, 6)}"
        )
    across, at_across = before, at_before  # the end of the interval whose other end is the best
    last = step = best - before
    for _ in range(steps):
        if (at_before < 0) != (at_best < 0):
            across, at_across = before, at_before
            last = step = best - before
        if abs(at_across) < abs(at_best):
            before, best, across = best, across, best
            at_before, at_best, at_across = at_best, at_across, at_best
        tolerance, half = (xtol + rtol * abs(best)) / 2, (across - best) / 2
        if at_best == 0 or abs(half) < tolerance:
            return best
        proposed = math.nan
        if abs(last) > tolerance and abs(at_best) < abs(at_before):
            proposed = _step(before, best, across, at_before, at_best, at_across)
        if 2 * abs(proposed) < min(abs(last), 3 * abs(half) - tolerance):
            last, step = step, proposed
        else:
            last = step = half
        before, at_before = best, at_best
        best += step if abs(step) > tolerance else math.copysign(tolerance, half)
        at_best = float(function(best))
    raise ArithmeticError(f"no root in {steps} steps")


def _step(before: float, best: float, across: float, at_before: float, at_best: float, at_across: float) -> float:
    """From the best point to where the secant, or the inverse parabola through all three, is 0; nan where it is not."""
    try:
        if before == across:
            return -at_best * (best - before) / (at_best - at_before)
        to_before = (at_before - at_best) / (before - best)
        to_across = (at_across - at_best) / (across - best)
        weight = at_across * to_across - at_before * to_before
        return -at_best * weight / (to_across * to_before * (at_across - at_before))
    except ZeroDivisionError:
        return math.nan


def golden_section(score: Callable[[float], Any], low: float, high: float, *, steps: int) -> float:
    """Where a score with one valley is least, by golden sections: the interval shrinks by 0.618 a step.

    score: to anything that can be compared, numbers or tuples.

    >>> from ppr_core.roots import golden_section
    >>> round(golden_section(lambda x: (x - 1) ** 2, 0.0, 3.0, steps=40), 6)
    1.0
    """
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = score(left), score(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = score(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = score(right)
    return left if at_left <= at_right else right
