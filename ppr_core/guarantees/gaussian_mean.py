"""Mean estimation with a Gaussian mechanism compressed by PPR: Corollaries 12 and 17 as functions.

Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024). Each of n
clients holds x_i in R^d, ‖x_i‖₂ ≤ C, and sends Z_i ~ N(x_i, (σ²/n) I); the server averages, so that the mean carries
noise N(0, (σ/n)² I). Throughout ``sigma`` is this σ: a client's own noise has standard deviation σ/√n.

Neighbours. One client moves the mean by C/n when its vector is replaced by zero ("zero_out") and by up to 2C/n when
it is replaced by any other ("replace_one"). The corollaries print the noise of the first. Local privacy compares any
two inputs, which are up to 2C apart, so here it does not depend on that choice: the printed local statement
(2α√n ε, 2δ) comes out with the noise of "replace_one" and doubles its ε with the printed noise.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Literal

from ppr_core import validation
from ppr_core.guarantees.lengths import zipf_shannon_size
from ppr_core.guarantees.poisson import ppr_approximate, ppr_bits
from ppr_core.guarantees.renyi import rdp_to_approximate
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.wording import number

__all__ = [
    "Neighbours", "gaussian_mean_local", "gaussian_mean_renyi_local", "gaussian_mean_renyi_sigma",
    "gaussian_mean_sigma", "gaussian_mean_size",
]  # fmt: skip

Neighbours = Literal["zero_out", "replace_one"]

_DISTANCE = {"zero_out": 1.0, "replace_one": 2.0}


def gaussian_mean_size(*, dimension: int, clients: int, norm_bound: float, sigma: float, alpha: float) -> Bound:
    """Corollary 12: a client's expected size ≤ ℓ + log2(ℓ + 1) + 2 bits, ℓ = (d/2) log2(C²n/(dσ²) + 1) + η_α.

    Uses the proposal N(0, (C²/d + σ²/n) I). dimension: d >= 1; clients: n >= 1; norm_bound: C >= 0; sigma: σ > 0;
    alpha: in (1, ∞].

    >>> from ppr_core.guarantees import gaussian_mean_size
    >>> round(gaussian_mean_size(dimension=10, clients=100, norm_bound=1.0, sigma=5.0, alpha=2.0).value, 3)
    10.917
    """
    dimension = validation.integer("dimension", dimension, 1)
    clients = validation.integer("clients", clients, 1)
    norm_bound = validation.real("norm_bound", norm_bound, 0.0)
    sigma = validation.positive("sigma", sigma)
    ratio = norm_bound / sigma
    divergence = dimension / 2.0 * math.log1p(ratio * ratio * clients / dimension) / math.log(2.0)
    length = zipf_shannon_size(ppr_bits(divergence, alpha).value)
    conditions = ("Q = N(0, (C²/d + σ²/n) I)", *length.conditions)
    return Bound(value=length.value, unit="bits", side="upper", source="ppr.corollary12", conditions=conditions)


def gaussian_mean_sigma(*, norm_bound: float, epsilon: float, delta: float, neighbours: Neighbours) -> float:
    """Corollary 12: σ = Δ √(2 ln(1.25/δ)) / ε for (ε, δ)-central privacy, Δ = C ("zero_out") or 2C ("replace_one").

    The classical Gaussian mechanism (Dwork and Roth 2014, appendix A), proved for ε < 1.
    `ppr_core.accounting.gaussian_noise_std` needs less noise. norm_bound: C >= 0; epsilon, delta: in (0, 1).

    >>> from ppr_core.guarantees import gaussian_mean_sigma
    >>> round(gaussian_mean_sigma(norm_bound=1.0, epsilon=0.5, delta=1e-6, neighbours="zero_out"), 3)
    10.598
    """
    distance = _sensitivity(norm_bound, neighbours)
    epsilon = validation.probability("epsilon", epsilon)
    return distance * _classical_multiplier(delta) / epsilon


def gaussian_mean_local(
    *, clients: int, norm_bound: float, sigma: float, delta: float, alpha: float
) -> PrivacyGuarantee:
    """Corollary 12: one client against the decoder, (2αε, 2δ) with ε = 2C√n √(2 ln(1.25/δ)) / σ.

    Any two inputs of the ball, 2C apart, under noise σ/√n; then Theorem 8. Raises ``ValueError`` when ε would not be
    below 1, as the classical Gaussian mechanism requires. clients: n >= 1; norm_bound: C >= 0; sigma: σ > 0; delta:
    in (0, 1); alpha: in (1, ∞].

    >>> from ppr_core.guarantees import gaussian_mean_local
    >>> told = gaussian_mean_local(clients=100, norm_bound=1.0, sigma=200.0, delta=1e-6, alpha=2.0)
    >>> round(told.epsilon, 3), told.delta
    (2.12, 2e-06)
    """
    clients = validation.integer("clients", clients, 1)
    distance = _sensitivity(norm_bound, "replace_one") * math.sqrt(clients)
    mechanism = PrivacyGuarantee(
        epsilon=_classical_epsilon(distance, sigma, delta),
        delta=delta,
        against="database",
        notion="local",
        source="gaussian.classical",
        conditions=("any two inputs of norm at most C", "ε < 1 in the classical Gaussian mechanism"),
    )
    return dataclasses.replace(ppr_approximate(mechanism, alpha), source="ppr.corollary12")


def gaussian_mean_renyi_sigma(*, norm_bound: float, order: float, epsilon: float, neighbours: Neighbours) -> float:
    """Corollary 17: σ = Δ √(γ/(2ε)) for (γ, ε)-central Rényi privacy, Δ = C ("zero_out") or 2C ("replace_one").

    D_γ between two Gaussians Δ/n apart under noise σ/n is γΔ²/(2σ²). The corollary prints √(Cγ/(2ε)); a noise has
    the unit of C, so C belongs outside the root. norm_bound: C >= 0; order: γ > 1; epsilon: in nats, > 0.

    >>> from ppr_core.guarantees import gaussian_mean_renyi_sigma
    >>> gaussian_mean_renyi_sigma(norm_bound=1.0, order=8.0, epsilon=1.0, neighbours="zero_out")  # √(8/2)
    2.0
    """
    distance = _sensitivity(norm_bound, neighbours)
    order = validation.real("order", order, 1.0, low_open=True)
    epsilon = validation.positive("epsilon", epsilon)
    return distance * math.sqrt(order / (2.0 * epsilon))


def gaussian_mean_renyi_local(
    *, clients: int, norm_bound: float, sigma: float, order: float, delta: float, alpha: float
) -> PrivacyGuarantee:
    """Corollary 17: one client against the decoder by Rényi accounting, for any ε.

    D_γ ≤ γ(2C)²n/(2σ²) for any two inputs, `rdp_to_approximate`, then Theorem 8: (2αε, 2δ). Rényi divergence grows
    with the square of the signal-to-noise ratio, so a central (γ, ε) becomes nε for the same distance; the corollary
    prints √n ε. clients: n >= 1; norm_bound: C >= 0; sigma: σ > 0; order: γ > 1; delta: in (0, 1]; alpha: in (1, ∞].

    >>> from ppr_core.guarantees import gaussian_mean_renyi_local
    >>> told = gaussian_mean_renyi_local(clients=100, norm_bound=1.0, sigma=50.0, order=20.0, delta=1e-6, alpha=2.0)
    >>> round(told.epsilon, 3), told.delta
    (8.473, 2e-06)
    """
    clients = validation.integer("clients", clients, 1)
    distance = _sensitivity(norm_bound, "replace_one")
    sigma = validation.positive("sigma", sigma)
    order = validation.real("order", order, 1.0, low_open=True)
    ratio = distance / sigma
    mechanism = rdp_to_approximate(order, order * ratio * ratio * clients / 2.0, delta, notion="local")
    return dataclasses.replace(ppr_approximate(mechanism, alpha), source="ppr.corollary17")


def _sensitivity(norm_bound: float, neighbours: Neighbours) -> float:
    """How far one client can move the sum of all inputs."""
    validation.choice("neighbours", neighbours, tuple(_DISTANCE))
    return _DISTANCE[neighbours] * validation.real("norm_bound", norm_bound, 0.0)


def _classical_multiplier(delta: float) -> float:
    delta = validation.probability("delta", delta)
    return math.sqrt(2.0 * math.log(1.25 / delta))


def _classical_epsilon(distance: float, sigma: float, delta: float) -> float:
    sigma = validation.positive("sigma", sigma)
    least = distance * _classical_multiplier(delta)
    validation.require(sigma > least, "sigma", sigma, f"above {number(least, 6)} (the classical analysis needs ε < 1)")
    return least / sigma
