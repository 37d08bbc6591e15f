"""Lower bounds of shuffled messages lie at or below the upper ones, at random settings; how far, and how long it takes.

python -m benchmarks.shuffle --settings 2000 --seed 33
"""

from __future__ import annotations

import argparse
import math
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable

import numpy as np

from ppr_core.accounting import (
    Amplification,
    any_randomizer,
    gaussian_of_interval,
    laplace_of_interval,
    randomized_response,
    subset_selection,
)
from ppr_core.wording import number

__all__ = ["main"]

_LARGE = 10_000  # people


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(math.log(low), math.log(high))))


def _setting(rng: np.random.Generator) -> tuple[str, str, Callable[[], Amplification]]:
    """Name of the messages, their parameters, and what shuffling makes of them."""
    local, size = _between(rng, 0.05, 8.0), int(_between(rng, 3, 1000))
    subset, noise = int(rng.integers(1, size)), _between(rng, 0.2, 10.0)
    kinds: dict[str, tuple[str, Callable[[], Amplification]]] = {
        "any": (f"ε₀ = {local}", lambda: any_randomizer(local)),
        "binary response": (f"ε₀ = {local}", lambda: randomized_response(2, local)),
        "k-ary response": (f"ε₀ = {local}, k = {size}", lambda: randomized_response(size, local)),
        "subset selection": (f"ε₀ = {local}, w = {subset} of {size}", lambda: subset_selection(size, local, subset)),
        "Laplace": (f"ε₀ = {local}", lambda: laplace_of_interval(local)),
        "Gaussian": (f"σ = {noise}", lambda: gaussian_of_interval(noise)),
    }
    name = str(rng.choice(list(kinds)))
    return name, *kinds[name]


def main(arguments: list[str] | None = None) -> int:
    """Look at so many; 1 where a lower bound is above its upper one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--settings", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=33)
    asked = parser.parse_args(arguments)
    warnings.simplefilter("error")
    rng, wrong = np.random.default_rng(asked.seed), 0
    gaps, seconds = defaultdict(list), defaultdict(list)
    for _ in range(asked.settings):
        name, words, amplification = _setting(rng)
        people, delta = int(_between(rng, 2, 1e8)), _between(rng, 1e-12, 1e-2)
        begun = time.process_time()
        upper, lower = amplification().epsilon(people, delta)
        seconds[name].append(time.process_time() - begun)
        if not lower <= upper.epsilon * (1 + 1e-9):
            wrong += 1
            print(f"{name}, {words}, n = {people}, δ = {delta}: {lower} > {upper.epsilon}", flush=True)
        if people >= _LARGE and lower > 0:
            gaps[name].append(upper.epsilon / lower - 1)
    print(f"{asked.settings} settings, seed {asked.seed}: {wrong or 'nothing'} wrong")
    for name, taken in seconds.items():
        gap = np.array(gaps[name]) if gaps[name] else np.zeros(1)
        print(
            f"{name}: {len(taken)} settings; {number(np.median(taken), 2)} s, at most {number(max(taken), 2)} s; from "
            f"{_LARGE} people on the upper bound is {number(np.median(1 + gap))} times the lower, at most "
            f"{number(1 + gap.max())} times"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
