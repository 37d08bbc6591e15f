"""Programs against `ppr_core` that print a number on screen: their imports and their objects, from the objects."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ppr_core.compressors import Compressor
from ppr_core.representation import literal

__all__ = ["classes", "imports", "on_channel", "program", "vector"]

_PUBLIC = ("channels", "compressors", "codes", "diagnostics", "guarantees", "sketches", "estimation.mean", "index_law",
           "decoder_privacy", "accounting")  # fmt: skip


def program(body: str, *used: Any) -> str:
    """NumPy, the imports of the classes and functions ``used``, an empty line and the body."""
    return f"import numpy as np\n{imports(*used)}\n\n{body}"


def imports(*used: Any) -> str:
    """``from … import …`` lines for classes and functions, sorted; from the public package that offers the name."""
    names: dict[str, set[str]] = {}
    for item in used:
        names.setdefault(_home(item), set()).add(item.__name__)
    return "\n".join(f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names))


def on_channel(compressor: Compressor) -> str:
    """The call that makes a compressor of the object called ``channel``."""
    return repr(compressor).replace(repr(compressor.channel), "channel", 1)


def classes(compressor: Compressor) -> tuple[type, ...]:
    """What that call needs to know: the compressor's class, and that of a generator given as an object."""
    generator = getattr(compressor, "generator", None)
    named = generator is not None and type(generator).__name__ in repr(compressor)
    return (type(compressor), type(generator)) if named else (type(compressor),)


def vector(x: np.ndarray) -> str:
    """An input: ``np.array(0)`` for a category, a length on the first axis or a constant for vectors (d,)."""
    if x.ndim == 0:
        return f"np.array({int(x)})"
    if len(x) > 1 and np.all(x == x[0]):
        return f"np.full({len(x)}, {literal(x[0])})"
    if not np.any(x[1:]):
        return f"np.eye({len(x)})[0] * {literal(x[0])}"
    return f"np.array({x.tolist()!r})"


def _home(item: Any) -> str:
    module = item.__module__
    for name in _PUBLIC:
        package = f"ppr_core.{name}"
        if module.startswith(f"{package}.") and getattr(sys.modules.get(package), item.__name__, None) is item:
            return package
    return module
