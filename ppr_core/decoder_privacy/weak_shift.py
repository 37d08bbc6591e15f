"""What list and index tell of two inputs that are nearly the same, where the proposal is nearly their law.

**Statement.** Let P_θ be a family with Fisher information I at θ₀ and Q = P_θ₀. List and index of PPR have at θ₀ the
Fisher information φ(α) α I with

    φ(α) = 2 − α + α Σ_{j,k} (E p_j p_k)²/E p_k,   p_k = T_k^{−α}/Σ_j T_j^{−α};

whoever sees the times has α I. With F(ρ) = ∫₀^ρ e^{−τ^{−α}} dτ and g = Γ(1 − 1/α)

    E p_k = α ∫ ρ^{−α} F^{k−1} (F + g)^{−k} dF,   E p_k² = α ∫ ρ^{−2α} F^{k−1} (F + g)^{−k} dF,
    E p_j p_k = α (k − 1) ∫ ρ^{−α} F^{k−1} (F + g)^{−k} ∫₀¹ b(j − 1; k − 2, q) ρ_q^{−α} dq dF for j < k,

b(·; n, q) the binomial law and F(ρ_q) = q F(ρ).

**Proof.** The score of index k is α (s_k − E[Σ_j p_j s_j | K = k, list]), s_j the scores of the candidates. At θ₀ all
ratios are 1: times and list are independent, so it is α (s_k − Σ_j s_j E p_j p_k/E p_k). The s_j are i.i.d. of mean 0
and variance I, and E Σ_k p_k² = 1 − 1/α (two draws from Poisson–Dirichlet weights agree): the mean square is what is
stated. With the times it is α² I (1 − E Σ_k p_k²) = α I. For the integrals write 1/S² = ∫ u e^{−uS} du and u = s^α:
of the points sρ, those that are counted lie at ρ_j < ρ_k, j − 1 before the first and k − j − 1 between, with measure
e^{−ρ^{−α}} dρ = dF each, and all points behind ρ_k contribute exp(−s ∫_{ρ_k}^∞ (1 − e^{−τ^{−α}}) dτ). In the exponent
ρ_k is added to that integral: the sum is F(ρ_k) + g, and the integral over s is a Gamma function. ∎

As α → 1, φ → 1; as α → ∞, φ → 1/(2 ln 2) (docs/decoder_privacy.md, section 7).
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaincc

from ppr_core import validation

__all__ = ["weak_shift_share"]

_FIRST = 160  # indices that are looked at one by one
_STEP = 0.02  # of the grid of ln ρ^α
_OVER = 36.0  # e⁻³⁶ is neglected
_NODES = 240  # of a Gauss–Legendre rule in q
_RARE = 1e-4  # a smaller P(K > first) is left out


def weak_shift_share(alpha: float) -> float:
    """φ(α), the information of list and index as a share of what whoever sees the times has.

    alpha: α in (1, ∞). Later indices than the first 160 are taken as one, which loses less than 10⁻⁴ for α >= 1.1.

    >>> from ppr_core.decoder_privacy import weak_shift_share
    >>> round(weak_shift_share(2.0), 3)
    0.88
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True)
    order = 1 - 1 / alpha
    rate = math.gamma(order)
    x = np.arange(-math.log(_OVER), _OVER, _STEP) / alpha  # ln ρ
    power = np.exp(-alpha * x)  # ρ^{−α}
    mass = np.exp(x - power) - rate * gammaincc(order, power)  # F
    base = np.exp(x - power) * (_STEP * power / (mass + rate))  # of E p_1
    earlier = (mass / (mass + rate))[:, None] ** np.arange(_FIRST)
    chance, same = base @ earlier, (base * power) @ earlier
    node, weight = np.polynomial.legendre.leggauss(_NODES)
    q = (node + 1) / 2
    inner = np.exp(-alpha * np.interp(np.log(mass)[:, None] + np.log(q), np.log(mass), x)) * (weight / 2)
    pairs, law = np.diag(same), np.zeros((_FIRST, _NODES))
    law[0] = 1.0  # b(·; k − 2, q)
    for k in range(1, _FIRST):
        pairs[:k, k] = pairs[k, :k] = law[:k] @ (k * (base * earlier[:, k]) @ inner)
        law[1:] = (1 - q) * law[1:] + q * law[:-1]
        law[0] *= 1 - q
    total, rest = float((pairs**2 / chance).sum()), 1 - float(chance.sum())
    if rest > _RARE:
        total += float(((chance - pairs.sum(axis=1)) ** 2).sum()) / rest
    return 2 - alpha + alpha * total
