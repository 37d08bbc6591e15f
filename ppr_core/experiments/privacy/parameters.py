"""What can be set in the experiment `privacy`: a mechanism by its own ε, the compressors, and the audit."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel, Release
from ppr_core.compressors import Compressor, PseudorandomRejection
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS, Mechanism, labels
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings, schemes_of
from ppr_core.wording import number

__all__ = ["COMPARED", "PRESETS", "PrivacyParameters"]

#: The compressors that are compared; what a weak generator leaves is told beside the good one.
COMPARED: tuple[str, ...] = tuple(name for name in SCHEMES if name != "weak_rejection")

_ENUMERATED = 1 << 13  # candidates whose weights are enumerated, but at least so many tables:
_FEWEST_TABLES = 16
_FEW_KINDS = ("randomized_response", "privunit")  # mechanisms whose candidates are of few kinds for two inputs
_LARGEST_ALPHA = 50  # of the bounds of what lists tell


@dataclass(frozen=True, kw_only=True)
class PrivacyParameters(Parameters):
    """A mechanism that is ε-private between any two inputs, two of them as far apart as can be, and the compressors.

    Vectors lie in the ball of radius 1, so the noise follows from ε: Laplace has scale 2/ε, and Gaussian noise is the
    least that gives (ε, δ). The inputs compared are the two ends of the first axis, or the first and last category.
    """

    mechanism: str = fields.mechanism(
        "randomized_response", choices=labels(*(name for name, kind in MECHANISMS.items() if kind.release is not None)),
        note="Randomized response keeps a category or reports another; truncated geometric noise moves it along a row.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        1.0, low=0.1, high=10.0,
        note="Here it limits a reader of the output; for Gaussian noise with the δ below.",
    )  # fmt: skip
    scheme: str = fields.scheme(
        "ppr", choices=schemes_of(*COMPARED),
        note="Chart and tiles show this scheme; the tab “All schemes” compares all of them.",
    )  # fmt: skip
    alpha: float = fields.order(note="With PPR and truncated PPR the server's ε is at most 2α times the mechanism's.")
    candidates: int = fields.candidates(8, low=2, high=4096, group="more")
    encodes: int = fields.messages(
        2_000, low=200, high=100_000,
        note="So many are sent for each of two inputs: half choose what to count, half are counted.",
    )  # fmt: skip
    categories: int = fields.categories(
        4, low=2, high=50, group="more",
        note="Only mechanisms for categories use it.",
    )  # fmt: skip
    dimension: int = fields.dimension(1, low=1, high=50, group="more", note="Only mechanisms for vectors use it.")
    delta: float = fields.delta(
        1e-6, low=1e-12, high=0.1, group="more",
        note="Gaussian noise, PPR's computed limit and MRC's approximate guarantee use it.",
    )  # fmt: skip
    slack_epsilon: float = parameter(
        0.5, kind="real", label="Theorem 10: what ε may grow by", symbol="ε̃", low=0.001, high=1.0, scale="log",
        group="more", help="Theorem 10 promises αε + ε̃ instead of 2αε, but only for α very close to 1.",
    )  # fmt: skip
    slack_delta: float = parameter(
        0.001, kind="real", label="Theorem 10: what δ may grow by", symbol="δ̃", low=1e-12, high=0.3, scale="log",
        group="more", help="The smaller ε̃ and δ̃, the closer α has to be to 1, and the longer the messages.",
    )  # fmt: skip
    gamma: float = fields.gamma(1e-3, group="more")
    tables: int = parameter(
        8, kind="integer", label="Lists of candidates tried", low=1, high=25, group="more",
        help="The attack tries so many lists and picks the one that tells the two inputs apart best.",
    )  # fmt: skip
    confidence: float = parameter(
        0.95, kind="real", label="Confidence of a bound", low=0.5, high=0.999999,
        stops=(0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.999999), group="more",
        help="With at least this chance, the ε that the attack shows is not above the true one.",
    )  # fmt: skip
    lists: int = parameter(
        0, kind="integer", label="Lists drawn to enclose what they tell", low=0, high=4000,
        stops=(0, 250, 500, 1000, 2000, 4000), group="more",
        help="So many lists are drawn to enclose what list and index alone tell. At 0 this is left open.",
    )  # fmt: skip
    seed: int = fields.seed()

    def check(self) -> None:
        if self.chosen.data == "direction":
            allowed = f"at least 2 for {self.chosen.label}, whose vectors lie on a sphere"
            validation.require(self.dimension >= 2, "dimension", self.dimension, allowed)
        reason = SCHEMES[self.scheme].missing(self.channel())
        if reason:
            raise ValueError(f"{SCHEMES[self.scheme].label} {reason}. Another compressor or mechanism will do.")

    def unused(self) -> dict[str, str]:
        reasons = self.chosen.unused(("dimension", "categories"))
        if self.scheme != "ppr":
            reasons |= {name: "Theorem 10 is about PPR." for name in ("slack_epsilon", "slack_delta")}
        if self.mechanism not in _FEW_KINDS:
            reasons["lists"] = "Bounds are known for randomized response and PrivUnit, whose ratio has two values."
        elif self.scheme != "ppr" or self.alpha > _LARGEST_ALPHA:
            reasons["lists"] = f"It is about PPR with α up to {number(_LARGEST_ALPHA)}."
        return reasons

    @property
    def encloses(self) -> bool:
        """Whether it is enclosed what list and index tell."""
        return self.lists > 0 and "lists" not in self.unused()

    @property
    def chosen(self) -> Mechanism:
        """The declaration of the mechanism."""
        return MECHANISMS[self.mechanism]

    @property
    def slack(self) -> tuple[float, float]:
        """ε̃ and δ̃ of Theorem 10."""
        return self.slack_epsilon, self.slack_delta

    @property
    def enumerated(self) -> int:
        """On how many tables the law of the index is enumerated, where it is known."""
        return max(_FEWEST_TABLES, min(256, _ENUMERATED // self.candidates))

    @property
    def settings(self) -> SchemeSettings:
        """α, N and γ."""
        return SchemeSettings(self.alpha, self.candidates, self.gamma)

    def channel(self) -> Channel:
        """The mechanism, with the proposal that needs the fewest candidates."""
        return _channel(self.mechanism, self.epsilon, self.categories, self.dimension, self.delta)

    def inputs(self) -> tuple[np.ndarray, np.ndarray]:
        """The two inputs, (d,) each or categories."""
        return self.chosen.kind.ends(self.channel())

    def compressor(self, scheme: str, channel: Channel) -> Compressor:
        """A compressor of the channel with these α, N and γ."""
        return SCHEMES[scheme].build(channel, self.settings)

    def any_generator(self) -> PseudorandomRejection:
        """Pseudorandom rejection with a generator that nobody can rely on."""
        compressor = self.compressor("weak_rejection", self.channel())
        assert isinstance(compressor, PseudorandomRejection)
        return compressor

    def described(self, scheme: str) -> str:
        """The compressor with the parameters it has."""
        return SCHEMES[scheme].described(self.settings)


@functools.lru_cache(maxsize=64)
def _channel(mechanism: str, epsilon: float, categories: int, dimension: int, delta: float) -> Channel:
    goal = Release(epsilon=epsilon, delta=delta, dimension=dimension, norm_bound=1.0, categories=categories)
    release = MECHANISMS[mechanism].release
    assert release is not None  # of those that the field offers
    return release(goal)


PRESETS = {
    "PPR on 4 categories": (
        PrivacyParameters(),
        "A person picks one of four answers; the tab “All schemes” compares nine compressors, PPR among them.",
    ),
    "Fifty thousand encodes": (
        PrivacyParameters(encodes=50_000, tables=16),
        "The audits come closer to the truth, and that of PFR goes on growing.",
    ),
    "PFR: exact but not private": (
        PrivacyParameters(scheme="pfr", encodes=20_000),
        "At α = ∞ some indices never occur for one of the inputs: the bound grows with every further encode.",
    ),
    "MRC with four candidates": (
        PrivacyParameters(scheme="mrc", candidates=4, encodes=10_000),
        "Two bits and 2ε at most, but the outputs no longer follow the mechanism's distribution.",
    ),
    "Pseudorandom rejection": (
        PrivacyParameters(scheme="rejection", encodes=10_000),
        "Feldman, Talwar 2021: a seed of 128 bits in place of an index, and ε itself while the generator holds.",
    ),
    "PPR with α close to 1": (
        PrivacyParameters(alpha=1.05, encodes=10_000),
        "The factor 2α falls to 2.1, messages grow to 30 bits; Theorem 10 would need α almost 10⁵ times closer.",
    ),
    "List and index only": (
        PrivacyParameters(lists=500, delta=1e-3),
        "The decoder does not see the encoder’s times: bounds of what list and index tell, and the frontier of bits.",
    ),
    "Laplace noise": (
        PrivacyParameters(mechanism="laplace", encodes=10_000),
        "A number in [−1, 1] with Laplace noise: what needs finitely many outputs cannot run.",
    ),
    "Gaussian, ten dimensions": (
        PrivacyParameters(mechanism="gaussian", dimension=10, encodes=10_000),
        "(1, 10⁻⁶)-privacy: of the promises only Theorem 8 is left.",
    ),
}
