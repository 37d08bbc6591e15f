"""What can be set in the experiment `running_time`: the points of its sweeps, their noise, and the paper's five times.

n clients with entries ±1 release their mean under (ε, δ)-central privacy. Their noise has standard deviation σ̃ in each
coordinate of the mean, so √n σ̃ at a client. Rényi accounting at integer orders gives σ̃ = z·Δ, with Δ the distance in
L2 norm by which one client moves the mean: √d/n for a vector of d entries that is replaced by zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core.accounting import INTEGER_ORDERS
from ppr_core.channels import GaussianChannel
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import declined
from ppr_core.guarantees.printed import printed
from ppr_core.guarantees.printed_times import CLIENTS, DIMENSION, QUOTED, Quoted
from ppr_core.guarantees.renyi import gaussian_noise_multiplier

__all__ = [
    "DELTA", "NOISES", "PRESETS", "PRINTED_CHUNK", "PRINTED_NOISE", "SWEEPS", "Point", "RunningTimeParameters",
    "mean_noise", "noise_multiplier",
]  # fmt: skip

ORDER, DELTA = 2.0, 1e-6  # of the paper's measurements
#: Noise of the mean that the paper prints, and how many entries of a client's 1000 it protects.
PRINTED_NOISE, PRINTED_CHUNK = printed("ppr.running_time.sigma").printed, 50
#: name -> what the budget is spent on.
NOISES: dict[str, str] = {"chunk": "50 numbers of a person, as in the paper", "vector": "all numbers of a person"}
#: name -> what changes from point to point.
SWEEPS: dict[str, str] = {"chunk": "chunk size", "epsilon": "ε", "quoted": "the paper's five"}
_CHUNKS = (40, 50, 65, 80, 95, 110)  # of the paper's figure, which Algorithm 1 can run
_LARGER = (128, 160, 200)  # beyond, up to the chosen one
_WIDE = (2, 4, 8, 16, 32, 50, 100, 128, 200)  # from where messages are too many to where a search is too long
_EPSILONS = (0.06, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 10.0)


def noise_multiplier(epsilon: float) -> float:
    """z = σ/Δ that is (ε, `DELTA`)-private by Rényi accounting at integer orders; epsilon: in nats, above 0.029."""
    return gaussian_noise_multiplier(epsilon, DELTA, INTEGER_ORDERS)


def mean_noise(epsilon: float, *, entries: int, clients: int) -> float:
    """σ̃ of the mean that hides ``entries`` entries ±1 of one client: z·√entries/n."""
    return noise_multiplier(epsilon) * math.sqrt(entries) / clients


@dataclass(frozen=True)
class Point:
    """One setting: chunks of a vector of ±1 entries, each encoded by itself.

    noise: a key of `NOISES`; noise_mean: σ̃; channel: N(x, n σ̃² I) on chunks of norm √c, with the proposal of
    smallest r*; chunks: ⌈d/c⌉ of them make a vector.
    """

    epsilon: float
    chunk: int
    noise: str
    noise_mean: float
    channel: GaussianChannel
    chunks: int

    def inputs(self, count: int) -> np.ndarray:
        """(count, chunk): all entries 1, whose norm is the largest there is."""
        return np.ones((count, self.chunk))

    @property
    def log_bound(self) -> float:
        """ln r*."""
        return float(np.asarray(self.channel.log_ratio_bound(self.inputs(1)))[0])


@dataclass(frozen=True, kw_only=True)
class RunningTimeParameters(Parameters):
    """Distributed mean estimation with sliced PPR: a vector of d entries ±1 a client, cut into chunks."""

    sweep: str = parameter(
        "chunk", kind="choice", label="Horizontal axis", choices=SWEEPS,
        help="The chart runs along the chunk size, along ε, or over five settings whose time the PPR paper prints.",
    )  # fmt: skip
    noise: str = parameter(
        "vector", kind="choice", label="What the noise hides", choices=NOISES,
        help="The paper’s noise hides 50 numbers of a person. To hide all, the noise must be wider.",
    )  # fmt: skip
    chunk: int = fields.chunk(
        16, high=256,
        stops=(1, 2, 3, 4, 6, 8, 12, 16, 20, 25, 32, 40, 50, 60, 70, 80, 90, 100, 110, 128, 160, 200, 256),
        note="How many numbers share one message; the tiles are for this size.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        1.0, low=0.05, high=10.0, stops=(0.05, *_EPSILONS),
        note="It limits what a reader of the published mean learns, with δ = 10⁻⁶.",
    )  # fmt: skip
    alpha: float = fields.order(
        low=1.05, stops=(1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.25, 2.5, 3, 4, 6, 10, 20),
        note="It does not change the time of our encoder.",
    )  # fmt: skip
    reference: bool = parameter(
        False,
        kind="flag",
        label="Also time the PPR paper’s encoder (Algorithm 1)",
        help="It stops at the number of draws that “More settings” allows.",
    )
    dimension: int = fields.dimension(
        1000, low=256, high=100_000, group="more",
        note=declined(GaussianChannel.name, reason="the paper times Gaussian noise, which can be cut into chunks"),
    )  # fmt: skip
    clients: int = fields.people(
        500, low=1, high=10_000, group="more",
        note="Each adds a part of the noise of the mean.",
    )  # fmt: skip
    draw_limit: int = parameter(
        400, kind="integer", label="Draws allowed to Algorithm 1", low=50, high=20_000, scale="log", group="more",
        help="A search that needs more draws is stopped; without a limit some would take hours.",
    )  # fmt: skip
    samples: int = fields.messages(
        100, low=20, high=20_000, group="more",
        note="Algorithm 1 encodes a tenth of them.",
    )  # fmt: skip
    seed: int = fields.seed()

    def unused(self) -> dict[str, str]:
        reasons = super().unused()
        if self.sweep == "quoted":
            reasons |= dict.fromkeys(("chunk", "epsilon"), "The paper's five settings have their own.")
        if math.isinf(self.alpha):
            reasons["reference"] = "Algorithm 1 needs a finite α."
        if not self.with_reference:
            reasons["draw_limit"] = "Algorithm 1 is not run."
        return reasons

    @property
    def with_reference(self) -> bool:
        """Whether Algorithm 1 is run too."""
        return self.reference and not math.isinf(self.alpha)

    def points(self) -> tuple[Point, ...]:
        """All settings of the sweep, in order; of the paper's five the first has the noise printed with it."""
        settings, noises = self._settings(), [self.noise] * len(self._settings())
        if self.sweep == "quoted":
            noises[0] = "chunk"
        return tuple(self.point(*setting, noise) for setting, noise in zip(settings, noises, strict=True))

    def point(self, epsilon: float, chunk: int, noise: str) -> Point:
        """One setting under one of the two noises."""
        entries = PRINTED_CHUNK if noise == "chunk" else self.dimension
        sigma = mean_noise(epsilon, entries=entries, clients=self.clients)
        scale = {"noise_std": math.sqrt(self.clients) * sigma, "norm_bound": math.sqrt(chunk)}
        channel = GaussianChannel(dimension=chunk, **scale)
        return Point(epsilon, chunk, noise, sigma, channel, math.ceil(self.dimension / chunk))

    @property
    def focus(self) -> int:
        """Place of the point that the tiles and sentences speak of."""
        wanted = (QUOTED[0].epsilon, QUOTED[0].chunk) if self.sweep == "quoted" else (self.epsilon, self.chunk)
        return self._settings().index(wanted)

    @property
    def compared(self) -> tuple[int, ...]:
        """The chunk sizes among which the fastest is looked for: not the chosen one, which would move the answer."""
        return (*_CHUNKS, *_LARGER) if self.with_reference else _WIDE

    def quoted(self, point: Point) -> Quoted | None:
        """What the paper prints for this setting, if it does."""
        if (self.dimension, self.clients, self.alpha) != (DIMENSION, CLIENTS, ORDER):
            return None
        return next(
            (quoted for quoted in QUOTED if (quoted.epsilon, quoted.chunk) == (point.epsilon, point.chunk)), None
        )

    def _settings(self) -> list[tuple[float, int]]:
        """(ε, chunk size) of every point."""
        if self.sweep == "quoted":
            return [(quoted.epsilon, quoted.chunk) for quoted in QUOTED]
        if self.sweep == "chunk":
            larger = (chunk for chunk in _LARGER if chunk < self.chunk)
            shown = (*_CHUNKS, *larger) if self.with_reference else _WIDE
            return [(self.epsilon, chunk) for chunk in sorted({*shown, self.chunk})]
        return [(epsilon, self.chunk) for epsilon in sorted({*_EPSILONS, self.epsilon})]


_PAPER: dict[str, Any] = {"epsilon": 0.05, "noise": "chunk"}
_FIGURE: dict[str, Any] = _PAPER | {"chunk": 50, "samples": 4_000, "draw_limit": 5_000, "reference": True}
_TIMES = " and ".join((", ".join(f"{quoted.digits} s" for quoted in QUOTED[:-1]), f"{QUOTED[-1].digits} s"))
_WHOLE: dict[str, Any] = {"sweep": "epsilon", "noise": "vector", "chunk": 4, "epsilon": 6.0}

PRESETS = {
    "A quick look": (
        RunningTimeParameters(),
        "500 people hold 1000 numbers each; their mean is estimated at ε = 1, in chunks of 2 to 50 numbers.",
    ),
    "As private as the paper": (
        RunningTimeParameters(**_PAPER, chunk=128),
        "At ε = 0.05 the noise is so wide that chunks of 200 numbers still run; it hides 50 numbers of a person.",
    ),
    "Both encoders, quickly": (
        RunningTimeParameters(**_PAPER, chunk=50, samples=200, reference=True),
        "Chunks of 40 to 110 numbers, also by the paper’s Algorithm 1, which stops at 400 draws.",
    ),
    "First figure: chunk size": (
        RunningTimeParameters(**_FIGURE),
        f"The paper’s first figure: ε = 0.05, noise {PRINTED_NOISE} as printed, chunks of 40 to 110 numbers.",
    ),
    "First figure, all hidden": (
        RunningTimeParameters(**_FIGURE | {"noise": "vector"}),
        "The same figure with noise that hides all numbers of a person: r* stays below 3.",
    ),
    "Second figure: ε": (
        RunningTimeParameters(**_FIGURE | _WHOLE),
        "The paper’s second figure: chunks of 4 numbers, ε from 0.06 to 10. Here the noise hides all numbers.",
    ),
    "Second figure, one chunk": (
        RunningTimeParameters(**_FIGURE | _WHOLE | {"samples": 2_000, "noise": "chunk"}),
        "The second figure with noise that hides only 50 numbers: r* reaches thousands at ε = 10.",
    ),
    "The five printed times": (
        RunningTimeParameters(**_FIGURE | {"sweep": "quoted", "noise": "vector"}),
        f"The paper’s times for 1000 numbers ({_TIMES}), beside those of this server.",
    ),
    "Algorithm 1, finite mean": (
        RunningTimeParameters(**_FIGURE | {"draw_limit": 20_000}, alpha=4.0),
        "Above α = 2 the draws of Algorithm 1 have a mean.",
    ),
    "α near 1": (
        RunningTimeParameters(**_FIGURE, alpha=1.2),
        "Near α = 1 most searches of Algorithm 1 run into the limit; our encoder takes no longer.",
    ),
}
