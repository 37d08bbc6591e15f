"""Shared samples of a proposal in octaves, each sorted, with random access by number.

Octave j holds samples 2^j, …, 2^{j+1} − 1. The first stands by itself; the others, n = 2^j − 1 of them, are in
increasing order: number 2^j + i is the i-th smallest. They are made by halves: with t the twos in i, sample i is the
median of the 2^{t+1} − 1 between two that are known already, so at the place Beta(2^t, 2^t) of that interval. Ulrich
(1984) makes it of two uniforms: X = ½ + ½ √(1 − U^{2/(2a−1)}) cos 2πW follows Beta(a, a). They are the first of the row
of shared randomness with the sample's number, so a sample costs as many rows as its number has bits.
"""

from __future__ import annotations

import numpy as np

from ppr_core.randomness import SharedRandomness

__all__ = ["LEAST", "beta_places", "between", "positions"]

LEAST = 2.0**-53  # a position's distance from 0 and 1, at least


def beta_places(uniforms: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Beta(a, a) from two uniforms each: (m, 2), a (m,) whole floats -> (m,)."""
    spread = np.sqrt(-np.expm1(2.0 * np.log(uniforms[:, 0].copy()) / (2.0 * half - 1.0)))
    return 0.5 + 0.5 * spread * np.cos(2.0 * np.pi * uniforms[:, 1])


def between(low: np.ndarray, high: np.ndarray, share: np.ndarray) -> np.ndarray:
    """low + (high − low)·place, kept off 0 and 1."""
    return np.clip(low + (high - low) * share, LEAST, 1.0 - LEAST)


def positions(numbers: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
    """The samples of those numbers as positions u in (0, 1), which the proposal makes outputs of: (m,) -> (m,)."""
    octave = np.array([1 << (int(k).bit_length() - 1) for k in numbers.tolist()], dtype=numbers.dtype)
    rank = numbers - octave
    octaves = np.empty(len(numbers))
    alone = np.nonzero(rank == 0)[0]
    if len(alone):
        octaves[alone] = shared.uniforms(numbers[alone], 1, tables[alone])[:, 0]
    open_ = np.nonzero(rank != 0)[0]
    low, high = np.zeros(len(open_)), np.ones(len(open_))
    half = octave[open_] // 2
    middle = half.copy()
    while len(open_):
        row = shared.uniforms(octave[open_] + middle, 2, tables[open_])
        at = between(low, high, beta_places(row, half.astype(float)))
        octaves[open_] = at
        wanted = rank[open_]
        below, going = np.asarray(wanted < middle, dtype=bool), np.asarray(wanted != middle, dtype=bool)
        low, high = np.where(below, low, at)[going], np.where(below, at, high)[going]
        half = half // 2
        middle = np.where(below, middle - half, middle + half)[going]
        open_, half = open_[going], half[going]
    return octaves
