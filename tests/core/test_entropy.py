"""Entropy estimates: exact expectations by enumeration, laws of known entropy, and integers of any size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.special import zeta

from ppr_core.entropy import EntropyEstimate, index_entropy, log2_of_integers

LIMIT = 4.0  # standard errors; a correct estimate is further off once in 16 000 tests


def count_entropy(counts: np.ndarray | list[int]) -> EntropyEstimate:
    """Of at most 7 outcomes, which are cells of their own."""
    return index_entropy(np.repeat(np.arange(1, len(counts) + 1), counts))


def frequencies_entropy(counts: np.ndarray) -> float:
    """The entropy of the frequencies themselves."""
    share = counts / counts.sum()
    return float(-share @ np.log2(share))


def miller_madow(counts: np.ndarray) -> float:
    return frequencies_entropy(counts) + (len(counts) - 1) / (2 * counts.sum() * math.log(2))


def zipf_entropy(exponent: float) -> float:
    """Of p(k) ∝ k^{−λ}: λ E[log2 K] + log2 ζ(λ), with −ζ′(λ) summed to 10⁶ and continued by Euler and Maclaurin."""
    k = np.arange(2, 10**6, dtype=float)
    end, rest = 1e6, exponent - 1
    tail = end**-rest * (math.log(end) / rest + 1 / rest**2) + 0.5 * math.log(end) * end**-exponent
    mean_log = (float(np.log(k) @ k**-exponent) + tail) / zeta(exponent)
    return (exponent * mean_log + math.log(zeta(exponent))) / math.log(2)


def counts_of(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_counts=True)[1]


def test_estimate_is_that_of_its_definition() -> None:
    # G(1) = −γ − ln 2, G(2) = G(3) = 2 + G(1), G(4) = G(2) + 2/3; ψ(1) = −γ, ψ(n + 1) = ψ(n) + 1/n.
    first, harmonic = -np.euler_gamma - math.log(2), -np.euler_gamma + sum(1 / k for k in range(1, 10))
    g = {1: first, 2: first + 2, 3: first + 2, 4: first + 8 / 3}
    expected = harmonic - sum(count * g[count] for count in (1, 2, 3, 4)) / 10
    assert count_entropy([1, 2, 3, 4]).value == pytest.approx(expected / math.log(2), rel=1e-12)


@pytest.mark.parametrize("probability", [0.1, 0.3, 0.5])
def test_expected_value_by_enumeration(probability: float) -> None:
    """All outcomes of 30 coins, weighted: the bias is far below that of the frequencies and of Miller and Madow."""
    n = 30
    truth = stats.bernoulli(probability).entropy() / math.log(2)
    outcomes = [np.array([count for count in (k, n - k) if count]) for k in range(n + 1)]
    weights = stats.binom.pmf(range(n + 1), n, probability)

    def bias(estimate) -> float:
        return abs(float(weights @ [estimate(outcome) for outcome in outcomes]) - truth)

    ours = bias(lambda counts: count_entropy(counts).value)
    assert ours < 1e-3
    assert ours < bias(miller_madow) / 3 and ours < bias(frequencies_entropy) / 20


def test_one_outcome_has_no_entropy() -> None:
    for n in (2, 1000):
        estimate = count_entropy([n])
        assert 0 <= estimate.value < 1 / n and estimate.error == 0 and estimate.coverage == 1
    assert index_entropy([5] * 1000).value < 1e-3


def test_coverage_counts_what_was_seen_once() -> None:
    assert count_entropy([1, 1, 2, 6]).coverage == pytest.approx(0.8)
    assert count_entropy([1, 1]).coverage == 0
    assert count_entropy([1, 2, 3]).samples == 6


@pytest.mark.parametrize("p", [0.9, 0.5, 0.1, 0.01])
def test_geometric_law(p: float, rng: np.random.Generator) -> None:
    truth = stats.geom(p).entropy() / math.log(2)
    estimate = index_entropy(rng.geometric(p, 20_000))
    assert abs(estimate.value - truth) < LIMIT * estimate.error + 0.002
    assert estimate.error < 0.02


@pytest.mark.parametrize("exponent", [1.2, 1.5, 2.0, 3.0])
def test_heavy_tails(exponent: float, rng: np.random.Generator) -> None:
    """P(K > t) ~ t^{1−λ}, as of PPR at order λ."""
    estimate = index_entropy(rng.zipf(exponent, 20_000))
    assert abs(estimate.value - zipf_entropy(exponent)) < LIMIT * estimate.error + 0.002


def test_counting_the_indices_alone_misses_bits(rng: np.random.Generator) -> None:
    """Why `index_entropy` uses cells: with n = 2000, estimates from counts alone fall short by bits."""
    values, truth = rng.zipf(1.2, 2000), zipf_entropy(1.2)
    cells = index_entropy(values)
    assert truth - frequencies_entropy(counts_of(values)) > 2.5
    assert truth - miller_madow(counts_of(values)) > 2.2
    assert abs(cells.value - truth) < LIMIT * cells.error
    assert cells.coverage > 0.95


@pytest.mark.parametrize("exponent", [1.5, 3.0])
def test_error_is_that_of_repetitions(exponent: float, rng: np.random.Generator) -> None:
    estimates = [index_entropy(rng.zipf(exponent, 2000)) for _ in range(300)]
    values = np.array([estimate.value for estimate in estimates])
    spread = values.var(ddof=1) / np.mean([estimate.error**2 for estimate in estimates])
    low, high = stats.chi2(299).ppf([1e-4, 1 - 1e-4]) / 299
    assert low < spread < 1.2 * high  # the error neglects the correction's own spread
    bias = values.mean() - zipf_entropy(exponent)
    assert abs(bias) < LIMIT * values.std() / math.sqrt(300) + 0.015


@pytest.mark.parametrize("exponent", [1.2, 2.0, 3.0])
def test_what_the_cells_neglect(exponent: float) -> None:
    """With as many samples as probabilities ask for, only the unevenness inside the cells is left."""
    k = np.arange(1, 4096)
    counts = np.floor(1e12 * k**-exponent).astype(np.int64)
    share = counts / counts.sum()
    truth = float(-share @ np.log2(share))
    size = np.maximum(np.floor(np.log2(k)) - 2, 0)
    cell = np.unique((k // 2**size) * 4096 + size, return_inverse=True)[1]
    coarse = np.bincount(cell, weights=share)
    assert 0 <= float(-coarse @ np.log2(coarse) + share @ size) - truth < 0.002


def test_integers_beyond_the_floats(rng: np.random.Generator) -> None:
    """K uniform on one of four octaves, the last with indices of 5000 bits."""
    octaves = (10, 100, 1000, 5000)
    values = [
        (1 << octave) | int.from_bytes(rng.bytes(octave // 8 + 1), "little") % (1 << octave)
        for octave in rng.permutation(np.repeat(octaves, 500)).tolist()
    ]
    estimate = index_entropy(values)
    assert estimate.value == pytest.approx(2 + np.mean(octaves), abs=0.01)
    assert estimate.error == pytest.approx(np.std(octaves) / math.sqrt(2000), rel=0.01)


def test_cells_do_not_depend_on_the_type(rng: np.random.Generator) -> None:
    values = np.concatenate([rng.zipf(1.3, 500), 2**53 + np.arange(-40, 40), [2**62 - 1, 2**62, 2**63 - 1]])
    small, large = index_entropy(values), index_entropy(values.astype(object))
    assert small == large
    np.testing.assert_allclose(log2_of_integers(values), log2_of_integers(values.astype(object)), rtol=1e-15)


def test_cells_are_quarters_of_octaves() -> None:
    # 1..7 alone; 8–9, 10–11, 12–13, 14–15 together; 16–19, ...
    assert index_entropy([1, 2, 3, 4, 5, 6, 7] * 50).coverage == 1
    pair = index_entropy([8] * 50 + [9] * 50)
    assert pair.value == pytest.approx(1.0, abs=1e-2) and pair.error == 0
    apart = index_entropy([9] * 5000 + [10] * 5000)
    assert apart.value == pytest.approx(2.0, abs=1e-3)
    assert index_entropy([16, 19] * 500).value == pytest.approx(2.0, abs=1e-2)


def test_logarithms_of_integers_of_any_size() -> None:
    exponents = [0, 1, 62, 64, 1024, 20_000]
    np.testing.assert_array_equal(log2_of_integers(np.array([2**e for e in exponents], dtype=object)), exponents)
    np.testing.assert_array_equal(log2_of_integers(np.array([1, 8, 2**40])), [0, 3, 40])


@given(st.lists(st.integers(1, 50), min_size=1, max_size=7))
def test_order_does_not_matter_and_bounds_hold(counts: list[int]) -> None:
    estimate = count_entropy(counts)
    assert estimate.value == pytest.approx(count_entropy(sorted(counts)).value, rel=1e-12, abs=1e-12)
    assert estimate.value >= 0 and estimate.error >= 0 and 0 <= estimate.coverage <= 1


@pytest.mark.parametrize("bad", [[], [0], [1, -2], [1.5], [math.nan], [[1, 2]]])
def test_bad_input_is_refused(bad: list) -> None:
    with pytest.raises(ValueError, match="must be"):
        index_entropy(bad)
