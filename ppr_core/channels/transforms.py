"""From uniforms to the samples a proposal needs, each from a fixed number of uniforms."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

__all__ = ["standard_gammas", "standard_normals"]


def standard_normals(uniforms: np.ndarray) -> np.ndarray:
    """Independent N(0, 1): (..., d) -> (..., d).

    Pairs by Box–Muller, the angle φ through t = tan(φ/2): cos φ = (1−t²)/(1+t²), sin φ = 2t/(1+t²); an odd last
    column by the inverse distribution function. Tails reach √(2·53·ln 2) = 8.6 standard deviations.
    """
    dimension = uniforms.shape[-1]
    half = dimension // 2
    normals = np.empty(uniforms.shape)
    if half:
        # Copies in one memory order: an element's bits must not depend on how its row was fetched.
        tangent = uniforms[..., half : 2 * half].copy(order="C")
        np.subtract(tangent, 0.5, out=tangent)
        np.multiply(tangent, np.pi, out=tangent)
        np.tan(tangent, out=tangent)
        radius = uniforms[..., :half].copy(order="C")
        np.log(radius, out=radius)
        np.multiply(radius, -2.0, out=radius)
        np.sqrt(radius, out=radius)
        square = np.square(tangent)
        np.divide(radius, 1.0 + square, out=radius)
        np.subtract(1.0, square, out=square)
        np.multiply(radius, square, out=normals[..., :half])
        np.multiply(tangent, 2.0, out=tangent)
        np.multiply(radius, tangent, out=normals[..., half : 2 * half])
    if dimension % 2:
        normals[..., -1] = ndtri(uniforms[..., -1])
    return normals


def standard_gammas(uniforms: np.ndarray) -> np.ndarray:
    """Gamma(shape m, rate 1) with m = uniforms.shape[-1], as a sum of m exponentials: (..., m) -> (...)."""
    return -np.log(uniforms.copy(order="C")).sum(axis=-1)
