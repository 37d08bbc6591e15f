"""One output of a mechanism as somebody declares it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ppr_core.channels import CategoryChannel, Channel, Release
from ppr_core.decoder_privacy import worst_pair
from ppr_core.planning.setup import Calibration, Setup, Task
from ppr_core.planning.tasks.categories import FREQUENCY, release_error

__all__ = ["DeclaredRelease"]

_DRAWS = 4096  # outputs behind the error of a mechanism without a formula for it


class DeclaredRelease(Task):
    """What `Setup.release` makes for the set-up's (ε, δ), dimension, norm bound C and categories; here of vectors."""

    name = "release"

    def asked_for(self, p: Setup) -> Task:
        return self if _made(p).event_shape else _CATEGORIES

    def calibration(self, p: Setup) -> Calibration:
        """Its exact error or, where no formula is known, that of outputs drawn."""
        channel, x = self.channel(p)
        own = channel.privacy(p.delta)
        if channel.mean_squared_error is not None:
            return Calibration(p.epsilon, own, None, math.sqrt(channel.mean_squared_error))
        inputs = np.broadcast_to(x, (_DRAWS, *x.shape))
        squares = np.mean((channel.sample(inputs, np.random.default_rng(0)) - inputs) ** 2, axis=1)
        error = math.sqrt(squares.mean())
        spread = float(squares.std(ddof=1)) / math.sqrt(_DRAWS) / (2 * error)  # of a root, to first order
        return Calibration(p.epsilon, own, None, error, error_spread=spread, error_samples=_DRAWS)

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        channel = _made(p)
        x = np.zeros(channel.event_shape)
        x[0] = getattr(channel, "norm_bound", 1.0)
        return channel, x

    def plain_bits(self, p: Setup) -> float:
        return 32.0 * math.prod(_made(p).output_shape)

    def accounted(self, p: Setup) -> bool:
        try:
            worst_pair(_made(p))
        except ValueError:
            return False
        return True


class _DeclaredCategories(DeclaredRelease):
    """Of categories, of which frequencies are estimated."""

    measure = FREQUENCY
    vector = False

    def calibration(self, p: Setup) -> Calibration:
        channel = _made(p)
        return Calibration(p.epsilon, channel.privacy(p.delta), None, release_error(channel, p))

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        return _made(p), np.array(0)

    def plain_bits(self, p: Setup) -> float:
        channel = _made(p)
        if channel.output_shape:
            return float(math.prod(channel.output_shape))
        assert isinstance(channel, CategoryChannel)
        return float(math.ceil(math.log2(channel.output_size)))


_CATEGORIES = _DeclaredCategories()


def _made(p: Setup) -> Channel:
    assert p.release is not None
    return _remembered(p.release, Release(p.epsilon, p.delta, p.dimension, p.norm_bound, p.categories))


@lru_cache(maxsize=64)
def _remembered(release: Callable[[Release], Channel], goal: Release) -> Channel:
    return release(goal)
