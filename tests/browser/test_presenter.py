"""The presenter's window and the walls of a lecture, as the browser runs their scripts, without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pages.ui import keys
from pages.ui.lessons import presenter

PARTS = [
    {"name": name, "from": 2 * part, "to": 2 * part + 2, "planned": "of 2 min", "say": f"It is {name}."}
    for part, name in enumerate(["bits", "index", "list", "time"])
]
WORDS = {name: name for name in (*presenter.WORDS, *presenter.FOLLOWED)} | {
    name: f"{name} {{minutes}}" for name in presenter.PACE
}
DATA = {"lecture": "class", "title": "Class", "words": WORDS, "parts": PARTS, "end": {"sentences": [], "ways": []}}
NEXT = """() => {
    const link = new window.URL(location), at = Number(link.searchParams.get('at') ?? -1);
    link.searchParams.set('at', at + 1);
    history.pushState({}, '', link);
}"""
WALL = f"""<div class="a-step-next"><button onclick="({NEXT})()">Next</button></div>
    <a href="/my_lecture?lecture=class&presenter=1" target="_blank">Presenter view</a>
    <script>{keys.SCRIPT}</script>"""
PRESENTER = f"""<section class="presenter"></section><script>{keys.SCRIPT}</script>
    <script type="module">
    import show from "/presenter.js";
    show({{ data: {json.dumps(DATA)}, parentElement: document.body }});
    </script>"""


def answer(route: Route) -> None:
    if route.request.url.endswith("presenter.js"):
        route.fulfill(body=presenter.SCRIPT, content_type="text/javascript")
    else:
        route.fulfill(body=PRESENTER if "presenter=1" in route.request.url else WALL, content_type="text/html")


@pytest.fixture
def window(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """``window(query)``: another window of one browser on a page of a lecture."""
    with chromium.new_context() as context:
        context.route("**/*", answer)

        def opened(query: str) -> Page:
            page = context.new_page()
            page.goto(f"http://127.0.0.1/my_lecture?{query}")
            return page

        yield opened


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768)])
def test_the_whole_plan_is_on_the_screen(width: int, height: int, window: Callable[[str], Page]) -> None:
    """However long a note is: it scrolls by itself, above the minutes of fourteen parts and the keys."""
    wall = window("lecture=class&at=0")
    view = opened_by(wall)
    view.set_viewport_size({"width": width, "height": height})
    view.add_style_tag(content=f"body {{ margin: 1rem }} {presenter.STYLE}")
    wall.get_by_role("button").click()
    expect(view.locator(".now h3")).to_have_text("index")
    view.evaluate("""() => {
        document.querySelector('.now').append('word '.repeat(900));
        const plan = document.querySelector('.plan');
        for (let part = 0; part < 10; part++) plan.append(plan.lastChild.cloneNode(true));
    }""")
    for part in (".clock", ".now h3", ".next h3", ".plan li:last-child", "footer"):
        expect(view.locator(part)).to_be_in_viewport(ratio=1)


def opened_by(wall: Page) -> Page:
    with wall.context.expect_page() as opened:
        wall.get_by_role("link").click()
    return opened.value


def test_a_presenter_follows_the_wall_that_opened_it(window: Callable[[str], Page]) -> None:
    """An old wall neither moves it nor takes its keys, and a button follows that one."""
    old, wall = window("lecture=class&at=2"), window("lecture=class")
    view = opened_by(wall)
    expect(view.locator(".following")).to_contain_text("own")
    expect(view.locator(".now")).to_have_text("nowhere")  # not begun, whatever the old one shows
    wall.get_by_role("button").click()
    expect(view.locator(".now h3")).to_have_text("bits")
    old.get_by_role("button").click()
    view.keyboard.press("PageDown")
    expect(view.locator(".now h3")).to_have_text("index")
    assert "at=1" in wall.url and "at=3" in old.url
    wall.reload()
    view.keyboard.press("PageDown")
    expect(view.locator(".now h3")).to_have_text("list")
    view.get_by_role("button", name="other").click()
    expect(view.locator(".now h3")).to_have_text("time")


def test_a_presenter_of_no_wall_follows_the_last_one_used(window: Callable[[str], Page]) -> None:
    walls, view = [window("lecture=class&at=0"), window("lecture=class&at=1")], window("lecture=class&presenter=1")
    expect(view.locator(".following")).to_contain_text("newest")
    expect(view.locator(".now h3")).to_have_text("index")
    walls[0].get_by_role("button").click()
    walls[0].get_by_role("button").click()
    expect(view.locator(".now h3")).to_have_text("list")
    window("lecture=another&at=3")
    view.keyboard.press("PageDown")
    expect(view.locator(".now h3")).to_have_text("time")
    assert "at=1" in walls[1].url


def test_the_clock_starts_with_the_class(window: Callable[[str], Page]) -> None:
    """Not with a window, and not again at a reload or on the way back to the first part."""
    wall = window("lecture=class")
    began = "window.labWall.began"
    assert not wall.evaluate(began)
    wall.get_by_role("button").click()
    first = wall.evaluate(began)
    wall.get_by_role("button").click()
    wall.reload()
    wall.go_back()
    assert "at=0" in wall.url and wall.evaluate(began) == first
    wall.evaluate(
        "kept => { Object.assign(window.labWall, kept); }", {"began": first - 125_000, "since": first - 65_000}
    )
    view = window("lecture=class&presenter=1")
    expect(view.locator(".clock")).to_contain_text(re.compile("elapsed2:[01].*here1:[01].*of 2 min"))
    expect(view.locator(".clock")).to_contain_text("behind 1")  # minute of the plan
    assert view.locator(".late").count() == 1  # the class, which had two minutes for its first part
    view.get_by_role("button", name="restart").click()
    expect(view.locator(".clock")).to_contain_text(re.compile("elapsed0:0.*here0:0"))


def test_a_copied_window_is_a_wall_of_its_own(window: Callable[[str], Page]) -> None:
    wall, copy = window("lecture=class&at=0"), window("lecture=class&at=1")
    kept = wall.evaluate("sessionStorage.getItem('lab-wall')")
    copy.evaluate("kept => sessionStorage.setItem('lab-wall', kept)", kept)
    copy.reload()
    copy.wait_for_function("id => window.labWall.id !== id", arg=json.loads(kept)["id"])
