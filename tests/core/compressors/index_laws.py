"""Whether two samples of indices have one law."""

from __future__ import annotations

import numpy as np
from scipy import stats

__all__ = ["same_law"]


def same_law(first: np.ndarray, second: np.ndarray, fewest: int = 10) -> float:
    """p-value of the hypothesis that two rows of counts have the same law; cells below ``fewest`` are merged."""
    table = np.stack([first, second])
    rare = table.sum(axis=0) < fewest
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    return float(stats.chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue)
