"""The cost and the run of the experiment `metric_privacy`, and the program that prints its first number.

Reports through PPR and through discrete Laplace, the errors of both along ε and along the bits, and the bits of a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ppr_core import kernels
from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics import Mean
from ppr_core.estimation.metric import CellBits, discrete_laplace_errors, simulation_seconds
from ppr_core.estimation.metric.cells import LARGEST_COUNTED
from ppr_core.experiments.contract import PACE, Cost, Progress, Steps
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.experiments.metric_privacy.result import Curves, DiscreteReports, MetricPrivacyResult, Reports, Rung
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.experiments.vocabulary.schemes import encode_bytes, encode_seconds
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error, laplace_metric_radius
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import on_channel, program
from ppr_core.wording import exponential, number

__all__ = ["LADDER", "cost", "run", "sends", "snippet"]

LADDER = (1 / 8, 1 / 4, 1 / 2)  # of ε, where PPR is run as well, with a quarter of the encodes
_CODE = "elias_delta"
_GRID = 25  # values of ε
_SIZES = 20  # values of the message size
_RANGE = (2.0, 200.0)  # of the curves' ε, in units of d/C
_BLOCK_SECONDS = 0.3  # of predicted work in one call, so that a run can be cancelled
_PARTS = {"report": 0, "other": 1, "ladder": 2, "discrete": 5, "epsilon": 6, "size": 7, "cells": 8}
_CELL_COORDINATES = 20_000

# Measured seconds of one core, beside encodes and simulation.
_START, _COUNTS, _STEP_FINE, _DISCRETE = 0.012, 0.01, 0.005, 1.5e-5

Tell = Callable[[float], None]


def cost(parameters: MetricPrivacyParameters) -> Cost:
    """r* candidates for every encode, and every trial of a point of the error curves."""
    p = parameters
    if p.runs:
        why = f"r* = {exponential(p.log_ratio_bound)} candidates for each of {number(2 * p.encodes)} encodes"
    else:
        why = f"{number(p.trials)} trials of {p.dimension} coordinates for each point of the curves"
    arrays = 8.0 * p.trials * max(3 * (_GRID + 3), _SIZES) + 60.0 * p.encodes * p.dimension
    return Cost(_START + PACE * sum(_seconds(p)), encode_bytes("ppr", p.channel(), candidates=0) + arrays, why)


def run(parameters: MetricPrivacyParameters, progress: Progress | None = None) -> MetricPrivacyResult:
    """Reports through PPR and discrete Laplace first, then the curves."""
    p, result = parameters, MetricPrivacyResult(parameters, None)
    steps = Steps(progress, _seconds(p))
    if p.runs:
        steps.partial = result = replace(result, reports=_report(p, steps.within(0, "reports")))
    if p.plane:
        steps.partial = result = replace(result, discrete_reports=_discrete_reports(p))
    result = replace(result, along_epsilon=_epsilon_curves(p, steps.within(2, "errors along ε")))
    steps.partial = result = replace(result, cells=_cells(p))
    result = replace(result, along_size=_size_curves(p, steps.within(3, "errors along the bits of a message")))
    if p.runs:
        steps.partial = result
        result = replace(result, ladder=_ladder(p, steps.within(4, "PPR at smaller ε")))
    return result


def _seconds(p: MetricPrivacyParameters) -> tuple[float, ...]:
    """Predicted, of PPR's reports, those of discrete Laplace, both curves, and PPR at smaller ε."""
    d, fine = p.dimension, p.accounting == "cells"
    counts = _COUNTS * (1 + d / 500) if fine else 0.0
    both = _point_seconds(p, p.epsilon, p.position) + _point_seconds(p, p.epsilon, p.other)
    smaller = sum(_point_seconds(p, share * p.epsilon, p.position) for share in LADDER) if p.runs else 0.0
    return (
        p.encodes * both if p.runs else 0.0,
        _DISCRETE * p.encodes if p.plane else 0.0,
        counts + simulation_seconds(d, _GRID + 3, 3, p.trials),
        simulation_seconds(d, 1, _SIZES, p.trials) + (_SIZES * _STEP_FINE if fine and d > 10 else 0.0),
        _rung_encodes(p) * smaller,
    )


def _report(p: MetricPrivacyParameters, tell: Tell) -> Reports:
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


def _ladder(p: MetricPrivacyParameters, tell: Tell) -> tuple[Rung, ...]:
    """PPR of x at smaller ε, smallest first."""
    rungs, count = [], _rung_encodes(p)
    for rung, part in enumerate(LADDER):

        def told(share: float, rung: int = rung) -> None:
            tell((rung + share) / len(LADDER))

        first = 2 * p.encodes + rung * count
        z, lengths, _ = _encode(p, part * p.epsilon, p.position, count, first, "ladder", told)
        rungs.append(Rung(part * p.epsilon, Mean.of(lengths), Mean.of(_squares(p, z))))
    return tuple(rungs)


def _rung_encodes(p: MetricPrivacyParameters) -> int:
    """Encodes at each smaller ε."""
    return max(25, p.encodes // 4)


def _discrete_reports(p: MetricPrivacyParameters) -> DiscreteReports | None:
    """Reports of x by discrete Laplace with the first budget: noise, cells, numbers, and back."""
    mechanism = p.discrete(p.budgets[0])
    if mechanism is None:
        return None
    x = np.tile(p.point(p.position), (p.encodes, 1))
    reports, size = mechanism.report(x, _rng(p, "discrete")), mechanism.cell_bits
    sent = (p.norm_bound / mechanism.step) ** 2 <= LARGEST_COUNTED
    if sent:
        code = mechanism.code()
        reports = code.cells(code.numbers(reports))
    z = mechanism.read(reports)
    return DiscreteReports(z, Mean.of(_squares(p, z)), size.value, size.side == "exact", sent)


def _epsilon_curves(p: MetricPrivacyParameters, tell: Tell) -> Curves:
    """Errors along the ε that both are compared at, for the three budgets; also where PPR runs out of bits."""
    ends = np.array(_RANGE) * p.dimension / p.norm_bound
    kinks = [p.factor * fits for fits in p.fitting_epsilons]
    inside = [kink for kink in kinks if ends[0] < kink < ends[1]]
    x = np.sort(np.concatenate([np.geomspace(ends[0], ends[1], _GRID), inside]))
    ppr = np.array([_ppr_error(p, x / p.factor, bits) for bits in p.budgets])
    discrete, error = _simulated(p, x, [p.step(bits) for bits in p.budgets], "epsilon", tell)
    return Curves(x, ppr, discrete, error)


def _size_curves(p: MetricPrivacyParameters, tell: Tell) -> Curves:
    """Errors along the bits of a message, at the chosen ε; one row."""
    top = 1.15 * p.budgets[-1]
    x = np.unique(np.round(np.linspace(top / _SIZES, top, _SIZES)))
    ppr = np.array([[_ppr_error(p, np.array([p.epsilon]), bits)[0] for bits in x]])
    steps = [p.step(bits) for bits in x]
    discrete, error = _simulated(p, np.array([p.factor * p.epsilon]), steps, "size", tell)
    return Curves(x, ppr, discrete.T, error.T)


def _ppr_error(p: MetricPrivacyParameters, epsilons: np.ndarray, bits: float) -> np.ndarray:
    """d(d+1)/ε′² with the largest ε′ <= ε whose size by Corollary 13 fits; NaN if none does. (k,) -> (k,)."""
    most = laplace_metric_epsilon(**p.ball, alpha=p.alpha, bits=bits)
    unit = laplace_metric_error(dimension=p.dimension, epsilon=1.0).value
    return unit / np.minimum(epsilons, most) ** 2 if most else np.full(len(epsilons), np.nan)


def _cells(p: MetricPrivacyParameters) -> tuple[CellBits | None, ...]:
    """What a cell takes for each of the budgets, for inputs uniform on the ball; None where there is no grid."""
    counted, rng = [], _rng(p, "cells")
    trials = max(100, _CELL_COORDINATES // p.dimension)
    x = rng.standard_normal((trials, p.dimension))
    x *= p.norm_bound * rng.random((trials, 1)) ** (1 / p.dimension) / np.linalg.norm(x, axis=1)[:, None]
    for bits in p.budgets:
        mechanism = p.discrete(bits)
        counted.append(None if mechanism is None else mechanism.bits_of_cells(x, rng))
    return tuple(counted)


def _point_seconds(p: MetricPrivacyParameters, epsilon: float, share: float) -> float:
    """Predicted seconds of one encode of share·C·e₁."""
    channel, x, here = p.channel(epsilon), p.point(share), kernels.expected()
    return encode_seconds("ppr", channel, x, alpha=p.alpha, compiled=here)


def _block_size(p: MetricPrivacyParameters, epsilon: float) -> int:
    """Encodes in one call."""
    each = encode_seconds("ppr", p.channel(epsilon), p.point(1.0), alpha=p.alpha)
    return max(1, int(_BLOCK_SECONDS / each))


def _encode(
    p: MetricPrivacyParameters, epsilon: float, share: float, count: int, first: int, part: str, tell: Tell
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Reports (count, d), bits and candidates of share·C·e₁."""
    ppr, block = PoissonPrivateRepresentation(p.channel(epsilon), p.alpha), _block_size(p, epsilon)
    shared, rng = SharedRandomness(p.seed), _rng(p, part, first)
    z, lengths, candidates = [], [], []
    for start in range(0, count, block):
        x = np.tile(p.point(share), (min(block, count - start), 1))
        messages = ppr.encode(x, shared, rng, first_table=first + start)
        z.append(ppr.decode(messages, shared))
        lengths.append(messages.lengths(_CODE))
        candidates.append(messages.searched)
        tell((start + len(x)) / count)
    return np.concatenate(z), np.concatenate(lengths), np.concatenate(candidates)


def _squares(p: MetricPrivacyParameters, z: np.ndarray) -> np.ndarray:
    """‖Z − x‖² of reports (n, d), (n,)."""
    return ((z - p.point(p.position)) ** 2).sum(axis=1)


def _simulated(
    p: MetricPrivacyParameters, epsilons: np.ndarray, steps: list[float], part: str, tell: Tell
) -> tuple[np.ndarray, np.ndarray]:
    """Errors (steps, epsilons) with standard errors; NaN in the rows of infinite steps."""
    return discrete_laplace_errors(
        **p.ball, epsilons=epsilons.tolist(), steps=steps, trials=p.trials, rng=_rng(p, part), progress=tell
    )


def _rng(p: MetricPrivacyParameters, part: str, *more: int) -> np.random.Generator:
    """The private randomness of a part of the run."""
    return np.random.default_rng([p.seed, _PARTS[part], *more])


def sends(result: MetricPrivacyResult) -> OneMessage | None:
    """A report, where PPR runs: its decoder's ε is that of two locations at the ends of the map."""
    p = result.parameters
    return one_message(PoissonPrivateRepresentation(p.channel(), p.alpha) if p.runs else None, DECODER_DELTA)


def snippet(parameters: MetricPrivacyParameters) -> str:
    """Bits of a message where PPR runs; else the error of the ε that fits into the first budget."""
    p = parameters
    if not p.runs:
        return f"""\
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error, laplace_metric_radius

ball = {{"dimension": {p.dimension}, "norm_bound": {p.norm_bound!r}}}
fits = laplace_metric_epsilon(**ball, alpha={p.alpha!r}, bits={p.budgets[0]})
epsilon = min(fits, {p.epsilon!r})
error = laplace_metric_error(dimension={p.dimension}, epsilon=epsilon).value if epsilon else float("inf")
print(f"{{error:.6g}} is the mean squared error of PPR at ε = {{epsilon:.4g}}")
"""
    ppr = PoissonPrivateRepresentation(p.channel(), p.alpha)
    body = f"""\
channel = {ppr.channel!r}
ppr, shared = {on_channel(ppr)}, SharedRandomness({p.seed})
x = np.zeros(({p.encodes}, {p.dimension}))
x[:, 0] = {p.position!r} * {p.norm_bound!r}
rng, block, lengths = np.random.default_rng([{p.seed}, 0, 0]), {_block_size(p, p.epsilon)}, []
for start in range(0, len(x), block):
    messages = ppr.encode(x[start : start + block], shared, rng, first_table=start)
    reports = ppr.decode(messages, shared)
    lengths.extend(messages.lengths("{_CODE}"))
print(f"{{np.mean(lengths):.6g}} bits on average")
"""
    return program(body, LaplaceChannel, PoissonPrivateRepresentation, SharedRandomness)
