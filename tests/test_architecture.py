"""The rules that keep the code in its shape: one direction of imports, no circle, rooms, no hidden randomness.

A rule over files is one test; its failure lists every offence, beginning with the file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

import pytest

from tests.sources import ALL, APP, CORE, PAGES, ROOT, TEXTS, Import, Source, circles, import_graph, imports_of

MAX_LINES = 350
MAX_PAGE_LINES = 99
MAX_EXPERIMENT_FILES = 9  # of one experiment
MAX_EXPERIMENT_LINES = 2_000

# Lowest first. A unit of ppr_core (a module or a sub-package) imports from the rows above it and from itself.
LAYERS = (
    {"wording"},
    {"extras", "validation", "representation", "means", "roots", "remembered", "csv_rows"},
    {"kernels", "csv_columns", "result_columns", "parameters", "texts", "javascript", "intervals"},
    {"guarantees", "randomness", "codes", "typed_tables"},
    {"accounting", "entropy"},
    {"channels"},
    {"decoder_privacy", "mechanism_analysis"},
    {"compressors"},
    {"index_law", "wire"},
    {"opendp"},
    {"diagnostics", "estimation", "sketches"},
    {"flower", "inference", "planning"},
    {"experiments", "classroom"},
    {"sweeps"},
)
RANK = {unit: rank for rank, units in enumerate(LAYERS) for unit in units}

EXPERIMENTS = "ppr_core.experiments"
SHARED = ("contract", "vocabulary", "files")  # what all experiments use
MODULES = {source.module for source in ALL}
ROOMS = {source.module.split(".")[2] for source in CORE if source.module.startswith(f"{EXPERIMENTS}.")} - {*SHARED}
# Pages of text, with no experiment behind them.
TEXT_PAGES = {"glossary", "lesson_list", "lecturer_notes", "my_lecture", "worksheet"}
# Pages of what happens now, to a class: behind each stands a package of its own beside the experiments.
LIVE_PAGES = {"classroom": "ppr_core.classroom", "start": "ppr_core.classroom"}
TOLD = {"quantities", "finding", "notices", "formulas", "captions"}  # what a story says, and a result does not

# Streamlit names that are gone or going.
DEPRECATED = {"use_container_width", "use_column_width"}
# Names of numpy.random that do not touch its global state.
EXPLICIT_RANDOM = {"BitGenerator", "Generator", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"}
# In pieces, so that this file does not hold what it forbids.
FORBIDDEN = re.compile("|".join(("(?<![\\w.])/" + "work/", r"\.\./" + "shared", "FORM" + "ULAS", "DESIGN" + r"\.md")))
# A number as text is `ppr_core.wording`'s; these write for a machine, or in columns of one width.
OWN_FORMATS = {
    "benchmarks/classroom.py": "columns of a table in the terminal",
    "benchmarks/fuzz.py": "what it types, and the command that does it again",
    "benchmarks/load.py": "columns of a table in the terminal",
    "benchmarks/monkey.py": "what it types",
    "pages/ui/charts/stepped.py": "lengths of Plotly",
    "pages/ui/lessons/gap.py": "lengths of CSS",
    "pages/ui/takeaway/elements.py": "coordinates of SVG",
    "pages/ui/takeaway/fields.py": "coordinates and colours of SVG",
    "ppr_core/classroom/rehearsal.py": "answers as phones send them",
    "ppr_core/experiments/files/mechanisms.py": "cells of a CSV file",
    "ppr_core/wording.py": "the one place",
}
OF_FLOATS = re.compile(r"\.\d|\.\{|[eEfFgGn%,]$")  # in a format specification
PATH_IN_TEXT = re.compile(r"`((?:ppr_core|pages|tests|benchmarks|assets)/[\w./-]*)`(?!:\n)|\]\((?!https?:|#)([^)#]+)")


def _none(offences: Iterable[str]) -> None:
    """Fail with all offences in sight."""
    wrong = list(offences)
    assert not wrong, "\n" + "\n".join(wrong)


def _below(sources: Iterable[Source], *folders: str) -> list[Source]:
    return [source for source in sources if source.name.startswith(tuple(f"{folder}/" for folder in folders))]


def _importing(sources: Iterable[Source], packages: set[str]) -> list[str]:
    return [
        f"{source.name}:{each.line} imports {each.name}"
        for source in sources
        for each in source.imports
        if each.name.split(".")[0] in packages
    ]


def _is_or_below(name: str, *modules: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def _upward(unit: str, imported: list[str]) -> list[str]:
    """Those of the imported names that a unit of ppr_core must not use: its layer's other units, and all above."""
    if unit.startswith("__"):  # ppr_core/__init__.py and __main__.py stand on top of everything
        return []
    own, wrong = RANK.get(unit, -1), []
    for name in imported:
        package, *parts = name.split(".")
        if (
            package == "ppr_core"
            and parts[:1] not in ([unit], ["__version__"])
            and (not parts or RANK.get(parts[0], own) >= own)
        ):
            wrong.append(name)
    return wrong


def _is_story(file: str) -> bool:
    return file.split("_")[0] in ("story", "formulas", "notices")


def _against_the_room(module: str, imports: Iterable[Import]) -> list[str]:
    """What a module of ppr_core.experiments imports of experiments although its place forbids it.

    What all share knows no experiment. An experiment knows itself and what is shared; its `parameters` use nothing
    else of it, and its story is read by its face and by the story's own further files alone.
    """
    room, file = [*module.split(".")[2:], "", ""][:2]
    wrong = []
    for each in imports:
        if not each.name.startswith(f"{EXPERIMENTS}."):
            continue
        target, part = [*each.name.split(".")[2:], ""][:2]
        if target in SHARED:
            continue
        if target != room:
            wrong.append(f"line {each.line}: {each.name} is another experiment's")
        elif file == "parameters":
            wrong.append(f"line {each.line}: parameters use {each.name}")
        elif _is_story(part) and file and not _is_story(file):
            wrong.append(f"line {each.line}: {file} reads {each.name}")
    return wrong


def _against_the_page(module: str, imports: Iterable[Import]) -> list[str]:
    """What a page or its drawing imports of this repository beside its experiment's or package's face, the shared and
    the ui."""
    name = module.removeprefix("pages.").removeprefix("drawings.").split(".")[0]
    page = next((room for room in ROOMS if name.startswith(f"{room}_")), name)  # a second file of drawings
    face = LIVE_PAGES.get(page, f"{EXPERIMENTS}.{page}")
    drawn = [one for one in MODULES if one.startswith(f"pages.drawings.{page}")]
    free = ("ppr_core.wording", "ppr_core.texts", *(f"{EXPERIMENTS}.{shared}" for shared in SHARED), "pages.ui", *drawn)
    wrong = []
    for each in imports:
        ours = _is_or_below(each.name, "ppr_core", "pages", "app", "tests", "benchmarks")
        of_the_face = each.origin == face and each.name not in MODULES
        drawing = each.name.startswith(f"pages.drawings.{page}")
        if ours and not of_the_face and not drawing and not _is_or_below(each.name, *free):
            wrong.append(f"line {each.line}: {each.name}")
    return wrong


def _against_the_ui(imports: Iterable[Import]) -> list[str]:
    """What pages share knows no page, no drawing and no experiment."""
    shared = tuple(f"{EXPERIMENTS}.{name}" for name in SHARED)
    return [
        f"line {each.line}: {each.name}"
        for each in imports
        if (_is_or_below(each.name, EXPERIMENTS) and not _is_or_below(each.name, *shared))
        or (_is_or_below(each.name, "pages") and not _is_or_below(each.name, "pages.ui"))
    ]


def _dotted(node: ast.AST) -> str:
    """``a.b.c`` for an attribute chain, else an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


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


def _deprecated(tree: ast.AST) -> list[str]:
    return [
        f"line {node.lineno}: {name}"
        for node in ast.walk(tree)
        for name in [getattr(node, "arg", None) if isinstance(node, ast.keyword) else getattr(node, "attr", None)]
        if name and (name in DEPRECATED or (isinstance(node, ast.Attribute) and name.startswith("experimental")))
    ]


def _own_formats(tree: ast.AST) -> list[str]:
    """Floats that are formatted in place, and per cent signs behind a number, whoever formatted it."""
    wrong = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            for part, after in zip(node.values, [*node.values[1:], None], strict=True):
                if not isinstance(part, ast.FormattedValue):
                    continue
                spec = ast.unparse(part.format_spec)[2:-1] if part.format_spec else ""
                whole = part.conversion == ord("r") or spec[-1:] in ("b", "d", "o", "x", "X", "c", "s")
                if not whole and OF_FLOATS.search(spec):
                    wrong.append(f"line {part.lineno}: {ast.unparse(part.value)} as {spec}")
                if isinstance(after, ast.Constant) and after.value.lstrip().startswith("%"):
                    wrong.append(f"line {part.lineno}: {ast.unparse(part.value)} with %")
        elif isinstance(node, ast.Call) and _dotted(node.func) == "format":
            wrong.append(f"line {node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.BinOp | ast.Attribute):
            text = getattr(node.left if isinstance(node, ast.BinOp) else node.value, "value", None)
            template = isinstance(node.op, ast.Mod) if isinstance(node, ast.BinOp) else node.attr == "format"
            if template and isinstance(text, str) and re.search(r"%[.\d]|\{[^}]*:", text):
                wrong.append(f"line {node.lineno}: {ast.unparse(node)}")
    return wrong


def _unsaid(tree: ast.Module) -> list[str]:
    """Which of the docstring and ``__all__`` a module lacks."""
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    offers = any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)
    return [*([] if ast.get_docstring(tree) else ["no docstring"]), *([] if offers else ["no __all__"])]


def _sentences(tree: ast.AST) -> list[str]:
    """Functions named like the parts of a story."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [f"line {node.lineno}: {node.name}" for node in functions if node.name in TOLD]


def _asks_for_a_task(tree: ast.AST) -> list[str]:
    """Comparisons of a task's name with others."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            compared = any((_dotted(side).rpartition(".")[2]) == "task" for side in sides)
            if compared and not any(isinstance(side, ast.Name) and side.id.isupper() for side in sides):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def _imports(code: str) -> list[Import]:
    return imports_of(ast.parse(code), [])


def _outsiders(text: str) -> list[str]:
    """Links and paths in a text that lead to nothing in the repository."""
    return [path for pair in PATH_IN_TEXT.findall(text) for path in pair if path and not (ROOT / path).exists()]


def test_there_is_something_to_check() -> None:
    assert CORE and PAGES and ROOMS and TEXTS and all(source.path.is_file() for source in APP)


# Direction of imports


def test_core_knows_no_user_interface() -> None:
    _none(_importing(CORE, {"streamlit", "plotly", "altair", "pandas", "vl_convert", "pages", "app"}))


def test_imports_point_one_way() -> None:
    offences = []
    for source in CORE:
        unit = [*source.module.split("."), "__init__"][1]
        offences += [f"{source.name}: {name}" for name in _upward(unit, [each.name for each in source.imports])]
    _none(offences)


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
    units = {source.module.split(".")[1] for source in CORE if "." in source.module}
    assert units - {"__main__"} <= set(RANK), "place the new unit in LAYERS"


def test_no_circle_of_imports() -> None:
    """Imports for type checking and those inside functions count, too."""
    graph = import_graph({source.module: source.imports for source in ALL})
    for module in graph:
        if module.startswith("tests."):
            graph[module].discard(module)  # a function that AppTest runs as a script of its own
    found = circles(graph)
    _none(" - ".join(group) for group in found)


def test_circles_are_found() -> None:
    code = {
        "a": "from b.inner import x",
        "b": "",
        "b.inner": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from c import y",
        "c": "def late():\n    import a",
        "d": "import a, b, e",  # reaches a circle, is in none
        "e": "from e import itself",
        "f": "from b import inner",  # the module, not its package
        "g": "from h import name",
        "h": "from f import g",
    }
    graph = import_graph({module: _imports(text) for module, text in code.items()})
    assert graph["f"] == {"b.inner"} and graph["h"] == {"f"}
    assert circles(graph) == [["a", "b.inner", "c"], ["e"]]


def test_pages_hold_no_mathematics() -> None:
    _none(_importing(APP, {"numpy", "scipy", "pandas"}))


# Rooms


def test_every_experiment_keeps_to_its_room() -> None:
    inside = [source for source in CORE if source.module.startswith(f"{EXPERIMENTS}.")]
    offences = [
        f"{source.name} {what}" for source in inside for what in _against_the_room(source.module, source.imports)
    ]
    _none(offences)


def test_imports_against_the_rooms_are_found() -> None:
    room = f"{EXPERIMENTS}.privacy"
    allowed = _imports(
        f"from {EXPERIMENTS}.contract import Parameters\nfrom {EXPERIMENTS}.vocabulary import mechanisms\n"
        "from ppr_core.channels import GaussianChannel\nimport numpy as np"
    )
    for file in ("", ".parameters", ".run", ".result", ".story"):
        assert _against_the_room(room + file, allowed) == []
    story, result = _imports(f"from {room}.story import tell"), _imports(f"from {room} import result")
    assert [
        bool(_against_the_room(f"{room}.{file}", story)) for file in ("result", "run", "measure", "parameters")
    ] == [True] * 4
    assert _against_the_room(room, story) == _against_the_room(f"{room}.story_formulas", story) == []
    assert _against_the_room(f"{room}.parameters", result) and not _against_the_room(f"{room}.story", result)
    assert _against_the_room(f"{EXPERIMENTS}.bit_cost.run", result)
    assert _against_the_room(f"{EXPERIMENTS}.vocabulary.schemes", result)
    assert _against_the_room(f"{EXPERIMENTS}.contract", result)


def test_only_a_story_tells() -> None:
    offences = [
        f"{source.name} {what}"
        for source in _below(CORE, "ppr_core/experiments")
        if source.module.split(".")[2:3] != ["contract"] and not _is_story(source.path.stem)
        for what in _sentences(source.tree)
    ]
    _none(offences)
    assert _sentences(ast.parse("class Result:\n    def finding(self): ..."))


def test_every_experiment_has_its_page_and_every_other_page_is_text_or_live() -> None:
    pages = {source.path.stem for source in PAGES if source.path.parent == ROOT / "pages"}
    assert pages - ROOMS == TEXT_PAGES | set(LIVE_PAGES) and not TEXT_PAGES & set(LIVE_PAGES)
    assert all(package in MODULES and not _is_or_below(package, EXPERIMENTS) for package in LIVE_PAGES.values())
    _none(ROOMS - pages)


def test_a_live_page_keeps_to_the_face_of_its_package() -> None:
    good = _imports(
        "from ppr_core.classroom import Store\nfrom pages.ui import guard\nfrom pages.drawings.classroom import wall"
    )
    bad = _imports(
        "from ppr_core.classroom.store import Store\nfrom ppr_core.classroom import store\n"
        f"from ppr_core.channels import GaussianChannel\nfrom {EXPERIMENTS}.privacy import EXPERIMENT"
    )
    for module in ("pages.classroom", "pages.drawings.classroom.phone"):
        assert _against_the_page(module, good) == []
        assert len(_against_the_page(module, bad)) == len(bad)
    assert len(_against_the_page("pages.glossary", good)) == 2


def test_every_experiment_can_be_read_in_an_hour() -> None:
    """The shape of one room, not a count of them all: a page more breaks no rule."""
    _none(
        f"ppr_core/experiments/{room}: {len(files)} files, {lines} lines"
        for room in sorted(ROOMS)
        for files in [_below(CORE, f"ppr_core/experiments/{room}")]
        for lines in [sum(source.lines for source in files)]
        if len(files) > MAX_EXPERIMENT_FILES or lines > MAX_EXPERIMENT_LINES
    )


def test_what_a_task_is_stands_in_the_task() -> None:
    """Nothing that plans, or speaks of a plan, asks which task it has."""
    rooms = ("ppr_core/planning", "ppr_core/experiments/parameter_check", "ppr_core/__main__.py", "pages/drawings")
    inside = [source for source in [*CORE, *PAGES] if source.name.startswith(rooms)]
    _none(f"{source.name} {what}" for source in inside for what in _asks_for_a_task(source.tree))
    asking = ("p.task == x", "'a' != setup.task", "p.task in ('mean', 'laplace')", "task == 'mean'")
    assert all(_asks_for_a_task(ast.parse(code)) for code in asking) and not _asks_for_a_task(
        ast.parse("a.task in TASKS")
    )


# Pages


def test_every_page_keeps_to_its_experiment() -> None:
    single = [source for source in PAGES if not source.module.startswith(("pages.ui", "pages.lessons"))]
    offences = [
        f"{source.name} {what}" for source in single for what in _against_the_page(source.module, source.imports)
    ]
    _none(offences)


def test_what_pages_share_knows_none_of_them() -> None:
    offences = [
        f"{source.name} {what}" for source in _below(PAGES, "pages/ui") for what in _against_the_ui(source.imports)
    ]
    _none(offences)


def test_imports_against_the_pages_are_found() -> None:
    good = _imports(
        f"from pages.ui import charts\nfrom pages.drawings.privacy import curve\nimport streamlit as st\n"
        f"from {EXPERIMENTS}.privacy import EXPERIMENT\nfrom {EXPERIMENTS}.contract import Story"
    )
    bad = _imports(
        f"from pages.drawings.bit_cost import curve\nfrom {EXPERIMENTS}.privacy.story import tell\n"
        f"from {EXPERIMENTS}.privacy import story\nfrom {EXPERIMENTS}.bit_cost import EXPERIMENT\n"
        "from ppr_core.channels import GaussianChannel\nimport pages.bit_cost"
    )
    for module in (
        "pages.privacy",
        "pages.drawings.privacy",
        "pages.drawings.privacy_curves",
        "pages.drawings.privacy.curves",
    ):
        assert _against_the_page(module, good) == []
        assert len(_against_the_page(module, bad)) == len(bad)
    assert _against_the_ui(_imports(f"from {EXPERIMENTS}.files import uploads\nfrom pages.ui import page")) == []
    assert len(_against_the_ui(good)) == 2 and len(_against_the_ui(bad)) == 5


def test_page_files_are_short() -> None:
    single = (source for source in PAGES if source.path.parent == ROOT / "pages")
    _none(f"{source.name}: {source.lines}" for source in single if source.lines > MAX_PAGE_LINES)


def test_app_can_be_imported_without_running() -> None:
    """A worker process imports the entry file; it must find only definitions there and the guarded call."""
    harmless = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Assign, ast.AnnAssign)
    loose = [node for node in APP[0].tree.body if not isinstance(node, harmless)]
    guards = [node for node in loose if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)]
    docstrings = [node for node in loose if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    assert len(guards) == 1
    assert len(loose) == len(guards) + len(docstrings)


def test_no_deprecated_streamlit() -> None:
    _none(f"{source.name} {what}" for source in APP for what in _deprecated(source.tree))
    assert _deprecated(ast.parse("st.button(use_container_width=True)\nst.experimental_rerun()")) == [
        "line 1: use_container_width",
        "line 2: experimental_rerun",
    ]


# Files


def test_no_wildcard_imports() -> None:
    _none(f"{source.name}:{each.line}" for source in ALL for each in source.imports if each.name.endswith(".*"))
    assert _imports("from numpy import *")[0].name.endswith(".*")


def test_randomness_is_always_an_argument() -> None:
    _none(f"{source.name} {what}" for source in CORE for what in _hidden_randomness(source.tree))


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


def test_numbers_are_written_by_one_module() -> None:
    _none(
        f"{source.name} {what}"
        for source in [*CORE, *APP, *_below(ALL, "benchmarks")]
        if source.name not in OWN_FORMATS
        for what in _own_formats(source.tree)
    )
    _none(name for name in OWN_FORMATS if not (ROOT / name).exists())


@pytest.mark.parametrize(
    "code",
    [
        'f"{x:.3g}"',
        'f"{x:g}"',
        'f"{x:,}"',
        'f"{x:.{digits}f}"',
        'f"{share:.0%}"',
        'f"{share} %"',
        'f"{number(share)}\u00a0% of all"',
        'f"{a} and {number(100 * share)} %"',
        "format(x, '.3g')",
        "'%.3f' % x",
        "'{:.3f}'.format(x)",
    ],
)
def test_numbers_written_elsewhere_are_found(code: str) -> None:
    assert _own_formats(ast.parse(code))


def test_what_is_no_float_passes() -> None:
    code = "f'{name:8}{count:>7}{seed:x}{bits:0{width}b}{error!r:.200}', f'{percent(x)} of', 'at {}'.format(x), n % 7"
    assert _own_formats(ast.parse(code)) == []


def test_modules_say_what_they_are_and_what_they_offer() -> None:
    told = (source for source in CORE if source.path.stem != "__main__")
    _none(f"{source.name}: {what}" for source in told for what in _unsaid(source.tree))
    assert _unsaid(ast.parse("x = 1")) == ["no docstring", "no __all__"]


def test_files_are_short() -> None:
    _none(f"{source.name}: {source.lines}" for source in [*CORE, *APP] if source.lines > MAX_LINES)


def test_tests_of_the_core_stand_like_the_core() -> None:
    """A folder of tests/core has the name of a package, or of a module of the core."""
    folders = {
        source.path.parent.relative_to(ROOT / "tests" / "core").as_posix() for source in _below(ALL, "tests/core")
    }
    _none(folder for folder in folders - {"."} if "ppr_core." + folder.replace("/", ".") not in MODULES)


def test_nothing_points_outside_the_repository() -> None:
    texts = {source.name: source.text for source in ALL}
    texts |= {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in TEXTS}
    _none(f"{name} points to {place}" for name, text in texts.items() for place in FORBIDDEN.findall(text))
    guides = (name for name in texts if name.endswith(".md"))
    _none(f"{name} points to {place}" for name in guides for place in _outsiders(texts[name]))


def test_pointers_outside_are_found() -> None:
    assert FORBIDDEN.findall("see /" + "work/notes and ../" + "shared/plan") != []
    assert FORBIDDEN.findall("net" + "work/x, README.md") == []
    text = "[a](README.md) [b](nowhere.md) `ppr_core/wording.py` `ppr_core/wordings.py` [c](https://example.org)\n"
    text += "`ppr_core/recipe.py`:\n"  # a file that the block below it makes
    assert _outsiders(text) == ["nowhere.md", "ppr_core/wordings.py"]
