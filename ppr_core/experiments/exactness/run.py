"""Exactness: many decoded outputs of one input, against the law the mechanism promises, for two compressors.

Poisson private representation reproduces the law exactly (Liu, Chen, Özgür, Li: Universal exact compression of
differentially private mechanisms, NeurIPS 2024, Proposition 4); minimal random coding and truncated PPR, which choose
among N candidates only, do not. Pseudorandom rejection comes within γ, as far as its generator is cryptographic
(Feldman, Talwar: Lossless compression of efficient private local randomizers, ICML 2021, Lemma 3.3).
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core import diagnostics
from ppr_core.channels import Channel
from ppr_core.diagnostics import FiniteLaw, ScalarLaw, hits, mean_and_error, observe, output_law
from ppr_core.experiments.contract import Cost, Progress
from ppr_core.experiments.exactness.parameters import ExactnessParameters
from ppr_core.experiments.exactness.result import Arm, ExactnessResult, Picture
from ppr_core.experiments.vocabulary.schemes import Scheme
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["block_size", "cost", "run"]

_BINS = 65  # odd, so that a bar stands at the top of a symmetric law
_POINTS = 200  # of the quantile comparison, at most
_CURVE = 400  # points of the law's density
_LEVEL = 0.01  # how often a perfect sampler leaves the band of a histogram or of the quantiles anywhere
_BLOCK_SECONDS = 0.1
_HEADROOM = 3.0  # times the highest mean of a bar, above which a density that has no top is cut
_PARTIALS = (0.05, 0.15, 0.3, 0.5, 0.75)  # shares of the run at which a partial result is worth making


def cost(parameters: ExactnessParameters) -> Cost:
    """Encodes, by r* or N and the dimension, and the tests of what was decoded."""
    p, channel, x, n = parameters, parameters.channel(), parameters.input(), parameters.samples
    each = [scheme.seconds(scheme, channel, x, p.settings) for scheme in p.schemes]
    slowest = p.schemes[int(np.argmax(each))]
    work = slowest.work(channel, x, p.settings)
    work += f" in {channel.width} dimensions" if channel.event_shape and channel.width > 2 else ""
    memory = max(scheme.memory_bytes(channel, p.settings) for scheme in p.schemes)
    return Cost(
        seconds=0.01 + n * (sum(each) + len(each) * 1e-6),
        memory_bytes=memory + 100.0 * len(each) * n + 32.0 * block_size(p) * channel.width,
        reason=f"{work} for each of {number(n)} outputs of {slowest.label}",
    )


def block_size(parameters: ExactnessParameters) -> int:
    """Inputs encoded together: about a tenth of a second of work, a power of two from 1 to 8192."""
    channel, x = parameters.channel(), parameters.input()
    each = max(scheme.seconds(scheme, channel, x, parameters.settings) for scheme in parameters.schemes)
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
        """Of the first message with N candidates: its index K, ln r(Z_K) and the logarithm of the sum of all ratios."""
        for outputs in self._outputs:
            if outputs.scheme.name == "mrc":
                pool = np.arange(1, self._parameters.candidates + 1)
                z = self._channel.proposal(self._shared.uniforms(pool, self._channel.width, 0))
                log_ratio = self._channel.log_ratio(self._x, z)
                index = outputs.first_index
                return index, float(log_ratio[index - 1]), float(np.logaddexp.reduce(log_ratio))
        return None


class _Outputs:
    """The decoded outputs of one compressor, as they are looked at, and what sending them took."""

    def __init__(
        self, parameters: ExactnessParameters, scheme: Scheme, channel: Channel, rng: np.random.Generator
    ) -> None:
        self.scheme, self.first_index, self._x = scheme, 0, parameters.input()
        self._parameters, self._rng = parameters, rng
        self._channel, self._compressor = channel, scheme.build(channel, parameters.settings)
        self._code = scheme.code(parameters.settings)
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
            true = hits(self._channel, self._x, np.arange(len(law.probabilities)))
            kept = float(law.probabilities[true].sum())
            found = diagnostics.moments(true[values], kept, kept * (1 - kept))
            counts, ordered = np.bincount(values, minlength=len(law.probabilities)), None
        else:
            found = diagnostics.moments(values, law.mean, law.variance)
            counts, ordered = picture.bins.counts(values), picture.band.ordered(values)
        return Arm(
            scheme=self.scheme.name,
            label=self.scheme.titled(self._parameters.settings),
            exact=self._compressor.exact,
            distance=self._parameters.gamma if self.scheme.name == "rejection" else None,
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
    corners = np.clip(law.corners, bins.edges[0], bins.edges[-1])
    curve = np.union1d(np.linspace(bins.edges[0], bins.edges[-1], _CURVE), corners)
    highest = _HEADROOM * float(bins.probabilities.max() / (bins.edges[1] - bins.edges[0]))
    band = diagnostics.order_statistics_band(law, samples, _POINTS, _LEVEL)
    limits = diagnostics.count_limits(bins.probabilities, samples, _LEVEL)
    return Picture(bins, band, *limits, curve, np.minimum(law.density(curve), highest))
