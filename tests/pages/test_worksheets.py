"""Worksheets: every key answers its question, found by a second route; what is printed, and what a phone checks."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest

from pages.ui.lessons import paper, sheets, texts
from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness
from ppr_core.sweeps import experiment_named
from tests.pages.test_lessons import everything, visit

LESSONS = texts.lessons()
SEEDS = (1, 4, 77)


def program(task: texts.Task, seed: int) -> dict[str, Any]:
    """The names of the page's own program, which uses `ppr_core` alone, when it has run."""
    names: dict[str, Any] = {"__name__": "snippet"}
    with redirect_stdout(io.StringIO()) as printed:
        exec(experiment_named(task.page).snippet(sheets.parameters(task, seed)), names)
    return names | {"printed": float(printed.getvalue().split()[0])}


def overview(epsilon: float, samples: int, seed: int) -> float:
    """Mean bits of messages, from the compressor."""
    ppr = PoissonPrivateRepresentation(LaplaceChannel(dimension=1, epsilon=epsilon / 2, norm_bound=1.0), alpha=2.0)
    sent = ppr.encode(np.full(samples, 0.6), SharedRandomness(seed), np.random.default_rng(seed))
    return float(sent.lengths("elias_delta").mean())


def outputs(compressor: Any, place: int, seed: int) -> tuple[np.ndarray, Any]:
    """2000 decoded outputs at ε = 6, and the messages."""
    shared = SharedRandomness(seed)
    messages = compressor.encode(np.full((2000, 1), 0.6), shared, np.random.default_rng([seed, place]))
    return compressor.decode(messages, shared)[:, 0], messages


def spread(compressor: Any, place: int, seed: int) -> float:
    """Variance of the outputs over that of Laplace noise of rate 3, 2/9."""
    return float(outputs(compressor, place, seed)[0].var(ddof=1) / (2 / 9))


EXACTNESS = LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=1.0)
PPR, MRC = PoissonPrivateRepresentation(EXACTNESS, 2.0), MinimalRandomCoding(EXACTNESS, candidates=8)


def sent_index(task: texts.Task, seed: int) -> float:
    return float(program(task, seed)["sent"].indices[0])


def sent_bits(task: texts.Task, seed: int) -> float:
    """Elias gamma's word for K has 2⌊log2 K⌋ + 1 bits."""
    return 2 * (int(sent_index(task, seed)).bit_length() - 1) + 1


def looked(task: texts.Task, seed: int) -> float:
    return float(program(task, seed)["sent"].candidates[0])


def votes(task: texts.Task, seed: int) -> np.ndarray:
    names = program(task, seed)
    return 100 * (names["found"].estimates - names["counts"]) / 1000


#: A question of a sheet -> its answer from the words of the question.
ROUTES: dict[str, Callable[[texts.Task, int], float]] = {
    "What is the average message at ε = 0.5, in bits?": lambda task, seed: overview(0.5, 2000, seed),
    "The same at ε = 8: how many bits more than at ε = 0.5?": (
        lambda task, seed: overview(8, 2000, seed) - overview(0.5, 2000, seed)
    ),
    "How much of a 32-bit float is saved, in per cent?": lambda task, seed: 100 * (1 - overview(8, 2000, seed) / 32),
    "Which index K is sent?": sent_index,
    "How many bits does its message take?": sent_bits,
    "At how many candidates did the sender look?": looked,
    "PPR: variance of the outputs over that of the mechanism?": lambda task, seed: spread(PPR, 0, seed),
    "MRC with 8 candidates: variance of the outputs over that of the mechanism?": lambda task, seed: spread(
        MRC, 1, seed
    ),
    "How many bits does PPR's message take on average?": (
        lambda task, seed: outputs(PPR, 0, seed)[1].lengths("elias_delta").mean()
    ),
    "At α = 2: how many bits does the message take?": sent_bits,
    "At α = ∞, same list: how many bits?": sent_bits,
    "At α = 1.3, same list: which index K is sent?": sent_index,
    "A vector of 2 numbers by one index: at how many candidates did the sender look?": looked,
    "A vector of 8 numbers: at how many?": looked,
    "Votes of 1000 users over 32 categories: the error of a frequency, in per cent?": (
        lambda task, seed: float(np.sqrt((votes(task, seed) ** 2).mean()))
    ),
    "The largest error of a frequency, in per cent?": lambda task, seed: float(np.abs(votes(task, seed)).max()),
    "A single number at ε = 2 on the page Overview: the average message, in bits?": (
        lambda task, seed: overview(2, 1000, seed)
    ),
}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_key_answers_its_question(lesson: texts.Lesson) -> None:
    for seed in SEEDS:
        for task, answer in zip(lesson.sheet, sheets.key(lesson, seed), strict=True):
            second = ROUTES[task.ask](task, seed)
            assert second == pytest.approx(answer.value, rel=2e-3), (task.ask, seed)
            assert paper.right(float(f"{second:.3g}"), answer.value) and not paper.right(1.05 * second, answer.value)


def test_a_sheet_asks_in_words_and_its_key_answers() -> None:
    lesson = LESSONS["bits"]
    app = visit("worksheet", {"lesson": "bits", "seed": "4"})
    shown = everything(app)
    assert all(question.ask in shown for question in (lesson.predict, lesson.explain, lesson.decide))
    assert lesson.predict.model not in shown and lesson.decide.model not in shown
    pages = {sheets.address(task, 4) for task in lesson.sheet}  # two tasks on one page have one picture
    assert shown.count('class=\\"qr\\"') == len(pages) + 1 and not app.code
    app.number_input(key="worksheet-students").set_value(30).run()
    assert "| 33 |" in everything(app) and "Answer 3" in everything(app)
    notes = visit("lecturer_notes", {})
    notes.button(key="notes-recompute").click().run()
    shown = everything(notes)
    assert all(question.model in shown for question in (lesson.predict, lesson.explain, lesson.decide))


def test_answers_are_checked_on_a_phone() -> None:
    app = visit("worksheet", {"lesson": "bits", "seed": "1", "check": "1"})
    first, second, third = (answer.value for answer in sheets.key(LESSONS["bits"], 1))
    app.number_input(key="worksheet-bits-1-1").set_value(round(first, 2))
    app.number_input(key="worksheet-bits-1-2").set_value(round(first + second, 2)).run()
    app.button(key="worksheet-checked").click().run()
    told = "\n".join(part.value for part in app.markdown)
    assert "1. Right" in told and "2. Not" in told and f"{third:.3g}" not in told
