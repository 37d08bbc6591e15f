"""The result of the experiment `bit_cost`: lengths of real messages beside every bound, and a sweep."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.entropy import EntropyEstimate
from ppr_core.experiments.bit_cost import exact
from ppr_core.experiments.bit_cost.exact import Known
from ppr_core.experiments.bit_cost.measure import Measured, Theory
from ppr_core.experiments.bit_cost.parameters import CODES, BitCostParameters
from ppr_core.experiments.bit_cost.sweep import Sweep
from ppr_core.wording import number

__all__ = ["BitCostResult", "Marker"]

_BARS = 60  # at most
_SHOWN = 0.995  # share of the lengths that the bars cover at least
_FAR = 2.5  # a plain float this many times further right than all else is told in words


@dataclass(frozen=True)
class Marker:
    """A number of bits on the axis of the lengths; kind: "exact", "measured", "bound", "mrc" or "plain"; exact: of what
    is measured, the value without simulation, and error, its standard error."""

    label: str
    bits: float
    kind: str
    exact: float | None = None
    error: float = 0.0


@dataclass(frozen=True, eq=False)
class BitCostResult:
    """Everything is per datum; one that is sent in chunks costs the sum over them."""

    parameters: BitCostParameters
    theory: Theory
    measured: Measured
    sweep: Sweep

    @property
    def bits(self) -> Mean:
        """The mean length under the chosen code."""
        return self.measured.codes[self.parameters.code]

    @property
    def exact_bits(self) -> Known:
        """The mean length under the chosen code without simulation."""
        return exact.length(self.parameters, self.parameters.code)

    @property
    def datum(self) -> str:
        """What one length is of."""
        return "vector" if self.theory.messages > 1 else "message"

    @property
    def edges(self) -> np.ndarray:
        """Edges of the bars, (m + 1,), halfway between whole lengths."""
        lengths = self.measured.lengths
        first, last = lengths.min(), np.quantile(lengths, _SHOWN, method="higher")
        step = math.ceil((last - first + 1) / _BARS)
        return np.arange(first - 0.5, last + step, step)

    @property
    def step(self) -> float:
        """Width of a bar, in bits."""
        return float(self.edges[1] - self.edges[0])

    @property
    def centres(self) -> np.ndarray:
        """Middles of the bars, (m,)."""
        return (self.edges[1:] + self.edges[:-1]) / 2

    @property
    def shares(self) -> np.ndarray:
        """Share of the data in each bar, in percent, (m,)."""
        return 100 * np.histogram(self.measured.lengths, self.edges)[0] / len(self.measured.lengths)

    @property
    def share_errors(self) -> np.ndarray:
        """Standard errors of `shares`, (m,)."""
        return np.sqrt(self.shares * (100 - self.shares) / len(self.measured.lengths))

    @property
    def beyond(self) -> float:
        """Share of the data longer than all bars, in percent."""
        return 100 * float(np.mean(self.measured.lengths > self.edges[-1]))

    @property
    def reach(self) -> float:
        """Right end of the axis of the lengths, in bits."""
        near = max(
            self.edges[-1], *(marker.bits for group in self.markers for marker in group if marker.kind != "plain")
        )
        return max(1.3 * near, 1.05 * self.theory.plain_bits if self.plain_shown else 0.0)

    @property
    def markers(self) -> tuple[tuple[Marker, ...], tuple[Marker, ...]]:
        """What is compared, in a fixed order: what belongs to log₂ K, and what belongs to the size of a message; a
        plain float only where it is not far off."""
        t, m, p = self.theory, self.measured, self.parameters
        kl = f"I(X;Z) {number(t.information)}" if t.information is not None else f"KL {number(t.divergence)}"
        index = (
            Marker(kl, t.divergence if t.information is None else t.information, "exact"),
            _both("mean of log₂ K", exact.mean_log_index(p), m.log_index),
            Marker(f"Theorem 5 ≤ {number(t.bound)}", t.bound, "bound"),
        )
        size = [
            _both("entropy of K", exact.entropy(p), m.entropy),
            *(_both(CODES[name], exact.length(p, name), mean) for name, mean in m.codes.items()),
            Marker(f"{CODES[p.code]}, bound ≤ {number(t.code_bound)}", t.code_bound, "bound"),
        ]
        if t.ldp_bound is not None:
            size.append(Marker(f"Corollary 6 ≤ {number(t.ldp_bound)}", t.ldp_bound, "bound"))
        size.append(Marker(f"MRC (not exact) {t.mrc_bits:.4g}", t.mrc_bits, "mrc"))
        if self.plain_shown:
            size.append(Marker(self.plain_text, t.plain_bits, "plain"))
        return index, tuple(size)

    @property
    def plain_text(self) -> str:
        """The plain output and its bits."""
        return f"{self.parameters.plain_name}: {number(int(self.theory.plain_bits))} bits"

    @property
    def plain_shown(self) -> bool:
        """Whether the plain output's bits are near enough to stand on the axis of the lengths."""
        return self.theory.plain_bits <= _FAR * max(self.edges[-1], self.theory.bound, 12.0)

    def table(self) -> dict[str, np.ndarray]:
        return {
            "from": self.edges[:-1],
            "to": self.edges[1:],
            "share_percent": self.shares,
            "standard_error": self.share_errors,
        }


def _both(name: str, known: Known, mean: Mean | EntropyEstimate) -> Marker:
    return Marker(f"{name} {known.text}", mean.value, "measured", known.value, mean.error)
