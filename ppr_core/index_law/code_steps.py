"""Where the lengths of a code for the positive integers rise: all that a mean length needs besides P(K > k)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, cached_property, singledispatch

import numpy as np
from scipy.special import zeta

from ppr_core import validation
from ppr_core.codes import Code, EliasDelta, EliasGamma, FixedLength, ZipfShannon

__all__ = ["CodeSteps", "code_steps"]

_NEAR_BITS = 10  # below 2¹⁰ lengths are looked at one by one
_WHOLE_BITS = 53  # above 2⁵³ an edge is what its power of two is


@dataclass(frozen=True, eq=False)
class CodeSteps:
    """|k| in bits is ``first`` plus the rises at all edges below k; in a mean a rise counts with P(K > edge).

    near, near_rise: the edges e < 1024, where |e + 1| > |e|, and their rises, (m,) each. From there on every edge
    ⌈2^t⌉ − 1 with t = start, start + spacing, … rises by ``rise`` bits. extra, extra_rise: t of further edges and their
    rises, (j,) each.
    """

    first: int
    near: np.ndarray = field(default_factory=lambda: np.empty(0))
    near_rise: np.ndarray = field(default_factory=lambda: np.empty(0))
    start: float = math.inf
    spacing: float = 1.0
    rise: int = 0
    extra: np.ndarray = field(default_factory=lambda: np.empty(0))
    extra_rise: np.ndarray = field(default_factory=lambda: np.empty(0))

    def log2_edges(self, count: int) -> np.ndarray:
        """log2 of the first edges of the regular ones, (count,)."""
        return _log2_edge(self.start + self.spacing * np.arange(count))

    @cached_property
    def log2_extra_edges(self) -> np.ndarray:
        """log2 of the further edges, (j,)."""
        return _log2_edge(self.extra)

    def log2_all(self, log2_last: float) -> np.ndarray:
        """log2 of the near edges, of the regular ones up to the first beyond a log2, and of the further ones."""
        count = max(0, math.ceil((log2_last - self.start) / self.spacing)) if self.rise else 0
        return np.concatenate([self._log2_near, self.log2_edges(count + 1 if self.rise else 0), self.log2_extra_edges])

    def mean(self, survival: np.ndarray, power: float) -> float:
        """The mean length, from P(K > edge) at `log2_all`; beyond the last regular edge it falls by e^−power wherever
        the edge doubles, ∞ for nothing."""
        near, regular, extra = np.split(survival, [len(self.near), len(survival) - len(self.extra)])
        length = self.first + float(self.near_rise @ near + self.extra_rise @ extra)
        if self.rise:
            length += self.rise * float(regular[:-1].sum() + regular[-1] / -math.expm1(-power * self.spacing))
        return length

    @cached_property
    def _log2_near(self) -> np.ndarray:
        return np.log2(self.near)


@cache
def code_steps(code: Code) -> CodeSteps:
    """The steps of an Elias, Zipf–Shannon or fixed-length code; ``ValueError`` for others."""
    return _steps(code)


@singledispatch
def _steps(code: Code) -> CodeSteps:
    validation.fail("code", code.name, "elias_gamma, elias_delta, zipf_shannon or fixed_length for a mean length")


@_steps.register
def _(code: EliasGamma) -> CodeSteps:
    return CodeSteps(*_near(code), start=_NEAR_BITS + 1, rise=2)


@_steps.register
def _(code: EliasDelta) -> CodeSteps:
    """⌊log2 k⌋ + 2⌊log2(⌊log2 k⌋ + 1)⌋ + 1: two bits more wherever ⌊log2 k⌋ + 1 reaches a power of two."""
    doubled = 2.0 ** np.arange(4, 41) - 1
    return CodeSteps(*_near(code), start=_NEAR_BITS + 1, rise=1, extra=doubled, extra_rise=np.full(len(doubled), 2))


@_steps.register
def _(code: ZipfShannon) -> CodeSteps:
    """⌈λ log2 k + log2 ζ(λ)⌉."""
    log_zeta = math.log2(zeta(code.exponent))
    length = math.ceil(_NEAR_BITS * code.exponent + log_zeta)
    return CodeSteps(*_near(code), start=(length - log_zeta) / code.exponent, spacing=1 / code.exponent, rise=1)


@_steps.register
def _(code: FixedLength) -> CodeSteps:
    return CodeSteps(code.bits)


def _near(code: Code) -> tuple[int, np.ndarray, np.ndarray]:
    lengths = code.lengths(np.arange(1, (1 << _NEAR_BITS) + 1))
    rises = np.diff(lengths)
    edges = np.nonzero(rises)[0]
    return int(lengths[0]), edges + 1, rises[edges]


def _log2_edge(power: np.ndarray) -> np.ndarray:
    whole = np.ceil(np.exp2(np.minimum(power, _WHOLE_BITS)))
    return np.where(power < _WHOLE_BITS, np.log2(whole - 1), power)
