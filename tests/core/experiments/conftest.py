"""Experiments run what their workers run: the compiled kernels, where numba is there."""

from __future__ import annotations

import pytest

from ppr_core import kernels


@pytest.fixture(autouse=True, scope="session")
def kernels_as_in_a_worker() -> None:
    """Ready before the first experiment; contracts and compressors are tested without them."""
    kernels.warm_up()
