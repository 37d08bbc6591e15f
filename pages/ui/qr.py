"""A link as a picture that telephones read."""

from __future__ import annotations

import html
import importlib
import importlib.util
from functools import lru_cache

__all__ = ["image", "known", "picture"]


def known() -> bool:
    """Whether the package that draws them is here."""
    return bool(importlib.util.find_spec("segno"))


def picture(link: str) -> str:
    """The link as the address of an SVG image, dark on white; "" where the package segno is missing."""
    return _drawn(link) if known() else ""


@lru_cache(maxsize=256)
def _drawn(link: str) -> str:
    """Once for all who see it: a page has its link on paper, and choosing among all masks takes four times as long."""
    code = importlib.import_module("segno").make(link, error="l", mask=3)
    return code.svg_data_uri(scale=4, border=2, light="#fff")


def image(link: str, name: str) -> str:
    """The picture in HTML, with a name for those who do not see it; "" where there is none."""
    address = picture(link)
    return f'<img src="{html.escape(address)}" class="qr" alt="{html.escape(name)}">' if address else ""
