"""A file of one's own in a real browser: refused with a sentence, or shown and shared by its link."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]

ANSWERS = "\n".join(["drink", *["tea"] * 500, *["coffee"] * 300, *["water"] * 200]).encode()


def give(visitor: Visitor, name: str, data: bytes) -> None:
    file = {"name": name, "mimeType": "text/csv", "buffer": data}
    visitor.page.locator("input[type=file]").set_input_files(file)


def test_a_file_is_refused_or_shown(addresses: dict[str, str], visit: Visit) -> None:
    visitor = visit(addresses["frequency_estimation"])
    visitor.page.get_by_role("combobox", name="True distribution").click()
    visitor.page.get_by_role("option", name="your own file").click()
    visitor.page.locator("input[type=file]").wait_for(state="attached")
    first = visitor.settle().alternatives()

    give(visitor, "picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00")
    visitor.page.get_by_text("picture.csv").first.wait_for()
    assert "must be" in visitor.settle().notices()
    assert visitor.alternatives() == first, "the last good result stays"

    give(visitor, "drinks.csv", ANSWERS)  # a refused file is gone: there is nothing to remove
    visitor.page.wait_for_url(lambda url: "data=file" in url)
    visitor.settle()
    assert "must be" not in visitor.notices()
    assert visitor.alternatives() != first
    guest = visit(visitor.share_link())
    assert guest.parameters() == visitor.parameters() and guest.alternatives() == visitor.alternatives()
