"""What the experiment `running_time` found: candidates, which follow from the seed, and times, which do not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.estimation.mean import SlicedGaussianPPR
from ppr_core.experiments.running_time.measure import Encodes, Plan, median_interval
from ppr_core.experiments.running_time.parameters import DELTA, Point, RunningTimeParameters
from ppr_core.guarantees import PrivacyGuarantee

__all__ = ["Row", "RunningTimeResult"]

_LARGEST = 8.0  # log10 of the largest r* that is drawn beside measured points
_TAIL_POINTS = 60


@dataclass(frozen=True, eq=False)
class Row:
    """One point: its setting, and what was run of it so far (None: nothing yet, or never).

    other: the same setting under the other of the two noises.
    """

    point: Point
    other: Point
    planned: Plan
    ppr: Encodes | None = None
    reference: Encodes | None = None


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

    def mean_candidates(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean over encodes in candidate order, with its standard error, (p,) each."""
        missing = (math.nan, math.nan)
        pairs = [missing if row.ppr is None else row.ppr.mean(row.ppr.candidates) for row in self.rows]
        return np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])

    def spread(self, encoder: str, kind: str) -> np.ndarray:
        """10 %, 50 % and 90 % quantiles over the encodes of "ppr" or "reference", (3, p)."""
        found = [getattr(row, encoder) for row in self.rows]
        missing = np.full(3, np.nan)
        return np.array([missing if one is None else one.quantiles(getattr(one, kind)) for one in found]).T

    def median_limits(self, encoder: str, kind: str) -> np.ndarray:
        """95 % confidence interval of the median, (2, p)."""
        found = [getattr(row, encoder) for row in self.rows]
        missing = (math.nan, math.nan)
        return np.array([missing if one is None else median_interval(getattr(one, kind)) for one in found]).T

    @property
    def stopped(self) -> np.ndarray:
        """Encodes of Algorithm 1 that reached the limit of draws, (p,); NaN where it was not run."""
        return np.array([math.nan if row.reference is None else row.reference.stopped.sum() for row in self.rows])

    @property
    def chunks(self) -> np.ndarray:
        """Chunks of a vector, (p,)."""
        return np.array([row.point.chunks for row in self.rows], dtype=float)

    @property
    def printed_seconds(self) -> tuple[np.ndarray, np.ndarray]:
        """The paper's times for a vector with standard errors, (p,) each; NaN where it prints none."""
        found = [self.parameters.quoted(row.point) for row in self.rows]
        return tuple(
            np.array([math.nan if one is None else getattr(one, name) for one in found])
            for name in ("seconds", "error")
        )

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
        seconds, _ = self.printed_seconds
        log_bound = np.array([(row.point.log_bound, row.other.log_bound) for row in rows]) / math.log(10)
        return {
            "epsilon": np.array([row.point.epsilon for row in rows]),
            "chunk": np.array([row.point.chunk for row in rows]),
            "noise_of_mean": np.array([row.point.noise_mean for row in rows]),
            "noise_of_mean_other_budget": np.array([row.other.noise_mean for row in rows]),
            "log10_ratio_bound": log_bound[:, 0],
            "log10_ratio_bound_other_budget": log_bound[:, 1],
            "encodes": np.array([0 if row.ppr is None else len(row.ppr.candidates) for row in rows]),
            "candidates_mean": mean,
            "candidates_standard_error": error,
            "candidates_10_percent": low,
            "candidates_median": median,
            "candidates_90_percent": high,
            "algorithm_1_encodes": np.array(
                [0 if row.reference is None else len(row.reference.candidates) for row in rows]
            ),
            "algorithm_1_stopped": self.stopped,
            "algorithm_1_10_percent": reference_low,
            "algorithm_1_median": reference_median,
            "algorithm_1_median_low": limits[0],
            "algorithm_1_median_high": limits[1],
            "algorithm_1_90_percent": reference_high,
            "printed_seconds_for_a_vector": seconds,
        }

    def tail(self, encoder: str) -> tuple[np.ndarray, np.ndarray]:
        """t and the share of encodes at the focus that looked at more than t candidates, as a falling curve."""
        found: Encodes | None = getattr(self.focus, encoder)
        if found is None:
            return np.empty(0), np.empty(0)
        ordered = np.sort(found.candidates[~found.stopped])
        values = np.unique(ordered)
        above = 1 - np.searchsorted(ordered, values, side="right") / len(found.candidates)
        pick = np.unique(np.linspace(0, len(values) - 1, min(_TAIL_POINTS, len(values))).round().astype(int))
        seen = above[pick] > 0
        return values[pick][seen], above[pick][seen]

    def tail_table(self) -> dict[str, np.ndarray]:
        """Both tails."""
        curves = [
            (name, *self.tail(encoder)) for name, encoder in (("candidate order", "ppr"), ("Algorithm 1", "reference"))
        ]
        return {
            "encoder": np.concatenate([np.full(len(t), name, dtype=object) for name, t, _ in curves]),
            "candidates": np.concatenate([t for _, t, _ in curves]),
            "share_above": np.concatenate([share for _, _, share in curves]),
        }


@lru_cache(maxsize=256)
def _decoder(
    dimension: int, clients: int, noise: float, chunk: int, alpha: float
) -> tuple[PrivacyGuarantee, PrivacyGuarantee]:
    scheme = SlicedGaussianPPR(
        dimension=dimension, clients=clients, mean_noise_std=noise, chunk=min(chunk, dimension), alpha=alpha
    )
    return scheme.accounted_privacy(DELTA), scheme.privacy(DELTA)[-1]
