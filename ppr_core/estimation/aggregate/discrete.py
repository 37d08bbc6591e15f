"""Noise on whole numbers, drawn from whole random numbers alone: no rounding of a float can give a value away.

Discrete Gaussian: Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy" (NeurIPS 2020),
Algorithms 1 to 3, for many values at once. Poisson: inversion of a table with 2⁻¹⁹² as its unit, of which a draw reads
62 bits, and the other 130 only where those do not decide.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

import numpy as np

from ppr_core import validation

__all__ = ["LARGEST_VARIANCE", "discrete_gaussian", "discrete_laplace", "poisson", "rounded_up_variance", "skellam"]

_FAR = 45  # discrete Laplace values beyond so many scales are refused: together less than e^−45·44 of them were kept
_WORD = 1 << 62
_LAST_BITS = 130
_CELLS = 1 << 14
_CELL_BITS = 62 - 14  # of a word below its cell's number
_DIGITS = 80

#: Of one draw: above it the coins of the discrete Gaussian do not fit into 62 bits.
LARGEST_VARIANCE = (1 << 30) // _FAR


def rounded_up_variance(variance: float) -> Fraction:
    """The least variance with a denominator of at most 2²⁴, and small enough for the coins, that is not below.

    >>> from ppr_core.estimation.aggregate import rounded_up_variance
    >>> rounded_up_variance(0.75)
    Fraction(3, 4)
    """
    variance = validation.real("variance", variance, 0.0, LARGEST_VARIANCE, low_open=True)
    denominator = max(1, min(1 << 24, int(LARGEST_VARIANCE / variance)))
    return Fraction(math.ceil(variance * denominator), denominator)


def discrete_gaussian(variance: Fraction, size: int, rng: np.random.Generator) -> np.ndarray:
    """``size`` whole numbers with P(z) ∝ exp(−z²/(2σ²)), int64. variance: σ² > 0, as of `rounded_up_variance`.

    A discrete Laplace value y of scale t = ⌊σ⌋ + 1 is kept with probability exp(−(|y| − σ²/t)²/(2σ²)).

    >>> from fractions import Fraction
    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import discrete_gaussian
    >>> z = discrete_gaussian(Fraction(4), 4000, np.random.default_rng(1))
    >>> bool(abs(z.var() - 4) < 0.4)  # four standard errors
    True
    """
    top, bottom = variance.numerator, variance.denominator
    validation.require(top > 0 and top <= LARGEST_VARIANCE, "variance", float(variance), "above 0 and of few digits")
    scale = math.isqrt(int(variance)) + 1
    kept = np.empty(size, dtype=np.int64)
    filled = 0
    while filled < size:
        drawn = discrete_laplace(scale, int(1.5 * (size - filled)) + 16, rng)
        near = drawn[np.abs(drawn) <= _FAR * scale]
        gap = np.abs(near) * (scale * bottom) - top
        good = near[_exponential_coins(gap * gap, 2 * top * bottom * scale * scale, rng)][: size - filled]
        kept[filled : filled + len(good)] = good
        filled += len(good)
    return kept


def discrete_laplace(scale: int, size: int, rng: np.random.Generator) -> np.ndarray:
    """``size`` whole numbers with P(z) ∝ exp(−|z|/t), int64; scale: t >= 1, whole.

    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import discrete_laplace
    >>> discrete_laplace(2, 5, np.random.default_rng(1)).dtype
    dtype('int64')
    """
    scale = validation.integer("scale", scale, 1, LARGEST_VARIANCE)
    kept = np.empty(size, dtype=np.int64)
    filled = 0
    while filled < size:
        low = rng.integers(0, scale, int(2.2 * (size - filled)) + 16)
        low = low[_exponential_coins(low, scale, rng)]
        high = np.zeros(len(low), dtype=np.int64)
        open_ = np.arange(len(low))
        while len(open_):
            open_ = open_[_small_coins(np.ones(len(open_), dtype=np.int64), 1, rng)]
            high[open_] += 1
        drawn = low + scale * high
        negative = rng.integers(0, 2, len(drawn)) == 1
        good = np.where(negative, -drawn, drawn)[~(negative & (drawn == 0))][: size - filled]
        kept[filled : filled + len(good)] = good
        filled += len(good)
    return kept


def poisson(mean: Fraction, size: int, rng: np.random.Generator) -> np.ndarray:
    """``size`` whole numbers of the Poisson law, int64, within 10⁻⁵⁰ of it; mean: > 0, at most 10⁷.

    >>> from fractions import Fraction
    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import poisson
    >>> bool(abs(poisson(Fraction(9, 2), 4000, np.random.default_rng(1)).mean() - 4.5) < 0.14)
    True
    """
    first, coarse, fine, guide = _poisson_table(mean)
    words = rng.integers(0, _WORD, size)
    cell = words >> _CELL_BITS
    counts = guide.take(cell)
    near = np.flatnonzero(guide.take(cell + 1) != counts)  # an edge lies in the cell: few, where others read one entry
    counts[near] = np.searchsorted(coarse, words[near], side="right")
    for at in near[coarse[counts[near] - 1] == words[near]]:
        last = int.from_bytes(rng.bytes(17), "little") >> 6
        whole = (int(words[at]) << _LAST_BITS) + last
        counts[at] = sum(whole >= edge for edge in fine)
    return first + counts.astype(np.int64)


def skellam(variance: Fraction, size: int, rng: np.random.Generator) -> np.ndarray:
    """``size`` differences of two Poisson numbers of mean variance/2, int64; sums of them are Skellam again.

    >>> from fractions import Fraction
    >>> import numpy as np
    >>> from ppr_core.estimation.aggregate import skellam
    >>> bool(abs(skellam(Fraction(4), 4000, np.random.default_rng(1)).mean()) < 0.13)
    True
    """
    return poisson(variance / 2, size, rng) - poisson(variance / 2, size, rng)


def _exponential_coins(top: np.ndarray, bottom: int, rng: np.random.Generator) -> np.ndarray:
    """True with probability exp(−top/bottom): (m,) int64, at least 0, and bottom below 2⁶² -> (m,) bool."""
    alive = np.arange(len(top))
    whole, part = top // bottom, top % bottom
    alive = alive[_small_coins(part, bottom, rng)]
    turn = 0
    while True:
        turn += 1
        waiting = whole[alive] >= turn
        if not waiting.any():
            break
        keep = np.ones(len(alive), dtype=bool)
        keep[waiting] = _small_coins(np.ones(int(waiting.sum()), dtype=np.int64), 1, rng)
        alive = alive[keep]
    heads = np.zeros(len(top), dtype=bool)
    heads[alive] = True
    return heads


def _small_coins(top: np.ndarray, bottom: int, rng: np.random.Generator) -> np.ndarray:
    """The same for top <= bottom: coins top/(bottom·k), k = 1, 2, … until one fails; true if that was an odd one."""
    heads = np.zeros(len(top), dtype=bool)
    open_, turn = np.arange(len(top)), 0
    while len(open_):
        turn += 1
        coins = rng.integers(0, bottom, len(open_)) < top[open_]
        if turn > 1:
            coins &= rng.integers(0, turn, len(open_)) == 0
        heads[open_[~coins]] = turn % 2 == 1
        open_ = open_[coins]
    return heads


@lru_cache(maxsize=32)
def _poisson_table(mean: Fraction) -> tuple[int, np.ndarray, tuple[int, ...], np.ndarray]:
    """First number that occurs; where the next one begins, in units of 2⁻⁶² (floored) and of 2⁻¹⁹²; and how many begin
    below each of 2¹⁴ equal cells of words, and below their end."""
    fits = 0 < mean <= 10_000_000
    validation.require(fits, "mean", float(mean), "above 0 and at most 10 000 000")
    with localcontext() as context:
        context.prec = _DIGITS
        exact = Decimal(mean.numerator) / Decimal(mean.denominator)
        mode, least = int(mean), Decimal(10) ** -55
        falling, weight, value = [], Decimal(1), mode
        while value > 0 and (weight := weight * value / exact) > least:
            value -= 1
            falling.append(weight)
        rising, weight, value = [], Decimal(1), mode
        while (weight := weight * exact / (value := value + 1)) > least:
            rising.append(weight)
        masses = [*reversed(falling), Decimal(1), *rising]
        total, sum_, edges = sum(masses), Decimal(0), []
        for mass in masses[:-1]:
            sum_ += mass
            edges.append(int(sum_ / total * (_WORD << _LAST_BITS)))
    coarse = np.array([edge >> _LAST_BITS for edge in edges], dtype=np.int64)
    guide = np.searchsorted(coarse, np.arange(_CELLS + 1, dtype=np.int64) << _CELL_BITS)
    return mode - len(falling), coarse, tuple(edges), guide
