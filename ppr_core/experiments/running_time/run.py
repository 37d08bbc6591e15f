"""A run of the experiment `running_time`: its cost, its steps, and the program that prints its first number."""

from __future__ import annotations

import dataclasses
import math
import os
import platform
from datetime import UTC, datetime

from ppr_core.channels import GaussianChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.running_time.measure import TABLES, plan, run_ppr, run_reference
from ppr_core.experiments.running_time.parameters import NOISES, Point, RunningTimeParameters
from ppr_core.experiments.running_time.result import Row, RunningTimeResult
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal, program
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

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
    steps = Steps(progress, [seconds for *_, seconds in tasks])
    for step, (encode, name, place, _) in enumerate(tasks):
        label = "Algorithm 1" if name == "reference" else "candidate order"
        tell = steps.within(step, f"{label}, point {place + 1} of {len(rows)}")
        rows[place] = dataclasses.replace(rows[place], **{name: encode(p, points[place], place, planned[place], tell)})
        steps.partial = result = dataclasses.replace(result, rows=tuple(rows))
    return result


def _other(p: RunningTimeParameters, point: Point) -> Point:
    """The same setting under the other of the two noises."""
    (noise,) = (name for name in NOISES if name != point.noise)
    return p.point(point.epsilon, point.chunk, noise)


def _machine() -> str:
    """The machine as a person would name it."""
    cores = os.cpu_count() or 1
    return f"{platform.machine() or 'unknown processor'}, {cores} core{'s' if cores > 1 else ''}"


def snippet(parameters: RunningTimeParameters) -> str:
    """A program against ``ppr_core`` that prints r* and the mean candidates of an encode."""
    p, place = parameters, parameters.focus
    point = p.points()[place]
    planned, made = plan(p, point), point.channel
    body = f"""\
channel = GaussianChannel(dimension={point.chunk}, noise_std={made.noise_std!r}, norm_bound={made.norm_bound!r})
x = np.ones(({max(planned.batch, 1)}, {point.chunk}))
print(f"r* = {{np.exp(channel.log_ratio_bound(x[:1])[0]):.4f}}")
"""
    if not planned.samples:
        return program(body, GaussianChannel)
    body += f"""
ppr = PoissonPrivateRepresentation(channel, {literal(p.alpha)})
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, {place}, 0])
candidates = []
for start in range(0, {planned.samples}, {planned.batch}):
    size = min({planned.batch}, {planned.samples} - start)
    candidates.append(ppr.encode(x[:size], shared, rng, first_table={place * TABLES} + start).candidates)
print(f"{{np.concatenate(candidates).mean():.4f}} candidates looked at for a chunk, on average")
"""
    return program(body, GaussianChannel, PoissonPrivateRepresentation, SharedRandomness)
