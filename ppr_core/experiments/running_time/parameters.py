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
NOISES: dict[str, str] = {"chunk": "50 of a person, as in the paper", "vector": "all of a person"}
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
        help="As in the two figures of the PPR paper, or its five settings with a printed time for a whole vector.",
    )  # fmt: skip
    noise: str = parameter(
        "vector", kind="choice", label="How many numbers the noise hides", choices=NOISES,
        help="The printed noise of the mean hides one chunk of 50 entries. Hiding all d takes √(d/50) times as much. "
        + declined(GaussianChannel.name, reason="the paper times Gaussian noise, which can be cut into chunks"),
    )  # fmt: skip
    chunk: int = fields.chunk(
        16, high=256,
        stops=(1, 2, 3, 4, 6, 8, 12, 16, 20, 25, 32, 40, 50, 60, 70, 80, 90, 100, 110, 128, 160, 200, 256),
        note="When the axis shows the chunk size, the tiles are for this value.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        1.0, low=0.05, high=10.0, stops=(0.05, *_EPSILONS),
        note="Here it limits what the mean tells, with δ = 10⁻⁶. "
        "When the axis shows ε, headline and tiles are for this value.",
    )  # fmt: skip
    alpha: float = fields.order(
        low=1.05, stops=(1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.25, 2.5, 3, 4, 6, 10, 20),
        note="Our encoder looks at r* candidates for every α. Algorithm 1 is slower the closer to 1.",
    )  # fmt: skip
    reference: bool = parameter(
        False,
        kind="flag",
        label="Paper’s encoder too (Algorithm 1)",
        help="Runs the PPR paper’s own encoder as well. It is stopped at the draws that “More settings” allows.",
    )
    dimension: int = fields.dimension(1000, low=256, high=100_000, group="more")
    clients: int = fields.people(
        500, low=1, high=10_000, group="more",
        note="All of them add noise; only the sum must be private.",
    )  # fmt: skip
    draw_limit: int = parameter(
        400, kind="integer", label="Draws allowed to Algorithm 1", low=50, high=20_000, scale="log", group="more",
        help="An encode that needs more is stopped and counted. Without a limit some would take hours.",
    )  # fmt: skip
    samples: int = fields.messages(
        100, low=20, high=20_000, group="more",
        note="Algorithm 1 encodes a tenth of that. Points with a very large r* get fewer.",
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
        "Chunks of 40 to 110 numbers, also by Algorithm 1, whose draws are stopped at 400 and vary by orders of "
        "magnitude.",
    ),
    "First figure: chunk size": (
        RunningTimeParameters(**_FIGURE),
        f"d = 1000, n = 500, ε = 0.05, δ = 10⁻⁶, noise {PRINTED_NOISE} as printed, c from 40 to 110.",
    ),
    "First figure, all hidden": (
        RunningTimeParameters(**_FIGURE | {"noise": "vector"}),
        "The same with √20 times the noise, which the budget of a whole vector takes: r* stays below 3.",
    ),
    "Second figure: ε": (
        RunningTimeParameters(**_FIGURE | _WHOLE),
        "c = 4 and ε from 0.06 to 10. The paper does not print this figure's noise; here it hides a whole vector.",
    ),
    "Second figure, one chunk": (
        RunningTimeParameters(**_FIGURE | _WHOLE | {"samples": 2_000, "noise": "chunk"}),
        "The same with the printed rule for the noise, which hides 50 entries: r* reaches thousands at ε = 10.",
    ),
    "The five printed times": (
        RunningTimeParameters(**_FIGURE | {"sweep": "quoted", "noise": "vector"}),
        f"{_TIMES} for a vector, beside the times of this server.",
    ),
    "Algorithm 1, finite mean": (
        RunningTimeParameters(**_FIGURE | {"draw_limit": 20_000}, alpha=4.0),
        "Above α = 2 the mean of Algorithm 1's draws exists; our encoder looks at r* of them as before.",
    ),
    "α near 1": (
        RunningTimeParameters(**_FIGURE, alpha=1.2),
        "Our encoder does not notice; most encodes of Algorithm 1 run into the limit.",
    ),
}
