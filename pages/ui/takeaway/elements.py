"""Elements of SVG as text."""

from __future__ import annotations

import html
import re
from typing import Any

__all__ = ["path", "px", "rectangle", "tag", "words"]


def path(way: str, **style: Any) -> str:
    """A way that a pen draws, as SVG writes it."""
    return tag("path", d=way, **style)


def rectangle(left: float, top: float, wide: float, high: float, **style: Any) -> str:
    """A box, in pixels."""
    return tag("rect", x=left, y=top, width=wide, height=high, **style)


def words(x: float, y: float, text: str, anchor: str, color: str | None, bold: bool = False) -> str:
    """A line of text that starts, ends or has its middle at a place; marks of HTML in it are left out."""
    plain = html.escape(html.unescape(re.sub(r"<[^>]+>", "", str(text))))
    style = {"text_anchor": anchor, "fill": color or "#000", "font_weight": "700" if bold else None}
    return tag("text", plain, x=x, y=y, **style)


def tag(name: str, inside: str = "", **attributes: Any) -> str:
    """An element; an attribute that is None is left out."""
    shown = {key.replace("_", "-"): value for key, value in attributes.items() if value is not None}
    start = " ".join([name, *(f'{key}="{px(value, 2 if "opacity" in key else 1)}"' for key, value in shown.items())])
    return f"<{start}>{inside}</{name}>" if inside else f"<{start}/>"


def px(value: Any, decimals: int = 1) -> str:
    """A length as SVG has it, a text as it is."""
    return f"{value:.{decimals}f}".removesuffix(".0") if isinstance(value, float) else str(value)
