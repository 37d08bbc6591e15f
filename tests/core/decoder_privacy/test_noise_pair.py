"""What PPR's decoder learns of additive noise of any law: against Gaussian and Laplace noise, tables, nearer inputs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import GaussianPair, LaplacePair, poisson_loss, poisson_renyi
from ppr_core.channels import FiniteChannel, GaussianChannel, LaplaceChannel, ScalarNoiseChannel
from ppr_core.decoder_privacy import decoder_privacy, exact_decoder_privacy, loss_pair, worst_pair
from ppr_core.decoder_privacy.noise_pair import NoisePair
from ppr_core.mechanism_analysis.additive import noise_cells

EXPONENTS = np.array([-90.0, -8.0, -1.5, 0.0, 0.5, 3.0, 60.0])
LAWS = {
    "cauchy": (),
    "logistic": (),
    "gennorm": (0.8,),
    "laplace_asymmetric": (1.5,),
    "exponnorm": (1.5,),
    "staircase": (1.0, 0.3),
    "gumbel_r": (),
}


def noise(law: str, **options: float) -> ScalarNoiseChannel:
    return ScalarNoiseChannel(law, norm_bound=0.5, shapes=LAWS.get(law, ()), **options)


@pytest.mark.parametrize("scale", [0.7, 3.0])
def test_normal_and_laplace_noise_have_the_moments_of_their_formulas(scale: float) -> None:
    for found, wanted in (
        (worst_pair(noise("norm", scale=scale)), GaussianPair(1 / scale)),
        (worst_pair(noise("laplace", scale=scale)), LaplacePair(1 / scale)),
    ):
        assert isinstance(found, NoisePair) and found.shifts == (1.0,)
        np.testing.assert_allclose(found.log_moment(EXPONENTS), wanted.log_moment(EXPONENTS), rtol=1e-9)
        assert found.mean == pytest.approx(wanted.mean, rel=1e-9) and found.width == pytest.approx(wanted.width)


def test_normal_and_laplace_noise_have_the_privacy_of_their_channels() -> None:
    """Rényi's to a relative 10⁻⁶ (Laplace noise at high orders: a bound); the exact one from above, within 2 %."""
    alpha = 2.0
    pairs = (
        (noise("norm", scale=2.0), GaussianChannel(dimension=1, noise_std=2.0, norm_bound=0.5), 1e-6),
        (noise("laplace", scale=2.0), LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=0.5), 1e-3),
    )
    for own, known, tolerance in pairs:
        found, wanted = (decoder_privacy(one, alpha, 1e-4).epsilon for one in (own, known))
        assert found == pytest.approx(wanted, rel=tolerance)
    for own, known, _ in pairs[:1]:
        found, wanted = (exact_decoder_privacy(one, alpha, 1e-4).epsilon for one in (own, known))
        assert wanted * (1 - 1e-7) <= found <= 1.02 * wanted


@pytest.mark.parametrize("law", LAWS)
def test_between_a_table_and_the_theorem(law: str) -> None:
    """Outputs merged into cells tell the decoder less, and Theorem 7's 2αε is more than it learns."""
    channel, alpha, orders = noise(law, scale=1.5), 2.0, 12
    laws = np.stack(noise_cells(channel.noise, 1.0, 400))
    laws = laws[:, laws.min(axis=0) > 1e-13]  # below that differences of distribution functions are rounding
    cells = FiniteChannel(laws / laws.sum(axis=1, keepdims=True))
    found, merged = (poisson_renyi(worst_pair(one), alpha, orders) for one in (channel, cells))
    found, merged = (np.max(one.reshape(orders - 1, -1), axis=1) for one in (found, merged))
    assert np.all(merged <= found * (1 + 1e-6))
    assert merged[0] > 0.98 * found[0] or law == "gumbel_r", "whose left tail has no moment of e^ℓ"
    assert np.all(found <= 2 * alpha * channel.privacy().epsilon)


@pytest.mark.parametrize("law", LAWS)
def test_nearer_inputs_are_told_apart_less(law: str) -> None:
    """δ(ε) of the dominated pair rises with the distance, either way round, for one peak of any shape."""
    channel, levels = noise(law), np.array([0.0, 0.05, 0.2, 0.5, 1.0])
    for sign in (-1, 1):
        curves = []
        for share in (0.1, 0.4, 0.8, 1.0):
            near, far = noise_cells(channel.noise, sign * share, 4000)
            curves.append(np.maximum(near - np.exp(levels)[:, None] * far, 0).sum(axis=1))
        assert np.all(np.diff(curves, axis=0) >= -1e-9)
    two_peaks = [np.array([0.5, 0.0, 0.5, 0.0, 0.0]), np.array([0.0, 0.5, 0.0, 0.5, 0.0])]
    wider = np.array([0.0, 0.0, 0.5, 0.0, 0.5])
    assert np.abs(two_peaks[0] - two_peaks[1]).sum() > np.abs(two_peaks[0] - wider).sum(), "not so of two"


@pytest.mark.parametrize("law", ["cauchy", "laplace_asymmetric", "norm", "uniform", "expon"])
def test_the_dominating_pair_lies_above(law: str) -> None:
    """Its own δ(ε) against that of 6000 cells, which is one of the pair's up to 10⁻⁶: above, and not far."""
    channel, levels = noise(law, scale=0.8), np.linspace(0, 2.5, 40)
    for pair in NoisePair(channel, (1.0, -1.0)).singles():
        atoms = pair.dominating()
        with np.errstate(over="ignore"):
            gain = -np.expm1(np.minimum(levels[:, None] - atoms.losses, 0.0))
        above = (atoms.masses * gain).sum(axis=1)
        first, second = noise_cells(channel.noise, pair.shifts[0], 6000)
        below = np.maximum(first - np.exp(levels)[:, None] * second, 0).sum(axis=1)
        assert np.all(above >= below - 1e-9) and np.all(above <= 1.03 * below + 3e-3)


def test_what_ends_has_no_finite_loss() -> None:
    uniform = noise("uniform")
    assert math.isinf(decoder_privacy(uniform, 2.0, 0.01).epsilon) and np.isinf(worst_pair(uniform).mean).all()
    wide = noise("uniform", scale=100.0)
    assert exact_decoder_privacy(wide, 2.0, 0.05).epsilon < math.inf
    assert loss_pair(wide, 0.1, 0.1).mean == 0 and poisson_loss(loss_pair(wide, 0.1, 0.1), 2.0).epsilon(0.0) == 0
