"""Communication budgets: how much noise PPR needs so that its size bound fits into a number of bits.

Liu, Chen, Özgür, Li 2024, Section 7, give PPR a budget of b bits and a privacy ε by a rule: simulate the Gaussian
mechanism of the largest ε′ <= ε whose bound by Theorem 5, with the Shannon code, is at most b. Less ε′ is more noise,
so the rule takes the larger of two noises: that of ε and the least that fits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.guarantees import ppr_bits, zipf_shannon_size
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = ["Information", "ReportSize", "sign_information_bits"]

Information = Literal["signs", "gaussian"]

_NODES = np.linspace(-12.0, 12.0, 6001)  # the trapezoidal rule is exact to rounding for these smooth integrands
_WEIGHTS = np.exp(-(_NODES**2) / 2) / math.sqrt(2 * math.pi) * (_NODES[1] - _NODES[0])


def sign_information_bits(noise_std: float, probability: float = 0.5) -> float:
    """I(X; X + N) in bits for X = ±1, P(X = 1) = ``probability`` in (0, 1), and N ~ N(0, noise_std²), noise_std > 0.

    Σ_x P(x) E[−log2(P(x) + P(−x) exp(−2xZ/s²)) | X = x].

    >>> from ppr_core.estimation.mean import sign_information_bits
    >>> round(sign_information_bits(0.01), 6), round(sign_information_bits(100.0), 3)
    (1.0, 0.0)
    """
    s = validation.positive("noise_std", noise_std)
    p = validation.probability("probability", probability)
    log_odds = -2.0 * (1.0 + s * _NODES) / (s * s)
    terms = [q * -np.logaddexp(math.log(q), math.log1p(-q) + log_odds) for q in (p, 1.0 - p)]
    return max(float(_WEIGHTS @ sum(terms)) / math.log(2), 0.0)


@dataclass(frozen=True, kw_only=True)
class ReportSize:
    """What one client's report of d entries with n σ̃² of noise in each takes when PPR sends it.

    dimension: d; clients: n, so that σ̃ is the noise of each coordinate of the mean; alpha: order of PPR. information:
    of uniform signs ±1 ("signs", as the paper's figures), or the bound (d/2) log2(1 + 1/(nσ̃²)) of Corollary 12
    ("gaussian").

    >>> from ppr_core.estimation.mean import ReportSize
    >>> ReportSize(dimension=16, clients=100).information
    'signs'
    """

    dimension: int
    clients: int
    alpha: float = 2.0
    information: Information = "signs"

    def __post_init__(self) -> None:
        validation.integer("dimension", self.dimension, 1)
        validation.integer("clients", self.clients, 1)
        validation.choice("information", self.information, ("signs", "gaussian"))

    def information_bits(self, mean_noise_std: float) -> float:
        """I of a report in bits; mean_noise_std: σ̃ > 0."""
        return self.dimension * self._entry_bits(mean_noise_std)

    def size_bits(self, mean_noise_std: float, chunk: int | None = None) -> float:
        """Theorem 5 with the Shannon code for one client: m (ℓ + log2(ℓ + 1) + 2) bits for m chunks, ℓ = I + η_α.

        chunk: entries of a chunk, None for the whole vector; a shorter last one counts with its own size.
        """
        width = self.dimension if chunk is None else validation.integer("chunk", chunk, 1, self.dimension)
        each = self._entry_bits(mean_noise_std)
        whole, rest = divmod(self.dimension, width)
        size = whole * zipf_shannon_size(ppr_bits(width * each, self.alpha).value).value
        return size + (zipf_shannon_size(ppr_bits(rest * each, self.alpha).value).value if rest else 0.0)

    def least_noise_std(self, bits: float, chunk: int | None = None) -> float:
        """The least σ̃ whose `size_bits` is at most ``bits``; 0 if every noise fits.

        Raises ``ValueError`` for budgets that no noise fits, which are those below the size at I = 0.
        """
        bits = validation.positive("bits", bits)

        def excess(log_noise: float) -> float:
            return self.size_bits(math.exp(log_noise), chunk) - bits

        unit = math.log(1 / math.sqrt(self.clients))
        low, high = unit + math.log(0.05), unit + math.log(1e7)  # at the lower end a sign is certain
        floor = excess(high) + bits
        validation.require(floor < bits, "bits", bits, f"above {number(floor, 4)}, the size without any information")
        if self.information == "signs" and excess(low) <= 0.0:
            return 0.0
        while excess(low) <= 0.0:
            low -= 1.0
        root = bracketed_root(excess, low, high, xtol=1e-11)
        while excess(root) > 0.0:
            root += 1e-11
        return math.exp(root)

    def _entry_bits(self, mean_noise_std: float) -> float:
        noise = validation.positive("mean_noise_std", mean_noise_std) * math.sqrt(self.clients)
        return sign_information_bits(noise) if self.information == "signs" else math.log2(1.0 + noise**-2) / 2.0
