"""How well weighted clusters explain a sketch: value, gradient and landscape of the decoder's objective.

J(C, a, v) = (1/m) Σ_j |s_j − e^{−v‖ω_j‖²/2} Σ_k a_k exp(iω_jᵀc_k)|² for a sketch s ∈ C^m, centroids C ∈ R^{K×d},
weights a ∈ R^K and a common variance v >= 0 of the clusters around their centroids in each coordinate: the factor is
what a normal law of that variance does to a characteristic function. v = 0 is the objective of compressive k-means as
it is usually written, with every cluster a single point.
"""

from __future__ import annotations

import numpy as np

__all__ = ["correlation", "decay", "landscape", "objective_gradient", "waves"]


def waves(points: np.ndarray, frequencies: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """cos and sin of Ωᵀc: points (..., d), frequencies (d, m) -> two of (..., m)."""
    phases = points @ frequencies
    return np.cos(phases), np.sin(phases)


def decay(frequencies: np.ndarray, variance: float) -> np.ndarray:
    """e^{−v‖ω_j‖²/2}, (m,): the characteristic function of a cluster of variance v around its centroid."""
    return np.exp(-0.5 * variance * np.einsum("dm,dm->m", frequencies, frequencies))


def objective_gradient(
    frequencies: np.ndarray, sketch: np.ndarray, centroids: np.ndarray, weights: np.ndarray, variance: float = 0.0
) -> tuple[float, np.ndarray, np.ndarray, float]:
    """J and its gradient by centroids (K, d), weights (K,) and variance.

    frequencies (d, m), sketch (m,) complex, centroids (K, d), weights (K,), variance in squared length.

    >>> import numpy as np
    >>> from ppr_core.sketches import objective_gradient
    >>> frequencies, there, beside = np.array([[1.0, 2.0]]), np.array([[0.5]]), np.array([[0.6]])
    >>> sketch = np.exp(1j * 0.5 * frequencies[0])  # of data that all lie at 0.5
    >>> objective_gradient(frequencies, sketch, there, np.ones(1))[0]
    0.0
    >>> slope = objective_gradient(frequencies, sketch, beside, np.ones(1))[1]
    >>> slope.item() > 0  # J falls on the way back
    True
    """
    cosine, sine = waves(centroids, frequencies)
    share = 2.0 / len(sketch)
    square = np.einsum("dm,dm->m", frequencies, frequencies)
    factor = np.exp(-0.5 * variance * square)
    model_real, model_imaginary = factor * (weights @ cosine), factor * (weights @ sine)
    real, imaginary = model_real - sketch.real, model_imaginary - sketch.imag
    value = float(real @ real + imaginary @ imaginary) / len(sketch)
    by_variance = -0.5 * share * float(square @ (real * model_real + imaginary * model_imaginary))
    real *= factor
    imaginary *= factor
    by_weight = share * (cosine @ real + sine @ imaginary)
    cosine *= imaginary
    sine *= real
    cosine -= sine
    return value, (share * weights)[:, None] * (cosine @ frequencies.T), by_weight, by_variance


def correlation(frequencies: np.ndarray, sketch: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Re⟨exp(iΩᵀc), s⟩/m and its gradient by c for each point: (p, d) -> (p,) and (p, d).

    >>> import numpy as np
    >>> from ppr_core.sketches import correlation
    >>> frequencies = np.array([[1.0, 2.0]])
    >>> sketch = np.exp(1j * 0.5 * frequencies[0])  # of data that all lie at 0.5
    >>> correlation(frequencies, sketch, np.array([[0.0], [0.5]]))[0].round(3)
    array([0.709, 1.   ])
    """
    cosine, sine = waves(points, frequencies)
    value = (cosine @ sketch.real + sine @ sketch.imag) / len(sketch)
    cosine *= sketch.imag
    sine *= sketch.real
    cosine -= sine
    return value, cosine @ frequencies.T / len(sketch)


def landscape(
    frequencies: np.ndarray,
    sketch: np.ndarray,
    centroids: np.ndarray,
    weights: np.ndarray,
    variance: float = 0.0,
    *,
    moved: int,
    points: np.ndarray,
) -> np.ndarray:
    """J with centroid ``moved`` at each of the points and everything else where it is: (..., d) -> (...).

    points: a line, a grid or any set of places in data space. Other arguments as for `objective_gradient`.

    >>> import numpy as np
    >>> from ppr_core.sketches import landscape
    >>> frequencies, centroids, weights = np.array([[1.0, 2.0]]), np.array([[0.0]]), np.ones(1)
    >>> sketch = np.exp(1j * 0.5 * frequencies[0])  # of data that all lie at 0.5
    >>> line = np.array([[0.0], [0.5], [1.0]])
    >>> landscape(frequencies, sketch, centroids, weights, moved=0, points=line).round(3)
    array([0.582, 0.   , 0.582])
    """
    others = np.arange(len(weights)) != moved
    factor = decay(frequencies, variance)
    cosine, sine = waves(centroids[others], frequencies)
    rest = sketch - factor * (weights[others] @ (cosine + 1j * sine))
    value, _ = correlation(frequencies, factor * rest, points.reshape(-1, points.shape[-1]))
    weight = float(weights[moved])
    constant = float(np.vdot(rest, rest).real + weight**2 * (factor @ factor)) / len(sketch)
    return (constant - 2.0 * weight * value).reshape(points.shape[:-1])
