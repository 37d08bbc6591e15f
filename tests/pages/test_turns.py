"""Turns of pages: one at a time, given up while a run is waited for."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pages.ui.jobs import session
from pages.ui.jobs.outcomes import BUDGET, Outcome
from pages.ui.jobs.pool import Jobs
from tests.pages.toy import EXPERIMENT, ToyParameters

LONG = 120.0


class Held(Jobs):
    """Runs are what the test says they are."""

    ended, watching = False, 0

    def wait(self, experiment: object, parameters: object, seconds: float) -> bool:
        time.sleep(max(0.0, min(seconds, 0.01)))
        return self.ended

    def outcome(self, *given: object, **known: object) -> Outcome:
        return Outcome("done" if self.ended else "queued", place=3)

    @property
    def watchers(self) -> int:
        return self.watching


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held(replace(BUDGET, workers=1))
    monkeypatch.setattr(session, "_jobs", lambda: made)
    yield made
    made.close()


def free() -> int:
    return session.GATE._value


def test_turn_within_a_turn_is_the_same() -> None:
    before = free()
    with session.Turn() as turn:
        with session.Turn() as inner:
            assert inner is turn and free() == before - 1
        assert free() == before - 1
    assert free() == before
    with session.Turn() as later:
        assert later is not turn
    with pytest.raises(KeyError), session.Turn(), session.Turn():
        raise KeyError
    assert free() == before


def test_other_threads_wait_for_their_turn_and_count_as_a_crowd() -> None:
    entered = threading.Event()

    def visitor() -> None:
        with session.Turn():
            entered.set()

    turns = [session.Turn() for _ in range(session.GATE._initial_value)]
    for turn in turns:
        turn._take()
    waiting = threading.Thread(target=visitor)
    waiting.start()
    deadline = time.monotonic() + LONG
    while not session._AT_THE_GATE and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(session._AT_THE_GATE) == 1 and not entered.is_set()
    for turn in turns:
        turn._leave()
    waiting.join(LONG)
    assert entered.is_set() and not session._AT_THE_GATE and free() == session.GATE._initial_value


@pytest.mark.parametrize("ends", [True, False])
def test_wait_lets_others_go_ahead_and_says_how_far_it_is(
    jobs: Held, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, told = free(), []
    monkeypatch.setattr(session, "outcome", lambda *given: jobs.outcome())

    def tell(outcome: Outcome) -> None:
        told.append((outcome.state, free()))
        jobs.ended = ends

    with session.Turn() as turn:
        found = turn.wait(EXPERIMENT, ToyParameters(), LONG if ends else 0.1, tell)
        assert free() == before - 1
    assert found.state == ("done" if ends else "queued") and free() == before
    assert told and set(told) == {("queued", before)} and (not ends or len(told) == 1)


def test_visitor_who_moves_on_leaves_no_turn_behind(jobs: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit ends a script with an exception, from a look at the session."""
    before = free()
    monkeypatch.setattr(session, "outcome", lambda *given: jobs.outcome())

    def gone(outcome: Outcome) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), session.Turn() as turn:
        turn.wait(EXPERIMENT, ToyParameters(), LONG, gone)
    assert free() == before


@pytest.mark.parametrize(("watching", "seconds"), [(0, 0.5), (50, 0.5), (200, 2.0)])
def test_looks_are_rarer_in_a_crowd(jobs: Held, watching: int, seconds: float) -> None:
    jobs.watching = watching
    assert session.look_seconds() == seconds
