"""The very first visitor of a server follows a link to a page, not to the start."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import running
from tests.browser.visitor import Visitor


def test_first_visitor_may_open_any_page(tmp_path: Path, chromium: Browser) -> None:
    with running(tmp_path) as server, chromium.new_context() as context:
        visitor = Visitor(context.new_page(), server.url).open("/exactness?v=1&alpha=3")
        assert visitor.page.title() == "Private Compression Lab"
        assert "/ppr_step_by_step" in visitor.navigation()
        assert visitor.parameters()["alpha"] == "3"
        assert visitor.charts()
        assert not visitor.problems()
