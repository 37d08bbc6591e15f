"""What a run of the exactness experiment found: counts, tests and costs of each compressor, and their tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.diagnostics import Bins, ExactnessTest, FiniteLaw, Moments, QuantileBand, ScalarLaw, cell_name
from ppr_core.experiments.exactness.parameters import ExactnessParameters

__all__ = ["ALARM", "Arm", "ExactnessResult", "Picture"]

#: A p-value below this is called a deviation; a perfect sampler is so called once in ten thousand runs.
ALARM = 1e-4


@dataclass(frozen=True, eq=False)
class Picture:
    """What the outputs are drawn against; bins, band and curve are None for categories.

    low, high: (m,) limits of the counts in the m bins or categories that a perfect sampler keeps, all at once, with
    the probability 1 − level of the result; curve, density: (k,) the law's density along the axis.
    """

    bins: Bins | None
    band: QuantileBand | None
    low: np.ndarray
    high: np.ndarray
    curve: np.ndarray | None
    density: np.ndarray | None


@dataclass(frozen=True, eq=False)
class Arm:
    """One compressor's outputs.

    counts: (m,) in the bins or categories; ordered: (q,) outputs at the ranks of the quantile band, None for
    categories; tests: the first one decides; moments: of the view, or of the event z = x for categories; bits of a
    message in the code named and candidates evaluated, each mean with its standard error. distance: total variation
    from the law at most, by theorem, where that is known of a compressor that is not exact.
    """

    scheme: str
    label: str
    exact: bool
    distance: float | None
    counts: np.ndarray
    ordered: np.ndarray | None
    tests: tuple[ExactnessTest, ...]
    moments: Moments
    bits: float
    bits_error: float
    code: str
    candidates: float
    candidates_error: float

    @property
    def described(self) -> str:
        """The label inside a sentence: "PPR (α = 2)"."""
        name, comma, rest = self.label.partition(", ")
        return f"{name} ({rest})" if comma else name

    @property
    def agrees(self) -> bool:
        """Nothing tells the outputs from samples of the law."""
        return self.tests[0].p_value >= ALARM


@dataclass(frozen=True, eq=False)
class ExactnessResult:
    """Decoded outputs of one or two compressors against the mechanism's law.

    samples: outputs of each so far; law: of what is looked at; level: how often a perfect sampler leaves a band
    anywhere; log_bound: ln r* of the input; first_weight: (K, ln r(Z_K), ln Σ r) of MRC's first message, or None.
    """

    parameters: ExactnessParameters
    samples: int
    law: ScalarLaw | FiniteLaw
    level: float
    picture: Picture
    arms: tuple[Arm, ...]
    log_bound: float
    first_weight: tuple[int, float, float] | None

    @property
    def finite(self) -> bool:
        """The outputs are categories."""
        return isinstance(self.law, FiniteLaw)

    @property
    def probabilities(self) -> np.ndarray:
        """The law's probability of every bin or category, (m,)."""
        return self.law.probabilities if self.finite else self.picture.bins.probabilities

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the categories."""
        channel = self.parameters.channel()
        return tuple(cell_name(channel, cell) for cell in range(len(self.probabilities)))

    @property
    def confidence(self) -> str:
        """How many perfect samplers stay inside a band everywhere."""
        return f"{100 * (1 - self.level):g} %"

    def heights(self, counts: np.ndarray) -> np.ndarray:
        """Counts as densities over the bins, or as frequencies of the categories, (m,)."""
        return counts / (self.samples * self._width)

    def difference(self, arm: Arm) -> np.ndarray:
        """Measured less law, in the unit of `heights`, (m,)."""
        return self.heights(arm.counts) - self.probabilities / self._width

    def difference_band(self) -> tuple[np.ndarray, np.ndarray]:
        """The limits of `difference` for a perfect sampler, (m,) each."""
        expected = self.probabilities / self._width
        return self.heights(self.picture.low) - expected, self.heights(self.picture.high) - expected

    @property
    def highest(self) -> float:
        """The largest density of the law or of any bar."""
        return max(float(self.picture.density.max()), *(float(self.heights(arm.counts).max()) for arm in self.arms))

    def standard_errors(self, arm: Arm) -> np.ndarray:
        """Standard errors of `heights` for these counts, (m,)."""
        share = arm.counts / self.samples
        return np.sqrt(share * (1 - share) / self.samples) / self._width

    def outside(self, arm: Arm) -> int:
        """Bins or categories that left the band."""
        return int(np.count_nonzero((arm.counts < self.picture.low) | (arm.counts > self.picture.high)))

    def table(self) -> dict[str, np.ndarray]:
        if self.finite:
            columns = {"category": np.arange(len(self.probabilities))}
        else:
            edges = self.picture.bins.edges
            columns = {"from": edges[:-1], "to": edges[1:]}
        columns |= {"probability": self.probabilities, "band_low": self.picture.low, "band_high": self.picture.high}
        return columns | {f"count_{slot}": arm.counts for slot, arm in zip("ab", self.arms, strict=False)}

    def quantile_table(self) -> dict[str, np.ndarray]:
        """As `table`, for the ordered outputs."""
        band = self.picture.band
        columns = {"rank": band.ranks, "law": band.quantiles, "band_low": band.low, "band_high": band.high}
        return columns | {f"outputs_{slot}": arm.ordered for slot, arm in zip("ab", self.arms, strict=False)}

    def name(self, arm: Arm) -> str:
        """The compressor's short name; "A" and "B" tell two of the same kind apart."""
        short, same = arm.label.split(",")[0], len({one.scheme for one in self.arms}) < len(self.arms)
        return f"{short} {'AB'[self.arms.index(arm)]}" if same else short

    @property
    def _width(self) -> float:
        return 1.0 if self.finite else float(self.picture.bins.edges[1] - self.picture.bins.edges[0])
