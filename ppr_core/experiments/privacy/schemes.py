"""Every compressor whose privacy is compared: how it is built, what it needs of a channel, how it is coded."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel
from ppr_core.codes import Code, EliasDelta, FixedLength
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    GenProt,
    GreedyRejection,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    TruncatedPoisson,
)
from ppr_core.experiments.vocabulary.schemes import encode_seconds, gamma_text
from ppr_core.wording import number

__all__ = [
    "SCHEMES",
    "STREAMS",
    "USES_CANDIDATES",
    "code_of",
    "compressor_of",
    "description",
    "missing",
    "program",
    "scheme_seconds",
]

#: name -> label, in the order of the comparison: the exact ones first.
SCHEMES: dict[str, str] = {
    "ppr": "PPR",
    "pfr": "PFR",
    "greedy_rejection": "Greedy rejection",
    "truncated_ppr": "Truncated PPR",
    "mrc": "MRC",
    "modified_mrc": "Modified MRC",
    "genprot": "GenProt",
    "bassily_smith": "Bassily–Smith",
    "rejection": "Pseudorandom rejection",
}
#: Numbers of the random streams of a run. They stay when another compressor joins, and so do all results.
STREAMS: dict[str, int] = {
    "ppr": 0, "pfr": 1, "greedy_rejection": 2, "truncated_ppr": 3, "mrc": 4, "modified_mrc": 5, "genprot": 6,
    "bassily_smith": 7, "mechanism": 8, "tradeoff": 9, "rejection": 10,
}  # fmt: skip
USES_CANDIDATES = frozenset({"truncated_ppr", "mrc", "modified_mrc", "genprot"})
_USES_ALPHA = frozenset({"ppr", "truncated_ppr"})

_KINDS: dict[str, type[Compressor]] = {
    "ppr": PoissonPrivateRepresentation,
    "pfr": PoissonPrivateRepresentation,
    "greedy_rejection": GreedyRejection,
    "truncated_ppr": TruncatedPoisson,
    "mrc": MinimalRandomCoding,
    "modified_mrc": ModifiedMinimalRandomCoding,
    "genprot": GenProt,
    "bassily_smith": BassilySmith,
    "rejection": PseudorandomRejection,
}


def compressor_of(scheme: str, channel: Channel, alpha: float, candidates: int, gamma: float) -> Compressor:
    """The compressor; α, N and γ go to those that have them. Raises ``ValueError`` where `missing` gives a reason."""
    kind = _KINDS[validation.choice("scheme", scheme, tuple(SCHEMES))]
    return kind(channel, *_arguments(scheme, alpha, candidates, gamma))


def missing(scheme: str, channel: Channel) -> str:
    """What the scheme needs and this channel does not have, in words; "" if it runs."""
    if scheme == "greedy_rejection" and not isinstance(channel, CategoryChannel):
        return "needs finitely many outputs"
    if scheme == "modified_mrc" and channel.two_levels() is None:
        return "needs a density ratio with the same two values for every input"
    if scheme == "genprot" and not math.isfinite(channel.privacy().epsilon):
        return "needs a mechanism that is private with δ = 0"
    bound = float(channel.log_ratio_bound())
    if scheme == "bassily_smith" and bound > math.log(2) + 1e-12:
        size = number(math.exp(bound)) if bound < 600 else f"e^{bound:.0f}"
        return f"needs r* ≤ 2, so that r/2 is a probability; here r* = {size}"
    return ""


def description(scheme: str, alpha: float, candidates: int, gamma: float) -> str:
    """The name with the parameters it depends on: "PPR (α = 2)"."""
    parts = [f"α = {number(alpha)}"] if scheme in _USES_ALPHA else []
    parts += [f"N = {candidates}"] if scheme in USES_CANDIDATES else []
    parts += [gamma_text(gamma)] if scheme == "rejection" else []
    return f"{SCHEMES[scheme]} ({', '.join(parts)})" if parts else SCHEMES[scheme]


def program(scheme: str, alpha: float, candidates: int, gamma: float) -> tuple[str, str]:
    """Class name and what follows the channel in its constructor: ("TruncatedPoisson", ", 2.0, 16")."""
    values = _arguments(scheme, alpha, candidates, gamma)
    return _KINDS[scheme].__name__, "".join(f", {'np.inf' if math.isinf(value) else repr(value)}" for value in values)


def _arguments(scheme: str, alpha: float, candidates: int, gamma: float) -> list[float]:
    """What the constructor takes besides the channel; PFR is PPR at α = ∞."""
    if scheme == "rejection":
        return [gamma]
    order = [math.inf] if scheme == "pfr" else [alpha] if scheme in _USES_ALPHA else []
    return order + ([candidates] if scheme in USES_CANDIDATES else [])


def code_of(scheme: str, candidates: int) -> Code:
    """Elias delta; ⌈log2 N⌉ bits where the index is almost uniform on N candidates; one bit for Bassily–Smith,
    and the 128 bits of a seed for pseudorandom rejection."""
    if scheme == "rejection":
        return FixedLength(128)
    if scheme == "bassily_smith":
        return FixedLength(1)
    if scheme in ("mrc", "modified_mrc", "genprot"):
        return FixedLength(max(1, math.ceil(math.log2(candidates))))
    return EliasDelta()


def scheme_seconds(scheme: str, channel: Channel, x: np.ndarray, alpha: float, candidates: int) -> float:
    """Predicted seconds for one encode of x, within a large batch on one core."""
    if scheme == "bassily_smith":
        candidates = 1
    if scheme in ("ppr", "pfr", "rejection"):
        return encode_seconds(scheme, channel, x, alpha=alpha, candidates=candidates)
    if scheme == "greedy_rejection":
        return 0.5 * encode_seconds("pfr", channel, x, alpha=alpha, candidates=candidates)
    return encode_seconds("mrc", channel, x, alpha=alpha, candidates=candidates)
