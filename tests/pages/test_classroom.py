"""The classroom's page without a browser: addresses, forms, and limits on tries."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.drawings.classroom import doors, phone, rehearsals, wall
from pages.ui import address, class_results, qr, rooms
from pages.ui.lessons import lecture, texts
from ppr_core.classroom import (
    KINDS,
    Closed,
    Limit,
    Message,
    Question,
    Room,
    Round,
    Settings,
    Store,
    estimate,
    read_csv,
    rehearse,
    schemes_for,
    survey,
    to_csv,
)
from ppr_core.wording import with_unit
from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Rooms of this test alone."""
    store = Store(tmp_path / "rooms.sqlite")
    monkeypatch.setattr(rooms, "store", lambda: store)
    monkeypatch.setattr(doors, "_WRONG_CODES", Limit(20, 60.0, most_together=300))
    monkeypatch.setattr(doors, "_OPENINGS", (Limit(30, 600.0), Limit(100, 86_400.0)))
    monkeypatch.setattr(doors, "_KNOWN", {})
    minute = Limit(420, 60.0)
    monkeypatch.setattr(doors, "_messages_a_minute", lambda: minute)
    return store


class Visitors:
    """Streamlit as the classroom sees it: sessions of visitors from different networks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.session_state: dict = {}
        self.context = SimpleNamespace(ip_address="192.0.2.1")
        for module in (doors, phone):
            monkeypatch.setattr(module, "st", self)

    def new(self, network: str) -> None:
        self.session_state.clear()
        self.context.ip_address = network


@pytest.fixture
def visitors(monkeypatch: pytest.MonkeyPatch) -> Visitors:
    return Visitors(monkeypatch)


def a_room() -> tuple[Room, str]:
    question = Question(kind="yes_no", text="Well?")
    return doors.open_room(question, Settings(scheme="pi_rappor"), "http://lab/classroom?room=")


def try_wrong_codes(visitors: Visitors, network: str, tries: int = 21) -> None:
    for _ in range(tries):
        visitors.new(network)
        assert doors.find("ZZZZZZ") is None


def visit(**link: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    app.query_params.clear()
    app.switch_page("pages/classroom.py")
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error
    return app


@pytest.mark.parametrize("kind", KINDS)
def test_a_room_of_every_kind_opens(kind: str, own_store: Store) -> None:
    app = visit()
    app.selectbox(key="classroom-kind").select(kind).run()
    app.button(key="classroom-open").click().run()
    assert not app.exception and not app.error
    code, secret = app.query_params["room"], app.query_params["key"]
    room = own_store.room(code, 0.0)
    assert room.question.kind == kind and own_store.is_lecturer(code, secret)
    [only] = own_store.rounds(room)
    assert (only.settings is None) == (kind == "prediction") and not only.revealed


def test_a_polls_link_opens_the_form_with_its_own_values(own_store: Store) -> None:
    """A link that asks what cannot be asked opens the form as it is without one."""
    app = visit(ask="Minutes by bus?", kind="number", low="5", high="90", unit="min", scheme="dyadic", epsilon="3")
    assert app.selectbox(key="classroom-kind").value == "number" and app.title
    assert app.text_input(key="classroom-text-number").value == "Minutes by bus?"
    assert [app.number_input(key=f"classroom-{end}-number").value for end in ("low", "high")] == [5.0, 90.0]
    assert app.text_input(key="classroom-unit-number").value == "min"
    assert app.select_slider(key="classroom-opening-number-epsilon").value == 3.0
    assert app.selectbox(key="classroom-opening-number-scheme").value == "dyadic"
    app.button(key="classroom-open").click().run()
    room = own_store.room(app.query_params["room"], own_store.now())
    assert room.question.text == "Minutes by bus?" and rooms.live(room).settings.epsilon == 3.0
    labels = visit(ask="Which?", kind="categories", labels="tea,coffee,water")
    assert labels.text_area(key="classroom-labels").value == "tea\ncoffee\nwater"
    assert visit(ask="Which?", kind="nothing").selectbox(key="classroom-kind").value == "number"


def test_a_room_is_closed_reopened_cleared_and_deleted(own_store: Store) -> None:
    app = visit()
    app.selectbox(key="classroom-kind").select("yes_no").run()
    app.button(key="classroom-open").click().run()
    room = own_store.room(app.query_params["room"], 0.0)
    own_store.put(rooms.live(room), "a" * 32, "1")
    for open_then in (False, True):
        app.button(key="classroom-close").click().run()
        assert rooms.live(room).open is open_then
    for revealed in (True, False):
        app.button(key="classroom-reveal").click().run()
        assert rooms.live(room).revealed is revealed
    app.toggle(key="classroom-constrained").set_value(True).run()
    app.button(key="classroom-clear").click().run()
    assert not own_store.messages(rooms.live(room))
    app.button(key="classroom-delete").click().run()
    app.button(key="classroom-keep").click().run()
    app.button(key="classroom-delete").click().run()
    app.button(key="classroom-delete-sure").click().run()
    assert not app.exception and not app.error and not app.query_params
    with pytest.raises(Closed):
        own_store.room(room.code, 0.0)


def test_what_a_room_opens_with_saves_bits_and_protects() -> None:
    """The question that is offered takes fewer bits than a plain answer, and its odds for the server mean something;
    a yes or no is offered as it is, in one bit."""
    app = visit()
    kind = app.selectbox(key="classroom-kind").value
    scheme = app.selectbox(key=f"classroom-opening-{kind}-scheme").value
    question, rng = Question(kind=kind, text="?", low=0.0, high=12.0), np.random.default_rng(7)
    asked = survey(question, Settings(scheme=scheme, epsilon=2.0, alpha=2.0))
    words = asked.encode(rng.uniform(0, 12, 2000), np.arange(2000), 5, rng)
    assert sum(map(len, words)) / 2000 < question.raw_bits - 2 and asked.odds()[1] <= 4
    assert any("193 students" in caption.value and "55-fold" in caption.value for caption in app.caption)
    assert next(iter(schemes_for("yes_no"))) == "plain_response"


def test_what_the_server_learns_without_the_times_is_computed_on_demand() -> None:
    with runs_here(inline_seconds=1.0, patience_seconds=60.0):
        app = visit()
        assert not any("not the sender’s times" in part.value for part in app.markdown)
        app.toggle(key="classroom-decoder").set_value(True).run()
    assert not app.exception and any("not the sender’s times" in part.value for part in app.markdown)


def test_a_question_that_cannot_be_asked_is_a_sentence() -> None:
    app = visit()
    app.selectbox(key="classroom-kind").select("categories").run()
    app.text_area(key="classroom-labels").set_value("one").run()
    app.button(key="classroom-open").click().run()
    assert not app.exception and "labels must be" in app.error[0].value


def test_a_loopback_address_is_warned_of() -> None:
    app = visit()
    assert any("Phones cannot reach" in warning.value for warning in app.warning)
    app.text_input(key="classroom-address").set_value("http://192.168.1.20:8501").run()
    assert not app.warning


def test_the_labs_address_is_shown_as_it_is() -> None:
    app = visit()
    app.text_input(key="classroom-address").set_value("http://a**b**`c`$d$~e~.example").run()
    app.button(key="classroom-open").click().run()
    assert not app.exception and not app.error
    [for_class] = (link.value for link in app.code)  # the secret link is a file: a projector shows this window
    assert for_class.startswith("http://a**b**`c`$d$~e~.example/") and "key" not in for_class
    [secret] = (app.query_params["key"],)
    assert not any(secret in shown.value for shown in (*app.markdown, *app.code, *app.caption))
    assert not any("a**b**" in shown.value for shown in (*app.markdown, *app.caption, *app.warning))


def test_guessing_ends_and_who_is_inside_stays(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_WRONG_CODES", Limit(20, 60.0, most_together=2))
    app = visit()
    app.button(key="classroom-open").click().run()
    code, secret = app.query_params["room"], app.query_params["key"]
    doors._KNOWN.clear()
    for _ in range(2):
        assert any("no room" in warning.value for warning in visit(room="ZZZZZZ").warning)
    assert any("Too many" in warning.value for warning in visit(room=code).warning)
    app.run()
    assert app.button(key="classroom-close")
    assert visit(room=code, key=secret).button(key="classroom-close")


def test_wrong_codes_of_one_lock_nobody_out_of_what_is_right(visitors: Visitors) -> None:
    """A class behind one router, and one of it who types: the lecturer, the picture's link, and all who follow."""
    room, secret = a_room()
    [entry] = parse_qs(urlsplit(room.join_url).query)["entry"]
    visitors.new("192.0.2.7")
    router = "192.0.2.9"
    try_wrong_codes(visitors, router)
    visitors.new(router)
    assert doors.find(room.code) is None and "scan the picture" in doors.why_not()
    assert doors.find(room.code, entry="é" + entry) is None and doors.find(room.code, secret="wrong") is None
    assert doors.find(room.code, secret=secret) == room
    doors._KNOWN.clear()
    visitors.new(router)
    assert doors.find(room.code, entry=entry) == room
    visitors.new(router)
    assert doors.find(room.code) == room, "the network of a running room"
    visitors.new("198.51.100.1")
    assert doors.find(room.code) == room, "another network"


def test_a_clock_that_is_set_back_locks_nobody(visitors: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = a_room()
    doors._KNOWN.clear()
    clock = SimpleNamespace(time=lambda: 1e9, monotonic=lambda: 500.0)
    monkeypatch.setattr(doors, "time", clock)
    try_wrong_codes(visitors, "192.0.2.1")
    visitors.new("192.0.2.1")
    assert doors.find(room.code) is None
    clock.time, clock.monotonic = (lambda: 1e9 - 3600.0), (lambda: 561.0)
    visitors.new("192.0.2.1")
    assert doors.find(room.code) == room


def test_one_network_opens_so_many_rooms(visitors: Visitors) -> None:
    for _ in range(30):
        a_room()
    with pytest.raises(Closed, match="Many rooms were opened from your network"):
        a_room()
    visitors.new("192.0.2.2")
    assert a_room()


def send(visitors: Visitors, room: Room, network: str, number: int) -> str:
    """What a phone is told that sends a message that somebody made up, or made; "" where it was taken."""
    visitors.new(network)
    live = rooms.live(room)
    [(_, word)] = rehearse(room.question, live.settings, 1, live.seed, number)[1]
    visitors.session_state[phone.KEY] = {"message": {"round": live.number, "device": f"{number:032x}", "word": word}}
    phone._receive(room)
    return visitors.session_state[phone.PROBLEM]


def test_false_answers_of_one_are_limited_seen_and_removed(
    visitors: Visitors, own_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two thousand in less than a minute: the honest of other networks are taken, and the wall says what came."""
    room, _ = a_room()
    told = [send(visitors, room, "203.0.113.5", number) for number in range(430)]
    assert told[:420] == [""] * 420 and all("NOT taken" in one and "a minute" in one for one in told[420:])
    assert [send(visitors, room, f"192.0.2.{number}", 1000 + number) for number in range(3)] == [""] * 3
    assert send(visitors, a_room()[0], "203.0.113.5", 1) == "", "each round has its own count"
    data = wall._data(room, constrained=False)
    assert data["networks"] == "from 4 networks, at most 420 from one"
    live = rooms.live(room)
    own_store.refuse(room, next(iter(own_store.senders(live))))
    assert wall._data(room, constrained=False)["networks"] == "from 3 networks, at most 1 from one"
    monkeypatch.setattr(doors, "_messages_a_minute", lambda: Limit(420, 60.0))  # a minute later
    assert "no answers from your network" in send(visitors, room, "203.0.113.5", 1)


def test_the_lecturer_removes_a_network_and_takes_it_again(own_store: Store) -> None:
    app = visit()
    app.button(key="classroom-open").click().run()
    room = own_store.room(app.query_params["room"], 0.0)
    for number in range(3):
        own_store.put(rooms.live(room), f"{number:032x}", "1", "203.0.113.5")
    assert wall._data(room, constrained=False)["networks"] == "", "one router says nothing of a class"
    [sender] = own_store.senders(rooms.live(room))
    app.run()
    app.button(key=f"classroom-refuse-{sender}").click().run()
    assert own_store.messages(rooms.live(room)) == [] and own_store.refused(room) == [sender]
    app.button(key="classroom-readmit").click().run()
    assert own_store.refused(room) == [] and not app.exception and not app.error


@pytest.mark.parametrize(("count", "tells"), [(2, False), (11, False), (12, True), (25, True)])
def test_few_answers_that_agree_do_not_look_sure(count: int, tells: bool) -> None:
    """Two noisy “no” leave an interval of half the range, which is no reason to say 100 %; eleven a short one, whose
    ends are told, and no bar."""
    asked = Question(kind="yes_no", text="Have you lost the thread?")
    found = survey(asked, Settings(scheme="plain_response", epsilon=2.0))
    room = estimate(found, np.array([[0, 1]] * count))
    assert room.enough == 12 and room.vague.tolist() == [not tells] * 2
    of = Round(Room("A", asked, "", 0.0), 1, found.settings, seed=7, revealed=True)
    said = class_results._estimated(of, room)
    assert said.startswith({2: "too few to tell.", 11: "Yes between 0 % and "}.get(count, "Yes 0 % (0 % to "))
    drawn = wall._round(of, [Message(place, place, "1") for place in range(count)], room, False, 0)
    assert (drawn["said"][1] == "100 %") == tells and drawn["empty"] == [count == 2] * 2
    half = {2: "59", 11: "25", 12: "24", 25: "17"}[count]  # at the worst shares: that they agree is chance
    known = f"With {count} answers a share is known to ± {half} points; four times as many halve that"
    assert drawn["told"].startswith(known)


def test_the_wall_draws_how_far_false_answers_move_it(own_store: Store, visitors: Visitors) -> None:
    room, _ = a_room()
    live = rooms.live(room)
    own_store.set_revealed(live, True)
    for number in range(50):
        send(visitors, room, "192.0.2.1", number)
    [drawn] = wall._data(room, constrained=False, false=5)["rounds"]
    down, up = survey(room.question, live.settings).pull
    found = rooms.summary(live)[1].value
    for value, shown, low, high in zip(found, drawn["value"], drawn["pulled_low"], drawn["pulled_high"], strict=True):
        ends = [min(max(one, 0.0), 1.0) for one in (value, value - up / 10, value + down / 10)]
        assert (shown, low, high) == pytest.approx(tuple(ends)), "what no class can answer is not drawn"
    assert "5 false: up to 32 points, without privacy 10 points" in drawn["told"]
    assert rooms.summary(live)[1].enough > 50 and drawn["vague"] == [True, True], "of so few no bar is drawn"
    assert drawn["told"].startswith("With 50 answers a share is known to ± ")
    assert "3.17 times as far" in wall.pulled_words(room.question, live.settings)


@pytest.mark.parametrize("gone", ["file", "folder", "locked"])
def test_an_answer_that_is_not_kept_is_said_not_to_be(gone: str, visitors: Visitors, own_store: Store) -> None:
    room, _ = a_room()
    assert send(visitors, room, "192.0.2.1", 1) == ""
    live = rooms.live(room)
    other = sqlite3.connect(own_store.path, isolation_level=None)
    if gone == "locked":
        other.execute("BEGIN EXCLUSIVE")
        assert "NOT taken. Another program holds" in send(visitors, room, "192.0.2.1", 2)
        other.execute("ROLLBACK")
        assert send(visitors, room, "192.0.2.1", 2) == "" and len(own_store.messages(live)) == 2
    else:
        shutil.rmtree(own_store.path.parent) if gone == "folder" else own_store.path.unlink()
        visitors.session_state[phone.KEY] = {"message": {"round": 1, "device": "a" * 32, "word": "1"}}
        phone._receive(room)
        assert visitors.session_state[phone.PROBLEM] == "Your answer was NOT taken. This room has ended."
        assert phone.RECEIPT not in visitors.session_state or visitors.session_state[phone.RECEIPT][1] != "a" * 32
    other.close()


def test_a_room_that_is_gone_says_so_on_phone_and_wall(own_store: Store) -> None:
    app = visit()
    app.button(key="classroom-open").click().run()
    code = app.query_params["room"]
    student = visit(room=code)
    own_store.path.unlink()
    for page in (app, student):
        page.run()
        assert not page.exception and not page.error
        assert any("no room with this code" in warning.value for warning in page.warning)
    app.button(key="classroom-open").click().run()
    assert not app.exception and own_store.room(app.query_params["room"], 0.0)


def test_a_rehearsal_arrives_and_makes_room_for_the_class(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    settings = Settings(scheme="pi_rappor")
    room, _ = doors.open_room(Question(kind="yes_no", text="Well?"), settings, "http://lab/classroom?room=")

    def on_the_wall() -> tuple[int, str, int]:
        data = wall._data(room, constrained=False)
        return data["count"], data["answers"], len(data["rounds"])

    assert on_the_wall() == (0, "answers", 1)
    rehearsals.begin(room, settings, 50)
    seen = []
    for _ in range(8):
        rehearsals.arrive(rooms.live(room))
        seen.append(on_the_wall()[0])
    assert seen == [9, 18, 27, 36, 45, 50, 50, 50]
    assert on_the_wall() == (50, "simulated answers", 1)
    [(_, word)] = rehearse(room.question, settings, 1, rooms.live(room).seed, 5)[1]
    own_store.put(rooms.live(room), "a" * 32, word)
    rehearsals.begin(room, settings, 6)
    rehearsals.arrive(rooms.live(room))
    assert on_the_wall() == (1, "answer", 3), "the class is counted, whoever is simulated after it"
    own_store.set_open(rooms.live(room), False)
    for _ in range(3):
        rehearsals.arrive(rooms.live(room))
    assert len(own_store.messages(own_store.rounds(room)[-1])) == 1, "nobody answers what is closed"
    own_store.set_open(rooms.live(room), True)
    for _ in range(3):  # which push the class off no wall, and are not called the class
        rehearsals.begin(room, settings, 6)
        for _ in range(6):
            rehearsals.arrive(rooms.live(room))
    data = wall._data(room, constrained=False)
    assert [round_["number"] for round_ in data["rounds"]] == [1, 5, 6]
    assert class_results.read(own_store.rounds(room)).count("The 6 simulated students:") == 3
    rehearsals.remove(own_store.rounds(room))
    assert on_the_wall() == (1, "answer", 1)


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8501", True),
        ("http://localhost:8501", True),
        ("http://[::1]:8501", True),
        ("0.0.0.0:8501", True),
        ("http://192.168.1.20:8501", False),
        ("https://lab.example.org", False),
        ("[]", False),
    ],
)
def test_addresses_that_lead_to_this_machine_only(url: str, local: bool) -> None:
    assert address.is_local(url) is local


@pytest.mark.parametrize(
    ("given", "named", "expected"),
    [
        ("192.168.1.20", "", "http://192.168.1.20:8765"),
        ("0.0.0.0", "lab.example.org", "http://lab.example.org:8765"),
        ("127.0.0.1", "", "http://localhost:8765"),
        ("fe80::1", "", "http://[fe80::1]:8765"),
    ],
)
def test_the_address_is_the_launchers(given: str, named: str, expected: str) -> None:
    options = {"server.address": given, "browser.serverAddress": named or "localhost", "server.port": 8765}
    before = {name: config.get_option(name) for name in options}
    try:
        for name, value in options.items():
            config._set_option(name, value, "test")
        assert address.proposed() == expected
    finally:
        for name, value in before.items():
            config._set_option(name, value, "test")


def test_the_picture_is_drawn_here_or_not_at_all() -> None:
    picture = qr.picture("http://192.168.1.20:8501/classroom?room=ABC234")
    assert picture == "" or picture.startswith("data:image/svg+xml")


def test_the_wall_says_why_a_small_answer_grows(own_store: Store) -> None:
    def told(words: tuple[str, ...]) -> str:
        messages = [SimpleNamespace(word=word) for word in words]
        question = Question(kind="yes_no", text="?") if "yes_no" in KINDS else Question(kind=KINDS[0], text="?")
        room = SimpleNamespace(question=question)
        return wall._bits(SimpleNamespace(settings=object(), room=room), messages)

    assert told(("010", "1")).endswith("compression pays for large ones")
    assert told(("1", "0")) == "2\u00a0bits received; raw answers: 2\u00a0bits"


def to_the_next_poll(app: AppTest, **link: str) -> None:
    """As the lecture's own ways go: within the session, which knows the room."""
    app.switch_page("pages/classroom.py")
    app.query_params.clear()
    for name, value in link.items():
        app.query_params[name] = value
    app.run()


def test_polls_of_a_lecture_share_one_room(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two polls and a page between: nobody joins twice, PageDown shows the estimate and goes on, and back is back."""
    text = (
        "# Friday\nSleep | classroom?kind=number&ask=Hours%3F&low=0&high=12&unit=hours\nLaw | exactness?samples=500\n"
        "Mood | classroom?kind=categories&ask=Well%3F&labels=yes,no,so-so\n"
    )
    code = lecture.packed(text)
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    app = visit(lecture=code, at="0", ask="Hours?", kind="number", low="0", high="12", unit="hours")
    room = own_store.room(app.query_params["room"], own_store.now())
    assert app.query_params["at"] == "0" and rooms.live(room).room.question.text == "Hours?"
    own_store.put(rooms.live(room), "a" * 32, "1")
    assert phone.told(room.code) and not json.loads(phone.told(room.code))["result"]
    app.button(key="lesson-reveal-step-next").click().run()
    assert rooms.live(room).revealed and not rooms.live(room).open and not app.exception
    assert json.loads(phone.told(room.code))["result"].startswith("The class of 1: too few to tell")
    app.button(key="lesson-step-next").click().run()
    assert app.query_params["at"] == "1" and app.title[0].value == "Exactness"
    to_the_next_poll(app, lecture=code, at="2", ask="Well?", kind="categories", labels="yes,no,so-so")
    assert app.query_params["room"] == room.code and not app.exception and not app.error
    live = rooms.live(room)
    assert live.room.question.labels == ("yes", "no", "so-so") and live.open and not live.revealed
    assert json.loads(phone.told(room.code))["question"] == "Well?"
    assert [of["number"] for of in wall._data(room, constrained=False)["rounds"]] == [live.number]
    to_the_next_poll(app, lecture=code, at="0", ask="Hours?", kind="number", low="0", high="12", unit="hours")
    assert len(own_store.rounds(room)) == 2 and own_store.messages(own_store.rounds(room)[0])
    told = json.loads(phone.told(room.code))
    assert told["question"] == "Hours?" and not told["open"] and told["result"], "phones go back with the wall"
    to_the_next_poll(app, lecture=code, at="2", ask="Well?", kind="categories", labels="yes,no,so-so")
    told = json.loads(phone.told(room.code))
    assert told["question"] == "Well?" and told["open"], "and on with it: what was not shown takes answers again"
    app.button(key="classroom-close").click().run()
    assert not rooms.live(room).open, "a round that the lecturer closes at its own stop stays closed"
    to_the_next_poll(app, lecture=code, at="2", ask="Well?", kind="categories", labels="yes,no,so-so")
    assert not rooms.live(room).open and len(own_store.rounds(room)) == 2
    exported = read_csv(to_csv([(of, own_store.messages(of)) for of in own_store.rounds(room)]))
    assert exported[0][0].room.question.text == "Hours?"


def test_a_lessons_prediction_is_answered_on_the_phones_of_the_lecture(
    own_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked when the stop opens, shown and told with its median at the reveal; a reload keeps the room."""
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    poll = {"ask": "Hours?", "kind": "number", "low": "0", "high": "12", "unit": "hours"}
    text = f"# Friday\nSleep | classroom?{urlencode(poll)}\nBits | {texts.lessons()['bits'].address(1)}\n"
    link = {"lecture": lecture.packed(text)}
    app = visit(**link, at="0", **poll)
    room = own_store.room(app.query_params["room"], own_store.now())
    app.button(key="lesson-reveal-step-next").click().run()
    app.button(key="lesson-step-next").click().run()
    asked = rooms.live(room)
    assert asked.room.question.kind == "prediction" and asked.room.question.scale == "log" and asked.open
    assert json.loads(phone.told(room.code))["question"].startswith("How many bits")
    assert app.query_params["room"] == room.code and room.code in "".join(one.value for one in app.markdown)
    for number, word in enumerate(("4", "16", "16")):
        own_store.put(asked, f"{number:032x}", word)
    carried = {name: app.query_params[name] for name in app.query_params}
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.session_state["_entry_passed"] = True
    app.switch_page("pages/overview.py")
    for name, value in carried.items():
        app.query_params[name] = value
    app.run()
    app.button(key="lesson-reveal-step-next").click().run()
    shown = " ".join(one.value for one in app.markdown)
    assert not app.exception and "The class of 3 said 16\u00a0bits (median)" in shown
    told = json.loads(phone.told(room.code))
    assert "The class of 3 predicts 16\u00a0bits (median). Computed: 2.72" in told["result"] and not told["open"]
    assert len(own_store.rounds(room)) == 2
    app.button(key="lesson-reopen").click().run()
    assert not app.exception and app.query_params.get("guess") is None and rooms.live(room).open
    assert not json.loads(phone.told(room.code))["result"] and len(own_store.messages(rooms.live(room))) == 3


def test_a_question_says_what_protects_it_and_whose_epsilon(own_store: Store) -> None:
    """Before anything is sent; a prediction in a room that a private question opened is not called private."""
    hours = Question(kind="number", text="Hours?", low=4.0, high=10.0, unit="hours")
    room, _ = doors.open_room(hours, Settings(scheme="dyadic", epsilon=3.0), "http://lab/classroom?room=")
    asked = json.loads(phone.told(room.code))
    assert "ε = 3 for readers of one noisy answer, at most ε = 6 for the server." in asked["about"] and asked["plan"]
    doors.ask(room, Question(kind="yes_no", text="Lost?"), Settings(scheme="plain_response", epsilon=2.0))
    assert "ε = 2, whoever looks." in json.loads(phone.told(room.code))["about"]
    doors.ask(room, Question(kind="prediction", text="Bits?", low=1.0, high=64.0), None)
    asked = json.loads(phone.told(room.code))
    assert asked["plan"] is None and "not private" in asked["about"]
    assert "never sees it" in phone.honest_words(True) and "never" not in phone.honest_words(False)


def test_a_lecture_ends_on_its_phones_and_with_its_room(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end phones are told what to take home and the sheets; one confirmation deletes the room, they stay."""
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    poll = {"ask": "Hours?", "kind": "number", "low": "0", "high": "12", "unit": "hours"}
    app = visit(lecture="class", at="0", **poll)
    room = own_store.room(app.query_params["room"], own_store.now())
    own_store.put(rooms.live(room), "a" * 32, "1")
    carried = {"lecture": "class", "end": "1", "room": room.code, "key": app.query_params["key"]}
    app.switch_page("pages/my_lecture.py")
    app.query_params.clear()
    for name, value in carried.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error
    told = json.loads(phone.told(room.code))
    assert told["farewell"]["sentences"] == list(texts.take_home()) and not told["open"]
    assert "worksheet?lesson=bits&own=1" in told["farewell"]["links"].values()
    assert any("in the room: 1." in one.value for one in app.markdown)
    app.button(key="classroom-delete").click().run()
    app.button(key="classroom-delete-sure").click().run()
    assert not app.exception and not any(button.key == "classroom-delete" for button in app.button)
    assert any("is deleted" in one.value for one in app.markdown)
    ended = json.loads(phone.told(room.code))
    assert ended["ended"] and ended["farewell"] == told["farewell"] and not own_store.rounds(room)
    again = visit(room=room.code)  # a phone that is opened again
    assert not again.warning and not again.exception


def test_the_class_hears_its_result_when_it_is_revealed(own_store: Store) -> None:
    secret_until = Question(kind="prediction", text="Bits?", low=0.0, high=30.0, unit="bits")
    room, _ = doors.open_room(secret_until, None, "http://lab/classroom?room=")
    for number, word in enumerate(("4", "6", "20")):
        own_store.put(rooms.live(room), f"{number:032x}", word)
    assert json.loads(phone.told(room.code))["result"] == ""
    own_store.set_truth(rooms.live(room), (19.2,))
    own_store.set_revealed(rooms.live(room), True)
    result = json.loads(phone.told(room.code))["result"].replace("\u00a0", " ")
    assert result == "The class of 3 predicts 6 bits (median). Measured: 19.2 bits."


def test_each_answer_of_several_has_a_line_on_the_phone(own_store: Store) -> None:
    """A share each, and of a prediction the one that is right, from the reveal on."""
    choice = Question(kind="prediction", text="Which?", labels=("less", "the same", "more"), known="measured")
    room, _ = doors.open_room(choice, None, "http://lab/classroom?room=")
    for number, word in enumerate(("0", "2", "2", "2")):
        own_store.put(rooms.live(room), f"{number:032x}", word)
    assert json.loads(phone.told(room.code))["lines"] == []
    own_store.set_truth(rooms.live(room), (2.0,))
    own_store.set_revealed(rooms.live(room), True)
    told = json.loads(phone.told(room.code))
    assert told["result"] == "The class of 4 predicts:"
    assert [(line["name"], line["share"], line["right"]) for line in told["lines"]] == [
        ("less", 0.25, False), ("the same", 0.0, False), ("more", 0.75, True)
    ]  # fmt: skip
    doors.ask(room, Question(kind="yes_no", text="Well?"), Settings(scheme="plain_response", epsilon=4.0))
    live = rooms.live(room)
    for device, word in rehearse(live.room.question, live.settings, 60, live.seed, 3)[1]:
        own_store.put(live, device, word)
    own_store.set_revealed(live, True)
    told = json.loads(phone.told(room.code))
    assert told["result"].replace("\u00a0", " ") == "The class of 60, with 95 % intervals:" and len(told["lines"]) == 2
    assert all(line["share"] is not None and not line["right"] for line in told["lines"])


def test_results_are_read_without_a_program(own_store: Store) -> None:
    """Every round in sentences, one without an answer and a prediction among them."""
    room, _ = a_room()
    first = rooms.live(room)
    for device, word in rehearse(room.question, first.settings, 40, first.seed, 3)[1]:
        own_store.put(first, device, word)
    doors.ask(room, Question(kind="prediction", text="How many bits?", low=1.0, high=64.0, unit="bits"), None)
    own_store.put(rooms.live(room), f"{1:032x}", "8")
    doors.ask(room, Question(kind="yes_no", text="Again?"), first.settings)
    yes, bits, again = class_results.read(own_store.rounds(room)).split("\n\n")
    assert yes.startswith("Well?\nRound 1, ε = ") and "The class of 40: " in yes
    assert bits == f"How many bits?\nRound 1, a prediction. The class of 1 predicts {with_unit('8', 'bits')} (median)."
    assert "Nobody has answered." in again
