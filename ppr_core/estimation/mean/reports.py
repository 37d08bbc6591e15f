"""Means of unit vectors from PrivUnit and PrivHS reports: uncompressed or compressed, one or several a client."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import PrivUnitChannel
from ppr_core.codes import Code, FixedLength, code_from_name
from ppr_core.compressors import Compressor, PseudorandomRejection, learned
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.estimation.debias import estimate_scale
from ppr_core.estimation.mean.scheme import Block, MeanScheme, looked_at, through
from ppr_core.guarantees import DECODER, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["UnitReports", "best_report_count"]

_FLOAT_BITS = 32


class UnitReports(MeanScheme):
    """Each client sends s reports on its unit vector x, each (ε/s)-private; the server averages z/m over all reports.

    Reports come from PrivUnit₂ or, with split="hemisphere", from PrivHS. Splitting ε costs accuracy and saves
    candidates: Lemma 5.1 of Feldman, Talwar 2021. A compressor that is not exact changes the scale from m to m′ (for
    MRC by `ppr_core.estimation.debias.estimate_scale`, for pseudorandom rejection by the reports that found no seed),
    so that the estimate stays unbiased. E‖error‖² = (1/m′² − 1)/(ns), exactly, because reports have length 1 and are
    independent.

    dimension: d >= 2; epsilon: ε of one client, in nats; split: see `PrivUnitChannel`; reports: s >= 1. compress:
    makes the compressor from the channel of one report, such as ``lambda channel: MinimalRandomCoding(channel, 1024)``,
    or None for 32-bit floats. code: of `ppr_core.codes`; by default words of one length where the number of messages
    is known and Elias delta elsewhere.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness, UnitReports
    >>> scheme = UnitReports(dimension=16, epsilon=4.0)
    >>> found = scheme.estimate(np.eye(16), SharedRandomness(1), np.random.default_rng(2))
    >>> found.mean.shape
    (16,)
    """

    name = "unit_reports"
    label = "PrivUnit"

    def __init__(
        self,
        *,
        dimension: int,
        epsilon: float,
        split: str | float = "optimized",
        reports: int = 1,
        compress: Callable[[PrivUnitChannel], Compressor] | None = None,
        code: str | Code | None = None,
    ) -> None:
        self.reports = self.messages = validation.integer("reports", reports, 1)
        self.epsilon = validation.positive("epsilon", epsilon)
        self.channel = PrivUnitChannel(dimension=dimension, epsilon=self.epsilon / self.reports, split=split)
        self.dimension = self.channel.dimension
        self.compressor = None if compress is None else compress(self.channel)
        self.code = _code(self.compressor, code)
        self.scale = _scale(self.compressor, self.channel)

    @property
    def floats_per_client(self) -> int:
        return self.dimension * self.reports

    def inputs(self, x: Any) -> np.ndarray:
        """x checked, (n, d) with rows of length 1."""
        x = self.channel.inputs(x)
        validation.require(len(x) >= 1, "x", x.shape, "the vectors of at least one client")
        return x

    @property
    def error_per_client(self) -> float:
        """(1/m′² − 1)/s, squared error of one client's estimate; divided by n it is that of the mean."""
        if self.compressor is None or self.compressor.exact:
            return self.channel.error_per_client / self.reports
        return (1 / self.scale**2 - 1) / self.reports

    def expected_squared_error(self, x: Any) -> float:
        return self.error_per_client / len(self.inputs(x))

    def expected_candidates(self) -> float:
        if self.compressor is None:
            return 0.0
        north = np.eye(1, self.dimension)
        return self.reports * float(self.compressor.expected_cost(north)[0])

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """s times the ε of one report, by composition; for each view that the compressor names."""
        promises = (self.channel.privacy(),) if self.compressor is None else self.compressor.privacy(delta)
        added = () if self.reports == 1 else (f"{self.reports} independent reports, their ε added",)
        return tuple(
            replace(
                view,
                epsilon=self.reports * view.epsilon,
                delta=min(self.reports * view.delta, 1.0),
                conditions=(*view.conditions, *added),
            )
            for view in promises
        )

    def accounted_privacy(self, delta: float) -> PrivacyGuarantee | None:
        """Of s messages of a compressor, each with a table of its own; None of reports that are sent as they are."""
        return None if self.compressor is None else learned(DECODER, self.compressor, delta, messages=self.reports)

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        copies = np.repeat(x, self.reports, axis=0)
        information = float(self.channel.divergence_bits(copies).sum())
        if self.compressor is None:
            sent = self.channel.sample(copies, rng).astype("<f4").tobytes()
            z, size = np.frombuffer(sent, dtype="<f4").reshape(copies.shape), len(sent)
            bits, candidates = float(_FLOAT_BITS * copies.size), 0.0
        else:
            table = first_client * self.reports
            z, size, messages = through(self.compressor, self.code, copies, shared, rng, table)
            bits, candidates = float(messages.lengths(self.code).sum()), looked_at(messages)
        total = z.sum(axis=0, dtype=float) / (self.scale * self.reports)
        return Block(total, size, bits, information, candidates)


def best_report_count(*, dimension: int, epsilon: float, split: str | float = "hemisphere", most: int = 64) -> int:
    """The number s of (ε/s)-private reports, at most ``most``, with the least error of a client.

    1 for the optimized split; for PrivHS, whose reports gain little from ε above 2, about ε/2.

    >>> from ppr_core.estimation.mean import best_report_count
    >>> best_report_count(dimension=100, epsilon=8.0)
    4
    """
    most = validation.integer("most", most, 1)

    def error(reports: int) -> float:
        return UnitReports(dimension=dimension, epsilon=epsilon, split=split, reports=reports).error_per_client

    return min(range(1, most + 1), key=error)


def _scale(compressor: Compressor | None, channel: PrivUnitChannel) -> float:
    """m′ with E[z] = m′ x for a decoded report."""
    if compressor is None:
        return channel.scale
    if not isinstance(compressor, PseudorandomRejection):
        return estimate_scale(compressor)
    validation.require(compressor.truncated_mass == 0.0, "truncation", compressor.log_cap, "None for PrivUnit")
    # All J tries fail with probability (1 − 1/r*)^J; the seed is then any, and its sample uniform on the sphere.
    return channel.scale * -math.expm1(compressor.tries * math.log1p(-math.exp(-channel.log_high)))


def _code(compressor: Compressor | None, code: str | Code | None) -> Code:
    if code is not None:
        return code_from_name(code)
    if isinstance(compressor, PseudorandomRejection):
        return FixedLength(compressor.seed_bits)
    if isinstance(compressor, FinitePool):
        return FixedLength(max(1, math.ceil(math.log2(compressor.candidates))))
    return code_from_name("elias_delta")
