"""What a check found, and a change of the parameters that puts it right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core.experiments.parameter_check.limits import LARGEST_LOG_RATIO
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.solver import Solution, solve

__all__ = ["Finding", "Fix", "Light", "first", "is_in_time", "is_runnable", "setting"]

Light = Literal["red", "amber", "green"]


@dataclass(frozen=True)
class Fix:
    """A change of the parameters: a label such as "Set δ = 0.002", and the fields with their new values."""

    label: str
    changes: tuple[tuple[str, Any], ...]

    def apply(self, p: ParameterCheck) -> ParameterCheck:
        return p.replace(**dict(self.changes))


@dataclass(frozen=True)
class Finding:
    """key: what was looked at; light; text: a sentence with the number behind it; fix: or None."""

    key: str
    light: Light
    text: str
    fix: Fix | None = None


def setting(label: str, **changes: Any) -> Fix:
    """The fix with these changes."""
    return Fix(label, tuple(changes.items()))


def first(
    p: ParameterCheck, passes: Callable[[ParameterCheck, Solution], bool], choices: list[tuple[str, dict[str, Any]]]
) -> Fix | None:
    """The first change after which the test passes."""
    for label, changes in choices:
        changed = p.replace(**changes)
        if changed != p and passes(changed, solve(changed)):
            return setting(label, **changes)
    return None


def is_runnable(p: ParameterCheck, s: Solution) -> bool:
    return s.option.log_ratio <= LARGEST_LOG_RATIO


def is_in_time(p: ParameterCheck, s: Solution) -> bool:
    return is_runnable(p, s) and s.option.seconds <= p.seconds
