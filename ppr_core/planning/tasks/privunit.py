"""A unit vector reported by random unit vectors of a cap around it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ppr_core.channels import Channel, PrivUnitChannel
from ppr_core.planning.setup import SPLITS, Calibration, Setup, Task

__all__ = ["PrivUnitReport"]

#: Reports among which the ε of a user may be shared out.
_REPORTS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64)
_LEAST_EPSILON = 0.5  # of each of several


class PrivUnitReport(Task):
    """The mean of s independent reports, among which ε is shared out evenly (Feldman and Talwar 2021, Lemma 5.1)."""

    name = "privunit"
    label = "PrivUnit report"
    channel_name = PrivUnitChannel.name
    options = ("split", "reports")
    schemes = ("ppr", "rejection", "plain", "mrc", "sqkr")
    measure = "squared"
    squared = True

    def calibration(self, p: Setup) -> Calibration:
        channel, count = _channel(p), self.shares(p)
        error, own = channel.error_per_client / count, channel.privacy()
        local = replace(own, epsilon=own.epsilon * count)
        return Calibration(p.epsilon / count, local, None, error, error / p.clients)

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        return _channel(p), np.full(p.dimension, 1 / math.sqrt(p.dimension))

    def loss(self, p: Setup) -> float:
        return p.epsilon

    def error_of(self, p: Setup, squared: float) -> float:
        return squared

    def shares(self, p: Setup) -> int:
        return p.reports or 1

    def settlements(self, p: Setup) -> tuple[Setup, ...]:
        """Every split of one report, and the first of them for several."""
        splits = SPLITS if p.split is None else (p.split,)
        counts = [s for s in _REPORTS if _thick(p, s)] if p.reports is None else [p.reports]
        return tuple(
            p.replace(split=split, reports=count)
            for count in counts
            for split in (splits if count == counts[0] else splits[:1])
        )

    def divisions(self, p: Setup) -> tuple[Setup, ...]:
        counts = _REPORTS if p.reports is None else (p.reports,)
        return tuple(p.replace(split=p.split or "optimized", reports=count) for count in counts)


def _thick(p: Setup, count: int) -> bool:
    """Whether each of so many reports keeps enough of ε."""
    return count == 1 or p.epsilon / count >= _LEAST_EPSILON


def _channel(p: Setup) -> PrivUnitChannel:
    """Of one of the reports."""
    assert p.split is not None
    return _remembered(p.dimension, p.epsilon / (p.reports or 1), p.split)


@lru_cache(maxsize=512)
def _remembered(dimension: int, epsilon: float, split: str) -> PrivUnitChannel:
    return PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)
