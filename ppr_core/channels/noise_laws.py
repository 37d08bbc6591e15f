"""Laws of one-dimensional noise by name: the continuous laws of SciPy, and the staircase."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import stats

from ppr_core import validation

__all__ = ["NOISE_LAWS", "FastLaw", "Mode", "mode_of", "noise_law", "shape_names", "staircase"]

_LEFT_OUT = {"vonmises", "wrapcauchy", "ksone", "kstwo", "erlang"}  # circular, slow, or gamma again
_GRID = 2001  # quantiles among which the mode is sought


class _Staircase(stats.rv_continuous):
    """Noise for a number of sensitivity 1 whose density falls in steps (Geng, Viswanath 2014).

    f(z) = a on [0, γ), a e^{−ε} on [γ, 1), f(z) = e^{−ε} f(z − 1) beyond, f(−z) = f(z);
    a = (1 − e^{−ε}) / (2 (γ + (1 − γ) e^{−ε})). Any shift by at most 1 changes ln f by at most ε.
    epsilon: ε > 0 in nats; gamma: γ in (0, 1), the share of a step that is high.
    """

    def _argcheck(self, epsilon, gamma):
        return (epsilon > 0) & (gamma > 0) & (gamma < 1)

    def _level(self, epsilon, gamma):
        """ln a."""
        return np.log(-np.expm1(-epsilon)) - math.log(2) - np.log(gamma + (1 - gamma) * np.exp(-epsilon))

    def _logpdf(self, z, epsilon, gamma):
        distance = np.abs(z)
        step = np.floor(distance)
        return self._level(epsilon, gamma) - epsilon * (step + (distance - step >= gamma))

    def _pdf(self, z, epsilon, gamma):
        return np.exp(self._logpdf(z, epsilon, gamma))

    def _sf(self, z, epsilon, gamma):
        tail = self._tail(np.abs(z), epsilon, gamma)
        return np.where(z >= 0, tail, 1 - tail)

    def _cdf(self, z, epsilon, gamma):
        return self._sf(-z, epsilon, gamma)

    def _tail(self, z, epsilon, gamma):
        """P(Z > z) for z >= 0: a step of weight e^{−kε} holds a·(γ + (1 − γ)e^{−ε})."""
        step = np.floor(z)
        inside, low = z - step, np.exp(-epsilon)
        whole = gamma + (1 - gamma) * low
        left = whole - np.minimum(inside, gamma) - np.maximum(inside - gamma, 0) * low
        return np.exp(-epsilon * step) * (left + whole * low / (1 - low)) * (1 - low) / (2 * whole)

    def _isf(self, share, epsilon, gamma):
        tail = np.minimum(share, 1 - share)
        step = np.floor(-np.log(2 * tail) / epsilon)
        low = np.exp(-epsilon)
        whole = gamma + (1 - gamma) * low
        # What of the step's own mass lies below the place, from 0 to (1 − e^{−ε})/2.
        gone = np.clip(0.5 - tail * np.exp(epsilon * step), 0, (1 - low) / 2) * 2 * whole / (1 - low)
        inside = np.where(gone <= gamma, gone, gamma + (gone - gamma) / low)
        return np.copysign(step + np.minimum(inside, 1.0), 0.5 - share)

    def _stats(self, epsilon, gamma):
        """Mean 0; the variance from ∫ z² over both parts of every step."""
        low = np.exp(-epsilon)
        sums = 1 / (1 - low), low / (1 - low) ** 2, low * (1 + low) / (1 - low) ** 3  # Σ k^j e^{−kε}
        parts = [(gamma**power + low * (1 - gamma**power)) for power in (3, 2, 1)]
        total = parts[0] / 3 * sums[0] + parts[1] * sums[1] + parts[2] * sums[2]
        return 0.0, 2 * np.exp(self._level(epsilon, gamma)) * total, 0.0, None

    def _ppf(self, share, epsilon, gamma):
        return -self._isf(share, epsilon, gamma)


staircase = _Staircase(name="staircase", shapes="epsilon, gamma")

#: name -> law: every continuous law of SciPy that has an inverse distribution function of its own (the others invert
#: theirs by root finding, a millisecond for every candidate), but for five; and the staircase.
NOISE_LAWS: dict[str, stats.rv_continuous] = {
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
    validation.require(law in NOISE_LAWS, "law", law, "a continuous law of scipy.stats, or staircase")
    shapes = NOISE_LAWS[law].shapes
    return tuple(name.strip() for name in shapes.split(",")) if shapes else ()


def noise_law(law: str, shapes: tuple[float, ...] = (), scale: float = 1.0, location: float = 0.0) -> Any:
    """A law of `NOISE_LAWS` as SciPy freezes it; ``ValueError`` says which shape parameters it needs."""
    names = shape_names(law)
    validation.require(
        len(shapes) == len(names), "shapes", tuple(shapes), f"the {len(names)} of {law}: {', '.join(names) or 'none'}"
    )
    shapes = tuple(validation.real(name, value) for name, value in zip(names, shapes, strict=True))
    scale = validation.real("scale", scale, 0.0, low_open=True)
    location = validation.real("location", location)
    if not bool(np.all(NOISE_LAWS[law]._argcheck(*shapes))):
        named = ", ".join(f"{name} = {value:g}" for name, value in zip(names, shapes, strict=True))
        raise ValueError(f"shapes must be allowed by scipy.stats.{law}; got {named}.")
    return NOISE_LAWS[law](*shapes, loc=location, scale=scale)


@lru_cache(maxsize=64)
def mode_of(law: str, shapes: tuple[float, ...], scale: float, location: float) -> Mode:
    """The mode of a law of `NOISE_LAWS`, found among quantiles and refined between its neighbours."""
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
