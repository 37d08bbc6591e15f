"""The pages in their groups, and the way to them: every page is reached through app.py.

Until `st.navigation` has been called once, Streamlit takes a ``pages`` folder for its older kind of app and runs the
page's file alone: no navigation, no page set-up. A fresh server whose first visitor opens a page below "/" begins so.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui import state
from pages.ui.lessons.labels import label
from ppr_core.texts import phrase

__all__ = [
    "ALIASES",
    "GROUPS",
    "START",
    "WIDTH",
    "chosen_page",
    "meant",
    "names",
    "passed",
    "path_of",
    "require",
    "title_of",
]

ROOT = Path(__file__).resolve().parents[2]

START = "start"  # opens at the bare address
WIDTH = 256  # of the navigation beside a page, in px

#: group -> file name, title and icon of its pages.
GROUPS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Start": (
        ("start", label("start.page"), "home"),
        ("overview", "Overview", "monitoring"),
        ("parameter_check", "Parameter check", "rule"),
        ("glossary", label("glossary.title"), "menu_book"),
        ("papers", "Papers", "library_books"),
    ),
    "Lessons": (
        ("lesson_list", label("lesson_list.title"), "school"),
        ("my_lecture", label("my_lecture.title"), "playlist_play"),
        ("lecturer_notes", label("lecturer_notes.title"), "speaker_notes"),
        ("worksheet", label("worksheet.title"), "assignment"),
    ),
    "Classroom": (("classroom", "Classroom", "groups"),),
    "Compressing a mechanism": (
        ("ppr_step_by_step", "PPR step by step", "footprint"),
        ("exactness", "Exactness", "fact_check"),
        ("bit_cost", "Bit cost", "straighten"),
        ("privacy", "Privacy", "shield"),
        ("running_time", "Running time", "timer"),
        ("your_mechanism", "Your mechanism", "build"),
        ("one_person", "One person", "person_search"),
    ),
    "Applications": (
        ("mean_estimation", "Mean estimation", "functions"),
        ("metric_privacy", "Metric privacy", "location_on"),
        ("frequency_estimation", "Frequency estimation", "bar_chart"),
        ("dyadic_quantized_laplace", "Dyadic quantized Laplace", "grid_on"),
        ("private_sketches", "Private sketches", "scatter_plot"),
        ("trust_models", "Trust models", "handshake"),
        ("federated", "Federated training", "hub"),
    ),
}

#: Addresses that people guess -> the page they mean. They stand in no menu, and go on to it with what they ask for.
ALIASES: dict[str, str] = {
    "dql": "dyadic_quantized_laplace",
    "federated_training": "federated",
    "frequency": "frequency_estimation",
    "lessons": "lesson_list",
    "mean": "mean_estimation",
    "metric": "metric_privacy",
    "sketches": "private_sketches",
    "step_by_step": "ppr_step_by_step",
}

_PASSED = "_entry_passed"


def chosen_page() -> Any:
    """Set the window up; the page that the address asks for, among all pages in their groups."""
    passed()
    # Before the navigation, which would otherwise fetch the page's icon from the net as the window's.
    st.set_page_config(
        page_title="Private Compression Lab",
        page_icon=str(ROOT / "assets" / "favicon.svg"),
        layout="wide",
        initial_sidebar_state=WIDTH,
    )
    groups = {
        phrase(group): [copy(_page(name, phrase(title), icon)) for name, title, icon in entries]
        for group, entries in GROUPS.items()
    }
    groups[phrase("Start")] += [copy(_alias(alias, page)) for alias, page in ALIASES.items()]
    # On a projector the width belongs to the chart.
    return st.navigation(groups, position="top" if state.projector() else "sidebar")


@lru_cache(maxsize=256)
def _page(name: str, title: str, icon: str) -> Any:
    """Made once a server, as Streamlit looks for its file; a run marks the page that it opens, on a copy of its own."""
    return st.Page(ROOT / "pages" / f"{name}.py", title=title, icon=f":material/{icon}:", default=name == START)


@lru_cache(maxsize=256)
def _alias(alias: str, page: str) -> Any:
    return st.Page(partial(_go_on, page), title=alias, url_path=alias, visibility="hidden")


def _go_on(page: str) -> None:
    """From an address that was guessed to the page it means."""
    st.switch_page(ROOT / "pages" / f"{page}.py", query_params=st.query_params.to_dict())


def title_of(page: str) -> str:
    """The title of the page of this file name."""
    return next(phrase(title) for entries in GROUPS.values() for name, title, _ in entries if name == page)


def meant(page: str, query: Iterable[str]) -> str:
    """The page that a link opens: Overview, where the bare address comes with settings of the page that it once was."""
    return "overview" if page == START and {*query} - {"scene", "projector"} else page


def path_of(page: str) -> str:
    """Where the page of this file name is found below the lab's address: the first one is the address itself."""
    return "" if page == START else page


def names() -> set[str]:
    """The file names of all pages."""
    return {name for entries in GROUPS.values() for name, _, _ in entries}


def passed() -> None:
    """Note that the navigation stands in this session."""
    st.session_state[_PASSED] = True


def require() -> None:
    """Start the run again through app.py if Streamlit left it out."""
    if not st.session_state.get(_PASSED):
        chosen_page()
        st.rerun()
