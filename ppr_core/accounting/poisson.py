"""The exact Rényi privacy of Poisson private representation (PPR) against whoever sees its arrival times, too.

The decoder sees the shared candidates and the index K. Under x, K is drawn from weights p_j that are Poisson–Dirichlet
with parameter σ = 1/α and independent of the candidates' losses ℓ(Z_j), which are i.i.d. as under P_x; the privacy loss
of outcome j is αℓ(Z_j) + ln Σ_k p_k e^{−αℓ(Z_k)}. Averaging over exchangeable partitions leaves a renewal equation:
with B of Sibuya's law, P(B = b) = σ(1−σ)…(b−1−σ)/b!, and M(c) = E e^{cℓ} (`LossPair.log_moment`),

    exp(s·D_{s+1}) = Σ_{r=0}^s P(B > s − r) M(αr) g_r,   g_0 = 1,   g_r = Σ_{b=1}^r P(B = b) M(−αb) g_{r−b}.

The proof is in docs/decoder_privacy.md. What it says holds for fresh shared randomness that nobody chose knowing the
input, and one message for each table. On the worst single table nothing better than Theorem 7 of Liu, Chen, Özgür, Li
2024 is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core import validation
from ppr_core.accounting.conversion import RenyiCurve
from ppr_core.accounting.loss_pairs import LossPair

__all__ = ["LARGEST_ORDER", "RenewalTerms", "poisson_curve", "poisson_renyi", "renewal_terms"]

#: Rényi orders 2, 3, … up to this one are computed.
LARGEST_ORDER = 256

_LARGEST_ALPHA = 1e100
_ROUNDING = 1e-12  # of (λ − 1) D_λ, absolutely and relatively: above the error of the sums


def poisson_renyi(pair: LossPair, alpha: float, largest_order: int = LARGEST_ORDER) -> np.ndarray:
    """D_λ in nats at λ = 2, 3, …, largest_order of what PPR's decoder sees: (largest_order − 1,).

    alpha: α in (1, ∞); at α = ∞ the index is a function of input and table, and D_λ = ∞ for any two inputs that
    differ. D_λ is infinite where M is: two finite channels with different supports. A pair with leading axes gives
    (largest_order − 1, ...). Exact up to rounding, about 10⁻¹³ in (λ − 1) D_λ.

    >>> from ppr_core.accounting import GaussianPair, poisson_renyi
    >>> poisson_renyi(GaussianPair(1.0), 2.0, 4).round(4)
    array([ 3.325 ,  6.9783, 11.076 ])
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    size = validation.integer("largest_order", largest_order, 2) - 1
    sums = renewal_terms(pair, alpha, size).log_sums[1:]
    batch = (...,) + (None,) * (sums.ndim - 1)
    return np.maximum(sums, 0.0) / np.arange(1, size + 1)[batch]


@dataclass(frozen=True, eq=False)
class RenewalTerms:
    """The renewal equation in logarithms, for s = 0, …, size: ln P(B > j) (size + 1,), ln M(αr) (size + 1, ...), ln of
    P(B = b) M(−αb) (size, ...), ln g_r (size + 1, ...) and s·D_{s+1} (size + 1, ...)."""

    log_tail: np.ndarray
    log_rise: np.ndarray
    log_jumps: np.ndarray
    log_renewal: np.ndarray
    log_sums: np.ndarray


def renewal_terms(pair: LossPair, alpha: float, size: int) -> RenewalTerms:
    """The terms whose sums are Rényi divergences; alpha: α in (1, ∞), size >= 1."""
    log_law, log_tail = _sibuya(alpha, size)
    steps = alpha * np.arange(size + 1)
    rise, fall = pair.log_moment(steps), pair.log_moment(-steps[1:])  # ln M(αr), r = 0…s; ln M(−αb), b = 1…s
    batch = (...,) + (None,) * (rise.ndim - 1)
    jumps = log_law[batch] + fall
    renewal = np.zeros(rise.shape)  # ln g_r
    for r in range(1, size + 1):
        renewal[r] = np.logaddexp.reduce(jumps[:r] + renewal[r - 1 :: -1])
    terms = rise + renewal
    sums = np.array([np.logaddexp.reduce(log_tail[s::-1][batch] + terms[: s + 1]) for s in range(size + 1)])
    return RenewalTerms(log_tail, rise, jumps, renewal, sums)


def poisson_curve(pair: LossPair, alpha: float, largest_order: int = LARGEST_ORDER) -> RenyiCurve:
    """`poisson_renyi` with its limit λ → ∞, the largest loss α(sup ℓ − inf ℓ), which is at most Theorem 7's 2αε.

    A pair with leading axes: the largest of its pairs at each order. α = ∞ is allowed: all infinite, or 0 where the
    two inputs have the same law; beyond α = 10¹⁰⁰, where floats end, the limit stands for every order. Rounded up by
    more than the numerical error.

    >>> from ppr_core.accounting import LaplacePair, poisson_curve
    >>> poisson_curve(LaplacePair(1.0), 2.0).limit  # 2αε
    4.0
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
    spread = float(np.max(pair.width))
    limit = alpha * spread if spread > 0 else 0.0
    if alpha > _LARGEST_ALPHA or limit == 0:
        return RenyiCurve(np.full(largest_order - 1, limit), limit)
    renyi = poisson_renyi(pair, alpha, largest_order)
    worst = renyi.reshape(len(renyi), -1).max(axis=1)
    return RenyiCurve(worst * (1 + _ROUNDING) + _ROUNDING / np.arange(1, len(worst) + 1), limit)


@lru_cache(maxsize=64)
def _sibuya(alpha: float, size: int) -> tuple[np.ndarray, np.ndarray]:
    """ln P(B = b) for b = 1…size and ln P(B > j) for j = 0…size; P(B > j) = (1−σ)(2−σ)…(j−σ)/j!."""
    complement = (alpha - 1) / alpha  # 1 − σ, precise when α is near 1
    steps = np.arange(size)
    tail = np.append(1.0, np.cumprod((steps + complement) / (steps + 1)))
    law = tail[:-1] / (alpha * (steps + 1))
    logs = np.log(law), np.log(tail)
    for array in logs:
        array.setflags(write=False)
    return logs
