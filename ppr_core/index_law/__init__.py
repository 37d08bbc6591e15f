"""The exact law of the index of the Poisson private representation (PPR), without simulation.

For one channel, input x and α the index K, over fresh shared and local randomness, is a mixture of geometric laws.
From it follow its probabilities and quantiles, E[log2 K], its entropy and the mean length of every code, as sums over
one dimension. A datum sent in independent messages costs the sum of their means.

**Statement.** Let g = Γ(1 − 1/α), and y = V^{1/α}/r(Z) with Z ~ Q, V ~ Exp(1) independent. Then

    P(K = k) = E[ λ(y)^{k−1} / (λ(y) + g y)^k ],   λ(y) = 1 − E_{Z′~Q} ρ(y r(Z′)),
    ρ(s) = 1 − ∫₀¹ exp(−(s/τ)^α) dτ = 1 − e^{−s^α} + s Γ(1 − 1/α, s^α)   (upper incomplete gamma function).

Under the law of y tilted by 1/(g y), that is for Z ~ P(·|x) and V ~ Gamma(1 − 1/α), K is geometric given y, with
success probability g y/(λ(y) + g y). At α = ∞: V^{1/α} = 1, g = 1 and ρ(s) = min(s, 1).

**Proof.** The points (T, Z, V) are a Poisson process of intensity dt × Q(dz) × e^{−v} dv. PPR picks the point of the
smallest T·Y, Y = V^{1/α}/r(Z) (Liu, Chen, Özgür, Li, "Universal exact compression of differentially private
mechanisms", NeurIPS 2024, the equivalent form in the appendix), and K is its rank in time. By Mecke's formula

    P(K = k) = ∫₀^∞ E[ P(no point has T′Y′ < t y, and exactly k − 1 points have T′ < t) ] dt,

where y has the law of Y and the points T′ are again the whole process. It splits into two disjoint, so independent
parts. The points that beat the candidate at any time, T′Y′ < t y, number Poisson with mean

    ∫₀^∞ P(Y′ < t y/τ) dτ = t y E[1/Y′] = t y E_Q[r] E[V^{−1/α}] = g y t.

Those before t that do not beat it number Poisson with mean

    ∫₀ᵗ P(τ Y′ >= t y) dτ = t ∫₀¹ E_Q exp(−(y r(Z′)/τ)^α) dτ = λ(y) t.

None of the first and k − 1 of the second: P(K = k) = E ∫₀^∞ e^{−g y t} e^{−λt} (λt)^{k−1}/(k−1)! dt, which is the
statement. E[1/(g y)] = 1 by the same two means, so 1/(g y) is a density: r(Z) turns Q into P, V^{−1/α}/g turns
Exp(1) into Gamma(1 − 1/α), and what is left of the integrand is g y λ^{k−1}/(λ + g y)^k. ∎

**Tail.** Large indices come from small y, where λ(y) is near 1 and y has the density B y^{α−2} with
B = α E_P[r^{α−1}]/Γ(1 − 1/α): P(K > k) ~ B Γ(α−1) (g k)^{−(α−1)}. Hence E[log2 K] grows as log2(e)/(α − 1) for
α → 1, and the mean of K is infinite for α <= 2.
"""

from __future__ import annotations

from ppr_core.index_law.chunks import Computed, Piece, PiecesBounds, PiecesLaw, pieces_bounds, pieces_law
from ppr_core.index_law.given_list import ListLaw, law_given_list
from ppr_core.index_law.given_records import LONGEST
from ppr_core.index_law.law import IndexLaw, expected_bits, index_law, law_of_ratios, two_digits
from ppr_core.index_law.ratios import RatioLaw, ratio_law, sampled_ratio_law

__all__ = [
    "LONGEST", "Computed", "IndexLaw", "ListLaw", "Piece", "PiecesBounds", "PiecesLaw", "RatioLaw", "expected_bits",
    "index_law", "law_given_list", "law_of_ratios", "pieces_bounds", "pieces_law", "ratio_law", "sampled_ratio_law",
    "two_digits",
]  # fmt: skip
