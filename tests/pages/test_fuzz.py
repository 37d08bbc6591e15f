"""Random allowed settings through everything a page shows of them: `benchmarks.fuzz`, with a fixed seed.

What a visitor reaches with sliders, boxes and links must never end in an error, nor in a sentence of a library.
``PPR_FUZZ_RUNS`` says how many settings of each page; the program itself draws fresh ones.
"""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

from benchmarks import fuzz
from pages.ui import state as states

RUNS = int(os.environ.get("PPR_FUZZ_RUNS", "8"))
SEED = 20261122
MOST_SECONDS = 0.05  # as predicted

# Settings that have once replaced a page by an error.
KNOWN = [
    ("exactness", {"first": "truncated_ppr", "mechanism": "gaussian", "norm_bound": "100", "dimension": "10"}),
    ("overview", {"alpha": "1.7e308"}),
    ("ppr_step_by_step", {"alpha": "1.7e308"}),
    ("ppr_step_by_step", {"alpha": "10000", "seed": "57", "step": "8"}),
    ("ppr_step_by_step", {"epsilon": "30", "alpha": "1.02", "private_seed": "0"}),
    ("parameter_check", {"time_budget": "1e250"}),
    ("parameter_check", {"choose_alpha": "0", "alpha": "1.4e293"}),
    ("parameter_check", {"target": "local", "choose_reports": "0"}),
    ("parameter_check", {
        "trusted": "server", "task": "mean", "dimension": "1000", "decoder_epsilon": "inf", "choose_alpha": "0",
        "alpha": "1e300",
    }),
    ("one_person", {"mechanism": "table", "table": "0.1,0.2,0.7;0.1,0.2,0.7"}),
    ("running_time", {
        "alpha": "2e200", "sweep": "epsilon", "clients": "10000", "chunk": "256", "dimension": "666", "samples": "20",
    }),
]  # fmt: skip
# Links that once did so before anything was run.
REFUSED = [
    ("your_mechanism", {"source": "noise", "law": "ncf"}, "shapes must be those of a law that fits into numbers"),
    ("your_mechanism", {"table": "1" + "%" * 1200 + ",1;1,1"}, "must be a probability such as"),
    ("exactness", {"seed": "9" * 5000}, "seed must be a whole number at least 0"),
]


@pytest.fixture(autouse=True)
def quiet():
    fuzz.logging.disable(fuzz.logging.WARNING)
    yield
    fuzz.logging.disable(fuzz.logging.NOTSET)


@pytest.mark.parametrize("name", fuzz.PAGES)
def test_random_settings_show_everything(name: str) -> None:
    """Processor time of predictions is the program's to judge, on a machine that does nothing else."""
    wrong = [fuzz.fault(name, number, SEED, MOST_SECONDS, cost_seconds=60.0) for number in range(RUNS)]
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize(("name", "link"), KNOWN)
def test_settings_that_have_failed(name: str, link: dict[str, str]) -> None:
    shown = fuzz.described(name)
    state, _ = states.read_link(shown.experiment, link)
    assert not state.problems
    with fuzz.strict():
        fuzz.show(shown, state.parameters)


@pytest.mark.parametrize(("name", "link", "said"), REFUSED)
def test_links_that_are_refused_are_refused_in_sentences(name: str, link: dict[str, str], said: str) -> None:
    state, _ = states.read_link(fuzz.described(name).experiment, link)
    assert len(state.problems) == 1 and said in state.problems[0] and len(state.problems[0]) < 300


@pytest.mark.parametrize(
    "sentence", ["It is nan.", "about inf s", "got numpy.float64", "array([1, 2])", "None of it: None"]
)
def test_an_internal_sentence_is_noticed(sentence: str) -> None:
    with pytest.raises(fuzz.Internal):
        fuzz.read(sentence)


def test_english_is_not_internal() -> None:
    fuzz.read("None of the 3 schemes compared keeps every limit.")


def test_what_a_library_says_is_noticed() -> None:
    for call in (lambda: np.zeros(2) @ np.zeros(3), lambda: int("x"), lambda: json.loads("{")):
        with pytest.raises(ValueError) as caught:
            call()
        with pytest.raises(fuzz.Internal):
            fuzz.raise_unless_ours(caught.value)


def test_a_failure_says_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setattr(fuzz, "show", lambda *given: fuzz.read("nan"))
    monkeypatch.setattr("sys.argv", ["fuzz", "papers", "--runs", "1", "--first", "3", "--seed", "5"])
    assert fuzz.main() == 1
    said = capsys.readouterr().out
    assert "again: python -m benchmarks.fuzz --runs 1 --first 3 --seed 5" in said and "/papers?" in said
