"""Which result is on screen: the one asked for, what is known of it so far, or the last one there was."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.ui import changes, memo
from pages.ui import state as states
from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import Outcome
from pages.ui.state import PageState
from ppr_core.experiments.contract import Experiment, Parameters, Story

__all__ = ["Shown", "any_yet", "choose"]

TOGETHER_SECONDS = 3.0  # moves of one setting that follow each other so soon are one move


@dataclass(frozen=True)
class Shown:
    """The result on screen, the parameters it belongs to and what it says.

    stale: other parameters were asked for; changed: the sentence on what changed with this result, or "".
    """

    parameters: Parameters
    result: Any
    story: Story
    stale: bool = False
    changed: str = ""


@dataclass
class _Memory:
    """Of one page and session: the parameters of the last complete result, the lesson's stop where it was shown, what
    changed with it, the parameters before that move, and when it was shown; asked, together: what is asked for, and
    whether it was so soon after that."""

    parameters: Parameters | None = None
    changed: str = ""
    stop: tuple[str, str] = ("", "")
    before: Parameters | None = None
    moment: float = 0.0
    asked: Parameters | None = None
    together: bool = False


def any_yet(experiment: Experiment) -> bool:
    """Whether this session has seen a complete result of the page: before, its picture's place is blank."""
    memory = st.session_state.get(f"shown-{experiment.name}")
    return memory is not None and memory.parameters is not None


def choose(experiment: Experiment, state: PageState, outcome: Outcome, step: str = "", tiles: int = 4) -> Shown | None:
    """The best there is to show, or None before the first result.

    A change of the field ``step`` is not news, nor is one of a number that is neither in the headline nor a tile.
    """
    memory = st.session_state.setdefault(f"shown-{experiment.name}", _Memory())
    if memory.asked != state.parameters:  # now, not when its run has ended: a run may take long
        memory.asked, memory.together = state.parameters, time.monotonic() - memory.moment <= TOGETHER_SECONDS
    if outcome.state == "done":
        if memory.parameters != state.parameters:
            along = states.along()
            stop, before = (along.get("lesson", ""), along.get("stop", "")), memory.stop
            old = _beginning(memory, state.parameters) if stop == before or _follows(stop, before) else None
            memory.changed = _news(experiment, old, state.parameters, outcome.result, step, tiles)
            memory.before, memory.parameters, memory.stop = old, state.parameters, stop
            memory.moment = time.monotonic()
        return Shown(
            state.parameters,
            outcome.result,
            memo.story(experiment, outcome.result),
            stale=bool(state.conflict),
            changed=memory.changed,
        )
    if outcome.partial is not None:
        return Shown(state.parameters, outcome.partial, memo.story(experiment, outcome.partial))
    last = jobs.cached(experiment, memory.parameters) if memory.parameters is not None else None
    return None if last is None else Shown(memory.parameters, last, memo.story(experiment, last), stale=True)


def _beginning(memory: _Memory, new: Parameters) -> Parameters | None:
    """What a change is compared with: the result before it, or before the first of several moves of one setting."""
    old, before = memory.parameters, memory.before
    if old is None or before is None or not memory.together:
        return old
    one_setting = len(_moved(before, old)) == 1 and _moved(before, old) == _moved(old, new)
    return before if one_setting else old


def _moved(old: Parameters, new: Parameters) -> frozenset[str]:
    """The settings in which two parameters differ."""
    before = old.values()
    return frozenset(name for name, value in new.values().items() if before[name] != value)


def _follows(stop: tuple[str, str], before: tuple[str, str]) -> bool:
    """Whether one stop is the next of the other: its words may compare with that one, and with none else."""
    (lesson, number), (other, last) = stop, before
    return bool(lesson) and lesson == other and number.isdigit() and last.isdigit() and int(number) == int(last) + 1


def _news(experiment: Experiment, old: Parameters | None, new: Parameters, result: Any, step: str, tiles: int) -> str:
    if old is None or (step and old.replace(**{step: getattr(new, step)}) == new):
        return ""
    quiet = bool(states.along())
    if len(_moved(old, new)) > 1 and quiet:  # the stop of a lesson before was another task
        return ""
    old_result = jobs.cached(experiment, old)
    if old_result is None:
        return ""
    return changes.sentence(experiment, old, old_result, new, result, step, quiet, tiles)
