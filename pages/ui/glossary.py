"""One glossary: words as data, marked where they first stand on a page, listed on request."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import streamlit as st

from pages.ui.lessons import texts
from pages.ui.lessons.labels import label
from pages.ui.state import plain

__all__ = ["Marker", "Observer", "Term", "observers", "terms", "who_sees_what", "words"]

_SEEN = ("x", "seed", "message", "z", "published")
_ANSWERS = {"yes": "●", "no": "–"}


@dataclass(frozen=True)
class Term:
    """A word, what it means in one sentence, and the pages where it matters; forms: how it stands in a text."""

    term: str
    long: str
    meaning: str
    symbol: str
    where: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def said(self) -> str:
        """What a pointer at the word shows."""
        return f"{self.long[0].upper()}{self.long[1:]}. {self.meaning}" if self.long else self.meaning


@dataclass(frozen=True)
class Observer:
    """Somebody who sees a part of what there is, and what is promised against them."""

    who: str
    holds: dict[str, str]
    promise: str


@cache
def terms() -> tuple[Term, ...]:
    """All words of the glossary, in its order."""
    entries = _data()["terms"]
    return tuple(
        Term(**(entry | {"where": tuple(entry["where"]), "forms": tuple(entry.get("forms", [entry["term"]]))}))
        for entry in entries
    )


@cache
def observers() -> tuple[Observer, ...]:
    """Who sees what, from the one who sees most to the one who sees least."""
    return tuple(Observer(**entry) for entry in _data()["observers"])


class Marker:
    """Marks each word of the glossary where it first stands on one page, and keeps which ones have been met."""

    def __init__(self) -> None:
        self.met: list[Term] = []

    def marked(self, text: str) -> str:
        """HTML of a plain text, its new words explained to a pointer that rests on them."""
        parts, end = [], 0
        for found in _pattern().finditer(text):
            term = _terms_by_form()[found[0].lower()]
            if term in self.met:
                continue
            self.met.append(term)
            parts.append(html.escape(text[end : found.start()]))
            parts.append(f'<abbr title="{html.escape(term.said)}">{html.escape(found[0])}</abbr>')
            end = found.end()
        return "".join(parts) + html.escape(text[end:])

    def meet(self, texts: Iterable[str]) -> None:
        """Take note of the words of texts that are shown elsewhere."""
        for text in texts:
            self.marked(text)

    def show(self, text: str) -> None:
        """A paragraph."""
        st.html(f'<p class="told">{self.marked(text)}</p>')

    def show_list(self, texts: Iterable[str]) -> None:
        """A list, one item a text."""
        items = "".join(f"<li>{self.marked(text)}</li>" for text in texts)
        st.html(f'<ul class="told">{items}</ul>')


def who_sees_what() -> None:
    """The picture of all observers: a row each, what they see marked by dots."""
    names = ("", *(label(f"glossary.{key}") for key in _SEEN), label("glossary.promise"))
    head = "".join(f"<th scope='col'>{html.escape(name)}</th>" for name in names)
    rows = "".join(
        f"<tr><th scope='row'>{html.escape(one.who)}</th>"
        + "".join(f"<td>{html.escape(_ANSWERS[one.holds[key]])}</td>" for key in _SEEN)
        + f"<td>{html.escape(one.promise)}</td></tr>"
        for one in observers()
    )
    st.html(
        f'<div class="wide"><table class="observers"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def words(met: Iterable[Term]) -> str:
    """Markdown: the words with their meanings, in the order of the glossary."""
    known = set(met)
    return "\n".join(f"- **{plain(term.term)}**: {plain(term.said)}" for term in terms() if term in known)


def _data() -> dict[str, list[dict]]:
    return texts.read("glossary.toml")


@cache
def _terms_by_form() -> dict[str, Term]:
    return {form.lower(): term for term in terms() for form in term.forms}


@cache
def _pattern() -> re.Pattern[str]:
    """Whole words, longer ones first; capitals count where a term is written in them."""
    forms = sorted((form for term in terms() for form in term.forms), key=len, reverse=True)
    each = [re.escape(form) if form != form.lower() or len(form) == 1 else _either_case(form) for form in forms]
    return re.compile(rf"(?<![\w*])(?:{'|'.join(each)})(?![\w*])")


def _either_case(form: str) -> str:
    """The form, also at the beginning of a sentence."""
    first = form[0]
    return f"[{first}{first.upper()}]{re.escape(form[1:])}" if first.isalpha() else re.escape(form)
