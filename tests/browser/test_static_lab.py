"""The lab without a server, opened from a folder: no other request, both themes, axe's rules, a lesson walked."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from site_builder import lab

PARTS = ("overview", "glossary", "lessons", "lesson-bits")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages and the index, which tells the story."""
    made = tmp_path_factory.mktemp("lab")
    for name in PARTS:
        writer = lab.parts_of().get(name)
        (made / f"{name}.html").write_text(writer() if writer else lab.experiment_page(name), encoding="utf-8")
    lab.write_index(made)
    return made


def opened(chromium: Browser, file: Path, width: int, height: int, scheme: str) -> tuple[Page, list[str], list[str]]:
    """A page, what it asked for, and what its console said."""
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page, asked, wrong = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    return page, asked, wrong


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 720, "light"), (390, 800, "dark")])
def test_pages_ask_for_nothing_and_can_be_read_by_everybody(
    folder: Path, chromium: Browser, width: int, height: int, scheme: str
) -> None:
    for name in ("index", *PARTS):
        page, asked, wrong = opened(chromium, folder / f"{name}.html", width, height, scheme)
        found = Axe().run(page).response["violations"]
        said = [f"{name}: {each['id']} {node['html'][:120]}" for each in found for node in each["nodes"]]
        assert (said, wrong, asked) == ([], [], [(folder / f"{name}.html").as_uri()])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.context.close()


def test_a_lesson_hides_its_answer_until_a_prediction(folder: Path, chromium: Browser) -> None:
    page, _, wrong = opened(chromium, folder / "lesson-bits.html", 1280, 720, "light")
    first = page.locator("#stop-1")
    assert first.locator(".result").is_hidden() and not first.locator(".said").inner_text()
    first.locator("input[type=range]").focus()
    page.keyboard.press("Home")
    first.get_by_role("button", name="Reveal").click()
    assert first.locator(".result svg").is_visible()
    assert first.locator(".said").inner_text().startswith("You said 1\u00a0bit")
    page.keyboard.press("PageDown")
    page.locator("#stop-2").wait_for()
    assert first.is_hidden() and page.locator("#stop-2 .result svg").is_visible() and not wrong
    page.context.close()


def test_the_story_sends_a_message_from_a_file(folder: Path, chromium: Browser) -> None:
    page, _, wrong = opened(chromium, folder / "index.html", 1280, 720, "dark")
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    assert page.locator(".story svg .bit").count() >= 1 and not wrong
    page.context.close()
