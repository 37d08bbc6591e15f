"""Does a clock tell two inputs apart by the wall time of an encode? A classifier learns on one half of them.

    python -m benchmarks.clock --encodes 200000

Gaussian noise in 20 dimensions, x = 0 against ‖x‖ = C, one message an encode, both inputs in random order in one loop.
The rule guesses the input that was commoner among the learnt times of the same hundredth. *right* is its share of right
guesses on the other half, and by how many standard errors it beats a coin. A search that stops by the bound of each
input is what has to be seen; with one bound for all, or a constant number of looks, the rest is what arithmetic,
caches and the machine tell.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel
from ppr_core.compressors import Compressor, ConstantLooks, PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number, percent

__all__ = ["beats_a_coin", "main", "wall_times"]

CHANNEL = GaussianChannel(dimension=20, noise_std=gaussian_noise_std(2.0, 4.0, 1e-6), norm_bound=1.0)
INPUTS = np.eye(2, CHANNEL.dimension, -1)  # 0, and a vector of the largest norm
SCHEMES: dict[str, Compressor] = {
    "each its own bound": PoissonPrivateRepresentation(CHANNEL, 2.0, shell=4.0, one_stop=False),
    "one bound, candidate order": PoissonPrivateRepresentation(CHANNEL, 2.0, shell=4.0),
    "one bound, order of time": PoissonPrivateRepresentation(CHANNEL, 2.0),
    "constant looks": ConstantLooks(CHANNEL, 2.0, failure=1e-9),
}
BINS = 100
WARM = 200  # encodes before the first that counts


def wall_times(scheme: Compressor, encodes: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Which input, (n,), and how long its encode took, (n,) in ns."""
    chosen, spent = rng.integers(2, size=encodes + WARM), np.empty(encodes + WARM, dtype=np.int64)
    shared, own, batches = SharedRandomness(1), np.random.default_rng(rng.integers(1 << 62)), INPUTS[:, None]
    for place, which in enumerate(chosen.tolist()):
        x = batches[which]
        start = time.perf_counter_ns()
        scheme.encode(x, shared, own, first_table=place)
        spent[place] = time.perf_counter_ns() - start
    return chosen[WARM:], spent[WARM:]


def beats_a_coin(chosen: np.ndarray, spent: np.ndarray) -> tuple[float, float]:
    """Share of right guesses on every second encode by a rule learnt on the others, and by how many standard errors it
    is above one half.

    >>> import numpy as np
    >>> from benchmarks.clock import beats_a_coin
    >>> beats_a_coin(np.arange(400) // 2 % 2, np.arange(400) // 2 % 2 + 1)[0]
    1.0
    """
    edges = np.unique(np.quantile(spent[::2], np.linspace(0, 1, BINS + 1)[1:-1]))
    cell = np.searchsorted(edges, spent, side="right")
    counts = [np.bincount(cell[::2][chosen[::2] == which], minlength=BINS) for which in (0, 1)]
    right = (counts[1] > counts[0])[cell[1::2]] == chosen[1::2]
    return float(right.mean()), float((right.mean() - 0.5) * 2 * math.sqrt(len(right)))


def main() -> None:
    """Print a row for each search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encodes", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| search | x = 0, μs | ‖x‖ = C, μs | right | standard errors |\n" + "|---" * 5 + "|")
    for name, scheme in SCHEMES.items():
        chosen, spent = wall_times(scheme, options.encodes, np.random.default_rng(options.seed))
        medians = [number(float(np.median(spent[chosen == which])) / 1000) for which in (0, 1)]
        right, errors = beats_a_coin(chosen, spent)
        print(f"| {name} | {' | '.join(medians)} | {percent(right, 4)} | {number(errors, 2)} |", flush=True)


if __name__ == "__main__":
    main()
