"""Bassily–Smith: one bit that keeps or drops one public sample."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.base import Compressor
from ppr_core.compressors.messages import Messages
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness, SharedRows

__all__ = ["BassilySmith"]

_KEPT, _LOST = 1, 2


class BassilySmith(Compressor):
    """Bassily, Smith 2015: public z ~ Q, the bit says "keep" with probability r(z|x)/2.

    Needs r <= 2 everywhere, which every channel with ε <= ln 2 has whose proposal is one of its own output laws.
    Index 1 keeps the sample, index 2 drops it. Half of the reports are lost on average, whatever x is; those kept
    follow P(·|x) exactly. A lost report decodes to NaN (vectors) or −1 (categories and bits).

    >>> import numpy as np
    >>> from ppr_core import BassilySmith, RandomizedResponseChannel, SharedRandomness
    >>> scheme = BassilySmith(RandomizedResponseChannel(size=4, epsilon=1.0))
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), False)
    """

    name = "bassily_smith"
    label = "Bassily–Smith"
    exact = False
    most_index = _LOST

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        bound = float(channel.log_ratio_bound())
        validation.require(
            bound <= math.log(2) + 1e-12, "channel ratio bound r*", math.exp(min(bound, 700.0)), "at most 2"
        )

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """The mechanism's own against the database: a kept sample follows P, and half are lost for every input.

        Against the decoder, who also knows a dropped sample, max{ε, ln ((2 − e^{−ε} r*)/(2 − r*))}: the two values
        of the bit differ by r/r′ and by (2 − r)/(2 − r′), where r <= r* and r′ >= e^{−ε} r. Infinite when r* = 2, for
        then one input never drops the sample and another one may.
        """
        mechanism, high = self.channel.privacy(), math.exp(float(self.channel.log_ratio_bound()))
        dropped = math.log((2 - high * math.exp(-mechanism.epsilon)) / (2 - high)) if high < 2 - 1e-12 else math.inf
        database = self.channel.privacy(delta)
        decoder = PrivacyGuarantee(
            epsilon=max(mechanism.epsilon, dropped),
            delta=database.delta,
            against="decoder",
            notion="local",
            source="bassily_smith.bit",
        )
        return database, decoder

    def expected_cost(self, x: Any) -> np.ndarray:
        """One candidate, for every input."""
        return np.ones(len(self.channel.inputs(x)))

    def decode(self, messages: Messages, shared: SharedRandomness) -> np.ndarray:
        """The public sample where it was kept; NaN or −1 where the report was lost."""
        self._require_indices(messages.indices)
        z = self._candidates(np.ones(len(messages), dtype=np.int64), messages.tables, shared)
        z[messages.indices != _KEPT] = np.nan if z.dtype.kind == "f" else -1
        return z[:, 0] if messages.scalar else z

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        first = SharedRows(shared, np.ones(len(x), dtype=np.int64), tables)
        kept = rng.random(len(x)) < np.exp(self.channel.candidate_log_ratio(x, first)) / 2
        return np.where(kept, _KEPT, _LOST), np.ones(len(x), dtype=np.int64)
