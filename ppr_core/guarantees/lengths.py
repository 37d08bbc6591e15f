"""Expected code lengths of an index K, from its expected logarithm alone.

With μ ≥ E[log2 K] and K ≥ 1 both bounds follow from Jensen's inequality; they grow with μ, so an upper bound on
E[log2 K] (Theorem 5 of the same paper) may be put in its place. Source: Liu, Chen, Özgür, Li, "Universal exact
compression of differentially private mechanisms" (NeurIPS 2024), section 4, remark on prefix codes.
"""

from __future__ import annotations

import math

from ppr_core import validation
from ppr_core.guarantees.types import Bound
from ppr_core.wording import number

__all__ = ["elias_delta_size", "zipf_shannon_size"]


def elias_delta_size(expected_log_index: float) -> Bound:
    """Elias delta code: expected length ≤ μ + 2 log2(μ + 1) + 1 bits.

    expected_log_index: μ ≥ E[log2 K] in bits, >= 0.

    >>> from ppr_core.guarantees import elias_delta_size
    >>> elias_delta_size(3.0).value  # 3 + 2 log2 4 + 1
    8.0
    """
    mu = _expected_log(expected_log_index)
    return Bound(value=mu + 2.0 * math.log2(mu + 1.0) + 1.0, unit="bits", side="upper", source="ppr.codes")


def zipf_shannon_size(expected_log_index: float) -> Bound:
    """Shannon code for p(k) ∝ k^{−λ}, λ = 1 + 1/μ: expected length ≤ μ + log2(μ + 1) + 2 bits.

    Because λμ = μ + 1, ζ(λ) ≤ 1 + μ, and rounding up costs at most one bit. expected_log_index: μ ≥ E[log2 K] in
    bits, >= 0.

    >>> from ppr_core.guarantees import zipf_shannon_size
    >>> zipf_shannon_size(3.0).value  # 3 + log2 4 + 2
    7.0
    """
    mu = _expected_log(expected_log_index)
    return Bound(
        value=mu + math.log2(mu + 1.0) + 2.0,
        unit="bits",
        side="upper",
        source="ppr.codes",
        conditions=(f"code built for the exponent λ = 1 + 1/μ with μ = {number(mu, 6)} bits",),
    )


def _expected_log(value: float) -> float:
    return validation.real("expected_log_index", value, 0.0, infinite=True)
