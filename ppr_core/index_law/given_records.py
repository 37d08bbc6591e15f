"""The law of PFR's index given the list of candidates: `given_list` at α = ∞, where only records can win.

Every mark is 1 then: K = argmin_j T_j/r_j, and candidate k wins if T_j > s r_j for all others, s = T_k/r_k. A candidate
whose ratio is no larger than one before it cannot. Let the records have the ranks k_1 = 1 < k_2 < … and the ratios
r_1 < r_2 < …. Record j wins if fewer than k_i arrivals come before s r_i, for every i, and its own is the k_j-th, at
s r_j. At a rate λ of arrivals and with w_i the probabilities of the number of them between r_i and r_{i+1},

    P(K = k_j | Z) = r_j · v_j(k_j − 1) · b_j(k_j),      v_{i+1} = v_i * w_i  up to k_{i+1} − 1 arrivals,
    b_i(n) = Σ_m w_i(m) b_{i+1}(n + m)  over n + m < k_{i+1},      b_last(n) = (n − 1)! e^{λ r}/λ^{n−1} r^{−n},

from the integral over s > 0 of Gamma(n): sums of positive terms, exact to rounding, for any λ.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

__all__ = ["LONGEST", "masses_given_list"]

LONGEST = 1200  # candidates: more would leave the range of floats


def masses_given_list(log_ratio: np.ndarray) -> np.ndarray:
    """P(K = k | Z_1, …, Z_M) from ln r of at most 1200 candidates, (..., M) -> (..., M), as if none came behind.

    That is off by less than (1 − 1/r*)^M. At least one of the candidates must be possible.
    """
    rows = log_ratio.reshape(-1, log_ratio.shape[-1])
    return np.array([_masses(row) for row in rows]).reshape(log_ratio.shape)


def _masses(log_ratio: np.ndarray) -> np.ndarray:
    ratio = np.exp(log_ratio - log_ratio.max())
    record = ratio > np.append(0.0, np.maximum.accumulate(ratio)[:-1])
    ranks, ratios = np.flatnonzero(record) + 1, ratio[record]
    rate = float(ranks[-1])
    # Half of e^{−λ} is taken here and half at the end, as all of it would underflow.
    numbers = np.arange(ranks[-1] + 1)
    factorials = gammaln(numbers + 1)
    steps = [
        np.exp(numbers[:top] * np.log(rate * width) - factorials[:top] - rate * width / 2)
        for top, width in zip(ranks, np.diff(ratios, prepend=0.0), strict=True)
    ]
    before = [steps[0][:0]] * len(ranks)
    before[0] = steps[0]
    for j in range(1, len(ranks)):
        before[j] = np.convolve(before[j - 1], steps[j])[: ranks[j]]
    after = np.exp(factorials - numbers * np.log(rate) + rate / 2)  # place n − 1: of n arrivals
    found = np.zeros(len(log_ratio))
    for j in range(len(ranks) - 1, -1, -1):
        if j < len(ranks) - 1:
            top = ranks[j + 1] - 1
            after = np.convolve(after[:top][::-1], steps[j + 1][:top])[:top][::-1]
        found[ranks[j] - 1] = ratios[j] * before[j][ranks[j] - 1] * after[ranks[j] - 1]
    return found
