"""Subtractive dithering, with one step or with a random one that makes the error Laplace."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.compressors.quantizer import DitheredQuantizer, Quantizer, nearest
from ppr_core.compressors.quantizer_noise import NoNoise
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["LayeredDither", "SubtractiveDither"]

_LARGE = 4096.0  # levels from which a difference of large terms is replaced by a derivative in their middle


class SubtractiveDither(DitheredQuantizer):
    """M = round(x/s − U), z = s(M + U): the error is Unif(−s/2, s/2), and nobody needs local noise.

    Not private: a uniform error excludes every x more than s/2 away from z, and so does M for whoever knows U.

    step: s > 0, in the unit of x. Source: Gray, Stockham, "Dithered quantizers" (1993).

    >>> import numpy as np
    >>> from ppr_core import SubtractiveDither, SharedRandomness
    >>> scheme = SubtractiveDither(step=0.5)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "subtractive_dither"
    label = "Subtractive dither"
    width = 1

    def __init__(self, *, step: float) -> None:
        self.step = validation.positive("step", step)
        self.steps, self.weights = np.array([self.step]), np.ones(1)

    def noise(self, chosen: Any) -> NoNoise:
        return NoNoise()

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """Nothing holds: ε = ∞ against both views."""
        decoder = PrivacyGuarantee(epsilon=math.inf, against="decoder", notion="metric", source="dither.subtractive")
        return decoder.for_both()


class LayeredDither(Quantizer):
    """z = x + Laplace(1/ε) exactly, from a random step: M = round(x/W − U), z = W(M + U).

    Laplace(1/ε) is the mixture of Unif(−W/2, W/2) over W/2 ~ Gamma(2, 1/ε). W and U are shared and there is no local
    noise, so the decoder knows x to within W/2: no privacy against it. The Laplace law's ε holds against the database.

    epsilon: ε > 0, nats per unit of L1 distance.
    Source: Hegazy, Li, "Randomized quantization with exact error distribution" (ITW 2022).

    >>> import numpy as np
    >>> from ppr_core import LayeredDither, SharedRandomness
    >>> scheme = LayeredDither(epsilon=1.0)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "layered_dither"
    label = "Layered dither"
    exact = True
    width = 3

    def __init__(self, *, epsilon: float) -> None:
        self.epsilon = validation.positive("epsilon", epsilon)

    def random_steps(self, rows: np.ndarray) -> np.ndarray:
        """W of each row, (m,): twice a sum of two exponentials with mean 1/ε."""
        return -2.0 / self.epsilon * (np.log(rows[:, 0]) + np.log(rows[:, 1]))

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """ε·‖x − x′‖₁ against the database, nothing against the decoder."""
        return tuple(
            PrivacyGuarantee(epsilon=epsilon, against=against, notion="metric", source="dither.layered")
            for against, epsilon in (("database", self.epsilon), ("decoder", math.inf))
        )

    def log_likelihood(self, x: np.ndarray, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        y = np.asarray(integers) + rows[:, 2] - 0.5 - np.asarray(x) / self.random_steps(rows)
        return NoNoise().log_probability(y)

    def log_output(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        return math.log(self.epsilon / 2.0) - self.epsilon * np.abs(np.asarray(z) - np.asarray(x))

    def _quantize(self, x: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return nearest(x / self.random_steps(rows), np.zeros(len(x)), 0.5 - rows[:, 2])

    def _reconstruct(self, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return self.random_steps(rows) * (integers.astype(float) + rows[:, 2] - 0.5)

    def _tail(self, levels: np.ndarray, x: float) -> np.ndarray:
        """With K(c) = E max(|x|/W − c, 0) = c(y + e^{−y} − 1), y = ε|x|/(2c): P(|M| >= m) = K(m − 1) − K(m).

        The common term cy is left out. For large m the difference is −K′(m − ½) = P(W < |x|/(m − ½)) to 1/(24m²).
        """
        scale = self.epsilon * abs(x) / 2.0
        return self._difference(levels, lambda m: m * -np.expm1(-scale / m), lambda y: _gamma2(scale / y))

    def _mean_tail(self, levels: np.ndarray, radius: float) -> np.ndarray:
        """The same with K and K′ averaged over |x| from 0 to the radius."""
        scale = self.epsilon * radius / 2.0

        def total(m: np.ndarray) -> np.ndarray:
            return m * (1.0 + np.expm1(-scale / m) * m / scale)

        def derivative(m: np.ndarray) -> np.ndarray:
            y = scale / m
            series = y**2 / 6.0 * (1.0 - y / 2.0)
            return np.where(y < 1e-5, series, 1.0 + np.exp(-y) + 2.0 * np.expm1(-y) / np.maximum(y, 1e-300))

        return self._difference(levels, total, derivative)

    @staticmethod
    def _difference(levels: np.ndarray, total: Any, derivative: Any) -> np.ndarray:
        small = np.minimum(levels, _LARGE)
        before = np.where(small > 1.0, total(np.maximum(small - 1.0, 1.0)), 0.0)
        return np.where(levels < _LARGE, total(small) - before, derivative(levels - 0.5))


def _gamma2(y: np.ndarray) -> np.ndarray:
    """P(V < y) for V ~ Gamma(2, 1), 1 − (1 + y)e^{−y}; by its series where y is small."""
    return np.where(y < 1e-5, y**2 / 2.0 * (1.0 - 2.0 * y / 3.0), -np.expm1(-y) - y * np.exp(-y))
