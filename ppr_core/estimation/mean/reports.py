"""Means of unit vectors from PrivUnit and PrivHS reports: uncompressed or compressed, one or several a client."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ppr_core import validation
from ppr_core.channels import PrivUnitChannel
from ppr_core.codes import Code, FixedLength, code_from_name
from ppr_core.compressors import Compressor, Messages, PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.debias import estimate_scale
from ppr_core.estimation.mean.scheme import Block, MeanScheme

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
        self.epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
        self.channel = PrivUnitChannel(dimension=dimension, epsilon=self.epsilon / self.reports, split=split)
        self.dimension = self.channel.dimension
        self.compressor = None if compress is None else compress(self.channel)
        self.code = None if self.compressor is None else _code(self.compressor, code)
        self.scale = self.channel.scale if self.compressor is None else _scale(self.compressor)

    @property
    def floats_per_client(self) -> int:
        return self.dimension * self.reports

    def inputs(self, x):
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

    def expected_squared_error(self, x):
        return self.error_per_client / len(self.inputs(x))

    def expected_candidates(self):
        if self.compressor is None:
            return 0.0
        north = np.eye(1, self.dimension)
        return self.reports * float(self.compressor.expected_cost(north)[0])

    def privacy(self, delta=0.0):
        """s times the ε of one report, by composition; for each view that the compressor names."""
        own = (self.channel.privacy(),) if self.compressor is None else self.compressor.privacy(delta)
        added = () if self.reports == 1 else (f"{self.reports} independent reports, their ε added",)
        return tuple(
            replace(
                view,
                epsilon=self.reports * view.epsilon,
                delta=min(self.reports * view.delta, 1.0),
                conditions=(*view.conditions, *added),
            )
            for view in own
        )

    def accounted_privacy(self, delta):
        """s messages of PPR, each with a table of its own."""
        if not isinstance(self.compressor, PoissonPrivateRepresentation):
            return None
        return decoder_privacy(self.channel, self.compressor.alpha, delta, messages=self.reports)

    def _block(self, x, first_client, shared, rng):
        copies = np.repeat(x, self.reports, axis=0)
        information = float(self.channel.divergence_bits(copies).sum())
        if self.compressor is None:
            sent = self.channel.sample(copies, rng).astype("<f4").tobytes()
            z = np.frombuffer(sent, dtype="<f4").reshape(copies.shape)
            bits, candidates = float(_FLOAT_BITS * copies.size), 0.0
        else:
            table = first_client * self.reports
            messages = self.compressor.encode(copies, shared, rng, first_table=table)
            sent = messages.to_bytes(self.code)
            received = Messages.from_bytes(sent, self.code, count=len(copies), first_table=table)
            z = self.compressor.decode(received, shared)
            bits, candidates = float(messages.lengths(self.code).sum()), float(messages.candidates.sum())
        total = z.sum(axis=0, dtype=float) / (self.scale * self.reports)
        return Block(total, len(sent), bits, information, candidates)


def best_report_count(*, dimension: int, epsilon: float, split: str | float = "hemisphere", most: int = 64) -> int:
    """The number s of (ε/s)-private reports, at most ``most``, with the least error of a client.

    1 for the optimized split; for PrivHS, whose reports gain little from ε above 2, about ε/2.
    """
    most = validation.integer("most", most, 1)

    def error(reports: int) -> float:
        return UnitReports(dimension=dimension, epsilon=epsilon, split=split, reports=reports).error_per_client

    return min(range(1, most + 1), key=error)


def _scale(compressor: Compressor) -> float:
    """m′ with E[z] = m′ x for a decoded report."""
    if not isinstance(compressor, PseudorandomRejection):
        return estimate_scale(compressor)
    channel = compressor.channel
    validation.require(compressor.truncated_mass == 0.0, "truncation", compressor.log_cap, "None for PrivUnit")
    # All J tries fail with probability (1 − 1/r*)^J; the seed is then any, and its sample uniform on the sphere.
    return channel.scale * -math.expm1(compressor.tries * math.log1p(-math.exp(-channel.log_high)))


def _code(compressor: Compressor, code: str | Code | None) -> Code:
    if code is not None:
        return code_from_name(code)
    if isinstance(compressor, PseudorandomRejection):
        return FixedLength(compressor.seed_bits)
    if isinstance(compressor, FinitePool):
        return FixedLength(max(1, math.ceil(math.log2(compressor.candidates))))
    return code_from_name("elias_delta")
