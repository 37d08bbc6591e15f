"""A lecture as one file: every part in its place, answers behind questions, and made beside the server."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import pytest

from pages.ui.lessons import lecture, texts
from pages.ui.lessons.labels import label
from pages.ui.takeaway import apart
from pages.ui.takeaway.lecture import MOST_BYTES, document

FRIDAY = """# Friday
A question | classroom?kind=yes_no&ask=Sure%3F
A prediction | overview?v=2&epsilon=1&lesson=bits&stop=1
A bet | ppr_step_by_step?v=2&step=4&lesson=index&stop=4
A page | exactness?v=2&candidates=4&samples=2000
Too long | running_time?v=2&reference=1&samples=20000&epsilon=0.05&noise=chunk
Words | glossary"""


@pytest.fixture(scope="module")
def file() -> str:
    return document(FRIDAY, "https://lab")


def stops(file: str) -> list[str]:
    return re.findall(r'(?s)<section class="stop".*?</section>', file)


def test_a_file_holds_every_part_in_order(file: str) -> None:
    poll, prediction, bet, page, long, words = stops(file)
    names = [item.name for item in lecture.read(FRIDAY).items]
    assert [re.search(r'<h2 tabindex="-1">(.*?) <small>', one)[1] for one in stops(file)] == names
    assert "Sure?" in poll and label("take_away.poll") in poll and "https://" not in poll  # a poll opens no room
    asked, result = prediction.split('<div class="result"', 1)
    assert texts.lesson("bits").stops[0].prediction.ask in asked and "<svg" not in asked
    assert 'class="gap landmarks"' in asked and label("strip.nothing") in asked, "the scale of the wall"
    assert result.startswith(" hidden") and "<svg" in result
    shown, answer = bet.split("<details", 1)
    assert "K = 4" not in shown and "K = 4" in answer and "<svg" in answer  # the picture that comes with the answer
    assert "<svg" in page and "https://lab/exactness?v=2&amp;candidates=4" in page
    assert label("take_away.part_left_out") in long and "<svg" not in long and "https://lab/running_time" in long
    assert label("take_away.part_of_text", page="Glossary") in words
    assert "https://lab/worksheet?lesson=bits&amp;own=1" in words  # at the end
    assert result.index("PPR sends") < result.index("<svg"), "what a picture shows stands above it, as on the wall"


def test_a_file_needs_nothing_and_repeats_no_name(file: str) -> None:
    names = re.findall(r'\bid="([^"]+)"', file)
    assert len(names) == len(set(names))
    sources = re.findall(r'(?:src|href)="(?!#|https://lab/)([^"]*)"', file)
    assert "docs/" not in re.sub(r"(?s)<script.*?</script>", "", file)
    assert not sources and "default-src 'none'" in file and len(file.encode()) < MOST_BYTES


def test_a_file_without_an_address_has_no_links() -> None:
    """As one that is made where no other machine gets."""
    assert "<a href=" not in document("Words | glossary\nPoll | classroom?kind=yes_no&ask=Sure%3F").replace(
        '<a href="#', ""
    )


def test_a_lesson_s_own_picture_is_in_the_file() -> None:
    [one] = stops(document("Chunks | running_time?v=2&lesson=chunks&stop=2"))
    assert "50 numbers: 7.59" in one and "r* is 7.59 candidates" in one


def test_it_is_made_by_a_process_of_its_own_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, run = [], subprocess.run

    def counted(*args: Any, **options: Any) -> Any:
        calls.append(args)
        return run(*args, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    text = "Words | glossary"
    first, again = (apart.lecture_file(text, "https://lab") for _ in range(2))
    assert first.decode() == document(text, "https://lab") and again == first and len(calls) == 1


def test_what_fails_is_one_sentence_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_PATIENCE_SECONDS", 1e-3)
    assert label("take_away.lecture_failed") in apart.lecture_file("Late | glossary", "").decode()
    monkeypatch.undo()
    assert "Late" in apart.lecture_file("Late | glossary", "").decode()
