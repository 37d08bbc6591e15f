"""What a run of the experiment `metric_privacy` measures: reports through PPR, and errors of discrete Laplace."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics import Mean
from ppr_core.estimation.metric import discrete_laplace_errors
from ppr_core.estimation.metric.cells import LARGEST_COUNTED
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error, laplace_metric_radius
from ppr_core.randomness import SharedRandomness

__all__ = [
    "CODE", "GRID", "LADDER", "SIZES", "Cells", "Curves", "DiscreteReports", "Reports", "Rung", "block_size", "cells",
    "discrete_reports", "epsilon_curves", "ladder", "point_seconds", "ppr_error", "report", "rung_encodes",
    "size_curves",
]  # fmt: skip

CODE = "elias_delta"
GRID = 25  # values of ε
SIZES = 20  # values of the message size
LADDER = (1 / 8, 1 / 4, 1 / 2)  # of ε, where PPR is run as well, with a quarter of the encodes
_RANGE = (2.0, 200.0)  # of the curves' ε, in units of d/C
_BLOCK_SECONDS = 0.3  # of predicted work in one call, so that a run can be cancelled
_PARTS = {"report": 0, "other": 1, "ladder": 2, "discrete": 5, "epsilon": 6, "size": 7, "cells": 8}
_CELL_COORDINATES, _SAMPLES_A_CELL = 20_000, 20

Tell = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class Reports:
    """n decoded reports of x and of x′, (n, d) each; bits and candidates of a message, ‖Z − x‖², and the share within
    the radius of the chosen confidence."""

    z: np.ndarray
    other: np.ndarray
    bits: Mean
    candidates: Mean
    squared_error: Mean
    within: Mean


@dataclass(frozen=True, eq=False)
class DiscreteReports:
    """n decoded reports (n, d) of x by discrete Laplace, ‖Z − x‖², the bits of a message, whether these count cells
    exactly, and whether the messages were numbered and read again."""

    z: np.ndarray
    squared_error: Mean
    bits: float
    exact: bool
    sent: bool


@dataclass(frozen=True)
class Rung:
    """PPR at another ε, really run: bits of a message, and E‖Z − X‖²."""

    epsilon: float
    bits: Mean
    squared_error: Mean


@dataclass(frozen=True, eq=False)
class Curves:
    """E‖Z − X‖² along x, (k,); ppr, discrete and its standard error are (s, k), NaN where there is no such scheme."""

    x: np.ndarray
    ppr: np.ndarray
    discrete: np.ndarray
    discrete_error: np.ndarray


@dataclass(frozen=True)
class Cells:
    """Bits of a cell of discrete Laplace with one step: by volume; a word of one length for every cell that meets the
    ball (``exact``, else an upper limit); and the mean of an ideal code for single coordinates, NaN where too few
    cells were seen to tell."""

    volume: float
    words: float
    exact: bool
    coded: float


def report(p: MetricPrivacyParameters, tell: Tell) -> Reports:
    """Encode and decode x, then x′; message i of the run reads table i of the shared randomness."""
    radius = laplace_metric_radius(dimension=p.dimension, epsilon=p.epsilon, confidence=p.confidence)
    z, lengths, candidates = _encode(p, p.epsilon, p.position, p.encodes, 0, "report", lambda share: tell(share / 2))
    other, *_ = _encode(p, p.epsilon, p.other, p.encodes, p.encodes, "other", lambda share: tell((1 + share) / 2))
    squares = _squares(p, z)
    return Reports(
        z=z,
        other=other,
        bits=Mean.of(lengths),
        candidates=Mean.of(candidates),
        squared_error=Mean.of(squares),
        within=Mean.of((squares <= radius**2).astype(float)),
    )


def ladder(p: MetricPrivacyParameters, tell: Tell) -> tuple[Rung, ...]:
    """PPR of x at smaller ε, smallest first."""
    found, count = [], rung_encodes(p)
    for place, part in enumerate(LADDER):

        def told(share: float, place: int = place) -> None:
            tell((place + share) / len(LADDER))

        first = 2 * p.encodes + place * count
        z, lengths, _ = _encode(p, part * p.epsilon, p.position, count, first, "ladder", told)
        found.append(Rung(part * p.epsilon, Mean.of(lengths), Mean.of(_squares(p, z))))
    return tuple(found)


def rung_encodes(p: MetricPrivacyParameters) -> int:
    """Encodes at each smaller ε."""
    return max(25, p.encodes // 4)


def discrete_reports(p: MetricPrivacyParameters) -> DiscreteReports | None:
    """Reports of x by discrete Laplace with the first budget: noise, cells, numbers, and back."""
    mechanism = p.discrete(p.budgets[0])
    if mechanism is None:
        return None
    x = np.tile(p.point(p.position), (p.encodes, 1))
    found, size = mechanism.report(x, _rng(p, "discrete")), mechanism.cell_bits
    sent = (p.norm_bound / mechanism.step) ** 2 <= LARGEST_COUNTED
    if sent:
        code = mechanism.code()
        found = code.cells(code.numbers(found))
    z = mechanism.read(found)
    return DiscreteReports(z, Mean.of(_squares(p, z)), size.value, size.side == "exact", sent)


def epsilon_curves(p: MetricPrivacyParameters, tell: Tell) -> Curves:
    """Errors along the ε that both are compared at, for the three budgets; also where PPR runs out of bits."""
    ends = np.array(_RANGE) * p.dimension / p.norm_bound
    kinks = [p.factor * fits for fits in p.fitting_epsilons]
    inside = [kink for kink in kinks if ends[0] < kink < ends[1]]
    x = np.sort(np.append(np.geomspace(*ends, GRID), inside))
    ppr = np.array([ppr_error(p, x / p.factor, bits) for bits in p.budgets])
    discrete, error = _simulated(p, x, [p.step(bits) for bits in p.budgets], "epsilon", tell)
    return Curves(x, ppr, discrete, error)


def size_curves(p: MetricPrivacyParameters, tell: Tell) -> Curves:
    """Errors along the bits of a message, at the chosen ε; one row."""
    top = 1.15 * p.budgets[-1]
    x = np.unique(np.round(np.linspace(top / SIZES, top, SIZES)))
    ppr = np.array([[ppr_error(p, np.array([p.epsilon]), bits)[0] for bits in x]])
    steps = [p.step(bits) for bits in x]
    discrete, error = _simulated(p, np.array([p.factor * p.epsilon]), steps, "size", tell)
    return Curves(x, ppr, discrete.T, error.T)


def ppr_error(p: MetricPrivacyParameters, epsilons: np.ndarray, bits: float) -> np.ndarray:
    """d(d+1)/ε′² with the largest ε′ <= ε whose size by Corollary 13 fits; NaN if none does. (k,) -> (k,)."""
    most = laplace_metric_epsilon(**p.ball, alpha=p.alpha, bits=bits)
    unit = laplace_metric_error(dimension=p.dimension, epsilon=1.0).value
    return unit / np.minimum(epsilons, most) ** 2 if most else np.full(len(epsilons), np.nan)


def cells(p: MetricPrivacyParameters) -> tuple[Cells | None, ...]:
    """What a cell takes for each of the budgets, for inputs uniform on the ball; None where there is no grid."""
    found, rng = [], _rng(p, "cells")
    trials = max(100, _CELL_COORDINATES // p.dimension)
    x = rng.standard_normal((trials, p.dimension))
    x *= p.norm_bound * rng.random((trials, 1)) ** (1 / p.dimension) / np.linalg.norm(x, axis=1)[:, None]
    for bits in p.budgets:
        mechanism = p.discrete(bits)
        if mechanism is None:
            found.append(None)
            continue
        _, counts = np.unique(mechanism.report(x, rng), return_counts=True)
        share = counts / counts.sum()
        enough = counts.sum() >= _SAMPLES_A_CELL * len(counts)
        coded = float(-p.dimension * (share * np.log2(share)).sum()) if enough else math.nan
        size = mechanism.cell_bits
        found.append(Cells(float(mechanism.volume_bits), size.value, size.side == "exact", coded))
    return tuple(found)


def point_seconds(p: MetricPrivacyParameters, epsilon: float, share: float) -> float:
    """Predicted seconds of one encode of share·C·e₁."""
    return encode_seconds("ppr", p.channel(epsilon), p.point(share), alpha=p.alpha, candidates=0)


def block_size(p: MetricPrivacyParameters, epsilon: float) -> int:
    """Encodes in one call."""
    return max(1, int(_BLOCK_SECONDS / point_seconds(p, epsilon, 1.0)))


def _encode(p: MetricPrivacyParameters, epsilon: float, share: float, count: int, first: int, part: str, tell: Tell):
    """Reports (count, d), bits and candidates of share·C·e₁."""
    ppr, block = PoissonPrivateRepresentation(p.channel(epsilon), p.alpha), block_size(p, epsilon)
    shared, rng = SharedRandomness(p.seed), _rng(p, part, first)
    z, lengths, candidates = [], [], []
    for start in range(0, count, block):
        x = np.tile(p.point(share), (min(block, count - start), 1))
        messages = ppr.encode(x, shared, rng, first_table=first + start)
        z.append(ppr.decode(messages, shared))
        lengths.append(messages.lengths(CODE))
        candidates.append(messages.candidates)
        tell((start + len(x)) / count)
    return tuple(np.concatenate(blocks) for blocks in (z, lengths, candidates))


def _squares(p: MetricPrivacyParameters, z: np.ndarray) -> np.ndarray:
    """‖Z − x‖² of reports (n, d), (n,)."""
    return ((z - p.point(p.position)) ** 2).sum(axis=1)


def _simulated(p: MetricPrivacyParameters, epsilons: np.ndarray, steps: list[float], part: str, tell: Tell):
    """Errors (steps, epsilons) with standard errors; NaN in the rows of infinite steps."""
    there = [place for place, step in enumerate(steps) if step < math.inf]
    means, errors = (np.full((len(steps), len(epsilons)), np.nan) for _ in range(2))
    if there:
        means[there], errors[there] = discrete_laplace_errors(
            **p.ball, epsilons=epsilons, steps=[steps[place] for place in there], trials=p.trials, rng=_rng(p, part),
            progress=tell,
        )  # fmt: skip
    return means, errors


def _rng(p: MetricPrivacyParameters, part: str, *more: int) -> np.random.Generator:
    """The private randomness of a part of the run."""
    return np.random.default_rng([p.seed, _PARTS[part], *more])
