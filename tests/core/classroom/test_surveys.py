"""Surveys: words to reports and back, exact laws, and what is refused."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.classroom import KINDS, SCHEMES, Question, Settings, schemes_for, survey

LEVEL = 1e-4 / 50
SEED = 0x1F0E2D3C4B5A69788796A5B4C3D2E1F0


def question(kind: str, size: int = 5) -> Question:
    return Question(kind=kind, text="?", labels=tuple(map(str, range(size))), low=-2.0, high=10.0)


def answers(asked: Question, count: int, rng: np.random.Generator) -> np.ndarray:
    if asked.labels:
        return rng.integers(len(asked.labels), size=count)
    return rng.uniform(-1, 1, (count, 2)) if asked.kind == "place" else rng.uniform(asked.low, asked.high, count)


PAIRS = [(kind, scheme) for kind in KINDS for scheme in schemes_for(kind)]


def test_every_kind_has_a_scheme_and_every_scheme_a_kind() -> None:
    assert {scheme for _, scheme in PAIRS} == set(SCHEMES)
    assert {kind for kind, _ in PAIRS} == set(KINDS) - {"prediction"}


@pytest.mark.parametrize(("kind", "scheme"), PAIRS)
def test_one_message_decodes_alone_and_the_plan_is_plain(kind: str, scheme: str, rng: np.random.Generator) -> None:
    asked = question(kind)
    found = survey(asked, Settings(scheme=scheme, epsilon=2.0, alpha=1.25, code="elias_delta"))
    tables = rng.integers(2**32, size=40)
    words = found.encode(answers(asked, 40, rng), tables, SEED, rng)
    together = found.reports(words, tables, SEED)
    alone = [found.reports([word], np.array([table]), SEED)[0] for word, table in zip(words, tables, strict=True)]
    np.testing.assert_array_equal(together, np.array(alone))
    assert all(found.check(word, int(table), SEED) == word for word, table in zip(words, tables, strict=True))
    plan = json.dumps(found.plan(SEED), allow_nan=False)
    assert len(plan) < 20_000 and json.loads(plan) == json.loads(json.dumps(found.plan(SEED)))


@pytest.mark.parametrize("scheme", schemes_for("categories"))
@pytest.mark.parametrize("size", [2, 20])
def test_votes_have_the_stated_chances(scheme: str, size: int, rng: np.random.Generator) -> None:
    asked, count = question("categories", size), 40_000
    found = survey(asked, Settings(scheme=scheme, epsilon=1.0))
    words = found.encode(np.full(count, 1), np.arange(count), SEED, rng)
    votes = found.reports(words, np.arange(count), SEED).sum(axis=0)
    wanted = np.full(size, found.other)
    wanted[1] = found.own
    p_values = [stats.binomtest(int(v), count, p).pvalue for v, p in zip(votes, wanted, strict=True)]
    assert min(p_values) > LEVEL
    weaker = survey(asked, Settings(scheme=scheme, epsilon=1.3))
    noticed = [
        stats.binomtest(int(v), count, p).pvalue for v, p in zip(votes, (weaker.other, weaker.own), strict=False)
    ]
    assert min(noticed) < LEVEL
    # What a vote changes of the odds is the loss, at most the one asked for.
    assert found.odds()[0] <= 1.0 + 1e-12
    gap = found.log_likelihood(np.eye(size, dtype=np.int8))
    assert np.ptp(gap) == pytest.approx(
        math.log(found.own / found.other) if scheme != "randomized_response" else 1.0, abs=2
    )


@pytest.mark.parametrize("scheme", ["laplace", "dyadic"])
def test_numbers_have_laplace_noise(scheme: str, rng: np.random.Generator) -> None:
    asked, count = question("number"), 30_000
    found = survey(asked, Settings(scheme=scheme, epsilon=3.0))
    tables = np.arange(count)
    z = found.reports(found.encode(np.full(count, 7.0), tables, SEED, rng), tables, SEED)
    law = stats.laplace(7.0, 12.0 / 3.0)  # the range over ε
    assert stats.kstest(z, law.cdf).pvalue > LEVEL
    assert stats.kstest(z, stats.laplace(7.0, 12.0 / 3.3).cdf).pvalue < LEVEL
    assert found.noise == pytest.approx(law.std())
    assert found.odds()[0] == pytest.approx(3.0)


def test_places_have_planar_laplace_noise(rng: np.random.Generator) -> None:
    asked, count = question("place"), 20_000
    found = survey(asked, Settings(scheme="planar_laplace", epsilon=4.0))
    tables, x = np.arange(count), np.tile([0.5, -1.0], (count, 1))
    error = found.reports(found.encode(x, tables, SEED, rng), tables, SEED) - x
    radius = np.linalg.norm(error, axis=1)  # Gamma(2) at a rate of ε/2: a side of the map is 2 long
    assert stats.kstest(radius, stats.gamma(2, scale=0.5).cdf).pvalue > LEVEL
    assert stats.kstest(np.arctan2(*error.T), stats.uniform(-math.pi, 2 * math.pi).cdf).pvalue > LEVEL
    assert found.noise == pytest.approx(error[:, 0].std(), rel=0.03)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": "maybe"}, "kind"),
        ({"text": " "}, "question"),
        ({"text": "x" * 201}, "question"),
        ({"kind": "categories", "labels": ("a",)}, "labels"),
        ({"kind": "categories", "labels": ("a", "a ")}, "labels"),
        ({"kind": "categories", "labels": tuple(map(str, range(33)))}, "labels"),
        ({"kind": "categories", "labels": ("a", "b" * 41)}, "label"),
        ({"kind": "number", "low": 1.0, "high": 1.0}, "high"),
        ({"kind": "number", "high": math.inf}, "high"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(wrong: dict, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said} must be"):
        Question(**{"kind": "yes_no", "text": "?", **wrong})


def test_texts_are_one_line_without_control_characters() -> None:
    assert Question(kind="yes_no", text="a\u202eb\n\tc\x00").text == "a b c"


@pytest.mark.parametrize(
    ("scheme", "kind", "word"),
    [
        ("randomized_response", "yes_no", ""),
        ("randomized_response", "yes_no", "2"),
        ("randomized_response", "yes_no", "01"),  # cut off
        ("randomized_response", "yes_no", "11"),  # two words
        ("randomized_response", "yes_no", "0" * 5000),
        ("randomized_response", "yes_no", "10"),  # a word and more
        ("dyadic", "number", "0101"),
        ("pi_rappor", "yes_no", "1"),
        ("pi_rappor", "yes_no", "1" * 14),  # beyond the prime
    ],
)
def test_a_word_that_no_phone_sends_is_refused(scheme: str, kind: str, word: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        survey(question(kind), Settings(scheme=scheme)).check(word, 0, 1)


def test_settings_outside_their_ranges_are_refused() -> None:
    for wrong in (
        {"epsilon": 0.01},
        {"epsilon": 9.0},
        {"alpha": 1.01},
        {"nu": 1.0},
        {"code": "zipf"},
        {"scheme": "none"},
    ):
        with pytest.raises(ValueError, match="must be"):
            Settings(**{"scheme": "laplace", **wrong})
    with pytest.raises(ValueError, match="scheme must be one of"):
        survey(question("number"), Settings(scheme="rappor"))


def test_yes_is_sent_as_1_and_no_as_0(rng: np.random.Generator) -> None:
    """As everybody reads a bit; nearly without noise, so that the words are the answers."""
    found = survey(Question(kind="yes_no", text="Well?"), Settings(scheme="plain_response", epsilon=8.0))
    tables, yes, no = np.zeros(200, dtype=np.uint64), np.zeros(200, dtype=int), np.ones(200, dtype=int)
    for answers, word in ((yes, "1"), (no, "0")):
        words = found.encode(answers, tables, 1, rng)
        assert words.count(word) > 190  # 0.07 others are expected
        assert (found.reports([word], tables[:1], 1)[0] == [word == "1", word == "0"]).all()
