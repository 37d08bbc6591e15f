"""Minimal random coding (MRC): privacy of sending K with P(K = k) ∝ r(Z_k) among N shared samples Z_k ~ Q.

r = dP/dQ. Introduced by Havasi, Peharz, Hernández-Lobato (ICLR 2019); its privacy is studied in Shah, Chen, Ballé,
Kairouz, Theis, "Optimal compression of locally differentially private mechanisms" (AISTATS 2022). The decoder knows
all Z_k and K. ε in nats.
"""

from __future__ import annotations

import math

from ppr_core import validation
from ppr_core.guarantees.adversaries import READER
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["mrc_pure", "mrc_two_level", "mrc_two_level_candidates"]


def mrc_pure(mechanism: PrivacyGuarantee) -> PrivacyGuarantee:
    """An ε-private mechanism becomes 2ε-private against the decoder, for any number of candidates.

    One ε for r(Z_k) itself and one for the sum of weights that divides it. The argument is pointwise, so ε·d-privacy
    (metric) becomes 2ε·d-privacy as well. mechanism: against the database, δ = 0.

    >>> from ppr_core.guarantees import PrivacyGuarantee, mrc_pure
    >>> mechanism = PrivacyGuarantee(epsilon=1.0, against="database", notion="local", source="response.k_ary")
    >>> mrc_pure(mechanism).epsilon
    2.0
    """
    _check(mechanism)
    return PrivacyGuarantee(
        epsilon=2.0 * mechanism.epsilon,
        against="decoder",
        notion=mechanism.notion,
        source="mrc.theorem2eps",
        conditions=mechanism.conditions,
    )


def mrc_two_level(
    mechanism: PrivacyGuarantee, *, candidates: int, ratio_high: float, ratio_low: float, delta: float
) -> PrivacyGuarantee:
    """An ε-private mechanism becomes (ε + ln(1 + t) − ln(1 − t), δ)-private, t = |c1 − c2| √(ln(2/δ) / (2N)) < 1.

    By Hoeffding's inequality the mean of N independent weights in [c2, c1] with expectation 1 falls below 1 − t with
    probability at most δ/2, and above 1 + t with at most δ/2; elsewhere the second ε of `mrc_pure` shrinks to
    ln((1 + t)/(1 − t)). Ratios with two values (PrivUnit, subset selection) are the case it is made for, but any
    ratio within the two limits will do.

    mechanism: local or central, against the database, δ = 0. candidates: N >= 1. ratio_high, ratio_low: c1 >= 1 and
    c2 in [0, 1], limits of r for every input. delta: in (0, 1].

    >>> from ppr_core.guarantees import PrivacyGuarantee, mrc_two_level
    >>> mechanism = PrivacyGuarantee(epsilon=1.0, against="database", notion="local", source="response.k_ary")
    >>> round(mrc_two_level(mechanism, candidates=1000, ratio_high=1.5, ratio_low=0.5, delta=1e-6).epsilon, 4)
    1.1708
    """
    _check(mechanism)
    validation.choice("mechanism.notion", mechanism.notion, ("local", "central"))
    candidates = validation.integer("candidates", candidates, 1)
    enough = mrc_two_level_candidates(ratio_high=ratio_high, ratio_low=ratio_low, delta=delta)
    spread = math.sqrt(enough / candidates)
    validation.require(
        spread < 1.0,
        "candidates",
        candidates,
        f"more than {number(enough, 6)} for these ratios and delta {number(delta, 6)}",
    )
    return PrivacyGuarantee(
        epsilon=mechanism.epsilon + math.log1p(spread) - math.log1p(-spread),
        delta=delta,
        against="decoder",
        notion=mechanism.notion,
        source="mrc.two_level",
        conditions=(
            *mechanism.conditions,
            f"t = {number(spread, 4)} < 1",
            f"r within [{number(ratio_low, 6)}, {number(ratio_high, 6)}] for every input",
        ),
    )


def mrc_two_level_candidates(*, ratio_high: float, ratio_low: float, delta: float) -> float:
    """(c1 − c2)² ln(2/δ)/2: the number of candidates N must exceed this for `mrc_two_level` to promise anything.

    ratio_high, ratio_low: c1 >= 1 and c2 in [0, 1], limits of r for every input. delta: in (0, 1].

    >>> from ppr_core.guarantees import mrc_two_level_candidates
    >>> round(mrc_two_level_candidates(ratio_high=1.5, ratio_low=0.5, delta=1e-6), 3)  # ln(2/δ)/2
    7.254
    """
    high = validation.real("ratio_high", ratio_high, 1.0)
    low = validation.real("ratio_low", ratio_low, 0.0, 1.0)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True)
    return (high - low) ** 2 * math.log(2.0 / delta) / 2.0


def _check(mechanism: PrivacyGuarantee) -> None:
    validation.choice("mechanism.against", mechanism.against, (READER.name,))
    validation.require(mechanism.delta == 0.0, "mechanism.delta", mechanism.delta, "0 for this theorem")
