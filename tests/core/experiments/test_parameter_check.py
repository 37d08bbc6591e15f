"""The check of a choice of parameters: calibration, estimates, the choice itself, findings and their fixes."""

from __future__ import annotations

import dataclasses
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ppr_core.experiments.contract import table_to_csv
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck, alpha_picture, picture
from ppr_core.experiments.parameter_check.findings import Finding, findings
from ppr_core.experiments.parameter_check.guarantees import claims, classical_local, decoder_guarantee, renyi_local
from ppr_core.experiments.parameter_check.lengths import bits_at
from ppr_core.experiments.parameter_check.mechanism import epsilon_for_local, mechanism, plain_bits, round_down
from ppr_core.experiments.parameter_check.report import data, text
from ppr_core.experiments.parameter_check.run import cost, run
from ppr_core.experiments.parameter_check.solver import solve
from ppr_core.guarantees import laplace_metric_size, ppr_overhead_bits
from ppr_core.wording import number

MEAN = ParameterCheck(task="mean", dimension=200, choose_alpha=False, decoder_epsilon=math.inf)


def found(p: ParameterCheck, key: str) -> Finding | None:
    return {finding.key: finding for finding in findings(p, solve(p))}.get(key)


def delta_of(multiplier: float, epsilon: float) -> float:
    """δ of the Gaussian mechanism with s = multiplier·Δ: Balle and Wang 2018, Theorem 8."""
    half, scaled = 0.5 / multiplier, epsilon * multiplier
    return norm.cdf(half - scaled) - math.exp(epsilon) * norm.cdf(-half - scaled)


# --- The mechanism ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-5), (1.0, 1e-6), (4.0, 1e-4)])
@pytest.mark.parametrize("norm_bound", [1.0, 7.0])
def test_gaussian_noise_meets_its_target_and_hardly_more(epsilon: float, delta: float, norm_bound: float) -> None:
    p = ParameterCheck(epsilon=epsilon, delta=delta, norm_bound=norm_bound)
    multiplier = mechanism(p).noise / (2 * norm_bound)
    assert delta_of(multiplier, epsilon) <= delta < delta_of(0.999 * multiplier, epsilon)


@pytest.mark.parametrize(("neighbours", "distance"), [("zero_out", 1.0), ("replace_one", 2.0)])
def test_central_noise_belongs_to_the_mean(neighbours: str, distance: float) -> None:
    p = MEAN.replace(neighbours=neighbours, clients=400, norm_bound=3.0)
    m = mechanism(p)
    multiplier = m.error / (distance * 3.0 / 400)
    assert m.error == pytest.approx(m.noise / 20)
    assert delta_of(multiplier, 1.0) <= 1e-6 < delta_of(0.999 * multiplier, 1.0)
    assert m.central.epsilon == pytest.approx(1.0) and m.central.notion == "central"
    assert delta_of(m.noise / 6.0, m.local.epsilon) <= 1e-6 < delta_of(m.noise / 6.0, 0.999 * m.local.epsilon)


def test_laplace_and_categories_are_pure() -> None:
    laplace = mechanism(ParameterCheck(task="laplace", dimension=3, epsilon=2.0, norm_bound=5.0))
    assert laplace.noise == pytest.approx(0.2) and laplace.local.delta == 0
    assert laplace.error**2 * 3 == pytest.approx(3 * 4 / 0.2**2)  # E‖z − x‖² = d(d+1)/ε²
    report = mechanism(ParameterCheck(task="categories", categories=4, epsilon=math.log(3), clients=100))
    keep, other = 3 / 6, 1 / 6
    assert report.error == pytest.approx(math.sqrt(keep * (1 - keep) / 100) / (keep - other))
    assert report.local.epsilon == pytest.approx(math.log(3)) and report.local.delta == 0


@pytest.mark.parametrize("limit", [0.5, 3.0, 40.0])
def test_epsilon_for_a_local_limit_is_on_the_private_side(limit: float) -> None:
    p = MEAN.replace(clients=100)
    epsilon = epsilon_for_local(p, limit)
    reached = mechanism(p.replace(epsilon=round_down(epsilon))).local.epsilon
    assert 0.97 * limit < reached <= limit * (1 + 1e-9)


# --- The choice ------------------------------------------------------------------------------------------------------

CASES = [
    {},
    {"dimension": 1000},
    {"dimension": 7, "epsilon": 8.0, "decoder_epsilon": 30.0, "time_budget": 0.1},
    {"task": "laplace", "dimension": 3, "epsilon": 8.0, "decoder_epsilon": 20.0},
    {"task": "categories", "categories": 50, "epsilon": 3.0, "decoder_epsilon": 9.0},
    {"task": "mean", "dimension": 300, "decoder_epsilon": math.inf, "choose_alpha": False},
    {"task": "mean", "dimension": 300, "target": "local"},
]


@pytest.mark.parametrize("changes", CASES, ids=str)
def test_choice_keeps_limit_and_budget_and_nothing_compared_is_better(changes: dict[str, Any]) -> None:
    p = ParameterCheck(**changes)
    s = solve(p)
    if p.guarded:
        assert decoder_guarantee(s.settled, s.alpha, s.option.chunk).epsilon <= p.decoder_epsilon
    assert s.fits and s.option.seconds <= p.seconds
    within = [bits for option, bits in zip(s.options, s.option_bits, strict=True) if option.seconds <= p.seconds]
    assert s.bits <= 1.005 * min(within)
    faster = [bits for option, bits in zip(s.options, s.option_bits, strict=True) if option.seconds < s.option.seconds]
    assert not faster or min(faster) > 1.005 * min(within)
    assert s.bits < s.code_bound and s.refined <= s.bound
    assert sum(piece.size * piece.copies for piece in s.option.pieces) == (p.dimension if p.vector else 1)


def test_frontier_by_comparing_all_pairs() -> None:
    s = solve(ParameterCheck(dimension=300, epsilon=6.0, decoder_epsilon=30.0))
    points = [(option.seconds, bits) for option, bits in zip(s.options, s.option_bits, strict=True)]
    for place, (seconds, bits) in enumerate(points):
        beaten = any(other[0] <= seconds and other[1] <= bits and other != (seconds, bits) for other in points)
        assert s.frontier[place] is np.bool_(not beaten)


def test_more_time_never_costs_bits_and_a_looser_limit_neither() -> None:
    p = ParameterCheck(dimension=500, epsilon=5.0, decoder_epsilon=20.0)
    by_time = [solve(p.replace(time_budget=budget)).bits for budget in (0.5, 2.0, 20.0, 200.0)]
    by_limit = [solve(p.replace(decoder_epsilon=limit)).bits for limit in (11.0, 14.0, 20.0, 60.0, math.inf)]
    for sequence in (by_time, by_limit):
        assert all(later <= 1.011 * earlier for earlier, later in pairwise(sequence))


@pytest.mark.parametrize("limit", [1.3, 2.1, 4.0, 5.3331, 77.7])
def test_alpha_is_the_largest_on_the_private_side(limit: float) -> None:
    p = ParameterCheck(epsilon=1.0, decoder_epsilon=limit)
    alpha = solve(p).alpha
    assert decoder_guarantee(p, alpha).epsilon <= limit < decoder_guarantee(p, 1.002 * alpha).epsilon


def test_given_settings_are_used_as_they_are() -> None:
    p = ParameterCheck(
        dimension=60, choose_alpha=False, alpha=3.0, choose_chunk=False, chunk=25, proposal="own", proposal_scale=0.5,
        code="elias_delta",
    )  # fmt: skip
    s = solve(p)
    assert (s.alpha, s.code, s.option.chunk, s.option.scale) == (3.0, "elias_delta", 25, 0.5) and len(s.options) == 1
    assert [(piece.size, piece.copies) for piece in s.option.pieces] == [(25, 2), (10, 1)]


def test_paper_proposals() -> None:
    gaussian = solve(ParameterCheck(dimension=50, proposal="paper", choose_chunk=False, chunk=50))
    noise = mechanism(ParameterCheck(dimension=50)).noise
    assert gaussian.option.log_ratio == pytest.approx(25 * math.log1p(1 / (50 * noise**2)) + 25)
    assert gaussian.option.divergence == pytest.approx(25 * math.log2(1 + 1 / (50 * noise**2)))
    p = ParameterCheck(task="laplace", dimension=4, epsilon=6.0, proposal="paper", choose_alpha=False)
    laplace = solve(p)
    length = laplace.option.divergence + ppr_overhead_bits(2.0)
    size = laplace_metric_size(dimension=4, epsilon=3.0, norm_bound=1.0, alpha=2.0).value
    assert length + math.log2(length + 1) + 2 == pytest.approx(size)
    assert math.isinf(laplace.option.log_ratio)


@given(value=st.floats(1e-9, 1e9), digits=st.integers(1, 8))
def test_rounding_down(value: float, digits: int) -> None:
    rounded = round_down(value, digits)
    assert rounded <= value < rounded * (1 + 10.0 ** (1 - digits)) * (1 + 1e-9)
    assert float(f"{rounded:.{digits - 1}e}") == rounded


# --- Findings and fixes ----------------------------------------------------------------------------------------------

WHOLE = MEAN.replace(dimension=2, choose_chunk=False, chunk=2, epsilon=0.1, time_budget=1000.0)  # one index a report
WRONG = {
    "ratio": [
        ParameterCheck(proposal="paper", choose_chunk=False, chunk=50),
        ParameterCheck(task="laplace", dimension=3, proposal="paper"),
    ],
    "decoder": [
        ParameterCheck(choose_alpha=False, alpha=5.0),
        ParameterCheck(choose_alpha=False, alpha=math.inf),
        ParameterCheck(epsilon=5.0),
        ParameterCheck(task="mean", clients=100),
        ParameterCheck(task="mean", clients=100_000, decoder_epsilon=0.001),
        ParameterCheck(task="categories", epsilon=0.01, decoder_epsilon=0.001),
        ParameterCheck(decoder_epsilon=math.inf),
    ],
    "time": [
        ParameterCheck(epsilon=8.0, decoder_epsilon=40.0, choose_chunk=False, chunk=100, time_budget=1.0),
        ParameterCheck(task="laplace", dimension=1, epsilon=20.0, decoder_epsilon=80.0, time_budget=0.01),
    ],
    "bits": [
        ParameterCheck(choose_chunk=False, chunk=1, bit_budget=20.0),
        ParameterCheck(bit_budget=1.5),
        ParameterCheck(code="zipf_shannon", choose_alpha=False, alpha=1.05, bit_budget=10.0),
    ],
    "plain": [
        ParameterCheck(task="laplace", dimension=1, choose_alpha=False, alpha=1.02),
        ParameterCheck(choose_chunk=False, chunk=1, choose_alpha=False, alpha=1.02),
    ],
    "delta": [ParameterCheck(clients=2_000, delta=1e-3), ParameterCheck(clients=3, delta=0.1).replace(clients=999)],
    "weak": [ParameterCheck(epsilon=25.0, decoder_epsilon=100.0)],
    "alpha": [ParameterCheck(choose_alpha=False, alpha=1.05), ParameterCheck(decoder_epsilon=1.3)],
    "corollary": [WHOLE, WHOLE.replace(neighbours="replace_one"), MEAN.replace(target="local")],
    "promise": [ParameterCheck(epsilon=8.0, decoder_epsilon=32.0), ParameterCheck(epsilon=30.0, decoder_epsilon=120.0)],
}


@pytest.mark.parametrize(("key", "p"), [(key, p) for key, cases in WRONG.items() for p in cases])
def test_one_click_puts_it_right(key: str, p: ParameterCheck) -> None:
    wrong = found(p, key)
    assert wrong.light in ("red", "amber") and any(character.isdigit() for character in wrong.text.replace("10⁷", ""))
    assert wrong.fix is not None
    right = found(wrong.fix.apply(p), key)
    assert right is None or right.light == "green", (wrong.fix, right)


@pytest.mark.parametrize("epsilon", [0.001, 0.01, 0.3])
@pytest.mark.parametrize("task", ["gaussian", "laplace", "categories", "mean"])
def test_a_small_epsilon_is_no_warning(task: str, epsilon: float) -> None:
    p = ParameterCheck(task=task, epsilon=epsilon, decoder_epsilon=4 * epsilon, target="local", dimension=10)
    keys = {finding.key for finding in findings(p, solve(p)) if finding.light != "green"}
    # At a local target Corollary 12 may still ask for a little more noise than the tight calibration gives.
    assert keys <= ({"corollary"} if task == "mean" else set())


def test_delta_is_compared_with_one_over_n_inclusively() -> None:
    assert found(ParameterCheck(clients=1000, delta=1e-3), "delta").light == "green"
    assert found(ParameterCheck(clients=1001, delta=1e-3), "delta").light == "red"
    assert found(ParameterCheck(task="laplace", clients=1001, delta=1e-3), "delta").light == "red"  # of the decoder
    assert found(ParameterCheck(task="laplace", clients=1001, delta=1e-3, trusted="server"), "delta") is None


def test_corollary_12_applies_exactly_where_its_condition_holds() -> None:
    p = WHOLE.replace(clients=500)
    fix = found(p, "corollary").fix.apply(p)
    condition = 2 * math.sqrt(2 * math.log(1.25 / p.delta))  # two inputs 2C apart, classical mechanism, ε = 1
    assert mechanism(fix).noise > condition
    assert mechanism(fix.replace(epsilon=1.02 * fix.epsilon)).noise < condition
    guarantee = classical_local(fix, 2.0)
    assert guarantee.epsilon == pytest.approx(4 * condition / mechanism(fix).noise) and guarantee.epsilon <= 4
    assert guarantee.delta == 2e-6
    assert "0.0447" in found(p, "corollary").text


def test_renyi_guarantee_is_the_best_order_and_no_better_than_the_tight_one() -> None:
    epsilon = renyi_local(MEAN, 2.0).epsilon
    ratio = 2 / mechanism(MEAN).noise
    orders = 1 + np.geomspace(1e-3, 1e3, 4001)
    grid = orders * ratio**2 / 2 - (np.log(orders) + math.log(1e-6)) / (orders - 1) + np.log1p(-1 / orders)
    assert epsilon == pytest.approx(4 * grid.min(), rel=1e-5)
    assert epsilon >= 4 * mechanism(MEAN).local.epsilon


def test_claims_name_their_sources_and_conditions() -> None:
    listed = claims(ParameterCheck(task="laplace", dimension=2, epsilon=2.0), 1.5, 2)
    by_source = {claim.source: claim for claim in listed}
    assert by_source["ppr.theorem7"].guarantee.epsilon == pytest.approx(6.0)
    assert by_source["ppr.theorem9"].guarantee.epsilon == pytest.approx(3.0)  # ε = 1 for each unit of distance
    assert by_source["ppr.theorem10"].guarantee is None and "α ≤ 1 +" in by_source["ppr.theorem10"].note
    by_source = {claim.source: claim for claim in claims(ParameterCheck(), 2.0, 100)}
    approximate, exact = (by_source[source].guarantee for source in ("ppr.theorem8", "ppr.renyi"))
    assert (approximate.epsilon, approximate.delta) == (pytest.approx(4.0), 2e-6)
    assert (exact.epsilon, exact.delta) == (pytest.approx(2.506, abs=1e-3), 2e-6)


# --- The result ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", CASES[:6], ids=str)
def test_simulation_agrees_with_the_law_and_the_bound(changes: dict[str, Any]) -> None:
    p = ParameterCheck(**{"time_budget": 5.0} | changes, samples=2_000)
    result = run(p)
    assert abs(result.bits.value - result.solution.bits) < 4 * result.bits.error
    assert result.bits.value < result.solution.code_bound + 4 * result.bits.error
    assert result.bits.value < plain_bits(p)
    assert result.seconds.value > 0 and "time" in {quantity.key for quantity in EXPERIMENT.tell(result).quantities}


def test_times_stay_out_of_the_table() -> None:
    p = ParameterCheck()
    tables = [table_to_csv(run(p).table(), p, "0") for _ in range(2)]
    assert tables[0] == tables[1]
    assert table_to_csv(run(p.replace(seed=2)).table(), p, "0") != tables[0]
    assert "perf" not in EXPERIMENT.snippet(p) and "time" not in EXPERIMENT.snippet(p)


def test_nothing_is_simulated_where_no_encoder_can_run() -> None:
    result = run(WRONG["ratio"][0])
    assert result.bits is None and result.seconds is None
    assert [quantity.key for quantity in EXPERIMENT.tell(result).quantities[:2]] == ["bits", "bound"]
    assert EXPERIMENT.tell(result).finding.startswith("Not like this.")
    assert cost(WRONG["ratio"][0]).seconds < 0.1


@pytest.mark.parametrize("case", [p for cases in WRONG.values() for p in cases] + [ParameterCheck(**c) for c in CASES])
def test_report_and_data_say_the_same(case: ParameterCheck) -> None:
    result = run(dataclasses.replace(case, samples=20))
    shown, plain = (tell(result, EXPERIMENT.tell(result)) for tell in (text, data))
    assert EXPERIMENT.tell(result).finding in shown and plain["verdict"] == EXPERIMENT.tell(result).finding
    assert [one["light"] for one in plain["findings"]] == sorted(
        (one["light"] for one in plain["findings"]), key=("red", "amber", "green").index
    )
    for one in plain["findings"]:
        assert one["text"] in shown
        if one["fix"]:
            assert result.parameters.replace(**one["fix"]["changes"]) != result.parameters
    assert "nan" not in shown and "inf" not in shown.replace("infinite", "")
    used = [row for row in plain["frontier"] if row["used"]]
    assert len(used) <= 1
    assert bits_at(result.solution.option, result.solution.alpha, result.solution.code) == plain["bits"]["expected"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.0, "1"), (2.5, "2.5"), (1e-6, "10⁻⁶"), (2e-6, "2·10⁻⁶"), (0.0447, "0.0447"), (1200.0, "1200"), (100.0, "100"),
     (1.2e9, "1.2·10⁹"), (math.inf, "∞"), (0.0, "0"), (20.0, "20")],
)  # fmt: skip
def test_numbers_in_sentences(value: float, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize("preset", EXPERIMENT.presets)
def test_pictures_hold_what_was_found(preset: str) -> None:
    result = run(EXPERIMENT.presets[preset][0])
    time, alpha = picture(result), alpha_picture(result)
    used = result.solution.option
    assert not result.has_trade or len(result.solution.options) > 2
    if result.runnable.all():
        assert time.used == (pytest.approx(1000 * used.seconds), pytest.approx(result.solution.bits))
        assert np.all(np.diff(time.frontier[0]) > 0) and np.all(np.diff(time.frontier[1]) < 0)
    for values, (low, high) in ((time.compared[0], time.times), (time.compared[1], time.bits)):
        assert low < values.min() and values.max() < high
    for shown in (time.simulated, alpha.simulated):
        assert not shown or (shown[1], shown[2]) == (result.bits.value, result.bits.error)
    assert np.all(np.diff(result.alpha_epsilon) > 0) and np.all(result.alpha_bits <= result.alpha_bound)
    place = np.flatnonzero(result.alphas == result.solution.alpha)
    assert result.alpha_bound[place] == pytest.approx(result.solution.code_bound)
