"""One coordinate of Laplace noise in many dimensions: its law by the logarithm, and ratios of what was counted."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import kve

__all__ = ["Strips", "laplace_strips", "log_projected_laplace", "log_share_ratios"]

_STRIPS = 15
_ALONG = 241  # points of the line


@dataclass(frozen=True, eq=False)
class Strips:
    """Strips across the line through x and x′. centre (m,), where they lie on it; measured (m,) with error (m,): ln of
    the ratio of the shares of reports of x and of x′, NaN where too few fell there; along (k,), law (k,): the same by
    the law, for narrow strips, or for points of the line where nothing was measured; limit: ε‖x − x′‖."""

    centre: np.ndarray
    measured: np.ndarray
    error: np.ndarray
    along: np.ndarray
    law: np.ndarray
    limit: float


def laplace_strips(
    dimension: int,
    epsilon: float,
    x: float,
    other: float,
    reports: np.ndarray | None = None,
    others: np.ndarray | None = None,
) -> Strips:
    """Likelihoods of x and x′ on the first axis, whose noise has density ∝ e^{−ε‖y‖} in R^d.

    epsilon: nats per unit of distance; reports, others: first coordinates of reports of x and of x′, (n,) each, or None
    where there are none.
    """
    middle, half = (x + other) / 2, abs(x - other) / 2 + 3.0 * math.sqrt(dimension + 1) / epsilon
    along = np.linspace(middle - half, middle + half, _ALONG)
    edges = np.linspace(middle - half, middle + half, _STRIPS + 1)
    measured = error = np.full(_STRIPS, np.nan)
    if reports is None or others is None:
        ratio = epsilon * (np.abs(along - other) - np.abs(along - x))
    else:
        ratio = log_projected_laplace(dimension, epsilon * (along - x))
        ratio -= log_projected_laplace(dimension, epsilon * (along - other))
        measured, error = log_share_ratios(reports, others, edges)
    return Strips((edges[1:] + edges[:-1]) / 2, measured, error, along, ratio, epsilon * abs(x - other))


def log_projected_laplace(dimension: int, u: np.ndarray) -> np.ndarray:
    """ln of the density of one coordinate u of noise with density ∝ e^{−‖y‖} in R^d, but for a constant; elementwise.

    |u|^{d/2} K_{d/2}(|u|), because the noise is √(2W)·N(0, I) with W ~ Gamma((d + 1)/2); finite in all dimensions.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import log_projected_laplace
    >>> np.diff(log_projected_laplace(1, np.array([0.5, 1.0, 3.0]))).round(6)  # −|u| in one dimension
    array([-0.5, -2. ])
    """
    order, size = dimension / 2, np.maximum(np.abs(u), 1e-6)
    scaled = kve(order, size)  # beyond the floats where the order is large: there its expansion is as good
    direct = np.log(np.where(np.isfinite(scaled), scaled, 1.0)) - size
    return order * np.log(size) + np.where(np.isfinite(scaled), direct, _log_bessel(order, size))


def log_share_ratios(
    first: np.ndarray, second: np.ndarray, edges: np.ndarray, least: int = 10
) -> tuple[np.ndarray, np.ndarray]:
    """ln of the ratio of counts in bins of two samples (n,) of equal size, with its standard error, (m,) each.

    edges: (m + 1,). NaN where fewer than ``least`` of either sample fell. The error is that of Poisson counts a and b,
    √(1/a + 1/b), to first order.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import log_share_ratios
    >>> first, second = np.array([0.5] * 80 + [1.5] * 20), np.array([0.5] * 20 + [1.5] * 80)
    >>> log_share_ratios(first, second, np.array([0.0, 1.0, 2.0]))[0].round(3)  # ±ln 4
    array([ 1.386, -1.386])
    """
    a, b = (np.histogram(sample, edges)[0] for sample in (first, second))
    enough = np.minimum(a, b) >= least
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(enough, np.log(a / b), np.nan), np.where(enough, np.sqrt(1 / a + 1 / b), np.nan)


def _log_bessel(order: float, size: np.ndarray) -> np.ndarray:
    """ln K_ν(u) by the uniform expansion for large ν (DLMF 10.41.4), to 1/ν² in relative terms."""
    root = np.hypot(1.0, size / order)
    t = 1 / root
    exponent = order * (root + np.log(size / order / (1 + root)))
    terms = -(3 * t - 5 * t**3) / (24 * order) + (81 * t**2 - 462 * t**4 + 385 * t**6) / (1152 * order**2)
    return 0.5 * np.log(np.pi / (2 * order)) - exponent - 0.5 * np.log(root) + np.log1p(terms)
