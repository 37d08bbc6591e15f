"""Central privacy of a mean with Gaussian noise: how far one client moves it, and the noise that hides this."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ppr_core import validation
from ppr_core.accounting import (
    INTEGER_ORDERS,
    gaussian_noise_std,
    gaussian_privacy,
    gaussian_renyi_noise_std,
    gaussian_renyi_privacy,
)
from ppr_core.guarantees import Neighbours, PrivacyGuarantee

__all__ = ["Accounting", "mean_noise_std", "mean_privacy", "mean_sensitivity"]

Accounting = Literal["analytic", "renyi"]

_DISTANCE = {"zero_out": 1.0, "replace_one": 2.0}


def mean_sensitivity(*, norm_bound: float, clients: int, neighbours: Neighbours) -> float:
    """L2 distance by which one client moves the mean: C/n when its vector is replaced by zero ("zero_out", the same as
    adding or removing it from a sum divided by a public n), 2C/n when by any other ("replace_one").

    norm_bound: C > 0, largest ‖x_i‖₂, c√d for entries in [−c, c]; clients: n >= 1.

    >>> from ppr_core.estimation.mean import mean_sensitivity
    >>> [mean_sensitivity(norm_bound=1.0, clients=100, neighbours=one) for one in ("zero_out", "replace_one")]
    [0.01, 0.02]
    """
    validation.choice("neighbours", neighbours, tuple(_DISTANCE))
    norm_bound = validation.positive("norm_bound", norm_bound)
    return _DISTANCE[neighbours] * norm_bound / validation.integer("clients", clients, 1)


def mean_noise_std(
    *,
    norm_bound: float,
    clients: int,
    epsilon: float,
    delta: float,
    neighbours: Neighbours = "zero_out",
    accounting: Accounting = "analytic",
) -> float:
    """σ̃ of each coordinate of the mean that makes it (ε, δ)-private, from the private side.

    accounting: "analytic" (exact, Balle and Wang 2018) or "renyi" (at the best of `INTEGER_ORDERS`, which
    give the noise of Liu, Chen, Özgür, Li 2024, which is some percent larger). epsilon: > 0 in nats, for
    "renyi" and δ = 10⁻⁶ above 0.029; delta: in (0, 1).

    >>> from ppr_core.estimation.mean import mean_noise_std, mean_privacy
    >>> noise = mean_noise_std(norm_bound=1.0, clients=100, epsilon=1.0, delta=1e-6)
    >>> round(mean_privacy(noise, norm_bound=1.0, clients=100, delta=1e-6).epsilon, 6)
    1.0
    """
    validation.choice("accounting", accounting, ("analytic", "renyi"))
    sensitivity = mean_sensitivity(norm_bound=norm_bound, clients=clients, neighbours=neighbours)
    if accounting == "renyi":
        return gaussian_renyi_noise_std(sensitivity, epsilon, delta, orders=INTEGER_ORDERS)
    return gaussian_noise_std(sensitivity, epsilon, delta)


def mean_privacy(
    noise_std: float,
    *,
    norm_bound: float,
    clients: int,
    delta: float,
    neighbours: Neighbours = "zero_out",
    accounting: Accounting = "analytic",
) -> PrivacyGuarantee:
    """Central (ε, δ) of a mean with noise ``noise_std`` in each coordinate; inverse of `mean_noise_std`.

    >>> from ppr_core.estimation.mean import mean_privacy
    >>> round(mean_privacy(0.04, norm_bound=1.0, clients=100, delta=1e-6).epsilon, 4)  # sensitivity 1/100
    1.0607
    """
    validation.choice("accounting", accounting, ("analytic", "renyi"))
    sensitivity = mean_sensitivity(norm_bound=norm_bound, clients=clients, neighbours=neighbours)
    if accounting == "renyi":
        guarantee = gaussian_renyi_privacy(noise_std, sensitivity, delta, orders=INTEGER_ORDERS)
    else:
        guarantee = gaussian_privacy(noise_std, sensitivity, delta, notion="central")
    return replace(guarantee, conditions=(f"neighbours: {neighbours}", *guarantee.conditions))
