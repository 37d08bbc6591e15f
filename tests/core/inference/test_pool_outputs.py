"""The outputs of minimal random coding against a sum over all lists."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ppr_core.channels import CategoryChannel, FiniteChannel, GaussianChannel, RandomizedResponseChannel
from ppr_core.compressors import MinimalRandomCoding, learned
from ppr_core.guarantees import DECODER, READER
from ppr_core.inference import LawView, attack, message_view, pool_log_ratio, pool_output_view, uniform_prior
from ppr_core.randomness import SharedRandomness

CHANNELS = [
    (RandomizedResponseChannel(size=4, epsilon=1.0), 3),
    (FiniteChannel([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]]), 4),
    (FiniteChannel([[0.7, 0.3, 0.0], [0.2, 0.5, 0.3], [0.0, 0.3, 0.7]]), 2),
]


def enumerated(channel: CategoryChannel, count: int) -> np.ndarray:
    outputs = np.arange(channel.output_size)
    ratio = np.exp(channel.log_ratio(np.arange(channel.input_size)[:, None], outputs[None]))
    with np.errstate(invalid="ignore"):
        proposal = np.nanmax(channel.matrix / ratio, axis=0)
    law = np.zeros_like(channel.matrix)
    for places in product(outputs, repeat=count):
        weights = ratio[:, places]
        weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, 1.0)
        weights /= weights.sum(axis=1, keepdims=True)
        for place, weight in zip(places, weights.T, strict=True):
            law[:, place] += np.prod(proposal[list(places)]) * weight
    return law


@pytest.mark.parametrize(("channel", "count"), CHANNELS)
def test_listed_outputs_are_those_of_all_lists(channel: CategoryChannel, count: int) -> None:
    view = pool_output_view(MinimalRandomCoding(channel, count), np.arange(channel.input_size))
    assert isinstance(view, LawView)
    assert np.allclose(view.laws[0], enumerated(channel, count), rtol=0, atol=1e-11)
    assert np.abs(channel.matrix - enumerated(channel, count)).max() > 0.01  # must fail: the mechanism's own law


def test_the_density_of_outputs_integrates_to_one() -> None:
    channel = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0)
    compressor, inputs = MinimalRandomCoding(channel, 16), np.array([[-1.0], [0.3]])
    z = channel.proposal(np.random.default_rng(1).random((20_000, channel.width)))
    density = np.exp(pool_log_ratio(compressor, inputs, channel.log_ratio(inputs[None], z[:, None])))
    assert np.all(np.abs(density.mean(axis=0) - 1) < 4 * density.std(axis=0) / np.sqrt(len(z)))


def test_the_weight_of_outputs_that_are_next_to_impossible() -> None:
    """It no longer changes where r is below the smallest float, and is not looked at where no output is."""
    compressor = MinimalRandomCoding(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0), 16)
    log_ratio = np.array([[0.3, -np.inf], [-40.0, -np.inf], [-2000.0, -np.inf], [-np.inf, -np.inf]])
    weight = pool_log_ratio(compressor, np.array([[0.5], [0.2]]), log_ratio)
    assert weight[2, 0] + 2000.0 == pytest.approx(weight[1, 0] + 40.0, abs=1e-9)
    assert np.isneginf(weight[3, 0]) and np.all(np.isneginf(weight[:, 1]))


@pytest.mark.parametrize("count", [2, 7, 100])
def test_a_reader_of_outputs_learns_what_their_law_tells(count: int) -> None:
    """A sum over how many candidates are in the cap, against the integral."""
    compressor = MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), count)
    view = pool_output_view(compressor, np.arange(4))
    assert isinstance(view, LawView)
    first, second = view.laws[0][:2]
    for delta in (0.0, 1e-3, 0.05):
        epsilon = learned(READER, compressor, delta).epsilon
        assert np.maximum(first - np.exp(epsilon) * second, 0).sum() == pytest.approx(delta, abs=1e-11)
        assert epsilon < min(1.0, learned(DECODER, compressor, delta).epsilon)


def test_a_message_tells_no_less_than_its_output() -> None:
    compressor, x = MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), 16), np.arange(4)
    read = attack(message_view(compressor, x, SharedRandomness(3), tables=200), uniform_prior(4))
    output = pool_output_view(compressor, x)
    assert isinstance(output, LawView)
    assert read.value + 4 * read.error >= attack(output, uniform_prior(4)).value
    assert read.value + 4 * read.error < attack(LawView.of_outputs(compressor.channel), uniform_prior(4)).value
