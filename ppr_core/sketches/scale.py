"""The length a sketch resolves: from public bounds, or from the data with a share of the privacy budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches.fourier import FourierSketch
from ppr_core.sketches.private import PrivateSketch

__all__ = ["PrivateScale", "private_scale", "scale_from_bounds"]

# Pilot frequencies: few, because the noise on each grows with their number.
_PILOT_FEATURES = 48
_CANDIDATES = 60  # values tried for each variance
_PRIOR_WIDTH = 0.5  # standard deviation of ln(scale) around the scale from the bounds


@dataclass(frozen=True)
class PrivateScale:
    """A scale and what it cost: its guarantee adds up with that of the sketch (ε and δ each)."""

    scale: float
    privacy: PrivacyGuarantee


def scale_from_bounds(bounds: Any, clusters: int) -> float:
    """h/(4 K^{1/d}): a quarter of the half-side of each cell when K cells fill the box. Looks at no data.

    bounds: (2, d) lower and upper ends; h is the root mean square of the half-sides. clusters: K >= 1.

    >>> from ppr_core.sketches import scale_from_bounds
    >>> scale_from_bounds([[-1.0, -1.0], [1.0, 1.0]], clusters=4)  # four cells of side 1
    0.125
    """
    low, high = validation.array("bounds", bounds, (2, None))
    validation.require(bool(np.all(low < high)), "bounds", [low, high], "lower ends below upper ends")
    clusters = validation.integer("clusters", clusters, 1)
    return float(_half_side(low, high) / (4.0 * clusters ** (1.0 / len(low))))


def private_scale(
    data: Any,
    bounds: Any,
    clusters: int,
    *,
    epsilon: float,
    rng: np.random.Generator,
    shared: SharedRandomness,
    delta: float = 0.0,
    noise: str = "laplace",
    neighbours: str = "replace_one",
    devices: int = 1,
) -> PrivateScale:
    """The standard deviation of the clusters, from a private pilot sketch of 48 frequencies of all sizes.

    K clusters of variance v apart from each other have |z(ω)|² ≈ A e^{−v‖ω‖²} + (1−A) e^{−u‖ω‖²} on average, A near 1/K
    and u the variance of all data. The noisy |s(ω)|² is about exponential with that mean plus the known noise power,
    which gives a likelihood for (A, v, u); its product with a wide prior around `scale_from_bounds` is maximised over a
    grid, so that a pilot drowned in noise falls back to the bounds. Made for round clusters of equal size: of unequal
    or curved ones it finds the narrowest width, and the scale from the bounds serves them better.

    data: as for `FourierSketch.sum`. epsilon, delta: spent here, in addition to what the sketch spends. Other
    arguments as for `PrivateSketch`; shared: public randomness, best not the one of the sketch itself.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.sketches import mixture, private_scale
    >>> rng = np.random.default_rng(1)
    >>> data = mixture(clusters=3, dimension=2, separation=8.0, samples=20_000, rng=rng)
    >>> found = private_scale(data.points, data.bounds, 3, epsilon=2.0, rng=rng, shared=SharedRandomness(2))
    >>> round(found.scale / data.cluster_std, 1), found.privacy.epsilon
    (0.9, 2.0)
    """
    fallback = scale_from_bounds(bounds, clusters)
    low, high = np.asarray(bounds, dtype=float)
    pilot = FourierSketch(
        dimension=len(low), features=_PILOT_FEATURES, scale=_half_side(low, high), shared=shared, law="log_radius"
    )
    mechanism = PrivateSketch(sketch=pilot, epsilon=epsilon, delta=delta, noise=noise, neighbours=neighbours)
    summed = pilot.sum(data)
    pilot.mean(summed)  # refuses data without samples
    released = mechanism.release(summed, rng, devices=devices)
    power = np.abs(released.mean()) ** 2
    count = max(released.count, 1.0)
    floor = 1.0 / count + 2.0 * devices * mechanism.noise_std**2 / count**2
    square = np.sum(pilot.frequencies**2, axis=0)
    scale = _most_likely_scale(power, floor, square, _half_side(low, high), fallback, clusters)
    return PrivateScale(scale=scale, privacy=mechanism.privacy(local=summed.count == devices))


def _most_likely_scale(
    power: np.ndarray, floor: float, square: np.ndarray, side: float, fallback: float, clusters: int
) -> float:
    """√v of the best (A, v, u) on a grid; power and square ‖ω‖² are (m,)."""
    scales = np.geomspace(side / 100.0, side, _CANDIDATES)
    clustered = np.minimum(1.0, np.array([0.5, 1.0, 2.0, 4.0]) / clusters)[:, None, None, None]
    within = np.exp(-np.multiply.outer(scales**2, square))[:, None, :]
    whole = np.exp(-np.multiply.outer(scales[::4] ** 2, square))
    mean = clustered * within + (1.0 - clustered) * whole + floor  # (4, scales, wholes, m)
    loss = np.sum(np.log(mean) + power / mean, axis=-1).min(axis=(0, 2))
    loss += 0.5 * (np.log(scales / fallback) / _PRIOR_WIDTH) ** 2
    return float(scales[np.argmin(loss)])


def _half_side(low: np.ndarray, high: np.ndarray) -> float:
    return float(np.sqrt(np.mean((high - low) ** 2)) / 2.0)
