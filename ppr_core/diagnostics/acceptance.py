"""How three older compressors choose: the chance that they accept an entry of the shared list.

Sources: Bun, Nelson, Stemmer: Heavy hitters and the structure of local privacy (2019), GenProt; Bassily, Smith: Local,
private, efficient protocols for succinct histograms (2015); Harsha, Jain, McAllester, Radhakrishnan: The communication
complexity of correlation (2010), greedy rejection.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.compressors import GenProt, GreedyRejection

__all__ = ["Acceptance", "acceptances"]

_SIZE, _EPSILON = 4, math.log(2)  # a small mechanism that all three can send: r is 1.6 or 0.8
_PLACES = 6


@dataclass(frozen=True, eq=False)
class Acceptance:
    """One compressor: its chance to accept entries 1, 2, …, (k,) each, if the entry is the sender's own category and if
    it is another; NaN for entries that it never looks at."""

    scheme: str
    own: np.ndarray
    other: np.ndarray


def acceptances() -> tuple[Acceptance, ...]:
    """GenProt, Bassily–Smith and greedy rejection on randomized response of four categories at ε = ln 2."""
    channel = RandomizedResponseChannel(size=_SIZE, epsilon=_EPSILON)
    log_ratio = np.log(channel.matrix[0, :2] * _SIZE)
    own, other = GenProt(channel, _PLACES).acceptance(log_ratio)
    greedy = GreedyRejection(channel).acceptance(np.array([0]), _PLACES)[:, 0]
    single = np.where(np.arange(_PLACES) == 0, 1.0, np.nan)
    kept, dropped = np.exp(log_ratio) / 2
    return (
        Acceptance("genprot", np.full(_PLACES, own), np.full(_PLACES, other)),
        Acceptance("bassily_smith", kept * single, dropped * single),
        Acceptance("greedy_rejection", greedy[:, 0], greedy[:, 1]),
    )
