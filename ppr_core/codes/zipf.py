"""The Shannon code of a Zipf law, as a prefix code that can be decoded.

Shannon's lengths leave the words open. Here they are the nodes of a binary tree, filled level by level: the
lengths do not decrease in k, so level l takes the integers (k_{l−1}, k_l], and its words are the highest of the
nodes that are still free. Two numbers a level, k_l and the count of nodes left free, describe the whole code.

Sources: C. E. Shannon, A mathematical theory of communication (1948), for the lengths; Liu, Chen, Li: Universal
exact compression of differentially private mechanisms (NeurIPS 2024), section 4, for the Zipf law; P. Borwein,
An efficient algorithm for the Riemann zeta function (2000), Algorithm 2, for ζ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from functools import cache, lru_cache
from math import factorial

import numpy as np

from ppr_core.codes.base import Code, CodeError
from ppr_core.validation import real
from ppr_core.wording import number

__all__ = ["ZipfShannon"]

_LONGEST = 1 << 14  # bits of the longest word; the tree then takes some 30 MB
_WINDOW = 64  # bits looked at to find a short word at once
_KEPT = 192  # leading bits of a boundary that may differ from zero: its cost then hardly grows with its size
_PRECISION = 256  # bits to which boundaries are computed; the errors of a block of levels stay below 2^-240
_DIGITS = 60  # digits to which ζ is rounded up; finer than _KEPT, coarser than _PRECISION
_WORKING = Context(prec=_DIGITS + 40)  # in which ζ is computed
_TERMS = 96  # of its sum, which is then within 1e−70


@dataclass(frozen=True)
class ZipfShannon(Code):
    """Shannon code of p(k) = k^{−λ} / ζ(λ), k ≥ 1, with λ = 1 + 1/mean_log2: ⌈−log2 p(k)⌉ bits.

    Made for integers with E[log2 K] = mean_log2 = ℓ, in bits, from 0.05 to 1000: the expected length is then at most
    ℓ + log2(ℓ + 1) + 2 bits. Words have at most 16384 bits, hence integers go to 2^⌊(16384 − ⌈log2 ζ(λ)⌉)/λ⌋; under
    the law itself a larger one has probability 1.2e−5 at ℓ = 1000 and less than 1e−9 for ℓ ≤ 500.

    By definition the length of k is the smallest l with k ≤ k_l, where k_l is (2^l / ζ)^{1/λ} rounded down to an
    integer of at most 192 significant bits, and ζ is ζ(λ) rounded up to 60 digits, all in integers and decimals:
    encoder and decoder agree on every platform. This is ⌈−log2 p(k)⌉, except that an integer closer than a relative
    1e−57 to the exact boundary may take one bit more. Both roundings only lengthen words, so Σ 2^{−length} stays
    below 1, some node is free on every level, and all zeros is never a word. The first word is all ones.

    Raises ValueError for a mean outside the interval.

    >>> ZipfShannon(1.0).words([1, 2, 3, 4])
    ['1', '011', '0101', '01001']
    """

    mean_log2: float

    name = "zipf_shannon"
    smallest = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean_log2", real("mean_log2", self.mean_log2, 0.05, 1000))

    @property
    def label(self) -> str:
        return f"Zipf–Shannon, mean {number(self.mean_log2, 6)} bits"

    @property
    def exponent(self) -> float:
        """λ = 1 + 1/mean_log2 of the Zipf law."""
        return 1 + 1 / self.mean_log2

    @property
    def largest(self) -> int:
        return 1 << int((_LONGEST - int(_zeta(self.mean_log2)).bit_length()) / self.exponent)

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        if not values.size:
            return values
        return np.searchsorted(self._reaching(int(values.max())).small, values).astype(np.int64, copy=False)

    def _word(self, value: int) -> str:
        tree = self._reaching(value)
        length = bisect_left(tree.bounds, value)
        return f"{tree.bounds[length] + tree.free[length] - value:0{length}b}"

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        tree = _tree(self.mean_log2, _WINDOW)
        window = int(bits[start : start + _WINDOW].ljust(_WINDOW, "0"), 2)
        length = bisect_left(tree.starts, -window)
        if length > _WINDOW:
            return self._read_long(bits, start)
        if start + length > len(bits):
            raise self._cut_off(start)
        return tree.integer(length, window >> (_WINDOW - length)), start + length

    def _read_long(self, bits: str, start: int) -> tuple[int, int]:
        """As `_read`, where no word ends within the window; looks ever deeper, but not where no word can be."""
        left = len(bits) - start
        for tree in self._trees():
            top = min(tree.depth, left)
            node = int("0" + bits[start : start + top], 2)
            if node >= tree.free[top]:
                length = bisect_left(range(top), True, key=lambda level: node >> (top - level) >= tree.free[level])
                value = tree.integer(length, node >> (top - length))
                if value <= self.largest:
                    return value, start + length
                break
            if top == left:
                raise self._cut_off(start)
            if node + tree.reserve(top, self.mean_log2) < tree.free[top]:
                break
        raise CodeError(f"The stream must hold code words of {self.label}; got bits that begin none at bit {start}.")

    def _reaching(self, value: int) -> _Tree:
        """A tree that holds the word of a valid integer."""
        for tree in self._trees():
            if tree.bounds[-1] >= value:
                break
        return tree

    def _trees(self) -> Iterator[_Tree]:
        """The tree to a small depth, then each time to twice that, up to the longest word."""
        depth = _WINDOW
        while depth <= _LONGEST:
            yield _tree(self.mean_log2, depth)
            depth *= 2


@dataclass(frozen=True, eq=False)
class _Tree:
    """The code down to some depth; index = level l from 0.

    bounds: k_l, the largest integer with at most l bits. free: nodes of level l that are neither words nor below
    words; they are the lowest ones, so the words of level l run from free[l] up, the largest integer first.
    """

    bounds: tuple[int, ...]
    free: tuple[int, ...]
    small: np.ndarray  # bounds as int64, up to the first that covers int64
    starts: tuple[int, ...]  # minus the first word of each level within the window, filled up with zeros

    @property
    def depth(self) -> int:
        return len(self.bounds) - 1

    def integer(self, length: int, node: int) -> int:
        """The integer whose word is this node of the level."""
        return self.bounds[length] + self.free[length] - node

    def reserve(self, level: int, mean_log2: float) -> int:
        """At least the number of nodes of this level that have words below them: Σ_{k > k_l} p(k) ≤ k_l^{1−λ}."""
        return 1 << max(level + 1 - int((self.bounds[level].bit_length() - 1) / mean_log2), 0)


@lru_cache(maxsize=64)
def _tree(mean_log2: float, depth: int) -> _Tree:
    """The tree to a depth of the window's length times a power of two; grown from the one of half that depth."""
    half = _tree(mean_log2, depth // 2) if depth > _WINDOW else None
    bounds, free = (list(half.bounds), list(half.free)) if half else ([0], [1])
    for bound in _boundaries(mean_log2, len(bounds), depth):
        free.append(2 * free[-1] - (bound - bounds[-1]))
        bounds.append(bound)
    limit = np.iinfo(np.int64).max
    small = np.array([*bounds[: bisect_left(bounds, limit)], limit], dtype=np.int64)
    starts = tuple(-(nodes << (_WINDOW - level)) for level, nodes in enumerate(free[: _WINDOW + 1]))
    return _Tree(tuple(bounds), tuple(free), small, starts)


def _boundaries(mean_log2: float, first: int, last: int) -> Iterator[int]:
    """k_l for l from first to last: x·2^e with x in [1, 2), times 2^{1/λ} from each to the next."""
    with localcontext(_WORKING):
        root, ln2 = Decimal(mean_log2) / (Decimal(mean_log2) + 1), Decimal(2).ln()
        power = root * (first - _zeta(mean_log2).ln() / ln2)
        exponent = int(power.to_integral_value(ROUND_FLOOR))
        x = int(((power - exponent) * ln2).exp() * (1 << _PRECISION))
        step = int((root * ln2).exp() * (1 << _PRECISION))
    for _ in range(first, last + 1):
        kept = min(exponent, _KEPT)
        yield x >> (_PRECISION - kept) << (exponent - kept) if exponent >= 0 else 0
        x = x * step >> _PRECISION
        if x >> (_PRECISION + 1):
            x, exponent = x >> 1, exponent + 1


@lru_cache(maxsize=64)
def _zeta(mean_log2: float) -> Decimal:
    """ζ(1 + 1/mean_log2), rounded up to 60 digits."""
    with localcontext(_WORKING):
        exponent = 1 + 1 / Decimal(mean_log2)
        last, weights = _weights()
        power = [Decimal(1)]  # k^{−λ}, of a product as a product
        for least, rest in _factors():
            power.append((-exponent * _log(least)).exp() if rest == 1 else power[least - 1] * power[rest - 1])
        total = sum((-1) ** k * weight * term for k, (weight, term) in enumerate(zip(weights, power, strict=True)))
        zeta = -total / (last * (1 - ((1 - exponent) * _log(2)).exp()))
        return Context(prec=_DIGITS, rounding=ROUND_CEILING).plus(zeta).next_plus(Context(prec=_DIGITS))


@cache
def _weights() -> tuple[int, list[int]]:
    """Of Borwein's sum for ζ: d_n, and d_k − d_n for k < n."""
    n, partial = _TERMS, [0]
    for i in range(n + 1):
        partial.append(partial[-1] + n * factorial(n + i - 1) * 4**i // (factorial(n - i) * factorial(2 * i)))
    return partial[-1], [total - partial[-1] for total in partial[1:-1]]


@cache
def _factors() -> list[tuple[int, int]]:
    """k = 2, …, n as its least prime factor times the rest."""
    least = (next(p for p in range(2, k + 1) if k % p == 0) for k in range(2, _TERMS + 1))
    return [(p, k // p) for k, p in enumerate(least, 2)]


@cache
def _log(value: int) -> Decimal:
    with localcontext(_WORKING):
        return Decimal(value).ln()
