"""Layers on shared axes: one Vega-Lite specification."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pages.ui.charts import forms, key
from pages.ui.charts.forms import Layer, Layers, Spec
from pages.ui.charts.layers import Axis
from pages.ui.charts.theme import Theme
from ppr_core.wording import number, rounded, superscript

__all__ = ["layered", "rows_of"]

LARGEST = 1e300  # magnitude that is drawn, also downwards on logarithmic axes: ends and ticks stay floats
DIGITS = 7  # of plotted values: finer than a pixel, at a quarter of the bytes
HEADROOM = 0.05  # of the plotted range, left free above and below the data, and beside points alone
FRAMED = ("line", "area", "rect")  # marks that reach from edge to edge
MANY_ROWS = 16
MULTIPLES = ((1, 1.5, 2, 3, 4, 6, 8), (1, 2, 5), (1, 3), (1,))  # of powers of ten, as ticks of a logarithmic axis


def layered(*groups: Layers, x: Axis, y: Axis, theme: Theme) -> Spec:
    """The chart of all layers, drawn in order, on the axes x and y; named lines at its right, other names above."""
    layers = [_rounded(layer) for group in groups for layer in group]
    axes = {"x": _spanned(x, layers, "x"), "y": _spanned(y, layers, "y")}
    for channel, *titles, low, high in theme.spans:
        if titles == [x.label, y.label] and not axes[channel].categories:
            axes[channel] = replace(axes[channel], domain=(low, high))
    named = [layer for layer in layers if layer.key is not None]
    above = {layer.key.label: layer.key for layer in named}  # each name once, as it was drawn last
    layers += key.above(list(above.values()), y, theme)
    layers += key.beside([(layer.key, layer.columns["y"]) for layer in named if layer.key.at_end], axes["y"], theme)
    frame = forms.frame(x.scale, y.scale)
    shared = {name: _fitted(name, form, axes[name], theme) for name, form in frame["encoding"].items()}
    drawn = (_drawn(each, axes) for layer in layers for each in _readable(layer))
    alone = {"params": [{"name": key.ALONE, "value": False}]}  # see `specifications`
    return frame | alone | {"encoding": shared, "layer": list(drawn)}


def _readable(layer: Layer) -> tuple[Layer, ...]:
    """Words that stand among the data get a rim of the background, so that no line strikes them through."""
    if layer.mark["type"] != "text" or not layer.columns:
        return (layer,)
    return replace(layer, mark={**layer.mark, "style": "rim"}), layer


def _drawn(layer: Layer, axes: Mapping[str, Axis]) -> Spec:
    """The layer with its data; its channels take the rest from the chart's."""
    columns, encoding = dict(layer.columns), {}
    for channel, source in layer.channels.items():
        encoding[channel] = {"field": source} if isinstance(source, str) else source
        if isinstance(source, str) and (axis := axes[channel[0]]).scale == "log":
            # What spans a range starts at the axis where its end has no logarithm; a single value is left out.
            foot = axis.domain[0] if f"{channel[0]}2" in layer.channels else None
            columns[source] = [foot if value is None or value <= 0 else value for value in columns[source]]
    categories = axes["x"].categories
    if categories and "x" in columns:
        columns["category"] = [categories[round(place)] for place in columns["x"]]
    if layer.name:
        encoding["tooltip"] = _tooltip(layer.name, columns, axes["x"], axes["y"])
    return {"mark": layer.mark, "data": rows_of(columns), "encoding": encoding}


def rows_of(columns: Mapping[str, Sequence[Any]]) -> Spec:
    """The data of a layer: a record a row; many rows as one text, which is shorter and far sooner written and read.

    columns: equally long, of words or of numbers, where None is missing.
    """
    rows = list(zip(*columns.values(), strict=True))
    if len(rows) < MANY_ROWS:
        return {"values": [dict(zip(columns, row, strict=True)) for row in rows] if columns else [{}]}
    lines = [",".join(columns), *(",".join(map(_cell, row)) for row in rows)]
    kinds = {name: "string" if isinstance(values[0], str) else "number" for name, values in columns.items()}
    return {"values": "\n".join(lines), "format": {"type": "csv", "parse": kinds}}


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return "" if value is None else str(value)


def _tooltip(name: str, columns: Mapping[str, Any], x: Axis, y: Axis) -> list[Spec]:
    """What a pointer at a mark shows: where it stands and what it measures, with units."""
    where = {"left": f"{x.label} from", "right": "to"} if "left" in columns else {"x": x.label}
    measured = {"field": "y", "title": f"{name}: {y.label}"}
    if "category" in columns:
        return [forms.CATEGORY | {"field": "category", "title": x.label}, forms.QUANTITY | measured]
    shown = [{"field": field, "title": title} for field, title in where.items()]
    return [forms.QUANTITY | each for each in (*shown, measured)]


def _fitted(channel: str, form: Spec, axis: Axis, theme: Theme) -> Spec:
    """The form of an axis with its title, domain and ticks."""
    if axis.categories:
        named = {place: name for place, name in enumerate(axis.categories) if name}  # without one: room for words
        ticks = _named_ticks(named, named.values())
        if channel == "y":
            ticks["labelOverlap"] = False  # a row without its name says nothing
    elif axis.scale == "log":
        values = _log_ticks(*axis.domain, theme.ticks)
        ticks = _named_ticks(values, [number(value) for value in values])
    else:
        ticks = {"tickCount": theme.ticks} | _shared_power(axis.domain)
    scale = form["scale"] | {"domain": list(axis.domain)}
    if any(axis.inset):
        before, behind = axis.inset
        scale["range"] = [before, {"expr": f"width - {behind}"}]
    return form | {"title": axis.label, "scale": scale, "axis": ticks}


def _named_ticks(values: Iterable[float], names: Iterable[str]) -> Spec:
    values, names = list(values), list(map(str, names))  # what NumPy calls a string is no expression
    name = f"{names}[indexof({values}, datum.value)]"
    lines = any("\n" in each for each in names)
    return {"values": values, "labelExpr": f"split({name}, '\\n')" if lines else name}


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


def _spanned(axis: Axis, layers: Iterable[Layer], channel: str) -> Axis:
    """The axis with a domain: its own, or that of the data."""
    low, high = axis.domain or _domain(axis, layers, channel)
    least = 1 / LARGEST if axis.scale == "log" else -LARGEST
    return replace(axis, domain=(max(low, least), min(high, LARGEST)))


def _domain(axis: Axis, layers: Iterable[Layer], channel: str) -> tuple[float, float]:
    """From the smallest to the largest value drawn along a channel, with headroom except below a bar's foot at zero and
    beside what fills the width."""
    if axis.categories:
        return (-0.6, len(axis.categories) - 0.4)
    values = [
        number
        for layer in layers
        for name, source in layer.channels.items()
        if name in (channel, f"{channel}2") and isinstance(source, str)
        for number in layer.columns[source]
        if number is not None and (number >= 1 / LARGEST or axis.scale == "linear")
    ]
    if axis.zero:
        values.append(0.0)
    if not values:
        return (1.0, 10.0) if axis.scale == "log" else (0.0, 1.0)
    low, high = min(values), max(values)
    framed = channel == "x" and any(layer.mark["type"] in FRAMED for layer in layers)
    if axis.scale == "log":
        factor = math.exp(HEADROOM * (math.log(high) - math.log(low))) if high > low else 2.0
        return (low, high) if framed and high > low else (low / factor, high * factor)
    if low == high:
        return (low - (abs(low) or 1.0) / 2, high + (abs(high) or 1.0) / 2)
    if framed:
        return (low, high)
    room = HEADROOM * (high - low)
    return (low - room if low != 0 else low, high + room if high != 0 else high)


def _rounded(layer: Layer) -> Layer:
    """The layer with the digits that are drawn, and None for what is not finite or too large to draw."""
    columns = {}
    for name, values in layer.columns.items():
        numbers = values.tolist() if hasattr(values, "tolist") else values
        columns[name] = [rounded(number, DIGITS) if abs(number) <= LARGEST else None for number in numbers]
    return replace(layer, columns=columns)
