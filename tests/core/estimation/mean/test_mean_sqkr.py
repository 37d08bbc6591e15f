"""Kashin's representation, exact and flat, and the privacy of SQKR by enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ppr_core.estimation.mean import SQKR, KashinFrame, sphere_vectors
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(7)


def matrix(frame: KashinFrame) -> np.ndarray:
    """U, (d, N)."""
    return frame.synthesize(np.eye(frame.size)).T


@pytest.mark.parametrize(("dimension", "size"), [(1, None), (2, None), (7, None), (9, 19), (64, 128), (50, 51)])
def test_frame_is_tight(dimension: int, size: int | None):
    frame = KashinFrame(dimension=dimension, shared=SHARED, size=size)
    u = matrix(frame)
    assert frame.size == (size or 2 ** (math.ceil(math.log2(dimension)) + 1))
    np.testing.assert_allclose(u @ u.T, np.eye(dimension), atol=1e-13)
    np.testing.assert_allclose((u**2).sum(axis=0), frame.squared_columns, atol=1e-13)
    x = np.random.default_rng(0).standard_normal((3, dimension))
    np.testing.assert_allclose(frame.analyze(x), x @ u, atol=1e-12)


@pytest.mark.parametrize("dimension", [1, 3, 50, 1000])
def test_representation_is_exact_and_flat(dimension: int):
    frame = KashinFrame(dimension=dimension, shared=SHARED)
    rng = np.random.default_rng(1)
    x = np.concatenate(
        [
            rng.standard_normal((40, dimension)),
            rng.choice([-1.0, 1.0], (40, dimension)),
            rng.standard_normal((40, dimension)) + 1.0,
            np.ones((1, dimension)),
            np.where(np.arange(dimension) < dimension / 2, 1.0, -1.0)[None],
            np.cos(np.pi * np.outer(np.arange(5), np.arange(dimension) + 0.5) / dimension),  # rows of the transform
            np.eye(dimension)[:20],
        ]
    )
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    a = frame.represent(x)
    np.testing.assert_allclose(frame.synthesize(a), x, atol=1e-12)
    level = {1: 2.25, 3: 2.25, 50: 2.0, 1000: 1.8}[dimension]
    assert np.abs(a).max() <= frame.bound() == pytest.approx(level / math.sqrt(frame.size))
    if dimension > 3:
        assert np.abs(frame.analyze(x)).max() > frame.bound()  # the shortest representation is not flat
    np.testing.assert_allclose(frame.represent(3 * x, norm_bound=3.0), 3 * a, rtol=1e-9, atol=1e-12)


def test_representation_along_a_frame_vector():
    """The least flat vectors under Uᵀ: one coefficient of √(d/N). By duality no K below 1/‖Uᵀx‖₁ exists for them."""
    frame = KashinFrame(dimension=100, shared=SHARED, size=200, level=2.2)
    x = matrix(frame).T[:20]
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    shortest = np.abs(frame.analyze(x))
    assert shortest.max() > 0.6
    a = frame.represent(x)
    np.testing.assert_allclose(frame.synthesize(a), x, atol=1e-12)
    assert np.all(np.abs(a).max(axis=1) >= 1 / shortest.sum(axis=1))
    assert np.abs(a).max() <= frame.bound() < 0.16


def test_frames_differ_by_seed_only():
    one, same, other = (KashinFrame(dimension=5, shared=SharedRandomness(s)) for s in (1, 1, 2))
    assert np.array_equal(matrix(one), matrix(same))
    assert not np.allclose(matrix(one), matrix(other))


def test_level_that_cannot_be_reached_is_named():
    frame = KashinFrame(dimension=8, shared=SHARED, size=9, level=1.0)
    with pytest.raises(ValueError, match="level must be larger"):
        frame.represent(np.eye(8))


@pytest.mark.parametrize(
    ("dimension", "level", "too_low"), [(8, 2.25, 1.8), (16, 2.25, 1.8), (64, 2.0, 1.7), (128, 1.8, 1.6)]
)
def test_default_level_serves_random_vectors_and_hardly_less_does(dimension: int, level: float, too_low: float):
    """3000 vectors that know nothing of the seed, in the frame of SQKR; a level a little lower misses some of them."""
    x = np.random.default_rng(0).standard_normal((3000, dimension))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    frame = SQKR(dimension=dimension, epsilon=1.0).frame
    assert frame.level == level
    assert np.abs(frame.represent(x)).max() <= frame.bound()
    frame.level = too_low
    with pytest.raises(ValueError, match="level must be larger"):
        frame.represent(x)


def test_no_level_below_two_and_a_half_serves_every_vector():
    """‖a‖∞ >= ‖x‖²/‖Uᵀx‖₁ for every a with U a = x; reweighted eigenvectors find a vector for 2.5."""
    frame = KashinFrame(dimension=64, shared=SHARED)
    u = matrix(frame)
    x = u[:, np.argmax((u**2).sum(axis=0))]
    for _ in range(60):
        x = np.linalg.eigh((u / np.maximum(np.abs(x @ u), 1e-9)) @ u.T)[1][:, 0]
    needed = math.sqrt(frame.size) / np.abs(x @ u).sum()
    assert 2.5 < needed < 3.0
    with pytest.raises(ValueError, match="level must be larger"):
        frame.represent(x[None])
    reaching = KashinFrame(dimension=64, shared=SHARED, level=3.0)
    np.testing.assert_allclose(reaching.synthesize(reaching.represent(x[None])), x[None], atol=1e-12)


def test_error_grows_with_the_square_of_the_level():
    """At d = 1000 the default's error is 0.81 of that at level 2; d N/k T² B² is nearly all of it."""
    x = sphere_vectors(40, 1000, np.random.default_rng(0))
    wide = KashinFrame(dimension=1000, shared=SHARED, level=2.0)
    errors = [SQKR(dimension=1000, epsilon=5.0, frame=one).expected_squared_error(x) for one in (None, wide)]
    assert errors[0] / errors[1] == pytest.approx(0.81, abs=0.002)


@pytest.mark.parametrize(("epsilon", "bits"), [(0.5, 1), (2.0, 3), (4.0, 5)])
def test_response_is_epsilon_private_by_enumeration(epsilon: float, bits: int):
    """P(message | x, places) of every message for many x: rounding first, then 2^k-ary response."""
    one = SQKR(dimension=6, epsilon=epsilon, bits=bits)
    x = np.random.default_rng(2).standard_normal((30, 6))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    up = (1 + one.frame.represent(x)[:, :bits] / one.frame.bound()) / 2  # P(sign is +) of the first k coefficients
    assert up.min() >= 0 and up.max() <= 1
    signs = np.array(list(itertools.product([0, 1], repeat=bits)))[:, ::-1]  # word w has bit j in column j
    rounded = np.prod(np.where(signs[None], up[:, None, :], 1 - up[:, None, :]), axis=2)
    np.testing.assert_allclose(rounded.sum(axis=1), 1)
    law = rounded @ one.channel.matrix
    assert math.log((law.max(axis=0) / law.min(axis=0)).max()) <= epsilon + 1e-12
    response = one.channel.matrix
    assert math.log(response.max() / response.min()) == pytest.approx(epsilon)  # reached when nothing is rounded


def test_bits_grow_with_epsilon():
    """The k with the least T²/k, T = (e^ε + 2^k − 1)/(e^ε − 1), lies somewhat below ε log2 e."""
    for epsilon in (1.0, 2.0, 4.0, 8.0):
        one = SQKR(dimension=100, epsilon=epsilon)
        errors = [(math.expm1(epsilon) + 2**k) ** 2 / math.expm1(epsilon) ** 2 / k for k in range(1, 20)]
        assert one.bits == 1 + int(np.argmin(errors))
        assert 0.6 * epsilon * math.log2(math.e) < one.bits < epsilon * math.log2(math.e)


def test_places_are_distinct_and_uniform():
    one = SQKR(dimension=3, epsilon=2.0, bits=4)  # 4 of N = 8
    places = one._places(np.arange(8000), SHARED)
    assert all(len(set(row)) == 4 for row in places.tolist())
    for column in places.T:  # 8000 draws, each place 1000 ± 30
        assert np.abs(np.bincount(column, minlength=8) - 1000).max() < 150
    subsets = np.bincount((1 << places).sum(axis=1))
    assert np.count_nonzero(subsets) == math.comb(8, 4)
    assert np.abs(subsets[subsets > 0] - 8000 / 70).max() < 6 * math.sqrt(8000 / 70)
