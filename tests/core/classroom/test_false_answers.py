"""How far false messages move an estimate, and what is not taken for a message of a phone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.classroom import Question, Settings, estimate, schemes_for, survey
from ppr_core.codes import code_from_name

SEED = 2**100 + 3
CATEGORIES = Question(kind="categories", text="?", labels=("a", "b", "c", "d"))
NUMBER = Question(kind="number", text="?", low=-2.0, high=10.0)
PLACE = Question(kind="place", text="?")


def words(scheme: str, count: int, epsilon: float = 1.0) -> list[str]:
    """Messages that somebody can make up: first indices, categories, all lines of PI-RAPPOR, numbers around 0."""
    if scheme == "pi_rappor":
        family = survey(CATEGORIES, Settings(scheme=scheme, epsilon=epsilon)).oracle.family
        width, prime = family.element_bits, family.prime
        return [f"{slope:0{width}b}{start:0{width}b}" for slope in range(prime) for start in range(prime)]
    if scheme == "plain_response":
        return [f"{category:02b}" for category in range(4)]
    if scheme == "dyadic":
        return code_from_name("signed_elias_gamma").words(np.arange(-count // 2, count // 2))
    return code_from_name("elias_gamma").words(np.arange(1, count + 1))


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
@pytest.mark.parametrize("scheme", schemes_for("categories"))
def test_a_false_vote_moves_a_share_by_what_is_said(scheme: str, epsilon: float) -> None:
    """Every message that can be made up is put among nine others, and the estimate is made anew."""
    made = survey(CATEGORIES, Settings(scheme=scheme, epsilon=epsilon))
    messages = words(scheme, 3000, epsilon)
    reports = np.unique(made.reports(messages, np.zeros(len(messages), dtype=np.int64), SEED), axis=0)
    others = np.resize(reports, (9, 4))
    without = 9 * estimate(made, others).value
    adds = np.array([10 * estimate(made, np.vstack([others, report])).value - without for report in reports])
    np.testing.assert_allclose([adds.min(), adds.max()], made.reach, rtol=1e-12)
    # A true answer adds 0 or 1 on average: α1 and α0 are the chances of its votes.
    true = [(chance - made.other) / (made.own - made.other) for chance in (made.other, made.own)]
    np.testing.assert_allclose(made.pull, [true[1] - adds.min(), adds.max() - true[0]], rtol=1e-12)
    assert max(made.pull) > 1  # of a raw answer


def test_privacy_makes_false_votes_stronger() -> None:
    """e^ε/(e^ε − 1) for a yes or a no."""
    asked = Question(kind="yes_no", text="?")
    for epsilon in (0.25, 1.0, 4.0):
        pull = survey(asked, Settings(scheme="randomized_response", epsilon=epsilon)).pull
        assert pull == pytest.approx((math.exp(epsilon) / math.expm1(epsilon),) * 2)


@pytest.mark.parametrize("scheme", ["laplace", "dyadic"])
def test_a_number_is_within_the_noise_that_phones_make(scheme: str) -> None:
    made = survey(NUMBER, Settings(scheme=scheme, epsilon=2.0))
    noise = stats.laplace(scale=12.0 / 2.0)
    assert 2 * noise.sf(made.tail) == pytest.approx(1e-9)
    taken, refused = [], []
    for word in words(scheme, 4000):
        report = made.reports([word], np.array([7]), SEED)[0]
        try:
            made.check(word, 7, SEED)
        except ValueError:
            refused.append(report)
        else:
            taken.append(report)
    low, high = made.reach
    assert taken and low <= min(taken) and max(taken) <= high
    assert all(report < low or report > high for report in refused)
    if scheme == "dyadic":  # whole numbers fill the line: the largest one taken is next to what is said
        step = np.diff(np.sort(taken)).max()
        assert refused and high - max(taken) < step and min(taken) - low < step
        with pytest.raises(ValueError, match="message must be one that a phone sends"):
            made.check(code_from_name("signed_elias_gamma").words(np.array([2**60]))[0], 7, SEED)
    assert made.pull == pytest.approx((12.0 + made.tail,) * 2)


def test_a_place_is_within_the_noise_that_phones_make() -> None:
    made = survey(PLACE, Settings(scheme="planar_laplace", epsilon=4.0))
    assert stats.gamma(2, scale=1 / 2.0).sf(made.tail) == pytest.approx(1e-9)
    assert made.reach == pytest.approx((-1 - made.tail, 1 + made.tail))
    for word in words("planar_laplace", 500):
        made.check(word, 5, SEED)


def test_the_truth_lies_where_false_answers_leave_it(rng: np.random.Generator) -> None:
    """100 people of category 0, 20 of whom send the worst report there is: between the ends stands their true share."""
    asked = Question(kind="yes_no", text="?")
    made = survey(asked, Settings(scheme="randomized_response", epsilon=1.0))
    expected = np.array([made.own, made.other])
    for false in ([0.0, 1.0], [1.0, 0.0]):
        mean = (80 * expected + 20 * np.array(false)) / 100
        value = (mean - made.other) / (made.own - made.other)
        found = estimate(made, np.tile([[1, 0]], (100, 1)))
        low, high = found.moved(20)
        assert low == pytest.approx(found.value - 0.2 * made.pull[1])
        assert high == pytest.approx(found.value + 0.2 * made.pull[0])
        assert np.all(value - 0.2 * made.pull[1] <= [1 + 1e-12, 1e-12])
        assert np.all(value + 0.2 * made.pull[0] >= [1 - 1e-12, -1e-12])
    assert found.moved(500)[0] == pytest.approx(found.value - made.pull[1])  # no more than there are
