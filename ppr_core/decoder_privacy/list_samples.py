"""Lists of PPR with their index, drawn where two inputs are told apart, and weighted so that they stand for all.

Under x the list is a Poisson process of (T, Z) with intensity dt Q(dz), and K = j with probability p_j ∝ (a_j/T_j)^α.
Two kinds of proposals are mixed.

1. *Tilted by e^{sL}*, s a whole number, L the loss of whoever sees the times: density e^{sL}/e^{sD_{s+1}} against the
   law under x. With i_0, …, i_s independent draws of the index Σ_j p_j e^{sL_j} is the mean of
   e^{sαℓ(Z_{i_0})} Π_m e^{−αℓ(Z_{i_m})}: draw which of them agree by the terms of the renewal equation of
   `ppr_core.accounting.poisson`, the mark of each block by its tilted law, u with u^σ Γ(1−σ) ~ Gamma(blocks), for a
   block of n draws T̃ = (u/v)^σ with v ~ Gamma(n − σ), and all other points as a Poisson process of intensity
   e^{−u (a/T)^α} dt Q(dz). K is the place of i_0.
2. *Adverse lists*: what comes before a time t₀ is drawn from q e^{−cℓ}, and K by p_j e^{αℓ_j}: the lists on which many
   candidates in a row speak for x′, which tell much although no time is extreme.

The weight of a list is its density under x over that of the mixture: its mean is 1, and it is at most the number of
proposals where s = 0 is one of them. Behind time `REACH` only the points drawn under 1. are kept; the others stand at
their mean.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting.poisson import RenewalTerms, renewal_terms
from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["REACH", "TiltedLists", "WeightedLists", "tilted_lists", "weighted_lists"]

#: Candidates are drawn up to this time.
REACH = 200.0
_COLUMNS = int(REACH + 6 * math.sqrt(REACH))
_LARGEST_TILT = 16
_RARE = math.log(1e6)  # nats: lists are tilted as far as δ = 10⁻⁶ asks for
_ADVERSE = ((0.5, 4.0), (0.5, 12.0), (1.0, 8.0), (1.0, 20.0))  # c and t₀
_MOST = 600.0  # nats that e^x may hold


@dataclass(frozen=True, eq=False)
class WeightedLists:
    """n lists, in equal parts from each proposal.

    log_time: (n, c) ascending, ∞ behind the last; log_ratio: ln a and ln b, (2, n, c); later: what comes behind time
    `REACH` adds to the two sums of (r/T)^α in the mean, (2,); place: of K in the list, from 0, (n,); times_loss: L of
    whoever sees the times, (n,); log_weight: (n,).
    """

    alpha: float
    log_time: np.ndarray
    log_ratio: np.ndarray
    later: np.ndarray
    place: np.ndarray
    times_loss: np.ndarray
    log_weight: np.ndarray
    parts: int

    @property
    def log_power(self) -> np.ndarray:
        """ln (r/T)^α, (2, n, c)."""
        return self.alpha * (self.log_ratio - self.log_time)


def weighted_lists(marks: SharedMarks, alpha: float, count: int, rng: np.random.Generator) -> WeightedLists:
    """About ``count`` lists; alpha: α in (1, ∞)."""
    terms = renewal_terms(marks.pair, alpha, _LARGEST_TILT)
    tilts, adverse = _tilts(terms), _ADVERSE if np.isfinite(marks.pair.width) else ()
    size = -(-count // (len(tilts) + len(adverse)))
    drawn = [_tilted(marks, alpha, s, size, terms, rng) for s in tilts]
    drawn += [_adverse(marks, c, start, size, rng) for c, start in adverse]
    columns = max(log_time.shape[1] for log_time, _, _ in drawn)
    log_time = np.vstack([_padded(part[0], columns, np.inf) for part in drawn])
    log_ratio = np.concatenate([_padded(part[1], columns, -np.inf) for part in drawn], axis=1)
    own = math.exp((1 - alpha) * math.log(REACH)) / (alpha - 1)
    later = own * np.exp(marks.log_powers(alpha))
    with np.errstate(invalid="ignore"):
        loss = np.where(np.isfinite(log_time), log_ratio[0] - log_ratio[1], 0.0)
    log_power = alpha * (log_ratio - log_time)
    near = np.where(log_time < math.log(REACH), log_power[0] + alpha * loss, -np.inf)
    places = [part[2] for part in drawn[: len(tilts)]]
    places += [_chosen(near[start : start + size], rng) for start in range(len(tilts) * size, len(near), size)]
    place, rows = np.concatenate(places), np.arange(len(near))
    sums = np.logaddexp(np.logaddexp.reduce(log_power, axis=2), np.log(later)[:, None])
    own_loss = loss[rows, place]
    times_loss = alpha * own_loss + sums[1] - sums[0]
    chosen = np.where(
        near[rows, place] > -np.inf, alpha * own_loss + sums[0] - np.logaddexp.reduce(near, axis=1), -np.inf
    )
    densities = [s * times_loss - terms.log_sums[s] for s in tilts]
    for c, start in adverse:
        early = log_time < math.log(start)
        densities.append(chosen - c * (loss * early).sum(axis=1) - early.sum(axis=1) * marks.log_leaning(c))
    log_weight = math.log(len(densities)) - np.logaddexp.reduce(densities, axis=0)
    return WeightedLists(alpha, log_time, log_ratio, later, place, times_loss, log_weight, len(densities))


@dataclass(frozen=True, eq=False)
class TiltedLists:
    """log_time, log_ratio, later, place: as `WeightedLists` has them; log_sum: s·D_{s+1} of the tilt s."""

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


def _tilts(terms: RenewalTerms) -> list[int]:
    """0, and halves of the order at which D_λ gives the least ε for the smallest δ."""
    orders = np.arange(1, _LARGEST_TILT + 1)
    largest = 1 + int(np.argmin((terms.log_sums[1:] + _RARE) / orders))
    return [0, *sorted({max(1, round(largest / 2**halving)) for halving in range(5)})]


Drawn = tuple[np.ndarray, np.ndarray, np.ndarray]


def _points(marks: SharedMarks, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """ln T (n, c), ∞ behind `REACH`, and ln a, ln b (2, n, c)."""
    log_time = np.log(np.cumsum(rng.standard_exponential((count, _COLUMNS)), axis=1))
    log_time[log_time >= math.log(REACH)] = np.inf
    return log_time, np.stack(marks.propose(log_time.shape, rng))


def _adverse(marks: SharedMarks, c: float, start: float, count: int, rng: np.random.Generator) -> Drawn:
    log_time, log_ratio = _points(marks, count, rng)
    early = log_time < math.log(start)
    log_ratio[:, early] = marks.leaning(c, int(early.sum()), rng)
    log_ratio[:, np.isinf(log_time)] = -np.inf
    return log_time, log_ratio, np.empty(0, dtype=np.int64)


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


def _chosen(log_weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A place in each row, by the weights."""
    steps = np.cumsum(np.exp(log_weights - log_weights.max(axis=1, keepdims=True)), axis=1)
    return (steps <= (rng.random(len(steps)) * steps[:, -1])[:, None]).sum(axis=1)


def _padded(array: np.ndarray, columns: int, fill: float) -> np.ndarray:
    gap = [(0, 0)] * (array.ndim - 1) + [(0, columns - array.shape[-1])]
    return np.pad(array, gap, constant_values=fill)
