"""Modified minimal random coding, GenProt, Bassily–Smith and greedy rejection: against enumeration and hand-made
numbers; and encodes that share a table."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    SubsetSelectionChannel,
)
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    DrawLimitExceeded,
    GenProt,
    GreedyRejection,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    TruncatedPoisson,
)
from ppr_core.diagnostics.index_laws import ENUMERABLE, index_law
from ppr_core.estimation.debias import cap_probability
from ppr_core.guarantees import cite
from ppr_core.randomness import SharedRandomness

LEVEL = 1e-4 / 100  # at most a hundred p-values are taken in this file
SHARED = SharedRandomness(20240612)
RESPONSE = RandomizedResponseChannel(size=4, epsilon=1.0)
LAPLACE = LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0)
UNEVEN = FiniteChannel([[0.5, 0.3, 0.2], [0.4, 0.35, 0.25]])


def p_value(indices: np.ndarray, law: np.ndarray) -> float:
    """Chi-square of indices 1, 2, … against a law (m,); later ones count as the last; rare cells are merged."""
    counts, expected = np.bincount(np.minimum(indices, len(law)) - 1, minlength=len(law)), len(indices) * law
    if counts[law == 0].any():
        return 0.0
    common = expected >= 5
    seen = np.append(counts[common], counts[~common].sum())
    wanted = np.append(expected[common], expected[~common].sum())
    kept = wanted > 1e-6
    if kept.sum() < 2:
        return 1.0
    return float(stats.chisquare(seen[kept], wanted[kept] * seen[kept].sum() / wanted[kept].sum()).pvalue)


def on_table(compressor: Compressor, x: np.ndarray, table: int, count: int = 30_000) -> np.ndarray:
    """Indices of many encodes of one input on one table."""
    batch = np.broadcast_to(x, (count, *np.shape(x)))
    return compressor.encode(batch, SHARED, np.random.default_rng(table), tables=table).indices


def of_counts(channel: RandomizedResponseChannel, own: int, others: int, n: int) -> np.ndarray:
    """ln r of n candidates of which ``own`` are x, then ``others`` x′, seen from x and from x′, (2, n)."""
    candidates = np.array([0] * own + [1] * others + [2] * (n - own - others))
    return np.array([channel.log_ratio(np.array(x), candidates) for x in (0, 1)])


def tables_of_counts(n: int) -> list[tuple[int, int]]:
    return [(own, others) for own in range(n + 1) for others in range(n + 1 - own)]


def largest_loss(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.abs(np.log(first) - np.log(second)).max())


# --- The index given the table ---------------------------------------------------------------------------------------


ENUMERATED = [
    *(kind(channel, 6) for kind in (MinimalRandomCoding, GenProt) for channel in (RESPONSE, LAPLACE, UNEVEN)),
    ModifiedMinimalRandomCoding(RESPONSE, 6),
    *(BassilySmith(channel) for channel in (RESPONSE, LAPLACE, UNEVEN)),
    *(GreedyRejection(channel) for channel in (RESPONSE, UNEVEN)),
]


@pytest.mark.parametrize("compressor", ENUMERATED, ids=lambda one: f"{one.name} {one.channel.name}")
def test_encoder_follows_the_law_of_the_index(compressor: Compressor) -> None:
    """On one table, for two inputs: thousands of encodes against the enumerated law, and not against the other's."""
    channel = compressor.channel
    inputs = np.array([[1.0], [-1.0]]) if channel.event_shape else np.array([0, 1])
    tables = np.array([3, 5, 6])
    laws = np.array([index_law(compressor, x, tables, SHARED) for x in inputs])
    np.testing.assert_allclose(laws.sum(axis=2), 1, atol=1e-9)
    crossed = []
    for place, table in enumerate(tables):
        for x, law, other in zip(inputs, laws[:, place], laws[::-1, place], strict=True):
            indices = on_table(compressor, x, int(table))
            assert p_value(indices, law) > LEVEL
            crossed.append(p_value(indices, other))
    assert min(crossed) < LEVEL, "the comparison tells the inputs apart"


def test_every_enumerable_kind_is_tested() -> None:
    assert {type(compressor) for compressor in ENUMERATED} == set(ENUMERABLE)


def test_index_law_refuses_what_it_cannot_enumerate() -> None:
    for compressor in (PoissonPrivateRepresentation(RESPONSE, 2.0), TruncatedPoisson(RESPONSE, 2.0, 4)):
        with pytest.raises(ValueError, match=r"^compressor must be one of mrc, .*; got"):
            index_law(compressor, 0, [0], SHARED)


def test_minimal_random_coding_when_every_candidate_is_impossible() -> None:
    compressor = MinimalRandomCoding(FiniteChannel([[1.0, 0.0], [0.0, 1.0]]), 2)
    laws = index_law(compressor, 0, np.arange(40), SHARED)
    assert {tuple(row) for row in laws} == {(0.5, 0.5), (1.0, 0.0), (0.0, 1.0)}


# --- Modified minimal random coding ----------------------------------------------------------------------------------


def test_modified_weights_by_hand() -> None:
    """k = 4, e^ε = 3: r is 2 on the cap, of mass ¼, and ⅔ elsewhere; N = 4, so that β = θ is one candidate."""
    channel = RandomizedResponseChannel(size=4, epsilon=math.log(3))
    compressor = ModifiedMinimalRandomCoding(channel, 4)
    by_hand = {
        0: [1 / 4] * 4,
        1: [1 / 2, 1 / 6, 1 / 6, 1 / 6],
        2: [1 / 3, 1 / 3, 1 / 6, 1 / 6],
        3: [5 / 18, 5 / 18, 5 / 18, 1 / 6],
        4: [1 / 4] * 4,
    }
    for own, weights in by_hand.items():
        found = compressor.choice_law(of_counts(channel, own, 0, 4)[0])
        np.testing.assert_allclose(found, weights, rtol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_modified_keeps_epsilon_on_every_table_and_mrc_does_not(n: int, epsilon: float) -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=epsilon)
    modified = ModifiedMinimalRandomCoding(channel, n)
    losses, plain = [0.0], [0.0]
    for own, others in tables_of_counts(n):
        log_ratio = of_counts(channel, own, others, n)
        laws = modified.choice_law(log_ratio)
        np.testing.assert_allclose(laws.sum(axis=1), 1, rtol=1e-12)
        low, high = modified.levels.low / n, modified.levels.high / n
        assert low * (1 - 1e-12) <= laws.min() and laws.max() <= high * (1 + 1e-12)
        losses.append(largest_loss(*laws))
        weights = np.exp(log_ratio)
        plain.append(largest_loss(*(weights / weights.sum(axis=1, keepdims=True))))
    assert max(losses) <= epsilon * (1 + 1e-12)
    assert max(plain) <= 2 * epsilon * (1 + 1e-12)
    if n > 2:
        assert max(plain) > epsilon * (1 + 1e-3)
        # One candidate is x, the others x′: (N − 1)e^ε + 1 over e^ε + N − 1 on top of ε.
        high, rest = math.exp(epsilon), n - 1
        assert max(plain) == pytest.approx(epsilon + math.log((rest * high + 1) / (high + rest)), rel=1e-12)
    if n > 8:
        assert max(losses) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("n", [1, 3, 4])
def test_modified_cap_probability_is_that_of_all_tables(n: int) -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=2.0)
    compressor = ModifiedMinimalRandomCoding(channel, n)
    total = 0.0
    for table in itertools.product(range(3), repeat=n):
        z = np.array(table)
        total += compressor.choice_law(channel.log_ratio(np.array(0), z))[z == 0].sum() / 3**n
    assert cap_probability(compressor) == pytest.approx(total, rel=1e-12)
    x = np.zeros(40_000, dtype=int)
    hits = int((compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(1)), SHARED) == 0).sum())
    assert stats.binomtest(hits, len(x), total).pvalue > LEVEL
    assert stats.binomtest(hits, len(x), channel.matrix[0, 0]).pvalue < LEVEL, "its own law, not the channel's"


def test_modified_needs_two_levels_and_promises_epsilon() -> None:
    with pytest.raises(ValueError, match=r"^channel must be one whose density ratio takes the same two values"):
        ModifiedMinimalRandomCoding(LAPLACE, 4)
    for epsilon in (0.3, 1.0, 3.0):
        channel = RandomizedResponseChannel(size=5, epsilon=epsilon)
        for guarantee in ModifiedMinimalRandomCoding(channel, 4).privacy(1e-6):
            assert guarantee.epsilon == pytest.approx(epsilon, rel=1e-12) and guarantee.delta == 0


# --- GenProt ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("channel", [RESPONSE, LAPLACE, RandomizedResponseChannel(size=2, epsilon=3.0)])
def test_genprot_is_the_mean_over_all_patterns_of_acceptance(channel: Channel) -> None:
    n, compressor = 5, GenProt(channel, 5)
    for x in (np.array([1.0]), np.array([-0.2])) if channel.event_shape else (0, 1):
        for table in (2, 9):
            z = channel.proposal(SHARED.uniforms(np.arange(1, n + 1), channel.width, table))
            accept = compressor.acceptance(channel.log_ratio(np.asarray(x), z))
            expected = np.zeros(n)
            for pattern in itertools.product([False, True], repeat=n):
                chosen = np.array(pattern)
                chance = np.prod(np.where(chosen, accept, 1 - accept))
                expected += chance * (chosen / chosen.sum() if chosen.any() else np.full(n, 1 / n))
            np.testing.assert_allclose(index_law(compressor, x, [table], SHARED)[0], expected, rtol=1e-9)


def test_genprot_with_many_candidates_agrees_with_the_count_of_the_others() -> None:
    """E[1/(1 + S)] from the law of S, one Bernoulli after the other, for the first candidate of 300."""
    n, channel = 300, RESPONSE
    compressor = GenProt(channel, n)
    z = channel.proposal(SHARED.uniforms(np.arange(1, n + 1), 1, 4))
    accept = compressor.acceptance(channel.log_ratio(np.array(0), z))
    counts = np.zeros(n)
    counts[0] = 1.0
    for p in accept[1:]:
        counts = counts * (1 - p) + np.append(0.0, counts[:-1]) * p
    expected = accept[0] * (counts / np.arange(1, n + 1)).sum()
    law = index_law(compressor, 0, [4], SHARED)[0]
    assert law[0] == pytest.approx(expected, rel=1e-9) and law.sum() == pytest.approx(1, rel=1e-9)


def test_genprot_acceptance_by_hand() -> None:
    """p = r/2, at most 1, and ½ where r leaves [e^{−2ε}, e^{2ε}], as it does in the tails of a Laplace law."""
    compressor = GenProt(LAPLACE, 3)
    assert compressor.epsilon == 1.0
    ratio = np.array([1.0, 1.5, math.exp(2) * 0.99, math.exp(2) * 1.01, math.exp(-2) * 1.01, math.exp(-2) * 0.99, 0.0])
    with np.errstate(divide="ignore"):
        found = compressor.acceptance(np.log(ratio))
    np.testing.assert_allclose(found, [0.5, 0.75, 1.0, 0.5, math.exp(-2) * 0.505, 0.5, 0.5], rtol=1e-9)


@pytest.mark.parametrize("epsilon", [0.02, 0.1, 0.25, 1.0, 4.0])
def test_genprot_keeps_its_promise_on_every_table(epsilon: float, monkeypatch: pytest.MonkeyPatch) -> None:
    channel = RandomizedResponseChannel(size=3, epsilon=epsilon)
    worst = 0.0
    for n in (1, 2, 3, 8):
        compressor = GenProt(channel, n)
        assert {guarantee.epsilon for guarantee in compressor.privacy()} == {10 * epsilon}
        for own, others in tables_of_counts(n):
            rows = iter(of_counts(channel, own, others, n)[:, None])
            monkeypatch.setattr("ppr_core.diagnostics.index_laws._pool_ratios", lambda *_, rows=rows: next(rows))
            worst = max(worst, largest_loss(*(index_law(compressor, x, [0], SHARED) for x in (0, 1))))
    assert epsilon < worst < 10 * epsilon


def test_genprot_needs_pure_privacy() -> None:
    with pytest.raises(ValueError, match=r"^channel must be purely ε-private with finite ε; got 'gaussian'\.$"):
        GenProt(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0), 4)


# --- Bassily–Smith ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "exponential", "decoder"),
    [
        (2, 3.0, 3.0),  # r is 3/2 or 1/2: both values of the bit differ by a factor of 3
        (4, 2.0, 3.0),  # r is 8/5 or 4/5: dropping differs by (2 − 4/5)/(2 − 8/5)
        (3, 2.0, 2.5),  # r is 3/2 or 3/4: (2 − 3/4)/(2 − 3/2)
    ],
)
def test_bassily_smith_by_hand(size: int, exponential: float, decoder: float) -> None:
    compressor = BassilySmith(RandomizedResponseChannel(size=size, epsilon=math.log(exponential)))
    database, promise = compressor.privacy()
    assert (database.against, promise.against) == ("database", "decoder")
    assert database.epsilon == pytest.approx(math.log(exponential))
    assert promise.epsilon == pytest.approx(math.log(decoder), rel=1e-12)
    laws = [index_law(compressor, x, np.arange(60), SHARED) for x in (0, 1)]
    assert largest_loss(*laws) == pytest.approx(promise.epsilon, rel=1e-12)


def test_bassily_smith_loses_half_and_keeps_the_law() -> None:
    n = 60_000
    for x in (0, 3):
        compressor = BassilySmith(RESPONSE)
        messages = compressor.encode(np.full(n, x), SHARED, np.random.default_rng(x))
        z = compressor.decode(messages, SHARED)
        assert set(np.unique(messages.indices)) == {1, 2}
        assert np.array_equal(z == -1, messages.indices == 2)
        assert stats.binomtest(int((z == -1).sum()), n, 0.5).pvalue > LEVEL
        assert p_value(z[z >= 0] + 1, RESPONSE.matrix[x]) > LEVEL
    compressor = BassilySmith(LAPLACE)
    x = np.ones(n)
    z = compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(1)), SHARED)
    assert stats.binomtest(int(np.isnan(z).sum()), n, 0.5).pvalue > LEVEL
    assert stats.kstest(z[~np.isnan(z)], stats.laplace(1.0, 2.0).cdf).pvalue > LEVEL


def test_bassily_smith_at_and_beyond_its_limit() -> None:
    certain = BassilySmith(FiniteChannel([[1.0, 0.0], [0.0, 1.0]]))
    assert certain.privacy()[1].epsilon == math.inf
    with pytest.raises(ValueError, match=r"^channel ratio bound r\* must be at most 2; got 2\.\d+\.$"):
        BassilySmith(RandomizedResponseChannel(size=8, epsilon=1.0))
    gaussian = BassilySmith(GaussianChannel(dimension=1, noise_std=4.0, norm_bound=1.0))
    assert [guarantee.delta for guarantee in gaussian.privacy(1e-6)] == [1e-6, 1e-6]


# --- Greedy rejection ------------------------------------------------------------------------------------------------


def test_greedy_rejection_by_hand() -> None:
    """P = (½, ½), Q = (¼, ¾): step 1 fills (¼, ½), then a quarter of what is left each time; E[K] = 1 + ¼/(1 − ¾)."""
    channel = FiniteChannel([[0.5, 0.5], [0.25, 0.75]], proposal=[0.25, 0.75])
    compressor = GreedyRejection(channel)
    np.testing.assert_allclose(compressor.expected_cost([0, 1]), [2.0, 1.0], rtol=1e-12)
    accept = compressor.acceptance(np.array([0]), 3)[:, 0]
    np.testing.assert_allclose(accept, [[1.0, 2 / 3], [1.0, 0.0], [1.0, 0.0]], rtol=1e-12)
    indices = compressor.encode(np.zeros(50_000, dtype=int), SHARED, np.random.default_rng(0)).indices
    law = np.array([0.75, *(0.25 * 0.25 * 0.75**step for step in range(20))])
    assert p_value(indices, np.append(law, 1 - law.sum())) > LEVEL


def test_greedy_rejection_cost_is_the_sum_over_its_steps() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        matrix = rng.dirichlet(np.full(int(rng.integers(2, 6)), 0.5), size=3)
        channel = FiniteChannel(matrix, proposal=rng.dirichlet(np.ones(matrix.shape[1])))
        for x, cost in enumerate(GreedyRejection(channel).expected_cost([0, 1, 2])):
            filled, left, total = np.zeros(matrix.shape[1]), 1.0, 0.0
            while left > 1e-13 and total < 100:
                total += left
                filled = filled + np.minimum(channel.matrix[x] - filled, left * channel.proposal_law)
                left = max(0.0, 1 - filled.sum())
            assert cost == pytest.approx(total, rel=1e-6) or total >= 100


def test_greedy_rejection_cost_with_a_very_rare_output() -> None:
    """P(1) = 2·10⁻⁹, Q(1) = 1.5·10⁻⁹: half a billionth is left, and a third of a step is expected for it."""
    channel = FiniteChannel([[1 - 1e-9, 1e-9], [1 - 2e-9, 2e-9]], proposal="mean")
    np.testing.assert_allclose(GreedyRejection(channel).expected_cost([1]), [4 / 3], rtol=1e-6)


def test_greedy_rejection_never_gives_what_the_channel_cannot() -> None:
    """An output that only the proposal has is never accepted, nor one that another input alone can give."""
    channel = FiniteChannel([[0.5, 0.5, 0.0, 0.0], [0.2, 0.4, 0.4, 0.0]], proposal=[0.2, 0.2, 0.2, 0.4])
    compressor = GreedyRejection(channel)
    x = np.repeat([0, 1], 20_000)
    z = compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(2)), SHARED)
    for row in (0, 1):
        assert p_value(z[x == row] + 1, channel.matrix[row]) > LEVEL


def test_greedy_rejection_promises_the_database_only() -> None:
    database, decoder = GreedyRejection(RESPONSE).privacy()
    assert database.epsilon == 1.0 and decoder.epsilon == math.inf
    silent = GreedyRejection(FiniteChannel([[0.5, 0.5], [0.5, 0.5]]))
    assert [guarantee.epsilon for guarantee in silent.privacy()] == [0.0, 0.0]
    allowed = r"^channel must be one between finite alphabets, or with a ratio of two values; got 'laplace'\.$"
    with pytest.raises(ValueError, match=allowed):
        GreedyRejection(LAPLACE)


def test_greedy_rejection_sees_equal_ratios_as_one_output() -> None:
    """All ten subsets of a channel as a finite channel: the same cost, and the cap is accepted like its members."""
    channel = SubsetSelectionChannel(size=5, epsilon=1.0)
    chosen = itertools.combinations(range(5), channel.subset_size)
    subsets = np.array([[j in one for j in range(5)] for one in chosen])
    law = np.exp([channel.log_ratio(np.full(10, x), subsets.astype(np.int8)) for x in range(5)]) / 10
    listed, levels = GreedyRejection(FiniteChannel(law, proposal=np.full(10, 0.1))), GreedyRejection(channel)
    np.testing.assert_allclose(levels.expected_cost(range(5)), listed.expected_cost(range(5)), rtol=1e-12)
    accept = listed.acceptance(np.array([2]), 6)[:, 0]
    of_levels = levels.acceptance(np.array([2]), 6)[:, 0]
    np.testing.assert_allclose(accept, of_levels[:, np.where(subsets[:, 2], 0, 1)], atol=1e-12)
    messages = levels.encode(np.full(20_000, 2), SHARED, np.random.default_rng(4))
    z = levels.decode(messages, SHARED)
    assert p_value(z @ (1 << np.arange(5)), np.bincount(subsets @ (1 << np.arange(5)), law[2], 32)[1:]) > LEVEL
    error = messages.indices.std() / math.sqrt(len(messages))
    assert abs(messages.indices.mean() - levels.expected_cost([2])[0]) < 4 * error
    with pytest.raises(ValueError, match=r"^compressor\.channel must be one between finite alphabets; got 'subset"):
        index_law(levels, 2, [0], SHARED)


def test_greedy_rejection_refuses_an_endless_search() -> None:
    channel = PrivUnitChannel(dimension=1000, epsilon=100.0)
    with pytest.raises(DrawLimitExceeded, match="more than candidate_limit = 10⁷"):
        GreedyRejection(channel).encode(np.eye(1000)[:1], SHARED, np.random.default_rng(0))


# --- Encodes that share a table --------------------------------------------------------------------------------------


def test_messages_may_share_a_table() -> None:
    x = np.zeros(50, dtype=int)
    chosen = (MinimalRandomCoding(RESPONSE, 4), PoissonPrivateRepresentation(RESPONSE, 2.0), BassilySmith(RESPONSE))
    for compressor in chosen:
        same = compressor.encode(x, SHARED, np.random.default_rng(0), tables=7)
        assert same.tables.tolist() == [7] * 50
        z = compressor.decode(same, SHARED)
        for index in np.unique(same.indices):
            assert len(set(z[same.indices == index].tolist())) == 1, "one candidate for one index"
        listed = compressor.encode(x, SHARED, np.random.default_rng(0), tables=np.full(50, 7))
        assert listed.indices.tolist() == same.indices.tolist()
        usual = compressor.encode(x, SHARED, np.random.default_rng(0), first_table=3)
        listed = compressor.encode(x, SHARED, np.random.default_rng(0), tables=np.arange(3, 53))
        assert usual.indices.tolist() == listed.indices.tolist() and usual.tables.tolist() == listed.tables.tolist()


@pytest.mark.parametrize("tables", [-1, 1.5, "a", [0, 1], np.zeros(3), np.array([0, -1, 2])])
def test_wrong_tables_are_refused(tables: object) -> None:
    compressor = MinimalRandomCoding(RESPONSE, 4)
    with pytest.raises(ValueError, match=r"^(tables|message) must be "):
        compressor.encode(np.zeros(3, dtype=int), SHARED, np.random.default_rng(0), tables=tables)


@pytest.mark.parametrize("source", ["genprot.theorem", "bassily_smith.bit", "greedy.definition", "mrc.modified"])
def test_sources_are_in_the_bibliography(source: str) -> None:
    assert len(cite(source)) > 20
