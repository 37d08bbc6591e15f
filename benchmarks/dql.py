"""Dyadic quantized Laplace: encode and decode against drawing the same noise, and against a plain Python loop."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import interleaved, peak_megabytes
from ppr_core.compressors import DyadicQuantizedLaplace
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["ROWS"]

Row = tuple[str, str, str]
SHARED = SharedRandomness(2024)
QUANTIZER = DyadicQuantizedLaplace(epsilon=1.0, nu=2.0)
COUNT, FEW = 1_000_000, 5_000


def speed() -> Iterator[Row]:
    """A million scalars, one message each, of as many users; and as vectors of a thousand coordinates."""
    x = np.random.default_rng(0).uniform(-1.0, 1.0, COUNT)
    rows = SHARED.uniforms(np.zeros(FEW, dtype=np.int64), 2, np.arange(FEW)).tolist()

    def both_ways(x: np.ndarray) -> None:
        QUANTIZER.decode(QUANTIZER.encode(x, SHARED, np.random.default_rng(1)), SHARED)

    users, vectors, noise, loop = interleaved(
        lambda: both_ways(x),
        lambda: both_ways(x.reshape(1000, 1000)),
        lambda: np.random.default_rng(1).laplace(size=COUNT),
        lambda: _loop(x[:FEW].tolist(), rows, np.random.default_rng(1)),
        rounds=3,
    )
    memory = peak_megabytes(lambda: both_ways(x))
    for name, seconds in (("a million users, one scalar each", users), ("1 000 vectors of 1 000 coordinates", vectors)):
        yield (
            f"DQL encode + decode, ε=1, ν=2, {name}",
            f"{number(COUNT / seconds / 1e6, 2)}·10⁶ scalars/s; {number(seconds / noise, 2)} × numpy's laplace; "
            f"1/{number(loop / FEW * COUNT / seconds, 2)} of a plain loop's time; {number(memory, 2)} MB",
            "≥ 2·10⁶ scalars/s; ≤ 4 × laplace",
        )


def _loop(x: list[float], rows: list[list[float]], rng: np.random.Generator) -> list[float]:
    """The same algorithm, one sample after the other; the shared uniforms are given, which favours the loop."""
    tail, steps = QUANTIZER.components.tail.tolist(), QUANTIZER.components.steps.tolist()
    outputs = []
    for value, (first, second) in zip(x, rows, strict=True):
        t = 0
        while tail[t] > first:
            t += 1
        step, dither = steps[t], second - 0.5
        odd, ratio = 1.0 / (1.0 + QUANTIZER.nu * step), math.exp(-2.0 * step)
        place = rng.random() * (1.0 + ratio + 2.0 * odd)
        jump = 2 * int(rng.standard_exponential() / (2.0 * step))
        if place >= 1.0 + ratio:
            jump = jump + 1 if place < 1.0 + ratio + odd else -jump - 1
        elif place >= 1.0:
            jump = -jump - 2
        integer = round(QUANTIZER.epsilon * value / step + jump + rng.random() - 0.5 - dither)
        outputs.append(step * (integer + dither) / QUANTIZER.epsilon)
    return outputs


ROWS = (speed,)
