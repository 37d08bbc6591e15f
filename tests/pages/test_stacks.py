"""Points named where they stand: stacks of names, their sides, and room for them on the axes."""

from __future__ import annotations

import pytest

from pages.ui.layers import Axis
from pages.ui.stacks import NamedPoint, named_points
from pages.ui.theme import Theme

X, Y = Axis("Bits", "bits", scale="log"), Axis("Error", "%", scale="log")
POINTS = [
    NamedPoint("far", "baseline", 2.0, 9.0, 0.1),
    NamedPoint("second", "rejection", 15.0, 1.0, 0.1),
    NamedPoint("first", "rejection", 12.0, 0.9, 0.1),
    NamedPoint("beside", "ppr", 20.0, 1.0, 0.1),
]


@pytest.fixture(params=[False, True], ids=["screen", "projector"])
def theme(request: pytest.FixtureRequest) -> Theme:
    return Theme(projector=request.param, dark=False)


def texts(layers) -> dict[tuple[str, ...], dict]:
    marks = [layer.mark for group in layers for layer in group if layer.mark["type"] == "text"]
    return {tuple(mark["text"]): mark for mark in marks}


def test_close_points_of_a_role_share_a_stack_from_left_to_right(theme: Theme) -> None:
    layers, _, _ = named_points(POINTS, x=X, y=Y, theme=theme)
    assert set(texts(layers)) == {("far",), ("first", "second"), ("beside",)}


def test_neighbours_are_named_on_opposite_sides(theme: Theme) -> None:
    marks = texts(named_points(POINTS, x=X, y=Y, theme=theme)[0])
    assert marks["first", "second"]["baseline"] == "line-bottom" and marks["first", "second"]["dy"] < 0
    assert marks["beside",]["baseline"] == "line-top" and marks["beside",]["dy"] > 0


def test_axes_hold_points_and_names(theme: Theme) -> None:
    _, x, y = named_points(POINTS, x=X, y=Y, theme=theme)
    assert (x.title, y.title) == ("Bits", "Error")
    assert x.domain[0] < 2.0 < 20.0 < x.domain[1] and y.domain[0] < 0.8 < 9.1 < y.domain[1]
    narrow = named_points([NamedPoint("a", "ppr", 1.0, 1.0, 0.0)], x=X, y=Y, theme=theme)
    assert narrow[2].domain[0] < 1.0 < narrow[2].domain[1]


def test_points_at_zero_have_no_place(theme: Theme) -> None:
    layers, x, y = named_points([NamedPoint("none", "ppr", 1.0, 0.0, 0.1)], x=X, y=Y, theme=theme)
    assert layers == [] and (x, y) == (X, Y)
    wide = named_points([NamedPoint("wide", "ppr", 1.0, 0.1, 5.0)], x=X, y=Y, theme=theme)[2]
    assert 0 < wide.domain[0] < 0.1, "a long bar leaves the axis"
