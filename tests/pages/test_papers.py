"""The page Papers: all rows stand on it, and every link leads to a preset that exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from streamlit.testing.v1 import AppTest

from pages.ui.page import HANDOUT
from pages.ui.preset_names import slug
from pages.ui.state import plain
from ppr_core.guarantees.printed import ERRATA, PRINTED

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\| \[[^]]+\]\(([^)]+)\) \|$")


def tables(**link: str) -> str:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    app.switch_page("pages/papers.py")
    for name, value in link.items():
        app.query_params[name] = value
    app.session_state[HANDOUT] = True  # all tabs are built
    app.run()
    assert not app.exception and not app.error and not app.warning
    return "\n".join(each.value for each in app.markdown if each.value.startswith("| Statement"))


def test_all_rows_with_links_to_presets() -> None:
    text = tables()
    rows = [
        line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| Statement", "| ---"))
    ]
    assert len(rows) == len(PRINTED) + len(ERRATA)
    for row in rows:
        address = urlsplit(LINK.search(row)[1])
        experiment = importlib.import_module(f"ppr_core.experiments.{address.path}").EXPERIMENT
        assert parse_qs(address.query)["preset"][0] in {slug(name) for name in experiment.presets}
        assert not address.netloc and not address.path.startswith("/")


def test_filtered_by_link() -> None:
    text = tables(v="1", paper="shahmiri2024", verdict="differs")
    assert text.count("| Statement") == 1 and ":orange[differs]" in text and ":green[" not in text
    assert plain("5.103") in text
    assert tables(v="1", paper="schellekens2019", verdict="quoted") == ""
