"""The store: nothing lost, nothing counted twice, nothing taken that should not be; and the way out and back."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ppr_core.classroom import (
    Closed,
    Limit,
    Question,
    Room,
    Settings,
    Store,
    decoded,
    encoded,
    estimate,
    predicted,
    read_csv,
    rehearse,
    survey,
    to_csv,
)
from ppr_core.classroom import store as rules
from ppr_core.classroom.clock import since_start

SECRET = "s" * 32
DEVICE = "0123456789abcdef" * 2
YES_NO = Question(kind="yes_no", text="?")
PLAIN = Settings(scheme="randomized_response")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "private" / "rooms.sqlite")


def a_room(store: Store, question: Question = YES_NO, code: str = "ABCDEF", now: float = 0.0) -> Room:
    return store.open_room(question, code=code, secret=SECRET, join_url="http://lab/", now=now, lifetime=100.0)


def test_the_file_is_private(store: Store) -> None:
    assert store.path.stat().st_mode & 0o077 == 0 and store.path.parent.stat().st_mode & 0o077 == 0


def test_a_message_counts_once_for_each_device(store: Store) -> None:
    of = store.start_round(a_room(store), PLAIN, seed=1)
    assert store.put(of, DEVICE, "1") and not store.put(of, DEVICE, "010") and store.put(of, DEVICE[::-1], "1")
    assert [message.word for message in store.messages(of)] == ["010", "1"]
    assert [message.table for message in store.messages(of)] == [0x01234567, 0xFEDCBA98]
    assert store.latest(of) == (2, 3)
    text = store.path.read_bytes() + Path(f"{store.path}-wal").read_bytes()
    assert DEVICE.encode() not in text and SECRET.encode() not in text


def test_a_farewell_ends_the_answers_and_outlives_the_room_for_its_phones(store: Store) -> None:
    room = a_room(store)
    of = store.start_round(room, PLAIN, seed=1)
    store.put(of, DEVICE, "1")
    store.bid_farewell(room.code, "goodbye")
    assert store.room(room.code, 0.0).farewell == "goodbye" and not store.rounds(room)[0].open
    store.set_open(of, True)
    assert store.room(room.code, 0.0).farewell == ""  # the class goes on
    store.bid_farewell(room.code, "goodbye")
    store.delete_room(room.code)
    assert store.room(room.code, 0.0).farewell == "goodbye"
    assert store.rounds(room) == [] and store.messages(of) == [] and not store.is_lecturer(room.code, SECRET)
    with pytest.raises(Closed):
        store.start_round(room, PLAIN, seed=2)
    with pytest.raises(Closed):
        store.room(room.code, 101.0)


def test_a_round_is_brought_back_and_takes_messages_until_it_is_shown(store: Store) -> None:
    room = a_room(store)
    first, second = (store.start_round(room, PLAIN, seed=seed) for seed in (1, 2))
    assert [of.front for of in store.rounds(room)] == [False, True]
    store.bring_back(first)
    assert [(of.front, of.open) for of in store.rounds(room)] == [(True, True), (False, False)]
    store.set_revealed(first, True)
    store.bring_back(second)
    store.bid_farewell(room.code, "goodbye")
    store.bring_back(first)
    assert [(of.front, of.open) for of in store.rounds(room)] == [(True, False), (False, False)]
    assert store.room(room.code, 0.0).farewell == ""
    rehearsed = store.start_round(room, PLAIN, seed=3, rehearsal=5, truth=(0.5, 0.5))
    assert not rehearsed.front and [of.front for of in store.rounds(room)] == [True, False, False]


def test_what_is_not_a_message_is_refused(store: Store) -> None:
    of = store.start_round(a_room(store), PLAIN, seed=1)
    for device, word in ((DEVICE, "00"), (DEVICE, "x"), (DEVICE.upper(), "1"), ("", "1"), (DEVICE, "1" * 9999)):
        with pytest.raises(ValueError, match="must be"):
            store.put(of, device, word)
    store.set_open(of, False)
    with pytest.raises(Closed):
        store.put(of, DEVICE, "1")
    store.set_open(of, True)
    assert store.put(of, DEVICE, "1")
    store.clear(of)
    assert store.messages(of) == []


def test_a_new_round_closes_the_last_and_a_rehearsal_does_not(store: Store) -> None:
    room = a_room(store)
    first = store.start_round(room, PLAIN, seed=1)
    rehearsal = store.start_round(room, PLAIN, seed=2, rehearsal=5, truth=(0.4, 0.6))
    assert [one.open for one in store.rounds(room)] == [True, True]
    store.start_round(room, Settings(scheme="pi_rappor", alpha=float("inf")), seed=3)
    found = store.rounds(room)
    assert [one.open for one in found] == [False, True, True]
    assert found[1].truth == (0.4, 0.6) and found[2].settings.alpha == float("inf") and found[2].seed == 3
    with pytest.raises(Closed):
        store.put(first, DEVICE, "1")
    store.set_revealed(rehearsal, True)
    assert [one.revealed for one in store.rounds(room)] == [False, True, False]


def test_rooms_end_and_nothing_stays(store: Store) -> None:
    room = a_room(store)
    store.put(store.start_round(room, PLAIN, seed=1), DEVICE, "1")
    assert store.room("ABCDEF", 99.0) == room
    with pytest.raises(Closed):
        store.room("ABCDEF", 100.0)
    a_room(store, code="GHJKMN", now=100.0)  # opening one deletes what has ended
    with sqlite3.connect(store.path) as connection:
        for table in ("rounds", "messages"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) FROM rooms").fetchone() == (1,)
    store.delete_room("GHJKMN")
    with pytest.raises(Closed):
        store.room("GHJKMN", 100.0)


def test_a_clock_that_is_set_moves_no_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor for another process of the machine's run; a later run goes on from there, if its clock is behind."""

    def at(wall: float, run: str, seconds: float) -> None:
        monkeypatch.setattr(rules, "time", SimpleNamespace(time=lambda: wall))
        monkeypatch.setattr(rules, "since_start", lambda: (run, seconds))

    at(1e9, "first", 50.0)
    assert store.now() == 1e9
    room = a_room(store, now=store.now())
    for wall, later in ((2e9, 49.0), (0.0, 99.0)):
        at(wall, "first", 50.0 + later)
        for process in (store, Store(store.path)):
            assert process.now() == 1e9 + later and process.room("ABCDEF", process.now()) == room
    at(0.0, "first", 150.0)
    with pytest.raises(Closed):
        store.room("ABCDEF", store.now())
    store.look("ABCDEF", store.now())
    at(5.0, "second", 3.0)
    assert store.now() == 1e9 + 100 and Store(store.path).now() == 1e9 + 100
    at(3e9, "third", 3.0)
    assert store.now() == 3e9


def test_the_machine_counts_its_own_seconds() -> None:
    (run, before), (again, after) = since_start(), since_start()
    assert run and run == again and 0 < before <= after < before + 60


def test_only_the_secret_is_the_secret(store: Store) -> None:
    a_room(store)
    assert store.is_lecturer("ABCDEF", SECRET)
    assert not store.is_lecturer("ABCDEF", SECRET[:-1]) and not store.is_lecturer("GHJKMN", SECRET)
    with pytest.raises(ValueError, match="code must be"):
        store.open_room(YES_NO, code="ABC", secret=SECRET, join_url="", now=0.0)


def test_what_is_tried_too_often_waits() -> None:
    tries = Limit(most=3, most_together=5, seconds=60.0)
    for _ in range(3):
        assert not tries.reached("one", 0.0)
        tries.count("one", 0.0)
    assert tries.reached("one", 9.0) and not tries.reached("two", 9.0)
    for other in ("two", "three"):
        tries.count(other, 10.0)
    assert tries.reached("four", 59.0)  # together they have used it up
    assert not tries.reached("one", 60.0) and not tries.reached("four", 60.0)
    for number in range(20_000):
        tries.count(str(number), 1000.0 + number)
    assert len(tries._events) <= 10_000


def test_many_phones_at_once_from_threads(store: Store) -> None:
    of = store.start_round(a_room(store), PLAIN, seed=1)

    def send(worker: int) -> None:
        for number in range(20):
            store.put(of, f"{worker:016x}{number % 10:016x}", "1")  # every device twice

    threads = [threading.Thread(target=send, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.latest(of)[0] == 80


KILLED = """
import os, sys
from ppr_core.classroom import Store
store = Store(sys.argv[1])
[of] = store.rounds(store.room("ABCDEF", 0.0))
for number in range(10**6):
    store.put(of, f"{number:032x}", "1")
    os.write(1, b"x")
"""


def test_a_server_that_is_killed_loses_nothing_and_counts_nothing_twice(store: Store) -> None:
    of = store.start_round(a_room(store), PLAIN, seed=1)
    server = subprocess.Popen([sys.executable, "-c", KILLED, str(store.path)], stdout=subprocess.PIPE)
    told = sum(len(os.read(server.stdout.fileno(), 1)) for _ in range(50))
    server.kill()
    told += len(server.stdout.read())
    server.wait()
    server.stdout.close()
    again = Store(store.path)
    assert told <= again.latest(of)[0] <= told + 1  # the one that was taken but not yet told
    before = again.latest(of)[0]
    for number in range(before):  # phones that were told nothing send again
        again.put(of, f"{number:032x}", "010")
    assert again.latest(of)[0] == before


@pytest.mark.parametrize(
    ("question", "settings"),
    [
        (YES_NO, Settings(scheme="rappor", alpha=1.05)),
        (Question(kind="categories", text='=1+1,"x"\n', labels=("ä", "b,c", '"')), Settings(scheme="pi_rappor")),
        (Question(kind="number", text="?", low=0.1, high=0.7), Settings(scheme="dyadic", nu=4.0, code="elias_delta")),
        (Question(kind="number", text="?", low=0, high=7), Settings(scheme="laplace", alpha=float("inf"))),
        (Question(kind="place", text="?"), Settings(scheme="planar_laplace")),
        (Question(kind="prediction", text="?", low=0, high=9), None),
    ],
)
def test_an_export_decodes_again_to_the_same(store: Store, question: Question, settings: Settings | None) -> None:
    room, seed = a_room(store, question), 2**127 + 5
    truth, messages = rehearse(question, settings, 60, seed, 7)
    of = store.start_round(room, settings, seed=seed, rehearsal=60, truth=truth)
    for device, word in messages:
        store.put(of, device, word)
    received = store.messages(of)
    [(again, words)] = read_csv(to_csv([(of, received)]))
    assert (again.settings, again.seed, again.truth, again.room.question) == (settings, seed, truth, question)
    np.testing.assert_array_equal(decoded(again, words), decoded(of, received))
    if settings is not None:
        one, other = (estimate(survey(which.room.question, which.settings), decoded(which, from_))
                      for which, from_ in ((of, received), (again, words)))  # fmt: skip
        np.testing.assert_array_equal(one.value, other.value)
    with pytest.raises(ValueError, match="columns must be"):
        read_csv("a,b\n1,2\n")


def test_predictions_are_numbers_of_the_range(store: Store) -> None:
    of = store.start_round(a_room(store, Question(kind="prediction", text="?", low=0, high=9)), None, seed=1)
    assert store.put(of, DEVICE, "3.5")
    for right in ("0", "9.0", "1e-7", "-0"):
        assert not store.put(of, DEVICE, right)
    for wrong in ("nan", "9.1", "inf", "x", "1" + "0" * 30, "'", "١", "３", "1_0", " 1", "1\n", "", ".", "0x1"):
        with pytest.raises(ValueError, match="prediction must be a number"):
            store.put(of, DEVICE, wrong)


def test_phones_of_all_servers_are_counted_while_they_listen(store: Store) -> None:
    room = a_room(store)
    store.set_listening(room.code, "one", 20, now=100.0)
    store.set_listening(room.code, "other", 5, now=104.0)
    store.set_listening("ZZZZZZ", "one", 7, now=104.0)  # of a room that is gone
    assert store.listening(room.code, now=105.0) == 25 and store.listening("ZZZZZZ", now=105.0) == 0
    store.set_listening(room.code, "one", 21, now=108.0)
    assert store.listening(room.code, now=112.0) == 26 and store.listening(room.code, now=115.0) == 21


def test_predictions_that_choose_are_options(store: Store) -> None:
    question = Question(kind="prediction", text="Which?", labels=("less", "the same", "more"))
    of = store.start_round(a_room(store, question), None, seed=1)
    for number, word in enumerate(("2", "2", "0")):
        store.put(of, f"{number:032x}", word)
    for wrong in ("3", "-1", "0.5", "less", ""):
        with pytest.raises(ValueError, match="the number of an option"):
            store.put(of, "f" * 32, wrong)
    assert predicted(question, store.messages(of)).shares == (1 / 3, 0, 2 / 3)
    assert predicted(question, []) is None
    with pytest.raises(ValueError, match="above 0 on a logarithmic scale"):
        Question(kind="prediction", text="Bits?", low=0, high=9, scale="log")


def test_simulated_students_answer_like_phones(rng: np.random.Generator) -> None:
    pairs = encoded(YES_NO, PLAIN, 9, np.array([0, 1, 1]), rng)
    assert len({device for device, _ in pairs}) == 3 and all(set(word) <= {"0", "1"} for _, word in pairs)
