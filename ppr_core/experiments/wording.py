"""Numbers inside sentences and formulas."""

from __future__ import annotations

import math

__all__ = ["count", "latex", "measured", "number", "p_value"]

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_THIN, _MINUS = "\u202f", "−"


def number(value: float, digits: int = 3) -> str:
    """So many significant digits, whole numbers in full; powers of ten below 10⁻³ and from 10⁵ on; ∞."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else f"{_MINUS}∞"
    if abs(value) < 1e5 and float(value).is_integer():
        return f"{value:.0f}".replace("-", _MINUS)
    mantissa, exponent = _scientific(value, digits)
    if -4 < exponent < 5:
        text = f"{value:.{max(0, digits - 1 - exponent)}f}"
    else:
        text = f"{mantissa}·10{str(exponent).translate(_SUPERSCRIPTS)}".removeprefix("1·")
    return text.replace("-", _MINUS)


def count(value: int) -> str:
    """A whole number, in groups of three from five digits on."""
    return f"{value:,}".replace(",", _THIN) if value >= 10_000 else str(value)


def measured(value: float, error: float) -> str:
    """value ± error, both to the error's second digit, or to its first where that is 3 or more or the second is 0."""
    if not math.isfinite(error) or not math.isfinite(value) or error <= 0:
        return number(value)
    mantissa, exponent = _scientific(error, 2)
    digits = (1 if float(mantissa) < 3 and not mantissa.endswith("0") else 0) - exponent
    value, error = round(float(value), digits), round(float(error), digits)
    return f"{value:z.{max(0, digits)}f} ± {error:.{max(0, digits)}f}".replace("-", _MINUS)


def p_value(value: float) -> str:
    """ "p = 0.43", "p = 2·10⁻⁷" or, at the end of the floating-point range, "p < 10⁻³⁰⁰"."""
    if value < 1e-300:
        return "p < 10⁻³⁰⁰"
    return f"p = {number(value, 2 if value > 1e-3 else 1)}"


def latex(value: float, digits: int = 4) -> str:
    """A number as LaTeX, to so many significant digits."""
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def _scientific(value: float, digits: int) -> tuple[str, int]:
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return mantissa, int(exponent)
