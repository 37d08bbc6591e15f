"""A run of the experiment `running_time`: plan, cost, encodes, what was found, and the program that finds it again.

Candidates follow from the seed, times do not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

import numpy as np

from ppr_core import kernels
from ppr_core.channels import GaussianChannel
from ppr_core.compressors import PoissonPrivateRepresentation, PoissonReference
from ppr_core.compressors.algorithm1 import draws_expected
from ppr_core.compressors.speed import KERNELS, path_with_kernels
from ppr_core.diagnostics import Encodes, median_interval, timed_encodes
from ppr_core.diagnostics.timing import machine_name, timed_normals
from ppr_core.estimation.mean import SlicedGaussianPPR
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.running_time.parameters import DELTA, NOISES, Point, RunningTimeParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal, program
from ppr_core.wording import number

__all__ = ["Plan", "Row", "RunningTimeResult", "cost", "encode_ordered", "encode_reference", "plan", "run", "snippet"]

TABLES = 1_000_000  # of the shared randomness set aside for each point
_START, _FLOOR = 0.004, 0.01  # seconds of one core for everything but encodes, and for the floor of a point
_FEWEST, _FEWEST_CALLS, _FEWEST_REFERENCE = 20, 6, 6  # six values have an interval for their median
_SHARE = 10  # Algorithm 1 encodes the chunks of a point over this
_POINT_SECONDS, _REFERENCE_SECONDS = 0.5, 0.6  # at most at a point; of candidate order with compiled kernels
_CALL_SECONDS = 0.1  # of predicted work in one call by array programs, so that a run can be cancelled
_CALL = 1e-3  # seconds of one core, measured: for a call,
_DRAW, _DRAW_ENTRY = 5e-6, 4e-8  # for a draw of Algorithm 1 and each of its entries,
_REFERENCE = 1e-4  # and for an encode of it
_MOST_CANDIDATES = 1e6
_LARGEST = 8.0  # log10 of the largest r* that is drawn beside measured points
_TAIL_POINTS = 60


@dataclass(frozen=True)
class Plan:
    """What is run at a point; a function of the parameters alone, but for its seconds. Zero encodes: r* is too large.

    samples: chunks encoded in candidate order, ``batch`` a call; reference: chunks encoded by Algorithm 1; seconds,
    reference_seconds: predicted for either, here. compiled: whether there is a kernel for it; array_seconds: predicted
    for the first chunks once more, by array programs.
    """

    samples: int
    batch: int
    reference: int
    seconds: float
    reference_seconds: float
    compiled: bool = False
    array_seconds: float = 0.0


@dataclass(frozen=True, eq=False)
class Row:
    """One point: its setting, and what was run of it so far (None: nothing yet, or never).

    other: the same setting under the other of the two noises; arrays: by array programs, where ``ppr`` was by compiled
    kernels; floor: no encodes, but drawing r*·c normal numbers with NumPy.
    """

    point: Point
    other: Point
    planned: Plan
    ppr: Encodes | None = None
    reference: Encodes | None = None
    arrays: Encodes | None = None
    floor: Encodes | None = None


@dataclass(frozen=True, eq=False)
class RunningTimeResult:
    """All points of a sweep. machine, moment: where and when the times were measured."""

    parameters: RunningTimeParameters
    rows: tuple[Row, ...]
    machine: str
    moment: str

    @property
    def focus(self) -> Row:
        """The point that the tiles and sentences speak of."""
        return self.rows[self.parameters.focus]

    @property
    def decoder(self) -> tuple[PrivacyGuarantee, PrivacyGuarantee]:
        """(ε, `DELTA`) of a client's whole vector, any two of them, against the decoder of all its chunks: by exact
        accounting, and by Theorem 8 for each chunk, added up."""
        p, point = self.parameters, self.focus.point
        return _decoder(p.dimension, p.clients, point.noise_mean, point.chunk, p.alpha)

    @property
    def positions(self) -> np.ndarray:
        """Where the points stand on the horizontal axis, (p,)."""
        p = self.parameters
        if p.sweep == "quoted":
            return np.arange(len(self.rows), dtype=float)
        return np.array([row.point.chunk if p.sweep == "chunk" else row.point.epsilon for row in self.rows], float)

    @property
    def names(self) -> tuple[str, ...]:
        """The points in words, where they are not along one axis."""
        if self.parameters.sweep != "quoted":
            return ()
        return tuple(f"{row.point.epsilon:g}, {row.point.chunk}" for row in self.rows)

    def bounds(self, other: bool = False) -> np.ndarray:
        """r* of every point, (p,), under the chosen noise or the other one; NaN where it would dwarf what was run."""
        points = (row.other if other else row.point for row in self.rows)
        found = np.array([point.log_bound for point in points])
        largest = _LARGEST if any(row.planned.samples for row in self.rows) else 300.0
        return np.where(found < largest * math.log(10), np.exp(np.minimum(found, 700.0)), np.nan)

    @property
    def span(self) -> tuple[float, float]:
        """Ends of the horizontal axis, with room beside the outermost points."""
        first, last = float(self.positions.min()), float(self.positions.max())
        if self.parameters.sweep == "epsilon":
            room = (last / first) ** 0.04
            return first / room, last * room
        room = 0.04 * (last - first)
        return first - room, last + room

    def mean_candidates(self) -> np.ndarray:
        """Mean over encodes in candidate order, and its standard error, (2, p)."""
        return self._each("ppr", 2, lambda one: one.mean(one.candidates))

    def spread(self, encoder: str, kind: str) -> np.ndarray:
        """10 %, 50 % and 90 % quantiles over the encodes of "ppr" or "reference", (3, p)."""
        return self._each(encoder, 3, lambda one: one.quantiles(getattr(one, kind)))

    def median_limits(self, encoder: str, kind: str) -> np.ndarray:
        """95 % confidence interval of the median, (2, p)."""
        return self._each(encoder, 2, lambda one: median_interval(getattr(one, kind)))

    @property
    def stopped(self) -> np.ndarray:
        """Encodes of Algorithm 1 that reached the limit of draws, (p,); NaN where it was not run."""
        return self._each("reference", 1, lambda one: [one.stopped.sum()])[0]

    def _each(self, encoder: str, numbers: int, of: Callable[[Encodes], Sequence[float]]) -> np.ndarray:
        """So many numbers of an encoder's encodes at every point, (numbers, p); NaN where nothing was run."""
        found = [getattr(row, encoder) for row in self.rows]
        return np.array([np.full(numbers, np.nan) if one is None else of(one) for one in found], dtype=float).T

    @property
    def chunks(self) -> np.ndarray:
        """Chunks of a vector, (p,)."""
        return np.array([row.point.chunks for row in self.rows], dtype=float)

    @property
    def printed_seconds(self) -> np.ndarray:
        """The paper's times for a vector, and their standard errors, (2, p); NaN where it prints none."""
        found = [self.parameters.quoted(row.point) for row in self.rows]
        return np.array([(math.nan, math.nan) if one is None else (one.seconds, one.error) for one in found]).T

    @property
    def ran(self) -> list[Row]:
        """Points that have been measured."""
        return [row for row in self.rows if row.ppr is not None]

    def table(self) -> dict[str, np.ndarray]:
        """Candidates of every point. No times: equal parameters give an equal table on every machine."""
        rows = self.rows
        mean, error = self.mean_candidates()
        low, median, high = self.spread("ppr", "candidates")
        reference_low, reference_median, reference_high = self.spread("reference", "candidates")
        limits = self.median_limits("reference", "candidates")
        log_bound = np.array([(row.point.log_bound, row.other.log_bound) for row in rows]) / math.log(10)
        runs = np.array(
            [[0 if one is None else len(one.candidates) for one in (row.ppr, row.reference)] for row in rows]
        )
        return {
            "epsilon": np.array([row.point.epsilon for row in rows]),
            "chunk": np.array([row.point.chunk for row in rows]),
            "noise_of_mean": np.array([row.point.noise_mean for row in rows]),
            "noise_of_mean_other_budget": np.array([row.other.noise_mean for row in rows]),
            "log10_ratio_bound": log_bound[:, 0],
            "log10_ratio_bound_other_budget": log_bound[:, 1],
            "encodes": runs[:, 0],
            "candidates_mean": mean,
            "candidates_standard_error": error,
            "candidates_10_percent": low,
            "candidates_median": median,
            "candidates_90_percent": high,
            "algorithm_1_encodes": runs[:, 1],
            "algorithm_1_stopped": self.stopped,
            "algorithm_1_10_percent": reference_low,
            "algorithm_1_median": reference_median,
            "algorithm_1_median_low": limits[0],
            "algorithm_1_median_high": limits[1],
            "algorithm_1_90_percent": reference_high,
            "printed_seconds_for_a_vector": self.printed_seconds[0],
        }

    def tail(self, encoder: str) -> tuple[np.ndarray, np.ndarray]:
        """t and the share of encodes at the focus that looked at more than t candidates, as a falling curve."""
        found: Encodes | None = getattr(self.focus, encoder)
        return (np.empty(0), np.empty(0)) if found is None else found.tail(_TAIL_POINTS)

    def tail_table(self) -> dict[str, np.ndarray]:
        """Both tails."""
        curves = {"candidate order": self.tail("ppr"), "Algorithm 1": self.tail("reference")}
        names = [np.full(len(t), name, dtype=object) for name, (t, _) in curves.items()]
        candidates, share_above = (np.concatenate(column) for column in zip(*curves.values(), strict=True))
        return {"encoder": np.concatenate(names), "candidates": candidates, "share_above": share_above}


@lru_cache(maxsize=256)
def _decoder(
    dimension: int, clients: int, noise: float, chunk: int, alpha: float
) -> tuple[PrivacyGuarantee, PrivacyGuarantee]:
    scheme = SlicedGaussianPPR(
        dimension=dimension, clients=clients, mean_noise_std=noise, chunk=min(chunk, dimension), alpha=alpha
    )
    return scheme.accounted_privacy(DELTA), scheme.privacy(DELTA)[-1]


def plan(p: RunningTimeParameters, point: Point) -> Plan:
    """As many encodes as asked for, fewer where they are slow, none where r* is out of reach."""
    x = point.inputs(1)[0]
    fast, slow = (encode_seconds("ppr", point.channel, x, alpha=p.alpha, compiled=kind) for kind in (True, False))
    served = path_with_kernels(point.channel, x, p.alpha) is KERNELS
    samples = int(min(p.samples, _POINT_SECONDS / fast))
    if samples < min(_FEWEST, p.samples) or point.log_bound > math.log(_MOST_CANDIDATES):
        return Plan(0, 0, 0, 0.0, 0.0)
    batch = max(1, int(min(point.chunks, samples // _FEWEST_CALLS, _CALL_SECONDS / slow)))
    here, again = (fast, _FEWEST_CALLS * (batch * slow + _CALL) * served) if kernels.expected() else (slow, 0.0)
    seconds = _FLOOR + samples * here + (2 + samples / batch) * _CALL
    reference, slow = 0, 0.0
    if p.with_reference:
        draw = _DRAW + _DRAW_ENTRY * point.chunk
        slow = _REFERENCE + draws_expected(point.log_bound, p.alpha, p.draw_limit) * draw
        reference = max(_FEWEST_REFERENCE, int(min(p.samples // _SHARE, _REFERENCE_SECONDS / slow)))
    return Plan(samples, batch, reference, seconds, reference * slow, served, again)


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
        seconds=_START + sum(one.seconds + one.reference_seconds + one.array_seconds for one in plans),
        memory_bytes=8e7 + 100.0 * len(plans) * p.samples + 64.0 * held,
        reason=reason,
    )


def run(parameters: RunningTimeParameters, progress: Progress | None = None) -> RunningTimeResult:
    """Encode at every point, beside the floor; again by array programs where kernels were used; then by Algorithm 1."""
    kernels.warm_up()  # they are what is measured
    p, points = parameters, parameters.points()
    rows = [Row(point, _other(p, point), plan(p, point)) for point in points]
    result = RunningTimeResult(p, tuple(rows), machine_name(), datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"))
    planned = [(place, row.planned) for place, row in enumerate(rows)]
    tasks = [(encode_ordered, "ppr", "candidate order", place, one.seconds) for place, one in planned if one.samples]
    tasks += [(draw_floor, "floor", "normal numbers", place, _FLOOR) for place, one in planned if one.samples]
    twice = [(place, one) for place, one in planned if one.samples and one.compiled and kernels.compiled() is not None]
    tasks += [(encode_arrays, "arrays", "array programs", place, one.array_seconds) for place, one in twice]
    tasks += [
        (encode_reference, "reference", "Algorithm 1", place, one.reference_seconds)
        for place, one in planned
        if one.reference
    ]
    steps = Steps(progress, [seconds for *_, seconds in tasks])
    for step, (encode, name, label, place, _) in enumerate(tasks):
        tell = steps.within(step, f"{label}, point {place + 1} of {len(rows)}")
        rows[place] = replace(rows[place], **{name: encode(p, rows[place], place, tell)})
        steps.partial = result = replace(result, rows=tuple(rows))
    return result


def draw_floor(p: RunningTimeParameters, row: Row, place: int, tell: Callable[[float], None]) -> Encodes:
    """The time that NumPy takes for the r*·c normal numbers of a chunk."""
    rng = np.random.default_rng([p.seed, place, 2])
    return timed_normals(math.exp(row.point.log_bound) * row.point.chunk, _FEWEST_CALLS, rng)


def encode_arrays(p: RunningTimeParameters, row: Row, place: int, tell: Callable[[float], None]) -> Encodes:
    """The first calls of `encode_ordered` once more, without kernels: the same candidates."""
    few = min(row.planned.samples, _FEWEST_CALLS * row.planned.batch)
    with kernels.disabled():
        return encode_ordered(p, replace(row, planned=replace(row.planned, samples=few)), place, tell)


def encode_ordered(p: RunningTimeParameters, row: Row, place: int, tell: Callable[[float], None]) -> Encodes:
    """Chunks encoded in candidate order, up to a whole vector a call; ``place`` chooses the randomness."""
    compressor, planned = PoissonPrivateRepresentation(row.point.channel, p.alpha), row.planned
    # Outside the measurement: the first call of a process is slower than all others.
    first = row.point.inputs(min(planned.batch, 8))
    compressor.encode(first, SharedRandomness(p.seed), np.random.default_rng([p.seed, 2]))
    rng, where = np.random.default_rng([p.seed, place, 0]), {"first_table": place * TABLES, "tell": tell}
    return timed_encodes(
        compressor, first[0], planned.samples, SharedRandomness(p.seed), rng, batch=planned.batch, **where
    )


def encode_reference(p: RunningTimeParameters, row: Row, place: int, tell: Callable[[float], None]) -> Encodes:
    """Chunks encoded by Algorithm 1, one a call, each stopped at the limit of draws."""
    compressor = PoissonReference(row.point.channel, p.alpha, draw_limit=p.draw_limit)
    rng, first_table = np.random.default_rng([p.seed, place, 1]), place * TABLES + row.planned.samples
    x, shared = row.point.inputs(1)[0], SharedRandomness(p.seed)
    return timed_encodes(compressor, x, row.planned.reference, shared, rng, first_table=first_table, tell=tell)


def _other(p: RunningTimeParameters, point: Point) -> Point:
    """The same setting under the other of the two noises."""
    (noise,) = (name for name in NOISES if name != point.noise)
    return p.point(point.epsilon, point.chunk, noise)


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
