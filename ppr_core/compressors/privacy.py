"""Guarantees of compressed channels, from the channel's own: what an inexact scheme outputs is as its messages are."""

from __future__ import annotations

from ppr_core.channels import Channel, LaplaceChannel
from ppr_core.guarantees import mrc_pure, ppr_approximate, ppr_metric, ppr_pure
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["mrc_privacy", "poisson_privacy", "truncated_privacy"]


def poisson_privacy(channel: Channel, alpha: float, delta: float) -> tuple[PrivacyGuarantee, ...]:
    """The mechanism against the database and PPR's Theorem 7 (pure), 8 (δ > 0) and 9 (metric) against the decoder."""
    mechanism = channel.privacy(delta)
    theorem = ppr_approximate if mechanism.delta > 0 else ppr_pure
    guarantees = [mechanism, theorem(mechanism, alpha)]
    if isinstance(channel, LaplaceChannel):
        metric = channel.metric_privacy()
        guarantees += [metric, ppr_metric(metric, alpha)]
    return tuple(guarantees)


def mrc_privacy(channel: Channel) -> tuple[PrivacyGuarantee, ...]:
    """2ε against the decoder, and so against the database, for a purely ε-private channel."""
    return mrc_pure(channel.privacy()).for_both()


def truncated_privacy(channel: Channel, alpha: float) -> tuple[PrivacyGuarantee, ...]:
    """2αε against the decoder, and so against the database: the proof of Theorem 7 needs no infinite sum."""
    return ppr_pure(channel.privacy(), alpha).for_both()
