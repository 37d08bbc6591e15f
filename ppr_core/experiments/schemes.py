"""Choice of one or two compressors, with the parameters that they share, and what an encode costs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.codes import Code, EliasDelta, FixedLength
from ppr_core.compressors import Compressor, MinimalRandomCoding, PoissonPrivateRepresentation, TruncatedPoisson
from ppr_core.experiments.contract import Parameters, parameter

__all__ = [
    "SCHEMES",
    "USES_ALPHA",
    "USES_CANDIDATES",
    "SchemeParameters",
    "code_of",
    "compressor_of",
    "encode_bytes",
    "encode_seconds",
    "scheme_label",
]

#: name -> label of the compressors that can be chosen.
SCHEMES: dict[str, str] = {"ppr": "PPR", "pfr": "PFR", "truncated_ppr": "Truncated PPR", "mrc": "MRC"}
USES_ALPHA = frozenset({"ppr", "truncated_ppr"})
USES_CANDIDATES = frozenset({"truncated_ppr", "mrc"})

# Measured seconds of one core for each encode, each candidate, each uniform that a candidate needs, and for finding
# a candidate's place in time.
_ENCODE, _CANDIDATE, _UNIFORM, _ARRIVAL, _ARRIVAL_PFR = 1e-6, 6e-8, 4e-8, 8e-7, 3.5e-7
_LARGEST = 300.0  # natural logarithms above this are cut: such a run is refused anyway


_ALPHAS = (1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0, math.inf)


@dataclass(frozen=True, kw_only=True)
class SchemeParameters(Parameters):
    """Two compressors side by side, or one; α and N are common to both."""

    first: str = parameter(
        "ppr", kind="choice", label="Compressor A", choices=SCHEMES,
        help="PPR and PFR are exact. Truncated PPR and MRC choose among N candidates and are not.",
    )  # fmt: skip
    second: str = parameter(
        "mrc", kind="choice", label="Compressor B", choices=SCHEMES | {"none": "none"}, help="Shown beside A."
    )
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.02, high=math.inf, infinite=True, stops=_ALPHAS,
        help="Of PPR and truncated PPR. Near 1: private but long messages. ∞: shortest messages, no privacy.",
    )  # fmt: skip
    candidates: int = parameter(
        16, kind="integer", label="Candidates", symbol="N", low=2, high=65536, scale="log",
        stops=tuple(2**power for power in range(1, 17)),
        help="How many samples of the proposal MRC and truncated PPR choose from.",
    )  # fmt: skip

    @property
    def schemes(self) -> tuple[str, ...]:
        """The chosen compressors, one or two."""
        return (self.first,) if self.second == "none" else (self.first, self.second)

    def each(self) -> dict[str, float]:
        """α and N, as the functions of a scheme take them."""
        return {"alpha": self.alpha, "candidates": self.candidates}

    def unused(self) -> dict[str, str]:
        """α and N where neither compressor has them."""
        reasons = super().unused()
        if not USES_ALPHA.intersection(self.schemes):
            reasons["alpha"] = "Neither compressor has an order α."
        if not USES_CANDIDATES.intersection(self.schemes):
            reasons["candidates"] = "Neither compressor has a fixed number of candidates."
        return reasons


def compressor_of(scheme: str, channel: Channel, *, alpha: float, candidates: int) -> Compressor:
    """The compressor; α and N go to those that have them. PFR is PPR at α = ∞."""
    if validation.choice("scheme", scheme, tuple(SCHEMES)) == "mrc":
        return MinimalRandomCoding(channel, candidates)
    if scheme == "truncated_ppr":
        return TruncatedPoisson(channel, alpha, candidates)
    return PoissonPrivateRepresentation(channel, math.inf if scheme == "pfr" else alpha)


def scheme_label(scheme: str, *, alpha: float, candidates: int) -> str:
    """The name with the parameters it depends on, for a chart: "PPR, α = 2"."""
    parts = [SCHEMES[scheme]]
    if scheme in USES_ALPHA:
        parts.append("α = ∞" if math.isinf(alpha) else f"α = {alpha:g}")
    if scheme in USES_CANDIDATES:
        parts.append(f"N = {candidates}")
    return ", ".join(parts)


def code_of(scheme: str, candidates: int) -> Code:
    """Elias delta; for MRC, whose index is almost uniform, ⌈log2 N⌉ bits."""
    return FixedLength(max(1, math.ceil(math.log2(candidates)))) if scheme == "mrc" else EliasDelta()


def encode_seconds(scheme: str, channel: Channel, x: np.ndarray, *, alpha: float, candidates: int) -> float:
    """Predicted seconds for one encode of x, within a large batch on one core."""
    each = _CANDIDATE + _UNIFORM * channel.width
    if scheme in USES_CANDIDATES:
        return _ENCODE + candidates * each
    log_bound = float(np.asarray(channel.log_ratio_bound(x[None]), dtype=float)[0])
    # Near α = 1 most places lie beyond machine words.
    arrival = _ARRIVAL_PFR if scheme == "pfr" or math.isinf(alpha) else _ARRIVAL * (1 + 0.09 / (alpha - 1))
    return _ENCODE + math.exp(min(log_bound, _LARGEST)) * (arrival + each)


def encode_bytes(scheme: str, channel: Channel, *, candidates: int) -> float:
    """Predicted peak memory while a batch is being encoded."""
    held = candidates * channel.width if scheme in USES_CANDIDATES else 0
    return 4e7 + 40.0 * max(held, 1 << 19)
