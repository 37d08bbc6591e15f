"""The experiment about dyadic quantized Laplace: its message, its comparisons, and what it says about them."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.codes import CODES, code_from_name
from ppr_core.compressors import DyadicQuantizedLaplace, LaplaceThenRound, smallest_relaxation
from ppr_core.compressors.minimum_variance import enough_inputs, used_share
from ppr_core.experiments.contract import Cancelled
from ppr_core.experiments.dyadic_quantized_laplace import EXPERIMENT, DqlParameters, DqlResult
from ppr_core.experiments.dyadic_quantized_laplace.parameters import LAST_STEP
from ppr_core.experiments.dyadic_quantized_laplace.run import mvu_seconds

SMALL = DqlParameters(samples=1000)
EXTREMES = [
    {"nu": 1.01, "epsilon": 0.01, "x": -10.0},
    {"nu": 100.0, "epsilon": 100.0, "x": 10.0, "code": "signed_elias_delta"},
    {"nu": 100.0, "epsilon": 0.01, "x": 0.0},
    {"nu": 1.01, "epsilon": 100.0, "x": 10.0},
]


@pytest.fixture(scope="module")
def default() -> DqlResult:
    return EXPERIMENT.run(DqlParameters())


@pytest.fixture(scope="module")
def fixed_bits() -> DqlResult:
    return EXPERIMENT.run(SMALL.replace(show="tradeoff", points=3, lowest=1.0, highest=9.0, budget=4))


def test_the_default_makes_the_point_at_once(default: DqlResult) -> None:
    assert EXPERIMENT.cost(DqlParameters()).seconds <= 0.15
    dql, rounded = default.arms
    assert dql.test.p_value > 1e-4 and rounded.test.p_value < 1e-20
    story, last = (EXPERIMENT.tell(dataclasses.replace(default, parameters=p)) for p in (
        default.parameters, default.parameters.replace(step=LAST_STEP),
    ))  # fmt: skip
    assert last.finding.startswith("Yes: 4.57 bits on average carry exact Laplace noise")
    assert "at most νε = 2 per unit of x" in last.finding and "Yes" not in story.finding
    assert "errors rejects Laplace noise for rounding" in story.notices[1]
    assert default.last_step == LAST_STEP


@pytest.mark.parametrize("changes", [{}, *EXTREMES])
def test_message_is_what_both_sides_compute(changes: dict[str, object]) -> None:
    """M from x, J, V, U by hand; the bytes decode to z; the stacked components are the Laplace density."""
    result = EXPERIMENT.run(SMALL.replace(**changes))
    p, m, c = result.parameters, result.message, result.components
    position = p.x / m.step
    assert m.integer == round(position + m.jump + m.rest - m.dither) == m.received
    assert m.noisy == pytest.approx(p.x + m.step * (m.jump + m.rest))
    assert m.decoded == pytest.approx(m.step * (m.integer + m.dither), rel=1e-12)
    assert abs(m.decoded - m.noisy) <= m.step / 2 * (1 + 1e-9)
    assert code_from_name(p.code).word(m.integer) == m.word and len(m.data) == math.ceil(len(m.word) / 8)
    assert m.step == result.quantizer.components.steps[m.component] / p.epsilon
    assert np.allclose(c.parts.sum(axis=0), c.law, atol=1e-12 * p.epsilon) and np.all(c.parts >= 0)
    assert np.allclose(c.law, stats.laplace.pdf(c.z, p.x, 1 / p.epsilon))
    assert c.z[0] < min(m.decoded, m.noisy) and max(m.decoded, m.noisy) < c.z[-1]
    grid = result.grid(m.step * m.dither, m.integer)
    assert len(grid) <= 161 and np.abs(grid - m.decoded).min() <= 1e-9 * max(abs(m.decoded), m.step)
    assert m.integer in result.lines and np.allclose(m.step * (result.lines + m.dither), grid)
    steps = (dataclasses.replace(result, parameters=p.replace(step=step)) for step in range(LAST_STEP + 1))
    stories = [EXPERIMENT.tell(shown) for shown in steps]
    assert f"“{CODES[p.code]().label}”" in stories[LAST_STEP - 1].captions["step"], "the code that is chosen"
    assert all(told.captions["step"].endswith(".") and "_" not in told.captions["step"] for told in stories)
    assert len({(told.finding, told.captions["title"]) for told in stories}) == LAST_STEP + 1
    assert len({told.finding for told in stories}) == LAST_STEP + 1, (
        "each step says what it does, the last one the answer"
    )


@pytest.mark.parametrize("changes", [{}, *EXTREMES])
def test_slopes_are_what_is_promised_and_reach_it(changes: dict[str, object]) -> None:
    result = EXPERIMENT.run(SMALL.replace(**changes))
    p = result.parameters
    found = {one.name: one for one in result.slopes}
    for one in result.slopes:
        for value, promise in ((one.database, one.database_promise), (one.decoder, one.decoder_promise)):
            assert value == promise or 0.9 * promise <= value <= promise * (1 + 1e-6)
    assert found["dql"].database_promise == p.epsilon and found["dql"].decoder_promise == p.nu * p.epsilon
    assert found["layered_dither"].decoder == math.inf > found["layered_dither"].database
    assert found["subtractive_dither"].database == math.inf


def test_cones_hold_and_layered_dither_leaves_them(default: DqlResult) -> None:
    p = default.parameters
    dql, layered = default.cones
    distance = np.abs(dql.inputs - p.x)
    for one in (dql, layered):
        assert np.all(np.abs(one.database) <= p.epsilon * distance + 1e-9)
    assert np.all(np.abs(dql.decoder) <= p.nu * p.epsilon * distance + 1e-9)
    assert np.isneginf(layered.decoder).any()


def test_rounding_takes_equal_bits_and_the_lengths_are_measured(default: DqlResult) -> None:
    p, (dql, rounded) = default.parameters, default.arms
    same = LaplaceThenRound(epsilon=p.epsilon, step=default.rounding_step).expected_bits(p.x, p.code)
    assert same == pytest.approx(default.bits.at_x, abs=1e-4)
    for arm in (dql, rounded):
        assert abs(arm.bits.value - default.bits.at_x) < 4 * arm.bits.error
    assert abs(dql.squared.value - 2.0) < 4 * dql.squared.error
    assert np.all(np.diff(default.bits.along_nu.at_x) < 0) and np.all(np.diff(default.bits.along_epsilon.uniform) > 0)


@pytest.mark.parametrize(("epsilon", "step", "x"), [(1.0, 0.443, 0.6), (1.0, 3.0, 0.6), (0.01, 900.0, 130.0)])
def test_bias_of_rounding_is_the_sum_over_its_grid(epsilon: float, step: float, x: float) -> None:
    z = step * np.arange(-2000, 2001)
    mechanism = LaplaceThenRound(epsilon=epsilon, step=step)

    def summed(x: float) -> float:
        return float(np.exp(mechanism.log_output(x, z)) @ z) - x

    here, worst = mechanism.bias(x), mechanism.largest_bias
    assert here == pytest.approx(summed(x), rel=1e-9)
    others = [abs(summed(other)) for other in np.linspace(0.0, step / 2, 101)]
    assert max(others) <= worst * (1 + 1e-9) and worst == pytest.approx(max(others), rel=1e-3)


def test_spikes_are_all_errors_after_rounding(default: DqlResult) -> None:
    places, heights = default.spikes
    assert heights.sum() * default.rounding_step == pytest.approx(1.0)
    shares = heights * default.rounding_step
    assert shares @ places**2 == pytest.approx(default.arms[1].squared.value)
    p = default.parameters
    bias = LaplaceThenRound(epsilon=p.epsilon, step=default.rounding_step).bias(p.x)
    assert abs(shares @ places - bias) < 4 * math.sqrt(2 / default.parameters.samples)
    assert len({len(column) for column in default.errors_table().values()}) == 1


def test_smallest_relaxation_keeps_the_bits_and_no_smaller_one_does() -> None:
    for epsilon in (1.0, 5.0):
        nu = smallest_relaxation(epsilon=epsilon, bits=5.0)
        assert 4.999 < DyadicQuantizedLaplace(epsilon=epsilon, nu=nu).mean_bits(1.0) <= 5.0
        assert DyadicQuantizedLaplace(epsilon=epsilon, nu=0.99 * nu).mean_bits(1.0) > 5.0
    assert smallest_relaxation(epsilon=11.0, bits=5.0) == math.inf
    assert smallest_relaxation(epsilon=0.5, bits=60.0) == pytest.approx(1.00001)


def test_fixed_bits_against_mvu(fixed_bits: DqlResult) -> None:
    """As the paper says: at small errors DQL's database ε is smaller than MVU's, its decoder's is larger."""
    t = fixed_bits.tradeoff
    assert t.epsilons.tolist() == [1.0, 5.0, 9.0] and np.isfinite(t.mvu).tolist() == [True, False, True]
    assert np.all(t.bits[t.reached] <= 4.0) and np.allclose(t.error, 2 / t.epsilons**2)
    assert t.mvu[0] < t.error[0] and t.mvu[2] > t.error[2]
    assert np.all(np.diff(t.nu) > 0) and 0.95 < used_share(5.0) < used_share(1.0) < 1.0
    story = EXPERIMENT.tell(fixed_bits)
    assert fixed_bits.last_step == 0 and story.quantities[0].key == "relaxation"
    assert all(story.notices) and "MVU" in story.notices[1]


def test_progress_comes_with_what_is_known_and_can_stop_the_run() -> None:
    parameters = SMALL.replace(show="tradeoff", points=2, highest=2.0, budget=2)
    seen: list[tuple[float, int]] = []

    def progress(fraction: float, note: str = "", partial: DqlResult | None = None) -> None:
        seen.append((fraction, int(partial.tradeoff.solved.sum())))
        story = EXPERIMENT.tell(partial)
        assert story.finding and story.quantities and story.formulas() and partial.table()

    final = EXPERIMENT.run(parameters, progress)
    assert [known for _, known in seen] == [0, 1] and seen[0][0] == 0.0 < seen[1][0] < 1.0
    assert final.tradeoff.solved.all()

    def stop(fraction: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        EXPERIMENT.run(parameters, stop)


def test_costs_are_those_of_the_programmes() -> None:
    """More inputs for larger ε, never an odd number; more outputs and more points cost more."""
    assert [enough_inputs(epsilon) for epsilon in (0.1, 5.0, 20.0)] == [24, 202, 256]
    assert mvu_seconds(1.0, 3) < mvu_seconds(1.0, 5) < mvu_seconds(11.0, 5)
    whole = DqlParameters(show="tradeoff")
    assert 1.0 < EXPERIMENT.cost(whole).seconds < 60.0
    assert EXPERIMENT.cost(whole.replace(points=5)).seconds < EXPERIMENT.cost(whole).seconds
    large = whole.replace(points=41, budget=6, lowest=10.0, highest=20.0)
    assert EXPERIMENT.nearest_affordable(large, 60.0, 1e9).points < 41


def test_a_shared_seed_is_shared_and_a_private_one_private() -> None:
    first, other = (EXPERIMENT.run(SMALL.replace(private_seed=seed)) for seed in (1, 2))
    assert first.message.dither == other.message.dither and first.message.component == other.message.component
    assert first.message.rest != other.message.rest
    assert np.array_equal(first.kept, other.kept) and not np.array_equal(first.table()["z"], other.table()["z"])


def test_a_range_upside_down_is_refused() -> None:
    with pytest.raises(ValueError, match=r"highest must be a number above lowest = 5; got 2\."):
        DqlParameters(lowest=5.0, highest=2.0)
