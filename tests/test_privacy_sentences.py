"""Every sentence about privacy that is on a page stands in privacy_sentences.toml, under the statement it rests on.

A sentence is a piece of a text between full stops, colons and semicolons; what is filled in is written "…". Who writes
a new one lists it under the statement that makes it true, or states that one first.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ppr_core import texts
from ppr_core.guarantees import references
from tests import fluent_files
from tests.sources import ROOT, Source

LISTED = tomllib.loads((ROOT / "tests" / "privacy_sentences.toml").read_text(encoding="utf-8"))
PLACES = ("ppr_core/experiments", "ppr_core/planning", "pages")
ABOUT = re.compile(
    r"\bodds\b|\blearns?\b|\blikelier\b|\bhid(?:e|es|den)\b|\bleaks?\b|\bpromis\w*"
    r"|\bprivate(?:ly)?\b(?! (?:rep|seed|sk))"
    r"|\bguarantee\w*|\bprivacy\b|\bprotects?\b|kept (?:out|from)|gives? (?:it )?away|\brules? out\b|\bobserver\b"
    r"|\btrusted\b|against (?:the|its|whoever|who|PPR's|everybody) ?(?:decoder|database|reader|server|sees|also)?"
    r"|\btells? (?:it|no|nothing|little|more|hardly) ?(?:more|to|about)?|\bno ε\b|best (?:test|guess)"
    r"|single list|average over lists|allows nobody|nobody can|bounds no guess|P\(yes|worst table"
    r"|times as (?:likely|often)"
    r"|in every exact scheme",
    re.IGNORECASE,
)
NOT_PROSE = re.compile(r"import |\n\S+ = |\$\{|=>|Private Compression Lab|aria-hidden")
FEWEST_WORDS = 5


def written(tree: ast.AST) -> Iterator[str]:
    """All texts of a program but its docstrings; what is filled in is "…"."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, holders) and _documented(node)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told | inside:
            yield node.value


def _documented(node: Any) -> bool:
    first = node.body[0] if node.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)


def texts_of(data: object) -> Iterator[str]:
    """All texts of a TOML file."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for one in data.values() if isinstance(data, dict) else data:
            yield from texts_of(one)


def sentences(text: str) -> list[str]:
    """Those of a text that are about privacy."""
    if NOT_PROSE.search(text):
        return []
    pieces = (" ".join(piece.split()) for piece in re.split(r"(?<=[.;:?!])\s+", text))
    return [piece for piece in pieces if len(piece.split()) >= FEWEST_WORDS and ABOUT.search(piece)]


@pytest.fixture(scope="module")
def said() -> Counter[str]:
    """How often each sentence is said on the pages."""
    files = [path for place in PLACES for path in sorted((ROOT / place).rglob("*.py"))]
    found = [
        text for path in (*files, ROOT / "ppr_core/guarantees/adversaries.py") for text in written(Source(path).tree)
    ]
    for path in sorted((ROOT / "pages" / "lessons").glob("*.toml")):
        found += texts_of(tomllib.loads(Path(path).read_text(encoding="utf-8")))
    for path in fluent_files.FILES:
        known = fluent_files.entries(texts.ENGLISH / f"{texts.SHARED}.ftl") | fluent_files.entries(path)
        found += [form for entry in fluent_files.entries(path).values() for form in fluent_files.forms(entry, known)]
    return Counter(sentence for text in found for sentence in sentences(text))


REGISTERED = [sentence for statement in LISTED["statement"] for sentence in statement["sentences"]]


def test_every_sentence_about_privacy_is_listed_under_a_statement(said: Counter[str]) -> None:
    assert len(said) > 200
    missing = sorted(set(said) - set(REGISTERED))
    assert not missing, "list each under the statement it rests on: " + "\n".join(missing)


def test_no_sentence_is_listed_that_nobody_says_or_listed_twice(said: Counter[str]) -> None:
    gone = sorted(set(REGISTERED) - set(said))
    assert not gone, "no page says this any more: " + "\n".join(gone)
    assert [sentence for sentence, count in Counter(REGISTERED).items() if count > 1] == []


@pytest.mark.parametrize("statement", LISTED["statement"], ids=lambda one: one["name"])
def test_a_statement_is_a_source_or_says_why_it_is_true(statement: dict[str, Any]) -> None:
    assert statement["says"].endswith(".") and statement["sentences"]
    for key in statement.get("sources", ()):
        assert references.source(key).statement


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("An index changes the odds between two inputs by a factor 54.6 at most.", 1),
        ("One message alone says no more than its output. The decoder learns nothing new from it.", 1),
        ("From here on the bits fall, and r* stays.", 0),
    ],
)
def test_a_new_sentence_is_noticed(text: str, found: int) -> None:
    """Must fail without an entry: what is new is not among the listed."""
    assert len(sentences(text)) == found and not set(sentences(text)) & set(REGISTERED)


def test_an_epsilon_with_a_delta_bounds_no_odds(said: Counter[str]) -> None:
    """Odds at most are said of pure guarantees alone, and Theorem 8 of no single list."""
    pure = {sentence for one in LISTED["statement"] if one.get("pure") for sentence in one["sentences"]}
    assert all(sentence in pure for sentence in said if re.search(r"\bodds\b|times likelier", sentence))
    assert not [sentence for sentence in said if re.search(r"Theorem 8 (?:holds|is true) for every", sentence)]
