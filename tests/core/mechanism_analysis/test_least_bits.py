"""The capacity of a channel, against closed forms, a grid of inputs and what real proposals pay."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate
from scipy.stats import norm

from ppr_core.channels import (
    CategoryChannel,
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.mechanism_analysis import capacity, capacity_bits


def binary_input(noise_std: float) -> float:
    """I(X; Z) of X = ±1 with equal chances and normal noise, bits: the capacity from noise 1/1.67 on (Smith 1971)."""
    density = lambda z: (norm.pdf(z, 1, noise_std) + norm.pdf(z, -1, noise_std)) / 2  # noqa: E731
    entropy = integrate.quad(lambda z: -density(z) * math.log2(density(z)), -1 - 9 * noise_std, 1 + 9 * noise_std)[0]
    return entropy - math.log2(noise_std * math.sqrt(2 * math.pi * math.e))


@pytest.mark.parametrize("noise_std", [0.7, 1.0, 3.0])
def test_two_inputs_are_enough_for_one_number_in_much_noise(noise_std: float) -> None:
    channel = GaussianChannel(dimension=1, noise_std=noise_std, norm_bound=1.0)
    assert capacity_bits(channel) == pytest.approx(binary_input(noise_std), abs=2e-4)


@pytest.mark.parametrize("rate", [0.5, 2.0, 4.0])
def test_of_laplace_noise_as_a_fine_table_has_it(rate: float) -> None:
    """Inputs and outputs on grids: cells lose a little, so the table's capacity is just below."""
    inputs, edges = np.linspace(-1, 1, 41), np.linspace(-1 - 14 / rate, 1 + 14 / rate, 1401)
    below = lambda z: np.where(z < 0, np.exp(np.minimum(rate * z, 0)) / 2, 1 - np.exp(-np.maximum(rate * z, 0)) / 2)  # noqa: E731
    table = np.diff(below(edges[None, :] - inputs[:, None]), axis=1)
    table /= table.sum(axis=1, keepdims=True)
    channel = LaplaceChannel(dimension=1, epsilon=rate, norm_bound=1.0)
    assert capacity_bits(channel) == pytest.approx(capacity(table, 1e-4).bits, abs=1e-3)


@pytest.mark.parametrize("dimension", [2, 7, 50, 1000])
@pytest.mark.parametrize("noise_std", [0.05, 0.3, 5.0])
def test_a_ball_of_normal_noise_stays_below_what_power_allows(dimension: int, noise_std: float) -> None:
    """(d/2) log2(1 + C²/(d s²)), reached from below by the sphere as d grows; above what a tenth of C would have."""
    found = capacity_bits(GaussianChannel(dimension=dimension, noise_std=noise_std, norm_bound=1.0))
    most = dimension / 2 * math.log2(1 + 1 / (dimension * noise_std**2))
    assert found is not None and found <= most + 1e-6
    if dimension == 1000:
        assert found == pytest.approx(most, rel=5e-3)
    assert found > capacity_bits(GaussianChannel(dimension=dimension, noise_std=noise_std, norm_bound=0.1))


CHANNELS: list[Channel] = [
    LaplaceChannel(dimension=3, epsilon=4.0, norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=2.0),
    GaussianChannel(dimension=5, noise_std=0.5, norm_bound=1.0),
    PrivUnitChannel(dimension=6, epsilon=3.0),
    RandomizedResponseChannel(size=5, epsilon=2.0),
    SubsetSelectionChannel(size=7, epsilon=2.0),
]


@pytest.mark.parametrize("channel", CHANNELS, ids=repr)
def test_no_proposal_beats_the_capacity_for_its_worst_input(channel: Channel) -> None:
    inputs = np.array([0]) if not hasattr(channel, "dimension") else np.eye(1, channel.dimension)
    if isinstance(channel, (GaussianChannel, LaplaceChannel)):
        inputs = inputs * np.linspace(0, channel.norm_bound, 5)[:, None]
    assert capacity_bits(channel) <= float(np.max(channel.divergence_bits(inputs))) + 1e-9


def test_of_a_table_it_is_the_iteration() -> None:
    channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    assert isinstance(channel, CategoryChannel)
    assert capacity_bits(channel) == pytest.approx(capacity(channel.matrix).bits, abs=1e-5)
    assert capacity_bits(FiniteChannel(channel.matrix)) == pytest.approx(capacity_bits(channel), abs=1e-5)
    # No table of its probabilities is made: it would have ten billion.
    assert capacity_bits(RandomizedResponseChannel(size=100_000, epsilon=50.0)) == pytest.approx(math.log2(1e5))


def test_what_is_not_computed_is_not_said() -> None:
    assert capacity_bits(RapporChannel(size=4, epsilon=1.0)) is None
    assert capacity_bits(GaussianChannel(dimension=2, noise_std=1e-3, norm_bound=1.0)) is None
