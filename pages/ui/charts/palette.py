"""The visual language: one colour, dash, width and point shape for each role, the same on every page.

Colours follow Okabe and Ito's colour-blind safe set, shifted in lightness for a light and a dark background so that
every mark reaches a contrast of 3:1 and every text 4.5:1 (WCAG 2). No two roles share both dash and shape, so a chart
also reads in greyscale.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLORS", "INK", "STYLES", "Ink", "Style"]

DASHED = (8, 4)
DASH_DOT = (9, 3, 2, 3)
DOTTED = (1, 5)


@dataclass(frozen=True)
class Style:
    """How one role is drawn.

    light, dark: mark colours on the two backgrounds; dash: alternating drawn and empty lengths in pixels, empty for
    a solid line; width: line width in pixels; shape: Vega symbol of a measured point.
    """

    light: str
    dark: str
    dash: tuple[int, ...]
    width: float
    shape: str


@dataclass(frozen=True)
class Ink:
    """Colours that belong to no role: page background, text, secondary text, grid lines."""

    background: str
    text: str
    muted: str
    grid: str


STYLES = {
    "law": Style("#1f1d1b", "#f4f2ef", (), 4.0, "diamond"),
    "ppr": Style("#0063a0", "#3c97da", (), 2.5, "circle"),
    "mrc": Style("#c95200", "#ec7228", DASHED, 2.5, "square"),
    "pfr": Style("#2f93c8", "#69c6fc", DASH_DOT, 2.5, "triangle-up"),
    "rejection": Style("#b65f90", "#d783b1", (14, 4), 2.5, "cross"),
    "dithered": Style("#078a63", "#2eb185", (4, 3), 2.5, "triangle-down"),
    "sketch": Style("#b87d00", "#eda517", (12, 3, 2, 3, 2, 3), 2.5, "triangle-right"),
    "baseline": Style("#716d68", "#a8a49e", (), 1.5, "triangle-left"),
    "bound": Style("#504c48", "#cbc7c1", DOTTED, 2.5, "stroke"),
}

COLORS = {
    "light": {role: style.light for role, style in STYLES.items()},
    "dark": {role: style.dark for role, style in STYLES.items()},
}

# The backgrounds are Streamlit's own for the two schemes.
INK = {
    "light": Ink(background="#ffffff", text="#2f2d2b", muted="#55524e", grid="#e6e4e1"),
    "dark": Ink(background="#171614", text="#edebe8", muted="#bdb9b4", grid="#33312e"),
}
