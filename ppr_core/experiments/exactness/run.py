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

from ppr_core import diagnostics, representation
from ppr_core.channels import Channel
from ppr_core.diagnostics import Expectation, FiniteLaw, ScalarLaw, cell_name, observe, output_law
from ppr_core.diagnostics.sent_outputs import CheckedOutputs, SentOutputs
from ppr_core.experiments.contract import PACE, Cost, Progress
from ppr_core.experiments.exactness.parameters import ExactnessParameters
from ppr_core.experiments.vocabulary.schemes import SCHEMES, Scheme
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number, percent

__all__ = ["ALARM", "Arm", "ExactnessResult", "block_size", "cost", "program", "run"]

#: A p-value below this is called a deviation; a perfect sampler is so called once in ten thousand runs.
ALARM = 1e-4
_LEVEL = 0.01  # how often a perfect sampler leaves the band of a histogram or of the quantiles anywhere
_UNSEEN = 0.005  # share of the outputs that lies beyond the picture on either side
_BLOCK_SECONDS = 0.1
_PARTIALS = (0.05, 0.15, 0.3, 0.5, 0.75)  # shares of the run at which a partial result is worth making


@dataclass(frozen=True, eq=False, kw_only=True)
class Arm(CheckedOutputs):
    """One compressor's outputs; its bits are in the code named. distance: total variation from the law at most, by
    theorem, where that is known of a compressor that is not exact."""

    scheme: str
    label: str
    exact: bool
    distance: float | None
    code: str

    @property
    def agrees(self) -> bool:
        """Nothing tells the outputs from samples of the law."""
        return self.tests[0].p_value >= ALARM


@dataclass(frozen=True, eq=False)
class ExactnessResult:
    """Decoded outputs of one or two compressors against the mechanism's law.

    samples: outputs of each so far; law: of what is looked at; level: how often a perfect sampler leaves a band
    anywhere; picture: what perfect samples look like; log_bound: ln r*; first_weight: (K, ln r(Z_K),
    ln Σ r) of MRC's first message, or None.
    """

    parameters: ExactnessParameters
    samples: int
    law: ScalarLaw | FiniteLaw
    level: float
    picture: Expectation
    arms: tuple[Arm, ...]
    log_bound: float
    first_weight: tuple[int, float, float] | None

    @property
    def finite(self) -> bool:
        """The outputs are categories."""
        return isinstance(self.law, FiniteLaw)

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the categories."""
        channel = self.parameters.channel()
        return tuple(cell_name(channel, cell) for cell in range(len(self.picture.probabilities)))

    @property
    def confidence(self) -> str:
        """How many perfect samplers stay inside a band everywhere."""
        return percent(1 - self.level)

    @property
    def highest(self) -> float:
        """The largest density of any bar or limit."""
        bars = (float(self.picture.heights(arm.counts).max()) for arm in self.arms)
        return max(float(self.picture.heights(self.picture.high).max()), *bars)

    @property
    def farthest(self) -> float:
        """The largest difference from the law of any bar or limit."""
        counts = (self.picture.low, self.picture.high, *(arm.counts for arm in self.arms))
        return max(float(np.abs(self.picture.difference(each)).max()) for each in counts)

    @property
    def shown(self) -> tuple[float, float]:
        """Ends of the bars that hold nearly all outputs of the law: beyond them hardly anything is seen."""
        bins, below = self.picture.bins, np.cumsum(self.picture.probabilities)
        assert bins is not None  # of outputs that are numbers
        first, last = np.searchsorted(below, (_UNSEEN, below[-1] - _UNSEEN))
        return float(bins.edges[first]), float(bins.edges[last + 1])

    def table(self) -> dict[str, np.ndarray]:
        picture, bins = self.picture, self.picture.bins
        if bins is None:
            columns = {"category": np.arange(len(picture.probabilities))}
        else:
            columns = {"from": bins.edges[:-1], "to": bins.edges[1:]}
        columns |= {"probability": picture.probabilities, "band_low": picture.low, "band_high": picture.high}
        return columns | {f"count_{slot}": arm.counts for slot, arm in zip("ab", self.arms, strict=False)}

    def quantile_table(self) -> dict[str, np.ndarray]:
        """As `table`, for the ordered outputs."""
        band = self.picture.band
        assert band is not None  # of outputs that are numbers
        columns = {"rank": band.ranks, "law": band.quantiles, "band_low": band.low, "band_high": band.high}
        return columns | {
            f"outputs_{slot}": arm.ordered
            for slot, arm in zip("ab", self.arms, strict=False)
            if arm.ordered is not None
        }

    @property
    def view(self) -> str:
        """What of z is looked at: "finite", all of it as "single", or the parameter's view."""
        p = self.parameters
        single = p.view == "coordinate" and p.dimension == 1
        return "finite" if self.finite else "single" if single else p.view

    @property
    def truth(self) -> float | None:
        """The number x itself, where x is one number."""
        return float(self.parameters.input().ravel()[0]) if self.view == "single" else None

    def name(self, arm: Arm) -> str:
        """The compressor's short name; "A" and "B" tell two of the same kind apart."""
        short, same = arm.label.split(",")[0], len({other.scheme for other in self.arms}) < len(self.arms)
        return f"{short} {'AB'[self.arms.index(arm)]}" if same else short


def cost(parameters: ExactnessParameters) -> Cost:
    """Encodes, by r* or N and the dimension, and the tests of what was decoded."""
    p, channel, x, n = parameters, parameters.channel(), parameters.input(), parameters.samples
    each = [scheme.seconds(scheme, channel, x, p.settings.expected()) for scheme in p.schemes]
    slowest = p.schemes[int(np.argmax(each))]
    work = slowest.work(channel, x, p.settings)
    work += f" in {channel.width} dimensions" if channel.event_shape and channel.width > 2 else ""
    memory = max(scheme.memory_bytes(channel, p.settings) for scheme in p.schemes)
    held = max(block_size(p, scheme) for scheme in p.schemes)
    return Cost(
        seconds=PACE * (0.01 + n * (sum(each) + len(each) * 1e-6)),
        memory_bytes=memory + 100.0 * len(each) * n + 32.0 * held * channel.width,
        reason=f"{work} for each of {number(n)} outputs of {slowest.label}",
    )


def block_size(parameters: ExactnessParameters, scheme: Scheme) -> int:
    """Inputs that a scheme encodes together: about a tenth of a second of work, a power of two from 1 to 8192.

    Of its own for each scheme, whose outputs then are the same beside any other.
    """
    each = scheme.seconds(scheme, parameters.channel(), parameters.input(), parameters.settings)
    return 2 ** min(13, max(0, int(math.log2(_BLOCK_SECONDS / each)))) if each < _BLOCK_SECONDS else 1


def run(parameters: ExactnessParameters, progress: Progress | None = None) -> ExactnessResult:
    """Encode and decode n outputs with each compressor and compare them with the law."""
    p, channel, n = parameters, parameters.channel(), parameters.samples
    shared, waiting = SharedRandomness(p.seed), list(_PARTIALS)
    sent = [(scheme, _outputs(p, channel, scheme, position)) for position, scheme in enumerate(p.schemes)]
    blocks = [block_size(p, scheme) for scheme in p.schemes]  # each a multiple of all smaller ones
    for start in range(0, n, min(blocks)):
        samples = min(start + min(blocks), n)
        for (_, outputs), block in zip(sent, blocks, strict=True):
            if start % block == 0:
                outputs.extend(min(block, n - start), shared, start)
        if progress is None or samples == n:
            continue
        partial = None
        if waiting and samples / n >= waiting[0] and samples >= 500:
            waiting = [share for share in waiting if share > samples / n]
            partial = _result(p, channel, sent, samples)
        progress(samples / n, f"{number(samples)} of {number(n)} outputs", partial)
    return _result(p, channel, sent, n)


def _result(
    p: ExactnessParameters, channel: Channel, sent: list[tuple[Scheme, SentOutputs]], samples: int
) -> ExactnessResult:
    x = p.input()
    law = output_law(channel, x, p.view)
    picture = diagnostics.expectation(law, samples, _LEVEL)
    return ExactnessResult(
        parameters=p,
        samples=samples,
        law=law,
        level=_LEVEL,
        picture=picture,
        arms=tuple(_arm(p, scheme, outputs, outputs.checked(law, picture, samples)) for scheme, outputs in sent),
        log_bound=float(channel.log_ratio_bound()),
        first_weight=next(
            (_weight(p, channel, outputs.first) for scheme, outputs in sent if scheme.name == "mrc"), None
        ),
    )


def _weight(p: ExactnessParameters, channel: Channel, index: int) -> tuple[int, float, float]:
    """Of MRC's first message its index K, ln r(Z_K) and the logarithm of the sum of all N ratios."""
    uniforms = SharedRandomness(p.seed).uniforms(np.arange(1, p.candidates + 1), channel.width, 0)
    log_ratio = channel.log_ratio(p.input(), channel.proposal(uniforms))
    return index, float(log_ratio[index - 1]), float(np.logaddexp.reduce(log_ratio))


def _outputs(p: ExactnessParameters, channel: Channel, scheme: Scheme, position: int) -> SentOutputs:
    rng = np.random.default_rng([p.seed, position])
    return SentOutputs(scheme.build(channel, p.settings), p.input(), p.view, scheme.code(p.settings), rng)


def _arm(p: ExactnessParameters, scheme: Scheme, sent: SentOutputs, checked: CheckedOutputs) -> Arm:
    return Arm(
        scheme=scheme.name,
        label=scheme.titled(p.settings),
        exact=sent.compressor.exact,
        distance=p.gamma if scheme.name == "rejection" else None,
        code=scheme.code(p.settings).label,
        **vars(checked),
    )


def program(p: ExactnessParameters) -> str:
    """A program that prints the tests of compressor A; the encodes come in blocks, as in the run."""
    channel, x, block = p.channel(), p.input(), block_size(p, SCHEMES[p.first])
    compressor = SCHEMES[p.first].build(channel, p.settings)
    body = f"""\
channel = {channel!r}
compressor = {representation.on_channel(compressor)}
x, outputs = {representation.vector(x)}, []
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0])
for start in range(0, {p.samples}, {block}):
    size = min({block}, {p.samples} - start)
    messages = compressor.encode(np.broadcast_to(x, (size, *x.shape)), shared, rng, first_table=start)
    outputs.append(observe(compressor.decode(messages, shared), x, "{p.view}"))
law = output_law(channel, x, "{p.view}")
for test in exactness_tests(np.concatenate(outputs), law, binned={p.view == "radius"}):
    effect = test.effect
    print(f"{{test.name}}: p = {{test.p_value:.3g}}, {{effect.name}} {{effect.value:#.4g}} ± {{effect.error:.2g}}")
"""
    used = (type(channel), *representation.classes(compressor), observe, output_law, SharedRandomness)
    return representation.program(body, diagnostics.exactness_tests, *used)
