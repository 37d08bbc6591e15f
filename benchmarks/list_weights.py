"""Does a weight other than the power t^−α tell PPR's decoder less at equal bits? By simulated times alone.

    python -m benchmarks.list_weights binary 4 --seed 1

ln w is piecewise linear in ln t, with slopes −αm(1 + τ, 1 + τ, 1, 1 − τ) between `KNOTS`; m is chosen so that the mean
of log2 K is that of the power, τ = 0. ε of list and index is that of the best test on one half of the simulated times,
by its gain on the other half; lists and times are the same for every weight.
"""

from __future__ import annotations

import argparse
import itertools
import math

import numpy as np

from benchmarks.list_cases import CASES
from ppr_core.decoder_privacy import shared_marks
from ppr_core.wording import number

__all__ = ["compared", "main"]

KNOTS = np.log([0.25, 1.0, 4.0])
TILTS = (0.0, 0.15, 0.3, 0.45)
FACTORS = (0.85, 1.0, 1.2, 1.5)  # m that are tried; between them ε is interpolated
DELTA = 1e-2
HALVINGS = 40


def log_weight(log_time: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """ln w, 0 at t = 1."""
    ends = np.concatenate([[-60.0], KNOTS, [60.0]])
    steps = (np.clip(log_time, low, high) - np.clip(0.0, low, high) for low, high in itertools.pairwise(ends))
    return -sum(slope * step for slope, step in zip(slopes, steps, strict=True))


def log_ratios(case: str, candidates: int, rng: np.random.Generator) -> np.ndarray:
    """ln a and ln b of one list, (2, candidates): binary response, ε = ln 3, 4-ary response, ε = 1, or Laplace noise of
    scale 1 at ±1/2."""
    if case == "binary":
        first = rng.integers(2, size=candidates)
        return np.log(np.where(np.stack([first, 1 - first]) == 1, 1.5, 0.5))
    if case == "4-ary":
        return np.stack(shared_marks(CASES[case].channel).propose((candidates,), rng))
    wide = 0.7
    z = rng.laplace(0.0, 1 / wide, candidates)
    return np.stack([wide * np.abs(z) - np.abs(z - centre) - math.log(wide) for centre in (0.5, -0.5)])


def told(masses: np.ndarray, epsilon: float) -> float:
    """δ(ε) by tests chosen on the other half: masses (lists, halves, inputs, candidates)."""
    gains = masses[:, :, 0] - math.exp(epsilon) * masses[:, :, 1]
    return float(np.where(gains[:, ::-1] > 0, gains, 0.0).sum(axis=2).mean())


def compared(case: str, alpha: float, seed: int, lists: int, draws: int, candidates: int) -> tuple[float, np.ndarray]:
    """Mean log2 K of the power, and ε of every tilt at as many bits; NaN where no factor gives them."""
    rng = np.random.default_rng(seed)
    slopes = [alpha * m * (1 + tilt * np.array([1.0, 1.0, 0.0, -1.0])) for tilt in TILTS for m in FACTORS]
    masses = np.empty((len(slopes), lists, 2, 2, candidates))
    for row in range(lists):
        log_time = np.log(np.cumsum(rng.standard_exponential((draws, candidates)), axis=1))
        ratios = log_ratios(case, candidates, rng)
        for place, slope in enumerate(slopes):
            for x in (0, 1):
                power = log_weight(log_time - ratios[x], slope)
                share = np.exp(power - power.max(axis=1, keepdims=True))
                share /= share.sum(axis=1, keepdims=True)
                masses[place, row, :, x] = share.reshape(2, draws // 2, -1).mean(axis=1)
    bits = masses[:, :, :, 0].mean(axis=(1, 2)) @ np.log2(np.arange(1, candidates + 1))
    epsilons = []
    for one in masses:
        low, high = 0.0, 4 * alpha
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if told(one, middle) > DELTA else (low, middle)
        epsilons.append(low)
    target, width = float(bits[FACTORS.index(1.0)]), len(FACTORS)
    rows = [slice(start, start + width) for start in range(0, len(slopes), width)]
    found = [np.interp(target, bits[row][::-1], epsilons[row][::-1], math.nan, math.nan) for row in rows]
    return target, np.array(found)


def main() -> None:
    """Print ε of every tilt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=("binary", "4-ary", "laplace"))
    parser.add_argument("alpha", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lists", type=int, default=80)
    options = parser.parse_args()
    bits, epsilons = compared(options.case, options.alpha, options.seed, options.lists, 1600, 100)
    told_each = ", ".join(
        f"τ = {number(tilt)}: {number(epsilon, 4)}" for tilt, epsilon in zip(TILTS, epsilons, strict=True)
    )
    print(f"{options.case}, α = {number(options.alpha)}, {number(bits)} bits: {told_each}")


if __name__ == "__main__":
    main()
