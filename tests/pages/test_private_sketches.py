"""The page Private sketches with somebody's own file, from the choice to the picture; refusals on the way."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.pool import Jobs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page, all its runs in this process and its files in a folder of the test."""
    here = Jobs(replace(BUDGET, inline_seconds=0.5, patience_seconds=60.0, predicting_seconds=60.0))
    monkeypatch.setattr(jobs, "_jobs", lambda: here)
    monkeypatch.setattr(jobs, "_start_workers", lambda _experiment: None)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    app.switch_page("pages/private_sketches.py")
    app.query_params["clusters"] = "2"
    yield app.run()
    here.close()


def drop(app: AppTest, table: np.ndarray) -> AppTest:
    text = "\n".join(["a,b,c", *(",".join(map(str, row)) for row in table.tolist())])
    uploader = app.file_uploader(key="private_sketches-data_file-file")
    return uploader.set_value(("mine.csv", text.encode(), "text/csv")).run()


def test_own_data_from_choice_to_picture(app: AppTest):
    app.selectbox(key="private_sketches-data-choice").set_value("file").run()
    assert any("must be an uploaded file" in error.value for error in app.error)
    assert app.metric, "the last good result stays"
    rng = np.random.default_rng(1)
    table = np.column_stack([rng.normal(size=200) + 20 * (np.arange(200) % 2), rng.normal(size=200), np.full(200, 7)])
    drop(app, table)
    assert any("Column c must be one with different values; got 7" in error.value for error in app.error)
    app.multiselect(key="private_sketches-data_columns-columns").set_value([1, 2]).run()
    assert not app.error and not app.exception
    state = app.session_state["state-private_sketches"]
    assert state.parameters.data == "file" and state.parameters.shape == (200, 2)
    assert any("200 samples" in text.proto.body for text in app.get("html"))
    assert not any(widget.key.endswith("samples-slider") and not widget.disabled for widget in app.select_slider)
