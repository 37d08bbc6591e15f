"""Gaussian privacy of noise far out, where the loss may grow for ever: μ, and the level of errors from which it holds.

A test with false alarms a and power p needs μ >= Φ⁻¹(p) − Φ⁻¹(a). Where the loss rises towards the end of a tail T,
the best tests raise the alarm beyond a point (Neyman and Pearson): p = T(t) and a = T(t + 2C). Tails ∝ e^{−|z|^β} ask
for a μ ∝ (ln 1/a)^{1/2 − 1/β}, which vanishes for β < 2 and has no end for β > 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import ndtri_exp

from ppr_core.channels import ScalarNoiseChannel
from ppr_core.channels.noise_laws import fast_law
from ppr_core.channels.noise_slopes import log_gap_of_tail

__all__ = ["gaussian_tails"]

_LOG_LEAST = -700.0  # densities below e^−700 are not trusted
_POINTS = 20_001
_START = 1e-3  # of the mass of a tail, where it begins here
_LEVELS = 40.0 * 2.0 ** np.arange(5)  # −ln of false alarms at which growth is judged
_STILL, _NO_END = 1e-4, 0.9  # of μ, growth that is none; of growth, what is left of it at twice the level
_ROUNDING = 1e-7  # of a loss in nats


def gaussian_tails(channel: ScalarNoiseChannel, mu: float, level: float) -> tuple[float, float]:
    """(μ, level) with the tails, from a μ that holds for tests whose errors are at least ``level``, of noise on the
    whole line. Level 0: for all tests; μ = ∞: for none."""
    least = 0.0
    for side in (-1, 1):
        gap = log_gap_of_tail(channel.noise, 2 * channel.norm_bound, channel.mode, side)
        if math.isfinite(gap):  # p <= e^gap a, which asks for less and less
            needed = float(ndtri_exp(math.log(level)) - ndtri_exp(math.log(level) - gap))
            least = max(least, level if needed > mu else 0.0)
            continue
        log_alarms, needs, rising = _beyond_points(channel, side)
        if not rising:
            least = max(least, level)
            continue
        growth = np.diff(np.interp(_LEVELS, -log_alarms, needs))
        if growth[-1] > _STILL * needs[-1]:
            if growth[-1] > _NO_END * growth[-2]:
                return math.inf, 0.0
            least = max(least, math.exp(log_alarms[-1]))
        mu = max(mu, float(needs.max()))
    return mu, least


def _beyond_points(channel: ScalarNoiseChannel, side: int) -> tuple[np.ndarray, np.ndarray, bool]:
    """Of tests that raise the alarm beyond a point further and further out: ln of their false alarms and the μ they
    need, (n,) each; and whether the loss rises all the way."""
    noise, shift, density = channel.noise, 2 * channel.norm_bound, fast_law(channel.noise).log_density
    start = float(noise.isf(_START) if side > 0 else noise.ppf(_START))
    near, far = 0.0, shift
    while _trusted(density, start + side * far):
        near, far = far, 2 * far
    for _ in range(60):
        middle = (near + far) / 2
        near, far = (middle, far) if _trusted(density, start + side * middle) else (near, middle)
    out = np.linspace(0.0, near, _POINTS)
    logs = density(start + side * out)
    step, slope = out[1], np.diff(logs)
    flat = np.abs(slope) < 1e-9
    cells = logs[:-1] + math.log(step) + np.log(np.where(flat, 1.0, np.expm1(slope) / np.where(flat, 1.0, slope)))
    rest = logs[-1] + math.log(step) - math.log(-slope[-1])
    tail = np.logaddexp.accumulate(np.concatenate([[rest], cells[::-1]]))[::-1]
    points = out[out + shift <= near]
    alarms = np.interp(points + shift, out, tail)
    loss = logs[: len(points)] - np.interp(points + shift, out, logs)
    rising = len(points) > 1 and alarms[-1] < -_LEVELS[-1] and bool(np.all(np.diff(loss) > -_ROUNDING))
    return alarms, ndtri_exp(tail[: len(points)]) - ndtri_exp(alarms), rising


def _trusted(density: Callable[[np.ndarray], np.ndarray], z: float) -> bool:
    return float(density(np.array([z]))[0]) > _LOG_LEAST
