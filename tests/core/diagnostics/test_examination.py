"""Examination of a compressor and the price of PPR, against the pieces they are made of; cells of decoded outputs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import (
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
)
from ppr_core.compressors import (
    BassilySmith,
    FewBits,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
)
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics.audit import audit
from ppr_core.diagnostics.exactness import deviation
from ppr_core.diagnostics.examination import Examination, examine
from ppr_core.diagnostics.output_cells import output_cell_names, output_cells
from ppr_core.diagnostics.tradeoff import accounted_delta, accounted_privacy, ppr_tradeoff
from ppr_core.guarantees import elias_delta_size, ppr_bits
from ppr_core.index_law import index_law
from ppr_core.randomness import SharedRandomness

RESPONSE = RandomizedResponseChannel(size=4, epsilon=1.0)
ENDS = np.array(0), np.array(3)
EPSILONS = np.linspace(0.0, 3.0, 7)


def examined(compressor, encodes: int = 4_000, **more: object) -> Examination:
    rng = np.random.default_rng(3)
    settings = {"encodes": encodes, "epsilons": EPSILONS, "code": "elias_delta"} | more
    return examine(compressor, *ENDS, SharedRandomness(2), rng, **settings)


def test_proven_is_below_exact_and_promised() -> None:
    """MRC with four candidates at ε = 1: the worst table loses 1 + ln((3e + 1)/(e + 3))."""
    found = examined(MinimalRandomCoding(RESPONSE, 4), confidence=0.999, enumerated=256)
    assert found.worst == pytest.approx(1 + math.log((3 * math.e + 1) / (math.e + 3)), rel=1e-9)
    assert 0 < found.audit.epsilon <= found.proven == found.worst <= found.decoder.epsilon == 2.0
    assert found.delta[-1] < 1e-12 and found.survival[-1] == 0 and np.all(np.diff(found.delta) <= 0)
    assert not found.exact and found.deviation.excess > 5 * found.deviation.error, "a finite list is noticed"


def test_the_audit_is_the_first_use_of_the_randomness() -> None:
    compressor = PoissonPrivateRepresentation(RESPONSE, 2.0)
    found, rng = examined(compressor, encodes=800), np.random.default_rng(3)
    alone = audit(compressor, *ENDS, SharedRandomness(2), rng, encodes=800)
    assert found.audit.epsilon == alone.epsilon and found.audit.hits == alone.hits
    messages = compressor.encode(np.zeros(800, dtype=int), SharedRandomness(2), rng, first_table=8)
    assert found.bits.value == messages.lengths("elias_delta").mean() and found.worst is found.survival is None
    assert found.exact and found.lost.value == 0 and abs(found.deviation.excess) < 5 * found.deviation.error


def test_lost_reports_and_seeds() -> None:
    half = examined(BassilySmith(RandomizedResponseChannel(size=4, epsilon=0.5)))
    assert abs(half.lost.value - 0.5) < 5 * half.lost.error and half.outputs == half.outputs[:0]
    seeds = examined(PseudorandomRejection(RESPONSE, 1e-3), encodes=2_000, confidence=0.999)
    assert seeds.outputs == tuple(f"category {z}" for z in range(4)) and seeds.distance == 1e-3
    assert 0.3 < seeds.audit.epsilon <= 1.0, "decoded outputs are audited, seeds of 128 bits never come twice"
    weak = examined(PseudorandomRejection(RESPONSE, 1e-3, generator=FewBits(2)), encodes=2_000, confidence=0.999)
    assert weak.deviation.excess > 5 * weak.deviation.error


def test_cells_of_outputs() -> None:
    for channel, x, cells in (
        (RESPONSE, np.arange(4), 4),
        (RapporChannel(size=5, epsilon=2.0), np.arange(5), 4),
        (LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0), np.array([[-1.0, 0.0], [1.0, 0.0]]), 3),
        (PrivUnitChannel(dimension=3, epsilon=2.0), np.eye(3), 3),
    ):
        compressor = PseudorandomRejection(channel, 1e-2)
        inputs = np.repeat(x, 200, axis=0)
        messages = compressor.encode(inputs, SharedRandomness(1), np.random.default_rng(1))
        seen, z = output_cells(compressor)(messages), compressor.decode(messages)
        assert len(output_cell_names(channel)) >= len(np.unique(seen)) and seen.max() < cells
        if channel is RESPONSE:
            np.testing.assert_array_equal(seen, z)
        elif isinstance(channel, LaplaceChannel):
            np.testing.assert_array_equal(seen == 2, z[:, 0] >= 1)
            np.testing.assert_array_equal(seen == 0, z[:, 0] < -1)
        elif isinstance(channel, RapporChannel):
            np.testing.assert_array_equal(seen, 2 * z[:, 0] + z[:, -1])


def test_deviation_is_small_for_the_law_and_large_for_another() -> None:
    channel, x = GaussianChannel(dimension=3, noise_std=1.0, norm_bound=1.0), np.array([1.0, 0.0, 0.0])
    z = channel.sample(np.tile(x, (4_000, 1)), np.random.default_rng(1))
    right, wrong = deviation(channel, x, z), deviation(channel, x, 1.3 * z)
    assert abs(right.excess) < 4 * right.error and wrong.excess > 5 * wrong.error


@pytest.mark.parametrize("alpha", [1.5, 2.0, math.inf])
def test_price_is_that_of_its_parts(alpha: float) -> None:
    found = ppr_tradeoff(RESPONSE, ENDS[0], alpha, 1e-5)
    assert found.epsilon == accounted_privacy(RESPONSE, alpha, 1e-5).epsilon <= found.promised
    assert found.promised == pytest.approx(2 * alpha, rel=1e-9)
    assert found.bits == index_law(RESPONSE, 0, alpha).mean_length("elias_delta") < found.bound
    divergence = float(RESPONSE.divergence_bits([0])[0])
    assert found.bound == pytest.approx(elias_delta_size(ppr_bits(divergence, alpha).value).value, rel=1e-12)


def test_accounting_is_told_at_twice_a_mechanisms_own_delta() -> None:
    gaussian = GaussianChannel(dimension=1, noise_std=8.0, norm_bound=1.0)
    assert (accounted_delta(RESPONSE, 1e-5), accounted_delta(gaussian, 1e-5)) == (1e-5, 2e-5)
    assert accounted_privacy(gaussian, 2.0, 1e-5) == decoder_privacy(gaussian, 2.0, 2e-5)
    assert accounted_privacy(gaussian, 2.0, 1e-5).epsilon < decoder_privacy(gaussian, 2.0, 1e-5).epsilon
