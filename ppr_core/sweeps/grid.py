"""The runs of a sweep: every combination of the values of its axes, each repeated with seeds of its own."""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import math
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ppr_core import __version__, experiments, validation
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters
from ppr_core.wording import rounded

__all__ = ["Run", "Sweep", "axis", "experiment_named", "names_of_experiments", "setting", "value_of"]

MAX_RUNS = 1_000_000


def names_of_experiments() -> tuple[str, ...]:
    """Experiments that have parameters to sweep over, by the names of their packages.

    >>> from ppr_core.sweeps import names_of_experiments
    >>> "privacy" in names_of_experiments()
    True
    """
    packages = (module.name for module in pkgutil.iter_modules(experiments.__path__) if module.ispkg)
    return tuple(name for name in sorted(packages) if name not in ("files", "vocabulary"))


def experiment_named(name: str) -> Experiment:
    """The experiment of that name. ``ValueError`` for an unknown one.

    >>> from ppr_core.sweeps import experiment_named
    >>> experiment_named("privacy").parameters().values()["alpha"]
    2.0
    """
    validation.choice("experiment", name, names_of_experiments())
    return importlib.import_module(f"{experiments.__name__}.{name}").EXPERIMENT


def setting(experiment: str, text: str) -> tuple[str, Any]:
    """``"dimension=100"`` as field and checked value. ``ValueError`` names the field, the text and what is allowed.

    >>> from ppr_core.sweeps import setting
    >>> setting("privacy", "alpha=3")
    ('alpha', 3.0)
    >>> setting("privacy", "alpha=0.5")
    Traceback (most recent call last):
        ...
    ValueError: alpha must be a number at least 1.02 (infinity allowed); got 0.5.
    """
    name, values = _split(experiment, text)
    return name, _value(experiment, name, values)


def axis(experiment: str, text: str) -> tuple[str, tuple[Any, ...]]:
    """``"epsilon=0.05:6:25log"``, ``"chunk=4,8,16"`` or ``"dimension=10:100:10"`` as field and checked values.

    ``low:high:count`` spaces the values evenly, with ``log`` behind it by equal factors; both ends are included, and
    whole numbers are rounded and kept once each. ``ValueError`` names the field, the text and what is allowed.

    >>> from ppr_core.sweeps import axis
    >>> axis("privacy", "alpha=2,3")
    ('alpha', (2.0, 3.0))
    >>> axis("privacy", "epsilon=0.5:2:3log")
    ('epsilon', (0.5, 1.0, 2.0))
    """
    name, values = _split(experiment, text)
    if ":" not in values:
        return name, tuple(dict.fromkeys(_value(experiment, name, part) for part in values.split(",")))
    spec = _specs(experiment)[name]
    parts = values.split(":")
    allowed = "values such as 4,8,16 or low:high:count, with log behind it for equal factors"
    validation.require(len(parts) == 3 and spec.kind in ("real", "integer"), f"over {name}", values, allowed)
    logarithmic = parts[2].endswith("log")
    try:
        low, high, count = float(parts[0]), float(parts[1]), int(parts[2].removesuffix("log"))
    except ValueError:
        validation.fail(f"over {name}", values, allowed)
    validation.require(2 <= count <= MAX_RUNS, f"count of {name}", count, f"2 to {MAX_RUNS} values")
    validation.require(not logarithmic or min(low, high) > 0, f"over {name}", values, "ends above 0 for equal factors")
    spaced = (np.geomspace if logarithmic else np.linspace)(low, high, count).tolist()
    spaced[0], spaced[-1] = low, high
    numbers = [round(value) if spec.kind == "integer" else rounded(value, 12) for value in spaced]
    return name, tuple(dict.fromkeys(spec.check(name, value) for value in numbers))


@dataclass(frozen=True)
class Run:
    """One run: its parameters, seeds included, and which repetition of its parameter set it is, from 0."""

    experiment: str
    parameters: Parameters
    repetition: int

    @property
    def key(self) -> str:
        """Equal for equal runs of one version, 32 hexadecimal digits."""
        text = json.dumps([self.experiment, __version__, self.repetition, self.parameters.values()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Sweep:
    """An experiment, what is fixed, what it goes over and how often each parameter set is run.

    experiment: a name of `names_of_experiments`; preset: where the fixed fields start from, "" for the defaults;
    fixed: field -> value; over: (field, values) for each axis; repeat: runs of each parameter set, at least 1.
    Repetition 0 has the seeds given; repetition r takes those that NumPy's SeedSequence makes of (seed, r).
    skip_refused: leave out the combinations that the experiment refuses instead of refusing the sweep.

    >>> from ppr_core.sweeps import Sweep, axis
    >>> sweep = Sweep("privacy", over=(axis("privacy", "alpha=2,3"), axis("privacy", "epsilon=0.5,1,2")))
    >>> runs = sweep.runs()
    >>> len(runs), runs[1].parameters.alpha, runs[1].parameters.epsilon  # the last axis is the fastest
    (6, 2.0, 1.0)
    """

    experiment: str
    preset: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    over: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    repeat: int = 1
    skip_refused: bool = False

    def runs(self) -> tuple[Run, ...]:
        """Every run once, the last axis fastest, repetitions innermost.

        ``ValueError`` for a field that is named twice, a combination that the experiment refuses (unless skipped),
        or more than a million runs.
        """
        validation.integer("repeat", self.repeat, 1, MAX_RUNS)
        experiment = experiment_named(self.experiment)
        names = [name for name, _ in self.over]
        twice = [name for name in names if names.count(name) > 1 or name in self.fixed]
        validation.require(not twice, "over", ", ".join(twice[:1]), "each field once, fixed or swept over")
        count = math.prod(len(values) for _, values in self.over) * self.repeat
        validation.require(count <= MAX_RUNS, "runs", count, f"at most {MAX_RUNS}")
        start = experiment.parameters()
        if self.preset:
            validation.choice("preset", self.preset, tuple(experiment.presets))
            start = experiment.presets[self.preset][0]
        runs: dict[str, Run] = {}
        for values in itertools.product(*(values for _, values in self.over)):
            changes = {**self.fixed, **dict(zip(names, values, strict=True))}
            try:
                parameters = start.replace(**changes)
            except ValueError:
                if self.skip_refused:
                    continue
                raise
            for repetition in range(self.repeat):
                run = Run(self.experiment, _reseeded(parameters, repetition), repetition)
                runs[run.key] = run
        return tuple(runs.values())


def _reseeded(parameters: Parameters, repetition: int) -> Parameters:
    if repetition == 0:
        return parameters
    seeds = {name: spec for name, spec in parameters.specs().items() if spec.group == "seed"}
    changes = {}
    for name, spec in seeds.items():
        word = np.random.SeedSequence([getattr(parameters, name), repetition]).generate_state(1, np.uint64)[0]
        changes[name] = int(spec.low) + int(word) % (int(spec.high) - int(spec.low) + 1)
    return parameters.replace(**changes)


def _specs(experiment: str) -> Mapping[str, FieldSpec]:
    return experiment_named(experiment).parameters.specs()


def _split(experiment: str, text: str) -> tuple[str, str]:
    name, equals, values = text.partition("=")
    name = name.strip().replace("-", "_")
    validation.require(bool(equals and values.strip()), "over", text, "a field and its values, such as epsilon=1,2,4")
    validation.choice("field", name, tuple(_specs(experiment)))
    return name, values.strip()


def _value(experiment: str, name: str, text: str) -> Any:
    """The checked value of a field, read from a text."""
    spec = _specs(experiment)[name]
    return spec.check(name, value_of(spec, text.strip()))


def value_of(spec: FieldSpec, text: str) -> Any:
    """The value that a text stands for; the text itself where it stands for none, which the field then refuses."""
    if spec.kind == "flag":
        return {"true": True, "false": False}.get(text.lower(), text)
    for read in {"integer": (int, float), "real": (float,)}.get(spec.kind, ()):
        try:
            return read(text)
        except ValueError:
            continue
    return text
