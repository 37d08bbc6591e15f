"""Objects as the programs that make them: `repr` of a channel or compressor can be executed.

A program is such calls below the imports that they need.
"""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Hashable
from functools import cache
from typing import Any

import numpy as np

__all__ = ["classes", "constructor_call", "imports", "literal", "on_channel", "program", "vector"]

_PUBLIC = ("channels", "compressors", "codes", "diagnostics", "guarantees", "sketches", "estimation.mean", "index_law",
           "decoder_privacy", "accounting", "mechanism_analysis", "inference")  # fmt: skip


def constructor_call(instance: Any, **stored: Any) -> str:
    """The call that makes the object anew: ``"GaussianChannel(dimension=1, noise_std=1.0, …)"``.

    Every parameter of the constructor is read from the attribute of its name, or from ``stored``; those that may be
    given by place are, and those at their default are left out.

    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.representation import constructor_call
    >>> constructor_call(GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0))
    'GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0, proposal_width=2.5615528128088303)'
    """
    parts = []
    for name, parameter in _parameters(instance.__class__):
        value = stored[name] if name in stored else getattr(instance, name)
        if parameter.default is not parameter.empty and _same(value, parameter.default):
            continue
        text = literal(value)
        parts.append(text if parameter.kind is parameter.POSITIONAL_OR_KEYWORD else f"{name}={text}")
    return f"{type(instance).__name__}({', '.join(parts)})"


@cache
def _parameters(instance: Hashable) -> tuple[tuple[str, inspect.Parameter], ...]:
    assert isinstance(instance, type)
    return tuple(inspect.signature(instance).parameters.items())


def literal(value: Any) -> str:
    """A value in Python, exact to the last bit; infinity is ``np.inf``.

    >>> import math
    >>> from ppr_core.representation import literal
    >>> literal(0.1), literal(math.inf)
    ('0.1', 'np.inf')
    """
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    return "np.inf" if isinstance(value, float) and math.isinf(value) and value > 0 else repr(value)


def vector(x: np.ndarray) -> str:
    """An input: ``np.array(0)`` for a category, a length on the first axis or a constant for vectors (d,).

    >>> import numpy as np
    >>> from ppr_core.representation import vector
    >>> vector(np.array(3))
    'np.array(3)'
    """
    if x.ndim == 0:
        return f"np.array({int(x)})"
    if len(x) > 1 and np.all(x == x[0]):
        return f"np.full({len(x)}, {literal(x[0])})"
    if not np.any(x[1:]):
        return f"np.eye({len(x)})[0] * {literal(x[0])}"
    return f"np.array({x.tolist()!r})"


def on_channel(compressor: Any) -> str:
    """The call that makes a compressor of the object called ``channel``.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> from ppr_core.representation import on_channel
    >>> on_channel(PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0))
    'PoissonPrivateRepresentation(channel, 2.0)'
    """
    return repr(compressor).replace(repr(compressor.channel), "channel", 1)


def classes(compressor: Any) -> tuple[type, ...]:
    """What that call needs to know: the compressor's class, and that of a generator given as an object.

    >>> from ppr_core import MinimalRandomCoding, RandomizedResponseChannel
    >>> from ppr_core.representation import classes
    >>> [each.__name__ for each in classes(MinimalRandomCoding(RandomizedResponseChannel(size=4, epsilon=1.0), 16))]
    ['MinimalRandomCoding']
    """
    generator = getattr(compressor, "generator", None)
    named = generator is not None and type(generator).__name__ in repr(compressor)
    return (type(compressor), type(generator)) if named else (type(compressor),)


def program(body: str, *used: Any) -> str:
    """NumPy, the imports of the classes and functions ``used``, an empty line and the body.

    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.representation import program
    >>> program("shared = SharedRandomness(1)", SharedRandomness).splitlines()
    ['import numpy as np', 'from ppr_core.randomness import SharedRandomness', '', 'shared = SharedRandomness(1)']
    """
    return f"import numpy as np\n{imports(*used)}\n\n{body}"


def imports(*used: Any) -> str:
    """``from … import …`` lines for classes and functions, sorted; from the public package that offers the name.

    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.representation import imports
    >>> imports(GaussianChannel)
    'from ppr_core.channels import GaussianChannel'
    """
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


def _same(value: Any, default: Any) -> bool:
    return type(value) is type(default) and not isinstance(value, np.ndarray) and value == default
