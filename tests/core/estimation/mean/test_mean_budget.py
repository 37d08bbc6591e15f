"""Communication budgets: information of signs in Gaussian noise, size bounds, and the noise that fits."""

from __future__ import annotations

import math

import pytest
from scipy import integrate, stats

from ppr_core.accounting import gaussian_renyi_privacy
from ppr_core.estimation.mean import (
    ReportSize,
    mean_noise_std,
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
    found = ReportSize(**shape).information_bits(0.3)
    signs = information == "signs"
    noise = math.sqrt(500) * 0.3
    assert found == pytest.approx(1000 * (sign_information_bits(noise) if signs else math.log2(1 + noise**-2) / 2))
    size = zipf_shannon_size(found + ppr_overhead_bits(2.0)).value
    assert ReportSize(**shape, alpha=2.0).size_bits(0.3) == pytest.approx(size)


def test_size_by_corollary_12():
    for noise in (0.05, 0.3, 5.0):
        corollary = gaussian_mean_size(
            dimension=1000, clients=500, norm_bound=math.sqrt(1000), sigma=noise * 500, alpha=2.0
        ).value
        assert ReportSize(information="gaussian", **SETUP).size_bits(noise) == pytest.approx(corollary, rel=1e-12)
        assert ReportSize(**SETUP).size_bits(noise) < corollary


def test_chunks_add_their_sizes():
    whole = ReportSize(**SETUP | {"dimension": 300}).size_bits(0.3)
    assert ReportSize(**SETUP).size_bits(0.3, 300) == pytest.approx(
        3 * whole + ReportSize(**SETUP | {"dimension": 100}).size_bits(0.3)
    )
    assert ReportSize(**SETUP).size_bits(0.3, 50) > ReportSize(**SETUP).size_bits(0.3, 100) > whole


@pytest.mark.parametrize("information", ["signs", "gaussian"])
@pytest.mark.parametrize(("bits", "chunk"), [(25, None), (400, None), (400, 50), (900, 250)])
def test_noise_fits_the_budget_tightly(bits: int, chunk: int | None, information: str):
    report = ReportSize(information=information, **SETUP)
    noise = report.least_noise_std(bits, chunk)
    size = report.size_bits(noise, chunk)
    assert size <= bits and size == pytest.approx(bits, abs=1e-5)
    assert report.size_bits(noise * (1 - 1e-9), chunk) > bits


def test_budgets_that_always_or_never_fit():
    assert ReportSize(**SETUP).least_noise_std(1100) == 0.0  # signs carry 1000 bits, whatever the noise
    assert ReportSize(information="gaussian", **SETUP).least_noise_std(1100) > 0.0
    with pytest.raises(ValueError, match=r"bits must be above 7\.88\d, the size without any information; got 7\.5\."):
        ReportSize(**SETUP).least_noise_std(7.5)


def test_footnote_rule_takes_the_larger_noise():
    """At 400 bits the whole range up to ε = 6 is uncompressed Gaussian; 50 bits stop improving between ε = 1 and 2."""
    least = ReportSize(**SETUP).least_noise_std(50) ** 2
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
