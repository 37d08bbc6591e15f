"""Measuring two things against each other in one run."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["interleaved"]


def interleaved(*tasks: Callable[[], object], rounds: int = 5) -> list[float]:
    """Least processor seconds of each task, taken in turns so that a slow spell of the machine hits all alike."""
    best = [float("inf")] * len(tasks)
    for _ in range(rounds):
        for position, task in enumerate(tasks):
            start = time.process_time()
            task()
            best[position] = min(best[position], time.process_time() - start)
    return best
