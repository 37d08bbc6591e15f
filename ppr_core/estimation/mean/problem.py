"""A mean with central privacy as a problem: its noises, its sizes, and the schemes that solve it.

Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS 2024), Section 7.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel
from ppr_core.decoder_privacy import mechanism_epsilon
from ppr_core.estimation.mean.budget import Information, ReportSize
from ppr_core.estimation.mean.central import Accounting, mean_noise_std, mean_privacy
from ppr_core.estimation.mean.csgm import CSGM, csgm_noise_std
from ppr_core.estimation.mean.csgm_kashin import KashinCSGM
from ppr_core.estimation.mean.data import rotated_chunk_bound
from ppr_core.estimation.mean.gaussian import PlainGaussian, SlicedGaussianPPR
from ppr_core.estimation.mean.kashin import public_frame
from ppr_core.guarantees import DECODER, READER, Neighbours, PrivacyGuarantee, adversary
from ppr_core.representation import constructor_call

__all__ = ["CentralMean"]

_SPREAD, _POINTS = 400.0, 14  # of a curve along the bits: largest σ̃² relative to that of ε
_MOST_CANDIDATES = 1e12

_mean_noise_std, _least_noise_std, _csgm_noise_std = (
    lru_cache(maxsize=1024)(find) for find in (mean_noise_std, ReportSize.least_noise_std, csgm_noise_std)
)


@lru_cache(maxsize=1024)
def _held_noise_std(problem: CentralMean, epsilon: float, chunk: int) -> float:
    return problem.held_noise_std(epsilon, chunk)


@dataclass(frozen=True, kw_only=True, repr=False)
class CentralMean:
    """The mean of n vectors of d entries and length at most √d, published with central (ε, δ).

    bounded: entries are in [−1, 1]; otherwise vectors have been turned by `rotated_vectors`, so that chunks of them are
    alike, and CSGM takes Kashin's representation. information: of a report, see `ReportSize`. alpha: the
    order of PPR. neighbours, accounting: as in `mean_noise_std`. against: who learns at most (ε, δ), "database", the
    reader of the mean, or "decoder", the server, who holds every client's message and the seed, of any two vectors.
    Noises are found once for equal arguments.

    >>> from ppr_core.estimation.mean import CentralMean
    >>> problem = CentralMean(clients=100, dimension=16, delta=1e-6)
    >>> problem.clients, problem.dimension
    (100, 16)
    """

    clients: int
    dimension: int
    delta: float
    neighbours: Neighbours = "zero_out"
    accounting: Accounting = "renyi"
    alpha: float = 2.0
    bounded: bool = True
    information: Information = "signs"
    against: str = READER.name

    def __post_init__(self) -> None:
        adversary("against", self.against, (READER.name, DECODER.name))

    def __repr__(self) -> str:
        return constructor_call(self)

    @property
    def norm_bound(self) -> float:
        """√d."""
        return math.sqrt(self.dimension)

    @property
    def _shape(self) -> dict[str, Any]:
        return {"dimension": self.dimension, "clients": self.clients}

    @property
    def _size(self) -> ReportSize:
        return ReportSize(**self._shape, alpha=self.alpha, information=self.information)

    @property
    def _private(self) -> dict[str, Any]:
        return {"norm_bound": self.norm_bound, "clients": self.clients, "neighbours": self.neighbours}

    def noise_std(self, epsilon: float) -> float:
        """σ̃ in each coordinate of the mean that makes it, or against the server every plain report, (ε, δ)-private."""
        if self.against == DECODER.name:
            return self.report_noise_std(epsilon) / math.sqrt(self.clients)
        return _mean_noise_std(**self._private, epsilon=epsilon, delta=self.delta, accounting=self.accounting)

    def report_noise_std(self, epsilon: float) -> float:
        """Noise in each coordinate of a client's report that makes it (ε, δ)-private for any two vectors, exactly."""
        return gaussian_noise_std(2 * self.norm_bound, epsilon, self.delta)

    def held_noise_std(self, epsilon: float, chunk: int) -> float:
        """σ̃ of Gaussian reports that PPR may send in chunks so that the server, who holds seed and messages, learns at
        most (ε, δ) of a client's vector, by numerical accounting."""
        plain = self.report_noise_std(epsilon) / math.sqrt(self.clients)

        def learned(part: float) -> float:  # with the noise of a plain report times ε/part
            return self.sliced_with(plain * epsilon / part, chunk).accounted_privacy(self.delta).epsilon

        return plain * epsilon / mechanism_epsilon(epsilon, learned)

    def sliced_noise_std(self, epsilon: float, chunk: int) -> float:
        """The same for PPR in chunks, whose server also learns from the index."""
        return _held_noise_std(self, epsilon, chunk) if self.against == DECODER.name else self.noise_std(epsilon)

    def budget_noise_std(self, bits: float, chunk: int | None = None) -> float:
        """The least σ̃ whose size by Theorem 5 fits into the bits; 0 where every noise does, NaN where none does."""
        try:
            return _least_noise_std(self._size, bits, chunk)
        except ValueError:
            return math.nan

    def csgm_noise_std(self, epsilon: float, bits: float) -> float:
        """σ of CSGM in each coordinate of the mean."""
        size, bound = self.dimension, 1.0
        if not self.bounded:
            frame = public_frame(self.dimension)
            size, bound = frame.size, frame.bound(self.norm_bound)
        shape: dict[str, Any] = {"dimension": size, "clients": self.clients, "bits": min(bits, size)}
        shape["coordinate_bound"] = bound
        return _csgm_noise_std(**shape, epsilon=epsilon, delta=self.delta, neighbours=self.neighbours)

    def chunk_bound(self, chunk: int) -> float | None:
        """Largest length of a chunk; None for entries in [−1, 1], whose chunks have at most √c."""
        if self.bounded or chunk == self.dimension:
            return None
        return rotated_chunk_bound(**self._shape, chunk=chunk)

    def information_bits(self, noise_std: float) -> float:
        """I of one client's report with this σ̃, in bits."""
        return self._size.information_bits(noise_std)

    def size_bits(self, noise_std: float, chunk: int | None = None) -> float:
        """Theorem 5's bits of a client of PPR with this σ̃, in one message or in chunks."""
        return self._size.size_bits(noise_std, chunk)

    def renyi_privacy(self, noise_std: float) -> PrivacyGuarantee:
        """Central (ε, δ) of σ̃ by Rényi accounting."""
        return mean_privacy(noise_std, **self._private, delta=self.delta, accounting="renyi")

    def gaussian(self, epsilon: float) -> PlainGaussian:
        """The Gaussian mechanism without compression."""
        noise = self.noise_std(epsilon)
        return PlainGaussian(**self._shape, neighbours=self.neighbours, mean_noise_std=noise)

    def sliced(
        self, epsilon: float, chunk: int, *, code: str = "elias_delta", least_noise_std: float = 0.0
    ) -> SlicedGaussianPPR:
        """PPR, a message for each chunk, with the noise of ε or a larger one."""
        return self.sliced_with(max(self.sliced_noise_std(epsilon, chunk), least_noise_std), chunk, code=code)

    def sliced_with(self, noise_std: float, chunk: int, *, code: str = "elias_delta") -> SlicedGaussianPPR:
        """The same with a given σ̃."""
        return SlicedGaussianPPR(
            **self._shape, neighbours=self.neighbours, alpha=self.alpha, chunk_norm_bound=self.chunk_bound(chunk),
            mean_noise_std=noise_std, chunk=chunk, code=code,
        )  # fmt: skip

    def csgm(self, epsilon: float, bits: float) -> CSGM | KashinCSGM:
        """CSGM with so many bits a client."""
        given: dict[str, Any] = {"bits": bits, "noise_std": self.csgm_noise_std(epsilon, bits)}
        given |= {"clients": self.clients, "neighbours": self.neighbours}
        if self.bounded:
            return CSGM(dimension=self.dimension, **given)
        return KashinCSGM(frame=public_frame(self.dimension), norm_bound=self.norm_bound, **given)

    def csgm_errors(self, x: np.ndarray, epsilons: Sequence[float], bits: Sequence[float]) -> np.ndarray:
        """Expected squared errors of CSGM per coordinate for the vectors x (n, d), at pairs of ε and bits, (k,)."""
        schemes = (self.csgm(epsilon, size) for epsilon, size in zip(epsilons, bits, strict=True))
        return np.array([scheme.expected_squared_error(x) / self.dimension for scheme in schemes])

    def ppr_errors(self, epsilons: Sequence[float], bits: float) -> np.ndarray:
        """Squared errors of PPR per coordinate, (k,), with the largest ε′ <= ε whose size by Theorem 5 fits into the
        bits; NaN where none does."""
        noises = np.array([self.sliced_noise_std(epsilon, self.dimension) for epsilon in epsilons])
        return np.maximum(noises, self.budget_noise_std(bits)) ** 2

    def size_curve(self, epsilon: float, chunk: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Theorem 5's bits of PPR, rising, (k,), and its squared errors per coordinate with so many, (k,).

        More bits allow less noise, from 20 times that of ε down to it.
        """
        noises = self.sliced_noise_std(epsilon, chunk or self.dimension) * np.geomspace(1.0, _SPREAD, _POINTS) ** 0.5
        return np.array([self.size_bits(noise, chunk) for noise in noises[::-1]]), noises[::-1] ** 2

    def chunk_curve(self, scheme: SlicedGaussianPPR) -> tuple[np.ndarray, np.ndarray]:
        """Theorem 5's bits of a client, rising, and Σ r* of its messages, with the scheme's noise and other chunks.

        Chunks of 1, …, c/2, c, 2c, … entries, up to d, as far as r* is at most 10¹².
        """
        c, d, points = scheme.chunk, self.dimension, []
        sizes = {*(c >> power for power in range(8)), *(c << power for power in range(1, 12)), 1, d}
        for chunk in sorted(sizes & set(range(1, d + 1))):
            bound = self.chunk_bound(chunk) or math.sqrt(chunk)
            channel = GaussianChannel(dimension=chunk, noise_std=scheme.client_noise_std, norm_bound=bound)
            if float(channel.log_ratio_bound()) > math.log(_MOST_CANDIDATES):
                break
            other = self.sliced_with(scheme.mean_noise_std, chunk)
            points.append((self.size_bits(scheme.mean_noise_std, chunk), other.expected_candidates()))
        bits, candidates = np.array(points[::-1]).reshape(-1, 2).T
        return bits, candidates
