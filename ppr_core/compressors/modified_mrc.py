"""Modified minimal random coding: the privacy of the channel itself, for ratios with two levels."""

from __future__ import annotations

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["ModifiedMinimalRandomCoding"]


class ModifiedMinimalRandomCoding(FinitePool):
    """MRC with weights that keep ε (Shah, Chen, Ballé, Kairouz, Theis 2022); log2 N bits, not exact.

    The ratio is c1 on a cap of proposal mass θ and c2 elsewhere. With a fraction β of the N candidates in the cap, a
    candidate weighs c1/N inside and (1 − βc1)/((1−β)N) outside when β <= θ; else c2/N outside and
    (1 − (1−β)c2)/(βN) inside. Weights stay within [c2, c1]/N, so what the decoder sees is ε-private, ε = ln(c1/c2).

    >>> import numpy as np
    >>> from ppr_core import ModifiedMinimalRandomCoding, SharedRandomness, SubsetSelectionChannel
    >>> scheme = ModifiedMinimalRandomCoding(SubsetSelectionChannel(size=4, epsilon=1.0), candidates=64)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3, 4), False)
    """

    name = "modified_mrc"
    label = "Modified MRC"

    def __init__(self, channel: Channel, candidates: int) -> None:
        super().__init__(channel, candidates)
        levels = channel.two_levels()
        if levels is None:
            validation.fail("channel", channel.name, "one whose density ratio takes the same two values for all x")
        self.levels = levels

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """ε = ln(c1/c2) against the decoder and so against the database."""
        with np.errstate(divide="ignore"):
            epsilon = float(np.log(self.levels.high) - np.log(self.levels.low))
        decoder = PrivacyGuarantee(epsilon=epsilon, against="decoder", notion="local", source="mrc.modified")
        return decoder.for_both()

    def choice_law(self, log_ratio: np.ndarray) -> np.ndarray:
        """P(K = k | candidates) from their ln r, (..., N) -> (..., N)."""
        in_cap = np.exp(log_ratio) > (self.levels.high + self.levels.low) / 2
        inside, outside = self.weights(in_cap.mean(axis=-1, keepdims=True))
        return np.where(in_cap, inside, outside)

    def weights(self, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """P(K = k) of one candidate inside and outside the cap, for shares β in the cap."""
        n, levels = self.candidates, self.levels
        few = share <= levels.mass
        with np.errstate(divide="ignore", invalid="ignore"):  # the side without candidates has no weight to define
            inside = np.where(few, levels.high / n, (1 - (1 - share) * levels.low) / (share * n))
            outside = np.where(few, (1 - share * levels.high) / ((1 - share) * n), levels.low / n)
        return inside, outside

    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        steps = np.cumsum(self.choice_law(log_ratio), axis=1)
        drawn = rng.random(len(steps)) * steps[:, -1]
        return np.argmax(steps > drawn[:, None], axis=1)
