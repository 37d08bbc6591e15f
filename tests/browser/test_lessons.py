"""Every lesson by keyboard alone, from its first stop to its last; a lecture from one link, and from files."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from pages.ui.lessons import lecture, texts
from pages.ui.lessons.labels import label
from tests.browser.test_projected import SMALLEST_LETTER
from tests.browser.visitor import CHARTS, TIMEOUT_MS, Visitor

LETTER = "text => parseFloat(getComputedStyle(text).fontSize)"
# What is known on the scale of a prediction, name over name.
NAMES_OVER_NAMES = """() => {
    const names = [...document.querySelectorAll('.gap .name')].map(name => {
        const words = document.createRange();
        words.selectNodeContents(name);
        return [name.textContent, words.getBoundingClientRect()];
    });
    return names.flatMap(([one, a], place) => names.slice(place + 1)
        .filter(([, b]) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
            && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 2)
        .map(([other]) => [one, other]));
}"""
SCROLLED = "() => document.querySelector('[data-testid=stMain]').scrollTop"
NEXT = '[class*="-step-next"] button'
LESSONS = texts.lessons()
SCREENS = [(projected, dark) for projected in (True, False) for dark in (False, True)]
# One screen a lesson, so that each is met; with LAB_THOROUGH=1 every lesson on every screen.
WALKS = [
    pytest.param(name, *screen, id=f"{name}-{'1280' if screen[0] else '390'}-{'dark' if screen[1] else 'light'}")
    for place, name in enumerate(LESSONS)
    for screen in (SCREENS if os.environ.get("LAB_THOROUGH") else [SCREENS[place % len(SCREENS)]])
]


def focus(tab: Visitor, selector: str) -> None:
    """Press Tab until the focus is there."""
    target = tab.page.locator(selector).first
    for _ in range(120):
        if target.evaluate("one => one === document.activeElement"):
            return
        tab.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def upright(tab: Visitor) -> None:
    """What a stop needs is on screen, nothing sticks out, and no text lies on another."""
    assert tab.overflow() <= 0
    assert tab.page.locator(".st-key-lesson").is_visible()
    assert tab.overlapping() == [], tab.page.url
    assert tab.page.evaluate(NAMES_OVER_NAMES) == []


@pytest.mark.parametrize(("name", "projected", "dark"), WALKS)
def test_lessons_are_walked_by_keyboard(
    name: str, projected: bool, dark: bool, addresses: dict[str, str], tab: Visitor
) -> None:
    lesson, keyboard = LESSONS[name], tab.page.keyboard
    width, height = (1280, 720) if projected else (390, 844)
    tab.open(addresses["lesson_list"], width=width, height=height, dark=dark)
    if projected:
        focus(tab, ".st-key-lesson_list-projector input")
        keyboard.press("Space")
        tab.page.locator("[data-testid=stTopNavLink], [data-testid=stTopNavSection]").first.wait_for()
        tab.settle()
    focus(tab, f".st-key-lesson-begin-{name} button")
    keyboard.press("Enter")
    for number, stop in enumerate(lesson.stops, start=1):
        tab.page.wait_for_url(re.compile(rf"lesson={name}&stop={number}(&|$)"))
        tab.settle()
        assert ("projector=1" in tab.page.url) is projected
        counted = label("strip.place", number=number, count=len(lesson.stops))
        assert tab.page.get_by_text(counted, exact=False).first.is_visible()
        upright(tab)
        if stop.prediction:
            assert not tab.charts()
            kind = "stSlider" if stop.prediction.kind == "slider" else "stRadio"
            focus(tab, f"[data-testid={kind}] input")
            for _ in range(2 if kind == "stSlider" else 1):  # the first prediction leaves the focus where it is
                keyboard.press("ArrowRight" if kind == "stSlider" else "Space")
                tab.settle()
                assert tab.page.locator(f"[data-testid={kind}] input:focus").count() == 1
            keyboard.press("PageDown")  # while the slider or the choice has the focus
            tab.page.wait_for_url(re.compile(r"guess=[\d.]+(&|$)"))
            tab.settle()
            assert tab.page.locator(".st-key-lesson-answer").is_visible()
            upright(tab)
        assert tab.charts() or stop.hidden
        if stop.answer:
            keyboard.press("PageDown")
            tab.page.wait_for_url(re.compile(r"guess=seen(&|$)"))
            tab.settle()
            upright(tab)
            assert tab.charts()
        keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile(rf"{addresses['lesson_list']}(\?|$)"))
    tab.settle()


def on(tab: Visitor) -> None:
    """PageDown until the address changes: a poll is revealed first, without a word in the address."""
    before = tab.page.url
    if "/classroom" in before and tab.page.locator(".st-key-lesson-skip").count():
        tab.page.keyboard.press("PageDown")
        tab.page.locator(".st-key-lesson-skip").wait_for(state="detached")
        tab.settle()
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_url(lambda url: url != before)
    tab.settle()


def test_a_class_runs_from_one_link(addresses: dict[str, str], tab: Visitor) -> None:
    code = lecture.packed(lecture.of_class())
    tab.open(f"{addresses['my_lecture']}?lecture={code}", width=1280, height=720)
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile("at=0"))
    tab.settle()
    assert tab.parameters()["projector"] == "1" and tab.overflow() <= 0
    for _ in range(5):  # on from the poll, reveal, on, the answer, on
        on(tab)
    assert tab.parameters()["at"] == "3" and tab.parameters()["stop"] == "3"
    assert "lecture" not in tab.share_link() and "projector" not in tab.share_link()
    presenter = tab.page.context.new_page()
    origin = tab.page.evaluate("location.origin")
    presenter.goto(f"{origin}/{addresses['my_lecture'].lstrip('/')}?lecture={code}&presenter=1")
    _, items = texts.class_script()
    expect(presenter.locator(".now .note")).to_have_text(items[3].do, timeout=TIMEOUT_MS)
    expect(presenter.locator(".next")).to_contain_text(LESSONS[items[4].lesson].stops[items[4].stop - 1].say)
    for arrived in ("guess=", "at=4"):  # keys pressed there reveal and go on, on the wall
        presenter.keyboard.press("PageDown")
        tab.page.wait_for_url(re.compile(arrived))
        tab.settle()
    expect(presenter.locator(".now .note")).to_have_text(items[4].do, timeout=TIMEOUT_MS)
    presenter.close()


def readable(tab: Visitor, height: int) -> None:
    """In a window of this height, from the last row."""
    headline = tab.page.locator(".st-key-page-headline p").first.bounding_box()
    assert headline["y"] + headline["height"] <= height, tab.page.url
    assert tab.overlapping() == [], tab.page.url
    finding, caption = (tab.page.locator(f".st-key-page-{part} :is(p, .told)").first for part in ("headline", "note"))
    assert finding.evaluate(LETTER) >= 28 and caption.evaluate(LETTER) >= 16
    assert tab.page.evaluate(SMALLEST_LETTER, CHARTS) >= 20


def test_every_stop_of_the_class_can_be_read_from_the_last_row(addresses: dict[str, str], tab: Visitor) -> None:
    """On two projectors no text lies on another, and the headline is on screen; what changed is told of one setting."""
    code = lecture.packed(lecture.of_class())
    tab.open(f"{addresses['my_lecture']}?lecture={code}", width=1280, height=720)
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile("at=0"))
    tab.settle()
    seen, sizes = set(), [(1280, 720), (1024, 768)]
    while "at" in tab.parameters():
        seen.add(tab.parameters()["at"])
        if tab.charts():
            changed = " ".join(tab.page.locator(".st-key-page-status").all_inner_texts()).partition("What changed:")[2]
            assert changed.partition(". ")[0].count("→") <= 1, changed
            for width, height in sizes:
                readable(tab.resize(width, height), height)
            sizes.reverse()  # the next stop opens in the window that is there
        on(tab)
    assert len(seen) == len(texts.class_script()[1])
    assert tab.page.locator(".st-key-lecture-end ol li").all_inner_texts() == list(texts.take_home())
    ended = tab.page.url
    tab.page.keyboard.press("PageDown")  # does not begin anew
    tab.settle()
    assert tab.page.url == ended
    tab.page.keyboard.press("PageUp")
    tab.page.wait_for_url(re.compile(f"at={len(seen) - 1}"))


def test_a_lecture_is_read_from_a_file_once(addresses: dict[str, str], tab: Visitor) -> None:
    box = tab.open(addresses["my_lecture"]).page.locator(".st-key-lecture-box textarea")

    def upload(text: bytes) -> None:
        tab.page.locator(".st-key-lecture-file input[type=file]").set_input_files(
            {"name": "lecture.txt", "mimeType": "text/plain", "buffer": text}
        )

    good = "# Friday\nLaw | /exactness?v=1&candidates=4\nhttps://elsewhere/bit_cost?alpha=3"
    upload(good.encode())
    expect(box).to_have_value(good, timeout=TIMEOUT_MS)
    tab.settle()
    assert lecture.read(lecture.unpacked(tab.parameters()["lecture"])).title == "Friday"
    for refused, why in [
        (b"\x89PNG\r\n\x1a\n\xff\xfe", label("my_lecture.no_text")),
        (b"Milk, eggs, bread", label("my_lecture.no_part")),
        (b"x" * 70_000, label("my_lecture.too_long", most=lecture.MOST_CHARACTERS, count=70_000)),
        (b"x" * 1_500_000, "1.0MB"),
    ]:
        upload(refused)
        expect(tab.page.get_by_test_id("stMain")).to_contain_text(why, timeout=TIMEOUT_MS)
        assert box.input_value() == good
    upload(good.encode())
    expect(tab.page.get_by_test_id("stAlert")).to_have_count(0, timeout=TIMEOUT_MS)
    tab.settle()
    tab.page.locator("details").filter(has=box).locator("summary").click()
    box.fill(good.replace("Friday", "Monday"))
    box.press("Control+Enter")
    tab.settle()
    assert "Monday" in box.input_value()  # the file is not taken over again
    upload(good.encode())
    expect(box).to_have_value(good, timeout=TIMEOUT_MS)  # but a second time if it is given a second time
    tab.page.reload()
    tab.settle()
    assert "# Friday" in box.input_value() and "bit_cost?alpha=3" in box.input_value()


def test_every_stop_opens_at_its_top(addresses: dict[str, str], tab: Visitor) -> None:
    """Whoever has scrolled down sees the next stop's question, and a move of a slider leaves the page where it is."""
    main = tab.page.get_by_test_id("stMain")

    def scrolled() -> float:
        return main.evaluate("main => main.scrollTop")

    def down() -> None:
        main.evaluate("main => main.scrollTo(0, 10000)")
        assert scrolled() > 100

    tab.open(addresses["lesson_list"], width=1280, height=600)  # the list nearly fits a higher window
    down()
    tab.page.locator(".st-key-lesson-begin-choice button").click()
    tab.resize(1280, 720)
    for number in (1, 2, 3):
        tab.page.wait_for_url(re.compile(rf"lesson=choice&stop={number}(&|$)"))
        tab.settle()
        assert scrolled() == 0
        if tab.page.locator(".st-key-lesson-reveal-step-next button").count():
            tab.page.keyboard.press("PageDown")
            tab.page.wait_for_url(re.compile("guess="))
            tab.settle()
        tab.move(tab.sliders()[0])
        down()
        if texts.lesson("choice").stops[number - 1].answer:  # which Next shows first
            tab.page.keyboard.press("PageDown")
            tab.page.wait_for_url(re.compile("guess="))
            tab.settle()
            down()
        tab.page.keyboard.press("PageDown")


def test_a_stop_on_a_small_wall_is_read_in_order(addresses: dict[str, str], tab: Visitor) -> None:
    """Its title is the first heading, its headline the second, its picture has a name; so in a window of 640 × 360,
    which shows the answer, and a poll with its code."""
    tab.open(
        f"{addresses['overview']}?v=2&epsilon=0.1&lesson=bits&stop=2&guess=seen&projector=1", width=1280, height=720
    )
    for width, height in ((1280, 720), (640, 360)):
        tab.resize(width, height)
        headings = tab.page.get_by_role("heading").all()
        assert [one.evaluate("one => one.ariaLevel ?? one.tagName") for one in headings[:3]] == ["1", "2", "H2"]
        assert "2\u00a0of\u00a06" in headings[0].inner_text() and "bits on average" in headings[1].inner_text()
        chart = tab.charts()[0]
        assert chart.get_attribute("aria-label") and chart.locator("svg").get_attribute("aria-hidden") == "true"
        ends = chart.locator("svg text").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
        assert max(ends) <= width, "a name above the picture is cut"
        answer = tab.page.locator(".st-key-lesson").bounding_box()
        assert answer["y"] + answer["height"] <= height
    scrolled = [tab.page.evaluate(SCROLLED)]
    assert tab.page.evaluate("document.activeElement.matches('.st-key-lesson')"), (
        "Tab begins at the stop, not at the menu"
    )
    for key in ("ArrowDown", "End", "ArrowUp", "Home"):  # nothing in it has the focus yet
        tab.page.keyboard.press(key)
        scrolled.append(tab.page.evaluate(SCROLLED))
    assert scrolled[0] == scrolled[4] == 0 < scrolled[1] < scrolled[3] < scrolled[2], scrolled
    tab.open(f"{addresses['my_lecture']}?lecture=class", width=640, height=360)
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_url(re.compile("at=0"))
    for part in (".wall h1", ".wall .code"):
        tab.page.locator(part).wait_for()
        box = tab.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 360, part
