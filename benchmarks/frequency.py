"""Frequency estimation: whole histograms from field elements, a million users for every scheme, exact random bits."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import interleaved, peak_megabytes
from ppr_core import kernels
from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    FrequencyOracle,
    PairwiseIndependentRappor,
    apportioned_counts,
    collect,
    frequency_scheme,
    users_of,
    zipf_frequencies,
)
from ppr_core.estimation.frequency.packed_bits import bernoulli_rows
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import duration, number

__all__ = ["ROWS"]

Row = tuple[str, str, str]
SHARED = SharedRandomness(2024)


def histograms() -> Iterator[Row]:
    """PI-RAPPOR, plain and generalised, n = 10⁵, k = 10⁴, ε = 3: the server's work for all counts."""
    options = {"size": 10_000, "epsilon": 3.0}
    x = users_of(apportioned_counts(zipf_frequencies(10_000), 100_000))
    goals = ((PairwiseIndependentRappor(**options), 10), (PairwiseIndependentRappor.generalized(**options), 1))
    for oracle, goal in goals:
        reports = oracle.encode(x, SHARED, np.random.default_rng(1))
        encode, votes = interleaved(
            lambda o=oracle: o.encode(x, SHARED, np.random.default_rng(1)),
            lambda o=oracle, r=reports: o.votes(r, SHARED),
            rounds=3,
        )
        family = oracle.family
        what = f"{oracle.label} histogram, n=10⁵, k=10⁴, ε=3 (p={family.prime}, t={family.coordinates})"
        yield what, f"{duration(votes)}; encoding all users {duration(encode)}", f"≤ {goal} s"


def million_users() -> Iterator[Row]:
    """10⁶ users, k = 1000, ε = 1: randomise, pack, unpack and count."""
    for name in FREQUENCY_SCHEMES:
        oracle = frequency_scheme(name, size=1000, epsilon=1.0)
        seconds, memory, bits = _collection(oracle, 1_000_000)
        yield (
            f"n=10⁶, k=1000, ε=1: {oracle.label} ({name})",
            f"{duration(seconds)}; {number(memory, 2)} MB; {number(bits, 2)} bits a user",
            "≤ 10 s, ≤ 1 GB",
        )


def large_epsilon() -> Iterator[Row]:
    """Compressed oracles by ε, and on as many threads as there are cores; at ε = 8 from a hundredth of the users."""
    cores = os.cpu_count() or 1
    for epsilon, users in ((1.0, 200_000), (8.0, 10_000)):
        for name in FREQUENCY_SCHEMES:
            options = {"generator": "chacha20"} if name.startswith("rejection") else {}
            if not name.startswith(("ppr", "rejection")):
                continue
            oracle = frequency_scheme(name, size=1000, epsilon=epsilon, **options)
            x = users_of(apportioned_counts(zipf_frequencies(1000), users))
            collect(oracle, x[:100], SHARED, np.random.default_rng(1))
            taken = []
            for count in (1, cores):
                kernels.set_threads(count)
                start, used = time.perf_counter(), time.process_time()
                collect(oracle, x, SHARED, np.random.default_rng(1))
                taken.append((time.perf_counter() - start, time.process_time() - used))
            memory = _memory(oracle, users_of(apportioned_counts(zipf_frequencies(1000), 1_000_000)))
            kernels.set_threads(1)
            (_, alone), (wall, _) = taken
            text = f"{duration(1e6 / users * alone)} of one core; {duration(1e6 / users * wall)} with {cores} threads; "
            text += f"{number(memory, 2)} MB"
            goals = {"ppr_randomized_response": "≤ 1 s", "ppr_rappor": "≤ 1.5 s", "ppr_subset_selection": "≤ 3 s"}
            goal = goals.get(name, "≤ 3 s") if epsilon == 1.0 else "≤ 60 s" if name.startswith("ppr") else "≤ 120 s"
            yield f"n=10⁶ (from {users}), k=1000, ε={number(epsilon)}: {oracle.label} ({name})", text, f"{goal}, ≤ 1 GB"


def random_bits() -> Iterator[Row]:
    """Exact Bernoulli bits against comparing one of numpy's uniforms for each."""
    packed, plain = interleaved(
        lambda: bernoulli_rows(0.2689414213699951, 10_000, 1000, np.random.default_rng(1)),
        lambda: np.packbits(np.random.default_rng(1).random((10_000, 1000)) < 0.2689414213699951, axis=1),
        rounds=3,
    )
    text = f"{number(plain / packed, 2)} × ({number(packed * 100)} ns against {number(plain * 100)} ns a bit)"
    yield "RAPPOR's bits against one uniform a bit", text, "> 1 ×"


ROWS = (histograms, million_users, large_epsilon, random_bits)


def _collection(oracle: FrequencyOracle, users: int) -> tuple[float, float, float]:
    """Processor seconds and mean bits of one collection, and the peak megabytes of arrays in one of its blocks."""
    x = users_of(apportioned_counts(zipf_frequencies(oracle.size), users))
    start = time.process_time()
    estimate = collect(oracle, x, SHARED, np.random.default_rng(1))
    seconds = time.process_time() - start
    return seconds, _memory(oracle, x), estimate.bits_per_user


def _memory(oracle: FrequencyOracle, x: np.ndarray) -> float:
    """Megabytes of the users x and of one of the blocks in which they are handled."""
    block = x[: oracle.block_users]
    return x.nbytes / 1e6 + peak_megabytes(lambda: collect(oracle, block, SHARED, np.random.default_rng(1)))
