"""A run of the experiment `running_time`: plan, cost, encodes, and the program that finds the candidates again."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from ppr_core import kernels
from ppr_core.channels import GaussianChannel
from ppr_core.compressors import PoissonPrivateRepresentation, PoissonReference
from ppr_core.compressors.algorithm1 import draws_expected
from ppr_core.compressors.speed import KERNELS, path_with_kernels
from ppr_core.diagnostics import Encodes, timed_encodes
from ppr_core.diagnostics.timing import machine_name, timed_normals
from ppr_core.experiments.contract import PACE, Cost, Progress, Steps
from ppr_core.experiments.running_time.one_number import ONE_NUMBER_SECONDS, one_number
from ppr_core.experiments.running_time.parameters import NOISES, Point, RunningTimeParameters
from ppr_core.experiments.running_time.result import PlannedEncodes, Row, RunningTimeResult
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal, program
from ppr_core.wording import number

__all__ = ["cost", "encode_ordered", "encode_reference", "plan", "run", "snippet"]

TABLES = 1_000_000  # of the shared randomness set aside for each point
_START, _FLOOR = 0.004, 0.01  # seconds of one core for everything but encodes, and for the floor of a point
_FEWEST, _FEWEST_CALLS, _FEWEST_REFERENCE = 20, 6, 6  # six values have an interval for their median
_SHARE = 10  # Algorithm 1 encodes the chunks of a point over this
_POINT_SECONDS, _REFERENCE_SECONDS = 0.5, 0.6  # at most at a point; of candidate order with compiled kernels
_VECTOR_SECONDS = 0.02  # at most for whole vectors where fewer messages were asked for
_MOST_AGAIN = 0.05  # of array programs at a point where kernels run; above, they are left out
_CALL_SECONDS = 0.1  # of predicted work in one call by array programs, so that a run can be cancelled
_CALL = 1e-3  # seconds of one core, measured: for a call,
_DRAW, _DRAW_ENTRY = 5e-6, 4e-8  # for a draw of Algorithm 1 and each of its entries,
_REFERENCE = 1e-4  # and for an encode of it
_MOST_CANDIDATES = 1e6


def plan(p: RunningTimeParameters, point: Point) -> PlannedEncodes:
    """As many encodes as asked for, fewer where they are slow, none where r* is out of reach.

    Where it takes little, whole vectors are encoded in a call: of a few short messages the call takes most of the time.
    """
    x = point.inputs(1)[0]
    fast, slow = (encode_seconds("ppr", point.channel, x, alpha=p.alpha, compiled=kind) for kind in (True, False))
    served = path_with_kernels(point.channel, x, p.alpha) is KERNELS
    samples = int(min(p.samples, _POINT_SECONDS / fast))
    if samples < min(_FEWEST, p.samples) or point.log_bound > math.log(_MOST_CANDIDATES):
        return PlannedEncodes(0, 0, 0, 0.0, 0.0)
    vectors = _FEWEST_CALLS * point.chunks
    samples = max(samples, vectors if vectors * fast <= _VECTOR_SECONDS else 0)
    batch = max(1, int(min(point.chunks, samples // _FEWEST_CALLS, _CALL_SECONDS / slow)))
    again = _FEWEST_CALLS * (batch * slow + _CALL) * served
    here, again = (fast, again * (again <= _MOST_AGAIN)) if kernels.expected() else (slow, 0.0)
    seconds = _FLOOR + samples * here + (2 + samples / batch) * _CALL
    reference, slow = 0, 0.0
    if p.with_reference:
        draw = _DRAW + _DRAW_ENTRY * point.chunk
        slow = _REFERENCE + draws_expected(point.log_bound, p.alpha, p.draw_limit) * draw
        reference = max(_FEWEST_REFERENCE, int(min(p.samples // _SHARE, _REFERENCE_SECONDS / slow)))
    return PlannedEncodes(samples, batch, reference, seconds, reference * slow, served, again)


def cost(parameters: RunningTimeParameters) -> Cost:
    """r* candidates for every encode in candidate order; Algorithm 1 draws more, up to its limit."""
    p, points = parameters, parameters.points()
    plans = [plan(p, point) for point in points]
    held = max(plan.batch * point.chunk for plan, point in zip(plans, points, strict=True))
    log_bound = max((point.log_bound for plan, point in zip(plans, points, strict=True) if plan.samples), default=0.0)
    reason = f"{number(p.samples)} encodes at each of {len(points)} points, r* up to {number(math.exp(log_bound), 2)}"
    if p.with_reference:
        reason += f", and up to {number(p.draw_limit)} draws for an encode of Algorithm 1"
    return Cost(
        seconds=_START
        + ONE_NUMBER_SECONDS * kernels.expected()
        + sum(PACE * (plan.seconds + plan.array_seconds) + plan.reference_seconds for plan in plans),
        memory_bytes=8e7 + 100.0 * len(plans) * p.samples + 64.0 * held,
        reason=reason,
    )


def run(parameters: RunningTimeParameters, progress: Progress | None = None) -> RunningTimeResult:
    """Encode at every point, beside the floor; again by array programs where kernels were used; then by Algorithm 1."""
    kernels.warm_up()  # they are what is measured
    p, points = parameters, parameters.points()
    rows = [Row(point, _other(p, point), plan(p, point)) for point in points]
    now, loops = datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"), kernels.compiled() is not None
    largest = _largest(p, points[p.focus]) if not rows[p.focus].planned.samples else points[p.focus].chunk
    result = RunningTimeResult(p, tuple(rows), machine_name(), now, loops, largest=largest)
    planned = [(index, row.planned) for index, row in enumerate(rows)]
    tasks = [(encode_ordered, "ppr", "candidate order", index, plan.seconds) for index, plan in planned if plan.samples]
    tasks += [(draw_floor, "floor", "normal numbers", index, _FLOOR) for index, plan in planned if plan.samples]
    twice = [(index, plan) for index, plan in planned if plan.array_seconds and loops]
    tasks += [(encode_arrays, "arrays", "array programs", index, plan.array_seconds) for index, plan in twice]
    tasks += [
        (encode_reference, "reference", "Algorithm 1", index, plan.reference_seconds)
        for index, plan in planned
        if plan.reference
    ]
    steps = Steps(progress, [seconds for *_, seconds in tasks])
    for step, (encode, name, label, index, _) in enumerate(tasks):
        tell = steps.within(step, f"{label}, point {index + 1} of {len(rows)}")
        encodes: dict[str, Any] = {name: encode(p, rows[index], index, tell)}
        rows[index] = replace(rows[index], **encodes)
        steps.partial = result = replace(result, rows=tuple(rows))
    return replace(result, numbers=one_number(p.seed)) if loops else result


def _largest(p: RunningTimeParameters, point: Point) -> int:
    """The largest chunk of the slider's that is run with the noise and ε of the point; 0 if none is."""
    sizes = (size for size in sorted(p.specs()["chunk"].stops or (), reverse=True) if size < point.chunk)
    return int(next((c for c in sizes if plan(p, p.point(point.epsilon, int(c), point.noise)).samples), 0))


def draw_floor(p: RunningTimeParameters, row: Row, index: int, tell: Callable[[float], None]) -> Encodes:
    """The time that NumPy takes for the r*·c normal numbers of a chunk."""
    rng = np.random.default_rng([p.seed, index, 2])
    return timed_normals(math.exp(row.point.log_bound) * row.point.chunk, _FEWEST_CALLS, rng)


def encode_arrays(p: RunningTimeParameters, row: Row, index: int, tell: Callable[[float], None]) -> Encodes:
    """The first calls of `encode_ordered` once more, without kernels: the same candidates."""
    few = min(row.planned.samples, _FEWEST_CALLS * row.planned.batch)
    with kernels.disabled():
        return encode_ordered(p, replace(row, planned=replace(row.planned, samples=few)), index, tell)


def encode_ordered(p: RunningTimeParameters, row: Row, index: int, tell: Callable[[float], None]) -> Encodes:
    """Chunks encoded in candidate order, up to a whole vector a call; ``index``, of the row, chooses the randomness."""
    compressor, planned = PoissonPrivateRepresentation(row.point.channel, p.alpha), row.planned
    # Outside the measurement: the first call of a process is slower than all others.
    first = row.point.inputs(min(planned.batch, 8))
    compressor.encode(first, SharedRandomness(p.seed), np.random.default_rng([p.seed, 2]))
    rng, shared = np.random.default_rng([p.seed, index, 0]), SharedRandomness(p.seed)
    return timed_encodes(
        compressor, first[0], planned.samples, shared, rng, batch=planned.batch, first_table=index * TABLES, tell=tell
    )


def encode_reference(p: RunningTimeParameters, row: Row, index: int, tell: Callable[[float], None]) -> Encodes:
    """Chunks encoded by Algorithm 1, one a call, each stopped at the limit of draws."""
    compressor = PoissonReference(row.point.channel, p.alpha, draw_limit=p.draw_limit)
    rng, first_table = np.random.default_rng([p.seed, index, 1]), index * TABLES + row.planned.samples
    x, shared = row.point.inputs(1)[0], SharedRandomness(p.seed)
    return timed_encodes(compressor, x, row.planned.reference, shared, rng, first_table=first_table, tell=tell)


def _other(p: RunningTimeParameters, point: Point) -> Point:
    """The same setting under the other of the two noises."""
    (noise,) = (name for name in NOISES if name != point.noise)
    return p.point(point.epsilon, point.chunk, noise)


def snippet(parameters: RunningTimeParameters) -> str:
    """A program against ``ppr_core`` that prints r* and the mean candidates of an encode."""
    p, index = parameters, parameters.focus
    point = p.points()[index]
    planned, channel = plan(p, point), point.channel
    body = f"""\
channel = GaussianChannel(dimension={point.chunk}, noise_std={channel.noise_std!r}, norm_bound={channel.norm_bound!r})
x = np.ones(({max(planned.batch, 1)}, {point.chunk}))
print(f"r* = {{np.exp(channel.log_ratio_bound(x[:1])[0]):.4f}}")
"""
    if not planned.samples:
        return program(body, GaussianChannel)
    body += f"""
ppr = PoissonPrivateRepresentation(channel, {literal(p.alpha)})
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, {index}, 0])
candidates = []
for start in range(0, {planned.samples}, {planned.batch}):
    size = min({planned.batch}, {planned.samples} - start)
    candidates.append(ppr.encode(x[:size], shared, rng, first_table={index * TABLES} + start).candidates)
print(f"{{np.concatenate(candidates).mean():.4f}} candidates looked at for a chunk, on average")
"""
    return program(body, GaussianChannel, PoissonPrivateRepresentation, SharedRandomness)
