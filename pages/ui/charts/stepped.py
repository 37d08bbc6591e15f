"""Plotly figures, for what is stepped through, dragged or turned: the same colours and sizes as every other chart."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.layout_utils import LayoutConfig
from streamlit.elements.lib.utils import compute_and_register_element_id
from streamlit.proto.PlotlyChart_pb2 import PlotlyChart

from pages.ui.charts.layers import Axis
from pages.ui.charts.palette import STYLES
from pages.ui.charts.theme import Theme

__all__ = [
    "FILLING", "Drawing", "figure", "line_style", "marker_style", "panel", "send", "square_panels", "text_sides",
    "toolbar", "words",
]  # fmt: skip

FILLING = LayoutConfig(width="stretch", height="stretch")  # a chart fills its box

# Plotly's names of the shapes that it calls differently.
SYMBOLS = {"stroke": "line-ew"}

# Of words beside points, in shares of the picture: the width of a letter, the height of a line, the distance.
_LETTER, _LINE, _GAP = 0.012, 0.07, 0.025
_SIDES = {"middle right": (1, 0), "middle left": (-1, 0), "bottom center": (0, -1), "top center": (0, 1)}


class Drawing:
    """The traces and the layout of a Plotly figure as plain dictionaries, until `chart` makes the figure of them.

    Plotly's own figure looks through all that there is whenever something is added: 10 to 20 ms a picture.
    """

    def __init__(self, layout: dict[str, Any]) -> None:
        self.data: list[dict[str, Any]] = []
        self.layout = layout

    @property
    def chart(self) -> go.Figure:
        """The figure; its words are not checked again."""
        return go.Figure(_listed({"data": self.data, "layout": self.layout}), _validate=False)

    def add(self, kind: str, **trace: Any) -> None:
        """A trace of that kind, above those before it."""
        self.data.append({"type": kind} | trace)

    def add_scatter(self, **trace: Any) -> None:
        """Points or lines."""
        self.add("scatter", **trace)

    def add_shape(self, **shape: Any) -> None:
        """A line, rectangle or circle."""
        self.layout.setdefault("shapes", []).append(shape)

    def update_layout(self, **changes: Any) -> None:
        """Change what is named and keep the rest, settings within settings too."""
        self.layout = _changed(self.layout, changes)


def _listed(setting: Any) -> Any:
    """The setting with lists for its tuples, as Plotly's own check leaves them."""
    if isinstance(setting, dict):
        return {name: _listed(value) for name, value in setting.items()}
    return [_listed(value) for value in setting] if isinstance(setting, list | tuple) else setting


def _changed(settings: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    both = {
        name: _changed(settings[name], change) if isinstance(change, dict) and name in settings else change
        for name, change in changes.items()
    }
    return settings | both


def send(place: DeltaGenerator, spec: str, key: str, config: dict[str, Any], alternative: str) -> None:
    """Draw a finished figure, written by Plotly, as `st.plotly_chart` would, which writes it anew for each visitor."""
    told = {"config": json.dumps(config), "theme": "streamlit", "alt": alternative}
    identity = compute_and_register_element_id(
        "plotly_chart", user_key=key, key_as_main_identity=False, dg=place, plotly_spec=spec, **told
    )
    place._enqueue("plotly_chart", PlotlyChart(id=identity, spec=spec, **told), FILLING)


def figure(theme: Theme, x: Axis, y: Axis) -> Drawing:
    """An empty figure with titled axes, to which a page adds its traces.

    Every size and colour is explicit: Streamlit's Plotly theme replaces what a figure leaves open or sets globally.
    """
    ink, text = theme.ink, theme.font
    title = {"size": theme.title_size, "color": ink.text}
    common = {
        "tickfont": {"size": theme.font_size, "color": ink.muted},
        "gridcolor": ink.grid,
        "linecolor": ink.muted,
        "zeroline": False,
        "nticks": theme.ticks,
        "ticks": "",  # Streamlit draws them on the first axes only
        "automargin": True,
    }
    across = {"title": {"text": x.label, "font": title}, "showgrid": False, "showline": True}
    upwards = {"title": {"text": y.label, "font": title}, "showline": False}
    return Drawing(
        {
            "xaxis": across | common | _scale(x),
            "yaxis": upwards | common | _scale(y),
            "font": text,
            "legend": {"font": text, "orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
            "hoverlabel": {"font": {"size": theme.font_size}},
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "paper_bgcolor": ink.background,
            "plot_bgcolor": ink.background,
        }
    )


def words(figure: Drawing, theme: Theme, text: str, **place: Any) -> None:
    """A text without an arrow, in the theme's font unless the place says otherwise."""
    figure.layout.setdefault("annotations", []).append({"text": text, "showarrow": False, "font": theme.font} | place)


def panel(figure: Drawing, theme: Theme, number: int, head: str) -> dict[str, str]:
    """The axes of one of two panels beside each other, from 0, with a head above it."""
    axes = {f"{kind}axis": f"{kind}{number + 1 if number else ''}" for kind in "xy"}
    place = {f"{kind}ref": f"{axes[f'{kind}axis']} domain" for kind in "xy"}
    words(figure, theme, head, x=0.5, y=1.01, yanchor="bottom", **place)
    return axes


def square_panels(figure: Drawing, shares: Sequence[tuple[float, float]], x: Any, y: Any, **layout: Any) -> None:
    """Two panels of one scale in those shares of the width; x, y: settings of both axes."""
    first, second = figure.layout["xaxis"], figure.layout["yaxis"]
    figure.update_layout(
        # Square panels are lower than they might be wide: they stand close together, what is left over outside.
        xaxis=x | {"domain": shares[0], "constraintoward": "right"},
        yaxis=y | {"scaleanchor": "x", "constraintoward": "top"},
        xaxis2=first | x | {"domain": shares[1], "anchor": "y2", "constraintoward": "left"},
        yaxis2=second
        | y
        | {"scaleanchor": "x2", "anchor": "x2", "title": {"text": ""}, "showticklabels": False}
        | {"constraintoward": "top"},
        **layout,
    )


def line_style(role: str, theme: Theme) -> dict[str, Any]:
    """A trace's ``line``: the role's colour, width and dash."""
    dash = ",".join(f"{length:g}px" for length in theme.dash(role)) or "solid"
    return {"color": theme.color(role), "width": theme.width(role), "dash": dash}


def marker_style(role: str, theme: Theme, *, exact: bool = False) -> dict[str, Any]:
    """A trace's ``marker``: the role's colour and shape, a larger diamond for exact values."""
    shape = "diamond" if exact else SYMBOLS.get(STYLES[role].shape, STYLES[role].shape)
    diameter = math.sqrt(theme.point_area) * (1.5 if exact else 1.1)
    edge = {"color": theme.color(role) if shape in SYMBOLS.values() else theme.ink.background, "width": 1}
    return {"color": theme.color(role), "symbol": shape, "size": diameter, "line": edge}


def text_sides(x: Sequence[float], y: Sequence[float], labels: Sequence[str]) -> list[str]:
    """For each label the side of its point where it covers the fewest other points and labels, in Plotly's words.

    x, y: (n,) places of the points as shares of the picture, y NaN where there is none; labels: (n,), "" for none.
    """
    sides, taken = ["middle right"] * len(labels), []
    for i in sorted((i for i, label in enumerate(labels) if label), key=lambda i: -len(labels[i])):
        half, options = _LETTER * len(labels[i]) / 2, []
        for side, (right, up) in _SIDES.items():
            at_x, at_y = x[i] + right * (_GAP + half), y[i] + up * (_GAP + _LINE / 2)
            near = sum(
                abs(x0 - at_x) < half + _GAP / 2 and abs(y0 - at_y) < _LINE / 2 + 0.8 * _GAP
                for place, (x0, y0) in enumerate(zip(x, y, strict=True))
                if place != i
            )
            touching = sum(abs(at_x - x0) < half + half0 and abs(at_y - y0) < _LINE for x0, y0, half0 in taken)
            outside = not (half < at_x < 1 - half and _LINE / 2 < at_y < 1 - _LINE / 2)
            options.append((outside, near + touching, len(options), side, (at_x, at_y, half)))
        *_, sides[i], box = min(options)
        taken.append(box)
    return sides


def toolbar(name: str) -> dict[str, Any]:
    """Plotly's settings for a toolbar with zoom and a download as SVG under that name."""
    return {
        "displaylogo": False,
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
        "toImageButtonOptions": {"format": "svg", "filename": name},
    }


def _scale(axis: Axis) -> dict[str, Any]:
    """Type, range and named ticks of an axis."""
    scale: dict[str, Any] = {"type": axis.scale}
    if axis.domain:
        scale["range"] = [math.log10(end) if axis.scale == "log" else end for end in axis.domain]
    elif axis.zero:
        scale["rangemode"] = "tozero"
    if axis.categories:
        scale |= {"tickvals": list(range(len(axis.categories))), "ticktext": list(axis.categories)}
    return scale
