"""A mean with central privacy as a problem: its noises, its sizes, and the schemes that solve it.

Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS 2024), Section 7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ppr_core.estimation.mean.budget import Information, budget_noise_std, ppr_size_bits, report_information_bits
from ppr_core.estimation.mean.central import Accounting, mean_noise_std, mean_privacy
from ppr_core.estimation.mean.csgm import CSGM, csgm_noise_std
from ppr_core.estimation.mean.csgm_kashin import KashinCSGM
from ppr_core.estimation.mean.data import rotated_chunk_bound
from ppr_core.estimation.mean.gaussian import PlainGaussian, SlicedGaussianPPR
from ppr_core.estimation.mean.kashin import public_frame
from ppr_core.guarantees import Neighbours, PrivacyGuarantee

__all__ = ["CentralMean"]

_mean_noise_std, _budget_noise_std, _csgm_noise_std = (
    lru_cache(maxsize=1024)(find) for find in (mean_noise_std, budget_noise_std, csgm_noise_std)
)


@dataclass(frozen=True)
class CentralMean:
    """The mean of n vectors of d entries and length at most √d, published with central (ε, δ).

    bounded: entries are in [−1, 1]; otherwise vectors have been turned by `rotated_vectors`, so that chunks of them are
    alike, and CSGM takes Kashin's representation. information: of a report, see `report_information_bits`. alpha: the
    order of PPR. neighbours, accounting: as in `mean_noise_std`. Noises are found once for equal arguments.
    """

    clients: int
    dimension: int
    delta: float
    neighbours: Neighbours = "zero_out"
    accounting: Accounting = "renyi"
    alpha: float = 2.0
    bounded: bool = True
    information: Information = "signs"

    @property
    def norm_bound(self) -> float:
        """√d."""
        return math.sqrt(self.dimension)

    @property
    def _shape(self) -> dict[str, Any]:
        return {"dimension": self.dimension, "clients": self.clients}

    @property
    def _private(self) -> dict[str, Any]:
        return {"norm_bound": self.norm_bound, "clients": self.clients, "neighbours": self.neighbours}

    def noise_std(self, epsilon: float) -> float:
        """σ̃ in each coordinate of the mean that makes it (ε, δ)-private."""
        return _mean_noise_std(**self._private, epsilon=epsilon, delta=self.delta, accounting=self.accounting)

    def budget_noise_std(self, bits: float, chunk: int | None = None) -> float:
        """The least σ̃ whose size by Theorem 5 fits into the bits; 0 where every noise does, NaN where none does."""
        try:
            return _budget_noise_std(bits, **self._shape, information=self.information, alpha=self.alpha, chunk=chunk)
        except ValueError:
            return math.nan

    def csgm_noise_std(self, epsilon: float, bits: float) -> float:
        """σ of CSGM in each coordinate of the mean."""
        size, bound = self.dimension, 1.0
        if not self.bounded:
            frame = public_frame(self.dimension)
            size, bound = frame.size, frame.bound(self.norm_bound)
        shape = {"dimension": size, "clients": self.clients, "bits": min(bits, size), "coordinate_bound": bound}
        return _csgm_noise_std(**shape, epsilon=epsilon, delta=self.delta, neighbours=self.neighbours)

    def chunk_bound(self, chunk: int) -> float | None:
        """Largest length of a chunk; None for entries in [−1, 1], whose chunks have at most √c."""
        if self.bounded or chunk == self.dimension:
            return None
        return rotated_chunk_bound(**self._shape, chunk=chunk)

    def information_bits(self, noise_std: float) -> float:
        """I of one client's report with this σ̃, in bits."""
        return report_information_bits(noise_std, **self._shape, information=self.information)

    def size_bits(self, noise_std: float, chunk: int | None = None) -> float:
        """Theorem 5's bits of a client of PPR with this σ̃, in one message or in chunks."""
        return ppr_size_bits(noise_std, **self._shape, information=self.information, alpha=self.alpha, chunk=chunk)

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
        return SlicedGaussianPPR(
            **self._shape, neighbours=self.neighbours, mean_noise_std=max(self.noise_std(epsilon), least_noise_std),
            chunk=chunk, alpha=self.alpha, code=code, chunk_norm_bound=self.chunk_bound(chunk),
        )  # fmt: skip

    def csgm(self, epsilon: float, bits: float) -> CSGM | KashinCSGM:
        """CSGM with so many bits a client."""
        found = {"noise_std": self.csgm_noise_std(epsilon, bits), "clients": self.clients}
        if self.bounded:
            return CSGM(dimension=self.dimension, bits=bits, neighbours=self.neighbours, **found)
        frame = public_frame(self.dimension)
        return KashinCSGM(frame=frame, bits=bits, norm_bound=self.norm_bound, neighbours=self.neighbours, **found)
