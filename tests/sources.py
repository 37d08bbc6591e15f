"""The repository's files, each read and parsed once, and who imports whom."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

__all__ = ["ALL", "APP", "CORE", "PAGES", "ROOT", "TEXTS", "Import", "Source", "circles", "import_graph", "imports_of"]

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Import:
    """One imported name, in full: ``from a.b import c`` is ``a.b.c`` with origin ``a.b``."""

    line: int
    name: str
    origin: str


@dataclass(frozen=True)
class Source:
    """A Python file of the repository."""

    path: Path

    @cached_property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def module(self) -> str:
        """Its dotted name; a package's is that of its ``__init__``."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.name)

    @cached_property
    def imports(self) -> list[Import]:
        return imports_of(self.tree, self.name.split("/")[:-1])


def imports_of(tree: ast.AST, package: list[str]) -> list[Import]:
    """Everything a file imports, at any depth and also for type checking alone; relative names are resolved."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [Import(node.lineno, alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            found += [Import(node.lineno, f"{origin}.{alias.name}", origin) for alias in node.names]
    return found


def import_graph(imports: Mapping[str, Iterable[Import]]) -> dict[str, set[str]]:
    """Module -> modules it imports, among those given.

    A name that is a module leads to that module, another one to the module it is taken from. That Python runs a
    package's ``__init__`` before its modules is no import by the module that asks.
    """
    graph = {}
    for module, names in imports.items():
        wanted = {each.name if each.name in imports else each.origin for each in names}
        graph[module] = {name for name in wanted if name in imports}
    return graph


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach each other, each sorted (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        waiting.append(module)
        for imported in sorted(graph[module]):
            if imported not in order:
                visit(imported)
            if imported in waiting:
                lowest[module] = min(lowest[module], lowest[imported])
        if lowest[module] == order[module]:
            place = waiting.index(module)
            group = sorted(waiting[place:])
            del waiting[place:]
            if len(group) > 1 or module in graph[module]:
                found.append(group)

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return found


def _below(*folders: str) -> list[Source]:
    return [Source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


CORE = _below("ppr_core")
PAGES = _below("pages")
APP = [Source(ROOT / "app.py"), *PAGES]
ALL = [*CORE, *APP, *_below("tests", "benchmarks", "site_builder", "docs")]
TEXTS = sorted(
    path
    for pattern in ("*.md", "*.toml", "*.txt", "Makefile", ".ci/*", ".streamlit/*.toml", "assets/**/*")
    for path in ROOT.glob(pattern)
    if path.suffix in ("", ".md", ".toml", ".txt", ".css", ".csv", ".json") and path.is_file()
)
