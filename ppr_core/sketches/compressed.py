"""Private sketches sent through Poisson private representation: a device's noisy sketch in a few bits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ppr_core import accounting, validation
from ppr_core.channels import GaussianChannel
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import gaussian_chunks_privacy
from ppr_core.guarantees import PrivacyGuarantee, ppr_approximate
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches.fourier import SketchSum
from ppr_core.sketches.private import PrivateSketch, ReleasedSketch

__all__ = ["CompressedSketch", "SentSketches"]


@dataclass(frozen=True, eq=False)
class SentSketches:
    """What L devices send: messages of all their chunks, device after device, for the two sizes of chunk.

    whole: L·⌊m/c⌋ messages of c features each; rest: L messages of the m mod c features left, or None.
    """

    devices: int
    whole: Messages
    rest: Messages | None

    def bits(self, code: str = "elias_delta") -> np.ndarray:
        """Bits of each device under a code of `ppr_core.codes`, (L,)."""
        total = self.whole.lengths(code).reshape(self.devices, -1).sum(axis=1)
        return total if self.rest is None else total + self.rest.lengths(code)

    @property
    def candidates(self) -> int:
        """Proposal samples that all encoders together evaluated."""
        sent = [messages.candidates for messages in (self.whole, self.rest) if messages is not None]
        return sum(int(candidates.sum()) for candidates in sent if candidates is not None)


class CompressedSketch:
    """Each device sends its noisy mean of features, chunk by chunk, as indices into shared random samples.

    A device of n₀ samples holds a mean with |entry| ≤ 1, so c complex features are a point of R^{2c} of norm at most
    √c, and the Gaussian noise of the private sketch is the channel N(x, s²I), s = noise_std/n₀. PPR simulates it
    exactly: the server's sum has the law it would have without compression. A chunk costs about
    r* = (1 + y/s²)^c e^{c/(2y)} candidates, y the proposal width.

    mechanism: a `PrivateSketch` with Gaussian noise for "replace_one". device_samples: n₀ >= 1, of every device.
    alpha: PPR's α > 1. chunk: c >= 1, complex features a message (at most m).

    >>> from ppr_core import CompressedSketch, FourierSketch, PrivateSketch, SharedRandomness
    >>> sketch = FourierSketch(dimension=2, features=50, scale=1.0, shared=SharedRandomness(1))
    >>> private = PrivateSketch(sketch=sketch, epsilon=1.0, delta=1e-6, noise="gaussian")
    >>> CompressedSketch(mechanism=private, device_samples=100).mechanism.epsilon
    1.0
    """

    def __init__(self, *, mechanism: PrivateSketch, device_samples: int, alpha: float = 2.0, chunk: int = 1) -> None:
        validation.require(isinstance(mechanism, PrivateSketch), "mechanism", mechanism, "a PrivateSketch")
        validation.require(mechanism.noise == "gaussian", "noise of the mechanism", mechanism.noise, "gaussian")
        validation.require(
            mechanism.neighbours == "replace_one", "neighbours of the mechanism", mechanism.neighbours, "replace_one"
        )
        validation.require(math.isfinite(mechanism.epsilon), "epsilon", mechanism.epsilon, "finite: PPR needs noise")
        self.mechanism = mechanism
        self.device_samples = validation.integer("device_samples", device_samples, 1)
        self.chunk = validation.integer("chunk", chunk, 1, mechanism.sketch.features)
        self.noise_std = mechanism.noise_std / self.device_samples
        self.whole = self._encoder(self.chunk, alpha)
        left = mechanism.sketch.features % self.chunk
        self.rest = self._encoder(left, alpha) if left else None

    def send(
        self, sums: Sequence[SketchSum], shared: SharedRandomness, rng: np.random.Generator, *, first_table: int = 0
    ) -> SentSketches:
        """Encode the sum of every device, each over n₀ samples.

        shared: known to the server, another seed than that of the frequencies; uses the tables from first_table on, one
        a message. rng: the devices' own.
        """
        counts = sorted({summed.count for summed in sums})
        equal = counts == [self.device_samples]
        validation.require(equal, "samples of the devices", counts, f"{self.device_samples} for each")
        means = np.array([summed.total for summed in sums]) / self.device_samples
        parts = np.stack([means.real, means.imag], axis=-1)  # (L, m, 2)
        # An entry's modulus may exceed 1 by the rounding of single-precision waves.
        parts /= np.maximum(np.hypot(parts[..., :1], parts[..., 1:]), 1.0)
        full = self._full
        whole = parts[:, :full].reshape(-1, 2 * self.chunk)
        rest = parts[:, full:].reshape(len(sums), -1)
        return SentSketches(
            len(sums),
            self.whole.encode(whole, shared, rng, first_table=first_table),
            self.rest.encode(rest, shared, rng, first_table=first_table + len(whole)) if self.rest else None,
        )

    def receive(self, sent: SentSketches, shared: SharedRandomness) -> ReleasedSketch:
        """The server's side: decode all messages and add the devices up."""
        parts = self.whole.decode(sent.whole, shared).reshape(sent.devices, self._full, 2)
        if self.rest is not None and sent.rest is not None:
            rest = self.rest.decode(sent.rest, shared).reshape(sent.devices, -1, 2)
            parts = np.concatenate([parts, rest], axis=1)
        total = parts.sum(axis=0) * self.device_samples
        samples = sent.devices * self.device_samples
        return ReleasedSketch(total[:, 0] + 1j * total[:, 1], float(samples), self.mechanism.sketch.kept_share)

    def privacy(self) -> tuple[PrivacyGuarantee, PrivacyGuarantee]:
        """The sketch's own (ε, δ) against the database; against the decoder, Theorem 8 for each chunk, added up.

        A replaced sample keeps its mask, so it touches at most min(r, ⌈m/c⌉) chunks of a device's sum and moves each by
        at most 2√min(c, r) in L2 norm. The δ of the mechanism is shared out evenly among them.
        """
        promise, sketch = self.mechanism.privacy(local=self._local), self.mechanism.sketch
        touched = min(sketch.kept, -(-sketch.features // self.chunk))
        distance = 2.0 * math.sqrt(min(self.chunk, sketch.kept))
        once = accounting.gaussian_privacy(
            self.mechanism.noise_std, distance, promise.delta / touched, notion=self._notion
        )
        decoder = ppr_approximate(once, self.whole.alpha)
        return promise, PrivacyGuarantee(
            epsilon=touched * decoder.epsilon,
            delta=min(1.0, touched * decoder.delta),
            against="decoder",
            notion=promise.notion,
            source=decoder.source,
            conditions=(promise.conditions[0], f"{touched} messages with chunks the sample is in, added up"),
        )

    def accounted_privacy(self) -> PrivacyGuarantee:
        """Against the decoder by numerical accounting, at the δ of Theorem 8, twice the mechanism's.

        A replaced sample moves a device's sum by at most 2√r in L2 norm, r features kept, and each chunk by at most
        2√min(c, r): `gaussian_chunks_privacy` takes the worst way to spread that over the device's messages.
        Or Theorem 8 where it says less, for very large ε.
        """
        theorem, sketch = self.privacy()[1], self.mechanism.sketch
        sizes = np.full(-(-sketch.features // self.chunk), self.chunk)
        sizes[-1] = sketch.features - self.chunk * (len(sizes) - 1)
        caps = 2.0 * np.sqrt(np.minimum(sizes, sketch.kept))
        distance = 2.0 * math.sqrt(sketch.kept)
        exact = gaussian_chunks_privacy(
            self.mechanism.noise_std, distance, caps, self.whole.alpha, theorem.delta, notion=self._notion
        )
        return min(exact, theorem, key=lambda view: view.epsilon)

    @property
    def _local(self) -> bool:
        """Whether a device holds one sample only."""
        return self.device_samples == 1

    @property
    def _notion(self) -> Literal["local", "central"]:
        return "local" if self._local else "central"

    @property
    def _full(self) -> int:
        """Features in whole chunks."""
        features = self.mechanism.sketch.features
        return features - features % self.chunk

    def _encoder(self, size: int, alpha: float) -> PoissonPrivateRepresentation:
        channel = GaussianChannel(dimension=2 * size, noise_std=self.noise_std, norm_bound=math.sqrt(size))
        return PoissonPrivateRepresentation(channel, alpha)
