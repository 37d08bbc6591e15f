"""Choice of one or two compressors, with the parameters that they share, and what an encode costs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.codes import Code, EliasDelta, FixedLength
from ppr_core.compressors import (
    Compressor,
    FewBits,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    TruncatedPoisson,
)
from ppr_core.compressors.poisson import order_factor
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.wording import number

__all__ = [
    "SCHEMES",
    "USES_ALPHA",
    "USES_CANDIDATES",
    "USES_GAMMA",
    "WEAK",
    "SchemeParameters",
    "code_of",
    "compressor_of",
    "encode_bytes",
    "encode_seconds",
    "gamma_text",
    "scheme_label",
]

#: name -> label of the compressors that can be chosen.
SCHEMES: dict[str, str] = {
    "ppr": "PPR",
    "pfr": "PFR",
    "truncated_ppr": "Truncated PPR",
    "mrc": "MRC",
    "rejection": "Pseudorandom rejection",
    "weak_rejection": "Weak-generator rejection",
}
USES_ALPHA = frozenset({"ppr", "truncated_ppr"})
USES_CANDIDATES = frozenset({"truncated_ppr", "mrc"})
USES_GAMMA = frozenset({"rejection", "weak_rejection"})

#: The generator that is weak on purpose: 64 different rows.
WEAK = FewBits(6)

# Measured seconds of one core for each encode, each candidate, each uniform that a candidate needs, and for finding
# a candidate's place in time.
_ENCODE, _CANDIDATE, _UNIFORM, _ARRIVAL, _ARRIVAL_PFR = 1e-6, 6e-8, 4e-8, 8e-7, 3.5e-7
# Of pseudorandom rejection: an encode with its decode, a try, and each block of the hash function's output.
_SEED, _TRY, _BLOCK = 2e-6, 4e-7, 1e-6
_WORDS = 17  # uniforms that a block gives
_FEW, _AT_ONCE = 1 << 14, 1 << 16  # seeds tried together: a quarter of r* for one input, within these limits
_LARGEST = 300.0  # natural logarithms above this are cut: such a run is refused anyway


_ALPHAS = (1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0, math.inf)


@dataclass(frozen=True, kw_only=True)
class SchemeParameters(Parameters):
    """Two compressors side by side, or one; α, N and γ are common to both."""

    first: str = parameter(
        "ppr", kind="choice", label="Compressor A", choices=SCHEMES,
        help="PPR and PFR are exact. Truncated PPR and MRC choose among N candidates and are not. Rejection sends a "
        "seed, which SHAKE-256 stretches, or a generator that is weak on purpose and knows only 64 rows.",
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
    gamma: float = parameter(
        1e-3, kind="real", label="Rejection may miss", symbol="γ", low=1e-9, high=0.5, scale="log", group="more",
        help="Rejection tries J = ⌈r* ln(1/γ)⌉ seeds. That none is accepted is no likelier than γ, and the law of the "
        "output is no further than γ from the mechanism's, in total variation.",
    )  # fmt: skip

    @property
    def schemes(self) -> tuple[str, ...]:
        """The chosen compressors, one or two."""
        return (self.first,) if self.second == "none" else (self.first, self.second)

    def each(self) -> dict[str, float]:
        """α, N and γ, as the functions of a scheme take them."""
        return {"alpha": self.alpha, "candidates": self.candidates, "gamma": self.gamma}

    def unused(self) -> dict[str, str]:
        """α, N and γ where neither compressor has them."""
        reasons = super().unused()
        if not USES_ALPHA.intersection(self.schemes):
            reasons["alpha"] = "Neither compressor has an order α."
        if not USES_CANDIDATES.intersection(self.schemes):
            reasons["candidates"] = "Neither compressor has a fixed number of candidates."
        if not USES_GAMMA.intersection(self.schemes):
            reasons["gamma"] = "Neither compressor is pseudorandom rejection."
        return reasons


def compressor_of(scheme: str, channel: Channel, *, alpha: float, candidates: int, gamma: float) -> Compressor:
    """The compressor; α, N and γ go to those that have them. PFR is PPR at α = ∞."""
    if validation.choice("scheme", scheme, tuple(SCHEMES)) == "mrc":
        return MinimalRandomCoding(channel, candidates)
    if scheme == "truncated_ppr":
        return TruncatedPoisson(channel, alpha, candidates)
    if scheme in USES_GAMMA:
        return PseudorandomRejection(channel, gamma, generator="shake256" if scheme == "rejection" else WEAK)
    return PoissonPrivateRepresentation(channel, math.inf if scheme == "pfr" else alpha)


def scheme_label(scheme: str, *, alpha: float, candidates: int, gamma: float) -> str:
    """The name with the parameters it depends on, for a chart: "PPR, α = 2"."""
    parts = [SCHEMES[scheme]]
    if scheme in USES_ALPHA:
        parts.append("α = ∞" if math.isinf(alpha) else f"α = {alpha:g}")
    if scheme in USES_CANDIDATES:
        parts.append(f"N = {candidates}")
    if scheme in USES_GAMMA:
        parts.append(gamma_text(gamma))
    return ", ".join(parts)


def gamma_text(gamma: float) -> str:
    """ "γ = 0.001", without digits that say nothing."""
    return f"γ = {gamma:.3g}" if gamma >= 1e-4 else f"γ = {number(gamma)}".replace("1.00·", "")


def code_of(scheme: str, candidates: int) -> Code:
    """Elias delta; for MRC, whose index is almost uniform, ⌈log2 N⌉ bits; for rejection the 128 bits of a seed."""
    if scheme in USES_GAMMA:
        return FixedLength(128)
    return FixedLength(max(1, math.ceil(math.log2(candidates)))) if scheme == "mrc" else EliasDelta()


def encode_seconds(
    scheme: str, channel: Channel, x: np.ndarray, *, alpha: float, candidates: int, gamma: float = 0.0
) -> float:
    """Predicted seconds for one encode of x, within a large batch on one core.

    γ shortens a rejection's search; with the weak generator it is the longest one, as no seed may fit.
    """
    each = _CANDIDATE + _UNIFORM * channel.width
    if scheme in USES_GAMMA:
        tries = math.exp(min(float(channel.log_ratio_bound()), _LARGEST))
        tries *= 1 - gamma if scheme == "rejection" else max(1.0, -math.log(max(gamma, 1e-300)))
        return _SEED + tries * (_TRY + _BLOCK * math.ceil(channel.width / _WORDS) + each)
    if scheme in USES_CANDIDATES:
        return _ENCODE + candidates * each
    log_bound = float(np.asarray(channel.log_ratio_bound(x[None]), dtype=float)[0])
    arrival = _ARRIVAL_PFR if scheme == "pfr" or math.isinf(alpha) else _ARRIVAL * order_factor(alpha)
    return _ENCODE + math.exp(min(log_bound, _LARGEST)) * (arrival + each)


def encode_bytes(scheme: str, channel: Channel, *, candidates: int) -> float:
    """Predicted peak memory while a batch is being encoded."""
    if scheme in USES_GAMMA:
        tries = min(_AT_ONCE, max(_FEW, math.exp(min(float(channel.log_ratio_bound()), _LARGEST)) / 4))
        return 4e7 + tries * (500.0 * math.ceil(channel.width / _WORDS) + 40.0 * channel.width)
    held = candidates * channel.width if scheme in USES_CANDIDATES else 0
    return 4e7 + 40.0 * max(held, 1 << 19)
