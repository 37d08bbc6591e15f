"""The experiment `your_mechanism`: what it says is what the science says, and the optimum can be taken over."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from ppr_core.__main__ import main
from ppr_core.channels import FiniteChannel, RandomizedResponseChannel
from ppr_core.diagnostics import chi_square_finite, output_law
from ppr_core.experiments import files
from ppr_core.experiments.contract import Cancelled
from ppr_core.experiments.your_mechanism import (
    EXPERIMENT,
    YourMechanismParameters,
    YourMechanismResult,
    data,
    described,
    taken,
)

SMALL = {"samples": 400}


def run(**changes: object) -> YourMechanismResult:
    return EXPERIMENT.run(YourMechanismParameters(**(SMALL | changes)))


@pytest.fixture(scope="module")
def default() -> YourMechanismResult:
    return EXPERIMENT.run(YourMechanismParameters())


def test_the_default_says_where_epsilon_is_attained_and_what_is_better(default: YourMechanismResult) -> None:
    story = EXPERIMENT.tell(default)
    assert default.known.epsilon == pytest.approx(math.log(3))
    assert "comes from the report “yes”: its probability is 0.6 for “has it” and 0.2 for “has not”" in story.notices[0]
    assert default.better.best == pytest.approx(0.4) and "gives 25 % more wrong reports" in story.finding
    assert default.sent.exact_bits == pytest.approx(default.sent.bits, abs=6 * default.sent.errors.max())
    assert default.sent.audit <= default.sent.promise


def test_the_optimum_is_taken_over_by_link_and_by_file(default: YourMechanismResult) -> None:
    better = EXPERIMENT.run(taken(default))
    assert better.parameters.source == "table" and better.better.own == pytest.approx(0.4, abs=1e-9)
    assert set(better.description.outputs) <= {"yes", "no", "none"}
    assert better.known.epsilon == pytest.approx(math.log(3), abs=1e-8)
    assert "no mechanism with this ε has a smaller loss" in EXPERIMENT.tell(better).finding
    large = run(source="geometric", size=12, epsilon=2.0, loss="absolute")
    chosen = taken(large)
    assert chosen.source == "file" and EXPERIMENT.run(chosen).better.own == pytest.approx(large.better.best, abs=1e-8)
    files.delete(chosen.file)


def test_randomized_response_is_its_own_optimum() -> None:
    result = run(source="randomized_response", size=6, epsilon=1.5)
    assert result.known.epsilon == pytest.approx(1.5, abs=1e-9)
    assert result.better.own == pytest.approx(result.better.best, abs=1e-9)


def test_a_hole_is_named_and_a_small_probability_closes_it() -> None:
    story = EXPERIMENT.tell(run(table="0.7,0.2,0.1;0.3,0.4,0.3;0.5,0.5,0"))
    assert story.finding.startswith("Your mechanism has no ε with δ = 0") and "but never from “3”" in story.notices[0]
    assert math.isfinite(run(table="0.7,0.2,0.1;0.3,0.4,0.3;0.5,0.499,0.001").known.epsilon)


def test_unbounded_ratios_say_what_helps() -> None:
    result = run(source="noise", law="norm")
    story = EXPERIMENT.tell(result)
    assert "the ratio would have no bound" in story.captions["proposals"]
    assert any("Cut at" in notice and "δ = 10⁻⁶" in notice for notice in story.notices)
    assert result.sent.p_values.min() > 1e-4 and result.better is None


def test_staircase_is_the_best_noise_and_laplace_is_not() -> None:
    best = run(source="staircase", epsilon=2.0)
    assert best.better.own == pytest.approx(best.better.best, rel=1e-5)
    laplace = run(source="noise", law="laplace", scale=1.0)
    assert laplace.better.own == pytest.approx(1.0, rel=1e-6)
    assert laplace.better.best == pytest.approx(2 * math.exp(1) / (math.exp(2) - 1), rel=1e-9)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"table": "0.5,0.4;0.5,0.5"}, r"row 1 must be probabilities that sum to 1; got 0.9\."),
        ({"table": "0.5,x;0.5,0.5"}, r"column 2 must be a probability"),
        ({"source": "file"}, r"File must be an uploaded file"),
        ({"source": "noise", "law": "arcsine"}, r"bounded density"),
        ({"source": "noise", "law": "t", "shape_1": -1.0}, r"allowed by scipy.stats.t; got df = −1\."),
        ({"loss": "own", "losses": "1,2;3,4"}, r"Own losses must be of shape \(3, 3\); got \(2, 2\)\."),
    ],
)
def test_what_is_no_mechanism_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        YourMechanismParameters(**changes).check_file()


def test_own_losses_and_normalising() -> None:
    counts = run(table="3,1;1,3", normalise=True, loss="own", losses="0,1;5,0")
    assert counts.matrix[0] == pytest.approx([0.75, 0.25])
    assert counts.better.own == pytest.approx(0.5) and counts.better.relabelled, "the second guess for either output"
    assert counts.better.best <= counts.better.own + 1e-9


def test_samplers_that_differ_from_their_table_are_flagged() -> None:
    """200 seeds: the table's own outputs, and those of a table with a tenth of one probability moved, at level 1 %."""
    channel, wrong = (
        FiniteChannel([[0.6, 0.3, 0.1], [0.2, 0.7, 0.1]]),
        FiniteChannel([[0.54, 0.36, 0.1], [0.2, 0.7, 0.1]]),
    )
    flags = np.zeros((2, 200), dtype=bool)
    for seed in range(200):
        for place, sampler in enumerate((channel, wrong)):
            rng = np.random.default_rng([seed, place])
            tests = [chi_square_finite(sampler.sample(np.full(4000, x), rng), output_law(channel, x)) for x in (0, 1)]
            flags[place, seed] = 2 * min(test.p_value for test in tests) < 0.001
    assert flags[1].mean() >= 0.99 and flags[0].mean() <= 0.01


def test_files_are_read_by_the_page_and_by_the_command(default: YourMechanismResult, tmp_path, capsys) -> None:
    told = data(default, EXPERIMENT.tell(default))
    for ending, text in described(default).items():
        path = tmp_path / f"mechanism.{ending}"
        path.write_text(text, encoding="utf-8")
        assert main(["mechanism", str(path)]) == 0
        printed = json.loads(capsys.readouterr().out)
        for key in ("epsilon", "capacity", "bits", "ratio", "price"):
            assert printed["quantities"][key]["value"] == pytest.approx(told["quantities"][key]["value"], rel=1e-9)
    path.write_text("a,b\n0.5,0.4\n", encoding="utf-8")
    assert main(["mechanism", str(path)]) == 2 and capsys.readouterr().err.endswith(".\n")
    assert main(["mechanism", str(tmp_path / "none.csv")]) == 2 and "cannot be read" in capsys.readouterr().err


def test_progress_tells_what_is_known_and_can_stop() -> None:
    seen = []
    EXPERIMENT.run(YourMechanismParameters(**SMALL), lambda share, note="", partial=None: seen.append(partial))
    assert [part.sent is None for part in seen] == [True, False] and EXPERIMENT.tell(seen[0]).finding

    def stop(share: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        EXPERIMENT.run(YourMechanismParameters(**SMALL), stop)


def test_large_tables_are_served(tmp_path) -> None:
    matrix = np.random.default_rng(0).dirichlet(np.ones(70), 70)
    text = "\n".join(",".join(f"{cell:.10f}" for cell in row) for row in matrix)
    file_id = files.save(text.encode())
    result = run(source="file", file=file_id)
    assert result.better is None and "up to 64 true answers" in EXPERIMENT.tell(result).notices[1]
    assert "mechanism.json" in EXPERIMENT.snippet(result.parameters)
    files.delete(file_id)


def test_randomized_response_of_the_lab_is_the_same_channel() -> None:
    own = run(source="randomized_response", size=4, epsilon=1.0).matrix
    assert own == pytest.approx(RandomizedResponseChannel(size=4, epsilon=1.0).matrix)


def test_the_loss_of_noise_is_its_mean_size_whatever_loss_is_set() -> None:
    story = EXPERIMENT.tell(run(source="noise", law="t", shape_1=3.0))
    assert "% more noise than the best noise" in story.finding and "wrong reports" not in story.finding
    assert [one.label for one in story.quantities if one.key == "price"] == [
        "Mean size of the noise, compared with the best noise (100 %)"
    ]
