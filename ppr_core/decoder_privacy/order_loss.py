"""What the index tells at α = ∞, where it is a function of list and times: some indices no other input ever sends.

**Statement.** At α = ∞ P(L = ∞) >= E_{P_x}[m(Z)/(1 + m(Z))], m(z) = E_Q[(a(z) − a)₊ 1{b >= b(z)}], L the loss of list
and index: for δ below no ε is finite. **Proof.** K = argmin T_j/a_j, so x′ never sends a candidate that comes after one
with no smaller b. Of x's the least T/a is Θ ~ Exp(1), independent of Z_K ~ P_x, and all other points are Poisson of
intensity dt Q(dz) on T > Θa (`clock`). Those before Θ a(Z_K) with b >= b(Z_K) number Poisson(Θ m(Z_K)), and
E(1 − e^{−Θm}) = m/(1 + m). ∎ For binary response of ratios 1.5 and 0.5 it is 1/4.
"""

from __future__ import annotations

import numpy as np

from ppr_core.decoder_privacy.shared_marks import SharedMarks

__all__ = ["surely_told"]


def surely_told(marks: SharedMarks) -> float:
    """This bound of P(L = ∞), by the rule of these marks: exact for finitely many kinds, else to some percent."""
    first, second, mass = marks.rule()
    ratio = np.exp(first)
    found = 0.0
    for own, other, chance in zip(ratio.tolist(), second.tolist(), (mass * ratio).tolist(), strict=True):
        less = float(mass @ np.where(second >= other - 1e-12, np.maximum(own - ratio, 0.0), 0.0))
        found += chance * less / (1 + less)
    return found
