"""The exact law of PPR's privacy loss when ℓ takes finitely many values."""

from __future__ import annotations

import itertools
import math

import numpy as np

from ppr_core import validation
from ppr_core.accounting.loss_pairs import AtomicPair
from ppr_core.accounting.poisson_loss import LossFunction, PoissonLoss, log_fall_of, poisson_loss
from ppr_core.accounting.quadrature import STEP, Nodes, interval
from ppr_core.roots import bracketed_root

__all__ = ["AtomicPoissonLoss"]

_DECAY = 40.0  # e⁻⁴⁰ is neglected
_LOWEST = -1e300  # a logarithm below which nothing is added
_SAME = 1e-13  # breakpoints so close, relatively to all of them, are one


class AtomicPoissonLoss(PoissonLoss):
    """The loss of one `AtomicPair`: a sum over its atoms of integrals over ρ = ln R.

    >>> from ppr_core.accounting import AtomicPoissonLoss, dominating_pair
    >>> round(AtomicPoissonLoss(dominating_pair(1.0), 2.0).largest, 6)
    4.0
    """

    def __init__(self, pair: AtomicPair, alpha: float) -> None:
        super().__init__(alpha)
        validation.require(pair.losses.ndim == 1, "pair", pair.losses.shape, "a single pair")
        possible = pair.masses > 0
        losses, masses = pair.losses[possible], pair.masses[possible]
        finite = np.isfinite(losses)
        self._log_x, inverse = np.unique(-self.alpha * losses[finite], return_inverse=True)  # (m,), ascending
        self._masses = np.bincount(inverse, weights=masses[finite], minlength=len(self._log_x))
        self.infinite = float(masses[~finite].sum())  # X = 0
        self._unseen = float(pair.unseen)
        self.largest = self.alpha * float(pair.width) if pair.width > 0 else 0.0
        self._breaks = self._smooth_parts()

    def mean(self, function: LossFunction, above: float = -math.inf) -> float:
        infinite = self.infinite * float(function(np.array([np.inf]))[0]) if self.infinite > 0 else 0.0
        if self.largest == 0:
            return float(function(np.zeros(1))[0]) if above < 0 else 0.0
        if len(self._log_x) == 0:
            return infinite
        breaks = self._breaks if math.isinf(above) else _merged(self._breaks, self._log_x + above)
        least = self._log_x[0] + above  # ρ up to which no loss is above
        parts = itertools.pairwise(breaks)
        return infinite + sum(self._mean_between(function, low, high, above) for low, high in parts if high > least)

    def own_delta(self, epsilon: float) -> float:
        gains = -np.expm1(np.minimum(epsilon + self._log_x / self.alpha, 0.0))
        return self.infinite + float(self._masses @ gains)

    def _mean_between(self, function: LossFunction, low: float, high: float, above: float) -> float:
        """The part of E f(L) 1{L > above} with low < ρ < high."""
        nodes = interval(low, high, _DECAY * self.alpha, STEP / self.closer)
        below = self._log_x <= low
        log_distance = self._log_distances(nodes, low, high, below)
        distance = np.exp(log_distance)
        log_gap = log_fall_of(distance, log_distance) + np.where(below[:, None], 0.0, distance)  # ln |X/r − 1|
        log_a, log_b = self._sums(log_gap, nodes, low, high, below)
        with np.errstate(invalid="ignore"):
            log_density = self.log_density(log_gap, np.where(below[:, None], log_a, log_b), log_a, log_b)
        weights = np.exp(log_density + nodes.log_weight + np.log(self._masses)[:, None])
        losses = np.where(below[:, None], distance, -distance)
        counted = (weights > 0) & (losses > above)
        return float((weights[counted] * function(losses[counted])).sum())

    def _log_distances(self, nodes: Nodes, low: float, high: float, below: np.ndarray) -> np.ndarray:
        """ln |ρ − ln X| of every atom and node, (m, n), precise for the atoms at the ends of the interval."""
        with np.errstate(divide="ignore"):
            offset = np.log(np.where(below, low - self._log_x, self._log_x - high))
        return np.logaddexp(offset[:, None], np.where(below[:, None], nodes.log_from_low, nodes.log_from_high))

    def _sums(
        self, log_gap: np.ndarray, nodes: Nodes, low: float, high: float, below: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """ln A/r^σ and ln B/r^σ at the nodes, (n,) each."""
        terms = np.log(self._masses)[:, None] + self.sigma * log_gap
        rho = high - np.exp(nodes.log_from_high) if math.isinf(low) else low + np.exp(nodes.log_from_low)
        with np.errstate(divide="ignore"):
            outside = np.log(self._unseen) - self.sigma * rho
            excluded = np.full(rho.shape, np.log(self.infinite))
        return _log_sum([*terms[~below], outside]), _log_sum([*terms[below], excluded])

    def _smooth_parts(self) -> np.ndarray:
        """The atoms, the place where A = B, near which R concentrates as α → 1, and infinite ends if there are any."""
        ends = ([-np.inf] if self.infinite > 0 else [], [np.inf] if self._unseen > 0 else [])
        if self.largest == 0 or len(self._log_x) == 0:
            return self._log_x

        def excess(rho: float) -> float:
            distance, above = np.abs(self._log_x - rho), self._log_x > rho
            log_gap = log_fall_of(distance, np.log(np.maximum(distance, 1e-300))) + np.where(above, distance, 0.0)
            terms = np.log(self._masses) + self.sigma * log_gap
            with np.errstate(divide="ignore"):
                a = _log_sum([*terms[above], np.log(self._unseen) - self.sigma * rho])
                return float(a - _log_sum([*terms[~above], np.log(self.infinite)]))

        margin = 1e-12 * max(1.0, float(np.abs(self._log_x).max()))
        low, high = float(self._log_x[0]) + margin, float(self._log_x[-1]) - margin
        while self.infinite > 0 and excess(low) < 0:
            low -= 1.0 + abs(low)
        while self._unseen > 0 and excess(high) > 0:
            high += 1.0 + abs(high)
        middle = [bracketed_root(excess, low, high, xtol=1e-15, rtol=1e-13)] if excess(low) > 0 > excess(high) else []
        return np.concatenate([ends[0], _merged(self._log_x, np.array(middle)), ends[1]])


@poisson_loss.register
def _(pair: AtomicPair, alpha: float) -> PoissonLoss:
    return AtomicPoissonLoss(pair, alpha)


def _merged(breaks: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Ascending breaks with those of the others that lie inside and are not the same up to rounding."""
    scale = _SAME * max(1.0, float(np.abs(breaks[np.isfinite(breaks)]).max()))
    more = more[(more > breaks[0]) & (more < breaks[-1])]
    apart = np.abs(more[:, None] - breaks[np.isfinite(breaks)]).min(axis=1) > scale if len(more) else more > 0
    return np.union1d(breaks, more[apart])


def _log_sum(terms: list[np.ndarray]) -> np.ndarray:
    """ln Σ e^term of each place; SciPy's logsumexp costs more than the sum."""
    rows = np.stack(terms)
    top = np.maximum(rows.max(axis=0), _LOWEST)
    with np.errstate(divide="ignore"):
        return np.asarray(top + np.log(np.exp(rows - top).sum(axis=0)))
