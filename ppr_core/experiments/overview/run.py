"""Noise, compress, send and decode one value again and again: what can be set, cost, run, result, and the program."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics import Mean, count_limits
from ppr_core.entropy import log2_of_integers
from ppr_core.experiments.contract import Cost, Parameters, Progress, Steps
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import ppr_bits, ppr_pure
from ppr_core.index_law import expected_bits, index_law
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal, program
from ppr_core.wording import number

__all__ = [
    "FAMILIAR_EPSILON", "FLOAT_BITS", "LEVEL", "LIMIT", "PRESETS", "OverviewParameters", "OverviewResult",
    "cost", "run", "snippet",
]  # fmt: skip

LIMIT = 1.0  # values lie in [−LIMIT, LIMIT], so two of them differ by at most 2·LIMIT
FLOAT_BITS = 32  # what sending the noisy value as a single-precision float would take
FAMILIAR_EPSILON = 1.0  # whose noise is drawn beside that of another ε, as the axis follows the noise
FAMILIAR_SCALE = 2 * LIMIT / FAMILIAR_EPSILON
LEVEL = 0.01  # how often values that follow the law leave the band anywhere, as on the page Exactness

_BINS = 60
_LISTED = 2  # candidates of the first list that are spelled out
_SCALES_SHOWN = 6.0  # the chart reaches this many noise scales to either side of x; 0.25 % lies beyond


@dataclass(frozen=True, kw_only=True)
class OverviewParameters(Parameters):
    """ε is the privacy of the mechanism itself: noise of scale 2/ε hides any value in [−1, 1] among all others."""

    epsilon: float = fields.epsilon(1.0, low=0.1, high=10.0, note="The noise has scale 2/ε.")
    alpha: float = fields.order(low=1.05, stops=(1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0), group="more")
    x: float = fields.true_value(
        0.6, low=-LIMIT, high=LIMIT, group="more",
        note="The value of one imagined person.",
    )  # fmt: skip
    samples: int = fields.messages(
        10_000, low=1_000, high=50_000, group="more",
        note="All of them carry the same value, each with its own noise.",
    )  # fmt: skip
    code: str = fields.code(
        "elias_delta", group="more", choices={"elias_delta": "Elias delta", "elias_gamma": "Elias gamma"},
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
        "x lies between −1 and 1; at ε = 0.1 the noise moves a value by 20 on average.",
    ),
    "Medium privacy": (
        OverviewParameters(),
        "x lies between −1 and 1; at ε = 1 the noise moves a value by 2 on average.",
    ),
    "Weak privacy": (
        OverviewParameters(epsilon=8.0),
        "x lies between −1 and 1; at ε = 8 the noise moves a value by 0.25 on average.",
    ),
}


@dataclass(frozen=True)
class OverviewResult:
    """What n reports of the same value look like at the decoder.

    edges: (m + 1,) bins of the noisy value; density, expected, expected_error: (m,) measured density, the law's mean
    over the bin and the standard error it has at n samples; law_z, law_density: (k,) the law as a curve;
    familiar_density: (k,) that of the noise at `FAMILIAR_EPSILON`; beyond: share of outputs outside the bins.
    bits, log_index: mean message length and log2 K of the run, in bits; exact_bits, exact_log_index: their
    expectations, computed; divergence: D(P‖Q) in bits; bound: Theorem 5's on the mean of log2 K, in bits.
    epsilon_decoder: by Theorem 7; epsilon_decoder_exact: by exact accounting, at `DECODER_DELTA`.
    first_list: the first candidates of the list of one of the reports; first_output, first_index, first_word: what is
    sent of it.
    """

    parameters: OverviewParameters
    edges: np.ndarray
    density: np.ndarray
    expected: np.ndarray
    expected_error: np.ndarray
    law_z: np.ndarray
    law_density: np.ndarray
    familiar_density: np.ndarray
    beyond: float
    bits: Mean
    log_index: Mean
    exact_bits: float
    exact_log_index: float
    divergence: float
    bound: float
    epsilon_database: float
    epsilon_decoder: float
    epsilon_decoder_exact: float
    first_list: tuple[float, ...]
    first_output: float
    first_index: int
    first_word: str

    @property
    def saved(self) -> float:
        """Share of the 32 bits of a float that is not sent; negative when the message is longer."""
        return 1.0 - self.exact_bits / FLOAT_BITS

    @property
    def band(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper limit of each bar, (m,) each, which all bars keep with probability 1 − `LEVEL`."""
        n, width = self.parameters.samples, float(self.edges[1] - self.edges[0])
        low, high = count_limits(self.expected * width, n, LEVEL)
        return low / (n * width), high / (n * width)

    @property
    def agreeing(self) -> int:
        """Bars of the histogram inside that band."""
        low, high = self.band
        return int(np.count_nonzero((low <= self.density) & (self.density <= high)))

    def table(self) -> dict[str, np.ndarray]:
        return {
            "from": self.edges[:-1],
            "to": self.edges[1:],
            "measured_density": self.density,
            "law_density": self.expected,
            "standard_error": self.expected_error,
        }


def cost(parameters: OverviewParameters) -> Cost:
    """n times r* candidates; an encoder near α = 1 meets indices too large for machine words and is slower."""
    channel = parameters.channel()
    candidates = math.exp(float(channel.log_ratio_bound(np.array([parameters.x]))))
    in_time_order = parameters.alpha >= 1.5
    message, each = (8e-7, 4.5e-7) if in_time_order else (2.2e-6, 1.2e-6 if parameters.alpha >= 1.15 else 2e-6)
    return Cost(
        seconds=0.002 + parameters.samples * (message + each * candidates),
        memory_bytes=6e7 + 200.0 * parameters.samples,
        reason=f"r* = {number(candidates)} candidates for each of {parameters.samples} reports",
    )


def run(parameters: OverviewParameters, progress: Progress | None = None) -> OverviewResult:
    """Noise, compress, send and decode the value n times."""
    p, channel, n, scale = parameters, parameters.channel(), parameters.samples, parameters.scale
    ppr, shared = PoissonPrivateRepresentation(channel, p.alpha), SharedRandomness(p.seed)
    messages = ppr.encode(np.full(n, p.x), shared, np.random.default_rng(p.seed))
    Steps(progress, (0.9, 0.1)).tell(1, "decoding")
    z = ppr.decode(messages, shared)
    divergence = max(0.0, float(channel.divergence_bits([p.x])[0]))  # rounding may fall below 0
    mechanism, law = channel.privacy(), index_law(channel, [p.x], p.alpha)
    listed = Messages(np.arange(1, _LISTED + 1), tables=np.zeros(_LISTED, dtype=np.int64))

    # Bins on both sides of x, wide enough for the noise and for all possible values.
    reach = max(_SCALES_SHOWN * scale, 1.05 * LIMIT + abs(p.x))
    edges = p.x + np.linspace(-reach, reach, _BINS + 1)
    width = edges[1] - edges[0]
    counts, _ = np.histogram(z, edges)
    noise = edges - p.x
    probability = np.diff(0.5 + np.copysign(np.expm1(-abs(noise) / scale), noise) / 2)
    around = FAMILIAR_SCALE * np.linspace(-_SCALES_SHOWN, _SCALES_SHOWN, 121)
    law_z = np.union1d(np.linspace(edges[0], edges[-1], 241), p.x + around[abs(around) <= reach])
    return OverviewResult(
        parameters=p,
        edges=edges,
        density=counts / (n * width),
        expected=probability / width,
        expected_error=np.sqrt(probability * (1 - probability) / n) / width,
        law_z=law_z,
        law_density=np.exp(-abs(law_z - p.x) / scale) / (2 * scale),
        familiar_density=np.exp(-abs(law_z - p.x) / FAMILIAR_SCALE) / (2 * FAMILIAR_SCALE),
        beyond=1.0 - int(counts.sum()) / n,
        bits=Mean.of(messages.lengths(p.code)),
        log_index=Mean.of(log2_of_integers(messages.indices)),
        exact_bits=law.mean_length(p.code),
        exact_log_index=law.mean_log2,
        divergence=divergence,
        bound=ppr_bits(divergence, p.alpha).value,
        epsilon_database=mechanism.epsilon,
        epsilon_decoder=ppr_pure(mechanism, p.alpha).epsilon,
        epsilon_decoder_exact=decoder_privacy(channel, p.alpha, DECODER_DELTA).epsilon,
        first_list=tuple(ppr.decode(listed, shared).ravel().tolist()),
        first_output=float(z[0]),
        first_index=int(messages.indices[0]),
        first_word=code_from_name(p.code).word(int(messages.indices[0])),
    )


def snippet(p: OverviewParameters) -> str:
    """A program that prints the average message length, computed, then that of real messages."""
    body = f"""\
# ε per unit of x, as two values may be 2 apart
channel = LaplaceChannel(dimension=1, epsilon={p.epsilon!r} / 2, norm_bound={LIMIT!r})
bits = expected_bits(channel, [{p.x!r}], {literal(p.alpha)}, "{p.code}")
print(f"{{bits:.4f}} bits on average, computed, instead of {FLOAT_BITS}")

ppr = PoissonPrivateRepresentation(channel, alpha={literal(p.alpha)})
shared = SharedRandomness({p.seed})
messages = ppr.encode(np.full({p.samples}, {p.x!r}), shared, np.random.default_rng({p.seed}))
noisy = ppr.decode(messages, shared)
print(f"{{messages.lengths('{p.code}').mean():.4f}} bits on average in {p.samples} real messages")
"""
    return program(body, LaplaceChannel, PoissonPrivateRepresentation, SharedRandomness, expected_bits)
