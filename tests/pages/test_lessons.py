"""Lessons: texts complete, predictions that give nothing away before they are answered, keys of worksheets."""

from __future__ import annotations

import io
import itertools
import json
import math
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from google.protobuf import text_format
from streamlit.testing.v1 import AppTest

from pages.drawings.classroom import polls
from pages.ui import navigation, quantities, rooms, shown
from pages.ui import state as states
from pages.ui.jobs import session as jobs
from pages.ui.lessons import frame, gap, labels, lecture, sheets, texts, tour
from pages.ui.lessons.texts import Lesson, Stop
from ppr_core import wording
from ppr_core.classroom import Lectures, encoded, survey
from ppr_core.experiments.contract import Quantity
from ppr_core.intervals import count_interval, mean_half_width
from ppr_core.sweeps import experiment_named
from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]
LESSONS = texts.lessons()
ASKING = [
    pytest.param(lesson, number, id=f"{name}-{number}")
    for name, lesson in LESSONS.items()
    for number, stop in enumerate(lesson.stops, start=1)
    if stop.prediction
]
SECONDS = 3.0  # within which a stop has its results


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=5.0, patience_seconds=100.0):
        yield


def visit(page: str, link: dict[str, str]) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
    if page != navigation.START:
        app.session_state["_entry_passed"] = True
        app.switch_page(f"pages/{page}.py")
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error
    return app


def everything(app: AppTest) -> str:
    """All that the server has sent: words, charts with their data and alternatives, tiles, options, help.

    Without the hashes in the names of elements, whose digits come with the folder of the checkout.
    """
    protos = (node.proto for node in app.main if getattr(node, "proto", None) is not None)
    sent = "\n".join(text_format.MessageToString(proto, as_utf8=True) for proto in protos)
    return re.sub(r"\$\$ID-[0-9a-f]+", "", sent)


def answer_of(stop: Stop) -> Quantity:
    """From the run that the page has begun."""
    experiment = experiment_named(stop.page)
    state, _ = states.read_link(experiment, {"v": states.LINK_VERSION, **stop.settings})
    story = experiment.tell(jobs.cached(experiment, state.parameters))
    return next(one for one in story.quantities if one.key == stop.prediction.quantity)


def test_six_lessons_of_one_story() -> None:
    assert list(LESSONS) == ["bits", "index", "exactness", "alpha", "chunks", "choice"]
    for lesson in LESSONS.values():
        assert 8 <= lesson.minutes <= 12
        assert any(stop.prediction for stop in lesson.stops)
        minutes = sum(map(int, re.findall(r"(\d+) min", lesson.notes.minute_by_minute)))
        assert minutes == lesson.minutes, lesson.name
        assert lesson.notes.question.endswith("?") and lesson.notes.wrong.startswith("“")
        for stop in lesson.stops:
            assert stop.say.endswith(".") and stop.task.endswith((".", "?"))
            assert not stop.answer or (stop.answer.endswith(".") and not stop.prediction)
            assert stop.answer or not stop.after, "what changes is said"
            assert not stop.wrong or stop.wrong.startswith("“")


def test_every_stop_of_the_class_has_a_wrong_answer_of_its_own() -> None:
    stops = [LESSONS[item.lesson].stops[item.stop - 1] for item in texts.class_script()[1] if item.lesson]
    wrong = [stop.wrong for stop in stops]
    assert all(wrong) and len(set(wrong)) == len(wrong)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_stop_opens_what_it_says(lesson: Lesson) -> None:
    for number, stop in enumerate(lesson.stops, start=1):
        experiment = experiment_named(stop.page)
        for link in (lesson.link(number), {**lesson.link(number), **stop.after}):
            state, _ = states.read_link(experiment, link)
            assert not state.problems, (lesson.name, number)
            assert experiment.cost(state.parameters).seconds < SECONDS / 5, "predicted on an idle machine"
        assert set(stop.answered) <= set(experiment.parameters.specs())


@pytest.mark.parametrize(("lesson", "number"), ASKING)
def test_nothing_gives_the_answer_away(lesson: Lesson, number: int) -> None:
    stop = lesson.stops[number - 1]
    app = visit(stop.page, lesson.link(number))
    answer, prediction, sent = answer_of(stop), stop.prediction, everything(app)
    told = {quantities.format_value(answer), f"{answer.value:.3g}", states.unbroken(states.plain(prediction.why))[:40]}
    assert states.unbroken(prediction.ask)[:8] in sent
    assert not app.metric and not charts_of(app) and not app.dataframe and not app.tabs
    assert not [one for one in told if one in sent]
    next(button for button in app.button if button.label == "Reveal").click().run()
    assert not app.exception and not app.error and app.metric and charts_of(app) and app.query_params["guess"]
    sent = everything(app)
    assert all(one in sent for one in told), "the check above knows what the answer looks like"


@pytest.mark.parametrize(("lesson", "number"), ASKING)
def test_a_prediction_names_its_epsilon_and_how_its_answer_is_known(lesson: Lesson, number: int) -> None:
    """Who predicts on a phone sees the question alone: its ε is that of the page behind it."""
    prediction, stop = lesson.stops[number - 1].prediction, lesson.stops[number - 1]
    experiment = experiment_named(stop.page)
    p = states.read_link(experiment, lesson.link(number))[0].parameters
    told = experiment.tell(experiment.run(p)).quantities
    quantity = next(one for one in told if one.key == prediction.quantity)
    epsilon = getattr(p, "epsilon", math.nan)
    if stop.page == "bit_cost" and p.mechanism == "gaussian":
        assert "δ = 10⁻⁶" in prediction.ask
        epsilon = p.channel().privacy(1e-6).epsilon
    assert re.search(rf"ε = {re.escape(wording.number(epsilon))}(?!\d)", prediction.ask), epsilon
    assert (prediction.known == "measured") == (quantity.kind == "measured") == (quantity.error is not None)


def test_a_prediction_is_a_choice_and_is_kept() -> None:
    """A slider that nobody moved predicts nothing; whoever goes back to a stop finds it answered as they did."""
    lesson = LESSONS["bits"]
    app = visit("overview", lesson.link(1))
    app.button(key="lesson-reveal-step-next").click().run()
    assert app.query_params["guess"] == gap.SKIPPED and "The answer:" in everything(app)
    app = visit("overview", lesson.link(1))
    app.select_slider[0].set_value(8.0).run()
    app.button(key="lesson-reveal-step-next").click().run()
    assert app.query_params["guess"] == "8"
    assert states.plain(lesson.stops[0].prediction.ask) in everything(app).replace("\u00a0", " "), "beside its answer"
    app.button(key="lesson-step-next").click().run()
    assert app.query_params["stop"] == "2" and "guess" not in app.query_params
    app.button(key="lesson-step-back").click().run()
    assert app.query_params["guess"] == "8" and "You said 8" in everything(app)


def test_an_answer_comes_with_next_and_its_picture_and_stays() -> None:
    """Until then neither it nor what changes with it is sent; a room that goes back finds both."""
    lesson = LESSONS["index"]
    stop = lesson.stops[3]
    app = visit(stop.page, lesson.link(4))
    sent = everything(app)
    assert charts_of(app) and states.plain(stop.task)[:30] in sent and "K = 4" not in sent
    assert states.plain(stop.answer)[:30] not in sent
    app.button(key="lesson-show-step-next").click().run()
    assert (app.query_params["guess"], app.query_params["step"]) == ("seen", "5")
    assert states.plain(stop.answer)[:30] in everything(app) and "K = 4" in everything(app)
    app.button(key="lesson-step-next").click().run()
    app.button(key="lesson-step-back").click().run()
    assert (app.query_params["guess"], app.query_params["step"]) == ("seen", "5")
    reloaded = visit(lesson.stops[4].page, lesson.link(5))  # a new session, which knows of no answer
    reloaded.button(key="lesson-step-back").click().run()
    assert (reloaded.query_params["guess"], reloaded.query_params["step"]) == ("seen", "5")


def test_an_answer_shown_says_when_the_page_has_left_its_settings() -> None:
    lesson, moved = LESSONS["bits"], labels.label("strip.moved")
    stop = lesson.stops[4]
    app = visit(stop.page, {**lesson.link(5), "guess": "seen"})
    assert states.unbroken(states.plain(stop.answer))[:30] in everything(app) and moved not in everything(app)
    app = visit(stop.page, {**lesson.link(5), "guess": "seen", "alpha": "3"})
    assert moved in everything(app)
    app.button(key="lesson-settings").click().run()
    assert app.query_params["alpha"] == "2" and moved not in everything(app)


def test_a_picture_that_tells_the_answer_comes_with_it() -> None:
    lesson = LESSONS["choice"]
    number, stop = next((place, one) for place, one in enumerate(lesson.stops, start=1) if one.hidden)
    app = visit(stop.page, lesson.link(number))
    assert states.plain(stop.task)[:30] in everything(app) and not app.metric and not charts_of(app)
    app.button(key="lesson-show-step-next").click().run()
    assert states.plain(stop.answer)[:30] in everything(app) and app.metric and charts_of(app)


@pytest.mark.parametrize(("lesson", "number"), [("alpha", 5), ("choice", 1)])
def test_a_stop_opens_with_the_picture_that_its_text_names(lesson: str, number: int) -> None:
    """Bits along α, and two clouds; the page itself opens with another."""
    stop = LESSONS[lesson].stops[number - 1]
    wanted = {"alpha": "Bits along α", "choice": "500 reports of one place"}[lesson]
    assert stop.picture and wanted in everything(visit(stop.page, LESSONS[lesson].link(number)))
    assert wanted not in everything(visit(stop.page, {**stop.settings, "v": "2"}))


def test_an_attack_is_seen_to_prove_more_on_the_axis_that_stays() -> None:
    lesson, ends = LESSONS["alpha"], []
    stop = lesson.stops[1]
    for link in (lesson.link(2), {**lesson.link(2), **stop.after, "guess": "seen"}):
        (chart,) = charts_of(visit(stop.page, link))
        ends.append(json.loads(chart.proto.spec)["encoding"]["x"]["scale"]["domain"])
    assert ends[0] == ends[1]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_equal_steps_of_a_prediction_multiply(lesson: Lesson) -> None:
    """The numbers of a scale are equally far apart, where the slider stops at them."""
    for prediction in (stop.prediction for stop in lesson.stops if stop.prediction):
        if prediction.scale == "log":
            places = [float(at) for at in re.findall(r'class="tick" style="left:([\d.]+)%', gap.landmarks(prediction))]
            steps = [after - before for before, after in itertools.pairwise(places)]
            assert max(steps) - min(steps) < 0.25, prediction.ask


def charts_of(app: AppTest) -> list:
    return [*app.get("vega_lite_chart"), *app.get("plotly_chart"), *app.get("arrow_vega_lite_chart")]


def test_results_can_be_hidden_on_any_page() -> None:
    app = visit("exactness", {"v": "1", "hidden": "1"})
    assert not app.metric and "hidden" in everything(app) and "hidden" in app.query_params
    next(button for button in app.button if button.key == "page-reveal").click().run()
    assert app.metric and "hidden" not in app.query_params


def test_guesses_are_read_and_compared() -> None:
    slider, choice = LESSONS["bits"].stops[0].prediction, LESSONS["exactness"].stops[1].prediction
    assert gap.read(slider, "32") == 32 and gap.read(slider, "1e9") is None and gap.read(slider, gap.SKIPPED) is None
    assert gap.read(choice, "4") == 4 and gap.read(choice, "5") is None and gap.read(choice, "0.5") is None
    number = Quantity("bits", "Bits", 8.0, "bits")
    assert "4 times too much" in gap.sentence(slider, 32.0, number)
    assert "2 times too little" in gap.sentence(slider, 4.0, number)
    assert "well predicted" in gap.sentence(slider, 8.1, number)
    assert "left:51.35%" in gap.ruler(slider, 8.0, number), "19 of 37 steps: one to 1 bit, six for each doubling"
    variance = Quantity("a_variance", "Variance", 2.5)
    assert gap.sentence(choice, 4, variance).startswith("You were right")
    assert "You said: The same" in gap.sentence(choice, 2, variance)
    assert [choice.right(value) for value in (0.1, 0.9, 1.0, 1.5, 9.0)] == [0, 1, 2, 3, 4]


def test_lectures_travel_in_a_link() -> None:
    text = "# Friday\nOne | http://host:1/exactness?v=1&epsilon=2&projector=1&guess=3\nhttps://host/?alpha=3\n"
    text += "Bad | /nowhere?x=1"
    talk = lecture.read(text)
    assert [(one.name, one.page, one.query) for one in talk.items] == [
        ("One", "exactness", {"v": "1", "epsilon": "2"}),
        ("Overview", "overview", {"alpha": "3"}),
    ]
    assert talk.title == "Friday" and len(talk.problems) == 1 and "nowhere" in talk.problems[0]
    again = lecture.read(lecture.unpacked(lecture.packed(text)))
    assert again.items == talk.items and again.title == "Friday" and not again.problems
    for broken in ("", "????", "AAAA", lecture.packed(text)[:-9]):
        assert isinstance(lecture.unpacked(broken), str)


def test_the_class_takes_45_minutes_from_one_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "lectures", lambda: Lectures(tmp_path / "lectures.sqlite"))
    _, items = texts.class_script()
    assert sum(item.minutes for item in items) == 45
    talk = lecture.read(lecture.unpacked(lecture.packed(lecture.of_class())))
    assert len(talk.items) == len(items) and not talk.problems
    long = lecture.packed(f"{lecture.of_class()}\nOne more | exactness?v=2")
    assert 100 < len(long) < 2000, "a link that every browser and chat takes"
    for code in (lecture.packed(lecture.of_class()), lecture.short(long)):
        assert len(code) <= 8 and lecture.read(lecture.unpacked(code)).items[:14] == talk.items


@pytest.mark.parametrize(("name", "students"), [("class", 25), ("large", 100)])
def test_the_polls_of_the_class_say_something_of_so_many_students(name: str, students: int) -> None:
    """What the lecturer is told: a mean to within 1.1 hours, a share to within 20 points, about 4 bits of 6, and what
    the server’s odds change by.

    Bits: one seed; the mean of 1000 messages has a standard error of 0.1, so 0.5 is exceeded by chance in 1 of 10⁶.
    """
    asked = [item.query for item in lecture.read(lecture.unpacked(name)).items if item.page == "classroom"]
    sleep, lost = (survey(of := polls.question(one), polls.protection(one, of)) for one in asked)
    hours = sleep.noise * mean_half_width(students, 1.0)
    assert hours == pytest.approx(1.1, abs=0.05)
    ends_apart = {"class": 403, "large": 20}[name]
    _, decoder = sleep.odds()
    assert math.exp(decoder) == pytest.approx(ends_apart, abs=0.5)
    ends = count_interval(students // 3, students, lost.own, lost.other)
    assert 0 < (ends[1] - ends[0]) / students < 0.4
    assert lost.other == pytest.approx({"class": 0.12, "large": 0.27}[name], abs=0.005)
    _, words = zip(
        *encoded(sleep.question, sleep.settings, 7, np.full(1000, 7.2), np.random.default_rng(1)), strict=True
    )
    assert sleep.question.raw_bits == 6
    assert float(np.mean([len(word) for word in words])) == pytest.approx(4.15, abs=0.5)
    with pytest.raises(ValueError, match="scheme"):
        polls.protection({**asked[1], "scheme": "laplace"}, lost.question)


def test_parts_of_a_lecture_are_moved_and_left_out() -> None:
    text = "# Friday\nOne | exactness?v=1\nno link\nTwo | privacy?v=1\nThree | overview?v=1"
    names = lambda text: [one.name for one in lecture.read(text).items]  # noqa: E731
    assert names(lecture.moved(text, 0, 1)) == ["Two", "One", "Three"]
    assert names(lecture.moved(text, 2, -1)) == ["One", "Three", "Two"]
    assert names(lecture.moved(text, 1, 0)) == ["One", "Three"] and "no link" in lecture.moved(text, 1, 0)
    assert all(lecture.moved(text, part, by) == text for part, by in ((3, 0), (3, -1), (2, 1), (0, -1)))
    app = visit("my_lecture", {"lecture": "class"})
    app.radio(key="lecture-size").set_value("large").run()
    assert app.query_params["lecture"] == "large" and "epsilon=2" in app.text_area(key="lecture-box").value
    app.selectbox(key="lecture-part").set_value(13).run()
    app.button(key="lecture-drop").click().run()
    items = lecture.read(lecture.unpacked(app.query_params["lecture"])).items
    assert items == lecture.read(lecture.of_class(large=True)).items[:13] and not app.radio


@pytest.mark.parametrize(("stop", "before", "told"), [
    (("bits", "3"), ("bits", "2"), True), (("bits", "2"), ("bits", "3"), False), (("bits", "2"), ("index", "1"), False),
    (("", ""), ("bits", "1"), False), (("bits", "1"), ("", ""), False),
])  # fmt: skip
def test_what_changed_compares_with_the_stop_before_alone(stop: Any, before: Any, told: bool) -> None:
    assert shown._follows(stop, before) is told


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_keys_are_recomputed_and_differ_from_seed_to_seed(lesson: Lesson) -> None:
    keys = {seed: [one.value for one in sheets.key(lesson, seed)] for seed in range(17, 21)}
    assert [one.value for one in sheets.key(lesson, 20)] == keys[20]
    assert len(set(map(tuple, keys.values()))) == 4, "seeds differ"
    for task, answer in zip(lesson.sheet, keys[20], strict=True):
        assert bool(task.less) == bool(re.search(r" (more|less|fewer) ", task.ask)), "a difference is asked for"
        runs = [sheets.parameters(one, 20) for one in ([task, task.subtracted] if task.less else [task])]
        experiment = experiment_named(task.page)
        assert all(parameters.seed == 20 for parameters in runs)
        if task.quantity == experiment.tell(experiment.run(runs[0])).quantities[0].key:
            printed = [printed_by(experiment.snippet(parameters)) for parameters in runs]
            assert printed[0] - sum(printed[1:]) == pytest.approx(answer, rel=1e-3), task.ask
    with pytest.raises(ValueError, match="seed"):
        sheets.parameters(lesson.sheet[0], -1)


def printed_by(program: str) -> float:
    """The number that begins the first line of a page's program that begins with one."""
    with redirect_stdout(io.StringIO()) as printed:
        exec(program, {"__name__": "snippet"})
    return float(re.search(r"^-?[\d.]+(?= |$)", printed.getvalue(), re.M)[0])


def test_printed_links_lead_to_pages_that_a_browser_finds() -> None:
    paths = {f"/{navigation.path_of(name)}" for name in navigation.names()}
    assert "/" in paths and "/start" not in paths  # Streamlit knows the first page by no other path
    for lesson in LESSONS.values():
        assert {urlsplit(sheets.address(task, 7)).path for task in lesson.sheet} <= paths


def test_notes_and_sheets_are_shown() -> None:
    for page, link in [("lesson_list", {}), ("lecturer_notes", {}), ("worksheet", {"lesson": "alpha", "seed": "7"})]:
        assert visit(page, link).markdown
    app = visit("my_lecture", {"lecture": lecture.packed(lecture.of_class())})
    assert any(button.label == "Start of class" for button in app.button)


def test_a_lecture_is_looked_at_again_from_its_first_stop_and_without_polls() -> None:
    code, stops = lecture.alone("class"), lecture.read(lecture.unpacked("alone")).items
    whole = lecture.read(lecture.of_class()).items
    assert code == "alone" and stops == tuple(item for item in whole if item.page != "classroom") != whole
    assert frame.take_home(lecture.Lecture("", stops)) == texts.take_home()
    assert lecture.alone(lecture.packed("Poll | classroom?kind=yes_no&ask=Well%3F")) == ""
    app = visit("my_lecture", {"lecture": code, "at": "0"})
    at = [app.query_params[name] for name in ("lecture", "at", "lesson", "stop")]
    assert at == ["alone", "0", "bits", "1"] and app.select_slider
    app = visit("overview", {**stops[0].query, "lecture": code, "at": "0", "shown": "1"})  # after a reload
    app.button(key="lesson-reveal-step-next").click().run()
    assert app.query_params["shown"] == "0.1"
    app.button(key="lesson-step-next").click().run()
    assert (app.query_params["at"], app.query_params["guess"]) == ("1", "seen"), "what the class has seen stays shown"
    app.button(key="lesson-leave").click().run()
    assert app.query_params["lecture"] == code and app.button(key="lecture-step-next"), "a way out of every stop"


def test_the_end_of_a_lecture_leads_to_all_its_worksheets() -> None:
    end = everything(visit("my_lecture", {"lecture": "class", "end": "1"}))
    assert all((f"worksheet?lesson={name}" in end) == (name != "chunks") for name in LESSONS)
    assert "deleted" not in end  # there was no room
    app = visit("worksheet", {})
    app.selectbox[0].select("chunks").run()
    assert app.query_params["lesson"] == "chunks" and LESSONS["chunks"].predict.ask[:40] in everything(app)


def test_the_first_lesson_that_is_not_done_is_next() -> None:
    names = list(LESSONS)
    for finished, marked, word in (
        ([], 0, "first"),
        ([names[0]], 1, "next"),
        (names[1:], 0, "next"),
        (names, None, ""),
    ):
        app = visit("lesson_list", {})
        app.session_state[tour._DONE] = finished
        heads = [one.value for one in app.run().header]
        found = [place for place, head in enumerate(heads) if ":material/flag:" in head]
        assert found == ([] if marked is None else [marked])
        assert not found or labels.label(f"lesson_list.{word}") in heads[marked]


def test_an_empty_lecture_offers_the_ready_class() -> None:
    app = visit("my_lecture", {})
    app.button(key="lecture-whole").click().run()
    assert lecture.read(app.text_area(key="lecture-box").value).items == lecture.read(lecture.of_class()).items
    assert not any(button.key == "lecture-whole" for button in app.button) and "lecture" in app.query_params


@pytest.mark.parametrize(("page", "button"), [("lesson_list", "lesson-begin-bits"), ("lecturer_notes", "notes-class")])
def test_a_projected_page_leads_to_projected_pages(page: str, button: str) -> None:
    app = visit(page, {"projector": "1"})
    app.button(key=button).click().run()
    assert not app.exception and app.session_state["state-projector"] is True
    assert [toggle.value for toggle in app.toggle if (toggle.key or "").endswith("-projector")] == [True]


def test_folded_settings_are_not_built() -> None:
    """A browser would send what stood in them at the stop before."""
    stop = LESSONS["index"].stops[0]
    assert visit(stop.page, LESSONS["index"].link(1)).select_slider
    app = visit(stop.page, LESSONS["index"].link(1) | {"projector": "1"})
    assert app.session_state["state-projector"] is True and not app.select_slider


def test_the_question_of_an_added_poll_is_written_in_a_box() -> None:
    """The new poll is the part that is chosen; a page has no such box, and an empty one changes nothing."""
    app = visit("my_lecture", {"lecture": lecture.packed("# Friday\nFirst | overview?v=2")})
    assert not any(one.key == "lecture-ask" for one in app.text_input)
    app.button(key="lecture-poll").click().run()
    assert app.selectbox(key="lecture-part").value == 1
    for written in ("Minutes by bus | by tram?", ""):
        app.text_input(key="lecture-ask").set_value(written).run()
        poll = lecture.read(lecture.unpacked(app.query_params["lecture"])).items[1]
        assert poll.query["ask"] == "Minutes by bus | by tram?" and poll.query["low"] == "4"
    assert not app.exception and not app.error
