"""What a quantizer is: input + shared randomness -> signed integers -> output near the input."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any, ClassVar

import numpy as np

from ppr_core import validation
from ppr_core.codes import code_from_name
from ppr_core.codes.integers import exact_array
from ppr_core.compressors.message_tables import message_tables
from ppr_core.compressors.quantized_messages import QuantizedMessages
from ppr_core.compressors.quantizer_noise import QuantizerNoise
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["SIGNED_CODES", "DitheredQuantizer", "Quantizer", "nearest"]

#: Codes whose length depends on |m| through its number of binary digits only, as `Quantizer.expected_bits` needs.
SIGNED_CODES = ("signed_elias_gamma", "signed_elias_delta")
_LEVELS = 2.0 ** np.arange(160)  # |m| from which the length grows; far beyond every step in use
_EXACT = 2.0**62


class Quantizer(ABC):
    """Sends each coordinate of x as one signed integer.

    The local noise is private to the encoder, the dither and the step come from shared randomness: row j of message
    i's table belongs to coordinate j. exact: the error z − x follows Laplace(1/ε) exactly, whatever x is.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    exact: ClassVar[bool] = False
    #: Shared uniforms for each coordinate.
    width: ClassVar[int] = 0

    def encode(
        self, x: Any, shared: SharedRandomness, rng: np.random.Generator, *, first_table: int = 0, tables: Any = None
    ) -> QuantizedMessages:
        """One message for each input.

        x: (n,) scalars or (n, d), finite. shared: known to the decoder. rng: the encoder's own randomness, which must
        stay secret. first_table: message i reads table first_table + i of ``shared``; a seed used again needs other
        tables. tables: instead, the table of every message, one integer for all or (n,). Raises ``ValueError`` for
        other shapes, and for values that are not finite.
        """
        values = validation.array("x", x, (None,) if validation.axes(x) == 1 else (None, None))
        scalar = values.ndim == 1
        values = values[:, None] if scalar else values
        tables = message_tables(len(values), first_table, tables)
        try:
            with np.errstate(over="raise"):
                integers = self._encode(self.inputs(values.ravel()).reshape(values.shape), tables, shared, rng)
        except (OverflowError, FloatingPointError):
            validation.fail("x", float(np.abs(values).max()), "values whose multiple of the step is a float")
        return QuantizedMessages(integers.reshape(values.shape), tables, scalar)

    def decode(self, messages: QuantizedMessages, shared: SharedRandomness) -> np.ndarray:
        """The outputs, (n, d), or (n,) for scalars; each message needs only its own rows of shared randomness."""
        try:
            with np.errstate(over="raise"):
                z = self._decode(messages.integers, messages.tables, shared).reshape(messages.integers.shape)
        except (OverflowError, FloatingPointError):
            validation.fail("integers", max(messages.integers.ravel(), key=abs), "integers within the floats")
        return z[:, 0] if messages.scalar else z

    def _encode(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> np.ndarray:
        """The integers of checked inputs (n, d), n·d of them."""
        return self._quantize(x.ravel(), self.shared_rows(shared, tables, x.shape[1]), rng)

    def _decode(self, integers: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        """The outputs for integers (n, d), n·d of them."""
        return self._reconstruct(integers.ravel(), self.shared_rows(shared, tables, integers.shape[1]))

    def shared_rows(self, shared: SharedRandomness, tables: np.ndarray, dimension: int = 1) -> np.ndarray:
        """What encoder and decoder share about n messages: (n·d, width) uniforms in (0, 1), row by row."""
        if not self.width:
            return np.empty((len(tables) * dimension, 0))
        rows = np.tile(np.arange(dimension), len(tables))
        return shared.uniforms(rows, self.width, np.repeat(tables, dimension))

    def inputs(self, x: np.ndarray) -> np.ndarray:
        """The coordinates (m,), checked; any finite number unless a quantizer says otherwise."""
        return x

    def expected_bits(self, x: float, code: str = "signed_elias_gamma") -> float:
        """Expected length in bits of the word for the scalar x, over local and shared randomness; exact.

        E L(M) = L(0) + Σ_k (L(2^k) − L(2^{k−1})) P(|M| >= 2^k), as the length depends on the binary digits of |m| only.
        code: one of `SIGNED_CODES`.
        """
        x = float(self.inputs(np.array([validation.real("x", x)]))[0])
        return self._bits(self._tail(_LEVELS, x), code)

    def mean_bits(self, radius: float = 1.0, code: str = "signed_elias_gamma") -> float:
        """Expected length in bits for X ~ Unif(−radius, radius), as `expected_bits`; radius > 0."""
        radius = validation.positive("radius", radius)
        self.inputs(np.array([radius]))
        return self._bits(self._mean_tail(_LEVELS, radius), code)

    @abstractmethod
    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """What holds against the database, who sees z, and against the decoder, who sees M and the shared rows."""

    @abstractmethod
    def log_likelihood(self, x: Any, integers: Any, rows: np.ndarray) -> np.ndarray:
        """ln P(M = m | x, shared rows) in nats: x and integers broadcast to (..., m) against rows (m, width)."""

    @abstractmethod
    def log_output(self, x: Any, z: Any) -> np.ndarray:
        """ln of the density of z given x in nats (of its probability where outputs are discrete); elementwise."""

    @abstractmethod
    def _quantize(self, x: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray: ...

    @abstractmethod
    def _reconstruct(self, integers: np.ndarray, rows: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def _tail(self, levels: np.ndarray, x: float) -> np.ndarray:
        """P(|M| >= level | x) for whole levels >= 1, (k,) -> (k,)."""

    @abstractmethod
    def _mean_tail(self, levels: np.ndarray, radius: float) -> np.ndarray:
        """The same averaged over X ~ Unif(−radius, radius)."""

    @staticmethod
    def _bits(tail: np.ndarray, code: str) -> float:
        validation.choice("code", code, SIGNED_CODES)
        return float(_word_lengths(code)[0] + np.diff(_word_lengths(code)) @ tail)


class DitheredQuantizer(Quantizer):
    """M = round(x/s + N − U), z = s(M + U) with a step s that the shared randomness chooses among finitely many.

    A quantizer sets ``steps`` (k,) > 0, ``weights`` (k,) with sum 1, and the noise of each step.
    """

    steps: np.ndarray
    weights: np.ndarray

    def chosen(self, rows: np.ndarray) -> np.ndarray:
        """The place of each row's step in ``steps``, (m,) integers; of one step, all 0."""
        return np.zeros(len(rows), dtype=np.int64)

    @abstractmethod
    def noise(self, chosen: Any) -> QuantizerNoise:
        """The `QuantizerNoise` of the steps at an index of ``steps``."""

    def dither(self, rows: np.ndarray) -> np.ndarray | float:
        """U of each row, (m,) in (−½, ½): from its last uniform unless a quantizer says otherwise."""
        return rows[:, -1] - 0.5

    def log_likelihood(self, x: np.ndarray, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        chosen = self.chosen(rows)
        y = np.asarray(integers) + self.dither(rows) - np.asarray(x) / self.steps[chosen]
        return self.noise(chosen).log_probability(y)

    def log_output(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        error = (np.asarray(z, dtype=float) - np.asarray(x))[..., None]
        logs = self.noise(slice(None)).log_probability(error / self.steps) + np.log(self.weights / self.steps)
        return np.logaddexp.reduce(logs, axis=-1)

    def _quantize(self, x: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        chosen = self.chosen(rows)
        jumps, rest = self.noise(chosen).sample(len(x), rng)
        return nearest(x / self.steps[chosen], jumps, rest - self.dither(rows))

    def _reconstruct(self, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return self.steps[self.chosen(rows)] * (integers.astype(float) + self.dither(rows))

    def _tail(self, levels: np.ndarray, x: float) -> np.ndarray:
        scaled, edge = np.abs(x) / self.steps, levels[:, None] - 0.5
        noise = self.noise(slice(None))
        return (noise.survival(edge - scaled) + noise.survival(edge + scaled)) @ self.weights

    def _mean_tail(self, levels: np.ndarray, radius: float) -> np.ndarray:
        scaled, edge = radius / self.steps, levels[:, None] - 0.5
        noise = self.noise(slice(None))
        total = noise.integrated_survival(edge - scaled) - noise.integrated_survival(edge + scaled)
        return (total / scaled) @ self.weights


def nearest(position: np.ndarray, jumps: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """round(position + jumps + rest) as integers, (m,): the whole parts are split off before the sum can round.

    jumps holds whole numbers. The result is int64, or object dtype with Python integers beyond 2⁶².
    """
    whole = np.rint(position)
    near = np.rint(position - whole + rest)
    if not len(whole) or max(np.abs(whole).max(), np.abs(jumps).max(), np.abs(near).max()) < _EXACT / 4.0:
        return whole.astype(np.int64) + jumps.astype(np.int64) + near.astype(np.int64)
    return exact_array(int(a) + int(b) + int(c) for a, b, c in zip(whole, jumps, near, strict=True))


@cache
def _word_lengths(code: str) -> np.ndarray:
    """L(0) and then L(2^k) for every level, in bits."""
    return code_from_name(code).lengths([0, *map(int, _LEVELS)])
