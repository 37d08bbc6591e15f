"""The Fluent files of the lab, read for tests: messages, their forms, and where programs use them."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Transformer, Visitor

from ppr_core import texts
from tests.sources import APP, CORE, Source

__all__ = [
    "FILES", "TRANSLATED", "Call", "bracket_all", "calls", "entries", "forms", "outside", "pages", "placed", "selected",
]  # fmt: skip

FILES = sorted(texts.ENGLISH.glob("*.ftl"))
TRANSLATED = sorted(path for path in texts.ENGLISH.parent.glob("*/*.ftl") if path.parent != texts.ENGLISH)
MOST_FORMS = 64  # of one message


def pages() -> list[str]:
    """The names of the files, without the shared one."""
    return [path.stem for path in FILES if path.stem != texts.SHARED]


@cache
def entries(path: Path) -> dict[str, ftl.Message | ftl.Term]:
    """Messages and terms (with a minus) of a file; ``AssertionError`` where it cannot be read."""
    resource = FluentParser().parse(path.read_text(encoding="utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ftl.Junk)]
    assert not junk, f"{path.name}: {junk}"
    named = [entry for entry in resource.body if isinstance(entry, (ftl.Message, ftl.Term))]
    names = [f"-{entry.id.name}" if isinstance(entry, ftl.Term) else entry.id.name for entry in named]
    assert len(set(names)) == len(names), f"{path.name}: {[name for name in names if names.count(name) > 1]}"
    return dict(zip(names, named, strict=True))


def forms(entry: ftl.Message | ftl.Term, around: Mapping[str, ftl.Message | ftl.Term]) -> list[str]:
    """All texts that a message can become; what is filled in is "…"."""
    return list(itertools.islice(_patterns(entry.value, around), MOST_FORMS))


def _patterns(pattern: ftl.Pattern, around: Mapping[str, ftl.Message | ftl.Term]) -> Iterator[str]:
    pieces = [list(_pieces(element, around)) for element in pattern.elements]
    return (" ".join("".join(one).split()) for one in itertools.product(*pieces))


def _pieces(element: ftl.TextElement | ftl.Placeable, around: Mapping[str, ftl.Message | ftl.Term]) -> Iterator[str]:
    if isinstance(element, ftl.TextElement):
        yield element.value
        return
    inside = element.expression
    if isinstance(inside, ftl.SelectExpression):
        for variant in inside.variants:
            yield from _patterns(variant.value, around)
    elif isinstance(inside, (ftl.MessageReference, ftl.TermReference)):
        minus = "-" if isinstance(inside, ftl.TermReference) else ""
        yield from _patterns(around[minus + inside.id.name].value, around)
    elif isinstance(inside, ftl.StringLiteral):
        yield inside.parse()["value"]
    else:
        yield "…"


class _Bracket(Transformer):
    """Every message in brackets: a language of its own."""

    def visit_Message(self, node: ftl.Message) -> ftl.Message:
        node.value.elements = [ftl.TextElement("⟦"), *node.value.elements, ftl.TextElement("⟧")]
        return node


def bracket_all(folder: Path) -> None:
    """Write a translation of every file in which each message stands in brackets."""
    folder.mkdir()
    for path in FILES:
        (folder / path.name).write_text(bracketed(path), encoding="utf-8")


def outside(text: str) -> str:
    """What of a text does not stand in brackets."""
    while (left := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = left
    return text


def bracketed(path: Path) -> str:
    """The file in another language."""
    return FluentSerializer().serialize(_Bracket().visit(FluentParser().parse(path.read_text(encoding="utf-8"))))


class _Variables(Visitor):
    def __init__(self) -> None:
        self.placed: set[str] = set()
        self.selected: set[str] = set()

    def visit_Placeable(self, node: ftl.Placeable) -> None:
        if isinstance(node.expression, ftl.VariableReference):
            self.placed.add(node.expression.id.name)
        else:
            self.generic_visit(node)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:
        if isinstance(node.selector, ftl.VariableReference):
            self.selected.add(node.selector.id.name)
        self.generic_visit(node)


def placed(entry: ftl.Message | ftl.Term) -> set[str]:
    """Variables that stand in the text of a message itself."""
    visitor = _Variables()
    visitor.visit(entry)
    return visitor.placed


def selected(entry: ftl.Message | ftl.Term) -> set[str]:
    """Variables that choose between forms of a message itself."""
    visitor = _Variables()
    visitor.visit(entry)
    return visitor.selected


@dataclass(frozen=True)
class Call:
    """A message that a program asks for. name: "*" for what is filled in; values: None where they are not written
    out."""

    where: str
    page: str
    name: str
    values: frozenset[str] | None


@cache
def calls() -> tuple[Call, ...]:
    """All calls of `Messages` objects, which a module makes at its top."""
    return tuple(
        itertools.chain.from_iterable(_calls(source) for source in (*CORE, *APP) if "Messages(" in source.text)
    )


def _calls(source: Source) -> Iterator[Call]:
    makers = {
        target.id: node.value.args[0].value
        for node in source.tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if getattr(node.value.func, "id", "") == "Messages" and isinstance(node.value.args[0], ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            written = {keyword.arg for keyword in node.keywords}
            values = None if None in written else frozenset(filter(None, written))
            for name in _names(node.args[0]):
                yield Call(f"{source.name}:{node.lineno}", makers[node.func.id], name, values)


def _names(node: ast.expr) -> Iterator[str]:
    """The names that the first argument of a call can be."""
    if isinstance(node, ast.IfExp):
        yield from (*_names(node.body), *_names(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    else:
        yield "*"
