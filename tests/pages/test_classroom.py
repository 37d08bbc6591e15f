"""The classroom's page without a browser: addresses, forms, and limits on tries."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.drawings.classroom import address, rehearsals, rooms, wall
from pages.ui import share
from ppr_core.classroom import KINDS, Attempts, Closed, Question, Settings, Store, rehearse

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Rooms of this test alone."""
    store = Store(tmp_path / "rooms.sqlite")
    monkeypatch.setattr(rooms, "store", lambda: store)
    monkeypatch.setattr(rooms, "_ATTEMPTS", Attempts())
    return store


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


def test_a_room_is_closed_reopened_cleared_and_deleted(own_store: Store) -> None:
    app = visit()
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
    assert not app.exception and not app.error and not app.query_params
    with pytest.raises(Closed):
        own_store.room(room.code, 0.0)


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


def test_guessing_ends_and_who_is_inside_stays(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_ATTEMPTS", Attempts(most_together=2))
    app = visit()
    app.button(key="classroom-open").click().run()
    code = app.query_params["room"]
    for _ in range(2):
        assert any("no room" in warning.value for warning in visit(room="ZZZZZZ").warning)
    assert any("Too many" in warning.value for warning in visit(room=code).warning)
    app.run()
    assert app.button(key="classroom-close")


def test_a_rehearsal_arrives_and_makes_room_for_the_class(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    settings = Settings(scheme="pi_rappor")
    room, _ = rooms.open_room(Question(kind="yes_no", text="Well?"), settings, "http://lab/classroom?room=")

    def on_the_wall() -> tuple[int, str, int]:
        data = wall._data(room, constrained=False)
        return data["count"], data["answers"], len(data["rounds"])

    assert on_the_wall() == (0, "answers", 1)
    rehearsals.begin(room, settings, 50)
    seen = []
    for _ in range(8):
        rehearsals.arrive()
        seen.append(on_the_wall()[0])
    assert seen == [9, 18, 27, 36, 45, 50, 50, 50]
    assert on_the_wall() == (50, "simulated answers", 1)
    [(_, word)] = rehearse(room.question, settings, 1, rooms.live(room).seed, 5)[1]
    own_store.put(rooms.live(room), "a" * 32, word)
    assert on_the_wall() == (1, "answer", 2)
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
    picture = share.qr("http://192.168.1.20:8501/classroom?room=ABC234")
    assert picture == "" or picture.startswith("data:image/svg+xml")


def test_the_wall_says_why_a_small_answer_grows(own_store: Store) -> None:
    def told(words: tuple[str, ...]) -> str:
        messages = [SimpleNamespace(word=word) for word in words]
        question = Question(kind="yes_no", text="?") if "yes_no" in KINDS else Question(kind=KINDS[0], text="?")
        room = SimpleNamespace(question=question)
        return wall._bits(SimpleNamespace(settings=object(), room=room), messages)

    assert told(("010", "1")).endswith("compression pays for large ones")
    assert told(("1", "0")) == "2\u00a0bits received; raw answers: 2\u00a0bits"
