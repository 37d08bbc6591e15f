"""One glossary: words as data, marked where they first stand on a page, listed on request."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import streamlit as st

from pages.ui.lessons import texts
from pages.ui.lessons.labels import label
from pages.ui.state import plain, unbroken
from ppr_core.guarantees import SEEN, observers

__all__ = ["Marker", "Term", "raised", "terms", "typeset", "who_sees_what", "words"]


_POWER = re.compile(r"\^(?:\(((?:[^()]|\([^()]*\))*)\)|(−?\w+(?:\.\w+)*))")  # ^(αε), ^−ε₀, ^1.1


@dataclass(frozen=True)
class Term:
    """A word, what it means in one sentence, and the pages where it matters; forms: how it stands in a text; first:
    one to begin with."""

    term: str
    long: str
    meaning: str
    symbol: str
    where: tuple[str, ...]
    forms: tuple[str, ...]
    first: bool = False

    @property
    def said(self) -> str:
        """What a pointer at the word shows."""
        return f"{self.long[0].upper()}{self.long[1:]}. {self.meaning}" if self.long else self.meaning


@cache
def terms() -> tuple[Term, ...]:
    """All words of the glossary, in its order."""
    entries = _data()["terms"]
    return tuple(
        Term(**(entry | {"where": tuple(entry["where"]), "forms": tuple(entry.get("forms", [entry["term"]]))}))
        for entry in entries
    )


class Marker:
    """Marks each word of the glossary where it first stands on one page, and keeps which ones have been met."""

    def __init__(self) -> None:
        self.met: list[Term] = []

    def marked(self, text: str) -> str:
        """HTML of a plain text, its new words explained to a pointer that rests on them."""
        parts, end = [], 0
        for start, stop, term in _places(text):
            if term in self.met:
                continue
            self.met.append(term)
            parts.append(typeset(text[end:start]))
            parts.append(f'<abbr title="{html.escape(term.said)}">{html.escape(text[start:stop])}</abbr>')
            end = stop
        return "".join(parts) + typeset(text[end:])

    def meet(self, texts: Iterable[str]) -> None:
        """Take note of the words of texts that are shown elsewhere."""
        for text in texts:
            self.marked(text)

    def show(self, text: str) -> None:
        """A paragraph."""
        st.html(f'<p class="told">{self.marked(text)}</p>')

    def show_list(self, heads: Iterable[str], texts: Iterable[str], opened: bool = False) -> None:
        """A list, one item a text: its head, which opens to what of the text comes after it; opened: all are open."""
        items = (
            self._item(head, text.removeprefix(head).strip(), opened) for head, text in zip(heads, texts, strict=True)
        )
        st.html(f'<ul class="told">{"".join(items)}</ul>')

    def _item(self, head: str, rest: str, opened: bool) -> str:
        if not rest:
            return f"<li>{self.marked(head)}</li>"
        summary = f"<summary>{self.marked(head)}</summary>{self.marked(rest)}"
        return f'<li class="more"><details{" open" if opened else ""}>{summary}</details></li>'


def who_sees_what() -> None:
    """The picture of all observers: a row each, what they see marked by dots."""
    words = _data().get("observers", {})  # of another language, each under the word it replaces

    def cell(tag: str, text: str) -> str:
        return f"<{tag}>{html.escape(words.get(text, text))}</{tag.split()[0]}>"

    head = "".join(cell("th scope='col'", name) for name in ("", *SEEN.values(), label("glossary.promise")))
    rows = "".join(
        "<tr>"
        + cell("th scope='row'", observer.who)
        + "".join(cell("td", "●" if thing in observer.sees else "–") for thing in SEEN)
        + cell("td", observer.promise)
        + "</tr>"
        for observer in observers()
    )
    st.html(
        f'<div class="wide"><table class="observers"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def words(met: Iterable[Term]) -> str:
    """Markdown: the words with their meanings, in the order of the glossary."""
    known = set(met)
    return "\n".join(f"- **{plain(term.term)}**: {raised(term.said)}" for term in terms() if term in known)


@lru_cache(maxsize=1024)
def raised(text: str) -> str:
    """Markdown of a plain text, e^ε with its exponent raised."""
    return _POWER.sub(lambda power: f"$^{{{power[1] or power[2]}}}$", plain(text))


def _data() -> dict[str, Any]:
    return texts.read("glossary.toml")


@cache
def _terms_by_form() -> dict[str, Term]:
    return {form.lower(): term for term in terms() for form in term.forms}


@lru_cache(maxsize=4096)
def _places(text: str) -> tuple[tuple[int, int, Term], ...]:
    """Where the words of the glossary stand in a text, exponents apart: start, end and term of each."""
    powers = [match.span() for match in _POWER.finditer(text)]
    return tuple(
        (*match.span(), _terms_by_form()[match[0].lower()])
        for match in _pattern().finditer(text)
        if not any(start <= match.start() < end for start, end in powers)
    )


@lru_cache(maxsize=4096)
def typeset(text: str) -> str:
    """HTML of a plain text, e^ε with its exponent raised; no line begins within a number."""
    raised = _POWER.sub(lambda power: f"<sup>{power[1] or power[2]}</sup>", html.escape(text))
    return unbroken(raised)


@cache
def _pattern() -> re.Pattern[str]:
    """Whole words, not behind a hyphen or another paper's year, longer ones first; a term's own capitals count."""
    forms = sorted((form for term in terms() for form in term.forms), key=len, reverse=True)
    each = [re.escape(form) if form != form.lower() or len(form) == 1 else _either_case(form) for form in forms]
    return re.compile(rf"(?<![\w*-])(?<!\d{{4}}, )(?:{'|'.join(each)})(?![\w*])")


def _either_case(form: str) -> str:
    """The form, also at the beginning of a sentence."""
    first = form[0]
    return f"[{first}{first.upper()}]{re.escape(form[1:])}" if first.isalpha() else re.escape(form)
