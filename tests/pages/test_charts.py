"""Charts: the visual language, text alternatives, units, sizes, and that every shared chart draws what it is given."""

from __future__ import annotations

import copy
import csv
import dataclasses
import json
import math
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from typing import Any
from xml.etree import ElementTree

import altair
import jsonschema
import numpy as np
import pytest
import vl_convert
from streamlit.testing.v1 import AppTest

from pages.ui import charts
from pages.ui.charts import Axis, Figure, Series, Theme, forms, key, stepped
from pages.ui.charts.forms import Layer
from pages.ui.charts.palette import INK, STYLES
from pages.ui.takeaway.spans import shared, together

SCHEMES = ("light", "dark")
EDGES = np.linspace(-3.0, 3.0, 31)
CENTRES = (EDGES[1:] + EDGES[:-1]) / 2
LAW_X = np.linspace(-3.0, 3.0, 200)
DENSITY = np.exp(-(CENTRES**2) / 2) / math.sqrt(2 * math.pi)
LAW = np.exp(-(LAW_X**2) / 2) / math.sqrt(2 * math.pi)
ERROR = 0.02 * np.sqrt(DENSITY)
BITS = np.array([2.1, 3.0, 4.2, 5.5])
EPSILON = np.array([0.1, 0.5, 2.0, 8.0])
OUTPUT, HEIGHT = Axis("Output z", "σ"), Axis("Probability density", "1/σ", domain=(0.0, 0.5))


def against_law(theme: Theme) -> Any:
    ppr, outline = charts.bars(EDGES, DENSITY + ERROR, label="PPR, α = 2", role="ppr")
    other = charts.bars(EDGES, DENSITY - ERROR, label="MRC, N = 16", role="mrc", filled=False)
    around = charts.band(EDGES, DENSITY - ERROR, DENSITY + ERROR, role="law")
    law = charts.line(LAW_X, LAW, label="law ± one standard error", role="law", on_band=True)
    return charts.layered((ppr,), around, law, (outline,), other, x=OUTPUT, y=HEIGHT, theme=theme)


def side_by_side(theme: Theme) -> Any:
    law = charts.line(LAW_X, LAW, label="law", role="law")
    errors = charts.error_bars(CENTRES, DENSITY, ERROR, role="ppr")
    ppr = charts.bars(EDGES, DENSITY + ERROR, label="PPR, α = 2", role="ppr")
    mrc = charts.bars(EDGES, DENSITY - ERROR, label="MRC, N = 16", role="mrc")
    axes = {"x": OUTPUT, "y": HEIGHT, "theme": theme}
    return charts.layered(law, ppr, errors, **axes), charts.layered(law, mrc, **axes)


def difference(theme: Theme) -> Any:
    around = charts.band(CENTRES, -ERROR, ERROR, role="law")
    level = charts.line(CENTRES, 0 * CENTRES, label="law ± one standard error", role="law", on_band=True)
    points = charts.points_with_errors(CENTRES, ERROR, None, label="PPR", role="ppr")
    return charts.layered(around, level, points, x=OUTPUT, y=Axis("Measured − law", "1/σ"), theme=theme)


def quantiles(theme: Theme) -> Any:
    series = [Series("PPR", "ppr", CENTRES, CENTRES + 0.01), Series("MRC", "mrc", LAW_X, 1.1 * LAW_X)]
    axes = {"x": Axis("Quantile of the law", "σ"), "y": Axis("Quantile of the outputs", "σ")}
    band = (CENTRES, CENTRES - 0.1, CENTRES + 0.1)
    return charts.quantile_plot(series, **axes, theme=theme, band=band, band_label="95 % band")


def frequencies(theme: Theme) -> Any:
    law = [0.5, 0.3, 0.2]
    series = [Series("PPR", "ppr", (), [0.51, 0.29, 0.2], [0.01] * 3), Series("MRC", "mrc", (), law)]
    return charts.discrete_law(series, law, x=Axis("Answer", categories=("yes", "no", "unsure")), theme=theme)


def costs(theme: Theme) -> Any:
    series = [Series("PPR", "ppr", EPSILON, BITS, 0.1 * BITS), Series("float 32", "baseline", EPSILON, 32 + 0 * BITS)]
    bounds = [Series("Theorem 5", "bound", EPSILON, BITS + 4)]
    axes = {"x": Axis("Privacy ε", "nats", scale="log"), "y": Axis("Message length", "bits", zero=True)}
    return charts.sweep(series, **axes, bounds=bounds, theme=theme)


def composed(theme: Theme) -> Any:
    return charts.layered(
        charts.points_with_errors(EPSILON, 10.0**-BITS, 2 * 10.0**-BITS, label="PPR", role="ppr", joined=True),
        charts.value_marker([1.0], [1e-4], label="exact"),
        charts.bound_line(y=1e-5, label="allowed"),
        charts.bound_line(x=2.0, label="here"),
        x=Axis("Privacy ε", "nats"), y=Axis("Failures", "1/message", scale="log"), theme=theme,
    )  # fmt: skip


CHARTS: dict[str, Callable[[Theme], Any]] = {
    "overlaid histograms": against_law,
    "histograms side by side": side_by_side,
    "differences": difference,
    "quantiles": quantiles,
    "frequencies": frequencies,
    "sweep": costs,
    "composed": composed,
}
every_chart = pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
every_size = pytest.mark.parametrize("projector", [False, True], ids=["screen", "projector"])


def figure(chart: Any, **changes: Any) -> Figure:
    parts = {"chart": chart, "name": "name", "title": "Title", "finding_alt": "It is exact."}
    return Figure(**(parts | {"table": {"x": [1.0, 2.0]}} | changes))


def specifications(draw: Callable[[Theme], Any], theme: Theme) -> list[dict[str, Any]]:
    return charts.specifications(figure(draw(theme)), theme)


def drawn(spec: dict[str, Any]) -> ElementTree.Element:
    return ElementTree.fromstring(vl_convert.vegalite_to_svg(spec | {"width": 600, "height": 300}))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]


def values_of(part: Any, name: str) -> Iterator[Any]:
    """Every value that stands under a name, at any depth."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == name:
                yield value
            yield from values_of(value, name)
    elif isinstance(part, list):
        for item in part:
            yield from values_of(item, name)


def rows_of(layer: dict[str, Any]) -> list[dict[str, float | None]]:
    """The data of a layer, a row each."""
    if "format" not in layer["data"]:
        return layer["data"]["values"]
    rows = csv.DictReader(layer["data"]["values"].splitlines())
    return [{name: float(cell) if cell else None for name, cell in row.items()} for row in rows]


def luminance(color: str) -> float:
    """Relative luminance of WCAG 2."""
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_formula() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the well-known grey that just fails


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_has_contrast_of_four_and_a_half_and_marks_of_three(scheme: str) -> None:
    ink = INK[scheme]
    for text in (ink.text, ink.muted):
        assert contrast(text, ink.background) >= 4.5
    for role, color in charts.COLORS[scheme].items():
        assert contrast(color, ink.background) >= 3, role


def test_roles_differ_without_color() -> None:
    for (one, first), (other, second) in combinations(STYLES.items(), 2):
        assert (first.dash, first.shape) != (second.dash, second.shape), f"{one} and {other} look alike in grey"
        assert first.dash != second.dash or abs(first.width - second.width) >= 1, f"lines of {one} and {other}"
    for scheme in SCHEMES:
        assert len(set(charts.COLORS[scheme].values())) == len(STYLES)


@every_size
@every_chart
def test_every_chart_is_valid_vega_lite_and_draws_its_names(draw: Callable[[Theme], Any], projector: bool) -> None:
    theme = Theme(projector=projector, dark=False)
    for spec in specifications(draw, theme):
        altair.Chart.from_dict(spec)  # against the schema of Vega-Lite
        assert len(json.dumps(spec)) < 60_000
        labels = set(texts(drawn(spec)))
        assert any("PPR" in label or "MRC" in label for label in labels)
        assert not any("NaN" in label or "undefined" in label or "$" in label for label in labels)


def test_the_schema_notices_a_wrong_specification() -> None:
    spec = specifications(CHARTS["sweep"], Theme(dark=False))[0]
    spec["layer"][0]["mark"]["type"] = "squiggle"
    with pytest.raises(jsonschema.ValidationError):
        altair.Chart.from_dict(spec)


def test_a_draw_builds_no_form_and_leaves_all_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    theme = Theme(dark=False)
    for draw in CHARTS.values():
        draw(theme)
    shared = {name: getattr(forms, name) for name in forms.__all__ if isinstance(getattr(forms, name), (Layer, dict))}
    shared |= {scales: forms.frame(*scales) for scales in product(("linear", "log"), repeat=2)}
    before = copy.deepcopy(shared)
    monkeypatch.setattr(altair.TopLevelMixin, "to_dict", lambda *_, **__: pytest.fail("Altair builds a form"))
    for draw in CHARTS.values():
        json.dumps(specifications(draw, theme))
    assert shared == before
    forms.frame.cache_clear()
    with pytest.raises(pytest.fail.Exception):
        CHARTS["sweep"](theme)


@every_chart
def test_axes_carry_units(draw: Callable[[Theme], Any]) -> None:
    for spec in specifications(draw, Theme(dark=False)):
        titles = {title for title in values_of(spec["encoding"], "title") if isinstance(title, str)}
        shown = {title for title in titles if title in texts(drawn(spec))}
        assert len(shown) == 2
        assert shown <= {"Answer", "Probability"} or all(title.endswith(")") for title in shown)


def test_a_dollar_sign_is_refused_where_a_chart_would_show_it() -> None:
    with pytest.raises(ValueError, match=r"title must be plain text .* instead of"):
        Axis(r"$\varepsilon$")
    with pytest.raises(ValueError, match="unit must be"):
        Axis("ε", "$")
    for field in ("title", "finding_alt", "note"):
        with pytest.raises(ValueError, match=f"{field} must be"):
            figure({}, **{field: r"costs $\alpha$"})


def test_unknown_roles_and_scales_are_refused() -> None:
    with pytest.raises(ValueError, match="role must be one of law, ppr"):
        charts.line([0], [1], label="x", role="PPR")
    with pytest.raises(ValueError, match="scale must be one of linear, log"):
        Axis("x", scale="logarithmic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x, y or both"):
        charts.bound_line(label="nowhere")


@every_chart
def test_projector_has_large_text_and_thick_lines(draw: Callable[[Theme], Any]) -> None:
    for spec in specifications(draw, Theme(projector=True, dark=False)):
        sizes = [float(element.get("font-size", "0").removesuffix("px")) for element in drawn(spec).iter()
                 if element.tag.endswith("text") and "".join(element.itertext())]  # fmt: skip
        assert sizes and min(sizes) >= 24
        lines = [spec["config"]["style"][name] for name in spec["config"]["style"] if name.endswith(("line", "rule"))]
        assert lines and min(line["strokeWidth"] for line in lines) >= 3


def test_marks_are_drawn_in_their_role_s_color_dash_and_order() -> None:
    for scheme in SCHEMES:
        theme = Theme(dark=scheme == "dark")
        root = drawn(specifications(CHARTS["overlaid histograms"], theme)[0])
        curves = [element for element in root.iter() if element.get("d", "").count("L") > 25]
        looks = [(curve.get("stroke"), curve.get("stroke-dasharray", "")) for curve in curves]
        assert looks == [(theme.color("law"), ""), (theme.color("ppr"), ""), (theme.color("mrc"), "8,4")]


def test_bars_reach_the_measured_heights() -> None:
    spec = specifications(CHARTS["overlaid histograms"], Theme(dark=False))[0]
    first = next(layer for layer in spec["layer"] if layer["mark"]["style"] == "ppr-bar")
    assert [row["y"] for row in rows_of(first)] == pytest.approx((DENSITY + ERROR).tolist(), rel=1e-6)
    assert [row["left"] for row in rows_of(first)] == pytest.approx(EDGES[:-1].tolist(), rel=1e-6)
    low, high = spec["encoding"]["y"]["scale"]["domain"]
    assert low == 0 and high > max(DENSITY + ERROR)


def test_histograms_side_by_side_share_their_axes() -> None:
    left, right = specifications(CHARTS["histograms side by side"], Theme(dark=False))
    assert "PPR, α = 2" in texts(drawn(left)) and "MRC, N = 16" in texts(drawn(right))
    assert list(values_of(left, "domain"))[:2] == list(values_of(right, "domain"))[:2]


def test_points_stay_inside_the_plot() -> None:
    for spec in specifications(composed, Theme(dark=False)):
        low, high = spec["encoding"]["y"]["scale"]["domain"]
        assert 0 < low < 10.0 ** -BITS.max() and high > 3 * 10.0 ** -BITS.min()
        for layer in spec["layer"]:
            for row in rows_of(layer):
                # An error bar that would reach below zero starts at the foot of the logarithmic axis.
                assert all(row[name] is None or row[name] > 0 for name in ("y", "low", "high") if name in row)


def test_what_is_not_finite_is_left_out() -> None:
    theme = Theme(dark=False)
    x, y = [1.0, 2.0, 3.0, math.nan], [1.0, math.inf, math.nan, 2.0]
    points = charts.points_with_errors(x, y, None, label="PPR", role="ppr")
    bound = charts.bound_line(y=math.inf, label="no bound")
    chart = charts.layered(points, bound, x=Axis("x"), y=Axis("y"), theme=theme)
    spec = charts.specifications(figure(chart), theme)[0]
    json.loads(json.dumps(spec, allow_nan=False))
    root = drawn(spec)
    points = [element for element in root.iter() if element.get("aria-roledescription") == "point"]
    assert len(points) <= 2 and "NaN" not in ElementTree.tostring(root, encoding="unicode")


@pytest.mark.parametrize(("x", "y"), [([], []), ([1.0], [2.0]), ([1.0, 2.0], [0.0, 0.0])])
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_hardly_any_data_still_draws(x: list[float], y: list[float], scale: Any) -> None:
    theme = Theme(dark=False)
    group = charts.points_with_errors(x, y, [0.1] * len(x), label="PPR", role="ppr", joined=True, at_end=True)
    chart = charts.layered(group, x=Axis("x", scale=scale), y=Axis("y", scale=scale), theme=theme)
    low, high = next(values_of(chart, "domain"))
    assert low < high
    assert {"x", "y"} <= set(texts(drawn(charts.specifications(figure(chart), theme)[0])))


def test_a_curve_goes_through_its_points_in_their_order() -> None:
    theme = Theme(dark=False)
    curve = charts.line([0.0, 2.0, 1.0, 3.0], [0.0, 1.0, 2.0, 3.0], label="PPR", role="ppr")
    chart = charts.layered(curve, x=Axis("x", domain=(0, 3)), y=Axis("y", domain=(0, 3)), theme=theme)
    root = drawn(charts.specifications(figure(chart), theme)[0])
    assert any(element.get("d") == "M0,300L400,200L200,100L600,0" for element in root.iter())


def test_long_lines_are_thinned_and_keep_their_ends() -> None:
    x = np.linspace(0.0, 1.0, 20_001)
    (layer,) = charts.line(x, x**2, label="law", role="law")
    assert len(layer.columns["x"]) == len(layer.columns["y"]) == 500
    assert (layer.columns["x"][0], layer.columns["x"][-1]) == (0.0, 1.0)


@every_size
def test_names_at_the_ends_of_lines_keep_their_distance_and_order(projector: bool) -> None:
    theme, ends = Theme(projector=projector, dark=False), [5.0, 5.0001, 5.0002, 9.0, 0.0, 0.0]
    series = [Series(f"line {number}", "ppr", [0.0, 1.0], [3.0, end]) for number, end in enumerate(ends)]
    spec = charts.sweep(series, x=Axis("x"), y=Axis("y", domain=(0.0, 10.0)), theme=theme)
    names = [layer for layer in spec["layer"] if "text" in layer["mark"]]
    places = {name["mark"]["text"]: rows_of(name)[0]["y"] for name in names}
    ordered = sorted(places.values())
    assert len(places) == len(ends) and min(ordered) >= 0 and max(ordered) <= 10
    height = 0.7 * theme.height  # of the plot alone, in px
    assert min(b - a for a, b in pairwise(ordered)) * height / 10 >= 1.2 * theme.font_size
    assert places["line 0"] < places["line 1"] < places["line 2"] < places["line 3"]


@pytest.mark.parametrize(
    ("domain", "ticks"),
    [
        ((1e-9, 1.0), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]),
        ((0.1, 8.0), ["0.1", "0.2", "0.5", "1", "2", "5"]),
        ((100.0, 2e5), ["100", "1000", "10\u202f000", "100\u202f000"]),
    ],
)
def test_ticks_of_a_logarithmic_axis(domain: tuple[float, float], ticks: list[str]) -> None:
    theme = Theme(dark=False)
    curve = charts.line([0.0, 1.0], domain, label="PPR", role="ppr")
    axes = {"x": Axis("x", categories=("left", "right")), "y": Axis("y", scale="log", domain=domain)}
    chart = charts.layered(curve, **axes, theme=theme)
    labels = texts(drawn(charts.specifications(figure(chart), theme)[0]))
    assert [label for label in labels if label in ticks] == ticks


def test_very_small_values_share_a_power_of_ten() -> None:
    theme = Theme(dark=False)
    chart = charts.layered(
        charts.line([0.0, 1.0], [0.0, 4e-6], label="PPR", role="ppr"), x=Axis("x"), y=Axis("y"), theme=theme
    )
    labels = texts(drawn(charts.specifications(figure(chart), theme)[0]))
    assert {"0", "2·10⁻⁶", "4·10⁻⁶"} <= set(labels)


def page_with_every_kind_of_chart() -> None:
    import streamlit as st

    from pages.ui import charts
    from pages.ui.charts import Axis, Theme, stepped
    from tests.pages import test_charts

    theme = Theme(projector=st.query_params.get("projector") == "1")
    for name, draw in test_charts.CHARTS.items():
        charts.show(test_charts.figure(draw(theme), note="A note on <b>*it*</b>."), name.replace(" ", "-"), theme)
    turned = stepped.figure(theme, Axis("Time T", "s"), Axis("Output z", "σ"))
    turned.add_scatter(x=[1, 2], y=[3, 4], name="PPR", marker=stepped.marker_style("ppr", theme))
    charts.show(test_charts.figure(turned.chart), "turned", theme, file_name="file")


def test_every_chart_on_a_page_has_a_text_alternative_and_a_table() -> None:
    app = AppTest.from_function(page_with_every_kind_of_chart, default_timeout=600).run()
    assert not app.exception
    shown = [*app.get("vega_lite_chart"), *app.get("plotly_chart")]
    assert len(shown) == len(CHARTS) + 2
    assert {chart.proto.alt for chart in shown} == {"Title. It is exact."}
    assert not app.dataframe
    app.toggle(key="table-sweep").set_value(True).run()
    assert len(app.get("vega_lite_chart")) == len(shown) - 2
    assert app.dataframe[0].value["x"].tolist() == [1.0, 2.0]


def test_plotly_sizes_are_explicit_because_the_theme_ignores_the_general_font() -> None:
    app = AppTest.from_function(page_with_every_kind_of_chart, default_timeout=600)
    app.query_params["projector"] = "1"
    proto = app.run().get("plotly_chart")[0].proto
    layout = json.loads(proto.spec)["layout"]
    for axis, title in (("xaxis", "Time T (s)"), ("yaxis", "Output z (σ)")):
        assert layout[axis]["title"]["text"] == title
        assert layout[axis]["tickfont"]["size"] >= 24 and layout[axis]["title"]["font"]["size"] >= 24
    assert layout["legend"]["font"]["size"] >= 24
    assert json.loads(proto.config)["toImageButtonOptions"]["filename"] == "file"


def test_plotly_speaks_the_same_visual_language() -> None:
    for projector in (False, True):
        theme = Theme(projector=projector, dark=False)
        for role in STYLES:
            style = stepped.line_style(role, theme)
            assert style["color"] == theme.color(role) and style["width"] == theme.width(role)
            assert (style["dash"] == "solid") == (not STYLES[role].dash)
            chart = stepped.figure(theme, Axis("x", scale="log", domain=(0.1, 100)), Axis("y", categories=("a", "b")))
            chart.add_scatter(x=[1], y=[0], line=style, marker=stepped.marker_style(role, theme))
        assert chart.layout["xaxis"]["range"] == [-1, 2]
        assert chart.layout["yaxis"]["ticktext"] == ["a", "b"]
        assert stepped.marker_style("ppr", theme, exact=True)["symbol"] == "diamond"


def test_words_beside_points_avoid_points_and_each_other() -> None:
    x, y, labels = [0.5, 0.56, 0.5, 0.97], [0.5, 0.5, 0.9, 0.1], ["K = 8", "", "", "4"]
    sides = stepped.text_sides(x, y, labels)
    assert sides[0] == "middle left", "a point is on the right"
    assert sides[3] in ("middle left", "top center"), "the edge is on the right"
    assert stepped.text_sides(x, [0.5, math.nan, math.nan, 0.1], labels)[0] == "middle right"
    crowded = stepped.text_sides([0.5, 0.58], [0.5, 0.5], ["K = 8", "K = 9"])
    assert crowded[0] == "middle left" and crowded[1] != "middle left", "words do not lie on words"


def test_neighbouring_settings_share_their_axes() -> None:
    """What doubles is drawn twice as long; what grows a hundredfold begins a new scale."""

    def drawn(reach: float, theme: Theme) -> Figure:
        chart = charts.layered(
            charts.line([0, reach], [0, 1], role="law"), x=Axis("time", "s"), y=Axis("height"), theme=theme
        )
        return Figure(chart, "one", "One", "It grows.", {})

    theme, reaches = Theme(dark=False), (1.0, 2.0, 200.0)
    spans = shared([drawn(reach, theme) for reach in reaches])
    assert spans[0] == spans[1] and ("x", "time (s)", "height", 0.0, 2.0) in spans[0] and spans[2] == ()
    domains = [
        drawn(reach, dataclasses.replace(theme, spans=each)).chart["encoding"]["x"]["scale"]["domain"]
        for reach, each in zip(reaches, spans, strict=True)
    ]
    assert domains == [[0, 2], [0, 2], [0, 200]]
    figures = [drawn(reach, theme) for reach in (0.01, 0.5, 1.0, 2.0, 3.0, 200.0)]
    assert together(figures, 2) == (1, 3), "the chosen one fills two fifths of its axis at least"
    assert together(figures, 5) == (5, 5)


def test_names_stand_in_as_few_rows_as_the_width_allows() -> None:
    widths, behind = [100.0, 50.0, 150.0], 10.0
    assert key._broken(widths, behind, 290.0) == [(0.0, 0), (100.0, 0), (150.0, 0)]
    assert key._broken(widths, behind, 289.0) == [(0.0, 0), (100.0, 0), (0.0, 1)]
    assert key._broken(widths, behind, 0.0) == [(0.0, 0), (0.0, 1), (0.0, 2)]
    for chart, count in ((against_law, 1), (side_by_side, 2)):
        drawn = chart(Theme(projector=True, dark=False))
        specs = charts.specifications(Figure(drawn, "name", "Title", "finding", {}), Theme(projector=True, dark=False))
        assert len(specs) == count
        assert [spec["params"][0]["value"] for spec in specs] == [count == 1] * count
