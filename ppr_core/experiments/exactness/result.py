"""What a run of the exactness experiment found, as numbers and as sentences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ppr_core.diagnostics import VIEWS, Bins, ExactnessTest, FiniteLaw, Moments, QuantileBand, ScalarLaw
from ppr_core.experiments.contract import Formula, Quantity
from ppr_core.experiments.exactness.formulas import formulas
from ppr_core.experiments.exactness.rejection import generator_notices
from ppr_core.wording import measured, number, p_value

if TYPE_CHECKING:
    from ppr_core.experiments.exactness import ExactnessParameters

__all__ = ["ALARM", "Arm", "ExactnessResult", "Picture"]

#: A p-value below this is called a deviation; a perfect sampler is so called once in ten thousand runs.
ALARM = 1e-4
_LAW = "the mechanism's law"
_CLEAR = 5.0  # standard errors from which a bias is named


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
    anywhere; log_bound: ln r* of the input; first_weight: (K, r(Z_K), Σ r) of MRC's first message, or None.
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
    def observed(self) -> str:
        """What is looked at."""
        return "category" if self.finite else VIEWS[self.parameters.view]

    @property
    def probabilities(self) -> np.ndarray:
        """The law's probability of every bin or category, (m,)."""
        return self.law.probabilities if self.finite else self.picture.bins.probabilities

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the categories; the input is the first one."""
        return tuple(str(category) for category in range(len(self.probabilities)))

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

    def quantities(self) -> tuple[Quantity, ...]:
        return tuple(quantity for slot, arm in zip("ab", self.arms, strict=False) for quantity in self._of(slot, arm))

    def _of(self, slot: str, arm: Arm) -> tuple[Quantity, ...]:
        effect, found, name = arm.tests[0].effect, arm.moments, self.name(arm)
        biased = "bias of P(z = x)" if self.finite else "bias"
        rows = (
            ("distance", effect.name, effect.value, effect.error, ""),
            ("bias", biased, found.bias, found.bias_error, ""),
            ("variance", "variance over the law's", found.variance_ratio, found.variance_ratio_error, ""),
            ("bits", "message", arm.bits, arm.bits_error, "bits"),
        )
        return tuple(
            Quantity(f"{slot}_{key}", f"{name}'s {label}", value, unit)
            if key == "bits" and error == 0  # every message has the same length
            else Quantity(f"{slot}_{key}", f"{name}'s {label}", value, unit, "measured", error, self.samples)
            for key, label, value, error, unit in rows
        )

    def name(self, arm: Arm) -> str:
        """The compressor's short name; "A" and "B" tell two of the same kind apart."""
        short, same = arm.label.split(",")[0], len({one.scheme for one in self.arms}) < len(self.arms)
        return f"{short} {'AB'[self.arms.index(arm)]}" if same else short

    def finding(self) -> str:
        clauses, agreed = [], True
        for place, arm in enumerate(self.arms):
            start = f"{number(self.samples)} decoded outputs" if place == 0 else "those"
            verdict = self._verdict(arm, again=place > 0 and agreed == arm.agrees)
            clauses.append(f"{start} of {arm.described} {verdict} ({self._evidence(arm)})")
            agreed = arm.agrees
        return "; ".join(clauses) + "."

    def _verdict(self, arm: Arm, again: bool) -> str:
        if not arm.agrees:
            return "do not either" if again else f"do not follow {_LAW}"
        if arm.exact:
            return "follow it too" if again else f"follow {_LAW}"
        if arm.distance is not None:
            return f"follow {'it too' if again else _LAW}, up to γ"
        return f"cannot be told from {_LAW} with so few"

    def _evidence(self, arm: Arm) -> str:
        test, effect = arm.tests[0], arm.tests[0].effect
        if not arm.agrees:
            return f"{p_value(test.p_value)}, {self._deviation(arm)}"
        distance = f"{effect.name} {measured(effect.value, effect.error)}"
        return f"{test.name} {p_value(test.p_value)}, {distance}, perfect samples show {number(effect.floor, 2)}"

    def _deviation(self, arm: Arm) -> str:
        found, effect = arm.moments, arm.tests[0].effect
        if abs(found.bias) > _CLEAR * found.bias_error:
            of = " of P(z = x)" if self.finite else ""
            return f"bias{of} {measured(found.bias, found.bias_error)}"
        if not self.finite and abs(found.variance_ratio - 1) > _CLEAR * found.variance_ratio_error:
            return f"variance {measured(found.variance_ratio, found.variance_ratio_error)} times the law's"
        return f"{effect.name} {measured(effect.value, effect.error)}, perfect samples show {number(effect.floor, 2)}"

    def notices(self) -> tuple[str, ...]:
        notes = [self._band_notice(), self._price_notice(), *generator_notices(self), self._limits_notice()]
        if any(arm.scheme == "pfr" or (arm.scheme == "ppr" and math.isinf(self.parameters.alpha)) for arm in self.arms):
            notes.append(
                "At α = ∞ the index is a function of x and the decoder's own randomness: the output is exact, but "
                "nothing protects x from the decoder."
            )
        return tuple(notes)

    def _band_notice(self) -> str:
        kind = "categories" if self.finite else "bars"
        parts = [f"{self.outside(arm)} of {len(arm.counts)} {kind} for {arm.described}" for arm in self.arms]
        return (
            f"Outside the grey band: {' and '.join(parts)}. Samples of the law itself leave the band anywhere in "
            f"{100 * self.level:g} % of all runs."
        )

    def _price_notice(self) -> str:
        bound = number(math.exp(min(self.log_bound, 700.0)))
        parts = []
        for arm in self.arms:
            bits = f"{measured(arm.bits, arm.bits_error)} bits ({arm.code.split(',')[0]})"
            parts.append(f"{arm.described} sends {bits} and looks at {number(arm.candidates)} candidates")
        if not any(arm.exact for arm in self.arms):
            return f"{'; '.join(parts)}."
        return f"{'; '.join(parts)}. The exact search needs r* = {bound} candidates on average, whatever α is."

    def _limits_notice(self) -> str:
        effect = self.arms[0].tests[0].effect
        p_values = " and ".join(f"{test.name} {p_value(test.p_value)}" for test in self.arms[0].tests)
        return (
            f"{self.arms[0].described}: {p_values}. A p-value is how often perfect samples look at least this bad, not "
            f"how likely exactness is: with n = {number(self.samples)} even they show a {effect.name} of "
            f"{measured(effect.floor, effect.floor_error)}, and a deviation well below that would stay unseen. "
            "Ten times the outputs show deviations three times smaller."
        )

    def formulas(self) -> tuple[Formula, ...]:
        return formulas(self)

    @property
    def _width(self) -> float:
        return 1.0 if self.finite else float(self.picture.bins.edges[1] - self.picture.bins.edges[0])
