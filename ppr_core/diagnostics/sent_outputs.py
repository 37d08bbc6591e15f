"""The decoded outputs of one compressor at one input, sent block by block, against the law that they are to follow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes import Code
from ppr_core.compressors import Compressor
from ppr_core.diagnostics.comparison import Expectation
from ppr_core.diagnostics.exactness import ExactnessTest, exactness_tests
from ppr_core.diagnostics.laws import FiniteLaw, ScalarLaw
from ppr_core.diagnostics.moments import Moments, moments
from ppr_core.diagnostics.views import hits, observe
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["CheckedOutputs", "SentOutputs"]


@dataclass(frozen=True, eq=False, kw_only=True)
class CheckedOutputs:
    """Outputs against their law.

    counts: (m,) in the bins or categories; ordered: (q,) outputs at the ranks of the quantile band, None for
    categories; tests: the first one decides; moments: of the view, or of the event z = x for categories; bits: of a
    message; candidates: evaluated for one.
    """

    counts: np.ndarray
    ordered: np.ndarray | None
    tests: tuple[ExactnessTest, ...]
    moments: Moments
    bits: Mean
    candidates: Mean


class SentOutputs:
    """What has been sent so far of one input.

    compressor: with its channel; x: an input of the channel's event_shape; view: what is looked at, one of `VIEWS`;
    code: of the messages; rng: the encoder's own.
    """

    def __init__(
        self, compressor: Compressor, x: np.ndarray, view: str, code: str | Code, rng: np.random.Generator
    ) -> None:
        self.compressor, self.first = compressor, 0
        self._x, self._view, self._code, self._rng = x, view, code, rng
        self._found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []  # values, bits, candidates

    def extend(self, count: int, shared: SharedRandomness, first_table: int) -> None:
        """Encode x and decode it so many times, with tables from first_table on; ``first`` is the first index sent."""
        batch = np.broadcast_to(self._x, (count, *self._x.shape))
        messages = self.compressor.encode(batch, shared, self._rng, first_table=first_table)
        values = observe(self.compressor.decode(messages, shared), self._x, self._view)
        self.first = self.first or int(messages.indices[0])
        self._found.append((values, messages.lengths(self._code).astype(float), messages.searched.astype(float)))

    def checked(self, law: ScalarLaw | FiniteLaw, picture: Expectation, samples: int | None = None) -> CheckedOutputs:
        """The outputs so far against the law of the view; picture: what perfect samples look like; samples: only the
        first so many."""
        found = map(np.concatenate, zip(*self._found, strict=True))
        values, bits, candidates = (each[:samples] for each in found)
        if isinstance(law, FiniteLaw):
            true = hits(self.compressor.channel, self._x, np.arange(len(law.probabilities)))
            kept = float(law.probabilities[true].sum())
            scores = moments(true[values], kept, kept * (1 - kept))
        else:
            scores = moments(values, law.mean, law.variance)
        return CheckedOutputs(
            counts=picture.counts(values),
            ordered=picture.band.ordered(values) if picture.band else None,
            tests=exactness_tests(values, law, binned=self._view == "radius"),
            moments=scores,
            bits=Mean.of(bits),
            candidates=Mean.of(candidates),
        )
