"""The exact law of PPR's privacy loss when ℓ has a density and atoms at most at its ends: Gaussian, scalar Laplace."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp

from ppr_core import validation
from ppr_core.accounting.loss_pairs import GaussianPair, LaplacePair
from ppr_core.accounting.poisson_loss import LossFunction, PoissonLoss, poisson_loss
from ppr_core.accounting.quadrature import STEP, interval

__all__ = ["DensityPoissonLoss"]

_DECAY = 40.0  # e⁻⁴⁰ is neglected
_REACH = 13.0  # standard deviations of a Gaussian: 10⁻³⁸ lies beyond


class DensityPoissonLoss(PoissonLoss):
    """The loss where Y = ln X = −αℓ has a density on [low, high], and may take both ends with positive probability.

    log_density: ln of the density of Y, an array function; low_mass, high_mass: P(Y = low), P(Y = high).
    step: between nodes, below a standard deviation of what is smooth.
    """

    def __init__(
        self,
        alpha: float,
        log_density: Callable[[np.ndarray], np.ndarray],
        low: float,
        high: float,
        low_mass: float = 0.0,
        high_mass: float = 0.0,
        step: float = STEP,
    ) -> None:
        super().__init__(alpha)
        self._log_y, self._low, self._high = log_density, low, high
        self._low_mass, self._high_mass = low_mass, high_mass
        self.largest = high - low if low_mass > 0 else math.inf
        self._step = step
        rule = interval(0.0, 1.0, _DECAY * self.alpha, step)
        self._log_share, self._log_weight = rule.log_from_low, rule.log_weight
        self._middle = float(brentq(self._excess, low, high, xtol=1e-14, rtol=1e-14, maxiter=1000))

    def mean(self, function: LossFunction, above: float = -math.inf) -> float:
        # An atom at the low end needs nodes that begin where its loss does; otherwise the same nodes serve all.
        start = self._low + max(above, 0.0) if self._low_mass > 0 else self._low
        ends = [start, self._middle, self._high] if start < self._middle else [start, self._high]
        parts = itertools.pairwise(ends)
        return sum(self._mean_between(function, low, high, above) for low, high in parts if low < high)

    def _mean_between(self, function: LossFunction, low: float, high: float, above: float) -> float:
        """The part of E f(L) 1{L > above} with low < ρ < high: first the losses above 0, then the others."""
        table, start = self._table(low, high), max(above, 0.0)
        reach = np.exp(table.log_fall)
        inside = reach > start
        log_length = np.log(reach[inside] - start) if start > 0 else table.log_fall
        log_step = log_length[:, None] + self._log_share
        losses = start + np.exp(log_step)
        log_gap = _log_fall(losses, log_step if start == 0 else np.log(losses))
        log_mass = self._log_y(table.rho[inside, None] - losses) + self._log_weight
        log_mass += (log_length + table.log_below[inside])[:, None]
        found = float((np.exp(log_mass - self.complement * log_gap) * function(losses)).sum())
        if self._low_mass > 0:
            log_mass = table.log_below - self.complement * _log_fall(reach, table.log_fall)
            found += self._low_mass * float((np.exp(log_mass) * function(reach))[inside].sum())
        return found if above >= 0 else found + self._mean_of_gains(function, table)

    def _mean_of_gains(self, function: LossFunction, table: _Table) -> float:
        """The part of E f(L) with L < 0."""
        log_gain = table.log_rise[:, None] + self._log_share
        gains = np.exp(log_gain)
        log_mass = self._log_y(table.rho[:, None] + gains) + self._log_weight
        log_mass += (table.log_rise + table.log_above)[:, None]
        found = float((np.exp(log_mass - self.complement * _log_rise(gains, log_gain)) * function(-gains)).sum())
        if self._high_mass > 0:
            reach = np.exp(table.log_rise)
            log_mass = table.log_above - self.complement * _log_rise(reach, table.log_rise)
            found += self._high_mass * float((np.exp(log_mass) * function(-reach)).sum())
        return found

    @functools.lru_cache(maxsize=8)  # noqa: B019 (a few tables, which live as long as the object)
    def _table(self, low: float, high: float) -> _Table:
        nodes = interval(low, high, _DECAY * self.alpha, self._step)
        near_low = nodes.log_from_low < nodes.log_from_high
        rho = np.where(near_low, low + np.exp(nodes.log_from_low), high - np.exp(nodes.log_from_high))
        with np.errstate(divide="ignore"):
            log_fall = np.logaddexp(np.log(low - self._low), nodes.log_from_low)
            log_rise = np.logaddexp(np.log(self._high - high), nodes.log_from_high)
        log_a, log_b = self._sums(rho, log_fall, log_rise)
        both = [self.log_density(0.0, other, log_a, log_b) + nodes.log_weight for other in (log_a, log_b)]
        return _Table(rho, log_fall, log_rise, *both)

    def _sums(self, rho: np.ndarray, log_fall: np.ndarray, log_rise: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """ln A/r^σ and ln B/r^σ, (n,) each."""
        found = []
        for log_reach, side, log_gap, mass in (
            (log_rise, 1.0, _log_rise, self._high_mass),
            (log_fall, -1.0, _log_fall, self._low_mass),
        ):
            log_distance = log_reach[:, None] + self._log_share
            distance = np.exp(log_distance)
            terms = self._log_y(rho[:, None] + side * distance) + self.sigma * log_gap(distance, log_distance)
            total = logsumexp(terms + self._log_weight, axis=1) + log_reach
            if mass > 0:
                total = np.logaddexp(total, math.log(mass) + self.sigma * log_gap(np.exp(log_reach), log_reach))
            found.append(total)
        return found[0], found[1]

    def _excess(self, rho: float) -> float:
        point = np.array([min(max(rho, self._low + 1e-9), self._high - 1e-9)])
        log_a, log_b = self._sums(point, np.log(point - self._low), np.log(self._high - point))
        return float(log_a[0] - log_b[0])


@dataclass(frozen=True, eq=False)
class _Table:
    """Nodes ρ (n,), ln of their distances from the ends of Y, and ln of weight times joint density, without its factor
    |x/r − 1|^{σ−1} P(dx), for x below and above r."""

    rho: np.ndarray
    log_fall: np.ndarray
    log_rise: np.ndarray
    log_below: np.ndarray
    log_above: np.ndarray


def _log_rise(gap: np.ndarray, log_gap: np.ndarray) -> np.ndarray:
    """ln(e^v − 1) from v and ln v."""
    return np.where(gap < 1e-8, log_gap, gap + np.log(-np.expm1(-np.maximum(gap, 1e-300))))


def _log_fall(gap: np.ndarray, log_gap: np.ndarray) -> np.ndarray:
    """ln(1 − e^{−v}) from v and ln v."""
    return _log_rise(gap, log_gap) - gap


@poisson_loss.register
def _(pair: GaussianPair, alpha: float) -> PoissonLoss:
    deviation, mean = alpha * pair.distance, -alpha * pair.distance**2 / 2
    low, high = mean - _REACH * deviation, mean + (_REACH + pair.distance) * deviation
    log_peak = -math.log(deviation) - 0.5 * math.log(2 * math.pi)
    step = STEP * min(1.0, 2 * _REACH / (high - low) * deviation)  # far apart, [low, high] is many deviations long
    return DensityPoissonLoss(alpha, lambda y: log_peak - 0.5 * ((y - mean) / deviation) ** 2, low, high, step=step)


@poisson_loss.register
def _(pair: LaplacePair, alpha: float) -> PoissonLoss:
    """On the line Y has density e^{−(κ + y/α)/2}/(4α) on [−ακ, ακ], mass ½ at −ακ and ½e^{−κ} at ακ."""
    validation.require(pair.dimension == 1, "dimension", pair.dimension, "1 for the exact loss of a Laplace pair")
    kappa = pair.distance
    end = alpha * kappa
    log_scale = -math.log(4 * alpha)
    return DensityPoissonLoss(
        alpha, lambda y: log_scale - (kappa + y / alpha) / 2, -end, end, 0.5, 0.5 * math.exp(-kappa)
    )
