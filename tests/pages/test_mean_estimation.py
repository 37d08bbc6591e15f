"""The Mean estimation page: an uploaded file from the drop to the chart, and the numbers of the paper beside ours."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.drawings.mean_estimation import ROLES
from pages.ui.page import tabs_key
from ppr_core.estimation.mean.paper import paper_figures
from ppr_core.experiments.mean_estimation import EXPERIMENT, MeanParameters
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from tests.pages.runs import runs_here

STATE = "state-mean_estimation"
ROOT = Path(__file__).resolve().parents[2]
ROWS = np.random.default_rng(1).normal(size=(20, 12))
GOOD = "\n".join(",".join(f"{value:.3f}" for value in row) for row in ROWS).encode()


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=1.0, patience_seconds=60.0, predicting_seconds=60.0):
        yield


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    app.run()
    app.switch_page("pages/mean_estimation.py")
    for name, value in {"bits": "6", "points": "2", "repetitions": "2", "clients": "20", "dimension": "20"}.items():
        app.query_params[name] = value
    return checked(app.run())


def checked(app: AppTest) -> AppTest:
    assert not app.exception, app.exception
    assert not any("went wrong" in error.value for error in app.error)
    return app


def test_file_from_the_drop_to_the_chart(app: AppTest) -> None:
    assert not app.file_uploader
    checked(app.selectbox(key="mean_estimation-data-choice").set_value("file").run())
    assert any("must be an uploaded file" in error.value for error in app.error)
    drop = app.file_uploader(key="mean_estimation-data_file-file")
    checked(drop.set_value(("means.csv", GOOD, "text/csv")).run())
    assert not app.error
    assert any("20 rows × 12 columns" in text.value for text in app.markdown)
    assert app.metric[0].label == "Bits each person sends, PPR in chunks"
    assert app.session_state[STATE].parameters.shape == (20, 12)
    checked(app.multiselect(key="mean_estimation-data_columns-columns").set_value([1, 2]).run())
    assert any("at most d = 2" in error.value for error in app.error), "six bits are too many for two columns"
    checked(app.text_input(key="mean_estimation-bits-box").set_value("2").run())
    assert not app.error and app.session_state[STATE].parameters.shape == (20, 2)


def test_bad_file_is_a_sentence(app: AppTest) -> None:
    checked(app.selectbox(key="mean_estimation-data-choice").set_value("file").run())
    drop = app.file_uploader(key="mean_estimation-data_file-file")
    checked(drop.set_value(("bad.csv", b"1,2\n3,x\n", "text/csv")).run())
    assert len(app.error) == 1 and "line 2, column 2" in app.error[0].value


def test_paper_and_own_numbers_stand_side_by_side(app: AppTest) -> None:
    assert not any("0.08173" in text.value for text in app.markdown)
    app.session_state[tabs_key(EXPERIMENT)] = "The paper’s numbers"
    checked(app.run())
    table = next(text.value for text in app.markdown if "0.08173" in text.value)
    for figure in paper_figures():
        assert f"{figure.quoted:.{figure.digits}f}" in table and f"{figure.here:.{figure.digits}f}" in table


def test_every_epsilon_names_what_it_hides(app: AppTest) -> None:
    app.session_state[tabs_key(EXPERIMENT)], app.session_state["mean_estimation-more"] = "Guarantees", True
    checked(app.run())
    table = next(text.value for text in app.markdown if "From whom" in text.value)
    assert "Rényi order 2" in table and "γ" not in table, "γ is CSGM's sampling rate"
    assert "a person’s taking part" in table and "the server: seed and message" in table
    app.session_state["mean_estimation-more"] = True
    checked(app.run())
    checked(app.selectbox(key="mean_estimation-neighbours-choice").set_value("replace_one").run())
    assert any("a person’s vector, replaced" in text.value for text in app.markdown)


def test_a_scheme_looks_as_on_every_page_and_none_side_by_side_look_alike() -> None:
    for compare in ("central", "local", "split", "compressed"):
        names = MeanParameters(compare=compare).contenders
        assert len({ROLES[name] for name in names}) == len(names)
    assert all(ROLES[name] == SCHEMES[name].role for name in MeanParameters(compare="compressed").contenders)
