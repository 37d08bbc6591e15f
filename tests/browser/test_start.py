"""The first page's story in a real window: six scenes by keyboard, and nothing of the answer leaves the browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visitor import TIMEOUT_MS, Visitor

expect.set_options(timeout=TIMEOUT_MS)


def test_the_story_is_told_by_keyboard_and_stays_here(tab: Visitor) -> None:
    sent: list = []
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page = tab.open("/", width=1280, height=720).page
    story = page.locator(".story")
    story.locator("input").focus()
    sent.clear()
    page.keyboard.press("ArrowRight")
    expect(story.locator("svg")).to_have_attribute("aria-label", re.compile("you: 7.6 hours"))
    for scene in range(2, 7):
        page.keyboard.press("PageDown")
        expect(story.locator(".count")).to_have_text(f"{scene} / 6")
        assert f"scene={scene}" in page.url and tab.overflow() <= 0
        if scene == 3:
            expect(story.locator(".candidate.won")).to_have_count(1)
            story.get_by_role("button", name="Draw 200").click()
            expect(story.get_by_text("200 draws")).to_be_visible()
        if scene == 4:
            expect(story.locator(".belief")).to_have_count(49)
        if scene == 5:
            expect(story.locator("svg")).to_have_attribute(
                "aria-label", re.compile(r"estimated mean: .* ± 0\.\d+; true mean")
            )
            expect(story.get_by_text("1000 answers")).to_be_visible()
    story.locator("input").fill("0")
    expect(story.locator("svg")).to_have_attribute("aria-label", re.compile("α = 1.05, 3[0-9.]+ bits"))
    assert sent == []
    page.keyboard.press("PageUp")
    expect(story.locator(".count")).to_have_text("5 / 6")
    tab.open("/?scene=4", width=390, height=844)
    expect(story.locator(".count")).to_have_text("4 / 6")
    assert tab.overflow() <= 0 and not tab.problems()
