"""Lectures by a short name: what is kept comes back, of too many the oldest goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppr_core.classroom import Lectures, lectures


def test_a_lecture_comes_back_by_its_code(tmp_path: Path) -> None:
    store = Lectures(tmp_path / "lectures.sqlite")
    code = store.keep("# Ours\nLaw | exactness?v=2")
    assert len(code) == 8 and store.keep("# Ours\nLaw | exactness?v=2") == code
    assert store.keep("# Theirs") != code and store.kept("NOSUCHCO") == ""
    assert Lectures(tmp_path / "lectures.sqlite").kept(code) == "# Ours\nLaw | exactness?v=2"
    with pytest.raises(ValueError, match="20 000 characters"):
        store.keep("x" * 20_001)


def test_of_too_many_the_oldest_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lectures, "_MOST", 2)
    store = Lectures(tmp_path / "lectures.sqlite")
    first, second, third = map(store.keep, ("a", "b", "c"))
    assert [store.kept(code) for code in (first, second, third)] == ["", "b", "c"]
