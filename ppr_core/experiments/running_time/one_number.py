"""One number with Laplace noise: the time of an encode by r*, by PPR's search and by a tree over its candidates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import Compressor, PoissonPrivateRepresentation, PoissonTree
from ppr_core.diagnostics import Encodes, timed_encodes
from ppr_core.randomness import SharedRandomness

__all__ = ["ONE_NUMBER_SECONDS", "NumberRow", "one_number"]

_BOUNDS = (1e1, 1e2, 1e3, 1e4, 1e6, 1e8)  # r*
_ORDER, _EPSILON = 2.0, 20.0
_CALLS = 6  # six values have an interval for their median
_MOST_SEARCHED = 1e3  # r* up to which PPR's search is run, which looks at so many candidates
ONE_NUMBER_SECONDS = 0.03  # of one core, predicted for `one_number` with compiled loops


@dataclass(frozen=True, eq=False)
class NumberRow:
    """Encodes at one r*, by the tree, and by PPR's search where it is feasible."""

    bound: float
    tree: Encodes
    search: Encodes | None


def one_number(seed: int) -> tuple[NumberRow, ...]:
    """One message a call, at r* from 10 to 10⁸ and α = 2; r* of Laplace noise is 1 + εC.

    Only worth it with compiled loops: by array programs a message by itself takes the tree hundreds of times as long.
    """
    return tuple(_row(bound, seed, row) for row, bound in enumerate(_BOUNDS))


def _row(bound: float, seed: int, row: int) -> NumberRow:
    channel = LaplaceChannel(dimension=1, epsilon=_EPSILON, norm_bound=(bound - 1) / _EPSILON)
    x, shared = np.array([channel.norm_bound]), SharedRandomness(seed)
    schemes: list[Compressor] = [PoissonTree(channel, _ORDER)]
    if bound <= _MOST_SEARCHED:
        schemes.append(PoissonPrivateRepresentation(channel, _ORDER))
    runs = []
    for number, scheme in enumerate(schemes):
        rng = np.random.default_rng([seed, row, 3 + number])
        scheme.encode(x[None], shared, rng)  # outside the measurement: a first call is slower than all others
        runs.append(timed_encodes(scheme, x, _CALLS, shared, rng, first_table=1))
    bound = math.exp(float(np.asarray(channel.log_ratio_bound(x[None]))[0]))
    return NumberRow(bound, runs[0], runs[1] if len(runs) > 1 else None)
