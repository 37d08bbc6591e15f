"""The result of the experiment `privacy`: promises beside what is proven, for every compressor of one mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.privacy.exact import ALPHAS, accounted, along, curve, pair
from ppr_core.experiments.privacy.guarantees import Statement
from ppr_core.experiments.privacy.measure import Measured, Mechanism, Tradeoff, enumerated_tables
from ppr_core.experiments.privacy.parameters import COMPARED, PrivacyParameters
from ppr_core.guarantees import PrivacyGuarantee, ppr_tight_overhead_bits

__all__ = ["PrivacyResult"]


@dataclass(frozen=True, eq=False)
class PrivacyResult:
    """Everything is about two inputs as far apart as the mechanism allows.

    measured: the compressors that run on the mechanism, so far; missing: scheme -> why it does not; statements: the
    promises for the chosen compressor, the database's first; tradeoff: PPR along α, None until it is measured.
    """

    parameters: PrivacyParameters
    mechanism: Mechanism
    measured: tuple[Measured, ...]
    missing: dict[str, str]
    statements: tuple[Statement, ...]
    tradeoff: Tradeoff | None

    @property
    def chosen(self) -> Measured:
        """The compressor that is looked at in full."""
        return next(one for one in self.measured if one.scheme == self.parameters.scheme)

    def of(self, scheme: str) -> Measured | None:
        """What is measured of a compressor."""
        return next((one for one in self.measured if one.scheme == scheme), None)

    @property
    def own(self) -> float:
        """ε of the mechanism itself."""
        return self.mechanism.own.epsilon

    @property
    def accounted(self) -> PrivacyGuarantee:
        """(ε, δ) of PPR against its decoder by exact accounting, for any two inputs; ε = ∞ where that says nothing."""
        return accounted(self.parameters)

    @property
    def accounted_for(self) -> bool:
        """Whether the law of the mechanism's loss is known, which exact accounting needs."""
        return pair(self.parameters) is not None

    @property
    def highest(self) -> float:
        """The largest finite ε that is promised, proven or exact."""
        values = [self.own, *(one.audit.epsilon for one in self.measured)]
        values += [value for one in self.measured for value in (one.decoder.epsilon, one.worst) if value is not None]
        return max(value for value in values if value < math.inf)

    @property
    def tables(self) -> int:
        """On how many lists of candidates the law of the index is enumerated, where it is known."""
        return enumerated_tables(self.parameters)

    @property
    def tight_bits(self) -> float:
        """The least overhead that Theorem 5 allows where Theorem 10 applies, in bits."""
        return ppr_tight_overhead_bits(self.parameters.slack_epsilon, self.parameters.slack_delta)

    def table(self) -> dict[str, np.ndarray]:
        """One row for every compressor; what does not exist is NaN."""

        def column(value: Callable[[Measured], float]) -> np.ndarray:
            return np.array([math.nan if found is None else float(value(found)) for found in rows])

        rows = [self.of(scheme) for scheme in COMPARED]
        return {
            "compressor": np.array(COMPARED),
            "exact": column(lambda one: one.exact),
            "epsilon_database": column(lambda one: one.database.epsilon),
            "epsilon_decoder": column(lambda one: one.decoder.epsilon),
            "delta_decoder": column(lambda one: one.decoder.delta),
            "epsilon_exact": column(lambda one: self.accounted.epsilon if one.scheme == "ppr" else math.nan),
            "delta_exact": column(lambda one: self.accounted.delta if one.scheme == "ppr" else math.nan),
            "epsilon_proven": column(lambda one: one.audit.epsilon),
            "hits_likely": column(lambda one: one.audit.hits[0]),
            "hits_unlikely": column(lambda one: one.audit.hits[1]),
            "encodes_counted": column(lambda one: one.audit.encodes),
            "epsilon_enumerated": column(lambda one: math.nan if one.worst is None else one.worst),
            "total_variation": column(lambda one: one.deviation.value),
            "total_variation_error": column(lambda one: one.deviation.error),
            "total_variation_of_perfect_samples": column(lambda one: one.deviation.floor),
            "bits": column(lambda one: one.bits.value),
            "bits_error": column(lambda one: one.bits.error),
            "lost": column(lambda one: one.lost.value),
            "candidates": column(lambda one: one.candidates.value),
            "candidates_error": column(lambda one: one.candidates.error),
        }

    def growth_table(self) -> dict[str, np.ndarray]:
        """The ε proven by the first so many of the encodes that count, for every compressor."""
        columns = {"encodes": self.chosen.audit.counts}
        return columns | {one.scheme: one.audit.bounds for one in self.measured}

    def delta_table(self) -> dict[str, np.ndarray]:
        """δ(ε) of the mechanism and of every compressor."""
        columns = {"epsilon": self.mechanism.epsilons, "mechanism": self.mechanism.delta}
        for one in self.measured:
            columns |= {one.scheme: one.delta, f"{one.scheme}_error": one.delta_error}
        exact = np.full(len(self.mechanism.epsilons), math.nan)
        epsilons, delta = curve(self.parameters)
        exact[np.searchsorted(self.mechanism.epsilons, epsilons - 1e-9)] = delta
        return columns | {"ppr_exact": exact}

    def loss_table(self) -> dict[str, np.ndarray]:
        """P(loss > level) of the mechanism and of every compressor whose law is enumerated."""
        columns = {"level": self.mechanism.epsilons, "mechanism": self.mechanism.survival}
        return columns | {one.scheme: one.survival for one in self.measured if one.survival is not None}

    def tradeoff_table(self) -> dict[str, np.ndarray]:
        """PPR along α."""
        sent = np.full((2, len(ALPHAS)), math.nan)
        if self.tradeoff is not None:
            places = np.searchsorted(ALPHAS, self.tradeoff.alpha)
            sent[:, places] = self.tradeoff.bits, self.tradeoff.bits_error
        points = along(self.parameters)
        return {
            "alpha": np.array(ALPHAS),
            "epsilon": np.array([one.promised for one in points]),
            "exact_epsilon": np.array([one.epsilon for one in points]),
            "exact_bits": np.array([one.bits for one in points]),
            "bits": sent[0],
            "bits_error": sent[1],
            "bound": np.array([one.bound for one in points]),
        }
