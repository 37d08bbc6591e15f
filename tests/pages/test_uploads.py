"""A file as a setting: it is taken, described, replaced, shared by a link and refused in the same way as a number."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import changes
from pages.ui import state as states
from pages.ui.jobs import session as jobs
from pages.ui.state import PageState
from ppr_core.experiments.files import uploads
from tests.pages.toy_uploads import EXPERIMENT, UploadParameters

GOOD = b"a,b,c\n1,2,3\n4,5,6\n"
MISSING = hashlib.sha256(b"never saved").hexdigest()[:32]
APP = """
import streamlit as st
from pages.ui import charts, navigation, page
from tests.pages import toy_uploads

def main(result, story, theme):
    spec = {"data": {"values": [{"x": float(result.values[0])}]}, "mark": "point"}
    return charts.Figure(spec, "toy", "Outputs", story.finding, result.table())

def one():
    page.show(page.ExperimentPage(experiment=toy_uploads.EXPERIMENT, title="One", question="What?", main=main))

navigation.passed()
st.navigation([st.Page(one, title="One", default=True)]).run()
"""


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return uploads._folder()


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_string(APP, default_timeout=600)


def checked(app: AppTest) -> AppTest:
    assert not app.exception, app.exception
    assert not any("went wrong" in error.value for error in app.error)
    return app


def run(app: AppTest, **link: str) -> AppTest:
    for name, value in link.items():
        app.query_params[name] = value
    return checked(app.run())


def own(app: AppTest) -> AppTest:
    """Choose the own file."""
    return checked(app.button_group(key="upload-source-choice").set_value("file").run())


def drop(app: AppTest, data: bytes, name: str = "my data.csv") -> AppTest:
    return checked(app.file_uploader(key="upload-data-file").set_value((name, data, "text/csv")).run())


def state(app: AppTest) -> PageState:
    return app.session_state["state-upload"]


def result_shown(app: AppTest) -> str:
    return next(metric.value for metric in app.metric if metric.label == "mean output")


def test_without_need_for_a_file_there_is_no_place_for_one(app):
    run(app)
    assert not app.file_uploader and not app.multiselect
    assert not any("drawn" in caption.value for caption in app.caption)


def test_choice_of_a_file_asks_for_it_and_keeps_the_last_result(app):
    run(app)
    before = result_shown(app)
    own(app)
    assert app.file_uploader and not app.multiselect
    assert len(app.error) == 1 and "Data file must be an uploaded file" in app.error[0].value
    assert state(app).parameters == UploadParameters() and result_shown(app) == before
    checked(app.button_group(key="upload-source-choice").set_value("drawn").run())
    assert not app.error and not app.file_uploader


def test_file_is_taken_described_and_in_the_link(app):
    drop(own(run(app)), GOOD)
    digest = state(app).values["data"]
    assert not app.error and not app.file_uploader and result_shown(app).startswith("3.5")
    assert state(app).parameters == UploadParameters(source="file", data=digest)
    assert any(text.value == "Data file: **my data.csv**  \n2 rows × 3 columns" for text in app.markdown)
    assert app.multiselect[0].options == ["a", "b", "c"]
    assert states.query(EXPERIMENT, state(app))["data"] == digest


def test_columns_are_chosen_by_name(app):
    drop(own(run(app)), GOOD)
    checked(app.multiselect(key="upload-columns-columns").set_value([3, 1]).run())
    assert state(app).parameters.columns == "1,3" and not app.error
    assert states.query(EXPERIMENT, state(app))["columns"] == "1,3"
    checked(app.multiselect(key="upload-columns-columns").set_value([2]).run())
    assert result_shown(app).startswith("3.5") and state(app).parameters.columns == "2"
    checked(app.multiselect(key="upload-columns-columns").set_value([]).run())
    assert state(app).parameters.columns == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a,b\n1,x\n", "Data file, line 2, column 2 must be a finite number"), (b"", "got an empty file"),
        ("1,2".encode("utf-16"), "got text in UTF-16"), (b"1,2,3,4,5", "at most 4 cells"), (b"1\n2,3", "line 2"),
    ],
)  # fmt: skip
def test_bad_file_is_a_sentence_beside_the_controls_is_not_kept_and_can_be_replaced(app, store, data, said):
    before = result_shown(run(app))
    drop(own(app), data, "<b>$bad$.csv")
    assert len(app.error) == 1 and said in app.error[0].value and "\\<b>\\$bad\\$.csv: " in app.error[0].value
    assert result_shown(app) == before and state(app).parameters == UploadParameters()
    assert list(store.iterdir()) == [] and not app.multiselect
    drop(app, GOOD)
    assert not app.error and result_shown(app).startswith("3.5")


def test_removed_file_is_deleted(app, store):
    drop(own(run(app)), GOOD)
    assert len(list(store.iterdir())) == 1
    checked(app.button(key="upload-data-file-remove").click().run())
    assert list(store.iterdir()) == [] and result_shown(app).startswith("3.5")


def test_linked_file_is_read_before_the_page_takes_its_turn(app, monkeypatch):
    file_id, seen = uploads.save(GOOD), []

    def load(*given):
        seen.append(jobs.GATE._value)
        return GOOD

    monkeypatch.setattr(uploads, "load", load)
    run(app, source="file", data=file_id)
    free = jobs.GATE._initial_value
    assert seen == [free], "read once, with no turn taken"


def test_too_large_file_is_not_kept(app, store):
    drop(own(run(app)), b"1" * (uploads.LARGEST_BYTES + 1))
    assert any("Data file must be a file of at most 5 MB" in error.value for error in app.error)
    assert list(store.iterdir()) == []
    drop(app, GOOD)
    assert not app.error


def test_removing_the_file_forgets_its_columns(app):
    drop(own(run(app)), GOOD)
    checked(app.multiselect(key="upload-columns-columns").set_value([3]).run())
    checked(app.button(key="upload-data-file-remove").click().run())
    assert "must be an uploaded file" in app.error[0].value and app.file_uploader
    assert state(app).parameters.columns == "3", "the result on screen is still that of the file"
    drop(app, b"1\n2\n")
    assert not app.error and state(app).parameters.columns == "" and result_shown(app).startswith("1.5")


def test_link_opens_the_file_in_another_session(app):
    digest = uploads.save(GOOD)
    run(app, source="file", data=digest, columns="2,3")
    assert not app.warning and not app.error
    assert state(app).parameters == UploadParameters(source="file", data=digest, columns="2,3")
    assert any(text.value == f"Data file: **file {digest[:8]}**  \n2 rows × 3 columns" for text in app.markdown)
    assert app.multiselect[0].value == [2, 3] and result_shown(app).startswith("4")


def test_link_to_a_file_that_is_gone_is_one_notice_and_all_else_is_kept(app):
    run(app, source="file", data=MISSING, samples="33")
    assert len(app.warning) == 1 and "upload it again" in app.warning[0].value and not app.error
    assert (state(app).parameters.source, state(app).parameters.samples) == ("drawn", 33)
    own(app)
    assert "upload it again" in app.error[0].value
    checked(app.button(key="upload-data-file-remove").click().run())
    drop(app, GOOD)
    assert not app.error and state(app).parameters.samples == 33


@pytest.mark.parametrize(
    ("link", "named"),
    [
        ({"data": "../../etc/passwd"}, "etc/passwd"), ({"data": MISSING.upper()}, "hexadecimal"),
        ({"columns": "0"}, "column numbers"), ({"columns": "1,2,3,4"}, "at most 3"),
        ({"source": "file", "data": "x"}, "hexadecimal"),
    ],
)  # fmt: skip
def test_bad_link_is_named(app, link, named):
    run(app, **link)
    assert len(app.warning) == 1 and named in app.warning[0].value
    assert state(app).parameters == UploadParameters()


def test_columns_the_file_does_not_have_are_named(app):
    digest = uploads.save(GOOD)
    run(app, source="file", data=digest, columns="2,7")
    assert len(app.warning) == 1 and "from 1 to 3" in app.warning[0].value
    assert state(app).parameters.source == "drawn" or state(app).parameters.columns == ""


@pytest.mark.parametrize("parameters", [
    UploadParameters(), UploadParameters(data=MISSING, columns="1,3"), UploadParameters(columns="12"),
])  # fmt: skip
def test_link_brings_back_exactly_what_was_written(parameters):
    link = states.query(EXPERIMENT, PageState(parameters, parameters.values()))
    read, _ = states.read_link(EXPERIMENT, link)
    assert read.parameters == parameters and not read.problems


def test_change_of_the_file_is_told_by_name(app):
    drop(own(run(app)), GOOD)
    checked(app.button(key="upload-data-file-remove").click().run())
    drop(app, b"7\n8\n9\n", "second.txt")
    changed = next(text.value for text in app.markdown if "What changed" in text.value)
    assert "Data file my data.csv → second.txt" in changed.replace("\\", "")
    old, new = UploadParameters(), UploadParameters(columns="1,2")
    results = EXPERIMENT.run(old, None), EXPERIMENT.run(new, None)
    assert changes.sentence(EXPERIMENT, old, results[0], new, results[1]).startswith("Columns all → 1,2:")
