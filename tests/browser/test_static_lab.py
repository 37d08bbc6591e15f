"""The lab without a server, opened from a folder: no other request, both themes, axe's rules, a lesson walked."""

from __future__ import annotations

import fcntl
import math
import os
import re
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from ppr_core.codes import code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.overview import OverviewParameters
from ppr_core.randomness import SharedRandomness
from site_builder import lab

LIVE = ("overview", "ppr_step_by_step", "one_person")
PARTS = (*LIVE, "glossary", "lessons", "lesson-bits")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages and the index, which tells the story; written once for all processes that run these tests."""
    here = tmp_path_factory.getbasetemp()
    made = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "lab"
    made.mkdir(exist_ok=True)
    with (made / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "index.html").exists():  # which is written last
            for name in PARTS:
                writer = lab.parts_of().get(name)
                (made / f"{name}.html").write_text(writer() if writer else lab.experiment_page(name), encoding="utf-8")
            lab.write_index(made)
    return made


def opened(
    chromium: Browser, file: Path, width: int, height: int, scheme: str, motion: str = "no-preference"
) -> tuple[Page, list[str], list[str]]:
    """A page, what it asked for, and what its console said."""
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion=motion
    )
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
    page.keyboard.press("Home")  # beside the scale: nothing is predicted yet
    page.keyboard.press("ArrowRight")
    first.get_by_role("button", name="Reveal").click()
    assert first.locator(".result svg.wide").is_visible()
    assert "You said 1\u00a0bit; it is " in first.locator(".said").inner_text()
    page.keyboard.press("PageDown")
    page.locator("#stop-2").wait_for()
    assert first.is_hidden() and page.locator("#stop-2 .result svg.wide").is_visible() and not wrong
    page.context.close()


def settled(page: Page, before: str = "") -> str:
    """How often the picture of the live encoder has been drawn when all its messages are there, more than before."""
    canvas = page.locator("#live canvas")
    expect(canvas).not_to_have_attribute("data-drawn", before)
    page.locator("#live [data-live=count]", has_text=" 5000 ").wait_for()
    return canvas.get_attribute("data-drawn") or ""


@pytest.mark.parametrize("name", LIVE)
def test_a_drag_encodes_anew(folder: Path, chromium: Browser, name: str) -> None:
    page, asked, wrong = opened(chromium, folder / f"{name}.html", 1280, 720, "light")
    live, held = page.locator("#live"), not page.locator("#live input[name=epsilon]").count()
    slider = page.locator("#slider" if held else "#live input[name=epsilon]")  # a quantity has one slider
    assert page.locator("label", has_text="ε").count() == 1 and held == (name != "ppr_step_by_step")
    first, before = settled(page), page.locator("#live canvas").get_attribute("aria-label")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    page.locator("#live input[name=alpha]").press("Home")
    settled(page, first)
    shown = page.locator("#value") if held else live.locator("output[name=epsilon]")
    epsilon, alpha = (float(one.inner_text()) for one in (shown, live.locator("output[name=alpha]")))
    assert float(live.locator("[data-live=reader]").inner_text()) == epsilon < 1
    assert float(live.locator("[data-live=decoder]").inner_text()) == pytest.approx(2 * alpha * epsilon, rel=5e-3)
    assert page.locator("#live canvas").get_attribute("aria-label") != before
    page.locator("#live input[name=alpha]").press("End")
    page.get_by_text("no bound").wait_for()
    assert not wrong and len(asked) == 1
    page.context.close()


def test_without_motion_a_live_picture_is_drawn_at_once_and_when_it_is_complete(
    folder: Path, chromium: Browser
) -> None:
    page, _, _ = opened(chromium, folder / "overview.html", 390, 800, "dark", "reduce")
    first = settled(page)
    page.locator("#live input[name=alpha]").press("ArrowRight")
    expect(page.locator("#live canvas")).to_have_attribute("data-drawn", str(int(first) + 2))
    page.locator("#live [data-live=count]", has_text=" 5000 ").wait_for()
    page.context.close()


def test_the_live_encoder_sends_what_the_core_decodes(folder: Path, chromium: Browser) -> None:
    """The first message of Overview: its index, its candidate and the bits of its word."""
    page, _, _ = opened(chromium, folder / "overview.html", 1280, 720, "light")
    settled(page)
    index, word = re.match(r"K = (\d+) → ([01]+)", page.locator("#live [data-live=message]").inner_text()).groups()
    assert code_from_name("elias_delta").word(int(index)) == word
    mean = float(page.locator("#live [data-live=bits]").inner_text().split(" ±")[0])
    p = OverviewParameters()
    ppr = PoissonPrivateRepresentation(p.channel(), p.alpha)
    lengths = ppr.encode(np.full(5_000, p.x), SharedRandomness(p.seed), np.random.default_rng(1)).lengths(p.code)
    assert mean == pytest.approx(lengths.mean(), abs=5 * lengths.std() * math.sqrt(2 / 5_000))
    page.context.close()


def test_the_story_sends_a_message_from_a_file(folder: Path, chromium: Browser) -> None:
    page, _, wrong = opened(chromium, folder / "index.html", 1280, 720, "dark")
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    assert page.locator(".story svg .bit").count() >= 1 and not wrong
    page.context.close()
