"""Overview: one live miniature of the whole lab, and the way to every page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import charts, glossary, page
from pages.ui.questions import question_of
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.overview import EXPERIMENT, LIMIT, OverviewResult, report
from ppr_core.wording import number

# Every card is a link: the page's name, and below it the question that the page answers.
_CARDS = """<style>
.st-key-overview-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.st-key-overview-cards > * { width: auto !important; }
.st-key-overview-cards div:has(a) { height: 100%; }
.st-key-overview-cards a { height: 100%; padding: 0.8rem 1rem; align-items: baseline; white-space: normal;
  border: 1px solid rgba(128, 128, 128, 0.35); }
.st-key-overview-cards a :is(p, span) { white-space: normal; }
.st-key-overview-cards strong { display: block; }
</style>"""


def main(result: OverviewResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoded values on the law of the mechanism, with the true value among the possible ones."""
    top = 1.08 * max(result.density.max(), result.law_density.max())
    x, values = result.parameters.x, f"true value {number(result.parameters.x)} and allowed range"
    possible = charts.band([-LIMIT, LIMIT], [0, 0], [top, top], label=values, role="baseline", in_key=False)
    truth = charts.line([x, x], [0, top], label=values, role="baseline", on_band=True)
    fill, outline = charts.bars(result.edges, result.density, label="decoded", role="ppr")
    around = charts.band(result.edges, *result.band, label="law", role="law", in_key=False)
    law_label = "law ± 3 standard errors"
    law = charts.line(result.law_z, result.law_density, label=law_label, role="law", on_band=True)
    axes = {"x": charts.Axis("Noisy value z, as decoded"), "y": charts.Axis("Probability density", domain=(0.0, top))}
    return charts.Figure(
        chart=charts.layered(possible, (fill,), around, law, (outline,), truth, **axes, theme=theme),
        name="decoded-values",
        title=f"{number(result.parameters.samples)} decoded values of one person",
        finding_alt=story.finding,
        table=result.table(),
        note="Synthetic data: the true value is made up, and a real person would send one report, not thousands.",
    )


def one_report(state: PageState, result: OverviewResult | None) -> None:
    """The first report of the run on its way from the person to the decoder."""
    if result is None:
        return
    with st.container(border=True, gap="xsmall", key="overview-report"):
        st.markdown("**One report on its way**")
        st.markdown("\n".join(f"1. {step}" for step in report(result)))


def ways_on() -> None:
    """A card for every other page of the navigation, then who sees what."""
    others = [info for info in get_script_run_ctx().pages_manager.get_pages().values() if _is_other(info)]
    if others:
        st.subheader("Where to go next", anchor=False)
        st.html(_CARDS)
        with st.container(key="overview-cards"):
            for info in others:
                words = f"**{info['page_name']}** {plain(question_of(info['script_path']))}"
                st.page_link(info["script_path"], label=words, icon=info["icon"], width="stretch")
    st.subheader("Who sees what", anchor=False)
    glossary.who_sees_what()


def _is_other(info: dict[str, Any]) -> bool:
    return bool(info.get("page_name")) and Path(info["script_path"]).stem != Path(__file__).stem


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Private Compression Lab",
        question="A person's value is hidden in noise: how few bits send the noisy value, exactly?",
        main=main,
        extra_controls=one_report,
        ending=ways_on,
    )
)
