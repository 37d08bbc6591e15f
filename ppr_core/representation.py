"""Objects as the programs that make them: `repr` of a channel or compressor can be executed."""

from __future__ import annotations

import inspect
import math
from typing import Any

import numpy as np

__all__ = ["constructor_call", "literal"]


def constructor_call(made: Any, **stored: Any) -> str:
    """The call that makes the object anew: ``"GaussianChannel(dimension=1, noise_std=1.0, …)"``.

    Every parameter of the constructor is read from the attribute of its name, or from ``stored``; those that may be
    given by place are, and those at their default are left out.
    """
    parts = []
    for name, parameter in inspect.signature(type(made)).parameters.items():
        value = stored[name] if name in stored else getattr(made, name)
        if parameter.default is not parameter.empty and _same(value, parameter.default):
            continue
        text = literal(value)
        parts.append(text if parameter.kind is parameter.POSITIONAL_OR_KEYWORD else f"{name}={text}")
    return f"{type(made).__name__}({', '.join(parts)})"


def literal(value: Any) -> str:
    """A value in Python, exact to the last bit; infinity is ``np.inf``."""
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    return "np.inf" if isinstance(value, float) and math.isinf(value) and value > 0 else repr(value)


def _same(value: Any, default: Any) -> bool:
    return type(value) is type(default) and not isinstance(value, np.ndarray) and value == default
