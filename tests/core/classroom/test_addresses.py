"""Addresses of the lab as people type them."""

from __future__ import annotations

import pytest

from ppr_core.classroom import lab_address


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("http://192.168.1.20:8501/", "http://192.168.1.20:8501"),
        ("192.168.1.20:8501", "http://192.168.1.20:8501"),
        ("https://lab.example.org", "https://lab.example.org"),
        ("https://example.org/lab/", "https://example.org/lab"),
        ("[::1]:8501", "http://[::1]:8501"),
    ],
)
def test_the_scheme_is_added_and_the_slash_dropped(typed: str, address: str) -> None:
    assert lab_address(typed) == address


@pytest.mark.parametrize(
    "typed", ["", "[]", "a b", "http://", "javascript://x", "lab:port", "lab:99999999", "lab:0", "http://[::1", "/ /"]
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="address of the lab must be like http"):
        lab_address(typed)
