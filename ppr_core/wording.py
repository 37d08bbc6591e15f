"""Numbers as people read them: one rule for sentences, tiles, axes, tables and formulas.

The same value reads the same everywhere: so many significant digits without zeros at the end, whole numbers in full
and in groups of three from five digits on, powers of ten beyond 10⁷ and below 10⁻³, a typographic minus.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal

__all__ = [
    "LARGEST_WHOLE", "MINUS", "THIN", "change", "decimals", "duration", "exponential", "grouped", "latex",
    "latex_exponential", "measured", "memory", "number", "ordinal", "p_value", "percent", "percents", "rough_percent",
    "rounded", "rounded_up", "share", "signed", "superscript", "with_unit",
]  # fmt: skip

MINUS = "−"
THIN = "\u202f"  # narrow no-break space between groups of three digits
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LARGEST_EXPONENT, _SMALLEST_EXPONENT = 6, -3  # beyond these a number is written with a power of ten
_LARGEST_LOG = 1e15
LARGEST_WHOLE = 10 ** (_LARGEST_EXPONENT + 1)  # whole numbers below are written in full


def number(value: float, digits: int = 3) -> str:
    """The value to so many significant digits; whole numbers below 10⁷ in full; ∞ and "undefined" for NaN.

    >>> from ppr_core.wording import number
    >>> number(3.14159), number(1200.0), number(float("inf"))
    ('3.14', '1200', '∞')
    """
    if isinstance(value, float) and not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    if abs(value) < LARGEST_WHOLE and value == int(value):
        return grouped(str(int(value)))
    mantissa, exponent = _scientific(value, digits)
    if _SMALLEST_EXPONENT <= exponent <= _LARGEST_EXPONENT:
        return grouped(_stripped(f"{value:.{max(0, digits - 1 - exponent)}f}"))
    return _times_power(_stripped(mantissa), exponent)


def rounded(value: float, digits: int = 3) -> float:
    """The value with so many significant digits.

    >>> from ppr_core.wording import rounded
    >>> rounded(1234.5, 2)
    1200.0
    """
    return float(f"{value:.{digits - 1}e}")


def rounded_up(value: float, digits: int = 3) -> float:
    """A value > 0 to so many significant digits, upwards; whole numbers with more digits in full.

    >>> from ppr_core.wording import rounded_up
    >>> rounded_up(1.2301)
    1.24
    """
    decimals = max(0, digits - 1 - math.floor(math.log10(value)))
    return float(f"{math.ceil(round(value * 10**decimals, 9)) / 10**decimals:.{decimals}f}")


def measured(value: float, error: float | None, unit: str = "") -> str:
    """Value ± error, both cut where the error's own digits end: at most two of them, one from 3 upwards.

    The value alone where there is no error to tell: None, NaN, or 0 for what came out the same every time.

    >>> from ppr_core.wording import measured
    >>> measured(5.3129, 0.0214), measured(5.3129, None)
    ('5.313 ± 0.021', '5.31')
    """
    if not error or math.isnan(error) or not math.isfinite(value):
        return with_unit(number(value), unit)
    if math.isinf(error):
        return with_unit(f"{number(value)} ± {number(error)}", unit)
    value, error = float(value), float(error)
    last = _last_digit(error)
    if value and last > 0 and last == _exponent(error) == _exponent(value) + 1:
        last -= 1  # the value is not rounded away where the error has a digit to spare
    leading = max(_exponent(value), _exponent(error))
    if leading - last > 8:  # an error this small would leave an unreadable row of digits
        return with_unit(f"{number(value, leading - last + 1)} ± {number(error, 2)}", unit)
    if _SMALLEST_EXPONENT <= leading <= _LARGEST_EXPONENT:
        return with_unit(f"{_cut(value, last)} ± {_cut(error, last)}", unit)
    mantissas = (_cut(float(Decimal(part).scaleb(-leading)), last - leading) for part in (value, error))
    return with_unit(f"({' ± '.join(mantissas)})·10{superscript(leading)}", unit)


def with_unit(text: str, unit: str) -> str:
    """Number and unit, kept on one line; one bit, one nat.

    >>> from ppr_core.wording import with_unit
    >>> with_unit("1", "bits").split(), with_unit("2", "bits").split()
    (['1', 'bit'], ['2', 'bits'])
    """
    if text == "1":
        unit = re.sub(r"^(bit|nat)s\b", r"\1", unit, flags=re.IGNORECASE)
    return f"{text}\u00a0{unit}" if unit else text


def exponential(log: float, digits: int = 2) -> str:
    """e^log (log in nats), also beyond the floats: "7.5·10¹⁰"; an exponent beyond 10¹⁵ is as good as infinite.

    >>> from ppr_core.wording import exponential
    >>> exponential(25.0)
    '7.2·10¹⁰'
    """
    if abs(log) < 600 or abs(log) > _LARGEST_LOG:
        return number(_exp(log), digits)
    mantissa, exponent = _power_of_ten(log, digits)
    return _times_power(_stripped(mantissa), exponent)


def duration(seconds: float) -> str:
    """A time in the unit that suits it: "0.11 ms", "1.3 s", "12 minutes".

    >>> from ppr_core.wording import duration
    >>> duration(0.00011), duration(720)
    ('110 µs', '12 minutes')
    """
    for unit, size in (("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            count = seconds / size
            return f"{number(round(count) if count < LARGEST_WHOLE else count, 2)} {unit}"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{number(seconds / size, 2)} {unit}"
    return f"{number(seconds / 1e-6, 2)} µs"


def memory(number_of_bytes: float) -> str:
    """Bytes in the unit that suits them: "1.2 GB", "85 MB", "3 kB".

    >>> from ppr_core.wording import memory
    >>> memory(85e6)
    '85 MB'
    """
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if number_of_bytes >= size:
            return f"{number(number_of_bytes / size)} {unit}"
    return f"{number(number_of_bytes / 1e3)} kB"


def percent(share: float, digits: int = 8) -> str:
    """A share to so many significant digits: one that is set in full, such as a confidence, "95 %".

    >>> from ppr_core.wording import percent
    >>> percent(0.95)
    '95 %'
    """
    return f"{number(100 * share, digits)} %"


def share(value: float, digits: int = 3) -> str:
    """A share in per cent as `number` writes it, but what is less than all is never written 100.

    >>> from ppr_core.wording import share
    >>> share(47.53), share(99.97), share(100.0)
    ('47.5', '> 99.9', '100')
    """
    text = number(value, digits)
    return f"> {number(100 - 10 ** (2 - digits), digits)}" if text == "100" and value < 100 else text


def percents(shares: Sequence[float]) -> list[str]:
    """Shares of a whole in whole per cents: equal ones are equal, and the largest, if there is one, makes them sum to
    100, as a point matters least there; "< 1 %" for what rounds to 0.

    >>> from ppr_core.wording import percents
    >>> percents([0.787, 0.1065, 0.1065]), percents([0.996, 0.004])
    (['78 %', '11 %', '11 %'], ['100 %', '< 1 %'])
    """
    whole, most = [round(100 * share) for share in shares], max(shares)
    largest = [place for place, share in enumerate(shares) if math.isclose(share, most)]
    if len(largest) == 1:
        whole[largest[0]] += round(100 * sum(shares)) - sum(whole)
    return [
        "< 1 %" if part == 0 and share > 0 else f"{number(part)} %" for part, share in zip(whole, shares, strict=True)
    ]


def ordinal(place: int) -> str:
    """A place in a row, from 1: "1st", "2nd", "3rd", "4th", "11th", "21st".

    >>> from ppr_core.wording import ordinal
    >>> ordinal(1), ordinal(11), ordinal(22)
    ('1st', '11th', '22nd')
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def rough_percent(share: float) -> str:
    """A share that was found, to about two digits: "12 %", "0.04 %".

    >>> from ppr_core.wording import rough_percent
    >>> rough_percent(0.1234)
    '12 %'
    """
    value = 100 * float(share)
    if 0 < value < 0.01:
        return "less than 0.01 %"
    return f"{value:.{0 if value >= 9.95 or value == 0 else 1 if value >= 0.995 else 2}f} %"


def change(share: float) -> str:
    """A relative change that was found: "+12 %", "−0.04 %".

    >>> from ppr_core.wording import change
    >>> change(0.12)
    '+12 %'
    """
    return f"{MINUS if share < 0 else '+'}{rough_percent(abs(share))}"


def decimals(value: float, places: int) -> str:
    """All of so many decimals, as a table that is quoted prints them.

    >>> from ppr_core.wording import decimals
    >>> decimals(2.5, 3)
    '2.500'
    """
    return grouped(f"{value:.{places}f}")


def p_value(value: float) -> str:
    """A p-value in words: "p = 0.43", "p = 2·10⁻⁷" or, at the end of the floating-point range, "p < 10⁻³⁰⁰".

    >>> from ppr_core.wording import p_value
    >>> p_value(0.43), p_value(2e-7)
    ('p = 0.43', 'p = 2·10⁻⁷')
    """
    if value < 1e-300:
        return "p < 10⁻³⁰⁰"
    return f"p = {number(value, 2 if value > 1e-3 else 1)}"


def signed(value: float) -> str:
    """A term of a sum: "+ 0.3" or "− 0.3".

    >>> from ppr_core.wording import signed
    >>> signed(0.3), signed(-0.3)
    ('+ 0.3', '− 0.3')
    """
    return f"{MINUS if value < 0 else '+'} {number(abs(value))}"


def latex(value: float, digits: int = 4) -> str:
    """A number as LaTeX, to so many significant digits.

    >>> from ppr_core.wording import latex
    >>> latex(0.25)
    '0.25'
    """
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def latex_exponential(log: float, digits: int = 4) -> str:
    """e^log as LaTeX (log in nats), also beyond the floats.

    >>> import math
    >>> from ppr_core.wording import latex_exponential
    >>> latex_exponential(math.log(2))
    '2'
    """
    if abs(log) < 600 or abs(log) > _LARGEST_LOG:
        return latex(_exp(log), digits)
    mantissa, exponent = _power_of_ten(log, digits)
    return rf"{_stripped(mantissa)} \cdot 10^{{{exponent}}}"


def grouped(text: str) -> str:
    """The digits as they are, with a typographic minus, and groups of three from five digits on.

    >>> from ppr_core.wording import grouped
    >>> grouped("-1234"), grouped("12345").split()
    ('−1234', ['12', '345'])
    """
    sign, text = (MINUS, text[1:]) if text.startswith("-") else ("", text)
    whole, dot, fraction = text.partition(".")
    whole = f"{int(whole):,}".replace(",", THIN) if len(whole) > 4 else whole
    nonzero = any(digit not in "0." for digit in text)
    return (sign if nonzero else "") + whole + dot + fraction


def superscript(exponent: int) -> str:
    """The exponent in superscript digits.

    >>> from ppr_core.wording import superscript
    >>> superscript(-12)
    '⁻¹²'
    """
    return str(exponent).translate(_SUPERSCRIPTS)


def _exp(log: float) -> float:
    return math.exp(log) if log < 700 else math.inf


def _power_of_ten(log: float, digits: int) -> tuple[str, int]:
    """e^log as a mantissa of so many digits and the exponent of ten."""
    log10 = log / math.log(10)
    exponent = math.floor(log10)
    return f"{10 ** (log10 - exponent):.{digits - 1}f}", exponent


def _times_power(mantissa: str, exponent: int) -> str:
    power = f"10{superscript(exponent)}"
    return {"1": power, "-1": MINUS + power}.get(mantissa, f"{grouped(mantissa)}·{power}")


def _last_digit(error: float) -> int:
    """The power of ten of the error's last digit that is shown."""
    exponent = _exponent(error)
    two = round(Decimal(error).scaleb(1 - exponent))
    return exponent if two >= 30 or two in (10, 20) else exponent - 1


def _exponent(value: float) -> int:
    """The power of ten of the first significant digit; zero has none and counts as the smallest."""
    return Decimal(value).adjusted() if value else _SMALLEST_EXPONENT - 400


def _scientific(value: float, digits: int) -> tuple[str, int]:
    exact = Decimal(value) if isinstance(value, int) else value  # whole numbers may be beyond the floats
    mantissa, exponent = f"{exact:.{digits - 1}e}".split("e")
    return mantissa, int(exponent)


def _cut(value: float, last: int) -> str:
    """The value rounded at the power of ten ``last``, all its digits shown."""
    return grouped(f"{round(value, -last):z.{max(0, -last)}f}")


def _stripped(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
