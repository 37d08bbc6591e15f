"""What all pages of the static lab share: the way to the others, in HTML without a script."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence

__all__ = ["ADDRESS", "STYLE", "bar", "link", "table", "text"]

STYLE = """
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; border-bottom: 1px solid var(--grid); margin-bottom: 1rem; }
nav a, .doors a { display: inline-block; padding: 0.55rem 0; }
.doors { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0 1.5rem; padding: 0; }
.doors li { list-style: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--grid); }
button { font: inherit; min-height: 2.6rem; padding: 0 1.2rem; border-radius: 0.6rem; border: 1.5px solid var(--muted);
  color: inherit; background: none; cursor: pointer; }
button.next { background: var(--ppr); color: var(--background); border-color: var(--ppr); font-weight: 700; }
button:disabled { opacity: 0.45; cursor: default; }
.line { border-bottom: 1px solid var(--muted); height: 2.2rem; max-width: 40rem; }
@media print { nav, button, details.hint { display: none; } }
"""

ADDRESS = os.environ.get("PPR_LAB", "").rstrip("/")  # of the full lab, empty where it has none
_WAYS = (
    ("index", "Start"),
    ("lessons", "Lessons"),
    ("glossary", "Glossary"),
    ("papers", "Papers"),
    ("worksheets", "Worksheets"),
)


def bar(gallery: str = "", path: str = "") -> str:
    """The ways to the lab's other pages, to the documentation and, where it has an address, to the full lab.

    gallery: the page's place there; path: where the full lab has the same page.
    """
    own = link(f"../gallery/{gallery}.html", "This page in the gallery") if gallery else ""
    full = link(f"{ADDRESS}/{path}", "Full lab") if ADDRESS else ""
    return (
        f"<style>{STYLE}</style><nav aria-label='Lab'>"
        + "".join(link(f"{name}.html", words) for name, words in _WAYS)
        + link("../index.html", "Documentation")
        + f"{own}{full}</nav>"
    )


def link(target: str, words: str) -> str:
    """A link with plain words."""
    return f'<a href="{html.escape(target)}">{html.escape(words)}</a>'


def text(words: str, tag: str = "p") -> str:
    """Plain words in an element."""
    return f"<{tag}>{html.escape(words)}</{tag}>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], name: str) -> str:
    """A table that scrolls by itself; name: what it holds; cells are HTML."""
    top = "".join(f'<th scope="col">{html.escape(cell)}</th>' if cell else "<td></td>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(name)}"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
