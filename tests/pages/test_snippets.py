"""What a page offers to take away is true: its program prints its number, its CSV repeats, its formulas hold.

Every experiment is found by looking into its package, so a new one is tested the day it appears.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.metadata
import json
import math
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ppr_core
from ppr_core import experiments
from ppr_core.experiments.contract import Experiment, Formula, Parameters, Story, table_to_csv

ROOT = Path(ppr_core.__file__).resolve().parents[1]
MOST_LINES = 25
# A setting is turned down by the experiment's own dial to the first of these that it can be brought below: the same
# program, formulas and bytes, with fewer samples.
MOST_SECONDS = (0.15, 0.3, 0.5, 1.0)
NUMBER = re.compile(r"[-−+]?(?:\d[\d_,\u202f]*\.?\d*(?:[eE][-+]?\d+)?|\binf\b|∞)")


def required() -> set[str]:
    """Distributions that come with ppr_core: its requirements, with compositions and k-means, and what those need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    waiting, known = [*project["dependencies"], *extras["accounting"], *extras["clustering"]], set()
    while waiting:
        name = normal(re.match(r"[\w.-]+", waiting.pop())[0])
        if name not in known:
            known.add(name)
            with suppress(importlib.metadata.PackageNotFoundError):  # one that other systems need
                waiting += [each for each in importlib.metadata.requires(name) or () if "extra ==" not in each]
    return known


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@functools.cache
def hidden() -> set[str]:
    """The reader of a snippet has Python, ppr_core and what it requires: nothing else that is here, nor the app."""
    known = required()
    return {"app", "pages", "tests", "benchmarks"} | {
        package
        for package, distributions in importlib.metadata.packages_distributions().items()
        if package != "ppr_core" and not known.intersection(map(normal, distributions))
    }


def clean() -> str:
    """A program that runs others where nothing hidden can be imported."""
    return f"""\
import contextlib, io, json, sys, traceback
class Clean:
    hidden = {hidden()!r}
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"No module named {{name!r}} here")
sys.meta_path.insert(0, Clean())
sys.path.insert(0, {str(ROOT)!r})
results = []
for program in json.load(sys.stdin):
    printed, problem = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program, "snippet", "exec"), {{"__name__": "__main__"}})
        except BaseException:
            problem = traceback.format_exc()
    results.append([printed.getvalue(), problem])
assert not {{"streamlit", "plotly", "altair", "pages"}} & set(sys.modules)
print(json.dumps(results))
"""


def found() -> list[Experiment]:
    """The experiment of every package in ppr_core/experiments that defines one."""
    names = sorted(path.parent.name for path in Path(experiments.__path__[0]).glob("*/__init__.py"))
    modules = (importlib.import_module(f"{experiments.__name__}.{name}") for name in names)
    return [module.EXPERIMENT for module in modules if hasattr(module, "EXPERIMENT")]


def affordable(experiment: Experiment, parameters: Parameters) -> Parameters | None:
    if experiment.cost(parameters).seconds <= MOST_SECONDS[0]:
        return parameters
    fitting = (experiment.nearest_affordable(parameters, seconds, 1e9) for seconds in MOST_SECONDS)
    return next(filter(None, fitting), None)


def at_ends(experiment: Experiment, end: str) -> Parameters:
    """As many fields as go together at their lower or upper ends, the first or last of their choices."""
    parameters = experiment.parameters()
    for name, spec in parameters.specs().items():
        if spec.kind == "choice":
            value: Any = list(spec.choices)[0 if end == "low" else -1]
        elif spec.kind == "flag":
            value = end == "high"
        else:
            value = math.inf if end == "high" and spec.infinite else getattr(spec, end)
        if spec.group == "seed" or (isinstance(value, float) and math.isinf(value) and not spec.infinite):
            continue
        try:
            candidate = parameters.replace(**{name: value}).readable()
        except ValueError:
            continue
        parameters = candidate if affordable(experiment, candidate) is not None else parameters
    return parameters


def settings(experiment: Experiment) -> Iterator[tuple[str, Parameters]]:
    """Defaults, presets, and both ends of everything."""
    yield "defaults", experiment.parameters()
    for name, (parameters, _) in experiment.presets.items():
        yield name, parameters
    for end in ("low", "high"):
        yield f"{end} ends", at_ends(experiment, end)


def choices(experiment: Experiment) -> Iterator[tuple[str, Parameters]]:
    """Every choice by itself."""
    for name, spec in experiment.parameters.specs().items():
        listed = list(spec.choices or ())
        for choice in listed if len(listed) <= 20 else listed[:: len(listed) // 6]:  # many names of one kind of thing
            try:
                yield f"{name} {choice}", experiment.parameters(**{name: choice}).readable()
            except ValueError:
                continue


@functools.cache
def affordable_settings(name: str) -> dict[Parameters, str]:
    """The settings of an experiment that a test can afford, each once, with their names."""
    experiment, listed = EXPERIMENTS[name], {}
    for label, wanted in settings(experiment):
        parameters = affordable(experiment, wanted)
        if parameters is not None:
            listed.setdefault(parameters, label)
    return listed


EXPERIMENTS = {experiment.name: experiment for experiment in found()}
# By module, so that the tests of one experiment follow each other and share its results.
every_experiment = pytest.mark.parametrize(
    "experiment", EXPERIMENTS.values(), ids=lambda experiment: experiment.name, scope="module"
)


@contextmanager
def at(label: str) -> Iterator[None]:
    """Whatever fails in here is said to have failed at this setting."""
    try:
        yield
    except Exception as error:
        error.add_note(label)
        raise


@functools.cache
def result_of(run: Callable[..., Any], parameters: Parameters) -> Any:
    return run(parameters, silent)


def story_of(experiment: Experiment, parameters: Parameters) -> Story:
    return experiment.tell(result_of(experiment.run, parameters))


def silent(fraction: float, note: str = "", partial: Any = None) -> None:
    """A listener to progress who does nothing."""


@functools.cache
def printed_by(name: str) -> dict[Parameters, str]:
    """What the programs of an experiment's settings print, all run by one clean interpreter."""
    listed = affordable_settings(name)
    return dict(zip(listed, run_clean([EXPERIMENTS[name].snippet(each) for each in listed]), strict=True))


def run_clean(programs: list[str]) -> list[str]:
    """What programs print where only ppr_core and what it requires can be imported; each in a fresh namespace."""
    command = [sys.executable, "-I", "-W", "error", "-c", clean()]
    done = subprocess.run(command, input=json.dumps(programs), capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    results = json.loads(done.stdout)
    for program, (_, problem) in zip(programs, results, strict=True):
        if problem:
            raise AssertionError(f"the program failed:\n{program}\n{problem}")
    return [printed for printed, _ in results]


def assert_prints(printed: str, value: float) -> None:
    """One of the numbers printed is the value, rounded where its digits end and to three digits or more."""
    texts = [re.sub(r"[_,\u202f]", "", text).replace("−", "-").replace("∞", "inf") for text in NUMBER.findall(printed)]
    assert any(rounds_to(value, text) for text in texts), f"{value!r} is on screen, but printed was {printed!r}"


def rounds_to(value: float, text: str) -> bool:
    shown = float(text)
    if math.isinf(value) or math.isinf(shown) or shown == value:
        return shown == value
    mantissa, _, exponent = text.lower().partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return last_digit <= 1e-2 * abs(value) and abs(shown - value) <= 0.5 * last_digit * (1 + 1e-6)


def assert_equal_to_three_digits(value: float, other: float) -> None:
    assert same_to_three_digits(value, other), f"{value!r} and {other!r} differ in their first three digits"


def same_to_three_digits(value: float, other: float) -> bool:
    if not (math.isfinite(value) and math.isfinite(other)) or value == other:
        return value == other
    last_digit = 10.0 ** (math.floor(math.log10(max(abs(value), abs(other)))) - 2)
    return abs(value - other) <= 0.5 * last_digit


def evaluated(latex: str) -> float:
    """What a formula with its numbers comes to: the part behind its last relation, computed."""
    text = behind_relation(latex).replace(r"\{", "(").replace(r"\}", ")")
    before = ""
    while text != before:
        before = text
        for pattern, replacement in (
            (r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}", r"\1"),
            (r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))"),
            (r"\\sqrt\s*\{([^{}]*)\}", r"sqrt(\1)"),
            (r"\^\s*\{([^{}]*)\}", r"**(\1)"),
            (r"\\log_\{?2\}?", "log2 "),
        ):
            text = re.sub(pattern, replacement, text)
    for pattern, replacement in (
        (r"\\(?:left|right|[bB]igg?[lr]?|quad|qquad|[,;:! ])", " "),
        (r"\{", "("),
        (r"\}", ")"),
        (r"\\(?:cdot|times)", "*"),
        (r"\^", "**"),
        (r"\|([^|]*)\|", r"abs(\1)"),
        (r"\\", " "),
    ):
        text = re.sub(pattern, replacement, text)
    text = products(text)
    try:
        return float(eval(text, {"__builtins__": {}}, CONSTANTS | FUNCTIONS))
    except Exception as error:
        raise AssertionError(f"{latex!r} read as {text!r} cannot be computed: {error}") from error


CONSTANTS = {"infty": math.inf, "e": math.e, "pi": math.pi}
FUNCTIONS = {"log2": math.log2, "ln": math.log, "exp": math.exp, "sqrt": math.sqrt, "Gamma": math.gamma}
FUNCTIONS |= {"min": min, "max": max, "abs": abs}
RELATION = re.compile(r"[=<>≤≥]|\\(?:leq?|geq?|approx|sim)(?![a-zA-Z])")


def behind_relation(latex: str) -> str:
    """The formula from its last relation on that is in no brackets."""
    depth, start, position = 0, 0, 0
    while position < len(latex):
        depth += (latex[position] in "([{") - (latex[position] in ")]}")
        match = RELATION.match(latex, position)
        position = match.end() if match else position + 1
        start = position if match and depth == 0 else start
    return latex[start:]


def products(text: str) -> str:
    """Multiplication signs put in where factors stand side by side, brackets around a function's bare argument."""
    written: list[str] = []
    for token in re.findall(r"\d+\.?\d*|[A-Za-z_]+\d*|\*\*|\S", text):
        last = written[-1] if written else ""
        if last in FUNCTIONS and token != "(":
            written.append(f"({token})")
            continue
        ends = last.endswith(")") or last[:1].isdigit() or last in CONSTANTS
        if ends and (token == "(" or token[0].isalnum()):
            written.append("*")
        written.append(token)
    return "".join(written)


def is_name(latex: str) -> bool:
    """Whether the formula only names its value, like X^2 or Pr(K = 8): nothing in it could be computed."""
    return behind_relation(latex) == latex and re.search(r"[-+*/]|\\(?:cdot|times|frac|sqrt)|^[\d. ]+$", latex) is None


def shown_numbers(result: Any, story: Story) -> Iterator[float]:
    """All numbers of a result: its quantities, its plotted columns and its fields, whatever they are nested in."""
    yield from (quantity.value for quantity in story.quantities)
    waiting = [result.table(), result]
    while waiting:
        item = waiting.pop()
        if dataclasses.is_dataclass(item):
            waiting.extend(getattr(item, field.name) for field in dataclasses.fields(item))
        elif isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, (tuple, list)):
            waiting.extend(item)
        elif isinstance(item, (int, float)):
            yield float(item)
        elif isinstance(item, np.ndarray) and item.dtype.kind in "iuf":
            yield from item.ravel().tolist()


def assert_formula_holds(formula: Formula) -> None:
    """The substituted form comes to the formula's value."""
    assert "$" not in formula.symbolic + formula.substituted
    assert "}^" not in formula.substituted.replace(r"\}", ""), "a power of a power needs brackets"
    if not is_name(formula.substituted):
        assert_equal_to_three_digits(evaluated(formula.substituted), formula.value)


@every_experiment
def test_programs_print_the_first_number_on_screen(experiment: Experiment) -> None:
    for parameters, label in affordable_settings(experiment.name).items():
        with at(label):
            assert len(experiment.snippet(parameters).strip().splitlines()) <= MOST_LINES
            value = story_of(experiment, _to_the_end(parameters)).quantities[0].value
            assert_prints(printed_by(experiment.name)[parameters], value)


def _to_the_end(parameters: Parameters) -> Parameters:
    """At the last step, where a page goes through steps: a program runs them all."""
    step = parameters.specs().get("step")
    return parameters.replace(step=int(step.high)) if step else parameters


@every_experiment
def test_formulas_come_to_the_numbers_shown(experiment: Experiment) -> None:
    for parameters, label in affordable_settings(experiment.name).items():
        with at(label):
            story = story_of(experiment, parameters)
            formulas = story.formulas()
            for formula in formulas:
                assert_formula_holds(formula)
                for symbol in formula.symbols:
                    assert symbol.field in ("", *parameters.specs())
            numbers = set(shown_numbers(result_of(experiment.run, parameters), story))
            assert any(same_to_three_digits(formula.value, number) for formula in formulas for number in numbers)


@every_experiment
def test_formulas_hold_for_every_choice(experiment: Experiment) -> None:
    for label, wanted in choices(experiment):
        parameters = affordable(experiment, wanted)
        if parameters is not None:
            with at(label):
                for formula in story_of(experiment, parameters).formulas():
                    assert_formula_holds(formula)


@every_experiment
def test_equal_parameters_give_equal_bytes(experiment: Experiment) -> None:
    """At the defaults and both ends; between them a program, which is another run, has printed the same number."""
    for parameters, label in affordable_settings(experiment.name).items():
        if label in experiment.presets:
            continue
        with at(label):
            tables = (result_of(experiment.run, parameters).table(), experiment.run(parameters, silent).table())
            assert len({table_to_csv(table, parameters, ppr_core.__version__) for table in tables}) == 1


@every_experiment
def test_another_seed_gives_other_bytes(experiment: Experiment) -> None:
    """Only then does the comparison of bytes mean anything."""
    parameters = experiment.parameters()
    seeds = [name for name, spec in parameters.specs().items() if spec.group == "seed"]
    if not seeds:
        pytest.skip("this experiment draws nothing")
    other = parameters.replace(**{seeds[0]: getattr(parameters, seeds[0]) + 1})
    tables = [result_of(experiment.run, each).table() for each in (parameters, other)]
    assert table_to_csv(tables[0], parameters, "0") != table_to_csv(tables[1], parameters, "0")


@every_experiment
def test_quantities_say_how_they_are_known(experiment: Experiment) -> None:
    quantities = story_of(experiment, experiment.parameters()).quantities
    assert len({quantity.key for quantity in quantities}) == len(quantities)
    for quantity in quantities:
        if quantity.kind == "measured":
            assert quantity.samples, quantity.key
            assert quantity.error is not None or quantity.samples == 1, quantity.key
        assert quantity.kind not in ("bound", "guarantee") or quantity.source, quantity.key


@every_experiment
def test_module_and_experiment_share_their_name(experiment: Experiment) -> None:
    assert importlib.import_module(f"{experiments.__name__}.{experiment.name}").EXPERIMENT is experiment


def test_there_are_experiments() -> None:
    assert "overview" in EXPERIMENTS


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("2.65 bits", 2.66),
        ("about 3 bits", 2.64),
        ("nothing", 2.64),
        ("inf", 2.64),
        ("2.64", math.inf),
        ("2.641", 2.6404),
        ("-2.64", 2.64),
        ("1.2e-3", 1.3e-3),
    ],
)
def test_wrong_or_vague_numbers_are_noticed(printed: str, value: float) -> None:
    with pytest.raises(AssertionError):
        assert_prints(printed, value)


def test_right_numbers_pass() -> None:
    for printed, value in (("2.64 bits of 32", 2.6449), ("K = 7", 7.0), ("∞", math.inf), ("−0.125", -0.12549)):
        assert_prints(printed, value)
    for printed, value in (("97,801,722 samples", 97_801_722.0), ("1.20e-03", 1.2002e-3)):
        assert_prints(printed, value)


@pytest.mark.parametrize(
    "program",
    ["import streamlit", "import pages.ui", "import pandas", "1 / 0", "import nowhere"],
)
def test_a_program_that_needs_the_app_or_fails_is_noticed(program: str) -> None:
    with pytest.raises(AssertionError, match="the program failed"):
        run_clean([program])


def test_a_program_of_the_core_runs() -> None:
    assert run_clean(["import numpy, scipy.stats, ppr_core\nprint(numpy.ones(2).sum())", ""]) == ["2.0\n", ""]


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"\frac{1}{4}", 0.25),
        (r"\varepsilon_{\text{decoder}} = 2 \cdot 2 \cdot 0.5", 2.0),
        (r"E \le 0.027 + \frac{\log_2 3.56}{\min\{(2 - 1)/2,\; 1\}}", 3.69),
        (r"\frac{\log_2 3.56}{\min\{(\infty - 1)/2,\; 1\}}", 1.83),
        (r"\sqrt{2} \cdot 10^{-3}", 1.414e-3),
        (r"\left(1 + \tfrac{3}{4}\right)^{2} e^{-1/2}", 1.857),
        (r"1.609 + 2\log_2(5.273 + 1) + \frac{\log_2 e}{2 - 1}", 8.350),
        (r"f(s) = \frac{49^{(50-1)/2} e^{-(50-1)/2}}{2^{50/2-1}\,\Gamma(50/2) \cdot 24.41}", 0.02315),
        (r"S > 3.6 \cdot \frac{1}{1\sqrt{2\pi}}", 1.436),
        (r"\ln 5 + |{-2}|", 3.609),
        (r"2 \cdot \infty", math.inf),
    ],
)
def test_formulas_can_be_computed(latex: str, value: float) -> None:
    assert_equal_to_three_digits(evaluated(latex), value)


def test_wrong_formulas_are_noticed() -> None:
    right = Formula("doubling", r"2 \varepsilon", r"2 \cdot 3", 6.0)
    assert_formula_holds(right)
    assert_formula_holds(dataclasses.replace(right, substituted=r"\Pr(K = 8)"))
    wrong = (
        dataclasses.replace(right, value=6.1),
        dataclasses.replace(right, substituted=r"2 \cdot 3.05"),
        dataclasses.replace(right, substituted=r"2 \cdot \varepsilon"),
        dataclasses.replace(right, substituted="7"),
        dataclasses.replace(right, substituted=r"6 \cdot 10^{2}^{0}"),
        dataclasses.replace(right, symbolic=r"$2 \varepsilon$"),
    )
    for formula in wrong:
        with pytest.raises(AssertionError):
            assert_formula_holds(formula)
