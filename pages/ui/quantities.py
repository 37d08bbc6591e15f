"""The numbers of a result as tiles or rows: each with its unit, its uncertainty and how it is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import streamlit as st

from pages.ui import markdown_table
from pages.ui.markdown_table import Markup
from pages.ui.state import plain
from ppr_core.experiments.contract import Quantity
from ppr_core.guarantees.references import SOURCES, cite
from ppr_core.texts import Messages, phrase
from ppr_core.wording import measured, number, share, superscript, with_unit

__all__ = [
    "briefly", "cited", "format_value", "measured", "number", "origin", "rows", "show", "superscript", "with_unit",
]  # fmt: skip

message = Messages("shared")

MISSED = 0.05  # chance to see none of n samples at the largest share that is given: 95 % confidence
SHARES = {"": 1.0, "%": 100.0}  # units in which a share is given, and how much the whole is in them
SHIELD = ":material/shield:"
HEAD = ("Quantity", "Value", "How it is known")
PROOF = {
    "guarantee": "guaranteed by proof",
    "bound": "proven limit",
    "shown": "shown by an attack",
}  # on a tile: the table names the source


def show(quantities: Sequence[Quantity]) -> None:
    """One tile for each quantity, side by side as far as there is room; below them what ± is, where it stands."""
    with st.container(key="quantities"):
        for quantity in quantities:
            st.metric(
                *_texts(quantity)[:2],
                plain(briefly(quantity)),
                delta_color="off",
                delta_arrow="off",
                icon=SHIELD if quantity.kind == "guarantee" else None,
                border=True,
                height="stretch",
            )
    if any(quantity.kind == "measured" and quantity.error for quantity in quantities):
        st.caption(message("plus-minus"))


def rows(quantities: Sequence[Quantity]) -> None:
    """One row of a table for each quantity: what is looked up, not what is looked at."""
    cells = ((each.label, Markup(f"**{_texts(each)[1]}**"), _how_known(each)) for each in quantities)
    markdown_table.show("more-quantities", tuple(map(phrase, HEAD)), cells)


def _how_known(quantity: Quantity) -> markdown_table.Markup:
    shield = f"{SHIELD} " if quantity.kind == "guarantee" else ""
    return markdown_table.Markup(f"{shield}{_texts(quantity)[2]}")


@lru_cache(maxsize=4096)
def _texts(quantity: Quantity) -> tuple[str, str, str]:
    """Its label, its value and how it is known, as Markdown shows them as they are."""
    return plain(quantity.label), plain(format_value(quantity)), plain(origin(quantity))


def format_value(quantity: Quantity) -> str:
    """The value with its error and unit; a count of zero as the bound it gives on the share."""
    if _is_zero_share(quantity):
        most = SHARES[quantity.unit] * (1 - MISSED ** (1 / quantity.samples))
        return f"≤ {with_unit(number(most, 2), quantity.unit)}"
    if quantity.kind == "measured":
        return measured(quantity.value, quantity.error, phrase(quantity.unit))
    write = share if quantity.unit == "%" else number
    return with_unit(write(quantity.value), phrase(quantity.unit))


def briefly(quantity: Quantity) -> str:
    """How the value is known, in the words of a tile: without the source of a proof."""
    return phrase(PROOF[quantity.kind]) if quantity.kind in PROOF else origin(quantity)


def origin(quantity: Quantity) -> str:
    """How the value is known: "computed", "measured, 4 runs", "measured, n = 9", "measured once", or what proves it."""
    if quantity.kind == "exact":
        return phrase("computed")
    if quantity.kind == "measured":
        samples = quantity.samples_text or ("" if quantity.samples is None else f"n = {number(quantity.samples)}")
        if _is_zero_share(quantity):
            return f"{phrase('0 seen')}, {samples} (95\u00a0% {phrase('confidence')})"
        if quantity.samples == 1:
            return phrase("measured once")
        return ", ".join(filter(None, (phrase("measured"), samples)))
    return ": ".join(filter(None, (phrase(quantity.kind), quantity.source and cited(quantity.source))))


def cited(key: str) -> str:
    """The citation of a key of the bibliography; any other sentence as it is."""
    return cite(key) if key in SOURCES else key


def _is_zero_share(quantity: Quantity) -> bool:
    """Whether this is a share of samples of which none was hit."""
    counted = quantity.kind == "measured" and quantity.value == 0 and not quantity.error
    return counted and (quantity.samples or 0) > 1 and quantity.unit in SHARES
