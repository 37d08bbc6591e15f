"""The density ratio of a Gaussian channel: a function of one noncentral chi-square variable."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln, ive

from ppr_core.channels import GaussianChannel
from ppr_core.index_law.quadrature import panels

__all__ = ["gaussian_ratio", "log_bessel", "log_noncentral_chi_square"]

# Where panels meet, in standard deviations from the mean distance; far to the left, as large ratios are there.
_EDGES = np.array([-26, -18, -12, -8, -5.5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5.5, 8, 10.5])
_LARGE_ARGUMENT = 1e8  # from which on the leading term is right to 10⁻⁸ (and ive fails before long)
_LARGE_ORDER = 12.0  # of a Bessel function from which the uniform expansion is used


def gaussian_ratio(channel: GaussianChannel, norm: float, nodes: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """ln r in nats at quadrature nodes, with their masses under Q and under P(·|x), ‖x‖ = norm: three of (n,).

    nodes: of each panel.

    ln r = ln r*(x) − ‖z − c‖² y/(2 s² (s²+y)) with c = x (s²+y)/y, and ‖z − c‖²/s² is noncentral chi-square under
    P(·|x), with d degrees of freedom and noncentrality ‖c − x‖²/s² = (‖x‖ s/y)²; under Q likewise with s²+y for s²
    and ‖c‖²/(s²+y).
    """
    std, wide, width = channel.noise_std, channel.proposal_std, channel.proposal_width
    shift = norm * std / width
    bulk = [scale * (math.sqrt(channel.dimension + (norm * scale / width) ** 2) + _EDGES) for scale in (std, wide)]
    distance, weight = panels(np.maximum(np.concatenate(bulk), 0.0), nodes)
    square = (distance / std) ** 2
    log_density = log_noncentral_chi_square(square, channel.dimension, shift**2)
    log_output = log_density + np.log(2 * distance / std**2 * weight)
    log_ratio = float(np.max(channel.log_ratio_bound(np.full((1, 1), norm)))) - square * (width / (2 * wide**2))
    return log_ratio, np.exp(log_output - log_ratio), np.exp(log_output)


def log_noncentral_chi_square(value: np.ndarray, freedom: float, noncentrality: float) -> np.ndarray:
    """ln of the density of ‖N(μ, I_d)‖² at value > 0, ‖μ‖² = noncentrality >= 0: (n,) -> (n,)."""
    order = freedom / 2 - 1
    if noncentrality == 0:
        return order * np.log(value / 2) - value / 2 - gammaln(order + 1) - math.log(2)
    root, shift = np.sqrt(value), math.sqrt(noncentrality)
    return (
        order / 2 * np.log(value / noncentrality)
        - (root - shift) ** 2 / 2
        + log_bessel(order, root * shift)
        - math.log(2)
    )


def log_bessel(order: float, x: np.ndarray) -> np.ndarray:
    """ln(I_ν(x) e^{−x}) for ν >= −½ and x > 0, (n,) -> (n,); relative error of I below 10⁻⁷.

    For ν >= 12 the uniform expansion for large order (NIST Handbook 10.41.3, five terms), which never underflows.
    """
    if order < _LARGE_ORDER:
        small, large = x < 1e-4, x > _LARGE_ARGUMENT
        value = np.log(ive(order, np.where(small | large, 1.0, x)))
        value = np.where(large, -0.5 * np.log(2 * math.pi * x), value)
        return np.where(small, order * np.log(x / 2) - gammaln(order + 1) - x, value)
    root = np.hypot(order, x)
    p = order / root
    series = 1.0
    for k, coefficients in enumerate(_DEBYE, start=1):
        series = series + (p / order) ** k * np.polyval(coefficients, p**2)
    exponent = order**2 / (root + x) + order * np.log(x / (order + root))
    return exponent - 0.5 * np.log(2 * math.pi * root) + np.log(series)


# U_k(p)/p^k as polynomials in p², highest power first (NIST Handbook 10.41.10).
_DEBYE = (
    np.array([-5.0, 3.0]) / 24,
    np.array([385.0, -462.0, 81.0]) / 1152,
    np.array([-425425.0, 765765.0, -369603.0, 30375.0]) / 414720,
    np.array([185910725.0, -446185740.0, 349922430.0, -94121676.0, 4465125.0]) / 39813120,
)
