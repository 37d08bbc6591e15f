"""What a message tells this server: against the frequencies of real encodes on one table, and against the theorems."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.classroom import Question, Settings, schemes_for, survey

SEED, TABLE, ENCODES = 0xC1A55, 3, 40_000


@pytest.mark.parametrize(
    ("alpha", "scheme"), [(1.25, "randomized_response"), (2.0, "rappor"), (4.0, "subset_selection")]
)
def test_likelihoods_are_the_frequencies_of_encodes(alpha: float, scheme: str, rng: np.random.Generator) -> None:
    question = Question(kind="categories", text="?", labels=("a", "b", "c"))
    found = survey(question, Settings(scheme=scheme, epsilon=1.5, alpha=alpha))
    words = [found.encode(np.full(ENCODES, x), np.full(ENCODES, TABLE), SEED, rng) for x in range(3)]
    noticed = 0
    for word in ("1", "010", "011", "00101"):
        seen = np.array([several.count(word) for several in words]) / ENCODES
        told = np.exp(found.decoder_log_likelihood(word, TABLE, SEED))
        error = np.sqrt(seen * (1 - seen) / ENCODES) + 0.05 * seen  # of the frequencies, and of 400 simulated encoders
        assert np.all(np.abs(told - seen) < 4 * error)
        report = found.log_likelihood(found.reports([word], np.array([TABLE]), SEED))[0]
        noticed += np.ptp(np.log(seen) - report) > 0.2
    assert noticed  # the decoded report alone tells something else


@pytest.mark.parametrize("kind", ["categories", "number", "place"])
@pytest.mark.parametrize("alpha", [1.1, 2.0])
def test_the_server_learns_no_more_than_the_promise(kind: str, alpha: float, rng: np.random.Generator) -> None:
    question = Question(kind=kind, text="?", labels=("a", "b", "c"), low=0.0, high=5.0)
    for scheme in schemes_for(kind):
        found = survey(question, Settings(scheme=scheme, epsilon=2.0, alpha=alpha))
        grid, tables = question.grid[:30], np.arange(len(question.grid[:30]))
        words = found.encode(grid, tables, SEED, rng)
        for word, table in zip(words, tables, strict=True):
            told = found.decoder_log_likelihood(word, int(table), SEED)
            if told is not None:
                assert told.shape == (len(question.grid),) and np.ptp(told) <= found.odds()[1] * (1 + 1e-9)


def test_what_is_not_computed_is_none() -> None:
    question = Question(kind="yes_no", text="?")
    assert survey(question, Settings(scheme="rappor", alpha=math.inf)).decoder_log_likelihood("1", 0, 1) is None
    found = survey(question, Settings(scheme="rappor", alpha=1.1))
    assert found.decoder_log_likelihood("0" * 12 + "1" + "0" * 12, 0, 1) is None
