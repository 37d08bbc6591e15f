"""A mean with central privacy: its noises are those of the public functions, its schemes keep what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.estimation.mean import (
    CSGM,
    CentralMean,
    KashinCSGM,
    KashinFrame,
    budget_noise_std,
    csgm_noise_std,
    forget_frames,
    mean_noise_std,
    public_frame,
    rotated_chunk_bound,
    rotated_vectors,
    sphere_vectors,
)

PROBLEM = CentralMean(40, 100, 1e-6)
SHAPE = {"dimension": 100, "clients": 40}


def test_noises_are_those_of_the_public_functions() -> None:
    private = {"norm_bound": 10.0, "clients": 40, "epsilon": 1.5, "delta": 1e-6, "accounting": "renyi"}
    assert PROBLEM.noise_std(1.5) == mean_noise_std(**private)
    assert PROBLEM.budget_noise_std(20) == budget_noise_std(20, **SHAPE, alpha=2.0)
    assert PROBLEM.csgm_noise_std(1.5, 20) == csgm_noise_std(**SHAPE, bits=20, epsilon=1.5, delta=1e-6)
    assert math.isnan(PROBLEM.budget_noise_std(1)) and PROBLEM.budget_noise_std(1e9) == 0.0


def test_the_budget_is_kept_and_with_less_noise_it_is_not() -> None:
    least = PROBLEM.budget_noise_std(12)
    assert PROBLEM.size_bits(least) <= 12 < PROBLEM.size_bits(least / 1.001)
    in_chunks = PROBLEM.budget_noise_std(40, 25)
    assert PROBLEM.size_bits(in_chunks, 25) <= 40 < PROBLEM.size_bits(in_chunks / 1.001, 25)


@pytest.mark.parametrize("bounded", [True, False])
def test_schemes_are_private_with_the_epsilon_asked_for(bounded: bool) -> None:
    problem = CentralMean(40, 100, 1e-6, neighbours="replace_one", bounded=bounded, information="gaussian")
    sliced, csgm = problem.sliced(2.0, 25), problem.csgm(2.0, 10)
    assert problem.renyi_privacy(sliced.mean_noise_std).epsilon == pytest.approx(2.0, rel=1e-6)
    assert problem.gaussian(2.0).mean_noise_std == sliced.mean_noise_std
    assert csgm.central_privacy(1e-6).epsilon == pytest.approx(2.0, rel=1e-4)
    assert isinstance(csgm, CSGM if bounded else KashinCSGM)
    assert problem.sliced(2.0, 25, least_noise_std=99.0).mean_noise_std == 99.0


@pytest.mark.parametrize("chunk", [1, 5, 30])
def test_chunks_of_rotated_vectors_keep_their_bound_and_come_near_it(chunk: int) -> None:
    x = 10.0 * rotated_vectors(sphere_vectors(500, 100, np.random.default_rng(4)))
    longest = np.linalg.norm(x[:, : 100 // chunk * chunk].reshape(500, -1, chunk), axis=2).max()
    bound = rotated_chunk_bound(dimension=100, clients=500, chunk=chunk)
    assert 0.4 * bound < longest < bound <= 10.0
    unbounded = CentralMean(500, 100, 1e-6, bounded=False)
    assert unbounded.chunk_bound(chunk) == bound and unbounded.chunk_bound(100) is None
    assert CentralMean(500, 100, 1e-6).chunk_bound(chunk) is None


def test_a_public_frame_remembers_without_changing_anything() -> None:
    frame, x = public_frame(60), sphere_vectors(30, 60, np.random.default_rng(2))
    first, again = frame.represent(x), frame.represent(x)
    assert np.array_equal(first, again) and np.allclose(frame.synthesize(first), x)
    assert np.array_equal(first, KashinFrame.represent(frame, x)) and public_frame(60) is frame
    assert np.abs(first).max() <= frame.bound() < np.abs(frame.analyze(x)).max(), "there was something to do"
    forget_frames()
    assert public_frame(60) is not frame and np.array_equal(public_frame(60).represent(x), first)
