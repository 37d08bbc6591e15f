"""Laplace noise first, rounding afterwards: the usual way to send a private number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.compressors.quantizer_noise import LaplaceNoise
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.roots import bracketed_root

__all__ = ["LaplaceThenRound", "rounding_at_bits"]


class LaplaceThenRound(DitheredQuantizer):
    """M = round((x + L)/s) with L ~ Laplace(1/ε), z = sM: private in both views, but the error is not Laplace.

    Nothing is shared. Given x the outputs lie on the grid sℤ; the mean squared error is about 2/ε² + s²/12.

    epsilon: ε > 0, nats per unit of L1 distance; step: s > 0, in the unit of x.
    Source of the privacy: the Laplace mechanism; rounding is post-processing.

    >>> import numpy as np
    >>> from ppr_core import LaplaceThenRound, SharedRandomness
    >>> scheme = LaplaceThenRound(epsilon=1.0, step=0.5)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "laplace_round"
    label = "Laplace, then rounding"

    def __init__(self, *, epsilon: float, step: float) -> None:
        self.epsilon = validation.positive("epsilon", epsilon)
        self.step = validation.positive("step", step)
        self.steps, self.weights = np.array([self.step]), np.ones(1)

    def noise(self, chosen: Any) -> LaplaceNoise:
        return LaplaceNoise(self.epsilon * self.step)

    def dither(self, rows: np.ndarray) -> float:
        return 0.0

    def log_output(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        return LaplaceNoise(self.epsilon * self.step).log_probability((np.asarray(z) - np.asarray(x)) / self.step)

    def bias(self, x: float) -> float:
        """E[z] − x = s·(sinh(δf)/(2 sinh(δ/2)) − f) with δ = εs and f = x/s − round(x/s).

        The sum of P(M ≥ k) − P(M ≤ −k) over k ≥ 1 is a geometric series.
        """
        position = x / self.step
        return self._bias(position - round(position))

    @property
    def largest_bias(self) -> float:
        """The largest |E[z] − x| of any x: where its derivative vanishes, cosh(δf) = 2 sinh(δ/2)/δ."""
        decay = self.epsilon * self.step
        # ln(2 sinh(δ/2)/δ), then arcosh of its exponential, without overflow.
        log = decay / 2 + math.log(-math.expm1(-decay) / decay)
        steepest = (log + math.log1p(math.sqrt(-math.expm1(-2.0 * log)))) / decay if log > 0 else 0.0
        return abs(self._bias(steepest))

    def _bias(self, f: float) -> float:
        decay = self.epsilon * self.step
        mean = math.exp(decay * (f - 0.5)) - math.exp(-decay * (f + 0.5))
        return self.step * (mean / (-2.0 * math.expm1(-decay)) - f)

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """ε·‖x − x′‖₁ against both views."""
        decoder = PrivacyGuarantee(epsilon=self.epsilon, against="decoder", notion="metric", source="laplace.mechanism")
        return decoder.for_both()


def rounding_at_bits(*, epsilon: float, x: float, bits: float, code: str = "signed_elias_gamma") -> LaplaceThenRound:
    """The mechanism with the largest step that takes at least so many bits for x on average.

    epsilon: ε > 0; bits: more than a message 0 takes; code: one of `SIGNED_CODES`.

    >>> from ppr_core.compressors import rounding_at_bits
    >>> mechanism = rounding_at_bits(epsilon=1.0, x=0.5, bits=3.0)
    >>> round(float(mechanism.step), 3)
    0.965
    """

    def excess(log_step: float) -> float:
        return LaplaceThenRound(epsilon=epsilon, step=math.exp(log_step)).expected_bits(x, code) - bits

    high = math.log(1e3 * max(1.0 / epsilon, abs(x)))
    while excess(high - 0.2) < 0.0:
        high -= 0.2
    return LaplaceThenRound(epsilon=epsilon, step=math.exp(bracketed_root(excess, high - 0.2, high, xtol=1e-6)))
