"""Programs against `ppr_core` that print a number on screen: their imports and their objects, from the objects."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["imports", "program"]

_PUBLIC = ("channels", "compressors", "codes", "diagnostics", "guarantees", "sketches")


def program(body: str, *used: Any) -> str:
    """NumPy, the imports of the classes and functions ``used``, an empty line and the body."""
    return f"import numpy as np\n{imports(*used)}\n\n{body}"


def imports(*used: Any) -> str:
    """``from … import …`` lines for classes and functions, sorted; from the public package that offers the name."""
    names: dict[str, set[str]] = {}
    for item in used:
        names.setdefault(_home(item), set()).add(item.__name__)
    return "\n".join(f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names))


def _home(item: Any) -> str:
    module = item.__module__
    for name in _PUBLIC:
        package = f"ppr_core.{name}"
        if module.startswith(f"{package}.") and getattr(sys.modules.get(package), item.__name__, None) is item:
            return package
    return module
