"""The Gaussian mechanism for means: uncompressed, and chunk by chunk through PPR."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import gaussian_privacy
from ppr_core.channels import GaussianChannel
from ppr_core.codes import Code, ZipfShannon, code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import gaussian_chunks_privacy
from ppr_core.estimation.mean.central import mean_privacy
from ppr_core.estimation.mean.scheme import Block, MeanScheme, looked_at, through
from ppr_core.guarantees import Neighbours, PrivacyGuarantee, ppr_approximate, ppr_refined_bits
from ppr_core.index_law import expected_bits
from ppr_core.randomness import SharedRandomness

__all__ = ["PlainGaussian", "SlicedGaussianPPR"]

_FLOAT_BITS = 32


class _GaussianMean(MeanScheme):
    """Each client's report is N(x_i, n σ̃² I), so that their mean carries N(0, σ̃² I).

    dimension: d; clients: n; mean_noise_std: σ̃ > 0 of each coordinate of the mean; coordinate_bound: c > 0 with
    ‖x_i‖₂ <= c√d, which vectors with entries in [−c, c] satisfy; neighbours: for the central guarantee.
    """

    clients: int

    def __init__(
        self,
        *,
        dimension: int,
        clients: int,
        mean_noise_std: float,
        coordinate_bound: float = 1.0,
        neighbours: Neighbours = "zero_out",
    ) -> None:
        self.dimension = validation.integer("dimension", dimension, 1)
        self.clients = validation.integer("clients", clients, 1)
        self.mean_noise_std = validation.positive("mean_noise_std", mean_noise_std)
        self.coordinate_noise_std = self.mean_noise_std
        self.coordinate_bound = validation.positive("coordinate_bound", coordinate_bound)
        self.neighbours = validation.choice("neighbours", neighbours, ("zero_out", "replace_one"))

    @property
    def norm_bound(self) -> float:
        """C = c√d, the largest length of a client's vector."""
        return self.coordinate_bound * math.sqrt(self.dimension)

    @property
    def client_noise_std(self) -> float:
        """√n σ̃, the noise in each coordinate of one client's report."""
        return self.mean_noise_std * math.sqrt(self.clients)

    def inputs(self, x: Any) -> np.ndarray:
        """x checked, (n, d) with rows of length at most c√d."""
        x = super().inputs(x)
        validation.norms(x, self.norm_bound, "coordinate_bound √d")
        return x

    def expected_squared_error(self, x: Any = None) -> float:
        """d σ̃², whatever the data are (Corollary 12 with σ = n σ̃)."""
        return self.dimension * self.mean_noise_std**2

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """Central (ε, δ) of the mean, and local (ε, δ) of one report for any two vectors up to 2C apart."""
        central = mean_privacy(
            self.mean_noise_std,
            norm_bound=self.norm_bound,
            clients=self.clients,
            delta=delta,
            neighbours=self.neighbours,
        )
        return central, gaussian_privacy(self.client_noise_std, 2 * self.norm_bound, delta, notion="local")


class PlainGaussian(_GaussianMean):
    """Reports sent as 32-bit floats: the yardstick for accuracy. Rounding moves a report by a relative 6·10⁻⁸.

    >>> import numpy as np
    >>> from ppr_core import PlainGaussian, SharedRandomness
    >>> scheme = PlainGaussian(dimension=20, clients=500, mean_noise_std=0.1)
    >>> found = scheme.estimate(np.full((500, 20), 0.1), SharedRandomness(1), np.random.default_rng(2))
    >>> found.mean.shape
    (20,)
    """

    name = "gaussian"
    label = "Gaussian, uncompressed"

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        sent = (x + self.client_noise_std * rng.standard_normal(x.shape)).astype("<f4").tobytes()
        received = np.frombuffer(sent, dtype="<f4").reshape(x.shape)
        # KL to the centred Gaussian of the same power, the smallest of any Gaussian proposal.
        power = np.einsum("ij,ij->i", x, x) / (self.dimension * self.client_noise_std**2)
        information = self.dimension / 2 * float(np.log1p(power).sum()) / math.log(2)
        total = received.sum(axis=0, dtype=float)
        return Block(total, len(sent), float(_FLOAT_BITS * x.size), information)


@dataclass(frozen=True)
class _Part:
    """Equally long chunks of a vector: their columns together, the channel of one, and what sends it."""

    columns: slice
    channel: GaussianChannel
    compressor: PoissonPrivateRepresentation
    code: Code

    @property
    def chunks(self) -> int:
        return (self.columns.stop - self.columns.start) // self.channel.dimension


class SlicedGaussianPPR(_GaussianMean):
    """The same reports, each cut into ⌈d/chunk⌉ chunks with a PPR of its own (Liu, Chen, Özgür, Li 2024, Section 7).

    PPR is exact, so the error is that of the uncompressed mechanism, and what the server publishes is as private.

    chunk: entries of a chunk, 1 to d; a last shorter chunk takes the rest. alpha: of PPR, in (1, ∞]. chunk_norm_bound:
    largest length of a chunk, by default c·√(its entries), which ±c data reach; it sets the proposal and so speed and
    size, but not the law of the result. code: of `ppr_core.codes`, or "zipf_shannon" for the Shannon code built for
    the bound on E[log2 K] at full length (Theorem 14), which the server knows as well. candidate_limit: as in
    `PoissonPrivateRepresentation`. The other parameters are those of `PlainGaussian`.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness, SlicedGaussianPPR
    >>> scheme = SlicedGaussianPPR(dimension=20, clients=500, mean_noise_std=0.5, chunk=5)
    >>> found = scheme.estimate(np.full((500, 20), 0.1), SharedRandomness(1), np.random.default_rng(2))
    >>> found.mean.shape
    (20,)
    """

    name = "sliced_ppr"
    label = "Sliced PPR"

    def __init__(
        self,
        *,
        dimension: int,
        clients: int,
        mean_noise_std: float,
        chunk: int,
        alpha: float = 2.0,
        coordinate_bound: float = 1.0,
        chunk_norm_bound: float | None = None,
        code: str | Code = "elias_delta",
        neighbours: Neighbours = "zero_out",
        candidate_limit: float = 1e7,
    ) -> None:
        super().__init__(
            dimension=dimension,
            clients=clients,
            mean_noise_std=mean_noise_std,
            coordinate_bound=coordinate_bound,
            neighbours=neighbours,
        )
        self.chunk = validation.integer("chunk", chunk, 1, self.dimension)
        if chunk_norm_bound is not None:
            chunk_norm_bound = validation.positive("chunk_norm_bound", chunk_norm_bound)
        self.chunk_norm_bound = chunk_norm_bound
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
        self.messages = -(-self.dimension // self.chunk)
        self._parts = tuple(self._compressors(candidate_limit, code))

    @property
    def compressor(self) -> PoissonPrivateRepresentation:
        """Of every full chunk."""
        return self._parts[0].compressor

    def _compressors(self, limit: float, code: str | Code) -> Iterator[_Part]:
        """For the full chunks, and for a shorter last one."""
        whole = self.dimension // self.chunk * self.chunk
        for columns, width in ((slice(0, whole), self.chunk), (slice(whole, self.dimension), self.dimension - whole)):
            if width == 0:
                continue
            bound = self.coordinate_bound * math.sqrt(width) if self.chunk_norm_bound is None else self.chunk_norm_bound
            channel = GaussianChannel(dimension=width, noise_std=self.client_noise_std, norm_bound=bound)
            compressor = PoissonPrivateRepresentation(channel, self.alpha, candidate_limit=limit)
            yield _Part(columns, channel, compressor, self._code(channel, code))

    def _code(self, channel: GaussianChannel, code: str | Code) -> Code:
        if code != "zipf_shannon":
            return code_from_name(code)
        corner = np.zeros((1, channel.dimension))
        corner[0, 0] = channel.norm_bound
        return ZipfShannon(ppr_refined_bits(float(channel.divergence_bits(corner)[0]), self.alpha).value)

    def expected_candidates(self) -> float:
        """Σ r* over the chunks of a client whose chunks have the largest length."""
        ratios = [math.exp(float(part.channel.log_ratio_bound())) for part in self._parts]
        return sum(
            ratio * (part.columns.stop - part.columns.start) / part.channel.dimension
            for ratio, part in zip(ratios, self._parts, strict=True)
        )

    def expected_bits(self) -> float:
        """Mean bits of a client whose entries are all ±c, exactly and without a run: by the law of PPR's index."""
        corners = [np.full(part.channel.dimension, self.coordinate_bound) for part in self._parts]
        return sum(
            part.chunks * expected_bits(part.channel, corner, self.alpha, part.code)
            for part, corner in zip(self._parts, corners, strict=True)
        )

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """As uncompressed; and one client against the decoder: Theorem 8 for each chunk at δ/(2m), m chunks added."""
        share = delta / (2 * self.messages)
        views = [ppr_approximate(part.channel.privacy(share), self.alpha) for part in self._parts]
        full = (self.dimension // self.chunk) * views[0].epsilon
        decoder = replace(
            views[0],
            epsilon=full + (views[1].epsilon if len(views) > 1 else 0.0),
            delta=delta,
            conditions=(f"{self.messages} chunks, each (ε, δ/{2 * self.messages}) before PPR, added up",),
        )
        return (*super().privacy(delta), decoder)

    def accounted_privacy(self, delta: float) -> PrivacyGuarantee:
        """Any two vectors: they are 2C apart at most, and in each chunk twice its bound (`gaussian_chunks_privacy`).

        Or Theorem 8 for each chunk, added up, where that is smaller: for very large ε, whose best orders lie between 1
        and 2.
        """
        caps = np.concatenate([np.full(part.chunks, 2 * part.channel.norm_bound) for part in self._parts])
        exact = gaussian_chunks_privacy(self.client_noise_std, 2 * self.norm_bound, caps, self.alpha, delta)
        return min(exact, self.privacy(delta)[-1], key=lambda view: view.epsilon)

    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        total, sent_bytes, bits, information, candidates = np.zeros(self.dimension), 0, 0.0, 0.0, 0.0
        table = first_client * self.messages
        for part in self._parts:
            chunks = x[:, part.columns].reshape(-1, part.channel.dimension)
            z, sent, messages = through(part.compressor, part.code, chunks, shared, rng, table)
            total[part.columns] = z.reshape(len(x), -1).sum(axis=0)
            table += len(chunks)
            sent_bytes += sent
            bits += float(messages.lengths(part.code).sum())
            information += float(part.channel.divergence_bits(chunks).sum())
            candidates += looked_at(messages)
        return Block(total, sent_bytes, bits, information, candidates)
