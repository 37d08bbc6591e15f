"""Worksheets: every key answers its question, found by a second route; what is printed, and what a phone checks."""

from __future__ import annotations

import html
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pages.ui.lessons import paper, sheets, texts
from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel
from ppr_core.compressors import Messages, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.estimation.frequency import apportioned_counts, collect, frequency_scheme, zipf_frequencies
from ppr_core.randomness import SharedRandomness
from tests.pages.test_lessons import everything, visit

LESSONS = texts.lessons()
SEEDS = (1, 4, 77)


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

#: ε = 2 for any two values in [-1, 1], and a list that is half as private.
LIST = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_epsilon=1.0)


def message(seed: int, alpha: float = 2.0, channel: Channel = LIST) -> Messages:
    """One message for x = 0.6, in as many coordinates as the channel has; the sender's own seed is 17."""
    x = np.zeros((1, channel.dimension))
    x[0, 0] = 0.6
    return PoissonPrivateRepresentation(channel, alpha, shell=4.0).encode(
        x, SharedRandomness(seed), np.random.default_rng(17)
    )


def vector(dimension: int) -> GaussianChannel:
    """(10, 10⁻⁵)-private noise of vectors of norm at most 1, with the proposal that needs the fewest candidates."""
    noise = gaussian_noise_std(2.0, epsilon=10.0, delta=1e-5)
    plain = GaussianChannel(dimension=dimension, noise_std=noise, norm_bound=1.0)
    return GaussianChannel(
        dimension=dimension, noise_std=noise, norm_bound=1.0, proposal_width=plain.smallest_bound_width()
    )


def delta(sent: Messages) -> float:
    """Elias delta's word for K has ⌊log2 K⌋ + 2⌊log2(⌊log2 K⌋ + 1)⌋ + 1 bits."""
    digits = int(sent.indices[0]).bit_length()
    return digits + 2 * (digits.bit_length() - 1)


def votes(seed: int) -> np.ndarray:
    """Errors of 32 frequencies that follow Zipf's law, in per cent of 1000 users."""
    counts = apportioned_counts(zipf_frequencies(32, 1.0), 1000)
    oracle = frequency_scheme("pi_rappor", size=32, epsilon=2.0, notion="replacement")
    voters = np.repeat(np.arange(32), counts)
    found = collect(oracle, voters, SharedRandomness(seed), np.random.default_rng(seed))
    return 100 * (found.estimates - counts) / 1000


#: A question of a sheet, with its lesson where two ask the same -> its answer from the words of the question.
ROUTES: dict[str, Callable[[int], float]] = {
    "What is the measured average message at ε = 0.5, in bits?": lambda seed: overview(0.5, 2000, seed),
    "The same at ε = 8: how many bits more than at ε = 0.5?": (
        lambda seed: overview(8, 2000, seed) - overview(0.5, 2000, seed)
    ),
    "One message at ε = 2 and α = 1.3: how many bits does it take?": lambda seed: delta(message(seed, 1.3)),
    "Which index K is sent?": lambda seed: message(seed).indices[0],
    "How many bits does its message take?": lambda seed: delta(message(seed)),
    "At how many candidates did the sender look?": lambda seed: message(seed).candidates[0],
    "PPR: the variance of the outputs, divided by the mechanism’s?": lambda seed: spread(PPR, 0, seed),
    "MRC with 8 candidates: the variance of the outputs, divided by the mechanism’s?": (
        lambda seed: spread(MRC, 1, seed)
    ),
    "How many bits does PPR's message take on average?": (
        lambda seed: outputs(PPR, 0, seed)[1].lengths("elias_delta").mean()
    ),
    "At α = 2: how many bits does the message take?": lambda seed: delta(message(seed)),
    "At α = ∞, same list: how many bits?": lambda seed: delta(message(seed, np.inf)),
    "At α = 1.3, same list: how many bits?": lambda seed: delta(message(seed, 1.3)),
    "A vector of 2 numbers by one index: at how many candidates did the sender look?": lambda seed: message(
        seed, 2.0, vector(2)
    ).candidates[0],
    "A vector of 8 numbers: at how many?": lambda seed: message(seed, 2.0, vector(8)).candidates[0],
    "chunks: How many bits does its message take?": lambda seed: delta(message(seed, 2.0, vector(8))),
    "Votes of 1000 users over 32 categories: the error of a frequency, in per cent?": (
        lambda seed: float(np.sqrt((votes(seed) ** 2).mean()))
    ),
    "The largest error of a frequency, in per cent?": lambda seed: float(np.abs(votes(seed)).max()),
    "A single number at ε = 2: how many bits does a message take on average, measured?": (
        lambda seed: overview(2, 1000, seed)
    ),
}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_key_answers_its_question(lesson: texts.Lesson) -> None:
    for seed in SEEDS:
        for task, answer in zip(lesson.sheet, sheets.key(lesson, seed), strict=True):
            route = ROUTES.get(f"{lesson.name}: {task.ask}") or ROUTES[task.ask]
            second = float(route(seed))
            assert second == pytest.approx(answer.value, rel=2e-3), (task.ask, seed)
            assert paper.right(float(f"{second:.3g}"), answer.value) and not paper.right(1.05 * second, answer.value)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_neighbour_has_other_answers(lesson: texts.Lesson) -> None:
    """Every question depends on the seed, and who sits beside has not the same answers to all three."""
    keys = [[answer.value for answer in sheets.key(lesson, seed)] for seed in range(1, 6)]
    for answers in zip(*keys, strict=True):
        assert not all(paper.right(answers[0], other) for other in answers[1:])
    for one, other in itertools.pairwise(keys):
        assert not all(map(paper.right, one, other)), (one, other)


def test_a_sheet_asks_in_words_and_its_key_answers() -> None:
    lesson = LESSONS["bits"]
    app = visit("worksheet", {"lesson": "bits", "seed": "4"})
    shown = everything(app).replace("&nbsp;", " ")
    assert all(question.ask in shown for question in (lesson.predict, lesson.explain, lesson.decide))
    assert lesson.predict.model not in shown and lesson.decide.model not in shown
    pages = {sheets.address(task, 4) for task in lesson.sheet}  # two tasks on one page have one picture
    assert shown.count('class=\\"qr\\"') == len(pages) + 1
    assert app.query_params.get("students") is None
    app.number_input(key="worksheet-students").set_value(30).run()
    [bundle] = [part.value for part in app.get("html") if 'class="sheet"' in part.value]
    assert bundle.count("<article") == 30
    assert all(html.escape(sheets.address(lesson.sheet[0], seed)) in bundle for seed in range(4, 34))
    app.button_group(key="worksheet-paper").set_value("One sheet for all").run()
    assert app.query_params["students"] == "30" and app.query_params["shared"] == "1"
    again = visit("worksheet", {"lesson": "bits", "seed": "4", "students": "30", "shared": "1"})
    [one] = [part.value for part in again.get("html") if 'class="sheet"' in part.value]
    assert one.count("<article") == 1 and "<th>33</th>" in one and "Answer 3" in one
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
