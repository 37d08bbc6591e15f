"""What every test shares: a fixed generator and repeatable property-based tests."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings

# Derandomised: the same examples on every run, so that a failure is a change in the code.
# No time limit, because machines differ.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")


@pytest.fixture
def rng() -> np.random.Generator:
    """A fresh generator with the suite's fixed seed."""
    return np.random.default_rng(20240612)
