"""The exact law of the privacy loss of whoever sees PPR's list, index and arrival times, and its curve δ(ε).

With weights p_j of Poisson–Dirichlet law (σ = 1/α), X = e^{−αℓ(Z)} for Z ~ P_x and R = Σ_k p_k X_k the loss of
outcome J is ln(R/X_J), and E[φ(X_J)/(t + R)] = E[φ(X)(t + X)^{σ−1}] / E(t + X)^σ for t > 0. Inverting this Stieltjes
transform gives the joint law: with A = E(X − r)₊^σ and B = E(r − X)₊^σ (X_J, R) has the density

    (sin πσ/π) · P(X ∈ dx) |x − r|^{σ−1} · {B if x > r, A if x < r} / (A² + 2AB cos πσ + B²),

so that δ(ε) = E(1 − e^ε X_J/R)₊ is an integral over ρ = ln r. The proof is in docs/decoder_privacy.md. Integrals are
taken by double exponential quadrature between the points where the integrand is not smooth: about 10 digits.
"""

from __future__ import annotations

import functools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting.loss_pairs import LossPair
from ppr_core.roots import bracketed_root

__all__ = ["PoissonLoss", "log_fall_of", "log_rise_of", "poisson_loss", "resolved"]

_TINY = 1e-300  # stands for δ = 0 in logarithms
_FLAT = 0.1  # of δ: where the largest loss is near, ln δ falls too steeply for a secant
_MARGIN = 1e-9  # of ε, above the error of quadrature
_LARGEST_EPSILON = 1e6  # beyond it ε counts as infinite
_LEAST = 1 + 1e-6
_PEAKED, _CLOSER = 1 + 1e-4, 1.5  # R has a peak as narrow as α − 1: up to this α nodes are closer by this factor

LossFunction = Callable[[np.ndarray], np.ndarray]


class PoissonLoss(ABC):
    """The law of the loss of PPR's decoder under the first of two inputs. alpha: α in (1, ∞).

    largest: the largest loss, in nats; infinite: P(L = ∞), of outputs that the second input excludes. share: of the
    way to the least order that is computed; closer: by what factor nodes are closer than usual.

    >>> from ppr_core.accounting import LaplacePair, poisson_loss
    >>> poisson_loss(LaplacePair(1.0), 2.0).largest
    4.0
    """

    largest: float
    infinite: float = 0.0

    def __init__(self, alpha: float) -> None:
        self.alpha = resolved(alpha)
        self.share = (alpha - 1) / (self.alpha - 1)
        self.closer = _CLOSER if self.alpha < _PEAKED else 1.0
        self.sigma = 1 / self.alpha
        self.complement = (self.alpha - 1) / self.alpha  # 1 − σ, precise when α is near 1
        self.log_scale = math.log(math.sin(math.pi * min(self.sigma, self.complement)) / math.pi)

    @abstractmethod
    def mean(self, function: LossFunction, above: float = -math.inf) -> float:
        """E f(L) 1{L > above} for a smooth function f of losses, (n,) -> (n,), and ``above`` >= 0 or −∞."""

    @abstractmethod
    def own_delta(self, epsilon: float) -> float:
        """δ(ε) of the output, which follows from the message: the least that the message's can be."""

    def delta(self, epsilon: Any) -> np.ndarray:
        """δ(ε) = E(1 − e^{ε−L})₊ for ε >= 0 in nats: (e,) -> (e,)."""
        values = validation.array("epsilon", np.atleast_1d(epsilon), (None,))
        validation.require(bool(np.all(values >= 0)), "epsilon", float(values.min(initial=0)), "at least 0")
        return np.array([self._delta(float(value)) for value in values])

    def epsilon(self, delta: float) -> float:
        """The smallest ε >= 0 with δ(ε) <= delta, in nats, rounded up; ``largest`` where delta is 0."""
        delta = validation.real("delta", delta, 0.0, 1.0)
        if self._delta(0.0) <= delta:
            return 0.0
        if delta <= self.infinite:
            return self.largest
        high = self.largest if math.isfinite(self.largest) else 1.0
        while math.isinf(self.largest) and self._delta(high) > delta:
            if high > _LARGEST_EPSILON:
                return math.inf
            high *= 2
        least = delta * _FLAT if math.isfinite(self.largest) else _TINY
        root = bracketed_root(lambda value: math.log(max(self._delta(value), least) / delta), 0.0, high, xtol=1e-11)
        return min(float(root) + _MARGIN * max(root, 1.0), self.largest)

    def _delta(self, epsilon: float) -> float:
        averaged = self.mean(lambda loss: -np.expm1(np.minimum(epsilon - loss, 0.0)), above=epsilon)
        own_delta = self.own_delta(epsilon)
        return min(own_delta + self.share * max(averaged - own_delta, 0.0), 1.0)

    def log_density(
        self, log_gap: np.ndarray | float, log_other: np.ndarray, log_a: np.ndarray, log_b: np.ndarray
    ) -> np.ndarray:
        """ln of the density above per P(X ∈ dx) and dρ, with everything divided by the powers of r that cancel.

        log_gap: ln |x/r − 1|; log_other: ln B for x > r, ln A for x < r; log_a, log_b: ln A and ln B.
        """
        high, ratio = np.maximum(log_a, log_b), np.exp(-np.abs(log_a - log_b))
        # A² + 2AB cos πσ + B² = (A − B)² + 4AB sin²(π(1 − σ)/2)
        square = (1 - ratio) ** 2 + 4 * ratio * math.sin(math.pi * self.complement / 2) ** 2
        return self.log_scale - self.complement * log_gap + log_other - 2 * high - np.log(square)


def resolved(alpha: float) -> float:
    """The order of which the law is computed: α, at least 1 + 10⁻⁶; from the output's δ at α = 1 to there δ is linear,
    to 10⁻¹¹ of it."""
    return max(validation.real("alpha", alpha, 1.0, low_open=True), _LEAST)


@functools.singledispatch
def poisson_loss(pair: LossPair, alpha: float) -> PoissonLoss:
    """The law of the decoder's loss for a pair of inputs; ``ValueError`` for pairs without a method for it.

    >>> from ppr_core.accounting import dominating_pair, poisson_loss
    >>> loss = poisson_loss(dominating_pair(1.0), 3.0)
    >>> round(loss.largest, 6), loss.infinite
    (6.0, 0.0)
    """
    validation.fail("pair", type(pair).__name__, "one whose exact loss is known, such as AtomicPair or GaussianPair")


def log_rise_of(gap: np.ndarray, log_gap: np.ndarray) -> np.ndarray:
    """ln(e^v − 1) from v > 0 and ln v."""
    return np.where(gap < 1e-8, log_gap, gap + np.log(-np.expm1(-np.maximum(gap, 1e-300))))


def log_fall_of(gap: np.ndarray, log_gap: np.ndarray) -> np.ndarray:
    """ln(1 − e^{−v}) from v > 0 and ln v."""
    return log_rise_of(gap, log_gap) - gap
