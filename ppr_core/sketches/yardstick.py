"""How good centroids are: their sum of squares (SSE) over that of k-means on the data themselves."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from ppr_core import validation
from ppr_core.remembered import Remembered
from ppr_core.sketches.baselines import kmeans, sum_of_squares
from ppr_core.sketches.data import Dataset

__all__ = ["RelativeErrors", "Yardstick"]

_KEPT = Remembered(64)  # centroids: runs at another ε or m ask for those of the same data


@dataclass(frozen=True, eq=False)
class Yardstick:
    """k-means on the data, without privacy: its centroids (K, d) and their sum of squares.

    >>> import numpy as np
    >>> from ppr_core.sketches import Yardstick, stretched, sum_of_squares
    >>> data, centres = stretched(np.array([[0.0], [1.0], [3.0], [4.0]])), np.array([[-0.75], [0.75]])
    >>> base = Yardstick(data, centres, sum_of_squares(data.points, centres))
    >>> base.ratio(centres), base.ratio(np.array([[-1.0], [1.0]]))
    (1.0, 2.0)
    """

    data: Dataset
    centroids: np.ndarray
    squares: float

    @classmethod
    def of(cls, data: Dataset, clusters: int, *, seed: int, restarts: int = 10) -> Yardstick:
        """By `kmeans`; raises ``ValueError`` where the data have no more than K distinct points: nothing is left over
        to compare with. The centroids of the same points are remembered."""
        digest = blake2b(np.ascontiguousarray(data.points).data, digest_size=32).digest()
        key = (digest, data.points.shape, clusters, seed, restarts)
        centroids = _KEPT.get(key, lambda: kmeans(data.points, clusters, seed=seed, restarts=restarts))
        squares = sum_of_squares(data.points, centroids)
        allowed = "fewer than the distinct points, so that k-means itself leaves an error to compare with"
        validation.require(squares > 0, "clusters", clusters, allowed)
        return cls(data, centroids, squares)

    def ratio(self, centroids: np.ndarray) -> float:
        """The relative SSE of centroids (K, d): their sum of squares over that of k-means."""
        return sum_of_squares(self.data.points, centroids) / self.squares


@dataclass(frozen=True, eq=False)
class RelativeErrors:
    """Relative SSE of T >= 2 independent releases at each place, (…, T); NaN where nothing is known (yet).

    >>> import numpy as np
    >>> from ppr_core.sketches import RelativeErrors
    >>> errors = RelativeErrors(np.array([1.1, 1.2, 1.3]))
    >>> round(float(errors.excess), 6), round(float(errors.excess_error), 2)  # percent above k-means
    (20.0, 5.77)
    """

    ratios: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """Mean relative SSE, (…)."""
        return self.ratios.mean(axis=-1)

    @property
    def error(self) -> np.ndarray:
        """One standard error of the mean: the sample deviation over √T, (…)."""
        return self.ratios.std(axis=-1, ddof=1) / self.ratios.shape[-1] ** 0.5

    @property
    def excess(self) -> np.ndarray:
        """How far the mean lies above the SSE of k-means, in percent, (…)."""
        return (100.0 * (self.ratios - 1.0)).mean(axis=-1)

    @property
    def excess_error(self) -> np.ndarray:
        """One standard error of it, (…)."""
        return (100.0 * (self.ratios - 1.0)).std(axis=-1, ddof=1) / self.ratios.shape[-1] ** 0.5

    @property
    def best(self) -> np.ndarray:
        """Of a grid (a, b, T): the column with the least mean in each row, (a,); −1 where not all are known yet."""
        known = np.isfinite(self.mean)
        return np.where(known.all(axis=1), np.argmin(np.where(known, self.mean, np.inf), axis=1), -1)

    @property
    def as_good(self) -> np.ndarray:
        """Which columns are not worse than the best beyond two standard errors of the difference, (a, b)."""
        mean, error, rows, best = self.mean, self.error, np.arange(len(self.ratios)), self.best
        least, its = mean[rows, best], error[rows, best]
        return mean - least[:, None] <= 2.0 * np.hypot(error, its[:, None])
