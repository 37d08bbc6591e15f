"""What a run of the experiment `running_time` has found: a row a point, and one number by a tree.

Candidates follow from the seed, times do not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.diagnostics import Encodes, median_interval
from ppr_core.estimation.mean import SlicedGaussianPPR
from ppr_core.experiments.running_time.one_number import NumberRow
from ppr_core.experiments.running_time.parameters import DELTA, Point, RunningTimeParameters
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["PlannedEncodes", "Row", "RunningTimeResult"]

_LARGEST = 8.0  # log10 of the largest r* that is drawn beside measured points
_TAIL_POINTS = 60


@dataclass(frozen=True)
class PlannedEncodes:
    """What is run at a point; a function of the parameters alone, but for its seconds. Zero encodes: r* is too large.

    samples: chunks encoded in candidate order, ``batch`` a call; reference: chunks encoded by Algorithm 1; seconds,
    reference_seconds: predicted for either, here. compiled: whether there is a kernel for it; array_seconds: predicted
    for the first chunks once more, by array programs; 0 where they are not, because that would take long.
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
    planned: PlannedEncodes
    ppr: Encodes | None = None
    reference: Encodes | None = None
    arrays: Encodes | None = None
    floor: Encodes | None = None

    @property
    def chunk_seconds(self) -> float:
        """Median time of a chunk in candidate order; NaN where none was encoded."""
        return math.nan if self.ppr is None else self.ppr.median(self.ppr.seconds)[0]


@dataclass(frozen=True, eq=False)
class RunningTimeResult:
    """All points of a sweep. machine, moment: where and when the times were measured; loops: whether compiled ones ran.

    numbers: one number by a tree, by r*; none without compiled loops. largest: chunk size up to which the encoder runs
    at the focus, among those of the slider; 0 if none does.
    """

    parameters: RunningTimeParameters
    rows: tuple[Row, ...]
    machine: str
    moment: str
    loops: bool
    numbers: tuple[NumberRow, ...] = ()
    largest: int = 0

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
        return tuple(f"{number(row.point.epsilon)}, {row.point.chunk}" for row in self.rows)

    def bounds(self, other: bool = False) -> np.ndarray:
        """r* of every point, (p,), under the chosen noise or the other one; NaN where it would dwarf what was run."""
        points = (row.other if other else row.point for row in self.rows)
        log_bounds = np.array([point.log_bound for point in points])
        largest = _LARGEST if any(row.planned.samples for row in self.rows) else 300.0
        return np.where(log_bounds < largest * math.log(10), np.exp(np.minimum(log_bounds, 700.0)), np.nan)

    def growth(self, *, halves: bool = False, other: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Chunk sizes up to that of the focus and their r*, (k,) each, computed: all, or the size and its halves as
        long as they are whole; under the chosen noise or the other one."""
        p, point = self.parameters, self.focus.other if other else self.focus.point
        sizes = [point.chunk] if halves else range(1, point.chunk + 1)
        while halves and sizes[0] % 2 == 0:
            sizes = [sizes[0] // 2, *sizes]
        bounds = [math.exp(min(p.point(point.epsilon, size, point.noise).log_bound, 700.0)) for size in sizes]
        return np.array(sizes, dtype=float), np.array(bounds)

    @property
    def span(self) -> tuple[float, float]:
        """Ends of the horizontal axis, with room beside the outermost points."""
        first, last = float(self.positions.min()), float(self.positions.max())
        if self.parameters.sweep == "quoted":
            return first - 0.5, last + 0.5
        room = (last / first) ** 0.04
        return first / room, last * room

    @property
    def timed(self) -> np.ndarray:
        """Points whose time is that of compiled loops, (p,); all where none has them."""
        return self.compiled if self.compiled.any() else ~self.compiled

    @property
    def compiled(self) -> np.ndarray:
        """Points whose encodes ran in compiled loops, (p,)."""
        return np.array([self.loops and row.planned.compiled for row in self.rows])

    def mean_candidates(self) -> np.ndarray:
        """Mean over encodes in candidate order, and its standard error, (2, p)."""
        return self._each("ppr", 2, lambda encodes: encodes.mean(encodes.candidates))

    def spread(self, encoder: str, kind: str) -> np.ndarray:
        """10 %, 50 % and 90 % quantiles over the encodes of "ppr" or "reference", (3, p)."""
        return self._each(encoder, 3, lambda encodes: encodes.quantiles(getattr(encodes, kind)))

    def median_limits(self, encoder: str, kind: str) -> np.ndarray:
        """95 % confidence interval of the median, (2, p)."""
        return self._each(encoder, 2, lambda encodes: median_interval(getattr(encodes, kind)))

    @property
    def stopped(self) -> np.ndarray:
        """Encodes of Algorithm 1 that reached the limit of draws, (p,); NaN where it was not run."""
        return self._each("reference", 1, lambda encodes: [encodes.stopped.sum()])[0]

    def _each(self, encoder: str, numbers: int, of: Callable[[Encodes], Sequence[float] | np.ndarray]) -> np.ndarray:
        """So many numbers of an encoder's encodes at every point, (numbers, p); NaN where nothing was run."""
        runs = [getattr(row, encoder) for row in self.rows]
        return np.array(
            [np.full(numbers, np.nan) if encodes is None else of(encodes) for encodes in runs], dtype=float
        ).T

    def number_times(self, encoder: str) -> list[tuple[float, ...]]:
        """r*, median seconds of one number and the ends of their confidence interval, by "tree" or "search"."""
        runs = [(row.bound, getattr(row, encoder)) for row in self.numbers]
        return [
            (bound, encodes.median(encodes.seconds)[0], *median_interval(encodes.seconds))
            for bound, encodes in runs
            if encodes
        ]

    @property
    def chunks(self) -> np.ndarray:
        """Chunks of a vector, (p,)."""
        return np.array([row.point.chunks for row in self.rows], dtype=float)

    @property
    def printed_seconds(self) -> np.ndarray:
        """The paper's times for a vector, and their standard errors, (2, p); NaN where it prints none."""
        quoted = [self.parameters.quoted(row.point) for row in self.rows]
        return np.array([(math.nan, math.nan) if time is None else (time.seconds, time.error) for time in quoted]).T

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
            [
                [0 if encodes is None else len(encodes.candidates) for encodes in (row.ppr, row.reference)]
                for row in rows
            ]
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
        encodes: Encodes | None = getattr(self.focus, encoder)
        return (np.empty(0), np.empty(0)) if encodes is None else encodes.tail(_TAIL_POINTS)

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
