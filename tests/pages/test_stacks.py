"""Points named where they stand: stacks of names, their sides, and room for them on the axes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

from pages.ui.charts import stacks
from pages.ui.charts.layers import Axis
from pages.ui.charts.stacks import NamedCurve, NamedPoint, named_curves, named_points
from pages.ui.charts.theme import Theme

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


CROWD = [
    NamedPoint("Hadamard (2)", "baseline", 2.0, 2.4, 0.05),
    NamedPoint("PPR, RAPPOR (2.86)", "ppr", 2.86, 1.97, 0.05),
    NamedPoint("PPR, subsets (2.88)", "ppr", 2.88, 1.9, 0.05),
    NamedPoint("PI generalised (16)", "rejection", 16.0, 2.03, 0.05),
    NamedPoint("PI, all of ε (16)", "rejection", 16.0, 2.02, 0.05),
    NamedPoint("PI-RAPPOR (20)", "rejection", 20.0, 1.88, 0.05),
    NamedPoint("rejection, subsets (128)", "rejection", 128.0, 1.9, 0.05),
    NamedPoint("subset selection (1000)", "baseline", 1000.0, 1.95, 0.05),
    NamedPoint("RAPPOR (1000)", "baseline", 1000.0, 1.85, 0.05),
    NamedPoint("k-ary RR (10)", "baseline", 10.0, 18.5, 0.3),
    NamedPoint("PPR, k-ary RR (2.66)", "ppr", 2.66, 19.0, 0.3),
]


def overlapping(points: list[NamedPoint]) -> int:
    """Pairs of stacks whose names meet on a plot of 330 px, characters being half as wide as the font is high."""
    theme = Theme(dark=False)
    layers, x, y = named_points(points, x=X, y=Y, theme=theme)
    boxes = []
    for layer in (layer for group in layers for layer in group if layer.mark["type"] == "text"):
        mark, names = layer.mark, layer.mark["text"]
        place = math.log(layer.columns["x"][0] / x.domain[0]) / math.log(x.domain[1] / x.domain[0])
        height = math.log(y.domain[1] / layer.columns["y"][0]) / math.log(y.domain[1] / y.domain[0])
        width = 0.5 * theme.font_size * max(map(len, names))
        left = 330 * place + mark["dx"] - {"left": 0, "center": 0.5, "right": 1}[mark["align"]] * width
        first = 0.6 * theme.height * height + mark["dy"]  # the edge of the first row
        top = first - (mark["baseline"] == "line-bottom") * mark["lineHeight"]
        boxes.append((left, top, left + width, top + len(names) * mark["lineHeight"]))
    return sum(
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        for one, other in combinations(boxes, 2)
    )


@pytest.mark.parametrize("worst", [1.0, 3.0])
def test_names_of_a_crowd_do_not_overlap(worst: float, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [replace(one, y=worst * one.y) if one.y > 10 else one for one in CROWD]
    assert not overlapping(points)
    monkeypatch.setattr(stacks, "_apart", lambda found, *others: found)
    assert overlapping(points), "all of them just above their points"


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


def curve(name: str, factor: float, slope: float) -> NamedCurve:
    x = [0.5 * step for step in range(1, 17)]
    return NamedCurve(name, x, [factor * math.exp(-slope * at) for at in x])


def test_rivals_differ_in_dash_and_are_named_on_free_sides(theme: Theme) -> None:
    first, top, same = curve("first", 1.0, 0.5), curve("top", 3.0, 0.5), curve("same", 1.01, 0.5)
    layers = named_curves([top, same], first, theme=theme)
    dashes = [tuple(group[0].mark["strokeDash"]) for group in layers]
    assert len(set(dashes)) == 2
    marks = {group[1].mark["text"]: group[1].mark for group in layers}
    assert set(marks) == {"top", "same (as first)"}, "a curve that covers the first one says so"
    assert marks["top"]["baseline"] == "bottom", "nothing above it"
    assert marks["same (as first)"]["baseline"] == "top", "nothing below it"
    for group, one in zip(layers, (top, same), strict=True):
        place = list(one.x).index(group[1].columns["x"][0])
        assert group[1].columns["y"] == [one.y[place]], "a name stands at its curve"


def test_a_curve_that_crosses_another_is_named_behind_the_crossing(theme: Theme) -> None:
    first, low = curve("first", 1.2, 0.2), curve("low", 0.8, 0.2)
    middle = curve("middle", 1.0, 0.5)
    group = named_curves([middle, low], first, theme=theme)[0]
    assert group[1].mark["baseline"] == "top" and group[1].columns["x"][0] > 1.0, "where it is the lowest"


def test_curves_that_are_one_to_the_eye_share_a_name(theme: Theme) -> None:
    layers = named_curves([curve("a", 1.0, 0.5), curve("b", 1.01, 0.5)], curve("first", 0.99, 0.5), theme=theme)
    assert [group[1].mark["text"] for group in layers if len(group) > 1] == ["a, b (as first)"]


def test_more_names_than_the_chart_is_high_leave_an_axis(theme: Theme) -> None:
    """Ten of a role at one place, twice: their names would take more than all of the height, whatever the range."""
    many = [
        NamedPoint(f"{role} {n}", role, 2.0, 1.0 + 1e-3 * n, 0.01) for role in ("ppr", "baseline") for n in range(10)
    ]
    low, high = named_points(many, x=X, y=Y, theme=theme)[2].domain
    assert 1e-6 < low < 0.99 and 1.02 < high < 1e6
