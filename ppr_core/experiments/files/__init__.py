"""Files of a visitor: kept on this server under random ids, and read as checked tables (`ppr_core.csv_columns`)."""

from __future__ import annotations

from ppr_core.csv_columns import Categories, Numbers, categories, numbers
from ppr_core.csv_rows import LARGEST_BYTES, refuse
from ppr_core.experiments.files.mechanisms import (
    MOST_LINKED,
    load_mechanism,
    mechanism,
    mechanism_of_text,
    numbers_of_text,
    table_text,
)
from ppr_core.experiments.files.uploads import chosen, delete, load, load_categories, load_numbers, save

__all__ = [
    "LARGEST_BYTES", "MOST_LINKED", "Categories", "Numbers", "categories", "chosen", "delete", "load",
    "load_categories", "load_mechanism", "load_numbers", "mechanism", "mechanism_of_text", "numbers", "numbers_of_text",
    "refuse", "save", "table_text",
]  # fmt: skip
