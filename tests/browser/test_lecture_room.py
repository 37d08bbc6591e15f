"""The room of a lecture stays the same in a wall that is reloaded, at every kind of stop and on every way from it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Page, expect

from pages.ui.lessons import lecture, texts
from tests.browser.conftest import Server
from tests.browser.visitor import TIMEOUT_MS, Visitor

expect.set_options(timeout=TIMEOUT_MS)

TAKEN_BACK = "performance.getEntriesByType('navigation')[0].name.includes('key=')"
BITS = texts.lessons()["bits"]
POLL = "Poll | classroom?kind=yes_no&ask=Late%3F&scheme=plain_response&epsilon=2"
LECTURE = "\n".join(
    [POLL, *(f"Part | {BITS.address(number)}" for number in (1, 2, 3, 4)), POLL.replace("Late", "Lost")]
)


def rooms_of(server: Server) -> int:
    with closing(sqlite3.connect(server.rooms)) as connection:
        [(count,)] = connection.execute("SELECT COUNT(*) FROM rooms")
    return count


def test_a_reloaded_wall_keeps_its_room_at_every_stop_on_both_ways(
    visit: Callable[..., Visitor], server: Server
) -> None:
    code = lecture.packed(LECTURE)
    wall = visit(f"/my_lecture?lecture={code}", width=1280, height=720)
    wall.page.keyboard.press("PageDown")
    wall.page.wait_for_url(re.compile("at=0"))
    room = wall.settle().page.locator(".wall .code").inner_text()
    phone = visit(f"/classroom?room={room}", width=390, height=844).page
    opened = rooms_of(server)

    def reloaded() -> None:
        wall.page.reload()
        wall.page.wait_for_function(TAKEN_BACK)  # the secret, which the address does not show
        here(wall.settle())

    def here(wall: Visitor) -> None:
        assert wall.parameters()["room"] == room and "key" not in wall.page.url, wall.page.url
        if wall.page.locator(".st-key-lesson-phones").count():
            expect(wall.page.locator(".st-key-lesson-phones")).to_contain_text(room)

    def press(key: str, arrived: Callable[[Page], bool]) -> None:
        while not arrived(wall.page):
            wall.page.keyboard.press(key)
            wall.page.wait_for_timeout(300)
            wall.settle()
        here(wall)

    for at in range(1, 6):
        reloaded()
        press("PageDown", lambda page, at=at: f"at={at}" in page.url)
        if at in (1, 3):  # predictions, which every phone is asked for
            expect(phone.locator(".phone h1")).to_have_text(BITS.stops[at - 1].prediction.ask)
            expect(phone.locator(".protection")).to_contain_text("sent and kept as they are")  # not as the poll before
            expect(phone.locator(".protection")).not_to_contain_text("never sees it")
    for at in range(4, -1, -1):
        reloaded()
        press("PageUp", lambda page, at=at: f"at={at}" in page.url)
        assert not wall.page.locator(".st-key-lesson-phones").count()  # what was revealed is not asked again
    assert wall.page.locator(".wall .code").inner_text() == room
    assert rooms_of(server) == opened


def test_a_second_room_of_a_lecture_is_opened_by_its_button_alone(
    visit: Callable[..., Visitor], server: Server
) -> None:
    wall, before = visit(f"/classroom?room=ZZZZZZ&lecture={lecture.packed(LECTURE)}&at=0").page, rooms_of(server)
    expect(wall.get_by_text("names the room ZZZZZZ")).to_be_visible()
    assert rooms_of(server) == before
    wall.get_by_role("button", name="Open a new room").click()
    expect(wall.locator(".wall .code")).to_be_visible()
    expect(wall.get_by_text("names the room")).to_have_count(0)
    assert rooms_of(server) == before + 1
