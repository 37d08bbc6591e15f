"""Docstrings as they are written here, plain text with lists and examples, made safe for reStructuredText."""

from __future__ import annotations

import itertools
import re
import textwrap
from typing import Any

__all__ = ["prepared", "setup"]

_CODE = re.compile(r"``(.+?)``|`([^`]+)`")
_ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def prepared(lines: list[str]) -> list[str]:
    """Paragraphs without markup but code, lists, indented blocks as they are, examples as they are."""
    out: list[str] = []
    for filled, run in itertools.groupby(lines, key=lambda line: bool(line.strip())):
        if filled:
            out += [*_block(list(run)), ""]
    return out


def _block(lines: list[str]) -> list[str]:
    """What stands between two blank lines."""
    start = next((place for place, line in enumerate(lines) if line.lstrip().startswith(">>> ")), len(lines))
    text, example = lines[:start], textwrap.dedent("\n".join(lines[start:])).splitlines()
    if text and all(line.startswith("  ") for line in text):
        text = ["::", "", *text]
    elif text:
        items: list[list[str]] = [[]]
        for line in text:
            if _ITEM.match(line.lstrip()):
                items.append([])
            items[-1].append(line.strip())
        paragraph, *listed = (" ".join(item) for item in items)
        text = [_escaped(paragraph), "", *("- " + _escaped(_ITEM.sub("", item, count=1)) for item in listed)]
    return [*text, "", *example]


def _escaped(text: str) -> str:
    """Code between backquotes stays code; whatever else reStructuredText would read is escaped."""
    parts, end = [], 0
    for match in _CODE.finditer(text):
        code = (match[1] or match[2]).strip()
        parts += [_plain(text[end : match.start()]), rf"\ ``{code}``\ "]
        end = match.end()
    return "".join([*parts, _plain(text[end:])])


def _plain(text: str) -> str:
    return re.sub(r"[\\*|`]|_(?!\w)", lambda match: "\\" + match[0], text)


def _process(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    lines[:] = prepared(lines)


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
