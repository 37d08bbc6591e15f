"""What can be set in the overview: one person's value, its privacy, and how it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from ppr_core.channels import LaplaceChannel
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields

__all__ = ["LIMIT", "PRESETS", "OverviewParameters"]

LIMIT = 1.0  # values lie in [−LIMIT, LIMIT], so two of them differ by at most 2·LIMIT


@dataclass(frozen=True, kw_only=True)
class OverviewParameters(Parameters):
    """ε is the privacy of the mechanism itself: noise of scale 2/ε hides any value in [−1, 1] among all others."""

    epsilon: float = parameter(
        1.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.1, high=10.0, scale="log",
        help="Left is more private, right is more accurate: the noise has scale 2/ε.",
    )  # fmt: skip
    alpha: float = fields.order(
        low=1.05, stops=(1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0), group="more",
        help="Larger is shorter, smaller is more private from the decoder. At ∞ the decoder is not kept out at all.",
    )  # fmt: skip
    x: float = parameter(
        0.4, kind="real", label="True value", symbol="x", low=-LIMIT, high=LIMIT, group="more",
        help="The value that one imagined person holds.",
    )  # fmt: skip
    samples: int = parameter(
        10_000, kind="integer", label="Reports", symbol="n", low=1_000, high=50_000, scale="log", group="more",
        help="How often the value is noised, sent and decoded, each time independently.",
    )  # fmt: skip
    code: str = parameter(
        "elias_delta", kind="choice", label="Code of the index", group="more",
        choices={"elias_delta": "Elias delta", "elias_gamma": "Elias gamma"},
    )  # fmt: skip
    seed: int = fields.seed(11)

    @property
    def scale(self) -> float:
        """Scale of the noise, 2/ε."""
        return 2 * LIMIT / self.epsilon

    def channel(self) -> LaplaceChannel:
        """Laplace noise with ε spread over the largest distance of two values, 2·LIMIT."""
        return LaplaceChannel(dimension=1, epsilon=1 / self.scale, norm_bound=LIMIT)


PRESETS = {
    "Strong privacy": (
        OverviewParameters(epsilon=0.1),
        "ε = 0.1: noise ten times as wide as the range of the values; the message is as short as ever.",
    ),
    "Medium privacy": (OverviewParameters(), "ε = 1: noise as wide as the range of the values."),
    "Weak privacy": (
        OverviewParameters(epsilon=8.0),
        "ε = 8: noise an eighth as wide as the range of the values; the message is longer by a bit or two.",
    ),
}
