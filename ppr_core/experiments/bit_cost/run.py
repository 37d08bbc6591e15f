"""Bit cost: what real messages of a compressed mechanism take, code by code, against what theory promises.

A datum is noised by a mechanism and sent by the Poisson private representation (PPR) many times. Source: Liu, Chen,
Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024), Theorems 5 and 14,
Corollary 6.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core import kernels, representation
from ppr_core.channels import LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.diagnostics import Mean, WholeHistogram, whole_histogram
from ppr_core.diagnostics.sent_chunks import SentPieces, send_pieces
from ppr_core.entropy import EntropyEstimate
from ppr_core.experiments.bit_cost.measure import (
    PlannedSweep,
    Sweep,
    Theory,
    block_size,
    datum_seconds,
    empty,
    law,
    measure,
    plan,
    simulate,
    theory,
)
from ppr_core.experiments.bit_cost.parameters import CODES, BitCostParameters
from ppr_core.experiments.contract import PACE, Cost, Progress, Steps
from ppr_core.guarantees import ppr_pure
from ppr_core.index_law import Computed, Piece, PiecesLaw, pieces_law
from ppr_core.mechanism_analysis import capacity_bits
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import exponential, number

__all__ = ["BitCostResult", "Marker", "cost", "program", "run"]

_BARS = 60  # at most
_SHOWN = 0.995  # share of the lengths that the bars cover at least
_FAR = 2.5  # a plain float this many times further right than all else is told in words

# Seconds of one core (measured), beside those of the encodes themselves.
_START = 4e-3
_POINT = 3e-3  # of a point of the sweep
_WORD = 5e-7  # of the logarithm, cell and length of an index
_LONG_WORD = 1e-5  # of one beyond machine words
_CODE_TREE = 0.012  # of a Zipf–Shannon code
_LAW = 4e-3  # of the exact law of an index
_QUADRATURE = 0.2  # of the law and the divergence of a Laplace channel in several dimensions


@dataclass(frozen=True)
class Marker:
    """A number of bits on the axis of the lengths. name: what it is of, "code" with its code; kind: "exact",
    "measured", "bound", "mrc" or "plain"; exact: of what is measured, the value without simulation, and error, its
    standard error."""

    name: str
    bits: float
    kind: str
    exact: Computed | None = None
    error: float = 0.0
    code: str = ""


@dataclass(frozen=True, eq=False)
class WorkedAverage:
    """words: of K = 1, …, m; chances: P(K), (m,); parts: word lengths times chances, in bits, (m,); rest_chance,
    rest_bits: of all larger K; bits: the sum of parts and rest."""

    words: tuple[str, ...]
    chances: np.ndarray
    parts: np.ndarray
    rest_chance: float
    rest_bits: float
    bits: float


@dataclass(frozen=True, eq=False)
class BitCostResult:
    """Everything is per datum; one that is sent in chunks costs the sum over them.

    law: that of its indices, exact; lengths: code -> the exact mean length under it; capacity: bits that some input
    takes on average in every exact scheme, None where unknown.
    """

    parameters: BitCostParameters
    law: PiecesLaw
    lengths: dict[str, Computed]
    theory: Theory
    capacity: float | None
    measured: SentPieces
    sweep: Sweep

    @property
    def bits(self) -> Mean:
        """The mean length under the chosen code."""
        return self.measured.codes[self.parameters.code]

    @property
    def exact_bits(self) -> Computed:
        """The mean length under the chosen code without simulation."""
        return self.lengths[self.parameters.code]

    def worked(self, rows: int) -> WorkedAverage:
        """The exact mean length of one message under the chosen code, as the sum over its smallest indices and the
        rest."""
        law, code = self.law.laws[0][1], self.law.code(self.parameters.code)
        chances = law.pmf(np.arange(1, rows + 1))
        words = tuple(map(code.word, range(1, rows + 1)))
        parts, whole = chances * [len(word) for word in words], law.mean_length(code)
        rest = max(1 - float(chances.sum()), 0.0), max(whole - float(parts.sum()), 0.0)
        return WorkedAverage(words, chances, parts, *rest, whole)

    def decoder_epsilons(self, alphas: np.ndarray) -> np.ndarray | None:
        """What the decoder of the message may learn at each α, 2αε in nats (Theorem 7); None where several messages are
        sent or the mechanism has no ε with δ = 0."""
        mechanism = self.parameters.channel().privacy()
        if self.several or mechanism.delta > 0 or not math.isfinite(mechanism.epsilon):
            return None
        return np.array([ppr_pure(mechanism, alpha).epsilon for alpha in alphas.tolist()])

    @property
    def several(self) -> bool:
        """Whether one length is that of a vector in several messages."""
        return self.theory.messages > 1

    @cached_property
    def histogram(self) -> WholeHistogram:
        """Of the lengths of all data."""
        return whole_histogram(self.measured.lengths, _BARS, _SHOWN)

    @property
    def reach(self) -> float:
        """Right end of the axis of the lengths, in bits."""
        near = [marker.bits for group in self.markers for marker in group if marker.kind != "plain"]
        return max(
            1.3 * max(self.histogram.edges[-1], *near), 1.05 * self.theory.plain_bits if self.plain_shown else 0.0
        )

    @property
    def markers(self) -> tuple[tuple[Marker, ...], tuple[Marker, ...]]:
        """What is compared, in a fixed order: what belongs to log₂ K, and what belongs to the size of a message; a
        plain float only where it is not far off."""
        t, m, exact, code = self.theory, self.measured, self.law, self.parameters.code
        least = Marker("divergence", t.divergence, "exact")
        if t.information is not None:
            least = Marker("information", t.information, "exact")
        index = (least, _both("log-index", exact.mean_log2, m.log_index), Marker("theorem", t.bound, "bound"))
        size = [
            _both("entropy", exact.entropy, m.entropy),
            *(_both("code", self.lengths[name], mean, name) for name, mean in m.codes.items()),
            Marker("code-bound", t.code_bound, "bound", code=code),
            *([] if t.ldp_bound is None else [Marker("corollary", t.ldp_bound, "bound")]),
            Marker("mrc", t.mrc_bits, "mrc"),
            *([Marker("plain", t.plain_bits, "plain")] if self.plain_shown else []),
        ]
        return index, tuple(size)

    @property
    def plain_shown(self) -> bool:
        """Whether the plain output's bits are near enough to stand on the axis of the lengths."""
        return self.theory.plain_bits <= _FAR * max(self.histogram.edges[-1], self.theory.bound, 12.0)

    def table(self) -> dict[str, np.ndarray]:
        bars = self.histogram
        columns = {"from": bars.edges[:-1], "to": bars.edges[1:]}
        return columns | {"share_percent": bars.shares, "standard_error": bars.errors}


def _both(name: str, known: Computed, mean: Mean | EntropyEstimate, code: str = "") -> Marker:
    return Marker(name, mean.value, "measured", known, mean.error, code)


def cost(parameters: BitCostParameters) -> Cost:
    """r* candidates for every encode, of the histogram and of the sweep's points."""
    p, parts = parameters, parameters.parts()
    planned = plan(p)
    messages, log_bound = p.samples * _messages(p), max(part.log_ratio_bound for part in parts)
    points = [seconds for seconds in _point_seconds(planned) if seconds]
    seconds = _START + sum(points) + _datum_seconds(p, len(CODES)) * p.samples
    seconds += _LAW * (1 + len(planned.points)) * len(parts)
    seconds += _CODE_TREE * (1 + (len(planned.points) if p.code == "zipf_shannon" else 0))
    if isinstance(parts[0].channel, LaplaceChannel):
        seconds += _QUADRATURE * sum(point.dimension > 1 for point in (p, *planned.points))
    held = max(part.channel.width * min(block_size(part, p.alpha), messages) for part in parts)
    pieces = "" if messages == p.samples else f" in {_messages(p)} chunks"
    return Cost(
        seconds=PACE * seconds,
        memory_bytes=8e7 + 120.0 * messages + 16.0 * held + 400.0 * math.exp(min(log_bound, 300.0)),
        reason=f"r* = {exponential(log_bound)} candidates for each index of {number(p.samples)} messages{pieces}",
    )


def run(parameters: BitCostParameters, progress: Progress | None = None) -> BitCostResult:
    """Encode the datum n times, then simulate the sweep point by point."""
    p, planned = parameters, plan(parameters)
    steps = Steps(progress, [_datum_seconds(p, len(CODES)) * p.samples + _POINT, *_point_seconds(planned)])
    codes = (p.code, *(name for name in CODES if name != p.code))
    rng = np.random.default_rng([p.seed, 0])
    sent = measure(p, p.samples, codes, rng, progress=steps.within(0, "messages"))
    exact = law(p)
    lengths = {name: exact.length(name) for name in CODES}
    steps.partial = BitCostResult(p, exact, lengths, theory(p), capacity_bits(p.channel()), sent, empty(planned))
    table = p.samples * _messages(p)
    for place, (point, samples) in enumerate(zip(planned.points, planned.samples, strict=True)):
        if samples:
            tell = steps.within(place + 1, f"point {place + 1} of {len(planned.points)} of the sweep")
            simulated = simulate(steps.partial.sweep, place, table, tell)
            steps.partial = dataclasses.replace(steps.partial, sweep=simulated)
            table += samples * _messages(point)
    return steps.partial


def _messages(p: BitCostParameters) -> int:
    return sum(part.copies for part in p.parts())


def _datum_seconds(p: BitCostParameters, codes: int) -> float:
    """Of encoding the datum once and finding its length under some codes."""
    slow = _LONG_WORD * 2.0 ** (-53 * (p.alpha - 1))  # words of indices that no machine word holds
    return datum_seconds(p.parts(), p.alpha, kernels.expected()) + _messages(p) * (_WORD + codes * slow)


def _point_seconds(planned: PlannedSweep) -> list[float]:
    return [
        _POINT + samples * _datum_seconds(point, 1) if samples else 0.0
        for point, samples in zip(planned.points, planned.samples, strict=True)
    ]


def program(p: BitCostParameters) -> str:
    """A program against ``ppr_core`` that prints the mean length of a datum."""
    parts, alpha = p.parts(), representation.literal(p.alpha)
    pieces = "\n".join(
        f"    Piece({part.channel!r}, {representation.vector(part.x)}, copies={part.copies})," for part in parts
    )
    used = [type(parts[0].channel), Piece, SharedRandomness, send_pieces]
    used.append(pieces_law if p.code == "zipf_shannon" else code_from_name)
    coder = f"pieces_law(pieces, {alpha}).code" if p.code == "zipf_shannon" else "code_from_name"
    body = f"""\
pieces = [
{pieces}
]
code, rng = {coder}("{p.code}"), np.random.default_rng([{p.seed}, 0])
blocks = {[block_size(part, p.alpha) for part in parts]}  # encodes in one call
sent = send_pieces(pieces, {alpha}, {p.samples}, {{"code": code}}, SharedRandomness({p.seed}), rng, blocks=blocks)
print(f"{{sent.lengths.mean():.4f}} bits on average")
"""
    return representation.program(body, *used)
