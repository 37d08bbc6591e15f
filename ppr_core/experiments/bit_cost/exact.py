"""What a datum costs exactly, from the law of PPR's index (`ppr_core.index_law`): no run, and sums over its pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ppr_core.codes import Code, ZipfShannon
from ppr_core.experiments.bit_cost.parameters import BitCostParameters
from ppr_core.index_law import IndexLaw, index_law
from ppr_core.wording import measured, number

__all__ = ["Known", "entropy", "first_law", "length", "mean_log_index", "zipf_mean"]

_ZIPF_RANGE = (0.05, 1000.0)  # of E[log2 K] for which there is a code
_REST = {"sweep": "none", "code": "elias_delta", "candidates": 16, "samples": 200, "seed": 1}  # not in the law


@dataclass(frozen=True)
class Known:
    """A number of bits that no run is needed for; error: one standard error where the law of the channel's ratio has
    no formula and is sampled, else 0."""

    value: float
    error: float = 0.0

    @property
    def text(self) -> str:
        return measured(self.value, self.error) if self.error else number(self.value)


def mean_log_index(p: BitCostParameters) -> Known:
    """E[log2 K], summed over the pieces of the datum."""
    return _sum(p, lambda law: law.mean_log2)


def entropy(p: BitCostParameters) -> Known:
    """H(K), summed over the pieces of the datum."""
    return _sum(p, lambda law: law.entropy_bits)


def length(p: BitCostParameters, code: str) -> Known:
    """Mean length of the datum under a code out of `CODES`; for Zipf–Shannon the one for `zipf_mean`."""
    used: str | Code = ZipfShannon(zipf_mean(p)) if code == "zipf_shannon" else code
    return _sum(p, lambda law: law.mean_length(used))


def zipf_mean(p: BitCostParameters) -> float:
    """The E[log2 K] of one index, to two digits, that sender and receiver build the Zipf–Shannon code for: both can
    compute it, and neither has to see a message."""
    pieces = sum(copies for copies, _ in _laws(p))
    return min(max(float(f"{mean_log_index(p).value / pieces:.2g}"), _ZIPF_RANGE[0]), _ZIPF_RANGE[1])


def first_law(p: BitCostParameters) -> tuple[float, tuple[float, ...]]:
    """Of the index of the first piece E[log2 K] and P(K > k) for k = 1, 2, 3."""
    law = _laws(p)[0][1]
    return law.mean_log2, tuple(map(float, law.survival([1, 2, 3])))


def _sum(p: BitCostParameters, quantity: Callable[[IndexLaw], float]) -> Known:
    laws = _laws(p)
    return Known(
        sum(copies * quantity(law) for copies, law in laws),
        sum(copies * law.standard_error(quantity) for copies, law in laws),
    )


def _laws(p: BitCostParameters) -> tuple[tuple[int, IndexLaw], ...]:
    return _of(p.replace(**_REST))


@lru_cache(maxsize=128)
def _of(p: BitCostParameters) -> tuple[tuple[int, IndexLaw], ...]:
    return tuple((part.copies, index_law(part.channel, part.x, p.alpha)) for part in p.parts())
