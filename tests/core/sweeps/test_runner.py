"""A sweep that is disturbed gives the table of one that is not."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from ppr_core.__main__ import main
from ppr_core.sweeps import Executors, Sweep, Tally, axis, executors, experiment_named, read_table, run_sweep
from ppr_core.sweeps.journal import Journal

SWEEP = Sweep("overview", fixed={"samples": 1000}, over=(axis("overview", "epsilon=0.5:4:6log"),), repeat=2)


def numbers(path: Path) -> dict[str, list]:
    """A table without what differs from run to run."""
    return {name: list(map(repr, column)) for name, column in read_table(path).items() if name != "seconds"}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list]:
    out = tmp_path_factory.mktemp("sweep") / "all.parquet"
    tally = run_sweep(SWEEP, out, Executors(workers=1))
    assert tally == Tally(12, 0, 12)
    return numbers(out)


def test_rows_are_what_the_experiment_says(undisturbed: dict[str, list]) -> None:
    experiment = experiment_named("overview")
    run = SWEEP.runs()[3]
    said = experiment.tell(experiment.run(run.parameters)).quantities
    rows = [place for place, key in enumerate(undisturbed["key"]) if key == repr(run.key)]
    assert [undisturbed["value"][row] for row in rows] == [repr(float(quantity.value)) for quantity in said]
    assert {undisturbed["parameter seed"][row] for row in rows} == {repr(run.parameters.seed)}


def test_csv_holds_the_same(tmp_path: Path, undisturbed: dict[str, list]) -> None:
    run_sweep(SWEEP, tmp_path / "all.csv", Executors(workers=1))
    theirs = read_table(tmp_path / "all.csv")
    assert list(map(repr, theirs["value"])) == undisturbed["value"]
    assert list(map(repr, theirs["key"])) == undisturbed["key"]


def test_a_killed_worker_costs_nothing(tmp_path: Path, undisturbed: dict[str, list]) -> None:
    places, killed = Executors(workers=2), []

    def kill_once(tally: Tally) -> None:
        if tally.ended and not killed:
            killed.append(next(iter(places.executor._processes)))
            os.kill(killed[0], signal.SIGKILL)

    tally = run_sweep(SWEEP, tmp_path / "all.parquet", places, kill_once)
    assert killed and tally == Tally(12, 0, 12)
    assert numbers(tmp_path / "all.parquet") == undisturbed


def test_a_stopped_sweep_goes_on_where_it_was(tmp_path: Path, undisturbed: dict[str, list]) -> None:
    out = tmp_path / "all.parquet"

    def stop(tally: Tally) -> None:
        if tally.ended >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(SWEEP, out, Executors(workers=1), stop)
    some = set(numbers(out)["key"])
    assert 5 <= len(some) < 12
    journal = out.with_name(f"{out.name}.journal")
    half = journal.read_bytes()[: journal.stat().st_size // 2]  # ends amid a line
    journal.write_bytes(half)
    whole = half.count(b"]\n")
    assert 2 <= whole < len(some)
    tally = run_sweep(SWEEP, out, Executors(workers=1))
    assert tally == Tally(12, whole, 12 - whole)
    assert numbers(out) == undisturbed
    assert run_sweep(SWEEP, out) == Tally(12, 12), "nothing is left to run"


def test_a_run_that_ends_its_process_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A poisoned run is given up after three tries by itself; the others are measured."""
    (tmp_path / "poison.py").write_text(
        "import os\nfrom ppr_core.sweeps import measure\n"
        "def rows_of(run):\n"
        "    if run.parameters.epsilon == 0.5 and run.repetition == 1: os._exit(9)\n"
        "    return measure.rows_of(run)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path.cwd())]))
    import poison

    from ppr_core.sweeps import runner

    monkeypatch.setattr(runner, "rows_of", poison.rows_of)
    tally = run_sweep(SWEEP, tmp_path / "all.csv", Executors(workers=2))
    assert tally.ended == 11 and len(tally.failed) == 1 and "'epsilon': 0.5" in tally.failed[0]


def test_a_refused_run_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from ppr_core.sweeps import runner

    def refuse(run: object) -> list:
        raise ValueError("epsilon must be something else; got 1.")

    places = Executors()
    monkeypatch.setattr(places, "_of_this_machine", lambda: ThreadPoolExecutor(1))
    monkeypatch.setattr(runner, "rows_of", refuse)
    tally = run_sweep(Sweep("overview"), tmp_path / "none.csv", places)
    assert tally.ended == 0 and "epsilon must be something else; got 1." in tally.failed[0]
    assert read_table(tmp_path / "none.csv") == {}


def test_journal_keeps_each_run_once(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.add("a", [{"value": 1.5}])
        journal.add("a", [{"value": 2.5}])
        with pytest.raises(ValueError, match="no other sweep writes"):
            Journal(tmp_path / "j")
    assert [json.loads(line) for line in (tmp_path / "j").read_text().split("\n") if line] == [["a", [{"value": 1.5}]]]


def test_a_journal_that_ends_anywhere_holds_its_whole_lines(tmp_path: Path) -> None:
    path, rows = tmp_path / "j", [{"label": "ε′ of 10⁻⁶", "value": 1.5}]
    with Journal(path) as journal:
        for key in "abc":
            journal.add(key, rows)
    text = path.read_bytes()
    ends = [found.start() for found in re.finditer(rb"\]\n", text)]
    for length in range(len(text)):
        path.write_bytes(text[:length])
        with Journal(path) as journal:
            whole = "abc"[: sum(end < length for end in ends)]
            assert [key in journal for key in "abc"] == [key in whole for key in "abc"]
            journal.add("d", rows)
        with Journal(path) as journal:
            assert all(journal[key] == rows for key in whole + "d")


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "all.csv"
    words = ["sweep", "overview", "--set", "samples=1000", "--over", "epsilon=1,2", "--out", str(out), "--workers", "1"]
    assert main(words) == 0
    said = capsys.readouterr().err
    assert "2 runs, predicted" in said and "2/2" in said
    assert len(set(read_table(out)["key"])) == 2
    assert main([*words, "--over", "epsilon=3"]) == 2
    assert "each field once" in capsys.readouterr().err
    assert main([*words[:-4], "--out", str(tmp_path / "all.xls")]) == 2
    assert "the ending of out must be one of .parquet, .csv; got '.xls'." in capsys.readouterr().err
    assert main([*words, "--scheduler", "somewhere"]) == 2
    assert "scheduler must be an address such as tcp://host:8786, or empty; got 'somewhere'." in capsys.readouterr().err


def test_without_an_answer_the_sweep_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.5)
    assert main(["sweep", "overview", "--out", str(tmp_path / "a.csv"), "--scheduler", "tcp://127.0.0.1:9"]) == 3
    assert "No scheduler answers at tcp://127.0.0.1:9." in capsys.readouterr().err
