"""The experiment of "PPR step by step": its numbers against the public pieces, its steps against its numbers."""

from __future__ import annotations

import contextlib
import io
import math
import re

import numpy as np
import pytest
from scipy import stats

from pages.ui.state import read_link
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.compressors.trace_law import index_probabilities
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.experiments.contract import table_to_csv
from ppr_core.experiments.ppr_step_by_step import EXPERIMENT, SEARCH, PprSteps, PprStepsResult, compared, search
from ppr_core.experiments.ppr_step_by_step import frame as frame_of
from ppr_core.experiments.ppr_step_by_step.run import (
    CHOSEN,
    ENCODES,
    LIMIT,
    MESSAGE,
    SHELL,
    STEPS,
    channel_of,
    compare,
    cost,
    input_of,
    linear,
    run,
)
from ppr_core.experiments.ppr_step_by_step.run import program as snippet
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number, with_unit
from ppr_core.wording import rough_percent as percent

LAST = STEPS - 1
SETTINGS = [
    {},
    {"alpha": math.inf},
    {"alpha": 1.02, "private_seed": 3},
    {"alpha": 1.5, "private_seed": 14, "code": "elias_delta"},
    {"mechanism": "gaussian", "epsilon": 6.0, "x": -1.0},
    {"mechanism": "gaussian", "epsilon": 10.0, "dimension": 8, "alpha": 50.0, "points": 10},
    {"mechanism": "gaussian", "epsilon": 10.0, "dimension": 4, "alpha": math.inf},
    {"epsilon": 0.1, "x": 0.0, "proposal": 4.0, "points": 200},
    {"epsilon": 30.0, "x": 1.0, "proposal": 0.5},
]


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def result(request: pytest.FixtureRequest) -> PprStepsResult:
    return run(PprSteps(**request.param, step=LAST))


def value(result: PprStepsResult, key: str) -> float:
    return next(quantity.value for quantity in EXPERIMENT.tell(result).quantities if quantity.key == key)


def test_message_is_the_encoders_and_decodes_to_its_sample(result: PprStepsResult) -> None:
    p, shared = result.parameters, SharedRandomness(result.parameters.seed)
    ppr = PoissonPrivateRepresentation(channel_of(p), p.alpha, shell=SHELL)
    sent = ppr.encode(input_of(p), shared, np.random.default_rng(p.private_seed))
    assert sent.indices.tolist() == [result.index] and sent.candidates.tolist() == [result.looked]
    assert sent.lengths(p.code).tolist() == [len(result.word)] == [value(result, "bits")]
    assert sent.to_bytes(p.code) == result.data
    assert result.word.ljust(8 * len(result.data), "0") == "".join(f"{byte:08b}" for byte in result.data)
    np.testing.assert_array_equal(ppr.decode(Messages.from_bytes(result.data, p.code), shared)[0], result.decoded)
    np.testing.assert_array_equal(result.z, result.decoded)
    assert result.equal and result.received == result.index


def test_points_are_the_definition(result: PprStepsResult) -> None:
    p, points, table = result.parameters, result.points, result.table()
    first = slice(0, p.points)
    assert np.all(np.diff(points.log_time) > 0), "in order of time"
    np.testing.assert_array_equal(points.index[first], np.arange(1, p.points + 1))
    rows = SharedRandomness(p.seed).uniforms(points.index, channel_of(p).width)
    np.testing.assert_array_equal(points.z, channel_of(p).proposal(rows))
    np.testing.assert_allclose(table["transformed_time"], table["time"] / table["ratio"], rtol=1e-9)
    np.testing.assert_allclose(table["score"], table["candidate_time"] / table["ratio"], rtol=1e-9)
    assert np.argmin(points.log_score) == result.row and points.index[result.row] == result.index
    assert np.flatnonzero(table["chosen"]).tolist() == [result.row]
    assert np.all(points.log_ratio <= math.log(result.ratio_bound) + 1e-9)
    assert np.all(points.log_candidate[~result.generated] > math.log(result.stop) - 1e-9)


def test_probabilities(result: PprStepsResult) -> None:
    alpha, transformed = result.parameters.alpha, result.points.log_transformed
    assert result.probability.sum() == pytest.approx(1)
    if math.isinf(alpha):
        assert result.probability.tolist() == np.eye(len(transformed))[np.argmin(transformed)].tolist()
        assert result.probability[result.row] == 1
    else:
        log_weight = -alpha * transformed
        np.testing.assert_allclose(result.probability, np.exp(log_weight - np.logaddexp.reduce(log_weight)), rtol=1e-9)
        assert 0 < result.later <= 1


def test_loss_at_the_far_input_is_within_theorem_7() -> None:
    """Given times and samples the probabilities of an index differ by at most e^(2αε); often by more than e^ε."""
    losses = []
    for seed in range(150):
        p = PprSteps(epsilon=1.0, private_seed=seed)
        result, far = run(p), p.replace(x=-LIMIT)
        points = result.points
        other = points.log_time - channel_of(far).log_ratio(input_of(far), points.z)
        told = index_probabilities(other, p.alpha)[result.row]
        losses.append(abs(math.log(result.probability[result.row] / told)))
    assert max(losses) <= 2 * 2.0 * 1.0 + 1e-9
    assert max(losses) > 1.0, "the factor 2α is no luxury"


def test_bound_on_later_arrivals_holds_on_average() -> None:
    """Against arrivals really drawn: 3000 beyond the first 20, and the rest in the mean."""
    alpha, m, far, rng = 2.0, 20, 3_000, np.random.default_rng(4)
    p = PprSteps(points=m)
    channel, x, excess = channel_of(p), input_of(p), []
    for seed in range(300):
        z = channel.proposal(SharedRandomness(seed).uniforms(np.arange(m + far), channel.width))
        time = np.cumsum(rng.standard_exponential(m + far))
        weight = np.exp(alpha * (channel.log_ratio(x, z) - np.log(time)))
        later = weight[m:].sum() + 1 / time[-1]  # E_Q[r^2] >= 1: still below the true rest
        bound = math.exp(channel.log_ratio_bound(x)[0]) / time[m - 1]
        known = weight[:m].sum()
        excess.append(later / (later + known) - bound / (bound + known))
    assert np.mean(excess) + 4 * np.std(excess) / math.sqrt(len(excess)) < 0


def test_excluded_inputs_never_give_the_index_at_infinity() -> None:
    """300 encodes of an excluded input with the same samples: never this index. The true input gives it often."""
    p = PprSteps(alpha=math.inf, seed=79, private_seed=13)
    result = run(p)
    assert 0.2 < result.ruled_out_share < 0.95 and result.index > 1

    def frequency(x: float) -> float:
        ppr, shared = PoissonPrivateRepresentation(channel_of(p), math.inf), SharedRandomness(p.seed)
        found = [ppr.encode(np.array([x]), shared, np.random.default_rng(seed)).indices[0] for seed in range(300)]
        return float(np.mean(np.array(found) == result.index))

    assert all(frequency((low + high) / 2) == 0 for low, high in result.ruled_out)
    assert frequency(p.x) > 0.02
    assert not any(low <= p.x <= high for low, high in result.ruled_out)


def test_nothing_is_excluded_at_finite_orders(result: PprStepsResult) -> None:
    if result.private:
        assert result.ruled_out == () and result.ruled_out_share == 0


def test_guarantees(result: PprStepsResult) -> None:
    p = result.parameters
    assert result.mechanism_privacy.epsilon == pytest.approx(p.epsilon, rel=1e-9)
    assert result.mechanism_privacy.delta == (p.delta if p.mechanism == "gaussian" else 0)
    assert value(result, "epsilon_decoder") == pytest.approx(2 * p.alpha * p.epsilon, rel=1e-9)
    assert result.decoder_privacy.against == "decoder"
    assert result.decoder_privacy.delta == 2 * result.mechanism_privacy.delta
    assert ("no ε holds" in EXPERIMENT.tell(result).notices[-1]) == (not result.private)


def test_formulas_are_the_plotted_numbers(result: PprStepsResult) -> None:
    transformed, drawing, stopping, privacy = EXPERIMENT.tell(result).formulas()
    table, row = result.table(), result.row
    assert transformed.value == pytest.approx(table["transformed_time"][row])
    assert drawing.value == pytest.approx(table["probability"][row])
    assert stopping.value == pytest.approx(result.ratio_bound * table["score"].min())
    assert privacy.value == value(result, "epsilon_decoder")
    names = PprSteps.specs()
    assert all(
        symbol.field in names
        for formula in EXPERIMENT.tell(result).formulas()
        for symbol in formula.symbols
        if symbol.field
    )
    if result.private:
        total = drawing.symbols[1].value
        assert table["transformed_time"][row] ** -result.parameters.alpha / total == pytest.approx(drawing.value)


@pytest.mark.parametrize("step", range(STEPS))
def test_every_step_shows_finite_points_on_the_same_axes(result: PprStepsResult, step: int) -> None:
    shown = run(result.parameters.replace(step=step))
    frame, n = frame_of(shown), len(shown.points.index)
    assert (frame.heights, frame.outputs) == (frame_of(result).heights, frame_of(result).outputs)
    for column in (frame.height, frame.trail, frame.above, frame.size, frame.role, frame.labels):
        assert len(column) == n
    low, high = frame.heights
    drawn = np.isfinite(frame.height)
    assert np.all((frame.height[drawn] >= low) & (frame.height[drawn] <= high))
    assert np.all((frame.trail >= low) & (frame.trail <= high * (1 + 1e-12)) | np.isnan(frame.trail))
    assert np.all((shown.points.z[:, 0] > frame.outputs[0]) & (shown.points.z[:, 0] < frame.outputs[1]))
    assert drawn.any() == (step > 0)
    assert (frame.role == "chosen").sum() == (step >= CHOSEN)
    assert (frame.role == "followed").sum() == (0 < step < CHOSEN) and "followed" not in frame_of(
        shown, follow=False
    ).role
    assert step == 0 or number(shown.index) in frame.labels[shown.row], "the winner has its number in every picture"
    if step >= CHOSEN:
        assert drawn[shown.row] and frame.labels[shown.row].startswith("K = ")
    assert frame.title and EXPERIMENT.tell(shown).captions["step"] and frame.axis
    assert frame.sending == (step >= MESSAGE)


def test_steps_are_views_of_one_encode() -> None:
    p = PprSteps()
    first, second = run(p), run(p.replace(step=LAST))
    assert table_to_csv(first.table(), p, "1") == table_to_csv(second.table(), p, "1")
    table, frames = first.table(), {step: frame_of(run(p.replace(step=step))) for step in range(STEPS)}
    shown = np.isfinite(frames[3].height)
    np.testing.assert_allclose(frames[3].height[shown], table["transformed_time"][shown])
    np.testing.assert_allclose(frames[3].trail[shown], table["time"][shown])
    assert frames[5].height[first.row] == pytest.approx(np.nanmin(frames[5].height)), "the lowest point wins"
    found = frame_of(first, SEARCH)
    assert found.limit == (first.stop, "nothing above can win") and found.heights == frames[0].heights
    looked = found.role != "sample"
    assert looked.sum() == first.looked
    assert np.all(table["candidate_time"][looked] < table["candidate_time"][~looked].min())


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_nothing_is_told_before_its_step(settings: dict) -> None:
    """K and its bits stand in no headline, tile or notice until it is drawn and the message is made."""
    p = PprSteps(**settings)
    assert p.step == 0, "a visitor starts at the beginning"
    for step in range(STEPS):
        result = run(p.replace(step=step))
        story, keys = EXPERIMENT.tell(result), {quantity.key for quantity in EXPERIMENT.tell(result).quantities}
        told = " ".join((story.finding, *story.notices, story.captions["step"]))
        assert ("index" in keys) == ("looked" in keys) == (step >= CHOSEN)
        assert (f"K = {number(result.index)}" in told.replace("candidate 2 at 1, K = 2 would", "")) == (step >= CHOSEN)
        assert ("bits" in keys) == (step >= MESSAGE)
        assert not (step < MESSAGE and "\u00a0bit" in story.finding)
        assert step >= CHOSEN or "looked at" not in told


def test_the_search_says_where_it_looked_and_stopped(result: PprStepsResult) -> None:
    said = search(result)
    assert f"S = {number(result.stop)}" in said and f"r* = {number(result.ratio_bound)}" in said
    if found := re.search(r"computed r for (\d+) candidates? .* place (\d+) of the list", said):
        looked, last = map(int, found.groups())
        assert looked == result.looked and last == max(result.points.index[result.points.order > 0])


def test_races_follow_the_mechanism(result: PprStepsResult) -> None:
    """The bars' total distance from the law is what chance makes (mean and five errors); Q is farther off."""
    p, n, density, edges = result.parameters, result.races, result.race_density, result.race_edges
    shares, channel = density * np.diff(edges), channel_of(p)
    assert n >= 10 and shares.sum() == pytest.approx(0.99, abs=0.011 + 2 / n)
    if p.mechanism == "laplace":
        law, other = stats.laplace(p.x, 1 / channel.epsilon), stats.laplace(0.0, 1 / channel.proposal_epsilon)
    else:
        law, other = stats.norm(p.x, channel.noise_std), stats.norm(0.0, channel.proposal_std)
    off = [np.abs(shares - np.diff(each.cdf(edges))).sum() for each in (law, other)]
    assert off[0] < 0.02 + math.sqrt(2 * len(shares) / (math.pi * n)) + 5 / math.sqrt(n)
    assert off[1] > off[0] or n < 100 or np.abs(law.cdf(edges) - other.cdf(edges)).max() < 0.05


def test_links_of_before_open_the_same_part() -> None:
    for former, now in ((5, 5), (8, MESSAGE), (9, LAST)):
        state, _ = read_link(EXPERIMENT, {"v": "2", "step": str(former)})
        assert state.parameters.step == now and not state.problems


def test_what_is_said_names_the_numbers(result: PprStepsResult) -> None:
    stories = [EXPERIMENT.tell(run(result.parameters.replace(step=step))) for step in range(STEPS)]
    length = with_unit(number(len(result.word)), "bits")
    assert f"K = {number(result.index)}" in stories[LAST].finding and length in stories[LAST].finding
    assert all(("not private" in story.finding) == (not result.private) for story in stories[CHOSEN:])
    assert all(" nan" not in story.captions["step"] and "$" not in story.captions["step"] for story in stories)
    assert "equal to the sender’s in every bit" in stories[LAST].captions["step"]


def test_the_index_is_counted(result: PprStepsResult) -> None:
    """K − 1 arrivals come before the chosen one: those that were generated are among them, the rest were counted."""
    assert 0 <= result.generated_earlier <= result.index - 1
    if result.index <= result.parameters.points:
        assert result.generated_earlier == np.count_nonzero(result.generated[: result.index - 1])
    if not result.private:
        assert result.generated_earlier == result.index - 1
    assert f"K = {number(result.generated_earlier)} + " in search(result)


def test_the_order_of_looking_is_no_number_like_k() -> None:
    shown = frame_of(run(PprSteps()), SEARCH)
    others = [label for label in shown.labels if label and not label.startswith("K = ")]
    assert others and all(re.fullmatch(r"\d+(st|nd|rd|th)", label) for label in others)


def test_comparison() -> None:
    comparison = compare(PprSteps(alpha=3.0))
    assert len(comparison.candidate_order) == len(comparison.algorithm1) == ENCODES
    for counts, done in comparison.curves():
        assert np.all(np.diff(counts) >= 0) and np.all(np.diff(done) > 0)
    bound = run(PprSteps(alpha=3.0)).ratio_bound
    counts = comparison.candidate_order
    assert counts.mean() < 1.3 * bound + 4 * counts.std() / math.sqrt(ENCODES)
    assert counts.mean() > 0.7 * bound
    assert "median" in compared(comparison) and compare(PprSteps(alpha=3.0, step=2)) is comparison
    stopped = compare(PprSteps(alpha=1.05))
    assert stopped.algorithm1.max() == stopped.limit and "more than" in compared(stopped)
    assert compare(PprSteps(alpha=math.inf)).algorithm1 is None


def test_densities_are_those_of_mechanism_and_proposal(result: PprStepsResult) -> None:
    p, z = result.parameters, result.law_z
    channel = channel_of(p)
    assert p.x in z and z[0] < -LIMIT and z[-1] > LIMIT
    if result.scalar:
        ratio = np.exp(channel.log_ratio(np.full((len(z), 1), p.x), z[:, None]))
        np.testing.assert_allclose(result.law_density, ratio * result.proposal_density, rtol=1e-9, atol=1e-300)
    else:
        assert stats.norm(p.x, channel.noise_std).pdf(z) == pytest.approx(result.law_density)


def test_proposal_width_is_a_multiple_of_the_best() -> None:
    best = run(PprSteps(x=1.0)).ratio_bound
    assert all(run(PprSteps(x=1.0, proposal=width)).ratio_bound >= best for width in (0.5, 0.9, 1.1, 4.0))
    assert best == pytest.approx(2.0 * math.e), "(ε/ε′)·e^(ε′C) with ε = 2, ε′ = C = 1"


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_snippet_prints_the_numbers_of_the_page(settings: dict) -> None:
    p = PprSteps(**settings)
    program, output = snippet(p), io.StringIO()
    assert len(program.splitlines()) <= 25
    with contextlib.redirect_stdout(output):
        exec(compile(program, "snippet", "exec"), {})
    result = run(p)
    assert output.getvalue().startswith(f"{len(result.word)} bits, K = {result.index}, bytes {result.data.hex()}, z = ")


def test_cost_is_inline_and_presets_are_valid() -> None:
    assert cost(PprSteps()).seconds < 0.1
    assert all(cost(PprSteps(**settings)).seconds < 0.15 for settings in SETTINGS)
    for parameters, reproduces in EXPERIMENT.presets.values():
        assert run(parameters).equal and reproduces
    assert set(PprSteps().unused()) == {"dimension", "delta"} and not PprSteps(mechanism="gaussian").unused()


@pytest.mark.parametrize(
    "bad", [{"alpha": 1.0}, {"x": 1.5}, {"epsilon": 0.0}, {"step": STEPS}, {"code": "morse"}, {"points": 9}]
)
def test_bad_values_are_named(bad: dict) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must be"):
        PprSteps(**bad)


def test_percentages_and_logarithms() -> None:
    shares = (0.0, 1e-6, 0.0012, 0.05, 0.5, 1.0)
    assert [percent(share) for share in shares] == ["0 %", "less than 0.01 %", "0.12 %", "5.0 %", "50 %", "100 %"]
    assert linear(2e5) == pytest.approx(math.exp(700)) and np.isnan(linear(np.array([math.nan])))[0]


@pytest.mark.parametrize(("mechanism", "delta"), [("gaussian", 2e-5), ("laplace", 1e-6)])
def test_exact_accounting_beside_the_theorem(mechanism: str, delta: float) -> None:
    """At twice the δ of the mechanism, or at 10⁻⁶ where it has none."""
    result = EXPERIMENT.run(PprSteps(mechanism=mechanism, delta=1e-5, step=LAST))
    found = decoder_privacy(channel_of(result.parameters), result.parameters.alpha, delta)
    assert value(result, "epsilon_decoder_exact") == found.epsilon < value(result, "epsilon_decoder")
    told = " ".join((*EXPERIMENT.tell(result).notices, *EXPERIMENT.tell(result).captions.values()))
    assert f"fails with a chance of at most δ = {number(delta)}" in told
