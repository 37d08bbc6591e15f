"""Privacy against error with a fixed number of bits: dyadic quantized Laplace beside the minimum-variance mechanism.

Moradi Shahmiri, Ling, Li, "Communication-efficient Laplace mechanism for differential privacy via random quantization"
(ICASSP 2024), Section 7 and Figure 3; X ~ Unif(−1, 1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ppr_core.compressors.dyadic_quantized_laplace import DyadicQuantizedLaplace, smallest_relaxation
from ppr_core.compressors.minimum_variance import MinimumVarianceUnbiased, enough_inputs, used_share

__all__ = ["FixedBits", "dql_at_fixed_bits"]


@dataclass(frozen=True, eq=False)
class FixedBits:
    """What a budget of bits a number allows at each ε, (k,) nats per unit of distance.

    budget: DQL takes at most so many bits on average, MVU exactly; epsilons: against the database; nu: the smallest ν
    that keeps the budget, ∞ where none does; bits: what DQL takes, or NaN; error: its mean squared error 2/ε²;
    mvu: that of MVU, NaN where it was not solved.

    >>> import numpy as np
    >>> from ppr_core.compressors import dql_at_fixed_bits
    >>> dql_at_fixed_bits(np.array([1.0]), 4, "signed_elias_gamma").error
    array([2.])
    """

    budget: int
    epsilons: np.ndarray
    nu: np.ndarray
    bits: np.ndarray
    error: np.ndarray
    mvu: np.ndarray

    @property
    def decoder(self) -> np.ndarray:
        """νε, what the decoder may learn, (k,)."""
        return self.nu * self.epsilons

    @property
    def reached(self) -> np.ndarray:
        """Where some ν keeps the budget, (k,) bool."""
        return np.isfinite(self.nu)

    @property
    def solved(self) -> np.ndarray:
        """Where MVU was solved, (k,) bool."""
        return np.isfinite(self.mvu)

    @property
    def better(self) -> np.ndarray:
        """Where DQL's error is below MVU's, even if the latter could use all of its ε: its error goes like 1/ε²."""
        shares = np.array([used_share(float(epsilon)) for epsilon in self.epsilons])
        return self.reached & self.solved & (self.error < np.where(self.solved, self.mvu, 0.0) * shares**2)

    def with_mvu(self, row: int) -> FixedBits:
        """With MVU solved at one more ε, which takes a search over linear programmes."""
        epsilon = float(self.epsilons[row])
        solved = MinimumVarianceUnbiased(epsilon=epsilon, input_points=enough_inputs(epsilon), output_bits=self.budget)
        mvu = self.mvu.copy()
        mvu[row] = solved.mean_squared_error
        return replace(self, mvu=mvu)


def dql_at_fixed_bits(epsilons: np.ndarray, budget: int, code: str) -> FixedBits:
    """DQL at each ε, (k,), with the smallest ν that keeps the budget; MVU unsolved. code: one of `SIGNED_CODES`.

    >>> import numpy as np
    >>> from ppr_core.compressors import dql_at_fixed_bits
    >>> found = dql_at_fixed_bits(np.array([1.0, 2.0]), 4, "signed_elias_gamma")
    >>> found.bits <= 4, found.error
    (array([ True,  True]), array([2. , 0.5]))
    """
    nu = np.array([smallest_relaxation(epsilon=float(epsilon), bits=budget, code=code) for epsilon in epsilons])
    bits = [
        math.nan if math.isinf(v) else DyadicQuantizedLaplace(epsilon=float(e), nu=float(v)).mean_bits(1.0, code)
        for e, v in zip(epsilons, nu, strict=True)
    ]
    return FixedBits(budget, epsilons, nu, np.array(bits), 2 / epsilons**2, np.full(len(epsilons), np.nan))
