"""Mean estimation: what does a mean cost in bits and error, and what does it promise?"""

from __future__ import annotations

import streamlit as st

from pages.drawings import mean_estimation as drawings
from pages.ui import charts, markdown_table, page
from pages.ui.quantities import cited
from pages.ui.state import PageState, plain
from ppr_core.experiments.mean_estimation import EXPERIMENT, Figure, MeanResult, Promise, paper_figures
from ppr_core.wording import change, decimals, number, rounded, signed, with_unit

GUARANTEES = ("Scheme", "Hides", "From whom", "ε", "δ", "Source", "Conditions")
PAPER = ("Number", "ε, bits", "Paper", "Here", "Difference", "Why")
VIEWS = {"central": "the published mean", "local": "one client's report"}


def promises(state: PageState, result: MeanResult | None, theme: charts.Theme) -> None:
    """Every guarantee side by side; the numbers that the paper prints beside those found here."""
    if result is not None and result.promises:
        st.subheader("What each scheme promises", anchor=False)
        markdown_table.show("mean-promises", GUARANTEES, (_promise(promise, result) for promise in result.promises))
    mark = ":material/compare_arrows:"
    with st.expander("The paper says / here", key=f"{EXPERIMENT.name}-paper", icon=mark, on_change="rerun") as box:
        if box.open:
            figures = paper_figures()
            markdown_table.show("mean-figures", PAPER, map(_printed, figures))
            st.caption(plain(f"Here: {figures[0].convention}. n = 500, d = 1000, δ = 10⁻⁶, α = 2."))


def _promise(promise: Promise, result: MeanResult) -> tuple[str, ...]:
    g = promise.guarantee
    near = "a client's taking part" if result.parameters.neighbours == "zero_out" else "a client's vector, replaced"
    hides = near if g.notion == "central" else "a client's vector, any two"
    sees = {"database": VIEWS[g.notion], "decoder": "the server: seed and message"}[g.against]
    conditions = "; ".join(word for word in g.conditions if not word.startswith("neighbours"))
    return (promise.label, hides, sees, _epsilon(g.epsilon), number(g.delta), cited(g.source), conditions)


def _epsilon(value: float) -> str:
    """To three digits, without what root finding left beyond the seventh."""
    return number(rounded(value, 7))


def _printed(figure: Figure) -> tuple[str, ...]:
    share = figure.unit == "%"
    apart = f"{signed(figure.here - figure.quoted)} points" if share else change(figure.difference)
    quoted, here = (
        with_unit(decimals(value, figure.digits), figure.unit * share) for value in (figure.quoted, figure.here)
    )
    return (figure.what, f"{number(figure.epsilon)}, {figure.bits}", quoted, here, apart, figure.explanation)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Mean estimation",
        question="How accurate is a private mean for a given number of bits, and what does each scheme guarantee?",
        main=drawings.main,
        views=(
            page.View("Where a client's bits go", drawings.composition),
            page.View("Bits along ε", drawings.sizes),
            page.View("More along ε", drawings.more_epsilon),
            page.View("More along the bits", drawings.more_bits),
        ),
        footer=promises,
    )
)
