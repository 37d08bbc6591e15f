"""Sizes and colours of charts: one `Theme`, turned into the settings of Vega-Lite and of Plotly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from pages.ui.charts.palette import COLORS, INK, STYLES, Ink
from ppr_core.wording import MINUS, THIN

__all__ = ["Span", "Theme"]

Span = tuple[str, str, str, float, float]  # channel, the titles of x and y, low, high

# On screen Streamlit's own font is used; a file must name fonts that other machines have.
FILE_FONT = "DejaVu Sans, Arial, Helvetica, sans-serif"
NUMBERS = {"decimal": ".", "thousands": THIN, "grouping": [3], "currency": ["", ""], "minus": MINUS}


def _browser_is_dark() -> bool:
    return st.context.theme.type == "dark"


@dataclass(frozen=True)
class Theme:
    """How charts look to this visitor.

    projector: text of at least 30 px of 1080 and lines of at least 3 px, readable from the last row; lesson: at a stop,
    which shows nothing that it does not name; dark: for a dark background, by default what the visitor's browser shows;
    spans: of axes that several pictures share; any_font: in whatever font the reader of a file has.
    """

    projector: bool = False
    lesson: bool = False
    dark: bool = field(default_factory=_browser_is_dark)
    spans: tuple[Span, ...] = ()
    any_font: bool = False

    @property
    def scheme(self) -> str:
        return "dark" if self.dark else "light"

    @property
    def ink(self) -> Ink:
        return INK[self.scheme]

    @property
    def font_size(self) -> int:
        """Tick, key and label text, in px."""
        return 30 if self.projector else 13

    @property
    def title_size(self) -> int:
        """Axis titles, in px."""
        return self.font_size + 1

    @property
    def font(self) -> dict[str, Any]:
        """Plotly's font of plain text."""
        return {"size": self.font_size, "color": self.ink.text}

    @property
    def height(self) -> int:
        """Height of a chart in px where the style sheet sets none (it follows the window, see `style`)."""
        return 660 if self.projector else 400

    @property
    def ticks(self) -> int:
        """About how many ticks an axis carries."""
        return 5 if self.projector else 7

    @property
    def point_area(self) -> int:
        """Area of a measured point, in px²."""
        return 200 if self.projector else 60

    @property
    def beside(self) -> int:
        """Between a point and the words beside it, in px."""
        return 18 if self.projector else 9

    def color(self, role: str) -> str:
        """The role's colour on this background."""
        return COLORS[self.scheme][role]

    def width(self, role: str) -> float:
        """The role's line width, in px."""
        width = STYLES[role].width
        return max(3.0, 1.7 * width) if self.projector else width

    def dash(self, role: str) -> list[float]:
        """The role's dashes, in px; empty for a solid line."""
        return [length * (1.7 if self.projector else 1.0) for length in STYLES[role].dash]

    def on_paper(self) -> Theme:
        """The same sizes on a white background, for a file."""
        return replace(self, dark=False)

    def vega_config(self, styles: Iterable[str], *, for_file: bool = False) -> dict[str, Any]:
        """Vega-Lite's config: text and axes, and each named mark style ("ppr-line", "law-band", ...) in use."""
        ink, text = self.ink, {"labelFontSize": self.font_size, "titleFontSize": self.title_size}
        padding = 12 if self.projector else 6
        axis = text | {
            "labelColor": ink.muted,
            "titleColor": ink.text,
            "titleFontWeight": "normal",
            "labelFontWeight": "normal",
            "gridColor": ink.grid,
            "domainColor": ink.muted,
            "tickColor": ink.muted,
            "tickSize": padding,
            "labelPadding": padding,
            "titlePadding": padding + 4,
            "labelLimit": 0,
            "titleLimit": 0,
            "labelOverlap": "greedy",
        }
        config: dict[str, Any] = {
            "background": ink.background,
            "view": {"stroke": None},
            # The chart has one text alternative and a table; a description of every single mark would drown them.
            "mark": {"aria": False},
            "axis": axis,
            "axisX": {"grid": False, "domain": True, "ticks": True, "labelFlush": False},
            # The title stands level above its axis: it is read without turning the head, and costs no width.
            "axisY": {"grid": True, "domain": False, "ticks": False, "labelFlush": False}
            | {"minExtent": 80 if self.projector else 44, "titleAngle": 0, "titleAlign": "left", "titleAnchor": "end"}
            | {"titleBaseline": "bottom", "titleX": 0, "titleY": -padding - 2},
            "title": {"color": ink.text, "fontSize": self.title_size + 3, "anchor": "start", "offset": 14}
            | {"subtitleColor": ink.muted, "subtitleFontSize": self.font_size, "subtitlePadding": 6},
            "locale": {"number": NUMBERS},
            "style": {name: self._mark_style(name) for name in styles},
        }
        return config | {"font": FILE_FONT} if for_file else config

    def _mark_style(self, name: str) -> dict[str, Any]:
        """The mark properties of "<role>-<kind>", or of one of the kinds of text."""
        if name == "rim":
            rim = {"color": self.ink.background, "stroke": self.ink.background, "strokeJoin": "round"}
            return rim | {"fontSize": self.font_size, "strokeWidth": self.font_size / 4}
        if name in ("label", "note"):
            return {"color": self.ink.text if name == "label" else self.ink.muted, "fontSize": self.font_size}
        role, _, kind = name.partition("-")
        color, width = {"color": self.color(role)}, self.width(role)
        match kind:
            case "line":
                cap = "round" if role == "bound" else "butt"
                return color | {"strokeWidth": width, "strokeDash": self.dash(role), "strokeCap": cap}
            case "rule":
                return color | {"strokeWidth": max(1.5, 0.6 * width) if not self.projector else 3.0}
            case "bar":
                return color | {"fillOpacity": 0.4}
            case "box":
                outline = {"stroke": self.color(role), "strokeDash": self.dash(role), "strokeWidth": 0.7 * width}
                return color | {"fillOpacity": 0.4} | outline
            case "band":
                return color | {"fillOpacity": 0.2, "strokeOpacity": 0}
            case "point":
                return color | {"shape": STYLES[role].shape, "size": self.point_area, "opacity": 1.0}
            case "exact":
                halo = {"stroke": self.ink.background, "strokeWidth": 1.0}
                return color | halo | {"shape": "diamond", "size": 2.2 * self.point_area, "opacity": 1.0}
        raise ValueError(f"style must be a role and a kind of mark; got {name!r}.")
