"""The clients' vectors of the experiment `mean_estimation`: drawn, or from an uploaded file."""

from __future__ import annotations

import math

import numpy as np
from scipy.fft import dct
from scipy.stats import beta

from ppr_core.estimation.mean import sign_vectors, sparse_vectors, sphere_vectors
from ppr_core.experiments.files.uploads import chosen
from ppr_core.experiments.mean_estimation.parameters import MeanParameters, read_vectors
from ppr_core.randomness import SharedRandomness

__all__ = ["NONZEROS", "chunk_bound", "rotated", "vectors"]

NONZEROS = 10
_MISSED = 1e-9  # chance that a rotated vector has a chunk beyond its bound
_ROTATION_SEED = 20201


def vectors(p: MeanParameters) -> np.ndarray:
    """The clients' vectors, (n, d): within length √d for central ε, of length 1 for local ε.

    For central ε vectors on the sphere and sparse ones are turned by a public rotation, which spreads them over the
    chunks and leaves every error as it is. A file is divided by its largest entry, or each row by its length.
    """
    n, d = p.shape
    rng = np.random.default_rng([p.seed, 0])
    if p.data == "file":
        table = read_vectors(p.data_file)
        x = table.values[:, chosen(p.data_columns, table)]
        return x / np.abs(x).max() if p.central else x / np.linalg.norm(x, axis=1, keepdims=True)
    if p.data == "signs":
        return sign_vectors(n, d, rng, bound=1.0 if p.central else 1 / math.sqrt(d))
    x = sphere_vectors(n, d, rng) if p.data == "sphere" else sparse_vectors(n, d, rng, nonzeros=min(NONZEROS, d))
    return math.sqrt(d) * rotated(x) if p.central else x


def rotated(x: np.ndarray) -> np.ndarray:
    """Signs from a fixed seed, then the orthonormal cosine transform: (n, d) -> (n, d)."""
    signs = np.where(SharedRandomness(_ROTATION_SEED).uniforms(np.array([2]), x.shape[1])[0] < 0.5, -1.0, 1.0)
    return dct(x * signs, norm="ortho", axis=1)


def chunk_bound(p: MeanParameters, chunk: int) -> float | None:
    """Largest length of a chunk; None for entries in [−1, 1], whose chunks have at most √c.

    Of a rotated vector of length √d: twice the square that a uniform direction exceeds with a chance of 10⁻⁹ over
    all chunks of all clients.
    """
    n, d = p.shape
    if not p.central or p.data in ("signs", "file") or chunk == d:
        return None
    share = float(beta.isf(_MISSED / (n * math.ceil(d / chunk)), chunk / 2, (d - chunk) / 2))
    return math.sqrt(d * min(1.0, 2.0 * share))
