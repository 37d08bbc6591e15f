"""Places on the page Metric privacy: read and typed in kilometres, kept as shares of the region in links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]
BOX, OTHER = "metric_privacy-position-box", "metric_privacy-other-box"


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=30.0, patience_seconds=60.0):
        yield


def test_a_place_is_read_and_typed_in_kilometres() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    app.switch_page("pages/metric_privacy.py")
    for name, value in {"v": "2", "position": "0.9", "norm_bound": "2", "encodes": "100"}.items():
        app.query_params[name] = value
    app.run()
    assert (app.text_input(key=BOX).value, app.text_input(key=OTHER).value) == ("1.8", "0")
    app.text_input(key=BOX).set_value("-1").run()
    assert "-0.5" in app.query_params["position"] and app.text_input(key=BOX).value == "-1" and not app.error
    app.text_input(key=BOX).set_value("3").run()
    assert "at least -2 and at most 2" in app.error[0].value
    assert "-0.5" in app.query_params["position"] and app.text_input(key=BOX).value == "-1"
