"""What a scheme for mean estimation is: every client encodes its vector, the server decodes and averages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy.special import ndtri

from ppr_core import validation
from ppr_core.codes import Code
from ppr_core.compressors import Compressor, Messages
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["Block", "ClientBits", "MeanEstimate", "MeanScheme", "looked_at", "through"]

_BLOCK_FLOATS = 1 << 18  # floats of client vectors worked on at once; a run holds some tens of copies of that


@dataclass(frozen=True)
class ClientBits:
    """What a client sends, mean over the clients of one run, in bits; the parts add up to the total.

    information: KL(P(·|x) ‖ Q) of its messages to their proposal, which no scheme of shared samples can save.
    code_overhead: what one message costs above that. chunk_overhead: the same for the second and later messages.

    >>> from ppr_core.estimation.mean import ClientBits
    >>> ClientBits(information=3.0, code_overhead=2.0, chunk_overhead=1.0).total
    6.0
    """

    information: float
    code_overhead: float
    chunk_overhead: float

    @property
    def total(self) -> float:
        """Code words of a client, without the padding of the stream to bytes."""
        return self.information + self.code_overhead + self.chunk_overhead


@dataclass(frozen=True, eq=False)
class MeanEstimate:
    """One run. mean: (d,) the server's estimate; target: (d,) mean of the clients' vectors.

    sent_bytes: everything that all clients sent; bits: of a client; candidates: proposal samples a client evaluated
    (mean; 0 for schemes that draw none). noise_std: of each coordinate of mean − target, normal and the same for all
    data; None for schemes without such noise.

    >>> import numpy as np
    >>> from ppr_core.estimation.mean import ClientBits, MeanEstimate
    >>> mean, target = np.array([0.5, 0.0]), np.array([0.0, 0.0])
    >>> MeanEstimate(mean, target, 10, ClientBits(3.0, 2.0, 0.0), 4.0).squared_error
    0.25
    """

    mean: np.ndarray
    target: np.ndarray
    sent_bytes: int
    bits: ClientBits
    candidates: float
    noise_std: float | None = None

    def intervals(self, level: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Ends of confidence intervals for the entries of the target, (d,) each, each entry by itself at the level.

        Exact: the noise is normal of a known deviation. ``ValueError`` for schemes whose error depends on the data.
        """
        level = validation.probability("level", level)
        if self.noise_std is None:
            validation.fail(
                "scheme", "one whose error depends on the data", "one with normal noise of a known deviation"
            )
        half = float(ndtri(0.5 + level / 2)) * self.noise_std
        return self.mean - half, self.mean + half

    @property
    def squared_error(self) -> float:
        """‖mean − target‖₂², the sum over the coordinates."""
        gap = self.mean - self.target
        return float(gap @ gap)

    @property
    def squared_error_per_coordinate(self) -> float:
        """‖mean − target‖₂²/d, what Figure 1 of Liu, Chen, Özgür, Li 2024 plots."""
        return self.squared_error / len(self.mean)


@dataclass(frozen=True)
class Block:
    """Some clients of a run. total: (d,) sum of their decoded estimates; all else is summed over them, too."""

    total: np.ndarray
    sent_bytes: int
    bits: float
    information: float
    candidates: float = 0.0


class MeanScheme(ABC):
    """A way of estimating the mean of n vectors of d entries.

    messages: messages a client sends; floats_per_client: size of what one client's encode and decode hold; clients: n,
    where the scheme is made for so many; coordinate_noise_std: of the mean's coordinates, where they are normal.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    dimension: int
    messages: int = 1
    clients: int | None = None
    coordinate_noise_std: float | None = None

    def estimate(
        self,
        x: Any,
        shared: SharedRandomness,
        rng: np.random.Generator,
        *,
        progress: Callable[[float], None] | None = None,
    ) -> MeanEstimate:
        """Every client encodes, the bytes are counted, the server decodes them and averages.

        x: (n, d), a client a row. shared: known to clients and server; a repetition needs another seed. rng: what
        clients and server keep to themselves. progress: called with the finished share of the clients. Clients are
        processed in blocks, so memory does not grow with n beyond the data. Raises ``ValueError`` for data the scheme
        does not allow.
        """
        x = self.inputs(x)
        step = max(1, _BLOCK_FLOATS // self.floats_per_client)
        blocks = []
        for start in range(0, len(x), step):
            blocks.append(self._block(x[start : start + step], start, shared, rng))
            if progress is not None:
                progress(min(1.0, (start + step) / len(x)))
        n = len(x)
        bits, information = (sum(getattr(b, field) for b in blocks) / n for field in ("bits", "information"))
        overhead = (bits - information) / self.messages
        return MeanEstimate(
            mean=self._finish(np.sum([b.total for b in blocks], axis=0) / n, n, rng),
            target=x.mean(axis=0),
            sent_bytes=sum(b.sent_bytes for b in blocks),
            bits=ClientBits(information, overhead, (self.messages - 1) * overhead),
            candidates=sum(b.candidates for b in blocks) / n,
            noise_std=self.coordinate_noise_std,
        )

    def inputs(self, x: Any) -> np.ndarray:
        """x checked, (n, d) with n >= 1."""
        x = validation.array("x", x, (None, self.dimension))
        validation.require(len(x) >= 1, "x", x.shape, "the vectors of at least one client")
        fits = self.clients is None or len(x) == self.clients
        validation.require(fits, "x", x.shape, f"the vectors of clients = {self.clients}")
        return x

    @property
    def floats_per_client(self) -> int:
        return self.dimension

    @abstractmethod
    def expected_squared_error(self, x: Any) -> float:
        """E‖estimate − mean of x‖₂² for these very data, a sum over coordinates; x: (n, d)."""

    def expected_candidates(self) -> float:
        """Proposal samples a client evaluates, expected or at most; 0 for schemes that draw none."""
        return 0.0

    @abstractmethod
    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """Local guarantees of one client's vector, against the database and against the decoder, and the central one
        where it differs. delta: for mechanisms without pure privacy."""

    def accounted_privacy(self, delta: float) -> PrivacyGuarantee | None:
        """(ε, δ) of one client's vector against the decoder of PPR by accounting, however its change is spread
        over messages; None for schemes that do not send PPR's messages."""
        return None

    @abstractmethod
    def _block(self, x: np.ndarray, first_client: int, shared: SharedRandomness, rng: np.random.Generator) -> Block:
        """Encode, send and decode the clients first_client, first_client + 1 and so on."""

    def _finish(self, mean: np.ndarray, clients: int, rng: np.random.Generator) -> np.ndarray:
        """What the server does to the average before it is published."""
        return mean


def through(
    compressor: Compressor,
    code: Code,
    x: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    first_table: int,
) -> tuple[np.ndarray, int, Messages]:
    """Encode the inputs x (m, …), send the bytes and decode them: what arrives, (m, …), their number, and the messages.

    Message i is about table first_table + i of the shared randomness.
    """
    messages = compressor.encode(x, shared, rng, first_table=first_table)
    sent = messages.to_bytes(code)
    received = Messages.from_bytes(sent, code, count=len(x), first_table=first_table)
    return compressor.decode(received, shared), len(sent), messages


def looked_at(messages: Messages) -> float:
    """Candidates of all the messages together."""
    return 0.0 if messages.candidates is None else float(messages.candidates.sum())
