"""The entry: page set-up and navigation.

Nothing but the standard library is imported outside the functions, because worker processes read this file too.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent


def navigation():
    """The page that the address asks for, among all pages in their groups."""
    import streamlit as st

    from pages.ui import state

    def page(name: str, title: str, icon: str, default: bool = False):
        return st.Page(ROOT / "pages" / f"{name}.py", title=title, icon=f":material/{icon}:", default=default)

    groups = {
        "Start": [
            page("overview", "Overview", "home", default=True),
            page("parameter_check", "Parameter check", "rule"),
        ],
        "Compressing a mechanism": [
            page("ppr_step_by_step", "PPR step by step", "footprint"),
            page("exactness", "Exactness", "fact_check"),
            page("bit_cost", "Bit cost", "straighten"),
        ],
    }
    # On a projector the width belongs to the chart.
    return st.navigation(groups, position="top" if state.projector() else "sidebar")


def main() -> None:
    import streamlit as st

    from pages.ui import entry

    st.set_page_config(
        page_title="Private Compression Lab",
        page_icon=str(ROOT / "assets" / "favicon.svg"),
        layout="wide",
        initial_sidebar_state=256,
    )
    entry.passed()
    navigation().run()


if __name__ == "__main__":
    main()
