"""One message written down against the batch encoder, and mechanisms chosen for a number of bits."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from ppr_core.compressors import (
    SIGNED_CODES,
    DyadicQuantizedLaplace,
    LaplaceThenRound,
    MinimumVarianceUnbiased,
    PiecewiseLinearQuantizer,
    SubtractiveDither,
    dql_at_fixed_bits,
    rounding_at_bits,
    smallest_relaxation,
)
from ppr_core.compressors.minimum_variance import enough_inputs, used_share
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.compressors.quantizer_trace import trace_message
from ppr_core.randomness import SharedRandomness


@pytest.mark.parametrize("code", SIGNED_CODES)
@pytest.mark.parametrize(
    "quantizer",
    [
        DyadicQuantizedLaplace(epsilon=1.0, nu=2.0),
        PiecewiseLinearQuantizer(epsilon=0.2, step=1.5),
        LaplaceThenRound(epsilon=3.0, step=0.1),
        SubtractiveDither(step=0.7),
    ],
    ids=lambda quantizer: quantizer.name,
)
def test_a_trace_is_the_message_of_the_encoder(quantizer: DitheredQuantizer, code: str) -> None:
    for seed in range(20):
        shared, x = SharedRandomness(seed), 0.37 * seed - 2.0
        trace = trace_message(quantizer, x, shared, np.random.default_rng(seed), code)
        sent = quantizer.encode(np.array([x]), shared, np.random.default_rng(seed))
        assert trace.integer == trace.received == sent.integers[0, 0] and trace.data == sent.to_bytes(code)
        assert trace.integer == round(x / trace.step + trace.jump + trace.rest - trace.dither)
        assert trace.decoded == quantizer.decode(sent, shared)[0]
        assert trace.decoded == pytest.approx(trace.step * (trace.integer + trace.dither), abs=1e-12)
        assert trace.noisy == pytest.approx(x + trace.step * (trace.jump + trace.rest))
        assert len(trace.word) == sent.lengths(code)[0]


@pytest.mark.parametrize(("epsilon", "x", "bits"), [(1.0, 0.6, 3.0), (20.0, -4.0, 6.5), (0.05, 0.0, 9.0)])
def test_rounding_at_bits_takes_them_and_a_larger_step_fewer(epsilon: float, x: float, bits: float) -> None:
    found = rounding_at_bits(epsilon=epsilon, x=x, bits=bits)
    assert found.expected_bits(x) == pytest.approx(bits, abs=1e-4)
    larger = found.step * np.geomspace(1.001, 1e3, 60)
    assert all(LaplaceThenRound(epsilon=epsilon, step=float(s)).expected_bits(x) < bits for s in larger)


def test_fixed_bits_are_kept_and_mvu_is_the_programme() -> None:
    epsilons = np.array([1.0, 4.0, 40.0])
    found = dql_at_fixed_bits(epsilons, 4, "signed_elias_gamma")
    assert found.nu[0] == smallest_relaxation(epsilon=1.0, bits=4) and found.reached.tolist() == [True, True, False]
    assert np.all(found.bits[:2] <= 4) and math.isnan(found.bits[2]) and not found.solved.any()
    known = found.with_mvu(1)
    programme = MinimumVarianceUnbiased(epsilon=4.0, output_bits=4, input_points=enough_inputs(4.0))
    assert known.mvu[1] == programme.mean_squared_error and known.solved.tolist() == [False, True, False]
    assert not found.solved.any()


def test_dql_is_better_only_where_mvu_would_be_worse_with_all_of_its_loss() -> None:
    found = dql_at_fixed_bits(np.array([1.0, 4.0]), 4, "signed_elias_gamma")
    just = found.error / np.array([used_share(1.0), used_share(4.0)]) ** 2
    assert replace(found, mvu=1.001 * just).better.all()
    assert not replace(found, mvu=0.999 * just).better.any() and not found.better.any()


def test_inputs_of_mvu_use_almost_all_of_its_loss() -> None:
    assert [enough_inputs(epsilon) for epsilon in (0.1, 5.0, 20.0)] == [24, 202, 256]
    assert 0.95 < used_share(5.0) < used_share(1.0) < 1.0
