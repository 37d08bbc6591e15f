"""What somebody reads is not taken away: opened sentences stay open, and a tab comes into view."""

from __future__ import annotations

import pytest

from tests.browser.visitor import Visitor

OPEN = "ul.told details[open] summary"
TOP = "list => list.getBoundingClientRect().top"
STILL = """() => new Promise(resolve => {
    let last = NaN, same = 0;
    const look = () => {
        const now = document.querySelector('[data-testid=stTabs]').getBoundingClientRect().top;
        same = now === last ? same + 1 : 0;
        last = now;
        same > 10 ? resolve(now) : requestAnimationFrame(look);
    };
    look();
})"""


def test_an_opened_sentence_stays_open_when_its_numbers_change(addresses: dict[str, str], tab: Visitor) -> None:
    """It alone, also at the second move; closed by hand it stays closed, and another page's are its own."""
    visitor = tab.open(addresses["bit_cost"])
    told, epsilon = visitor.page.locator("ul.told summary"), visitor.sliders()[-1]
    told.nth(0).click()
    for _ in range(2):
        before = told.nth(0).inner_text()
        visitor.move(epsilon)
        assert told.nth(0).inner_text() != before, "the sentence has other numbers now"
        assert visitor.page.locator(OPEN).all_inner_texts() == [told.nth(0).inner_text()]
    told.nth(0).click()
    visitor.move(epsilon)
    assert visitor.page.locator(OPEN).count() == 0
    told.nth(0).click()
    assert visitor.follow(addresses["privacy"]).page.locator(OPEN).count() == 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_tab_that_opens_below_the_window_comes_into_view(
    motion: str, addresses: dict[str, str], tab: Visitor
) -> None:
    """Not before a click, not in a lecture, and not where it already stands high."""
    visitor = tab.open(addresses["overview"], height=720)
    visitor.page.emulate_media(reduced_motion=motion)
    strip = visitor.page.get_by_role("tablist").first
    before = strip.evaluate(TOP)
    assert before > 432, "the strip stands low at first, or this test sees nothing"
    visitor.page.get_by_role("tab", name="Who sees what").click()
    visitor.settle().page.evaluate(STILL)
    raised = strip.evaluate(TOP)
    assert 0 <= raised < 120
    visitor.page.get_by_role("tab", name="Formula").click()
    visitor.settle().page.evaluate(STILL)
    assert abs(strip.evaluate(TOP) - raised) < 60
    visitor.page.emulate_media(reduced_motion="null")
