"""Outputs sent block by block: an exact compressor keeps the law, a short list of candidates does not."""

from __future__ import annotations

import numpy as np
import pytest

from ppr_core.channels import LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import Compressor, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.diagnostics import expectation, output_law
from ppr_core.diagnostics.sent_outputs import SentOutputs
from ppr_core.randomness import SharedRandomness

N = 4000
CASES = {
    "vector": (LaplaceChannel(dimension=1, epsilon=4.0, norm_bound=1.0), np.array([1.0])),
    "category": (RandomizedResponseChannel(size=5, epsilon=3.0), np.array(0)),
}


def sent(compressor: Compressor, x: np.ndarray, blocks: tuple[int, ...]) -> SentOutputs:
    outputs, start = SentOutputs(compressor, x, "coordinate", "elias_delta", np.random.default_rng(3)), 0
    for count in blocks:
        outputs.extend(count, SharedRandomness(1), start)
        start += count
    return outputs


@pytest.mark.parametrize("case", CASES)
def test_an_exact_compressor_keeps_the_law_and_a_short_list_does_not(case: str) -> None:
    channel, x = CASES[case]
    law = output_law(channel, x, "coordinate")
    picture = expectation(law, N, 0.01)
    good, bad = (
        sent(one, x, (N // 2, N // 2)).checked(law, picture)
        for one in (PoissonPrivateRepresentation(channel, 2.0), MinimalRandomCoding(channel, 3))
    )
    assert good.tests[0].p_value > 1e-4 and abs(good.moments.bias) < 4 * good.moments.bias_error
    assert bad.tests[0].p_value < 1e-10 and abs(bad.moments.bias) > 5 * bad.moments.bias_error
    assert good.counts.sum() == N and good.bits.samples == good.candidates.samples == N


def test_the_first_index_stays_and_every_message_counts() -> None:
    channel, x = CASES["vector"]
    ppr, law = PoissonPrivateRepresentation(channel, 2.0), output_law(channel, x, "coordinate")
    one, more = sent(ppr, x, (40,)), sent(ppr, x, (40, 8))
    messages = ppr.encode(np.ones((40, 1)), SharedRandomness(1), np.random.default_rng(3))
    assert one.first == more.first == messages.indices[0]
    found = one.checked(law, expectation(law, 40, 0.01))
    assert found.bits.value == messages.lengths("elias_delta").mean()
    assert found.candidates.value == messages.candidates.mean()
    assert more.checked(law, expectation(law, 48, 0.01)).bits.samples == 48
