"""The experiment `metric_privacy`: its numbers against closed forms and independent recomputation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import LaplaceChannel
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics import LaplaceProjectionLaw
from ppr_core.experiments.contract import Cancelled
from ppr_core.experiments.metric_privacy import EXPERIMENT, MetricPrivacyParameters, MetricPrivacyResult
from ppr_core.experiments.metric_privacy.result import _accounted
from ppr_core.experiments.metric_privacy.run import LADDER
from ppr_core.experiments.metric_privacy.story import _power
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error, laplace_metric_size
from ppr_core.wording import measured, rounded_up

PAPER = EXPERIMENT.presets["The paper's figure"][0]
cost, run, tell = EXPERIMENT.cost, EXPERIMENT.run, EXPERIMENT.tell


@pytest.fixture(scope="module")
def default() -> MetricPrivacyResult:
    return run(MetricPrivacyParameters())


@pytest.fixture(scope="module")
def paper() -> MetricPrivacyResult:
    return run(PAPER.replace(trials=300))


def test_the_first_look_runs_inline_and_costs_are_predicted():
    assert cost(MetricPrivacyParameters()).seconds < 0.15
    for parameters, _ in EXPERIMENT.presets.values():
        assert cost(parameters).seconds < 60 and cost(parameters).memory_bytes < 1e9


def test_reports_of_the_plane_follow_the_law(default: MetricPrivacyResult):
    p, r = default.parameters, default.reports
    law = laplace_metric_error(dimension=2, epsilon=p.epsilon).value
    assert abs(r.squared_error.value - law) < 4 * r.squared_error.error
    assert abs(r.within.value - p.confidence) < 4 * r.within.error
    assert default.radius == pytest.approx(stats.gamma.ppf(p.confidence, 2) / p.epsilon)
    assert stats.kstest(np.linalg.norm(r.z - p.point(p.position), axis=1), stats.gamma(2).cdf).pvalue > 1e-4
    angle = np.arctan2(*(r.z - p.point(p.position)).T)
    assert stats.kstest(angle, stats.uniform(-math.pi, 2 * math.pi).cdf).pvalue > 1e-4
    assert r.bits.value < default.size_bound.value


def test_discrete_reports_are_sent_within_their_bits(default: MetricPrivacyResult):
    d, p = default.discrete_reports, default.parameters
    assert d.sent and d.exact and d.bits <= p.budgets[0]
    step = p.step(p.budgets[0])
    places, counts = default.places
    assert np.allclose(places / step - 0.5, np.round(places / step - 0.5))
    assert counts.sum() == p.encodes and len(counts) <= 2 ** p.budgets[0]
    x, y = default.squares
    assert len(x) == len(y) == 6 * len(counts)


def test_strips_follow_the_law_and_stay_within_the_limit(default: MetricPrivacyResult):
    s, p = default.strips, default.parameters
    edges = np.append(s.centre, 2 * s.centre[-1] - s.centre[-2]) - (s.centre[1] - s.centre[0]) / 2
    laws = [LaplaceProjectionLaw(dimension=2, location=share * p.norm_bound) for share in (p.position, p.other)]
    exact = np.log(np.diff(laws[0].distribution(edges))) - np.log(np.diff(laws[1].distribution(edges)))
    there = ~np.isnan(s.measured)
    assert there.sum() > 5
    assert np.sum(((s.measured - exact) / s.error)[there] ** 2) < stats.chi2.isf(1e-4, there.sum())
    assert np.abs(s.law).max() <= s.limit == p.epsilon * p.distance
    density = np.log(laws[0].density(s.along)) - np.log(laws[1].density(s.along))
    assert np.abs(s.law - density).max() < 1e-6


def test_ladder_is_really_run(default: MetricPrivacyResult):
    assert [rung.epsilon for rung in default.ladder] == [share * default.parameters.epsilon for share in LADDER]
    for rung in default.ladder:
        law = laplace_metric_error(dimension=2, epsilon=rung.epsilon).value
        assert abs(rung.squared_error.value - law) < 4.5 * rung.squared_error.error
        assert rung.bits.value < default.reports.bits.value


def test_curves_take_the_largest_epsilon_that_fits(paper: MetricPrivacyResult):
    p, curves = paper.parameters, paper.along_epsilon
    assert p.budgets == (500, 1000, 1500) and (curves.x[0], curves.x[-1]) == pytest.approx((0.1, 10.0))
    for row, bits in enumerate(p.budgets):
        fits = laplace_metric_epsilon(dimension=500, norm_bound=1e4, alpha=2.0, bits=bits)
        expected = 500 * 501 / np.minimum(curves.x / 4, fits) ** 2
        assert np.allclose(curves.ppr[row], expected, rtol=1e-12)
        assert laplace_metric_size(dimension=500, epsilon=fits, norm_bound=1e4, alpha=2.0).value == pytest.approx(bits)


def test_the_paper_s_statement_on_its_figure_holds(paper: MetricPrivacyResult):
    """PPR is better at larger ε, discrete Laplace at smaller ε, at every size."""
    curves = paper.along_epsilon
    assert np.all(curves.ppr[:, -1] + 2 * curves.discrete_error[:, -1] < curves.discrete[:, -1])
    assert np.all(curves.ppr[:, 0] > curves.discrete[:, 0] + 4 * curves.discrete_error[:, 0])
    assert all(a < b for a, b in zip(paper.crossings, paper.crossings[1:], strict=False))


def test_cells_of_the_figure_take_more_than_their_volume(paper: MetricPrivacyResult):
    assert [one.volume for one in paper.cells] == [500, 1000, 1500]
    assert [one.words for one in paper.cells] == [894, 1233, 1630]
    assert all(one.volume < one.coded < one.words for one in paper.cells)


def test_nothing_is_said_to_run_where_nothing_can(paper: MetricPrivacyResult):
    assert paper.reports is None and paper.discrete_reports is None and paper.ladder == ()
    assert paper.parameters.log_ratio_bound > 1000
    assert not any(quantity.kind == "measured" for quantity in tell(paper).quantities)
    assert "encodes" in paper.parameters.unused() and "encodes" not in MetricPrivacyParameters().unused()


def test_equal_guarantees_against_the_decoder():
    p = MetricPrivacyParameters(alpha=1.5, compare="decoder")
    assert p.factor == 3.0 and p.discrete(10).epsilon == 3 * p.epsilon
    assert p.replace(compare="database").discrete(10).epsilon == p.epsilon


def test_too_few_bits_are_told():
    result = run(MetricPrivacyParameters(bits_each=0.5, encodes=100, trials=100))
    assert result.discrete_reports is None and result.cells[0] is None
    assert np.isnan(result.along_epsilon.discrete[0]).all() and np.isnan(result.along_epsilon.ppr[0]).all()
    story = tell(result)
    assert "No ε of PPR fits into 1 bit," in story.captions["errors"]
    assert story.finding and story.notices and story.formulas()


def test_bound_is_one_number_and_never_rounded_down(default: MetricPrivacyResult):
    assert default.size_bound.value == pytest.approx(11.018, abs=1e-3) and default.size_bits == 11.1
    assert [rounded_up(value) for value in (11.0, 8.3501, 700.2, 12.3)] == [11.0, 8.36, 701.0, 12.3]
    story = tell(default)
    assert "at most 11.1 bits" in story.captions["sizes"]
    assert story.formulas()[-2].title.endswith("rounded up, 11.1 bits")


def test_a_bias_of_discrete_laplace_is_told_where_it_is_seen(default: MetricPrivacyResult):
    far = {"epsilon": 0.5, "norm_bound": 2.0, "position": 0.9, "other": -0.9, "encodes": 400, "trials": 100}
    said = tell(run(MetricPrivacyParameters(**far))).notices[-1]
    assert "the edge of the grid pulls them to the centre" in said and "those of PPR" in said
    assert not any("pulls them" in notice for notice in tell(default).notices)


def test_what_is_said_of_a_report():
    assert [_power(value) for value in (2.0, 1.0000000000000002, 1.8, 40.0)] == [
        "e² = 7.39", "e¹ = 2.72", "exp(1.8) = 6.05", "e⁴⁰",
    ]  # fmt: skip
    assert measured(-0.001, 0.05) == "0.00 ± 0.05" and measured(-0.2, 0.05) == "−0.20 ± 0.05"


def test_what_the_bound_cannot_guarantee_is_told(default: MetricPrivacyResult, paper: MetricPrivacyResult):
    assert np.isnan(default.along_epsilon.ppr[0]).all()
    assert "No curve of PPR has 5 bits" in tell(default).captions["guaranteed"]
    assert "guaranteed, not measured" in tell(paper).captions["guaranteed"]
    assert "No curve" not in tell(paper).captions["guaranteed"]


def test_every_cell_of_the_plane_is_seen_often_enough(default: MetricPrivacyResult):
    assert not any(math.isnan(one.coded) for one in default.cells)


def test_partial_results_can_be_shown_and_runs_stopped():
    seen = []
    run(MetricPrivacyParameters(encodes=200), lambda share, note="", partial=None: seen.append((share, partial)))
    shares = [share for share, _ in seen]
    assert shares == sorted(shares) and shares[0] > 0 and shares[-1] == pytest.approx(1.0)
    for _, partial in seen:
        if partial is not None:
            story = tell(partial)
            assert story.finding and story.quantities and story.notices and story.formulas()
            assert all(story.captions.values()) and partial.cell_table() is not None

    def stop(share: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(MetricPrivacyParameters(), stop)


def test_a_stopped_run_ends_soon():
    """Progress is told at least every few blocks: the longest silence is a small part of the run."""
    times = []
    parameters = MetricPrivacyParameters(epsilon=4.0, encodes=1500)
    run(parameters, lambda share, note="", partial=None: times.append(share))
    assert len(times) >= 6 and np.diff([0.0, *times]).max() < 0.6


def test_the_program_of_the_figure_prints_its_first_number(
    paper: MetricPrivacyResult, capsys: pytest.CaptureFixture[str]
):
    """Pages test the programs of cheap settings; this one's run is long, its program is not."""
    exec(compile(EXPERIMENT.snippet(PAPER), "snippet", "exec"), {})
    assert float(capsys.readouterr().out.split()[0]) == pytest.approx(tell(paper).quantities[0].value, rel=1e-5)


def test_exact_accounting_at_the_pages_distance():
    """Inputs in a ball of that diameter, by a direct call; no worse nearer by, and 0 where both are the same."""
    p = MetricPrivacyParameters()
    channel = LaplaceChannel(dimension=p.dimension, epsilon=p.epsilon, norm_bound=p.distance / 2)
    result = run(p)
    found = {one.key: one for one in tell(result).quantities}
    assert found["decoder_exact"].value == pytest.approx(decoder_privacy(channel, p.alpha, 1e-6).epsilon, rel=1e-9)
    assert found["decoder_exact"].value < found["decoder"].value * p.distance
    assert found["decoder_exact"].source == "ppr.renyi" and "δ = 10⁻⁶" in found["decoder_exact"].label
    assert found["server_here"].value == 8.0 and "2αε = 4 per km" in tell(result).notices[1]
    near = _accounted(p.epsilon * p.distance / 2, p.dimension, p.alpha)
    assert near < result.accounted and _accounted(0.0, p.dimension, p.alpha) == 0
