"""The phones' encoder in Chromium and the one of ppr_core: two implementations of one law.

The encoder takes its private randomness as an argument; here it comes from a seed, so that a failure is a change in the
code. Every statistical test is at a level of 10⁻⁴ and meets an encoder that it has to refuse.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from scipy import stats

from ppr_core.classroom import ENCODER, Question, Settings, survey
from ppr_core.compressors.messages import Messages
from ppr_core.index_law import IndexLaw, index_law
from ppr_core.randomness import SharedRandomness

LEVEL = 1e-4
ENCODES, CHUNK = 200_000, 20_000
SEED = 0xABCDEF0123456789ABCDEF0123456789
LEAST = 10.0  # messages expected in a cell

# Encoders that are wrong: one that stops after three candidates, one that loses signs, one that votes too rarely.
TRUNCATED = ENCODER.replace("} while (", "} while (number < 3 && ").replace(
    "if (alpha === Infinity) return winner;", "return winner;"
)
UNSIGNED = ENCODER.replace("if (negative) jump = -jump;", "")
VOTELESS = ENCODER.replace("random.uniform() < own", "random.uniform() < own * 0.96")

CATEGORIES = {
    size: Question(kind="categories", text="?", labels=tuple(map(str, range(size)))) for size in (2, 4, 17, 32)
}
NUMBER = Question(kind="number", text="?", low=-3.0, high=10.0)
PLACE = Question(kind="place", text="?")


@pytest.fixture(scope="module")
def pages(chromium: Browser) -> Iterator[dict[str, Page]]:
    """Empty pages, each with an encoder as the phones load it: right or wrong in its own way."""
    context, made = chromium.new_context(), {}
    for name, script in {"": ENCODER, "truncated": TRUNCATED, "unsigned": UNSIGNED, "voteless": VOTELESS}.items():
        assert name == "" or script != ENCODER
        made[name] = context.new_page()
        made[name].add_script_tag(content=script)
    yield made
    context.close()


def inputs(question: Question, answers: np.ndarray) -> list[Any]:
    """Answers as the phone's controls hand them to the encoder."""
    x = question.centred(answers)[:, None] if question.kind == "number" else answers
    return x.tolist()


def encoded(page: Page, plan: dict, x: list[Any], tables: list[int]) -> list[str]:
    call = """([plan, x, tables]) => { const survey = PPR.survey(plan);
        const random = PPR.seededRandom(3);
        return x.map((answer, i) => survey.encode(answer, tables[i], random)); }"""
    return page.evaluate(call, [plan, x, tables])


def decoded(page: Page, plan: dict, words: list[str], tables: list[int]) -> list[Any]:
    call = """([plan, words, tables]) => { const survey = PPR.survey(plan);
        return words.map((word, i) => survey.decode(word, tables[i])); }"""
    return page.evaluate(call, [plan, words, tables])


def sent(page: Page, plan: dict, x: Any) -> np.ndarray:
    """What `ENCODES` phones send for one answer, table i for phone i, as floats: indices, integers, or lines (n, 2)."""
    call = """([plan, x, first, count]) => { const survey = PPR.survey(plan);
        const random = PPR.seededRandom(first + 1);
        return JSON.stringify(Array.from({length: count}, (_, i) => {
            const sent = survey.index(x, first + i, random);
            return Array.isArray(sent) ? sent : Math.min(Number(sent), 1e300); })); }"""
    chunks = [page.evaluate(call, [plan, x, first, CHUNK]) for first in range(0, ENCODES, CHUNK)]
    return np.concatenate([np.array(json.loads(chunk)) for chunk in chunks])


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    """p-value of counts in cells; neighbouring cells are joined until each expects `LEAST`."""
    joined, total = [], np.zeros(2)
    for pair in zip(counts, expected, strict=True):
        total = total + pair
        if total[1] >= LEAST:
            joined.append(total)
            total = np.zeros(2)
    joined[-1] = joined[-1] + total
    seen, wanted = np.array(joined).T
    return float(stats.chi2.sf(((seen - wanted) ** 2 / wanted).sum(), len(wanted) - 1))


# --- (a) The same messages -----------------------------------------------------------------------------------------

VECTORS = (
    [
        (CATEGORIES[size], Settings(scheme=scheme, epsilon=1.5, alpha=alpha, code="elias_delta"))
        for size in CATEGORIES
        for scheme in ("plain_response", "randomized_response", "subset_selection", "rappor", "pi_rappor")
        for alpha in (1.05, 2.0, math.inf)
        if scheme not in ("plain_response", "pi_rappor") or alpha == 2.0
    ]
    + [
        (question, Settings(scheme=scheme, epsilon=3.0, alpha=alpha))
        for question, scheme in ((NUMBER, "laplace"), (PLACE, "planar_laplace"))
        for alpha in (1.05, 2.0, math.inf)
    ]
    + [(NUMBER, Settings(scheme="dyadic", epsilon=3.0, nu=nu)) for nu in (1.1, 10.0)]
)


def test_messages_decode_to_the_same_in_both_languages(pages: dict[str, Page], rng: np.random.Generator) -> None:
    longest = 0
    for question, settings in VECTORS:
        found, count = survey(question, settings), 60
        if question.labels:
            answers = rng.integers(len(question.labels), size=count)
        elif question.kind == "number":
            answers = rng.uniform(question.low, question.high, count)
        else:
            answers = rng.uniform(-1, 1, (count, 2))
        plan, tables = found.plan(SEED), rng.integers(2**32, size=count)
        there = found.encode(answers, tables, SEED, rng)
        here = encoded(pages[""], plan, inputs(question, answers), tables.tolist())
        for words in (there, here):
            ours = found.reports(words, tables, SEED)
            theirs = np.array(decoded(pages[""], plan, words, tables.tolist()))
            if settings.scheme in ("plain_response", "randomized_response"):
                theirs = theirs[:, None] == np.arange(len(question.labels))
            if question.labels:
                np.testing.assert_array_equal(ours, theirs)
            else:
                theirs = question.uncentred(theirs[:, 0]) if question.kind == "number" else theirs
                np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 * (question.high - question.low))
        longest = max(longest, *map(len, here), *map(len, there))
    assert longest > 2 * 53 + 64  # beyond the integers of a float and beyond 64 bits of a counter


def test_shared_uniforms_are_equal_bit_by_bit(pages: dict[str, Page], rng: np.random.Generator) -> None:
    shared = SharedRandomness(SEED)
    indices = [1, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**64 - 1, 2**64, 3**200, 2**4000 + 12345]
    call = """([seed, indices, table]) => { const shared = new PPR.SharedRandomness(seed);
        const columns = [0, 1, 2, 3, 4, 5];
        return indices.map(index => columns.map(shared.row(BigInt(index), table))); }"""
    theirs = pages[""].evaluate(call, [f"{SEED:x}", list(map(str, indices)), 4_000_000_000])
    np.testing.assert_array_equal(shared.uniforms(indices, 6, 4_000_000_000), theirs)


# --- (b) The same law ----------------------------------------------------------------------------------------------

INDEX_CASES = [
    (CATEGORIES[4], Settings(scheme="randomized_response", epsilon=1.0), np.array(2)),
    (CATEGORIES[17], Settings(scheme="subset_selection", epsilon=2.0), np.array(16)),
    (CATEGORIES[4], Settings(scheme="rappor", epsilon=2.0, alpha=math.inf), np.array(1)),
    (CATEGORIES[2], Settings(scheme="randomized_response", epsilon=1.0, alpha=1.1), np.array(0)),
    (NUMBER, Settings(scheme="laplace", epsilon=4.0), np.array(7.0)),
    (PLACE, Settings(scheme="planar_laplace", epsilon=4.0, alpha=3.0), np.array([0.4, -0.9])),
]


@cache
def known_law(question: Question, settings: Settings, x: Any) -> IndexLaw:
    return index_law(survey(question, settings).channel, np.array(x), settings.alpha)


def index_p_values(page: Page, question: Question, settings: Settings, answer: np.ndarray) -> tuple[float, float]:
    """p-values of the law of K and of the law of the decoded report."""
    found = survey(question, settings)
    [x] = inputs(question, answer[None])
    k = sent(page, found.plan(SEED), x)
    law = known_law(question, settings, tuple(x) if isinstance(x, list) else x)
    edges = [*range(17), *(2**power for power in range(5, 60))]
    tail = law.survival(np.array(edges))
    chances = np.append(tail[:-1] - tail[1:], tail[-1])
    counts = np.histogram(k, [0.5, *(edge + 0.5 for edge in edges[1:]), np.inf])[0]
    exact = k < 2**53  # those above are decoded by the vectors, from their words
    messages = Messages(k[exact].astype(np.int64), tables=np.nonzero(exact)[0])
    z = found.compressor.decode(messages, SharedRandomness(SEED))
    return chi_square(counts, ENCODES * chances), _decoded_p_value(question, found, answer, x, z)


def _decoded_p_value(question: Question, found: Any, answer: np.ndarray, x: Any, z: np.ndarray) -> float:
    if question.kind == "number":
        return float(stats.kstest(z[:, 0], stats.laplace(x[0], 1 / found.channel.epsilon).cdf).pvalue)
    if question.kind == "place":
        error = z - answer
        radius = stats.kstest(np.linalg.norm(error, axis=1), stats.gamma(2, scale=1 / found.channel.epsilon).cdf)
        angle = stats.kstest(np.arctan2(*error.T), stats.uniform(-math.pi, 2 * math.pi).cdf)
        return 2 * min(radius.pvalue, angle.pvalue)
    if z.ndim == 1:
        law = np.where(np.arange(len(question.labels)) == answer, found.own, found.other)
        return chi_square(np.bincount(z, minlength=len(law)), len(z) * law)
    places = [stats.binomtest(int(total), len(z), found.own if j == answer else found.other).pvalue
              for j, total in enumerate(z.sum(axis=0, dtype=np.int64))]  # fmt: skip
    return len(places) * min(places)


@pytest.mark.parametrize(("question", "settings", "answer"), INDEX_CASES, ids=[case[1].scheme for case in INDEX_CASES])
def test_indices_and_reports_follow_their_laws(
    question: Question, settings: Settings, answer: np.ndarray, pages: dict[str, Page]
) -> None:
    right = index_p_values(pages[""], question, settings, answer)
    assert min(right) > LEVEL
    wrong = index_p_values(pages["truncated"], question, settings, answer)
    assert max(wrong) < LEVEL


def test_dyadic_messages_follow_their_law(pages: dict[str, Page]) -> None:
    found = survey(NUMBER, Settings(scheme="dyadic", epsilon=4.0))
    [x] = NUMBER.centred(np.array([7.0]))
    shared, quantizer = SharedRandomness(SEED), found.compressor
    rows = shared.uniforms(np.zeros(ENCODES, dtype=np.int64), 2, np.arange(ENCODES))
    integers = np.arange(-12, 13)
    expected = np.array([np.exp(quantizer.log_likelihood(x, m, rows)).sum() for m in integers])
    for name, fits in (("", True), ("unsigned", False)):
        m = sent(pages[name], found.plan(SEED), [x])
        counts = np.array([(m == one).sum() for one in integers])
        others = np.array([ENCODES - counts.sum(), ENCODES - expected.sum()])
        p_value = chi_square(np.append(counts, others[0]), np.append(expected, others[1]))
        chosen, dither = quantizer.chosen(rows), quantizer.dither(rows)
        z = quantizer.steps[chosen] * (m + dither)
        noise = stats.kstest(z, stats.laplace(x, 1 / quantizer.epsilon).cdf).pvalue
        assert (p_value > LEVEL, noise > LEVEL) == (fits, fits)


def test_plain_answers_follow_their_law(pages: dict[str, Page]) -> None:
    found, answer = survey(CATEGORIES[4], Settings(scheme="plain_response", epsilon=1.0)), 2
    law = np.where(np.arange(4) == answer, found.own, found.other)
    counts = np.bincount(sent(pages[""], found.plan(SEED), answer).astype(np.int64), minlength=4)
    assert chi_square(counts, ENCODES * law) > LEVEL
    weaker = survey(CATEGORIES[4], Settings(scheme="plain_response", epsilon=1.2))
    assert chi_square(counts, ENCODES * np.where(np.arange(4) == answer, weaker.own, weaker.other)) < LEVEL


def test_lines_follow_their_law(pages: dict[str, Page]) -> None:
    found, answer = survey(CATEGORIES[4], Settings(scheme="pi_rappor", epsilon=1.0)), 2
    family = found.oracle.family
    law = np.where(np.arange(family.prime) < family.ones, found.own / family.ones,
                   (1 - found.own) / (family.prime - family.ones))  # fmt: skip
    for name, fits in (("", True), ("voteless", False)):
        lines = sent(pages[name], found.plan(SEED), answer).astype(np.int64)
        values = (lines[:, 0] + lines[:, 1] * (answer + 1)) % family.prime
        votes = values < family.ones
        value = chi_square(np.bincount(values, minlength=family.prime), ENCODES * law)
        vote = stats.binomtest(int(votes.sum()), ENCODES, found.own).pvalue
        assert (value > LEVEL, vote > LEVEL) == (fits, fits)
        slopes = np.bincount(lines[:, 1], minlength=family.prime)
        assert chi_square(slopes, np.full(family.prime, ENCODES / family.prime)) > LEVEL


# --- Private randomness --------------------------------------------------------------------------------------------


def test_poisson_numbers_follow_their_law(pages: dict[str, Page]) -> None:
    call = """([mean, count]) => { const random = PPR.seededRandom(11);
        return Array.from({length: count}, () => PPR.poisson(mean, random)); }"""
    for mean in (0.3, 9.9, 10.1, 300.0, 3e7):
        drawn, law = np.array(pages[""].evaluate(call, [mean, 30_000])), stats.poisson(mean)
        edges = np.unique(law.ppf(np.linspace(0.02, 0.98, 30)))
        chances = np.diff(np.concatenate([[0.0], law.cdf(edges), [1.0]]))
        counts = np.bincount(np.searchsorted(edges, drawn), minlength=len(edges) + 1)
        assert chi_square(counts, 30_000 * chances) > LEVEL, mean
    large = np.array(pages[""].evaluate(call, [4e15, 20_000]))
    assert stats.kstest((large - 4e15) / math.sqrt(4e15), "norm").pvalue > LEVEL


def test_secret_words_come_from_the_browser_and_fill_53_bits(pages: dict[str, Page]) -> None:
    """Not from a seed, so at a level of 10⁻¹²."""
    call = """() => { const random = PPR.cryptoRandom(), taken = [];
        const source = crypto.getRandomValues.bind(crypto); let asked = 0;
        crypto.getRandomValues = array => { asked += array.length; return source(array); };
        for (let i = 0; i < 20000; i++) taken.push(random.uniform());
        crypto.getRandomValues = source;
        return [asked, taken, random.bits(200).toString()]; }"""
    asked, uniforms, bits = pages[""].evaluate(call)
    assert asked >= 40_000 and 2**150 < int(bits) < 2**200
    assert stats.kstest(uniforms, "uniform").pvalue > 1e-12
    scaled = [uniform * 2.0**53 for uniform in uniforms]
    assert all(value == int(value) and int(value) % 2 for value in scaled)
    again = pages[""].evaluate(call)[1]
    assert not set(again) & set(uniforms)
