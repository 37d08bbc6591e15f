"""CSGM on Kashin's representation: error by its closed form, no bias, and the privacy of CSGM itself."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.estimation.mean import CSGM, KashinCSGM, KashinFrame, csgm_noise_std, sphere_vectors
from ppr_core.randomness import SharedRandomness

CLIENTS, DIMENSION, RUNS = 15, 12, 600
FRAME = KashinFrame(dimension=DIMENSION, shared=SharedRandomness(3), level=2.0)
DATA = 2.0 * sphere_vectors(CLIENTS, DIMENSION, np.random.default_rng(4))


def scheme(bits: float = 6, noise_std: float = 0.1) -> KashinCSGM:
    return KashinCSGM(frame=FRAME, bits=bits, noise_std=noise_std, clients=CLIENTS, norm_bound=2.0)


@pytest.mark.parametrize(("bits", "noise_std"), [(6, 0.1), (2.5, 0.0), (FRAME.size, 0.7)])
def test_error_is_the_closed_form_and_there_is_no_bias(bits: float, noise_std: float):
    one = scheme(bits, noise_std)
    found = [one.estimate(DATA, SharedRandomness(100 + r), np.random.default_rng(r)) for r in range(RUNS)]
    errors = np.array([each.squared_error for each in found])
    gap = errors.mean() - one.expected_squared_error(DATA)
    assert abs(gap) < 4 * errors.std(ddof=1) / math.sqrt(RUNS)
    gaps = np.array([each.mean - each.target for each in found])
    assert np.all(np.abs(gaps.mean(axis=0)) < 4.5 * gaps.std(axis=0, ddof=1) / math.sqrt(RUNS))
    assert found[0].bits.total == pytest.approx(8 * found[0].sent_bytes / CLIENTS, abs=8 / CLIENTS)


def test_another_noise_would_be_noticed():
    one, other = scheme(), scheme(noise_std=0.5)
    errors = [one.estimate(DATA, SharedRandomness(r), np.random.default_rng(r)).squared_error for r in range(100)]
    spread = np.std(errors, ddof=1) / 10
    assert abs(np.mean(errors) - other.expected_squared_error(DATA)) > 6 * spread


def test_privacy_is_that_of_csgm_on_the_coefficients():
    shape = {"dimension": FRAME.size, "clients": CLIENTS, "bits": 6.0, "coordinate_bound": FRAME.bound(2.0)}
    noise = csgm_noise_std(**shape, epsilon=2.0, delta=1e-5)
    inner = CSGM(**shape, noise_std=noise)
    assert scheme(6, noise).privacy(1e-5) == inner.privacy(1e-5)
    assert 1.99 < scheme(6, noise).central_privacy(1e-5).epsilon <= 2.0


def test_vectors_that_are_too_long_are_refused():
    with pytest.raises(ValueError, match="must be"):
        scheme().estimate(2 * DATA, SharedRandomness(1), np.random.default_rng(1))
