"""Data to cluster: mixtures with known centroids, classic shapes, handwritten digits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist, pdist

from ppr_core import validation
from ppr_core.extras import needed

__all__ = ["SHAPES", "Dataset", "digits", "mixture", "remote_places", "shape", "stretched"]

#: name -> how it is called in text.
SHAPES = {"moons": "two moons", "circles": "two circles", "varied": "blobs of different sizes", "stripes": "stripes"}

_TRIALS = 64  # candidate places for each centroid, of which the most remote is taken
_MARGIN = 3.0  # cluster standard deviations between the outermost centroid's reach and the box


@dataclass(frozen=True, eq=False)
class Dataset:
    """points (n, d); bounds (2, d), a box that may be public; labels (n,); centroids (K, d), cluster_std if known.

    >>> import numpy as np
    >>> from ppr_core.sketches import mixture
    >>> data = mixture(clusters=3, dimension=2, separation=6.0, samples=1000, rng=np.random.default_rng(1))
    >>> data.points.shape, data.centroids.shape, data.thinned(50, np.random.default_rng(2)).points.shape
    ((1000, 2), (3, 2), (50, 2))
    """

    points: np.ndarray
    bounds: np.ndarray
    labels: np.ndarray
    centroids: np.ndarray | None = None
    cluster_std: float | None = None

    def thinned(self, samples: int, rng: np.random.Generator) -> Dataset:
        """So many of the points, chosen at random, without the truth about their clusters."""
        chosen = rng.permutation(len(self.points))[:samples]
        return Dataset(self.points[chosen], self.bounds, self.labels[chosen])


def mixture(*, clusters: int, dimension: int, separation: float, samples: int, rng: np.random.Generator) -> Dataset:
    """Equal round normal clusters in the box [−1, 1]^d, the nearest two centroids ``separation`` deviations apart.

    Each centroid is the most remote of 64 random places. clusters: K >= 1; dimension: d >= 1; separation: > 0;
    samples: n >= 1. A few points in a thousand may lie outside the box, as with any bounds stated beforehand.

    >>> import numpy as np
    >>> from ppr_core.sketches import mixture
    >>> data = mixture(clusters=2, dimension=1, separation=6.0, samples=1000, rng=np.random.default_rng(1))
    >>> left, right = np.sort(data.centroids.ravel())
    >>> round(float(right - left) / data.cluster_std, 6)
    6.0
    """
    clusters = validation.integer("clusters", clusters, 1)
    dimension = validation.integer("dimension", dimension, 1)
    separation = validation.positive("separation", separation)
    samples = validation.integer("samples", samples, 1)
    centroids = remote_places(clusters, dimension, rng)
    nearest = float(pdist(centroids).min()) if clusters > 1 else separation
    reach = separation / nearest  # half side of the centroids' box in deviations
    cluster_std = 1.0 / (reach + _MARGIN)
    centroids = centroids * reach * cluster_std
    labels = rng.integers(clusters, size=samples)
    points = centroids[labels] + cluster_std * rng.standard_normal((samples, dimension))
    return Dataset(points, _unit_box(dimension), labels, centroids, cluster_std)


def remote_places(count: int, dimension: int, rng: np.random.Generator) -> np.ndarray:
    """Places in [−1, 1]^d, each the most remote of 64 random ones from those before, (count, d)."""
    separated = rng.uniform(-1.0, 1.0, (1, dimension))
    while len(separated) < count:
        trial = rng.uniform(-1.0, 1.0, (_TRIALS, dimension))
        separated = np.concatenate([separated, trial[cdist(trial, separated).min(axis=1).argmax()][None]])
    return separated


def shape(name: str, *, samples: int, seed: int) -> Dataset:
    """Classic shapes in the plane by scikit-learn, scaled into [−1, 1]² (the scaling looks at the data)."""
    datasets = needed("sklearn.datasets")
    validation.choice("name", name, tuple(SHAPES))
    samples = validation.integer("samples", samples, 2)
    if name == "moons":
        points, labels = datasets.make_moons(samples, noise=0.07, random_state=seed)
    elif name == "circles":
        points, labels = datasets.make_circles(samples, noise=0.05, factor=0.5, random_state=seed)
    else:
        spread = [1.0, 2.5, 0.5] if name == "varied" else 1.0
        points, labels = datasets.make_blobs(samples, cluster_std=spread, random_state=seed)
        if name == "stripes":
            points = points @ np.array([[0.6, -0.6], [-0.4, 0.8]])
    return Dataset(_into_unit_box(points), _unit_box(2), labels)


def digits(*, dimension: int) -> Dataset:
    """scikit-learn's 1797 handwritten digits on their first principal components, scaled into [−1, 1]^d.

    dimension: d in [1, 64]. Components and scaling look at the data: a pretext of public preprocessing.
    """
    dimension = validation.integer("dimension", dimension, 1, 64)
    digits = needed("sklearn.datasets").load_digits()
    points = needed("sklearn.decomposition").PCA(dimension, svd_solver="full").fit_transform(digits.data)
    return Dataset(_into_unit_box(points), _unit_box(dimension), digits.target)


def stretched(values: np.ndarray) -> Dataset:
    """Each column of values (n, d) stretched to [−1, 1] by its own range, which looks at the data; no labels (0).

    >>> import numpy as np
    >>> from ppr_core.sketches import stretched
    >>> stretched(np.array([[0.0, 10.0], [1.0, 30.0], [4.0, 20.0]])).points
    array([[-1. , -1. ],
           [-0.5,  1. ],
           [ 1. ,  0. ]])
    """
    low, high = values.min(axis=0), values.max(axis=0)
    points = (2.0 * values - low - high) / (high - low)
    return Dataset(points, _unit_box(values.shape[1]), np.zeros(len(points), int))


def _into_unit_box(points: np.ndarray) -> np.ndarray:
    """Centred, and divided by one number, so that distances keep their proportions."""
    centred = points - (points.min(axis=0) + points.max(axis=0)) / 2.0
    return centred / np.abs(centred).max()


def _unit_box(dimension: int) -> np.ndarray:
    return np.array([-np.ones(dimension), np.ones(dimension)])
