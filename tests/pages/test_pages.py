"""Every page of pages/ with an experiment, through app.py: at its defaults, at all extremes, and with bad links.

The list of pages is read from the folders, so a new page is tested the day it appears.
"""

from __future__ import annotations

import copy
import html
import importlib
import logging
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import controls, decoder_view
from pages.ui import state as states
from pages.ui.controls import presets
from pages.ui.controls.stops import stops_of
from pages.ui.jobs import session as jobs
from pages.ui.page import DATA, FORMULA, HANDOUT, NOTES, PYTHON, TABS, leading, tabs_key
from pages.ui.preset_names import FORMER, slug
from pages.ui.state import PageState, plain, text_of
from pages.ui.takeaway import live
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters
from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ROOT / "ppr_core" / "experiments"
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if (ROOMS / path.stem).is_dir())

pytestmark = pytest.mark.parametrize("page", PAGES)


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    """Runs of up to half a second happen here, so that errors are seen; longer ones are begun and cancelled."""
    with runs_here(only_begun=True, inline_seconds=0.5, patience_seconds=60.0, predicting_seconds=60.0):
        yield


@pytest.fixture(autouse=True)
def nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def visit(page: str, **link: str) -> AppTest:
    """The page, reached through app.py by a link, with the link and the rare settings opened."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    assert not app.exception and app.title[0].value == "Private Compression Lab"
    app.query_params.clear()
    app.switch_page(f"pages/{page}.py")
    for opened in ("link", "more"):
        app.session_state[f"{page}-{opened}"] = True
    for name, value in link.items():
        app.query_params[name] = value
    return checked(app.run(), page)


def revisit(app: AppTest, page: str, **link: str) -> AppTest:
    """The page again, in the same session, by another link."""
    app.session_state["state-page"] = ""
    app.query_params.clear()
    for name, value in link.items():
        app.query_params[name] = value
    return checked(app.run(), page)


def checked(app: AppTest, page: str) -> AppTest:
    """The page has drawn itself, and not another; a run that would take long is cancelled."""
    assert not app.exception, [exception.value for exception in app.exception]
    source = (ROOT / "pages" / f"{page}.py").read_text(encoding="utf-8")
    assert len(app.title) == 1 and f'"{app.title[0].value}"' in source
    assert not any("went wrong" in error.value for error in app.error)
    cancel = [button for button in app.button if button.key.endswith("-cancel")]
    if cancel:
        return checked(cancel[0].click().run(), page)
    assert app.metric or app.markdown
    return app


def experiment_of(app: AppTest) -> Experiment:
    return importlib.import_module(f"ppr_core.experiments.{app.session_state['state-page']}").EXPERIMENT


def state_of(app: AppTest) -> PageState:
    return app.session_state[f"state-{app.session_state['state-page']}"]


def some(choices: list[Any]) -> list[Any]:
    """All of them, of a long list every so many-th: a long list holds one kind of thing under many names."""
    return choices if len(choices) <= 20 else choices[:: len(choices) // 6]


def extremes(spec: FieldSpec) -> list[Any]:
    if spec.kind == "choice":
        return some(list(spec.choices or {}))
    if spec.kind == "flag":
        return [False, True]
    ends = [spec.low, spec.high, *([math.inf] if spec.infinite else [])]
    return [spec.check("end", end) for end in dict.fromkeys(ends) if math.isfinite(end) or spec.infinite]


def charts_of(app: AppTest) -> list[Any]:
    return [*app.get("arrow_vega_lite_chart"), *app.get("vega_lite_chart"), *app.get("plotly_chart")]


def tables_of(app: AppTest) -> list[Any]:
    """Tables that show something; not those that are typed into."""
    return [table for table in app.dataframe if "-editor-" not in (table.key or "")]


def test_page_opens_with_a_finding_a_chart_and_numbers(page: str) -> None:
    app = visit(page)
    assert not app.warning and not app.error
    assert app.metric or any(app.markdown)
    assert charts_of(app)


def test_the_link_of_a_projected_page_is_one_for_phones(page: str) -> None:
    """It holds every setting and not the projector; a phone shows what is on the wall in its own sizes."""
    app = visit(page, projector="1")
    link = dict(parse_qsl(urlsplit(app.code[0].value).query))
    phone, projected = states.read_link(experiment_of(app), link)
    assert state_of(app).projector and "projector" not in link and not projected
    assert not app.warning and app.query_params["projector"] in ("1", ["1"])
    assert phone.parameters == state_of(app).parameters and not phone.problems


def test_the_link_of_a_moved_page_brings_back_settings_and_pictures(page: str) -> None:
    """In another session: every parameter, and every chart to the last character."""
    with runs_here(inline_seconds=60.0, patience_seconds=60.0, predicting_seconds=60.0):  # none is cancelled
        moved_and_linked(page)


def moved_and_linked(page: str) -> None:
    app = visit(page)
    if page == "papers":  # chooses rows, computes nothing
        assert not app.select_slider
        return
    before, experiment, start = pictures_of(app), experiment_of(app), state_of(app).parameters
    for name, spec in experiment.parameters.specs().items():
        key = controls.key_of(experiment, name, "slider")
        if key in [slider.key for slider in app.select_slider] and pictures_of(app) == before:
            stops = stops_of(spec)
            above = [stop for stop in stops if stop > getattr(start, name)]
            if set_widget(app, key, spec, above[0] if above else stops[0]):
                checked(app, page)
    assert pictures_of(app) != before, "moving a slider must change the chart"
    guest = visit(page, **dict(parse_qsl(urlsplit(app.code[0].value).query)))
    assert state_of(guest).parameters == state_of(app).parameters
    assert pictures_of(guest) == pictures_of(app)


def pictures_of(app: AppTest) -> list[bytes]:
    """All that is drawn, with its data and its words for those who do not see it."""
    charts = [copy.deepcopy(chart.proto) for chart in charts_of(app)]
    for chart in charts:
        chart.ClearField("id")
    return [chart.SerializeToString(deterministic=True) for chart in charts]


#: Tabs of words or tables alone, without a picture.
WITHOUT_PICTURE = {
    "bit_cost": {"The average, computed"},
    "overview": {"Who sees what", "The shared seed"},
    "mean_estimation": {"Guarantees", "The paper’s numbers"},
    "papers": {
        "Liu et al. 2024",
        "Moradi Shahmiri et al. 2024",
        "Feldman & Talwar 2021",
        "Schellekens et al. 2019",
        "Balle et al. 2019",
        "Feldman et al. 2021",
        "Koskela et al. 2021",
    },
    "parameter_check": {"All schemes", "Guarantees", "Checks"},
    "frequency_estimation": {"Rivals in a table"},
    "privacy": {"All schemes", "Guarantees"},
}


#: Pages that the browser encodes for while something is dragged.
ENCODED = ("overview", "ppr_step_by_step", "one_person")


def texts_of(app: AppTest) -> set[str]:
    return {part.value for part in (*app.markdown, *app.caption)} | {part.proto.body for part in app.get("html")}


def test_every_tab_opens(page: str) -> None:
    app = visit(page)
    before = texts_of(app)
    experiment = experiment_of(app)
    key, tabs = tabs_key(experiment), [tab.label for tab in app.tabs]
    assert app.session_state[key] == tabs[0] and not app.code[1:] and not tables_of(app), "only the open tab is built"
    assert set(tabs) >= set(TABS) and len(set(tabs)) == len(tabs)
    shown = len(charts_of(app))
    for tab in tabs:
        app.session_state[key] = tab
        checked(app.run(), page)
        assert not app.error
        if tab == DATA:
            assert tables_of(app)
        elif tab == PYTHON:
            assert any("import" in code.value for code in app.code)
        elif tab == FORMULA:
            assert app.latex
        elif tab == live.tab():
            assert "<canvas" in app.get("iframe")[0].proto.srcdoc and page in ENCODED
        elif tab == decoder_view.tab():
            assert any("not the sender’s times" in text for text in texts_of(app)) and experiment.sends
        elif tab == tabs[0]:
            assert max(map(len, before)) > 100, tab  # it was open from the beginning
        elif tab in WITHOUT_PICTURE.get(page, ()):
            assert any(len(text) > 200 for text in texts_of(app) - before) or tables_of(app), tab
        elif tab != NOTES:
            assert len(charts_of(app)) > shown, tab


def test_handout_holds_every_tab(page: str) -> None:
    app = visit(page)
    tabs, shown = [tab.label for tab in app.tabs], len(charts_of(app))
    app.toggle(key=HANDOUT).set_value(True).run()
    checked(app, page)
    assert [heading.value for heading in app.subheader if heading.value in tabs] == tabs
    assert app.latex and len(app.code) > 1
    assert not tables_of(app) and any(
        part.value.count("\n") > 2 and part.value.startswith("| ") for part in app.markdown
    )
    assert any('class="printed"' in part.proto.body and "Settings: " in part.proto.body for part in app.get("html"))
    assert not any("<details>" in part.proto.body for part in app.get("html")), "every sentence shows what follows it"
    pictures = len(tabs) - len(TABS) - len(WITHOUT_PICTURE.get(page, ())) - (page in ENCODED)
    pictures -= experiment_of(app).sends is not None
    assert len(charts_of(app)) >= shown + pictures


def test_at_most_three_sentences_to_notice_are_open(page: str) -> None:
    app = visit(page)
    story = experiment_of(app).tell(jobs.cached(experiment_of(app), state_of(app).parameters))
    *others, last = (part.proto.body for part in app.get("html") if part.proto.body.startswith('<ul class="told">'))
    lists, opened = [*others, last], last.count("<li")  # those that follow from the result come last
    assert 1 <= sum(each.count("<li") for each in lists) <= 3 and not any("<details open>" in each for each in lists)
    listed = _spaced(html.unescape(re.sub(r"<(?!/?summary)[^>]*>", "", last)))
    app.session_state[f"{page}-tabs"] = NOTES
    app.run()
    for number, notice in enumerate(story.notices):
        head = leading(notice)
        rest = notice.removeprefix(head).strip()
        assert notice.startswith(head) and head[-1] in ".!"
        if number < opened:
            shown = f"<summary>{head}</summary>{rest}" if rest else head
            raised = re.sub(r"\^(?:\(([^()]*)\)|(−?\w+(?:\.\w+)*))", r"\1\2", shown)  # exponents, without their tag
            assert _spaced(raised) in listed, "a sentence opens to the rest"
        else:
            assert any(plain(notice) in part.value for part in app.markdown), "a tab has the others in full"


def _spaced(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_controls_have_their_value_as_default(page: str) -> None:
    """What a run says of values is lost where the next one overtakes it; a browser then shows the default."""
    preset, (parameters, _) = list(experiment_of(visit(page)).presets.items())[-1]
    app = visit(page, preset=slug(preset))
    assert state_of(app).parameters == parameters
    for slider in app.select_slider:
        assert slider.options[int(slider.proto.default[0])] == slider.format_func(slider.value)
    assert all(choice.proto.default == choice.index for choice in app.selectbox)
    assert all(box.proto.default == box.value for box in app.text_input)
    assert all(flag.proto.default == flag.value for flag in app.toggle)


def test_link_of_every_extreme(page: str) -> None:
    """Several at once, each field at its next extreme; one by one the controls meet them."""
    app = visit(page)
    ends = {name: extremes(spec) for name, spec in experiment_of(app).parameters.specs().items()}
    for turn in range(max(map(len, ends.values()))):
        open_link(app, page, {name: values[turn % len(values)] for name, values in ends.items() if values})


def open_link(app: AppTest, page: str, link: dict[str, Any]) -> None:
    """A page that has no problem with a link must have used every value."""
    revisit(app, page, **{name: text_of(value) for name, value in link.items()})
    state = state_of(app)
    unused = [name for name, value in link.items() if getattr(state.parameters, name) != value]
    assert state.problems or not unused, f"{unused} of {link} are neither used nor reported"


def test_every_control_at_its_extremes(page: str) -> None:
    """To the first of its ends a number goes by its slider, to the others and back by its box.

    From a small run: so nearly every run at an end is computed, and few are only begun. While a number goes back
    the next control goes to its first end, if it can be moved before.
    """
    experiment = importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT
    start = small(experiment)
    app = visit(page, **{name: text_of(value) for name, value in start.values().items()})
    moved, returning = set(), ""

    def arrived() -> None:
        checked(app, page)
        assert not returning or getattr(state_of(app).parameters, returning) == getattr(start, returning)

    def set_one(name: str, value: Any, first: bool, run: bool = True) -> str:
        kinds = ("slider", "box", "choice", "flag") if first else ("box", "slider", "choice", "flag")
        keys = ((kind, controls.key_of(experiment, name, kind)) for kind in kinds)
        return next((kind for kind, key in keys if set_widget(app, key, specs[name], value, run)), "")

    specs = experiment.parameters.specs()
    for name, spec in specs.items():
        number = spec.kind in ("integer", "real")  # others decide which controls are of use, and have a value of these
        ends = [value for value in extremes(spec) if number or value != getattr(start, name)]
        for place, value in enumerate(ends):
            kind = set_one(name, value, first=not place)
            if not kind and returning:
                app.run()
                arrived()
                returning = ""
                kind = set_one(name, value, first=not place)
            if kind:
                arrived()
                returning = ""
                moved.add(name)
                assert getattr(state_of(app).parameters, name) == value or kind == "slider" or app.error
        if name in moved and set_one(name, getattr(start, name), first=False, run=not number):
            returning = name if number else ""
    app.run()
    arrived()
    assert moved >= {name for name, spec in specs.items() if spec.group == "seed"}
    assert len(moved) > 1
    assert state_of(app).parameters == start


def small(experiment: Experiment) -> Parameters:
    """The defaults, with the experiment's own dial turned down as far as one of these numbers of seconds."""
    fitting = (experiment.nearest_affordable(experiment.parameters(), seconds, 1e9) for seconds in (0.02, 0.05, 0.1))
    return next(filter(None, fitting), experiment.parameters())


def set_widget(app: AppTest, key: str, spec: FieldSpec, value: Any, run: bool = True) -> bool:
    """Move the widget of this key, a slider to its stop nearest to the value; False if it is not there or disabled.

    run: or leave it to the next run of the page.
    """
    for widget in (*app.select_slider, *app.text_input, *app.selectbox, *app.button_group, *app.toggle):
        if widget.key == key and not widget.disabled:
            if key.endswith("-box"):
                value = controls.box_text(value * controls.times(spec, state_of(app).values) if spec.part_of else value)
            elif key.endswith("-slider"):
                stops = stops_of(spec)
                value = stops[0] if value <= stops[0] else max(stop for stop in stops if stop <= value)
            widget.set_value(value)
            if run:
                app.run()
            return True
    return False


def test_bad_entries_leave_everything_as_it_is(page: str) -> None:
    app = visit(page)
    before = state_of(app).parameters
    for widget in [widget.key for widget in app.text_input if widget.key.endswith("-box") and not widget.disabled]:
        in_force = app.text_input(key=widget).value
        app.text_input(key=widget).set_value("banana").run()
        checked(app, page)
        assert any("'banana'" in error.value for error in app.error)
        assert app.text_input(key=widget).value == in_force
    assert state_of(app).parameters == before


def test_every_button_and_preset(page: str) -> None:
    app = visit(page)
    experiment = experiment_of(app)
    for key in [button.key for button in app.button if not button.disabled]:
        if key in {button.key for button in app.button if not button.disabled}:
            checked(app.button(key=key).click().run(), page)
    for preset, (parameters, _) in experiment.presets.items():
        revisit(app, page, preset=slug(preset))
        assert state_of(app).parameters == parameters and not state_of(app).problems
        assert presets.standing(experiment, state_of(app)).preset == preset
    revisit(app, page, v="1")
    for preset, (parameters, _) in list(experiment.presets.items())[-2:]:  # the same by its own box
        checked(app.selectbox(key=f"{experiment.name}-preset").set_value(preset).run(), page)
        assert state_of(app).parameters == parameters


def test_a_link_by_the_former_name_of_a_preset_opens_it(page: str) -> None:
    experiment = importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT
    for former, name in FORMER.get(page, {}).items():
        assert former not in map(slug, experiment.presets)
        read, _ = states.read_link(experiment, {"v": "2", "preset": former})
        assert not read.problems and slug(read.preset) == name and read.parameters == experiment.presets[read.preset][0]


def test_bad_link_is_one_notice_that_names_every_bad_value(page: str) -> None:
    experiment = experiment_of(visit(page))
    numeric = [name for name, spec in experiment.parameters.specs().items() if spec.kind in ("real", "integer")]
    bad = dict(zip(numeric, ("abc", "-12345678", "nan"), strict=False))
    app = visit(page, v="2", no_such_setting="1", **bad)
    assert len(app.warning) == 1
    for name, value in bad.items():
        assert f"{name} must be" in app.warning[0].value.replace("\\", "") and value in app.warning[0].value
    assert "no_such_setting" in app.warning[0].value.replace("\\", "")
    assert state_of(app).parameters == experiment.parameters()


@pytest.mark.parametrize("link", [{"v": "999"}, {"v": "1", "projector": "maybe"}, {"preset": "$x$"}, {"": "x"}])
def test_strange_link_leaves_the_page_alive(page: str, link: dict[str, str]) -> None:
    assert len(visit(page, **link).warning) == 1
