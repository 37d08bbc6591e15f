"""How wrong frequencies are that are estimated from reports about categories, all of them alike frequent."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import Channel, FiniteChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.estimation.frequency import FrequencyOracle, Rappor, SubsetSelection
from ppr_core.planning.setup import Setup

__all__ = ["frequency_error", "release_error"]

_ORACLES = {SubsetSelectionChannel: SubsetSelection, RapporChannel: Rappor}


def frequency_error(oracle: FrequencyOracle, setup: Setup) -> float:
    """Root mean square over the categories; for most schemes it does not depend on the frequencies."""
    counts = np.full(setup.categories, setup.clients / setup.categories)
    return math.sqrt(float(oracle.variance(counts, setup.clients).mean())) / setup.clients


def release_error(channel: Channel, setup: Setup) -> float | None:
    """The same for one output a user of a mechanism of categories; None where nothing is known of it.

    Of a matrix P(z|x) that of maximum likelihood among many users, from the inverse of Fisher's information among
    frequencies that sum to 1; their own spread, f(1 − f)/n, is none of its errors.
    """
    if type(channel) in _ORACLES:
        return frequency_error(_ORACLES[type(channel)](size=setup.categories, epsilon=setup.epsilon), setup)
    if not isinstance(channel, FiniteChannel):
        return None
    law, k = channel.matrix, channel.input_size
    used = law.sum(axis=0) > 0
    information = (law[:, used] / law[:, used].mean(axis=0)) @ law[:, used].T
    sums_to_zero = np.linalg.svd(np.ones((1, k)))[2][1:]
    spread = np.trace(np.linalg.inv(sums_to_zero @ information @ sums_to_zero.T)) / k
    return math.sqrt(max(0.0, float(spread) - (1 - 1 / k) / k) / setup.clients)
