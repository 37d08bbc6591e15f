"""The noise behind the running-time figures of Liu, Chen, Özgür, Li 2024.

n clients with entries ±1 release their mean under (ε, δ)-central privacy. Their noise has standard deviation σ̃ in each
coordinate of the mean, so √n σ̃ at a client. Rényi accounting at integer orders gives σ̃ = z·Δ, with Δ the distance in
L2 norm by which one client moves the mean: √d/n for a vector of d entries that is replaced by zero.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.accounting import INTEGER_ORDERS
from ppr_core.guarantees.renyi import conversion_cost

__all__ = ["DELTA", "NOISES", "PRINTED_CHUNK", "mean_noise", "noise_multiplier"]

DELTA = 1e-6
#: Entries that the printed σ̃ = 1.0917 protects; a vector has 1000.
PRINTED_CHUNK = 50
#: name -> what the budget is spent on.
NOISES: dict[str, str] = {"chunk": "one 50-entry chunk", "vector": "the whole vector"}

# `accounting.gaussian_renyi_noise_std` is the same for one release; the closed form needs no accountant to be imported.
_GAMMA = np.array(INTEGER_ORDERS, dtype=float)
_CONVERSION = conversion_cost(_GAMMA, DELTA)


def noise_multiplier(epsilon: float) -> float:
    """z = σ/Δ of a Gaussian mechanism that is (ε, `DELTA`)-private by Rényi accounting.

    min over γ of √(γ / (2(ε − c_γ))), because D_γ = γ/(2z²). epsilon: in nats, above the smallest c_γ, 0.029.
    """
    least = float(_CONVERSION.min())
    epsilon = validation.real("epsilon", epsilon, least, low_open=True)
    rest = epsilon - _CONVERSION
    useful = rest > 0
    return math.sqrt(float((_GAMMA[useful] / (2 * rest[useful])).min()))


def mean_noise(epsilon: float, *, entries: int, clients: int) -> float:
    """σ̃ of the mean that hides ``entries`` entries ±1 of one client: z·√entries/n."""
    return noise_multiplier(epsilon) * math.sqrt(entries) / clients
