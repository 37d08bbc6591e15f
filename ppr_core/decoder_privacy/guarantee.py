"""Privacy of PPR's messages against their decoder, from exact Rényi divergences or from the exact law of the loss."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
    LaplacePair,
    LossPair,
    RenyiCurve,
    composed_epsilon,
    poisson_curve,
    poisson_loss,
    worst_spread,
)
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.decoder_privacy.pairs import worst_pair
from ppr_core.guarantees import ppr_approximate, ppr_pure
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["decoder_curve", "decoder_privacy", "exact_decoder_privacy", "gaussian_chunks_privacy"]

_FRESH = (
    "averaged over the shared randomness, of which each message uses a table of its own that nobody chose knowing the "
    "input; for the worst table only the theorems on PPR hold"
)
Notion = Literal["local", "central"]

_ALIKE = (RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel)
_DISTANCES = 64  # at which the exact curve is computed, up to the largest
_SHORT_SHARE = 0.02  # of δ, for the way to the nearest of them


def decoder_curve(channel: Channel, alpha: float) -> RenyiCurve:
    """D_λ of what PPR's decoder sees of one message, in nats, for the worst two inputs at each order.

    alpha: α in (1, ∞]. Raises ``ValueError`` for channels without a registered privacy loss.
    """
    return _curve(worst_pair(channel), alpha)


def decoder_privacy(
    channel: Channel, alpha: float, delta: float, *, messages: int = 1, notion: Notion = "local"
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder by exact Rényi divergences, converted by ``dp-accounting``; or, for one message, by
    Theorem 7 or 8 of the paper where that is smaller: for very large ε, whose best orders lie between 1 and 2.

    alpha: α in (1, ∞]; delta: in [0, 1], the result's δ, twice the δ at which the mechanism itself enters Theorem 8;
    messages: >= 0, each with a table of its own, over which Rényi divergences add. notion: "central" if each of the
    channel's inputs is a database.
    """
    curve = decoder_curve(channel, alpha).composed(messages)
    found = _guarantee(curve, delta, notion, () if messages == 1 else (f"{messages} messages",))
    if messages != 1:
        return found
    own = channel.privacy(delta / 2)
    theorem = (ppr_approximate if own.delta > 0 else ppr_pure)(replace(own, notion=notion), alpha)
    return theorem if theorem.epsilon < found.epsilon else found


def gaussian_chunks_privacy(
    noise_std: float,
    distance: float,
    caps: np.ndarray,
    alpha: float,
    delta: float,
    *,
    notion: Notion = "local",
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder of a vector with Gaussian noise sent in chunks, each a PPR message of its own.

    noise_std: s > 0 of every coordinate; distance: the largest L2 distance of two vectors, 2C for any two of norm C;
    caps: (n,) the same for each chunk alone, ∞ where there is no such limit. The change is spread over the chunks in
    the worst way (`worst_spread`): without caps all of it is in one chunk, whatever the number of chunks.
    """
    noise_std = validation.real("noise_std", noise_std, 0.0, low_open=True)
    spread = worst_spread(distance, caps) / noise_std
    moved, counts = np.unique(spread[spread > 0], return_counts=True)
    total = RenyiCurve(np.zeros(1), 0.0) if not len(moved) else None
    for one, count in zip(moved, counts, strict=True):
        curve = _curve(GaussianPair(float(one)), alpha).composed(int(count))
        total = curve if total is None else total + curve
    assert total is not None
    return _guarantee(total, delta, notion, (f"{len(spread)} chunks, a change of at most {distance:g} in L2",))


def exact_decoder_privacy(
    channel: Channel, alpha: float, delta: float, *, messages: int = 1, notion: Notion = "local"
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder from the exact law of the loss. alpha: α in (1, ∞); delta: in [0, 1].

    No smaller ε is true for randomized response, RAPPOR and subset selection, whose pairs of inputs are all alike, and
    for finite channels, of which every pair is computed. Several messages only where all pairs are alike. For Gaussian
    and Laplace noise, one message: every 64th of the largest distance is computed, and the way from any distance to
    the nearest of them added (`_within`), 1 to 4 % in ε; this takes seconds. Other channels raise ``ValueError``.
    """
    messages = validation.integer("messages", messages, 1)
    within = isinstance(channel, (GaussianChannel, LaplaceChannel))
    allowed = "finite, Gaussian, Laplace, or one whose pairs of inputs are all alike"
    validation.require(within or isinstance(channel, (*_ALIKE, FiniteChannel)), "channel", channel.name, allowed)
    pairs = [worst_pair(channel)] if within else _singles(worst_pair(channel))
    allowed = f"1 for the channel {channel.name}, whose pairs of inputs differ"
    validation.require(messages == 1 or (len(pairs) == 1 and not within), "messages", messages, allowed)
    if messages > 1:
        loss = poisson_loss(pairs[0], alpha)
        epsilon = composed_epsilon([(loss, loss, messages)], delta)
    elif within:
        epsilon = _within(pairs[0], alpha, delta)
    else:
        epsilon = max(poisson_loss(pair, alpha).epsilon(delta) for pair in pairs)
    return _promise(epsilon, delta, notion, "ppr.loss", () if messages == 1 else (f"{messages} messages",))


def _within(pair: GaussianPair | LaplacePair, alpha: float, delta: float) -> float:
    """ε at δ for every pair of inputs at most as far apart as this one.

    Any x′ is at most h = distance/128 from a point x″ whose distance from x is one of 64. If x, x″ are (ε₁, δ₁)- and
    x″, x′ (ε₂, δ₂)-indistinguishable to the decoder, x and x′ are (ε₁ + ε₂, δ₁ + e^{ε₁} δ₂)-indistinguishable. For the
    short way Rényi divergences serve, which are known to rise with the distance.
    """
    if delta == 0 or pair.distance == 0:
        return _curve(pair, alpha).limit
    share = (1 - _SHORT_SHARE) * delta
    epsilon = poisson_loss(pair, alpha).epsilon(share)
    for distance in np.linspace(0, pair.distance, _DISTANCES + 1)[1:-1]:
        loss = poisson_loss(replace(pair, distance=float(distance)), alpha)
        if loss.delta(epsilon)[0] > share:
            epsilon = loss.epsilon(share)
    short = replace(pair, distance=pair.distance / (2 * _DISTANCES))
    way = _curve(short, alpha).epsilon(_SHORT_SHARE * delta * math.exp(-epsilon))[0]
    return min(epsilon + way, _curve(pair, alpha).epsilon(delta)[0])


def _guarantee(curve: RenyiCurve, delta: float, notion: Notion, conditions: tuple[str, ...]) -> PrivacyGuarantee:
    epsilon, order = curve.epsilon(delta)
    shown = "the largest loss" if math.isinf(order) else f"Rényi order {order:g}"
    return _promise(epsilon, delta, notion, "ppr.renyi", (*conditions, shown))


def _promise(
    epsilon: float, delta: float, notion: Notion, source: str, conditions: tuple[str, ...]
) -> PrivacyGuarantee:
    return PrivacyGuarantee(
        epsilon=epsilon, delta=delta, against="decoder", notion=notion, source=source, conditions=(*conditions, _FRESH)
    )


def _curve(pair: LossPair, alpha: float) -> RenyiCurve:
    return _remembered(pair, alpha) if pair.__hash__ is not object.__hash__ else poisson_curve(pair, alpha)


_remembered = lru_cache(maxsize=256)(poisson_curve)


def _singles(pair: AtomicPair) -> list[AtomicPair]:
    """The pairs along the leading axis, or the one there is."""
    if pair.losses.ndim == 1:
        return [pair]
    return [AtomicPair(*parts) for parts in zip(pair.losses, pair.masses, pair.unseen, strict=True)]
