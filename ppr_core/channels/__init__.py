"""Channels: local randomizers P(z|x), each with a data-independent proposal Q and a bound on dP/dQ."""

from __future__ import annotations

from ppr_core.channels.base import CategoryChannel, Channel, VectorChannel
from ppr_core.channels.finite import FiniteChannel
from ppr_core.channels.gaussian import GaussianChannel
from ppr_core.channels.laplace import LaplaceChannel
from ppr_core.channels.randomized_response import RandomizedResponseChannel

__all__ = [
    "CHANNELS",
    "CategoryChannel",
    "Channel",
    "FiniteChannel",
    "GaussianChannel",
    "LaplaceChannel",
    "RandomizedResponseChannel",
    "VectorChannel",
]

#: name -> class of every channel; contract tests and pages go through it.
CHANNELS: dict[str, type[Channel]] = {
    channel.name: channel for channel in (GaussianChannel, LaplaceChannel, RandomizedResponseChannel, FiniteChannel)
}
