"""What is made from a result is made once, and never taken for that of another result."""

from __future__ import annotations

from pages.ui import memo


class Result:
    pass


def test_made_once_for_a_result_and_key():
    result, calls = Result(), []
    for _ in range(3):
        assert memo.made_of(result, ("a",), lambda: calls.append(1) or "made") == "made"
    assert len(calls) == 1
    assert memo.made_of(result, ("b",), lambda: "other") == "other"
    assert memo.made_of(Result(), ("a",), lambda: "another") == "another"


def test_memory_is_bounded_and_ids_are_not_mixed_up():
    for number in range(3 * memo.MOST):  # without a reference kept, Python gives the same id again
        assert memo.made_of(Result(), ("a",), lambda number=number: number) == number
    assert len(memo._MADE) == memo.MOST
