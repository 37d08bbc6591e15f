"""Composition of exact privacy losses, by the privacy loss distributions of ``dp-accounting``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from ppr_core import validation
from ppr_core.extras import needed

__all__ = ["LossCurve", "composed_epsilon"]

_POINTS = 600  # at which δ of one message is computed, on either side of 0
_LEFT_OUT = 1e-4  # share of δ that losses beyond the last point may have, all messages together


class LossCurve(Protocol):
    """δ(ε) of two laws, and its inverse."""

    def epsilon(self, delta: float) -> float: ...

    def delta(self, epsilon: Any) -> np.ndarray: ...


def composed_epsilon(
    messages: Sequence[tuple[LossCurve, LossCurve, int]], delta: float, *, points: int = _POINTS
) -> float:
    """ε >= 0 at δ in (0, 1) of independent messages: (law of the loss, the same with inputs exchanged, how many).

    Each message's δ(ε) is computed at points one step apart and joined pessimistically (Doroshenko et al. 2022), so
    the result is an upper bound up to the error of quadrature; the step is the smallest that so many points allow for
    the widest law. δ(−ε) = 1 − e^{−ε} + e^{−ε} δ′(ε), δ′ of the exchanged inputs.
    """
    pld_pmf = needed("dp_accounting.pld.pld_pmf")
    distribution = needed("dp_accounting.pld.privacy_loss_distribution").PrivacyLossDistribution
    delta = validation.probability("delta", delta)
    validation.require(len(messages) > 0, "messages", len(messages), "at least one")
    total = sum(count for _, _, count in messages)
    ends = [max(loss.epsilon(delta * _LEFT_OUT / total) for loss in pair[:2]) for pair in messages]
    if math.isinf(max(ends)):
        return math.inf
    step = max(max(ends) / points, 1e-12)

    parts = []
    for (loss, swapped, count), end in zip(messages, ends, strict=True):
        steps = np.arange(math.ceil(end / step) + 1)
        levels = steps * step
        deltas = loss.delta(levels)
        others = deltas if swapped is loss else swapped.delta(levels)
        both = []
        for ahead, behind in ((deltas, others), (others, deltas)):
            below = -np.expm1(-levels) + np.exp(-levels) * behind
            curve = np.concatenate([below[:0:-1], ahead])
            both.append(pld_pmf.create_pmf_pessimistic_connect_dots(step, np.arange(-steps[-1], len(steps)), curve))
        parts.append(distribution(*both).self_compose(count))
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.compose(part)
    return float(whole.get_epsilon_for_delta(delta))
