"""Codes: integers to bits to bytes and back. They know nothing of privacy.

``CODES`` lists the codes without parameters by name; `ZipfShannon` and `FixedLength` are passed as objects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from ppr_core.codes.base import Code, CodeError
from ppr_core.codes.elias import EliasDelta, EliasGamma
from ppr_core.codes.fixed import FixedLength
from ppr_core.codes.signed import Signed
from ppr_core.codes.zipf import ZipfShannon
from ppr_core.validation import fail

__all__ = [
    "CODES", "Code", "CodeError", "EliasDelta", "EliasGamma", "FixedLength", "Signed", "ZipfShannon", "code_from_name",
]  # fmt: skip

CODES: dict[str, Callable[[], Code]] = {
    "elias_gamma": EliasGamma,
    "elias_delta": EliasDelta,
    "signed_elias_gamma": partial(Signed, EliasGamma()),
    "signed_elias_delta": partial(Signed, EliasDelta()),
}


def code_from_name(name_or_code: str | Code) -> Code:
    """The code of that name in ``CODES``, or the given code itself; ValueError for anything else.

    >>> code_from_name("elias_delta").label
    'Elias delta'
    """
    if isinstance(name_or_code, Code):
        return name_or_code
    if not isinstance(name_or_code, str) or name_or_code not in CODES:
        fail("code", name_or_code, f"one of {', '.join(CODES)}, or a Code object")
    return _of_name(name_or_code)


@cache
def _of_name(name: str) -> Code:
    """One object a name, so that what it has read before is known."""
    return CODES[name]()
