"""Shuffling: both bounds against enumeration, binomial sums and each other, and a planted error."""

from __future__ import annotations

import functools
import math
from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest
from scipy.stats import binom

from ppr_core.accounting import (
    Amplification,
    amplified_epsilon,
    any_randomizer,
    gaussian_of_interval,
    gaussian_privacy,
    laplace_of_interval,
    local_epsilon,
    ppr_chi_square,
    randomized_response,
    response_moment,
    shuffled_by_moments,
    shuffled_delta,
    shuffled_rounds,
    subset_selection,
)
from ppr_core.accounting.positive_part import _by_inversion, _listed, _Sum
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.decoder_privacy import weak_shift_share
from ppr_core.index_law import law_given_list, ratio_law


def rows(size: int, epsilon: float) -> np.ndarray:
    """k-ary randomized response, (k, k)."""
    law = np.ones((size, size)) + np.eye(size) * math.expm1(epsilon)
    return law / law.sum(axis=1, keepdims=True)


def histogram(laws: list[np.ndarray]) -> np.ndarray:
    """Law of how often each message is sent, (n + 1,) for every message, flat."""
    known = np.zeros((len(laws) + 1,) * len(laws[0]))
    known.flat[0] = 1.0
    for law in laws:
        known = sum(chance * np.roll(known, 1, axis=message) for message, chance in enumerate(law))
    return known.ravel()


def apart(first: list[np.ndarray], second: list[np.ndarray], epsilon: float) -> float:
    return float(np.maximum(histogram(first) - math.exp(epsilon) * histogram(second), 0).sum())


def worst(law: np.ndarray, people: int, epsilon: float) -> float:
    """δ(ε) of the worst two databases that differ in one person's value. law: a randomizer, (values, messages)."""
    found = 0.0
    for others in combinations_with_replacement(law, people - 1):
        seen = [histogram([row, *others]) for row in law]
        found = max(found, *(np.maximum(a - math.exp(epsilon) * b, 0).sum() for a, b in permutations(seen, 2)))
    return found


def listed_ppr(local: float, order: float) -> np.ndarray:
    """PPR of ternary response on a list that everybody has: K = 1, 2, 3 or later."""
    channel, values = RandomizedResponseChannel(size=3, epsilon=local), np.arange(3)
    ratios = channel.log_ratio(values[:, None, None], np.array([[0, 1, 1]]))
    mass = law_given_list(ratios, order, [ratio_law(channel, x) for x in range(3)]).mass[:, 0]
    return np.column_stack([mass, 1 - mass.sum(axis=1)])


def pairs(local: float) -> dict[str, Amplification]:
    return {
        "any": any_randomizer(local),
        "response": randomized_response(5, local),
        "subsets": subset_selection(9, local, 3),
        "laplace": laplace_of_interval(local),
        "gaussian": gaussian_of_interval(max(1 / local, 0.1)),
    }


@pytest.mark.parametrize(("people", "size"), [(2, 2), (6, 2), (2, 3), (5, 3), (3, 4), (4, 4)])
def test_every_database_lies_between_the_bounds(people: int, size: int) -> None:
    for local, epsilon in ((1.0, 0.2), (2.5, 0.7)):
        law, response = rows(size, local), randomized_response(size, local)
        exact = worst(law, people, epsilon)
        attained = [
            apart([law[0], *[law[y]] * (people - 1)], [law[1], *[law[y]] * (people - 1)], epsilon)
            for y in (0, 2)[: size - 1]
        ]
        lower = [shuffled_delta(pair, people, epsilon, "lower") for pair in response.lower]
        assert lower == pytest.approx(attained, rel=1e-9), "others who all hold one value are met exactly"
        upper = shuffled_delta(response.upper[0], people, epsilon)
        assert max(lower) <= exact * (1 + 1e-9) and exact <= upper * (1 + 1e-9)
        doubled = apart(
            [rows(size, 2 * local)[0]] * 1 + [rows(size, 2 * local)[0]] * (people - 1),
            [rows(size, 2 * local)[1]] + [rows(size, 2 * local)[0]] * (people - 1),
            epsilon,
        )
        assert doubled > upper, "messages of twice the local ε break the bound"


@pytest.mark.parametrize(
    ("law", "pure"),
    [
        (rows(4, 1.2), 1.2),
        (np.array([[0.5, 0.2, 0.3], [0.2, 0.5, 0.3]]), math.log(2.5)),  # with erasure
        (np.array([[0.1, 0.4, 0.2, 0.3], [0.2, 0.2, 0.4, 0.2], [0.15, 0.3, 0.3, 0.25]]), math.log(2)),  # no symmetry
        (listed_ppr(1.0, 2.0), 4.0),
    ],
    ids=["response", "erasure", "uneven", "ppr"],
)
def test_every_randomizer_is_hidden_as_the_binary_response(law: np.ndarray, pure: float) -> None:
    """pure: nats, what is proven of one message."""
    known = float(np.log(law.max(axis=0) / law.min(axis=0)).max())
    assert known <= pure * (1 + 1e-12)
    for people in (1, 2, 4, 6):
        epsilon = 0.3 * known
        exact = worst(law, people, epsilon)
        bound, halved = (
            shuffled_delta(any_randomizer(local).upper[0], people, epsilon) for local in (known, known / 2)
        )
        assert halved < exact <= bound * (1 + 1e-9), "the bound holds, and that of half the local ε does not"


def test_inversion_and_list_agree_within_their_sides() -> None:
    for people, epsilon in product((4, 20, 40), (0.0, 0.4, 1.2)):
        values, masses, _ = randomized_response(4, 2.0).upper[0].atoms(epsilon)
        exact, _ = _listed(values, masses, people, people)
        sum_ = _Sum.of(values, masses, people)
        (above, slack), (below, loss) = (_by_inversion(sum_, side) for side in ("upper", "lower"))
        assert below - loss <= exact <= above + slack
        assert above < 1.03 * exact and below > 0.94 * exact, (people, epsilon)


@pytest.mark.parametrize("people", [200, 5_000])
def test_binary_responses_by_binomial_sums(people: int) -> None:
    """All others hold the one value: the count of ones, by convolution of one Bernoulli with a binomial."""
    local, epsilon = 1.5, 0.1
    one = 1 / (1 + math.exp(local))
    others = np.append(binom.pmf(np.arange(people), people - 1, one), 0.0)
    shifted = np.concatenate([[0.0], others[:-1]])
    first, second = others * (1 - one) + shifted * one, others * one + shifted * (1 - one)
    exact = float(np.maximum(first - math.exp(epsilon) * second, 0).sum())
    pair = randomized_response(2, local).lower[0]
    below, above = (shuffled_delta(pair, people, epsilon, side) for side in ("lower", "upper"))
    assert below <= exact * (1 + 1e-9) and exact <= above * (1 + 1e-9)
    assert above == pytest.approx(exact, rel=2e-2) and below == pytest.approx(exact, rel=4e-2)


def test_lower_never_above_upper() -> None:
    rng = np.random.default_rng(11)
    for _ in range(150):
        local, people = float(rng.uniform(0.1, 4)), int(10 ** rng.uniform(0.3, 8))
        named = pairs(local)
        way = named[str(rng.choice(list(named), p=[0.25, 0.25, 0.25, 0.2, 0.05]))]
        epsilon = min(local, 5 / math.sqrt(people)) * float(rng.uniform(0, 1.5))
        upper = max(shuffled_delta(pair, people, epsilon) for pair in way.upper)
        lower = max(shuffled_delta(view, people, epsilon, "lower") for pair in way.lower for view in pair.views)
        assert lower <= upper * (1 + 1e-9), (local, people, epsilon)


def test_bounds_close_up_and_fall_with_the_people() -> None:
    before = math.inf
    for people in (100, 100_000_000):
        guarantee, least = randomized_response(10, 2.0).epsilon(people, 1e-6)
        assert guarantee.against == "aggregator" and least <= guarantee.epsilon < before
        before = guarantee.epsilon
    assert least == pytest.approx(before, rel=3e-3)
    assert amplified_epsilon(any_randomizer(1.0).upper[0], 1, 1e-6, local=1.0) == pytest.approx(1.0, abs=1e-5)
    assert any_randomizer(0.0).epsilon(10, 1e-6)[0].epsilon == 0


@pytest.mark.parametrize("name", ["laplace", "gaussian"])
def test_ends_of_the_interval_are_told_apart_best(name: str) -> None:
    """Other values' ratios to what hides all of [0, 1] are below an end's in convex order, and all others' pairs below
    the pair of the ends; not so for values outside of [0, 1]."""
    z = np.linspace(-30, 31, 6101)

    def law(value: float) -> np.ndarray:
        if name == "laplace":
            return np.exp(-1.5 * np.abs(z - value))
        return np.exp(-((z - value) ** 2) / (2 * 0.7**2))

    least = np.minimum(law(0.0), law(1.0))
    for level in (1.02, 1.3, 2.0, 4.0):
        ends, *others, outside = (
            float(np.maximum(law(x) - level * least, 0).sum()) for x in (0.0, 0.05, 0.3, 0.5, 0.8, 1.0, -0.3)
        )
        assert max(others) <= ends * (1 + 1e-9) < outside

    for ratio, level in product((1.0, 1.2, 2.0), (-1.0, -0.1, 0.0, 0.2, 1.0)):
        found = [
            float(np.maximum(law(x) - ratio * law(other) - level * least, 0).sum())
            for x, other in ((0.0, 1.0), (0.0, 0.5), (0.2, 0.9), (0.4, 1.0), (0.5, 0.4), (0.9, 0.0))
        ]
        assert max(found[1:]) <= found[0] * (1 + 1e-9)


def test_local_epsilon_is_the_inverse() -> None:
    for name in ("any",):
        found = local_epsilon(lambda local, name=name: pairs(local)[name].upper, 2000, 0.5, 1e-6, 20.0)  # type: ignore[misc]
        assert pairs(found)[name].epsilon(2000, 1e-6)[0].epsilon <= 0.5 * (1 + 1e-6)
        assert pairs(1.01 * found)[name].epsilon(2000, 1e-6)[0].epsilon > 0.5
    assert local_epsilon(lambda local: any_randomizer(local).upper, 2, 0.5, 1e-6, 20.0) == pytest.approx(0.5, rel=1e-2)


def test_moments_bound_what_is_known_exactly() -> None:
    """A message of the response itself has M(1) M(0) − 1 for χ², and its bound lies above the exact ε."""
    for local, people in ((0.1, 10**6), (0.5, 10**5)):
        chi = response_moment(4, local, 1.0) * response_moment(4, local, 0.0) - 1
        law = rows(4, local)
        assert chi == pytest.approx(float((law[0] ** 2 / law[1]).sum()) - 1)
        bound = shuffled_by_moments(people, chi, local, 1e-6).epsilon
        assert amplified_epsilon(randomized_response(4, local).lower[0], people, 1e-6, "lower") <= bound < local


def test_compression_costs_the_root_of_its_order_when_shuffled() -> None:
    """χ² of PPR's messages tends to α times the mechanism's, and what follows stays far below the naive 2α."""
    for order in (1.5, 2.0, 4.0):
        chi = ppr_chi_square(order, response_moment(4, 1e-3, order), response_moment(4, 1e-3, -order))
        assert chi / (response_moment(4, 1e-3, 1.0) - 1) == pytest.approx(order, rel=2e-2)
        local, people, delta = 0.01, 10**4, 1e-9
        chis = [
            response_moment(4, local, 1.0) - 1,
            ppr_chi_square(order, response_moment(4, local, order), response_moment(4, local, -order)),
        ]
        plain, sent = (
            shuffled_by_moments(people, chi, pure, delta).epsilon
            for chi, pure in zip(chis, (local, 2 * order * local), strict=True)
        )
        assert sent / plain < 1.25 * math.sqrt(order)
        assert any_randomizer(2 * order * local).epsilon(people, delta)[0].epsilon > sent


@pytest.mark.parametrize("order", [1.5, 2.0, 4.0])
def test_the_root_of_the_order_is_a_limit_from_above_with_the_times_and_is_not_reached_without(order: float) -> None:
    """Proven bounds of PPR over what shuffled binary responses attain."""
    for local in (0.01, 0.1, 1.0):
        chi = ppr_chi_square(order, response_moment(2, local, order), response_moment(2, local, -order))
        rise = chi / (response_moment(2, local, 1.0) - 1)
        assert rise == pytest.approx(math.sinh(order * local) ** 2 / (order * math.sinh(local) ** 2), rel=1e-6)
        assert rise > order
    local, people, delta = 0.003, 10**8, 1e-40
    chi = ppr_chi_square(order, response_moment(2, local, order), response_moment(2, local, -order))
    plain = amplified_epsilon(randomized_response(2, local).lower[0], people, delta, "lower")
    timed, listed = (
        shuffled_by_moments(people, share * chi, 2 * order * local, delta).epsilon / plain / math.sqrt(order)
        for share in (1.0, weak_shift_share(order))
    )
    assert 1 < timed < 1.04 and listed < 0.98


@pytest.mark.parametrize("delta", [0.0, 1.0, -1.0])
def test_an_impossible_delta_is_refused(delta: float) -> None:
    with pytest.raises(ValueError, match="delta must be"):
        any_randomizer(1.0).epsilon(10, delta)


def test_hardly_any_noise_is_not_hidden_and_less_is_refused() -> None:
    for way in (gaussian_of_interval(0.1), any_randomizer(60.0)):
        assert way.epsilon(1000, 1e-9)[0].epsilon == way.local(1e-9)
    for refused, name in ((gaussian_of_interval, "noise_std"), (any_randomizer, "epsilon")):
        with pytest.raises(ValueError, match=f"{name} must be a number at least"):
            refused({"noise_std": 0.09, "epsilon": 61.0}[name])


def test_gaussian_noise_on_an_interval_has_a_bound_among_few_people() -> None:
    """It has no local ε, and its rare messages have large ratios."""
    guarantee, least = gaussian_of_interval(1.0).epsilon(100, 1e-6)
    assert 0.85 < least < guarantee.epsilon < 0.95
    way = gaussian_of_interval(0.3)
    alone = gaussian_privacy(0.3, 1.0, 1e-6).epsilon
    assert amplified_epsilon(way.upper[0], 2, 1e-6, local=way.local(1e-6)) == alone, "two people hide nothing more"


def test_rounds_compose_to_no_less_than_their_exact_law() -> None:
    """Three people, all others with the value 0: every pair of histograms of two rounds."""
    way, delta = randomized_response(2, 1.0), 0.02
    law = rows(2, 1.0)
    here, there = (histogram([law[value], law[0], law[0]]) for value in (0, 1))
    for rounds in (1, 2):
        found = shuffled_rounds(way, 3, rounds, delta)

        def exact(epsilon: float, rounds: int = rounds) -> float:
            first, second = (functools.reduce(np.outer, [law] * rounds) for law in (here, there))
            return float(np.maximum(first - math.exp(epsilon) * second, 0).sum())

        assert exact(found.epsilon) <= delta < exact(0.5 * found.epsilon)
        assert found.epsilon <= rounds * way.epsilon(3, delta / rounds)[0].epsilon * (1 + 1e-3)
        assert found.against == "aggregator" and f"{rounds} rounds together" in found.conditions


def test_one_round_is_itself_and_more_grow_like_their_root() -> None:
    once = any_randomizer(1.0).epsilon(10**4, 1e-6)[0].epsilon
    assert shuffled_rounds(any_randomizer(1.0), 10**4, 1, 1e-6).epsilon == pytest.approx(once, rel=1e-3)
    assert 3.1 < shuffled_rounds(any_randomizer(1.0), 10**4, 10, 1e-6).epsilon / once < 3.6


def test_no_bound_is_above_the_theorem_that_the_papers_print() -> None:
    """Feldman, McMillan, Talwar 2021, Theorem 3.1, where it holds, at the grid of their Figure and their program."""
    for people, delta in ((10**4, 1e-6), (10**5, 1e-6), (10**6, 1e-8)):
        most = math.log(people / (16 * math.log(2 / delta)))
        for local in (0.1, 0.5, 1.0, 2.0, 4.0):
            if local <= most:
                grown = math.sqrt(math.exp(local) * math.log(4 / delta) / people) + math.exp(local) / people
                printed = math.log1p(8 * math.tanh(local / 2) * grown)
                assert any_randomizer(local).epsilon(people, delta)[0].epsilon < 0.6 * printed
