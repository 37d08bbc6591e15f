"""The message of a survey as it travels: a word of 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ppr_core import validation
from ppr_core.codes import Code, CodeError

__all__ = ["MOST_BITS", "read_words", "require_word"]

MOST_BITS = 4096


def require_word(word: str) -> str:
    """The word if it consists of 1 to 4096 of the characters 0 and 1; ``ValueError`` otherwise."""
    fits = isinstance(word, str) and 0 < len(word) <= MOST_BITS and not set(word) - {"0", "1"}
    validation.require(fits, "message", word, f"1 to {MOST_BITS} bits")
    return word


def read_words(words: Sequence[str], code: Code) -> np.ndarray:
    """The integers of n words of a code, (n,) int64 or object; ``ValueError`` unless each is exactly one word."""
    bits = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8) & 1
    try:
        integers = code.decode(np.packbits(bits).tobytes(), len(words))
    except CodeError:
        integers = None
    if integers is None or code.words(integers) != list(words):
        validation.fail("message", words[0] if len(words) == 1 else f"{len(words)} words", f"words of {code.label}")
    return integers
