"""Every example of the documentation is run: those of docstrings, and those of the pages."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from ppr_core.sweeps import names_of_experiments
from site_builder import reference

ROOT = Path(__file__).resolve().parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "ppr_core").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
PAGES = [path for path in sorted((ROOT / "docs").glob("*.md")) if "```pycon" in path.read_text(encoding="utf-8")]


def failures_of(test: doctest.DocTest) -> list[str]:
    """What the examples print instead of what they say."""
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    return said


def of_page(text: str, name: str) -> doctest.DocTest:
    """The fenced examples of a page, in one session; lines keep their numbers."""
    kept, inside = [], False
    for line in text.splitlines():
        inside = line == "```pycon" or (inside and line != "```")
        kept.append(line if inside and line != "```pycon" else "")
    return doctest.DocTestParser().get_doctest("\n".join(kept) + "\n", {}, name, name, 0)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    tests = [test for test in doctest.DocTestFinder().find(module, name) if test.examples]
    assert tests and [line for test in tests for line in failures_of(test)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_pages(page: Path) -> None:
    test = of_page(page.read_text(encoding="utf-8"), page.name)
    assert test.examples and failures_of(test) == []


def test_a_wrong_example_is_noticed() -> None:
    assert failures_of(of_page("```pycon\n>>> 1 + 1\n3\n```\n", "wrong.md"))
    assert not failures_of(of_page("```pycon\n>>> 1 + 1\n2\n```\n", "right.md"))


# Bases and protocols, which only their members are used through; errors; what needs an extra or a cluster, or runs for
# seconds.
WITHOUT = {
    "Channel", "BitVectorChannel", "CategoryChannel", "VectorChannel", "Code", "Compressor", "Quantizer",
    "SeedGenerator", "DrawLimitExceeded", "LossPair", "SharedMarks", "Rows", "FrequencyOracle", "MeanScheme",
    "Neighbours", "Notion", "Accounting", "DensityPoissonLoss", "Entry",
    "Record", "forget_frames", "sampled_gaussian_noise_multiplier", "sampled_gaussian_privacy",
    "shuffled_rounds", "composed_epsilon", "KashinCSGM", "digits", "kmeans", "shape",
    "ScalarLaw", "View", "Scheme", "Table", "Way", "decoding", "forget", "Cancelled", "Progress", "Result",
    "Closed", "Unavailable", "Survey", "ClusterLost", "OtherCode", "SameCode", "run_sweep",
}  # fmt: skip


def shows_its_use(thing: object) -> bool:
    """Whether `help` of a class or function has an example."""
    return not callable(thing) or ">>> " in (thing.__doc__ or "")


def test_names_of_the_package_have_examples() -> None:
    """Every name of the reference shows its use."""
    rooms = [importlib.import_module(room) for room in reference.rooms()]
    assert {name for room in rooms for name in room.__all__ if not shows_its_use(getattr(room, name))} == WITHOUT


def test_every_experiment_shows_how_to_run_it() -> None:
    faces = [importlib.import_module(f"ppr_core.experiments.{name}") for name in names_of_experiments()]
    assert [face.__name__ for face in faces if ">>> result = EXPERIMENT.run(" not in (face.__doc__ or "")] == []
