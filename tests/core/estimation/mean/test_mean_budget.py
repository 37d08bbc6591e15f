"""Communication budgets: information of signs in Gaussian noise, size bounds, and the noise that fits."""

from __future__ import annotations

import math

import pytest
from scipy import integrate, stats

from ppr_core.accounting import gaussian_renyi_privacy
from ppr_core.estimation.mean import (
    budget_noise_std,
    mean_noise_std,
    ppr_size_bits,
    report_information_bits,
    sign_information_bits,
)
from ppr_core.estimation.mean.paper import BUDGETS, CLIENTS, DELTA, DIMENSION, paper_figures, ppr_error
from ppr_core.guarantees import gaussian_mean_size, ppr_overhead_bits, zipf_shannon_size

SETUP = {"dimension": 1000, "clients": 500, "alpha": 2.0}


@pytest.mark.parametrize("probability", [0.5, 0.8, 0.01])
@pytest.mark.parametrize("noise", [0.2, 1.0, 7.0])
def test_information_of_signs_by_quadrature(noise: float, probability: float):
    """h(Z) − h(N), with the entropy of the mixture integrated."""

    def surprise(z: float) -> float:
        density = probability * stats.norm.pdf(z, 1, noise) + (1 - probability) * stats.norm.pdf(z, -1, noise)
        return -density * math.log2(density) if density > 0 else 0.0

    ends = 1 + 12 * noise
    entropy, _ = integrate.quad(surprise, -ends, ends, points=[-1, 0, 1], limit=400, epsabs=1e-12)
    exact = entropy - 0.5 * math.log2(2 * math.pi * math.e * noise**2)
    assert sign_information_bits(noise, probability) == pytest.approx(exact, abs=2e-9)


def test_information_of_signs_at_the_ends():
    assert sign_information_bits(0.01) == pytest.approx(1.0, abs=1e-12)
    assert sign_information_bits(0.01, 0.8) == pytest.approx(stats.entropy([0.8, 0.2], base=2), abs=1e-12)
    assert sign_information_bits(1000.0) == pytest.approx(0.5e-6 / math.log(2), rel=1e-4)  # power/(2s²)
    assert sign_information_bits(50.0) < math.log2(1 + 1 / 2500) / 2  # below a Gaussian input of the same power


@pytest.mark.parametrize("information", ["signs", "gaussian"])
def test_size_is_that_of_the_information_and_the_overhead(information: str):
    shape = {"dimension": 1000, "clients": 500, "information": information}
    found = report_information_bits(0.3, **shape)
    signs = information == "signs"
    noise = math.sqrt(500) * 0.3
    assert found == pytest.approx(1000 * (sign_information_bits(noise) if signs else math.log2(1 + noise**-2) / 2))
    assert report_information_bits(0.6, coordinate_bound=2.0, **shape) == pytest.approx(found)
    size = zipf_shannon_size(found + ppr_overhead_bits(2.0)).value
    assert ppr_size_bits(0.3, **shape, alpha=2.0) == pytest.approx(size)


def test_size_by_corollary_12():
    for noise in (0.05, 0.3, 5.0):
        corollary = gaussian_mean_size(
            dimension=1000, clients=500, norm_bound=math.sqrt(1000), sigma=noise * 500, alpha=2.0
        ).value
        assert ppr_size_bits(noise, information="gaussian", **SETUP) == pytest.approx(corollary, rel=1e-12)
        assert ppr_size_bits(noise, **SETUP) < corollary
        scaled = ppr_size_bits(3 * noise, coordinate_bound=3.0, **SETUP)
        assert scaled == pytest.approx(ppr_size_bits(noise, **SETUP), rel=1e-12)


def test_chunks_add_their_sizes():
    whole = ppr_size_bits(0.3, **SETUP | {"dimension": 300})
    assert ppr_size_bits(0.3, chunk=300, **SETUP) == pytest.approx(
        3 * whole + ppr_size_bits(0.3, **SETUP | {"dimension": 100})
    )
    assert ppr_size_bits(0.3, chunk=50, **SETUP) > ppr_size_bits(0.3, chunk=100, **SETUP) > whole


@pytest.mark.parametrize("information", ["signs", "gaussian"])
@pytest.mark.parametrize(("bits", "chunk"), [(25, None), (400, None), (400, 50), (900, 250)])
def test_noise_fits_the_budget_tightly(bits: int, chunk: int | None, information: str):
    noise = budget_noise_std(bits, chunk=chunk, information=information, **SETUP)
    size = ppr_size_bits(noise, chunk=chunk, information=information, **SETUP)
    assert size <= bits and size == pytest.approx(bits, abs=1e-5)
    assert ppr_size_bits(noise * (1 - 1e-9), chunk=chunk, information=information, **SETUP) > bits


def test_budgets_that_always_or_never_fit():
    assert budget_noise_std(1100, **SETUP) == 0.0  # signs carry 1000 bits, whatever the noise
    assert budget_noise_std(1100, information="gaussian", **SETUP) > 0.0
    with pytest.raises(ValueError, match=r"bits must be above 7\.88\d, the size without any information; got 7\.5\."):
        budget_noise_std(7.5, **SETUP)


def test_footnote_rule_takes_the_larger_noise():
    """At 400 bits the whole range up to ε = 6 is uncompressed Gaussian; 50 bits stop improving between ε = 1 and 2."""
    least = budget_noise_std(50, **SETUP) ** 2
    assert ppr_error(6.0, 50) == ppr_error(3.0, 50) == least
    assert ppr_error(1.0, 50) > least
    for epsilon in (0.05, 1.0, 6.0):
        noise = mean_noise_std(
            norm_bound=math.sqrt(DIMENSION), clients=CLIENTS, epsilon=epsilon, delta=DELTA, accounting="renyi"
        )
        assert ppr_error(epsilon, 400) == noise**2


def test_figures_of_the_paper_say_what_differs():
    figures = paper_figures()
    assert [(f.what, f.epsilon, f.bits) for f in figures] == [
        (what, *budget) for budget in BUDGETS for what in ("PPR", "CSGM", "Reduction")
    ]
    assert [f.agrees for f in figures] == [False, False, False, True, False, False]
    assert all(abs(f.difference) < 0.021 and f.convention and f.explanation for f in figures)
    # The percentages follow from the printed errors, and the errors differ by less than 50 simulated runs scatter.
    for ppr, csgm, reduction in (figures[:3], figures[3:]):
        assert 100 * (1 - ppr.quoted / csgm.quoted) == pytest.approx(reduction.quoted, abs=0.011)
        assert max(abs(ppr.difference), abs(csgm.difference)) < math.sqrt(2 / 50_000)
    # The ε that an explanation names.
    named = gaussian_renyi_privacy(math.sqrt(0.08173), math.sqrt(DIMENSION) / CLIENTS, DELTA).epsilon
    assert f"ε = {named:.4f}." in figures[0].explanation
