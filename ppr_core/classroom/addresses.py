"""The address at which phones find the lab."""

from __future__ import annotations

from urllib.parse import urlsplit

from ppr_core import validation

__all__ = ["lab_address"]


def lab_address(typed: str) -> str:
    """The address with its scheme, http by default, and without a slash at its end.

    Raises ``ValueError`` where it is none.

    >>> from ppr_core.classroom import lab_address
    >>> lab_address("192.168.1.20:8501/"), lab_address("https://lab.example.org")
    ('http://192.168.1.20:8501', 'https://lab.example.org')
    """
    whole = (typed if "//" in typed else f"http://{typed}").rstrip("/")
    try:
        parts = urlsplit(whole)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and " " not in whole
    except ValueError:  # brackets that are not closed, a port that is no number
        good = False
    validation.require(good, "address of the lab", typed, "like http://192.168.1.20:8501")
    return whole
