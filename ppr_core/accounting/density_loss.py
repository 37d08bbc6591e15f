"""The exact law of PPR's privacy loss for Gaussian and Laplace noise: ℓ has a density, and atoms only at its ends."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting.loss_pairs import AtomicPair, GaussianPair, LaplacePair
from ppr_core.accounting.output_loss import output_delta
from ppr_core.accounting.poisson_loss import LossFunction, PoissonLoss, log_fall_of, log_rise_of, poisson_loss, resolved
from ppr_core.accounting.quadrature import STEP, interval
from ppr_core.roots import bracketed_root

__all__ = ["DensityPoissonLoss"]

_WIDE_STEP, _NARROW_ALPHA = 0.06, 1.1  # between nodes, from that α on: ε then errs by a relative 10⁻¹⁰
_DECAY = 40.0  # e⁻⁴⁰ is neglected
_REACH = 13.0  # standard deviations of a Gaussian: 10⁻³⁸ lies beyond
_NEGLECTED = 90.0  # e⁻⁹⁰ of a largest density is neglected
_SAME = AtomicPair(np.zeros(1), np.ones(1))  # two inputs with the same law


class DensityPoissonLoss(PoissonLoss):
    """The loss where Y = ln X = −αℓ has a density on [low, high], and may take both ends with positive probability.

    log_density: ln of the density of Y as a function of ln(Y − low) and ln(high − Y), arrays of one shape. low_mass,
    high_mass: P(Y = low), P(Y = high). own_delta: δ(ε) of the output.
    largest: the largest loss; if infinite, the density has vanished at both ends.
    step: between nodes, in the middle below a standard deviation of what is smooth.
    """

    def __init__(
        self,
        alpha: float,
        log_density: Callable[[np.ndarray, np.ndarray], np.ndarray],
        low: float,
        high: float,
        *,
        own_delta: Callable[[float], float],
        low_mass: float = 0.0,
        high_mass: float = 0.0,
        largest: float = math.inf,
        step: float = STEP,
    ) -> None:
        super().__init__(alpha)
        self._log_y, self._low, self._high = log_density, low, high
        self._low_mass, self._high_mass = low_mass, high_mass
        self._own_delta, self.largest, self._step = own_delta, largest, step / self.closer
        rule = interval(0.0, 1.0, _DECAY * self.alpha, self._step)
        self._log_share, self._log_left, self._log_weight = rule.log_from_low, rule.log_from_high, rule.log_weight
        self._middle = float(bracketed_root(self._excess, low, high, xtol=1e-14, rtol=1e-14))

    def mean(self, function: LossFunction, above: float = -math.inf) -> float:
        # Where the density ends abruptly nodes begin where it does; otherwise the same nodes serve every ``above``.
        start = self._low + max(above, 0.0) if math.isfinite(self.largest) else self._low
        ends = [start, self._middle, self._high] if start < self._middle else [start, self._high]
        parts = itertools.pairwise(ends)
        return sum(self._mean_between(function, low, high, above) for low, high in parts if low < high)

    def own_delta(self, epsilon: float) -> float:
        return self._own_delta(epsilon)

    def _mean_between(self, function: LossFunction, low: float, high: float, above: float) -> float:
        """The part of E f(L) 1{L > above} with low < ρ < high: first the losses above 0, then the others."""
        table, start = self._table(low, high), max(above, 0.0)
        reach = np.exp(table.log_fall)
        inside = reach > start if start > 0 else np.ones(reach.shape, dtype=bool)  # a short one may look like 0
        log_length = np.log(reach[inside] - start) if start > 0 else table.log_fall
        log_step = log_length[:, None] + self._log_share
        losses = start + np.exp(log_step)
        log_losses = log_step if start == 0 else np.log(losses)
        log_gap = log_fall_of(losses, log_losses)
        log_rise = np.logaddexp(table.log_rise[inside, None], log_losses)
        log_mass = self._log_y(log_length[:, None] + self._log_left, log_rise) + self._log_weight
        log_mass += (log_length + table.log_below[inside])[:, None]
        total = float((np.exp(log_mass - self.complement * log_gap) * function(losses)).sum())
        if self._low_mass > 0:
            log_mass = table.log_below - self.complement * log_fall_of(reach, table.log_fall)
            total += self._low_mass * float((np.exp(log_mass) * function(reach))[inside].sum())
        return total if above >= 0 else total + self._mean_of_gains(function, table)

    def _mean_of_gains(self, function: LossFunction, table: _Table) -> float:
        """The part of E f(L) with L < 0."""
        log_gain = table.log_rise[:, None] + self._log_share
        gains = np.exp(log_gain)
        log_fall = np.logaddexp(table.log_fall[:, None], log_gain)
        log_mass = self._log_y(log_fall, table.log_rise[:, None] + self._log_left) + self._log_weight
        log_mass += (table.log_rise + table.log_above)[:, None]
        total = float((np.exp(log_mass - self.complement * log_rise_of(gains, log_gain)) * function(-gains)).sum())
        if self._high_mass > 0:
            reach = np.exp(table.log_rise)
            log_mass = table.log_above - self.complement * log_rise_of(reach, table.log_rise)
            total += self._high_mass * float((np.exp(log_mass) * function(-reach)).sum())
        return total

    @functools.lru_cache(maxsize=8)  # noqa: B019 (a few tables, which live as long as the object)
    def _table(self, low: float, high: float) -> _Table:
        nodes = interval(low, high, _DECAY * self.alpha, self._step)
        with np.errstate(divide="ignore"):
            log_fall = np.logaddexp(np.log(low - self._low), nodes.log_from_low)
            log_rise = np.logaddexp(np.log(self._high - high), nodes.log_from_high)
        log_a, log_b = self._sums(log_fall, log_rise)
        both = [self.log_density(0.0, other, log_a, log_b) + nodes.log_weight for other in (log_a, log_b)]
        return _Table(log_fall, log_rise, *both)

    def _sums(self, log_fall: np.ndarray, log_rise: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """ln A/r^σ and ln B/r^σ, (n,) each, from ln(ρ − low) and ln(high − ρ)."""
        sums = []
        sides = ((log_rise, log_fall, log_rise_of, self._high_mass), (log_fall, log_rise, log_fall_of, self._low_mass))
        for log_reach, log_other, log_gap, mass in sides:
            log_distance = log_reach[:, None] + self._log_share
            ends = log_reach[:, None] + self._log_left, np.logaddexp(log_other[:, None], log_distance)
            log_mass = self._log_y(*(ends if log_gap is log_fall_of else ends[::-1])) + self._log_weight
            terms = log_mass + self.sigma * log_gap(np.exp(log_distance), log_distance)
            top = terms.max(axis=1)
            total = np.log(np.exp(terms - top[:, None]).sum(axis=1)) + top + log_reach
            if mass > 0:
                total = np.logaddexp(total, math.log(mass) + self.sigma * log_gap(np.exp(log_reach), log_reach))
            sums.append(total)
        return sums[0], sums[1]

    def _excess(self, rho: float) -> float:
        point = np.array([min(max(rho, self._low + 1e-9), self._high - 1e-9)])
        log_a, log_b = self._sums(np.log(point - self._low), np.log(self._high - point))
        return float(log_a[0] - log_b[0])


@dataclass(frozen=True, eq=False)
class _Table:
    """ln of the distances of nodes ρ (n,) from the ends of Y, and ln of weight times joint density, without its factor
    |x/r − 1|^{σ−1} P(dx), for x below and above r."""

    log_fall: np.ndarray
    log_rise: np.ndarray
    log_below: np.ndarray
    log_above: np.ndarray


def _step(alpha: float) -> float:
    """Between nodes: near α = 1 the wide one would err by 10⁻⁸."""
    return _WIDE_STEP if alpha >= _NARROW_ALPHA else STEP


@poisson_loss.register
def _(pair: GaussianPair, alpha: float) -> PoissonLoss:
    if pair.distance == 0:
        return poisson_loss(_SAME, alpha)
    order = resolved(alpha)
    deviation, mean = order * pair.distance, -order * pair.distance**2 / 2
    low, high = mean - _REACH * deviation, mean + (_REACH + pair.distance) * deviation
    log_peak = -math.log(deviation) - 0.5 * math.log(2 * math.pi)
    # Far apart, [low, high] is many deviations long.
    step = _step(alpha) * min(1.0, 2 * _REACH / (high - low) * deviation)

    def log_density(log_fall: np.ndarray, log_rise: np.ndarray) -> np.ndarray:
        return log_peak - 0.5 * (np.exp(log_fall) / deviation - _REACH) ** 2

    own = functools.partial(output_delta, pair)
    return DensityPoissonLoss(alpha, log_density, low, high, own_delta=own, step=step)


@poisson_loss.register
def _(pair: LaplacePair, alpha: float) -> PoissonLoss:
    """Y = −ακη, η of `LaplacePair`; in high dimensions only the η with a density above e⁻⁹⁰ of its largest count."""
    if pair.distance == 0:
        return poisson_loss(_SAME, alpha)
    largest, deviation = _laplace_range(pair)
    scale, beyond = resolved(alpha) * pair.distance, 1 - largest

    def log_density(log_fall: np.ndarray, log_rise: np.ndarray) -> np.ndarray:
        sides = [log - math.log(scale) for log in (log_fall, log_rise)]
        if beyond > 0:
            sides = [np.log(beyond + np.exp(side)) for side in sides]
        return pair.log_density(*sides) - math.log(scale)

    masses = (0.5, 0.5 * math.exp(-pair.distance)) if pair.dimension == 1 else (0.0, 0.0)
    step = _step(alpha) * min(1.0, max(_REACH * deviation / largest, 0.25))
    return DensityPoissonLoss(
        alpha,
        log_density,
        -scale * largest,
        scale * largest,
        own_delta=functools.partial(output_delta, pair),
        low_mass=masses[0],
        high_mass=masses[1],
        largest=2 * scale,
        step=step,
    )


def _laplace_range(pair: LaplacePair) -> tuple[float, float]:
    """The largest |η| that counts under either input, 1 if none can be left out, and the standard deviation of η."""
    rapidity = np.linspace(-15.0, 15.0, 6001)
    log_below, log_above = (math.log(2) - np.logaddexp(0.0, sign * 2 * rapidity) for sign in (1, -1))
    eta = np.tanh(rapidity)
    logs = pair.log_density(log_below, log_above)
    mass = np.exp(logs - logs.max() + log_below + log_above)
    mass /= mass.sum()
    deviation = math.sqrt(mass @ (eta - mass @ eta) ** 2)
    counted = logs - logs.max() > -_NEGLECTED
    largest = float(np.abs(eta[counted]).max())
    return (largest if largest < 0.999 else 1.0), deviation
