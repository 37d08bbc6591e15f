"""Numbers as text: significant digits, powers of ten, errors, units."""

from __future__ import annotations

import math
from decimal import Decimal

__all__ = ["LARGEST_WHOLE", "MINUS", "THIN", "format_number", "format_with_error", "superscript", "with_unit"]

MINUS = "−"
THIN = "\u202f"  # narrow no-break space between groups of three digits
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGEST_EXPONENT, SMALLEST_EXPONENT = 6, -3  # beyond these a number is written with a power of ten
LARGEST_WHOLE = 10 ** (LARGEST_EXPONENT + 1)  # whole numbers below are written in full


def superscript(exponent: int) -> str:
    """The exponent in superscript digits."""
    return str(exponent).translate(SUPERSCRIPTS)


def format_number(value: float, digits: int = 3) -> str:
    """The number to so many significant digits; whole numbers below 10⁷ in full; ∞ and "undefined" for NaN."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    if abs(value) < LARGEST_WHOLE and value == int(value):
        return _grouped(str(int(value)))
    mantissa, exponent = _scientific(value, digits)
    if SMALLEST_EXPONENT <= exponent <= LARGEST_EXPONENT:
        return _grouped(_stripped(f"{value:.{max(0, digits - 1 - exponent)}f}"))
    power = f"10{superscript(exponent)}"
    mantissa = _stripped(mantissa)
    return {"1": power, "-1": MINUS + power}.get(mantissa, f"{_grouped(mantissa)}·{power}")


def format_with_error(value: float, error: float | None, unit: str = "") -> str:
    """Value ± error, both cut where the error's own digits end: at most two of them, one from 3 upwards."""
    if error is None or math.isnan(error) or not math.isfinite(value):
        return with_unit(format_number(value), unit)
    if error == 0 or math.isinf(error):
        return with_unit(f"{format_number(value)} ± {format_number(error)}", unit)
    value, error = float(value), float(error)
    last = _last_digit(error)
    if value and last > 0 and last == _exponent(error) == _exponent(value) + 1:
        last -= 1  # the value is not rounded away where the error has a digit to spare
    leading = max(_exponent(value), _exponent(error))
    if leading - last > 8:  # an error this small would leave an unreadable row of digits
        return with_unit(f"{format_number(value, leading - last + 1)} ± {format_number(error, 2)}", unit)
    if SMALLEST_EXPONENT <= leading <= LARGEST_EXPONENT:
        return with_unit(f"{_cut(value, last)} ± {_cut(error, last)}", unit)
    mantissas = (_cut(float(Decimal(number).scaleb(-leading)), last - leading) for number in (value, error))
    return with_unit(f"({' ± '.join(mantissas)})·10{superscript(leading)}", unit)


def with_unit(text: str, unit: str) -> str:
    """Number and unit, kept on one line; one bit, one nat."""
    unit = {"bits": "bit", "nats": "nat"}.get(unit, unit) if text == "1" else unit
    return f"{text}\u00a0{unit}" if unit else text


def _last_digit(error: float) -> int:
    """The power of ten of the error's last digit that is shown."""
    exponent = _exponent(error)
    two = round(Decimal(error).scaleb(1 - exponent))
    return exponent if two >= 30 or two in (10, 20) else exponent - 1


def _exponent(value: float) -> int:
    """The power of ten of the first significant digit; zero has none and counts as the smallest."""
    return Decimal(value).adjusted() if value else SMALLEST_EXPONENT - 400


def _scientific(value: float, digits: int) -> tuple[str, int]:
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return mantissa, int(exponent)


def _cut(value: float, last: int) -> str:
    """The value rounded at the power of ten ``last``, all its digits shown."""
    return _grouped(f"{round(value, -last):z.{max(0, -last)}f}")


def _stripped(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _grouped(text: str) -> str:
    """Typographic minus, and groups of three from five digits on."""
    sign, text = (MINUS, text[1:]) if text.startswith("-") else ("", text)
    whole, dot, fraction = text.partition(".")
    whole = f"{int(whole):,}".replace(",", THIN) if len(whole) > 4 else whole
    nonzero = any(digit not in "0." for digit in text)
    return (sign if nonzero else "") + whole + dot + fraction
