"""A page as one file: opened from disk and in a sandboxed frame without a request, with the app's own numbers."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, expect

from pages.ui.charts import Theme
from pages.ui.lessons import lecture
from pages.ui.lessons.texts import lessons
from pages.ui.takeaway.button import source
from pages.ui.takeaway.command import declared
from pages.ui.takeaway.document import MOST_BYTES, document
from pages.ui.takeaway.grid import fields
from pages.ui.takeaway.lecture import document as whole_lecture
from ppr_core.sweeps import names_of_experiments
from tests.browser.visitor import Visitor

TILES = "() => [...document.querySelectorAll('section:not([hidden]) .numbers b')].map(tile => tile.innerText)"
MOVE = "(slider, place) => { slider.value = place; slider.dispatchEvent(new Event('input')); }"
SIDEWAYS = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('.picture')]
    .map(part => part.scrollWidth - part.clientWidth))"""
LETTERS = """() => Math.min(...[...document.querySelectorAll('section:not([hidden]) svg text')].map(word => {
    const { viewBox: { baseVal: box } } = word.ownerSVGElement, seen = word.ownerSVGElement.getBoundingClientRect();
    const scale = Math.min(seen.width / box.width, seen.height / box.height);
    return scale ? parseFloat(getComputedStyle(word).fontSize) * scale : 99;
}))"""
TIME = re.compile(r"\d (s|ms|µs|min)$")  # measured anew by every run
WIDE_NAMES = ("bit_cost", "federated", "parameter_check", "privacy", "trust_models")  # wider than a telephone
SAME = "text => text.replace(/\\s+/g, ' ').trim()"


# One of Vega-Lite, one of Plotly; with LAB_THOROUGH=1 every page whose file has a slider.
NAMES = [name for name in names_of_experiments() if name != "papers"]


@pytest.mark.parametrize("name", NAMES if os.environ.get("LAB_THOROUGH") else ["overview", "ppr_step_by_step"])
def test_a_file_has_the_numbers_of_the_app(
    name: str, addresses: dict[str, str], tab: Visitor, chromium: Browser, tmp_path: Path
) -> None:
    page = declared(name)
    parameters = page.experiment.parameters()
    field = fields(page.experiment, parameters, page.step)[0]
    text = document(source(page, parameters, page.experiment.run(parameters), field, 1.0), Theme(dark=False))
    assert len(text.encode()) <= MOST_BYTES
    file = tmp_path / f"{name}.html"
    file.write_text(text, encoding="utf-8")
    frame = tmp_path / "frame.html"
    frame.write_text(f'<iframe sandbox="allow-scripts" width="900" height="900" src="{file.name}"></iframe>')
    with chromium.new_context() as context:
        opened, asked, wrong = context.new_page(), [], []
        opened.on("request", lambda request: asked.append(request.url))
        opened.on("console", lambda message: wrong.append(message.text))
        opened.goto(file.as_uri())
        shown = {}
        slider = opened.locator("#slider")
        for place in range(int(slider.get_attribute("max")) + 1):
            slider.evaluate(MOVE, place)
            shown[opened.locator("#value").inner_text()] = opened.evaluate(TILES)
            assert opened.locator("section:not([hidden]) svg:visible").count() == 1
        slider.focus()
        opened.keyboard.press("ArrowLeft")
        assert opened.locator("#value").inner_text() == list(shown)[-2]
        expect(opened.locator(".heard")).to_have_text(opened.locator(".headlines .shown").inner_text())
        assert slider.get_attribute("aria-valuetext") == list(shown)[-2]
        names = [" ".join(name.split()[:-1]) for name in opened.locator("label").all_inner_texts()]
        assert len(set(names)) == len(names), "a quantity has one slider"
        opened.set_viewport_size({"width": 1280, "height": 720})
        picture = opened.locator("section:not([hidden]) svg.wide").bounding_box()
        assert picture["width"] >= 1000 and picture["y"] + picture["height"] <= 750
        assert opened.evaluate(LETTERS) >= 15.5
        opened.emulate_media(media="print")
        assert opened.pdf(format="A4").count(b"/Type /Page\n") == 1, "one sheet"
        opened.emulate_media(media="screen")
        opened.set_viewport_size({"width": 390, "height": 844})
        assert opened.evaluate(LETTERS) >= 14 or name in WIDE_NAMES
        assert opened.locator("section:not([hidden]) svg.narrow").is_visible()
        assert opened.evaluate(SIDEWAYS) <= 0
        opened.goto(frame.as_uri())
        assert opened.frames[1].locator("section:not([hidden]) svg.wide").is_visible()
        assert asked == [file.as_uri(), frame.as_uri(), file.as_uri()] and not wrong
    assert len(shown) >= 2
    for value in (next(iter(shown)), list(shown)[-1]):
        tab.open(f"{addresses[name]}?v=2&{field}={quote(value)}")
        metrics = tab.page.locator(".st-key-quantities").get_by_test_id("stMetricValue").all_inner_texts()
        here, there = ([tab.page.evaluate(SAME, one) for one in tiles] for tiles in (metrics, shown[value]))
        assert len(here) == len(there)
        assert [one for one in zip(here, there, strict=True) if one[0] != one[1] and not TIME.search(one[1])] == []


def test_the_file_is_offered_where_the_link_is(addresses: dict[str, str], tab: Visitor) -> None:
    tab.open(addresses["overview"])
    tab.page.locator(".st-key-overview-link button").first.click()
    offered = tab.page.get_by_role("button", name="Page as one HTML file")
    offered.wait_for()
    with tab.page.expect_download() as download:
        offered.click()
    assert download.value.suggested_filename == "overview.html"


def test_the_command_writes_a_file_and_refuses_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ppr_core.__main__ import main

    out = tmp_path / "overview.html"
    assert main(["page", "overview", "--set", "epsilon=2", "--out", str(out), "--seconds", "0.1"]) == 0
    assert "ε" in out.read_text(encoding="utf-8") and "<svg" in out.read_text(encoding="utf-8")
    assert main(["page", "overview", "--set", "epsilon=-2", "--out", str(out)]) == 2
    assert "epsilon" in capsys.readouterr().err


def test_a_lecture_is_one_file_that_the_keys_step_through(
    addresses: dict[str, str], tab: Visitor, chromium: Browser, tmp_path: Path
) -> None:
    """Fetched by its button, opened without a network: a prediction, then its answer, then the next part."""
    text = (
        "# Friday\nFirst | overview?v=2&lesson=bits&stop=1\nWords | glossary\nSecond | overview?v=2&lesson=bits&stop=2"
    )
    tab.open(f"{addresses['my_lecture']}?lecture={lecture.packed(text)}")
    with tab.page.expect_download() as fetched:
        tab.page.locator(".st-key-lecture-take-away button").first.click()
    fetched.value.save_as(tmp_path / "lecture.html")
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        opened, asked, wrong = context.new_page(), [], []
        opened.on("request", lambda request: asked.append(request.url))
        opened.on("console", lambda message: wrong.append(message.text))
        opened.goto((tmp_path / "lecture.html").as_uri())
        first, result = opened.locator("#stop-1"), opened.locator("#stop-1 .result")
        assert first.is_visible() and result.is_hidden() and opened.evaluate(SIDEWAYS) == 0
        opened.keyboard.press("PageDown")  # nobody moved the slider: no prediction is compared
        assert result.is_visible() and "? The answer" in first.locator(".said").inner_text()  # beside its question
        assert result.locator("svg.narrow").is_visible() and opened.evaluate(SIDEWAYS) == 0
        for place in (2, 3):
            opened.keyboard.press("PageDown")
            opened.locator(f"#stop-{place}").wait_for()
        opened.keyboard.press("PageDown")
        assert opened.locator("#stop-3 details").get_attribute("open") is not None and first.is_hidden()
        assert asked == [opened.url.partition("#")[0]] and not wrong


def test_an_answer_revealed_by_key_is_on_the_screen_with_its_whole_picture(chromium: Browser, tmp_path: Path) -> None:
    """One answer comes with the picture before it, one with a picture of its own, one after a prediction."""
    stops = (("overview", "bits", 2), ("privacy", "alpha", 2), ("overview", "bits", 1))
    addresses = [f"{page}?{urlencode(lessons()[name].link(stop))}" for page, name, stop in stops]
    file = tmp_path / "lecture.html"
    file.write_text(whole_lecture("\n".join(f"Part | {address}" for address in addresses)), encoding="utf-8")
    with chromium.new_context(viewport={"width": 1280, "height": 720}) as context:
        opened = context.new_page()
        opened.goto(file.as_uri())
        for place in (1, 2, 3):
            stop = opened.locator(f"#stop-{place}")
            stop.wait_for()
            opened.keyboard.press("PageDown")
            answer = stop.locator(".hint p, .said p")
            expect(answer.first).to_be_in_viewport(ratio=1)
            picture = stop.locator("svg.wide:visible")
            expect(picture).to_have_count(1)
            expect(picture).to_be_in_viewport(ratio=1)
            assert picture.bounding_box()["height"] >= 350 and opened.evaluate("scrollY") == 0
            assert opened.evaluate(LETTERS) >= 18
            if (note := stop.locator(".picture + p:visible")).count():
                expect(note).to_be_in_viewport(ratio=1)
            opened.emulate_media(media="print")  # what a picture shows, and its title, stay on its sheet of paper
            assert stop.locator(".whole:visible").evaluate("one => getComputedStyle(one).breakInside") == "avoid"
            opened.emulate_media(media="screen")
            opened.keyboard.press("PageDown")
