"""A compressed channel of the lab as a frequency oracle: any compressor on randomized response, RAPPOR or subsets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import kernels, validation
from ppr_core.channels import RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.codes import Code
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    Messages,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    learned,
)
from ppr_core.compressors.poisson import order_factor
from ppr_core.compressors.seed_generators import Congruential
from ppr_core.compressors.speed import ARRAYS, KERNELS, capped_seconds
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.guarantees import DECODER
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["CompressedOracle"]

_UNIFORMS = 1 << 18  # uniforms held at once by one thread
_DECODED_VALUES = 1 << 20  # coordinates decoded at once, 1 MiB, so that what is made from them stays in the cache
_QUICK = 6  # a hash function's time over that of a congruential generator
_BLOCK_VALUES = 1 << 25  # coordinates of the users handled at once


class CompressedOracle(FrequencyOracle):
    """Reports are the compressor's messages; the server decodes z ~ P(·|x) and counts the votes in z.

    A category votes for itself, a 0/1 vector for every category whose bit is 1. Estimates are unbiased and have the
    stated variance when the compressor is exact, else up to its distance from the channel.
    compressor: on a `RandomizedResponseChannel`, `RapporChannel` or `SubsetSelectionChannel`; code: of
    `ppr_core.codes`, by name or instance, suited to the compressor's indices. Reports: `Messages`.

    >>> from ppr_core import CompressedOracle, PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0)
    >>> [promise.against for promise in CompressedOracle(ppr).privacy()]
    ['database', 'decoder']
    """

    name = "compressed"
    compressor: Compressor

    def __init__(self, compressor: Compressor, code: str | Code = "elias_delta") -> None:
        validation.require(isinstance(compressor, Compressor), "compressor", compressor, "a compressor of the lab")
        channel = compressor.channel
        if not isinstance(channel, (RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel)):
            allowed = "on randomized response, RAPPOR or subset selection"
            validation.fail("compressor", type(channel).__name__, allowed)
        lossy = isinstance(compressor, BassilySmith)
        validation.require(not lossy, "compressor", compressor.label, "one that delivers every report")
        super().__init__(channel.size)
        self.compressor, self.code = compressor, code
        self.epsilon = channel.epsilon
        self.notion = channel.notion if isinstance(channel, RapporChannel) else "replacement"
        self.exact = compressor.exact
        self.bits = None
        self.label = f"{compressor.label} of {channel.label}"
        self._vectors = not isinstance(channel, RandomizedResponseChannel)
        if isinstance(channel, RandomizedResponseChannel):
            levels = channel.two_levels()
            self.own, self.other = levels.high / channel.size, levels.low / channel.size
        else:
            self.own, self.other = channel.bit_probabilities

    @property
    def block_users(self) -> int:
        return max(1, _BLOCK_VALUES // self.size) if self._vectors else super().block_users

    def encode(self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_user: int = 0) -> Messages:
        """(n,) -> `Messages` about the tables first_user, first_user + 1 and so on."""
        return self.compressor.encode(self.inputs(x), shared, rng, first_table=first_user)

    def sent_bits(self, reports: Messages) -> int:
        return int(reports.lengths(self.code).sum())

    def to_bytes(self, reports: Messages) -> bytes:
        return reports.to_bytes(self.code)

    def from_bytes(self, data: bytes, users: int) -> Messages:
        return Messages.from_bytes(data, self.code, count=users)

    def votes(self, reports: Messages, shared: SharedRandomness, *, first_user: int = 0) -> np.ndarray:
        """Decode and count, n messages -> (k,) int64."""
        tables = np.arange(first_user, first_user + len(reports))
        messages = Messages(reports.indices, tables=tables)
        if not self._vectors:
            return np.bincount(self.compressor.decode(messages, shared), minlength=self.size)
        votes = self._compiled_votes(messages, shared)
        if votes is not None:
            return votes
        votes = np.zeros(self.size, dtype=np.int64)
        step = max(1, _DECODED_VALUES // self.size)
        for start in range(0, len(messages), step):
            votes += _column_sums(self.compressor.decode(messages[start : start + step], shared))
        return votes

    def _compiled_votes(self, messages: Messages, shared: SharedRandomness) -> np.ndarray | None:
        """The same by a kernel, without writing the vectors down; None without kernels."""
        compiled, contest = kernels.compiled(), self.compressor.channel.contest(np.zeros(1, dtype=np.int64))
        if compiled is None or contest is None:
            return None
        name, arguments = contest

        def count(part: slice) -> np.ndarray:
            votes = np.zeros(self.size, dtype=np.int64)
            uniforms = np.ascontiguousarray(self.compressor.uniforms(messages[part], shared))
            getattr(compiled, f"votes_{name}")(votes, uniforms, *arguments[1:-2])
            return votes

        step = max(1, _UNIFORMS // self.compressor.channel.width)
        parts = [slice(start, start + step) for start in range(0, len(messages), step)]
        return sum(kernels.in_threads(count, parts), np.zeros(self.size, dtype=np.int64))

    def expected_seconds(self, users: int, compiled: bool | None = None) -> float:
        """As every oracle's; compiled: whether kernels are counted on, by default what a run does here."""
        channel, compressor = self.compressor.channel, self.compressor
        width, voted = channel.ratio_width, self.size if self._vectors else 0
        candidates = float(compressor.expected_cost(np.zeros(1, dtype=np.int64))[0])
        if isinstance(compressor, PoissonPrivateRepresentation):
            fast = (kernels.expected() if compiled is None else compiled) and compressor.in_time_order
            each = (8e-8 + 2.5e-8 * (width - 1)) if fast else (4e-7 + 2.2e-7 * width) * order_factor(compressor.alpha)
            seconds = (1.5e-6 if fast else 3e-6) + candidates * each
            if compressor.in_time_order and not math.isinf(compressor.alpha):
                seconds = min(seconds, capped_seconds(channel, candidates, KERNELS if fast else ARRAYS))
            return users * (seconds + (1.2e-9 if fast else 6e-9) * voted)
        each = 1e-6 + 1.6e-7 * width
        if isinstance(compressor, PseudorandomRejection) and not compressor.generator.cryptographic:
            candidates = math.exp(compressor.log_cap)  # a weak generator has most of its seeds found no later
            each /= _QUICK if isinstance(compressor.generator, Congruential) else 1
        return users * (4e-6 + candidates * each + 6e-9 * voted)

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """What the compressor promises."""
        return self.compressor.privacy()

    def learned(self, delta: float = 0.0) -> PrivacyGuarantee:
        """What the compressor's decoder learns."""
        return learned(DECODER, self.compressor, delta)


def _column_sums(bits: np.ndarray) -> np.ndarray:
    """Ones in each column of 0/1 vectors (n, k) int8 -> (k,) int64; sums of 127 rows still fit into a byte."""
    total = np.zeros(bits.shape[1], dtype=np.int64)
    for start in range(0, len(bits), 127):
        total += bits[start : start + 127].sum(axis=0, dtype=np.int8)
    return total
