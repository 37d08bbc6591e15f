"""The stops of a slider: few and round, so that a class that moves it meets at the same values."""

from __future__ import annotations

import math
from functools import cache

from ppr_core.experiments.contract import FieldSpec

__all__ = ["stops_of"]

_MOST_STOPS = 60
# Mantissas of a decade, finest grid first; the first one that keeps a slider below _MOST_STOPS is used.
_GRIDS = (
    (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9),
    (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8),
    (1, 2, 5),
    (1,),
)


def stops_of(spec: FieldSpec, *others: float) -> list[float]:
    """The values of a slider in order: round ones over the range, its ends, the default and ``others``."""
    stops = spec.stops if spec.stops is not None else _grid(spec.low, spec.high, spec.scale, spec.kind == "integer")
    ends = tuple(end for end in (spec.low, spec.high) if math.isfinite(end))
    extra = (math.inf,) if spec.infinite and spec.high == math.inf else ()
    values = {*stops, *(ends if spec.stops is None else ()), *extra, *others}
    return sorted({int(value) if spec.kind == "integer" else float(value) for value in values})


@cache
def _grid(low: float, high: float, scale: str, whole: bool) -> list[float]:
    if scale == "log" and low > 0:
        top = high if math.isfinite(high) else low * 1e4
        for mantissas in _GRIDS:
            stops = _log_grid(low, top, mantissas, whole)
            if len(stops) <= _MOST_STOPS:
                break
        return stops
    return _linear_grid(low if math.isfinite(low) else 0.0, high, whole)


def _log_grid(low: float, high: float, mantissas: tuple[float, ...], whole: bool) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    values = (float(f"{mantissa}e{decade}") for decade in decades for mantissa in mantissas)
    return sorted({round(value) if whole else value for value in values if low <= value <= high})


def _linear_grid(low: float, high: float, whole: bool) -> list[float]:
    high = high if math.isfinite(high) else low + 100.0
    if high <= low:
        return [low]
    rough = (high - low) / (_MOST_STOPS - 10)
    decade = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= rough * (1 - 1e-9))
    step = max(step, 1.0) if whole else step
    digits = max(0, -math.floor(math.log10(step)))
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, digits) for k in range(first, math.floor(high / step + 1e-9) + 1)]
