"""What a compressor is: channel + shared randomness -> messages -> samples."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.message_tables import message_tables
from ppr_core.compressors.messages import Messages
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import constructor_call

__all__ = ["Compressor", "DrawLimitExceeded", "streams"]


class DrawLimitExceeded(RuntimeError):
    """An encode needed, or was sure to need, more candidates than allowed; the message says how far it came."""


def streams(rng: np.random.Generator, count: int) -> list[np.random.Generator]:
    """A generator for each of ``count`` blocks, so that it does not matter which thread takes one, nor when; of one
    block, or none, the generator itself."""
    seeds = rng.integers(1 << 63, size=(count, 2)).tolist() if count > 1 else []
    return [np.random.Generator(np.random.SFC64(seed)) for seed in seeds] or [rng]


class Compressor(ABC):
    """Simulates a channel by sending an index into samples of the channel's proposal.

    exact: the decoded z follows P(·|x) exactly. The decoder needs the proposal, the shared seed and the index only;
    where uses_shared is False, not even the shared seed.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    exact: ClassVar[bool]
    uses_shared: ClassVar[bool] = True
    #: The largest index there is; None where there is none.
    most_index: int | None = None

    def __init__(self, channel: Channel) -> None:
        validation.require(isinstance(channel, Channel), "channel", channel, "a channel of ppr_core.channels")
        self.channel = channel

    def __repr__(self) -> str:
        """The call that makes this compressor, its channel included; it can be executed."""
        return constructor_call(self)

    def encode(
        self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_table: int = 0, tables: Any = None
    ) -> Messages:
        """One message for each input.

        x: (n, d), for d = 1 also (n,); categories (n,). shared: known to the decoder. rng: the encoder's own
        randomness, which must stay secret. first_table: message i reads table first_table + i of ``shared``; a seed
        used again needs other tables. tables: instead, the table of every message, one integer for all or (n,); an
        audit of the privacy encodes many inputs on the same one. Raises ``ValueError`` for inputs the channel does
        not allow.
        """
        checked = self.channel.inputs(x)
        tables = message_tables(len(checked), first_table, tables)
        indices, candidates = self._choose(checked, tables, shared, rng)
        scalar = bool(self.channel.event_shape) and np.ndim(x) == 1
        return Messages(indices, candidates, tables, scalar)

    def decode(self, messages: Messages, shared: SharedRandomness) -> np.ndarray:
        """The samples the messages point at, (n, *output_shape); one row of shared randomness each.

        Raises ``ValueError`` for an index that no encoder of this compressor sends.
        """
        self._require_indices(messages.indices)
        z = self._candidates(messages.indices, messages.tables, shared)
        return z[:, 0] if messages.scalar else z

    def uniforms(self, messages: Messages, shared: SharedRandomness) -> np.ndarray:
        """The uniforms behind the samples that messages point at, (n, width): what `decode` makes them of."""
        return shared.uniforms(messages.indices, self.channel.width, messages.tables)

    def _require_indices(self, indices: np.ndarray) -> None:
        """Refuse what no encoder sends: indices are whole numbers that count from 1."""
        most = self.most_index
        allowed = "whole numbers from 1" + ("" if most is None else f" to {most}")
        validation.require(indices.dtype.kind in "iuO", "indices", indices.dtype, allowed)
        wrong = np.asarray(indices < 1) | (False if most is None else np.asarray(indices > most))
        if wrong.any():
            validation.fail("indices", indices[wrong][0], allowed)

    @abstractmethod
    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """What holds against the database view and against the decoder, for a mechanism taken at (ε, δ)."""

    @abstractmethod
    def expected_cost(self, x: Any) -> np.ndarray:
        """Expected candidates evaluated for each input, (n,)."""

    @abstractmethod
    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Indices and candidates evaluated for checked inputs, (n,) each."""

    def _candidates(self, indices: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        """Proposal samples at the given rows of the given tables, (m, *output_shape)."""
        return self.channel.proposal(shared.uniforms(indices, self.channel.width, tables))
