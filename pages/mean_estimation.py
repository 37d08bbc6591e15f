"""Mean estimation: what does a mean cost in bits and error, and what does it promise?"""

from __future__ import annotations

import streamlit as st

from pages.drawings import mean_estimation as drawings
from pages.ui import charts, page, tables
from pages.ui.quantities import cited
from pages.ui.state import PageState, plain
from ppr_core.experiments.mean_estimation import EXPERIMENT, Figure, MeanResult, Promise, paper_figures
from ppr_core.wording import number

GUARANTEES = ("Scheme", "Hides", "From whom", "ε", "δ", "Source", "Conditions")
PAPER = ("Number", "ε, bits", "Paper", "Here", "Difference", "Why")
VIEWS = {"central": "the published mean", "local": "one client's report"}


def promises(state: PageState, result: MeanResult | None, theme: charts.Theme) -> None:
    """Every guarantee side by side; the numbers that the paper prints beside those found here."""
    if result is not None and result.promises:
        st.subheader("What each scheme promises", anchor=False)
        tables.show("mean-promises", GUARANTEES, (_promise(one, result) for one in result.promises))
    mark = ":material/compare_arrows:"
    with st.expander("The paper says / here", key=f"{EXPERIMENT.name}-paper", icon=mark, on_change="rerun") as box:
        if box.open:
            figures = paper_figures()
            tables.show("mean-figures", PAPER, map(_printed, figures))
            st.caption(plain(f"Here: {figures[0].convention}. n = 500, d = 1000, δ = 10⁻⁶, α = 2."))


def _promise(one: Promise, result: MeanResult) -> tuple[str, ...]:
    g = one.guarantee
    near = "a client's taking part" if result.parameters.neighbours == "zero_out" else "a client's vector, replaced"
    hides = near if g.notion == "central" else "a client's vector, any two"
    sees = {"database": VIEWS[g.notion], "decoder": "the server: seed and message"}[g.against]
    conditions = "; ".join(word for word in g.conditions if not word.startswith("neighbours"))
    return (one.label, hides, sees, _epsilon(g.epsilon), number(g.delta), cited(g.source), conditions)


def _epsilon(value: float) -> str:
    """To three digits, without what root finding left beyond the seventh."""
    return number(float(f"{value:.7g}"))


def _printed(one: Figure) -> tuple[str, ...]:
    share = one.unit == "%"
    apart = f"{one.here - one.quoted:+.2f} points" if share else f"{100 * one.difference:+.2f} %"
    quoted, here = (f"{value:.{one.digits}f}{' %' if share else ''}" for value in (one.quoted, one.here))
    return (one.what, f"{one.epsilon:g}, {one.bits}", quoted, here, apart.replace("-", "−"), one.explanation)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Mean estimation",
        question="How accurate is a private mean at so many bits a client, and what does each scheme promise?",
        main=drawings.main,
        views=(
            page.View("What a client's bits are", drawings.composition),
            page.View("Bits along ε", drawings.sizes),
            page.View("More along ε", drawings.more_epsilon),
            page.View("More along the bits", drawings.more_bits),
        ),
        footer=promises,
    )
)
