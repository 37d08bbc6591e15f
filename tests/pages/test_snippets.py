"""What a page offers to take away is true: its program prints its number, its CSV repeats, its formulas hold.

Every experiment is found by looking into its package, so a new one is tested the day it appears.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.metadata
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ppr_core
from ppr_core import experiments
from ppr_core.experiments.contract import Experiment, Formula, Parameters, table_to_csv

ROOT = Path(ppr_core.__file__).resolve().parents[1]
MOST_LINES = 25
MOST_SECONDS = 1.0  # a setting predicted to take longer is turned down by the experiment's own dial
NUMBER = re.compile(r"[-−+]?(?:\d[\d_,\u202f]*\.?\d*(?:[eE][-+]?\d+)?|\binf\b|∞)")

# The reader of a snippet has Python, ppr_core, NumPy and SciPy: nothing else that is installed here, nor the app.
HIDDEN = {*importlib.metadata.packages_distributions(), "app", "pages", "tests", "benchmarks"}
HIDDEN -= {"ppr_core", "numpy", "scipy"}
CLEAN = f"""\
import sys
class Clean:
    hidden = {HIDDEN!r}
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.hidden:
            raise ModuleNotFoundError(f"No module named {{name!r}} here")
sys.meta_path.insert(0, Clean())
sys.path.insert(0, {str(ROOT)!r})
"""


def found() -> list[Experiment]:
    """The experiment of every module in ppr_core/experiments that defines one."""
    names = sorted(path.stem for path in Path(experiments.__path__[0]).glob("*.py") if path.stem != "__init__")
    modules = (importlib.import_module(f"{experiments.__name__}.{name}") for name in names)
    return [module.EXPERIMENT for module in modules if hasattr(module, "EXPERIMENT")]


def affordable(experiment: Experiment, parameters: Parameters) -> Parameters | None:
    if experiment.cost(parameters).seconds <= MOST_SECONDS:
        return parameters
    return experiment.nearest_affordable(parameters, MOST_SECONDS, 1e9)


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
            candidate = parameters.replace(**{name: value})
        except ValueError:
            continue
        parameters = candidate if affordable(experiment, candidate) is not None else parameters
    return parameters


def settings(experiment: Experiment) -> Iterator[tuple[str, Parameters]]:
    """Defaults, presets, both ends of everything, and every choice by itself."""
    yield "defaults", experiment.parameters()
    for name, (parameters, _) in experiment.presets.items():
        yield name, parameters
    for end in ("low", "high"):
        yield f"{end} ends", at_ends(experiment, end)
    for name, spec in experiment.parameters.specs().items():
        for choice in spec.choices or ():
            try:
                yield f"{name} {choice}", experiment.parameters(**{name: choice})
            except ValueError:
                continue


def cases() -> list[Any]:
    """(experiment, parameters), each pair once."""
    listed, seen = [], set()
    for experiment in found():
        for name, wanted in settings(experiment):
            parameters = affordable(experiment, wanted)
            if parameters is not None and parameters not in seen:
                seen.add(parameters)
                listed.append(pytest.param(experiment, parameters, id=f"{experiment.name}: {name}"))
    return listed


every_case = pytest.mark.parametrize(("experiment", "parameters"), cases())
every_experiment = pytest.mark.parametrize("experiment", found(), ids=lambda experiment: experiment.name)


@functools.lru_cache(maxsize=4)
def result_of(run: Callable[..., Any], parameters: Parameters) -> Any:
    return run(parameters, lambda fraction, note="", partial=None: None)


def run_clean(program: str) -> str:
    """What a program prints in a fresh interpreter where nothing but ppr_core, NumPy and SciPy can be imported."""
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", CLEAN + program], capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise AssertionError(f"the program failed:\n{program}\n{done.stderr}")
    assert done.stderr == ""
    return done.stdout


def assert_prints(printed: str, value: float) -> None:
    """The first number printed is the value, rounded where its digits end; at least three of them."""
    match = NUMBER.search(printed)
    assert match, f"no number in {printed!r}"
    text = re.sub(r"[_,\u202f]", "", match[0]).replace("−", "-").replace("∞", "inf")
    shown = float(text)
    if math.isinf(value) or math.isinf(shown):
        assert shown == value
        return
    mantissa, _, exponent = text.lower().partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    assert abs(shown - value) <= 0.5 * last_digit * (1 + 1e-6), f"printed {text}, on screen {value!r}"
    assert shown == value or last_digit <= 1e-2 * abs(value), f"{text} shows too few digits of {value!r}"


def assert_equal_to_three_digits(value: float, other: float) -> None:
    assert same_to_three_digits(value, other), f"{value!r} and {other!r} differ in their first three digits"


def same_to_three_digits(value: float, other: float) -> bool:
    if not (math.isfinite(value) and math.isfinite(other)) or value == other:
        return value == other
    last_digit = 10.0 ** (math.floor(math.log10(max(abs(value), abs(other)))) - 2)
    return abs(value - other) <= 0.5 * last_digit


def evaluated(latex: str) -> float:
    """What a formula with its numbers comes to: the part behind its last relation, computed."""
    text = re.split(r"=|\\leq?(?![a-z])|\\geq?(?![a-z])|\\approx|\\sim", latex)[-1]
    for pattern, replacement in (
        (r"\\(?:left|right|[bB]igg?[lr]?|displaystyle|quad|qquad|[,;:! ])", " "),
        (r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}", r"\1"),
        (r"\\\{", "("),
        (r"\\\}", ")"),
        (r"\\(?:cdot|times)", "*"),
        (r"\\infty", "inf"),
        (r"\\(?:dfrac|tfrac|frac)", "quotient"),
        (r"\\log_\{?2\}?", "log2 "),
        (r"\\(?=[A-Za-z])", ""),
        (r"\b(log2|ln|exp|sqrt|Gamma)\s+([\d.]+)", r"\1(\2)"),
        (r"\^\s*(\d)", r"**\1"),
        (r"\^", "**"),
        (r"\|([^|]*)\|", r"abs(\1)"),
        (r"\{", "("),
        (r"\}", ")"),
    ):
        text = re.sub(pattern, replacement, text)
    names = {"quotient": lambda over: lambda under: over / under, "inf": math.inf, "e": math.e, "pi": math.pi}
    functions = {"log2": math.log2, "ln": math.log, "exp": math.exp, "sqrt": math.sqrt, "Gamma": math.gamma}
    names |= functions | {"min": min, "max": max, "abs": abs}
    try:
        return float(eval(text.strip(), {"__builtins__": {}}, names))
    except Exception as error:
        raise AssertionError(f"{latex!r} read as {text.strip()!r} cannot be computed: {error}") from error


def shown_numbers(result: Any) -> np.ndarray:
    """All numbers of a result: its quantities, its plotted columns and its fields."""
    columns = [*result.table().values(), *(getattr(result, field.name) for field in dataclasses.fields(result))]
    arrays = [np.asarray(column).ravel() for column in columns if isinstance(column, (int, float, np.ndarray))]
    numbers = [array.astype(float) for array in arrays if array.dtype.kind in "iuf"]
    return np.concatenate([np.array([quantity.value for quantity in result.quantities()]), *numbers])


def assert_formula_holds(formula: Formula, numbers: np.ndarray) -> None:
    """The substituted form comes to the formula's value, and that is a number of the result."""
    assert "$" not in formula.symbolic + formula.substituted
    assert_equal_to_three_digits(evaluated(formula.substituted), formula.value)
    close = numbers[np.isclose(numbers, formula.value, rtol=1e-2, atol=1e-12)]
    near = any(same_to_three_digits(formula.value, number) for number in close.tolist())
    assert near, f"{formula.title}: {formula.value!r} is no number of the result"


@every_case
def test_program_prints_the_first_number_on_screen(experiment: Experiment, parameters: Parameters) -> None:
    program = experiment.snippet(parameters)
    assert len(program.strip().splitlines()) <= MOST_LINES
    printed = run_clean(program + "\nassert not {'streamlit', 'plotly', 'altair', 'pages'} & set(sys.modules)\n")
    assert_prints(printed, result_of(experiment.run, parameters).quantities()[0].value)


@every_case
def test_formulas_come_to_the_numbers_shown(experiment: Experiment, parameters: Parameters) -> None:
    result = result_of(experiment.run, parameters)
    numbers = shown_numbers(result)
    for formula in result.formulas():
        assert_formula_holds(formula, numbers)
        for symbol in formula.symbols:
            assert symbol.field in ("", *parameters.specs())


@every_case
def test_equal_parameters_give_equal_bytes(experiment: Experiment, parameters: Parameters) -> None:
    tables = (result_of(experiment.run, parameters).table(), experiment.run(parameters, progress_of([])).table())
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


def progress_of(fractions: list[float]) -> Callable[..., None]:
    return lambda fraction, note="", partial=None: fractions.append(fraction)


@every_experiment
def test_quantities_say_how_they_are_known(experiment: Experiment) -> None:
    quantities = result_of(experiment.run, experiment.parameters()).quantities()
    assert len({quantity.key for quantity in quantities}) == len(quantities)
    for quantity in quantities:
        assert quantity.kind != "measured" or (quantity.error is not None and quantity.samples), quantity.key
        assert quantity.kind not in ("bound", "guarantee") or quantity.source, quantity.key


@every_experiment
def test_module_and_experiment_share_their_name(experiment: Experiment) -> None:
    assert importlib.import_module(f"{experiments.__name__}.{experiment.name}").EXPERIMENT is experiment


def test_there_are_experiments() -> None:
    assert "overview" in [experiment.name for experiment in found()]


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
    ["import streamlit", "import pages.ui", "import pandas", "import dp_accounting", "1 / 0", "import nowhere"],
)
def test_a_program_that_needs_the_app_or_fails_is_noticed(program: str) -> None:
    with pytest.raises(AssertionError, match="the program failed"):
        run_clean(program)


def test_a_program_of_the_core_runs() -> None:
    assert run_clean("import numpy, scipy.stats, ppr_core\nprint(numpy.ones(2).sum())") == "2.0\n"


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"\frac{1}{4}", 0.25),
        (r"\varepsilon_{\text{decoder}} = 2 \cdot 2 \cdot 0.5", 2.0),
        (r"E \le 0.027 + \frac{\log_2 3.56}{\min\{(2 - 1)/2,\; 1\}}", 3.69),
        (r"\frac{\log_2 3.56}{\min\{(\infty - 1)/2,\; 1\}}", 1.83),
        (r"\sqrt{2} \cdot 10^{-3}", 1.414e-3),
        (r"\left(1 + \tfrac{3}{4}\right)^{2} e^{-1/2}".replace(" e", r" \cdot e"), 1.857),
        (r"\ln 5 + |{-2}|", 3.609),
        (r"2 \cdot \infty", math.inf),
    ],
)
def test_formulas_can_be_computed(latex: str, value: float) -> None:
    assert_equal_to_three_digits(evaluated(latex), value)


def test_wrong_formulas_are_noticed() -> None:
    right = Formula("doubling", r"2 \varepsilon", r"2 \cdot 3", 6.0)
    assert_formula_holds(right, np.array([1.0, 6.0]))
    wrong = (
        dataclasses.replace(right, value=6.1),
        dataclasses.replace(right, substituted=r"2 \cdot 3.05"),
        dataclasses.replace(right, substituted=r"2 \cdot \varepsilon"),
        dataclasses.replace(right, symbolic=r"$2 \varepsilon$"),
    )
    for formula in wrong:
        with pytest.raises(AssertionError):
            assert_formula_holds(formula, np.array([1.0, 6.0, 6.1]))
    with pytest.raises(AssertionError, match="no number of the result"):
        assert_formula_holds(right, np.array([1.0, 6.1]))
