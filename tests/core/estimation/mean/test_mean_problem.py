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
    ReportSize,
    csgm_noise_std,
    forget_frames,
    mean_noise_std,
    public_frame,
    rotated_chunk_bound,
    rotated_vectors,
    sphere_vectors,
)

PROBLEM = CentralMean(clients=40, dimension=100, delta=1e-6)
SHAPE = {"dimension": 100, "clients": 40}


def test_noises_are_those_of_the_public_functions() -> None:
    private = {"norm_bound": 10.0, "clients": 40, "epsilon": 1.5, "delta": 1e-6, "accounting": "renyi"}
    assert PROBLEM.noise_std(1.5) == mean_noise_std(**private)
    assert PROBLEM.budget_noise_std(20) == ReportSize(**SHAPE, alpha=2.0).least_noise_std(20)
    assert PROBLEM.csgm_noise_std(1.5, 20) == csgm_noise_std(**SHAPE, bits=20, epsilon=1.5, delta=1e-6)
    assert math.isnan(PROBLEM.budget_noise_std(1)) and PROBLEM.budget_noise_std(1e9) == 0.0


def test_the_budget_is_kept_and_with_less_noise_it_is_not() -> None:
    least = PROBLEM.budget_noise_std(12)
    assert PROBLEM.size_bits(least) <= 12 < PROBLEM.size_bits(least / 1.001)
    in_chunks = PROBLEM.budget_noise_std(40, 25)
    assert PROBLEM.size_bits(in_chunks, 25) <= 40 < PROBLEM.size_bits(in_chunks / 1.001, 25)


@pytest.mark.parametrize("bounded", [True, False])
def test_schemes_are_private_with_the_epsilon_asked_for(bounded: bool) -> None:
    problem = CentralMean(
        clients=40, dimension=100, delta=1e-6, neighbours="replace_one", bounded=bounded, information="gaussian"
    )
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
    unbounded = CentralMean(clients=500, dimension=100, delta=1e-6, bounded=False)
    assert unbounded.chunk_bound(chunk) == bound and unbounded.chunk_bound(100) is None
    assert CentralMean(clients=500, dimension=100, delta=1e-6).chunk_bound(chunk) is None


def test_a_public_frame_remembers_without_changing_anything() -> None:
    frame, x = public_frame(60), sphere_vectors(30, 60, np.random.default_rng(2))
    first, again = frame.represent(x), frame.represent(x)
    assert np.array_equal(first, again) and np.allclose(frame.synthesize(first), x)
    assert np.array_equal(first, KashinFrame.represent(frame, x)) and public_frame(60) is frame
    assert np.abs(first).max() <= frame.bound() < np.abs(frame.analyze(x)).max(), "there was something to do"
    forget_frames()
    assert public_frame(60) is not frame and np.array_equal(public_frame(60).represent(x), first)


def test_it_is_written_as_the_program_that_makes_it() -> None:
    assert repr(PROBLEM) == "CentralMean(clients=40, dimension=100, delta=1e-06)"
    other = CentralMean(clients=5, dimension=9, delta=1e-4, bounded=False, information="gaussian", alpha=1.5)
    assert eval(repr(other)) == other


def test_curves_of_theorem_5_rise_in_bits_and_end_at_the_noise_of_epsilon() -> None:
    bits, errors = PROBLEM.size_curve(1.0)
    assert np.all(np.diff(bits) > 0) and np.all(np.diff(errors) < 0)
    assert errors[-1] == PROBLEM.noise_std(1.0) ** 2 and errors[0] == pytest.approx(400 * errors[-1])
    assert bits == pytest.approx([PROBLEM.size_bits(math.sqrt(error)) for error in errors])
    scheme = PROBLEM.sliced(1.0, 25)
    sizes, candidates = PROBLEM.chunk_curve(scheme)
    assert np.all(np.diff(sizes) > 0) and sizes[0] == PROBLEM.size_bits(scheme.mean_noise_std)
    assert scheme.expected_candidates() in candidates and candidates[0] == candidates.max() > 1e5


def test_errors_at_a_budget_are_those_of_its_noise_where_that_is_larger() -> None:
    least, own = PROBLEM.budget_noise_std(12), PROBLEM.noise_std(0.3)
    assert PROBLEM.ppr_errors([0.3, 50.0], 12) == pytest.approx([max(own, least) ** 2, least**2])
    assert np.isnan(PROBLEM.ppr_errors([0.3], 1)).all()
    x = np.ones((40, 100))
    by_hand = [(1 - b / 100) / (40 * b / 100) + PROBLEM.csgm_noise_std(1.0, b) ** 2 for b in (10, 50)]
    assert PROBLEM.csgm_errors(x, [1.0, 1.0], [10, 50]) == pytest.approx(by_hand)
