"""What a reader of the outputs learns, for a channel: (ε, δ) of the two inputs that are told apart best."""

from __future__ import annotations

from dataclasses import replace

from ppr_core import validation
from ppr_core.accounting import LossPair, output_epsilon, outputs_epsilon
from ppr_core.channels import Channel
from ppr_core.decoder_privacy.pairs import accountable, worst_pair
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["output_privacy", "pair_privacy"]


def output_privacy(channel: Channel, delta: float, *, messages: int = 1) -> PrivacyGuarantee:
    """(ε, δ) of so many outputs of the channel against whoever reads them; at δ = 0 pure ε, ∞ where there is none.

    Tight where the loss of the worst two inputs is registered; else what the channel declares, at equal shares of δ.

    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.decoder_privacy import output_privacy
    >>> round(output_privacy(GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0), 1e-6).epsilon, 3)
    4.887
    """
    own = channel.privacy()
    if delta == 0 or not accountable(channel):
        own = channel.privacy(delta / messages)
        return replace(own, epsilon=messages * own.epsilon, delta=min(1.0, messages * own.delta))
    found = pair_privacy(worst_pair(channel), delta, messages=messages)
    return replace(found, conditions=(*own.conditions, *found.conditions))


def pair_privacy(pair: LossPair, delta: float, *, messages: int = 1) -> PrivacyGuarantee:
    """The same for outputs that tell two inputs apart no better than this pair.

    >>> from ppr_core.accounting import GaussianPair
    >>> from ppr_core.decoder_privacy import pair_privacy
    >>> round(pair_privacy(GaussianPair(1.0), 1e-6).epsilon, 3)
    4.887
    """
    messages = validation.integer("messages", messages, 1)
    pure = output_epsilon(pair, 0.0)
    epsilon, tight = (messages * pure, True) if delta == 0 else outputs_epsilon(pair, delta, messages)
    return PrivacyGuarantee(
        epsilon=epsilon,
        delta=delta if pure > 0 else 0.0,
        against="database",
        notion="local",
        source="output.loss" if tight else "renyi.conversion",
        conditions=() if messages == 1 else (f"{messages} messages",),
        side="exact" if tight else "upper",
    )
