"""The dyadic decomposition of the Laplace law into densities that are linear between the multiples of a step.

Moradi Shahmiri, Ling, Li, "Communication-efficient Laplace mechanism for differential privacy via random quantization"
(ICASSP 2024), Section 5. With c(δ) = (δ/2) coth(δ/2) let f_δ interpolate e^{−|y|}/(2c(δ)) linearly between the
multiples of δ. The largest step δ_0 solves e^δ = νδ + 1, δ_t = 2^{−t} δ_0, and with ratios ρ_t in [0, 1)

    g_t = (f_{δ_t} − ρ_t f_{2δ_t}) / (1 − ρ_t),   P(T <= t) = Π_{i > t} ρ_i,   Σ_t P(T = t) g_t(y) = e^{−|y|}/2.

The usual expressions are 0/0 as δ → 0. In terms of h = δ/2 everything is a product or a sum of positive terms:

    1 − ρ_t = tanh²h · (νδ + 2 + tanh δ) / (νδ − tanh δ),
    g_t(2kδ) ∝ e^{−2|k|δ},   g_t((2k+1)δ) = g_t(2kδ) / (1 + νδ) for k >= 0, and symmetric,

so the steepest piece of ln g_t, which ends at a vertex 1 + νδ times below the one before it, has slope ν.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.compressors.quantizer_noise import PiecewiseLinearNoise
from ppr_core.roots import bracketed_root

__all__ = ["DyadicComponents", "largest_step"]

# Uniforms of shared randomness are at least 2⁻⁵³, so a smaller P(T > t) never lets T pass t.
_LEAST_UNIFORM = 2.0**-53


def largest_step(nu: float) -> float:
    """δ_0 > 0 with e^δ = νδ + 1, for ν > 1."""
    high = 2.0 * math.log(nu) + 2.0  # e^δ > νδ + 1 there: δ_0 < 2(ν − 1) and δ_0 grows like ln ν + ln ln ν
    return float(
        bracketed_root(lambda step: step - math.log1p(nu * step), min(nu - 1.0, 0.5), high, xtol=1e-300, rtol=1e-15)
    )


class DyadicComponents:
    """The components of Laplace(1) for a relaxation ν: arrays over t = 0, 1, …, k − 1.

    nu: ν in [1.000001, 1e6]. steps: δ_t; weights: P(T = t), with sum 1; noise: p_j of g_t at the vertices jδ_t.
    The last component takes the rest of the mass, less than 2⁻⁵³: no uniform of shared randomness reaches past it.

    >>> from ppr_core.compressors import DyadicComponents
    >>> components = DyadicComponents(nu=2.0)
    >>> round(float(components.weights.sum()), 12), round(float(components.steps[0] / components.steps[1]), 12)
    (1.0, 2.0)
    """

    def __init__(self, *, nu: float) -> None:
        self.nu = validation.real("nu", nu, 1.000001, 1e6)
        steps = largest_step(self.nu) * 2.0 ** -np.arange(140.0)
        tail = self._tail(steps)
        count = int(np.argmax(tail < _LEAST_UNIFORM)) + 1
        self.steps = steps[:count]
        #: P(T > t), decreasing; 0 for the last component.
        self.tail = np.append(tail[: count - 1], 0.0)
        self.weights = -np.diff(self.tail, prepend=1.0)
        self.noise = PiecewiseLinearNoise(self.steps, 1.0 / (1.0 + self.nu * self.steps))

    def chosen(self, uniforms: np.ndarray) -> np.ndarray:
        """T for uniforms in (0, 1), (m,) -> (m,) integers: the number of t with P(T > t) > u."""
        return len(self.tail) - np.searchsorted(self._rising, uniforms, side="right")

    def density(self, t: Any, y: Any) -> np.ndarray:
        """g_t(y) for the error in units of 1/ε; t and y broadcast."""
        step = self.steps[t]
        return np.exp(self.noise[t].log_probability(np.asarray(y) / step)) / step

    @cached_property
    def _rising(self) -> np.ndarray:
        return np.ascontiguousarray(self.tail[::-1])

    def _tail(self, steps: np.ndarray) -> np.ndarray:
        """P(T > t) = 1 − Π_{i > t} ρ_i."""
        hyperbolic = np.tanh(steps)
        missing = np.tanh(steps / 2.0) ** 2 * (self.nu * steps + 2.0 + hyperbolic)
        missing /= (self.nu - 1.0) * steps + _less_tanh(steps)
        logs = np.log1p(-missing[1:])  # ρ_0 = 0 does not occur in a product over i > t
        return -np.expm1(np.append(np.cumsum(logs[::-1])[::-1], 0.0))


def _less_tanh(step: np.ndarray) -> np.ndarray:
    """δ − tanh δ; below 0.01 by its series δ³/3 − 2δ⁵/15, whose next term is below 1e−9 of the sum."""
    return np.where(step < 0.01, step**3 * (1.0 / 3.0 - 2.0 * step**2 / 15.0), step - np.tanh(step))
