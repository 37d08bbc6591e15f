"""The recipes of CONTRIBUTING.md work: each is applied to a copy of the repository and met there by the tests."""

from __future__ import annotations

import contextlib
import importlib
import io
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "CONTRIBUTING.md"
BLOCK = re.compile(
    r"(?:^`(?P<path>[\w./-]+)`:\n\n)?^```(?P<kind>python|diff)\n(?P<body>.*?)^```\n", re.DOTALL | re.MULTILINE
)


# Where a registered mechanism or scheme has to turn up by itself.
MECHANISM_ROOMS = ["exactness", "bit_cost", "privacy", "parameter_check"]
SCHEME_ROOMS = ["exactness"]


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


def applied(title: str, folder: Path) -> Path:
    """A copy of the repository after the recipe."""
    copy = folder / "copy"
    unwanted = shutil.ignore_patterns("ppr-kernels-*", ".pytest_cache", "browser", "core", "paper")
    for name in ("ppr_core", "pages", "tests", "assets", ".streamlit"):
        shutil.copytree(ROOT / name, copy / name, ignore=unwanted)
    for name in ("app.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    for step in recipe(title):
        place = copy / step.path
        assert place.exists() is not step.new, step.path
        place.parent.mkdir(exist_ok=True)
        text = "\n".join(step.lines) + "\n" if step.new else changed(place.read_text(encoding="utf-8"), step)
        place.write_text(text, encoding="utf-8")
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
    run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.?\d*(?:e[-+]?\d+)?", text)]


def serve(rooms: Iterable[str], name: str, others: Iterable[str] = ()) -> None:
    """Each of these experiments offers the name, runs with it, and tells of it and of none of the others."""
    for room in rooms:
        experiment = importlib.import_module(f"ppr_core.experiments.{room}").EXPERIMENT
        fields = [field for field, spec in experiment.parameters.specs().items() if name in (spec.choices or ())]
        chosen = experiment.nearest_affordable(experiment.parameters(**{fields[0]: name}), 0.3, 1e9)
        story, text = experiment.tell(experiment.run(chosen)), io.StringIO()
        with contextlib.redirect_stdout(text):
            exec(experiment.snippet(chosen), {})
        headline = story.quantities[0].value
        assert any(math.isclose(number, headline, rel_tol=1e-3) for number in numbers(text.getvalue())), headline
        assert not any(math.isnan(formula.value) for formula in story.formulas())
        told = " ".join((story.finding, *story.notices, *story.captions.values()))
        assert not [other for other in others if other.lower() in told.lower()], told


def served(copy: Path, rooms: Iterable[str], name: str, others: Iterable[str] = ()) -> None:
    run(copy, "-c", f"from tests.test_recipes import serve; serve({[*rooms]}, {name!r}, {[*others]})")


def test_channel(tmp_path: Path) -> None:
    copy = applied("A channel", tmp_path)
    contracts = ("tests/contracts/test_channel_contract.py", "tests/contracts/test_compressor_contract.py")
    check("A channel", copy, *contracts, "-k", "logistic and (channel_contract or 2.0)", files=4)
    others = [one.label for one in MECHANISMS.values()]
    served(copy, MECHANISM_ROOMS, "logistic", [*others, "uniform", "no input"])


def test_compressor(tmp_path: Path) -> None:
    copy = applied("A compressor", tmp_path)
    check("A compressor", copy, "tests/contracts/test_compressor_contract.py", "-k", "accept", files=4)
    served(copy, SCHEME_ROOMS, "accept_reject")


def test_page(tmp_path: Path) -> None:
    copy = applied("A page", tmp_path)
    rules = ("tests/test_architecture.py", "tests/pages/test_pages.py", "-k", "telling_the_truth or keeps")
    check("A page", copy, *rules, files=3)
    program = "from ppr_core.experiments.telling_the_truth import EXPERIMENT as e; exec(e.snippet(e.parameters()))"
    shown = "from ppr_core.experiments.telling_the_truth import EXPERIMENT as e; print(e.tell(e.run(e.parameters())))"
    assert f"value={run(copy, '-c', program).strip()}" in run(copy, "-c", shown)


def test_a_diff_needs_its_place() -> None:
    step = Step("x.py", False, (" a", "+b"))
    assert changed("a\nc\n", step) == "a\nb\nc\n"
    for text in ("c\n", "a\na\n"):
        with pytest.raises(AssertionError, match="places"):
            changed(text, step)
