"""Compressive k-means: centroids and weights from a sketch alone.

Keriven, Tremblay, Traonmilin, Gribonval: Compressive k-means (ICASSP 2017), algorithm CLOMPR: add one atom at a time
where it correlates best with what is unexplained, keep the K heaviest by non-negative least squares, improve all of
them jointly; 2K rounds. There an atom is a single point. A cluster is wider than a point, and points that must explain
width end up beside the centroids, so here all atoms may share a fitted variance (`spread`); without it the
algorithm is the published one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import Bounds, minimize, nnls

from ppr_core import validation
from ppr_core.sketches.fourier import FourierSketch
from ppr_core.sketches.objective import correlation, decay, landscape, objective_gradient, waves
from ppr_core.sketches.threads import one_thread

__all__ = ["CompressiveKMeans", "compressive_kmeans"]

_STARTS = 400  # places in the box where the correlation is looked at
_CLIMBS = 4  # the best of them, to climb from
# Iterations of L-BFGS-B at most: a climb, the joint improvement after a new atom, the last one.
_CLIMB_STEPS = 50
_ROUND_STEPS = 20
_LAST_STEPS = 300
_LARGEST_VARIANCE = 4.0  # of a cluster, in units of the squared scale

Progress = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class CompressiveKMeans:
    """What was found in a sketch; the best of the restarts.

    centroids: (K, d). weights: (K,) >= 0, sum about 1. variance: v >= 0 of the clusters in each coordinate, 0 without
    spread. objectives: J of each restart, (restarts,).

    >>> import numpy as np
    >>> from ppr_core import FourierSketch, SharedRandomness
    >>> from ppr_core.sketches import compressive_kmeans
    >>> sketch = FourierSketch(dimension=1, features=20, scale=0.3, shared=SharedRandomness(1))
    >>> target = sketch.atoms(np.array([[-0.5], [0.5]])).mean(axis=0)
    >>> found = compressive_kmeans(sketch, target, 2, [[-1.0], [1.0]], np.random.default_rng(2))
    >>> np.sort(found.centroids.ravel()).round(3), found.weights.round(3), found.objective < 1e-6
    (array([-0.5,  0.5]), array([0.5, 0.5]), True)
    """

    centroids: np.ndarray
    weights: np.ndarray
    variance: float
    objectives: np.ndarray

    def plane_landscape(
        self,
        frequencies: np.ndarray,
        sketch: np.ndarray,
        *,
        moved: int,
        axes: tuple[int, int],
        x: np.ndarray,
        y: np.ndarray,
    ) -> np.ndarray:
        """How far `landscape` rises above its least value in a plane through centroid ``moved``: (j, i) over y and x.

        frequencies (d, m), sketch (m,) complex; axes: the two coordinates that take the values x (i,) and y (j,).
        """
        points = np.tile(self.centroids[moved], (len(y), len(x), 1))
        points[..., axes[0]], points[..., axes[1]] = np.meshgrid(x, y)
        values = landscape(frequencies, sketch, self.centroids, self.weights, self.variance, moved=moved, points=points)
        return values - values.min()

    @property
    def objective(self) -> float:
        """J of the solution."""
        return float(self.objectives.min())


def compressive_kmeans(
    sketch: FourierSketch,
    target: np.ndarray,
    clusters: int,
    bounds: Any,
    rng: np.random.Generator,
    *,
    spread: bool = True,
    restarts: int = 1,
    progress: Progress | None = None,
) -> CompressiveKMeans:
    """Centroids c_k in the box, weights a_k >= 0 and variance v >= 0 that minimise J of `ppr_core.sketches.objective`.

    J = (1/m) Σ_j |s_j − e^{−v‖ω_j‖²/2} Σ_k a_k exp(iω_jᵀc_k)|².

    sketch: where the frequencies come from. target: s, (m,) complex, a mean of features, with or without noise.
    clusters: K >= 1. bounds: the public box of the centroids, (2, d) lower and upper ends. rng: starting points; equal
    generators give equal results. spread: fit v; otherwise v = 0. restarts: runs of the whole algorithm, the lowest J
    wins. progress: called with the share done. Raises ``ValueError`` naming what is wrong.

    >>> import numpy as np
    >>> from ppr_core import FourierSketch, SharedRandomness
    >>> from ppr_core.sketches import compressive_kmeans
    >>> sketch = FourierSketch(dimension=1, features=20, scale=0.3, shared=SharedRandomness(1))
    >>> target = sketch.mean(sketch.sum(np.array([[-0.5], [-0.5], [0.5]])))  # all that is kept of the data
    >>> found = compressive_kmeans(sketch, target, 2, [[-1.0], [1.0]], np.random.default_rng(2))
    >>> np.sort(found.centroids.ravel()).round(3)
    array([-0.5,  0.5])
    """
    clusters = validation.integer("clusters", clusters, 1)
    restarts = validation.integer("restarts", restarts, 1)
    low, high = validation.array("bounds", bounds, (2, sketch.dimension))
    validation.require(bool(np.all(low < high)), "bounds", [low, high], "lower ends below upper ends")
    target = np.asarray(target)
    fits = target.shape == (sketch.features,) and bool(np.isfinite(target).all())
    validation.require(fits, "target", target, f"{sketch.features} finite complex numbers")
    # In units of the sketch's scale the objective has curvatures near 1.
    box = np.array([low, high]) / sketch.scale
    search = _Search(sketch.frequencies * sketch.scale, target, box, clusters, spread, rng)
    solutions = []
    with one_thread():
        for attempt in range(restarts):

            def report(share: float, attempt: int = attempt) -> None:
                if progress is not None:
                    progress((attempt + share) / restarts)

            solutions.append(search.run(report))
    _, centroids, weights, variance = min(solutions, key=lambda solution: solution[0])
    objectives = np.array([value for value, *_ in solutions])
    return CompressiveKMeans(centroids * sketch.scale, weights, variance * sketch.scale**2, objectives)


class _Search:
    """CLOMPR on one sketch, in units of its scale."""

    def __init__(
        self,
        frequencies: np.ndarray,
        target: np.ndarray,
        box: np.ndarray,
        clusters: int,
        spread: bool,
        rng: np.random.Generator,
    ) -> None:
        self.frequencies, self.target, self.box, self.clusters = frequencies, target, box, clusters
        self.largest_variance = _LARGEST_VARIANCE if spread else 0.0
        self.rng = rng
        self.stacked = np.concatenate([target.real, target.imag])

    def run(self, report: Progress) -> tuple[float, np.ndarray, np.ndarray, float]:
        """One pass from scratch: J, centroids (K, d), weights (K,), variance."""
        centroids, residual, variance = np.empty((0, self.box.shape[1])), self.target, 0.0
        rounds = 2 * self.clusters
        for step in range(rounds):
            centroids = np.concatenate([centroids, self.new_atom(residual * decay(self.frequencies, variance))[None]])
            if len(centroids) > self.clusters:
                heaviest = np.argsort(-self.weights(centroids, variance), kind="stable")[: self.clusters]
                centroids = centroids[heaviest]
            steps = _LAST_STEPS if step + 1 == rounds else _ROUND_STEPS
            weights = self.weights(centroids, variance)
            value, centroids, weights, variance = self.improve(centroids, weights, variance, steps)
            residual = self.target - decay(self.frequencies, variance) * (
                weights @ np.exp(1j * (centroids @ self.frequencies))
            )
            report((step + 1) / rounds)
        return value, centroids, weights, variance

    def new_atom(self, residual: np.ndarray) -> np.ndarray:
        """The place in the box that correlates best with the residual, by climbing from the best of many starts."""
        low, high = self.box
        starts = self.rng.uniform(low, high, size=(_STARTS, self.box.shape[1]))
        value, _ = correlation(self.frequencies, residual, starts)
        starts = starts[np.argsort(-value)[:_CLIMBS]]

        def descent(flat: np.ndarray) -> tuple[float, np.ndarray]:
            value, gradient = correlation(self.frequencies, residual, flat.reshape(starts.shape))
            return -float(value.sum()), -gradient.ravel()

        minimum = minimize(
            descent,
            starts.ravel(),
            jac=True,
            method="L-BFGS-B",
            bounds=Bounds(*np.tile(self.box, _CLIMBS)),
            options={"maxiter": _CLIMB_STEPS},
        )
        ends = minimum.x.reshape(starts.shape)
        return ends[np.argmax(correlation(self.frequencies, residual, ends)[0])]

    def weights(self, centroids: np.ndarray, variance: float) -> np.ndarray:
        """The non-negative weights that fit best, (K,)."""
        cosine, sine = waves(centroids, self.frequencies)
        factor = decay(self.frequencies, variance)
        return nnls(np.concatenate([cosine * factor, sine * factor], axis=1).T, self.stacked)[0]

    def improve(
        self, centroids: np.ndarray, weights: np.ndarray, variance: float, steps: int
    ) -> tuple[float, np.ndarray, np.ndarray, float]:
        """All centroids, weights and the variance together downhill, in the box and not below 0."""
        count, dimension = centroids.shape
        cut = count * dimension

        def descent(flat: np.ndarray) -> tuple[float, np.ndarray]:
            value, by_centroid, by_weight, by_variance = objective_gradient(
                self.frequencies, self.target, flat[:cut].reshape(count, dimension), flat[cut:-1], flat[-1]
            )
            return value, np.concatenate([by_centroid.ravel(), by_weight, [by_variance]])

        positive = np.array([np.zeros(count), np.full(count, np.inf)])
        limits = np.concatenate([np.tile(self.box, count), positive, [[0.0], [self.largest_variance]]], axis=1)
        minimum = minimize(
            descent,
            np.concatenate([centroids.ravel(), weights, [variance]]),
            jac=True,
            method="L-BFGS-B",
            bounds=Bounds(*limits),
            options={"maxiter": steps, "ftol": 1e-10, "gtol": 1e-8},
        )
        return float(minimum.fun), minimum.x[:cut].reshape(count, dimension), minimum.x[cut:-1], float(minimum.x[-1])
