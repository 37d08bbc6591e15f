"""What a page refuses, in German: the setting by its label, what was given, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from ppr_core import texts
from tests.pages.runs import runs_here
from tests.sources import ROOT


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(texts, "FOLDER", texts.ENGLISH.parent / "de")
    texts.forget()
    with runs_here(inline_seconds=30.0, patience_seconds=60.0):
        yield
    monkeypatch.undo()
    texts.forget()


def opened(page: str, **link: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    app.switch_page(f"pages/{page}.py")
    for name, value in {"v": "2", **link}.items():
        app.query_params[name] = value
    return app.run()


def test_bad_links_and_entries_are_refused_in_german() -> None:
    app = opened("overview", epsilon="abc", samples="-5", no_such="1")
    told = app.warning[0].value.replace("\\", "")
    assert "\n- Privatheitsverlust: Erlaubt ist eine Zahl von 0.1 bis 10; gegeben ist 'abc'." in told
    assert "\n- Nachrichten: Erlaubt ist eine ganze Zahl von 1000 bis 50000; gegeben ist -5." in told
    assert "\n- no_such ist keine Einstellung dieser Seite; sie hat epsilon, " in told
    app.text_input(key="overview-epsilon-box").set_value("banana").run()
    said = app.error[0].value.replace("\\", "")
    assert said.startswith("Privatheitsverlust: Erlaubt ist eine Zahl von 0.1 bis 10; gegeben ist 'banana'. Es bleibt")
    assert not app.exception


def test_a_file_that_is_missing_is_told_in_german() -> None:
    app = opened("mean_estimation", data="file")
    assert (
        app.warning[0]
        .value.replace("\\", "")
        .endswith(
            "\n- Datendatei: Gebraucht wird eine hochgeladene Datei, CSV-Text von höchstens 5 MB; gegeben ist keine."
        )
    )
