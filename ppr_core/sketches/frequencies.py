"""Random frequencies: where a sketch samples the characteristic function of the data."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from ppr_core import validation
from ppr_core.channels.transforms import standard_normals
from ppr_core.randomness import SharedRandomness

__all__ = ["FREQUENCY_LAWS", "draw_frequencies", "radius_quantile"]

#: name -> how it is called in text.
FREQUENCY_LAWS = {
    "gaussian": "Gaussian",
    "folded_gaussian": "folded Gaussian radius",
    "adapted_radius": "adapted radius",
}
# Radii of "log_radius" reach from 1 to this many times 1/scale.
_RADIUS_RANGE = 64.0
# The adapted-radius density is below 1e-27 beyond this radius, and its table is far finer than any use of it.
_LARGEST_RADIUS = 12.0
_TABLE = 1 << 13


def draw_frequencies(
    *, dimension: int, features: int, scale: float, shared: SharedRandomness, law: str = "adapted_radius"
) -> np.ndarray:
    """Ω with one frequency a column, (dimension, features).

    law "gaussian": ω ~ N(0, I/scale²). The others draw the direction uniformly and ‖ω‖ = R/scale with R ~ |N(0, 1)|
    ("folded_gaussian") or the density ∝ √(R² + R⁴/4) e^{−R²/2} ("adapted_radius"), which spends fewer frequencies near
    0, where they tell least, and in high dimension fewer far out. Keriven, Bourrier, Gribonval, Pérez: Sketching for
    large-scale learning of mixture models (Information and Inference 2018), section on the choice of frequencies.

    "log_radius" spreads ln R evenly over [0, ln 64]: no law to cluster with, but one that sees all sizes at once.

    scale: length in data space that the sketch resolves, > 0. shared: public randomness; frequency j is row j of its
    table 0, so that more features extend fewer, and devices and server agree. Frequencies hide nothing.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.sketches import draw_frequencies
    >>> few, more = (draw_frequencies(dimension=2, features=m, scale=0.1, shared=SharedRandomness(1)) for m in (3, 5))
    >>> more.shape, np.array_equal(few, more[:, :3])  # more features extend fewer
    ((2, 5), True)
    """
    dimension = validation.integer("dimension", dimension, 1)
    features = validation.integer("features", features, 1)
    scale = validation.positive("scale", scale)
    law = validation.choice("law", law, (*FREQUENCY_LAWS, "log_radius"))
    uniforms = shared.uniforms(np.arange(features), dimension + 1)
    directions = standard_normals(uniforms[:, :dimension])
    if law != "gaussian":
        directions *= (radius_quantile(uniforms[:, dimension], law) / np.linalg.norm(directions, axis=1))[:, None]
    return directions.T / scale


def radius_quantile(uniforms: np.ndarray, law: str) -> np.ndarray:
    """Inverse distribution function of the radius R at scale 1, elementwise; law as in `draw_frequencies`."""
    if law == "folded_gaussian":
        return ndtri(0.5 + 0.5 * uniforms)
    if law == "log_radius":
        return _RADIUS_RANGE**uniforms
    radius = np.linspace(0.0, _LARGEST_RADIUS, _TABLE)
    mass = np.cumsum(_adapted_density(0.5 * (radius[1:] + radius[:-1])))
    return np.interp(uniforms, np.concatenate([[0.0], mass / mass[-1]]), radius)


def _adapted_density(radius: np.ndarray) -> np.ndarray:
    """√(R² + R⁴/4) e^{−R²/2}, not normalised."""
    return radius * np.sqrt(1.0 + radius**2 / 4.0) * np.exp(-(radius**2) / 2.0)
