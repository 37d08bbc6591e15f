"""What a newcomer asks is answered in the open: every sentence of questions.toml stands on its page."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from tests import fluent_files
from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))["question"]
MOST_WORDS = 250  # of a page at its defaults; numbers do not count
CLOSED = ("popover", "expander", "expandable", "tab")  # of tabs even the first stands below the numbers


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=30.0, patience_seconds=60.0, predicting_seconds=60.0):
        yield
    _page.cache_clear()


@cache
def _page(page: str, preset: str, step: int = 0) -> str:
    """All words that a visitor sees without opening anything, in one line."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    if page != "start":
        app.switch_page(f"pages/{page}.py")
    if preset:
        app.query_params["preset"] = preset
    if step:
        app.query_params["step"] = str(step)
    app.run()
    assert not app.exception and not app.error
    words = html.unescape(re.sub(r"<[^>]*>", "", " ".join(_open(app.main))))
    return re.sub(r"\s+", " ", re.sub(r"\\([^\w\s])|\*", r"\1", words)).replace("'", "’").replace("\u2060", "")


def _open(block: Block) -> Iterator[str]:
    for child in block.children.values():
        if isinstance(child, Block):
            if child.type not in CLOSED:
                yield from _open(child)
        elif child.type == "html":
            hidden = r"<style.*?</style>|<script.*?</script>|</summary>.*?</details>|<div class=\"printed\">.*?</div>"
            yield re.sub(hidden, "", child.proto.body, flags=re.DOTALL)
        elif child.type == "metric":
            yield f"{child.label} = {child.value}."
        elif isinstance(text := getattr(child, "value", None), str):
            yield text


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["asks"])
def test_question_is_answered(question: dict[str, str]) -> None:
    shown = _page(question["page"], question.get("preset", ""), question.get("step", 0))
    assert re.search(question["answer"], shown), shown


@pytest.mark.parametrize("page", [page for page in fluent_files.pages() if (ROOT / "pages" / f"{page}.py").is_file()])
def test_a_page_shows_few_words_before_its_tabs(page: str) -> None:
    words = [word for word in _page(page, "").split() if re.search(r"[^\W\d_]", word)]
    assert len(words) <= MOST_WORDS, len(words)


def test_what_is_folded_does_not_count() -> None:
    assert "This link opens what is on screen" not in _page("overview", "")


def test_each_question_stands_once() -> None:
    assert len({question["asks"] for question in QUESTIONS}) == len(QUESTIONS) == 32
