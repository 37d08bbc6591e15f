"""Laws of one-dimensional noise by name: the continuous laws of SciPy, and the staircase."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels.tabulated_law import TabulatedLaw
from ppr_core.wording import number

__all__ = ["FastLaw", "Mode", "fast_law", "in_numbers", "mode_of", "noise_law", "noise_laws", "shape_names"]

_GRID = 2001  # quantiles among which the mode is sought
_SLOW = "one whose density SciPy finds faster than in a thousandth of a second"
_REFUSED = {
    "vonmises": "one on the line: vonmises goes round a circle; vonmises_line is that circle cut open",
    "levy_stable": f"{_SLOW}; levy_stable takes four, but norm, cauchy, levy and levy_l are cases of it",
    "kstwo": f"{_SLOW}; kstwo takes one and a half; ksone is its one-sided kin",
    "studentized_range": f"{_SLOW}; studentized_range takes thirty",
}


@cache
def noise_laws() -> dict[str, Any]:
    """name -> law: every continuous law of SciPy, and the staircase. Some are refused by `noise_law`, with the reason.

    SciPy's laws take longer to import than all else here, so they are when they are first asked for.
    """
    from scipy import stats

    from ppr_core.channels.staircase_law import staircase

    laws = {name: getattr(stats, name) for name in sorted(dir(stats))}
    return {name: law for name, law in laws.items() if isinstance(law, stats.rv_continuous)} | {"staircase": staircase}


@cache
def _inverts_itself(law: str) -> bool:
    """Whether SciPy has quantiles of the law other than by root finding, a millisecond for each."""
    from scipy import stats

    return type(noise_laws()[law])._ppf is not stats.rv_continuous._ppf


class Mode:
    """Where a density is largest.

    point: m; log_density: ln f(m), infinite where the density has no bound; single: f rises up to m and falls from
    there on, as far as 2001 quantiles tell.
    """

    def __init__(self, point: float, log_density: float, single: bool) -> None:
        self.point, self.log_density, self.single = point, log_density, single


def shape_names(law: str) -> tuple[str, ...]:
    """The names of a law's shape parameters, as SciPy's documentation has them."""
    validation.require(law in noise_laws(), "law", law, "a continuous law of scipy.stats, or staircase")
    shapes = noise_laws()[law].shapes
    return tuple(name.strip() for name in shapes.split(",")) if shapes else ()


def noise_law(law: str, shapes: tuple[float, ...] = (), scale: float = 1.0, location: float = 0.0) -> Any:
    """A law of `noise_laws` as SciPy freezes it, or a `TabulatedLaw` of it where SciPy inverts by root finding.

    ``ValueError`` says which shape parameters it needs, or why there is no noise of that law.
    """
    names = shape_names(law)
    validation.require(
        len(shapes) == len(names), "shapes", tuple(shapes), f"the {len(names)} of {law}: {', '.join(names) or 'none'}"
    )
    shapes = tuple(validation.real(name, value) for name, value in zip(names, shapes, strict=True))
    scale = validation.positive("scale", scale)
    location = validation.real("location", location)
    validation.require(law not in _REFUSED, "law", law, _REFUSED.get(law, ""))
    if not _allowed(law, shapes):
        named = ", ".join(f"{name} = {number(value, 6)}" for name, value in zip(names, shapes, strict=True))
        raise ValueError(f"shapes must be allowed by scipy.stats.{law}; got {named}.")
    if _inverts_itself(law):
        return noise_laws()[law](*shapes, loc=location, scale=scale)
    return TabulatedLaw(noise_laws()[law], shapes, scale, location)


def _allowed(law: str, shapes: tuple[float, ...]) -> bool:
    """Whether SciPy takes these shape parameters, and without a warning (erlang's is to be a whole number)."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return bool(np.all(noise_laws()[law]._argcheck(*shapes)))
        except RuntimeWarning:
            return False


@contextmanager
def in_numbers(law: str, shapes: tuple[float, ...]) -> Iterator[None]:
    """Where SciPy computes with a law: what is beyond all numbers is infinite, or the ``ValueError`` that says so."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            yield
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, ValueError) and _is_ours(error):
            raise
        named = ", ".join(f"{name} = {number(value, 6)}" for name, value in zip(shape_names(law), shapes, strict=False))
        raise ValueError(f"shapes must be those of a law that fits into numbers; got {law} with {named}.") from None


def _is_ours(error: ValueError) -> bool:
    """Whether it was raised here, and not by SciPy."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get("__name__", "").startswith("ppr_core.")


@lru_cache(maxsize=64)
def mode_of(law: str, shapes: tuple[float, ...]) -> Mode:
    """The mode of a law of `noise_laws` at scale 1, found among quantiles and refined between its neighbours."""
    frozen = noise_law(law, shapes)
    levels = np.concatenate([np.geomspace(1e-9, 1e-3, 60), np.linspace(1e-3, 1 - 1e-3, _GRID)])
    z = np.unique(np.concatenate([frozen.ppf(levels), frozen.isf(levels[:60])]))
    ends = np.array([end for end in frozen.support() if math.isfinite(end)])
    z = np.union1d(z[np.isfinite(z)], ends)
    with np.errstate(all="ignore"):
        logs = np.nan_to_num(frozen.logpdf(z), nan=-np.inf, posinf=np.inf)
    best = int(np.argmax(logs))
    if math.isinf(logs[best]) or _rises_without_bound(frozen, ends):
        return Mode(float(z[best]), math.inf, False)
    point, top = float(z[best]), float(logs[best])
    low, high = z[max(best - 1, 0)], z[min(best + 1, len(z) - 1)]
    for _ in range(60):  # golden section would do; a grid that shrinks also copes with jumps
        inner = np.linspace(low, high, 9)
        with np.errstate(all="ignore"):
            heights = np.nan_to_num(frozen.logpdf(inner), nan=-np.inf)
        peak = int(np.argmax(heights))
        if heights[peak] > top:
            point, top = float(inner[peak]), float(heights[peak])
        low, high = inner[max(peak - 1, 0)], inner[min(peak + 1, 8)]
        if high - low <= 1e-15 * max(abs(low), abs(high), 1.0):
            break
    finite = np.isfinite(logs)
    steps = np.diff(logs[finite])
    slack = 1e-9 * (1 + np.abs(logs[finite][1:]))
    before = z[finite][1:] <= point
    after = z[finite][:-1] >= point
    single = bool(np.all(steps[before] >= -slack[before]) and np.all(steps[after] <= slack[after]))
    return Mode(point, top, single)


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


def fast_law(noise: Any) -> FastLaw | TabulatedLaw:
    """What `noise_law` returns, with ``log_density``, ``quantile`` and ``upper_quantile`` that are fast."""
    return noise if isinstance(noise, TabulatedLaw) else FastLaw(noise)


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
