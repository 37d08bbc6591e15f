"""The check of a PrivUnit report: closed forms in space, the choice of the split, findings, report and command line."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from ppr_core.__main__ import main
from ppr_core.channels import PrivUnitChannel
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck
from ppr_core.experiments.parameter_check.finding import Finding
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.report import data, text
from ppr_core.experiments.parameter_check.run import run
from ppr_core.guarantees import ppr_overhead_bits
from ppr_core.planning import claims, decoder_guarantee, mechanism, solve

REPORT = ParameterCheck(
    task="privunit", choose_reports=False, dimension=100, clients=1000, epsilon=4.0, decoder_epsilon=16.0, samples=200
)


def found(p: ParameterCheck, key: str) -> Finding | None:
    return {finding.key: finding for finding in findings(p, solve(p.setup))}.get(key)


@pytest.mark.parametrize("epsilon", [0.5, 2.0, 7.0])
def test_in_space_everything_by_hand(epsilon: float) -> None:
    """d = 3: ⟨x, z⟩ is uniform under Q, so γ = m = tanh(ε/4), c1 = e^{ε/2}, c2 = e^{−ε/2}, p = 1/(1 + e^{−ε/2}).

    Error 1/m² − 1 = 1/sinh²(ε/4); KL = (ε/2) tanh(ε/4) nats.
    """
    p = REPORT.replace(dimension=3, epsilon=epsilon, decoder_epsilon=5 * epsilon, clients=400)
    s = solve(p.setup)
    m = mechanism(s.settled)
    assert m.error == pytest.approx(1 / math.sinh(epsilon / 4) ** 2, rel=1e-9)
    assert m.mean_error == pytest.approx(m.error / 400)
    assert (m.local.epsilon, m.local.delta, m.local.notion) == (pytest.approx(epsilon), 0.0, "local")
    assert decoder_guarantee(s.settled, s.alpha).epsilon <= 5 * epsilon and s.alpha >= 2.5
    assert s.option.log_ratio == pytest.approx(epsilon / 2)
    divergence = epsilon / 2 * math.tanh(epsilon / 4) / math.log(2)
    assert s.option.divergence == pytest.approx(divergence)
    assert s.bound == pytest.approx(divergence + ppr_overhead_bits(s.alpha))
    decoder = {claim.source: claim for claim in claims(s.settled, s.alpha, 3)}["ppr.theorem7"].guarantee
    assert (decoder.epsilon, decoder.delta) == (pytest.approx(2 * s.alpha * epsilon), 0.0)


@pytest.mark.parametrize("epsilon", [0.5, 2.0, 7.0])
def test_hemisphere_by_hand(epsilon: float) -> None:
    """d = 3: the mean of ⟨x, z⟩ over a hemisphere is ½, so m = tanh(ε/2)/2; r* = 2/(1 + e^{−ε})."""
    p = REPORT.replace(dimension=3, epsilon=epsilon, split="hemisphere")
    assert mechanism(p.setup).error == pytest.approx(4 / math.tanh(epsilon / 2) ** 2 - 1)
    assert solve(p.setup).option.log_ratio == pytest.approx(math.log(2 / (1 + math.exp(-epsilon))))
    assert mechanism(p.setup).local.source == "privunit.hemisphere"


def test_the_default_split_promises_what_it_reaches() -> None:
    p = REPORT.replace(split="default", epsilon=8.0)
    reached = PrivUnitChannel(dimension=100, epsilon=8.0, split="default").privacy().epsilon
    assert 6.0 < mechanism(p.setup).local.epsilon == reached < 8.0
    assert "The split uses 7.2" in found(p, "split").text
    assert solve(p.setup).alpha > 16.0 / (2 * reached)
    assert mechanism(p.setup).local.source == "privunit.split"


def test_the_chosen_split_has_the_least_error_that_the_budgets_allow() -> None:
    p = REPORT.replace(epsilon=9.0, decoder_epsilon=36.0)
    every = {name: p.replace(split=name) for name in ("optimized", "default", "hemisphere")}
    errors = {name: mechanism(q.setup).error for name, q in every.items()}
    assert sorted(errors, key=errors.get) == list(every)
    milliseconds = {name: 1000 * solve(q.setup).option.seconds for name, q in every.items()}
    bits = {name: solve(q.setup).bits for name, q in every.items()}
    for budget in (0.01, 1.0, 100.0):
        for most in (5.0, 12.0, math.inf):
            q = p.replace(time_budget=budget, bit_budget=most)
            allowed = [name for name in every if milliseconds[name] <= budget and bits[name] <= most]
            s = solve(q.setup)
            assert s.option.split == min(allowed, key=errors.get, default="hemisphere") and len(s.options) == 3
            assert mechanism(s.settled).error == errors[s.option.split]
    assert {solve(p.replace(time_budget=b).setup).option.split for b in (0.01, 1.0, 100.0)} == set(every)


@pytest.mark.parametrize(
    ("key", "p"),
    [
        ("split", REPORT.replace(split="hemisphere")),
        ("split", REPORT.replace(split="default", epsilon=8.0)),
        ("split", REPORT.replace(epsilon=9.0, time_budget=1.0)),
        ("split", REPORT.replace(epsilon=4.0, bit_budget=4.0)),
        ("split", REPORT.replace(epsilon=9.0, time_budget=1.0, bit_budget=8.0)),
        ("split", REPORT.replace(epsilon=25.0, decoder_epsilon=100.0)),
        ("ratio", REPORT.replace(epsilon=25.0, decoder_epsilon=100.0, split="optimized", time_budget=math.inf)),
        ("time", REPORT.replace(epsilon=12.0, split="optimized", time_budget=1.0)),
        ("bits", REPORT.replace(epsilon=9.0, split="optimized", bit_budget=9.0)),
        ("decoder", REPORT.replace(decoder_epsilon=4.0)),
        ("decoder", REPORT.replace(choose_alpha=False, alpha=3.0)),
        ("weak", REPORT.replace(epsilon=25.0, decoder_epsilon=100.0)),
        ("plain", REPORT.replace(dimension=2, choose_alpha=False, alpha=1.01)),
        ("alpha", REPORT.replace(choose_alpha=False, alpha=1.05)),
    ],
)
def test_one_click_puts_it_right(key: str, p: ParameterCheck) -> None:
    wrong = found(p, key)
    assert wrong.light in ("red", "amber") and wrong.fix is not None
    right = found(wrong.fix.apply(p), key)
    assert right is None or right.light == "green", (wrong.fix, right)


@pytest.mark.parametrize("epsilon", [0.001, 0.3, 4.0])
def test_everything_open_is_all_green(epsilon: float) -> None:
    p = REPORT.replace(epsilon=epsilon, decoder_epsilon=4 * epsilon)
    lights = {finding.key: finding.light for finding in findings(p, solve(p.setup))}
    assert {light for key, light in lights.items() if key != "promise"} == {"green"}
    assert lights["promise"] == ("amber" if epsilon > 2.5 else "green") and "corollary" not in lights


@pytest.mark.parametrize("split", ["auto", "optimized", "default", "hemisphere"])
def test_simulation_report_and_data(split: str) -> None:
    result = run(REPORT.replace(split=split, samples=1_000))
    assert abs(result.bits.value - result.solution.bits) < 4 * result.bits.error
    assert result.bits.value < result.solution.code_bound + 4 * result.bits.error
    assert result.seconds.value > 0
    shown, plain = (tell(result, EXPERIMENT.tell(result)) for tell in (text, data))
    used = "optimized" if split == "auto" else split
    assert plain["used"]["split"] == used and plain["used"]["indices"] == 1
    assert plain["error"] == {"value": result.mechanism.error, "of": "Squared error of a report",
                              "standard_error": None, "of_the_mean": result.mechanism.error / 1000}  # fmt: skip
    assert [row["split"] for row in plain["frontier"] if row["used"]] == [used]
    assert len(plain["frontier"]) == (3 if split == "auto" else 1)
    pieces = ("Squared error of the mean of 1000", "Splits compared", "Theorem 7")
    for piece in (*pieces, *(finding.text for finding in result.findings)):
        assert piece in shown
    assert "nan" not in shown
    keys = {quantity.key: quantity for quantity in EXPERIMENT.tell(result).quantities}
    assert keys["error"].value == 1000 * keys["mean_error"].value
    formula = EXPERIMENT.tell(result).formulas()[-1]
    assert formula.value == pytest.approx(1 / formula.symbols[-1].value ** 2 - 1, rel=1e-9)
    table = result.table()
    assert len(set(map(len, table.values()))) == 1 and np.all(table["squared_error"] > 0)


def test_snippet_prints_the_bits(capsys: pytest.CaptureFixture[str]) -> None:
    p = REPORT.replace(split="default")
    exec(compile(EXPERIMENT.snippet(p), "snippet", "exec"), {})
    assert capsys.readouterr().out == f"{run(p).solution.bits:.6g} bits for a report on average\n"


def test_fields_of_other_tasks_are_greyed() -> None:
    reasons = REPORT.unused()
    assert {"norm_bound", "proposal", "proposal_scale", "chunk", "choose_chunk", "categories"} <= set(reasons)
    assert "split" not in reasons and "dimension" not in reasons and "clients" not in reasons
    assert "split" in ParameterCheck().unused() and "reports" in ParameterCheck().unused()


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", "--task", "privunit", "--dimension", "50", "--epsilon", "3", "--samples", "20", "--json"]
    assert main([*arguments, "--split", "hemisphere"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["used"]["split"] == "hemisphere" and plain["parameters"]["decoder_epsilon"] == 12.0
    assert plain["error"]["value"] == PrivUnitChannel(dimension=50, epsilon=3.0, split="hemisphere").error_per_client
    on_a_sphere = "dimension must be at least 2 for a PrivUnit report, whose vectors lie on a sphere; got 1."
    for wrong, complaint in (
        (["--dimension", "1"], on_a_sphere),
        (["--split", "best"], "split must be one of auto, optimized, default, hemisphere; got 'best'."),
    ):
        assert main(["check", "--task", "privunit", *wrong]) == 2
        assert capsys.readouterr().err == complaint + "\n"
