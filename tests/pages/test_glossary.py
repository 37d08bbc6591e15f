"""The glossary: complete, consistent, marked where its words first stand, and shown as a page."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import glossary
from pages.ui.navigation import GROUPS
from ppr_core.guarantees import ADVERSARIES, DECODER, OUTSIDER, READER, SEEN, observers
from ppr_core.texts import Messages

ROOT = Path(__file__).resolve().parents[2]
NAMES = {name for entries in GROUPS.values() for name, _, _ in entries}
NEEDED = {
    "PPR", "MRC", "PFR", "ε", "nat", "α", "decoder", "database", "index", "message", "candidate", "proposal",
    "density ratio", "shared randomness", "exact",
}  # fmt: skip


def test_every_word_is_one_sentence_and_stands_once() -> None:
    forms = [form.lower() for term in glossary.terms() for form in term.forms]
    assert len(forms) == len(set(forms)) and {form.lower() for form in NEEDED} <= set(forms)
    for term in glossary.terms():
        assert term.meaning.endswith(".") and not re.search(r"[.!?] [A-Z]", term.meaning), term.term
        assert term.where and set(term.where) <= NAMES, term.term


def test_observers_see_less_and_less_and_every_adversary_has_a_row() -> None:
    rows = observers()
    people = ["sender", "server", "shuffler", "reader of the output", "outsider", "aggregator", "public", "clock"]
    assert [row.who for row in rows] == people
    assert {row.name for row in rows[1:]} == set(ADVERSARIES)  # type: ignore[attr-defined]
    assert rows[0].sees == set(SEEN) and all(len(more.sees) >= len(fewer.sees) for more, fewer in pairwise(rows))
    assert DECODER.sees_all_of(READER) and DECODER.sees_all_of(OUTSIDER) and not OUTSIDER.sees_all_of(READER)


def test_words_are_marked_where_they_first_stand() -> None:
    marker = glossary.Marker()
    first = marker.marked("Decoders apart, the decoder needs K; PPR and the decoder <b> r* = 3, e.g. PPRs.")
    assert first.count("<abbr") == 3 and "&lt;b&gt;" in first
    assert [term.term for term in marker.met] == ["server", "PPR", "density ratio"]
    assert re.sub(r"</?abbr[^>]*>", "", first).startswith("Decoders apart, the decoder needs K; PPR and the decoder")
    assert marker.marked("The decoder again, and MRC").count("<abbr") == 1, "each word once a page"
    assert "**server**" in glossary.words(marker.met) and "**nat**" not in glossary.words(marker.met)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0.6/0.2 = 3 = e^1.1.", "e<sup>1.1</sup>."),
        ("at most e^(ε · d(x, y)) times", "e<sup>ε · d(x, y)</sup> times"),
        ("from e^−ε₀ on", "e<sup>−ε₀</sup> on"),
        ("a caret ^ alone & < stay", "a caret ^ alone &amp; &lt; stay"),
    ],
)
def test_exponents_are_raised(text: str, shown: str) -> None:
    assert glossary.Marker().marked(text).endswith(shown)


@pytest.mark.parametrize("text", ["PPRs", "αε", "prealpha", "indexed"])
def test_parts_of_words_are_not_marked(text: str) -> None:
    assert glossary.Marker().marked(text) == text


def test_the_page_shows_every_word_and_who_sees_what() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.switch_page("pages/glossary.py").run()
    assert not app.exception and not app.error and app.title[0].value == "Glossary"
    said = "\n".join(part.value for part in app.markdown)
    assert all(f"**{term.term}" in said for term in glossary.terms())
    assert r"at most e$^{ε}$-fold" in said and "e^ε" not in said
    assert any('class="observers"' in part.proto.body for part in app.get("html"))


def test_every_page_offers_its_words() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.switch_page("pages/overview.py").run()
    words = next(part.value for part in app.markdown if part.value.startswith("- **"))
    assert "**PPR**" in words and "**ε**" in words and "**DQL**" not in words
    app.session_state["overview-tabs"] = Messages("overview")("seen-tab")
    assert any('class="observers"' in part.proto.body for part in app.run().get("html"))
