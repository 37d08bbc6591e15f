"""Where to look at one-dimensional noise: Gauss–Legendre nodes on panels that suit its density and shifts of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

__all__ = ["jumps", "noise_nodes", "noise_quantiles"]

_LEAST = 1e-15  # mass beyond the outermost quantile
_LEVELS = np.concatenate([np.geomspace(_LEAST, 0.05, 45), np.linspace(0.05, 0.5, 15)[1:]])
_MOST_STEPS = 300  # of a staircase, on each side


def noise_quantiles(noise: Any) -> np.ndarray:
    """Quantiles at which panels meet, closer and closer to both ends, and finite ends and `jumps`: (m,) ascending."""
    ends = [end for end in noise.support() if math.isfinite(end)]
    edges = np.concatenate([noise.ppf(_LEVELS), noise.isf(_LEVELS), ends, jumps(noise)])
    return np.unique(edges[np.isfinite(edges)])


def jumps(noise: Any) -> np.ndarray:
    """Where the density of a staircase falls; nothing of other laws, which jump at the ends of their support only."""
    law: Any = getattr(noise, "dist", None)
    if law is None or law.name != "staircase":
        return np.empty(0)
    (epsilon, share), location, scale = law._parse_args(*noise.args, **noise.kwds)
    count = min(math.ceil(-math.log(_LEAST) / epsilon), _MOST_STEPS)
    steps = np.arange(count + 1)
    right = np.concatenate([steps, steps + share])
    return float(location) + float(scale) * np.unique(np.concatenate([-right, right]))


def noise_nodes(edges: Iterable[float], nodes: int = 8) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights of ∫ f over panels that meet at these edges: (m,) -> (n,), (n,)."""
    edges = np.unique(np.asarray(edges, dtype=float))
    point, weight = np.polynomial.legendre.leggauss(nodes)
    half = np.diff(edges)[:, None] / 2
    return ((edges[:-1, None] + edges[1:, None]) / 2 + half * point).ravel(), (half * weight).ravel()
