"""The vocabulary of fields: one label a symbol, stops that a field takes, and no live slider that does nothing."""

from __future__ import annotations

import importlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from pages.ui.controls.stops import stops_of
from ppr_core.experiments.contract import Cost, Experiment, Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import labels
from tests.sources import APP, CORE, ROOT

EXPERIMENTS: dict[str, Experiment] = {
    path.parent.name: importlib.import_module(f"ppr_core.experiments.{path.parent.name}").EXPERIMENT
    for path in sorted((ROOT / "ppr_core" / "experiments").glob("*/__init__.py"))
    if path.parent.name not in ("vocabulary", "files")
}
SPECS = [(name, field, spec) for name, one in EXPERIMENTS.items() for field, spec in one.parameters.specs().items()]
#: Symbols of several quantities: n people, n messages of one value, n samples of a data set; ε of a pair of inputs, or
#: of two inputs so far apart.
SEVERAL = {
    "n": {"People", "Clients", "Messages", "Samples"},  # clients are whom federated training has
    "ε": {"Privacy loss", "Privacy loss ε per km", "Privacy loss ε per unit of x"},
}
OF_THE_MECHANISM = {"epsilon", "dimension", "categories", "noise_std", "norm_bound", "position"}
#: Pages that are about one mechanism or a choice of them.
OFFERING = ("bit_cost", "exactness", "metric_privacy", "one_person", "ppr_step_by_step", "privacy", "running_time")
LONGEST = 2.0  # predicted seconds of a run that is tried
#: What a clock has measured.
MEASURED = re.compile(r"(?<![\w.])[\d.,]+(?: ± [\d.,]+)?\s?(?:ms|µs|s|min|h)\b|\d\d:\d\d UTC")


def test_there_is_something_to_check() -> None:
    assert len(EXPERIMENTS) >= 15 and len(SPECS) >= 200


@pytest.mark.parametrize(("page", "field"), [(page, field) for page, field, _ in SPECS])
def test_every_stop_is_taken_by_its_field(page: str, field: str) -> None:
    spec = EXPERIMENTS[page].parameters.specs()[field]
    if spec.kind in ("real", "integer"):
        assert [spec.check(field, stop) for stop in stops_of(spec)] == stops_of(spec)


def test_stops_outside_a_range_are_dropped() -> None:
    spec = fields.order(low=1.1, high=6.0).metadata["spec"]
    assert spec.stops == (1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0) and not spec.infinite
    assert stops_of(fields.order(low=1.1).metadata["spec"])[-1] == math.inf


def test_a_symbol_has_one_label_on_all_pages() -> None:
    labels = defaultdict(set)
    for _, _, spec in SPECS:
        labels[spec.symbol].add(spec.label)
    declared = {one.spec["symbol"]: one.label for one in fields.FIELDS.values()}
    for symbol in ("ε", "δ", "α", "n", "k", "d", "C", "c", "N", "γ"):
        assert labels[symbol] == SEVERAL.get(symbol, {declared[symbol]}), symbol


def test_a_label_stands_in_one_file() -> None:
    """So that another one is a change of one file."""
    for name, one in fields.FIELDS.items():
        holding = [source.name for source in (*CORE, *APP) if f'label="{one.label}"' in source.text]
        assert not holding, (name, holding)


def test_a_page_cannot_rename_a_field() -> None:
    with pytest.raises(TypeError, match="Privacy loss is declared once: no label of its own"):
        fields.epsilon(1.0, label="Budget")
    assert (
        fields.epsilon(1.0, note="Here.").metadata["spec"].help == "A smaller ε hides more and takes more noise. Here."
    )


@pytest.mark.parametrize("page", [page for page, _, spec in SPECS if spec.kind == "file"])
def test_an_uploaded_file_is_not_read_on_construction(page: str) -> None:
    """There is none of this id, which construction would have to say."""
    name, spec = next((field, spec) for where, field, spec in SPECS if where == page and spec.kind == "file")
    chooser = next(field for where, field, one in SPECS if where == page and "file" in (one.choices or ()))
    p = EXPERIMENTS[page].parameters(**{chooser: "file", name: "0" * 32})
    with pytest.raises(ValueError, match=f"{spec.label} .*upload it again"):
        p.check_file()
    with pytest.raises(ValueError, match=f"{spec.label} .*upload it again"):
        EXPERIMENTS[page].run(p)


# A slider that does nothing


def told(experiment: Experiment, p: Any) -> str:
    """All that a page shows of a run, but for what was measured with a clock."""
    result = experiment.run(p)
    story = experiment.tell(result)
    table = {name: np.asarray(column).tolist() for name, column in result.table().items()}
    numbers = [(one.key, one.label, one.value) for one in story.quantities if one.unit not in ("ms", "µs", "s")]
    texts = [MEASURED.sub("", text) for text in (story.finding, *story.notices, *story.captions.values())]
    return json.dumps([table, numbers, texts], default=str)


def others(p: Any, name: str) -> Iterator[Any]:
    """The parameters with other values of a field: of a number the nearest first, whose runs take about as long."""
    spec, now = p.specs()[name], getattr(p, name)
    if spec.kind == "choice":
        values: list[Any] = list(spec.choices)
    elif spec.kind == "flag":
        values = [not now]
    elif spec.kind in ("real", "integer"):
        stops = stops_of(spec)
        values = sorted(stops, key=lambda stop: abs(stop - now) if stop < math.inf else 1e300)
    else:
        values = []
    for value in values:
        if value != now:
            try:
                yield p.replace(**{name: value})
            except ValueError:
                continue


def dead(experiment: Experiment, p: Any) -> list[str]:
    """The live main fields that change nothing at any of their stops."""
    shown, found = told(experiment, p), []
    for name, spec in p.specs().items():
        if spec.group != "main" or name in p.unused() or spec.kind not in ("real", "integer", "choice", "flag"):
            continue
        if not any(_differs(experiment, other, p, shown) for other in others(p, name)):
            found.append(name)
    return found


def _differs(experiment: Experiment, other: Any, p: Any, shown: str) -> bool:
    """Of a run that takes long only its predicted cost is compared; what asks for an upload can be seen to ask."""
    try:
        other.check_file()
    except ValueError:
        return True
    cost = experiment.cost(other)
    return cost != experiment.cost(p) if cost.seconds > LONGEST else told(experiment, other) != shown


@pytest.mark.parametrize("page", EXPERIMENTS)
def test_every_live_slider_does_something(page: str) -> None:
    experiment = EXPERIMENTS[page]
    assert dead(experiment, experiment.parameters()) == []


@pytest.mark.parametrize("page", [page for page, one in EXPERIMENTS.items() if "mechanism" in one.parameters.specs()])
def test_every_live_field_of_every_mechanism_changes_the_mechanism_or_its_input(page: str) -> None:
    start = EXPERIMENTS[page].parameters()
    if not hasattr(start, "channel"):
        pytest.skip("its mechanisms are its own")
    for mechanism in start.specs()["mechanism"].choices:
        try:
            p = start.replace(mechanism=mechanism, **({"dimension": 2} if "dimension" in start.specs() else {}))
        except ValueError:
            continue  # an own one, which nobody has brought
        for name in (OF_THE_MECHANISM & set(p.specs())) - set(p.unused()):
            assert any(_made(other) != _made(p) for other in others(p, name)), (mechanism, name)


@pytest.mark.parametrize("page", OFFERING)
def test_every_mechanism_is_offered_or_declined_by_name(page: str) -> None:
    specs = EXPERIMENTS[page].parameters.specs().values()
    said = " ".join([text for spec in specs for text in (spec.help, *(spec.choices or {}).values())])
    assert [label for label in labels().values() if label not in said] == []


def test_a_declined_mechanism_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"must be one of laplace, gaussian, as the steps are drawn .*'privunit'"):
        EXPERIMENTS["ppr_step_by_step"].parameters(mechanism="privunit")


def _made(p: Any) -> str:
    return repr((p.channel(), p.input() if hasattr(p, "input") else p.inputs()))


@dataclass(frozen=True, kw_only=True)
class Faulty(Parameters):
    """With a field that nothing reads."""

    live: float = parameter(1.0, kind="real", label="Live", low=0.0, high=2.0)
    idle: float = parameter(1.0, kind="real", label="Idle", low=0.0, high=2.0)


def test_an_idle_slider_is_found() -> None:
    from types import SimpleNamespace

    from ppr_core.experiments.contract import Cost, Story

    toy = Experiment(
        name="toy", parameters=Faulty, cost=lambda p: Cost(0, 0), snippet=str,
        run=lambda p: SimpleNamespace(parameters=p, table=lambda: {"live": np.array([p.live])}),
        tell=lambda result: Story((), "It ran in 3 ms."),
    )  # fmt: skip
    assert dead(toy, Faulty()) == ["idle"]


@pytest.mark.parametrize(("limit", "found", "most"), [(5.0, 2345, 1), (1.5, 1500, 14), (1e-3, 1, 14), (0.0, None, 2)])
def test_the_nearest_setting_that_fits_is_exact_and_asks_seldom(limit: float, found: int | None, most: int) -> None:
    """A prediction may take a fifth of a second; 41 were asked for, of a run that fits as well."""
    asked: list[int] = []

    @dataclass(frozen=True, kw_only=True)
    class Dialled(Parameters):
        samples: int = parameter(2345, kind="integer", label="Samples", low=1, high=10_000)

    def cost(p: Dialled) -> Cost:
        asked.append(p.samples)
        return Cost(1e-3 * p.samples, 1.0, "")

    toy = Experiment("toy", Dialled, cost, lambda p, progress: None, lambda p: "", lambda result: None, dial="samples")
    nearest = toy.nearest_affordable(Dialled(), limit, 10.0)
    assert (nearest and nearest.samples) == found and len(asked) <= most
