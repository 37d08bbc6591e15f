"""What a page says of itself on paper alone: its settings, its link, and the day, which the browser fills in."""

from __future__ import annotations

import html
from urllib.parse import urlsplit

import streamlit as st

from pages.ui import address, controls, qr
from pages.ui import state as states
from pages.ui.lessons import sheets
from pages.ui.lessons.labels import label
from pages.ui.navigation import path_of
from ppr_core.experiments.contract import Experiment, Parameters

__all__ = ["link_of", "show"]


def link_of(experiment: Experiment, parameters: Parameters) -> str:
    """The full address of a page at these settings, as phones reach it."""
    site = urlsplit(sheets.site())
    lab = f"{address.proposed()}{site.path}" if site.netloc else sheets.site()
    return f"{lab}/{states.address(path_of(experiment.name), parameters.values())}"


def show(experiment: Experiment, parameters: Parameters) -> None:
    """Draw it; a screen does not show it."""
    settings = html.escape(label("print.settings", settings=controls.told(parameters)))
    link = link_of(experiment, parameters)
    short = html.escape(link.partition("?")[0])
    way = qr.image(link, short) or f"<code>{html.escape(link)}</code>"
    st.html(
        f'<div class="printed">{way}<p>{settings} <time></time>.<br><a href="{html.escape(link)}">{short}</a></p></div>'
    )
