"""PPR that always looks at the same number of candidates, so that whoever counts them learns nothing.

**Statement.** Let r >= sup r_x. Of the n candidates of least S = T V^{1/α}, whatever x is, send the one of least
S/r_x(Z). The winner of all candidates, which PPR sends, has a mark z ~ P_x and is missed with probability

    E_{P_x} (m(Z)/(1 + m(Z)))ⁿ <= (1 − 1/r)ⁿ,  m(z) = E_Q (r_x(z) − r_x(Z))₊.

So list and index are within γ = (1 − 1/r)ⁿ in total variation of those of PPR, and (ε, δ) against whoever sees them, or
the output alone, becomes (ε, δ + (1 + e^ε) γ). n = ⌈ln γ/ln(1 − 1/r)⌉, about r ln(1/γ).

**Proof.** Let (S/r_x(Z), Z) have the intensity dθ P_x(dz), as in `ppr_core.decoder_privacy.clock`: the winner has
S = Θ r_x(z), Θ ~ Exp(1) independent of z ~ P_x. Candidates of smaller S, all of S/r_x > Θ, are Poisson with mean
∫₀^{Θ r_x(z)} Q(r_x < s/Θ) ds = Θ m(z), and so, over Θ, geometric: n or more with probability (m/(1 + m))ⁿ. As
min(ρ, r_x) >= ρ r_x/r for ρ <= r, m <= r − 1. Unless the winner is missed the index is PPR's with the same S, which
couples them. P̃(E) <= P(E) + γ <= e^ε P′(E) + δ + γ <= e^ε (P̃′(E) + γ) + δ + γ. ∎
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.arrivals import Arrivals
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.contest import ratios_in_blocks
from ppr_core.compressors.indices import as_indices, check_index_bits, ranks_as_indices
from ppr_core.compressors.privacy import poisson_privacy
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["ConstantLooks", "looks_needed"]

_BLOCK = 1 << 17  # candidates held at once
_LARGEST = 500.0  # ε of which e^ε is a float


def looks_needed(log_bound: float, failure: float) -> int:
    """n with (1 − 1/r)ⁿ <= failure, which is in (0, 1); log_bound: ln r >= 0.

    >>> import math
    >>> from ppr_core.compressors.constant_looks import looks_needed
    >>> looks_needed(math.log(2), 1e-6), looks_needed(0.0, 1e-6)
    (20, 1)
    """
    failure = validation.real("failure", failure, 0.0, 1.0, low_open=True, high_open=True)
    share = math.exp(-validation.real("log_bound", log_bound, 0.0))
    return 1 if share >= 1 else max(1, math.ceil(math.log(failure) / math.log1p(-share)))


class ConstantLooks(Compressor):
    """PPR by a constant number of looks: the law of the output is that of the channel up to a probability `missed`.

    The messages are those of PPR, and are decoded alike. A clock that counts looks sees one number for all inputs, at
    the price of r ln(1/failure) candidates in place of r. failure: in (0, 1), of PPR's winner to be missed, at most;
    1 + e^ε times as much is part of every δ, so that it has to be far below, and no ε holds without a δ. alpha: in
    (1, ∞]. candidate_limit: more looks than this raise `DrawLimitExceeded` before an encode starts.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel, SharedRandomness
    >>> from ppr_core.compressors import ConstantLooks
    >>> scheme = ConstantLooks(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0, failure=1e-6)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> messages.candidates.tolist(), scheme.decode(messages, SharedRandomness(1)).shape
    ([19, 19, 19], (3,))
    """

    name = "ppr_constant_looks"
    label = "PPR, constant looks"
    exact = False

    def __init__(self, channel: Channel, alpha: float, *, failure: float = 1e-6, candidate_limit: float = 1e7) -> None:
        super().__init__(channel)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
        self.failure, self._log_bound = failure, float(channel.log_ratio_bound())
        self.looks = looks_needed(self._log_bound, failure)
        self.candidate_limit = validation.real("candidate_limit", candidate_limit, 1.0)

    @property
    def missed(self) -> float:
        """γ = (1 − 1/r)ⁿ, at most `failure`."""
        share = math.exp(-self._log_bound)
        return 0.0 if share >= 1 else math.exp(self.looks * math.log1p(-share))

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """PPR's, each at δ + (1 + e^ε) γ."""
        return tuple(
            replace(
                promise,
                delta=min(1.0, promise.delta + (1 + math.exp(min(promise.epsilon, _LARGEST))) * self.missed),
                conditions=(
                    *promise.conditions,
                    f"{self.looks} looks: δ has (1 + e^ε)·{number(self.missed)}",
                ),
            )
            for promise in poisson_privacy(self.channel, self.alpha, delta)
            if promise.notion != "metric"
        )

    def expected_cost(self, x: Any) -> np.ndarray:
        """n for each input."""
        return np.full(len(self.channel.inputs(x)), float(self.looks))

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        check_index_bits(self.alpha)
        if self.looks > self.candidate_limit:
            limit = number(self.candidate_limit, 6)
            raise DrawLimitExceeded(f"an encode takes {number(self.looks)} looks, more than candidate_limit = {limit}")
        rows = max(1, _BLOCK // self.looks)
        parts = [slice(start, start + rows) for start in range(0, len(x), rows)]
        found = [self._best(x[part], tables[part], shared, rng) for part in parts]
        index = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
        return as_indices(index), np.full(len(x), self.looks)

    def _best(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> np.ndarray:
        """Indices of the least S/r_x among the first n of each input, (m,)."""
        first = Arrivals(self.alpha, len(x), rng).reveal_first(self.looks)
        index = ranks_as_indices(first.rank, first.log_time, rng)
        job = np.repeat(np.arange(len(x)), self.looks)
        log_ratio = ratios_in_blocks(self.channel, x, tables, shared, job, index.ravel())
        best = np.argmin(np.log(first.score) - log_ratio.reshape(first.score.shape), axis=1)
        return index[np.arange(len(x)), best]
