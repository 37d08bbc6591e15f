"""What is kept is given to all who ask, the oldest goes first, and a failure is not kept."""

from __future__ import annotations

import pytest

from ppr_core.remembered import Remembered


def test_the_last_results_are_kept() -> None:
    kept, made = Remembered(2), []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    for name in ("a", "b", "a", "c", "a", "b"):
        assert kept.get(name, lambda name=name: make(name)) == name.upper()
    assert made == ["a", "b", "c", "b"] and len(kept) == 2, "b had not been asked for the longest"


def test_what_fails_is_tried_again() -> None:
    kept = Remembered(2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 1) == 1
