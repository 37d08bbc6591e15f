"""Private sketches: can clusters be found in a short noisy summary of the data, without the data?"""

from __future__ import annotations

import streamlit as st

from pages.drawings.private_sketches.curves import bits, signals, spread, sweep
from pages.drawings.private_sketches.planes import centroids, feature_map, objective, sketch
from pages.ui import charts, page
from pages.ui.state import PageState
from ppr_core.experiments.contract import Story
from ppr_core.experiments.private_sketches import EXPERIMENT, PrivateSketchesResult
from ppr_core.texts import Messages

message = Messages("private_sketches")

PHONE = """<style>@media (max-width: 640px) {
[data-testid="stLayoutWrapper"]:has(> .st-key-plot-private_sketches-main-0.st-key-plot-private_sketches-main-0) {
height: 18rem !important; } }</style>"""


def main(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the chosen picture shows; the centroids until its first point is known."""
    if result.parameters.show == "features" and result.features is not None:
        return feature_map(result, story, theme)
    if result.parameters.show == "compressed" and result.ladder:
        return bits(result, story, theme)
    if result.sweep is not None:
        return sweep(result, story, theme)
    return centroids(result, story, theme)


def low_planes(state: PageState, result: PrivateSketchesResult | None, theme: charts.Theme) -> None:
    """On a phone two square panels side by side need less height than a chart."""
    if result is not None and result.parameters.show == "release":
        st.html(PHONE)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Private sketches",
        question=message("question"),
        main=main,
        footer=low_planes,
        views=(
            page.View(message("sketch-tab"), sketch, message("sketch-note")),
            page.View(message("landscape-tab"), objective, message("landscape-note")),
            page.View(message("signal-tab"), signals, message("signal-note")),
            page.View(message("spread-tab"), spread, message("spread-note")),
        ),
    )
)
