"""The law of the index against real encodes: both encoders, every channel, every α, tails included.

False alarms: `LEVEL` bounds each of fewer than 200 p-values, 1e−4 in all.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from ppr_core.channels import BitVectorChannel
from ppr_core.codes import EliasDelta, EliasGamma, ZipfShannon
from ppr_core.compressors import COMPRESSORS, Compressor, PoissonPrivateRepresentation, PoissonReference
from ppr_core.entropy import index_entropy, log2_of_integers
from ppr_core.index_law import IndexLaw, index_law
from ppr_core.index_law.law import two_digits
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import ChannelExample, channel_examples, chi_square_p_value

LEVEL = 1e-4 / 200
EXAMPLES = channel_examples()
ALPHAS = [1.02, 1.3, 2.0, math.inf]
# Limits of the cells in which indices are compared, as far out as a tail of index 0.02 needs them.
POWERS = (8, 11, 15, 20, 30, 45, 53, 54, 63, 64, 90, 200, 600)
CELLS = [0, 1, 2, 3, 4, 6, 8, 11, 16, 25, 50, 100, *(2**power for power in POWERS)]

every_channel = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)


def p_value(indices: np.ndarray, law: IndexLaw) -> float:
    """Chi-square of the cells' counts against the law; the last cell has no end."""
    log2 = np.array([math.log2(cell + 0.5) for cell in CELLS])
    found = log2_of_integers(indices)
    counts = np.bincount(np.searchsorted(log2, found) - 1, minlength=len(CELLS))
    survival = law.survival(CELLS)
    return chi_square_p_value(counts, survival - np.append(survival[1:], 0.0))


def encodes(compressor: Compressor, x: np.ndarray, count: int, seed: int) -> np.ndarray:
    inputs = np.broadcast_to(x, (count, *np.shape(x)))
    return compressor.encode(inputs, SharedRandomness(seed), np.random.default_rng(seed)).indices


@cache
def _sample(place: int, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """Indices of many encodes of one input, and the input. Indices of hundreds of bits take time: fewer of them."""
    example, slow = EXAMPLES[place], alpha < 1.1
    count = (1500 if isinstance(example.channel, BitVectorChannel) else 6000) if slow else 30_000
    x = example.x[1]
    return encodes(PoissonPrivateRepresentation(example.channel, alpha), x, count, 5), x


def sample(example: ChannelExample, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    return _sample([one.label for one in EXAMPLES].index(example.label), alpha)


@every_channel
@pytest.mark.parametrize("alpha", ALPHAS)
def test_law_of_the_candidate_order_encoder(example: ChannelExample, alpha: float) -> None:
    indices, x = sample(example, alpha)
    assert p_value(indices, index_law(example.channel, x, alpha)) > LEVEL


@every_channel
@pytest.mark.parametrize("alpha", [1.3, 2.0])
def test_another_alpha_is_noticed(example: ChannelExample, alpha: float) -> None:
    """Teeth: the law at an α a twelfth larger is rejected."""
    indices, x = sample(example, alpha)
    assert p_value(indices, index_law(example.channel, x, alpha + 0.08 * alpha)) < LEVEL


def test_another_input_is_noticed() -> None:
    gaussian = EXAMPLES[0]
    indices, _ = sample(gaussian, 2.0)
    assert p_value(indices, index_law(gaussian.channel, gaussian.x[2], 2.0)) < LEVEL


@every_channel
def test_truncated_encoder_is_noticed(example: ChannelExample) -> None:
    compressor = COMPRESSORS["truncated_ppr"](example.channel, alpha=2.0, candidates=16)
    indices = encodes(compressor, example.x[1], 5_000, 6)
    assert p_value(indices, index_law(example.channel, example.x[1], 2.0)) < LEVEL


@every_channel
@pytest.mark.parametrize("alpha", [2.5, 4.0])
def test_law_of_algorithm_1(example: ChannelExample, alpha: float) -> None:
    x = example.x[-1]
    indices = encodes(PoissonReference(example.channel, alpha), x, 1000, 7)
    assert p_value(indices, index_law(example.channel, x, alpha)) > LEVEL


@every_channel
@pytest.mark.parametrize("alpha", ALPHAS)
def test_means_of_encodes(example: ChannelExample, alpha: float) -> None:
    """E[log2 K], mean lengths and entropy within 4.5 standard errors: 200 means, 1.4e−3 in all."""
    indices, x = sample(example, alpha)
    law = index_law(example.channel, x, alpha)

    def near(values: np.ndarray, wanted: float) -> None:
        assert abs(values.mean() - wanted) < 4.5 * values.std() / math.sqrt(len(values)) + 1e-9

    near(log2_of_integers(indices), law.mean_log2)
    for code in (EliasGamma(), EliasDelta(), ZipfShannon(two_digits(law.mean_log2)), ZipfShannon(2.0)):
        near(code.lengths(indices), law.mean_length(code))
    entropy = index_entropy(indices)
    assert abs(entropy.value - law.entropy_bits) < 4.5 * entropy.error + 0.03  # the estimate's bias
    median = law.quantile(0.5)
    below = np.mean([int(k) <= median for k in indices])
    assert below > 0.5 - 4.5 * 0.5 / math.sqrt(len(indices))
