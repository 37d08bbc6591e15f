"""The exact law of the index of the Poisson private representation (PPR), without simulation."""

from __future__ import annotations

from ppr_core.index_law.law import IndexLaw, expected_bits, index_law, law_of_ratios
from ppr_core.index_law.ratio_law import RatioLaw, ratio_law, sampled_ratio_law

__all__ = [
    "IndexLaw",
    "RatioLaw",
    "expected_bits",
    "index_law",
    "law_of_ratios",
    "ratio_law",
    "sampled_ratio_law",
]
