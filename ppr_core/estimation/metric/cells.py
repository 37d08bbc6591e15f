"""Cells of a cubic grid that meet a ball: how many there are, and a number for each.

Cell k of Z^d is the cube of points z with k_i u <= z_i < (k_i + 1) u. Its distance from the origin is u·√(Σ m_i²) with
m_i = k_i for k_i >= 0 and −1 − k_i otherwise, so it meets the ball of radius C if Σ m_i² <= (C/u)². There are 2^d cells
for each m, one for each choice of signs.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from ppr_core import validation

__all__ = ["LARGEST_COUNTED", "CellCode", "cell_counts", "ideal_coordinate_bits", "log2_cells"]

LARGEST_COUNTED = 2000  # of (C/u)², up to which cells are counted one by one
_TABLE = 1 << 20  # entries of the table of a code, at most
_SEEN = 20  # times that a value of a coordinate must be seen on average


@lru_cache(maxsize=32)
def cell_counts(dimension: int, largest: int) -> tuple[int, ...]:
    """For R = 0, …, largest the number of m in {0, 1, …}^d with Σ m_i² <= R: a tuple of largest + 1 integers.

    They are sums of the coefficients of f^d, f = Σ_m q^{m²}, which follow from f·(f^d)′ = d·f′·f^d one by one.
    dimension: d >= 1; largest: >= 0.

    >>> from ppr_core.estimation.metric import cell_counts
    >>> cell_counts(2, 4)  # points of the quarter plane with Σ m² <= 0, 1, …, 4
    (1, 3, 4, 4, 6)
    """
    squares = [m * m for m in range(1, math.isqrt(largest) + 1)]
    coefficients, total, sums = [1], 1, [1]
    for n in range(1, largest + 1):
        below = squares[: math.isqrt(n)]
        coefficient = sum((s * (dimension + 1) - n) * coefficients[n - s] for s in below) // n
        coefficients.append(coefficient)
        total += coefficient
        sums.append(total)
    return tuple(sums)


def log2_cells(dimension: int, radius: float) -> tuple[float, bool]:
    """log2 of the number of cells of side 1 that meet the ball of this radius, and whether that is exact.

    Exact up to radius² = 2000; beyond, an upper limit: all those cells lie in the ball of radius √(⌊radius²⌋ + 1) + √d,
    whose volume bounds their number; above ten dimensions Σ_m e^{t(R − Σ m_i²)} at the best t > 0 may be smaller.
    dimension: d >= 1; radius: C/u >= 0.

    >>> from ppr_core.estimation.metric import log2_cells
    >>> log2_cells(2, 0.5)  # the four cells around the origin
    (2.0, True)
    """
    dimension = validation.integer("dimension", dimension, 1)
    radius = validation.real("radius", radius, 0.0)
    squared = math.floor(radius * radius)
    if squared <= LARGEST_COUNTED:
        return dimension + math.log2(cell_counts(dimension, LARGEST_COUNTED)[squared]), True
    volume = log2_ball_volume(dimension, math.sqrt(squared + 1) + math.sqrt(dimension))
    return min(volume, dimension + _chernoff(dimension, squared)) if dimension > 10 else volume, False


def log2_ball_volume(dimension: int, radius: float) -> float:
    """log2 of the volume of the d-ball: π^{d/2} radius^d / Γ(d/2 + 1). radius: > 0."""
    half = dimension / 2
    return (half * math.log(math.pi) - math.lgamma(half + 1)) / math.log(2) + dimension * math.log2(radius)


def _chernoff(dimension: int, squared: int) -> float:
    """log2 min_t e^{tR} f(e^{−t})^d >= log2 of the number of m with Σ m_i² <= R."""

    def exponent(log_t: float) -> float:
        t = math.exp(log_t)
        last = math.ceil(math.sqrt(60.0 / t)) + 1
        tail = 0.0 if last <= 4096 else math.sqrt(math.pi / t) / 2 + 1  # f(e^{−t}) <= 1 + ∫ e^{−t m²} dm
        series = tail or float(np.exp(-t * np.arange(last) ** 2.0).sum()) + 1e-20
        return t * squared + dimension * math.log(series)

    middle = math.log(dimension / (2.0 * squared))
    return float(minimize_scalar(exponent, bounds=(middle - 6, middle + 6), method="bounded").fun) / math.log(2)


def ideal_coordinate_bits(cells: np.ndarray) -> float:
    """d times the entropy of the single coordinates in bits, of cells (n, d) of integers that occurred.

    NaN where the values were seen less than 20 times each on average, which is too seldom to tell.

    >>> import numpy as np
    >>> from ppr_core.estimation.metric import ideal_coordinate_bits
    >>> cells = np.array([[0, 1], [1, 0]] * 100)
    >>> ideal_coordinate_bits(cells)
    2.0
    """
    _, counts = np.unique(cells, return_counts=True)
    share = counts / counts.sum()
    if counts.sum() < _SEEN * len(counts):
        return math.nan
    return float(-cells.shape[1] * (share * np.log2(share)).sum())


class CellCode:
    """Numbers 0, 1, …, count − 1 for the cells with Σ m_i² <= radius_squared: an enumerative code.

    A number is that of m, in lexicographic order, times 2^d plus the signs as bits. Its table has d·(radius_squared+1)
    entries, at most 2^20. dimension: d >= 1; radius_squared: R >= 0.

    >>> import numpy as np
    >>> from ppr_core.estimation.metric import CellCode
    >>> code = CellCode(2, 1)
    >>> code.count
    12
    """

    def __init__(self, dimension: int, radius_squared: int) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.radius_squared = validation.integer("radius_squared", radius_squared, 0)
        entries = dimension * (radius_squared + 1)
        validation.require(entries <= _TABLE, "dimension·(radius_squared + 1)", entries, f"at most {_TABLE}")

    @property
    def count(self) -> int:
        """How many cells there are."""
        return self._ways[self.dimension][self.radius_squared] << self.dimension

    @property
    def bits(self) -> int:
        """⌈log2 count⌉: the length of a number in bits."""
        return (self.count - 1).bit_length()

    def numbers(self, cells: Any) -> list[int]:
        """The number of each cell: (n, d) integers -> n Python integers. ``ValueError`` for one outside the ball."""
        cells = validation.array("cells", cells, (None, self.dimension), np.int64)
        folded = np.where(cells < 0, -1 - cells, cells)
        inside = (folded.astype(float) ** 2).sum(axis=1) <= self.radius_squared
        validation.require(bool(inside.all()), "cells", cells[~inside][:1].tolist(), "cells that meet the ball")
        return [self._number(m, k) for m, k in zip(folded.tolist(), (cells < 0).tolist(), strict=True)]

    def cells(self, numbers: list[int]) -> np.ndarray:
        """The cells of the numbers, int64 (n, d)."""
        return np.array([self._cell(number) for number in numbers], dtype=np.int64).reshape(-1, self.dimension)

    @cached_property
    def _ways(self) -> list[list[int]]:
        """[j][R]: how many m in {0, 1, …}^j have Σ m_i² <= R."""
        ways = [[1] * (self.radius_squared + 1)]
        for _ in range(self.dimension):
            last = ways[-1]
            ways.append([sum(last[r - m * m] for m in range(math.isqrt(r) + 1)) for r in range(len(last))])
        return ways

    def _number(self, folded: list[int], negative: list[bool]) -> int:
        rank, left = 0, self.radius_squared
        for place, m in enumerate(folded):
            rest = self._ways[self.dimension - 1 - place]
            rank += sum(rest[left - smaller * smaller] for smaller in range(m))
            left -= m * m
        return rank << self.dimension | sum(sign << place for place, sign in enumerate(negative))

    def _cell(self, number: int) -> list[int]:
        number = validation.integer("number", number, 0, self.count - 1)
        rank, left, cell = number >> self.dimension, self.radius_squared, []
        for place in range(self.dimension):
            rest, m = self._ways[self.dimension - 1 - place], 0
            while rank >= rest[left - m * m]:
                rank -= rest[left - m * m]
                m += 1
            left -= m * m
            cell.append(-1 - m if number >> place & 1 else m)
        return cell
