"""Allowed settings at random through everything a page shows of them; nothing may fail, and no sentence be internal.

    python -m benchmarks.fuzz --runs 10000 --seed 7 mean_estimation privacy

For each page that many settings are run: fields anywhere in their ranges, at the ends, at zero, one and infinity, files
and tables made on the way. Cost, run, story, tables, files, snippet and drawings are made with warnings as errors. Runs
that are predicted to take longer than ``--most`` seconds are drawn again. A failure prints the settings as a link and
the command that repeats it; without ``--seed`` the seed is new.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import math
import re
import secrets
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import plotly.graph_objects as go

from pages.ui import changes, charts, controls, downloads, formula, page, quantities
from pages.ui import state as states
from pages.ui.controls.stops import stops_of
from pages.ui.page import ExperimentPage
from pages.ui.state import PageState
from pages.ui.takeaway import live
from ppr_core.experiments import files
from ppr_core.experiments.contract import Cancelled, Cost, FieldSpec, Parameters
from ppr_core.wording import duration

__all__ = [
    "COST_SECONDS", "PAGES", "Internal", "described", "fault", "main", "raise_unless_ours", "read", "show", "strict",
]  # fmt: skip

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path.stem for path in (ROOT / "pages").glob("*.py") if (ROOT / "ppr_core" / "experiments" / path.stem).is_dir()
)
COST_SECONDS = 0.2  # of processor time, for one prediction
MOST_SECONDS, MOST_BYTES = 0.1, 4e8  # of a run, as predicted
_TRIES = 200  # draws for one run
_INTERNAL = re.compile(
    r"\b(nan|NaN|inf|None(?! of the )|numpy|scipy|dtype|ndarray|ufunc|HiGHS|Traceback|lambda|NoneType|Errno|overflow"
    r"|[Ee]xceeds the limit|object at 0x|cannot convert|not supported between|unsupported operand|out of bounds"
    r"|list index|invalid literal|did not converge)\b|[=(] ?(True|False)\b|np\.float|<class|array\("
)
_AS_TYPED = re.compile(r"; got .*\.$")  # what a sentence repeats is the visitor's own


class Internal(AssertionError):
    """A sentence that no visitor should read."""


@cache
def described(name: str) -> ExperimentPage:
    """A page as it describes itself, without being drawn."""
    shown: list[ExperimentPage] = []
    with mock.patch.object(page, "show", shown.append):
        spec = importlib.util.spec_from_file_location(f"fuzzed_{name}", ROOT / "pages" / f"{name}.py")
        assert spec and spec.loader
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return shown[0]


@contextmanager
def strict() -> Iterator[None]:
    """Warnings are errors, and files that are made on the way go with their folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(tempfile, "tempdir", folder),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("error")
        yield


# --- Drawing settings ---


def drawn(shown: ExperimentPage, rng: np.random.Generator, seconds: float = MOST_SECONDS) -> Parameters:
    """Allowed settings of a run that is predicted to take at most so long: a preset or the defaults, some fields
    anywhere; the dial is turned down where that helps."""
    experiment = shown.experiment
    starts = [experiment.parameters(), *(preset for preset, _ in experiment.presets.values())]
    specs = experiment.parameters.specs()
    for attempt in range(_TRIES):
        limit = seconds * 2 ** (attempt // 3)  # of a page whose runs all take longer, the shortest are run
        count = min(len(specs), int(rng.geometric(rng.choice([0.1, 0.3]))))
        names = rng.choice(list(specs), count, replace=False).tolist()
        wanted = {name: _value(specs[name], rng) for name in names}
        if rng.random() < 0.25:  # a file with the choice that asks for it
            wanted |= {name: _value(spec, rng) for name, spec in specs.items() if spec.kind in ("file", "table")}
            wanted |= {name: "file" for name, spec in specs.items() if "file" in (spec.choices or ())}
        parameters, _ = states._with_as_many_as_possible(starts[rng.integers(len(starts))], wanted)
        if _fits(_cost(shown, parameters), limit):
            return parameters
        cheaper = _turned_down(shown, parameters, rng, limit)
        if cheaper is not None:
            return cheaper
    raise Internal(f"{_TRIES} draws have no run that is short enough")


def _turned_down(
    shown: ExperimentPage, parameters: Parameters, rng: np.random.Generator, seconds: float
) -> Parameters | None:
    """The same with a dial so low that the run fits, if there is one: its least value, or some way up."""
    dial, cheaper = shown.experiment.dial, None
    if not dial:
        return None
    low, high = parameters.specs()[dial].low, getattr(parameters, dial)
    for share in (0.0, 0.5 * rng.random(), rng.random()):
        with suppress(ValueError):
            candidate = parameters.replace(
                **{dial: round(low * (high / low) ** share) if low > 0 else round(high * share)}
            )
            if not _fits(_cost(shown, candidate), seconds):
                return cheaper
            cheaper = candidate
    return cheaper


def _cost(shown: ExperimentPage, parameters: Parameters) -> Cost:
    try:
        return shown.experiment.cost(parameters)
    except ValueError as error:
        raise_unless_ours(error)
        return Cost(math.inf, math.inf)


def _fits(cost: Cost, seconds: float) -> bool:
    return cost.seconds <= seconds and cost.memory_bytes <= MOST_BYTES


def _value(spec: FieldSpec, rng: np.random.Generator) -> Any:
    """An allowed value: an end, zero, one, infinity, a stop of the slider, or anywhere between the ends."""
    if spec.kind == "choice":
        return str(rng.choice(list(spec.choices or {})))
    if spec.kind == "flag":
        return bool(rng.integers(2))
    if spec.kind == "columns":
        return str(rng.choice(["", "1", "2", "1,2"][: 2 if spec.most == 1 else 4]))
    if spec.kind == "table":
        return _table(rng)
    if spec.kind == "file":
        return _file(spec, rng)
    low, high = max(spec.low, -1e300), min(spec.high, 1e300)
    edges = [low, high, *(edge for edge in (0.0, 1.0) if low <= edge <= high), *([math.inf] if spec.infinite else [])]
    if rng.random() < 0.3:
        value = float(rng.choice(edges))
    elif rng.random() < 0.5:
        value = float(rng.choice(stops_of(spec)))
    elif spec.scale == "log" or high > 1e6:
        foot = low if low > 0 else max(low, 1e-6)
        value = min(max(math.exp(rng.uniform(math.log(foot), math.log(high))), low), high)
    else:
        value = rng.uniform(low, high)
    return spec.check("value", round(value) if spec.kind == "integer" else value)


def _rows(rng: np.random.Generator) -> list[list[float]]:
    """A small table of probabilities, of numbers, or a single row; some rows alike, some entries zero."""
    rows, columns = (int(count) for count in rng.integers(1, 6, 2))
    table = rng.dirichlet(np.full(columns, rng.choice([0.1, 1.0, 10.0])), rows)
    if rng.random() < 0.3:
        table = np.eye(rows, columns) if rng.random() < 0.5 else np.tile(table[:1], (rows, 1))
    if rng.random() < 0.3:
        table = rng.normal(size=(rows, columns)) * rng.choice([1e-3, 1.0, 1e6])
    return table.tolist()


def _table(rng: np.random.Generator) -> str:
    return ";".join(",".join(f"{cell:.4g}" for cell in row) for row in _rows(rng))


def _file(spec: FieldSpec, rng: np.random.Generator) -> str:
    """The id of a new small file that the field takes, or "" if none of a few is one."""
    labels = rng.choice(["tea", "coffee", "1", "ä"], (int(rng.integers(1, 40)), 2)).tolist()
    numbers = rng.normal(size=(int(rng.integers(1, 40)), int(rng.integers(1, 5)))).tolist()
    for content in rng.permutation(3):
        rows = (_rows(rng), labels, numbers)[content]
        text = "\n".join(",".join(map(str, row)) for row in rows)
        file_id = files.save((json.dumps(rows) if content == 0 and rng.random() < 0.3 else text).encode())
        try:
            if spec.reads:
                spec.reads(file_id)
            return file_id
        except ValueError as error:
            raise_unless_ours(error)
    return ""


# --- Showing them ---


def show(shown: ExperimentPage, parameters: Parameters, projectors: Sequence[bool] = (False, True)) -> bool:
    """Run, and build all that the page can show; raises what goes wrong. Whether there is a result."""
    experiment, partials = shown.experiment, []
    until = time.monotonic() + 60

    def progress(fraction: float, note: str = "", partial: Any = None) -> None:
        assert 0 <= fraction <= 1 and "\n" not in note
        read(note)
        partials.extend([] if partial is None else [partial])
        if time.monotonic() > until:
            raise Cancelled

    link = states.query(experiment, PageState(parameters, parameters.values()))
    assert states.read_link(experiment, link)[0].parameters == parameters
    compile(experiment.snippet(parameters), "snippet", "exec")
    if shown.live:
        live.section(shown.live, parameters)
    try:
        result = experiment.run(parameters, progress)
    except Cancelled:
        return False
    except ValueError as error:
        raise_unless_ours(error)
        return False
    for each in (*partials[:1], result):
        _tell(shown, parameters, each, projectors)
    start = _of_the_defaults(experiment.name)
    read(changes.sentence(experiment, start.parameters, start, parameters, result))
    return True


@cache
def _of_the_defaults(name: str) -> Any:
    experiment = described(name).experiment
    return experiment.run(experiment.parameters(), None)


def _tell(shown: ExperimentPage, parameters: Parameters, result: Any, projectors: Sequence[bool]) -> None:
    """Every part of the page of one result."""
    experiment, specs = shown.experiment, parameters.specs()
    story = experiment.tell(result)
    assert story.finding and all(story.notices)
    for sentence in (story.finding, *story.notices, *story.captions.values(), *parameters.unused().values()):
        read(sentence)
    for quantity in story.quantities:
        read(f"{quantity.label} {quantities.format_value(quantity)} {quantities.origin(quantity)}")
    for entry in story.formulas():
        formula.substituted(entry)
        formula.symbol_table(entry.symbols, specs)
        read(entry.title)
    for name, spec in specs.items():
        controls.shown_text(spec, getattr(parameters, name))
    for projector in projectors:
        theme = charts.Theme(projector=projector)
        for draw in (shown.main, *(view.draw for view in shown.views)):
            if figure := draw(result, story, theme):
                read(f"{figure.title} {figure.note}")
                _check_files(figure, experiment, parameters, result, theme)
    if shown.last_step:
        shown.last_step(result)
    if shown.extra_controls:
        shown.extra_controls(PageState(parameters, parameters.values()), result)
    if shown.footer:
        shown.footer(PageState(parameters, parameters.values()), result, charts.Theme())


def _check_files(figure: Any, experiment: Any, parameters: Parameters, result: Any, theme: charts.Theme) -> None:
    assert downloads.to_csv(figure, parameters, result) and downloads.stem(figure, experiment, parameters)
    if hasattr(figure.chart, "to_plotly_json"):
        go.Figure(figure.chart.to_plotly_json())  # by which Plotly checks every word
    else:
        for spec in charts.specifications(figure, theme):
            json.dumps(spec, allow_nan=False)


def read(sentence: str) -> None:
    """Refuse what is not for a visitor."""
    if found := _INTERNAL.search(_AS_TYPED.sub("", sentence or "")):
        raise Internal(f"{found[0]!r} in {sentence!r}")


def raise_unless_ours(error: ValueError) -> None:
    """Raise again what a library says, and what is no sentence."""
    last = traceback.extract_tb(error.__traceback__)[-1].filename
    read(str(error))
    if (
        type(error) is not ValueError
        or not str(error).endswith(".")
        or not Path(last).is_relative_to(ROOT / "ppr_core")
    ):
        raise Internal(f"{type(error).__name__}: {error}") from error


# --- The program ---


def link_of(shown: ExperimentPage, parameters: Parameters) -> str:
    """The settings that differ from the defaults, as a link."""
    link = states.query(shown.experiment, PageState(parameters, parameters.values()))
    usual = states.query(shown.experiment, PageState(shown.experiment.parameters(), {}))
    return (
        f"/{shown.experiment.name}?{'&'.join(f'{key}={text}' for key, text in link.items() if text != usual.get(key))}"
    )


def fault(name: str, number: int, seed: int, seconds: float, cost_seconds: float) -> str:
    """What is wrong with one run, "" if nothing is."""
    shown, parameters = described(name), None
    try:
        with strict():
            rng = np.random.default_rng([seed, PAGES.index(name), number])
            parameters = drawn(shown, rng, seconds)
            began = time.thread_time()
            shown.experiment.cost(parameters)
            if (took := time.thread_time() - began) > cost_seconds:
                raise Internal(f"a cost took {duration(took)}")
            show(shown, parameters, (bool(number % 2),))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        link = link_of(shown, parameters) if parameters else f"/{name}, while settings were drawn"
        where = f"{Path(place.filename).name}:{place.lineno}"
        return f"{link}\n  {type(error).__name__} in {where}: {error}"
    return ""


def main() -> int:
    """Run the program; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pages", nargs="*", default=[], help=f"all by default: {', '.join(PAGES)}")
    parser.add_argument("--runs", type=int, default=50, help="of each page")
    parser.add_argument("--seed", type=int, help="a new one by default")
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--most", type=float, default=MOST_SECONDS, help="predicted seconds of a run")
    parser.add_argument("--cost", type=float, default=COST_SECONDS, help="processor seconds of a prediction")
    options = parser.parse_args()
    for name in options.pages:
        if name not in PAGES:
            parser.error(f"pages must be among {', '.join(PAGES)}; got {name}.")
    logging.disable(logging.WARNING)  # outside a server Streamlit warns of every element
    seed, failed = secrets.randbits(32) if options.seed is None else options.seed, Counter[str]()
    for name in options.pages or PAGES:
        began = time.monotonic()
        for number in range(options.first, options.first + options.runs):
            if wrong := fault(name, number, seed, options.most, options.cost):
                failed[name] += 1
                again = (
                    f"--runs 1 --first {number} --seed {seed} --most {options.most:g} --cost {options.cost:g} {name}"
                )
                print(f"{wrong}\n  again: python -m benchmarks.fuzz {again}", flush=True)
        print(f"{name}: {options.runs} runs, {failed[name]} failed, {duration(time.monotonic() - began)}", flush=True)
    print(f"seed {seed}: {failed.total()} failed")
    return int(failed.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
