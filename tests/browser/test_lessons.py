"""Every lesson by keyboard alone, from its first stop to its last, and a lecture from one link."""

from __future__ import annotations

import re

import pytest

from pages.ui.lessons import lecture, texts
from tests.browser.visitor import Visitor

NEXT = '[class*="-step-next"] button'
LESSONS = texts.lessons()


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_are_walked_by_keyboard(name: str, addresses: dict[str, str], tab: Visitor) -> None:
    lesson, keyboard = LESSONS[name], tab.page.keyboard
    tab.open(addresses["lesson_list"])
    begin = tab.page.locator(f".st-key-lesson-begin-{name} button")
    for _ in range(80):
        if begin.evaluate("button => button === document.activeElement"):
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    for number, stop in enumerate(lesson.stops, start=1):
        tab.page.wait_for_url(re.compile(rf"lesson={name}&stop={number}(&|$)"))
        tab.settle()
        assert tab.page.get_by_text(f"{number} of {len(lesson.stops)}", exact=False).first.is_visible()
        if stop.prediction:
            assert not tab.charts()
            if stop.prediction.kind == "slider":
                tab.sliders()[0].focus()
                keyboard.press("ArrowLeft")
                tab.settle()
            keyboard.press("PageDown")
            tab.page.wait_for_url(re.compile("guess="))
            tab.settle()
            assert tab.page.locator(".st-key-lesson-answer").is_visible()
        assert tab.charts() and tab.overflow() <= 0
        keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile(f"{addresses['lesson_list']}$"))
    tab.settle()


def test_a_class_runs_from_one_link(addresses: dict[str, str], tab: Visitor) -> None:
    code = lecture.packed(lecture.of_class())
    tab.open(f"{addresses['my_lecture']}?lecture={code}", width=1280, height=720)
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile("at=0"))
    tab.settle()
    assert tab.parameters()["projector"] == "1" and tab.overflow() <= 0
    for _ in range(3):  # on, reveal, on
        before = tab.page.url
        tab.page.keyboard.press("PageDown")
        tab.page.wait_for_url(lambda url, before=before: url != before)
        tab.settle()
    assert tab.parameters()["at"] == "2" and tab.parameters()["stop"] == "3"
    assert "lecture" not in tab.share_link() and "projector" not in tab.share_link()
