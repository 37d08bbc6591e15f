"""Channels: local randomizers P(z|x), each with a data-independent proposal Q and a bound on dP/dQ."""

from __future__ import annotations

from ppr_core.channels.base import CategoryChannel, Channel, VectorChannel
from ppr_core.channels.bit_vector import BitVectorChannel
from ppr_core.channels.finite import FiniteChannel
from ppr_core.channels.gaussian import GaussianChannel
from ppr_core.channels.laplace import LaplaceChannel
from ppr_core.channels.privunit import PrivUnitChannel
from ppr_core.channels.randomized_response import RandomizedResponseChannel
from ppr_core.channels.rappor import RapporChannel
from ppr_core.channels.release import Release
from ppr_core.channels.scalar_noise import ScalarNoiseChannel
from ppr_core.channels.subset_selection import SubsetSelectionChannel
from ppr_core.channels.truncated_geometric import TruncatedGeometricChannel

__all__ = [
    "CHANNELS", "BitVectorChannel", "CategoryChannel", "Channel", "FiniteChannel", "GaussianChannel", "LaplaceChannel",
    "PrivUnitChannel", "RandomizedResponseChannel", "RapporChannel", "Release", "ScalarNoiseChannel",
    "SubsetSelectionChannel", "TruncatedGeometricChannel", "VectorChannel",
]  # fmt: skip

#: name -> class of every channel; contract tests and pages go through it.
CHANNELS: dict[str, type[Channel]] = {
    channel.name: channel
    for channel in (
        GaussianChannel,
        LaplaceChannel,
        PrivUnitChannel,
        RandomizedResponseChannel,
        SubsetSelectionChannel,
        RapporChannel,
        FiniteChannel,
        TruncatedGeometricChannel,
        ScalarNoiseChannel,
    )
}
