"""The live formula: LaTeX, the numbers in it, and its table of symbols."""

from __future__ import annotations

import math

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.formula import latex, substituted, symbol_table
from ppr_core.experiments.contract import FieldSpec, Formula, Symbol
from ppr_core.wording import MINUS, number

SPECS = {"alpha": FieldSpec(kind="real", label="Order of PPR", symbol="α")}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.25, "3.25"),
        (-3.25, "-3.25"),
        (200_000, r"200\,000"),
        (1.5e-7, r"1.5 \cdot 10^{-7}"),
        (-1e12, r"-10^{12}"),
        (math.inf, r"\infty"),
        (math.nan, r"\text{undefined}"),
    ],
)
def test_numbers_become_latex(value: float, text: str) -> None:
    assert latex(number(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4.0, "2x = 4"),
        (0.5, "2x = 0.5"),
        (12345.0, r"2x = 12\,345"),
        (2 / 3, r"2x \approx 0.6667"),
        (12345.6, r"2x \approx 12\,346"),
        (2.0**70, r"2x \approx 1.181 \cdot 10^{21}"),
        (math.inf, r"2x = \infty"),
    ],
)
def test_value_follows_the_numbers_and_rounding_is_admitted(value: float, text: str) -> None:
    assert substituted(Formula("Title", "y = 2x", "2x", value)) == text


def test_symbols_name_unit_and_control() -> None:
    symbols = (
        Symbol(r"\alpha", "order", 2.0, "", "alpha"),
        Symbol(r"\|z\|", "norm | length", 1.5e-7, "σ"),
        Symbol("|x|", "size", -3.0, "units"),
        Symbol("X", "set of inputs", "the *unit* ball"),
    )
    header, rule, order, norm, size, inputs = symbol_table(symbols, SPECS).splitlines()
    assert header.count("|") == rule.count("|") == 5
    assert order == r"| $\alpha$ | order | 2 | Order of PPR α |"
    assert r"$\Vert z\Vert $" in norm and r"norm \| length" in norm and "1.5·10⁻⁷\u00a0σ" in norm.replace("\\", "")
    assert r"$\vert x\vert $" in size and f"{MINUS}3\u00a0units" in size
    assert r"the \*unit\* ball" in inputs, "text is shown as text, not as Markdown"
    for row in (order, norm, size, inputs):
        assert row.replace(r"\|", "").count("|") == 5, "no symbol may break its row"


def test_a_symbol_of_an_unknown_control_is_an_error() -> None:
    with pytest.raises(KeyError):
        symbol_table((Symbol("b", "bound", 1.0, "", "beta"),), SPECS)


def test_page_shows_formula_numbers_symbols_and_source() -> None:
    def page() -> None:
        from pages.ui import formula
        from ppr_core.experiments.contract import FieldSpec, Formula, Symbol

        specs = {"alpha": FieldSpec(kind="real", label="Order of PPR", symbol="α")}
        symbols = (Symbol(r"\alpha", "order", 2.0, "", "alpha"),)
        shown = Formula("Privacy", r"\varepsilon = 2\alpha", r"2 \cdot 2", 4.0, symbols, "ppr.theorem7")
        formula.show((shown, Formula("Bare", "y", "1", 1.0, source="a lecture")), specs)

    app = AppTest.from_function(page).run()
    assert not app.exception
    blocks = [block.value.strip("$\n") for block in app.latex]
    assert blocks == [r"\varepsilon = 2\alpha", r"2 \cdot 2 = 4", "y", "1 = 1"]
    assert any("Order of PPR" in block.value for block in app.markdown)
    first, second = app.caption
    assert first.value.endswith("Theorem 7") and second.value == "Source: a lecture"
