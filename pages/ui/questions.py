"""The question each page answers, read from the page's own file or the labels, so that it is written only once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from pages.ui.lessons.labels import has, label

__all__ = ["question_of"]


def question_of(script: str) -> str:
    """The question that a page states in its file; "" if it states none."""
    key = f"{Path(script).stem}.question"
    return label(key) if has(key) else _read(script, Path(script).stat().st_mtime_ns)


@cache  # here and not in a page: a page's own functions are made anew in every run
def _read(script: str, changed: int) -> str:
    nodes = ast.walk(ast.parse(Path(script).read_text(encoding="utf-8")))
    stated = (node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "question")
    return next((node.value for node in stated if isinstance(node, ast.Constant)), "")
