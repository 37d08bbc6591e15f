"""Layers on shared axes: one Vega-Lite specification."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from pages.ui.charts import key
from pages.ui.charts.layers import Axis, Layer, Layers
from pages.ui.charts.theme import Theme
from ppr_core.wording import number, superscript

__all__ = ["Spec", "layered", "mark_styles"]

Spec = dict[str, Any]

DIGITS = 7  # of plotted values: finer than a pixel, at a quarter of the bytes
HEADROOM = 0.05  # of the plotted range, left free above and below the data
MULTIPLES = ((1, 1.5, 2, 3, 4, 6, 8), (1, 2, 5), (1, 3), (1,))  # of powers of ten, as ticks of a logarithmic axis


def layered(*groups: Layers, x: Axis, y: Axis, theme: Theme) -> Spec:
    """The chart of all layers, drawn in order, on the axes x and y; named lines at its right, other names above."""
    layers = [layer for group in groups for layer in group]
    domains = {"x": x.domain or _domain(x, layers, "x"), "y": y.domain or _domain(y, layers, "y")}
    encodings = {channel: _encoding(axis, domains[channel], theme) for channel, axis in (("x", x), ("y", y))}
    named = {layer.key.label: layer.key for layer in layers if layer.key is not None}
    ends = [(layer.key, _last(layer.columns["y"])) for layer in layers if layer.key is not None and layer.key.at_end]
    return {
        "padding": {"left": 4, "top": 4, "right": 4, "bottom": 4},
        "layer": [
            *(_mark(layer, {"x": x, "y": y}, encodings) for layer in layers),
            *key.above([entry for entry in named.values() if not entry.at_end], theme),
            *key.beside(ends, domains["y"], encodings["y"], theme),
        ],
    }


def mark_styles(spec: Any) -> set[str]:
    """The named styles that the marks of a specification use."""
    if isinstance(spec, Mapping):
        style = spec["mark"].get("style") if isinstance(spec.get("mark"), Mapping) else None
        return {style for style in (style,) if style}.union(*map(mark_styles, spec.values()))
    return set().union(*map(mark_styles, spec)) if isinstance(spec, list) else set()


def _mark(layer: Layer, axes: Mapping[str, Axis], encodings: Mapping[str, Spec]) -> Spec:
    columns = {name: _rounded(values) for name, values in layer.columns.items()}
    encoding: Spec = {}
    for channel, source in layer.channels.items():
        if not isinstance(source, str):
            encoding[channel] = dict(source)
            continue
        encoding[channel] = {"field": source} | encodings.get(channel, {})
        if axes[channel[0]].scale == "log":
            # What spans a range starts at the axis where its end has no logarithm; a single value is left out.
            foot = encodings[channel[0]]["scale"]["domain"][0] if f"{channel[0]}2" in layer.channels else None
            columns[source] = [foot if number is None or number <= 0 else number for number in columns[source]]
    categories = axes["x"].categories
    if categories and "x" in columns:
        columns["category"] = [categories[round(place)] for place in columns["x"]]
    if layer.name:
        encoding["tooltip"] = _tooltip(layer.name, columns, axes["x"], axes["y"])
    values = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {"mark": dict(layer.mark), "data": {"values": values}, "encoding": encoding}


def _tooltip(name: str, columns: Mapping[str, Any], x: Axis, y: Axis) -> list[Spec]:
    """What a pointer at a mark shows: where it stands and what it measures, with units."""
    where = {"category": x.label} if "category" in columns else {"x": x.label}
    if "left" in columns and "category" not in columns:
        where = {"left": f"{x.label} from", "right": "to"}
    shown = where | {"y": f"{name}: {y.label}"}
    kinds = {"category": {"type": "nominal"}}
    return [
        {"field": field, "title": title} | kinds.get(field, {"type": "quantitative", "format": ".4~g"})
        for field, title in shown.items()
    ]


def _encoding(axis: Axis, domain: tuple[float, float], theme: Theme) -> Spec:
    """Type, title, scale and ticks of a position channel."""
    scale = {"type": axis.scale, "domain": list(domain), "nice": False}
    if axis.categories:
        ticks = _named_ticks(range(len(axis.categories)), axis.categories)
    elif axis.scale == "log":
        values = _log_ticks(*domain, theme.ticks)
        ticks = _named_ticks(values, [number(value) for value in values])
    else:
        ticks = {"tickCount": theme.ticks} | _shared_power(domain)
    return {"type": "quantitative", "title": axis.label, "scale": scale, "axis": ticks}


def _named_ticks(values: Iterable[float], names: Iterable[str]) -> Spec:
    values, names = list(values), list(names)
    return {"values": values, "labelExpr": f"{names}[indexof({values}, datum.value)]"}


def _log_ticks(low: float, high: float, count: int) -> list[float]:
    """Powers of ten, thinned to about ``count``, with as many of their multiples in between as there is room for."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    step = max(1, math.ceil((last - first) / count))
    powers = range(first - first % step, last + 1, step)
    for multiples in MULTIPLES if step == 1 else ((1,),):
        ticks = [float(f"{multiple}e{power}") for power in powers for multiple in multiples]
        shown = [tick for tick in ticks if low <= tick <= high]
        if len(shown) <= count + 1:
            break
    return shown


def _shared_power(domain: tuple[float, float]) -> Spec:
    """Very large and very small ticks are written with one power of ten."""
    largest = max(map(abs, domain))
    if largest == 0 or 1e-3 <= largest < 1e6:
        return {}
    exponent = math.floor(math.log10(largest))
    number = f"format(datum.value / 1e{exponent}, '.3~g') + '·10{superscript(exponent)}'"
    return {"labelExpr": f"datum.value ? {number} : '0'"}


def _domain(axis: Axis, layers: Iterable[Layer], channel: str) -> tuple[float, float]:
    """From the smallest to the largest value drawn along a channel, with headroom except below a bar's foot at zero."""
    if axis.categories:
        return (-0.6, len(axis.categories) - 0.4)
    values = [
        number
        for layer in layers
        for name, source in layer.channels.items()
        if name in (channel, f"{channel}2") and isinstance(source, str)
        for number in _rounded(layer.columns[source])
        if number is not None and (number > 0 or axis.scale == "linear")
    ]
    if axis.zero:
        values.append(0.0)
    if not values:
        return (1.0, 10.0) if axis.scale == "log" else (0.0, 1.0)
    low, high = min(values), max(values)
    if axis.scale == "log":
        factor = (high / low) ** HEADROOM if high > low else 2.0
        return (low, high) if channel == "x" and high > low else (low / factor, high * factor)
    if low == high:
        return (low - (abs(low) or 1.0) / 2, high + (abs(high) or 1.0) / 2)
    if channel == "x":
        return (low, high)
    room = HEADROOM * (high - low)
    return (low - room if low != 0 else low, high + room if high != 0 else high)


def _rounded(values: Iterable[Any]) -> list[float | None]:
    numbers = values.tolist() if hasattr(values, "tolist") else values
    return [float(f"{number:.{DIGITS}g}") if math.isfinite(number) else None for number in numbers]


def _last(values: Iterable[Any]) -> float | None:
    return next((number for number in reversed(_rounded(values)) if number is not None), None)
