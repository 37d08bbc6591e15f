"""Laws that SciPy inverts by root finding: the table against SciPy's own density and distribution function."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import ScalarNoiseChannel
from ppr_core.channels.noise_laws import noise_law, noise_laws
from ppr_core.channels.tabulated_law import TabulatedLaw
from ppr_core.experiments.your_mechanism import EXPERIMENT

LAWS = {
    "argus": (1.5,),
    "dpareto_lognorm": (0.5, 1.2, 3.0, 2.0),
    "exponnorm": (1.5,),
    "foldcauchy": (1.5,),
    "foldnorm": (1.5,),
    "gausshyper": (1.5, 2.5, 1.5, 1.5),
    "genhyperbolic": (0.5, 1.5, -0.5),
    "geninvgauss": (2.3, 1.5),
    "irwinhall": (4,),
    "norminvgauss": (1.5, 0.5),
    "recipinvgauss": (1.5,),
    "rel_breitwigner": (3.0,),
    "vonmises_line": (1.5,),
}
SLOW_MOMENTS = ("recipinvgauss", "vonmises_line", "gausshyper")  # seconds, by SciPy's root finding
LEVELS = np.concatenate([np.geomspace(1e-6, 0.4, 12), 1 - np.geomspace(1e-6, 0.4, 12)])


@pytest.mark.parametrize("name", LAWS)
def test_quantiles_density_and_scale(name: str) -> None:
    """F(quantile) by SciPy's own F to 3·10⁻⁹ (some of SciPy's integrals are no better), ln f to 10⁻⁸."""
    own, law = noise_law(name, LAWS[name]), getattr(stats, name)(*LAWS[name])
    assert isinstance(own, TabulatedLaw)
    z = own.ppf(LEVELS)
    assert np.abs(law.cdf(z) - LEVELS).max() < 3e-9
    assert np.abs(own.cdf(z) - LEVELS).max() < 1e-12 and np.abs(own.cdf(own.isf(LEVELS)) + LEVELS - 1).max() < 1e-12
    assert np.allclose(own.logpdf(z), law.logpdf(z), rtol=0, atol=1e-8)
    moved = noise_law(name, LAWS[name], scale=2.5, location=-0.7)
    assert np.allclose(moved.ppf(LEVELS), 2.5 * z - 0.7) and np.allclose(moved.pdf(moved.ppf(LEVELS)), own.pdf(z) / 2.5)
    low, high = law.support()
    assert own.support() == (low, high) and np.all(np.isneginf(own.logpdf([low - 1.0, high + 1.0])))


@pytest.mark.parametrize("name", LAWS)
def test_moments_and_the_whole_page(name: str) -> None:
    """Mean and variance are SciPy's, and every law goes through analysis, messages and the story."""
    own, law = noise_law(name, LAWS[name], scale=2.0, location=1.0), getattr(stats, name)(*LAWS[name])
    if name not in SLOW_MOMENTS:
        assert own.mean() == pytest.approx(1 + 2 * law.mean(), rel=1e-6)
        assert own.var() == pytest.approx(4 * law.var(), rel=1e-5)
    shapes = {f"shape_{place}": value for place, value in enumerate(LAWS[name], 1)}
    result = EXPERIMENT.run(EXPERIMENT.parameters(source="noise", law=name, samples=400, **shapes))
    story = EXPERIMENT.tell(result)
    assert any("sends a report in" in one for one in story.notices)
    assert all("nan" not in one for one in (story.finding, *story.notices))


def test_a_wrong_table_is_noticed() -> None:
    own = noise_law("exponnorm", (1.5,))
    assert np.abs(stats.exponnorm(1.501).cdf(own.ppf(LEVELS)) - LEVELS).max() > 1e-5


@pytest.mark.parametrize("name", ["norm", "cauchy", "gumbel_r"])
def test_laws_with_a_formula(name: str) -> None:
    """The same table of laws whose quantiles SciPy has: tails to a relative 10⁻⁹."""
    law, tails = getattr(stats, name)(), np.geomspace(1e-12, 0.5, 60)
    own = TabulatedLaw(getattr(stats, name), (), 1.0, 0.0)
    assert np.allclose(own.cdf(law.ppf(tails)), tails, rtol=1e-9, atol=1e-15)
    assert np.allclose(own.sf(law.isf(tails)), tails, rtol=1e-9, atol=1e-15)
    assert np.allclose(own.ppf(tails), law.ppf(tails), rtol=2e-5, atol=1e-12)  # 10⁻¹⁷ lies beyond the table


def test_every_law_that_inverts_by_root_finding_is_here_or_refused() -> None:
    refused = {"levy_stable", "kstwo", "studentized_range", "vonmises"}
    listed = {name for name, law in noise_laws().items() if type(law)._ppf is stats.rv_continuous._ppf}
    assert listed | {"kstwo"} == set(LAWS) | refused
    for name in refused:
        shapes = tuple(1.5 for _ in (noise_laws()[name].shapes or "").split(",") if _)
        with pytest.raises(ValueError, match=f"(?s)law must be .*{name}"):
            ScalarNoiseChannel(name, norm_bound=1.0, shapes=shapes)


def test_outputs_are_those_of_the_law() -> None:
    """20 000 outputs of the channel and of its proposal, at a false-alarm rate of 10⁻⁴ each; a wrong law is noticed."""
    channel, rng = ScalarNoiseChannel("exponnorm", norm_bound=1.0, shapes=(1.5,)), np.random.default_rng(8)
    z = channel.sample(np.full(20_000, 0.5), rng)[:, 0] - 0.5
    assert stats.kstest(z, stats.exponnorm(1.5).cdf).pvalue > 1e-4 > stats.kstest(z, stats.exponnorm(1.6).cdf).pvalue
    q = channel.proposal(rng.random((20_000, 1)))
    weights = np.exp(channel.log_ratio(np.array([0.5]), q))
    assert abs(weights.mean() - 1) < 4 * weights.std() / np.sqrt(20_000)
