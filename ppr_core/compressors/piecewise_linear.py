"""The quantized piecewise-linear mechanism: one step, local geometric noise, shared dither."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.compressors.quantizer_noise import PiecewiseLinearNoise
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["PiecewiseLinearQuantizer"]


class PiecewiseLinearQuantizer(DitheredQuantizer):
    """z = x + an error whose density joins e^{−ε|y|} by lines between the multiples of the step s.

    M = round(x/s + J + V − U), z = s(M + U): J two-sided geometric with P(J = j) ∝ e^{−εs|j|} and V ~ Unif(−½, ½)
    local, U ~ Unif(−½, ½) shared. Both views are (e^δ − 1)/s-private per unit of L1 distance, δ = εs.

    epsilon: ε > 0, nats per unit of distance; step: s > 0, in the unit of x; εs <= 100.
    Source: Moradi Shahmiri, Ling, Li (ICASSP 2024), Section 4 and Lemma 5.

    >>> import numpy as np
    >>> from ppr_core import PiecewiseLinearQuantizer, SharedRandomness
    >>> scheme = PiecewiseLinearQuantizer(epsilon=1.0, step=0.5)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "piecewise_linear"
    label = "Piecewise-linear quantizer"
    width = 1

    def __init__(self, *, epsilon: float, step: float) -> None:
        self.epsilon = validation.positive("epsilon", epsilon)
        self.step = validation.real("step", step, 0.0, 100.0 / self.epsilon, low_open=True)
        self.steps, self.weights = np.array([self.step]), np.ones(1)
        decay = self.epsilon * self.steps
        self._noise = PiecewiseLinearNoise(decay, np.exp(-decay))

    def noise(self, chosen: Any) -> PiecewiseLinearNoise:
        return self._noise[chosen]

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """(e^{εs} − 1)/s against both views: the steepest slope of ln of the error's density."""
        epsilon = math.expm1(self.epsilon * self.step) / self.step
        decoder = PrivacyGuarantee(epsilon=epsilon, against="decoder", notion="metric", source="dql.lemma5")
        return decoder.for_both()
