"""Checks of input, in one place and with one wording.

Every message reads ``<field> must be <what is allowed>; got <value>.`` so that a page, a command line
and a traceback can show it as it is.
"""

from __future__ import annotations

import math
from contextlib import suppress
from numbers import Integral, Real
from typing import Any, NoReturn

import numpy as np

from ppr_core.wording import number as shown

__all__ = ["array", "axes", "choice", "fail", "integer", "norms", "positive", "probability", "real", "require"]


def fail(field: str, value: Any, allowed: str) -> NoReturn:
    """Raise the ``ValueError`` that names the field, the value and what is allowed.

    >>> from ppr_core.validation import fail
    >>> fail("alpha", 0.5, "above 1")
    Traceback (most recent call last):
        ...
    ValueError: alpha must be above 1; got 0.5.
    """
    raise ValueError(f"{field} must be {allowed}; got {_show(value)}.")


def require(condition: bool, field: str, value: Any, allowed: str) -> None:
    """Raise (see `fail`) unless the condition holds.

    >>> from ppr_core.validation import require
    >>> require(2 > 1, "alpha", 2, "above 1")
    """
    if not condition:
        fail(field, value, allowed)


def real(
    field: str,
    value: Any,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    low_open: bool = False,
    high_open: bool = False,
    infinite: bool = False,
) -> float:
    """The value as a float in the interval from low to high (ends included unless open).

    Infinity passes only when ``infinite`` is set and the interval contains it; NaN never passes.

    >>> import math
    >>> from ppr_core.validation import real
    >>> real("alpha", math.inf, 1.0, low_open=True, infinite=True)
    inf
    """
    number = math.nan
    if isinstance(value, Real) and not isinstance(value, (bool, np.bool_)):
        with suppress(OverflowError):
            number = float(value)
    inside = (number > low if low_open else number >= low) and (number < high if high_open else number <= high)
    if not inside or (math.isinf(number) and not infinite):
        fail(field, value, _interval("a number", low, high, low_open, high_open, infinite))
    return number


def positive(field: str, value: Any) -> float:
    """The value as a finite float above 0.

    >>> from ppr_core.validation import positive
    >>> positive("epsilon", 1)
    1.0
    """
    return real(field, value, 0.0, low_open=True)


def probability(field: str, value: Any) -> float:
    """The value as a float between 0 and 1, neither of which it may be.

    >>> from ppr_core.validation import probability
    >>> probability("delta", 1e-6)
    1e-06
    """
    return real(field, value, 0.0, 1.0, low_open=True, high_open=True)


def integer(field: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """The value as a Python integer from low to high, ends included; floats such as 3.0 pass.

    >>> from ppr_core.validation import integer
    >>> integer("size", 3.0, 2)
    3
    """
    whole = type(value) is int
    if not whole and isinstance(value, (Integral, Real)) and not isinstance(value, (bool, np.bool_)):
        with suppress(OverflowError):
            whole = isinstance(value, Integral) or float(value).is_integer()
    number = int(value) if whole else 0
    if not whole or (low is not None and number < low) or (high is not None and number > high):
        fail(field, value, _interval("a whole number", low, high, False, False, False))
    return number


def choice(field: str, value: Any, options: tuple[Any, ...]) -> Any:
    """The value, which must be one of the options.

    >>> from ppr_core.validation import choice
    >>> choice("notion", "local", ("local", "central"))
    'local'
    """
    if not any(value is option or (type(value) is type(option) and value == option) for option in options):
        fail(field, value, "one of " + ", ".join(map(str, options)))
    return value


def array(field: str, value: Any, shape: tuple[int | None, ...], dtype: type = float) -> np.ndarray:
    """The value as a finite array of the given shape; ``None`` in the shape allows any length there.

    >>> from ppr_core.validation import array
    >>> array("x", [1, 2], (None,))
    array([1., 2.])
    """
    result: np.ndarray | None = None
    with suppress(TypeError, ValueError):
        given = np.asarray(value)
        result = given.astype(dtype) if given.dtype.kind in "biuf" or not given.size else None
    if result is None:
        fail(field, value, f"an array of numbers of shape {_shape(shape)}")
    fits = result.ndim == len(shape)
    for length, wanted in zip(result.shape, shape, strict=False):
        fits = fits and (wanted is None or length == wanted)
    if not fits:
        raise ValueError(f"{field} must be an array of shape {_shape(shape)}; got shape {result.shape}.")
    # A finite sum of squares settles it, several times as fast.
    if not math.isfinite(np.vdot(result, result)) and not np.isfinite(result).all():
        bad = result[~np.isfinite(result)][0]
        fail(field, bad, "an array of finite numbers")
    return result


def norms(x: np.ndarray, bound: float, name: str) -> None:
    """Refuse vectors (n, d) of which one is longer than the bound of that name, by more than rounding.

    >>> import numpy as np
    >>> from ppr_core.validation import norms
    >>> norms(np.array([[3.0, 4.0]]), 5.0, "norm_bound")
    """
    longest = float(np.linalg.norm(x, axis=1).max())
    require(longest <= bound * (1 + 1e-9), "norm of x", longest, f"at most {name} = {shown(bound, 6)}")


def axes(value: Any) -> int | None:
    """The number of axes of something like an array; None for ragged lists, which `array` refuses.

    >>> from ppr_core.validation import axes
    >>> axes([[1, 2], [3, 4]]), axes([[1], [2, 3]])
    (2, None)
    """
    try:
        return np.ndim(value)
    except ValueError:
        return None


def _shape(shape: tuple[int | None, ...]) -> str:
    return "(" + ", ".join("n" if length is None else str(length) for length in shape) + ")"


def _interval(kind: str, low: float | None, high: float | None, low_open: bool, high_open: bool, infinite: bool) -> str:
    limits = []
    if low is not None and low > -math.inf:
        limits.append(f"{'above' if low_open else 'at least'} {_show(low)}")
    if high is not None and high < math.inf:
        limits.append(f"{'below' if high_open else 'at most'} {_show(high)}")
    text = " ".join([kind, " and ".join(limits)]).rstrip()
    return text + (" (infinity allowed)" if infinite else "")


def _show(value: Any) -> str:
    """The value on one line of bounded length."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, int) and abs(value) >= 10**80:
        return f"a whole number of {value.bit_length()} bits"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # a container of integers too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
