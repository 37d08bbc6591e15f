"""PPR against its decoder without a run: exact accounting (`ppr_core.decoder_privacy`) and exact bits along α.

It is an average over the shared candidates, which are fresh for every message and chosen by nobody who knows the input.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.accounting import LossPair, poisson_loss
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import accountable, decoder_privacy, loss_pair
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.guarantees import PrivacyGuarantee, elias_delta_size, ppr_bits
from ppr_core.index_law import expected_bits

__all__ = ["ALPHAS", "Along", "accounted", "along", "curve", "decoder_delta", "pair", "point"]

#: Orders of PPR at which the price of privacy is told.
ALPHAS = (1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
_LARGEST_ALPHA = 1e4  # of the quadrature; nearly that of α = ∞ beyond
_POINTS = 31  # of δ(ε), each a quadrature
_REST = {"encodes": 200, "tables": 1, "confidence": 0.95, "seed": 1, "gamma": 1e-3, "candidates": 8, "scheme": "ppr"}


@dataclass(frozen=True)
class Along:
    """PPR at one α: ε against the decoder by exact accounting and by Theorem 7 or 8, mean bits in Elias delta code, and
    what Theorem 5 allows."""

    epsilon: float
    promised: float
    bits: float
    bound: float


def decoder_delta(p: PrivacyParameters) -> float:
    """δ of accounting: twice that of the mechanism, as in Theorem 8, where it has one; else the page's."""
    own = p.channel().privacy(p.delta).delta
    return min(1.0, 2 * own) if own else p.delta


def accounted(p: PrivacyParameters) -> PrivacyGuarantee:
    """(ε, δ) of PPR against its decoder, for any two inputs; ε = ∞ where α is, or the mechanism's loss is not known."""
    return _accounted(p.replace(**_REST))


def along(p: PrivacyParameters) -> tuple[Along, ...]:
    """PPR at every one of `ALPHAS`."""
    return tuple(point(p, alpha) for alpha in ALPHAS)


def point(p: PrivacyParameters, alpha: float) -> Along:
    """PPR with another α."""
    return _point(p.replace(**_REST | {"alpha": alpha}))


def curve(p: PrivacyParameters) -> tuple[np.ndarray, np.ndarray]:
    """δ(ε) of what the decoder sees, between the page's two inputs, for ε up to three times the mechanism's own: (e,)
    each; none for α near ∞ or where the loss is not known."""
    return _curve(p.replace(**_REST))


def pair(p: PrivacyParameters) -> LossPair | None:
    """The law of the mechanism's own loss between the page's two inputs, where it is known."""
    channel = p.channel()
    return loss_pair(channel, *p.inputs()) if accountable(channel) else None


@lru_cache(maxsize=512)
def _accounted(p: PrivacyParameters) -> PrivacyGuarantee:
    channel, delta = p.channel(), decoder_delta(p)
    if accountable(channel):
        return decoder_privacy(channel, p.alpha, delta)
    return PrivacyGuarantee(epsilon=math.inf, delta=delta, against="decoder", notion="local", source="ppr.renyi")


@lru_cache(maxsize=512)
def _point(p: PrivacyParameters) -> Along:
    channel, (x, _) = p.channel(), p.inputs()
    divergence = max(0.0, float(channel.divergence_bits(x[None])[0]))
    return Along(
        epsilon=_accounted(p).epsilon,
        promised=PoissonPrivateRepresentation(channel, p.alpha).privacy(p.delta)[1].epsilon,
        bits=expected_bits(channel, x, p.alpha),
        bound=elias_delta_size(ppr_bits(divergence, p.alpha).value).value,
    )


@lru_cache(maxsize=64)
def _curve(p: PrivacyParameters) -> tuple[np.ndarray, np.ndarray]:
    law = pair(p)
    if law is None or p.alpha > _LARGEST_ALPHA:
        return np.empty(0), np.empty(0)
    epsilons = np.linspace(0.0, 3 * p.epsilon, _POINTS)
    return epsilons, poisson_loss(law, p.alpha).delta(epsilons)
