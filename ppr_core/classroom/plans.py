"""Channels as plain data: all that phones cannot compute by itself."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import (
    BitVectorChannel,
    Channel,
    LaplaceChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)

__all__ = ["channel_plan"]


@singledispatch
def channel_plan(channel: Channel) -> dict[str, Any]:
    """What the encoder needs of a channel, as JSON's types; floats keep all their bits there."""
    validation.fail("channel", channel, "one that phones know")


@channel_plan.register
def _(channel: RandomizedResponseChannel) -> dict[str, Any]:
    return {"name": "randomized_response", **_levels(channel)}


@channel_plan.register
def _(channel: RapporChannel) -> dict[str, Any]:
    sizes, steps = _kernel_arguments(channel)[1:3]
    used = {int(size): steps[size, : size + 2].tolist() for size in np.unique(sizes)}
    return {"name": "rappor", **_levels(channel), "sizes": sizes.tolist(), "steps": used}


@channel_plan.register
def _(channel: SubsetSelectionChannel) -> dict[str, Any]:
    return {"name": "subset_selection", **_levels(channel), "ones": channel.subset_size}


@channel_plan.register
def _(channel: LaplaceChannel) -> dict[str, Any]:
    validation.require(channel.dimension <= 2, "dimension", channel.dimension, "1 or 2")
    flat = {"proposal_plateau": channel.proposal_plateau} if channel.proposal_plateau else {}
    return {
        "name": "laplace", "dimension": channel.dimension, "epsilon": channel.epsilon,
        "norm_bound": channel.norm_bound, "proposal_epsilon": channel.proposal_epsilon, **flat,
    }  # fmt: skip


def _kernel_arguments(channel: BitVectorChannel | RandomizedResponseChannel) -> tuple[Any, ...]:
    contest = channel.contest(np.zeros(1, dtype=np.int64))
    assert contest is not None  # the channels of votes all have a kernel
    return contest[1]


def _levels(channel: BitVectorChannel | RandomizedResponseChannel) -> dict[str, Any]:
    high, low = _kernel_arguments(channel)[-2:]
    return {"size": channel.size, "high": float(high), "low": float(low)}
