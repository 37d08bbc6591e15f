"""Gauss and Legendre's rule on consecutive intervals."""

from __future__ import annotations

from functools import cache

import numpy as np

__all__ = ["panels"]


def panels(edges: np.ndarray, nodes: int = 16) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights of ∫ f over [edges[0], edges[-1]], ``nodes`` points in each interval: (m,) -> two of (n,)."""
    edges = np.unique(edges)
    point, weight = _gauss_legendre(nodes)
    half = np.diff(edges)[:, None] / 2
    points = (edges[:-1, None] + edges[1:, None]) / 2 + half * point
    return points.ravel(), (half * weight).ravel()


@cache
def _gauss_legendre(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    return np.polynomial.legendre.leggauss(nodes)
