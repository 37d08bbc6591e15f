"""The recipes of CONTRIBUTING.md work: each is applied to a copy of the repository and met there by the tests."""

from __future__ import annotations

import contextlib
import importlib
import io
import itertools
import math
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.pool import Jobs
from ppr_core.experiments.contract import Experiment, Parameters, Story
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "CONTRIBUTING.md"
BLOCK = re.compile(
    r"(?:^`(?P<path>[\w./-]+)`:\n\n)?^```(?P<kind>python|diff)\n(?P<body>.*?)^```\n", re.DOTALL | re.MULTILINE
)


RECIPES = ("A law of noise", "A compressor", "A page")
NUMBER_ROOMS = ["bit_cost", "exactness", "one_person", "parameter_check", "privacy"]  # of mechanisms that take numbers
SCHEME_ROOMS = ["exactness"]  # where a registered scheme has to turn up by itself
# What belongs to another law, or to none.
OTHER_WORDS = ("uniform", "normal", "per unit of distance", "nan", "none", "lambda")


@dataclass(frozen=True)
class Step:
    """One block of a recipe: a new file, or lines to add to and take from one that exists."""

    path: str
    new: bool
    lines: tuple[str, ...]

    @property
    def added(self) -> int:
        return len(self.lines) if self.new else sum(line.startswith("+") for line in self.lines)


def recipe(title: str) -> list[Step]:
    """The blocks below a heading of the guide; one without a path belongs to the path before."""
    section = GUIDE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    steps: list[Step] = []
    for block in BLOCK.finditer(section):
        path = block["path"] or steps[-1].path
        steps.append(Step(path, block["kind"] == "python", tuple(block["body"].splitlines())))
    return steps


def changed(text: str, step: Step) -> str:
    """The text with the lines of a diff block changed, at the one place where its other lines stand."""
    before = [line[1:] for line in step.lines if line[0] in " -"]
    after = [line[1:] for line in step.lines if line[0] in " +"]
    lines = text.splitlines()
    places = [place for place in range(len(lines)) if lines[place : place + len(before)] == before]
    assert len(places) == 1, f"{step.path}: {before} stands at {len(places)} places"
    lines[places[0] : places[0] + len(before)] = after
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository after all recipes, which stand in nobody else's way; its rooms keep their rules."""
    copy = tmp_path_factory.mktemp("recipes") / "copy"
    unwanted = ("ppr-kernels-*", ".*_cache", ".venv", ".git", "browser", "build")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*unwanted))
    for step in itertools.chain.from_iterable(map(recipe, RECIPES)):
        path = copy / step.path
        assert path.exists() is not step.new, step.path
        path.parent.mkdir(exist_ok=True)
        text = "\n".join(step.lines) + "\n" if step.new else changed(path.read_text(encoding="utf-8"), step)
        path.write_text(text, encoding="utf-8")
    run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/test_architecture.py")
    return copy


def run(copy: Path, *command: str) -> str:
    """What a Python command in the copy prints, which succeeds; the copy need not compile the same kernels again."""
    environment = {**os.environ, "PPR_KERNELS": "0"}
    done = subprocess.run([sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check(title: str, copy: Path, *tests: str, files: int, lines: int = 120) -> None:
    """The recipe is as short as promised, its code is clean, and these tests pass with it."""
    steps = recipe(title)
    paths = sorted({step.path for step in steps})
    assert len(paths) <= files and sum(step.added for step in steps) <= lines
    run(copy, "-m", "ruff", "check", "--no-cache", *paths)
    run(copy, "-m", "ruff", "format", "--check", "--no-cache", *paths)
    new = [path for path in paths if path.startswith("ppr_core/") and not (ROOT / path).exists()]
    if new:  # of what it imports nothing is known here: that takes a minute, and `make lint` does it
        skipped = ("--follow-imports=skip", "--ignore-missing-imports", "--cache-dir=/dev/null", "--config-file=")
        run(copy, "-m", "mypy", *skipped, "--disallow-untyped-defs", "--disable-error-code=var-annotated", *new)
    run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.?\d*(?:e[-+]?\d+)?", text)]


def offering(name: str) -> dict[str, str]:
    """Every experiment that offers the name -> the field that does."""
    rooms = [path.parent.name for path in sorted((ROOT / "ppr_core" / "experiments").glob("*/__init__.py"))]
    faces = {room: importlib.import_module(f"ppr_core.experiments.{room}") for room in rooms}
    return {
        room: field
        for room, face in faces.items()
        if hasattr(face, "EXPERIMENT")
        for field, spec in face.EXPERIMENT.parameters.specs().items()
        if name in (spec.choices or ())
    }


def settings(experiment: Experiment, field: str, name: str) -> Iterator[Parameters]:
    """The defaults with this name, and every other choice and flag beside it that is allowed and affordable, once."""
    start = experiment.parameters(**{field: name})
    greyed, known = {*start.unused(), field}, []
    for other, spec in experiment.parameters.specs().items():
        for value in {"choice": list(spec.choices or ()), "flag": [False, True]}.get(spec.kind, []):
            with contextlib.suppress(ValueError):
                changed = start if other in greyed else start.replace(**{other: value})
                cheap = (experiment.nearest_affordable(changed, seconds, 1e9) for seconds in (0.05, 0.5))
                affordable = next(filter(None, cheap), None)
                if affordable is not None and affordable not in known:
                    known.append(affordable)
                    yield affordable


def sentences(story: Story) -> str:
    formulas = [text for one in story.formulas() for text in (one.title, one.source, *(s.meaning for s in one.symbols))]
    return " ".join((story.finding, *story.notices, *story.captions.values(), *formulas))


def serve(rooms: Iterable[str], name: str, others: Iterable[str] = ()) -> None:
    """Each of these experiments offers the name, runs with it, and tells of it and of none of the others."""
    for room in rooms:
        field, experiment = offering(name)[room], importlib.import_module(f"ppr_core.experiments.{room}").EXPERIMENT
        for count, chosen in enumerate(settings(experiment, field, name)):
            story, text = experiment.tell(experiment.run(chosen)), io.StringIO()
            if not count:
                with contextlib.redirect_stdout(text):
                    exec(experiment.snippet(chosen), {})
                headline = story.quantities[0].value
                assert any(math.isclose(one, headline, rel_tol=1e-3) for one in numbers(text.getvalue())), headline
            assert not any(math.isnan(formula.value) for formula in story.formulas())
            told = sentences(story).lower()
            wrong = [other for other in others if re.search(rf"\b{re.escape(other.lower())}\b", told)]
            assert not wrong, (room, chosen, wrong, told)


def visit_in_workers(name: str) -> None:
    """Every page that offers the name opens with it, whatever it computes in a worker process, without an error."""
    pool = Jobs(replace(BUDGET, inline_seconds=-1.0, crowded_seconds=-1.0, limit_seconds=600.0))
    jobs._jobs = lambda: pool
    try:
        for room, field in offering(name).items():
            app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
            app.switch_page(f"pages/{room}.py")
            app.query_params[field] = name
            app.run()
            while any((button.key or "").endswith("-cancel") for button in app.button):
                time.sleep(0.2)
                app.run()
            assert not app.exception and not app.error, (room, [error.value for error in app.error])
            assert app.metric, room
    finally:
        pool.close()


def from_copy(copy: Path, *calls: str) -> None:
    """All in one process, which learns once what pages are made of."""
    all_calls = "; ".join(f"recipes.{call}" for call in calls)
    run(copy, "-c", f"from tests import test_recipes as recipes\nif __name__ == '__main__': {all_calls}")


def test_law(copy: Path) -> None:
    """One file, 20 lines at most, and every page that takes numbers has it, without a word of another law."""
    name = "hyperbolic_secant"
    check("A law of noise", copy, "tests/contracts/test_mechanism_contract.py", "-k", name, files=1, lines=20)
    others = [one.label for one in MECHANISMS.values()]
    from_copy(copy, f"serve({NUMBER_ROOMS}, {name!r}, {[*others, *OTHER_WORDS]})", f"visit_in_workers({name!r})")


def test_compressor(copy: Path) -> None:
    tests = "tests/contracts/test_compressor_contract.py", "tests/core/wire/test_wire.py"
    check("A compressor", copy, *tests, "-k", "accept or number", files=5)
    from_copy(copy, f"serve({SCHEME_ROOMS}, 'accept_reject')", "visit_in_workers('accept_reject')")


def test_page(copy: Path) -> None:
    check("A page", copy, "tests/pages/test_pages.py", "-k", "telling_the_truth", files=3)
    program = "from ppr_core.experiments.telling_the_truth import EXPERIMENT as e; exec(e.snippet(e.parameters()))"
    shown = "from ppr_core.experiments.telling_the_truth import EXPERIMENT as e; print(e.tell(e.run(e.parameters())))"
    assert f"value={run(copy, '-c', program).strip()}" in run(copy, "-c", shown)


def test_a_diff_needs_its_place() -> None:
    step = Step("x.py", False, (" a", "+b"))
    assert changed("a\nc\n", step) == "a\nb\nc\n"
    for text in ("c\n", "a\na\n"):
        with pytest.raises(AssertionError, match="places"):
            changed(text, step)
