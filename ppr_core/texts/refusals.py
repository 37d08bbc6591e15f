"""Why something is not taken, in the folder's language: `refusals.toml`, a grammar of the ways in which that is said.

A section of the file names a part of a sentence, each of its lines one way to say that part in English and in the
language. A hole that is called like a section holds such a part, {names…} any text, any other one word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ppr_core import texts

__all__ = ["refusal"]

_HOLE = re.compile(r"\{(.+?)\}")
_Line = tuple[re.Pattern[str], tuple[str, ...], str]  # English, its holes in order, the language's words


def refusal(english: str, labels: Mapping[str, str] | None = None) -> str:
    """A sentence of `ppr_core.validation`, or the reason of a cost; what the file does not know stays English.

    labels: name of a field -> its label, which a translation says instead.

    >>> from ppr_core.texts.refusals import refusal
    >>> refusal("epsilon must be a number above 0; got -1.")  # stays as it is, as all do in English
    'epsilon must be a number above 0; got -1.'
    """
    return _said("sentence", english, labels or {}) or english


def _said(part: str, english: str, labels: Mapping[str, str]) -> str | None:
    """The first line of the section that says all of it, in the language; None if none does."""
    grammar = _grammar(texts.FOLDER / "refusals.toml")
    for pattern, holes, own in grammar.get(part, ()):
        if found := pattern.fullmatch(english):
            filled: dict[str, str | None] = {}
            for hole, text in zip(holes, found.groups(), strict=True):
                known = texts.phrase(labels.get(text, text)) if hole.endswith("…") else text
                filled[hole] = _said(hole, text, labels) if hole in grammar else known
            if None not in filled.values():
                return own.format_map(filled)
    return None


@cache
def _grammar(path: Path) -> dict[str, tuple[_Line, ...]]:
    """Section -> its lines, those with the most words of their own first; nothing without a file."""
    sections = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    first = {part: sorted(lines, key=lambda line: -len(_HOLE.sub("", line))) for part, lines in sections.items()}
    return {part: tuple(_line(line, sections[part][line], sections) for line in lines) for part, lines in first.items()}


def _line(english: str, own: str, parts: Mapping[str, object]) -> _Line:
    pieces = _HOLE.split(english)  # words and holes by turns
    holes = tuple(pieces[1::2])
    wide = ("(.+?)" if hole in parts or hole.endswith("…") else "([^ ]+)" for hole in holes)
    pattern = "".join(re.escape(words) + next(wide, "") for words in pieces[::2])
    return re.compile(pattern, re.DOTALL), holes, own
