"""What bounds the choice of the experiment `parameter_check`: candidates, time, the decoder's ε, and the codes."""

from __future__ import annotations

import math

from ppr_core.experiments.parameter_check.parameters import CODES, ParameterCheck

__all__ = ["LARGEST_LOG_RATIO", "LONGEST", "SMALLEST_ALPHA", "alpha_of", "codes_of", "longest", "round_down"]

#: ln of the candidates for one index beyond which no encoder is started.
LARGEST_LOG_RATIO = math.log(1e7)
SMALLEST_ALPHA = 1.01
#: Seconds for a report where no budget is set.
LONGEST = 1.0
_FALLBACK_ALPHA = 2.0  # where no α reaches the limit for the decoder


def alpha_of(p: ParameterCheck, loss: float) -> tuple[float, bool]:
    """α for a report of local privacy ``loss``, and whether any keeps 2αε within the limit for the decoder."""
    limit = p.decoder_epsilon
    largest = math.inf if math.isinf(limit) else limit / (2 * loss)
    reaches = largest >= SMALLEST_ALPHA
    if not p.choose_alpha:
        return p.alpha, reaches
    if not reaches:
        return _FALLBACK_ALPHA, False
    return (largest if math.isinf(largest) else max(SMALLEST_ALPHA, round_down(largest))), True


def codes_of(p: ParameterCheck) -> tuple[str, ...]:
    """The codes to compare."""
    return tuple(name for name in CODES if name != "auto") if p.code == "auto" else (p.code,)


def longest(p: ParameterCheck) -> float:
    """Seconds that a report may take."""
    return LONGEST if math.isinf(p.time_budget) else p.seconds


def round_down(value: float, digits: int = 4) -> float:
    """The value at so many significant digits, not above it."""
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded <= value:
        return rounded
    return float(f"{rounded - 10.0 ** (math.floor(math.log10(value)) - digits + 1):.{digits - 1}e}")
