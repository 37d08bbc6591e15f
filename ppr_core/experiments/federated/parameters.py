"""What can be set in the experiment `federated`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields

__all__ = ["PRESETS", "FederatedParameters"]

_SHARED = 1400  # images, in equal parts

_FACTORS = (1.0, 2.0, 0.5, 4.0, 0.25)  # of ε


@dataclass(frozen=True, kw_only=True)
class FederatedParameters(Parameters):
    """n clients share 1400 images and train a model in T rounds, published after each, with (ε, δ) for all of them."""

    clients: int = fields.clients(
        200, low=20, high=1400, stops=(20, 50, 100, 150, 175, 200, 280, 350, 500, 700, 1400),
        note="They share 1400 images of digits.",
    )  # fmt: skip
    rounds: int = parameter(
        1, kind="integer", label="Rounds", symbol="T", low=1, high=20, stops=(1, 2, 3, 5, 10, 20),
        help="In each, every client sends an update of the model, and the server publishes a new model.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        4.0, low=0.5, high=16.0, note="Here all published models together keep ε when one client's images are replaced."
    )
    delta: float = fields.delta(1e-5, low=1e-9, high=1e-2, group="more")
    clip: float = fields.norm_bound(0.7, low=0.05, high=2.0, group="more", note="Longer updates are shortened to it.")
    rate: float = parameter(
        20.0, kind="real", label="Learning rate", low=0.1, high=100.0, scale="log", group="more",
        help="How far the model moves along the mean update.",
    )  # fmt: skip
    csgm_bits: float = parameter(
        256.0, kind="real", label="Bits of CSGM", low=16.0, high=2048.0, scale="log", group="more",
        help="What a client sends in a round, on average.",
    )  # fmt: skip
    alpha: float = fields.order(low=1.02, high=20.0, group="more")
    points: int = parameter(
        1, kind="integer", label="Values of ε", low=1, high=5, group="more",
        help="The model is trained anew at ε, 2ε, ε/2, 4ε and ε/4, or at the first few of them.",
    )  # fmt: skip
    runs: int = parameter(
        3, kind="integer", label="Runs", symbol="R", low=1, high=10, group="more",
        help="The model is trained anew so often, each time with other noise.",
    )  # fmt: skip
    seed: int = fields.seed()

    @property
    def images(self) -> int:
        """Of one client."""
        return _SHARED // self.clients

    def setting(self) -> dict[str, Any]:
        """What `way_of` calibrates to."""
        names = ("clients", "rounds", "clip", "epsilon", "delta", "alpha", "csgm_bits")
        return {name: getattr(self, name) for name in names}

    def along(self) -> tuple[FederatedParameters, ...]:
        """These settings at every value of ε that may be set, the chosen one first."""
        spec, values = self.specs()["epsilon"], (self.epsilon * factor for factor in _FACTORS[: self.points])
        return tuple(self.replace(epsilon=value) for value in values if spec.low <= value <= spec.high)


PRESETS: dict[str, tuple[FederatedParameters, str]] = {
    "One round": (
        FederatedParameters(),
        "200 clients with seven images each send one update of the model, at ε = 4.",
    ),
    "Three rounds": (
        FederatedParameters(clients=280, rounds=3),
        "280 clients send three updates each, which share one ε.",
    ),
    "Ten rounds": (
        FederatedParameters(clients=500, rounds=10),
        "500 clients train the model in ten rounds, which share one ε.",
    ),
    "From ε = 1 to 16": (FederatedParameters(points=5, runs=2), "One round at five values of ε."),
}
