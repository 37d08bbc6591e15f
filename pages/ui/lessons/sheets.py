"""The printed sheet of a lesson: every student has a seed of their own, and the lab recomputes the key."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from pages.ui import state as states
from pages.ui.lessons.texts import Lesson, Task
from ppr_core.experiments.contract import Parameters, Quantity
from ppr_core.sweeps import experiment_named

__all__ = ["MOST_SEED", "answer", "key", "parameters", "site"]

MOST_SEED = 999_999


def parameters(task: Task, seed: int) -> Parameters:
    """What the link of a task opens for a seed. ``ValueError`` where the page refuses it."""
    state, _ = states.read_link(experiment_named(task.page), task.link(seed))
    if state.problems:
        raise ValueError(" ".join(state.problems))
    return state.parameters


def key(lesson: Lesson, seed: int) -> tuple[Quantity, ...]:
    """The answers to a lesson's sheet for a seed: each task is run, as its page runs it."""
    return tuple(answer(task, seed) for task in lesson.sheet)


def answer(task: Task, seed: int) -> Quantity:
    """The number that a task asks for."""
    experiment = experiment_named(task.page)
    story = experiment.tell(experiment.run(parameters(task, seed)))
    return next(quantity for quantity in story.quantities if quantity.key == task.quantity)


def site() -> str:
    """The address of the lab without the page, for printed links."""
    address = urlsplit(st.context.url or "")
    return address._replace(path=address.path.rpartition("/")[0], query="", fragment="").geturl()
