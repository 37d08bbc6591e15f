"""The entry: page set-up and navigation.

Nothing but the standard library is imported outside the functions, because worker processes read this file too.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent


def chosen_page():
    """Set the window up; the page that the address asks for, among all pages in their groups."""
    import streamlit as st

    from pages.ui import state

    def page(name: str, title: str, icon: str, default: bool = False):
        return st.Page(ROOT / "pages" / f"{name}.py", title=title, icon=f":material/{icon}:", default=default)

    # Before the navigation, which would otherwise fetch the page's icon from the net as the window's.
    st.set_page_config(
        page_title="Private Compression Lab",
        page_icon=str(ROOT / "assets" / "favicon.svg"),
        layout="wide",
        initial_sidebar_state=256,
    )
    groups = {
        "Start": [
            page("overview", "Overview", "home", default=True),
            page("parameter_check", "Parameter check", "rule"),
        ],
        "Compressing a mechanism": [
            page("ppr_step_by_step", "PPR step by step", "footprint"),
            page("exactness", "Exactness", "fact_check"),
            page("bit_cost", "Bit cost", "straighten"),
            page("privacy", "Privacy", "shield"),
            page("running_time", "Running time", "timer"),
        ],
        "Applications": [
            page("mean_estimation", "Mean estimation", "functions"),
            page("metric_privacy", "Metric privacy", "location_on"),
            page("frequency_estimation", "Frequency estimation", "bar_chart"),
            page("dyadic_quantized_laplace", "Dyadic quantized Laplace", "grid_on"),
            page("private_sketches", "Private sketches", "scatter_plot"),
        ],
    }
    # On a projector the width belongs to the chart.
    return st.navigation(groups, position="top" if state.projector() else "sidebar")


def main() -> None:
    from pages.ui import entry

    entry.passed()
    chosen_page().run()


if __name__ == "__main__":
    main()
