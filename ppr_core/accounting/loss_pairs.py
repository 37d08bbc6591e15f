"""Two inputs of a channel, through the law of ℓ(Z) = ln dP_x/dP_x′(Z) for Z ~ P_x.

All that PPR's decoder can tell apart two inputs by follows from the moments M(c) = E e^{cℓ(Z)} = ∫ p_x^{1+c} p_x′^{−c}
(`ppr_core.accounting.poisson`). Exponents c in [−1, 0] never occur there. For c >= 0 and c <= −1 M(c) is an
f-divergence: it does not increase when outputs are processed further.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from scipy.special import gammaln, hyp0f1, ive, kve

from ppr_core import validation

__all__ = ["AtomicPair", "GaussianPair", "LaplacePair", "LossPair", "crossed_pair"]

_SUM = 1e-9  # by how much probabilities may miss 1
_BLOCK = 1 << 20  # floats held at once
_DEBYE = 100.0  # order from which Bessel functions come from Debye's expansion, then right to about 1e-9
_SAME = 1e-100  # distance below which two laws are one to a float
_LOG_TURN = math.log(2 * math.pi)
_HANKEL = 1e9  # argument from which on two terms of the expansion are exact to a float


class LossPair(Protocol):
    """What accounting asks of two inputs; a new kind of channel supplies an object like this."""

    def __hash__(self) -> int:
        """Curves of a pair are remembered."""

    @property
    def mean(self) -> float | np.ndarray:
        """KL(P_x ‖ P_x′) = E ℓ in nats."""

    @property
    def width(self) -> float | np.ndarray:
        """sup ℓ − inf ℓ in nats, at most twice the ε of the two inputs; may be infinite."""

    def log_moment(self, exponents: np.ndarray) -> np.ndarray:
        """ln M(c), (e,) -> (e,), for exponents c below −1 or at least 0; may be infinite."""


@dataclass(frozen=True)
class GaussianPair:
    """Two Gaussians a distance of ``distance`` = μ standard deviations apart: ℓ ~ N(μ²/2, μ²). μ >= 0.

    >>> from ppr_core.accounting import GaussianPair, output_epsilon
    >>> round(output_epsilon(GaussianPair(1.0), 1e-6), 3)
    4.887
    """

    distance: float

    def __post_init__(self) -> None:
        validation.real("distance", self.distance, 0.0)

    @property
    def mean(self) -> float:
        return self.distance * self.distance / 2

    @property
    def width(self) -> float:
        return math.inf if self.distance > 0 else 0.0

    @np.errstate(over="ignore")
    def log_moment(self, exponents: np.ndarray) -> np.ndarray:
        """c (c + 1) μ²/2; infinite beyond the largest float."""
        return exponents * self.distance * ((exponents + 1) * self.distance) / 2


@dataclass(frozen=True, eq=False)
class AtomicPair:
    """A loss that takes finitely many values.

    losses: (..., m) in nats, +∞ where P_x′ excludes an output of P_x; masses: (..., m), probabilities under P_x that
    sum to 1; unseen: (...), what P_x′ has outside the support of P_x (NaN: 1 − Σ masses·e^{−losses}, or 0 where
    that is rounding). Leading axes hold several pairs, and everything is computed for each.

    >>> import numpy as np
    >>> from ppr_core.accounting import AtomicPair, output_delta
    >>> pair = AtomicPair(np.array([np.log(3), -np.log(3)]), np.array([0.75, 0.25]))  # yes or no at ε = ln 3
    >>> round(output_delta(pair, 0.0), 6)
    0.5
    """

    losses: np.ndarray
    masses: np.ndarray
    unseen: np.ndarray = field(default_factory=lambda: np.array(math.nan))

    def __post_init__(self) -> None:
        losses, masses = np.asarray(self.losses, dtype=float), np.asarray(self.masses, dtype=float)
        validation.require(losses.shape == masses.shape, "masses", masses.shape, f"of shape {losses.shape}")
        proper = bool(np.all(masses >= 0) and np.all(np.abs(masses.sum(axis=-1) - 1) <= _SUM))
        validation.require(proper, "masses", masses.sum(axis=-1).tolist(), "probabilities that sum to 1")
        seen = (masses * np.exp(-losses)).sum(axis=-1)  # of P_x′
        unseen = np.where(np.isnan(self.unseen), 1 - seen, self.unseen)
        unseen = np.where(np.abs(unseen) <= _SUM, 0.0, unseen)
        proper = bool(np.all(unseen >= 0) and np.all(np.abs(seen + unseen - 1) <= _SUM))
        validation.require(proper, "losses", seen.tolist(), "such that Σ masses·e^(−losses) is at most 1")
        for name, value in (("losses", losses), ("masses", masses), ("unseen", unseen)):
            object.__setattr__(self, name, value)

    @property
    def mean(self) -> np.ndarray:
        """Σ masses·losses, (...)."""
        return np.where(self.masses > 0, self.masses * np.where(self.masses > 0, self.losses, 0.0), 0.0).sum(axis=-1)

    @property
    def width(self) -> np.ndarray:
        possible = self.masses > 0
        high = np.where(possible, self.losses, -np.inf).max(axis=-1)
        low = np.where(possible, self.losses, np.inf).min(axis=-1)
        same = (high == low) & (self.unseen == 0)
        return np.where(same, 0.0, high - np.where(self.unseen > 0, -np.inf, low))

    def log_moment(self, exponents: np.ndarray) -> np.ndarray:
        """ln Σ masses·e^{c·losses}: (e,) -> (e, ...)."""
        exponents = np.asarray(exponents, dtype=float)
        with np.errstate(divide="ignore"):
            log_masses = np.log(self.masses)
        rows = max(1, _BLOCK // max(self.masses.size, 1))
        blocks = [exponents[start : start + rows] for start in range(0, len(exponents), rows)]
        return np.concatenate([self._log_moments(block, log_masses) for block in blocks])

    def _log_moments(self, exponents: np.ndarray, log_masses: np.ndarray) -> np.ndarray:
        """Where c = 0 the sum is 1 whatever the losses are."""
        steps = exponents.reshape(-1, *(1,) * self.losses.ndim)
        with np.errstate(invalid="ignore", over="ignore"):
            terms = np.where(self.masses > 0, steps * self.losses + log_masses, -np.inf)
        terms = np.where(steps == 0, log_masses, terms)
        top = terms.max(axis=-1, keepdims=True)
        centre = np.where(np.isfinite(top), top, 0.0)
        with np.errstate(divide="ignore", over="ignore"):
            log_moment = np.log(np.exp(terms - centre).sum(axis=-1)) + centre[..., 0]
        step = steps[..., 0]
        log_moment = np.where((self.unseen > 0) & (step < 0), np.inf, log_moment)
        return np.where(step == 0, 0.0, log_moment)


def crossed_pair(up: float, down: float) -> AtomicPair:
    """Two inputs that exchange two events: under x they have the probabilities up >= down > 0, under x′ the other way
    round, and all else is alike.

    >>> from ppr_core.accounting import crossed_pair, output_epsilon
    >>> round(output_epsilon(crossed_pair(0.6, 0.2), 0.0), 4)  # ln 3
    1.0986
    """
    if up == 0:
        return AtomicPair(np.zeros(1), np.ones(1))
    gap = math.log(up) - math.log(down)
    return AtomicPair(np.array([gap, -gap, 0.0]), np.array([up, down, max(1 - up - down, 0.0)]))


@dataclass(frozen=True)
class LaplacePair:
    """Densities ∝ exp(−ε‖z − x‖₂) in R^d whose centres are ε‖x − x′‖ = κ >= 0 apart; ℓ lies in [−κ, κ].

    distance: κ; dimension: d >= 1. On the line ℓ = κ with probability ½, −κ with ½e^{−κ}, and has a density between.
    For d >= 2 take the coordinates ‖z − x‖ = ½‖x − x′‖(ξ − η), ‖z − x′‖ = ½‖x − x′‖(ξ + η), ξ >= 1, |η| <= 1: then
    ℓ = κη, the volume is ∝ (ξ² − η²)((ξ² − 1)(1 − η²))^{(d−3)/2} dξ dη, and both integrals are Bessel functions:

        M(c) = N(|κ(c + ½)|) / N(κ/2),   N(t) = t^{−ν} I_ν(t)·2λ/κ + t^{−ν−1} I_{ν+1}(t),
        ν = (d − 2)/2,   λ = K_{ν+1}(κ/2)/K_ν(κ/2).

    >>> from ppr_core.accounting import LaplacePair, output_epsilon
    >>> output_epsilon(LaplacePair(1.5), 0.0)
    1.5
    """

    distance: float
    dimension: int = 1

    def __post_init__(self) -> None:
        validation.real("distance", self.distance, 0.0)
        validation.integer("dimension", self.dimension, 1)

    @property
    def mean(self) -> float:
        """On the line κ − 1 + e^{−κ}; else κ N′/N at κ/2, by (t^{−ν} I_ν)′ = t·t^{−ν−1} I_{ν+1}."""
        if self.distance < _SAME:
            return 0.0
        if self.dimension == 1:
            return self.distance + math.expm1(-self.distance)
        half, order = self.distance / 2, (self.dimension - 2) / 2
        low, middle, high = (float(_log_bessel_i(order + step, np.array(half))) for step in range(3))
        share = self._share
        above = share * math.exp(middle - low) + math.exp(high - low)
        return self.distance * half * above / (share + math.exp(middle - low))

    @property
    def width(self) -> float:
        return 2 * self.distance

    @np.errstate(over="ignore")
    def log_moment(self, exponents: np.ndarray) -> np.ndarray:
        """ln M(c), see above; on the line ln of ½e^{cκ} + ½e^{−(c+1)κ} + ½e^{cκ}(1 − e^{−(2c+1)κ})/(2c + 1)."""
        exponents = np.asarray(exponents, dtype=float)
        if self.distance < _SAME:
            return np.zeros(exponents.shape)
        # M(c) = M(−1 − c), so that c >= 0 from here on.
        shift = np.abs(exponents + 0.5)
        if self.dimension == 1:
            between = -np.expm1(-2 * shift * self.distance) / (2 * shift)
            ends = 1 + np.exp(-2 * shift * self.distance)
            return (shift - 0.5) * self.distance + np.log((ends + between) / 2)
        return self._log_numerator(shift * self.distance) - self._log_numerator(np.array(self.distance / 2))

    def log_density(self, log_below: np.ndarray, log_above: np.ndarray) -> np.ndarray:
        """ln of the density of η = ℓ/κ at ln(1 − η), ln(1 + η), without the two atoms on the line; κ > 0.

        ∝ e^{κη/2} ((1−η)(1+η))^{(d−3)/2} (2(d−1)λ/κ + (1−η)(1+η)); on the line (κ/4) e^{−κ(1−η)/2}.
        """
        if self.dimension == 1:
            return math.log(self.distance / 4) - self.distance / 2 * np.exp(log_below)
        eta = np.where(log_below < log_above, 1 - np.exp(log_below), np.exp(log_above) - 1)
        both = log_below + log_above
        sides = np.logaddexp(math.log((self.dimension - 1) * self._share), both)
        return self.distance / 2 * eta + (self.dimension - 3) / 2 * both + sides - self._log_norm

    @cached_property
    def _log_norm(self) -> float:
        """Of the density, for d >= 2."""
        order = (self.dimension - 2) / 2
        gammas = 0.5 * math.log(math.pi) + float(gammaln(order + 1.5)) + (order + 1) * math.log(2)
        return gammas + float(self._log_numerator(np.array(self.distance / 2)))

    @cached_property
    def _share(self) -> float:
        """2λ/κ; λ by K_{ν+1}/K_ν = 2ν/z + K_{ν−1}/K_ν, all terms positive."""
        half = self.distance / 2
        ratio = 1.0
        if self.dimension % 2 == 0:
            ratio = float(kve(1, half) / kve(0, half)) if half < _HANKEL else 1 + 0.5 / half
        start = 0.0 if self.dimension % 2 == 0 else -0.5
        for step in range(1, (self.dimension - 1) // 2 + 1 if start else (self.dimension - 2) // 2 + 1):
            ratio = 2 * (start + step) / half + 1 / ratio
        return ratio / half

    def _log_numerator(self, t: np.ndarray) -> np.ndarray:
        order = (self.dimension - 2) / 2
        return np.logaddexp(_log_bessel_i(order, t) + math.log(self._share), _log_bessel_i(order + 1, t))


def _log_bessel_i(order: float, t: np.ndarray) -> np.ndarray:
    """ln t^{−ν} I_ν(t) for ν >= 0, t > 0, ∞ at t = ∞: (e,) -> (e,); by Debye's expansion (DLMF 10.41.3) for large ν, by
    Hankel's (10.40.1) for large t, where SciPy's function ends."""
    finite = np.minimum(t, np.finfo(float).max)
    return np.where(np.isinf(t), np.inf, _finite_log_bessel_i(order, finite))


def _finite_log_bessel_i(order: float, t: np.ndarray) -> np.ndarray:
    if order < _DEBYE:
        small = -order * math.log(2) - gammaln(order + 1) + np.log(hyp0f1(order + 1, np.minimum(t, 1.0) ** 2 / 4))
        large, square = np.maximum(t, 1.0), 4 * order * order
        far = np.maximum(large, _HANKEL)
        hankel = np.log1p(-(square - 1) / (8 * far) * (1 - (square - 9) / (16 * far))) - 0.5 * (_LOG_TURN + np.log(far))
        scaled = np.where(large > _HANKEL, hankel, np.log(ive(order, np.minimum(large, _HANKEL))))
        return np.where(t < 1, small, scaled + large - order * np.log(large))
    root = np.hypot(order, t)
    p = order / root
    squared = p * p
    series = 1.0 + p / order * (
        (3 - 5 * squared) / 24
        + p / order * (
            (81 - squared * (462 - 385 * squared)) / 1152
            + p / order * (30375 - squared * (369603 - squared * (765765 - 425425 * squared))) / 414720
        )
    )  # fmt: skip
    return root - order * np.log(order + root) - 0.5 * (_LOG_TURN + np.log(root)) + np.log(series)
