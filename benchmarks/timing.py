"""Measuring two things against each other in one run, and what one of them holds."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

__all__ = ["interleaved", "peak_megabytes"]


def interleaved(*tasks: Callable[[], object], rounds: int = 5) -> list[float]:
    """Least processor seconds of each task, taken in turns so that a slow spell of the machine hits all alike."""
    best = [float("inf")] * len(tasks)
    for _ in range(rounds):
        for position, task in enumerate(tasks):
            start = time.process_time()
            task()
            best[position] = min(best[position], time.process_time() - start)
    return best


def peak_megabytes(task: Callable[[], object]) -> float:
    """The most that arrays and objects of the task hold at a time, in a run of its own: tracing makes it slow."""
    tracemalloc.start()
    try:
        task()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
