"""The outputs of minimal random coding, whose law is not the mechanism's.

One of N candidates Z_i ~ Q is chosen with probability r(Z_i)/Σ_j r(Z_j). The decoded output then has the density

    P_N(z) = P(z) w_N(r(z)),   w_N(r) = E[N/(r + Σ_{j=2}^N r(Z_j))] = N ∫₀^∞ e^{−tr} φ(t)^{N−1} dt,

φ(t) = E_Q e^{−t r(Z)}.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core.channels import CategoryChannel
from ppr_core.compressors import MinimalRandomCoding
from ppr_core.index_law import ratio_law
from ppr_core.inference.views import LawView, View
from ppr_core.randomness import SharedRandomness

__all__ = ["pool_log_ratio", "pool_output_view"]

_STEP = 0.25  # of ln t in the trapezoidal rule
_CUT = 1e-12  # of the integral on the left
_LAST = 50.0  # e^−50 is left out on the right
_POINTS = 400  # of ln r, between which ln w is interpolated
_SMALLEST = -30.0  # ln r below which w no longer changes, against the largest


def pool_log_ratio(compressor: MinimalRandomCoding, inputs: Any, log_ratio: np.ndarray) -> np.ndarray:
    """ln dP_N/dQ = ln r + ln w_N(r) for inputs (k, *event_shape) and ln r (n, k) of outputs at each of them, (n, k).

    >>> import numpy as np
    >>> from ppr_core import MinimalRandomCoding, RandomizedResponseChannel
    >>> from ppr_core.inference import pool_log_ratio
    >>> coding = MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), candidates=1)
    >>> log_ratio = pool_log_ratio(coding, [0], np.log([[1.9], [0.7]]))  # the only candidate follows Q
    >>> bool(np.all(np.abs(log_ratio) < 1e-9))
    True
    """
    return np.stack(
        [column + _log_weight(compressor, x, column) for x, column in zip(inputs, log_ratio.T, strict=True)], axis=1
    )


def _log_weight(compressor: MinimalRandomCoding, x: Any, log_ratio: np.ndarray) -> np.ndarray:
    """ln w_N at ln r (n,)."""
    law, count = ratio_law(compressor.channel, x), compressor.candidates
    ratios, mass = np.exp(law.log_ratio), law.proposal_mass
    top = float(log_ratio.max())
    if top == -math.inf:
        return np.zeros_like(log_ratio)
    asked = np.maximum(log_ratio, top + _SMALLEST)  # also where there is no output, whose weight is not looked at
    points, back = np.unique(asked, return_inverse=True)
    if len(points) > _POINTS:
        points = np.linspace(float(points[0]), top, _POINTS)
        return np.interp(asked, points, _integral(np.exp(points), ratios, mass, count))
    return _integral(np.exp(points), ratios, mass, count)[back]


def _integral(at: np.ndarray, ratios: np.ndarray, mass: np.ndarray, count: int) -> np.ndarray:
    """ln of the integral at ratios ``at`` (p,), over ln t."""
    largest, smallest = max(float(at.max()), float(ratios.max())), float(at.min())
    log_t = np.arange(math.log(_CUT / (count * largest)), math.log(_LAST / smallest), _STEP)
    with np.errstate(divide="ignore"):
        others = np.log(np.minimum(mass @ np.exp(-np.outer(ratios, np.exp(log_t))), 1.0))
    left = log_t + (count - 1 and (count - 1) * others)
    return np.log(_STEP * count * (np.exp(-np.outer(at, np.exp(log_t))) @ np.exp(left)))


@dataclass(frozen=True, eq=False)
class _PoolView:
    """Outputs that are really sent, for inputs (k, *event_shape)."""

    compressor: MinimalRandomCoding
    inputs: np.ndarray

    @property
    def size(self) -> int:
        return len(self.inputs)

    def draw(self, inputs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        shared, channel = SharedRandomness(int(rng.integers(2**62))), self.compressor.channel
        z = self.compressor.decode(self.compressor.encode(self.inputs[inputs], shared, rng), shared)
        read = channel.log_ratio(channel.inputs(self.inputs)[None, :], z[:, None])
        return pool_log_ratio(self.compressor, self.inputs, read)


def pool_output_view(compressor: MinimalRandomCoding, inputs: Any) -> View:
    """Outputs for inputs (k, *event_shape): listed for a finite channel, drawn for all others.

    >>> import numpy as np
    >>> from ppr_core import MinimalRandomCoding, RandomizedResponseChannel, attack
    >>> from ppr_core.inference import pool_output_view
    >>> coding = MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), candidates=1)
    >>> round(attack(pool_output_view(coding, np.arange(4)), [0.25] * 4).value, 6)  # no more than a guess
    0.25
    """
    channel = compressor.channel
    checked = channel.inputs(inputs)
    if not isinstance(channel, CategoryChannel):
        return _PoolView(compressor, np.asarray(inputs))
    read = channel.log_ratio(checked[:, None], np.arange(channel.output_size)[None]).T
    with np.errstate(invalid="ignore"):
        proposal = np.nanmax(channel.matrix[checked] / np.exp(read.T), axis=0)
    law = proposal * np.exp(pool_log_ratio(compressor, checked, read).T)
    impossible = proposal * np.isneginf(read.T)  # if all candidates are, any of them is sent
    return LawView((law + impossible * impossible.sum(axis=1, keepdims=True) ** (compressor.candidates - 1))[None])
