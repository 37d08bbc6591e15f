"""Metric privacy with a d-dimensional Laplace mechanism compressed by PPR: Corollary 13 as functions.

Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024). Density
∝ exp(−ε‖z − x‖₂) on R^d for ‖x‖₂ ≤ C: ε·d-private for the Euclidean distance; its compression is 2αε·d-private
against the decoder (`ppr_metric`).
"""

from __future__ import annotations

import math
from functools import lru_cache

from scipy.special import gammaincinv

from ppr_core import validation
from ppr_core.guarantees.lengths import zipf_shannon_size
from ppr_core.guarantees.poisson import ppr_bits
from ppr_core.guarantees.types import Bound
from ppr_core.roots import bracketed_root

__all__ = [
    "laplace_metric_epsilon", "laplace_metric_error", "laplace_metric_length", "laplace_metric_radius",
    "laplace_metric_size",
]  # fmt: skip


def laplace_metric_length(*, dimension: int, epsilon: float, norm_bound: float, alpha: float) -> Bound:
    """Corollary 13: the bound ℓ on the mean of log2 K.

    ℓ = (d/2) log2((2/e)(C²ε²/d + d + 1)) − log2(Γ(d+1)/Γ(d/2+1)) + η_α.

    The first two terms are the divergence to the Gaussian proposal Q = N(0, (C²/d + (d+1)/ε²) I), largest (and then
    equal) at ‖x‖ = C. That proposal has lighter tails than the Laplace law, so dP/dQ is unbounded and an encoder that
    stops at a ratio bound cannot run with it: the bits are a bound, not a measurement of such a run.

    dimension: d >= 1; epsilon: nats per unit of length, > 0; norm_bound: C >= 0; alpha: in (1, ∞].

    >>> from ppr_core.guarantees import laplace_metric_length
    >>> round(laplace_metric_length(dimension=2, epsilon=10.0, norm_bound=1.0, alpha=3.0).value, 3)
    6.117
    """
    dimension = validation.integer("dimension", dimension, 1)
    epsilon = validation.positive("epsilon", epsilon)
    norm_bound = validation.real("norm_bound", norm_bound, 0.0)
    radius = norm_bound * epsilon
    spread = radius * radius / dimension + dimension + 1.0
    nats = dimension / 2.0 * (math.log(2.0 * spread) - 1.0)
    nats -= math.lgamma(dimension + 1.0) - math.lgamma(dimension / 2.0 + 1.0)
    length = ppr_bits(nats / math.log(2.0), alpha).value
    conditions = ("Q = N(0, (C²/d + (d+1)/ε²) I), whose ratio dP/dQ is unbounded",)
    return Bound(value=length, unit="bits", side="upper", source="ppr.corollary13", conditions=conditions)


def laplace_metric_size(*, dimension: int, epsilon: float, norm_bound: float, alpha: float) -> Bound:
    """Corollary 13: expected size ≤ ℓ + log2(ℓ + 1) + 2 bits, with ℓ of `laplace_metric_length`, same arguments.

    >>> from ppr_core.guarantees import laplace_metric_size
    >>> round(laplace_metric_size(dimension=2, epsilon=10.0, norm_bound=1.0, alpha=3.0).value, 3)
    10.948
    """
    length = laplace_metric_length(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, alpha=alpha)
    size = zipf_shannon_size(length.value)
    conditions = (*length.conditions, *size.conditions)
    return Bound(value=size.value, unit="bits", side="upper", source="ppr.corollary13", conditions=conditions)


def laplace_metric_error(*, dimension: int, epsilon: float) -> Bound:
    """Corollary 13: E‖X − Z‖² = d(d+1)/ε², exact because PPR is. dimension: d >= 1; epsilon: > 0.

    >>> from ppr_core.guarantees import laplace_metric_error
    >>> laplace_metric_error(dimension=2, epsilon=1.0).value
    6.0
    """
    dimension = validation.integer("dimension", dimension, 1)
    epsilon = validation.positive("epsilon", epsilon)
    value = dimension * (dimension + 1.0) / epsilon / epsilon
    return Bound(value=value, unit="squared length", side="exact", source="ppr.corollary13")


def laplace_metric_epsilon(*, dimension: int, norm_bound: float, alpha: float, bits: float) -> float:
    """The largest ε whose size by Corollary 13 fits into so many bits, on the safe side of the root; 0 if none does.

    dimension: d >= 1; norm_bound: C > 0; alpha: in (1, ∞]; bits: >= 0. Nats per unit of length.

    >>> from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_size
    >>> epsilon = laplace_metric_epsilon(dimension=2, norm_bound=1.0, alpha=3.0, bits=12.0)
    >>> round(laplace_metric_size(dimension=2, epsilon=epsilon, norm_bound=1.0, alpha=3.0).value, 6)
    12.0
    """
    norm_bound = validation.positive("norm_bound", norm_bound)
    return _largest(dimension, norm_bound, alpha, validation.real("bits", bits, 0.0))


@lru_cache(maxsize=1024)
def _largest(dimension: int, norm_bound: float, alpha: float, bits: float) -> float:
    def excess(log_epsilon: float) -> float:
        epsilon = math.exp(log_epsilon)
        size = laplace_metric_size(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, alpha=alpha)
        return size.value - bits

    low, high = (math.log(epsilon / norm_bound) for epsilon in (1e-9, 1.0))
    if excess(low) > 0.0:
        return 0.0
    while excess(high) <= 0.0:
        high += 5.0
    root = bracketed_root(excess, low, high, xtol=1e-13)
    while excess(root) > 0.0:
        root = math.nextafter(root - 1e-13, -math.inf)
    return math.exp(root)


def laplace_metric_radius(*, dimension: int, epsilon: float, confidence: float) -> float:
    """The radius R with P(‖Z − X‖ <= R) = confidence: ‖Z − X‖ has the law Gamma(d, 1/ε).

    For d = 2 it solves 1 − (1 + εR) e^{−εR} = confidence. dimension: d >= 1; epsilon: > 0, nats per unit of length;
    confidence: in [0, 1).

    >>> from ppr_core.guarantees import laplace_metric_radius
    >>> round(laplace_metric_radius(dimension=1, epsilon=1.0, confidence=0.5), 4)  # ln 2
    0.6931
    """
    dimension = validation.integer("dimension", dimension, 1)
    epsilon = validation.positive("epsilon", epsilon)
    confidence = validation.real("confidence", confidence, 0.0, 1.0, high_open=True)
    return float(gammaincinv(dimension, confidence)) / epsilon
