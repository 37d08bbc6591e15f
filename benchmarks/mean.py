"""Mean estimation: 500 clients with 1 000 entries each, every client really encoded; and the noise for a budget."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import interleaved, peak_megabytes
from ppr_core.accounting import sampled_gaussian_noise_multiplier
from ppr_core.estimation.mean import (
    CSGM,
    PlainGaussian,
    SlicedGaussianPPR,
    csgm_noise_std,
    mean_noise_std,
    sign_vectors,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import duration, number

__all__ = ["ROWS"]

Row = tuple[str, str, str]
CLIENTS, DIMENSION, DELTA = 500, 1000, 1e-6
SHARED = SharedRandomness(2024)


def whole_vectors() -> Iterator[Row]:
    """Encode, send, decode and average, with noise for the whole vector's budget."""
    data = sign_vectors(CLIENTS, DIMENSION, np.random.default_rng(7))
    for epsilon, chunk, goal in ((0.05, 50, 2), (1.0, 20, 4), (6.0, 4, 12)):
        noise = mean_noise_std(norm_bound=math.sqrt(DIMENSION), clients=CLIENTS, epsilon=epsilon, delta=DELTA)
        scheme = SlicedGaussianPPR(dimension=DIMENSION, clients=CLIENTS, mean_noise_std=noise, chunk=chunk)
        runs = []

        def run(scheme: SlicedGaussianPPR = scheme, runs: list = runs) -> None:
            runs[:] = [scheme.estimate(data, SHARED, np.random.default_rng(1))]

        def draw(scheme: SlicedGaussianPPR = scheme) -> None:
            count = int(scheme.expected_candidates() * scheme.chunk * CLIENTS)
            np.random.default_rng(1).standard_normal(count)

        seconds, least = interleaved(run, draw, rounds=3)
        first = runs[0]
        yield (
            f"n=500, d=1000, ε={number(epsilon)}, d_chunk={chunk}: encode, send, decode, average",
            f"{duration(seconds)}, {number(peak_megabytes(run), 2)} MB ({number(seconds / least, 2)} × the Gaussians; "
            f"{number(8 * first.sent_bytes / CLIENTS, 2)} bits a client; MSE per coordinate "
            f"{number(first.squared_error_per_coordinate, 4)}, mechanism {number(noise**2, 4)})",
            f"≤ {goal} s",
        )


def baselines() -> Iterator[Row]:
    """CSGM against the uncompressed Gaussian mechanism, at the same ε."""
    data, epsilon, bits = sign_vectors(CLIENTS, DIMENSION, np.random.default_rng(7)), 1.0, 50
    noise = mean_noise_std(norm_bound=math.sqrt(DIMENSION), clients=CLIENTS, epsilon=epsilon, delta=DELTA)
    sampled = csgm_noise_std(dimension=DIMENSION, clients=CLIENTS, bits=bits, epsilon=epsilon, delta=DELTA)
    csgm = CSGM(dimension=DIMENSION, clients=CLIENTS, bits=bits, noise_std=sampled)
    plain = PlainGaussian(dimension=DIMENSION, clients=CLIENTS, mean_noise_std=noise)
    first, other = interleaved(*(lambda s=s: s.estimate(data, SHARED, np.random.default_rng(1)) for s in (csgm, plain)))
    yield (
        "n=500, d=1000, CSGM with 50 bits / uncompressed Gaussian",
        f"{number(first / other, 2)} × ({duration(first)})",
        "—",
    )


def accounting() -> Iterator[Row]:
    """σ of CSGM for 20 values of ε, composed 1 000 times."""
    for neighbours in ("zero_out", "replace_one"):
        csgm_noise_std(dimension=2, clients=2, bits=1, epsilon=1.0, delta=DELTA)  # imports the accountant
        sampled_gaussian_noise_multiplier.cache_clear()
        start = time.process_time()
        for epsilon in np.geomspace(0.05, 6.0, 20).tolist():
            csgm_noise_std(
                dimension=DIMENSION, clients=CLIENTS, bits=50, epsilon=epsilon, delta=DELTA, neighbours=neighbours
            )
        yield f"CSGM noise for 20 values of ε, {neighbours}", f"{duration(time.process_time() - start)}", "≤ 2 s"


ROWS = (whole_vectors, baselines, accounting)
