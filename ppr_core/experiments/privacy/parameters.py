"""What can be set in the experiment `privacy`: a mechanism by its own ε, the compressors, and the audit."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from ppr_core import accounting, validation
from ppr_core.channels import Channel, FiniteChannel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import Compressor
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.privacy import schemes as privacy_schemes
from ppr_core.experiments.privacy.schemes import SCHEMES

__all__ = ["FINITE", "MECHANISMS", "PrivacyParameters", "geometric"]

#: name -> label of the mechanisms.
MECHANISMS: dict[str, str] = {
    "randomized_response": RandomizedResponseChannel.label,
    "geometric": "Truncated geometric",
    "laplace": LaplaceChannel.label,
    "gaussian": GaussianChannel.label,
}
FINITE = frozenset({"randomized_response", "geometric"})

_ALPHAS = (1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0)


@dataclass(frozen=True, kw_only=True)
class PrivacyParameters(Parameters):
    """A mechanism that is ε-private between any two inputs, two of them as far apart as can be, and the compressors.

    Vectors lie in the ball of radius 1, so the noise follows from ε: Laplace has scale 2/ε, and Gaussian noise is the
    least that gives (ε, δ). The inputs compared are the two ends of the first axis, or the first and last category.
    """

    mechanism: str = parameter(
        "randomized_response", kind="choice", label="Mechanism", choices=MECHANISMS,
        help="Randomized response keeps a category or reports another; truncated geometric noise moves it along a row.",
    )  # fmt: skip
    epsilon: float = parameter(
        1.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.1, high=10.0, scale="log",
        help="What the mechanism's own output gives away of any two inputs at most; for the Gaussian, at the δ below.",
    )  # fmt: skip
    scheme: str = parameter(
        "ppr", kind="choice", label="Compressor", choices=SCHEMES,
        help="Its guarantees and numbers are given in full. The chart and the table compare all of them.",
    )  # fmt: skip
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.02, high=math.inf, infinite=True, stops=_ALPHAS,
        help="Of PPR and truncated PPR. Smaller: a smaller factor 2α against the decoder, and longer messages.",
    )  # fmt: skip
    candidates: int = parameter(
        8, kind="integer", label="Candidates", symbol="N", low=2, high=4096, scale="log",
        stops=tuple(2**power for power in range(1, 13)),
        help="Of truncated PPR, MRC, modified MRC and GenProt, which choose among N samples.",
    )  # fmt: skip
    encodes: int = parameter(
        2_000, kind="integer", label="Encodes", symbol="n", low=200, high=100_000, scale="log",
        help="Of each of two inputs. Half of them choose an event, the other half prove a bound.",
    )  # fmt: skip
    categories: int = parameter(
        4, kind="integer", label="Categories", symbol="k", low=2, high=50, group="more",
        help="Of randomized response and of the truncated geometric mechanism.",
    )  # fmt: skip
    dimension: int = parameter(
        1, kind="integer", label="Dimension", symbol="d", low=1, high=50, scale="log", group="more",
        help="Of the Laplace and the Gaussian mechanism.",
    )  # fmt: skip
    delta: float = parameter(
        1e-6, kind="real", label="Probability that ε may fail", symbol="δ", low=1e-12, high=0.1, scale="log",
        group="more", help="Of the Gaussian mechanism, and of the approximate guarantee of MRC.",
    )  # fmt: skip
    slack_epsilon: float = parameter(
        0.5, kind="real", label="Theorem 10: what ε may grow by", symbol="ε̃", low=0.001, high=1.0, scale="log",
        group="more", help="Theorem 10 promises αε + ε̃ instead of 2αε, but only for α very close to 1.",
    )  # fmt: skip
    slack_delta: float = parameter(
        0.001, kind="real", label="Theorem 10: what δ may grow by", symbol="δ̃", low=1e-12, high=0.3, scale="log",
        group="more", help="The smaller ε̃ and δ̃, the closer α has to be to 1, and the longer the messages.",
    )  # fmt: skip
    gamma: float = parameter(
        1e-3, kind="real", label="Rejection may miss", symbol="γ", low=1e-9, high=0.5, scale="log", group="more",
        help="Pseudorandom rejection gives up after r* ln(1/γ) seeds; its output is within γ of the law.",
    )  # fmt: skip
    tables: int = parameter(
        8, kind="integer", label="Lists of candidates tried", low=1, high=25, group="more",
        help="The audit picks the one list of shared candidates on which the inputs look most different.",
    )  # fmt: skip
    confidence: float = parameter(
        0.95, kind="real", label="Confidence of a bound", low=0.5, high=0.999999,
        stops=(0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.999999), group="more",
        help="How often, at least, the ε proven by an audit is not above the true one.",
    )  # fmt: skip
    seed: int = parameter(1, kind="integer", label="Seed", low=0, high=2**31 - 1, group="seed")

    def check(self) -> None:
        reason = privacy_schemes.missing(self.scheme, self.channel())
        if reason:
            raise ValueError(f"{SCHEMES[self.scheme]} {reason}. Another compressor or mechanism will do.")

    def unused(self) -> dict[str, str]:
        reasons = {}
        if self.mechanism in FINITE:
            reasons["dimension"] = "Categories have no dimension."
        else:
            reasons["categories"] = "This mechanism has vectors instead."
        if self.mechanism != "gaussian" and self.scheme != "mrc":
            reasons["delta"] = "This mechanism is private without a δ."
        if self.scheme != "ppr":
            reasons |= {name: "Theorem 10 is about PPR." for name in ("slack_epsilon", "slack_delta")}
        return reasons

    def channel(self) -> Channel:
        """The mechanism, with the proposal that needs the fewest candidates."""
        return _channel(self.mechanism, self.epsilon, self.categories, self.dimension, self.delta)

    def inputs(self) -> tuple[np.ndarray, np.ndarray]:
        """The two inputs, (d,) each or categories."""
        if self.mechanism in FINITE:
            return np.array(0), np.array(self.categories - 1)
        end = np.eye(self.dimension)[0]
        return end, -end

    def compressor(self, scheme: str, channel: Channel) -> Compressor:
        """A compressor of the channel with these α, N and γ."""
        return privacy_schemes.compressor_of(scheme, channel, self.alpha, self.candidates, self.gamma)

    def described(self, scheme: str) -> str:
        """The compressor with the parameters it has."""
        return privacy_schemes.description(scheme, self.alpha, self.candidates, self.gamma)


def truncated_geometric(size: int, epsilon: float) -> np.ndarray:
    """Noise on a row of k categories, (k, k): P(j|i) ∝ a^{|i−j|}, a = e^{−ε/(k−1)}, what overshoots stays at the ends.

    Ghosh, Roughgarden, Sundararajan 2009. Neighbours differ by ε/(k − 1), the two ends by ε. size: k >= 2; epsilon:
    ε > 0 in nats.
    """
    size = validation.integer("size", size, 2)
    ratio = math.exp(-validation.real("epsilon", epsilon, 0.0, low_open=True) / (size - 1))
    places = np.arange(size)
    matrix = ratio ** np.abs(places[:, None] - places) * (1 - ratio) / (1 + ratio)
    matrix[:, [0, -1]] /= 1 - ratio
    return matrix


@functools.lru_cache(maxsize=64)
def _channel(mechanism: str, epsilon: float, categories: int, dimension: int, delta: float) -> Channel:
    if mechanism == "randomized_response":
        return RandomizedResponseChannel(size=categories, epsilon=epsilon)
    if mechanism == "geometric":
        return FiniteChannel(truncated_geometric(categories, epsilon))
    if mechanism == "laplace":
        return LaplaceChannel(dimension=dimension, epsilon=epsilon / 2, norm_bound=1.0)
    noise = accounting.gaussian_noise_std(2.0, epsilon, delta)
    return GaussianChannel(dimension=dimension, noise_std=noise, norm_bound=1.0)
