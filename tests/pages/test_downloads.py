"""Files of a figure: what they are called and that they hold what the screen shows."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import altair
import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

import ppr_core
from pages.ui import charts, downloads
from pages.ui.charts import Axis, Figure, Theme
from pages.ui.takeaway import document, drawing
from ppr_core.experiments.contract import Parameters, parameter, table_to_csv
from tests.pages.toy import EXPERIMENT, ToyParameters

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
TITLE = "Decoded outputs & the law of z₁ for ε < 2"


def figure(theme: Theme, *, side_by_side: bool = False, **changes: Any) -> Figure:
    edges = np.linspace(-2.0, 2.0, 9)
    density = np.array([0.02, 0.1, 0.3, 0.55, 0.6, 0.3, 0.11, 0.02])
    ppr = charts.bars(edges, density, label="PPR", role="ppr")
    mrc = charts.bars(edges, density[::-1], label="MRC", role="mrc")
    law = charts.line(edges, np.exp(-(edges**2)) / 2, label="law", role="law")
    axes = {"x": Axis("Output z", "σ"), "y": Axis("Probability density", "1/σ"), "theme": theme}
    together = [(law, ppr), (law, mrc)] if side_by_side else [(law, ppr, mrc)]
    chart = tuple(charts.layered(*layers, **axes) for layers in together)
    table = {"left": edges[:-1], "PPR": density / 3}
    parts = {"chart": chart, "name": "histogram", "title": TITLE, "finding_alt": "Both agree.", "table": table}
    return Figure(**(parts | changes))


def test_name_holds_experiment_figure_changes_seed_and_version() -> None:
    theme = Theme(dark=False)
    assert downloads.stem(figure(theme), EXPERIMENT, ToyParameters()) == f"toy_histogram_seed-7_v{ppr_core.__version__}"
    changed = ToyParameters(epsilon=0.5, alpha=math.inf, squared=True, shift=-1.5, law="laplace", seed=12)
    assert downloads.stem(figure(theme), EXPERIMENT, changed) == (
        f"toy_histogram_epsilon-0.5_alpha-inf_law-laplace_squared-1_shift--1.5_seed-12_v{ppr_core.__version__}"
    )


def test_name_is_short_and_safe_on_every_file_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppr_core, "__version__", "1.0/2:3 α")
    many = ToyParameters(epsilon=1 / 3, alpha=math.pi, dimension=99, samples=123_456_789, law="laplace", shift=1 / 7)
    name = downloads.stem(figure(Theme(dark=False), name="a/b c?*"), EXPERIMENT, many)
    assert len(name.encode()) <= downloads.MOST_CHARACTERS and "_more_seed-7_" in name
    assert all(character.isascii() and (character.isalnum() or character in "._+-") for character in name)


def test_a_picture_in_a_file_keeps_the_decimals_of_its_words() -> None:
    """Coordinates are cut to two decimals; a value of 0.057 bits is not."""
    theme = Theme(dark=False)
    words = charts.words(1.2, 0.5, "0.057 bits", style="label", align="left", baseline="bottom", dy=0)
    chart = charts.layered(
        charts.line([0, 1, 3], [0, 1 / 3, 1], role="ppr"), words, x=Axis("x"), y=Axis("y"), theme=theme
    )
    drawn = document.svg(figure(theme, chart=chart), theme)
    assert ">0.057 bits<" in drawn and not re.search(r' d="[^"]*\.\d{3}', drawn)


@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize("projector", [False, True])
def test_svg_is_complete_and_on_white(projector: bool, side_by_side: bool) -> None:
    screen = Theme(projector=projector, dark=True)
    text = downloads.to_svg(figure(screen, side_by_side=side_by_side, note="Bars: measured."), screen.on_paper())
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    words = " ".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("text"))
    for wanted in ("Decoded outputs & the law", "Bars: measured.", "Output z (σ)", "Probability density (1/σ)", "PPR"):
        assert wanted in words
    assert words.count("Output z (σ)") == 1 + side_by_side
    colors = {element.get(name) for element in root.iter() for name in ("stroke", "fill")}
    light, dark = charts.COLORS["light"], charts.COLORS["dark"]
    assert {light["ppr"], light["mrc"], light["law"]} <= colors and not {dark["ppr"], dark["mrc"]} & colors
    assert root[0].get("fill", "").lower() in ("#ffffff", "white"), "the first thing drawn is the background"
    assert "http" not in text.replace("http://www.w3.org/", ""), "nothing is fetched when it is opened"


def test_colors_on_screen_follow_the_background() -> None:
    dark = Theme(dark=True)
    assert charts.COLORS["dark"]["ppr"] in str(charts.specifications(figure(dark), dark))


def test_png_is_a_picture_of_twice_the_size() -> None:
    theme = Theme(dark=False)
    data = downloads.to_png(figure(theme), theme)
    assert data.startswith(PNG_SIGNATURE)
    width, height = (int.from_bytes(data[start : start + 4], "big") for start in (16, 20))
    assert width >= 2 * 720 and height >= 2 * theme.height


def test_altair_charts_become_files_too() -> None:
    chart = altair.Chart(altair.Data(values=[{"a": 1, "b": 2}])).mark_point().encode(x="a:Q", y="b:Q")
    theme = Theme(dark=False)
    assert "Decoded outputs" in downloads.to_svg(figure(theme, chart=chart), theme)


@dataclass(frozen=True, kw_only=True)
class TextParameters(Parameters):
    text: str = parameter("", kind="table", label="Text")


def test_csv_repeats_byte_for_byte_and_loses_nothing() -> None:
    theme, parameters = Theme(dark=False), ToyParameters(epsilon=0.3)
    text = downloads.to_csv(figure(theme), parameters, None)
    assert text.encode() == downloads.to_csv(figure(theme), parameters, None).encode()
    assert f"# ppr_core {ppr_core.__version__}" in text and "# epsilon = 0.3" in text and "# seed = 7" in text
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    for name, column in figure(theme).table.items():
        assert [float(row[name]) for row in rows] == list(column)


@pytest.mark.parametrize("text", ['x,=HYPERLINK("http://a")', "x\n=1+1", "x;=1+1", 'x\r\n"=1+1"', "x\u2028=1+1"])
def test_no_text_of_a_link_begins_a_cell_or_a_line(text: str) -> None:
    """Spreadsheets part cells by commas, in some countries by semicolons; a cell that begins with = is a formula."""
    table = {"name": np.array(["a;=1+1", "=1+1"])}
    written = table_to_csv(table, TextParameters(text=text), "1")
    comments, rows = written.splitlines()[:2], written.splitlines()[2:]
    for mark in ",;":
        cells = [cell for row in csv.reader(comments, delimiter=mark) for cell in row]
        assert len(cells) == 2 and all(cell.startswith("# ") for cell in cells)
        assert not any(cell.startswith("=") for row in csv.reader(rows, delimiter=mark) for cell in row)
    assert " ".join(text.split()) in next(csv.reader(comments[1:]))[0]


def test_csv_of_a_figure_without_a_table_is_the_result() -> None:
    class Result:
        def table(self) -> dict[str, np.ndarray]:
            return {"whole": np.array([1.5])}

    assert "whole\n1.5\n" in downloads.to_csv(figure(Theme(dark=False), table={}), ToyParameters(), Result())


def test_buttons_of_a_chart() -> None:
    def page() -> None:
        from pages.ui import downloads
        from pages.ui.charts import Theme
        from tests.pages.test_downloads import figure
        from tests.pages.toy import EXPERIMENT, ToyParameters

        downloads.show(figure(Theme()), EXPERIMENT, ToyParameters(), None, key="files")

    app = AppTest.from_function(page).run()
    assert not app.exception
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == ["Figure as SVG", "Figure as PNG", "Data as CSV"]


def test_plotly_figures_are_saved_by_their_toolbar() -> None:
    def page() -> None:
        from dataclasses import replace

        import plotly.graph_objects as go

        from pages.ui import charts, downloads
        from pages.ui.charts import Theme
        from tests.pages.test_downloads import figure
        from tests.pages.toy import EXPERIMENT, ToyParameters

        shown = replace(figure(Theme()), chart=go.Figure())
        charts.show(shown, "main", Theme(), file_name=downloads.stem(shown, EXPERIMENT, ToyParameters(seed=3)))
        downloads.show(shown, EXPERIMENT, ToyParameters(seed=3), None, key="files")

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert [button.proto.label for button in app.get("download_button")] == ["Data as CSV"]
    config = app.get("plotly_chart")[0].proto.config
    assert '"format": "svg"' in config and f"toy_histogram_seed-3_v{ppr_core.__version__}" in config
    assert not app.button_group and "camera" in app.caption[-1].value


def test_a_map_is_cells_of_its_colours_in_a_file() -> None:
    """Of a heat map or of contours: the lowest in the first colour, what is not known left out."""
    figure = go.Figure()
    scale = [(0.0, "#000000"), (1.0, "#ffffff")]
    figure.add_contour(x=[1.0, 10.0], y=[1.0, 2.0], z=[[0.0, 1.0], [0.5, math.nan]], colorscale=scale)
    figure.update_layout(xaxis={"type": "log"})
    picture = ElementTree.fromstring(drawing.svg(figure, 400.0, 300.0))
    cells = [one for one in picture.iter("{http://www.w3.org/2000/svg}path") if one.get("fill", "").startswith("rgb")]
    assert [one.get("fill") for one in cells] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(128, 128, 128)"]
    low, high, above = (tuple(map(float, re.match(r"M([\d.-]+),([\d.-]+)H", one.get("d")).groups())) for one in cells)
    assert low[0] < high[0] and low[1] == high[1] and above[1] < low[1] and above[0] == low[0]


def test_bars_are_drawn_in_a_file_and_its_map_is_not_stretched() -> None:
    figure = go.Figure()
    figure.add_bar(x=[0.0, 1.0], y=[1.0, 2.0], width=0.5, marker_color="#123456", name="bars")
    figure.add_scatter(x=[-1.0, 3.0], y=[0.0, 2.0], mode="markers")
    figure.update_layout(yaxis={"scaleanchor": "x"})
    picture = ElementTree.fromstring(drawing.svg(figure, 700.0, 300.0))
    bars = next(one for one in picture.iter("{http://www.w3.org/2000/svg}g") if one.get("fill") == "#123456")
    low, high = ([float(one.get(side)) for side in ("width", "height")] for one in bars)
    assert low[0] == pytest.approx(high[0], abs=0.2) and low == pytest.approx([low[0], 2 * low[0]], abs=0.2)
    assert high[1] == pytest.approx(2 * low[1], abs=0.2)
