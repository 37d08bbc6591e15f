"""Which table of the shared randomness each message of a batch is about."""

from __future__ import annotations

from typing import Any

import numpy as np

from ppr_core import validation

__all__ = ["message_tables"]


def message_tables(messages: int, first_table: Any, tables: Any) -> np.ndarray:
    """One table for each message, (n,) integers.

    first_table: the table of message 0, counted on from there; tables: instead, one whole number for all messages or
    n of them, None to count. Raises ``ValueError`` for anything else.
    """
    first_table = validation.integer("first_table", first_table, 0)
    if tables is None:
        return np.arange(first_table, first_table + messages)
    if np.ndim(tables) == 0:
        return np.full(messages, validation.integer("tables", tables, 0))
    numbers = np.asarray(tables)
    fits = numbers.shape == (messages,) and numbers.dtype.kind in "iu"
    validation.require(fits, "tables", tables, f"a whole number, or {messages} of them")
    return numbers
