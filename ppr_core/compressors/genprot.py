"""GenProt: a generic private protocol that sends the position of one accepted public sample."""

from __future__ import annotations

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["GenProt"]


class GenProt(FinitePool):
    """Bun, Nelson, Stemmer 2019: accept candidate t with p_t = r(z_t)/2, send a uniform choice of the accepted.

    p_t outside [e^{−2ε}/2, e^{2ε}/2] is replaced by ½ (it never is for a purely ε-private channel whose proposal is
    one of its own output laws or a mixture of them); probabilities are capped at 1, which matters for ε > ln 2 / 2.
    If none is accepted, the choice is uniform over all. log2 T bits, not exact; ε becomes 10ε.

    >>> import numpy as np
    >>> from ppr_core import GenProt, RandomizedResponseChannel, SharedRandomness
    >>> scheme = GenProt(RandomizedResponseChannel(size=4, epsilon=1.0), candidates=40)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), False)
    """

    name = "genprot"
    label = "GenProt"

    def __init__(self, channel: Channel, candidates: int) -> None:
        super().__init__(channel, candidates)
        self.epsilon = channel.privacy().epsilon
        validation.require(np.isfinite(self.epsilon), "channel", channel.name, "purely ε-private with finite ε")

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """10ε against the decoder and so against the database."""
        decoder = PrivacyGuarantee(
            epsilon=10 * self.epsilon, against="decoder", notion="local", source="genprot.theorem"
        )
        return decoder.for_both()

    def acceptance(self, log_ratio: np.ndarray) -> np.ndarray:
        """p_t of candidates with these ln r, elementwise."""
        usual = np.abs(log_ratio) <= 2 * self.epsilon
        return np.where(usual, np.minimum(np.exp(np.where(usual, log_ratio, 0.0)) / 2, 1.0), 0.5)

    def _pick(self, log_ratio: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        accepted = rng.random(log_ratio.shape) < self.acceptance(log_ratio)
        accepted[~accepted.any(axis=1)] = True
        return np.argmax(np.where(accepted, rng.random(log_ratio.shape), -1.0), axis=1)
