"""What can be set on the page One person: a mechanism, its compressor, a prior and the person's true value."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, FiniteChannel
from ppr_core.compressors import Compressor
from ppr_core.experiments import files
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary.fields import ORDERS, order, seed
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS, Release, labels
from ppr_core.experiments.vocabulary.schemes import SCHEMES, Settings, schemes_of

__all__ = ["PRESETS", "OnePersonParameters"]

SEEN = ("ppr", "pfr", "mrc", "greedy_rejection", "rejection")  # compressors whose messages can be read here
_POINTS = 17  # of a number's range
_DIRECTIONS = 16
_STEP = 0.25  # between locations in the disc of radius 1
_LAPLACE = ("laplace", "location")
OWN = ("table", "file")


@dataclass(frozen=True, kw_only=True)
class OnePersonParameters(Parameters):
    """Somebody whose value is one of k inputs reports t times with a mechanism that is ε-private between any two.

    Numbers lie in [−1, 1] and are told apart at 17 points, locations in the disc of radius 1 at a grid, directions in
    the plane at 16 angles.
    """

    mechanism: str = parameter(
        "randomized_response", kind="choice", label="Mechanism",
        choices=labels() | {"location": "Laplace noise on a location", "table": "a table typed here",
                            "file": "a file: CSV, JSON or Python"},
        help="Of the lab, or your own: a table of probabilities, or what Your mechanism saves.",
    )  # fmt: skip
    epsilon: float = parameter(
        1.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.1, high=10.0, scale="log",
        vanishes=True, help="Between any two inputs of one report; for Gaussian noise at δ = 10⁻⁶.",
    )  # fmt: skip
    categories: int = parameter(
        4, kind="integer", label="Categories", symbol="k", low=2, high=50, scale="log",
        vanishes=True, help="Of mechanisms whose inputs are categories.",
    )  # fmt: skip
    table: str = parameter(
        "0.7,0.2,0.1;0.2,0.5,0.3;0.1,0.3,0.6", kind="table", label="Probabilities", reads=files.mechanism_of_text,
        help="a row for each input, a column for each output", larger=("file", "mechanism", "file"),
    )  # fmt: skip
    file: str = parameter(
        "", kind="file", label="File", reads=files.load_mechanism, endings=("csv", "txt", "tsv", "json", "py"),
        help="A table of probabilities with up to 64 inputs, or a file that Your mechanism saves.",
    )  # fmt: skip
    scheme: str = parameter(
        "ppr", kind="choice", label="Compressor", choices=schemes_of(*SEEN),
        help="Somebody who holds seed and message sees more than the output that it stands for.",
    )  # fmt: skip
    alpha: float = order(low=1.1, stops=ORDERS[2:], help="Of PPR. A smaller α gives away less, in longer messages.")
    candidates: int = parameter(
        16, kind="integer", label="Candidates", symbol="N", low=2, high=1024, scale="log",
        stops=tuple(2**power for power in range(1, 11)), group="more", help="Of MRC, which chooses among N samples.",
    )  # fmt: skip
    truth: int = parameter(
        1, kind="integer", label="True value", symbol="x", low=1, high=64,
        help="Number of the person's input, from 1; numbers beyond the last input stand for the last.",
    )  # fmt: skip
    reports: int = parameter(
        5, kind="integer", label="Reports", symbol="t", low=1, high=12,
        help="Of the same person about the same value, each with randomness of its own.",
    )  # fmt: skip
    prior: str = parameter(
        "uniform", kind="choice", label="Known before", group="more",
        choices={"uniform": "nothing", "declining": "how common values are", "estimated": "what others reported",
                 "own": "own shares"},
        help="Common: each value half as common as the one before. What others reported: estimated from the reports of "
        "n people among whom values are so common.",
    )  # fmt: skip
    shares: str = parameter(
        "0.4,0.3,0.2,0.1", kind="table", label="Own shares", group="more", help="one row, a share for each input",
    )  # fmt: skip
    people: int = parameter(
        2_000, kind="integer", label="People", symbol="n", low=200, high=20_000, scale="log", group="more",
        help="Simulated to see how often the best guess is right, where that has no formula, and to estimate a prior.",
    )  # fmt: skip
    seed: int = seed(2)

    def check(self) -> None:
        channel = self.channel()
        missing = SCHEMES[self.scheme].missing(channel)
        if missing:
            raise ValueError(f"{SCHEMES[self.scheme].label} {missing}. Another compressor or mechanism will do.")
        if self.scheme == "greedy_rejection" and not isinstance(channel, CategoryChannel):
            raise ValueError("Greedy rejection is read here on finite mechanisms alone. Another compressor will do.")
        if self.mechanism in OWN and isinstance(channel, FiniteChannel) and channel.input_size > 64:
            raise ValueError(f"File must be a mechanism of at most 64 inputs here; got {channel.input_size}.")
        if self.prior == "own":
            self.own_shares()

    def unused(self) -> dict[str, str]:
        reasons, own = {}, self.mechanism in OWN
        if own:
            reasons["epsilon"] = "The mechanism has an ε of its own."
        if own or MECHANISMS.get(self.mechanism, MECHANISMS["laplace"]).kind.size != "categories":
            reasons["categories"] = "The mechanism says itself what its inputs are."
        reasons |= {name: "The mechanism does not come from there." for name in OWN if self.mechanism != name}
        if self.scheme != "ppr":
            reasons["alpha"] = "Only PPR has an order α."
        if self.scheme != "mrc":
            reasons["candidates"] = "Only MRC chooses among N samples."
        if self.prior != "own":
            reasons["shares"] = "The prior is not typed here."
        return reasons

    def channel(self) -> Channel:
        """The mechanism; ``ValueError`` says what is wrong with an own one."""
        if self.mechanism == "table":
            return files.mechanism_of_text(self.table, "Probabilities").channel
        if self.mechanism == "file":
            return files.load_mechanism(self.file, "File").channel
        return _channel(self.mechanism, self.epsilon, self.categories)

    @property
    def planar(self) -> bool:
        """Whether inputs are points of a disc."""
        return self.mechanism == "location"

    def inputs(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """The inputs that are told apart, (k, *event_shape), and what they are called."""
        if self.mechanism in OWN:
            found = (
                files.mechanism_of_text(self.table) if self.mechanism == "table" else files.load_mechanism(self.file)
            )
            if found.inputs:
                return np.arange(len(found.inputs)), found.inputs
            return _range(found.channel.norm_bound)
        if self.planar:
            lattice = np.arange(-1, 1 + _STEP / 2, _STEP)
            points = np.stack(np.meshgrid(lattice, lattice), axis=-1).reshape(-1, 2)
            points = points[np.linalg.norm(points, axis=1) <= 1]
            return points, tuple(f"({x:g}, {y:g})" for x, y in points)
        declared = MECHANISMS[self.mechanism]
        if declared.data == "direction":
            angles = np.arange(_DIRECTIONS) * 2 * math.pi / _DIRECTIONS
            return np.stack([np.cos(angles), np.sin(angles)], axis=1), tuple(f"{math.degrees(a):g}°" for a in angles)
        if declared.kind.size == "categories":
            return np.arange(self.categories), tuple(map(str, range(1, self.categories + 1)))
        return _range(1.0)

    def own_shares(self) -> np.ndarray:
        """The shares typed, as probabilities; ``ValueError`` says what is wrong."""
        shares, count = files.numbers_of_text(self.shares, "Own shares").ravel(), len(self.inputs()[0])
        proper = len(shares) == count and bool(np.all(shares >= 0)) and shares.sum() > 0
        allowed = f"{count} numbers of at least 0, one for each input"
        validation.require(proper, "Own shares", shares.tolist(), allowed)
        return shares / shares.sum()

    def compressor(self) -> Compressor:
        """The compressor of the mechanism."""
        return SCHEMES[self.scheme].build(self.channel(), Settings(self.alpha, self.candidates, 1e-3))

    def described(self) -> str:
        """The compressor with its settings."""
        return SCHEMES[self.scheme].described(Settings(self.alpha, self.candidates, 1e-3))


def _range(bound: float) -> tuple[np.ndarray, tuple[str, ...]]:
    points = np.linspace(-bound, bound, _POINTS)
    return points[:, None], tuple(f"{x:.3g}" for x in points)


@functools.lru_cache(maxsize=64)
def _channel(mechanism: str, epsilon: float, categories: int) -> Channel:
    declared = MECHANISMS["laplace" if mechanism in _LAPLACE else mechanism]
    dimension = 2 if mechanism == "location" or declared.data == "direction" else 1
    assert declared.release is not None
    return declared.release(Release(epsilon=epsilon, dimension=dimension, norm_bound=1.0, categories=categories))


PRESETS = {
    "Randomized response on four values": (
        OnePersonParameters(),
        "One report at ε = 1 hides much; five of them hide little, and their messages less than their outputs.",
    ),
    "Yes or no": (
        OnePersonParameters(categories=2, epsilon=0.5, reports=1),
        "The oldest mechanism: an observer is right about 62 of 100 people instead of 50.",
    ),
    "PFR: exact but not private": (
        OnePersonParameters(scheme="pfr", reports=3),
        "α = ∞: the output is as private as before, the message is not.",
    ),
    "MRC in four bits": (
        OnePersonParameters(scheme="mrc", candidates=16),
        "Sixteen candidates: the message may say twice as much as the output.",
    ),
    "A location": (
        OnePersonParameters(mechanism="location", epsilon=6.0, truth=30, reports=2),
        "How much of the map remains possible after one report, and after two.",
    ),
    "Others have answered before": (
        OnePersonParameters(prior="estimated", categories=6, truth=2),
        "What two thousand people reported tells how common values are: a better guess, before this person reports.",
    ),
}
