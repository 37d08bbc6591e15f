"""Every page, as found in pages/, in a real browser.

A page is turned to once for the tests that only look at it, and loaded by its link once something has been moved;
pytest runs the tests of one page together.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import socket
from itertools import cycle
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from pages.ui.state import LINK_VERSION
from tests.browser.conftest import EXPERIMENTS, PAGES, Server
from tests.browser.visitor import CHARTS, Visitor

AXE_OPTIONS = {"resultTypes": ["violations"]}
# All that the theme changes are colours.
AXE_IN_THE_DARK = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}

# Links are read, and sessions kept, by code that all pages share, and every page meets good links and bad ones without
# a browser; here some of them.
LINKED = ("exactness", "frequency_estimation")
STRANGE = (
    "v=1&epsilon=abc&alpha=99",
    "v=1&epsilon=nan&alpha=1e999&seed=%00&epsilon=2",
)
MOVED = 2  # sliders of a page of which one must change the chart; without a browser all are moved
# What all pages have from the same code is asked of some: of both linked, of those with most settings and with steps.
SOME = ("exactness", "frequency_estimation", "parameter_check", "ppr_step_by_step")  # in the order of all

# Contrast of chart labels (WCAG 2 relative luminance); the accessibility checker leaves text inside SVG out.
FAINT_CHART_TEXT = """selector => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const luminance = colour => channels(colour).slice(0, 3).map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const background = element => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((channels(colour)[3] ?? 1) === 1) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    return [...document.querySelectorAll(selector)].flatMap(chart => [...chart.querySelectorAll('svg text')])
        .filter(text => text.textContent.trim() && !text.closest('.modebar'))
        .filter(text => getComputedStyle(text).fill !== getComputedStyle(text).stroke)  // the seam around a name
        .map(text => {
            const [low, high] = [getComputedStyle(text).fill, background(text.ownerSVGElement)].map(luminance).sort();
            return [(high + 0.05) / (low + 0.05), text.textContent];
        })
        .filter(([ratio]) => ratio < 4.5);
}"""

# The colours that charts are drawn on.
BACKGROUND = """selector => [...new Set([...document.querySelectorAll(selector)]
    .flatMap(chart => [...chart.querySelectorAll('svg.main-svg, svg.marks')].slice(0, 1))
    .map(svg => getComputedStyle(svg).backgroundColor))]"""

# Words of charts of which a part is cut off at the edge of the chart.
CUT = """selector => [...document.querySelectorAll(selector)].flatMap(chart => {
    const edge = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('svg text')].filter(text => text.textContent.trim() && !text.closest('.modebar'))
        .filter(text => text.getBoundingClientRect().right > edge.right + 2
            || text.getBoundingClientRect().left < edge.left - 2)
        .map(text => text.textContent);
})"""

# What a sheet of paper has no use for, and tables and pictures that it cuts.
ON_PAPER = """() => {
    const controls = ['input', 'textarea', 'button', '[role=slider]', '[role=tab]', '[data-testid=stSidebar]'];
    const seen = part => part.checkVisibility({visibilityProperty: true}) && part.getBoundingClientRect().width > 0
        && !part.closest('[data-testid=stElementToolbar], .vega-embed details, .modebar');
    const words = part => (part.innerText || part.ariaLabel || part.tagName).slice(0, 60);
    return {
        controls: [...document.querySelectorAll(controls.join(','))].filter(seen).map(words),
        cut: [...document.querySelectorAll('[data-testid=stMain] :is(table, svg.marks, svg.main-svg)')].filter(seen)
            .filter(part => part.getBoundingClientRect().right > innerWidth + 2).map(words),
    };
}"""
# Charts of which the printer, which draws nothing anew, would lose the lower end.
SLICED = """() => [...document.querySelectorAll('[data-testid=stMain] :is(svg.marks, svg.main-svg)')]
    .filter(chart => chart.checkVisibility({visibilityProperty: true}))
    .filter(chart => chart.getBoundingClientRect().bottom
        > chart.closest('[class*="st-key-plot-"]').parentElement.getBoundingClientRect().bottom + 2)
    .map(chart => chart.ariaLabel)"""
SHEET = (718, 1000)  # A4 without its margins, in CSS px

# Numbers every input of the page that can be used, notes from now on which get the focus, and returns the numbers.
NUMBER_INPUTS = """() => {
    window.reached = new Set();
    document.addEventListener('focusin', event => window.reached.add(event.target.dataset.stop));
    document.querySelectorAll('[data-stop]').forEach(input => delete input.dataset.stop);
    return [...document.querySelectorAll('[data-testid=stMain] input')]
        .filter(input => input.checkVisibility() && !input.disabled && input.type !== 'radio')
        .map((input, index) => input.dataset.stop = String(index));
}"""


def test_the_tab_key_passes_a_folded_menu_by(addresses: dict[str, str], tab: Visitor) -> None:
    """Small as a large enlargement makes a window, the menu is folded; opened, its links are reached again."""
    tab.open(addresses["bit_cost"], width=640, height=360)
    where = "document.activeElement.getBoundingClientRect().right"
    within = "document.activeElement.closest('[data-testid=stSidebar]') !== null"
    for _ in range(6):
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate(where) > 0 and not tab.page.evaluate(within)
    tab.page.get_by_test_id("stExpandSidebarButton").click()
    link = tab.page.get_by_test_id("stSidebarNavLink").first
    expect(link).to_be_visible()
    link.focus()
    assert tab.page.evaluate(within)


# The names that are wider than the box of the menu where they are chosen: every preset's, and what is chosen elsewhere.
CUT_NAMES = """presets => [...document.querySelectorAll('[data-testid=stMain] [data-testid=stSelectbox] input')]
    .filter(box => box.checkVisibility()).flatMap(box => {
        const style = getComputedStyle(box), pen = document.createElement('canvas').getContext('2d');
        const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        pen.font = style.font;
        return (box.closest('[class*="-preset"]') ? presets : [box.value])
            .filter(name => pen.measureText(name).width > room + 1);
    })"""


def test_navigation_links_every_page(addresses: dict[str, str]) -> None:
    assert addresses


def test_server_listens_on_one_loopback_address_by_default(server: Server) -> None:
    with socket.socket() as client:
        client.settimeout(2)
        assert client.connect_ex(("127.0.0.2", server.port)) != 0


def test_every_setting_is_one_that_streamlit_knows(server: Server) -> None:
    assert "config option" not in server.log()


every_page = pytest.mark.parametrize(
    "page_name", sorted(EXPERIMENTS, key=lambda page: page not in SOME), scope="module"
)
some_pages = pytest.mark.parametrize("page_name", SOME, scope="module")


@pytest.fixture(scope="module")
def opened(page_name: str, addresses: dict[str, str], only_tab: Visitor) -> Visitor:
    """The page as it opens, for tests that leave it as it is, and for a last one that moves it."""
    page = only_tab.turn_to(addresses[page_name])
    page.page.mouse.move(0, 0)  # where no slider comes to lie below it at any width, and shows its ends by and by
    return page


@every_page
def test_page_opens_with_its_chart_in_view(page_name: str, opened: Visitor, tab: Visitor) -> None:
    assert opened.page.locator("h1").first.is_visible()
    chart = opened.charts()[0]
    box = chart.bounding_box()
    assert box and box["width"] >= 300 and box["height"] >= 150
    assert box["y"] + box["height"] <= 800, "the main chart must be in view at 1280 x 800 without scrolling"
    assert chart.locator("svg path, canvas").count()
    assert all(opened.alternatives()), "every chart needs a text alternative"
    for width, height in [(390, 844), (1280, 720), (1280, 800)]:
        assert opened.resize(width, height).overflow() <= 0, f"the page is wider than a screen of {width} px"
        above, below = opened.page.locator(".st-key-page-headline p").first.bounding_box(), chart.bounding_box()
        assert above["y"] + above["height"] <= below["y"], "the answer stands above the picture"
        if height == 720:
            assert below["y"] + below["height"] <= height, "one screen shows the answer and the whole picture"
        if width == 390:
            assert chart.bounding_box()["y"] < height / 2, "on a telephone the picture comes first"
            assert opened.page.evaluate(CUT_NAMES, presets_of(page_name)) == [], "what is chosen is read in full"
            with contextlib.suppress(PlaywrightTimeout):  # Plotly draws for a new width in its own time
                opened.page.wait_for_function(f"selector => ({CUT})(selector).length === 0", arg=CHARTS, timeout=5000)
            assert opened.page.evaluate(CUT, CHARTS) == [] and opened.overlapping() == []


def presets_of(page_name: str) -> list[str]:
    """The names in the menu of an experiment's page."""
    return [*importlib.import_module(f"ppr_core.experiments.{page_name}").EXPERIMENT.presets, "Own settings"]


@every_page
def test_page_is_accessible_in_light_and_dark_and_prints_what_is_read(
    page_name: str, opened: Visitor, tab: Visitor
) -> None:
    assert_printable(opened)
    assert_accessible(opened, words_in_the_dark=page_name in SOME)


@some_pages
def test_every_control_is_reached_by_keyboard(opened: Visitor, tab: Visitor) -> None:
    wanted = set(opened.page.evaluate(NUMBER_INPUTS))
    for _ in range(20):
        for _ in range(10):
            opened.page.keyboard.press("Tab")
        if wanted <= set(opened.page.evaluate("[...window.reached]")):
            return
    raise AssertionError("the keyboard does not reach every control")


@some_pages
def test_sliders_change_chart_and_link_and_the_link_brings_both_back(
    page_name: str, addresses: dict[str, str], opened: Visitor, tab: Visitor
) -> None:
    pictures = opened.pictures()  # they have stayed the same without a change
    sliders = opened.sliders()
    assert sliders, "a page has at least one slider"
    moved = next((slider for slider in sliders[:MOVED] if opened.move(slider).pictures() != pictures), None)
    assert moved, "moving a slider must change the chart"

    link, shown, alternatives = opened.page.url, on_screen(opened), opened.alternatives()
    assert f"v={LINK_VERSION}" in link
    if page_name not in LINKED:
        return
    assert opened.share_link() == link, "the link to copy and the address are the same"
    guest = opened.open(link)
    assert on_screen(guest) == shown and guest.alternatives() == alternatives
    other = next(path for name, path in addresses.items() if name != page_name)
    guest.follow(other).follow(addresses[page_name])
    assert on_screen(guest) == shown


def on_screen(visitor: Visitor) -> tuple[dict[str, str], list]:
    return visitor.parameters(), visitor.controls()


@pytest.mark.parametrize("text_page", [page for page in PAGES if page not in EXPERIMENTS])
def test_page_of_text_is_accessible_in_light_and_dark_and_prints(
    text_page: str, addresses: dict[str, str], tab: Visitor
) -> None:
    visitor = tab.turn_to(addresses[text_page])
    assert_printable(visitor)
    assert_accessible(visitor)


def test_first_buttons_are_read_in_light_and_dark(addresses: dict[str, str], tab: Visitor) -> None:
    """A contrast of at least 4.5 to 1 by the formula of WCAG 2.1, which axe does not apply to these buttons."""
    for dark in (False, True):
        shown = tab.open(addresses["lecturer_notes"], dark=dark).page.locator("[data-testid=stBaseButton-primary] p")
        colors = shown.first.evaluate(
            "one => [one, one.closest('button')].map((each, place) => getComputedStyle(each)"
            "[place ? 'backgroundColor' : 'color'].match(/[0-9.]+/g).slice(0, 3).map(Number))"
        )
        parts = [[c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color] for color in colors]
        low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in parts)
        assert (high + 0.05) / (low + 0.05) >= 4.5, colors


def test_who_sees_what_is_whole_on_a_phone(addresses: dict[str, str], tab: Visitor) -> None:
    page = tab.turn_to(addresses["glossary"], width=390, height=844).page
    page.locator("summary", has_text="Who sees what").click()
    shown = page.locator(".wide").first
    shown.wait_for()
    assert shown.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_a_handout_has_every_table_and_chart_within_the_sheet(addresses: dict[str, str], tab: Visitor) -> None:
    visitor = tab.turn_to(addresses["privacy"])  # has the widest tables
    shown = len(visitor.charts())
    visitor.page.get_by_text("Expand everything for printing").click()
    visitor.page.locator(".st-key-page-table table").wait_for()
    assert_printable(visitor.settle())
    assert len(visitor.charts()) > shown + 3


def assert_accessible(visitor: Visitor, *, words_in_the_dark: bool = True) -> None:
    """In the light, and when the system turns dark: charts follow by themselves.

    words_in_the_dark: whether not only the charts' are read then; the colours of all pages are the same.
    """
    for dark, background in ((False, "rgb(255, 255, 255)"), (True, "rgb(23, 22, 20)")):
        if dark:
            visitor.turn(dark=True)
        shown = visitor.page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
        assert shown == background, "the page must follow the system's theme"
        if words_in_the_dark or not dark:
            results = Axe().run(visitor.page, options=AXE_IN_THE_DARK if dark else AXE_OPTIONS)
            found = results.response["violations"]
            grave = [finding for finding in found if finding["impact"] in ("serious", "critical")]
            assert not grave, "\n".join(results.generate_report(finding["id"]) for finding in grave)
        assert visitor.page.evaluate(BACKGROUND, CHARTS) in ([], [background])
        assert visitor.page.evaluate(FAINT_CHART_TEXT, CHARTS) == []


def assert_printable(visitor: Visitor) -> None:
    """On a sheet of A4 no control is seen and nothing is cut at the right; a browser says first that it will print."""
    visitor.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    visitor.page.emulate_media(media="print")
    try:
        assert visitor.page.evaluate(SLICED) == []
        visitor.resize(*SHEET)
        assert visitor.page.evaluate(ON_PAPER) == {"controls": [], "cut": []}
        assert visitor.page.locator("h1:visible, .sheet h2:visible").count(), "a sheet has a heading of its own"
    finally:
        visitor.page.evaluate("dispatchEvent(new Event('afterprint'))")
        visitor.page.emulate_media(media="screen")
        visitor.resize(1280, 800)


@pytest.mark.parametrize("linked", ["overview", "bit_cost", "exactness", "privacy"])
def test_a_page_is_one_sheet_with_charts_as_wide_as_it(linked: str, addresses: dict[str, str], tab: Visitor) -> None:
    """One or two charts take the sheet together, which a browser is asked to make."""
    visitor = tab.turn_to(addresses[linked])
    sheets = 2 if linked == "exactness" else 1  # its two rows of charts just fill one, or begin a second
    assert 1 <= len(re.findall(rb"/Type /Page\b", visitor.page.pdf(prefer_css_page_size=True))) <= sheets
    visitor.page.emulate_media(media="print")
    visitor.page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
    boxes = [chart.bounding_box() for chart in visitor.page.locator(".st-key-page-chart [class*='st-key-plot-']").all()]
    visitor.page.emulate_media(media="screen")
    rows = {round(box["y"]) for box in boxes if box}
    for row in rows:
        assert 0.9 * SHEET[0] < sum(box["width"] for box in boxes if box and round(box["y"]) == row) <= SHEET[0]


@pytest.mark.parametrize("linked", LINKED[:1])
def test_bad_link_is_reported_and_the_page_stays_alive(linked: str, addresses: dict[str, str], tab: Visitor) -> None:
    visitor = tab.open(addresses[linked])
    parameters = visitor.parameters()
    assert parameters.pop("v") == "2", "the link names the version of its schema"
    numeric = [name for name, value in parameters.items() if _is_number(value) and name != "projector"]
    assert numeric, "the link holds the page's parameters"
    bad = dict(zip(numeric[:2], ("abc", "-12345"), strict=False))
    visitor.open(f"{addresses[linked]}?{urlencode({'v': 1, **bad})}")
    notice = visitor.notices()
    for name, value in bad.items():
        assert value in notice, f"the notice must name {name}={value}; it says: {notice!r}"
    assert visitor.move(visitor.sliders()[0]).charts()


@pytest.mark.parametrize(("linked", "query"), [*zip(cycle(LINKED), STRANGE, strict=False)])
def test_strange_links_leave_the_page_alive(linked: str, query: str, addresses: dict[str, str], tab: Visitor) -> None:
    visitor = tab.open(f"{addresses[linked]}?{query}")
    assert visitor.charts()
    assert "abc" not in query or "abc" in visitor.notices()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("linked", "query"),
    [
        ("dyadic_quantized_laplace", "v=2&step=5"),
        ("mean_estimation", "v=2&epsilon=1"),
    ],
)
def test_words_in_a_picture_fit_a_telephone(linked: str, query: str, addresses: dict[str, str], tab: Visitor) -> None:
    tab.open(f"{addresses[linked]}?{query}", width=390, height=844)
    assert tab.page.evaluate(CUT, CHARTS) == [] and tab.overlapping() == []


def test_a_drag_is_answered_by_the_browser(addresses: dict[str, str], tab: Visitor) -> None:
    """In a frame that may ask for nothing; what it draws is tested where it is a file."""
    page = tab.turn_to(addresses["overview"]).page
    page.get_by_role("tab", name="Drag").click()
    frame = page.frame_locator("iframe[srcdoc]")
    slider, said = frame.locator("input[name=alpha]"), frame.locator("[data-live=decoder]")
    url = page.url
    expect(said).to_have_text("4")
    slider.focus()
    page.keyboard.press("End")
    expect(said).to_have_text("no bound")  # with the browser's next frame
    assert page.url == url
