"""The result of the experiment `metric_privacy`: reports in the plane, error curves, cells, and likelihood ratios."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ppr_core.accounting import LaplacePair, poisson_curve
from ppr_core.diagnostics import Mean
from ppr_core.diagnostics.projection import Strips, laplace_strips
from ppr_core.estimation.metric import CellBits, error_crossing
from ppr_core.experiments.contract import Columns, Table
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import (
    Bound,
    PrivacyGuarantee,
    laplace_metric_error,
    laplace_metric_radius,
    laplace_metric_size,
    ppr_metric,
)
from ppr_core.wording import rounded_up

__all__ = ["Curves", "DiscreteReports", "MetricPrivacyResult", "Reports", "Rung"]


_BESIDE = 0.15  # of the largest ring: nearer ones would have their names on each other
_RINGED = 0.23  # of half the picture's width, at most: the smallest ring, a quarter of the largest


@dataclass(frozen=True, eq=False)
class Reports:
    """n decoded reports of x and of x′, (n, d) each; bits and candidates of a message, ‖Z − x‖², and the share within
    the radius of the chosen confidence."""

    z: np.ndarray
    other: np.ndarray
    bits: Mean
    candidates: Mean
    squared_error: Mean
    within: Mean


@dataclass(frozen=True, eq=False)
class DiscreteReports:
    """n decoded reports (n, d) of x by discrete Laplace, ‖Z − x‖², the bits of a message, whether these count cells
    exactly, and whether the messages were numbered and read again."""

    z: np.ndarray
    squared_error: Mean
    bits: float
    exact: bool
    sent: bool


@dataclass(frozen=True)
class Rung:
    """PPR at another ε, really run: bits of a message, and E‖Z − X‖²."""

    epsilon: float
    bits: Mean
    squared_error: Mean


@dataclass(frozen=True, eq=False)
class Curves:
    """E‖Z − X‖² along x, (k,); ppr, discrete and its standard error are (s, k), NaN where there is no such scheme."""

    x: np.ndarray
    ppr: np.ndarray
    discrete: np.ndarray
    discrete_error: np.ndarray

    def columns(self, along: str, endings: Sequence[str]) -> Table:
        """The places along x, then the errors of every row, its name ending as said."""
        columns = {along: self.x}
        for row, ending in enumerate(endings):
            columns |= {f"ppr{ending}": self.ppr[row], f"discrete{ending}": self.discrete[row]}
            columns[f"standard_error{ending}"] = self.discrete_error[row]
        return columns


@dataclass(frozen=True, eq=False)
class MetricPrivacyResult:
    """reports is None where PPR cannot be run, discrete_reports outside the plane, ladder and the later parts while a
    run is under way."""

    parameters: MetricPrivacyParameters
    reports: Reports | None
    discrete_reports: DiscreteReports | None = None
    cells: tuple[CellBits | None, ...] = ()
    along_epsilon: Curves | None = None
    along_size: Curves | None = None
    ladder: tuple[Rung, ...] = ()

    @property
    def radius(self) -> float:
        """The circle that holds the chosen share of the mechanism's reports."""
        p = self.parameters
        return laplace_metric_radius(dimension=p.dimension, epsilon=p.epsilon, confidence=p.confidence)

    @property
    def reach(self) -> float:
        """Half the width of the picture of the plane."""
        p = self.parameters
        return 1.08 * max(p.norm_bound, abs(p.along[0]) + self.radius)

    @property
    def rings(self) -> tuple[float, ...]:
        """Distances from x that double twice, the first 1, 2 or 5 times a power of ten, and all in the picture."""
        power = 10.0 ** math.floor(math.log10(_RINGED * self.reach))
        first = power * max(digit for digit in (1, 2, 5) if digit * power <= _RINGED * self.reach)
        return first, 2 * first, 4 * first

    @property
    def rings_beside(self) -> tuple[float, ...]:
        """Those of `rings` that lie well apart from the one through x′."""
        d = self.parameters.distance
        return tuple(ring for ring in self.rings if abs(ring - d) > _BESIDE * self.rings[-1])

    def no_farther_north(self, distance: float) -> np.ndarray:
        """PPR's reports at most so far north or south of x, in km, (m, 2)."""
        z = np.empty((0, 2)) if self.reports is None else self.reports.z
        return z[np.abs(z[:, 1]) <= distance]

    @property
    def outside(self) -> int:
        """PPR's reports beyond the picture."""
        return 0 if self.reports is None else int((np.abs(self.reports.z) > self.reach).any(axis=1).sum())

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """Where PPR has been run: at smaller ε, and at ε."""
        r = self.reports
        return self.ladder if r is None else (*self.ladder, Rung(self.parameters.epsilon, r.bits, r.squared_error))

    @property
    def decoder(self) -> PrivacyGuarantee:
        """PPR's guarantee against the decoder, per unit of distance: Theorem 9."""
        return ppr_metric(self.parameters.channel().metric_privacy(), self.parameters.alpha)

    @property
    def accounted(self) -> float:
        """ε against PPR's decoder of any two inputs at most ‖x − x′‖ apart, by accounting at `DECODER_DELTA`."""
        p = self.parameters
        return _accounted(p.epsilon * p.distance, p.dimension, p.alpha)

    @property
    def error_by_law(self) -> float:
        """E‖Z − X‖² of the mechanism, and so of PPR: Corollary 13."""
        return laplace_metric_error(dimension=self.parameters.dimension, epsilon=self.parameters.epsilon).value

    @property
    def size_bound(self) -> Bound:
        """Corollary 13 on the mean size of a message."""
        p = self.parameters
        return laplace_metric_size(**p.ball, epsilon=p.epsilon, alpha=p.alpha)

    @property
    def size_bits(self) -> float:
        """The same, rounded up to three digits: the number that is shown."""
        return rounded_up(self.size_bound.value)

    @cached_property
    def places(self) -> tuple[np.ndarray, np.ndarray]:
        """Where discrete Laplace's reports lie, (m, 2), and how many lie there, (m,)."""
        if self.discrete_reports is None:
            return np.empty((0, 2)), np.empty(0, dtype=int)
        return np.unique(self.discrete_reports.z, axis=0, return_counts=True)

    @cached_property
    def squares(self) -> tuple[np.ndarray, np.ndarray]:
        """Outlines of squares at `places`, (6m,) each, NaN between two: as large as a cell where most reports lie, and
        with an area in proportion elsewhere; neighbours never touch."""
        places, counts = self.places
        least = 0.004 * self.reach
        step = self.parameters.step(self.parameters.budgets[0]) if len(counts) else 0.0
        half = np.maximum(0.43 * step * np.sqrt(counts / max(counts.max(initial=0), 1)), least)
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1], [np.nan, np.nan]])
        outline = places[:, None] + half[:, None, None] * corners
        return outline[..., 0].ravel(), outline[..., 1].ravel()

    @property
    def crossings(self) -> tuple[float, ...]:
        """For each budget the ε of the curves from which on PPR's error is the smaller; NaN if it never is."""
        if self.along_epsilon is None:
            return ()
        curves = self.along_epsilon
        pairs = zip(curves.ppr, curves.discrete, strict=True)
        return tuple(error_crossing(curves.x, ours, theirs) for ours, theirs in pairs)

    @cached_property
    def strips(self) -> Strips:
        """The likelihood of x and x′ along the line through them."""
        p = self.parameters
        z = (None, None) if self.reports is None else (self.reports.z[:, 0], self.reports.other[:, 0])
        return laplace_strips(p.dimension, p.epsilon, *p.along, *z)

    def table(self) -> Table:
        """The reports in the plane, or the error curves."""
        if not self.parameters.plane or self.reports is None:
            return self.epsilon_table()
        discrete = self.discrete_reports.z if self.discrete_reports else np.full_like(self.reports.z, np.nan)
        points = {"ppr": self.reports.z, "ppr_other": self.reports.other, "discrete": discrete}
        axes = ("east", "north")
        return {f"{name}_{axis}": z[:, i] for name, z in points.items() for i, axis in enumerate(axes)}

    def epsilon_table(self) -> Table:
        """Errors along ε for each budget."""
        curves = self.along_epsilon
        return curves.columns("epsilon", [f"_{bits}_bits" for bits in self.parameters.budgets]) if curves else {}

    def size_table(self) -> Table:
        """Errors along the bits of a message, then what PPR really took at smaller ε and at ε."""
        if self.along_size is None:
            return {}
        columns, run = self.along_size.columns("bits", [""]), _RUNGS.of(self)
        known, ran = np.full(len(columns["bits"]), np.nan), np.full(len(self.rungs), np.nan)
        return {
            name: np.concatenate([columns.get(name, known), run.get(name, ran)])
            for name in dict.fromkeys((*columns, *run))
        }

    #: Likelihood ratios of the strips.
    strip_table = Columns("strips", centre="centre", log_ratio="measured", standard_error="error")

    def cell_table(self) -> Table:
        """Bits of a cell, counted in three ways."""
        counted = [(bits, cells) for bits, cells in zip(self.parameters.budgets, self.cells, strict=False) if cells]
        return {"budget_bits": np.array([bits for bits, _ in counted])} | _CELLS.shown([cells for _, cells in counted])


_RUNGS = Columns(
    "rungs", bits="bits.value", ppr_run="squared_error.value", ppr_run_standard_error="squared_error.error"
)
_CELLS = Columns("cells", by_volume="volume", ideal_code="coded", every_cell="words")


@lru_cache(maxsize=256)
def _accounted(distance: float, dimension: int, alpha: float) -> float:
    """Divergences at whole orders rise with the distance, so the pair farthest apart is the worst."""
    return poisson_curve(LaplacePair(distance, dimension), alpha).epsilon(DECODER_DELTA)[0] if distance else 0.0
