"""The result of the experiment `privacy`: promises beside what is proven, for every compressor of one mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

import numpy as np

from ppr_core.accounting import LossPair, poisson_loss
from ppr_core.decoder_privacy import accountable, loss_pair
from ppr_core.diagnostics import Mean
from ppr_core.diagnostics.examination import Examination
from ppr_core.diagnostics.price import PprPrice, accounted_privacy, ppr_price
from ppr_core.experiments.privacy.parameters import COMPARED, PrivacyParameters
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.guarantees import PrivacyGuarantee, ppr_tight_overhead_bits

__all__ = [
    "ALPHAS", "Measured", "Mechanism", "PrivacyResult", "accounted", "along", "curve", "enumerated_tables",
    "pair",
]  # fmt: skip

#: Orders of PPR at which the price of privacy is told.
ALPHAS = (1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
_ENUMERATED = 1 << 13  # candidates whose weights are enumerated, but at least so many tables:
_FEWEST_TABLES = 16
_LARGEST_ALPHA = 1e4  # of the quadrature; nearly that of α = ∞ beyond
_POINTS = 31  # of δ(ε), each a quadrature
#: What exact accounting does not depend on.
_REST = {"encodes": 200, "tables": 1, "confidence": 0.95, "seed": 1, "gamma": 1e-3, "candidates": 8, "scheme": "ppr"}


@dataclass(frozen=True, eq=False)
class Mechanism:
    """The uncompressed mechanism: its own guarantee, and of the two inputs δ(ε) and P(loss > ε), (e,) each."""

    own: PrivacyGuarantee
    epsilons: np.ndarray
    delta: np.ndarray
    survival: np.ndarray


@dataclass(frozen=True, eq=False, kw_only=True)
class Measured(Examination):
    """One compressor on the mechanism; its bits are in the code named. fallback: what is left of ``decoder`` if a
    generator fails that it relies on, None where there is none."""

    scheme: str
    code: str
    fallback: PrivacyGuarantee | None

    @property
    def label(self) -> str:
        return SCHEMES[self.scheme].label


@dataclass(frozen=True, eq=False)
class PrivacyResult:
    """Everything is about two inputs as far apart as the mechanism allows.

    measured: the compressors that run on the mechanism, so far; missing: scheme -> why it does not; tradeoff: α -> bits
    of real messages of PPR in Elias delta code, empty until they are measured.
    """

    parameters: PrivacyParameters
    mechanism: Mechanism
    measured: tuple[Measured, ...]
    missing: dict[str, str]
    tradeoff: dict[float, Mean]

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
        return ppr_tight_overhead_bits(*self.parameters.slack)

    def table(self) -> dict[str, np.ndarray]:
        """One row for every compressor; what does not exist is NaN."""
        exact = self.accounted
        columns: dict[str, Callable[[Measured], float | None]] = {
            "exact": lambda one: one.exact,
            "epsilon_database": lambda one: one.database.epsilon,
            "epsilon_decoder": lambda one: one.decoder.epsilon,
            "delta_decoder": lambda one: one.decoder.delta,
            "epsilon_exact": lambda one: exact.epsilon if one.scheme == "ppr" else None,
            "delta_exact": lambda one: exact.delta if one.scheme == "ppr" else None,
            "epsilon_proven": lambda one: one.audit.epsilon,
            "hits_likely": lambda one: one.audit.hits[0],
            "hits_unlikely": lambda one: one.audit.hits[1],
            "encodes_counted": lambda one: one.audit.encodes,
            "epsilon_enumerated": lambda one: one.worst,
            "total_variation": lambda one: one.deviation.value,
            "total_variation_error": lambda one: one.deviation.error,
            "total_variation_of_perfect_samples": lambda one: one.deviation.floor,
            "bits": lambda one: one.bits.value,
            "bits_error": lambda one: one.bits.error,
            "lost": lambda one: one.lost.value,
            "candidates": lambda one: one.candidates.value,
            "candidates_error": lambda one: one.candidates.error,
        }
        rows = [self.of(scheme) for scheme in COMPARED]
        values = ([found and value(found) for found in rows] for value in columns.values())
        found = {name: np.array(column, dtype=float) for name, column in zip(columns, values, strict=True)}
        return {"compressor": np.array(COMPARED), **found}

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
        for alpha, mean in self.tradeoff.items():
            sent[:, ALPHAS.index(alpha)] = mean.value, mean.error
        points = along(self.parameters)
        exact = {name: np.array([getattr(one, name) for one in points]) for name in ("epsilon", "bits", "bound")}
        return {
            "alpha": np.array(ALPHAS),
            "epsilon": np.array([one.promised for one in points]),
            "exact_epsilon": exact["epsilon"],
            "exact_bits": exact["bits"],
            "bits": sent[0],
            "bits_error": sent[1],
            "bound": exact["bound"],
        }


def enumerated_tables(p: PrivacyParameters) -> int:
    """On how many tables the law of the index is enumerated."""
    return max(_FEWEST_TABLES, min(256, _ENUMERATED // p.candidates))


def pair(p: PrivacyParameters) -> LossPair | None:
    """The law of the mechanism's own loss between the page's two inputs, where it is known."""
    channel = p.channel()
    return loss_pair(channel, *p.inputs()) if accountable(channel) else None


def _once(**fixed: float) -> Callable[[Callable[[PrivacyParameters], Any]], Callable[[PrivacyParameters], Any]]:
    """Computes a function of the parameters once for all that differ in `_REST`, or in what is fixed here, alone."""

    def remember(function: Callable[[PrivacyParameters], Any]) -> Callable[[PrivacyParameters], Any]:
        found = lru_cache(maxsize=256)(function)
        return wraps(function)(lambda p: found(p.replace(**_REST | fixed)))

    return remember


@_once()
def accounted(p: PrivacyParameters) -> PrivacyGuarantee:
    """(ε, δ) of PPR against its decoder, as `accounted_privacy` tells it."""
    return accounted_privacy(p.channel(), p.alpha, p.delta)


@_once(alpha=2.0)
def along(p: PrivacyParameters) -> tuple[PprPrice, ...]:
    """PPR at every one of `ALPHAS`."""
    return tuple(ppr_price(p.channel(), p.inputs()[0], alpha, p.delta) for alpha in ALPHAS)


@_once()
def curve(p: PrivacyParameters) -> tuple[np.ndarray, np.ndarray]:
    """δ(ε) of what the decoder sees, between the page's two inputs, for ε up to three times the mechanism's own: (e,)
    each; none for α near ∞ or where the loss is not known."""
    law = pair(p)
    if law is None or p.alpha > _LARGEST_ALPHA:
        return np.empty(0), np.empty(0)
    epsilons = np.linspace(0.0, 3 * p.epsilon, _POINTS)
    return epsilons, poisson_loss(law, p.alpha).delta(epsilons)
