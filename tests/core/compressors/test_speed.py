"""Predicted times: what they are made of, and which path they are of. Nothing here is timed."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from ppr_core import kernels
from ppr_core.channels import GaussianChannel, RandomizedResponseChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.compressors.speed import (
    ARRAYS,
    KERNELS,
    capped_seconds,
    path_in_use,
    path_with_kernels,
    search_seconds,
)

CHANNEL = GaussianChannel(dimension=8, noise_std=1.55, norm_bound=math.sqrt(8))
X = np.eye(1, 8)[0] * math.sqrt(8)


def test_a_message_by_itself_pays_the_call_and_many_share_it() -> None:
    for path in (ARRAYS, KERNELS):
        times = [search_seconds(CHANNEL, X, 2.0, batch=batch, path=path) for batch in (1, 2, 60, 2000, math.inf)]
        assert times == sorted(times, reverse=True)
        assert times[0] - times[-1] == pytest.approx(path.call) and times[3] < 1.5 * times[-1]
        calls = [batch * path.call_seconds(batch) for batch in (1, 60, 2000)]
        assert calls == sorted(calls), "a call of more messages takes longer"


def test_candidates_are_what_grows() -> None:
    r_star = math.exp(CHANNEL.log_ratio_bound())
    for path in (ARRAYS, KERNELS):
        each = path.arrival(2.0) + path.candidate + 8 * path.uniform
        assert search_seconds(CHANNEL, X, 2.0, path=path) == pytest.approx(path.encode + r_star * each)
    response = RandomizedResponseChannel(size=10, epsilon=1.0)
    assert search_seconds(response, np.array(0), 2.0) < search_seconds(CHANNEL, X, 2.0)
    assert search_seconds(CHANNEL, X, 1.1) > search_seconds(CHANNEL, X, 2.0) > search_seconds(CHANNEL, X, math.inf)
    huge = GaussianChannel(dimension=1, noise_std=1e-6, norm_bound=1e3)
    assert math.isfinite(search_seconds(huge, np.array([1e3]), 2.0)), "cut, not overflown"


def test_two_values_of_the_ratio_are_quicker_where_candidates_are_many() -> None:
    many, few = RandomizedResponseChannel(size=2000, epsilon=9.0), RandomizedResponseChannel(size=5, epsilon=9.0)
    for path in (ARRAYS, KERNELS):
        found, short = (search_seconds(channel, np.array(0), 2.0, path=path) for channel in (many, few))
        r_star = math.exp(many.log_ratio_bound())
        assert found == capped_seconds(many, r_star, path) and short < capped_seconds(few, 5.0, path)
        assert search_seconds(many, np.array(0), 1.2, path=path) > 2 * found, "in order of time alone"


def test_the_path_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels serve the search in order of time, and nothing before they are ready."""
    by_time, by_candidates = PoissonPrivateRepresentation(CHANNEL, 2.0), PoissonPrivateRepresentation(CHANNEL, 1.2)
    monkeypatch.setattr(kernels, "compiled", lambda: None)
    assert path_in_use(by_time) is path_in_use(by_candidates) is ARRAYS
    monkeypatch.setattr(kernels, "compiled", SimpleNamespace)
    assert path_in_use(by_time) is KERNELS and path_in_use(by_candidates) is ARRAYS


def test_the_path_with_kernels_is_that_of_channels_that_have_one() -> None:
    """Whatever is installed: normals come in pairs, and order by candidates has no kernel."""
    odd = GaussianChannel(dimension=7, noise_std=1.55, norm_bound=math.sqrt(8))
    assert path_with_kernels(CHANNEL, X, 2.0) is KERNELS
    assert path_with_kernels(CHANNEL, X, 1.2) is path_with_kernels(odd, X[:7], 2.0) is ARRAYS


def test_kernels_are_expected_where_they_are_installed_and_not_switched_off() -> None:
    assert kernels.expected() == (kernels.compiled() is not None or kernels.installed())
    with kernels.disabled():
        assert not kernels.expected()
