"""The control of a small table: edits and pastes become the table, nonsense a sentence, a large table a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.controls import table_editor
from ppr_core.experiments import files
from ppr_core.typed_tables import linked, rows_of

ROOT = Path(__file__).resolve().parents[2]
TEXT = "your_mechanism-table-table-text"


@pytest.fixture
def app() -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    app.switch_page("pages/your_mechanism.py")
    app.run()
    assert not app.exception
    return app


def parameters(app: AppTest):
    return app.session_state["state-your_mechanism"].parameters


def paste(app: AppTest, text: str) -> AppTest:
    app.text_area(key=TEXT).set_value(text).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(
    ("pasted", "taken"),
    [
        ("0.5,0.5\n0.2,0.8\n", "0.5,0.5;0.2,0.8"),
        ("0,5\t0,5\r\n0,2\t0,8", "0.5,0.5;0.2,0.8"),
        ("a;0,5;0,5\nb;0,2;0,8", "a,0.5,0.5;b,0.2,0.8"),
        ("\n1/2  50%\n\n0,2  0,8\n", "1/2,50%;0.2,0.8"),
        (";yes;no;\na;1/3;2/3;\n;;;\nb;0,2;0,8;", ",yes,no;a,1/3,2/3;b,0.2,0.8"),
    ],
)
def test_a_pasted_table_is_taken(app: AppTest, pasted: str, taken: str) -> None:
    assert parameters(paste(app, pasted)).table == taken and not app.error


def test_nonsense_changes_nothing_and_is_named(app: AppTest) -> None:
    before = parameters(app)
    paste(app, "0.5,0.5\n0.2,x")
    assert parameters(app) == before
    assert any("line 2, column 2" in error.value for error in app.error)
    paste(app, "0,5,0,5\n0,2,0,8")
    assert parameters(app) == before and any("if commas are decimal" in error.value for error in app.error)
    paste(app, "0.5,0.4\n0.2,0.8")
    assert any(
        "row 1 must be probabilities that sum to 1; got 0.9" in error.value.replace("\\", "") for error in app.error
    )


def test_a_large_table_becomes_a_file(app: AppTest) -> None:
    matrix = np.random.default_rng(0).dirichlet(np.ones(16), 16)
    paste(app, "\n".join(",".join(f"{cell:.12f}" for cell in row) for row in matrix))
    found = parameters(app)
    assert found.source == "file" and np.allclose(found.description().channel.matrix, matrix, atol=1e-9)
    files.delete(found.file)


def test_edits_of_cells_and_rows() -> None:
    cells = [{"0": "0.5", "1": "0.5"}, {"0": "0.2", "1": "0.8"}]
    changes = {"edited_rows": {0: {"1": "0,4"}}, "deleted_rows": [1], "added_rows": [{"0": "1"}, {}]}
    assert linked(rows_of(table_editor._edited(cells, 2, changes), "table")) == "0.5,0.4;1"
    assert table_editor.shown_text("1,2;3,4") == "2 rows" and table_editor.shown_text("") == "none"
