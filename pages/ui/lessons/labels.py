"""The words on the pages around lessons, by "part.name"; they stand in labels.toml beside the lessons."""

from __future__ import annotations

from functools import cache
from typing import Any

from pages.ui.lessons import texts

__all__ = ["has", "label"]


def label(key: str, **values: Any) -> str:
    """The text with its {names} filled in."""
    return _labels()[key].format(**values)


def has(key: str) -> bool:
    """Whether there is such a text."""
    return key in _labels()


@cache
def _labels() -> dict[str, str]:
    """All of them; one that a translation lacks is the lab's own."""
    return {
        f"{part}.{name}": text
        for folder in (texts.OWN, texts.FOLDER)
        for part, entries in texts.read("labels.toml", folder).items()
        for name, text in entries.items()
    }
