"""Noise, compress, send and decode one value again and again: cost, run and result, and the program that does it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics import mean_and_error
from ppr_core.entropy import log2_of_integers
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.overview.parameters import LIMIT, OverviewParameters
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import ppr_bits, ppr_pure
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal, program

__all__ = ["ERRORS_ALLOWED", "FLOAT_BITS", "OverviewResult", "cost", "run", "snippet"]

FLOAT_BITS = 32  # what sending the noisy value as a single-precision float would take
ERRORS_ALLOWED = 3.0  # standard errors within which a bar agrees with the law

_BINS = 60
_SCALES_SHOWN = 6.0  # the chart reaches this many noise scales to either side of x; 0.25 % lies beyond


@dataclass(frozen=True)
class OverviewResult:
    """What n reports of the same value look like at the decoder.

    edges: (m + 1,) bins of the noisy value; density, expected, expected_error: (m,) measured density, the law's mean
    over the bin and the standard error it has at n samples; law_z, law_density: (k,) the law as a curve; beyond: share
    of outputs outside the bins. bits, log_index: mean message length and mean log2 K, in bits, each with its standard
    error; divergence: D(P‖Q) in bits; bound: Theorem 5's on the mean of log2 K, in bits. epsilon_decoder: by Theorem 7;
    epsilon_decoder_exact: by exact accounting, at `DECODER_DELTA`. first_output, first_index,
    first_word: one of the reports.
    """

    parameters: OverviewParameters
    edges: np.ndarray
    density: np.ndarray
    expected: np.ndarray
    expected_error: np.ndarray
    law_z: np.ndarray
    law_density: np.ndarray
    beyond: float
    bits: float
    bits_error: float
    log_index: float
    log_index_error: float
    divergence: float
    bound: float
    epsilon_database: float
    epsilon_decoder: float
    epsilon_decoder_exact: float
    first_output: float
    first_index: int
    first_word: str

    @property
    def saved(self) -> float:
        """Share of the 32 bits of a float that is not sent; negative when the message is longer."""
        return 1.0 - self.bits / FLOAT_BITS

    @property
    def band(self) -> tuple[np.ndarray, np.ndarray]:
        """Three standard errors around the law, lower and upper limit for each bar, (m,) each."""
        reach = ERRORS_ALLOWED * self.expected_error
        return self.expected - reach, self.expected + reach

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
    each = 0.9e-6 if math.isinf(parameters.alpha) else 1.8e-6 if parameters.alpha >= 1.15 else 4e-6
    return Cost(
        seconds=0.002 + each * parameters.samples * candidates,
        memory_bytes=6e7 + 200.0 * parameters.samples,
        reason=f"r* = {candidates:.3g} candidates for each of {parameters.samples} reports",
    )


def run(parameters: OverviewParameters, progress: Progress | None = None) -> OverviewResult:
    """Noise, compress, send and decode the value n times."""
    channel, n, scale = parameters.channel(), parameters.samples, parameters.scale
    ppr = PoissonPrivateRepresentation(channel, parameters.alpha)
    shared = SharedRandomness(parameters.seed)
    messages = ppr.encode(np.full(n, parameters.x), shared, np.random.default_rng(parameters.seed))
    Steps(progress, (0.9, 0.1)).tell(1, "decoding")
    z = ppr.decode(messages, shared)
    lengths = messages.lengths(parameters.code)
    bits, bits_error = mean_and_error(lengths)
    mean_log_index, log_index_error = mean_and_error(log2_of_integers(messages.indices))
    divergence = max(0.0, float(channel.divergence_bits([parameters.x])[0]))  # rounding may fall below 0

    edges = _edges(parameters)
    width = edges[1] - edges[0]
    counts, _ = np.histogram(z, edges)
    probability = np.diff(_cumulative(edges - parameters.x, scale))
    law_z = np.union1d(np.linspace(edges[0], edges[-1], 241), parameters.x)
    own = channel.privacy()
    return OverviewResult(
        parameters=parameters,
        edges=edges,
        density=counts / (n * width),
        expected=probability / width,
        expected_error=np.sqrt(probability * (1 - probability) / n) / width,
        law_z=law_z,
        law_density=np.exp(-abs(law_z - parameters.x) / scale) / (2 * scale),
        beyond=1.0 - int(counts.sum()) / n,
        bits=bits,
        bits_error=bits_error,
        log_index=mean_log_index,
        log_index_error=log_index_error,
        divergence=divergence,
        bound=ppr_bits(divergence, parameters.alpha).value,
        epsilon_database=own.epsilon,
        epsilon_decoder=ppr_pure(own, parameters.alpha).epsilon,
        epsilon_decoder_exact=decoder_privacy(channel, parameters.alpha, DECODER_DELTA).epsilon,
        first_output=float(z[0]),
        first_index=int(messages.indices[0]),
        first_word=code_from_name(parameters.code).word(int(messages.indices[0])),
    )


def snippet(parameters: OverviewParameters) -> str:
    """A program that prints the average message length."""
    p = parameters
    body = f"""\
channel = LaplaceChannel(dimension=1, epsilon={p.epsilon!r} / 2, norm_bound={LIMIT!r})
ppr = PoissonPrivateRepresentation(channel, alpha={literal(p.alpha)})
shared = SharedRandomness({p.seed})
messages = ppr.encode(np.full({p.samples}, {p.x!r}), shared, np.random.default_rng({p.seed}))
noisy = ppr.decode(messages, shared)
print(f"{{messages.lengths('{p.code}').mean():.4f}} bits on average instead of {FLOAT_BITS}")
"""
    return program(body, LaplaceChannel, PoissonPrivateRepresentation, SharedRandomness)


def _edges(parameters: OverviewParameters) -> np.ndarray:
    """Bins on both sides of x, wide enough for the noise and for all possible values."""
    reach = max(_SCALES_SHOWN * parameters.scale, 1.05 * LIMIT + abs(parameters.x))
    return parameters.x + np.linspace(-reach, reach, _BINS + 1)


def _cumulative(z: np.ndarray, scale: float) -> np.ndarray:
    """Distribution function of Laplace(0, scale), elementwise."""
    return 0.5 + np.copysign(np.expm1(-abs(z) / scale), z) / 2
