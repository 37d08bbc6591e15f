"""The check of a choice of parameters: calibration, estimates, the choice itself, findings and their fixes."""

from __future__ import annotations

import dataclasses
import math
import pickle
from typing import Any

import numpy as np
import pytest

from ppr_core.experiments.contract import table_to_csv
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck, alpha_picture, picture
from ppr_core.experiments.parameter_check.finding import Finding
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.report import data, scheme_rows, text
from ppr_core.experiments.parameter_check.run import cost, run
from ppr_core.planning import (
    bits_at,
    classical_local,
    mechanism,
    solve,
)
from ppr_core.wording import number

MEAN = ParameterCheck(task="mean", dimension=200, clients=500, choose_alpha=False, decoder_epsilon=math.inf)


def found(p: ParameterCheck, key: str) -> Finding | None:
    return {finding.key: finding for finding in findings(p, solve(p.setup))}.get(key)


CASES = [
    {},
    {"dimension": 1000},
    {"dimension": 7, "epsilon": 8.0, "decoder_epsilon": 30.0, "time_budget": 0.1},
    {"task": "laplace", "dimension": 3, "epsilon": 8.0, "decoder_epsilon": 20.0},
    {"task": "categories", "categories": 50, "epsilon": 3.0, "decoder_epsilon": 9.0},
    {"task": "mean", "dimension": 300, "decoder_epsilon": math.inf, "choose_alpha": False},
    {"task": "mean", "dimension": 300, "target": "local"},
]


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
    keys = {finding.key for finding in findings(p, solve(p.setup)) if finding.light != "green"}
    # At a local target Corollary 12 may still ask for a little more noise than the tight calibration gives.
    assert keys <= ({"corollary"} if task == "mean" else set())


def test_delta_is_compared_with_one_over_n_inclusively() -> None:
    assert found(ParameterCheck(clients=1000, delta=1e-3), "delta").light == "green"
    assert found(ParameterCheck(clients=1001, delta=1e-3), "delta").light == "red"
    assert found(ParameterCheck(task="laplace", clients=1001, delta=1e-3), "delta").light == "green"  # which has none
    large = ParameterCheck(task="laplace", clients=1001, decoder_delta=1e-3)
    assert found(large, "delta").light == "red" and "δ′" in found(large, "delta").text
    both = found(ParameterCheck(clients=1001, delta=2e-3, decoder_delta=1e-2), "delta")
    assert both.fix.apply(large).decoder_delta == both.fix.apply(large).delta == 0.000999


def test_what_is_pointless_has_a_fix_or_cannot_be_shorter() -> None:
    for p in (
        ParameterCheck(task="laplace", dimension=1, choose_alpha=False, alpha=1.02),
        ParameterCheck(task="categories", categories=4, decoder_epsilon=1.5),
        ParameterCheck(task="categories", categories=16, choose_alpha=False, alpha=1.1, trusted="server"),
    ):
        pointless = found(p, "plain")
        assert pointless.light != "green" and pointless.fix is not None
        assert found(pointless.fix.apply(p), "plain").light == "green"
    binary = found(ParameterCheck(task="categories", categories=2, trusted="server"), "plain")
    assert binary.fix is None and binary.text.endswith("No index takes less than one bit: send the output as it is.")


def test_nothing_passes_below_a_limit_that_is_broken() -> None:
    p = ParameterCheck(task="categories", categories=50, clients=10_000, decoder_epsilon=1.0)
    assert found(p, "decoder").light == "red" and found(p, "promise") is None
    assert found(p.replace(decoder_epsilon=8.0), "promise").light == "green"


def test_a_mean_whose_reports_tell_too_much_is_offered_trust_first() -> None:
    wrong = found(ParameterCheck(task="mean"), "decoder")
    assert "needs more trust" in wrong.text and wrong.fix.label == "Trust secure aggregation"
    small = found(ParameterCheck(task="mean", clients=2, epsilon=0.01, delta=1e-9, decoder_epsilon=0.001), "decoder")
    assert small.fix.label == "Trust the server", "the sum does not fit"


@pytest.mark.parametrize(("trusted", "bits"), [("aggregation", 1024 * 19.0), ("shuffling", 3.177)])
def test_a_mean_is_answered_with_the_model_that_works_and_its_price(trusted: str, bits: float) -> None:
    result = EXPERIMENT.run(ParameterCheck(task="mean", dimension=1000, clients=500, trusted=trusted))
    story = EXPERIMENT.tell(result)
    tiles = {one.key: one.value for one in story.quantities}
    assert tiles["bits"] == pytest.approx(bits, rel=1e-3) and tiles["central"] <= 1.0
    assert f"{number(result.price, 3)} times a trusted server’s" in story.finding and tiles["price"] == result.price
    assert result.choice.best is result.checked and not result.problems
    assert result.price == pytest.approx({"aggregation": 1.0744, "shuffling": 5.083}[trusted], rel=1e-3)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"task": "gaussian"}, "only a mean with a central target can be shuffled or added up"),
        ({"target": "local"}, "only a mean with a central target can be shuffled or added up"),
        ({"clients": 2, "epsilon": 0.01, "delta": 1e-9}, "the sum of 2 clients needs more than 30 bits"),
    ],
)
def test_trust_that_does_not_serve_is_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ParameterCheck(**{"task": "mean", "trusted": "aggregation"} | changes)


@pytest.mark.parametrize("trusted", ["shuffling", "aggregation"])
def test_one_client_in_a_trust_model(trusted: str) -> None:
    """Nothing hides one client: its report keeps ε, and its sum has the noise of a release."""
    result = EXPERIMENT.run(ParameterCheck(task="mean", clients=1, dimension=20, trusted=trusted, delta=1e-6))
    assert EXPERIMENT.tell(result).finding and result.told.reader.epsilon <= 1.0


def test_one_error_in_tile_table_verdict_and_json() -> None:
    for p in (ParameterCheck(task="categories", categories=1000, epsilon=2.0), ParameterCheck(task="laplace")):
        result = EXPERIMENT.run(p.replace(samples=20))
        story = EXPERIMENT.tell(result)
        tile = next(one.value for one in story.quantities if one.key == "error")
        checked = result.choice.schemes[0]
        assert tile == checked.error == data(result, story)["error"]["value"]
        assert data(result, story)["schemes"][0]["error"] == checked.error
        assert f"{number(checked.error)}" in scheme_rows(result)[0]


def test_tiles_are_told_at_the_one_delta() -> None:
    result = EXPERIMENT.run(
        ParameterCheck(task="laplace", epsilon=2.0, choose_alpha=False, alpha=1.3, decoder_delta=2e-6, samples=20)
    )
    tiles = {one.key: one for one in EXPERIMENT.tell(result).quantities}
    assert tiles["local"].value == pytest.approx(0.771, abs=1e-3)
    assert tiles["local"].value < tiles["decoder"].value
    assert all("failure chance 2·10⁻⁶" in tiles[key].label for key in ("local", "decoder"))
    assert "average at most" in tiles["bound"].label


def test_links_of_the_first_version_keep_twice_their_delta() -> None:
    assert EXPERIMENT.renewed({"delta": 1e-4}, {}) == {"delta": 1e-4, "decoder_delta": 2e-4}
    assert EXPERIMENT.renewed({"epsilon": 2.0}, {}) == {"epsilon": 2.0}
    assert EXPERIMENT.renewed({"delta": 0.09}, {})["decoder_delta"] == 0.1


def test_corollary_12_applies_exactly_where_its_condition_holds() -> None:
    p = WHOLE.replace(clients=500)
    fix = found(p, "corollary").fix.apply(p)
    condition = 2 * math.sqrt(2 * math.log(1.25 / p.delta))  # two inputs 2C apart, classical mechanism, ε = 1
    assert mechanism(fix.setup).noise > condition
    assert mechanism(fix.replace(epsilon=1.02 * fix.epsilon).setup).noise < condition
    guarantee = classical_local(fix.setup, 2.0)
    assert guarantee.epsilon == pytest.approx(4 * condition / mechanism(fix.setup).noise) and guarantee.epsilon <= 4
    assert guarantee.delta == 2e-6
    assert "0.0447" in found(p, "corollary").text


# --- The result ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", CASES[:6], ids=str)
def test_simulation_agrees_with_the_law_and_the_bound(changes: dict[str, Any]) -> None:
    p = ParameterCheck(**{"time_budget": 5.0} | changes, samples=2_000)
    result = run(p)
    assert abs(result.bits.value - result.solution.bits) < 4 * result.bits.error
    assert result.bits.value < result.solution.code_bound + 4 * result.bits.error
    assert result.bits.value < result.plain_bits
    assert result.seconds.value > 0 and "time" in {quantity.key for quantity in EXPERIMENT.tell(result).quantities}


@pytest.mark.parametrize("task", ParameterCheck.specs()["task"].choices)
def test_every_task_travels_to_another_process_and_back(task: str) -> None:
    p = ParameterCheck(task=task, samples=ParameterCheck.specs()["samples"].low)
    assert pickle.loads(pickle.dumps(p)) == p
    there = pickle.loads(pickle.dumps(EXPERIMENT.run(p)))
    assert there.parameters == p and EXPERIMENT.tell(there).finding == EXPERIMENT.tell(EXPERIMENT.run(p)).finding


def test_times_stay_out_of_the_table() -> None:
    p = ParameterCheck()
    tables = [table_to_csv(run(p).table(), p, "0") for _ in range(2)]
    assert tables[0] == tables[1]
    assert table_to_csv(run(p.replace(seed=2)).table(), p, "0") != tables[0]
    assert "perf" not in EXPERIMENT.snippet(p) and "time" not in EXPERIMENT.snippet(p)


def test_nothing_is_simulated_where_no_encoder_can_run() -> None:
    result = run(WRONG["ratio"][0])
    assert result.bits is None and result.seconds is None
    keys = [quantity.key for quantity in EXPERIMENT.tell(result).quantities]
    assert keys[0] == "bits" and "bound" in keys and not {"time", "simulated"} & set(keys)
    assert EXPERIMENT.tell(result).finding.startswith("These settings break a limit.")


def test_the_cost_is_said_without_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server predicts costs itself: a class that moves at once would wait for a search each."""
    monkeypatch.setitem(cost.__globals__, "solve", None)
    assert cost(ParameterCheck()).seconds < 0.5


@pytest.mark.parametrize("case", [cases[0] for cases in WRONG.values()] + [ParameterCheck(**c) for c in CASES])
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


# --- ε by risk -------------------------------------------------------------------------------------------------------


def test_a_limited_risk_sets_epsilon_and_says_so() -> None:
    p = ParameterCheck(task="laplace", dimension=1, trusted="server", limit_by="right_guesses", risk=75.0, samples=20)
    assert p.setup.epsilon == pytest.approx(2 * math.log(2), rel=2e-3)  # 1 − e^{−ε/2} = ½
    assert {"epsilon", "decoder_epsilon", "false_alarms"} <= set(p.unused())
    result = EXPERIMENT.run(p)
    told = EXPERIMENT.tell(result)
    assert told.notices[0] == (
        "Between two equally likely inputs a reader of the report guesses right 75 times in 100 at most, at ε = 1.386."
    )
    assert result.mechanism.local.epsilon == p.setup.epsilon
    assert {"risk", "false_alarms"} <= set(p.replace(limit_by="epsilon").unused())


def test_risks_that_guessing_reaches_and_laws_that_are_not_at_hand_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^risk must be more than 50 in 100, which need no look; got 40\.$"):
        ParameterCheck(limit_by="right_guesses", risk=40.0)
    with pytest.raises(ValueError, match=r"^alpha must be at most 100 where the risk from the decoder is limited"):
        ParameterCheck(limit_by="advantage", choose_alpha=False, alpha=math.inf)
    declared = ParameterCheck(task="geometric", limit_by="advantage")
    assert declared.setup.epsilon == 1.0 and "limit_by" in declared.unused()
