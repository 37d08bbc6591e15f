"""Simulated students, whose true answers are known."""

from __future__ import annotations

from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.classroom.question import Question
from ppr_core.classroom.surveys import Settings, survey

__all__ = ["MOST_STUDENTS", "encoded", "rehearse", "simulated_answers", "true_value"]

MOST_STUDENTS = 1000


def simulated_answers(question: Question, students: int, rng: np.random.Generator) -> np.ndarray:
    """Made-up answers, (n,), or (n, 2) for places.

    Categories of unequal popularity, numbers around two thirds of the range, places in two clusters.

    >>> import numpy as np
    >>> from ppr_core.classroom import Question, simulated_answers
    >>> colour = Question(kind="categories", text="Which colour?", labels=("red", "green", "blue"))
    >>> simulated_answers(colour, 5, np.random.default_rng(1)).shape
    (5,)
    """
    students = validation.integer("students", students, 1, MOST_STUDENTS)
    if question.labels:
        shares = 0.7 ** np.arange(len(question.labels))
        return rng.choice(len(shares), size=students, p=shares / shares.sum())
    if question.kind == "place":
        centres = np.array([[-0.45, 0.35], [0.5, -0.2]])[(rng.random(students) < 0.4).astype(int)]
        return np.clip(centres + 0.16 * rng.standard_normal((students, 2)), -1, 1)
    share = np.clip(0.66 + 0.15 * rng.standard_normal(students), 0, 1)
    return question.low + share * (question.high - question.low)


def true_value(question: Question, answers: np.ndarray) -> list[float]:
    """What an estimate of these answers aims at: shares (k,), a mean (1,), a mean place (2,)."""
    if question.labels:
        return (np.bincount(answers, minlength=len(question.labels)) / len(answers)).tolist()
    return np.atleast_1d(answers.mean(axis=0)).tolist()


def encoded(
    question: Question, settings: Settings | None, seed: int, answers: Any, rng: np.random.Generator
) -> list[Any]:
    """What the phones of these students would send: n pairs of a device and a word.

    A prediction is its number as text; its settings are None.

    >>> import numpy as np
    >>> from ppr_core.classroom import Question, Settings, encoded
    >>> smoke, settings = Question(kind="yes_no", text="Do you smoke?"), Settings(scheme="plain_response")
    >>> sent = encoded(smoke, settings, 7, np.array([0, 1, 1]), np.random.default_rng(1))
    >>> [len(word) for device, word in sent]  # bits of each answer
    [1, 1, 1]
    """
    devices = [rng.bytes(16).hex() for _ in range(len(answers))]
    if settings is None:
        return [(device, f"{float(answer):.6g}") for device, answer in zip(devices, answers, strict=True)]
    tables = np.array([int(device[:8], 16) for device in devices], dtype=np.int64)
    return list(zip(devices, survey(question, settings).encode(answers, tables, seed, rng), strict=True))


def rehearse(
    question: Question, settings: Settings | None, students: int, seed: int, secret: int
) -> tuple[tuple[float, ...], list[tuple[str, str]]]:
    """A round of simulated students: their true value, and what their phones would send.

    seed: of the shared randomness; secret: of the students' own.

    >>> from ppr_core.classroom import Question, Settings, rehearse
    >>> smoke, settings = Question(kind="yes_no", text="Do you smoke?"), Settings(scheme="randomized_response")
    >>> truth, sent = rehearse(smoke, settings, students=30, seed=7, secret=1)
    >>> round(sum(truth), 6), len(sent), set(sent[0][1]) <= {"0", "1"}  # shares; a device and a word of each
    (1.0, 30, True)
    """
    rng = np.random.default_rng(secret)
    answers = simulated_answers(question, students, rng)
    return tuple(true_value(question, answers)), encoded(question, settings, seed, answers, rng)
