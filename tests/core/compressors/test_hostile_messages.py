"""Messages that no encoder has sent, and inputs beyond the floats: refused in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.compressors import (
    BassilySmith,
    Messages,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    QuantizedMessages,
    TruncatedPoisson,
)
from ppr_core.randomness import SharedRandomness
from tests.contracts.test_quantizer_contract import ALL

SHARED = SharedRandomness(3)
RESPONSE = RandomizedResponseChannel(size=4, epsilon=0.5)


@pytest.mark.parametrize("compressor", [
    MinimalRandomCoding(RESPONSE, 16), TruncatedPoisson(RESPONSE, 2.0, 16),
    PoissonPrivateRepresentation(RESPONSE, 2.0), BassilySmith(RandomizedResponseChannel(size=2, epsilon=0.5)),
])  # fmt: skip
@pytest.mark.parametrize("index", [0, -1, 17, np.nan])
def test_index_that_nobody_sends_is_refused(compressor, index):
    if index == 17 and compressor.most_index is None:
        pytest.skip("the index has no end")
    with pytest.raises(ValueError, match=r"^indices must be whole numbers from 1"):
        compressor.decode(Messages(np.array([1, index])), SHARED)
    assert len(compressor.decode(Messages(np.array([1, 2])), SHARED)) == 2


@pytest.mark.parametrize("quantizer", ALL)
def test_numbers_beyond_the_floats_are_refused_or_decoded(quantizer, rng):
    for attempt in (
        lambda: quantizer.encode(np.array([1e308]), SHARED, rng),
        lambda: quantizer.decode(QuantizedMessages(np.array([[10**330]], dtype=object), np.array([0])), SHARED),
    ):
        try:
            attempt()
        except ValueError as error:
            assert str(error).endswith(".")
