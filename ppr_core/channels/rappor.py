"""RAPPOR: the one-hot vector of a category with every bit randomized by itself."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Literal

import numpy as np
from scipy.special import comb, expit

from ppr_core import validation
from ppr_core.channels.bit_vector import (
    BLOCK,
    BitVectorChannel,
    block_sizes,
    check_size_and_epsilon,
    pattern_table,
    patterns,
)
from ppr_core.channels.release import Release
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import Rows

__all__ = ["RapporChannel"]


class RapporChannel(BitVectorChannel):
    """Bit x is 1 with probability α1, every other bit with probability α0, all independent (Erlingsson et al. 2014).

    notion "replacement" (asymmetric): α1 = ½, α0 = 1/(e^ε+1), ε-private between any two inputs.
    notion "deletion" (symmetric): α1 = 1 − α0 = e^ε/(e^ε+1), ε-private between any input and Q, so 2ε between two.
    Proposal Q: all bits Bernoulli(α0); r* = α1/α0. Each uniform gives 16 bits: their number of ones by inversion of
    the binomial law, and the pattern from where in that step the uniform falls. size: k in [2, 2²⁰]; epsilon:
    ε in (0, 500] nats.

    >>> import numpy as np
    >>> from ppr_core import RapporChannel
    >>> channel = RapporChannel(size=4, epsilon=1.0)
    >>> channel.sample(np.array([0, 3]), np.random.default_rng(0)).shape
    (2, 4)
    >>> float(round(channel.log_ratio_bound(), 3))
    0.62
    """

    name = "rappor"
    label = "RAPPOR"
    ratio_width = 1

    def __init__(
        self, *, size: int, epsilon: float, notion: Literal["replacement", "deletion"] = "replacement"
    ) -> None:
        self.size, self.epsilon = check_size_and_epsilon(size, epsilon, 2**20)
        self.notion = validation.choice("notion", notion, ("replacement", "deletion"))
        self.mass = float(expit(-self.epsilon))
        if notion == "deletion":
            self._log_high, self._log_low = self.epsilon, -self.epsilon
        else:
            self._log_high = float(np.logaddexp(self.epsilon, 0.0)) - math.log(2)
            self._log_low = math.log1p(math.exp(-self.epsilon)) - math.log(2)
        self._sizes = block_sizes(self.size)
        self.width = len(self._sizes)
        self._steps = {int(s): _binomial_steps(int(s), self.mass) for s in np.unique(self._sizes)}

    @classmethod
    def reaching(cls, goal: Release) -> RapporChannel:
        """Of so many categories at ε."""
        return cls(size=goal.categories, epsilon=goal.epsilon)

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """A sample of Q with bit x drawn anew, (n,) -> (n, k) int8."""
        x = self.inputs(x)
        z = self.proposal(rng.random((len(x), self.width)))
        z[np.arange(len(x)), x] = rng.random(len(x)) < self.bit_probabilities[0]
        return z

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure ε between any two inputs: ε for notion "replacement", 2ε for notion "deletion"."""
        replacement = self.notion == "replacement"
        return PrivacyGuarantee(
            epsilon=self.epsilon if replacement else 2 * self.epsilon,
            against="database",
            notion="local",
            source="rappor.asymmetric" if replacement else "rappor.symmetric",
            conditions=("replacement: any two inputs",),
        )

    def bit_of_candidate(self, x: np.ndarray, rows: Rows) -> np.ndarray:
        block = x // BLOCK
        uniforms, sizes = rows.at(block), self._sizes[block]
        words = np.empty(len(x), dtype=np.uint16)
        for size, steps in self._steps.items():
            chosen = sizes == size
            words[chosen] = _words(uniforms[chosen], size, steps)
        return (words >> (x % BLOCK).astype(np.uint16)) & np.uint16(1) == 1

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        return "bit", (x, *self._kernel_tables, self._log_high, self._log_low)

    @cached_property
    def _kernel_tables(self) -> tuple[np.ndarray, ...]:
        """Sizes of the blocks, a row of binomial steps for each size, and the patterns."""
        steps = np.ones((BLOCK + 1, BLOCK + 2))
        for size, law in self._steps.items():
            steps[size, : len(law)] = law
        return self._sizes, steps, *pattern_table()

    def _other_probability(self, same: float) -> float:
        return self.mass

    def _blocks(self, uniforms: np.ndarray) -> np.ndarray:
        full = self.size // BLOCK
        words = np.empty(uniforms.shape, dtype=np.uint16)
        if full:
            words[:, :full] = _words(uniforms[:, :full], BLOCK, self._steps[BLOCK])
        if full < self.width:
            rest = self.size % BLOCK
            words[:, full:] = _words(uniforms[:, full:], rest, self._steps[rest])
        return words


def _binomial_steps(size: int, probability: float) -> np.ndarray:
    """0, then the distribution function of Binomial(size, probability) at 0, 1, …; 1 from the last reachable on."""
    ones = np.arange(size + 1)
    law = comb(size, ones) * probability**ones * (1 - probability) ** (size - ones)
    steps = np.concatenate([[0.0], np.cumsum(law)])
    steps[np.nonzero(np.diff(steps) > 0)[0][-1] + 1 :] = 1.0
    return steps


def _words(uniforms: np.ndarray, size: int, steps: np.ndarray) -> np.ndarray:
    """Independent bits from one uniform each: the number of ones by inversion, the pattern from what is left of it."""
    ones = np.searchsorted(steps[1:], uniforms, side="right")
    width = np.diff(steps)
    share = (uniforms - steps[ones]) / width[ones]
    return patterns(share, ones, np.int64(size))
