"""Decoded outputs as few whole numbers, with their names: what an audit can count where messages never come twice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ppr_core.channels import BitVectorChannel, CategoryChannel, Channel, PrivUnitChannel
from ppr_core.compressors import Messages, PseudorandomRejection
from ppr_core.wording import number

__all__ = ["output_cell_names", "output_cells"]

_SIDES = tuple(f"a first coordinate {side}" for side in ("of at most −1", "between −1 and 1", "of at least 1"))


def output_cells(compressor: PseudorandomRejection) -> Callable[[Messages], np.ndarray]:
    """What messages decode to without shared randomness, as whole numbers, (n,).

    A category; of bit vectors the first and the last bit, which tell two such categories apart; for vectors whether
    the first coordinate is at most −1 (0), between (1) or at least 1 (2): where the inputs are the two ends of that
    range, Laplace noise tells the most that it can beyond them. On the sphere the limits are those of the caps.
    """
    channel = compressor.channel
    edges = _cap_edges(channel) if isinstance(channel, PrivUnitChannel) else [-1.0, 1.0]

    def cells(messages: Messages) -> np.ndarray:
        z = compressor.decode(messages)
        if isinstance(channel, BitVectorChannel):
            return 2 * z[:, 0].astype(np.int64) + z[:, -1]
        return z if z.ndim == 1 else np.searchsorted(edges, z[:, 0], side="right")

    return cells


def output_cell_names(channel: Channel) -> tuple[str, ...]:
    """What the cells of `output_cells` are called, in order."""
    if isinstance(channel, CategoryChannel):
        return tuple(f"category {z}" for z in range(channel.output_size))
    if isinstance(channel, BitVectorChannel):
        return tuple(f"first bit {first}, last bit {last}" for first in (0, 1) for last in (0, 1))
    if isinstance(channel, PrivUnitChannel):
        edges = [number(edge) for edge in _cap_edges(channel)]
        between = (f"a first coordinate from {edges[0]} to {edges[1]}",) if len(edges) > 1 else ()
        return (f"a first coordinate below {edges[0]}", *between, f"a first coordinate from {edges[-1]} on")
    return _SIDES


def _cap_edges(channel: PrivUnitChannel) -> list[float]:
    return sorted({-channel.gamma, channel.gamma})
