"""Formulas with the numbers of the moment put in, and what each symbol stands for."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import streamlit as st

from pages.ui.controls import name_of
from pages.ui.quantities import cited
from pages.ui.state import plain
from ppr_core.experiments.contract import FieldSpec, Formula, Symbol
from ppr_core.texts import phrase
from ppr_core.wording import LARGEST_WHOLE, MINUS, THIN, number, rounded, superscript, with_unit

__all__ = ["latex", "show", "substituted", "symbol_table"]

DIGITS = 4
POWERS = {superscript(digit): str(digit) for digit in range(10)} | {superscript(-1)[0]: "-"}
COMMANDS = {"·": r" \cdot ", THIN: r"\,", MINUS: "-", "∞": r"\infty", "undefined": r"\text{undefined}"}


def show(formulas: Sequence[Formula], specs: Mapping[str, FieldSpec]) -> None:
    """Each formula symbolic and with numbers, its value, its symbols with the controls that set them, its source."""
    for formula in formulas:
        st.header(plain(formula.title), anchor=False)
        st.latex(formula.symbolic)
        st.latex(substituted(formula))
        if formula.symbols:
            st.markdown(symbol_table(formula.symbols, specs))
        if formula.source:
            st.caption(f"Source: {plain(cited(formula.source))}")


def substituted(formula: Formula) -> str:
    """LaTeX of the formula with its numbers and what they come to, to four digits."""
    value = formula.value
    in_full = not math.isfinite(value) or rounded(value, DIGITS) == value
    relation = "=" if in_full or (value.is_integer() and abs(value) < LARGEST_WHOLE) else r"\approx"
    return f"{formula.substituted} {relation} {latex(number(value, DIGITS))}"


def latex(number: str) -> str:
    """A formatted number in LaTeX."""
    number = re.sub(f"[{''.join(POWERS)}]+", lambda power: f"^{{{power[0].translate(str.maketrans(POWERS))}}}", number)
    for character, command in COMMANDS.items():
        number = number.replace(character, command)
    return number


def symbol_table(symbols: Sequence[Symbol], specs: Mapping[str, FieldSpec]) -> str:
    """A Markdown table: symbol, meaning, value with unit, and the control that sets it."""
    heads = map(phrase, ("Symbol", "Meaning", "Value now", "Set by"))
    rows = [f"| {' | '.join(heads)} |", "| --- | --- | --- | --- |"]
    for symbol in symbols:
        value = symbol.value if isinstance(symbol.value, str) else number(symbol.value, 4)
        control = plain(name_of(specs[symbol.field])) if symbol.field else "–"
        name = symbol.symbol.replace(r"\|", r"\Vert ").replace("|", r"\vert ")  # a bar would end the table's cell
        cells = (f"${name}$", plain(symbol.meaning), plain(with_unit(value, symbol.unit)), control)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
