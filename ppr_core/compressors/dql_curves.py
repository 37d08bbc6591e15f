"""What dyadic quantized Laplace does without a simulation: mean lengths along its parameters, and its error law split.

Moradi Shahmiri, Ling, Li, "Communication-efficient Laplace mechanism for differential privacy via random quantization"
(ICASSP 2024), Section 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.compressors.dyadic_quantized_laplace import DyadicQuantizedLaplace

__all__ = ["Bump", "ErrorComponents", "LengthCurve", "MeanLengths", "bump", "error_components", "mean_lengths"]

_NUS = 1.0 + np.geomspace(0.01, 99.0, 13)  # the lengths follow ν − 1
_EPSILONS = np.geomspace(0.01, 100.0, 13)
_SEPARATE = 4  # components one by one; the finer ones together
_POINTS = 481
_MOST_VERTICES = 100  # of a component on either side of 0
_MOST_BINS = 60  # of the errors of one component on either side of 0


@dataclass(frozen=True, eq=False)
class LengthCurve:
    """Exact mean lengths in bits along a parameter, (k,): of one x and of X ~ Unif(−1, 1)."""

    values: np.ndarray
    at_x: np.ndarray
    uniform: np.ndarray


@dataclass(frozen=True, eq=False)
class MeanLengths:
    """Exact mean lengths in bits, of one x and of X ~ Unif(−1, 1), and along ν and ε."""

    at_x: float
    uniform: float
    along_nu: LengthCurve
    along_epsilon: LengthCurve


@dataclass(frozen=True, eq=False)
class ErrorComponents:
    """The error law around x, split. z: (k,); parts: (c, k) weighted densities P(T = t) g_t, the last row all finer
    ones; law: (k,) the Laplace density; weights: (c,) P(T = t) of the rows."""

    z: np.ndarray
    parts: np.ndarray
    law: np.ndarray
    weights: np.ndarray


@dataclass(frozen=True, eq=False)
class Bump:
    """The error law g_T around x of one component, with the errors of messages that use it.

    corners: (k,) x + js, where edges may bend; heights: (k,) p_j/s, the density of z there, linear between, and that
    of x + s(J + V) on the step s around each, which is flat; edges: (m + 1,) of equally wide bins;
    counted: (m,) z as a density.
    """

    corners: np.ndarray
    heights: np.ndarray
    edges: np.ndarray
    counted: np.ndarray


def bump(
    quantizer: DyadicQuantizedLaplace, x: float, component: int, reach: float, samples: int, rng: np.random.Generator
) -> Bump:
    """z = s(M + U), M = round(x/s + J + V − U), for that many messages of the component at x; reach: half its width."""
    step = float(quantizer.steps[component])
    noise = quantizer.noise(np.array([component]))
    j = np.arange(-int(reach / step) - 1, int(reach / step) + 2)
    dither, (jump, rest) = rng.random(samples) - 0.5, noise.sample(samples, rng)
    position = x / step
    error = step * (np.rint(position + jump + rest - dither) + dither - position)
    width = step * 2.0 ** np.ceil(np.log2(reach / step / _MOST_BINS))  # a power of 2 of the step: corners lie at edges
    edges = width * np.arange(-int(reach / width), int(reach / width) + 1)
    counted = np.histogram(error, edges)[0] / samples / width
    return Bump(x + step * j, noise.probability(j) / step, x + edges, counted)


def mean_lengths(quantizer: DyadicQuantizedLaplace, x: float, code: str) -> MeanLengths:
    """The exact expectations, at the quantizer's ε and ν and along each of them; code: one of `SIGNED_CODES`."""

    def along(field: str, values: np.ndarray) -> LengthCurve:
        fields = {"epsilon": quantizer.epsilon, "nu": quantizer.nu}
        settings = [fields | {field: value} for value in values.tolist()]
        at_x, uniform = (np.array([_bits(**setting, x=mean, code=code) for setting in settings]) for mean in (x, None))
        return LengthCurve(values, at_x, uniform)

    curves = along("nu", _NUS), along("epsilon", _EPSILONS)
    return MeanLengths(quantizer.expected_bits(x, code), quantizer.mean_bits(1.0, code), *curves)


@lru_cache(maxsize=4096)
def _bits(epsilon: float, nu: float, x: float | None, code: str) -> float:
    """The exact expectation at x, or of X ~ Unif(−1, 1); kept, as most of a curve stays when one parameter moves."""
    quantizer = DyadicQuantizedLaplace(epsilon=epsilon, nu=nu)
    return quantizer.mean_bits(1.0, code) if x is None else quantizer.expected_bits(x, code)


def error_components(quantizer: DyadicQuantizedLaplace, x: float, reach: float) -> ErrorComponents:
    """The components over x ± reach, in the unit of x; their vertices are among the points."""
    epsilon = quantizer.epsilon
    counts = [int(min(reach / step, _MOST_VERTICES)) for step in quantizer.steps[:_SEPARATE]]
    vertices = [np.arange(-n, n + 1) * step for n, step in zip(counts, quantizer.steps, strict=False)]
    error = np.unique(np.concatenate([np.linspace(-reach, reach, _POINTS), *vertices]))
    each = quantizer.components.density(np.arange(len(quantizer.weights))[:, None], epsilon * error)
    weighted = epsilon * quantizer.weights[:, None] * each
    split = min(_SEPARATE, len(weighted) - 1)
    return ErrorComponents(
        z=x + error,
        parts=np.vstack([weighted[:split], weighted[split:].sum(axis=0)]),
        law=epsilon / 2 * np.exp(-epsilon * np.abs(error)),
        weights=np.append(quantizer.weights[:split], quantizer.weights[split:].sum()),
    )
