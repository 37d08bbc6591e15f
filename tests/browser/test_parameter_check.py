"""Parameter check in a real browser: one click puts a wrong setting right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]

FIXES = "[class*='st-key-parameter_check-fix-'] button"


@pytest.fixture
def address(addresses: dict[str, str]) -> str:
    return addresses["parameter_check"]


def card(visitor: Visitor, check: str) -> Locator:
    return visitor.page.locator(f".st-key-parameter_check-finding-{check}")


def test_one_click_applies_the_nearest_delta(address: str, visit: Visit) -> None:
    visitor = visit(f"{address}?v=1&clients=2000&delta=0.001")
    delta = card(visitor, "delta")
    assert "larger than 1/n" in delta.inner_text()
    before, pictures = visitor.parameters(), visitor.pictures()
    delta.get_by_role("button").click()
    visitor.page.wait_for_url(lambda url: "delta=0.0005" in url)
    visitor.settle()
    after = visitor.parameters()
    assert {name for name in after if after[name] != before[name]} == {"delta", "decoder_delta"}
    assert float(after["delta"]) <= 1 / 2000
    assert card(visitor, "delta").count() == 0, "the finding must be gone"
    assert visitor.pictures() != pictures
    guest = visit(visitor.share_link())
    assert guest.parameters() == after and guest.alternatives() == visitor.alternatives()


def simulated(visitor: Visitor) -> bool:
    """Whether a report was really encoded: the first tab's table has its time."""
    return visitor.page.get_by_text("Time to encode a report, of").count() > 0


def test_a_chunk_that_never_ends_is_made_to_run(address: str, tab: Visitor) -> None:
    visitor = tab.open(f"{address}?v=1&proposal=paper&choose_chunk=0&chunk=50")
    assert "An encoder would need r*" in card(visitor, "ratio").inner_text()
    assert not simulated(visitor)
    card(visitor, "ratio").get_by_role("button").click()
    visitor.page.wait_for_url(lambda url: "chunk=50" not in url)
    visitor.settle()
    assert card(visitor, "ratio").count() == 0
    assert simulated(visitor)


def test_fixes_are_reached_and_applied_by_keyboard(address: str, tab: Visitor) -> None:
    visitor = tab.open(f"{address}?v=1&epsilon=20&decoder_epsilon=80")
    button = card(visitor, "weak").get_by_role("button")
    button.focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(lambda url: "epsilon=10&" in url)
    visitor.settle()
    assert card(visitor, "weak").count() == 0


def test_a_small_epsilon_is_no_warning(address: str, tab: Visitor) -> None:
    visitor = tab.open(f"{address}?v=1&epsilon=0.01&decoder_epsilon=0.04")
    assert visitor.page.locator(FIXES).count() == 0
    assert (
        "No limit is broken, but the result is useless: with 100\u202f000 people"
        in visitor.page.locator(".st-key-page-headline").inner_text()
    )
