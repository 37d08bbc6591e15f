"""Clients' vectors to try the schemes on, (n, d), one client a row."""

from __future__ import annotations

import math

import numpy as np
import scipy  # its parts are imported when they are first used
from scipy.special import betainccinv

from ppr_core import validation
from ppr_core.randomness import SharedRandomness

__all__ = ["rotated_chunk_bound", "rotated_vectors", "sign_vectors", "sparse_vectors", "sphere_vectors"]

_ROTATION_SEED = 20201


def sign_vectors(
    clients: int, dimension: int, rng: np.random.Generator, *, probability: float = 0.8, bound: float = 1.0
) -> np.ndarray:
    """Independent entries ±bound, + with the given probability in [0, 1]; length bound·√d.

    With 0.8 and n = 500, d = 1000 the data of Chen, Song, Özgür, Kairouz 2023 and Liu, Chen, Özgür, Li 2024.

    >>> import numpy as np
    >>> from ppr_core.estimation.mean import sign_vectors
    >>> sorted(set(sign_vectors(100, 4, np.random.default_rng(1)).ravel().tolist()))
    [-1.0, 1.0]
    """
    shape = _shape(clients, dimension)
    probability = validation.real("probability", probability, 0.0, 1.0)
    bound = validation.positive("bound", bound)
    return np.where(rng.random(shape) < probability, bound, -bound)


def sphere_vectors(clients: int, dimension: int, rng: np.random.Generator, *, shift: float = 1.0) -> np.ndarray:
    """Length 1: Gaussian vectors around ``shift`` in every coordinate (standard deviation 1), normalised.

    shift: >= 0; 0 is uniform on the sphere, with a mean near 0.

    >>> import numpy as np
    >>> from ppr_core.estimation.mean import sphere_vectors
    >>> np.linalg.norm(sphere_vectors(3, 4, np.random.default_rng(1)), axis=1).round(12)
    array([1., 1., 1.])
    """
    shape = _shape(clients, dimension)
    x = rng.standard_normal(shape) + validation.real("shift", shift, 0.0)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def sparse_vectors(clients: int, dimension: int, rng: np.random.Generator, *, nonzeros: int = 1) -> np.ndarray:
    """Length 1: ``nonzeros`` entries 1/√nonzeros at different places, place j with weight 1/j, the others 0.

    nonzeros: from 1 to d.

    >>> import numpy as np
    >>> from ppr_core.estimation.mean import sparse_vectors
    >>> sparse_vectors(3, 4, np.random.default_rng(1))
    array([[0., 1., 0., 0.],
           [1., 0., 0., 0.],
           [1., 0., 0., 0.]])
    """
    shape = _shape(clients, dimension)
    nonzeros = validation.integer("nonzeros", nonzeros, 1, shape[1])
    # The first places in a race of exponentials with rates 1/rank are a sample without replacement.
    race = rng.standard_exponential(shape) * np.arange(1, shape[1] + 1)
    x = np.zeros(shape)
    np.put_along_axis(x, np.argpartition(race, nonzeros - 1, axis=1)[:, :nonzeros], nonzeros**-0.5, axis=1)
    return x


def rotated_vectors(x: np.ndarray) -> np.ndarray:
    """Public signs, then the orthonormal cosine transform: lengths stay, entries become alike. (n, d) -> (n, d).

    >>> import numpy as np
    >>> from ppr_core.estimation.mean import rotated_vectors
    >>> x = np.eye(2, 8)
    >>> np.linalg.norm(rotated_vectors(x), axis=1).round(12)  # lengths stay
    array([1., 1.])
    """
    signs = np.where(SharedRandomness(_ROTATION_SEED).uniforms(np.array([2]), x.shape[1])[0] < 0.5, -1.0, 1.0)
    return scipy.fft.dct(x * signs, norm="ortho", axis=1)


def rotated_chunk_bound(*, dimension: int, clients: int, chunk: int) -> float:
    """Largest length of c entries in a row of n vectors from `rotated_vectors`, each of length at most √d.

    Twice the square that a uniform direction exceeds with a chance of 10⁻⁹ over all chunks of all clients.
    chunk: c from 1 to d − 1.

    >>> from ppr_core.estimation.mean import rotated_chunk_bound
    >>> rotated_chunk_bound(dimension=64, clients=100, chunk=64) >= 1
    True
    """
    share = float(betainccinv(chunk / 2, (dimension - chunk) / 2, 1e-9 / (clients * math.ceil(dimension / chunk))))
    return math.sqrt(dimension * min(1.0, 2.0 * share))


def _shape(clients: int, dimension: int) -> tuple[int, int]:
    return validation.integer("clients", clients, 1), validation.integer("dimension", dimension, 1)
