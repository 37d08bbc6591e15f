"""Tight (ε, δ) accounting of the Gaussian mechanism, by the ``dp-accounting`` package.

N(x, s² I) for inputs at most Δ apart in L2 norm is (ε, δ)-private exactly when
Φ(Δ/(2s) − εs/Δ) − e^ε Φ(−Δ/(2s) − εs/Δ) ≤ δ: Balle, Wang, "Improving the Gaussian mechanism for differential
privacy" (ICML 2018), Theorem 8. The roots of this equation are returned on the private side: ε and s are rounded up by
more than the numerical error. ``dp-accounting`` takes about a second to import, so it is imported on first use.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from scipy.special import erfinv

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["gaussian_noise_std", "gaussian_privacy"]

# The root finder leaves ε wrong by about 1e-13, absolutely for small ε and relatively for large ε.
_MARGIN = 1e-12
_TOLERANCE = 1e-15
# Outside these limits the equation is a difference of numbers that agree to nearly all digits; closed forms that are
# always private take over.
_LARGEST_MULTIPLIER = 1e9
_SMALLEST_MULTIPLIER = 1e-3
_LARGEST_EPSILON = 5e5


def gaussian_privacy(
    noise_std: float, sensitivity: float, delta: float, *, notion: Literal["local", "central"] = "local"
) -> PrivacyGuarantee:
    """The smallest ε of the Gaussian mechanism at a given δ, against the database.

    noise_std: s >= 0 for each coordinate, may be infinite; sensitivity: Δ >= 0, largest L2 distance of two inputs that
    must not be told apart; delta: in [0, 1]. ε is infinite at δ = 0 or s = 0, and 0 at Δ = 0, s = ∞ or δ = 1.
    """
    noise_std = validation.real("noise_std", noise_std, 0.0, infinite=True)
    sensitivity = validation.real("sensitivity", sensitivity, 0.0)
    delta = validation.real("delta", delta, 0.0, 1.0)
    validation.choice("notion", notion, ("local", "central"))
    silent = sensitivity == 0.0 or math.isinf(noise_std)  # the output does not depend on the input
    return PrivacyGuarantee(
        epsilon=0.0 if silent else _epsilon(noise_std / sensitivity, delta),
        delta=0.0 if silent else delta,
        against="database",
        notion=notion,
        source="gaussian.analytic",
        conditions=(f"L2 sensitivity {sensitivity:g}",),
    )


def gaussian_noise_std(sensitivity: float, epsilon: float, delta: float) -> float:
    """The smallest noise s per coordinate that makes the Gaussian mechanism (ε, δ)-private.

    sensitivity: Δ >= 0 in L2 norm; epsilon: in nats, >= 0, may be infinite; delta: in [0, 1]. The result is infinite
    at δ = 0 (and finite ε), and 0 at Δ = 0, ε = ∞ or δ = 1.
    """
    sensitivity = validation.real("sensitivity", sensitivity, 0.0)
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    delta = validation.real("delta", delta, 0.0, 1.0)
    return sensitivity * _multiplier(epsilon, delta) if sensitivity > 0.0 else 0.0


def _epsilon(multiplier: float, delta: float) -> float:
    """ε for noise s = multiplier · Δ."""
    if delta == 1.0:
        return 0.0
    if delta == 0.0 or multiplier == 0.0:
        return math.inf
    multiplier = min(multiplier, _LARGEST_MULTIPLIER)  # less noise than there is: private
    if multiplier < _SMALLEST_MULTIPLIER:  # ρ + 2√(ρ ln(1/δ)) of zero-concentrated privacy, ρ = Δ²/(2s²)
        return (0.5 / multiplier + math.sqrt(-2.0 * math.log(delta))) / multiplier
    if delta >= math.erf(1.0 / (math.sqrt(8.0) * multiplier)) * (1.0 + _MARGIN):
        return 0.0
    from dp_accounting import gaussian_mechanism

    with np.errstate(divide="ignore"):  # a difference that rounds to 0 has logarithm −∞
        epsilon = float(gaussian_mechanism.get_epsilon_gaussian(multiplier, delta, tol=_TOLERANCE))
    return epsilon * (1.0 + _MARGIN) + _MARGIN


def _multiplier(epsilon: float, delta: float) -> float:
    """s/Δ for (ε, δ)."""
    if delta == 1.0 or math.isinf(epsilon):
        return 0.0
    if delta == 0.0:
        return math.inf
    log_delta = -math.log(delta)
    if epsilon > _LARGEST_EPSILON:  # the closed form of `_epsilon`, solved for s
        return (math.sqrt(log_delta) + math.sqrt(log_delta + epsilon)) / math.sqrt(2.0) / epsilon * (1.0 + _MARGIN)
    if epsilon < 1.0:
        simple = 1.0 / (math.sqrt(8.0) * float(erfinv(delta)))  # ε = 0: total variation at most δ
        if epsilon > 0.0:
            simple = min(simple, math.sqrt(2.0 * (math.log(1.25) + log_delta)) / epsilon)  # classical mechanism
        if epsilon == 0.0 or simple > _LARGEST_MULTIPLIER:
            return simple * (1.0 + _MARGIN)
    from dp_accounting import gaussian_mechanism

    with np.errstate(divide="ignore"):
        multiplier = float(gaussian_mechanism.get_sigma_gaussian(epsilon, delta, tol=_TOLERANCE))
    return multiplier * (1.0 + _MARGIN * (1.0 + multiplier))
