"""The printed sheet of a lesson: every student has a seed of their own, and the lab recomputes the key."""

from __future__ import annotations

import math
from dataclasses import replace
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.ui import state as states
from pages.ui.lessons.texts import Lesson, Task
from pages.ui.navigation import path_of
from ppr_core.experiments.contract import Parameters, Quantity, Story
from ppr_core.sweeps import experiment_named

__all__ = ["FIRST_SEED", "MOST_SEED", "address", "answers", "key", "parameters", "site"]

MOST_SEED = 999_999
FIRST_SEED = 5  # of a sheet at first: its answers differ from each other


def parameters(task: Task, seed: int) -> Parameters:
    """What the link of a task opens for a seed. ``ValueError`` where the page refuses it."""
    state, _ = states.read_link(experiment_named(task.page), task.link(seed))
    if state.problems:
        raise ValueError(" ".join(state.problems))
    return state.parameters


def address(task: Task, seed: int) -> str:
    """The link of a task for a seed, as it is printed."""
    return f"{site()}/{path_of(task.page)}?{urlencode(task.link(seed))}"


def key(lesson: Lesson, seed: int) -> tuple[Quantity, ...]:
    """The answers to a lesson's sheet for a seed: each task is run as its page runs it, equal settings once."""
    return tuple(answer for answer, _ in answers(lesson, seed))


def answers(lesson: Lesson, seed: int) -> tuple[tuple[Quantity, Quantity | None], ...]:
    """For each task of a sheet its answer, and the same as the page computes it, None where it does not."""
    stories: dict[tuple[str, Parameters], Story] = {}

    def shown(task: Task, name: str) -> Quantity:
        run = task.page, parameters(task, seed)
        if run not in stories:
            experiment = experiment_named(task.page)
            stories[run] = experiment.tell(experiment.run(run[1]))
        return next(quantity for quantity in stories[run].quantities if quantity.key == name)

    def found(task: Task, name: str) -> Quantity:
        return _less(shown(task, name), shown(task.subtracted, name)) if task.less else shown(task, name)

    return tuple(
        (found(task, task.quantity), found(task, task.computed) if task.computed else None) for task in lesson.sheet
    )


def _less(one: Quantity, other: Quantity) -> Quantity:
    """The difference of two numbers that were measured independently, or computed."""
    error = None if one.error is None or other.error is None else math.hypot(one.error, other.error)
    return replace(one, value=one.value - other.value, error=error)


def site() -> str:
    """The address of the lab without the page, for printed links."""
    address = urlsplit(st.context.url or "")
    return address._replace(path=address.path.rpartition("/")[0], query="", fragment="").geturl()
