"""A lower end of ε of list and index where candidates have one of two ratios, by all beginnings of M candidates.

**Statement.** Let w be the kinds of the first M candidates. The coarser view of `list_views`, which ends behind them,
has δ(ε) = Σ_w P(w) Σ_k (p_k − e^ε p′_k)₊, over k <= M and a late index of each kind. This is a finite sum: nothing is
drawn, and leaving beginnings out leaves a bound. ∎
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.decoder_privacy.beginnings import TwoRatios
from ppr_core.decoder_privacy.front_masses import FrontMasses

__all__ = ["front_end"]

_CUT = (6, 5000), (8, 2500), (12, 1500)  # M, and how many beginnings are kept, of cut lists one after the other
_LONGER = ((16, 6000),)  # the same, behind them: four times as long


def front_end(ratios: TwoRatios, alpha: float, delta: float, *, above: float | None = None) -> float:
    """At most the smallest ε with δ(ε) <= delta for list and index, in nats, certain up to the error of integrals; α in
    (1, ∞). above: what it has found, from which on it looks for more by longer beginnings."""
    cuts, low = (_CUT, 0.0) if above is None else (_LONGER, above)
    engine, mass = ratios.engine(alpha, cuts[-1][0]), ratios.marks.mass
    for first, most in cuts:
        cut = FrontMasses(engine, first).cut()
        early, risen = cut[:first], math.exp(low) * cut
        late = [(cut[first + own], risen[first + its]) for own, its in ratios.bits.T]
        found = ratios.telling((early, risen[:first]), late, kept=most)
        p, other = (
            found.chance * np.vstack([early[:, bits], mass[:, None] * cut[first + level[:, None], bits]])
            for bits, level in zip((found.first, found.second), ratios.bits, strict=True)
        )
        low = max(low, _level(p, other, delta))
    return low


def _level(p: np.ndarray, other: np.ndarray, delta: float) -> float:
    """ε >= 0 with Σ (p − e^ε p′)₊ = delta: a line in e^ε between two of the losses; 0 where there is none."""
    some = (p > 0) & (other > 0)  # what is lost in rounding is left out
    p, other = p[some], other[some]
    if len(p) == 0:
        return 0.0
    loss = np.log(p) - np.log(other)
    order = np.argsort(-loss)
    p, other, loss = np.cumsum(p[order]), np.cumsum(other[order]), loss[order]
    telling = max(int(np.searchsorted(p - np.exp(loss) * other, delta)), 1)
    share = (p[telling - 1] - delta) / other[telling - 1]
    return math.log(share) if share > 1 else 0.0
