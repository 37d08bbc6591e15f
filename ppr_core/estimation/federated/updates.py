"""An update of a model as messages of PPR: rotated, cut into chunks, each with Gaussian noise and an index."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import GaussianChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import gaussian_chunks_privacy
from ppr_core.estimation.aggregate import HadamardRotation
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["UpdateCode"]

_PUBLIC_SEED = 20201
_LARGEST_CHUNK, _CANDIDATES = 64, 3000.0  # the most entries of a chunk for which an update has few candidates
_ROOM = 1.5  # largest length of a chunk, over that of an equal share of the vector


class UpdateCode:
    """x -> x + N(0, s² I) for vectors of length at most C, to whoever decodes; a longer one is shortened first.

    A chunk of a rotated vector that is longer than 3/2 of its equal share is shortened, too, which is rare.
    dimension: d; clip: C; noise_std: s; alpha: of PPR. messages, candidates: of one vector, the latter expected;
    chunk: entries of a message.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.estimation.federated import UpdateCode
    >>> code, shared = UpdateCode(dimension=4, clip=1.0, noise_std=0.5), SharedRandomness(1)
    >>> sent = code.encode(np.zeros((2000, 4)), shared, np.random.default_rng(1))
    >>> bool(abs(code.decode(sent, shared, 2000).std() - 0.5) < 0.016)  # four standard errors
    True
    """

    def __init__(self, *, dimension: int, clip: float, noise_std: float, alpha: float = 2.0) -> None:
        self.clip = validation.positive("clip", clip)
        self.rotation = HadamardRotation(dimension, SharedRandomness(_PUBLIC_SEED))
        size = self.rotation.size
        self.chunk = min(2 * _LARGEST_CHUNK, 2 * size)
        self.candidates = math.inf
        while self.candidates > _CANDIDATES and self.chunk > 1:
            self.chunk //= 2
            self.messages = size // self.chunk
            self._bound = self.clip * min(1.0, _ROOM * math.sqrt(self.chunk / size))
            channel = GaussianChannel(dimension=self.chunk, noise_std=noise_std, norm_bound=self._bound)
            self.candidates = self.messages * math.exp(min(float(channel.log_ratio_bound()), 500.0))
        self._compressor = PoissonPrivateRepresentation(channel, alpha)
        self._noise_std = channel.noise_std
        self._code = code_from_name("elias_delta")

    def decoder_privacy(self, delta: float, rounds: int = 1) -> PrivacyGuarantee:
        """(ε, δ) against the decoder of a client's messages in so many rounds, whatever updates they carry: together
        they are 2C √T apart at most, and each message twice its bound (`gaussian_chunks_privacy`)."""
        caps = np.full(rounds * self.messages, 2 * self._bound)
        distance = 2 * self.clip * math.sqrt(rounds)
        return gaussian_chunks_privacy(self._noise_std, distance, caps, self._compressor.alpha, delta)

    def encode(self, x: np.ndarray, shared: SharedRandomness, rng: np.random.Generator) -> bytes:
        """Messages of the vectors x (n, d) in a row; vector i is about the tables from i times ``messages`` on."""
        chunks = self.rotation.rotate(_shortened(x, self.clip)).reshape(-1, self.chunk)
        return self._compressor.encode(_shortened(chunks, self._bound), shared, rng).to_bytes(self._code)

    def decode(self, sent: bytes, shared: SharedRandomness, count: int = 1) -> np.ndarray:
        """So many vectors with their noise, (count, d)."""
        messages = Messages.from_bytes(sent, self._code, count=count * self.messages)
        return self.rotation.rotate_back(self._compressor.decode(messages, shared).reshape(count, -1))


def _shortened(x: np.ndarray, bound: float) -> np.ndarray:
    """Rows brought to at most that length, a rounding error below it."""
    lengths = np.linalg.norm(x, axis=1, keepdims=True)
    return x * np.minimum(1.0, bound * (1 - 1e-12) / np.maximum(lengths, 1e-300))
