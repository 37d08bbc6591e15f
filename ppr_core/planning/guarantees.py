"""Every guarantee of a checked setting, with its source, and the reason where one does not apply.

Against the decoder: the exact Rényi accountant (`ppr_core.decoder_privacy`), at twice the δ of the mechanism, and
beside it the theorems of Liu, Chen, Özgür, Li (NeurIPS 2024), which are looser.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.accounting import gaussian_privacy
from ppr_core.channels import LaplaceChannel
from ppr_core.decoder_privacy import decoder_privacy, gaussian_chunks_privacy, worst_pair
from ppr_core.guarantees import (
    PrivacyGuarantee,
    gaussian_mean_local,
    gaussian_mean_renyi_local,
    ppr_approximate,
    ppr_metric,
    ppr_pure,
    ppr_tight_alpha_limit,
    ppr_tight_overhead_bits,
)
from ppr_core.planning.mechanism import channel_of, mechanism, round_down, shares
from ppr_core.planning.setup import SMALLEST_EPSILON, Setup
from ppr_core.roots import golden_section
from ppr_core.wording import number

__all__ = [
    "SMALLEST_ALPHA",
    "Claim",
    "claims",
    "classical_local",
    "decoder_guarantee",
    "default_limit",
    "is_accounted",
    "largest_alpha",
    "renyi_local",
    "theorem",
]

SMALLEST_ALPHA = 1.01
#: Above it bits hardly fall.
_LARGEST_ALPHA = 100.0
_GROWTH = 1.5  # of α − 1 until the limit is passed
_TINY = 1e-300
_STEPS = 40  # of the search for α, at most
_SECTIONS = 36  # of the search for an order: then it is known to 7·10⁻⁷
_CLOSE = 1.0005  # ratio of its two ends where it stops


@dataclass(frozen=True)
class Claim:
    """A line of the table: who is protected, the guarantee or None, its source, and what it needed or needs."""

    protects: str
    guarantee: PrivacyGuarantee | None
    source: str
    note: str = ""


def claims(p: Setup, alpha: float, chunk: int) -> tuple[Claim, ...]:
    """All of them, the target first; of a settled set-up sent in chunks of so many entries."""
    m, indices = mechanism(p), _chunks(p, chunk)
    found = []
    if m.central is not None:
        who = "one client's vector set to zero" if p.neighbours == "zero_out" else "one client's vector replaced"
        found.append(Claim("the mean", m.central, m.central.source, who if p.central else "follows from the noise"))
    who = "one report" if shares(p) == 1 else f"all {shares(p)} reports"
    found.append(Claim(who, m.local, m.local.source, "any two inputs"))
    decoder = decoder_guarantee(p, alpha, chunk)
    if decoder.source == "ppr.renyi":
        spread = "any two inputs" if indices == 1 else "any two inputs, however their difference is spread over chunks"
        found.append(Claim(who, decoder, decoder.source, f"{spread}; fresh shared randomness"))
    if not is_accounted(p):
        note = "no exact accounting: the privacy loss of this mechanism is not registered"
        found.append(Claim(who, theorem(p, alpha), theorem(p, alpha).source, note))
    else:
        looser = theorem(p, alpha, indices)
        note = "any two inputs" if indices == 1 else f"looser: the sum over {indices} chunks, spread evenly"
        found.append(Claim(who, looser, looser.source, note))
    if p.task == "laplace":
        channel, _ = channel_of(p, p.dimension, 1.0)
        assert isinstance(channel, LaplaceChannel)
        metric = channel.metric_privacy()
        found.append(Claim("one report", metric, metric.source, "for each unit of distance"))
        found.append(Claim("one report", ppr_metric(metric, alpha), "ppr.theorem9", "for each unit of distance"))
    if p.task == "mean" and indices == 1:
        classical = classical_local(p, alpha)
        need = "" if classical else "needs a local ε below 1 before compression"
        found.append(Claim("one report", classical, "ppr.corollary12", need))
        renyi = renyi_local(p, alpha)
        found.append(Claim("one report", renyi, renyi.source, renyi.conditions[0]))
    elif p.task == "mean":
        for source in ("ppr.corollary12", "ppr.corollary17"):
            found.append(Claim("one report", None, source, f"covers one index a report; here {indices}"))
    return (*found, _tight(p))


def decoder_guarantee(p: Setup, alpha: float, chunk: int | None = None) -> PrivacyGuarantee:
    """(ε, 2δ) of everything a user sends against the decoder, as tight as is known.

    chunk: entries of a chunk of Gaussian noise; None for any: then no theorem about a single message is used.
    """
    if not is_accounted(p) or math.isinf(alpha):
        return theorem(p, alpha)
    if p.gaussian:
        whole = chunk is not None and chunk >= p.dimension
        return _gaussian(mechanism(p).noise, p.norm_bound, p.dimension if whole else 0, alpha, 2 * p.delta)
    return _declared(p.replace(**_PLAIN), alpha)


def default_limit(p: Setup) -> float:
    """The limit for the decoder where none is given: four times the ε of what one user sends."""
    loss = p.epsilon if p.task == "privunit" else mechanism(p).local.epsilon
    return max(SMALLEST_EPSILON, float(f"{4 * loss:.4g}"))


def is_accounted(p: Setup) -> bool:
    """Whether the privacy loss of the mechanism is known to the exact accountant."""
    if p.own:
        return True
    try:
        worst_pair(channel_of(p, p.dimension, 1.0)[0])
    except ValueError:
        return False
    return True


def theorem(p: Setup, alpha: float, indices: int = 1) -> PrivacyGuarantee:
    """Theorem 7 or 8. For several chunks of Gaussian noise the sum of Theorem 8 for each, at δ/m, for a change
    that is spread over them evenly."""
    local = mechanism(p).local
    if indices > 1:
        distance = 2 * p.norm_bound / math.sqrt(indices)
        each = gaussian_privacy(mechanism(p).noise, distance, p.delta / indices, notion="local")
        local = PrivacyGuarantee(
            epsilon=indices * each.epsilon, delta=p.delta, against="database", notion="local", source=each.source
        )
    return ppr_approximate(local, alpha) if local.delta else ppr_pure(local, alpha)


def largest_alpha(p: Setup) -> float:
    """The largest α in [1.01, 100] that keeps the decoder's ε within the limit, to four digits on the private side; 0
    where none does. ε rises with α."""
    chunk = p.dimension if p.whole else None

    def excess(alpha: float) -> float:
        return math.log(max(decoder_guarantee(p, alpha, chunk).epsilon, _TINY) / p.decoder_epsilon)

    theorem_allows = p.decoder_epsilon / (2 * max(mechanism(p).local.epsilon, _TINY))
    low = min(max(theorem_allows, SMALLEST_ALPHA), _LARGEST_ALPHA)
    below = excess(low)
    if below > 0 and low > SMALLEST_ALPHA:
        low, below = SMALLEST_ALPHA, excess(SMALLEST_ALPHA)
    if below > 0:
        return 0.0
    high, above = low, below
    while above <= 0:
        if high >= _LARGEST_ALPHA:
            return _LARGEST_ALPHA
        low, below = high, above
        high = min(1 + _GROWTH * (high - 1), _LARGEST_ALPHA)
        above = excess(high)
    for step in range(_STEPS):
        if high <= _CLOSE * low:
            break
        share = below / (below - above) if step % 3 < 2 else 0.5
        middle = low * (high / low) ** min(max(share, 0.02), 0.98)
        found = excess(middle)
        if found <= 0:
            low, below = middle, found
        else:
            high, above = middle, found
    for candidate in (round_down(high), round_down(low), low):
        if candidate >= SMALLEST_ALPHA and excess(candidate) <= 0:
            return candidate
    return SMALLEST_ALPHA


def classical_local(p: Setup, alpha: float) -> PrivacyGuarantee | None:
    """Corollary 12's local guarantee for any two inputs of the ball, or None where its condition fails."""
    try:
        return gaussian_mean_local(**_mean(p), delta=p.delta, alpha=alpha)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def renyi_local(p: Setup, alpha: float) -> PrivacyGuarantee:
    """Corollary 17's at the best of the orders; every order gives a valid one."""

    def guarantee(log_excess: float) -> PrivacyGuarantee:
        return gaussian_mean_renyi_local(**_mean(p), order=1 + math.exp(log_excess), delta=p.delta, alpha=2.0)

    best = golden_section(lambda log_excess: guarantee(log_excess).epsilon, -12.0, 12.0, steps=_SECTIONS)
    return gaussian_mean_renyi_local(**_mean(p), order=1 + math.exp(best), delta=p.delta, alpha=alpha)


# What the exact accounting of a mechanism does not depend on.
_PLAIN = {
    name: getattr(Setup, name)
    for name in (
        "trusted", "clients", "decoder_epsilon", "alpha", "chunk", "proposal", "code", "bit_budget", "time_budget"
    )
}  # fmt: skip


@lru_cache(maxsize=4096)
def _gaussian(noise: float, norm_bound: float, whole: int, alpha: float, delta: float) -> PrivacyGuarantee:
    """whole: the dimension, where all is sent in one message; else 0. Inputs are bounded by their norm alone, so a
    change may lie in one chunk: no caps."""
    exact = gaussian_chunks_privacy(noise, 2 * norm_bound, np.array([math.inf]), alpha, delta)
    if whole:
        own = gaussian_privacy(noise, 2 * norm_bound, delta / 2, notion="local")
        return min(exact, ppr_approximate(own, alpha), key=lambda one: one.epsilon)
    return exact


@lru_cache(maxsize=4096)
def _declared(p: Setup, alpha: float) -> PrivacyGuarantee:
    channel, _ = channel_of(p, p.dimension, 1.0)
    return decoder_privacy(channel, alpha, min(1.0, 2 * p.delta), messages=shares(p))


def _chunks(p: Setup, chunk: int) -> int:
    return math.ceil(p.dimension / chunk) if p.gaussian else 1


def _mean(p: Setup) -> dict[str, float]:
    """The corollaries' σ is √n times the noise of a report."""
    return {
        "clients": p.clients,
        "norm_bound": p.norm_bound,
        "sigma": mechanism(p).noise * math.sqrt(p.clients),
    }


def _tight(p: Setup) -> Claim:
    """Theorem 10 with the slack ε̃ = ε/2 (at most 1) and δ̃ = δ: out of reach, which is said with numbers."""
    slack = min(1.0, mechanism(p).local.epsilon / 2)
    limit = ppr_tight_alpha_limit(slack, p.delta) - 1
    alpha = f"1 + {number(limit, 2)}" if limit else "the smallest number above 1"
    bits = number(ppr_tight_overhead_bits(slack, p.delta), 2)
    return Claim("one report", None, "ppr.theorem10", f"needs α ≤ {alpha}, which adds up to {bits} bits an index")
