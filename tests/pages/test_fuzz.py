"""Random allowed parameters through everything a page shows of them: run, story, formulas, charts, views, files.

What a visitor reaches with sliders, boxes and links must never end in an error. The normal lane draws a few settings
of every page with a fixed seed; ``PPR_FUZZ_SECONDS=600 PPR_FUZZ_SEED=7`` spends so many seconds on every page.
"""

from __future__ import annotations

import importlib.util
import json
import logging
import math
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vl_convert

from pages.ui import changes, charts, controls, downloads, formula, page, quantities
from pages.ui import state as states
from pages.ui.controls.stops import stops_of
from pages.ui.page import ExperimentPage
from pages.ui.state import PageState
from ppr_core.experiments.contract import Cancelled, FieldSpec, Parameters

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ROOT / "ppr_core" / "experiments"
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if (ROOMS / path.stem).is_dir())
SECONDS = float(os.environ.get("PPR_FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("PPR_FUZZ_SEED", "20261122"))
ROUNDS = 12  # of the normal lane
CHEAP_SECONDS = (0.05, 0.2, 0.5)  # the first of these that a page's settings can be brought below
CHEAP_BYTES = 4e8

# Settings that have once replaced a page by an error.
KNOWN = [
    ("exactness", {"first": "truncated_ppr", "mechanism": "gaussian", "norm_bound": "100", "dimension": "10"}),
    ("ppr_step_by_step", {"alpha": "10000", "seed": "57", "step": "8"}),
    ("ppr_step_by_step", {"epsilon": "30", "alpha": "1.02", "private_seed": "0"}),
    ("parameter_check", {"time_budget": "1e250"}),
    ("running_time", {
        "alpha": "2e200", "sweep": "epsilon", "clients": "10000", "chunk": "256", "dimension": "666", "samples": "20",
    }),
]  # fmt: skip


@cache
def pages() -> dict[str, ExperimentPage]:
    """Every page as it describes itself, without being drawn."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "show", found.append)
        for name in PAGES:
            spec = importlib.util.spec_from_file_location(f"fuzzed_{name}", ROOT / "pages" / f"{name}.py")
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return dict(zip(PAGES, found, strict=True))


@pytest.mark.parametrize("name", PAGES)
def test_random_settings_show_everything(name: str) -> None:
    described = pages()[name]
    rng = np.random.default_rng([SEED, PAGES.index(name)])
    before, until, rounds = None, time.monotonic() + SECONDS, 0
    while rounds < ROUNDS or time.monotonic() < until:
        rounds += 1
        parameters = drawn(described, rng)
        if parameters is not None:
            try:
                before = shown(described, parameters, before)
            except Exception as error:
                link = states.query(described.experiment, PageState(parameters, parameters.values()))
                error.add_note(f"/{name}?{'&'.join(f'{key}={value}' for key, value in link.items())}")
                raise


@pytest.mark.parametrize(("name", "link"), KNOWN)
def test_settings_that_have_failed(name: str, link: dict[str, str]) -> None:
    described = pages()[name]
    state, _ = states.read_link(described.experiment, link)
    assert not state.problems
    shown(described, state.parameters, None)


def drawn(described: ExperimentPage, rng: np.random.Generator) -> Parameters | None:
    """Allowed settings whose run is cheap, or None: from a preset or the defaults, with some fields anywhere."""
    experiment = described.experiment
    start = [experiment.parameters(), *(preset for preset, _ in experiment.presets.values())]
    typed = ("file", "columns", "table")
    specs = {name: spec for name, spec in experiment.parameters.specs().items() if spec.kind not in typed}
    count = min(len(specs), int(rng.geometric(0.25)))
    names = rng.choice(list(specs), count, replace=False).tolist()
    wanted = {name: value_of(specs[name], rng) for name in names}
    parameters, _ = states._with_as_many_as_possible(start[rng.integers(len(start))], wanted)
    if experiment.cost(parameters).seconds <= CHEAP_SECONDS[0]:
        return parameters
    fitting = (experiment.nearest_affordable(parameters, seconds, CHEAP_BYTES) for seconds in CHEAP_SECONDS)
    return next(filter(None, fitting), None)


def value_of(spec: FieldSpec, rng: np.random.Generator) -> Any:
    """An allowed value: an end, a stop of the slider, or anywhere between the ends."""
    if spec.kind == "choice":
        return str(rng.choice(list(spec.choices or {})))
    if spec.kind == "flag":
        return bool(rng.integers(2))
    low, high = max(spec.low, -1e300), min(spec.high, 1e300)
    if rng.random() < 0.3:
        return spec.check("end", rng.choice([low, high, *([math.inf] if spec.infinite else [])]))
    if rng.random() < 0.5:
        value = float(rng.choice(stops_of(spec)))
        return spec.check("stop", int(value) if spec.kind == "integer" else value)
    near_zero = spec.scale == "log" or high > 1e6
    if near_zero:
        foot = low if low > 0 else max(low, 1e-6)
        value = min(max(math.exp(rng.uniform(math.log(foot), math.log(high))), low), high)
    else:
        value = rng.uniform(low, high)
    return spec.check("value", round(value) if spec.kind == "integer" else value)


@dataclass(frozen=True)
class Seen:
    parameters: Parameters
    result: Any


def shown(described: ExperimentPage, parameters: Parameters, before: Seen | None) -> Seen:
    """Run, and build all that the page can show; raises what goes wrong."""
    experiment, partials = described.experiment, []
    until = time.monotonic() + 10 * CHEAP_SECONDS[-1]

    def progress(fraction: float, note: str = "", partial: Any = None) -> None:
        assert 0 <= fraction <= 1 and "\n" not in note
        partials.extend([] if partial is None else [partial])
        if time.monotonic() > until:
            raise Cancelled

    try:
        result = experiment.run(parameters, progress)
    except (ValueError, Cancelled) as error:  # said as it is; it must be a sentence of ours, not of NumPy
        assert isinstance(error, Cancelled) or str(error).endswith("."), error
        return before
    for shown_result in (*partials[:1], result):
        told(described, parameters, shown_result)
    if before is not None:
        changes.sentence(experiment, before.parameters, before.result, parameters, result)
    link = states.query(experiment, PageState(parameters, parameters.values()))
    assert states.read_link(experiment, link)[0].parameters == parameters
    compile(experiment.snippet(parameters), "snippet", "exec")
    return Seen(parameters, result)


def told(described: ExperimentPage, parameters: Parameters, result: Any) -> None:
    """Every part of the page of one result."""
    experiment, specs = described.experiment, parameters.specs()
    story = experiment.tell(result)
    for sentence in (story.finding, *story.notices, *story.captions.values()):
        assert sentence and "nan" not in sentence.lower().split(), sentence
    for quantity in story.quantities:
        assert quantities.format_value(quantity) and quantities.origin(quantity)
    for entry in story.formulas():
        formula.substituted(entry)
        formula.symbol_table(entry.symbols, specs)
    for name, spec in specs.items():
        controls.shown_text(spec, getattr(parameters, name))
    for projector in (False, True):
        theme = charts.Theme(projector=projector)
        for draw in (described.main, *(view.draw for view in described.views)):
            filed(draw(result, story, theme), experiment, parameters, result, theme)
    if described.last_step:
        described.last_step(result)
    state = PageState(parameters, parameters.values())
    if described.extra_controls:
        described.extra_controls(state, result)
    if described.footer:
        described.footer(state, result, charts.Theme())


def filed(figure: charts.Figure, experiment: Any, parameters: Parameters, result: Any, theme: charts.Theme) -> None:
    """A figure as it goes to the browser and into files."""
    assert downloads.to_csv(figure, parameters, result)
    assert downloads.stem(figure, experiment, parameters)
    if not hasattr(figure.chart, "to_plotly_json"):
        for spec in charts.specifications(figure, theme):
            json.dumps(spec, allow_nan=False)
        if SECONDS and np.random.default_rng().random() < 0.05:
            assert vl_convert.vegalite_to_svg(downloads._for_file(figure, theme))


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Outside a server Streamlit warns of every element."""
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("streamlit"):
            logging.getLogger(name).setLevel(logging.ERROR)
