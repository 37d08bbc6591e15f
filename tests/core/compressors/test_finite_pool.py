"""Minimal random coding and truncated PPR against their own laws, enumerated over all candidates."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats

from ppr_core.channels import FiniteChannel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import MinimalRandomCoding, TruncatedPoisson, finite_pool
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import chi_square_p_value

# Less than 100 p-values are taken in this file.
LEVEL = 1e-4 / 100
SHARED = SharedRandomness(123)
RUNS = 200_000

MATRIX = np.array([[0.7, 0.2, 0.1], [0.1, 0.0, 0.9], [0.3, 0.3, 0.4]])
Q = np.array([0.5, 0.3, 0.2])
FINITE = FiniteChannel(MATRIX, proposal=Q)
ALPHAS = [1.02, 1.5, 2.0, 10.0, math.inf]


class OneTable(SharedRandomness):
    """Reads table 0 whatever the message, so that many encodes share one set of samples."""

    def uniforms(self, indices, width, message=0):
        return super().uniforms(indices, width, 0)


def mrc_weights(ratio: np.ndarray) -> np.ndarray:
    """P(K = k | Z₁ … Z_N) ∝ r(Z_k), uniform where all ratios are zero."""
    return ratio / ratio.sum() if ratio.sum() > 0 else np.full(len(ratio), 1 / len(ratio))


def truncated_weights(ratio: np.ndarray, alpha: float) -> np.ndarray:
    """The same for truncated PPR with N = 2.

    T₁/T₂ is uniform on (0, 1), V₁ and V₂ are Exp(1): P(K = 1) = ∫₀¹ du / (1 + (u r₂/r₁)^α); min(1, r₁/r₂) for α = ∞.
    """
    if ratio[1] == 0 and ratio[0] == 0:
        ratio = np.ones(2)
    if ratio[0] == 0:
        return np.array([0.0, 1.0])
    steep = ratio[1] / ratio[0]
    if math.isinf(alpha):
        first = min(1.0, 1 / steep) if steep else 1.0
    else:
        first = integrate.quad(lambda u: 1 / (1 + (u * steep) ** alpha), 0, 1)[0]
    return np.array([first, 1 - first])


def enumerated(row: np.ndarray, candidates: int, weights) -> np.ndarray:
    """Law of the decoded output: the sum over all samples Z₁ … Z_N of their probability times the weights."""
    law = np.zeros(len(Q))
    for samples in product(range(len(Q)), repeat=candidates):
        chosen = weights(row[list(samples)] / Q[list(samples)])
        np.add.at(law, list(samples), np.prod(Q[list(samples)]) * chosen)
    return law


def decoded_counts(compressor: FinitePool, x: int) -> np.ndarray:
    messages = compressor.encode(np.full(RUNS, x), SHARED, np.random.default_rng(x + 1))
    assert messages.indices.min() >= 1 and messages.indices.max() <= compressor.candidates
    assert np.all(messages.candidates == compressor.candidates)
    return np.bincount(compressor.decode(messages, SHARED), minlength=len(Q))


@pytest.mark.parametrize("candidates", [1, 2, 3, 6])
@pytest.mark.parametrize("x", [0, 1, 2])
def test_mrc_follows_its_own_enumerated_law(candidates: int, x: int) -> None:
    law = enumerated(MATRIX[x], candidates, mrc_weights)
    assert law.sum() == pytest.approx(1)
    counts = decoded_counts(MinimalRandomCoding(FINITE, candidates), x)
    assert chi_square_p_value(counts, law) > LEVEL
    # ... which is not that of the channel, and the test can tell.
    assert np.abs(law - MATRIX[x]).max() > 0.003
    assert chi_square_p_value(counts, MATRIX[x]) < LEVEL


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("x", [0, 1, 2])
def test_truncated_ppr_follows_its_own_enumerated_law(alpha: float, x: int) -> None:
    law = enumerated(MATRIX[x], 2, lambda ratio: truncated_weights(ratio, alpha))
    assert law.sum() == pytest.approx(1)
    counts = decoded_counts(TruncatedPoisson(FINITE, alpha, 2), x)
    assert chi_square_p_value(counts, law) > LEVEL
    assert chi_square_p_value(counts, MATRIX[x]) < LEVEL


@pytest.mark.parametrize("seed", [0, 1])
def test_mrc_index_given_the_samples(seed: int) -> None:
    """P(K = k | Z₁, …, Z_N) ∝ r(Z_k) exactly, for a vector channel."""
    channel = GaussianChannel(dimension=2, noise_std=1.0, norm_bound=1.5)
    compressor = MinimalRandomCoding(channel, 16)
    shared = OneTable(seed)
    x = np.array([0.9, -1.2])
    z = channel.proposal(shared.uniforms(np.arange(1, 17), channel.width))
    weights = mrc_weights(np.exp(channel.log_ratio(x, z)))
    found = compressor.encode(np.tile(x, (RUNS // 4, 1)), shared, np.random.default_rng(9)).indices
    assert chi_square_p_value(np.bincount(found - 1, minlength=16), weights) > LEVEL


@pytest.mark.parametrize("alpha", [1.5, math.inf])
def test_truncated_index_given_the_samples(alpha: float) -> None:
    shared = OneTable(3)
    z = FINITE.proposal(shared.uniforms(np.array([1, 2]), 1))
    weights = truncated_weights(MATRIX[0, z] / Q[z], alpha)
    found = TruncatedPoisson(FINITE, alpha, 2).encode(np.zeros(RUNS), shared, np.random.default_rng(1)).indices
    assert chi_square_p_value(np.bincount(found - 1, minlength=2), weights) > LEVEL


@pytest.mark.parametrize(
    "compressor",
    [
        *(MinimalRandomCoding(FiniteChannel([[1.0, 0.0], [0.5, 0.5]], proposal=[0.02, 0.98]), n) for n in (2, 5)),
        *(
            TruncatedPoisson(FiniteChannel([[1.0, 0.0], [0.5, 0.5]], proposal=[0.02, 0.98]), alpha, 3)
            for alpha in (2.0, math.inf)
        ),
    ],
    ids=lambda compressor: f"{compressor.name}-{compressor.candidates}",
)
def test_impossible_candidates_are_chosen_only_among_themselves(compressor: FinitePool) -> None:
    """Where some candidate is possible, one such is sent; where none is, all ratios count as equal."""
    n, size = 20_000, compressor.candidates
    messages = compressor.encode(np.zeros(n), SHARED, np.random.default_rng(2))
    z = compressor.channel.proposal(
        SHARED.uniforms(np.tile(np.arange(1, size + 1), n), 1, np.repeat(np.arange(n), size))
    ).reshape(n, size)
    hopeless = np.all(z == 1, axis=1)
    assert hopeless.sum() > n / 2
    assert np.all(compressor.decode(messages, SHARED)[~hopeless] == 0)
    counts = np.bincount(messages.indices[hopeless] - 1, minlength=size)
    if isinstance(compressor, MinimalRandomCoding):
        assert chi_square_p_value(counts, np.full(size, 1 / size)) > LEVEL
    elif math.isinf(compressor.alpha):
        assert counts[0] == counts.sum()  # the first arrival
    else:
        assert counts[0] > counts[1] > counts[2] > 0


@pytest.mark.parametrize("make", [lambda c, n: MinimalRandomCoding(c, n), lambda c, n: TruncatedPoisson(c, 2.0, n)])
def test_the_law_tends_to_the_channels(make) -> None:
    """Kolmogorov distance falls with N, and with N = 2¹¹ a sample of 4000 cannot tell."""
    channel = LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0)
    noise = stats.laplace.cdf
    distances = []
    for candidates in (1, 4, 16):
        compressor = make(channel, candidates)
        z = compressor.decode(compressor.encode(np.ones(20_000), SHARED, np.random.default_rng(1)), SHARED)
        distances.append(stats.kstest(z - 1, noise).statistic)
    assert distances[0] > distances[1] > distances[2]
    compressor = make(channel, 2048)
    z = compressor.decode(compressor.encode(np.ones(4_000), SHARED, np.random.default_rng(1)), SHARED)
    assert stats.kstest(z - 1, noise).pvalue > LEVEL


def test_one_candidate_is_the_proposal() -> None:
    for compressor in (MinimalRandomCoding(FINITE, 1), TruncatedPoisson(FINITE, 2.0, 1)):
        messages = compressor.encode(np.zeros(100), SHARED, np.random.default_rng(0))
        assert np.all(messages.indices == 1)
        assert np.all(messages.lengths("elias_gamma") == 1)


def test_blocks_do_not_change_what_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator is used row by row: equal generators give equal messages whatever the block size."""
    channel = GaussianChannel(dimension=3, noise_std=1.0, norm_bound=1.0)
    compressor = MinimalRandomCoding(channel, 8)
    x = np.zeros((500, 3))
    whole = compressor.encode(x, SHARED, np.random.default_rng(4)).indices
    monkeypatch.setattr(finite_pool, "_FLOATS", 100)
    assert np.array_equal(compressor.encode(x, SHARED, np.random.default_rng(4)).indices, whole)


def test_mrc_doubles_epsilon_at_most() -> None:
    """ln (P(K | Z, x)/P(K | Z, x′)) over all samples and pairs of inputs, N = 3, stays below 2ε and passes ε."""
    channel = RandomizedResponseChannel(size=3, epsilon=0.8)
    compressor = MinimalRandomCoding(channel, 3)
    database, decoder = compressor.privacy()
    assert (database.against, decoder.against) == ("database", "decoder")
    assert database.epsilon == decoder.epsilon == pytest.approx(1.6)
    ratios = channel.matrix * 3
    worst = max(
        np.max(np.abs(np.log(mrc_weights(ratios[x, list(z)]) / mrc_weights(ratios[y, list(z)]))))
        for z in product(range(3), repeat=3)
        for x, y in product(range(3), repeat=2)
    )
    assert 0.8 < worst <= 1.6


def test_truncation_keeps_the_guarantee_of_the_whole() -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=0.5)
    database, decoder = TruncatedPoisson(channel, 1.5, 10).privacy()
    assert (database.against, decoder.against) == ("database", "decoder")
    assert database.epsilon == decoder.epsilon == pytest.approx(2 * 1.5 * 0.5)
    for alpha in (1.5, 4.0):
        ratios = channel.matrix * 3
        worst = max(
            np.max(
                np.abs(
                    np.log(truncated_weights(ratios[x, list(z)], alpha) / truncated_weights(ratios[y, list(z)], alpha))
                )
            )
            for z in product(range(3), repeat=2)
            for x, y in product(range(3), repeat=2)
        )
        assert worst <= 2 * alpha * 0.5


@pytest.mark.parametrize("value", [0, -3, 1.5, 2**24 + 1, math.nan, None, "4", True])
def test_wrong_numbers_of_candidates_are_refused(value: object) -> None:
    allowed = r"^candidates must be a whole number at least 1 and at most 16777216; got .+\.$"
    with pytest.raises(ValueError, match=allowed):
        MinimalRandomCoding(FINITE, value)
    with pytest.raises(ValueError, match=allowed):
        TruncatedPoisson(FINITE, 2.0, value)


@pytest.mark.parametrize("alpha", [1.0, 0.0, -math.inf, math.nan, None, "2"])
def test_wrong_alpha_is_refused(alpha: object) -> None:
    with pytest.raises(ValueError, match=r"^alpha must be a number above 1 \(infinity allowed\); got .+\.$"):
        TruncatedPoisson(FINITE, alpha, 4)
