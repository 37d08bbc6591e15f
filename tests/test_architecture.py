"""The rules that keep the code in its shape: one direction of imports, no hidden randomness, short files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAX_LINES = 350

# Lowest first. A unit of ppr_core (a module or a sub-package) imports from the rows above it and from itself.
LAYERS = (
    {"validation"},
    {"kernels"},
    {"guarantees", "randomness", "codes"},
    {"accounting", "entropy"},
    {"channels"},
    {"compressors"},
    {"diagnostics", "estimation", "sketches"},
    {"experiments"},
)
RANK = {unit: rank for rank, units in enumerate(LAYERS) for unit in units}

CORE = sorted((ROOT / "ppr_core").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
APP = [ROOT / "app.py", *PAGES]
OTHERS = sorted(path for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
TEXTS = sorted(
    path
    for pattern in ("*.md", "*.toml", "*.txt", "Makefile", ".ci/*", ".streamlit/*.toml", "assets/**/*")
    for path in ROOT.glob(pattern)
    if path.suffix in ("", ".md", ".toml", ".txt", ".css", ".csv", ".json")
)

# Streamlit names that are gone or going.
DEPRECATED = {"use_container_width", "use_column_width"}
# Names of numpy.random that do not touch its global state.
EXPLICIT_RANDOM = {"BitGenerator", "Generator", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"}
# In pieces, so that this file does not hold what it forbids.
FORBIDDEN = re.compile("|".join(("(?<![\\w.])/" + "work/", r"\.\./" + "shared", "FORM" + "ULAS", "DESIGN" + r"\.md")))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything a file imports, at any depth; relative names are resolved."""
    package = list(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def _importing(paths: list[Path], packages: set[str]) -> list[str]:
    return [
        f"{_name(path)}:{line} imports {name}"
        for path in paths
        for line, name in _imports(path)
        if name.split(".")[0] in packages
    ]


def _dotted(node: ast.AST) -> str:
    """``a.b.c`` for an attribute chain, else an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def _upward(unit: str, imported: list[str]) -> list[str]:
    """Those of the imported names that a unit of ppr_core must not use: its layer's other units, and all above."""
    if unit.startswith("__"):  # ppr_core/__init__.py stands on top of everything
        return []
    own, wrong = RANK.get(unit, -1), []
    for name in imported:
        package, *parts = name.split(".")
        if package == "ppr_core" and parts[:1] != [unit] and (not parts or RANK.get(parts[0], own) >= own):
            wrong.append(name)
    return wrong


def _hidden_randomness(tree: ast.AST) -> list[str]:
    """Randomness that is no argument: numpy's global state, unseeded generators, `random`, bare `rvs`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner, _, attribute = _dotted(node).rpartition(".")
            if owner in ("np.random", "numpy.random") and attribute not in EXPLICIT_RANDOM | {"default_rng"}:
                found.append(f"line {node.lineno}: {owner}.{attribute}")
        elif isinstance(node, ast.ImportFrom) and node.module in ("random", "secrets", "numpy.random"):
            names = {alias.name for alias in node.names}
            if node.module != "numpy.random" or names - EXPLICIT_RANDOM - {"default_rng"}:
                found.append(f"line {node.lineno}: from {node.module} import {', '.join(sorted(names))}")
        elif isinstance(node, ast.Import) and {alias.name for alias in node.names} & {"random", "secrets"}:
            found.append(f"line {node.lineno}: import of random or secrets")
        elif isinstance(node, ast.Call):
            function = _dotted(node.func).rpartition(".")[2] or getattr(node.func, "attr", "")
            seeded = [argument for argument in node.args if not _is_none(argument)] or [
                keyword for keyword in node.keywords if not _is_none(keyword.value)
            ]
            if function in EXPLICIT_RANDOM | {"default_rng"} and not seeded:
                found.append(f"line {node.lineno}: {function}() without a seed")
            if function == "rvs" and not any(keyword.arg == "random_state" for keyword in node.keywords):
                found.append(f"line {node.lineno}: rvs() without random_state")
    return found


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def test_there_is_something_to_check() -> None:
    assert CORE and PAGES and all(path.is_file() for path in APP)


def test_core_knows_no_user_interface() -> None:
    assert _importing(CORE, {"streamlit", "plotly", "altair", "pandas", "vl_convert", "pages", "app"}) == []


@pytest.mark.parametrize("path", CORE, ids=_name)
def test_imports_point_one_way(path: Path) -> None:
    unit = path.relative_to(ROOT / "ppr_core").parts[0].removesuffix(".py")
    assert _upward(unit, [name for _, name in _imports(path)]) == []


def test_upward_imports_are_found() -> None:
    downward = [
        "ppr_core.validation.real",
        "ppr_core.channels.base.Channel",
        "ppr_core.compressors.base",
        "numpy.linalg",
    ]
    upward = ["ppr_core.diagnostics", "ppr_core.experiments.contract.Experiment", "ppr_core.nowhere", "ppr_core"]
    assert _upward("compressors", [*downward, *upward]) == upward
    assert _upward("estimation", ["ppr_core.sketches"]) == ["ppr_core.sketches"]


def test_every_unit_has_its_layer() -> None:
    units = {path.relative_to(ROOT / "ppr_core").parts[0].removesuffix(".py") for path in CORE}
    assert units - {"__init__", "__main__"} <= set(RANK), "place the new unit in LAYERS"


def test_pages_hold_no_mathematics() -> None:
    assert _importing(APP, {"numpy", "scipy"}) == []
    charts = ROOT / "pages" / "ui" / "charts.py"
    assert _importing([path for path in APP if path != charts], {"pandas"}) == []


def test_app_can_be_imported_without_running() -> None:
    """A worker process imports the entry file; it must find only definitions there and the guarded call."""
    harmless = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Assign, ast.AnnAssign)
    loose = [node for node in _tree(ROOT / "app.py").body if not isinstance(node, harmless)]
    guards = [node for node in loose if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)]
    docstrings = [node for node in loose if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    assert len(guards) == 1
    assert len(loose) == len(guards) + len(docstrings)


@pytest.mark.parametrize("path", [*CORE, *APP, *OTHERS], ids=_name)
def test_no_wildcard_imports(path: Path) -> None:
    assert [name for _, name in _imports(path) if name.endswith(".*")] == []


@pytest.mark.parametrize("path", CORE, ids=_name)
def test_randomness_is_always_an_argument(path: Path) -> None:
    assert _hidden_randomness(_tree(path)) == []


@pytest.mark.parametrize(
    "code",
    [
        "np.random.normal()",
        "numpy.random.seed(1)",
        "np.random.RandomState(1)",
        "np.random.default_rng()",
        "default_rng(None)",
        "np.random.default_rng(seed=None)",
        "Generator(Philox())",
        "from numpy.random import rand",
        "import random",
        "scipy.stats.norm.rvs(size=3)",
        "stats.norm(0, 1).rvs(3)",
    ],
)
def test_hidden_randomness_is_found(code: str) -> None:
    assert _hidden_randomness(ast.parse(code))


def test_explicit_randomness_passes() -> None:
    lines = (
        "from numpy.random import Generator, Philox",
        "Generator(Philox(key=1))",
        "np.random.default_rng(seed).normal()",
        "norm.rvs(size=3, random_state=rng)",
    )
    assert _hidden_randomness(ast.parse("\n".join(lines))) == []


@pytest.mark.parametrize("path", APP, ids=_name)
def test_no_deprecated_streamlit(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.keyword):
            assert node.arg not in DEPRECATED
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("experimental")


@pytest.mark.parametrize("path", [path for path in CORE if path.stem != "__main__"], ids=_name)
def test_modules_say_what_they_are_and_what_they_offer(path: Path) -> None:
    tree = _tree(path)
    assert ast.get_docstring(tree)
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    assert any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


@pytest.mark.parametrize("path", [*CORE, *APP], ids=_name)
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", [*CORE, *APP, *OTHERS, *TEXTS], ids=_name)
def test_nothing_points_outside_the_repository(path: Path) -> None:
    assert FORBIDDEN.findall(path.read_text(encoding="utf-8")) == []
