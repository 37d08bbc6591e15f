"""Private sketches: can clusters be found in a short noisy summary of the data, without the data?"""

from __future__ import annotations

import streamlit as st

from pages.drawings.private_sketches.curves import bits, signals, spread, sweep
from pages.drawings.private_sketches.planes import centroids, feature_map, objective, sketch
from pages.ui import charts, page
from pages.ui.state import PageState
from ppr_core.experiments.contract import Story
from ppr_core.experiments.private_sketches import EXPERIMENT, PrivateSketchesResult

PHONE = """<style>@media (max-width: 640px) {
[data-testid="stLayoutWrapper"]:has(> .st-key-plot-private_sketches-main-0.st-key-plot-private_sketches-main-0) {
height: 22rem !important; } }</style>"""


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


SKETCH = "All that is kept of the data. A replaced sample moves every entry by at most 2/n; the noise covers that."
LANDSCAPE = (
    "J is the mean square distance between the entries of the sketch and those that clusters around the centroids "
    "would have. The decoder goes downhill: low is where the centroid explains the sketch best. The diamond is its "
    "place."
)
SIGNAL = "Each measurement draws the samples anew from the data, with their masks and noise. Bars: two standard errors."
SPREAD = "The data stay, noise and masks are drawn anew. More releases can be asked for among the settings."

page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Private sketches",
        question="Can clusters be found in a short noisy summary of the data, without the data?",
        main=main,
        tiles=4,
        footer=low_planes,
        views=(
            page.View("The sketch itself", sketch, SKETCH),
            page.View("The decoder's landscape", objective, LANDSCAPE),
            page.View("Signal over noise", signals, SIGNAL),
            page.View("Every release", spread, SPREAD),
        ),
    )
)
