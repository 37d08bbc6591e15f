"""Every compressor that pages offer, declared once: how it is built, what it needs, how it is coded, what it costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ppr_core import kernels
from ppr_core.channels import CategoryChannel, Channel
from ppr_core.codes import Code, EliasDelta, FixedLength
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    FewBits,
    GenProt,
    GreedyRejection,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    TruncatedPoisson,
    speed,
)
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.wording import exponential, number

__all__ = [
    "SCHEMES", "WEAK", "Scheme", "SchemeParameters", "SchemeSettings", "encode_bytes", "encode_seconds", "gamma_text",
    "schemes_of",
]  # fmt: skip

#: The generator that is weak on purpose: 64 different rows.
WEAK = FewBits(6)

_WORDS = 17  # uniforms that a block of the hash function's output gives
_FEW, _AT_ONCE = 1 << 14, 1 << 16  # seeds tried together: a quarter of r* for one input, within these limits
_LARGEST = 300.0  # natural logarithms above this are cut: such a run is refused anyway
_HELD = 4e7  # bytes of a batch that is being encoded, whatever it is

Needs = Callable[[Channel], str]
Seconds = Callable[["Scheme", Channel, np.ndarray, "SchemeSettings"], float]


@dataclass(frozen=True)
class SchemeSettings:
    """PPR's order α, the number of candidates N and what rejection may miss, γ; a scheme takes those it has.

    compiled: whether predicted seconds count on compiled kernels.
    """

    alpha: float = 2.0
    candidates: int = 16
    gamma: float = 1e-3
    compiled: bool = False

    def expected(self) -> SchemeSettings:
        """The same with predictions for the path that a run takes here."""
        return replace(self, compiled=kernels.expected())


@dataclass(frozen=True)
class Scheme:
    """A compressor with its settings, as the pages offer it.

    kind: its class; takes: the `SchemeSettings` its constructor has, in its order; fixed: further arguments; role: its
    colour and line on every page; code: of its index; missing(channel): what it needs and the channel does not have, in
    words, "" if it runs; seconds: predicted for one encode within a large batch on one core; loses: some messages
    decode to nothing.
    """

    name: str
    label: str
    kind: type[Compressor]
    role: str
    seconds: Seconds
    code: Callable[[SchemeSettings], Code] = lambda settings: EliasDelta()
    takes: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    missing: Needs = lambda channel: ""
    loses: bool = False

    @property
    def finite_list(self) -> bool:
        """It chooses among N candidates, instead of searching until one is found."""
        return "candidates" in self.takes

    def build(self, channel: Channel, settings: SchemeSettings) -> Compressor:
        """The compressor of the channel. Raises ``ValueError`` where `missing` gives a reason."""
        return self.kind(channel, **{name: getattr(settings, name) for name in self.takes}, **self.fixed)

    def words(self, settings: SchemeSettings) -> str:
        """The settings it depends on: "α = 2, N = 16", or "" without any."""
        texts = {
            "alpha": f"α = {number(settings.alpha)}",
            "candidates": f"N = {settings.candidates}",
            "gamma": gamma_text(settings.gamma),
        }
        return ", ".join(texts[name] for name in self.takes)

    def described(self, settings: SchemeSettings) -> str:
        """The name inside a sentence: "PPR (α = 2)"."""
        words = self.words(settings)
        return f"{self.label} ({words})" if words else self.label

    def titled(self, settings: SchemeSettings) -> str:
        """The name in a chart: "PPR, α = 2"."""
        return ", ".join(filter(None, (self.label, self.words(settings))))

    def memory_bytes(self, channel: Channel, settings: SchemeSettings) -> float:
        """Predicted peak memory while a batch is being encoded."""
        if self.kind is PseudorandomRejection:
            tries = min(_AT_ONCE, max(_FEW, math.exp(min(float(channel.log_ratio_bound()), _LARGEST)) / 4))
            return _HELD + tries * (500.0 * math.ceil(channel.width / _WORDS) + 40.0 * channel.width)
        held = settings.candidates * channel.width if self.finite_list else 0
        return _HELD + 40.0 * max(held, 1 << 19)

    def work(self, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> str:
        """What an encode of x looks at, for the reason of a cost: "r* = 13.6 candidates"."""
        if self.finite_list:
            return f"N = {settings.candidates} candidates"
        return f"r* = {exponential(float(channel.log_ratio_bound()))} candidates"


def gamma_text(gamma: float) -> str:
    """The rate in words: "γ = 0.001"."""
    return f"γ = {number(gamma)}"


def schemes_of(*names: str) -> dict[str, str]:
    """name -> label of these schemes, of all without names."""
    return {name: SCHEMES[name].label for name in names or SCHEMES}


def _listed_seconds(scheme: Scheme, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> float:
    return speed.listed_seconds(channel, settings.candidates)


def _searched_seconds(scheme: Scheme, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> float:
    alpha = scheme.fixed.get("alpha", settings.alpha)
    path = speed.path_with_kernels(channel, x, alpha) if settings.compiled else speed.ARRAYS
    return speed.search_seconds(channel, x, alpha, path=path)


def _greedy_seconds(scheme: Scheme, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> float:
    return 0.5 * SCHEMES["pfr"].seconds(SCHEMES["pfr"], channel, x, replace(settings, compiled=False))


def _bit_seconds(scheme: Scheme, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> float:
    return speed.ENCODE_SECONDS + speed.candidate_seconds(channel)


def _rejection_seconds(scheme: Scheme, channel: Channel, x: np.ndarray, settings: SchemeSettings) -> float:
    """γ shortens the search; with a weak generator it is the longest one, as no seed may fit."""
    longest = max(1.0, -math.log(max(settings.gamma, 1e-300)))
    return speed.rejection_seconds(channel, longest if scheme.fixed else 1 - settings.gamma)


def _list_code(settings: SchemeSettings) -> Code:
    """⌈log2 N⌉ bits, for an index that is almost uniform on N candidates."""
    return FixedLength(max(1, math.ceil(math.log2(settings.candidates))))


def _needs_categories(channel: Channel) -> str:
    finite = isinstance(channel, CategoryChannel) or channel.two_levels() is not None
    return "" if finite else "needs finitely many outputs"


def _needs_two_levels(channel: Channel) -> str:
    return "" if channel.two_levels() is not None else "needs a density ratio with the same two values for every input"


def _needs_pure_privacy(channel: Channel) -> str:
    return "" if math.isfinite(channel.privacy().epsilon) else "needs a mechanism that is private with δ = 0"


def _needs_small_ratio(channel: Channel) -> str:
    bound = float(channel.log_ratio_bound())
    if bound <= math.log(2) + 1e-12:
        return ""
    return f"needs r* ≤ 2, so that r/2 is a probability; here r* = {exponential(bound, 3)}"


def _seed_code(settings: SchemeSettings) -> Code:
    return FixedLength(128)


#: name -> declaration, the exact ones first.
SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme("ppr", "PPR", PoissonPrivateRepresentation, "ppr", _searched_seconds, takes=("alpha",)),
        Scheme("pfr", "PFR", PoissonPrivateRepresentation, "pfr", _searched_seconds, fixed={"alpha": math.inf}),
        Scheme(
            "greedy_rejection", "Greedy rejection", GreedyRejection, "pfr", _greedy_seconds, missing=_needs_categories
        ),
        Scheme(
            "truncated_ppr", "Truncated PPR", TruncatedPoisson, "mrc", _listed_seconds, takes=("alpha", "candidates")
        ),
        Scheme("mrc", "MRC", MinimalRandomCoding, "mrc", _listed_seconds, _list_code, ("candidates",)),
        Scheme(
            "modified_mrc", "Modified MRC", ModifiedMinimalRandomCoding, "dithered", _listed_seconds, _list_code,
            ("candidates",), missing=_needs_two_levels,
        ),
        Scheme(
            "genprot", "GenProt", GenProt, "mrc", _listed_seconds, _list_code, ("candidates",),
            missing=_needs_pure_privacy,
        ),
        Scheme(
            "bassily_smith", "Bassily–Smith", BassilySmith, "baseline", _bit_seconds, lambda settings: FixedLength(1),
            missing=_needs_small_ratio, loses=True,
        ),
        Scheme(
            "rejection", "Pseudorandom rejection", PseudorandomRejection, "rejection", _rejection_seconds, _seed_code,
            ("gamma",),
        ),
        Scheme(
            "weak_rejection", "Weak-generator rejection", PseudorandomRejection, "baseline", _rejection_seconds,
            _seed_code, ("gamma",), {"generator": WEAK},
        ),
    )
}  # fmt: skip


def encode_seconds(scheme: str, channel: Channel, x: np.ndarray, **settings: Any) -> float:
    """Predicted seconds for one encode of x, in a large batch on one core; settings: of `SchemeSettings`, by name.

    By array programs or with compiled kernels: a plan counts on one of the two whatever is installed, a cost on what a
    run takes here, `kernels.expected()`.
    """
    declared = SCHEMES[scheme]
    return declared.seconds(declared, channel, x, SchemeSettings(**settings))


def encode_bytes(scheme: str, channel: Channel, *, candidates: int = 16) -> float:
    """Predicted peak memory while a batch is being encoded."""
    return SCHEMES[scheme].memory_bytes(channel, SchemeSettings(candidates=candidates))


@dataclass(frozen=True, kw_only=True)
class SchemeParameters(Parameters):
    """Two compressors side by side, or one; α, N and γ are common to both."""

    first: str = parameter(
        "ppr", kind="choice", label="Compressor A", choices=schemes_of(),
        help="PPR and PFR are exact; truncated PPR and MRC choose among N candidates and are not. "
        "Rejection sends a seed; its weak generator is weak on purpose.",
    )  # fmt: skip
    second: str = parameter(
        "mrc",
        kind="choice",
        label="Compressor B",
        choices=schemes_of() | {"none": "none"},
        help="Compressor B is shown beside A.",
    )
    alpha: float = fields.order(note="PPR and truncated PPR use it.")
    candidates: int = fields.candidates(16, low=2, high=65536)
    gamma: float = fields.gamma(1e-3, group="more")

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """The chosen compressors, one or two."""
        return tuple(SCHEMES[name] for name in (self.first, self.second) if name != "none")

    @property
    def settings(self) -> SchemeSettings:
        """α, N and γ."""
        return SchemeSettings(self.alpha, self.candidates, self.gamma)

    def unused(self) -> dict[str, str]:
        """α, N and γ where neither compressor has them."""
        reasons, taken = super().unused(), {name for scheme in self.schemes for name in scheme.takes}
        missing = {
            "alpha": "Neither compressor has an order α.",
            "candidates": "Neither compressor has a fixed number of candidates.",
            "gamma": "Neither compressor is pseudorandom rejection.",
        }
        return reasons | {name: reason for name, reason in missing.items() if name not in taken}
