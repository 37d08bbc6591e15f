"""The page Frequency estimation with a visitor's own file."""

from __future__ import annotations

import tempfile

import pytest

from tests.pages.test_pages import state_of, texts_of, visit

NAME = "frequency_estimation"
SURVEY = b"city,job\n" + 150 * b"Bern,cook\n" + 50 * b"Rome,smith\n" + 30 * b"Oslo,cook\n"

pytestmark = pytest.mark.parametrize("page", [NAME])


def test_a_column_of_a_file_becomes_the_population(page: str, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = visit(page)
    app.selectbox(key=f"{NAME}-data-choice").set_value("file").run()
    said = " ".join(element.value for element in (*app.error, *app.warning))
    assert "Data file must be an uploaded file" in said.replace("\\", "")
    app.file_uploader(key=f"{NAME}-data_file-file").set_value(("survey.csv", SURVEY, "text/csv")).run()
    assert state_of(app).parameters.names() == ("Bern", "Rome", "Oslo"), "the first column"
    app.multiselect(key=f"{NAME}-data_columns-columns").set_value([2]).run()
    assert not app.exception and not app.error
    parameters = state_of(app).parameters
    assert (parameters.data, parameters.categories, parameters.reports) == ("file", 2, 230)
    assert parameters.names() == ("cook", "smith")
    assert any("230 people" in text for text in texts_of(app))
