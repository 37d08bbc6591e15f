"""The first page: its links of before, its doors, its search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import navigation, search
from pages.ui import state as states
from ppr_core.classroom import first_story
from ppr_core.experiments.bit_cost import BitCostParameters
from ppr_core.index_law import expected_bits
from ppr_core.sweeps import experiment_named
from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=5.0, patience_seconds=100.0):
        yield


def opened(**link: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error
    return app


def test_links_with_settings_open_the_page_that_the_address_once_was() -> None:
    assert opened().title[0].value == "Private Compression Lab"
    assert opened(scene="3").title[0].value == "Private Compression Lab"
    app = opened(v="1", epsilon="2", alpha="3")
    assert app.title[0].value == "Overview" and not app.warning
    assert app.query_params["alpha"] == ["3"] or app.query_params["alpha"] == "3"


def test_addresses_that_are_guessed_lead_to_pages() -> None:
    pages = navigation.names()
    assert {"dql", "sketches", "federated_training"} <= navigation.ALIASES.keys()
    assert set(navigation.ALIASES.values()) <= pages and not navigation.ALIASES.keys() & pages


def test_everything_that_is_found_can_be_opened() -> None:
    places = search.places()
    assert {page for page, _ in places.values()} >= navigation.names() - {navigation.START}
    for page, query in places.values():
        if query:
            state, _ = states.read_link(experiment_named(page), query)
            assert not state.problems and state.preset, (page, query)
    assert any(words.startswith("Exactness:") for words in places) and any("α" in words for words in places)


def test_what_is_found_opens() -> None:
    app = opened()
    found = next(words for words in search.places() if words.startswith("Privacy:"))
    app.selectbox(key="start-search").select(found).run()
    assert app.title[0].value == "Privacy"


def test_the_trade_of_the_last_scene_goes_both_ways() -> None:
    """Bits fall with α, and what the decoder learns rises, below 2αε and above the ε of the output."""
    told = first_story()
    assert (told.bits[1:] < told.bits[:-1]).all() and (told.decoder_epsilon[1:] > told.decoder_epsilon[:-1]).all()
    assert (told.decoder_epsilon <= 2 * told.alphas * told.settings.epsilon * (1 + 1e-9)).all()
    assert told.decoder_epsilon[0] > told.settings.epsilon


def test_the_bits_of_the_last_scene_are_those_of_the_page_on_them() -> None:
    """Bit cost's list: the average over all answers, by another rule, and the answer of its defaults nearly as long."""
    told, page = first_story(), BitCostParameters(epsilon=2.0)
    assert (repr(told.channel), told.settings.epsilon) == (repr(page.channel()), page.epsilon)
    bits = [expected_bits(page.channel(), np.array([x]), page.alpha, page.code) for x in np.linspace(-1, 1, 17)]
    shown = told.bits[list(told.alphas).index(page.alpha)]
    assert shown == pytest.approx(np.trapezoid(bits, np.linspace(-1, 1, 17)) / 2, abs=0.01)
    assert shown == pytest.approx(
        expected_bits(page.channel(), np.array([page.position]), page.alpha, page.code), abs=0.02
    )
