"""The Overview experiment: its law against SciPy, its bits against the paper's own encoder, its words against its
numbers."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import Messages, PoissonPrivateRepresentation, PoissonReference
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.experiments.contract import table_to_csv
from ppr_core.experiments.overview import EXPERIMENT, FLOAT_BITS, OverviewParameters, OverviewResult
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

FALSE_ALARM = 1e-4
SETTINGS = [
    {},
    {"epsilon": 0.1},
    {"epsilon": 10.0, "samples": 5_000},
    {"x": -1.0, "epsilon": 3.0},
    {"x": 0.0, "epsilon": 0.5},
    {"alpha": 1.05, "samples": 2_000},
    {"alpha": math.inf, "epsilon": 6.0},
]


def decoded(parameters: OverviewParameters) -> np.ndarray:
    """The noisy values of a run, made again from the public pieces."""
    channel = LaplaceChannel(dimension=1, epsilon=parameters.epsilon / 2, norm_bound=1.0)
    ppr = PoissonPrivateRepresentation(channel, parameters.alpha)
    shared = SharedRandomness(parameters.seed)
    x = np.full(parameters.samples, parameters.x)
    return ppr.decode(ppr.encode(x, shared, np.random.default_rng(parameters.seed)), shared)


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def result(request: pytest.FixtureRequest) -> OverviewResult:
    return EXPERIMENT.run(OverviewParameters(**request.param))


def quantity(result: OverviewResult, key: str) -> float:
    return next(quantity.value for quantity in EXPERIMENT.tell(result).quantities if quantity.key == key)


def test_curve_and_expected_bars_are_the_laplace_law(result: OverviewResult) -> None:
    law = stats.laplace(result.parameters.x, 2 / result.parameters.epsilon)
    np.testing.assert_allclose(result.law_density, law.pdf(result.law_z), rtol=1e-12)
    probability = np.diff(law.cdf(result.edges))
    np.testing.assert_allclose(result.expected * np.diff(result.edges), probability, rtol=1e-9)
    error = np.sqrt(probability * (1 - probability) / result.parameters.samples) / np.diff(result.edges)
    np.testing.assert_allclose(result.expected_error, error, rtol=1e-9)
    assert result.parameters.x in result.law_z, "the top of the curve is drawn"


def test_chart_shows_all_possible_values_and_nearly_all_noise(result: OverviewResult) -> None:
    assert result.edges[0] < -1 and result.edges[-1] > 1
    law = stats.laplace(result.parameters.x, 2 / result.parameters.epsilon)
    assert law.cdf(result.edges[-1]) - law.cdf(result.edges[0]) > 0.997


def test_bars_are_those_of_values_that_follow_the_law(result: OverviewResult) -> None:
    z = decoded(result.parameters)
    n, width = len(z), np.diff(result.edges)
    np.testing.assert_allclose(result.density * width * n, np.histogram(z, result.edges)[0], rtol=1e-9)
    assert result.beyond == pytest.approx(np.mean((z < result.edges[0]) | (z > result.edges[-1])), abs=1e-12)
    law = stats.laplace(result.parameters.x, 2 / result.parameters.epsilon)
    assert stats.kstest(z, law.cdf).pvalue > FALSE_ALARM
    assert stats.kstest(z, stats.laplace(result.parameters.x, 1.25 * 2 / result.parameters.epsilon).cdf).pvalue < 1e-3


def test_divergence_is_the_integral(result: OverviewResult) -> None:
    x, epsilon = result.parameters.x, result.parameters.epsilon / 2
    p = stats.laplace(x, 1 / epsilon)
    reach = 40 / epsilon

    def gap(z: float) -> float:
        """To the proposal: as the noise beyond the range [−1, 1], flat inside."""
        return float(p.logpdf(z)) + epsilon * max(abs(z) - 1, 0.0) + math.log(2 * (1 + 1 / epsilon))

    integral = quad(lambda z: p.pdf(z) * gap(z), x - reach, x + reach, points=[-1, x, 1], limit=400)[0]
    assert result.divergence == pytest.approx(integral / math.log(2), abs=1e-7)


def test_guarantees_bound_and_saving(result: OverviewResult) -> None:
    epsilon, alpha = result.parameters.epsilon, result.parameters.alpha
    assert quantity(result, "epsilon_database") == pytest.approx(epsilon)
    assert quantity(result, "epsilon_decoder") == pytest.approx(2 * alpha * epsilon)
    assert result.bound == pytest.approx(result.divergence + math.log2(3.56) / min((alpha - 1) / 2, 1))
    assert result.log_index.value < result.bound
    assert quantity(result, "saved") == pytest.approx(100 * (1 - result.exact_bits / 32))
    for seen, known in ((result.bits, result.exact_bits), (result.log_index, result.exact_log_index)):
        assert abs(seen.value - known) < stats.norm.isf(FALSE_ALARM / 2) * seen.error < 0.2 * known
    assert result.bits.value >= result.log_index.value, "a code word is no shorter than the logarithm of its index"


def test_followed_report_decodes_to_its_noisy_value(result: OverviewResult) -> None:
    parameters = result.parameters
    word = result.first_word
    stream = int(word.ljust(-(-len(word) // 8) * 8, "0"), 2).to_bytes(-(-len(word) // 8), "big")
    message = Messages.from_bytes(stream, parameters.code)
    assert message.indices.tolist() == [result.first_index]
    channel = LaplaceChannel(dimension=1, epsilon=parameters.epsilon / 2, norm_bound=1.0)
    z = PoissonPrivateRepresentation(channel, parameters.alpha).decode(message, SharedRandomness(parameters.seed))
    assert z.ravel().tolist() == [result.first_output]
    if result.first_index <= len(result.first_list):
        assert result.first_list[result.first_index - 1] == result.first_output


@pytest.mark.parametrize("code", ["elias_delta", "elias_gamma"])
def test_bits_agree_with_the_papers_encoder(code: str) -> None:
    parameters = OverviewParameters(epsilon=4.0, alpha=4.0, code=code)
    ours = EXPERIMENT.run(parameters)
    channel = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)
    shared, n = SharedRandomness(5), 1_500
    messages = PoissonReference(channel, 4.0).encode(np.full(n, parameters.x), shared, np.random.default_rng(6))
    theirs = messages.lengths(code)
    error = math.hypot(theirs.std(ddof=1) / math.sqrt(n), ours.bits.error)
    assert abs(theirs.mean() - ours.bits.value) < 4 * error
    wrong = EXPERIMENT.run(parameters.replace(alpha=2.0))
    assert abs(theirs.mean() - wrong.bits.value) > 4 * math.hypot(error, wrong.bits.error)


def test_standard_errors_are_honest() -> None:
    runs = [EXPERIMENT.run(OverviewParameters(samples=1_000, seed=seed)) for seed in range(60)]
    for name in ("bits", "log_index"):
        means = [getattr(one, name) for one in runs]
        spread = np.std([mean.value for mean in means], ddof=1)
        claimed = np.mean([mean.error for mean in means])
        # The ratio of variances is about chi-square with 59 degrees of freedom over 59.
        low, high = stats.chi2(59).ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2]) / 59
        assert low < (spread / claimed) ** 2 < high


def test_same_parameters_same_bytes_and_a_new_seed_only_new_noise() -> None:
    first, again, other = (EXPERIMENT.run(OverviewParameters(seed=seed)) for seed in (3, 3, 4))
    csv = [table_to_csv(one.table(), OverviewParameters(), "0") for one in (first, again, other)]
    assert csv[0] == csv[1] != csv[2]
    for key in ("epsilon_database", "epsilon_decoder"):
        assert quantity(first, key) == quantity(other, key)
    assert first.expected.tobytes() == other.expected.tobytes()


def test_finding_says_what_the_numbers_say() -> None:
    result = EXPERIMENT.run(OverviewParameters())
    story = EXPERIMENT.tell(result)
    assert f"{number(result.exact_bits)} bits on average (computed) instead of {FLOAT_BITS}" in story.finding
    assert story.notices[3].startswith(f"{result.agreeing} of 60 bars lie in the grey band")
    assert "do not" not in story.notices[3]
    shifted = dataclasses.replace(result, density=np.roll(result.density, 2))
    assert "do not have the wanted noise" in EXPERIMENT.tell(shifted).notices[3]


def test_finding_and_notices_admit_the_extremes() -> None:
    open_to_decoder = EXPERIMENT.run(OverviewParameters(alpha=math.inf))
    story = EXPERIMENT.tell(open_to_decoder)
    assert "the server may learn x" in story.finding and "nothing limits the server" in " ".join(story.notices)
    assert math.isinf(quantity(open_to_decoder, "epsilon_decoder"))
    long = EXPERIMENT.run(OverviewParameters(alpha=1.05, samples=2_000))
    assert long.exact_bits > FLOAT_BITS - 4 * long.bits.error
    finding = EXPERIMENT.tell(long).finding
    assert "nothing is saved" in finding and "instead of" not in finding


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_every_slider_position_is_cheap_enough_to_follow_at_once(epsilon: float) -> None:
    assert EXPERIMENT.cost(OverviewParameters(epsilon=epsilon)).seconds < 0.15


def test_most_expensive_setting_is_affordable_and_the_dial_makes_it_cheap() -> None:
    worst = OverviewParameters(epsilon=10.0, alpha=1.05, x=1.0, samples=50_000)
    assert EXPERIMENT.cost(worst).seconds < 10 and EXPERIMENT.cost(worst).memory_bytes < 1e9
    cheaper = EXPERIMENT.nearest_affordable(worst, 0.1, 1e9)
    assert cheaper is not None and EXPERIMENT.cost(cheaper).seconds <= 0.1 and cheaper.samples < worst.samples


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"epsilon": 0}, "epsilon must be a number at least 0.1 and at most 10; got 0."),
        ({"epsilon": math.nan}, "epsilon"),
        ({"alpha": 1.0}, "alpha"),
        ({"x": 1.5}, "x must be a number at least -1 and at most 1; got 1.5."),
        ({"samples": 10}, "samples"),
        ({"code": "morse"}, "code must be one of elias_delta, elias_gamma; got 'morse'."),
        ({"seed": -1}, "seed"),
    ],
)
def test_impossible_parameters_are_named(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError) as refusal:
        OverviewParameters(**change)
    assert str(refusal.value).startswith(complaint)


@pytest.mark.parametrize(("alpha", "epsilon"), [(1.2, 1.0), (2.0, 3.0), (6.0, 0.5)])
def test_exact_accounting_against_the_decoder(alpha: float, epsilon: float) -> None:
    """A direct call at δ = 10⁻⁶; below Theorem 7, and named with its δ beside it."""
    result = EXPERIMENT.run(OverviewParameters(alpha=alpha, epsilon=epsilon))
    channel = LaplaceChannel(dimension=1, epsilon=epsilon / 2, norm_bound=1.0)
    exact = decoder_privacy(channel, alpha, 1e-6).epsilon
    assert quantity(result, "epsilon_decoder_exact") == pytest.approx(exact, rel=1e-12)
    assert epsilon < exact < quantity(result, "epsilon_decoder")
    told = EXPERIMENT.tell(result).notices[1]
    server = f"2αε = {number(2 * alpha * epsilon)}; here α = {number(alpha)} says how strongly"
    assert f"The server also has the list and the index, so it may learn more, at most {server}" in told
    assert "2αε (Theorem 7)" in told
    tile = next(one for one in EXPERIMENT.tell(result).quantities if one.key == "epsilon_decoder_exact")
    assert "failure chance δ = 10⁻⁶" in tile.label
