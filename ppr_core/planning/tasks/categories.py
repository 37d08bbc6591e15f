"""Frequencies of k categories, from a report of each of n clients."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ppr_core.channels import Channel, FiniteChannel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.estimation.frequency import FrequencyOracle, RandomizedResponse, Rappor, SubsetSelection
from ppr_core.planning.setup import Calibration, Setup, Task

__all__ = ["FREQUENCY", "CategoryReport", "frequency_error", "release_error"]

FREQUENCY = "frequency"

_ORACLES = {SubsetSelectionChannel: SubsetSelection, RapporChannel: Rappor}


class CategoryReport(Task):
    """Randomized response. Errors are root mean squares over the categories, all of them alike frequent."""

    name = "categories"
    label = "Category report"
    channel_name = RandomizedResponseChannel.name
    schemes = ("ppr", "randomized_response", "hadamard", "pi_rappor")
    measure = FREQUENCY
    vector = False
    sent = "randomized response"

    def calibration(self, p: Setup) -> Calibration:
        channel = RandomizedResponseChannel(size=p.categories, epsilon=p.epsilon)
        error = frequency_error(RandomizedResponse(size=p.categories, epsilon=p.epsilon), p)
        return Calibration(p.epsilon, channel.privacy(), None, error)

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        return RandomizedResponseChannel(size=p.categories, epsilon=p.epsilon), np.array(0)

    def plain_bits(self, p: Setup) -> float:
        return float(math.ceil(math.log2(p.categories)))

    def offers(self, p: Setup) -> Iterator[tuple[Setup, str, str]]:
        """With those that send one output of another mechanism, in the middle."""
        own = list(super().offers(p))
        yield from own[:2]
        for kind, sent in ((SubsetSelectionChannel, "subset selection"), (RapporChannel, "RAPPOR")):
            release = p.replace(task=kind.name, release=kind.reaching)
            for scheme in ("ppr", "rejection"):
                yield release, scheme, sent
        yield from own[2:]


def frequency_error(oracle: FrequencyOracle, p: Setup) -> float:
    """Root mean square over the categories; for most schemes it does not depend on the frequencies."""
    counts = np.full(p.categories, p.clients / p.categories)
    return math.sqrt(float(oracle.variance(counts, p.clients).mean())) / p.clients


def release_error(channel: Channel, p: Setup) -> float | None:
    """The same for one output a user of a mechanism of categories; None where nothing is known of it.

    Of a matrix P(z|x) that of maximum likelihood among many users, from the inverse of Fisher's information among
    frequencies that sum to 1; their own spread, f(1 − f)/n, is none of its errors.
    """
    if type(channel) in _ORACLES:
        return frequency_error(_ORACLES[type(channel)](size=p.categories, epsilon=p.epsilon), p)
    if not isinstance(channel, FiniteChannel):
        return None
    law, k = channel.matrix, channel.input_size
    used = law.sum(axis=0) > 0
    information = (law[:, used] / law[:, used].mean(axis=0)) @ law[:, used].T
    sums_to_zero = np.linalg.svd(np.ones((1, k)))[2][1:]
    spread = np.trace(np.linalg.inv(sums_to_zero @ information @ sums_to_zero.T)) / k
    return math.sqrt(max(0.0, float(spread) - (1 - 1 / k) / k) / p.clients)
