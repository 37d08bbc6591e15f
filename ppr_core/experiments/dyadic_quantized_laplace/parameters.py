"""What can be set in the experiment `dyadic_quantized_laplace`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes import CODES
from ppr_core.compressors import SIGNED_CODES, DyadicQuantizedLaplace
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.wording import number

__all__ = ["LAST_STEP", "PRESETS", "DqlParameters"]

LAST_STEP = 5


@dataclass(frozen=True, kw_only=True)
class DqlParameters(Parameters):
    """One number sent by the dyadic quantized Laplace mechanism (DQL), and what is compared with it."""

    show: str = fields.picture(
        "message", choices={"message": "one message", "tradeoff": "bits held fixed"},
        note="How one number is sent, or what a fixed number of bits allows.",
    )  # fmt: skip
    epsilon: float = fields.epsilon_per_unit(
        1.0, low=0.01, high=100.0,
        note="It limits what a reader of z learns; the noise has the scale 1/ε.",
    )  # fmt: skip
    nu: float = parameter(
        2.0, kind="real", label="Ratio ν of server’s to reader’s ε", symbol="ν", low=1.01, high=100.0, scale="log",
        help="The server learns at most νε. A larger ν means shorter messages.",
    )  # fmt: skip
    x: float = fields.true_value(0.6, low=-10.0, high=10.0)
    budget: int = parameter(
        5, kind="integer", label="Bits on average", symbol="b", low=2, high=6, vanishes=True,
        help="For every ε the page finds the smallest ν with which a message takes at most so many bits on average.",
    )  # fmt: skip
    code: str = fields.code(
        "signed_elias_gamma", group="more", choices={name: CODES[name]().label for name in SIGNED_CODES},
        note="Here it codes the number M.",
    )  # fmt: skip
    samples: int = fields.messages(
        20_000, low=1_000, high=200_000, group="more",
        note="All are messages of the same x, each with new random choices.",
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
        help="They are evenly spaced. The rival MVU takes long, so it is solved for every other one.",
    )  # fmt: skip
    seed: int = fields.shared_seed(note="It picks the bump (T) and shifts the grid (U).")
    private_seed: int = fields.private_seed(8, note="It draws the sender’s own noise: J whole steps and V of a step.")
    step: int = parameter(0, kind="integer", label="Step", low=0, high=LAST_STEP)

    def check(self) -> None:
        if self.highest <= self.lowest:
            raise ValueError(
                f"highest must be a number above lowest = {number(self.lowest, 6)}; got {number(self.highest, 6)}."
            )

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
    "From the first step": (DqlParameters(), "Follow one message from its beginning: press Next."),
    "One message, from x to z": (
        DqlParameters(step=LAST_STEP),
        "Per unit of x, a reader of z learns at most ε = 1, and the server at most 2.",
    ),
    "Figure 3: five bits": (
        DqlParameters(show="tradeoff"),
        "Moradi Shahmiri, Ling, Li 2024: privacy against error with 5 bits a number on average, X ~ Unif(−1, 1).",
    ),
    "Long messages (ν = 1.05)": (
        DqlParameters(nu=1.05, step=LAST_STEP),
        "The server learns hardly more than a reader of z. The steps are small and the messages long.",
    ),
    "Short messages (ν = 30)": (
        DqlParameters(nu=30.0, step=LAST_STEP),
        "Large steps take few bits, but the server may learn thirty times as much as a reader of z.",
    ),
    "Little noise (ε = 20)": (DqlParameters(epsilon=20.0, step=LAST_STEP), "Small errors need a fine grid."),
}
