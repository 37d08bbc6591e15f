"""Laws of one-dimensional noise by name: the continuous laws of SciPy, and the staircase."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ppr_core import validation

__all__ = ["FastLaw", "Mode", "mode_of", "noise_law", "noise_laws", "shape_names"]

_LEFT_OUT = {"vonmises", "wrapcauchy", "ksone", "kstwo", "erlang"}  # circular, slow, or gamma again
_GRID = 2001  # quantiles among which the mode is sought


@cache
def noise_laws() -> dict[str, Any]:
    """name -> law: every continuous law of SciPy that has an inverse distribution function of its own (the others
    invert theirs by root finding, a millisecond for every candidate), but for five; and the staircase.

    SciPy's laws take longer to import than all else here, so they are when they are first asked for.
    """
    from scipy import stats

    from ppr_core.channels.staircase_law import staircase

    return {
        name: law
        for name in sorted(dir(stats))
        if isinstance(law := getattr(stats, name), stats.rv_continuous)
        and type(law)._ppf is not stats.rv_continuous._ppf
        and name not in _LEFT_OUT
    } | {"staircase": staircase}


class Mode:
    """Where a density is largest.

    place: m; log_density: ln f(m), infinite where the density has no bound; single: f rises up to m and falls from
    there on, as far as 2001 quantiles tell.
    """

    def __init__(self, place: float, log_density: float, single: bool) -> None:
        self.place, self.log_density, self.single = place, log_density, single


def shape_names(law: str) -> tuple[str, ...]:
    """The names of a law's shape parameters, as SciPy's documentation has them."""
    validation.require(law in noise_laws(), "law", law, "a continuous law of scipy.stats, or staircase")
    shapes = noise_laws()[law].shapes
    return tuple(name.strip() for name in shapes.split(",")) if shapes else ()


def noise_law(law: str, shapes: tuple[float, ...] = (), scale: float = 1.0, location: float = 0.0) -> Any:
    """A law of `noise_laws` as SciPy freezes it; ``ValueError`` says which shape parameters it needs."""
    names = shape_names(law)
    validation.require(
        len(shapes) == len(names), "shapes", tuple(shapes), f"the {len(names)} of {law}: {', '.join(names) or 'none'}"
    )
    shapes = tuple(validation.real(name, value) for name, value in zip(names, shapes, strict=True))
    scale = validation.real("scale", scale, 0.0, low_open=True)
    location = validation.real("location", location)
    if not bool(np.all(noise_laws()[law]._argcheck(*shapes))):
        named = ", ".join(f"{name} = {value:g}" for name, value in zip(names, shapes, strict=True))
        raise ValueError(f"shapes must be allowed by scipy.stats.{law}; got {named}.")
    return noise_laws()[law](*shapes, loc=location, scale=scale)


@lru_cache(maxsize=64)
def mode_of(law: str, shapes: tuple[float, ...], scale: float, location: float) -> Mode:
    """The mode of a law of `noise_laws`, found among quantiles and refined between its neighbours."""
    frozen = noise_law(law, shapes, scale, location)
    levels = np.concatenate([np.geomspace(1e-9, 1e-3, 60), np.linspace(1e-3, 1 - 1e-3, _GRID)])
    z = np.unique(np.concatenate([frozen.ppf(levels), frozen.isf(levels[:60])]))
    ends = np.array([end for end in frozen.support() if math.isfinite(end)])
    z = np.union1d(z[np.isfinite(z)], ends)
    with np.errstate(all="ignore"):
        logs = np.nan_to_num(frozen.logpdf(z), nan=-np.inf, posinf=np.inf)
    best = int(np.argmax(logs))
    if math.isinf(logs[best]) or _rises_without_bound(frozen, ends):
        return Mode(float(z[best]), math.inf, False)
    place, top = float(z[best]), float(logs[best])
    low, high = z[max(best - 1, 0)], z[min(best + 1, len(z) - 1)]
    for _ in range(60):  # golden section would do; a grid that shrinks also copes with jumps
        inner = np.linspace(low, high, 9)
        with np.errstate(all="ignore"):
            heights = np.nan_to_num(frozen.logpdf(inner), nan=-np.inf)
        peak = int(np.argmax(heights))
        if heights[peak] > top:
            place, top = float(inner[peak]), float(heights[peak])
        low, high = inner[max(peak - 1, 0)], inner[min(peak + 1, 8)]
        if high - low <= 1e-15 * max(abs(low), abs(high), scale):
            break
    finite = np.isfinite(logs)
    steps = np.diff(logs[finite])
    slack = 1e-9 * (1 + np.abs(logs[finite][1:]))
    before = z[finite][1:] <= place
    after = z[finite][:-1] >= place
    single = bool(np.all(steps[before] >= -slack[before]) and np.all(steps[after] <= slack[after]))
    return Mode(place, top, single)


class FastLaw:
    """A frozen law without the checks that SciPy makes at every call, which cost more than a few densities do."""

    def __init__(self, frozen: Any) -> None:
        self._law = frozen.dist
        self._shapes, self._location, self._scale = self._law._parse_args(*frozen.args, **frozen.kwds)
        self._low, self._high = self._law._get_support(*self._shapes)
        self._log_scale = math.log(self._scale)

    def log_density(self, z: np.ndarray) -> np.ndarray:
        """ln f(z), −∞ outside the support, elementwise."""
        standard = (z - self._location) / self._scale
        inside = (standard >= self._low) & (standard <= self._high)
        with np.errstate(all="ignore"):
            if inside.all():
                return self._law._logpdf(standard, *self._shapes) - self._log_scale
            logs = self._law._logpdf(np.clip(standard, self._low, self._high), *self._shapes)
        return np.where(inside, logs - self._log_scale, -np.inf)

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """The z with F(z) = share, for shares inside (0, 1)."""
        return self._location + self._scale * self._law._ppf(share, *self._shapes)

    def upper_quantile(self, share: np.ndarray) -> np.ndarray:
        """The z with 1 − F(z) = share, for shares inside (0, 1), precise for small ones."""
        return self._location + self._scale * self._law._isf(share, *self._shapes)


def _rises_without_bound(frozen: Any, ends: np.ndarray) -> bool:
    """Whether the density grows on and on towards an end of its support, or towards the middle of the line."""
    spread = float(frozen.ppf(0.75) - frozen.ppf(0.25))
    middle = float(frozen.median())
    for end in (*ends, middle):
        for side in (-1, 1):
            near = end + side * spread * 10.0 ** -np.arange(3, 13)
            with np.errstate(all="ignore"):
                logs = frozen.logpdf(near)
            logs = logs[np.isfinite(logs)]
            if len(logs) > 6 and np.all(np.diff(logs[-6:]) > 0.02):
                return True
    return False
