"""Dyadic quantized Laplace: exact Laplace noise with a finite message and privacy against the decoder too."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core import kernels, validation
from ppr_core.compressors.dyadic_components import DyadicComponents
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.compressors.quantizer_noise import PiecewiseLinearNoise
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.roots import bracketed_root

__all__ = ["DyadicQuantizedLaplace", "smallest_relaxation"]

_EXCESSES = 10.0 ** np.arange(-5.0, 6.0, 0.25)  # values of ν − 1 that are tried, up to the largest ν


class DyadicQuantizedLaplace(DitheredQuantizer):
    """z = x + Laplace(1/ε), coordinate by coordinate, from one signed integer each.

    Shared: T with P(T = t) = weights[t], which chooses the step δ_T/ε, and U ~ Unif(−½, ½). Local: J from the vertices
    of g_T and V ~ Unif(−½, ½). M = round(εx/δ_T + J + V − U), z = δ_T (M + U)/ε.

    epsilon: ε > 0, nats per unit of L1 distance against the database; nu: ν in [1.000001, 1e6], νε against the decoder.
    Source: Moradi Shahmiri, Ling, Li (ICASSP 2024), Algorithms 1 and 2, Proposition 6 and Theorem 7.

    >>> import numpy as np
    >>> from ppr_core import DyadicQuantizedLaplace, SharedRandomness
    >>> scheme = DyadicQuantizedLaplace(epsilon=1.0, nu=2.0)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "dql"
    label = "Dyadic quantized Laplace"
    exact = True
    width = 2

    def __init__(self, *, epsilon: float, nu: float) -> None:
        self.epsilon = validation.positive("epsilon", epsilon)
        self.components = DyadicComponents(nu=nu)
        self.nu = self.components.nu
        self.steps = self.components.steps / self.epsilon
        self.weights = self.components.weights

    def chosen(self, rows: np.ndarray) -> np.ndarray:
        return self.components.chosen(rows[:, 0])

    def noise(self, chosen: Any) -> PiecewiseLinearNoise:
        return self.components.noise[chosen]

    def _encode(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> np.ndarray:
        compiled = kernels.compiled(x.size, self.width) if type(shared) is SharedRandomness else None
        if compiled is None:
            return super()._encode(x, tables, shared, rng)
        before = rng.bit_generator.state
        draws = rng.random(x.size), rng.standard_exponential(x.size), rng.random(x.size)
        integers = np.empty(x.shape, dtype=np.int64)
        where = np.array(x, order="C"), np.array(tables, dtype=np.int64), shared.kernel_key
        if compiled.quantize(integers, *where, *draws, self.components.tail, self._laws, self.steps):
            return integers
        rng.bit_generator.state = before
        return super()._encode(x, tables, shared, rng)

    def _decode(self, integers: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        compiled = kernels.compiled() if type(shared) is SharedRandomness and integers.dtype == np.int64 else None
        if compiled is None:
            return super()._decode(integers, tables, shared)
        z = np.empty(integers.shape)
        where = np.array(integers, order="C"), np.array(tables, dtype=np.int64), shared.kernel_key
        compiled.dequantize(z, *where, self.components.tail, self.steps)
        return z

    @cached_property
    def _laws(self) -> np.ndarray:
        """What the local noise of each step draws from, (steps, 4)."""
        noise = self.components.noise
        return np.stack([noise.decay, noise.odd, noise.ratio, noise.total], axis=1)

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """ε·‖x − x′‖₁ against the database and νε·‖x − x′‖₁ against the decoder."""
        return tuple(
            PrivacyGuarantee(epsilon=epsilon, against=against, notion="metric", source="dql.theorem7")
            for against, epsilon in (("database", self.epsilon), ("decoder", self.nu * self.epsilon))
        )


def smallest_relaxation(*, epsilon: float, bits: float, radius: float = 1.0, code: str = "signed_elias_gamma") -> float:
    """The smallest ν with which X ~ Unif(−radius, radius) takes at most so many bits on average; ∞ where none does.

    The mean length falls with ν down to a least value, around which it varies by a few hundredths of a bit: it does
    not go to 0, as the noise stays. The result is on the side that keeps the budget; ν − 1 is searched from 10⁻⁵ to
    almost 10⁶. epsilon: ε > 0; bits: > 0; code: one of `SIGNED_CODES`.

    >>> from ppr_core.compressors import smallest_relaxation
    >>> round(smallest_relaxation(epsilon=1.0, bits=3.0), 3), smallest_relaxation(epsilon=1.0, bits=1.0)
    (4.946, inf)
    """
    bits = validation.positive("bits", bits)

    def excess(log_excess: float) -> float:
        return DyadicQuantizedLaplace(epsilon=epsilon, nu=1.0 + math.exp(log_excess)).mean_bits(radius, code) - bits

    before = None
    for point in np.log(_EXCESSES):
        if excess(point) <= 0.0:
            root = point if before is None else bracketed_root(excess, before, point, xtol=1e-10)
            while excess(root) > 0.0:
                root += 1e-10
            return 1.0 + math.exp(root)
        before = point
    return math.inf
