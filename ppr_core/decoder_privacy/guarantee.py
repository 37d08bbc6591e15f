"""Privacy of PPR's messages against their decoder, from Rényi divergences or from the law of the privacy loss.

Both are exact for whoever sees list, index and arrival times. The decoder sees list and index: for it they are upper
bounds, by data processing.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.accounting import (
    LARGEST_ORDER,
    AtomicPair,
    GaussianPair,
    LaplacePair,
    LossPair,
    PoissonLoss,
    RenyiCurve,
    composed_epsilon,
    poisson_curve,
    poisson_loss,
    worst_spread,
)
from ppr_core.channels import Channel
from ppr_core.decoder_privacy.noise_pair import NoisePair
from ppr_core.decoder_privacy.pairs import worst_pair
from ppr_core.guarantees import ppr_approximate, ppr_pure
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["decoder_privacy", "exact_decoder_privacy", "gaussian_chunks_privacy", "message_loss", "message_privacy"]

_FRESH = (
    "averaged over the shared randomness, of which each message uses a table of its own that nobody chose knowing the "
    "input; for the worst table only Theorems 7 and 9 on PPR hold"
)
Notion = Literal["local", "central"]

_FEW_ORDERS = (32, 96)
_LARGEST_ALPHA = 100.0  # up to which laws are computed in milliseconds


def decoder_privacy(
    channel: Channel, alpha: float, delta: float, *, messages: int = 1, notion: Notion = "local"
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder by Rényi divergences, exact if the arrival times leak, too; or, for one message, by
    Theorem 7 or 8 of the paper where that is smaller: for very large ε, whose best orders lie between 1 and 2.

    alpha: α in (1, ∞]; delta: in [0, 1], the result's δ, twice the δ at which the mechanism itself enters Theorem 8;
    messages: >= 0, each with a table of its own, over which Rényi divergences add. notion: "central" if each of the
    channel's inputs is a database.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import decoder_privacy
    >>> channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    >>> round(decoder_privacy(channel, 2.0, 0.0).epsilon, 6), round(decoder_privacy(channel, 2.0, 1e-3).epsilon, 3)
    (4.0, 3.677)
    """
    pair = worst_pair(channel)
    parts = [(pair, messages)]
    found = _guarantee(parts, alpha, delta, notion, () if messages == 1 else (f"{messages} messages",))
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

    >>> import numpy as np
    >>> from ppr_core.decoder_privacy import gaussian_chunks_privacy
    >>> round(gaussian_chunks_privacy(10.0, 2.0, np.array([np.inf, np.inf]), 2.0, 1e-6).epsilon, 3)
    2.167
    """
    noise_std = validation.real("noise_std", noise_std, 0.0, low_open=True)
    spread = worst_spread(distance, caps) / noise_std
    moved, counts = np.unique(spread[spread > 0], return_counts=True)
    parts = [(GaussianPair(float(one)), int(count)) for one, count in zip(moved, counts, strict=True)]
    conditions = (f"{len(spread)} chunks, a change of at most {number(distance, 6)} in L2",)
    return _guarantee(parts or [(GaussianPair(0.0), 0)], alpha, delta, notion, conditions)


def exact_decoder_privacy(
    channel: Channel, alpha: float, delta: float, *, messages: int = 1, notion: Notion = "local"
) -> PrivacyGuarantee:
    """(ε, δ) against the decoder from the law of the loss of the worst two inputs: exact if the arrival times leak,
    too, and then no smaller ε is true; an upper bound for the decoder, who does not see them.

    alpha: α in (1, ∞); delta: in [0, 1]; messages: >= 1, each with a table of its own, more than one only where one
    pair of inputs is worst of all: a pair from which every other can be made out of its outputs is, for one message and
    for many (docs/decoder_privacy.md, section 4). That is so of Gaussian and Laplace noise, PrivUnit, randomized
    response, RAPPOR, subset selection and truncated geometric noise; of other finite channels every pair is computed,
    of noise of other laws both ends either way round, whose δ is an upper bound (`noise_pair`). Takes up to a second
    for Laplace noise, a few for other laws. Channels without a registered loss raise ``ValueError``.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import exact_decoder_privacy
    >>> round(exact_decoder_privacy(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0, 1e-3).epsilon, 3)
    3.611
    """
    messages = validation.integer("messages", messages, 1)
    pair = worst_pair(channel)
    pairs = _singles(pair)
    allowed = f"1 for the channel {channel.name}, of which no pair of inputs is known to be the worst"
    validation.require(messages == 1 or len(pairs) == 1, "messages", messages, allowed)
    losses = [poisson_loss(one, alpha) for one in pairs]
    if messages > 1:
        epsilon = composed_epsilon([(losses[0], losses[0], messages)], delta)
    else:
        epsilon = max(loss.epsilon(delta) for loss in losses)
    return _promise(epsilon, delta, notion, "ppr.loss", () if messages == 1 else (f"{messages} messages",))


def message_loss(pair: LossPair, alpha: float) -> PoissonLoss | None:
    """The law of the loss ln P(view | x)/P(view | x′), in nats, of one message for the worst two inputs; the view
    is the list, K and the arrival times, more than the decoder has.

    pair: of the channel, as from `loss_pair`; alpha: > 1. None where no pair is known to be the worst, where its law is
    not computed in milliseconds, and for α > 100. ``ValueError`` for α <= 1. Source: docs/decoder_privacy.md.

    >>> from ppr_core.accounting import GaussianPair
    >>> from ppr_core.decoder_privacy import message_loss
    >>> round(message_loss(GaussianPair(0.2367), 2.0).epsilon(2e-6), 2), message_loss(GaussianPair(0.2367), 200.0)
    (2.26, None)
    """
    quick = isinstance(pair, GaussianPair | LaplacePair) or (isinstance(pair, AtomicPair) and pair.losses.ndim == 1)
    return poisson_loss(pair, alpha) if quick and alpha <= _LARGEST_ALPHA else None


def _guarantee(
    parts: Sequence[tuple[LossPair, int]], alpha: float, delta: float, notion: Notion, conditions: tuple[str, ...]
) -> PrivacyGuarantee:
    """From so many messages of each pair.

    (λ − 1) ε is convex in the order λ, so ε has one valley: if it is passed within a few orders, no more are computed.
    """
    epsilon, order = math.inf, math.inf
    for largest in (*_FEW_ORDERS, LARGEST_ORDER):
        epsilon, order = _composed(parts, alpha, largest).epsilon(delta)
        if order < largest:
            break
    shown = "the largest loss" if math.isinf(order) else f"Rényi order {number(order, 6)}"
    return _promise(epsilon, delta, notion, "ppr.renyi", (*conditions, shown))


def message_privacy(loss: PoissonLoss, delta: float) -> PrivacyGuarantee:
    """(ε, δ) against the decoder, ε = inf {ε : E[(1 − e^(ε − L))⁺] <= δ} in nats, from the law of L by `message_loss`.

    delta: in [0, 1]. An upper bound, as the decoder does not see the arrival times. Source: docs/decoder_privacy.md.

    >>> from ppr_core.accounting import GaussianPair
    >>> from ppr_core.decoder_privacy import message_loss, message_privacy
    >>> message_privacy(message_loss(GaussianPair(0.2367), 2.0), 2e-6).side
    'upper'
    """
    return _promise(loss.epsilon(delta), delta, "local", "ppr.loss", ())


def _promise(
    epsilon: float, delta: float, notion: Notion, source: str, conditions: tuple[str, ...]
) -> PrivacyGuarantee:
    return PrivacyGuarantee(
        epsilon=epsilon, delta=delta, against="decoder", notion=notion, source=source, conditions=(*conditions, _FRESH)
    )


def _composed(parts: Sequence[tuple[LossPair, int]], alpha: float, largest_order: int) -> RenyiCurve:
    curves = (_curve(pair, alpha, largest_order).composed(count) for pair, count in parts)
    return functools.reduce(operator.add, curves)


_curve = functools.lru_cache(maxsize=1024)(poisson_curve)


def _singles(pair: LossPair) -> list[LossPair]:
    """The pairs along the axis that holds several, or the one there is."""
    if isinstance(pair, NoisePair):
        return [*pair.singles()]
    if not isinstance(pair, AtomicPair) or pair.losses.ndim == 1:
        return [pair]
    return [AtomicPair(*parts) for parts in zip(pair.losses, pair.masses, pair.unseen, strict=True)]
