"""Caps of the unit sphere: mass, first moment, quantiles, and the caps that PrivUnit uses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from ppr_core.roots import bracketed_root

__all__ = ["Cap", "optimal_cap", "split_cap"]

_LOGIT = 200.0  # ln(γ²/(1−γ²)) of the optimal cap is searched in ±200


@dataclass(frozen=True)
class Cap:
    """{z on the unit sphere of R^d : ⟨x, z⟩ >= γ}, 0 <= γ < 1. cosine2 = γ², sine2 = 1 − γ², both to full precision."""

    dimension: int
    cosine2: float
    sine2: float

    @classmethod
    def from_gamma(cls, dimension: int, gamma: float) -> Cap:
        """The cap of the unit vectors whose product with the pole is at least gamma, in [0, 1)."""
        return cls(dimension, gamma * gamma, (1 - gamma) * (1 + gamma))

    @classmethod
    def from_logit(cls, dimension: int, logit: float) -> Cap:
        """The cap with ln(γ²/(1−γ²)) = logit, which keeps both ends precise."""
        return cls(dimension, float(special.expit(logit)), float(special.expit(-logit)))

    @classmethod
    def from_mass(cls, dimension: int, mass: float) -> Cap:
        """The cap of a given uniform measure in (0, ½]."""
        half = (dimension - 1) / 2
        return cls(
            dimension, float(special.betainccinv(0.5, half, 2 * mass)), float(special.betaincinv(half, 0.5, 2 * mass))
        )

    @property
    def gamma(self) -> float:
        """The smallest inner product in the cap."""
        return math.sqrt(self.cosine2)

    @property
    def angle(self) -> float:
        """arccos γ, in (0, π/2]."""
        return math.atan2(math.sqrt(self.sine2), self.gamma)

    @property
    def height(self) -> float:
        """1 − γ; a point is in the cap iff its squared distance from x is at most twice that."""
        return self.sine2 / (1 + self.gamma)

    @property
    def mass(self) -> float:
        """θ = P(⟨x, z⟩ >= γ) = ½ I_{1−γ²}((d−1)/2, ½) for z uniform on the sphere."""
        half = (self.dimension - 1) / 2
        if self.cosine2 < 0.5:
            return 0.5 * float(special.betaincc(0.5, half, self.cosine2))
        return 0.5 * float(special.betainc(half, 0.5, self.sine2))

    @property
    def log_first_moment(self) -> float:
        """ln E[⟨x, z⟩ 1{z in the cap}] = ln((1−γ²)^{(d−1)/2} / ((d−1) B(½, (d−1)/2))) for z uniform on the sphere."""
        half = (self.dimension - 1) / 2
        log_beta = 0.5 * math.log(math.pi) - math.log(special.poch(half, 0.5))
        return half * math.log(self.sine2) - math.log(2 * half) - log_beta

    def quantile(self, beyond: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(t, √(1−t²)) with P(⟨x, z⟩ > t) = beyond under the uniform measure, beyond in (0, 1]: (n,) -> two of (n,)."""
        half = (self.dimension - 1) / 2
        tail = 2 * np.minimum(beyond, 1 - beyond)
        cosine = np.sqrt(special.betainccinv(0.5, half, tail))
        sine = np.sqrt(special.betaincinv(half, 0.5, tail))
        return np.where(beyond <= 0.5, cosine, -cosine), sine


def optimal_cap(dimension: int, epsilon: float) -> Cap:
    """The cap with the largest m at ln(c1/c2) = ε.

    With h = E[⟨x, z⟩ 1{cap}] under the uniform measure, m = h (e^ε − 1) / (1 + θ(e^ε − 1)), and
    d ln m/dγ = (m − γ)(d−1)/(1−γ²): m rises while γ < m and falls for good once γ > m, so **the one maximum is where
    γ = m**.
    """
    log_weight = epsilon + math.log(-math.expm1(-epsilon))

    def excess(logit: float) -> float:
        """ln m − ln γ, decreasing through its one root."""
        cap = Cap.from_logit(dimension, logit)
        with np.errstate(divide="ignore"):
            log_mass = float(np.log(cap.mass))
        log_scale = cap.log_first_moment + log_weight - float(np.logaddexp(0.0, log_mass + log_weight))
        return log_scale - 0.5 * math.log(cap.cosine2)

    return Cap.from_logit(dimension, float(bracketed_root(excess, -_LOGIT, _LOGIT, xtol=1e-13, rtol=1e-14)))


def split_cap(dimension: int, epsilon: float) -> Cap:
    """The narrowest cap that conditions (16a) or (16b) of Bhowmick et al. (2018) allow for (1−θ)/θ <= e^ε.

    (16a) γ <= (e^ε − 1)/(e^ε + 1) · √(π/(2(d−1)));
    (16b) γ >= √(2/d) and ½ ln d + ln 6 − (d−1)/2 · ln(1−γ²) + ln γ <= ε.
    Their proof of (16a) needs the density of ⟨x, z⟩ to be largest at 0, which fails for d = 2: no cap is narrower
    than (1−θ)/θ = e^ε allows.
    """
    gamma = min(math.tanh(epsilon / 2) * math.sqrt(math.pi / (2 * (dimension - 1))), 1.0)
    start = math.sqrt(2 / dimension)

    def slack(value: float) -> float:
        need = 0.5 * math.log(36 * dimension) + math.log(value)
        return epsilon - need + (dimension - 1) / 2 * math.log1p(-value * value)

    if start < 1 and slack(start) > 0:
        end = math.nextafter(1.0, 0.0)
        root = end if slack(end) > 0 else float(bracketed_root(slack, start, end, xtol=1e-16, rtol=1e-14))
        while slack(root) < 0:
            root = max(start, root - 1e-14)
        gamma = max(gamma, root)
    exact = Cap.from_mass(dimension, float(special.expit(-epsilon)))
    return Cap.from_gamma(dimension, gamma) if gamma < exact.gamma else exact
