"""Worksheets: every key answers its question, found by a second route; what is printed, and what a phone checks."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pages.ui.lessons import labels, paper, sheets, texts
from pages.ui.quantities import format_value
from ppr_core.channels import GaussianChannel, LaplaceChannel
from ppr_core.compressors import DyadicQuantizedLaplace, Messages, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.estimation.frequency import apportioned_counts, collect, frequency_scheme, zipf_frequencies
from ppr_core.experiments.running_time.parameters import RunningTimeParameters
from ppr_core.experiments.running_time.run import TABLES, plan
from ppr_core.randomness import SharedRandomness
from tests.pages.test_lessons import everything, visit

LESSONS = texts.lessons()
SEEDS = (1, 4, 77)


def overview(epsilon: float, samples: int, seed: int, alpha: float = 2.0) -> float:
    """Mean bits of messages, from the compressor."""
    ppr = PoissonPrivateRepresentation(LaplaceChannel(dimension=1, epsilon=epsilon / 2, norm_bound=1.0), alpha=alpha)
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
PPR, MRC = PoissonPrivateRepresentation(EXACTNESS, 2.0), MinimalRandomCoding(EXACTNESS, candidates=4)

#: ε = 2 for any two values in [-1, 1], and a list that is half as private.
LIST = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0, proposal_epsilon=1.0)


def message(seed: int) -> Messages:
    """One message for x = 0.6; the sender's own seed is 17."""
    return PoissonPrivateRepresentation(LIST, alpha=2.0, shell=4.0).encode(
        np.array([[0.6]]), SharedRandomness(seed), np.random.default_rng(17)
    )


def candidates(chunk: int, seed: int) -> float:
    """Mean candidates of the planned encodes of a chunk of ones, in the calls and with the tables of the page."""
    p = RunningTimeParameters(epsilon=0.05, noise="chunk", chunk=chunk, sweep="epsilon", samples=100, seed=seed)
    point, planned = p.points()[p.focus], plan(p, p.points()[p.focus])
    channel = GaussianChannel(dimension=chunk, noise_std=point.channel.noise_std, norm_bound=math.sqrt(chunk))
    assert channel.noise_std == pytest.approx(24.41, rel=1e-3)  # √500 times the noise of the mean
    ppr, rng, looked = PoissonPrivateRepresentation(channel, 2.0), np.random.default_rng([seed, p.focus, 0]), []
    for start in range(0, planned.samples, planned.batch):
        ones = np.ones((min(planned.batch, planned.samples - start), chunk))
        looked.append(ppr.encode(ones, SharedRandomness(seed), rng, first_table=p.focus * TABLES + start).candidates)
    return float(np.concatenate(looked).mean())


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


def dithered(seed: int) -> float:
    """Mean bits of 2000 messages of the dyadic quantized Laplace mechanism at its page's ε = ν/2 = 1."""
    sent = DyadicQuantizedLaplace(epsilon=1.0, nu=2.0).encode(
        np.full(2000, 0.6), SharedRandomness(seed), np.random.default_rng([8, 1])
    )
    return float(sent.lengths("signed_elias_gamma").mean())


#: A question of a sheet, with its lesson where two ask the same -> its answer from the words of the question.
ROUTES: dict[str, Callable[[int], float]] = {
    "What is the measured average message at ε = 0.5, in bits?": lambda seed: overview(0.5, 2000, seed),
    "The same at ε = 8: how many bits more than at ε = 0.5, measured?": (
        lambda seed: overview(8, 2000, seed) - overview(0.5, 2000, seed)
    ),
    "At ε = 0.5 and α = 1.3: how many bits more than at α = 2, measured?": (
        lambda seed: overview(0.5, 2000, seed, 1.3) - overview(0.5, 2000, seed)
    ),
    "Which index K is sent?": lambda seed: message(seed).indices[0],
    "How many bits does its message take?": lambda seed: delta(message(seed)),
    "One message is not the average: how many bits do 1000 messages at ε = 2 take on average, measured?": (
        lambda seed: overview(2, 1000, seed)
    ),
    "PPR: the variance of the outputs, divided by the mechanism’s?": lambda seed: spread(PPR, 0, seed),
    "MRC with 4 candidates: the variance of the outputs, divided by the mechanism’s?": (
        lambda seed: spread(MRC, 1, seed)
    ),
    "How many bits does PPR's message take on average?": (
        lambda seed: outputs(PPR, 0, seed)[1].lengths("elias_delta").mean()
    ),
    "At ε = 1 and α = 2: how many bits does a message take on average, measured?": (
        lambda seed: overview(1, 2000, seed)
    ),
    "At α = ∞: how many bits on average, measured?": lambda seed: overview(1, 2000, seed, math.inf),
    "At α = 1.3: how many bits on average, measured?": lambda seed: overview(1, 2000, seed, 1.3),
    "Chunks of 25 numbers: at how many candidates did the encoder look on average here?": (
        lambda seed: candidates(25, seed)
    ),
    "Chunks of 50: at how many?": lambda seed: candidates(50, seed),
    "Chunks of 100: at how many?": lambda seed: candidates(100, seed),
    "Votes of 1000 users over 32 categories: the error of a frequency, in per cent?": (
        lambda seed: float(np.sqrt((votes(seed) ** 2).mean()))
    ),
    "The largest error of a frequency, in per cent?": lambda seed: float(np.abs(votes(seed)).max()),
    "A single number by a random grid: how many bits does its message take on average, measured?": dithered,
}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_key_answers_its_question(lesson: texts.Lesson) -> None:
    for seed in SEEDS:
        for task, answer in zip(lesson.sheet, sheets.key(lesson, seed), strict=True):
            route = ROUTES.get(f"{lesson.name}: {task.ask}") or ROUTES[task.ask]
            second = float(route(seed))
            assert second == pytest.approx(answer.value, rel=2e-3), (task.ask, seed)
            assert paper.right(float(f"{second:.3g}"), answer.value) and not paper.right(1.05 * second, answer.value)


#: A lesson -> whether the answers of a sheet show what its model answers say.
AGREES: dict[str, Callable[[list[float]], bool]] = {
    "bits": lambda found: found[1] > 0.5 and found[2] > 0.5,  # less noise and a smaller α: longer messages
    "index": lambda found: found[2] < 8,  # the index is small
    "exactness": lambda found: found[1] > 1.1 and found[1] > 1.2 * found[0],  # one of four is spread too far
    "alpha": lambda found: found[2] > found[0] + 2 > found[1] + 2,  # a smaller α: longer messages
    "chunks": lambda found: found[1] > 1.5 * found[0] and found[2] > 3 * found[1],  # 2.8 and 7.6 squared
    "choice": lambda found: found[1] > found[0] and found[2] < 10,  # one number takes less than a plain category
}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_sheet_agrees_with_its_model_answers(lesson: texts.Lesson) -> None:
    """Whatever seed is handed out: all that are compared lie more than four standard errors apart."""
    for seed in range(12 if lesson.name == "chunks" else 30):
        assert AGREES[lesson.name]([answer.value for answer in sheets.key(lesson, seed)]), seed


def test_a_sheet_of_single_messages_is_noticed() -> None:
    """As one was: at α = 2 a message of 8 bits, at α = 1.3 one of 1 bit."""
    single = tuple(
        texts.Task("ppr_step_by_step", {"alpha": alpha, "private_seed": "17", "step": "6"}, "", "bits")
        for alpha in ("2", "inf", "1.3")
    )
    found = [answer.value for answer in sheets.key(replace(LESSONS["alpha"], sheet=single), 2)]
    assert found[0] == 8 and found[2] == 1 and not AGREES["alpha"](found)


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
    assert all(question.ask in shown for question in lesson.in_words.values())
    assert labels.label("worksheet.where") in shown
    assert not any(question.model in shown for question in lesson.in_words.values())
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
    assert all(question.model in shown for question in lesson.in_words.values())


def test_a_seed_of_ones_own_stays() -> None:
    """Whoever goes back to the link that asks for one finds the same sheet."""
    app = visit("worksheet", {"lesson": "bits", "own": "1"})
    seed = app.query_params["seed"]
    for _ in range(3):
        app.query_params.clear()
        app.query_params.update({"lesson": "bits", "own": "1"})
        app.run()
        assert app.query_params["seed"] == seed


def test_answers_are_checked_on_a_phone() -> None:
    app = visit("worksheet", {"lesson": "bits", "seed": "1", "check": "1"})
    first, second, third = (answer.value for answer in sheets.key(LESSONS["bits"], 1))
    app.number_input(key="worksheet-bits-1-1").set_value(round(first, 2))
    app.number_input(key="worksheet-bits-1-2").set_value(round(first + second, 2)).run()
    app.button(key="worksheet-checked").click().run()
    told = "\n".join(part.value for part in app.markdown)
    assert "1:** right" in told and "2:** not" in told and f"{third:.3g}" not in told


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_whatever_a_sheet_says_is_right_is_taken(lesson: texts.Lesson) -> None:
    """Both ends of what is written with its ±, and the computed number beside it; two errors away is too far."""
    for seed in range(1, 8):
        for task, (answer, computed) in zip(lesson.sheet, sheets.answers(lesson, seed), strict=True):
            written = format_value(answer).split("\N{NO-BREAK SPACE}")[0].replace("\N{MINUS SIGN}", "-")
            value, _, error = written.partition(" ± ")
            for end in (-1, 1) if error else ():
                assert paper.judged(float(value) + end * float(error), answer, computed) != "not_right", (task, written)
            if computed:
                assert paper.judged(float(f"{computed.value:.3g}"), answer, computed) in ("right", "computed")
            far = answer.value + 2.5 * (answer.error or 0.1 * abs(answer.value))
            assert paper.judged(far, answer, None) == "not_right"
            measured = answer.error is not None and task.quantity not in ("a_variance", "b_variance", "a_bits")
            assert (computed is not None) == measured, task


def test_no_two_sheets_share_a_question() -> None:
    asked = [(task.page, *sorted(task.settings.items()), task.quantity, *task.less) for lesson in LESSONS.values()
             for task in lesson.sheet]  # fmt: skip
    assert len(asked) == len(set(asked))
