"""One ruler: at equal δ the decoder learns at least as much as the reader; laws of lists against enumeration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.ruler import cases, faults
from ppr_core.accounting import LaplacePair, dominating_pair, output_delta, renyi_of_output
from ppr_core.channels import (
    CategoryChannel,
    Channel,
    FiniteChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.compressors import (
    BassilySmith,
    DyadicQuantizedLaplace,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    learned,
    learned_of_coordinates,
)
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.compressors.listed_privacy import concentrated_epsilon, listed_pair
from ppr_core.estimation.frequency import PairwiseIndependentRappor, Rappor, RecursiveHadamardResponse, SubsetSelection
from ppr_core.guarantees import DECODER, OUTSIDER, READER, PrivacyGuarantee

RESPONSE = RandomizedResponseChannel(size=3, epsilon=1.0)


def test_the_decoder_learns_at_least_as_much_as_the_reader() -> None:
    """120 random settings; `python -m benchmarks.ruler --runs 5000` looks at more."""
    rng, wrong = np.random.default_rng(11), []
    for _, case in zip(range(120), cases(11), strict=False):
        wrong += faults(case, 10 ** rng.uniform(-12, -0.5))
    assert not wrong, "\n".join(wrong)


def test_a_ruler_with_two_deltas_is_noticed() -> None:
    """The reader by pure ε, the decoder at δ: what an output itself tells then exceeds what its decoder learns."""
    channel = LaplaceChannel(dimension=100, epsilon=1.0, norm_bound=1.0)
    ppr = PoissonPrivateRepresentation(channel, 1.3)

    def two_deltas(adversary: object, delta: float) -> PrivacyGuarantee:
        return ppr.privacy()[0] if adversary is READER else learned(DECODER, ppr, delta)

    assert any("< reader" in fault for fault in faults(("PPR", two_deltas), 2e-6))
    assert learned(READER, ppr, 2e-6).epsilon == pytest.approx(0.771, abs=1e-3)
    assert learned(DECODER, ppr, 2e-6).epsilon == pytest.approx(1.235, abs=1e-3)
    assert learned(READER, ppr).epsilon == 2.0 and learned(DECODER, ppr).epsilon == pytest.approx(5.2)


def test_a_metric_promise_is_no_promise_for_two_inputs() -> None:
    small = LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=0.1)  # ε = 0.2 between two inputs, 1 per unit
    assert learned(READER, PoissonPrivateRepresentation(small, 2.0)).epsilon == pytest.approx(0.2)


def listed_delta(compressor: FinitePool, epsilon: float) -> float:
    """Mean over all lists of N outputs of Q of Σ_k (P(k) − e^ε P′(k))₊, by the compressor's own rule."""
    channel, size = compressor.channel, compressor.candidates
    if isinstance(channel, CategoryChannel):
        outputs, law = np.arange(channel.size), np.full(channel.size, 1 / channel.size)
    else:
        vectors = itertools.product((0, 1), repeat=channel.size)
        outputs = np.array([v for v in vectors if not isinstance(channel, SubsetSelectionChannel)
                            or sum(v) == channel.subset_size])  # fmt: skip
        ones = outputs.sum(axis=1)
        law = np.full(len(outputs), 1 / len(outputs))
        if isinstance(channel, RapporChannel):
            law = channel.mass**ones * (1 - channel.mass) ** (channel.size - ones)
    ratios = [channel.log_ratio(np.full(len(outputs), x), outputs) for x in (0, 1)]
    total = 0.0
    for places in itertools.product(range(len(outputs)), repeat=size):
        own, other = (_choice(compressor, log_ratio[list(places)]) for log_ratio in ratios)
        total += float(law[list(places)].prod() * np.maximum(own - math.exp(epsilon) * other, 0).sum())
    return total


def _choice(compressor: FinitePool, log_ratio: np.ndarray) -> np.ndarray:
    if isinstance(compressor, ModifiedMinimalRandomCoding):
        return compressor.choice_law(log_ratio)
    return np.exp(log_ratio) / np.exp(log_ratio).sum()


@pytest.mark.parametrize("build", [MinimalRandomCoding, ModifiedMinimalRandomCoding])
@pytest.mark.parametrize(
    ("channel", "size"),
    [
        (RESPONSE, 5),
        (SubsetSelectionChannel(size=4, epsilon=0.4), 3),
        (RapporChannel(size=3, epsilon=1.0), 3),
        (RapporChannel(size=2, epsilon=0.5, notion="deletion"), 4),
    ],
    ids=str,
)
def test_the_law_of_list_and_index_by_all_lists(build: Callable[..., FinitePool], channel: Channel, size: int) -> None:
    compressor = build(channel, size)
    pair = listed_pair(compressor)
    assert pair is not None
    for epsilon in (0.0, 0.2, 0.7, 1.1):
        assert output_delta(pair, epsilon) == pytest.approx(listed_delta(compressor, epsilon), abs=1e-12)


@pytest.mark.parametrize("count", [64, 512, 4096])
def test_concentration_lies_above_the_law(count: int) -> None:
    channel = RandomizedResponseChannel(size=8, epsilon=0.5)
    law = learned(DECODER, MinimalRandomCoding(channel, count), 1e-3)
    assert law.source == "mrc.loss" and law.side == "exact"
    assert concentrated_epsilon(channel, count, 1e-3) >= law.epsilon
    assert learned(DECODER, MinimalRandomCoding(channel, count), 0.0).epsilon == 1.0, "the theorem's 2ε"


def test_concentration_comes_near_the_output() -> None:
    channel = LaplaceChannel(dimension=100, epsilon=1.0, norm_bound=1.0)
    each = [learned(DECODER, MinimalRandomCoding(channel, 1 << bits), 2e-6).epsilon for bits in (6, 16, 24)]
    output = learned(READER, PoissonPrivateRepresentation(channel, 2.0), 2e-6).epsilon
    assert each[0] == pytest.approx(4.0, abs=1e-4), "of few candidates the theorem's 2ε"
    assert (
        each[0] > each[1] > each[2] > output
        and each[2] < 1.02 * learned(READER, PoissonPrivateRepresentation(channel, 2.0), 1e-6).epsilon
    )


def test_bassily_smith_by_enumeration() -> None:
    channel = FiniteChannel([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    compressor = BassilySmith(channel)
    for delta in (0.001, 0.03, 0.08):
        decoder = learned(DECODER, compressor, delta)
        rows = [np.concatenate([law / 2, channel.proposal_law - law / 2]) for law in channel.matrix[:2]]
        true = float(np.maximum(rows[0] - math.exp(decoder.epsilon) * rows[1], 0).sum())
        assert true <= delta + 1e-12
        reader = learned(READER, compressor, delta)
        kept = float(np.maximum(channel.matrix[0] - math.exp(reader.epsilon) * channel.matrix[1], 0).sum()) / 2
        assert kept <= delta + 1e-12 and decoder.epsilon >= reader.epsilon


def test_rejection_tells_what_its_output_tells_and_truncation_a_little_more() -> None:
    channel = RandomizedResponseChannel(size=8, epsilon=2.0)
    plain = learned(READER, PoissonPrivateRepresentation(channel, 2.0), 0.05)
    whole = learned(DECODER, PseudorandomRejection(channel, 1e-6), 0.05)
    assert whole.epsilon == plain.epsilon == learned(READER, PseudorandomRejection(channel, 1e-6), 0.05).epsilon
    cut = PseudorandomRejection(channel, 1e-6, truncation=0.999 * float(channel.log_ratio_bound()))
    found = learned(DECODER, cut, 0.05)
    lost = (1 + math.exp(found.epsilon)) * (cut.truncated_mass + cut.gamma)
    assert found.epsilon > plain.epsilon
    assert learned(READER, PoissonPrivateRepresentation(channel, 2.0), 0.05 - lost).epsilon <= found.epsilon
    assert math.isinf(learned(READER, cut).epsilon), "no pure ε"


def test_the_even_shift_is_the_worst_of_all() -> None:
    """Rényi divergences of any way to share out a shift over coordinates, Laplace noise and randomized response."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        size, whole = int(rng.integers(2, 9)), math.exp(rng.uniform(-4, 3))
        shares = np.sqrt(rng.dirichlet(np.full(size, 0.5)))
        for kind in (LaplacePair, dominating_pair):
            even = renyi_of_output(kind(whole / math.sqrt(size))).composed(size).divergences
            other = sum(renyi_of_output(kind(float(max(whole * share, 1e-9)))).divergences for share in shares)
            assert np.all(other <= even * (1 + 1e-9) + 1e-12)


def test_coordinates_of_a_quantizer() -> None:
    quantizer = DyadicQuantizedLaplace(epsilon=0.1, nu=1.5)
    at = {
        (one.name, delta): learned_of_coordinates(one, quantizer, delta, distance=2.0, coordinates=100).epsilon
        for one in (READER, DECODER)
        for delta in (0.0, 2e-6)
    }
    assert at["database", 0.0] == pytest.approx(2.0) and at["decoder", 0.0] == pytest.approx(3.0)
    assert at["database", 2e-6] == pytest.approx(0.850, abs=1e-3)
    assert at["database", 2e-6] < at["decoder", 2e-6] == pytest.approx(1.318, abs=1e-3)
    alone = learned_of_coordinates(READER, quantizer, 0.01, distance=2.0)
    assert alone.epsilon == pytest.approx(0.2 + 2 * math.log(0.99)) and alone.side == "exact"


@pytest.mark.parametrize(
    "oracle",
    [
        Rappor(size=5, epsilon=1.0), Rappor(size=5, epsilon=1.0, notion="deletion"),
        SubsetSelection(size=5, epsilon=1.0), RecursiveHadamardResponse(size=5, epsilon=1.0),
        PairwiseIndependentRappor(size=5, epsilon=1.0),
    ],
    ids=lambda oracle: oracle.label,
)  # fmt: skip
def test_reports_of_oracles(oracle: object) -> None:
    """Pure ε as declared between two values, less at δ; RAPPOR and subsets as their channels'."""
    pure, at = oracle.learned(), oracle.learned(0.05)
    assert pure.epsilon == pytest.approx(oracle.spent * (2 if oracle.notion == "deletion" else 1))
    assert at.epsilon < pure.epsilon and at.side == "exact" and at.against == "decoder"
    if isinstance(oracle, Rappor):
        channel = RapporChannel(size=5, epsilon=1.0, notion=oracle.notion)
        assert at.epsilon == pytest.approx(learned(READER, PoissonPrivateRepresentation(channel, 2.0), 0.05).epsilon)


def test_one_who_sees_less_learns_no_more() -> None:
    ppr = PoissonPrivateRepresentation(RESPONSE, 1.5)
    assert learned(OUTSIDER, ppr, 1e-3).epsilon == learned(DECODER, ppr, 1e-3).epsilon
