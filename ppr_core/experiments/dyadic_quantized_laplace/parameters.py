"""What can be set in the experiment `dyadic_quantized_laplace`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes import CODES
from ppr_core.compressors import SIGNED_CODES, DyadicQuantizedLaplace
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields

__all__ = ["LAST_STEP", "PRESETS", "DqlParameters"]

LAST_STEP = 5


@dataclass(frozen=True, kw_only=True)
class DqlParameters(Parameters):
    """One number sent by the dyadic quantized Laplace mechanism (DQL), and what is compared with it."""

    show: str = parameter(
        "message", kind="choice", label="Picture", choices={"message": "one message", "tradeoff": "bits held fixed"},
        help="One number on its way, or the privacy that a fixed number of bits allows, against the error.",
    )  # fmt: skip
    epsilon: float = parameter(
        1.0, kind="real", label="Against the database", symbol="ε", unit="nats per unit of x", low=0.01, high=100.0,
        scale="log", help="Privacy loss per unit of L1 distance between two inputs. The noise has the scale 1/ε.",
    )  # fmt: skip
    nu: float = parameter(
        2.0, kind="real", label="Relaxation for the decoder", symbol="ν", low=1.01, high=100.0, scale="log",
        help="The decoder, who sees the message and the shared randomness, gets νε. Larger means fewer bits.",
    )  # fmt: skip
    x: float = parameter(0.6, kind="real", label="True value", symbol="x", low=-10.0, high=10.0)
    budget: int = parameter(
        5, kind="integer", label="Bits on average", symbol="b", low=2, high=6,
        help="For every ε the smallest ν with which X ~ Unif(−1, 1) takes at most so many bits.",
    )  # fmt: skip
    code: str = parameter(
        "signed_elias_gamma", kind="choice", label="Code", group="more",
        choices={name: CODES[name]().label for name in SIGNED_CODES},
        help="Turns the whole number M, positive or negative, into bits.",
    )  # fmt: skip
    samples: int = parameter(
        20_000, kind="integer", label="Messages", symbol="n", low=1_000, high=200_000, scale="log", group="more",
        help="How often x is sent, each time with other randomness, for the errors and the mean length.",
    )  # fmt: skip
    lowest: float = parameter(
        1.0, kind="real", label="Smallest ε compared", unit="nats per unit of x", low=0.1, high=10.0, scale="log",
        group="more",
    )  # fmt: skip
    highest: float = parameter(
        11.0, kind="real", label="Largest ε compared", unit="nats per unit of x", low=0.2, high=20.0, scale="log",
        group="more",
    )  # fmt: skip
    points: int = parameter(
        11, kind="integer", label="Values of ε compared", low=2, high=41, group="more",
        help="Evenly spaced. MVU, which takes a search over linear programmes each time, is solved for every other.",
    )  # fmt: skip
    seed: int = fields.seed(label="Shared seed", help="Makes T and U, which encoder and decoder both know.")
    private_seed: int = fields.seed(8, label="Private seed", help="Makes J and V, which only the encoder knows.")
    step: int = parameter(0, kind="integer", label="Step", low=0, high=LAST_STEP)

    def check(self) -> None:
        if self.highest <= self.lowest:
            raise ValueError(f"highest must be a number above lowest = {self.lowest:g}; got {self.highest:g}.")

    def unused(self) -> dict[str, str]:
        if self.show == "message":
            return dict.fromkeys(("budget", "lowest", "highest", "points"), "Used when bits are held fixed.")
        return dict.fromkeys(("epsilon", "nu", "x"), "Used by the parts below the picture.")

    def quantizer(self) -> DyadicQuantizedLaplace:
        return DyadicQuantizedLaplace(epsilon=self.epsilon, nu=self.nu)

    @property
    def epsilons(self) -> np.ndarray:
        """Those compared at fixed bits, (points,)."""
        return np.linspace(self.lowest, self.highest, self.points)

    @property
    def solved_places(self) -> list[int]:
        """Where among them MVU is solved: every other ε, the last one always."""
        return sorted({*range(0, self.points, 2), self.points - 1})


PRESETS = {
    "From the first step": (DqlParameters(), "The whole story from its beginning: press Next."),
    "One message, from x to z": (DqlParameters(step=LAST_STEP), "ε = 1 against the database, 2 against the decoder."),
    "Figure 3: five bits": (
        DqlParameters(show="tradeoff"),
        "Moradi Shahmiri, Ling, Li 2024: privacy against error with 5 bits a number on average, X ~ Unif(−1, 1).",
    ),
    "Hardly more for the decoder (ν = 1.05)": (
        DqlParameters(nu=1.05, step=LAST_STEP),
        "Both views get nearly the same ε: the steps are small and the messages long.",
    ),
    "Short messages (ν = 30)": (
        DqlParameters(nu=30.0, step=LAST_STEP),
        "Large steps, few bits, and a decoder that is told thirty times as much.",
    ),
    "Little noise (ε = 20)": (DqlParameters(epsilon=20.0, step=LAST_STEP), "Small errors need a fine grid."),
}
