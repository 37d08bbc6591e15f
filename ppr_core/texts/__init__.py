"""The sentences of the lab as data: Fluent messages, a folder for each language, a file for each page.

Python says which message with which values, never how it is put. A translation is a copy of the folder `en`; the
environment variable PPR_TEXTS names it, and what it lacks stays English. Syntax: https://projectfluent.org.
"""

from __future__ import annotations

import functools
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ppr_core.extras import needed

__all__ = ["ENGLISH", "SHARED", "Messages", "forget", "phrase", "sentences", "sentences_of", "variables"]

ENGLISH = Path(__file__).resolve().parent / "en"
FOLDER = Path(os.environ.get("PPR_TEXTS") or ENGLISH)
SHARED = "shared"  # terms and messages that every page may use
_LOCALE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_SENTENCES = re.compile(r"(?<!al\.)(?<=[.!?])\s+(?=[^\Wa-z_]|[“(])")
_WRAPPED = re.compile(r"(?<!\n)\n(?!\n)")  # a line of the file that goes on; an empty line parts paragraphs


class Messages:
    """The messages of one page: ``message = Messages("privacy")``, then ``message("finding", epsilon="3.98")``.

    A value is a text as it is to be read (numbers by `ppr_core.wording`), or a whole number or a flag ("yes" and "no")
    that only selects a form. ``LookupError`` for an unknown message, ``TypeError`` for a value too many or too few,
    ``ImportError`` with the command to install it where Fluent is missing.

    >>> from ppr_core.texts import Messages
    >>> message = Messages("shared")
    >>> message("error-bar")
    'Errors are one standard error.'
    """

    def __init__(self, page: str) -> None:
        self.page = page

    def __call__(self, name: str, /, **values: str | int) -> str:
        flags = ((key, ("no", "yes")[value] if isinstance(value, bool) else value) for key, value in values.items())
        return _text(self.page, name, tuple(flags))


@functools.lru_cache(maxsize=8192)
def _text(page: str, name: str, values: tuple[tuple[str, str | int], ...]) -> str:
    bundle, wanted = _bundle(page)
    if name not in wanted:
        raise LookupError(f"{page}.ftl has no message {name}")
    given = dict(values)
    if given.keys() != wanted[name] or not all(isinstance(value, (str, int)) for value in given.values()):
        raise TypeError(f"{page}.ftl: {name} takes texts and whole numbers {sorted(wanted[name])}; got {given}")
    text, errors = bundle.format_pattern(bundle.get_message(name).value, given)
    if errors:
        raise ValueError(f"{page}.ftl: {name}: {errors[0]}")
    return _WRAPPED.sub(" ", text)


@functools.cache
def _bundle(page: str) -> tuple[Any, dict[str, frozenset[str]]]:
    """The messages of a page and all pages, and the variables that each takes in English."""
    fluent = needed("fluent.runtime")
    locales = [name for name in (FOLDER.name, "en-GB") if _LOCALE.fullmatch(name)]
    bundle = fluent.FluentBundle(locales, use_isolating=False)
    entries: dict[str, Any] = {}
    for folder in dict.fromkeys((ENGLISH, FOLDER)):
        for path in (folder / f"{SHARED}.ftl", folder / f"{page}.ftl"):
            if path.is_file():
                resource = fluent.FluentResource(path.read_text(encoding="utf-8"))
                bundle.add_resource(resource, allow_overrides=folder != ENGLISH)
                if folder == ENGLISH:
                    entries |= {entry.id.name: entry for entry in resource.body if hasattr(entry, "id")}
    return bundle, {name: variables(entry, entries) for name, entry in entries.items()}


def phrase(english: str) -> str:
    """A title, label, choice, preset or unit that stands in a program, in the folder's language: `phrases.toml`.

    >>> from ppr_core.texts import phrase
    >>> phrase("not in the list of phrases")  # stays as it is, as all do in English
    'not in the list of phrases'
    """
    return _table(FOLDER, "phrases.toml").get(english, english)


def sentences(english: str) -> str:
    """A help, or what a preset shows, in the folder's language, sentence by sentence: `sentences.toml`.

    >>> from ppr_core.texts import sentences
    >>> sentences("Both stay as they are. In English all do.")
    'Both stay as they are. In English all do.'
    """
    own = _table(FOLDER, "sentences.toml")
    return " ".join(own.get(one, one) for one in sentences_of(english)) if own else english


def sentences_of(text: str) -> list[str]:
    """The parts of a text that are translated one by one.

    >>> from ppr_core.texts import sentences_of
    >>> sentences_of("As in Liu et al. 2024. In English all do.")
    ['As in Liu et al. 2024.', 'In English all do.']
    """
    return _SENTENCES.split(text)


@functools.cache
def _table(folder: Path, name: str) -> dict[str, str]:
    path = folder / name
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def variables(entry: Any, entries: dict[str, Any]) -> frozenset[str]:
    """The variables of a message, and of the messages it holds.

    >>> from fluent.runtime import FluentResource
    >>> from ppr_core.texts import variables
    >>> entry = FluentResource("finding = PPR takes { $bits } bits at ε = { $epsilon }.").body[0]
    >>> sorted(variables(entry, {}))
    ['bits', 'epsilon']
    """
    found: set[str] = set()
    for node in _nodes(entry):
        if type(node).__name__ == "VariableReference":
            found.add(node.id.name)
        elif type(node).__name__ == "MessageReference":
            found |= variables(entries[node.id.name], entries)
    return frozenset(found)


def _nodes(node: Any) -> Iterator[Any]:
    """A node of a syntax tree and all below it."""
    if isinstance(node, list):
        for each in node:
            yield from _nodes(each)
    elif hasattr(node, "__dict__"):
        yield node
        for each in vars(node).values():
            yield from _nodes(each)


def forget() -> None:
    """Read the files again when a message is next asked for."""
    _text.cache_clear()
    _bundle.cache_clear()
