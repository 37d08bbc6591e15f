"""Kashin's representation: a vector as a combination of frame vectors whose coefficients are all equally small."""

from __future__ import annotations

import hashlib
import math
from functools import lru_cache
from typing import Any

import numpy as np
import scipy  # its parts are imported when they are first used

from ppr_core import validation
from ppr_core.randomness import SharedRandomness

__all__ = ["KashinFrame", "forget_frames", "natural_level", "public_frame"]

_LEVELS = ((32, 2.25), (128, 2.0), (math.inf, 1.8))  # largest N, level
_SHRINK = 0.95  # clip a little inside the cube, so that the projections reach it after finitely many steps
_STEPS = 1000
_PUBLIC_SEED = 20201
_BLOCK_FLOATS = 1 << 16  # of coefficients that are remembered together
_REMEMBERED_BYTES = 3e8


class KashinFrame:
    """A random tight frame U, (d, N) with U Uᵀ = I, and representations x = U a with ‖a‖∞ <= K ‖x‖₂ bound/√N.

    U takes d random rows of the orthonormal cosine transform of N points, each with a random sign, so that it is
    applied in N log N and no structure of the data is structure to it. Lyubarskii and Vershynin 2010 show that random
    tight frames have such a representation for every x with a constant K; here it is found by alternating projections
    between {a : U a = x} and the cube.

    dimension: d >= 1. shared: the frame's seed, public. size: N > d, by default 2^(⌈log2 d⌉ + 1). level: K >= 1, by
    default `natural_level`, at which every one of 10 000 random vectors was represented; the error of what is sent in
    bits grows as K². No level below 2.8 serves all vectors: near a frame vector ‖x‖₂√N/‖Uᵀx‖₁, which K cannot be below,
    was found as large as 2.7 at N = 2d. Such vectors have to know the seed.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.mean import KashinFrame
    >>> frame = KashinFrame(dimension=8, shared=SharedRandomness(7))
    >>> frame.size
    16
    """

    def __init__(
        self, *, dimension: int, shared: SharedRandomness, size: int | None = None, level: float | None = None
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        natural = 1 << (math.ceil(math.log2(self.dimension)) + 1)
        self.size = natural if size is None else validation.integer("size", size, self.dimension + 1)
        self.level = natural_level(self.size) if level is None else validation.real("level", level, 1.0)
        uniforms = shared.uniforms(np.array([0, 1]), self.size)
        self._signs = np.where(uniforms[0, : self.dimension] < 0.5, -1.0, 1.0)
        self._rows = np.sort(np.argsort(uniforms[1])[: self.dimension])

    def synthesize(self, coefficients: np.ndarray) -> np.ndarray:
        """U a: (..., N) -> (..., d)."""
        return scipy.fft.dct(coefficients, norm="ortho", axis=-1)[..., self._rows] * self._signs

    def analyze(self, x: np.ndarray) -> np.ndarray:
        """Uᵀ x: (..., d) -> (..., N), the shortest representation but not the flattest."""
        full = np.zeros((*x.shape[:-1], self.size))
        full[..., self._rows] = x * self._signs
        return scipy.fft.idct(full, norm="ortho", axis=-1)

    def bound(self, norm_bound: float = 1.0) -> float:
        """K·norm_bound/√N, the largest coefficient of vectors up to that length."""
        return self.level * norm_bound / math.sqrt(self.size)

    def represent(self, x: Any, norm_bound: float = 1.0) -> np.ndarray:
        """Coefficients (n, N) with U a = x to rounding and |a_j| <= `bound`, for rows of x (n, d) up to ``norm_bound``.

        Raises ``ValueError`` if the level is too small for one of the vectors.
        """
        x = validation.array("x", x, (None, self.dimension))
        bound = self.bound(norm_bound)
        coefficients = self.analyze(x)
        open_ = np.arange(len(x))
        for _ in range(_STEPS):
            open_ = open_[np.abs(coefficients[open_]).max(axis=1, initial=0.0) > bound]
            if not len(open_):
                return coefficients
            inside = np.clip(coefficients[open_], -_SHRINK * bound, _SHRINK * bound)
            coefficients[open_] = inside + self.analyze(x[open_] - self.synthesize(inside))
        validation.fail("level", self.level, f"larger: no representation after {_STEPS} projections for {len(open_)} x")

    @property
    def squared_columns(self) -> np.ndarray:
        """‖u_j‖² of every frame vector, (N,); they sum to d."""
        # cos²θ = (1 + cos 2θ)/2; frequencies 2r above N come back as N − … with the opposite sign.
        n, rows = self.size, self._rows[self._rows > 0]
        folded = np.zeros(n + 1)
        np.add.at(folded, np.where(2 * rows <= n, 2 * rows, 2 * n - 2 * rows), np.where(2 * rows <= n, 1.0, -1.0))
        folded[0] = 2.0 * self.dimension
        return scipy.fft.dct(folded[:n], type=3) / (2 * n)


def natural_level(size: int) -> float:
    """K for vectors that know nothing of the frame's seed: 2.25 up to N = 32, 2 up to 128 and 1.8 beyond.

    In few dimensions some random vectors come near a frame vector by chance; in many none does, and 1.7 would do.
    """
    return next(level for largest, level in _LEVELS if size <= largest)


@lru_cache(maxsize=1)
def public_frame(dimension: int) -> KashinFrame:
    """A frame of a fixed seed, which remembers the representations of the vectors that it has seen last.

    >>> from ppr_core.estimation.mean import public_frame
    >>> public_frame(8) is public_frame(8)
    True
    """
    return _RememberingFrame(dimension=dimension, shared=SharedRandomness(_PUBLIC_SEED))


def forget_frames() -> None:
    """Give back the memory of remembered representations."""
    public_frame.cache_clear()


class _RememberingFrame(KashinFrame):
    """For repetitions with the same vectors."""

    def __init__(self, **shape: Any) -> None:
        super().__init__(**shape)
        self._seen: dict[bytes, np.ndarray] = {}

    def represent(self, x: Any, norm_bound: float = 1.0) -> np.ndarray:
        step = max(1, _BLOCK_FLOATS // self.size)
        return np.concatenate([self._block(x[i : i + step], norm_bound) for i in range(0, len(x), step)])

    def _block(self, x: np.ndarray, norm_bound: float) -> np.ndarray:
        key = hashlib.sha256(np.ascontiguousarray(x).data).digest() + np.float64(norm_bound).tobytes()
        if key not in self._seen:
            if sum(each.nbytes for each in self._seen.values()) > _REMEMBERED_BYTES:
                self._seen.clear()
            self._seen[key] = super().represent(x, norm_bound)
        return self._seen[key]
