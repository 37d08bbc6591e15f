"""Communication budgets: how much noise PPR needs so that its size bound fits into a number of bits.

Liu, Chen, Özgür, Li 2024, Section 7, give PPR a budget of b bits and a privacy ε by a rule: simulate the Gaussian
mechanism of the largest ε′ <= ε whose bound by Theorem 5, with the Shannon code, is at most b. Less ε′ is more noise,
so the rule takes the larger of two noises: that of ε and the least that fits.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.guarantees import ppr_bits, zipf_shannon_size
from ppr_core.roots import bracketed_root

__all__ = ["Information", "budget_noise_std", "ppr_size_bits", "report_information_bits", "sign_information_bits"]

Information = Literal["signs", "gaussian"]

_NODES = np.linspace(-12.0, 12.0, 6001)  # the trapezoidal rule is exact to rounding for these smooth integrands
_WEIGHTS = np.exp(-(_NODES**2) / 2) / math.sqrt(2 * math.pi) * (_NODES[1] - _NODES[0])


def sign_information_bits(noise_std: float, probability: float = 0.5) -> float:
    """I(X; X + N) in bits for X = ±1, P(X = 1) = ``probability`` in (0, 1), and N ~ N(0, noise_std²), noise_std > 0.

    Σ_x P(x) E[−log2(P(x) + P(−x) exp(−2xZ/s²)) | X = x].
    """
    s = validation.real("noise_std", noise_std, 0.0, low_open=True)
    p = validation.real("probability", probability, 0.0, 1.0, low_open=True, high_open=True)
    log_odds = -2.0 * (1.0 + s * _NODES) / (s * s)
    terms = [q * -np.logaddexp(math.log(q), math.log1p(-q) + log_odds) for q in (p, 1.0 - p)]
    return max(float(_WEIGHTS @ sum(terms)) / math.log(2), 0.0)


def report_information_bits(
    mean_noise_std: float,
    *,
    dimension: int,
    clients: int,
    coordinate_bound: float = 1.0,
    information: Information = "signs",
) -> float:
    """I of one client's report of d entries, in bits: of uniform signs ±c ("signs", as the paper's figures), or the
    bound (d/2) log2(1 + c²/(nσ̃²)) of Corollary 12 ("gaussian").

    mean_noise_std: σ̃ > 0 of each coordinate of the mean, √n σ̃ at a client.
    """
    dimension = validation.integer("dimension", dimension, 1)
    validation.choice("information", information, ("signs", "gaussian"))
    bound = validation.real("coordinate_bound", coordinate_bound, 0.0, low_open=True)
    noise = validation.real("mean_noise_std", mean_noise_std, 0.0, low_open=True) / bound
    noise *= math.sqrt(validation.integer("clients", clients, 1))
    each = sign_information_bits(noise) if information == "signs" else math.log2(1.0 + noise**-2) / 2.0
    return dimension * each


def ppr_size_bits(
    mean_noise_std: float,
    *,
    dimension: int,
    clients: int,
    alpha: float,
    coordinate_bound: float = 1.0,
    chunk: int | None = None,
    information: Information = "signs",
) -> float:
    """Theorem 5 with the Shannon code for one client: m (ℓ + log2(ℓ + 1) + 2) bits for m chunks, ℓ = I + η_α.

    I: `report_information_bits` of a chunk. chunk: entries of a chunk, None for the whole vector; a shorter last one
    counts with its own size.
    """
    dimension = validation.integer("dimension", dimension, 1)
    chunk = dimension if chunk is None else validation.integer("chunk", chunk, 1, dimension)
    shape = {"clients": clients, "coordinate_bound": coordinate_bound, "information": information}
    each = report_information_bits(mean_noise_std, dimension=1, **shape)
    whole, rest = divmod(dimension, chunk)
    size = whole * zipf_shannon_size(ppr_bits(chunk * each, alpha).value).value
    return size + (zipf_shannon_size(ppr_bits(rest * each, alpha).value).value if rest else 0.0)


def budget_noise_std(
    bits: float,
    *,
    dimension: int,
    clients: int,
    alpha: float,
    coordinate_bound: float = 1.0,
    chunk: int | None = None,
    information: Information = "signs",
) -> float:
    """The least σ̃ whose `ppr_size_bits` is at most ``bits``; 0 if every noise fits.

    Raises ``ValueError`` for budgets that no noise fits, which are those below the size at I = 0.
    """
    bits = validation.real("bits", bits, 0.0, low_open=True)

    def excess(log_noise: float) -> float:
        size = ppr_size_bits(
            math.exp(log_noise),
            dimension=dimension,
            clients=clients,
            alpha=alpha,
            coordinate_bound=coordinate_bound,
            chunk=chunk,
            information=information,
        )
        return size - bits

    unit = math.log(coordinate_bound / math.sqrt(clients))
    low, high = unit + math.log(0.05), unit + math.log(1e7)  # at the lower end a sign is certain
    floor = excess(high) + bits
    validation.require(floor < bits, "bits", bits, f"above {floor:.4g}, the size without any information")
    if information == "signs" and excess(low) <= 0.0:
        return 0.0
    while excess(low) <= 0.0:
        low -= 1.0
    root = bracketed_root(excess, low, high, xtol=1e-11)
    while excess(root) > 0.0:
        root += 1e-11
    return math.exp(root)
