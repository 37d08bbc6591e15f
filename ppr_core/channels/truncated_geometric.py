"""The truncated geometric mechanism: noise on a row of categories that stays inside the row."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels.finite import FiniteChannel
from ppr_core.channels.release import Release
from ppr_core.representation import constructor_call

__all__ = ["TruncatedGeometricChannel"]


class TruncatedGeometricChannel(FiniteChannel):
    """P(j|i) ∝ a^|i−j| on {0, …, k−1}, a = e^{−ε/(k−1)}; what would overshoot an end stays there.

    Ghosh, Roughgarden, Sundararajan 2009. Neighbouring categories differ by ε/(k − 1), the two ends by ε, so the
    channel is ε-private between any two inputs. size: k >= 2; epsilon: ε > 0 in nats. The proposal minimises r*.

    >>> from ppr_core.channels import TruncatedGeometricChannel
    >>> TruncatedGeometricChannel(size=3, epsilon=2.0).matrix.round(3)
    array([[0.731, 0.17 , 0.099],
           [0.269, 0.462, 0.269],
           [0.099, 0.17 , 0.731]])
    """

    name = "geometric"
    label = "Truncated geometric"

    def __init__(self, *, size: int, epsilon: float) -> None:
        self.size = validation.integer("size", size, 2)
        self.epsilon = validation.positive("epsilon", epsilon)
        ratio = math.exp(-self.epsilon / (self.size - 1))
        outputs = np.arange(self.size)
        matrix = ratio ** np.abs(outputs[:, None] - outputs) * (1 - ratio) / (1 + ratio)
        matrix[:, [0, -1]] /= 1 - ratio
        super().__init__(matrix)

    @classmethod
    def reaching(cls, goal: Release) -> TruncatedGeometricChannel:
        """Of so many categories at ε."""
        return cls(size=goal.categories, epsilon=goal.epsilon)

    def __repr__(self) -> str:
        return constructor_call(self)
