"""A part that fails is a sentence in its place; everything else of the page is drawn."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import state as states

APP = """
import streamlit as st
from dataclasses import replace
from pages.ui import charts, navigation, page
from tests.pages import toy

def fails(*given):
    raise OverflowError("cannot convert float infinity to integer")

def main(result, story, theme):
    return charts.Figure(toy_chart, "toy", "Outputs", story.finding, result.table())

toy_chart = {"data": {"values": [{"x": 1}]}, "mark": "point"}
formulas = fails if "formula" in FAILING else (lambda result: ())

def tell(result):
    told = toy.EXPERIMENT.tell(result)
    return replace(told, formulas=lambda: formulas(result))

def one():
    page.show(page.ExperimentPage(
        experiment=replace(toy.EXPERIMENT, tell=tell), title="One", question="What?",
        main=fails if "main" in FAILING else main,
        views=(page.View("Another", fails if "view" in FAILING else main),),
        extra_controls=fails if "extra" in FAILING else None, footer=fails if "footer" in FAILING else None,
    ))

navigation.passed()
st.navigation([st.Page(one, title="One", default=True)]).run()
"""


@pytest.mark.parametrize("part", ["main", "view", "formula", "extra", "footer"])
def test_part_that_fails_fails_alone(part: str) -> None:
    app = AppTest.from_string(f"FAILING = {part!r}\n{APP}", default_timeout=600).run()
    app.session_state["toy-tabs"] = {"view": "Another", "formula": "Formula"}.get(part, "Python")
    app.run()
    assert len(app.error) == 1 and "cannot be shown at these settings" in app.error[0].value
    app.session_state["toy-tabs"] = "Python"
    app.run()
    assert app.metric and app.code and app.title[0].value == "One" and not app.exception


def test_callback_that_fails_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    app = AppTest.from_string(f"FAILING = ''\n{APP}", default_timeout=600).run()
    before = app.session_state["state-toy"]
    key = next(button.key for button in app.button if button.key.endswith("-new"))
    button = app.button(key=key).click()
    monkeypatch.setattr(states, "update", states.guard.callback(lambda *given, **changes: 1 / 0))
    button.run()
    assert [error.value for error in app.error if "That did not work" in error.value]
    assert app.metric and app.session_state["state-toy"].parameters == before.parameters
    monkeypatch.undo()
    app.run()
    assert not app.error
