"""What can be set on the page One person: a mechanism, its compressor, a prior and the person's true value."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, FiniteChannel, ScalarNoiseChannel
from ppr_core.channels.release import Release
from ppr_core.compressors import Compressor
from ppr_core.experiments import files
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS, labels
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings, schemes_of
from ppr_core.mechanism_analysis import Description
from ppr_core.wording import number

__all__ = ["PRESETS", "OnePersonParameters"]

SEEN = ("ppr", "pfr", "mrc", "greedy_rejection", "rejection")  # compressors whose messages can be read here
_POINTS = 17  # of a number's range
_DIRECTIONS = 16
_STEP = 0.25  # between locations in the disc of radius 1
_LAPLACE = ("laplace", "location")
_OWN = {"table": "a table typed here", "file": "a file: CSV, JSON or Python"}
OWN = tuple(_OWN)


@dataclass(frozen=True, kw_only=True)
class OnePersonParameters(Parameters):
    """Somebody whose value is one of k inputs reports t times with a mechanism that is ε-private between any two.

    Numbers lie in [−1, 1] and are told apart at 17 points, locations in the disc of radius 1 at a grid, directions in
    the plane at 16 angles.
    """

    mechanism: str = fields.mechanism(
        "randomized_response",
        choices=labels() | {"location": "Laplace noise on a location"} | _OWN,
        note="A mechanism of the lab or your own: a table of probabilities, or what Your mechanism saves.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        1.0, low=0.1, high=10.0, vanishes=True,
        note="Here it limits one report; for Gaussian noise it holds with δ = 10⁻⁶.",
    )  # fmt: skip
    categories: int = fields.categories(4, high=50, vanishes=True)
    table: str = parameter(
        "0.7,0.2,0.1;0.2,0.5,0.3;0.1,0.3,0.6", kind="table", label="Probabilities", reads=files.mechanism_of_text,
        help="a row for each input, a column for each output", larger=("file", "mechanism", "file"),
    )  # fmt: skip
    file: str = parameter(
        "", kind="file", label="File", reads=files.load_mechanism, endings=("csv", "txt", "tsv", "json", "py"),
        help="A table of probabilities with up to 64 inputs, or a file that Your mechanism saves.",
    )  # fmt: skip
    scheme: str = fields.scheme(
        "ppr", choices=schemes_of(*SEEN),
        note="Somebody who holds seed and message sees more than the output that it stands for.",
    )  # fmt: skip
    alpha: float = fields.order(low=1.1, note="Only PPR uses it.")
    candidates: int = fields.candidates(16, low=2, high=1024, group="more")
    truth: int = fields.true_value(
        1, kind="integer", low=1, high=64, group="more",
        note="Number of the person's input, from 1; numbers beyond the last input stand for the last.",
    )  # fmt: skip
    reports: int = parameter(
        5, kind="integer", label="Reports", symbol="t", low=1, high=12,
        help="Reports of the same person about the same value, each with its own randomness.",
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
    people: int = fields.people(
        2_000, low=200, high=20_000, group="more",
        note="They are simulated to count right guesses where no formula is known.",
    )  # fmt: skip
    seed: int = fields.seed(43)

    def check(self) -> None:
        if self.mechanism != "file":
            self._check_mechanism()

    def check_file(self) -> None:
        if self.mechanism == "file":
            self._check_mechanism()

    def _check_mechanism(self) -> None:
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
        reasons, typed = {}, self.mechanism in OWN
        if typed:
            reasons["epsilon"] = "The mechanism has an ε of its own."
        if self.mechanism not in MECHANISMS or "categories" not in MECHANISMS[self.mechanism].takes:
            reasons["categories"] = "The mechanism says itself what its inputs are."
        reasons |= {name: "The mechanism does not come from there." for name in OWN if self.mechanism != name}
        if self.scheme != "ppr":
            reasons["alpha"] = "Only PPR has an order α."
        if self.scheme != "mrc":
            reasons["candidates"] = "Only MRC chooses among N candidates."
        if self.prior != "own":
            reasons["shares"] = "The prior is not typed here."
        return reasons

    def channel(self) -> Channel:
        """The mechanism; ``ValueError`` says what is wrong with an own one."""
        return self._own().channel if self.mechanism in OWN else _channel(self.mechanism, self.epsilon, self.categories)

    def _own(self) -> Description:
        """The mechanism that somebody brings, with the names of its inputs."""
        if self.mechanism == "table":
            return files.mechanism_of_text(self.table, "Probabilities")
        return files.load_mechanism(self.file, "File")

    @property
    def planar(self) -> bool:
        """Whether inputs are points of a disc."""
        return self.mechanism == "location"

    def inputs(self) -> tuple[np.ndarray, tuple[str, ...]]:
        """The inputs that are told apart, (k, *event_shape), and what they are called."""
        if self.mechanism in OWN:
            description = self._own()
            if description.inputs:
                return np.arange(len(description.inputs)), description.inputs
            assert isinstance(description.channel, ScalarNoiseChannel)  # a finite mechanism names its inputs
            return _range(description.channel.norm_bound)
        if self.planar:
            lattice = np.arange(-1, 1 + _STEP / 2, _STEP)
            points = np.stack(np.meshgrid(lattice, lattice), axis=-1).reshape(-1, 2)
            points = points[np.linalg.norm(points, axis=1) <= 1]
            return points, tuple(f"({number(x)}, {number(y)})" for x, y in points)
        declared = MECHANISMS[self.mechanism]
        if declared.data == "direction":
            angles = np.arange(_DIRECTIONS) * 2 * math.pi / _DIRECTIONS
            return np.stack([np.cos(angles), np.sin(angles)], axis=1), tuple(
                f"{number(math.degrees(a))}°" for a in angles
            )
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
        return SCHEMES[self.scheme].build(self.channel(), SchemeSettings(self.alpha, self.candidates, 1e-3))

    def described(self) -> str:
        """The compressor with its settings."""
        return SCHEMES[self.scheme].described(SchemeSettings(self.alpha, self.candidates, 1e-3))


def _range(bound: float) -> tuple[np.ndarray, tuple[str, ...]]:
    points = np.linspace(-bound, bound, _POINTS)
    return points[:, None], tuple(number(x) for x in points)


@functools.lru_cache(maxsize=64)
def _channel(mechanism: str, epsilon: float, categories: int) -> Channel:
    declared = MECHANISMS["laplace" if mechanism in _LAPLACE else mechanism]
    dimension = 2 if mechanism == "location" or declared.data == "direction" else 1
    assert declared.release is not None
    return declared.release(Release(epsilon=epsilon, dimension=dimension, norm_bound=1.0, categories=categories))


PRESETS = {
    "Four values": (
        OnePersonParameters(),
        "Five reports hide little from a reader, and still less from the server, which sees the messages.",
    ),
    "Yes or no": (
        OnePersonParameters(categories=2, epsilon=0.5, reports=1),
        "The oldest mechanism: a reader is right about 62 of 100 people instead of 50.",
    ),
    "PFR: exact, not private": (
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
    "Others answered before": (
        OnePersonParameters(prior="estimated", categories=6, truth=2),
        "The reports of 2000 people tell how common each value is, so the guess is better before this person reports.",
    ),
}
