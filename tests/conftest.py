"""What every test shares: a fixed generator, repeatable property-based tests, and one thread a process for BLAS."""

from __future__ import annotations

import gc
import os
from pathlib import Path

# Before NumPy is loaded: the suite has a process for every core, and BLAS threads that wait take the time of others.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest
from hypothesis import settings

FOLDER = Path(__file__).parent

# Derandomised: the same examples on every run, so that a failure is a change in the code.
# No time limit, because machines differ.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what stands in no folder: recipes, types, packages, which would otherwise begin when all else has ended."""
    items.sort(key=lambda item: item.path.parent != FOLDER)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Nothing of modules and thousands of collected tests becomes garbage: the collector need not look there again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def rng() -> np.random.Generator:
    """A fresh generator with the suite's fixed seed."""
    return np.random.default_rng(20240612)
