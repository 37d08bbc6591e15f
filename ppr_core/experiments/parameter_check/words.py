"""Names of numbers that sentences, tables and pictures share."""

from __future__ import annotations

from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.texts import Messages

__all__ = ["error_label", "level_label"]

message = Messages("parameter_check")


def error_label(result: ParameterCheckResult) -> str:
    """What the error of the checked scheme is."""
    several = result.choice.measure == "squared" and result.solution.option.reports > 1
    return message("tile-error", measure="reports" if several else result.choice.measure)


def level_label(result: ParameterCheckResult, name: str) -> str:
    """What a level or limit of the pictures is called."""
    return result.parameters.plain_label if name == "plain" else message("limit-label", name=name)
