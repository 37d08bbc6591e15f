"""Numbers in the sentences of the experiment `parameter_check`."""

from __future__ import annotations

import math
import re

from ppr_core.experiments.wording import number

__all__ = ["brief", "power"]


def brief(value: float, digits: int = 3) -> str:
    """At most so many significant digits, without zeros at the end of a fraction: "1", "2.5", "10⁻⁶"."""
    return re.sub(r"^1·(?=10)", "", re.sub(r"\.0+(?=$|·)|(\.\d*?[1-9])0+(?=$|·)", r"\1", number(value, digits)))


def power(log: float) -> str:
    """e^log, also beyond the floats."""
    return brief(math.exp(log), 2) if log < 600 else f"10^{round(log / math.log(10))}"
