"""Tables as people write them: every way that can be read in one sense is, all others get a sentence with the place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppr_core.typed_tables import linked, number_of, rows_of, rows_of_link


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("0.25", 0.25), (".25", 0.25), ("25%", 0.25), ("25 %", 0.25), ("1/4", 0.25), (" 1 / 4 ", 0.25),
        ("2.5e-1", 0.25),
        ("-3", -3.0), ("+1.", 1.0), ("0.5/2", 0.25), ("50/2%", 0.25),
        ("", None), ("%", None), ("1/0", None), ("1/2/3", None), ("nan", None), ("inf", None), ("0x1", None),
        ("1_0", None), ("a", None), ("1 2", None), ("½", None), ("٣", 3.0), ("/", None), ("1/", None),
    ],
)  # fmt: skip
def test_numbers(cell: str, number: float | None) -> None:
    assert number_of(cell) == number


@pytest.mark.parametrize(
    "text",
    [
        "0.5,0.5\n0.2,0.8",
        "0.5, 0.5\n0.2, 0.8",
        "0.5,0.5,\n0.2,0.8,\n",
        "\n\n0.5,0.5\n\n  \n0.2,0.8\n,\n",
        "0.5;0.5\r\n0.2;0.8",
        "0,5;0,5\r0,2;0,8;;",
        "0,5\t0,5\n0,2\t0,8\t",
        "0,5 0,5\n0,2   0,8",
        "0.5 0.5\n0.2 0.8",
        "0.5\xa00.5\n0.2\xa00.8",
        '"0,5","0,5"\n"0,2","0,8"',
        '"0.5","0.5"\n"0.2","0.8"',
        " 0,5 ;  0,5\n0,2;0,8",
    ],
)
def test_separators_and_decimal_signs(text: str) -> None:
    assert linked(rows_of(text, "table")) == "0.5,0.5;0.2,0.8"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (",yes,no answer\nnot sure,0.4,0.6\n", ",yes,no answer;not sure,0.4,0.6"),
        ("answer;yes;no\na, b;0,4;0,6\n", "answer,yes,no;a b,0.4,0.6"),
        ("yes no\n0,4 0,6", "yes,no;0.4,0.6"),
        ("a 0,4 0,6\nb 1/3 2/3", "a,0.4,0.6;b,1/3,2/3"),
        ("1,000;0,000\n0,125;0,875", "1.000,0.000;0.125,0.875"),
        ("12,5 %;87,5 %\n1/2;1/2", "12.5 %,87.5 %;1/2,1/2"),
        ("−1;0\n0;1", "-1,0;0,1"),
        ("1,0\n0,1", "1,0;0,1"),
        ("0,1,0,0\n0,0,1,0", "0,1,0,0;0,0,1,0"),
        ("", ""),
    ],
)
def test_names_fractions_and_whole_numbers(text: str, found: str) -> None:
    assert linked(rows_of(text, "table")) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0,5,0,5\n0,2,0,8", r"^table, line 1 must be parted by semicolons, tabs or spaces if commas are decimal"),
        ("1,0\n0,5, 0,5", r"^table, line 2 must be parted by semicolons, .* got '0,5, 0,5'\."),
        ("1,000;2,000\n3,000;4", r"^table, line 1, column 1 must be a number whose comma can only be decimal.*'1,000'"),
        ('"a,1\n2,3', r"^table, line 2 must be a row of cells, each with both of its quotes"),
        ("1\n" * 1001, r"^table must be a table of at most 1000 rows and 1000 columns; got more\."),
        (",".join("1" * 1001), r"at most 1000 rows"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rows_of(text, "table")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='01,.;/% \t\n"a-', max_size=40))
def test_what_is_read_is_read_again_as_the_same(text: str) -> None:
    """A link holds what was read, and every refusal is one sentence."""
    try:
        once = linked(rows_of(text, "table"))
    except ValueError as error:
        assert str(error).startswith("table") and str(error).endswith(".")
        return
    again = rows_of_link(once)
    assert linked(again) == once and [cells for _, cells in again] == [
        [re.sub(r"[;,\"'\s]+", " ", cell).strip() for cell in cells] for _, cells in rows_of(text, "table")
    ]
