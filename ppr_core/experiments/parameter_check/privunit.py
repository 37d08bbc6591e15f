"""What is special about checking a PrivUnit report: the split of ε, and what it costs in error."""

from __future__ import annotations

import math

from ppr_core.experiments.parameter_check.fixes import Finding, Fix, first, is_runnable
from ppr_core.experiments.parameter_check.limits import LARGEST_LOG_RATIO, longest, round_down
from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.experiments.parameter_check.solver import Solution, solve
from ppr_core.experiments.parameter_check.split import privunit, split_of
from ppr_core.wording import exponential, number

__all__ = ["split_error", "split_findings"]

_NOTICEABLE = 1.05  # times the least error


def split_error(p: ParameterCheck, split: str) -> float:
    """E‖z/m − x‖² of a report with this split."""
    return privunit(p, split).error_per_client


def split_findings(p: ParameterCheck, s: Solution) -> list[Finding]:
    """Whether another split of ε would have noticeably less error."""
    if p.task != "privunit":
        return []
    used, best = privunit(p), privunit(p, "optimized")
    text = f"A report has squared error {number(used.error_per_client)} with the {_name(split_of(p))} split"
    loss = used.privacy().epsilon
    if loss < 0.999 * p.epsilon:
        text += f", which uses {number(loss)} of ε = {number(p.epsilon)}"
    if split_of(p) == "optimized":
        return [Finding("split", "green", f"{text}, the least that PrivUnit reaches at this ε.")]
    text += (
        f"; the optimized split has {number(best.error_per_client)} with r* = {exponential(best.log_high)} candidates."
    )
    if used.error_per_client <= _NOTICEABLE * best.error_per_client:
        return [Finding("split", "green", text)]
    return [Finding("split", "amber", text, _optimize(p))]


def _optimize(p: ParameterCheck) -> Fix | None:
    """The optimized split, with the time and bits that it needs, or with the largest ε that can be encoded in time."""
    needed = solve(p.replace(split="optimized"))
    time = max(p.time_budget, float(f"{math.ceil(needed.option.seconds * 1e5) / 100:.6g}"))
    bits, epsilon = max(p.bit_budget, float(math.ceil(needed.bits))), _largest_epsilon(p)
    return first(
        p,
        lambda q, s: split_of(q) == "optimized" and is_runnable(q, s) and s.fits and s.bits <= q.bit_budget,
        [
            ("Use the optimized split", {"split": "optimized"}),
            (f"Use the optimized split, allow {number(time)} ms", {"split": "optimized", "time_budget": time}),
            (f"Use the optimized split, allow {number(bits)} bits", {"split": "optimized", "bit_budget": bits}),
            ("Use the optimized split, allow what it needs",
             {"split": "optimized", "time_budget": time, "bit_budget": bits}),
            (f"Use the optimized split at ε = {number(epsilon)}", {"split": "optimized", "epsilon": epsilon}),
        ],
    )  # fmt: skip


def _largest_epsilon(p: ParameterCheck) -> float:
    """The largest ε below the given one at which the optimized split keeps the limits of candidates and time."""
    low, high = p.specs()["epsilon"].low, p.epsilon
    for _ in range(30):
        middle = math.sqrt(low * high)
        option = solve(p.replace(split="optimized", epsilon=middle)).option
        if option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(p):
            low = middle
        else:
            high = middle
    return max(round_down(low, 3), p.specs()["epsilon"].low)


def _name(split: str) -> str:
    return SPLITS[split]
