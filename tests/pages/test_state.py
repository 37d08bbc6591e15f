"""Parameters in controls and link: nothing is lost, nothing is silently replaced, every bad value is named."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.ui import controls
from pages.ui import state as states
from pages.ui.controls.stops import stops_of
from pages.ui.state import PageState
from ppr_core.experiments.contract import FieldSpec
from tests.pages.toy import EXPERIMENT, ToyParameters

SPECS = ToyParameters.specs()
SEEDS = st.integers(0, 2**63 - 1)


@st.composite
def parameters(draw: st.DrawFn) -> ToyParameters:
    dimension = draw(st.integers(1, 50))
    return ToyParameters(
        epsilon=draw(st.floats(0.05, 20.0)),
        alpha=draw(st.floats(1.01, math.inf)),
        dimension=dimension,
        samples=draw(st.integers(10, 10**10)),
        law=draw(st.sampled_from(["gaussian", "laplace"])),
        squared=draw(st.booleans()),
        shift=draw(st.floats(-5.0, 5.0)),
        seed=draw(SEEDS),
    )


class TestLink:
    @given(parameters(), st.sampled_from(["", *EXPERIMENT.presets]), st.booleans())
    def test_link_brings_back_exactly_what_was_written(self, record, preset, projector):
        written = PageState(record, record.values(), preset=preset, projector=projector)
        read, read_projector = states.read_link(EXPERIMENT, states.query(EXPERIMENT, written))
        assert (read.parameters, read.preset, read.problems, read_projector) == (record, preset, (), projector)

    def test_link_names_its_version_and_every_field(self):
        record = ToyParameters()
        link = states.query(EXPERIMENT, PageState(record, record.values()))
        assert link == {
            "v": "2", "epsilon": "1", "alpha": "2", "dimension": "5", "samples": "1000", "law": "gaussian",
            "behaviour": "good", "squared": "0", "shift": "0", "mark": "", "seed": "7",
        }  # fmt: skip

    @given(st.dictionaries(st.sampled_from([*SPECS, "v", "preset", "projector", "what"]), st.text(max_size=30)))
    def test_no_link_is_too_strange(self, link):
        state, _ = states.read_link(EXPERIMENT, link)
        assert all(problem.strip() for problem in state.problems)
        assert ("what" in link) <= any("what" in problem for problem in state.problems)

    def test_each_bad_value_is_named_and_the_good_ones_stay(self):
        link = {"v": "1", "epsilon": "abc", "alpha": "0.99", "dimension": "9", "eps": "1", "law": "cauchy"}
        state, _ = states.read_link(EXPERIMENT, link)
        assert state.parameters == ToyParameters(dimension=9)
        assert state.problems == (
            "epsilon must be a number at least 0.05 and at most 20; got 'abc'.",
            "alpha must be a number at least 1.01 (infinity allowed); got 0.99.",
            f"eps is not a setting of this page; its settings are {', '.join(SPECS)}.",
            "law must be one of gaussian, laplace; got 'cauchy'.",
        )

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("epsilon", "nan"), ("epsilon", "inf"), ("epsilon", ""), ("epsilon", "1e999"), ("epsilon", "9" * 5000),
            ("dimension", "2.5"), ("dimension", "101"), ("dimension", "9" * 400), ("dimension", "nan"),
            ("seed", "-1"), ("seed", str(2**63)), ("alpha", "nan"), ("alpha", "-inf"), ("squared", "maybe"),
            ("v", "3"), ("projector", "yes"), ("preset", "figure-9"),
        ],
    )  # fmt: skip
    def test_value_out_of_range_or_form_is_a_problem(self, name, text):
        state, _ = states.read_link(EXPERIMENT, {name: text})
        assert len(state.problems) == 1 and state.problems[0].startswith(f"{name} must be ")
        assert state.parameters == ToyParameters()

    @pytest.mark.parametrize(
        ("name", "text", "value"),
        [
            ("alpha", "∞", math.inf), ("alpha", "Infinity", math.inf), ("shift", "−2", -2.0), ("samples", "1e3", 1000),
            ("samples", "1\u202f000", 1000),
            ("epsilon", " 1.5 ", 1.5), ("squared", "TRUE", True), ("seed", str(2**63 - 1), 2**63 - 1),
        ],
    )  # fmt: skip
    def test_other_ways_to_write_a_value(self, name, text, value):
        state, _ = states.read_link(EXPERIMENT, {name: text})
        assert state.problems == () and getattr(state.parameters, name) == value

    def test_values_that_exclude_each_other_are_named_and_as_many_as_possible_stay(self):
        state, _ = states.read_link(EXPERIMENT, {"epsilon": "20", "dimension": "60", "seed": "3"})
        assert state.parameters == ToyParameters(epsilon=20.0, seed=3)
        assert state.problems == ("epsilon times dimension must be at most 1000; got 1200.",)

    def test_values_that_only_fit_together_do(self):
        preset = ToyParameters(epsilon=20.0, dimension=50)
        both, problems = states._with_as_many_as_possible(preset, {"dimension": 90, "epsilon": 5.0})
        assert (both.dimension, both.epsilon, problems) == (90, 5.0, [])
        assert states._with_as_many_as_possible(preset, {"dimension": 90, "epsilon": 12.0})[1] != []

    def test_preset_alone_is_a_link(self):
        state, _ = states.read_link(EXPERIMENT, {"preset": "table-1-row-3", "seed": "5"})
        assert state.parameters == ToyParameters(epsilon=0.5, dimension=50, seed=5)
        assert state.preset == "Table 1, row 3"


class TestText:
    @pytest.mark.parametrize(
        "text",
        ["$x$", "*a* _b_ `c`", ":red[x]", ":smile:", "[x](http://y)", "www.y.z", "a@b.c", "<b>", "~~a~~", "# a", "\\"],
    )
    def test_nothing_in_a_link_is_read_as_markup(self, text):
        escaped = states.plain(text)
        for special in "\\`*_[]$<~|#":
            assert escaped.count("\\" + special) >= text.count(special)
        assert not any(shorthand in escaped for shorthand in (":red", ":smile", "://", "www.", "@b"))

    def test_sentences_stay_readable(self):
        assert states.plain("bits: 12.5 ± 0.1 (n = 10), α → ∞!") == "bits: 12.5 ± 0.1 (n = 10), α → ∞!"


class TestStops:
    @pytest.mark.parametrize("spec", [*SPECS.values(), FieldSpec("real", "x", low=-3.7, high=0.01),
        FieldSpec("real", "x", low=1e-12, high=1e12, scale="log"), FieldSpec("integer", "x", low=1, high=4),
        FieldSpec("real", "x", low=0.3, high=0.4, scale="log"), FieldSpec("real", "x", low=2.0, high=2.0),
        FieldSpec("integer", "x", low=1, high=10**9, scale="log"), FieldSpec("real", "x", low=0.0)])  # fmt: skip
    def test_stops_rise_are_allowed_few_and_round(self, spec):
        if spec.kind not in ("real", "integer"):
            return
        stops = stops_of(spec)
        assert stops == sorted(set(stops)) and 1 <= len(stops) <= 65
        assert all(spec.check("x", stop) == stop for stop in stops)
        inner = [stop for stop in stops if math.isfinite(stop) and stop not in (spec.low, spec.high)]
        assert all(float(f"{stop:.3g}") == stop for stop in inner)

    @pytest.mark.parametrize("name", ["epsilon", "dimension", "samples", "shift"])
    def test_ends_of_the_range_are_stops(self, name):
        stops = stops_of(SPECS[name])
        assert (stops[0], stops[-1]) == (SPECS[name].low, SPECS[name].high)

    def test_infinity_is_the_last_stop_where_allowed(self):
        assert stops_of(SPECS["alpha"]) == [1.5, 2.0, 4.0, math.inf]

    def test_exact_values_are_added(self):
        assert stops_of(SPECS["alpha"], 1.0373) == [1.0373, 1.5, 2.0, 4.0, math.inf]

    def test_logarithmic_stops_are_spread_evenly(self):
        stops = stops_of(SPECS["epsilon"])
        ratios = [after / before for before, after in pairwise(stops)]
        assert max(ratios) < 1.3


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("", "/"), ("/", "/"), ("/privacy", "/privacy"), ("/metric_/metric_privacy", "/metric_privacy"),
        ("/lab/privacy", "/lab/privacy"), ("/lab/metric_/metric_privacy", "/lab/metric_privacy"),
        ("/toy/toy", "/toy/toy"),
    ],
)  # fmt: skip
def test_path_of_a_page_whose_name_ends_in_another(path, seen):
    assert states.page_path(path) == seen


PAGE = """
from pages.ui import charts, page
from tests.pages import toy

def main(result, story, theme):
    spec = {{"data": {{"values": [{{"x": float(result.values[0])}}]}}, "mark": "point"}}
    return charts.Figure(spec, "toy", "Outputs", story.finding, result.table())

page.show(page.ExperimentPage(
    experiment=toy.{experiment}, title="{title}", question="What does the toy do?", main=main,
    views=(page.View("Again", main, "Look here."),),
))
"""
APP = """
import streamlit as st
from pages.ui import navigation
navigation.passed()
st.navigation([st.Page("one.py", title="One", default=True), st.Page("two.py", title="Two")]).run()
"""


@pytest.fixture
def app(tmp_path: Path) -> AppTest:
    (tmp_path / "one.py").write_text(PAGE.format(experiment="EXPERIMENT", title="One"))
    (tmp_path / "two.py").write_text(PAGE.format(experiment="OTHER", title="Two"))
    (tmp_path / "app.py").write_text(APP)
    app = AppTest.from_file(str(tmp_path / "app.py"), default_timeout=600)
    app.session_state["toy-link"] = app.session_state["toy-more"] = True  # both are open
    return app


def run(app: AppTest, **link: str) -> AppTest:
    for name, value in link.items():
        app.query_params[name] = value
    return checked(app.run())


def checked(app: AppTest) -> AppTest:
    assert not app.exception, app.exception
    assert app.title[0].value in ("One", "Two")
    assert not any("went wrong" in error.value for error in app.error)
    return app


def go(app: AppTest, page: str) -> AppTest:
    """Through the navigation, which leaves the address without parameters, as in a browser."""
    app.query_params.clear()
    return checked(app.switch_page(page).run())


def link(app: AppTest) -> dict[str, str]:
    return {name: values[-1] if isinstance(values, list) else values for name, values in app.query_params.items()}


def state(app: AppTest, experiment: str = "toy") -> PageState:
    return app.session_state[f"state-{experiment}"]


def box(app: AppTest, name: str, text: str, experiment: str = "toy") -> AppTest:
    return checked(app.text_input(key=f"{experiment}-{name}-box").set_value(text).run())


class TestPage:
    def test_default_state_shows_finding_and_complete_link(self, app):
        run(app)
        assert f"**{states.plain(EXPERIMENT.tell(EXPERIMENT.run(ToyParameters(), None)).finding)}**" in [
            m.value for m in app.markdown
        ]
        assert set(link(app)) == {"v", *SPECS}

    def test_bad_link_is_one_notice_and_the_page_lives(self, app):
        run(app, v="1", epsilon="abc", alpha="0.5", dimension="33")
        assert len(app.warning) == 1
        assert "epsilon must be" in app.warning[0].value and "'abc'" in app.warning[0].value
        assert "alpha must be" in app.warning[0].value and "0.5" in app.warning[0].value
        assert state(app).parameters == ToyParameters(dimension=33)
        assert link(app)["epsilon"] == "1" and link(app)["dimension"] == "33"
        checked(app.run())
        assert len(app.warning) == 1, "the notice stays until something is changed"
        box(app, "dimension", "34")
        assert not app.warning and state(app).parameters == ToyParameters(dimension=34)

    def test_quick_arrow_keys_lose_no_step(self, app):
        """A browser that moves on before it has heard of the last step sends the box's old text with the new one; a
        box that alone has changed is believed, whatever stood there before."""
        run(app)
        start = app.text_input(key="toy-epsilon-box").value
        for step in (2.0, 3.0):
            app.select_slider(key="toy-epsilon-slider").set_value(step)
            box(app, "epsilon", start)
            assert link(app)["epsilon"] == f"{step:g}" == app.text_input(key="toy-epsilon-box").value
        box(app, "epsilon", start)
        assert link(app)["epsilon"] == start

    def test_slider_moves_box_link_and_result(self, app):
        run(app)
        before = [m.value for m in app.markdown]
        checked(app.select_slider(key="toy-epsilon-slider").set_value(3.0).run())
        assert app.text_input(key="toy-epsilon-box").value == "3"
        assert link(app)["epsilon"] == "3"
        assert [m.value for m in app.markdown] != before
        assert any("What changed: ε 1 → 3" in m.value for m in app.markdown)

    def test_moves_of_one_setting_in_quick_succession_are_told_as_one(self, app, monkeypatch):
        """Who presses an arrow key three times has made one change; whoever waits, or moves another setting, two."""

        def told(name: str, value: float) -> str:
            checked(app.select_slider(key=f"toy-{name}-slider").set_value(value).run())
            return next(m.value for m in app.markdown if "What changed" in m.value).partition("What changed: ")[2]

        monkeypatch.setattr("pages.ui.shown.TOGETHER_SECONDS", 3600.0)
        run(app)
        assert told("epsilon", 2.0).startswith("ε 1 → 2") and told("epsilon", 3.0).startswith("ε 1 → 3")
        assert told("alpha", 1.5).startswith("α 2 → 1.5") and told("epsilon", 2.0).startswith("ε 3 → 2")
        monkeypatch.setattr("pages.ui.shown.TOGETHER_SECONDS", 0.0)
        assert told("epsilon", 1.0).startswith("ε 2 → 1")

    @pytest.mark.parametrize(("text", "written"), [("1.0373", "1.0373"), ("∞", "inf"), ("inf", "inf"), ("4", "4")])
    def test_box_takes_any_allowed_value_and_moves_the_slider(self, app, text, written):
        run(app)
        box(app, "alpha", text)
        assert link(app)["alpha"] == written
        slider = app.select_slider(key="toy-alpha-slider")
        assert slider.value == float(written)
        assert slider.options[slider.options.index(text.replace("inf", "∞"))]

    @pytest.mark.parametrize("text", ["banana", "1.0", "-inf", "nan", "1e999x", "$x$ **y**"])
    def test_bad_entry_gets_a_sentence_and_nothing_else_is_lost(self, app, text):
        run(app, dimension="33")
        finding = app.markdown[-1].value
        box(app, "alpha", text)
        assert len(app.error) == 1
        assert app.error[0].value.startswith("Order must be a number at least 1.01 (infinity allowed); got ")
        assert app.error[0].value.endswith("The value stays 2.")
        assert app.text_input(key="toy-alpha-box").value == "2", "the value in force"
        assert state(app).parameters == ToyParameters(dimension=33) and link(app)["alpha"] == "2"
        assert app.markdown[-1].value == finding, "the last good result stays"
        box(app, "dimension", "34")
        assert len(app.error) == 1, "another control does not clear the sentence"
        box(app, "alpha", "3")
        assert not app.error and state(app).parameters == ToyParameters(dimension=34, alpha=3.0)

    def test_emptied_box_shows_its_value_again(self, app):
        run(app)
        for before in ("3", "banana"):
            box(app, "alpha", before)
            box(app, "alpha", "")
            assert not app.error and app.text_input(key="toy-alpha-box").value == "3"
        assert link(app)["alpha"] == "3"

    def test_slider_clears_a_bad_entry(self, app):
        run(app)
        box(app, "alpha", "banana")
        checked(app.select_slider(key="toy-alpha-slider").set_value(4.0).run())
        assert not app.error and app.text_input(key="toy-alpha-box").value == "4"

    def test_settings_that_exclude_each_other_keep_the_last_good_result(self, app):
        run(app)
        box(app, "dimension", "100")
        box(app, "epsilon", "20")
        assert "epsilon times dimension must be at most 1000; got 2000." in app.error[0].value
        assert state(app).parameters == ToyParameters(dimension=100)
        assert app.text_input(key="toy-epsilon-box").value == "20"
        assert link(app)["epsilon"] == "1"
        box(app, "dimension", "50")
        assert not app.error and state(app).parameters == ToyParameters(dimension=50, epsilon=20.0)

    def test_link_survives_another_page_without_touching_anything(self, app):
        run(app, epsilon="3.3", alpha="inf", law="laplace", seed="123", projector="1")
        before = link(app)
        go(app, "two.py")
        assert app.title[0].value == "Two"
        assert link(app)["epsilon"] == "1" and link(app)["projector"] == "1"
        app.session_state["other-settings"] = True  # a projected page builds its settings when they are opened
        box(app.run(), "epsilon", "7", "other")
        go(app, "one.py")
        assert app.title[0].value == "One" and link(app) == before
        assert state(app).parameters == ToyParameters(epsilon=3.3, alpha=math.inf, law="laplace", seed=123)
        go(app, "two.py")
        assert link(app)["epsilon"] == "7"

    def test_shared_link_holds_all_settings(self, app):
        run(app, epsilon="3.3", seed="99")
        shared = dict(parse_qsl(urlsplit(app.code[0].value).query, keep_blank_values=True))
        assert shared == link(app)

    def test_new_draw_changes_only_the_seed(self, app):
        run(app, epsilon="3")
        checked(app.button(key="toy-seed-new").click().run())
        assert state(app).parameters == ToyParameters(epsilon=3.0, seed=8)
        box(app, "seed", str(2**63 - 1))
        checked(app.button(key="toy-seed-new").click().run())
        assert state(app).parameters.seed == 0

    def test_preset_sets_everything_and_says_what_differs_since(self, app):
        run(app, seed="99")
        checked(app.selectbox(key="toy-preset").set_value("Table 1, row 3").run())
        assert state(app).parameters == EXPERIMENT.presets["Table 1, row 3"][0]
        assert link(app)["preset"] == "table-1-row-3"
        assert any("row 3 of Table 1" in caption.value for caption in app.caption)
        box(app, "epsilon", "1")
        assert any("Differs from the preset" in c.value and "Privacy ε" in c.value for c in app.caption)
        checked(app.button(key="toy-reset").click().run())
        assert state(app).parameters == EXPERIMENT.presets["Table 1, row 3"][0]

    def test_settings_equal_to_a_preset_are_shown_as_it(self, app):
        run(app, epsilon="2")
        assert app.selectbox(key="toy-preset").value == "Figure 2 (left)"

    def test_unused_field_is_disabled_with_the_reason(self, app):
        run(app, law="laplace")
        assert app.select_slider(key="toy-shift-slider").disabled and app.text_input(key="toy-shift-box").disabled
        assert any("Only the Gaussian law is shifted." in caption.value for caption in app.caption)

    def test_projector_is_in_the_link(self, app):
        run(app)
        checked(app.toggle(key="toy-projector").set_value(True).run())
        assert link(app)["projector"] == "1"
        checked(app.toggle(key="toy-projector").set_value(False).run())
        assert "projector" not in link(app)

    def test_labels_are_unique(self, app):
        run(app)
        widgets = [*app.select_slider, *app.text_input, *app.selectbox, *app.toggle, *app.button, *app.button_group]
        labels = [widget.label for widget in widgets]
        assert sorted(labels) == sorted(set(labels))

    def test_too_expensive_settings_are_refused_with_one_click_to_what_fits(self, app):
        run(app, samples="1000000000")
        assert "1000000000 samples" in app.warning[0].value and "60 s" in app.warning[0].value
        checked(app.button(key="toy-affordable").click().run())
        assert 5.9e7 < state(app).parameters.samples <= 6e7
        checked(app.button(key="toy-cancel").click().run())

    def test_long_run_is_waited_for_cancelled_and_run_again(self, app):
        run(app)
        finding = app.markdown[-1].value
        checked(app.selectbox(key="toy-behaviour-choice").set_value("slow").run())
        assert app.get("progress")
        assert finding in [m.value for m in app.markdown] or app.metric, "the last result stays on screen"
        checked(app.button(key="toy-cancel").click().run())
        assert "cancelled" in app.warning[0].value and not app.get("progress")
        assert any("Shown meanwhile" in caption.value for caption in app.caption)
        checked(app.button(key="toy-again").click().run())
        assert app.get("progress")
        checked(app.selectbox(key="toy-behaviour-choice").set_value("good").run())
        assert not app.get("progress") and not app.warning

    def test_broken_chart_is_a_sentence(self, app, monkeypatch, caplog):
        run(app)
        monkeypatch.setattr("pages.ui.charts.show", lambda *args, **kwargs: 1 / 0)
        app.run()
        assert not app.exception
        assert "This chart cannot be shown" in app.error[0].value and "division" not in app.error[0].value
        assert "division" in caplog.text and app.metric
        monkeypatch.undo()
        checked(app.run())

    def test_broken_page_is_a_sentence(self, app, monkeypatch, caplog):
        run(app)
        monkeypatch.setattr("pages.ui.controls.show", lambda *args, **kwargs: 1 / 0)
        app.run()
        assert not app.exception
        assert "went wrong" in app.error[0].value and "division" not in app.error[0].value
        monkeypatch.undo()
        checked(app.button(key="toy-afresh").click().run())


@pytest.mark.parametrize("name", [name for name, spec in SPECS.items() if spec.kind in ("real", "integer")])
def test_text_of_a_box_is_read_back(name):
    spec = SPECS[name]
    for value in stops_of(spec, spec.check(name, spec.low), spec.check(name, spec.high)):
        assert states.parse(spec, name, controls.box_text(value)) == value


@pytest.mark.parametrize("link", [
    {"v": "9" * 10**5}, {"projector": "x" * 10**5}, {"preset": "y" * 10**5}, {"z" * 10**5: "1"},
    {"dimension": "1" + "0" * 400}, {"epsilon": "7" * 10**5}, {f"unknown{number}": "1" for number in range(5000)},
])  # fmt: skip
def test_long_links_are_told_in_few_words(link):
    state, _ = states.read_link(EXPERIMENT, link)
    assert state.problems and state.parameters == EXPERIMENT.parameters()
    assert sum(map(len, state.problems)) < 6000
