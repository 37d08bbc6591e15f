"""``python -m ppr_core check``: the same answer as the page, as a table or as JSON; bad input is status 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ppr_core.__main__ import main
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck
from ppr_core.experiments.parameter_check.parameters import TASKS
from ppr_core.experiments.parameter_check.run import run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ["check", "--task", "gaussian", "--dimension", "1000", "--clients", "100000", "--epsilon", "1"]
EXAMPLE += ["--delta", "1e-6", "--samples", "20"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["check", *arguments]) == 0
    return capsys.readouterr().out


def test_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ppr_core", *EXAMPLE], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("A vector, Gaussian noise: A sane choice")
    for piece in (
        "PPR (Poisson private representation) sends only an index",
        "it sends 1 index",
        "Bits",
        "Encode",
        "Protects",
        "Theorem 8",
        "δ = 10⁻⁶",
        "Fewest bits at each speed",
    ):
        assert piece in done.stdout


def test_json_holds_what_the_experiment_finds(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, *EXAMPLE[1:], "--json"))
    result = run(ParameterCheck(dimension=1000, samples=20))
    assert found["parameters"] == result.parameters.values() | {"bit_budget": "inf"}
    assert found["verdict"] == EXPERIMENT.tell(result).finding
    assert found["bits"]["simulated"]["value"] == result.bits.value
    assert found["used"]["alpha"] == result.solution.alpha > 2.0
    assert {one["light"] for one in found["findings"]} == {"green"}
    assert [row["used"] for row in found["frontier"]].count(1) == 1
    assert found["encode_seconds"]["measured"]["value"] > 0


def test_table_and_json_agree(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--clients", "2000", "--delta", "0.001", "--samples", "20"]
    table, found = printed(capsys, *arguments), json.loads(printed(capsys, *arguments, "--json"))
    for finding in found["findings"]:
        assert finding["text"] in table
    assert found["findings"][0]["fix"]["changes"] == {"delta": 0.0005}
    assert "[Set δ = 5·10⁻⁴]" in table


def test_every_scheme_is_held_to_the_limit_or_says_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--task", "mean", "--decoder-epsilon", "4", "--samples", "20"]
    table, found = printed(capsys, *arguments), json.loads(printed(capsys, *arguments, "--json"))
    checked, *others = found["schemes"]
    assert checked["own_epsilon"] == 1 and checked["decoder_epsilon"] > 4 and "decoder_epsilon" in checked["breaks"]
    models = {
        one["scheme"]: one["breaks"] for one in others if one["scheme"].startswith(("Priv", "Shuffled", "Secure"))
    }
    assert list(models.values()) == [[], ["trusted"], ["trusted"]]
    for scheme in others:
        if scheme["scheme"] in models:
            continue
        held = scheme["scheme"] != "CSGM"
        assert (scheme["own_epsilon"] < 1) == held == (not scheme["breaks"])
        assert not held or 3.9 < scheme["decoder_epsilon"] <= 4 * (1 + 1e-9)
    assert [one["scheme"] for one in found["schemes"] if one["best"]] == ["PrivUnit, Pseudorandom rejection"]
    assert ", as checked" in table and "no limit: the server sees entries" in table
    assert "The best scheme within all limits is PrivUnit, Pseudorandom rejection" in table
    endless = printed(capsys, *arguments, "--alpha", "inf")
    assert "no limit: no ε from 0.001 on holds ε′" in endless and "held to ε′" not in endless


def test_what_is_given_is_used_and_what_is_not_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    def used(*arguments: str) -> dict[str, object]:
        return json.loads(printed(capsys, *arguments, "--dimension", "60", "--samples", "20", "--json"))["used"]

    given = used("--alpha", "1.5", "--chunk", "30", "--code", "elias_delta")
    assert (given["alpha"], given["chunk"], given["code"]) == (1.5, 30, "elias_delta")
    assert used("--alpha", "auto", "--chunk", "auto") == used()
    assert used("--alpha", "inf", "--decoder-epsilon", "inf")["alpha"] == "inf"


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [(["--epsilon", "2"], 8.0), (["--task", "mean", "--trusted", "nobody", "--clients", "500"], 422.1),
     (["--task", "mean", "--target", "local"], 4.0),
     (["--decoder-epsilon", "7"], 7.0)],
)  # fmt: skip
def test_limit_for_the_decoder(arguments: list[str], limit: float, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(printed(capsys, *arguments, "--samples", "20", "--json"))["parameters"]["decoder_epsilon"]
    assert float(shown) == limit


def test_a_mean_is_first_of_a_trusted_server(capsys: pytest.CaptureFixture[str]) -> None:
    """Of whose reports even the uncompressed ones tell their receiver ε = 104, where the mean has 1."""
    found = json.loads(printed(capsys, "--task", "mean", "--samples", "20", "--json"))
    assert found["parameters"]["trusted"] == "server" and found["verdict"].startswith("A sane choice")
    guarded = json.loads(printed(capsys, "--task", "mean", "--decoder-epsilon", "4", "--samples", "20", "--json"))
    trust = next(one for one in guarded["findings"] if one["check"] == "decoder")
    assert trust["fix"] is not None and "needs more trust" in trust["text"]


@pytest.mark.parametrize("task", ["laplace", "gaussian", "privunit", "categories", "mean"])
def test_every_scheme_is_told_at_one_delta_and_no_decoder_learns_less(
    task: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, "--task", task, "--epsilon", "2", "--samples", "20", "--json"))
    for scheme in found["schemes"]:
        assert scheme["delta"] == 1e-6
        assert float(scheme["decoder_epsilon"]) >= float(scheme["reader_epsilon"])
        assert float(scheme["reader_pure_epsilon"]) >= float(scheme["reader_epsilon"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "--epsilon", "banana"], "epsilon must be a number at least 0.001 and at most 30; got 'banana'."),
        (["check", "--epsilon", "-1"], "epsilon must be a number at least 0.001 and at most 30; got -1."),
        (["check", "--epsilon", "nan"], "epsilon must be"),
        (
            ["check", "--task", "magic"],
            f"task must be one of {', '.join(TASKS)}; got 'magic'.",
        ),
        (["check", "--dimension", "2.5"], "dimension must be a whole number"),
        (["check", "--alpha", "1"], "alpha must be"),
        (["check", "--alpha", "1.000001"], "alpha must be so far above 1 that an index takes at most 100"),
        (["check", "--alpha", "Auto"], "alpha must be"),
        (["check", "--speed", "3"], "Unrecognized arguments: --speed 3. See: python -m ppr_core --help"),
        (["solve"], "Argument COMMAND: invalid choice"),
        ([], "The following arguments are required"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments)
    except SystemExit as leave:
        status = leave.code
    captured = capsys.readouterr()
    assert status == 2 and captured.out == ""
    assert captured.err.startswith(complaint) and captured.err.count("\n") == 1


def test_an_option_without_effect_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["check", "--samples", "20", "--dimension", "3"]
    assert main([*small, "--proposal-scale", "2", "--reports", "auto"]) == 0
    told = capsys.readouterr()
    assert told.err == "--proposal-scale has no effect. Used with --proposal own.\n" and told.out
    assert main([*small, "--proposal-scale", "2", "--proposal", "own"]) == 0
    assert capsys.readouterr().err == ""


def test_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leave:
        main(["check", "--help"])
    assert leave.value.code == 0
    shown = capsys.readouterr().out
    for name, spec in ParameterCheck.specs().items():
        assert (f"--{name.replace('_', '-')}" in shown) is (spec.kind != "flag")


def test_an_answer_needs_no_slow_import() -> None:
    """Each of them takes longer to import than most checks take to answer."""
    tasks = ("gaussian", "laplace", "privunit", "categories", "mean", "mean --trusted server")
    program = (
        "import sys; from ppr_core.__main__ import main\n"
        "slow = {'scipy.stats', 'scipy.optimize', 'scipy.interpolate', 'scipy.integrate', 'dp_accounting'}\n"
        "for task in sys.argv[1].split(','):\n"
        "    main([*sys.argv[2:], '--task', *task.split()])\n"
        "    print('imported for', task, sorted(slow & set(sys.modules)))"
    )
    arguments = [sys.executable, "-c", program, ",".join(tasks), *EXAMPLE]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True)
    found = [line for line in done.stdout.splitlines() if line.startswith("imported for")]
    assert found == [f"imported for {task} []" for task in tasks]


def test_a_closed_pipe_ends_quietly() -> None:
    """What ``| head -1`` does: the reader leaves before the table is out."""
    child = subprocess.Popen(
        [sys.executable, "-m", "ppr_core", *EXAMPLE], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    complaint = child.stderr.read()
    child.stderr.close()
    assert (child.wait(), complaint) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "bits"),
    [
        ("--task categories --categories 50 --epsilon 3 --alpha inf --decoder-epsilon inf --bit-budget 2.2", 2.61),
        ("--task mean --dimension 1000 --clients 500 --epsilon 1 --bit-budget 65 --trusted server", 75.6),
    ],
)
def test_a_budget_that_the_truth_exceeds_is_red(
    arguments: str, bits: float, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, *arguments.split(), "--samples", "20", "--json"))
    assert found["bits"]["expected"] == pytest.approx(bits, rel=0.01)
    assert [one["light"] for one in found["findings"] if one["check"] == "bits"] == ["red"]


def test_chunks_are_accounted_for_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    """The worst spread of a change over a hundred chunks, where Theorem 8's sum is 43.7."""
    arguments = "--task gaussian --dimension 100 --epsilon 1 --delta 1e-6 --chunk 1 --alpha 2 --samples 20 --json"
    arguments += " --decoder-delta 2e-6"
    found = json.loads(printed(capsys, *arguments.split()))
    by_source = {one["source"]: one["epsilon"] for one in found["guarantees"] if one["against"] == "decoder"}
    exact, sum_of_theorems = list(by_source.values())[:2]
    assert exact == pytest.approx(2.506, abs=1e-3) and sum_of_theorems == pytest.approx(43.7, abs=0.05)
    assert all(one["light"] == "green" for one in found["findings"])
