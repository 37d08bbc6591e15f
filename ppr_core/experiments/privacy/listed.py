"""What list and index tell without the arrival times, with bounds that hold; the fewest bits of any exact scheme."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.decoder_privacy import least_bits, list_delta, list_epsilon, shared_marks
from ppr_core.decoder_privacy.shared_marks import FiniteMarks
from ppr_core.diagnostics.tradeoff import accounted_delta
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message

__all__ = ["FRONTIER", "Listed", "listed", "listed_seconds", "sent"]

#: Orders of PPR of which list and index are enclosed, among those of the price.
FRONTIER = (1.2, 1.5, 2.0, 3.0, 5.0, 10.0)
_FIRST = 24  # candidates that are looked at one by one
_POINTS = 13  # of δ(ε)
_SHARES = (1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # of the reader's ε, at which the fewest bits are found
_STREAM = 31


@dataclass(frozen=True, eq=False)
class Listed:
    """epsilon: between what the decoder's ε at the page's δ lies; delta: at each of `epsilons`, between what δ(ε) lies,
    (2, e); frontier: α -> the same as `epsilon`; least: ε and the fewest bits of any exact scheme with one index in
    Elias delta code, (2, f)."""

    epsilon: tuple[float, float]
    epsilons: np.ndarray
    delta: np.ndarray
    frontier: dict[float, tuple[float, float]]
    least: np.ndarray


def listed_seconds(p: PrivacyParameters) -> float:
    """Of one processor."""
    return (len(FRONTIER) + 2) * (0.08 + 1.1e-4 * p.lists) + 0.3 if p.encloses else 0.0


def listed(p: PrivacyParameters, reader: float, delta: float) -> Listed | None:
    """With as many lists as the parameters say; None where they ask for none, or where no bounds are known.

    reader: ε of whoever reads the output, at the same δ, below which no scheme stays.
    """
    if not p.encloses:
        return None
    marks = shared_marks(p.channel())
    assert isinstance(marks, FiniteMarks)

    def enclosed(alpha: float, row: int) -> tuple[float, float]:
        rng = np.random.default_rng([p.seed, _STREAM, row])
        return list_epsilon(marks, alpha, delta, rng, lists=p.lists)

    epsilons = np.linspace(0.0, 3 * p.epsilon, _POINTS)
    rng = np.random.default_rng([p.seed, _STREAM])
    curve = np.stack(list_delta(marks, p.alpha, epsilons.tolist(), rng, lists=p.lists, first=_FIRST))
    frontier = {alpha: enclosed(alpha, row) for row, alpha in enumerate(FRONTIER, 1)}
    own = frontier.get(p.alpha) or enclosed(p.alpha, 0)
    places = reader * np.array(_SHARES)
    bits = np.array([least_bits(marks, float(epsilon) * (1 + 1e-9), delta) for epsilon in places])
    return Listed(own, epsilons, curve, frontier, np.stack([places, bits]))


def sent(p: PrivacyParameters) -> OneMessage | None:
    """What is sent by PPR, whatever compressor is looked at in full."""
    channel = p.channel()
    return one_message(p.compressor("ppr", channel), accounted_delta(channel, p.delta))
