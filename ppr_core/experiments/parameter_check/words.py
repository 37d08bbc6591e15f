"""Names of numbers that sentences, tables and pictures share."""

from __future__ import annotations

import math

from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["error_label", "level_label"]

message = Messages("parameter_check")


def error_label(result: ParameterCheckResult, *, of_scheme: bool = False) -> str:
    """What the error of the checked settings is, or of any scheme beside them."""
    p, several = result.parameters, result.choice.measure == "squared" and result.solution.option.reports > 1
    several = several and not of_scheme
    entry = number(p.norm_bound / math.sqrt(p.dimension), 2)
    return message("tile-error", measure="reports" if several else result.choice.measure, entry=entry)


def level_label(result: ParameterCheckResult, name: str) -> str:
    """What a level or limit of the pictures is called."""
    return result.parameters.plain_label if name == "plain" else message("limit-label", name=name)
