"""The runs of a sweep: what its texts mean, which are refused, seeds of repetitions."""

import itertools
import math

import pytest

from ppr_core.experiments.overview import EXPERIMENT
from ppr_core.sweeps import Sweep, axis, experiment_named, names_of_experiments, setting


def test_every_experiment_can_be_swept() -> None:
    assert {"exactness", "bit_cost", "mean_estimation"} <= set(names_of_experiments())
    assert not {"files", "vocabulary", "contract"} & set(names_of_experiments())
    assert all(experiment_named(name).name == name for name in names_of_experiments())


def test_values_are_listed_or_spaced() -> None:
    assert axis("overview", "epsilon=1,2.5,1") == ("epsilon", (1.0, 2.5))
    name, values = axis("overview", "epsilon=0.1:6:25log")
    assert name == "epsilon" and len(values) == 25 and values[0] == 0.1 and values[-1] == 6
    ratios = [later / earlier for earlier, later in itertools.pairwise(values)]
    assert max(ratios) - min(ratios) < 1e-9
    assert axis("overview", "samples=1000:1004:9") == ("samples", (1000, 1001, 1002, 1003, 1004))
    assert axis("overview", "alpha=2,inf") == ("alpha", (2.0, math.inf))
    assert axis("overview", "code=elias_delta,elias_gamma")[1] == ("elias_delta", "elias_gamma")
    assert setting("exactness", "samples=2e3") == ("samples", 2000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("epsilon", "over must be a field and its values"),
        ("epsilon=", "over must be a field and its values"),
        ("epsilo=1", "field must be one of .*epsilon"),
        ("epsilon=1,two", "epsilon must be a number .*'two'"),
        ("epsilon=1,-1", "epsilon must be .*-1"),
        ("epsilon=1:2", "over epsilon must be values such as"),
        ("epsilon=1:x:3", "over epsilon must be values such as"),
        ("epsilon=0:2:3log", "above 0 for equal factors; got '0:2:3log'"),
        ("epsilon=1:2:1", "count of epsilon must be .*; got 1"),
        ("code=a:b:3", "over code must be values"),
        ("code=morse", "code must be one of"),
        ("samples=1.5e3,2.5", "samples must be a whole number"),
    ],
)
def test_texts_that_say_nothing_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        axis("overview", text)


def test_the_grid_is_every_combination_once() -> None:
    over = (axis("overview", "epsilon=1,2"), axis("overview", "alpha=1.5,2,inf"))
    runs = Sweep("overview", fixed={"samples": 1000}, over=over, repeat=3).runs()
    assert len(runs) == 18 and len({run.key for run in runs}) == 18
    assert [run.parameters.alpha for run in runs[:9:3]] == [1.5, 2.0, math.inf]
    assert {run.parameters.samples for run in runs} == {1000}
    first = EXPERIMENT.parameters(epsilon=1.0, alpha=1.5, samples=1000)
    assert runs[0].parameters == first, "the first repetition is what the page shows"
    seeds = [run.parameters.seed for run in runs[:3]]
    assert len(set(seeds)) == 3 and seeds == [run.parameters.seed for run in runs[3:6]]
    assert Sweep("overview", fixed={"samples": 1000}, over=over, repeat=3).runs() == runs


def test_sweeps_that_are_not_allowed() -> None:
    epsilon = axis("overview", "epsilon=1,2")
    with pytest.raises(ValueError, match="each field once"):
        Sweep("overview", over=(epsilon, epsilon)).runs()
    with pytest.raises(ValueError, match="each field once"):
        Sweep("overview", fixed={"epsilon": 1.0}, over=(epsilon,)).runs()
    with pytest.raises(ValueError, match="runs must be at most"):
        Sweep("overview", over=(axis("overview", "epsilon=1:2:1000"),), repeat=1001).runs()
    with pytest.raises(ValueError, match="experiment must be one of"):
        Sweep("overvew").runs()
    with pytest.raises(ValueError, match="preset must be one of"):
        Sweep("overview", preset="none such").runs()


def test_refused_combinations_are_left_out_only_when_asked() -> None:
    over = (axis("mean_estimation", "dimension=10,1000"), axis("mean_estimation", "chunk=1,50"))
    wrong = Sweep("mean_estimation", over=over)
    refused = []
    for run_dimension in over[0][1]:
        for chunk in over[1][1]:
            try:
                experiment_named("mean_estimation").parameters(dimension=run_dimension, chunk=chunk)
            except ValueError:
                refused.append((run_dimension, chunk))
    if refused:
        with pytest.raises(ValueError):
            wrong.runs()
    kept = Sweep("mean_estimation", over=over, skip_refused=True).runs()
    assert len(kept) == 4 - len(refused)
