"""The universal codes of Elias for the positive integers.

Source: P. Elias, Universal codeword sets and representations of the integers, IEEE Transactions on
Information Theory 21(2), 1975.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes.base import Code

__all__ = ["EliasDelta", "EliasGamma"]


@dataclass(frozen=True)
class EliasGamma(Code):
    """⌊log2 k⌋ zeros, then k in binary: 2⌊log2 k⌋ + 1 bits for k ≥ 1.

    >>> EliasGamma().words([1, 2, 3, 4])
    ['1', '010', '011', '00100']
    """

    name = "elias_gamma"
    label = "Elias gamma"
    smallest = 1

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        return 2 * _bit_lengths(values) - 1

    def _word(self, value: int) -> str:
        binary = f"{value:b}"
        return "0" * (len(binary) - 1) + binary

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        first_one = bits.find("1", start)
        end = 2 * first_one - start + 1  # as many bits after the first one as zeros before it
        if first_one < 0 or end > len(bits):
            raise self._cut_off(start)
        return int(bits[first_one:end], 2), end


@dataclass(frozen=True)
class EliasDelta(Code):
    """⌊log2 k⌋ + 1 in the gamma code, then k in binary without its leading one.

    Takes ⌊log2 k⌋ + 2⌊log2(⌊log2 k⌋ + 1)⌋ + 1 bits for k ≥ 1. If E[log2 K] = ℓ, the expected length is at most
    ℓ + 2 log2(ℓ + 1) + 1 bits.

    >>> EliasDelta().words([1, 2, 4, 17])
    ['1', '0100', '01100', '001010001']
    """

    name = "elias_delta"
    label = "Elias delta"
    smallest = 1

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        sizes = _bit_lengths(values)
        return sizes + 2 * _bit_lengths(sizes) - 2

    def _word(self, value: int) -> str:
        binary = f"{value:b}"
        return _GAMMA._word(len(binary)) + binary[1:]

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        size, middle = _GAMMA._read(bits, start)
        end = middle + size - 1
        if end > len(bits):
            raise self._cut_off(start)
        return int("1" + bits[middle:end], 2), end


_GAMMA = EliasGamma()


def _bit_lengths(values: np.ndarray) -> np.ndarray:
    """⌊log2 k⌋ + 1 of positive int64, exactly: the float's exponent, less one where rounding reached a power of two."""
    _, exponents = np.frexp(values.astype(np.float64))
    sizes = exponents.astype(np.int64)
    return sizes - (values >> (sizes - 1) == 0)
