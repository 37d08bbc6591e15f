"""The cost and the run of the experiment `metric_privacy`, and the program that prints its first number."""

from __future__ import annotations

from dataclasses import replace

from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.estimation.metric import simulation_seconds
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.metric_privacy.measure import (
    CODE,
    GRID,
    LADDER,
    SIZES,
    block_size,
    cells,
    discrete_reports,
    epsilon_curves,
    ladder,
    point_seconds,
    report,
    rung_encodes,
    size_curves,
)
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.vocabulary.schemes import encode_bytes
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import on_channel, program
from ppr_core.wording import exponential, number

__all__ = ["cost", "run", "snippet"]

# Measured seconds of one core, beside encodes and simulation.
_START, _COUNTS, _STEP_FINE, _DISCRETE = 0.015, 0.01, 0.005, 1.5e-5


def cost(parameters: MetricPrivacyParameters) -> Cost:
    """r* candidates for every encode, and every trial of a point of the error curves."""
    p = parameters
    if p.runs:
        why = f"r* = {exponential(p.log_ratio_bound)} candidates for each of {number(2 * p.encodes)} encodes"
    else:
        why = f"{number(p.trials)} trials of {p.dimension} coordinates for each point of the curves"
    arrays = 8.0 * p.trials * max(3 * (GRID + 3), SIZES) + 60.0 * p.encodes * p.dimension
    return Cost(_START + sum(_seconds(p)), encode_bytes("ppr", p.channel(), candidates=0) + arrays, why)


def run(parameters: MetricPrivacyParameters, progress: Progress | None = None) -> MetricPrivacyResult:
    """Reports through PPR and discrete Laplace first, then the curves."""
    p, found = parameters, MetricPrivacyResult(parameters, None)
    steps = Steps(progress, _seconds(p))
    if p.runs:
        steps.partial = found = replace(found, reports=report(p, steps.within(0, "reports")))
    if p.plane:
        steps.partial = found = replace(found, discrete_reports=discrete_reports(p))
    found = replace(found, along_epsilon=epsilon_curves(p, steps.within(2, "errors along ε")))
    steps.partial = found = replace(found, cells=cells(p))
    found = replace(found, along_size=size_curves(p, steps.within(3, "errors along the bits of a message")))
    if p.runs:
        steps.partial = found
        found = replace(found, ladder=ladder(p, steps.within(4, "PPR at smaller ε")))
    return found


def _seconds(p: MetricPrivacyParameters) -> tuple[float, ...]:
    """Predicted, of PPR's reports, those of discrete Laplace, both curves, and PPR at smaller ε."""
    d, fine = p.dimension, p.accounting == "cells"
    counts = _COUNTS * (1 + d / 500) if fine else 0.0
    both = point_seconds(p, p.epsilon, p.position) + point_seconds(p, p.epsilon, p.other)
    smaller = sum(point_seconds(p, share * p.epsilon, p.position) for share in LADDER) if p.runs else 0.0
    return (
        p.encodes * both if p.runs else 0.0,
        _DISCRETE * p.encodes if p.plane else 0.0,
        counts + simulation_seconds(d, GRID + 3, 3, p.trials),
        simulation_seconds(d, 1, SIZES, p.trials) + (SIZES * _STEP_FINE if fine and d > 10 else 0.0),
        rung_encodes(p) * smaller,
    )


def snippet(parameters: MetricPrivacyParameters) -> str:
    """Bits of a message where PPR runs; else the error of the ε that fits into the first budget."""
    p = parameters
    if not p.runs:
        return f"""\
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error

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
rng, block, lengths = np.random.default_rng([{p.seed}, 0, 0]), {block_size(p, p.epsilon)}, []
for start in range(0, len(x), block):
    messages = ppr.encode(x[start : start + block], shared, rng, first_table=start)
    reports = ppr.decode(messages, shared)
    lengths.extend(messages.lengths("{CODE}"))
print(f"{{np.mean(lengths):.6g}} bits on average")
"""
    return program(body, LaplaceChannel, PoissonPrivateRepresentation, SharedRandomness)
