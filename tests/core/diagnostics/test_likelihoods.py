"""Log-likelihoods of other inputs against closed forms, and slopes against what is promised."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.compressors import DyadicQuantizedLaplace, LaplaceThenRound, LayeredDither, SubtractiveDither
from ppr_core.diagnostics import likelihood_cone, steepest_slopes
from ppr_core.randomness import SharedRandomness

AWAY = np.linspace(-4.0, 4.0, 401)
SHARED = SharedRandomness(5)


def _rng() -> np.random.Generator:
    return np.random.default_rng(6)


def test_cones_are_ratios_of_known_laws() -> None:
    """Laplace-then-round: masses of grid cells; layered dither: the Laplace density, and one cell for the decoder."""
    x, epsilon, step = 0.6, 1.3, 0.4
    rounding = LaplaceThenRound(epsilon=epsilon, step=step)
    cone = likelihood_cone(rounding, x, AWAY, SHARED, _rng())
    z = rounding.decode(rounding.encode(np.array([x]), SHARED, _rng()), SHARED)[0]
    law = stats.laplace(scale=1 / epsilon)

    def mass(at: np.ndarray) -> np.ndarray:
        return law.cdf(z + step / 2 - at) - law.cdf(z - step / 2 - at)

    assert np.allclose(cone.inputs, x + AWAY)
    assert np.allclose(cone.decoder, np.log(mass(x + AWAY) / mass(np.array(x))), atol=1e-9)
    assert np.allclose(cone.database, cone.decoder)

    layered = likelihood_cone(LayeredDither(epsilon=epsilon), x, AWAY, SHARED, _rng())
    kept = np.flatnonzero(np.isfinite(layered.decoder))
    assert np.all(layered.decoder[kept] == 0.0) and np.array_equal(kept, np.arange(kept[0], kept[-1] + 1))
    assert 0 < len(kept) < len(AWAY) and np.all(np.abs(layered.database) <= epsilon * np.abs(AWAY) + 1e-9)


@pytest.mark.parametrize(("epsilon", "nu"), [(1.0, 2.0), (0.05, 30.0), (20.0, 1.1)])
def test_slopes_reach_what_is_promised_and_show_a_promise_too_small(epsilon: float, nu: float) -> None:
    found = steepest_slopes(DyadicQuantizedLaplace(epsilon=epsilon, nu=nu), 0.6, AWAY / epsilon, SHARED, _rng())
    assert (found.database_promise, found.decoder_promise) == (epsilon, nu * epsilon)
    for value, promise in ((found.database, epsilon), (found.decoder, nu * epsilon)):
        assert 0.9 * promise <= value <= promise * (1 + 1e-6)
    assert found.decoder > 0.85 * nu * epsilon  # a mechanism that promised this would be caught


def test_excluded_inputs_make_the_slope_infinite() -> None:
    dither = steepest_slopes(SubtractiveDither(step=1.0), 0.6, AWAY, SHARED, _rng(), messages=20)
    assert dither.database == dither.decoder == math.inf
    layered = steepest_slopes(LayeredDither(epsilon=1.0), 0.6, AWAY, SHARED, _rng(), messages=20)
    assert layered.decoder == math.inf > layered.database
