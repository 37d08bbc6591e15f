"""Poisson private representation (PPR): its size and privacy theorems as functions.

Source of all statements: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms"
(NeurIPS 2024). PPR with α in (1, ∞] simulates a mechanism P(·|x) exactly with samples of a proposal Q; the decoder
knows the shared samples (Z_i) and the index K, so its view leaks more than the mechanism's output alone. α = ∞ is
the Poisson functional representation: shortest, but K is a function of x and the shared randomness, so no privacy
is left. ε and its slack are in nats, lengths in bits.
"""

from __future__ import annotations

import math

from ppr_core import validation
from ppr_core.guarantees.adversaries import READER
from ppr_core.guarantees.lengths import zipf_shannon_size
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.roots import golden_section
from ppr_core.wording import number

__all__ = [
    "ppr_approximate", "ppr_bits", "ppr_ldp_size", "ppr_metric", "ppr_overhead_bits", "ppr_pure", "ppr_refined_bits",
    "ppr_refined_overhead_bits", "ppr_tight", "ppr_tight_alpha_limit", "ppr_tight_excess", "ppr_tight_overhead_bits",
]  # fmt: skip

_OVERHEAD = math.log2(3.56)
_SECTIONS = 40  # of the search for η: then it is known to 3·10⁻⁹
_TIGHT_CONSTANT = math.exp(-4.2)
# Above the rounding error of e^{−4.2} δ̃ ε̃² / (−ln δ̃) in double precision, so subtracting it rounds down.
_TIGHT_ROUNDING = 1e-14
_ABSOLUTELY_CONTINUOUS = "P(·|x) is absolutely continuous with respect to Q"


def ppr_overhead_bits(alpha: float) -> float:
    """η_α = log2(3.56) / min((α − 1)/2, 1) in bits: what Theorem 5 adds to the divergence. α in (1, ∞].

    >>> from ppr_core.guarantees import ppr_overhead_bits
    >>> round(ppr_overhead_bits(3.0), 4), round(ppr_overhead_bits(2.0), 4)  # log2 3.56, and twice as much
    (1.8319, 3.6638)
    """
    return _OVERHEAD / min((_alpha(alpha) - 1.0) / 2.0, 1.0)


def ppr_refined_overhead_bits(alpha: float) -> float:
    """The sharper overhead of Theorem 14 in bits, never above `ppr_overhead_bits`.

    inf over η in (0, 1] ∩ (0, α−1) of log2(c + 1)/η with c = Γ(1 − (η+1)/α) Γ(η+1) / Γ(1 − 1/α)^{η+1}. Every η
    gives a valid bound, so the numerical minimum is one too. α = ∞ gives 1 bit. α in (1, ∞].

    >>> import math
    >>> from ppr_core.guarantees import ppr_refined_overhead_bits
    >>> ppr_refined_overhead_bits(math.inf), round(ppr_refined_overhead_bits(2.0), 3)
    (1.0, 2.324)
    """
    alpha = _alpha(alpha)
    if math.isinf(alpha):
        return 1.0
    excess = alpha - 1.0
    log_gamma = math.lgamma(excess / alpha)

    def overhead(eta: float) -> float:
        log_c = math.lgamma((excess - eta) / alpha) + math.lgamma(eta + 1.0) - (eta + 1.0) * log_gamma
        return math.log2(math.exp(log_c) + 1.0) / eta

    largest = min(excess, 1.0)
    best = golden_section(lambda share: overhead(share * largest), 0.0, 1.0, steps=_SECTIONS)
    return min(overhead(best * largest), overhead(min(excess / 2.0, 1.0)))


def ppr_bits(divergence_bits: float, alpha: float) -> Bound:
    """Theorem 5: E[log2 K] ≤ D(P‖Q) + η_α. divergence_bits: D(P‖Q) >= 0 in bits; α in (1, ∞].

    With a random input and Q its output law the same holds with the mutual information in place of D.

    >>> from ppr_core import ppr_bits
    >>> round(ppr_bits(2.0, alpha=2.0).value, 3)
    5.664
    """
    divergence = validation.real("divergence_bits", divergence_bits, 0.0, infinite=True)
    return _bits(divergence + ppr_overhead_bits(alpha), "ppr.theorem5")


def ppr_refined_bits(divergence_bits: float, alpha: float) -> Bound:
    """Theorem 14: as `ppr_bits`, with the overhead of `ppr_refined_overhead_bits`.

    >>> from ppr_core import ppr_refined_bits
    >>> round(ppr_refined_bits(2.0, alpha=2.0).value, 3)
    4.324
    """
    divergence = validation.real("divergence_bits", divergence_bits, 0.0, infinite=True)
    return _bits(divergence + ppr_refined_overhead_bits(alpha), "ppr.theorem14")


def ppr_ldp_size(epsilon: float, alpha: float) -> Bound:
    """Corollary 6: expected size ≤ ℓ + log2(ℓ + 1) + 2 bits, ℓ = ε log2 e + η_α, if Q = P(·|x0).

    epsilon: local privacy of the mechanism in nats, >= 0; α in (1, ∞]. Corollary 11 prints ℓ = ε + η_α for
    PrivUnit with the uniform proposal; with ε in nats the factor log2 e is needed there too.

    >>> from ppr_core.guarantees import ppr_ldp_size
    >>> round(ppr_ldp_size(1.0, 3.0).value, 3)
    7.37
    """
    epsilon = validation.real("epsilon", epsilon, 0.0, infinite=True)
    length = zipf_shannon_size(epsilon * math.log2(math.e) + ppr_overhead_bits(alpha))
    conditions = ("P(·|x) is ε-locally private with δ = 0", "Q = P(·|x0) for some input x0", *length.conditions)
    return _bits(length.value, "ppr.corollary6", conditions)


def ppr_pure(mechanism: PrivacyGuarantee, alpha: float) -> PrivacyGuarantee:
    """Theorem 7: an ε-private mechanism becomes 2αε-private against the decoder. α in (1, ∞].

    mechanism: local or central, against the database, δ = 0.

    >>> from ppr_core import RandomizedResponseChannel, ppr_pure
    >>> mechanism = RandomizedResponseChannel(size=4, epsilon=1.0).privacy()
    >>> ppr_pure(mechanism, alpha=2.0).epsilon
    4.0
    """
    _check(mechanism, pure=True)
    return _against_decoder(mechanism, _penalised(mechanism.epsilon, alpha), 0.0, "ppr.theorem7")


def ppr_approximate(mechanism: PrivacyGuarantee, alpha: float) -> PrivacyGuarantee:
    """Theorem 8: an (ε, δ)-private mechanism becomes (2αε, 2δ)-private against the decoder. α in (1, ∞].

    mechanism: local or central, against the database. 2δ is capped at 1.

    >>> from ppr_core import GaussianChannel, ppr_approximate
    >>> mechanism = GaussianChannel(dimension=1, noise_std=5.0, norm_bound=1.0).privacy(1e-6)
    >>> ppr_approximate(mechanism, alpha=2.0).delta
    2e-06
    """
    _check(mechanism)
    epsilon = _penalised(mechanism.epsilon, alpha)
    return _against_decoder(mechanism, epsilon, min(2.0 * mechanism.delta, 1.0), "ppr.theorem8")


def ppr_metric(mechanism: PrivacyGuarantee, alpha: float) -> PrivacyGuarantee:
    """Theorem 9: ε·d-privacy becomes 2αε·d-privacy against the decoder, for any metric d. α in (1, ∞].

    mechanism: metric, against the database, δ = 0.

    >>> from ppr_core import PrivacyGuarantee, ppr_metric
    >>> mechanism = PrivacyGuarantee(epsilon=1.0, against="database", notion="metric", source="laplace.mechanism")
    >>> ppr_metric(mechanism, alpha=2.0).epsilon
    4.0
    """
    _check(mechanism, metric=True, pure=True)
    return _against_decoder(mechanism, _penalised(mechanism.epsilon, alpha), 0.0, "ppr.theorem9")


def ppr_tight(mechanism: PrivacyGuarantee, alpha: float, slack_epsilon: float, slack_delta: float) -> PrivacyGuarantee:
    """Theorem 10: (ε, δ) becomes (αε + ε̃, 2(δ + δ̃)) against the decoder, for α very close to 1.

    slack_epsilon: ε̃ in (0, 1]; slack_delta: δ̃ in (0, 1/3]; both free, but α must not exceed
    `ppr_tight_alpha_limit` of them. mechanism: local or central, against the database. 2(δ + δ̃) is capped at 1.

    >>> from ppr_core import GaussianChannel, ppr_tight
    >>> mechanism = GaussianChannel(dimension=1, noise_std=5.0, norm_bound=1.0).privacy(1e-6)
    >>> round(ppr_tight(mechanism, 1 + 1e-10, 0.5, 1e-6).epsilon - mechanism.epsilon, 3)
    0.5
    """
    alpha = _alpha(alpha)
    _check(mechanism)
    excess = ppr_tight_excess(slack_epsilon, slack_delta)
    validation.require(
        alpha - 1.0 <= excess,
        "alpha",
        alpha,
        f"at most 1 + {number(excess, 4)} for slack_epsilon {number(slack_epsilon, 6)} and "
        f"slack_delta {number(slack_delta, 6)}",
    )
    return _against_decoder(
        mechanism,
        alpha * mechanism.epsilon + slack_epsilon,
        min(2.0 * (mechanism.delta + slack_delta), 1.0),
        "ppr.theorem10",
        (f"α ≤ 1 + e^(−4.2) δ̃ ε̃² / (−ln δ̃) = 1 + {number(excess, 4)}",),
    )


def ppr_tight_alpha_limit(slack_epsilon: float, slack_delta: float) -> float:
    """The largest double α that Theorem 10 admits: 1 + e^{−4.2} δ̃ ε̃² / (−ln δ̃), rounded down.

    slack_epsilon: ε̃ in (0, 1]; slack_delta: δ̃ in (0, 1/3]. The result 1.0 means that no double above 1 qualifies.

    >>> from ppr_core.guarantees import ppr_tight_alpha_limit
    >>> ppr_tight_alpha_limit(1.0, 0.1) - 1 < 1e-3
    True
    """
    excess = ppr_tight_excess(slack_epsilon, slack_delta)
    limit = 1.0 + excess
    return limit if limit - 1.0 <= excess else math.nextafter(limit, 1.0)


def ppr_tight_excess(slack_epsilon: float, slack_delta: float) -> float:
    """How far above 1 Theorem 10 allows α to be: e^{−4.2} δ̃ ε̃² / (−ln δ̃), rounded down; also where no double is left.

    slack_epsilon: ε̃ in (0, 1]; slack_delta: δ̃ in (0, 1/3].

    >>> from ppr_core.guarantees import ppr_tight_excess
    >>> round(ppr_tight_excess(1.0, 0.1), 7)  # e^−4.2 · 0.1/ln 10
    0.0006512
    """
    slack_epsilon = validation.real("slack_epsilon", slack_epsilon, 0.0, 1.0, low_open=True)
    slack_delta = validation.real("slack_delta", slack_delta, 0.0, 1.0 / 3.0, low_open=True)
    excess = _TIGHT_CONSTANT * slack_delta * slack_epsilon**2 / -math.log(slack_delta)
    return excess * (1.0 - _TIGHT_ROUNDING)


def ppr_tight_overhead_bits(slack_epsilon: float, slack_delta: float) -> float:
    """The least η_α that Theorem 10 leaves: 2 log2(3.56) (−ln δ̃) e^{4.2} / (δ̃ ε̃²) bits, at α on its limit.

    Also right where that limit is too close to 1 for a double. slack_epsilon: ε̃ in (0, 1]; slack_delta: δ̃ in
    (0, 1/3].

    >>> from ppr_core.guarantees import ppr_tight_overhead_bits
    >>> round(ppr_tight_overhead_bits(1.0, 0.1))
    5626
    """
    excess = ppr_tight_excess(slack_epsilon, slack_delta)
    return 2.0 * _OVERHEAD / excess if excess > 0.0 else math.inf


def _alpha(alpha: float) -> float:
    return validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)


def _penalised(epsilon: float, alpha: float) -> float:
    """2αε; nothing to protect (ε = 0) stays protected even at α = ∞."""
    alpha = _alpha(alpha)
    return 2.0 * alpha * epsilon if epsilon > 0.0 else 0.0


def _check(mechanism: PrivacyGuarantee, *, metric: bool = False, pure: bool = False) -> None:
    """The guarantee must be the mechanism's own, in the notion (and with the δ) the theorem speaks of."""
    validation.choice("mechanism.against", mechanism.against, (READER.name,))
    validation.choice("mechanism.notion", mechanism.notion, ("metric",) if metric else ("local", "central"))
    validation.require(not pure or mechanism.delta == 0.0, "mechanism.delta", mechanism.delta, "0 for this theorem")


def _bits(value: float, source: str, conditions: tuple[str, ...] = (_ABSOLUTELY_CONTINUOUS,)) -> Bound:
    return Bound(value=value, unit="bits", side="upper", source=source, conditions=conditions)


def _against_decoder(
    mechanism: PrivacyGuarantee, epsilon: float, delta: float, source: str, conditions: tuple[str, ...] = ()
) -> PrivacyGuarantee:
    return PrivacyGuarantee(
        epsilon=epsilon,
        delta=delta,
        against="decoder",
        notion=mechanism.notion,
        source=source,
        conditions=(*mechanism.conditions, *conditions, _ABSOLUTELY_CONTINUOUS),
    )
