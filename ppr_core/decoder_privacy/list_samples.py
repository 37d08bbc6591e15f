"""Lists of PPR with their index, drawn where whoever sees the times tells two inputs apart.

Under x the list is a Poisson process of (T, Z) with intensity dt Q(dz), and K = j with probability p_j ∝ (a_j/T_j)^α.
Tilted by e^{sL}, s a whole number, L the loss of whoever sees the times, it has the density e^{sL}/e^{sD_{s+1}} against
this law. With i_0, …, i_s independent draws of the index Σ_j p_j e^{sL_j} is the mean of
e^{sαℓ(Z_{i_0})} Π_m e^{−αℓ(Z_{i_m})}: draw which of them agree by the terms of the renewal equation of
`ppr_core.accounting.poisson`, the mark of each block by its tilted law, u with u^σ Γ(1−σ) ~ Gamma(blocks), for a
block of n draws T̃ = (u/v)^σ with v ~ Gamma(n − σ), and all other points as a Poisson process of intensity
e^{−u (a/T)^α} dt Q(dz). K is the place of i_0. Of these others none are drawn behind time `REACH`: they stand at their
mean.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting.poisson import RenewalTerms, renewal_terms
from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["REACH", "TiltedLists", "tilted_lists"]

#: Candidates are drawn up to this time.
REACH = 200.0
_COLUMNS = int(REACH + 6 * math.sqrt(REACH))
_MOST = 600.0  # nats that e^x may hold


@dataclass(frozen=True, eq=False)
class TiltedLists:
    """n lists. log_time: (n, c) ascending, ∞ behind the last; log_ratio: ln a and ln b, (2, n, c); later: what comes
    behind time `REACH` adds to the two sums of (r/T)^α in the mean, (2,); place: of K in the list, from 0, (n,);
    log_sum: s·D_{s+1} of the tilt s."""

    log_time: np.ndarray
    log_ratio: np.ndarray
    later: np.ndarray
    place: np.ndarray
    log_sum: float


def tilted_lists(marks: SharedMarks, alpha: float, tilt: int, count: int, rng: np.random.Generator) -> TiltedLists:
    """``count`` lists of density e^{sL}/e^{sD_{s+1}} against the law under x."""
    terms = renewal_terms(marks.pair, alpha, tilt)
    log_time, log_ratio, place = _tilted(marks, alpha, tilt, count, terms, rng)
    later = REACH ** (1 - alpha) / (alpha - 1) * np.exp(marks.log_powers(alpha))
    return TiltedLists(log_time, log_ratio, later, place, float(terms.log_sums[tilt]))


Drawn = tuple[np.ndarray, np.ndarray, np.ndarray]


def _points(marks: SharedMarks, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """ln T (n, c), ∞ behind `REACH`, and ln a, ln b (2, n, c)."""
    log_time = np.log(np.cumsum(rng.standard_exponential((count, _COLUMNS)), axis=1))
    log_time[log_time >= math.log(REACH)] = np.inf
    return log_time, np.stack(marks.propose(log_time.shape, rng))


def _tilted(
    marks: SharedMarks, alpha: float, s: int, count: int, terms: RenewalTerms, rng: np.random.Generator
) -> Drawn:
    sigma = 1 / alpha
    others = np.arange(s + 1)
    law = np.exp(terms.log_tail[s - others] + terms.log_rise[: s + 1] + terms.log_renewal[: s + 1] - terms.log_sums[s])
    left = rng.choice(s + 1, size=count, p=law / law.sum())
    blocks = [(np.arange(count), s + 1 - left, alpha * left)]
    while left.any():
        rows = np.nonzero(left)[0]
        size = np.empty(len(rows), dtype=np.int64)
        for rest in np.unique(left[rows]):
            same = left[rows] == rest
            jump = np.exp(terms.log_jumps[:rest] + terms.log_renewal[rest - 1 :: -1][:rest] - terms.log_renewal[rest])
            size[same] = 1 + rng.choice(rest, size=int(same.sum()), p=jump / jump.sum())
        blocks.append((rows, size, -alpha * size))
        left[rows] -= size
    number = np.bincount(np.concatenate([rows for rows, _, _ in blocks]), minlength=count)
    log_u = alpha * (np.log(rng.gamma(number)) - math.lgamma(1 - sigma))
    log_time, log_ratio = _points(marks, count, rng)
    lost = np.exp(np.minimum(log_u[:, None] + alpha * (log_ratio[0] - log_time), _MOST))
    log_time[rng.random(log_time.shape) >= np.exp(-lost)] = np.inf
    own_time, own_ratio = np.full((count, len(blocks)), np.inf), np.full((2, count, len(blocks)), -np.inf)
    for block, (rows, size, exponents) in enumerate(blocks):
        own_ratio[:, rows, block] = marks.tilted(exponents.astype(float), rng)
        own_time[rows, block] = sigma * (log_u[rows] - np.log(rng.gamma(size - sigma))) + own_ratio[0, rows, block]
    log_time, log_ratio = np.hstack([own_time, log_time]), np.concatenate([own_ratio, log_ratio], axis=2)
    log_ratio[:, np.isinf(log_time)] = -np.inf
    order = np.argsort(log_time, axis=1, kind="stable")
    found = np.take_along_axis(log_ratio, order[None], axis=2)
    return np.take_along_axis(log_time, order, axis=1), found, np.argmax(order == 0, axis=1)
