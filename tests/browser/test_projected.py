"""Every page before a class: one screen holds question, picture, headline and caption, and no label is lost.

Checked by geometry in a real browser, at the sizes of common projectors.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import EXPERIMENTS, Server
from tests.browser.visitor import CHARTS, Visitor

SIZES = [(1280, 720), (1920, 1080)]
LINES = 45  # lines of text that would fill a window: 24 px of 1080
LINES_OF_CHARTS = 36  # 30 px of 1080, 20 px of 720

# What of the first screen is outside the window: the words of the page and all that charts draw.
OUTSIDE = """selector => {
    const inside = box => Math.min(box.left, box.top, innerWidth - box.right, innerHeight - box.bottom) >= -1;
    const words = ['.st-key-page-header', '.st-key-page-headline', '.st-key-page-status', '.st-key-page-note']
        .flatMap(part => [...document.querySelectorAll(part)]);
    const drawn = [...document.querySelectorAll(selector)].filter(chart => chart.closest('.st-key-page-chart'))
        .flatMap(chart => [...chart.querySelectorAll('svg.main-svg, svg.marks, canvas, svg text')]);
    return [...words, ...drawn].filter(part => part.getBoundingClientRect().width && !part.closest('.modebar'))
        .filter(part => !inside(part.getBoundingClientRect()))
        .map(part => (part.textContent || part.tagName).slice(0, 60));
}"""

# Text of the page itself; formulas, code and icons have their own relative sizes.
SMALL_TEXT = """smallest => [...document.querySelectorAll(
    '[data-testid=stMain] :is(p, li, td, th, label, h1, h2, h3, h4, [data-testid=stMetricValue], svg text)')]
    .filter(element => element.textContent.trim() && element.checkVisibility({visibilityProperty: true})
        && !element.closest('.katex, code, [data-testid=stToolbar], [data-testid=stElementToolbar], .modebar'))
    .map(element => [parseFloat(getComputedStyle(element).fontSize) * (element.currentCSSZoom ?? 1),
        element.textContent.trim().slice(0, 60)])
    .filter(([size]) => size < smallest)"""

# Letters of the main picture, in px on screen.
SMALLEST_LETTER = """selector => Math.min(...[...document.querySelectorAll(selector)]
    .filter(chart => chart.closest('.st-key-page-chart')).flatMap(chart => [...chart.querySelectorAll('svg text')])
    .filter(text => text.textContent.trim() && !text.closest('.modebar'))
    .map(text => parseFloat(getComputedStyle(text).fontSize) * (text.currentCSSZoom ?? 1)))"""

PUT_INTO_THE_WAY = """selector => {
    const texts = document.querySelector(selector).querySelectorAll('svg text');
    const text = [...texts].find(text => text.textContent.trim());
    const copy = text.cloneNode(true);
    copy.textContent += ' again';
    text.parentNode.append(copy);
}"""

TELEPHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"


@pytest.mark.parametrize("page_name", EXPERIMENTS)
def test_one_screen_shows_the_whole_picture_in_large_letters(
    page_name: str, addresses: dict[str, str], tab: Visitor
) -> None:
    tab.turn_to(f"{addresses[page_name]}?projector=1", width=1280, height=720)
    assert tab.parameters().get("projector") == "1"
    for width, height in SIZES:
        tab.resize(width, height)
        assert tab.overflow() <= 0
        assert tab.page.evaluate(OUTSIDE, CHARTS) == []
        assert tab.overlapping() == []
        assert tab.charts()[0].bounding_box()["height"] >= 0.4 * height
        smallest = 0.99 * height / LINES
        assert tab.page.evaluate(SMALL_TEXT, smallest) == []
        assert 0.99 * height / LINES_OF_CHARTS <= tab.page.evaluate(SMALLEST_LETTER, CHARTS) < height / 10
        finding = tab.page.locator(".st-key-page-headline p").first
        assert finding.evaluate("text => parseFloat(getComputedStyle(text).fontSize)") >= 28 * height / 720


def test_words_outside_and_words_on_words_are_found(addresses: dict[str, str], tab: Visitor) -> None:
    tab.open(f"{addresses['exactness']}?projector=1", width=1280, height=720)
    tab.page.evaluate(PUT_INTO_THE_WAY, CHARTS)
    assert tab.overlapping()
    tab.page.add_style_tag(content=".st-key-page-screen { margin-top: 200px }")
    assert tab.page.evaluate(OUTSIDE, CHARTS)


def test_words_beside_schemes_fit_at_every_width(addresses: dict[str, str], tab: Visitor) -> None:
    """Nine rows with what each scheme costs, as much of it as there is room for."""
    address = f"{addresses['parameter_check']}?preset=category-strict-server"
    for projected, sizes in (("&projector=1", SIZES), ("", [(1280, 800), (1440, 900), (1920, 1080), (390, 844)])):
        tab.open(address + projected)
        for width, height in sizes:
            tab.resize(width, height)
            assert tab.overlapping() == [], width
            clipped = """selector => [...document.querySelectorAll(selector)].flatMap(chart =>
                [...chart.querySelectorAll('svg text')].map(text => [text, chart.getBoundingClientRect()])
                .filter(([text, box]) => text.getBoundingClientRect().right > box.right + 1)
                .map(([text]) => text.textContent))"""
            assert tab.page.evaluate(clipped, CHARTS) == [], width
    assert "with noise for ε" in tab.open(address, width=1920, height=1080).charts()[0].text_content()


def test_settings_open_over_the_picture(addresses: dict[str, str], tab: Visitor) -> None:
    tab.open(f"{addresses['exactness']}?projector=1", width=1280, height=720)
    before = tab.charts()[0].bounding_box()
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.get_by_test_id("stPopoverBody").get_by_test_id("stSlider").first.wait_for()
    assert tab.charts()[0].bounding_box() == before


def test_projector_does_not_travel_to_phones(
    server: Server, addresses: dict[str, str], chromium: Browser, tab: Visitor
) -> None:
    tab.open(f"{addresses['exactness']}?v=2&epsilon=2&projector=1", width=1280, height=720)
    link = tab.share_link()
    assert "epsilon=2" in link and "projector" not in link and tab.parameters()["projector"] == "1"
    with chromium.new_context(user_agent=TELEPHONE) as context:
        phone = Visitor(context.new_page(), server.url)
        for address in (link, f"{link}&projector=1"):
            phone.open(address, width=390, height=844)
            assert phone.parameters()["epsilon"] == "2" and "projector" not in phone.parameters()
            assert phone.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 16
            picture, control = phone.charts()[0].bounding_box(), phone.sliders()[0].bounding_box()
            assert picture["y"] + picture["height"] < control["y"] and picture["y"] < 844 / 2, "the picture comes first"
            assert phone.overflow() <= 0 and not phone.problems()


@pytest.mark.parametrize(("page_name", "of"), [("ppr_step_by_step", 8), ("dyadic_quantized_laplace", 6)])
def test_page_keys_step_while_a_slider_has_the_focus(
    page_name: str, of: int, addresses: dict[str, str], tab: Visitor
) -> None:
    visitor = tab.open(f"{addresses[page_name]}?v=1&step=2")
    slider = visitor.page.locator("[data-testid=stSlider] input[type=range]").first
    slider.focus()
    value = slider.input_value()
    for key, step in [("PageDown", "3"), ("PageDown", "4"), ("PageUp", "3")]:
        visitor.page.keyboard.press(key)
        visitor.page.wait_for_url(re.compile(rf"[?&]step={step}(&|$)"))
        visitor.settle()
    assert slider.input_value() == value, "the slider stays where it is"
    assert visitor.page.get_by_text(f"Step 4 of {of}").is_visible()


def test_page_keys_step_after_a_switch_and_leave_texts_and_lists_alone(addresses: dict[str, str], tab: Visitor) -> None:
    """A switch keeps the focus, by mouse or space bar; what is being written or chosen keeps its keys."""
    page = tab.open(f"{addresses['ppr_step_by_step']}?v=1&step=2", width=1280, height=720).page

    def stepped(key: str, step: int) -> None:
        page.keyboard.press(key)
        page.wait_for_url(re.compile(rf"[?&]step={step}(&|$)"))
        tab.settle()

    for switch in ("Table", "Projector"):
        page.get_by_role("switch", name=switch).first.locator("xpath=ancestor::label").click()
        tab.settle()
        stepped("PageDown", 3)
        page.get_by_role("switch", name=switch).first.focus()
        page.keyboard.press("Space")
        tab.settle()
        stepped("PageUp", 2)
    tab.open(f"{addresses['ppr_step_by_step']}?v=1&step=2", width=1280, height=720)
    page.get_by_role("combobox").first.click()
    page.get_by_role("listbox").wait_for()
    page.keyboard.press("PageDown")
    tab.settle()
    assert "step=2" in page.url
    page.keyboard.press("Escape")
    stepped("PageDown", 3)  # the list is closed
    page.get_by_test_id("stTextInputField").first.focus()
    page.keyboard.press("PageDown")
    tab.settle()
    assert "step=3" in page.url
