"""Every guarantee of a checked setting, with its source, and the reason where one does not apply.

What schemes tell is compared at one δ′ for all of them and for reader and decoder alike: outputs by their own loss,
one message of PPR by the law of its loss with arrival times, an upper bound for the decoder, wherever one pair of
inputs is known to be the worst; several messages, and all others, by Rényi divergences (`ppr_core.decoder_privacy`).
Beside them stand pure ε and the theorems of Liu, Chen, Özgür, Li (NeurIPS 2024), which are looser.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core.accounting import GaussianPair, LossPair, PoissonLoss, gaussian_privacy
from ppr_core.decoder_privacy import (
    decoder_privacy,
    gaussian_chunks_privacy,
    message_loss,
    message_privacy,
    worst_pair,
)
from ppr_core.guarantees import (
    PrivacyGuarantee,
    ppr_approximate,
    ppr_pure,
    ppr_tight_alpha_limit,
    ppr_tight_overhead_bits,
)
from ppr_core.planning.setup import SMALLEST_EPSILON, Claim, Setup, mechanism, round_down
from ppr_core.wording import number, rounded

__all__ = [
    "SMALLEST_ALPHA", "Told", "as_it_is", "claims", "decoder_guarantee", "default_limit", "largest_alpha", "theorem",
]  # fmt: skip

SMALLEST_ALPHA = 1.01


@dataclass(frozen=True)
class Told:
    """What a scheme tells at δ′: a reader of what is published, and the decoder, who holds seed and message and never
    learns less; pure_reader, pure_decoder: ε at δ = 0, ∞ where there is none.

    >>> from ppr_core.planning import Setup, as_it_is
    >>> told = as_it_is(Setup(task="categories", categories=100, epsilon=2.0))
    >>> round(told.pure_reader, 6), told.decoder.epsilon == told.reader.epsilon  # nothing is compressed
    (2.0, True)
    """

    reader: PrivacyGuarantee
    decoder: PrivacyGuarantee
    pure_reader: float
    pure_decoder: float

    def __post_init__(self) -> None:
        if self.decoder.epsilon < self.reader.epsilon:  # of a bound, which the output's own loss undercuts
            object.__setattr__(self, "decoder", replace(self.reader, against=self.decoder.against))


#: Above it bits hardly fall.
_LARGEST_ALPHA = 100.0
_GROWTH, _LAW_GROWTH = 1.5, 4.0  # of α − 1 until the limit is passed
_TINY = 1e-300
_ENDLESS = 1e6  # nats, which no law reaches
_FAR = 1e-2  # of δ′: beyond it the curve falls too steeply to tell where it meets δ′
_STEPS = 40  # of the search for α, at most
_CLOSE = 1.0005  # ratio of its two ends where it stops


def claims(p: Setup, alpha: float, chunk: int) -> tuple[Claim, ...]:
    """All of them, the target first; of a settled set-up sent in chunks of so many entries.

    >>> from ppr_core.planning import Setup, claims
    >>> found = claims(Setup(task="categories", categories=100, epsilon=2.0), alpha=2.0, chunk=1)
    >>> [(claim.source, round(claim.guarantee.epsilon, 3)) for claim in found if claim.guarantee]
    [('response.k_ary', 2.0), ('output.loss', 2.0), ('ppr.loss', 7.734), ('ppr.theorem7', 8.0)]
    """
    m, kind, messages = mechanism(p), p.kind, _chunks(p, chunk)
    reports = "report" if kind.shares(p) == 1 else "reports"
    decoder, looser = decoder_guarantee(p, alpha, chunk), theorem(p, alpha, messages)
    report = kind.report(p, p.decoder_delta)
    lines = [Claim(reports, m.local, m.local.source, "any-two")]
    if (report.epsilon, report.delta) != (m.local.epsilon, m.local.delta):
        lines.append(Claim(reports, report, report.source, "compared"))
    if m.central is not None:
        client = "zeroed" if p.neighbours == "zero_out" else "replaced"
        lines.insert(0, Claim("mean", m.central, m.central.source, client if kind.central else "noise"))
    if decoder.source in ("ppr.loss", "ppr.renyi"):
        lines.append(Claim(reports, decoder, decoder.source, "fresh", {"spread": messages > 1}))
    loose = Claim(reports, looser, looser.source, "any-two")
    if not kind.accounted(p):
        loose = replace(loose, note="unregistered")
    elif messages > 1:
        loose = replace(loose, note="looser", values={"messages": number(messages)})
    lines.append(loose)
    return (*lines, *kind.claims(p, alpha, messages), _tight(p))


def as_it_is(p: Setup) -> Told:
    """Of a settled set-up whose outputs are sent themselves.

    >>> from ppr_core.planning import Setup, as_it_is
    >>> told = as_it_is(Setup(task="gaussian", epsilon=1.0, delta=1e-6, decoder_delta=1e-6))
    >>> round(told.reader.epsilon, 4), told.pure_reader  # Gaussian noise has no pure ε
    (1.0, inf)
    """
    return _as_it_is(p.replace(**_UNREAD))


def decoder_guarantee(p: Setup, alpha: float, chunk: int | None = None) -> PrivacyGuarantee:
    """(ε, δ′) of everything a user sends against the decoder, as tight as is known.

    chunk: entries of a chunk of Gaussian noise; None for any: then no theorem about a single message is used.

    >>> from ppr_core.planning import Setup, decoder_guarantee, theorem
    >>> setup = Setup(task="categories", categories=100, epsilon=2.0)
    >>> round(decoder_guarantee(setup, 2.0).epsilon, 3), round(theorem(setup, 2.0).epsilon, 3)
    (7.734, 8.0)
    """
    if math.isinf(alpha) or not p.kind.accounted(p):
        return theorem(p, alpha)
    single = _single(p, chunk)
    loss = _loss(p, alpha) if single else None
    if loss is not None:
        found = _promised(loss, p.decoder_delta)
    elif p.kind.chunked:
        found = _gaussian(mechanism(p).noise, p.norm_bound, alpha, p.decoder_delta)
    else:
        found = _declared(p.replace(**_PLAIN), alpha)
    return min(found, theorem(p, alpha), key=lambda guarantee: guarantee.epsilon) if single else found


def default_limit(p: Setup) -> float:
    """The limit for the decoder where none is given: four times the ε of what one user sends.

    >>> from ppr_core.planning import Setup, default_limit
    >>> default_limit(Setup(task="categories", epsilon=2.0))
    8.0
    """
    return max(SMALLEST_EPSILON, rounded(4 * p.kind.loss(p), 4))


def theorem(p: Setup, alpha: float, indices: int = 1) -> PrivacyGuarantee:
    """Theorem 7, or 8 for the mechanism at δ′/2. For several chunks of Gaussian noise the sum of Theorem 8 for each, at
    δ′/2m, for a change that is spread over them evenly.

    >>> from ppr_core.planning import Setup, theorem
    >>> round(theorem(Setup(task="categories", epsilon=2.0), 1.5).epsilon, 6)  # Theorem 7: 2αε
    6.0
    """
    local, delta = mechanism(p).local, p.decoder_delta / 2
    if local.delta and p.kind.chunked:
        distance = 2 * p.norm_bound / math.sqrt(indices)
        each = gaussian_privacy(mechanism(p).noise, distance, delta / indices, notion="local")
        local = PrivacyGuarantee(
            epsilon=indices * each.epsilon, delta=delta, against="database", notion="local", source=each.source
        )
    return ppr_approximate(local, alpha) if local.delta else ppr_pure(local, alpha)


def largest_alpha(p: Setup, chunk: int | None = None) -> float:
    """The largest α in [1.01, 100] that keeps the decoder's ε within the limit, to four digits on the private side; 0
    where none does. ε rises with α. chunk: as of `decoder_guarantee`, by which it is held.

    >>> from ppr_core.planning import Setup, decoder_guarantee, largest_alpha
    >>> setup = Setup(task="categories", categories=100, epsilon=2.0, decoder_epsilon=6.0)
    >>> alpha = largest_alpha(setup)
    >>> alpha > 1.5, decoder_guarantee(setup, alpha).epsilon <= 6.0  # Theorem 7 alone allows 6/(2·2)
    (True, True)
    """
    by_law = p.kind.accounted(p) and _single(p, chunk) and _loss(p, SMALLEST_ALPHA) is not None
    growth = _LAW_GROWTH if by_law else _GROWTH
    log_limit = math.log(max(p.decoder_epsilon, _TINY))  # a risk that δ′ alone exceeds leaves ε′ = 0

    def excess(alpha: float) -> float:
        loss = _loss(p, alpha) if by_law else None
        if loss is not None:  # δ at the limit is one value of the curve, ε at δ′ a root of it
            beyond = p.decoder_epsilon >= min(loss.largest, _ENDLESS)
            reached = 0.0 if beyond else float(loss.delta(p.decoder_epsilon)[0])
            return math.log(max(reached / p.decoder_delta, _FAR))
        return math.log(max(decoder_guarantee(p, alpha, chunk).epsilon, _TINY)) - log_limit

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
        high = min(1 + growth * (high - 1), _LARGEST_ALPHA)
        above = excess(high)
    for step in range(_STEPS):
        if high <= _CLOSE * low:
            break
        share = below / (below - above) if step % 3 < 2 else 0.5
        middle = low * (high / low) ** min(max(share, 0.02), 0.98)
        beyond = excess(middle)
        if beyond <= 0:
            low, below = middle, beyond
        else:
            high, above = middle, beyond
    for candidate in (round_down(high), round_down(low), low):
        if candidate >= SMALLEST_ALPHA and decoder_guarantee(p, candidate, chunk).epsilon <= p.decoder_epsilon:
            return candidate
    return SMALLEST_ALPHA


# What the numerical accounting of a mechanism does not depend on.
_PLAIN = {
    name: getattr(Setup, name)
    for name in (
        "trusted", "clients", "decoder_epsilon", "alpha", "chunk", "proposal", "code", "bit_budget", "time_budget"
    )
}  # fmt: skip


_UNREAD = {name: value for name, value in _PLAIN.items() if name != "clients"}


def _single(p: Setup, chunk: int | None) -> bool:
    """Whether all that a user sends is one message."""
    if p.kind.chunked:
        return p.whole or (chunk is not None and chunk >= p.dimension)
    return p.kind.shares(p) == 1


def _loss(p: Setup, alpha: float) -> PoissonLoss | None:
    """Of one message."""
    if p.kind.chunked:
        return _law(GaussianPair(2 * p.norm_bound / mechanism(p).noise), alpha)
    return _law(_worst(p.replace(**_PLAIN)), alpha)


@lru_cache(maxsize=256)
def _worst(p: Setup) -> LossPair:
    return worst_pair(p.kind.channel(p)[0])


_law = lru_cache(maxsize=256)(message_loss)


@lru_cache(maxsize=256)
def _promised(loss: PoissonLoss, delta: float) -> PrivacyGuarantee:
    return message_privacy(loss, delta)


@lru_cache(maxsize=4096)
def _gaussian(noise: float, norm_bound: float, alpha: float, delta: float) -> PrivacyGuarantee:
    """However many chunks there are. Inputs are bounded by their norm alone, so a change may lie in one chunk: no
    caps."""
    return gaussian_chunks_privacy(noise, 2 * norm_bound, np.array([math.inf]), alpha, delta)


@lru_cache(maxsize=4096)
def _declared(p: Setup, alpha: float) -> PrivacyGuarantee:
    channel, _ = p.kind.channel(p)
    return decoder_privacy(channel, alpha, p.decoder_delta, messages=p.kind.shares(p))


@lru_cache(maxsize=4096)
def _as_it_is(p: Setup) -> Told:
    reader, report = (told(p, p.decoder_delta) for told in (p.kind.reader, p.kind.report))
    pure = [told(p, 0.0).epsilon for told in (p.kind.reader, p.kind.report)]
    return Told(reader, replace(report, against="decoder"), *pure)


def _chunks(p: Setup, chunk: int) -> int:
    return math.ceil(p.dimension / chunk) if p.kind.chunked else 1


def _tight(p: Setup) -> Claim:
    """Theorem 10 with the slack ε̃ = ε/2 (at most 1) and δ̃ = δ: out of reach, which is said with numbers."""
    slack = min(1.0, mechanism(p).local.epsilon / 2)
    limit = ppr_tight_alpha_limit(slack, p.delta) - 1
    bits = number(ppr_tight_overhead_bits(slack, p.delta), 2)
    needed: dict[str, str | int] = {"room": limit > 0, "excess": number(limit, 2), "bits": bits}
    return Claim("report", None, "ppr.theorem10", "tight", needed)
