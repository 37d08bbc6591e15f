"""Privacy of PPR's messages against their decoder, from exact Rényi divergences or from the exact law of the loss."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
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
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.decoder_privacy.pairs import worst_pair
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["decoder_curve", "decoder_privacy", "exact_decoder_privacy", "gaussian_chunks_privacy"]

_FRESH = (
    "averaged over the shared randomness, of which each message uses a table of its own that nobody chose knowing the "
    "input; for the worst table only the theorems on PPR hold"
)
Notion = Literal["local", "central"]


def decoder_curve(channel: Channel, alpha: float) -> RenyiCurve:
    """D_λ of what PPR's decoder sees of one message, in nats, for the worst two inputs at each order.

    alpha: α in (1, ∞]. Raises ``ValueError`` for channels without a registered privacy loss.
    """
    return _curve(worst_pair(channel), alpha)


def decoder_privacy(
    channel: Channel, alpha: float, delta: float, *, messages: int = 1, notion: Notion = "local"
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder by exact Rényi divergences, converted by ``dp-accounting``.

    alpha: α in (1, ∞]; delta: in [0, 1], the result's δ (Theorem 8 turns the mechanism's own δ into 2δ: compare at
    twice that); messages: >= 0, each with a table of its own, over which Rényi divergences add. notion: "central" if
    each of the channel's inputs is a database.
    """
    curve = decoder_curve(channel, alpha).composed(messages)
    return _guarantee(curve, delta, notion, () if messages == 1 else (f"{messages} messages",))


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
    """(ε, δ) against the decoder from the exact law of the loss: no smaller ε is true.

    For channels of which every pair of inputs is looked at: randomized response, RAPPOR and subset selection, whose
    pairs are all alike, and finite ones. For the others the curve of the worst pair is `poisson_loss(worst_pair(…))`;
    that closer inputs do no worse is proved for Rényi divergences, and only observed for δ(ε). Several messages only
    where all pairs are alike. alpha: α in (1, ∞).
    """
    alike = (RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel, FiniteChannel)
    allowed = "one whose worst pair is known for the loss itself: all pairs alike, or a finite matrix"
    validation.require(isinstance(channel, alike), "channel", channel.name, allowed)
    pair = worst_pair(channel)
    messages = validation.integer("messages", messages, 1)
    singles = _singles(pair)
    allowed = f"1 for the channel {channel.name}, whose pairs of inputs differ"
    validation.require(messages == 1 or len(singles) == 1, "messages", messages, allowed)
    losses = [poisson_loss(single, alpha) for single in singles]
    if messages == 1:
        epsilon = max(loss.epsilon(delta) for loss in losses)
    else:
        epsilon = composed_epsilon([(losses[0], losses[0], messages)], delta)
    return _promise(epsilon, delta, notion, "ppr.loss", () if messages == 1 else (f"{messages} messages",))


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
