"""A continuous law from its density alone, on panels: for laws whose quantiles SciPy only finds by root finding."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.polynomial import chebyshev

__all__ = ["TabulatedLaw"]

_NODES = 12  # on a panel
_PRECISION = 1e-10  # of ln f, checked between the nodes
_RANGE = 2.5  # of ln f on a panel, at most, so that the mass is precise, too
_ROUGH, _ERROR = 1e-5, 1e-13  # of ln f where SciPy's is no better: times the mass of the panel
_NEGLIGIBLE = 1e-17  # mass of a panel that need not be precise, and beyond both ends of the table
_ROUNDS = 60  # of halving, at most
_STEPS = 40  # of Newton's method, guarded by bisection
_ARRIVED = 1e-3  # of a moment: more in an outermost panel, and it has not arrived
_FAR = 400  # doublings of the distance from the middle


class TabulatedLaw:
    """A law of SciPy with density, distribution function and quantiles from one table.

    The line is cut into panels on which ln f is a polynomial of degree 11, halved until it agrees with SciPy's to 10⁻¹⁰
    (or holds less than 10⁻¹⁷ of the mass); the mass is the integral of that density and the quantiles invert it, so all
    three belong to one law, whose distribution function meets SciPy's to about 10⁻⁹. Far out, where the table ends,
    ln f is SciPy's own. law: the continuous law, with its shape parameters; scale > 0; location.
    """

    def __init__(self, law: Any, shapes: tuple[float, ...], scale: float, location: float) -> None:
        self._table, self._scale, self._location = _table(law, shapes), scale, location

    def support(self) -> tuple[float, float]:
        """Both ends, infinite or not."""
        low, high = self._table.support
        return self._location + self._scale * low, self._location + self._scale * high

    def logpdf(self, z: Any) -> np.ndarray:
        """ln f(z), −∞ outside the support, elementwise."""
        return self._table.log_density(self._standard(z)) - math.log(self._scale)

    def pdf(self, z: Any) -> np.ndarray:
        """f(z), elementwise."""
        return np.exp(self.logpdf(z))

    def cdf(self, z: Any) -> np.ndarray:
        """P(Z <= z), elementwise, precise where it is small."""
        return self._table.mass_below(self._standard(z))

    def sf(self, z: Any) -> np.ndarray:
        """P(Z > z), elementwise, precise where it is small."""
        return self._table.mass_above(self._standard(z))

    def ppf(self, share: Any) -> np.ndarray:
        """The z with P(Z <= z) = share, elementwise."""
        return self._location + self._scale * self._table.quantile(np.asarray(share, dtype=float))

    def isf(self, share: Any) -> np.ndarray:
        """The z with P(Z > z) = share, elementwise, precise for small ones."""
        return self._location + self._scale * self._table.quantile(np.asarray(share, dtype=float), above=True)

    def median(self) -> float:
        """The z with P(Z <= z) = ½."""
        return float(self.ppf(0.5))

    def mean(self) -> float:
        """E Z, infinite where the tails leave none."""
        return self._location + self._scale * self._table.moment(1)

    def var(self) -> float:
        """The variance, infinite where the tails leave none."""
        return self._scale**2 * self._table.moment(2)

    log_density, quantile, upper_quantile = logpdf, ppf, isf  # as `FastLaw` has them

    def _standard(self, z: Any) -> np.ndarray:
        return (np.asarray(z, dtype=float) - self._location) / self._scale


class _Table:
    """Panels (p,) of the standard law: edges (p + 1,), coefficients of ln f and of the mass from the left edge on."""

    def __init__(self, law: Any, shapes: tuple[float, ...]) -> None:
        self._law = law(*shapes)
        self.support = tuple(map(float, self._law.support()))
        low, high, logs = self._panels()
        density = np.exp(logs.T)  # (nodes, p)
        half = (high - low) / 2
        integral = chebyshev.chebint(_TO_COEFFICIENTS @ density, lbnd=-1) * half
        mass = chebyshev.chebval(1.0, integral)
        total = float(mass.sum())
        self._edges = np.append(low, high[-1])
        self._logs = _TO_COEFFICIENTS @ logs.T
        self._logs[0] -= math.log(total)
        self._mass, self._integral = mass / total, integral / total
        self._below = np.append(0.0, np.cumsum(self._mass))
        self._above = np.append(np.cumsum(self._mass[::-1])[::-1], 0.0)

    def _log_f(self, z: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return np.nan_to_num(self._law.logpdf(z), nan=-np.inf, posinf=np.inf, neginf=-np.inf)

    def _panels(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Left and right edges (p,) and ln f at the nodes (p, nodes) of all panels that hold any mass."""
        edges = self._first_edges()
        low, high, done = edges[:-1], edges[1:], []
        for turn in range(_ROUNDS):
            middle, half = (low + high)[:, None] / 2, (high - low)[:, None] / 2
            logs = self._log_f(middle + half * _POINTS)
            between = self._log_f(middle + half * _CHECKS)
            known = np.isfinite(logs).all(axis=1) & np.isfinite(between).all(axis=1)
            safe = np.where(known[:, None], logs, 0.0)
            error = np.abs(chebyshev.chebval(_CHECKS, _TO_COEFFICIENTS @ safe.T) - between).max(axis=1)
            even = np.ptp(safe, axis=1) <= _RANGE
            with np.errstate(over="ignore"):
                most = np.exp(np.maximum(logs.max(axis=1), between.max(axis=1))) * (high - low)
            precise = (error <= _PRECISION) | ((error <= _ROUGH) & (error * most <= _ERROR))
            good = known & precise & even
            tiny = (most < _NEGLIGIBLE) | (half[:, 0] < 1e-14 * np.abs(middle[:, 0])) | (turn == _ROUNDS - 1)
            kept = good | (tiny & known)
            done += list(zip(low[kept], high[kept], logs[kept], strict=True))
            left = ~good & ~tiny
            if not left.any():
                break
            centre = middle[left, 0]
            low, high = np.concatenate([low[left], centre]), np.concatenate([centre, high[left]])
        if not done:
            raise ValueError("shapes must be such that SciPy finds the density; it finds none here.")
        done.sort(key=lambda panel: panel[0])
        starts, ends, logs = (np.array(part) for part in zip(*done, strict=True))
        ends = np.append(starts[1:], ends[-1])  # a panel without density between two others belongs to the left one
        return starts, ends, logs

    def _first_edges(self) -> np.ndarray:
        """From the middle outwards in doubling steps, to where the density is gone or the support ends."""
        middle = float(self._law.ppf(0.5))
        spread = max(float(self._law.ppf(0.75)) - float(self._law.ppf(0.25)), 1e-6 * abs(middle))
        sides = []
        for end, side in zip(self.support, (-1, 1), strict=True):
            if math.isfinite(end):
                reach = abs(end - middle)
                near = middle + side * reach * (1 - 0.5 ** np.arange(1, 8))
                sides.append(np.append(near, end))
                continue
            far = middle + side * spread * 2.0 ** np.arange(-2, _FAR)
            log_f = self._log_f(far)
            gone = log_f + np.log(np.abs(far - middle)) < math.log(_NEGLIGIBLE)
            sides.append(far[: int(np.argmax(gone)) + 1] if gone.any() else far)
        return np.unique(np.concatenate([[middle], *sides]))

    def moment(self, power: int) -> float:
        """E Z for power 1, E(Z − E Z)² for 2; ∞ where the outermost panels still add to it."""
        centre = 0.0 if power == 1 else self.moment(1)
        if math.isinf(centre):
            return math.inf
        point, weight = np.polynomial.legendre.leggauss(_NODES)
        half = np.diff(self._edges)[:, None] / 2
        z = (self._edges[:-1, None] + half) + half * point
        cells = np.broadcast_to(np.arange(len(z))[:, None], z.shape)
        terms = (
            half * weight * np.exp(_value(self._logs, cells, np.broadcast_to(point, z.shape))) * (z - centre) ** power
        )
        each = terms.sum(axis=1)
        ends = [side for side, end in ((0, self.support[0]), (-1, self.support[1])) if math.isinf(end)]
        if any(abs(each[side]) > _ARRIVED * np.abs(each).sum() for side in ends):
            return math.inf
        return float(each.sum())

    def log_density(self, z: np.ndarray) -> np.ndarray:
        cell, inside = self._cell(z)
        logs = _value(self._logs, cell, self._in_panel(z, cell))
        if inside.all():
            return logs
        outside = np.full(z.shape, -np.inf)
        beyond = ~inside & (z >= self.support[0]) & (z <= self.support[1]) & np.isfinite(z)
        outside[beyond] = self._log_f(z[beyond])
        return np.where(inside, logs, outside)

    def mass_below(self, z: np.ndarray) -> np.ndarray:
        cell, _ = self._cell(z)
        here = _value(self._integral, cell, self._in_panel(z, cell))
        return np.clip(self._below[cell] + np.clip(here, 0, self._mass[cell]), 0.0, 1.0)

    def mass_above(self, z: np.ndarray) -> np.ndarray:
        cell, _ = self._cell(z)
        here = _value(self._integral, cell, self._in_panel(z, cell))
        return np.clip(self._above[cell + 1] + np.clip(self._mass[cell] - here, 0, None), 0.0, 1.0)

    def quantile(self, share: np.ndarray, above: bool = False) -> np.ndarray:
        """Newton's method within the panel, on the mass from its left edge or, for shares above z, from its right."""
        count = len(self._mass)
        if above:
            cell = count - np.searchsorted(self._above[::-1], share, side="left")
            cell = np.clip(cell, 0, count - 1)
            wanted = self._mass[cell] - (share - self._above[cell + 1])
        else:
            cell = np.clip(np.searchsorted(self._below, share, side="left") - 1, 0, count - 1)
            wanted = share - self._below[cell]
        whole, wide = self._mass[cell], (self._edges[cell + 1] - self._edges[cell]) / 2
        t = 2 * np.clip(wanted / whole, 0, 1) - 1
        low, high = np.full(t.shape, -1.0), np.ones(t.shape)
        for _ in range(_STEPS):
            excess = _value(self._integral, cell, t) - wanted
            low, high = np.where(excess <= 0, t, low), np.where(excess >= 0, t, high)
            slope = np.exp(_value(self._logs, cell, t)) * wide
            step = t - excess / slope
            step = np.where((step >= low) & (step <= high), step, (low + high) / 2)
            if np.abs(step - t).max(initial=0.0) < 1e-12:
                break
            t = step
        z = (self._edges[cell] + self._edges[cell + 1]) / 2 + wide * t
        first, last = self.support[::-1] if above else self.support
        return np.where(share <= 0, first, np.where(share >= 1, last, z))

    def _cell(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        cell = np.searchsorted(self._edges, z, side="right") - 1
        inside = (z >= self._edges[0]) & (z <= self._edges[-1])
        return np.clip(cell, 0, len(self._mass) - 1), inside

    def _in_panel(self, z: np.ndarray, cell: np.ndarray) -> np.ndarray:
        low, high = self._edges[cell], self._edges[cell + 1]
        with np.errstate(invalid="ignore"):
            return np.clip(np.nan_to_num((2 * z - low - high) / (high - low)), -1, 1)


def _value(coefficients: np.ndarray, cell: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Chebyshev series (m, p) of the panels ``cell`` at t in [−1, 1], by Clenshaw's recurrence."""
    late, later = np.zeros(t.shape), np.zeros(t.shape)
    for row in coefficients[:0:-1]:
        late, later = 2 * t * late - later + row[cell], late
    return t * late - later + coefficients[0][cell]


@lru_cache(maxsize=32)
def _table(law: Any, shapes: tuple[float, ...]) -> _Table:
    return _Table(law, shapes)


_POINTS = chebyshev.chebpts1(_NODES)
_CHECKS = np.concatenate([(_POINTS[1:] + _POINTS[:-1]) / 2, [-0.999, 0.999]])
_TO_COEFFICIENTS = np.linalg.inv(chebyshev.chebvander(_POINTS, _NODES - 1))
