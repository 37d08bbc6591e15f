"""One browser tab on the app: opens pages, waits until they have settled, reads what is on screen."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page

__all__ = ["CHARTS", "Visitor"]

CHARTS = "[data-testid=stVegaLiteChart], [data-testid=stPlotlyChart]"
SLIDER_THUMBS = "[data-testid=stSlider] input[type=range]"
TIMEOUT_MS = 120_000  # far more than a busy machine needs; only a page that never settles waits so long
LOOK_MS = 40
CALM_LOOKS = 5

# True once no script runs, nothing is stale, loading or in progress, and nothing has changed for several looks in a
# row: looks rather than milliseconds, because they come as late as everything else when the machine is busy.
SETTLED = """looks => {
    if (!window.changes) {
        window.changes = new MutationObserver(() => { window.calm = 0; });
        window.changes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    }
    const app = document.querySelector('[data-testid=stApp]');
    const busy = ['[data-stale=true]', '[data-testid=stProgress]', '[data-testid=stSpinner]',
                  '[data-testid=stSkeleton]', '[data-testid=stAppSkeleton]'];
    const ready = app?.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED'
        && document.querySelector('[data-testid=stNavSectionHeader], [data-testid=stMainBlockContainer] *')
        && !document.querySelector(busy.join(','));
    window.calm = ready ? (window.calm ?? 0) + 1 : 0;
    return window.calm > looks;
}"""

# Notes that the script has run, however briefly.
AWAIT_RUN = """() => {
    window.ran = false;
    new MutationObserver((_, observer) => { window.ran = true; observer.disconnect(); })
        .observe(document.querySelector('[data-testid=stApp]'), {attributeFilter: ['data-test-script-state']});
}"""

# What the browser's own buttons do: another address, and the page that it names in the same session.
TURN_TO = """address => {
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""

OTHER_TITLE = "before => ![null, undefined, before].includes(document.querySelector('h1')?.innerText)"

# What every visible control shows, in page order: its text, values and checked states.
CONTROLS = """() => ['stSlider', 'stNumberInput', 'stTextInput', 'stSelectbox', 'stMultiSelect', 'stCheckbox',
                     'stRadio', 'stButtonGroup']
    .flatMap(kind => [...document.querySelectorAll(`[data-testid=stMain] [data-testid=${kind}]`)])
    .filter(control => control.checkVisibility())
    .map(control => [
        control.innerText,
        ...[...control.querySelectorAll('input')].map(input =>
            ['checkbox', 'radio'].includes(input.type) ? input.checked : input.value),
        ...[...control.querySelectorAll('[aria-checked], [aria-pressed]')].map(option =>
            option.getAttribute('aria-checked') ?? option.getAttribute('aria-pressed')),
    ])"""

ALTERNATIVE = """chart => (
    [chart, chart.closest('[role=figure]'), chart.querySelector('[role=figure], [role=graphics-document]')]
        .find(element => element?.hasAttribute('aria-label'))?.getAttribute('aria-label') ?? '')"""


# Pairs of texts of one chart that touch, or of a chart and the words around it, with the share of the smaller one that
# is covered.
OVERLAPPING = """([selector, least]) => {
    const found = [];
    const visible = {visibilityProperty: true, opacityProperty: true};
    const words = ['.st-key-page-header', '.st-key-page-headline', '.st-key-page-status', '.st-key-page-note']
        .flatMap(part => [...document.querySelectorAll(`${part} :is(h1, p, li, label, button)`)])
        .filter(text => !text.querySelector('h1, p, li, label, button'))
        .filter(text => !text.closest('[data-testid=stTooltipIcon]'));
    for (const chart of document.querySelectorAll(selector)) {
        const first = chart.closest('.st-key-page-chart');
        const texts = [...chart.querySelectorAll('svg text'), ...(first ? words : [])]
            .filter(text => text.textContent.trim() && !text.closest('.modebar') && text.checkVisibility(visible))
            .map(text => [text.textContent.trim(), text.getBoundingClientRect()]);
        texts.forEach(([one, a], place) => texts.slice(place + 1).forEach(([other, b]) => {
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const smaller = Math.min(a.width * a.height, b.width * b.height);
            if (one !== other && width > 0 && height > 0 && width * height > least * smaller) found.push([one, other]);
        }));
    }
    return found;
}"""
LEAST_COVERED = 0.2  # boxes of letters are higher than the letters


class Visitor:
    """A tab with its record of everything that went wrong in it."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page = page
        self._base_url = base_url
        self._problems: list[str] = []
        self._dark = False
        page.set_default_timeout(TIMEOUT_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._problems.append(f"uncaught error: {error}"))
        page.on("request", lambda request: self._requested(request.url))
        page.on("websocket", lambda socket: self._requested(socket.url))

    def open(self, address: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> Visitor:
        """Go to a path of the app, or to a full address, with a screen of this size, and wait until it has settled.

        Nothing is remembered from pages before: a new session, as a new visitor has it.
        """
        if self.page.url != "about:blank":
            self.page.evaluate("localStorage.clear()")
        self.page.set_viewport_size({"width": width, "height": height})
        self._emulate(dark)
        self.page.goto(address if "://" in address else self._base_url + address)
        return self.settle()

    def turn_to(self, path: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> Visitor:
        """Go to another page within the session, as the browser's own buttons do: nothing is loaded anew."""
        here = urlsplit(self.page.url).path == urlsplit(path).path  # where no other title would come
        if not self.page.url.startswith(self._base_url) or here or self._projected() != ("projector=1" in path):
            return self.open(path, width=width, height=height, dark=dark)
        if dark != self._dark:
            self.turn(dark=dark)  # first, because it runs the page that is open
        self.page.set_viewport_size({"width": width, "height": height})
        title = self.page.locator("h1").first.inner_text()
        self.page.evaluate(TURN_TO, path)
        self.page.wait_for_function(OTHER_TITLE, arg=title)
        return self.settle()

    def _projected(self) -> bool:
        """Whether the session is one of a projector, which every page of it stays."""
        top = self.page.locator("[data-testid=stTopNavLink], [data-testid=stTopNavSection]")
        return "projector" in self.parameters() or top.count() > 0

    def settle(self) -> Visitor:
        self.page.evaluate("window.calm = 0")
        self.page.wait_for_function(SETTLED, arg=CALM_LOOKS, polling=LOOK_MS)
        return self

    def follow(self, path: str) -> Visitor:
        """Click the navigation's link to a path and wait until that page has settled."""
        self._links().nth(self.navigation().index(path)).click()
        self.page.wait_for_url(lambda url: urlsplit(url).path == path)
        return self.settle()

    def navigation(self) -> list[str]:
        """The paths of the navigation's links, in order."""
        more = self.page.get_by_test_id("stSidebarNavViewButton")
        if more.count() and "more" in more.inner_text().lower():
            more.click()
        return [urlsplit(link.evaluate("link => link.href")).path for link in self._links().all()]

    def parameters(self) -> dict[str, str]:
        """What the address holds."""
        return dict(parse_qsl(urlsplit(self.page.url).query))

    def share_link(self) -> str:
        """The link that the page offers for copying."""
        self.page.get_by_test_id("stMain").get_by_role("button", name="Link", exact=False).first.click()
        link = self.page.get_by_test_id("stPopoverBody").locator("code").inner_text()
        self.page.keyboard.press("Escape")
        return link.strip()

    def controls(self) -> list[list[Any]]:
        """What every visible control shows."""
        return self.page.evaluate(CONTROLS)

    def sliders(self) -> list[Locator]:
        """The thumbs of the sliders that are visible and in use."""
        return [thumb for thumb in self.page.locator(SLIDER_THUMBS).all() if thumb.is_visible() and thumb.is_enabled()]

    def move(self, thumb: Locator) -> Visitor:
        """Move a slider one step by keyboard (up, or down from the top); the address has to follow."""
        before = self.page.url
        at_top = thumb.evaluate("thumb => thumb.value === thumb.max")
        thumb.focus()
        self.page.keyboard.press("ArrowLeft" if at_top else "ArrowRight")
        self.page.wait_for_url(lambda url: url != before)
        return self.settle()

    def resize(self, width: int, height: int) -> Visitor:
        self.page.set_viewport_size({"width": width, "height": height})
        return self.settle()

    def turn(self, *, dark: bool) -> Visitor:
        """The system turns dark, or light again; charts are drawn anew by the page itself."""
        self.page.evaluate(AWAIT_RUN)
        self._emulate(dark)
        if self.charts():
            self.page.wait_for_function("window.ran")
        return self.settle()

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        return self.page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")

    def overlapping(self) -> list[list[str]]:
        """Pairs of texts that touch: within a chart, or of a chart and the words around it."""
        return self.page.evaluate(OVERLAPPING, [CHARTS, LEAST_COVERED])

    def charts(self) -> list[Locator]:
        """The visible charts, main chart first."""
        return [chart for chart in self.page.locator(CHARTS).all() if chart.is_visible()]

    def alternatives(self) -> list[str]:
        """The text alternative of every chart."""
        return [chart.evaluate(ALTERNATIVE) for chart in self.charts()]

    def pictures(self) -> list[str]:
        """A digest of every chart's pixels, once two looks in a row agree."""
        last: list[str] = []
        for _ in range(20):
            now = [self._digest(chart) for chart in self.charts()]
            if now == last:
                return now
            last = now
            self.page.wait_for_timeout(100)
        raise AssertionError("the charts kept changing without any interaction")

    def _digest(self, chart: Locator) -> str:
        chart.evaluate("chart => chart.scrollIntoView({block: 'center'})")  # not under the page's own head
        return hashlib.sha256(chart.screenshot(animations="disabled")).hexdigest()

    def notices(self) -> str:
        """The text of all visible notices."""
        alerts = self.page.get_by_test_id("stAlert").all()
        return "\n".join(alert.inner_text() for alert in alerts if alert.is_visible())

    def problems(self) -> list[str]:
        """What went wrong since the last call, and the exceptions on screen now."""
        heard, self._problems = self._problems, []
        exceptions = self.page.get_by_test_id("stException").all_inner_texts()
        return [f"{self.page.url}: {problem}" for problem in heard + exceptions]

    def _emulate(self, dark: bool) -> None:
        self._dark = dark
        self.page.emulate_media(color_scheme="dark" if dark else "light")

    def _links(self) -> Locator:
        return self.page.locator("[data-testid=stSidebarNavLink], [data-testid=stTopNavLink]")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._problems.append(f"console: {message.text}")

    def _requested(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname not in ("127.0.0.1", "localhost"):
            self._problems.append(f"request to another host: {url}")
