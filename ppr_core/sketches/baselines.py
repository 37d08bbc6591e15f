"""What sketches are compared with: k-means on the data themselves, without and with privacy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from ppr_core import validation
from ppr_core.extras import needed
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.sketches.data import remote_places
from ppr_core.sketches.fourier import blocks
from ppr_core.sketches.threads import one_thread

__all__ = ["PrivateLloyd", "assigned", "distinct_points", "kmeans", "private_lloyd", "sum_of_squares"]

_DISTANCES = 1 << 20  # squared distances held at once


@dataclass(frozen=True, eq=False)
class PrivateLloyd:
    """centroids (K, d) and the guarantee of the run that found them."""

    centroids: np.ndarray
    privacy: PrivacyGuarantee


def assigned(block: np.ndarray, centroids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nearest centroid of each point and the squared distance to it: (n, d) -> (n,) int, (n,)."""
    square = cdist(block, centroids, "sqeuclidean")
    nearest = square.argmin(axis=1)
    return nearest, square[np.arange(len(block)), nearest]


def sum_of_squares(data: Any, centroids: np.ndarray) -> float:
    """SSE: Σ_i min_k ‖x_i − c_k‖²; data as for `FourierSketch.sum`, centroids (K, d).

    >>> import numpy as np
    >>> from ppr_core.sketches import sum_of_squares
    >>> sum_of_squares(np.array([[0.0], [1.0], [4.0]]), np.array([[0.5], [4.0]]))
    0.5
    """
    centroids = validation.array("centroids", centroids, (None, None))
    rows = max(1, _DISTANCES // len(centroids))
    return float(sum(assigned(block, centroids)[1].sum() for block in blocks(data, centroids.shape[1], rows)))


def kmeans(points: np.ndarray, clusters: int, *, seed: int, restarts: int = 10) -> np.ndarray:
    """Centroids (K, d) of scikit-learn's KMeans with so many restarts: the yardstick without privacy.

    points: (n, d) with at least K distinct rows; raises ``ValueError`` otherwise.
    """
    points = validation.array("points", points, (None, None))
    clusters = validation.integer("clusters", clusters, 1)
    distinct = distinct_points(points, clusters)
    validation.require(clusters <= distinct, "clusters", clusters, f"at most {distinct}, the number of distinct points")
    with one_thread():
        kmeans = needed("sklearn.cluster").KMeans(clusters, n_init=restarts, random_state=seed).fit(points)
    return kmeans.cluster_centers_


def distinct_points(points: np.ndarray, enough: int) -> int:
    """How many of the points (n, d) are distinct; counted only as far as needed to know that there are enough.

    >>> import numpy as np
    >>> from ppr_core.sketches import distinct_points
    >>> distinct_points(np.array([[0.0], [1.0], [1.0]]), enough=3)  # too few for three clusters
    2
    """
    for rows in (10 * enough, len(points)):  # the first few nearly always settle it
        distinct = len(np.unique(points[:rows], axis=0))
        if distinct >= enough:
            break
    return distinct


def private_lloyd(
    data: Any,
    clusters: int,
    bounds: Any,
    *,
    epsilon: float,
    rng: np.random.Generator,
    iterations: int = 5,
    neighbours: str = "replace_one",
) -> PrivateLloyd:
    """DP-Lloyd: fixed iterations of Lloyd's algorithm with Laplace noise on every count and sum.

    Points are clipped to the box and measured from its centre in half-sides, so a point adds 1 to one count and at
    most d in L1 norm to one sum: sensitivity T(d+1) over T iterations when a sample is added or removed, twice that
    when it is replaced. Su, Cao, Li, Bertino, Jin: Differentially private k-means clustering (CODASPY 2016), DPLloyd.

    data: as for `FourierSketch.sum` (read T times, so not a one-way stream). bounds: public box (2, d). epsilon: of
    all iterations together, > 0, may be infinite. rng: noise, and the starting points,
    which look at no data. neighbours: as for `PrivateSketch`, with the number of samples public or not used.

    >>> import numpy as np
    >>> from ppr_core.sketches import mixture, private_lloyd, sum_of_squares
    >>> data = mixture(clusters=3, dimension=2, separation=6.0, samples=1000, rng=np.random.default_rng(1))
    >>> runs = [private_lloyd(data.points, 3, data.bounds, epsilon=e, rng=np.random.default_rng(2)) for e in (0.1, 9.0)]
    >>> little, much = (sum_of_squares(data.points, run.centroids) for run in runs)
    >>> little > 2 * much, runs[0].privacy.epsilon
    (True, 0.1)
    """
    clusters = validation.integer("clusters", clusters, 1)
    iterations = validation.integer("iterations", iterations, 1)
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True, infinite=True)
    validation.choice("neighbours", neighbours, ("replace_one", "add_remove"))
    low, high = validation.array("bounds", bounds, (2, None))
    validation.require(bool(np.all(low < high)), "bounds", [low, high], "lower ends below upper ends")
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    dimension = len(low)
    sensitivity = (1.0 if neighbours == "add_remove" else 2.0) * iterations * (dimension + 1)
    centroids = remote_places(clusters, dimension, rng)
    rows = max(1, _DISTANCES // clusters)
    for _ in range(iterations):
        sums, counts = np.zeros((clusters, dimension)), np.zeros(clusters)
        for block in blocks(data, dimension, rows):
            unit = np.clip((block - middle) / half, -1.0, 1.0)
            nearest, _ = assigned(unit * half, centroids * half)
            counts += np.bincount(nearest, minlength=clusters)
            for axis in range(dimension):
                sums[:, axis] += np.bincount(nearest, weights=unit[:, axis], minlength=clusters)
        counts += rng.laplace(0.0, sensitivity / epsilon, counts.shape)
        sums += rng.laplace(0.0, sensitivity / epsilon, sums.shape)
        # A cluster that looks empty keeps its place: its mean would be noise alone.
        filled = counts >= 1.0
        centroids[filled] = np.clip(sums[filled] / counts[filled, None], -1.0, 1.0)
    relation = "one sample replaced" if neighbours == "replace_one" else "one sample added or removed"
    privacy = PrivacyGuarantee(
        epsilon=epsilon,
        against="database",
        notion="central",
        source="sketch.lloyd",
        conditions=(f"neighbours: {relation}", f"{iterations} iterations"),
    )
    return PrivateLloyd(middle + half * centroids, privacy)
