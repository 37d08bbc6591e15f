"""Running time: what an encode takes, in candidates and in seconds, along chunk size and privacy.

Both figures of the appendix on running time of Liu, Chen, Özgür, Li, "Universal exact compression of differentially
private mechanisms" (NeurIPS 2024), with two encoders of the same law: in candidate order, and the paper's Algorithm 1.
"""

from __future__ import annotations

import dataclasses
import math
import os
import platform
from datetime import UTC, datetime

import numpy as np

from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.running_time.measure import plan, run_ppr, run_reference
from ppr_core.experiments.running_time.noise import NOISES
from ppr_core.experiments.running_time.parameters import Point, RunningTimeParameters
from ppr_core.experiments.running_time.result import Row, RunningTimeResult
from ppr_core.experiments.running_time.snippet import snippet
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "RunningTimeParameters", "RunningTimeResult", "cost", "run"]

_START = 0.004  # seconds of one core for everything but encodes


def cost(parameters: RunningTimeParameters) -> Cost:
    """r* candidates for every encode in candidate order; Algorithm 1 draws more, up to its limit."""
    p, points = parameters, parameters.points()
    plans = [plan(p, point) for point in points]
    held = max(one.batch * point.chunk for one, point in zip(plans, points, strict=True))
    log_bound = max((point.log_bound for one, point in zip(plans, points, strict=True) if one.samples), default=0.0)
    reason = f"{number(p.samples)} encodes at each of {len(points)} points, r* up to {number(math.exp(log_bound), 2)}"
    if p.with_reference:
        reason += f", and up to {number(p.draw_limit)} draws for an encode of Algorithm 1"
    return Cost(
        seconds=_START + sum(one.seconds + one.reference_seconds for one in plans),
        memory_bytes=8e7 + 100.0 * len(plans) * p.samples + 64.0 * held,
        reason=reason,
    )


def run(parameters: RunningTimeParameters, progress: Progress | None = None) -> RunningTimeResult:
    """Encode at every point: first all in candidate order, then Algorithm 1 where it is wanted."""
    p, points = parameters, parameters.points()
    rows = [Row(point, _other(p, point), plan(p, point)) for point in points]
    result = RunningTimeResult(p, tuple(rows), _machine(), datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"))
    planned = [row.planned for row in rows]
    tasks = [(run_ppr, "ppr", place, one.seconds) for place, one in enumerate(planned) if one.samples]
    tasks += [
        (run_reference, "reference", place, one.reference_seconds) for place, one in enumerate(planned) if one.reference
    ]
    weights = np.cumsum([0.0, *(seconds for *_, seconds in tasks)])
    for step, (encode, name, place, _) in enumerate(tasks):
        label = "Algorithm 1" if name == "reference" else "candidate order"
        note = f"{label}, point {place + 1} of {len(rows)}"

        def tell(share: float, step: int = step, note: str = note, partial: RunningTimeResult = result) -> None:
            if progress is not None:
                done = weights[step] + share * (weights[step + 1] - weights[step])
                progress(float(done / weights[-1]), note, partial if partial.ran else None)

        found = encode(p, points[place], place, planned[place], tell)
        rows[place] = dataclasses.replace(rows[place], **{name: found})
        result = dataclasses.replace(result, rows=tuple(rows))
    return result


def _other(p: RunningTimeParameters, point: Point) -> Point:
    """The same setting under the other of the two noises."""
    (noise,) = (name for name in NOISES if name != point.noise)
    return p.point(point.epsilon, point.chunk, noise)


def _machine() -> str:
    """The machine as a person would name it."""
    cores = os.cpu_count() or 1
    return f"{platform.machine() or 'unknown processor'}, {cores} core{'s' if cores > 1 else ''}"


_FIGURE = {"samples": 4_000, "draw_limit": 5_000, "reference": True}
_WHOLE = {"sweep": "epsilon", "noise": "vector", "chunk": 4, "epsilon": 6.0}

EXPERIMENT = Experiment(
    name="running_time",
    parameters=RunningTimeParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "A quick look": (
            RunningTimeParameters(),
            "The settings of the appendix's first figure with few encodes, so that it is there at once.",
        ),
        "A quick look at both encoders": (
            RunningTimeParameters(samples=200, reference=True),
            "The same beside Algorithm 1, whose draws are stopped at 400 and vary by orders of magnitude.",
        ),
        "Time against chunk size (first figure)": (
            RunningTimeParameters(**_FIGURE),
            "d = 1000, n = 500, ε = 0.05, δ = 10⁻⁶, noise 1.0917 as printed, c from 40 to 110.",
        ),
        "First figure, whole vector protected": (
            RunningTimeParameters(**_FIGURE, noise="vector"),
            "The same with √20 times the noise, which the budget of a whole vector takes: r* stays below 3.",
        ),
        "Time against ε (second figure)": (
            RunningTimeParameters(**_FIGURE, **_WHOLE),
            "c = 4 and ε from 0.06 to 10. The paper does not print this figure's noise; here it hides a whole vector.",
        ),
        "Second figure, noise for one chunk": (
            RunningTimeParameters(**_FIGURE, **_WHOLE | {"noise": "chunk"}),
            "The same with the printed rule for the noise, which hides 50 entries: r* reaches thousands at ε = 10.",
        ),
        "The five printed times": (
            RunningTimeParameters(**_FIGURE, sweep="quoted", noise="vector"),
            "1.3348 s, 0.0127 s, 0.6343 s, 0.0128 s and 0.7301 s for a vector, beside the times of this server.",
        ),
        "Algorithm 1 with a finite mean": (
            RunningTimeParameters(**_FIGURE | {"draw_limit": 20_000}, alpha=4.0),
            "Above α = 2 the mean of Algorithm 1's draws exists; the candidate order looks at r* of them as before.",
        ),
        "α near 1": (
            RunningTimeParameters(**_FIGURE, alpha=1.2),
            "The candidate order does not notice; most encodes of Algorithm 1 run into the limit.",
        ),
    },
    dial="samples",
)
