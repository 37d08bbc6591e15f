"""Exactness: many decoded outputs of one input, against the law the mechanism promises, for two compressors.

Poisson private representation reproduces the law exactly (Liu, Chen, Özgür, Li: Universal exact compression of
differentially private mechanisms, NeurIPS 2024, Proposition 4); minimal random coding and truncated PPR, which choose
among N candidates only, do not. Pseudorandom rejection comes within γ, as far as its generator is cryptographic
(Feldman, Talwar: Lossless compression of efficient private local randomizers, ICML 2021, Lemma 3.3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core import diagnostics
from ppr_core.diagnostics import FiniteLaw, ScalarLaw, observe, output_law
from ppr_core.experiments.contract import Cost, Experiment, Progress, parameter
from ppr_core.experiments.exactness.result import Arm, ExactnessResult, Picture
from ppr_core.experiments.exactness.snippet import program
from ppr_core.experiments.vocabulary.averages import mean_and_error
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters
from ppr_core.experiments.vocabulary.schemes import (
    SCHEMES,
    USES_CANDIDATES,
    SchemeParameters,
    code_of,
    compressor_of,
    encode_bytes,
    encode_seconds,
    scheme_label,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "ExactnessParameters", "block_size", "cost", "run", "snippet"]

_BINS = 65  # odd, so that a bar stands at the top of a symmetric law
_POINTS = 200  # of the quantile comparison, at most
_CURVE = 400  # points of the law's density
_LEVEL = 0.01  # how often a perfect sampler leaves the band of a histogram or of the quantiles anywhere
_BLOCK_SECONDS = 0.1
_PARTIALS = (0.05, 0.15, 0.3, 0.5, 0.75)  # shares of the run at which a partial result is worth making


@dataclass(frozen=True, kw_only=True)
class ExactnessParameters(MechanismParameters, SchemeParameters):
    """Two compressors of a mechanism at one input, and what is looked at."""

    samples: int = parameter(
        10_000, kind="integer", label="Decoded outputs", symbol="n", low=1_000, high=1_000_000, scale="log",
        help="Of each compressor, every one encoded and decoded on its own. More of them show smaller deviations.",
    )  # fmt: skip
    view: str = parameter(
        "coordinate", kind="choice", label="What is looked at",
        choices={"coordinate": "first coordinate", "projection": "projection on (1, …, 1)", "radius": "distance to x"},
        group="more", help="A one-dimensional view of z. A wrong law can look right in some views.",
    )  # fmt: skip
    seed: int = parameter(5, kind="integer", label="Seed", low=0, high=2**31 - 1, group="seed")

    def unused(self) -> dict[str, str]:
        reasons = super().unused()
        if self.mechanism == "randomized_response":
            reasons["view"] = "Categories are looked at as they are."
        return reasons


def cost(parameters: ExactnessParameters) -> Cost:
    """Encodes, by r* or N and the dimension, and the tests of what was decoded."""
    channel, x, n = parameters.channel(), parameters.input(), parameters.samples
    each = {scheme: encode_seconds(scheme, channel, x, **parameters.each()) for scheme in parameters.schemes}
    slowest = max(each, key=each.__getitem__)
    if slowest in USES_CANDIDATES:
        work = f"N = {parameters.candidates} candidates"
    else:
        log_bound = float(np.asarray(channel.log_ratio_bound(x[None]), dtype=float)[0])
        size = number(math.exp(log_bound), 2) if log_bound < 600 else f"e^{log_bound:.0f}"
        work = f"r* = {size} candidates"
    work += f" in {channel.width} dimensions" if channel.event_shape and channel.width > 2 else ""
    arms = len(parameters.schemes)
    encoding = sum(encode_seconds(scheme, channel, x, **parameters.each()) for scheme in parameters.schemes)
    memory = max(encode_bytes(scheme, channel, candidates=parameters.candidates) for scheme in each)
    block = block_size(parameters) * channel.width
    return Cost(
        seconds=0.01 + n * (encoding + arms * 1e-6),
        memory_bytes=memory + 100.0 * arms * n + 32.0 * block,
        reason=f"{work} for each of {number(n)} outputs of {SCHEMES[slowest].label}",
    )


def block_size(parameters: ExactnessParameters) -> int:
    """Inputs encoded together: about a tenth of a second of work, a power of two from 1 to 8192."""
    channel, x = parameters.channel(), parameters.input()
    each = max(encode_seconds(scheme, channel, x, **parameters.each()) for scheme in parameters.schemes)
    return 2 ** min(13, max(0, int(math.log2(_BLOCK_SECONDS / each)))) if each < _BLOCK_SECONDS else 1


def run(parameters: ExactnessParameters, progress: Progress | None = None) -> ExactnessResult:
    """Encode and decode n outputs with each compressor and compare them with the law."""
    setting, block, n = _Setting(parameters), block_size(parameters), parameters.samples
    shown = list(_PARTIALS)
    for start in range(0, n, block):
        setting.extend(start, min(block, n - start))
        done = setting.samples / n
        if progress is None or done == 1:
            continue
        partial = None
        if shown and done >= shown[0] and setting.samples >= 500:
            shown = [share for share in shown if share > done]
            partial = setting.result()
        progress(done, f"{number(setting.samples)} of {number(n)} outputs", partial)
    return setting.result()


class _Setting:
    """What is fixed in a run, and the outputs so far."""

    def __init__(self, parameters: ExactnessParameters) -> None:
        self._parameters = parameters
        self._channel, self._x = parameters.channel(), parameters.input()
        self._law = output_law(self._channel, self._x, parameters.view)
        self._shared = SharedRandomness(parameters.seed)
        self._outputs = [
            _Outputs(parameters, scheme, self._channel, np.random.default_rng([parameters.seed, place]))
            for place, scheme in enumerate(parameters.schemes)
        ]
        self.samples = 0

    def extend(self, start: int, size: int) -> None:
        batch = np.broadcast_to(self._x, (size, *self._x.shape))
        for outputs in self._outputs:
            outputs.extend(batch, self._shared, start)
        self.samples = start + size

    def result(self) -> ExactnessResult:
        picture = _picture(self._law, self.samples)
        arms = tuple(outputs.arm(self._law, picture) for outputs in self._outputs)
        return ExactnessResult(
            parameters=self._parameters,
            samples=self.samples,
            law=self._law,
            level=_LEVEL,
            picture=picture,
            arms=arms,
            log_bound=float(np.asarray(self._channel.log_ratio_bound(self._x[None]), dtype=float)[0]),
            first_weight=self._first_weight(),
        )

    def _first_weight(self) -> tuple[int, float, float] | None:
        """Of the first message with N candidates: its index K, r(Z_K) and the sum of all N ratios."""
        for outputs in self._outputs:
            if outputs.scheme == "mrc":
                pool = np.arange(1, self._parameters.candidates + 1)
                z = self._channel.proposal(self._shared.uniforms(pool, self._channel.width, 0))
                ratio = np.exp(self._channel.log_ratio(self._x, z))
                index = outputs.first_index
                return index, float(ratio[index - 1]), float(ratio.sum())
        return None


class _Outputs:
    """The decoded outputs of one compressor, as they are looked at, and what sending them took."""

    def __init__(self, parameters: ExactnessParameters, scheme: str, channel, rng: np.random.Generator) -> None:
        self.scheme, self.first_index = scheme, 0
        self._parameters, self._rng = parameters, rng
        self._compressor = compressor_of(scheme, channel, **parameters.each())
        self._code = code_of(scheme, parameters.candidates)
        self._values: list[np.ndarray] = []
        self._bits: list[np.ndarray] = []
        self._candidates: list[np.ndarray] = []

    def extend(self, batch: np.ndarray, shared: SharedRandomness, start: int) -> None:
        messages = self._compressor.encode(batch, shared, self._rng, first_table=start)
        z = self._compressor.decode(messages, shared)
        self.first_index = self.first_index or int(messages.indices[0])
        self._values.append(observe(z, batch[0], self._parameters.view))
        self._bits.append(messages.lengths(self._code).astype(float))
        self._candidates.append(messages.candidates.astype(float))

    def arm(self, law: ScalarLaw | FiniteLaw, picture: Picture) -> Arm:
        values = np.concatenate(self._values)
        bits, bits_error = mean_and_error(np.concatenate(self._bits))
        candidates, candidates_error = mean_and_error(np.concatenate(self._candidates))
        if isinstance(law, FiniteLaw):
            kept = law.probabilities[0]  # the input is category 0
            found = diagnostics.moments(values == 0, kept, kept * (1 - kept))
            counts, ordered = np.bincount(values, minlength=len(law.probabilities)), None
        else:
            found = diagnostics.moments(values, law.mean, law.variance)
            counts, ordered = picture.bins.counts(values), picture.band.ordered(values)
        return Arm(
            scheme=self.scheme,
            label=scheme_label(self.scheme, **self._parameters.each()),
            exact=self._compressor.exact,
            distance=self._parameters.gamma if self.scheme == "rejection" else None,
            counts=counts,
            ordered=ordered,
            tests=diagnostics.exactness_tests(values, law, binned=self._parameters.view == "radius"),
            moments=found,
            bits=bits,
            bits_error=bits_error,
            code=self._code.label,
            candidates=candidates,
            candidates_error=candidates_error,
        )


def _picture(law: ScalarLaw | FiniteLaw, samples: int) -> Picture:
    if isinstance(law, FiniteLaw):
        return Picture(None, None, *diagnostics.count_limits(law.probabilities, samples, _LEVEL), None, None)
    bins = diagnostics.equal_width_bins(law, _BINS)
    peak = np.clip(law.location, bins.edges[0], bins.edges[-1])  # a Laplace density has its edge there
    curve = np.union1d(np.linspace(bins.edges[0], bins.edges[-1], _CURVE), [peak])
    band = diagnostics.order_statistics_band(law, samples, _POINTS, _LEVEL)
    limits = diagnostics.count_limits(bins.probabilities, samples, _LEVEL)
    return Picture(bins, band, *limits, curve, law.density(curve))


def snippet(parameters: ExactnessParameters) -> str:
    """A program that prints the tests of compressor A, as on screen."""
    return program(parameters, block_size(parameters))


# s² = 596 and C² = 50, to what a control shows.
_CHUNK = {"mechanism": "gaussian", "dimension": 50, "noise_std": 24.413, "norm_bound": 7.0711}

EXPERIMENT = Experiment(
    name="exactness",
    parameters=ExactnessParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "PPR against MRC": (
            ExactnessParameters(),
            "Messages of similar length: about 5 bits for PPR, 4 for MRC. One of the two has the right law.",
        ),
        "A hundred thousand outputs": (
            ExactnessParameters(samples=100_000),
            "The same with ten times the outputs: the band shrinks to a third, and only PPR stays inside.",
        ),
        "PPR against MRC at equal bits": (
            ExactnessParameters(candidates=32, samples=50_000),
            "N = 32 candidates take 5 bits, as much as PPR needs on average; MRC is closer now, but still not exact.",
        ),
        "MRC with too few candidates": (
            ExactnessParameters(epsilon=5.0, candidates=4),
            "Four candidates for r* = 13.6: most messages point at a sample of the proposal, not of the mechanism.",
        ),
        "PFR: exact but not private": (
            ExactnessParameters(first="pfr", second="ppr", epsilon=5.0),
            "α = ∞ sends the fewest bits and is as exact as PPR, but its index hides nothing from the decoder.",
        ),
        "Truncated PPR against PPR": (
            ExactnessParameters(first="ppr", second="truncated_ppr", epsilon=5.0, candidates=32),
            "The same rule, but only the first N candidates may win: a shorter search that costs the exactness.",
        ),
        "Figure 1: one chunk": (
            ExactnessParameters(**_CHUNK, candidates=4, samples=20_000, view="radius"),
            "One 50-dimensional chunk of Liu, Chen, Özgür, Li 2024, Figure 1: s² = 596, C² = 50. The radius shows what "
            "a coordinate hides.",
        ),
        "Good against weak generator": (
            ExactnessParameters(first="rejection", second="weak_rejection"),
            "Feldman, Talwar 2021: the message is a seed. Stretched by SHAKE-256 its output keeps the law up to γ; "
            "stretched by a generator with 64 rows it does not.",
        ),
        "Randomized response": (
            ExactnessParameters(mechanism="randomized_response", epsilon=3.0, categories=8, candidates=8),
            "Eight categories at ε = 3; here the law of both compressors is a finite table.",
        ),
    },
    dial="samples",
)
