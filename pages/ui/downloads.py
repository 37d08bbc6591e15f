"""Files of a figure: SVG and PNG drawn without a browser or a network, and its data as CSV."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st
import vl_convert

import ppr_core
from pages.ui import state
from pages.ui.charts import Figure, Theme, specifications
from ppr_core.experiments.contract import Experiment, Parameters, table_to_csv
from ppr_core.texts import phrase

__all__ = ["show", "stem", "to_csv", "to_png", "to_svg"]

MOST_CHARACTERS = 140  # of a file name without its ending; common file systems allow 255 bytes


def show(figure: Figure, experiment: Experiment, parameters: Parameters, result: Any, key: str) -> None:
    """Buttons for every file; images are drawn when they are asked for."""
    name, theme = stem(figure, experiment, parameters), Theme(projector=state.projector()).on_paper()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key=key):
        if isinstance(figure.chart, go.Figure):
            st.caption(phrase("The camera in the picture's corner saves it as SVG."))
        else:
            _button("Figure as SVG", lambda: to_svg(figure, theme).encode(), f"{name}.svg", "image/svg+xml", key)
            _button("Figure as PNG", lambda: to_png(figure, theme), f"{name}.png", "image/png", key)
        _button("Data as CSV", lambda: to_csv(figure, parameters, result).encode(), f"{name}.csv", "text/csv", key)


def stem(figure: Figure, experiment: Experiment, parameters: Parameters) -> str:
    """A file name without its ending: experiment, figure, the parameters off their defaults, seed and version."""
    defaults, specs = experiment.parameters().values(), parameters.specs()
    changed, seeds = [], []
    for name, value in parameters.values().items():
        if specs[name].group == "seed":
            seeds.append(f"{name}-{state.text_of(value)}")
        elif value != defaults[name]:
            changed.append(f"{name}-{state.text_of(value)}")
    while len("_".join(changed)) > MOST_CHARACTERS // 2:
        changed = [*changed[: -2 if changed[-1] == "more" else -1], "more"]
    parts = (experiment.name, figure.name, *changed, *seeds, f"v{ppr_core.__version__}")
    return "_".join(re.sub(r"[^A-Za-z0-9.+-]+", "-", part) for part in parts)[:MOST_CHARACTERS]


def to_svg(figure: Figure, theme: Theme) -> str:
    """The figure as an image of its own: with its title and note, on the theme's background."""
    return vl_convert.vegalite_to_svg(_for_file(figure, theme))


def to_png(figure: Figure, theme: Theme) -> bytes:
    """The same in pixels, two for each of the screen's."""
    return vl_convert.vegalite_to_png(_for_file(figure, theme), scale=2)


def to_csv(figure: Figure, parameters: Parameters, result: Any) -> str:
    """The plotted data, or all of the result's where a figure names none; parameters and version in front."""
    return table_to_csv(figure.table or result.table(), parameters, ppr_core.__version__)


def _for_file(figure: Figure, theme: Theme) -> dict[str, Any]:
    """One specification that needs nothing around it: charts side by side, of fixed size, under their title."""
    specs = specifications(figure, theme, for_file=True)
    width = 1200 if theme.projector else 720
    config, charts = specs[0]["config"], []
    for spec in specs:
        config = config | {"style": config["style"] | spec["config"]["style"]}
        chart = {name: part for name, part in spec.items() if name not in ("config", "padding")}
        charts.append(chart | {"width": width // min(2, len(specs)), "height": theme.height})
    characters = round(1.6 * width / theme.font_size)
    title = {"text": textwrap.wrap(figure.title, characters)}
    if figure.note:
        title["subtitle"] = textwrap.wrap(figure.note, characters)
    whole = charts[0] if len(charts) == 1 else {"hconcat": charts}
    return whole | {"title": title, "description": figure.alternative, "config": config, "padding": 16}


def _button(label: str, data: Callable[[], bytes], file_name: str, mime: str, key: str) -> None:
    ending = file_name.rpartition(".")[2]
    icon = ":material/download:"
    st.download_button(phrase(label), data, file_name, mime, key=f"{key}-{ending}", icon=icon, on_click="ignore")
