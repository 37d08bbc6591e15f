"""SQKR: a few bits of Kashin's representation through randomized response."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.codes import FixedLength
from ppr_core.compressors import Messages
from ppr_core.estimation.mean.kashin import KashinFrame
from ppr_core.estimation.mean.scheme import Block, MeanScheme
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["SQKR"]

_MOST_BITS = 30
_FRAME_SEED = 20201
_WORTH = 1.01  # less than 1 % of the error is not worth a bit


class SQKR(MeanScheme):
    """Subsampled and quantized Kashin's response (Chen, Kairouz, Özgür 2020): k bits, ε-locally private.

    A client represents x = U a by a `KashinFrame`, rounds each coefficient at random to ±B without bias, reads k of
    the N signs at places chosen by shared randomness, and sends them through 2^k-ary randomized response. The server
    sets the other coefficients to 0 and takes U·(N/k)·T times the signs, T = 1 + 2^k/(e^ε − 1), which is unbiased.

    E‖x̂_i − x_i‖² = (N/k) T² B² d + T N(k−1)/(k(N−1)) (‖x_i‖² − Σ_j ‖u_j‖² a_ij²) − ‖x_i‖².

    dimension: d; epsilon: ε > 0 in nats; bits: k from 1 to 30, by default the fewest whose `largest_error` is within
    1 % of the least, somewhat below ε log2 e; frame: public, by default N = 2^(⌈log2 d⌉ + 1) from a fixed seed;
    norm_bound: C > 0, largest ‖x_i‖₂.

    >>> import numpy as np
    >>> from ppr_core import SQKR, SharedRandomness
    >>> scheme = SQKR(dimension=16, epsilon=4.0)
    >>> found = scheme.estimate(np.eye(16), SharedRandomness(1), np.random.default_rng(2))
    >>> found.mean.shape
    (16,)
    """

    name = "sqkr"
    label = "SQKR"

    def __init__(
        self,
        *,
        dimension: int,
        epsilon: float,
        bits: int | None = None,
        frame: KashinFrame | None = None,
        norm_bound: float = 1.0,
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, 700.0, low_open=True)
        self.norm_bound = validation.positive("norm_bound", norm_bound)
        self.frame = KashinFrame(dimension=dimension, shared=SharedRandomness(_FRAME_SEED)) if frame is None else frame
        fits = self.frame.dimension == self.dimension
        validation.require(fits, "frame", self.frame.dimension, f"of dimension {self.dimension}")
        if bits is None:
            errors = {k: self.largest_error(k) for k in range(1, self.most_bits + 1)}
            bits = next(k for k in errors if errors[k] <= _WORTH * min(errors.values()))
        self.bits = validation.integer("bits", bits, 1, self.most_bits)
        self.channel = RandomizedResponseChannel(size=1 << self.bits, epsilon=self.epsilon)

    @property
    def most_bits(self) -> int:
        """The largest k."""
        return min(_MOST_BITS, self.frame.size)

    @property
    def floats_per_client(self) -> int:
        return 4 * self.frame.size

    def inputs(self, x: Any) -> np.ndarray:
        """x checked, (n, d) with rows of length at most ``norm_bound``."""
        x = super().inputs(x)
        validation.norms(x, self.norm_bound, "norm_bound")
        return x

    def expected_squared_error(self, x: Any) -> float:
        x = self.inputs(x)
        size, k, inflation = self.frame.size, self.bits, self._inflation(self.bits)
        square = np.einsum("ij,ij->i", x, x)
        step = max(1, (1 << 16) // size)  # some rows at a time stay in the cache
        parts = [self.frame.represent(x[i : i + step], self.norm_bound) for i in range(0, len(x), step)]
        own = np.concatenate([part**2 @ self.frame.squared_columns for part in parts])
        first = size / k * (inflation * self._bound) ** 2 * self.dimension
        pairs = inflation * size * (k - 1) / (k * (size - 1)) * (square - own)
        return float((first + pairs - square).sum()) / len(x) ** 2

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """Pure ε, against the database and the decoder alike: the places of the signs do not depend on x."""
        mechanism = replace(self.channel.privacy(), source="sqkr.scheme")
        return mechanism, replace(mechanism, against="decoder")

    def largest_error(self, bits: int) -> float:
        """E‖x̂_i − x_i‖² at most, for k = ``bits`` and ‖x_i‖₂ = C: without what the formula above subtracts."""
        size, inflation = self.frame.size, self._inflation(bits)
        first = size / bits * (inflation * self._bound) ** 2 * self.dimension
        return first + (inflation * size * (bits - 1) / (bits * (size - 1)) - 1) * self.norm_bound**2

    @property
    def _bound(self) -> float:
        return self.frame.bound(self.norm_bound)

    def _inflation(self, bits: int) -> float:
        """T = (e^ε + 2^k − 1)/(e^ε − 1), which undoes the shrinking by randomized response."""
        return 1.0 + 2.0**bits / math.expm1(self.epsilon)

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        coefficients = self.frame.represent(x, self.norm_bound)
        tables = np.arange(first_client, first_client + len(x))
        places = self._places(tables, shared)
        chosen = np.take_along_axis(coefficients, places, axis=1)
        up = (2 * rng.random(chosen.shape) - 1) * self._bound < chosen
        powers = 1 << np.arange(self.bits)
        answers = self.channel.sample(up @ powers, rng)
        code = FixedLength(self.bits)
        messages = Messages(answers + 1)
        sent = messages.to_bytes(code)
        received = Messages.from_bytes(sent, code, count=len(x)).indices - 1
        signs = np.where(received[:, None] & powers, 1.0, -1.0)
        sums = np.bincount(self._places(tables, shared).ravel(), weights=signs.ravel(), minlength=self.frame.size)
        scale = self.frame.size / self.bits * self._inflation(self.bits) * self._bound
        information = float(self.channel.divergence_bits(answers).sum())
        return Block(self.frame.synthesize(sums) * scale, len(sent), float(self.bits * len(x)), information)

    def _places(self, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        """k different coefficients of each client, uniform without replacement: (n,) tables -> (n, k)."""
        uniforms = shared.uniforms(np.zeros(len(tables), dtype=np.int64), self.bits, tables)
        places = np.empty(uniforms.shape, dtype=np.int64)
        for j in range(self.bits):
            place = (uniforms[:, j] * (self.frame.size - j)).astype(np.int64)  # among those still free
            for taken in np.sort(places[:, :j], axis=1).T:
                place += place >= taken
            places[:, j] = place
        return places
