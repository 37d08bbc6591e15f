"""What can be set in the experiment `trust_models`."""

from __future__ import annotations

from dataclasses import dataclass

from ppr_core.estimation.aggregate import NOISES, survivors
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields

__all__ = ["PRESETS", "TASKS", "TrustParameters"]

#: Task -> label.
TASKS: dict[str, str] = {
    "numbers": "Mean of n numbers",
    "vectors": "Mean of n vectors",
    "histogram": "Histogram of k categories",
}


@dataclass(frozen=True, kw_only=True)
class TrustParameters(Parameters):
    """n clients, and the guarantee that every trust model gives against the reader of the published result."""

    task: str = parameter("numbers", kind="choice", label="Task", choices=TASKS)
    clients: int = fields.people(
        500, low=2, high=1_000_000, stops=(2, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
    )
    epsilon: float = fields.epsilon(
        1.0, low=0.1, high=8.0, note="It limits what the published result tells about one person."
    )
    delta: float = fields.delta(1e-6, low=1e-12, high=1e-2, group="more")
    dimension: int = fields.dimension(
        50, low=2, high=2000, vanishes=True, stops=(2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
    )
    categories: int = fields.categories(20, high=1000, vanishes=True, stops=(2, 3, 5, 10, 20, 50, 100, 200, 500, 1000))
    alpha: float = fields.order(high=20.0, group="more", note="It is used for messages that are decoded.")
    spare_bits: int = parameter(
        8, kind="integer", label="Spare bits of the modulus", low=1, high=16, group="more",
        help="Secure aggregation adds modulo 2 to the power of ⌈log₂ n⌉ and so many bits for noise and rounding.",
    )  # fmt: skip
    noise: str = parameter(
        "skellam", kind="choice", label="Noise of each person", choices=NOISES, group="more",
        help="Whole numbers that each person adds in secure aggregation.",
    )  # fmt: skip
    dropout: float = parameter(
        0.1, kind="real", label="Dropout", low=0.0, high=0.3, group="more",
        help="Largest share of people who may leave in the middle of secure aggregation; so many do leave.",
    )  # fmt: skip
    repetitions: int = fields.repetitions(200, low=2, high=1000, scale="log", note="Real runs of every trust model.")
    seed: int = fields.seed()

    def unused(self) -> dict[str, str]:
        reasons = {}
        if self.task != "vectors":
            reasons["dimension"] = "Only vectors have a dimension."
        if self.task != "histogram":
            reasons["categories"] = "Only a histogram has categories."
        else:
            reasons["noise"] = "Counts get Skellam noise, whose sums are Skellam noise again."
        return reasons

    @property
    def size(self) -> int:
        """Entries of the published result."""
        return {"numbers": 1, "vectors": self.dimension, "histogram": self.categories}[self.task]

    @property
    def bits(self) -> int:
        """Of the modulus."""
        return min(30, (self.clients - 1).bit_length() + self.spare_bits)

    @property
    def stay(self) -> int:
        """Clients that do not drop out."""
        return survivors(self.clients, self.dropout)


PRESETS: dict[str, tuple[TrustParameters, str]] = {
    "Mean of 500 people": (TrustParameters(), "Numbers in [0, 1] at ε = 1: what each trust model costs."),
    "Vectors of 50 entries": (
        TrustParameters(task="vectors", repetitions=10),
        "Each person holds a vector of length 1.",
    ),
    "Twenty categories": (
        TrustParameters(task="histogram", clients=10_000, repetitions=10),
        "How many of 10 000 people hold each of 20 categories.",
    ),
}
