"""The search of `ppr_core.compressors.poisson_tree`, a message at a time and depth first: the nearer half before."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.kernels.decorators import inlined, kernel
from ppr_core.kernels.philox import block, to_unit

__all__ = ["search_tree_laplace"]

_LEAST = 2.0**-53


@inlined
def _largest(peak: float, log_bound: float, low_z: float, high_z: float, low_log: float, high_log: float) -> float:
    if peak < low_z:
        return low_log
    return high_log if peak > high_z else log_bound


@inlined
def _proposed(centred: float, decay: float, plateau: float, log_flat: float) -> float:
    """A sample of the channel's scalar proposal from a uniform less ½; log_flat: ln(1 + decay·plateau)."""
    share = 2.0 * abs(centred)
    size = plateau - (math.log1p(-share) + log_flat) / decay
    if size < plateau:
        size = share * (plateau + 1 / decay)
    return math.copysign(size, centred)


@kernel("void(f8[::1], i8[::1], i8[::1], f8[:,::1], f8[:,::1], i8[::1], u8, u8, f8, f8[::1], f8[::1], f8, f8, f8, f8)")
def search_tree_laplace(
    best: np.ndarray, winner: np.ndarray, seen: np.ndarray, times: np.ndarray, marks: np.ndarray, table: np.ndarray,
    key: np.uint64, secret: np.uint64, power: float, log_bound: np.ndarray, x: np.ndarray, rate: float, decay: float,
    plateau: float, log_volume: float,
) -> None:  # fmt: skip
    """Laplace noise: ln r = log_volume − rate |z − x| + decay (|z| − plateau)₊, largest at z = x; z as in the channel.

    best, winner, seen (n,): in and out. times: of the arrivals 2^j, (n, octaves + 1); marks: the least of the others in
    each octave, (n, octaves). power: 1/α.
    """
    number, half = np.empty(130, np.int64), np.empty(130, np.int64)
    log_flat = math.log1p(decay * plateau)
    nodes = np.empty((130, 7))  # positions of both ends, their z, their ln r, least mark
    for i in range(len(best)):
        least, t, own = best[i], np.uint64(table[i]), np.uint64(i)
        for octave in range(1, marks.shape[1]):
            start, stop = times[i, octave], times[i, octave + 1]
            log_start = math.log(start)
            if log_start + power * math.log(marks[i, octave]) - log_bound[i] >= least:
                continue
            number[0], half[0] = (1 << octave) + (1 << (octave - 1)), 1 << (octave - 1)
            nodes[0] = 0.0, 1.0, -np.inf, np.inf, -np.inf, -np.inf, marks[i, octave]
            depth = 1
            while depth:
                depth -= 1
                k, h = number[depth], half[depth]
                low, high, low_z, high_z, low_log, high_log, mark = nodes[depth]
                largest = _largest(x[i], log_bound[i], low_z, high_z, low_log, high_log)
                if log_start + power * math.log(mark) - largest >= least:
                    continue
                seen[i] += 1
                c0, c1, c2, c3 = block(key, np.uint64(k), t, np.uint64(0))
                spread = math.sqrt(-math.expm1(2.0 * math.log(to_unit(c0, c1)) / (2.0 * h - 1.0)))
                split = 0.5 + 0.5 * spread * math.cos(2.0 * np.pi * to_unit(c2, c3))
                at = min(max(low + (high - low) * split, _LEAST), 1.0 - _LEAST)
                z = _proposed(at - 0.5, decay, plateau, log_flat)
                log_ratio = log_volume - rate * abs(z - x[i]) + decay * max(abs(z) - plateau, 0.0)

                c0, c1, c2, c3 = block(secret, np.uint64(k), own, np.uint64(0))
                which, first = to_unit(c0, c1) * (2.0 * h - 1.0), -math.log(to_unit(c2, c3))
                c0, c1, c2, c3 = block(secret, np.uint64(k), own, np.uint64(1))
                second, time = -math.log(to_unit(c0, c1)), start + (stop - start) * to_unit(c2, c3)
                others = max(h - 1.0, 1.0)
                mine, left, right = mark + first, mark, mark + second / others
                if which < 1.0:
                    mine, left = mark, mark + first / others
                elif which >= h:
                    left, right = right, mark
                value = math.log(time) + power * math.log(mine) - log_ratio
                if value < least:
                    least, winner[i] = value, k
                if h == 1:
                    continue
                h >>= 1
                for turn in range(2):  # what is put on the stack last is looked at first
                    if (turn == 0) == (x[i] < z):
                        number[depth] = k + h
                        nodes[depth] = at, high, z, high_z, log_ratio, high_log, right
                    else:
                        number[depth] = k - h
                        nodes[depth] = low, at, low_z, z, low_log, log_ratio, left
                    half[depth] = h
                    depth += 1
        best[i] = least
