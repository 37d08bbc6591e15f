"""A compressed channel of the lab as a frequency oracle: any compressor on randomized response, RAPPOR or subsets."""

from __future__ import annotations

import numpy as np

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import Code
from ppr_core.compressors import BassilySmith, Compressor, Messages
from ppr_core.estimation.frequency.oracle import FrequencyOracle

__all__ = ["CompressedOracle"]

_BLOCK_VALUES = 1 << 25  # decoded coordinates held at once, 32 MiB


class CompressedOracle(FrequencyOracle):
    """Reports are the compressor's messages; the server decodes z ~ P(·|x) and counts the votes in z.

    A category votes for itself, a 0/1 vector for every category whose bit is 1. Estimates are unbiased and have the
    stated variance when the compressor is exact, else up to its distance from the channel.
    compressor: on a `RandomizedResponseChannel`, `RapporChannel` or `SubsetSelectionChannel`; code: of
    `ppr_core.codes`, by name or instance, suited to the compressor's indices. Reports: `Messages`.
    """

    name = "compressed"

    def __init__(self, compressor: Compressor, code: str | Code = "elias_delta") -> None:
        validation.require(isinstance(compressor, Compressor), "compressor", compressor, "a compressor of the lab")
        channel = compressor.channel
        kinds = (RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel)
        allowed = "on randomized response, RAPPOR or subset selection"
        validation.require(isinstance(channel, kinds), "compressor", type(channel).__name__, allowed)
        lossy = isinstance(compressor, BassilySmith)
        validation.require(not lossy, "compressor", compressor.label, "one that delivers every report")
        super().__init__(channel.size)
        self.compressor, self.code = compressor, code
        self.epsilon = channel.epsilon
        self.notion = getattr(channel, "notion", "replacement")
        self.exact = compressor.exact
        self.bits = None
        self.label = f"{compressor.label} of {channel.label}"
        self._vectors = not isinstance(channel, RandomizedResponseChannel)
        if self._vectors:
            self.own, self.other = channel.bit_probabilities
        else:
            levels = channel.two_levels()
            self.own, self.other = levels.high / channel.size, levels.low / channel.size

    @property
    def block_users(self) -> int:
        return max(1, _BLOCK_VALUES // self.size) if self._vectors else super().block_users

    def encode(self, x, shared, rng, *, first_user=0):
        """(n,) -> `Messages` about the tables first_user, first_user + 1, …"""
        return self.compressor.encode(self.inputs(x), shared, rng, first_table=first_user)

    def sent_bits(self, reports):
        return int(reports.lengths(self.code).sum())

    def to_bytes(self, reports):
        return reports.to_bytes(self.code)

    def from_bytes(self, data, users):
        return Messages.from_bytes(data, self.code, count=users)

    def votes(self, reports, shared, *, first_user=0):
        """Decode and count, n messages -> (k,) int64."""
        tables = np.arange(first_user, first_user + len(reports))
        z = self.compressor.decode(Messages(reports.indices, tables=tables), shared)
        return z.sum(axis=0, dtype=np.int64) if self._vectors else np.bincount(z, minlength=self.size)

    def expected_seconds(self, users):
        channel = self.compressor.channel
        candidates = float(self.compressor.expected_cost(np.zeros(1, dtype=np.int64))[0])
        decoding = self.size * (1.4e-8 if channel.ratio_width > 1 else 7e-9) if self._vectors else 0.0
        return users * (1e-5 + candidates * (1e-6 + 4e-7 * channel.ratio_width) + decoding)

    def privacy(self):
        """What the compressor promises."""
        return self.compressor.privacy()
