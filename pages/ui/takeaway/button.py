"""The button that makes a file of the page on screen."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import controls, printed
from pages.ui.charts import Theme
from pages.ui.lessons.labels import label
from pages.ui.shown import Shown
from pages.ui.takeaway.document import document
from pages.ui.takeaway.grid import fields
from pages.ui.takeaway.settings import Source
from ppr_core.experiments.contract import Parameters

__all__ = ["show", "source"]

_SECONDS = 6.0  # predicted, of the runs that a file may take


def source(page: Any, parameters: Parameters, result: Any, field: str, seconds: float, link: str = "") -> Source:
    """What a file of an `ExperimentPage` is made from; field: what its slider varies; link: where the page is."""
    last = page.last_step(result) if page.last_step and field == page.step else None
    parts = (page.experiment, page.title, page.question, page.main)
    return Source(*parts, parameters, result, field, seconds, page.tiles, last, page.live, link)


def show(page: Any, screen: Shown, theme: Theme, place: str) -> None:
    """The choice of what the file's slider varies, and the button; the runs begin when it is pressed.

    place: where it stands, "link" or "data", as a part of its keys.
    """
    experiment, parameters = page.experiment, screen.parameters
    choices, specs = fields(experiment, parameters, page.step), parameters.specs()
    link = printed.link_of(experiment, parameters)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key=f"page-take-away-{place}"):
        field = ""
        if choices:
            field = st.selectbox(
                label("take_away.slider"),
                choices,
                format_func=lambda name: controls.name_of(specs[name]),
                key=f"{experiment.name}-varied-{place}",
                width=300,
            )
        st.download_button(
            label("take_away.button"),
            lambda: document(source(page, parameters, screen.result, field, _SECONDS, link), theme).encode(),
            f"{experiment.name}.html",
            "text/html",
            key=f"{experiment.name}-take-away-{place}",
            icon=":material/download:",
            help=label("take_away.help"),
            on_click="ignore",
        )
