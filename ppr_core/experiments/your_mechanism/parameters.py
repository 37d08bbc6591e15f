"""What can be set on the page Your mechanism: the mechanism, brought in one of several ways, and what to do with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel, ScalarNoiseChannel
from ppr_core.channels.noise_laws import noise_laws, shape_names
from ppr_core.experiments import files
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.mechanism_analysis import Description, grid_mechanism, staircase_share
from ppr_core.mechanism_analysis.optimal import MOST_INPUTS

__all__ = ["PRESETS", "SOURCES", "YourMechanismParameters"]

SOURCES = {
    "table": "a table typed here",
    "file": "a file: CSV, JSON or Python",
    "noise": "noise on a number",
    "staircase": "staircase noise on a number",
    "geometric": "geometric noise on a grid",
    "discrete_gaussian": "discrete Gaussian noise on a grid",
    "randomized_response": "randomized response",
}
_SHAPES = ("shape_1", "shape_2", "shape_3", "shape_4")
_SURVEY = ",yes,no,none;has it,0.6,0.3,0.1;has not,0.2,0.7,0.1;unsure,0.4,0.4,0.2"


def _shape(number: int, default: float) -> float:
    return parameter(
        default, kind="real", label=f"Shape {number} of the noise", low=-100.0, high=100.0, vanishes=True,
        stops=(-2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0, 50.0),
        help="As SciPy's documentation of the distribution names it; t has df, gennorm has beta.",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class YourMechanismParameters(Parameters):
    """A mechanism between finite sets, or noise on a number |x| <= C, and what is asked of it."""

    source: str = parameter(
        "table", kind="choice", label="Your mechanism", choices=SOURCES,
        help="A table has a row for each input and holds the probabilities of the outputs.",
    )  # fmt: skip
    table: str = parameter(
        _SURVEY, kind="table", label="Probabilities", reads=lambda text: files.mechanism_of_text(text, normalise=True),
        help="a row for each input, a column for each output; names are welcome", larger=("file", "source", "file"),
    )  # fmt: skip
    file: str = parameter(
        "", kind="file", label="File", endings=("csv", "txt", "tsv", "json", "py"),
        reads=lambda file_id: files.load_mechanism(file_id, "File", normalise=True),
        help="A table of up to 256 × 256 probabilities, or what this page saves. Python is read, never executed.",
    )  # fmt: skip
    normalise: bool = parameter(
        False, kind="flag", label="Divide rows by their sums", group="more",
        help="Otherwise rows that do not sum to 1 are refused. Counts become probabilities this way.",
    )  # fmt: skip
    law: str = parameter(
        "norm", kind="choice", label="Distribution of the noise", vanishes=True,
        choices={name: name for name in noise_laws()},
        help="The continuous distributions of scipy.stats, by name; some are refused, with the reason. Type to search.",
    )  # fmt: skip
    shape_1: float = _shape(1, 2.0)
    shape_2: float = _shape(2, 0.5)
    shape_3: float = _shape(3, 1.0)
    shape_4: float = _shape(4, 1.0)
    scale: float = parameter(
        1.0, kind="real", label="Scale of the noise", low=0.01, high=100.0, scale="log", vanishes=True,
        help="SciPy's scale: the standard deviation of norm, 1/ε of laplace for a distance of 1.",
    )  # fmt: skip
    norm_bound: float = fields.norm_bound(
        1.0, low=0.01, high=100.0, vanishes=True,
        note="The number lies between −C and C.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        1.0, low=0.05, high=10.0, vanishes=True,
        note="Mechanisms made here keep ε; the best mechanism keeps it where yours has none.",
    )  # fmt: skip
    size: int = fields.categories(
        5, low=2, high=256, scale="log", vanishes=True,
        note="Of mechanisms made here on a grid of so many values.",
    )  # fmt: skip
    loss: str = parameter(
        "hamming", kind="choice", label="Loss", group="more",
        choices={
            "squared": "squared distance", "absolute": "distance", "hamming": "wrong or right", "own": "own table",
        },
        help="What a wrong report costs. Distances count places between inputs; an optimum is sought up to 64 inputs.",
    )  # fmt: skip
    losses: str = parameter(
        "", kind="table", label="Own losses", group="more", help="a row for each input, a column for each guess",
    )  # fmt: skip
    criterion: str = parameter(
        "expected", kind="choice", label="Loss that counts", group="more",
        choices={"expected": "mean over inputs", "worst": "worst input"},
    )  # fmt: skip
    alpha: float = fields.order(note="PPR uses it to compress the mechanism.")
    samples: int = fields.messages(
        4_000, low=400, high=200_000, group="more",
        note="Of up to eight inputs; as many again for the audit.",
    )  # fmt: skip
    seed: int = fields.seed(4)

    def check(self) -> None:
        if self.source != "file":
            self._check_mechanism()

    def check_file(self) -> None:
        if self.source == "file":
            self._check_mechanism()

    def _check_mechanism(self) -> None:
        size, table = self.description().rows, self.loss_rule()
        if self.loss == "own" and self.finite and size <= MOST_INPUTS:
            validation.require(
                np.shape(table) == (size, size), "Own losses", np.shape(table), f"of shape ({size}, {size})"
            )

    def unused(self) -> dict[str, str]:
        reasons, built = {}, self.source in ("staircase", "geometric", "discrete_gaussian", "randomized_response")
        if self.source != "table":
            reasons["table"] = "The mechanism is not typed here."
        if self.source != "file":
            reasons["file"] = "The mechanism comes from no file."
        if self.source not in ("table", "file"):
            reasons["normalise"] = "This mechanism is made here."
        if self.source != "noise":
            reasons |= {name: "Only noise from SciPy has it." for name in ("law", "scale")}
        used = len(shape_names(self.law)) if self.source == "noise" else 0
        reasons |= {name: "This noise has no such shape." for name in _SHAPES[used:]}
        if self.source not in ("noise", "staircase"):
            reasons["norm_bound"] = "Inputs are categories, not numbers."
        if not built or self.source == "staircase":
            reasons["size"] = "The mechanism says itself how many inputs it has."
        if self.source == "noise" or (not built and self._private()):
            reasons["epsilon"] = "The mechanism has an ε of its own."
        if self.source in ("noise", "staircase"):
            reasons |= {name: "Noise on a number is compared by its distance and its square."
                        for name in ("loss", "criterion")}  # fmt: skip
        if self.loss != "own" or self.source in ("noise", "staircase"):
            reasons["losses"] = "The loss has a formula."
        return reasons

    @property
    def finite(self) -> bool:
        """Whether inputs and outputs are categories."""
        try:
            return not isinstance(self.description().channel, ScalarNoiseChannel)
        except ValueError:
            return self.source not in ("noise", "staircase")

    def description(self) -> Description:
        """The mechanism with the names of its inputs and outputs; ``ValueError`` says what is wrong with it."""
        if self.source == "table":
            return _typed(self.table, self.normalise)
        if self.source == "file":
            return files.load_mechanism(self.file, "File", normalise=self.normalise)
        if self.source in ("noise", "staircase"):
            shapes = tuple(getattr(self, name) for name in _SHAPES[: len(shape_names(self.law))])
            if self.source == "staircase":
                return _noise(
                    "staircase", (self.epsilon, staircase_share(self.epsilon)), 2 * self.norm_bound, self.norm_bound
                )
            return _noise(self.law, shapes, self.scale, self.norm_bound)
        return _made(self.source, self.size, self.epsilon)

    def loss_rule(self) -> Any:
        """The loss as `optimal_mechanism` takes it."""
        return files.numbers_of_text(self.losses, "Own losses") if self.loss == "own" else self.loss

    def _private(self) -> bool:
        try:
            return self.description().channel.privacy().epsilon < float("inf")
        except ValueError:
            return False


@lru_cache(maxsize=64)
def _typed(table: str, normalise: bool) -> Description:
    return files.mechanism_of_text(table, "Probabilities", normalise=normalise)


@lru_cache(maxsize=64)
def _noise(law: str, shapes: tuple[float, ...], scale: float, norm_bound: float) -> Description:
    return Description(ScalarNoiseChannel(law, shapes=shapes, scale=scale, norm_bound=norm_bound))


@lru_cache(maxsize=64)
def _made(kind: str, size: int, epsilon: float) -> Description:
    if kind == "randomized_response":
        return Description.of_matrix(RandomizedResponseChannel(size=size, epsilon=epsilon).matrix)
    return Description.of_matrix(grid_mechanism(kind, size, epsilon))


PRESETS = {
    "Survey, three answers": (
        YourMechanismParameters(),
        "An example, to be replaced by your own table: its ε is 1.1, but its reports could be wrong less often.",
    ),
    "A mechanism with a hole": (
        YourMechanismParameters(table="0.7,0.2,0.1;0.3,0.4,0.3;0.5,0.5,0"),
        "One probability is zero: the third output rules out an input, and no ε is left.",
    ),
    "Normal noise on a number": (
        YourMechanismParameters(source="noise", law="norm", scale=2.0),
        "No ε with δ = 0, and no bounded ratio under the first proposal that comes to mind. PPR sends it all the same.",
    ),
    "Student noise": (
        YourMechanismParameters(source="noise", law="t", shape_1=3.0),
        "Heavy tails: private with δ = 0, and a proposal that costs next to nothing.",
    ),
    "Geometric noise": (
        YourMechanismParameters(source="geometric", size=20, epsilon=3.0, loss="absolute"),
        "Truncated geometric noise on twenty values, against the best mechanism with the same ε for the distance.",
    ),
    "Staircase noise": (
        YourMechanismParameters(source="staircase", epsilon=2.0),
        "The additive noise of least mean distance at its ε, compressed exactly.",
    ),
}
