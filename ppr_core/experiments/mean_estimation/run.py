"""The cost and the run of the experiment `mean_estimation`, and the program that prints its first number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, replace
from typing import Any

import numpy as np

from ppr_core import csv_columns
from ppr_core.compressors import PoissonPrivateRepresentation, learned_of_pure
from ppr_core.diagnostics import Mean
from ppr_core.estimation import mean
from ppr_core.estimation.debias import modified_mrc_cap_probability, mrc_cap_probability
from ppr_core.estimation.mean import (
    CSGM,
    MEAN_SCHEMES,
    SQKR,
    CentralMean,
    KashinCSGM,
    MeanScheme,
    PlainGaussian,
    SlicedGaussianPPR,
    UnitReports,
)
from ppr_core.experiments.contract import PACE, Cost, Progress, Steps
from ppr_core.experiments.mean_estimation.parameters import LARGE, MeanParameters
from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, Curve, Held, MeanResult, Promise, Run
from ppr_core.experiments.mean_estimation.schemes import (
    LISTED,
    NONZEROS,
    Task,
    build,
    first_seconds,
    report,
    run_seconds,
    shared_seed,
    sliced,
    tasks,
    vectors,
)
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.remembered import Remembered
from ppr_core.representation import program
from ppr_core.wording import exponential, number

__all__ = ["cost", "run", "run_task", "snippet"]

_GRID = {READER.name: 25, DECODER.name: 9}  # points of a curve; of each the mechanism has to be found
_ALONG = Remembered(512)
#: What a run along ε does not depend on.
_REST = {"epsilon": 1.0, "points": 4, "least": 0.25, "many": False, "pld": False}
_CAP_PROBABILITY = {"mrc": mrc_cap_probability, "modified_mrc": modified_mrc_cap_probability}

# Measured seconds of one core.
_START = 0.01
_CSGM_SECONDS = {"zero_out": 0.02, "replace_one": 0.07}  # of finding one noise
_HELD_SECONDS = 0.6  # of finding the mechanisms of all schemes
_NOISE_SECONDS, _FIT_SECONDS, _PROMISE_SECONDS, _LOSS_SECONDS, _LAW_SECONDS = 0.003, 0.012, 0.05, 0.5, 0.03

Tell = Callable[[float], None]


def cost(parameters: MeanParameters) -> Cost:
    """All runs of all schemes, and the noise of every one of them."""
    p = parameters
    n, d = p.shape
    planned = tasks(p)
    first = {name: first_seconds(p, name) for name in p.contenders}
    arrays = 2 if any(first.values()) else 1
    slowest, chunks = max(planned, key=lambda task: _task_seconds(p, task)), "each"
    if slowest.chunk:
        chunks = f"each; slowest is PPR in chunks of {slowest.chunk} entries at ε = {number(slowest.epsilon)}, "
        chunks += f"{exponential(math.log(build(p, slowest).expected_candidates()))} candidates for each client"
    return Cost(
        seconds=_START + PACE * (4e-8 * n * d + sum(_task_seconds(p, task) for task in planned) + sum(first.values())
        + _curve_seconds(p)),
        memory_bytes=1.2e8 + 40.0 * n * d * arrays,
        reason=f"{number(len(planned) * p.repetitions)} runs with {number(n)} clients of {number(d)} entries {chunks}",
    )  # fmt: skip


def run(parameters: MeanParameters, progress: Progress | None = None) -> MeanResult:
    """The chosen ε first, every scheme; then the runs of the other points, the curves and the guarantees."""
    p = parameters.readable()
    x, planned = vectors(p), tasks(p)
    result = MeanResult(p, guess=float(np.square(x.mean(axis=0)).mean()))
    seconds = [_task_seconds(p, task) + first_seconds(p, task.name) * task.focus for task in planned]
    steps = Steps(progress, [*seconds, _curve_seconds(p)])
    for place, task in enumerate(planned):
        told = steps.within(place, f"scheme {place + 1} of {len(planned)}")
        result = replace(result, runs=(*result.runs, _shared_run(p, task, x, told)))
        steps.partial = result if len(result.runs) >= len(p.contenders) else None
    result = replace(result, curves=_curves(p, x, result.runs, steps.within(len(planned), "curves")))
    mean.forget_frames()
    return replace(result, promises=_promises(p), held=_held(p) if p.server_held else None)


def _task_seconds(p: MeanParameters, task: Task) -> float:
    """Of all repetitions of a scheme, with the search for its noise."""
    first = (_CSGM_SECONDS[p.neighbours] if task.name == "csgm" else 0.0) + (_FIT_SECONDS if p.fit else 0.0)
    return first + (1 if task.once else p.repetitions) * (run_seconds(p, task) + 2e-4)


def _curve_seconds(p: MeanParameters) -> float:
    """Of curves and guarantees."""
    if not p.central:
        return 0.05 + 0.3 * (p.compare == "compressed") + _HELD_SECONDS * (p.adversary is DECODER)
    (n, d), points, budgets = p.shape, len(p.epsilons), len(p.budgets) if p.all_curves else 1
    places = budgets * points + len(p.levels) * len(p.budgets)
    seconds = places * (_CSGM_SECONDS[p.neighbours] * p.all_curves + 4e-9 * n * d)  # without many, noises are known
    seconds += (points + len(p.levels)) * _NOISE_SECONDS + budgets * _FIT_SECONDS
    return seconds + _LAW_SECONDS * len(LARGE) * points * p.by_chunks + _PROMISE_SECONDS + _LOSS_SECONDS * p.pld


def _shared_run(p: MeanParameters, task: Task, x: np.ndarray, tell: Tell) -> Run:
    """The run of a task; those along ε are made once for all chosen ε."""
    if task.part != "epsilon":
        return run_task(p, task, x, tell)
    return _ALONG.get((p.replace(**_REST), task), lambda: run_task(p, task, x, tell))


def run_task(p: MeanParameters, task: Task, x: np.ndarray, tell: Tell) -> Run:
    """R times, or once: every client encodes, bytes are counted, the server decodes and averages."""
    scheme, unit = build(p, task), p.shape[1] if p.central else 1
    squares, lengths, sent, candidates = [], [], [], []
    repetitions = 1 if task.once else p.repetitions
    for repetition in range(repetitions):

        def told(share: float, repetition: int = repetition) -> None:
            tell((repetition + share) / repetitions)

        shared = SharedRandomness(shared_seed(p, task.place, repetition))
        rng = np.random.default_rng([p.seed, 1, task.place, repetition])
        estimate = scheme.estimate(x, shared, rng, progress=told)
        squares.append((estimate.mean - estimate.target) ** 2)
        lengths.append((estimate.bits.total, *astuple(estimate.bits)))
        sent.append(float(estimate.sent_bytes))
        candidates.append(estimate.candidates)
    each = Mean.of(np.concatenate(squares))  # coordinates err independently of each other, or nearly so
    total, information, code, chunk = np.mean(lengths, axis=0)
    own, server = _reach(p, task, scheme)
    return Run(
        task=task,
        label=MEAN_SCHEMES[task.name].label,
        own_epsilon=own,
        server_epsilon=server,
        error=Mean(p.shape[1] / unit * each.value, p.shape[1] / unit * each.error, each.samples),
        law=scheme.expected_squared_error(x) / unit,
        bits=_mean([parts[0] for parts in lengths]),
        information=float(information),
        code_overhead=float(code),
        chunk_overhead=float(chunk),
        sent_bytes=_mean(sent),
        candidates=_mean(candidates),
        messages=scheme.messages,
        compressed=bool(total < FLOAT_BITS * p.shape[1]),
    )


def _mean(values: list[float]) -> Mean:
    """Of repetitions; a single one has no standard error, NaN."""
    return Mean.of(np.array(values, dtype=float)) if len(values) > 1 else Mean(float(values[0]), math.nan, 1)


def _reach(p: MeanParameters, task: Task, scheme: MeanScheme) -> tuple[float, float]:
    """ε of a client's mechanism and ε against the server, in the focus of a local comparison; elsewhere NaN."""
    if not isinstance(scheme, (UnitReports, SQKR)) or not task.focus:
        return math.nan, math.nan
    views = scheme.privacy()
    return scheme.epsilon, max(_at_delta(p, scheme, view).epsilon for view in DECODER.all_of(views) or views)


def _at_delta(p: MeanParameters, scheme: MeanScheme, view: PrivacyGuarantee) -> PrivacyGuarantee:
    """What stands behind a pure guarantee at the page's δ, by the scheme's own accounting."""
    return scheme.accounted_privacy(p.delta) or learned_of_pure(view, p.delta)


# Curves.


def _curves(p: MeanParameters, x: np.ndarray, runs: tuple[Run, ...], tell: Tell) -> tuple[Curve, ...]:
    """The exact errors for the vectors x (n, d), and the bounds, that the runs are seen beside."""
    return tuple(_central_curves(p, x, tell) if p.central else _local_curves(p, runs))


def _central_curves(p: MeanParameters, x: np.ndarray, tell: Tell) -> list[Curve]:
    problem, epsilons, along_bits = p.problem, np.array(p.epsilons), np.array(p.budgets, dtype=float)
    noises = np.array([problem.noise_std(epsilon) for epsilon in p.epsilons])
    curves = [Curve("gaussian", "epsilon", math.nan, epsilons, np.square(noises))]
    budgets = p.budgets if p.all_curves else (p.bits,)
    for place, bits in enumerate(budgets):
        curves.append(Curve("ppr", "epsilon", bits, epsilons, problem.ppr_errors(p.epsilons, bits)))
        if not p.server_held:
            csgm = problem.csgm_errors(x, p.epsilons, [bits] * len(epsilons))
            curves.append(Curve("csgm", "epsilon", bits, epsilons, csgm))
        tell((place + 1) / (len(budgets) + len(p.levels)))
    for place, epsilon in enumerate(p.levels):
        for name, chunk in (("ppr", None), ("sliced_ppr", p.size)):
            sizes, errors = problem.size_curve(epsilon, chunk)
            far = max(float(p.shape[1]), sizes[-1])  # where more bits change nothing
            curves.append(Curve(name, "bits", epsilon, np.append(sizes, far), np.append(errors, errors[-1])))
        if not p.server_held:
            csgm = problem.csgm_errors(x, [epsilon] * len(p.budgets), p.budgets)
            curves.append(Curve("csgm", "bits", epsilon, along_bits, csgm))
        tell((len(budgets) + place + 1) / (len(budgets) + len(p.levels)))
    if p.by_chunks:
        for chunk in LARGE:
            counted = [sliced(p, epsilon, chunk).expected_bits() for epsilon in p.epsilons]
            curves.append(Curve("sliced_ppr", "size", chunk, epsilons, np.array(counted)))
    else:
        whole = [problem.size_bits(problem.sliced_noise_std(epsilon, p.shape[1])) for epsilon in p.epsilons]
        curves.append(Curve("ppr", "size", math.nan, epsilons, np.array(whole)))
    if not p.all_curves:
        chunks = problem.chunk_curve(sliced(p, p.epsilon, p.size))
        curves.append(Curve("sliced_ppr", "chunks", p.epsilon, *chunks))
    return curves


def _local_curves(p: MeanParameters, runs: tuple[Run, ...]) -> list[Curve]:
    low, high = min(p.epsilons), max(p.epsilons)
    grid, curves = np.linspace(low, high, _GRID[p.against]), []
    for name in p.contenders:
        if name in ("sqkr", "privhs"):  # their size is a whole number: only where they are run
            there = [run for run in runs if run.task.name == name and run.task.part != "bits"]
            known = sorted((run.task.epsilon, run.law) for run in there)
            x, y = (np.array(values) for values in zip(*known, strict=True))
        else:
            x, y = grid, np.array([_report_error(p, name, float(epsilon), p.candidates) for epsilon in grid])
        curves.append(Curve(name, "epsilon", math.nan, x, y))
        if name != "sqkr":
            candidates = np.array([_candidates(p, name, float(epsilon)) for epsilon in x])
            curves.append(Curve(name, "candidates", math.nan, x, candidates))
    if p.compare == "compressed":
        bits = np.arange(1, 13)
        for name in LISTED:
            y = np.array([_report_error(p, name, p.epsilon, 2 ** int(count)) for count in bits])
            curves.append(Curve(name, "bits", p.epsilon, bits.astype(float), y))
    return curves


def _report_error(p: MeanParameters, name: str, epsilon: float, candidates: int) -> float:
    """Expected squared error of PrivUnit through a compressor; N candidates of MRC."""
    n, (channel, reports) = p.shape[0], report(p, name, epsilon)
    if name not in LISTED:
        return channel.error_per_client / (n * reports)
    return (1 / channel.scale_at(_CAP_PROBABILITY[name](channel.two_levels(), candidates)) ** 2 - 1) / n


def _candidates(p: MeanParameters, name: str, epsilon: float) -> float:
    """Of a client, expected: r* for each report, N of MRC."""
    if name in LISTED:
        return float(p.candidates)
    channel, reports = report(p, name, epsilon)
    return reports * math.exp(channel.log_high)


# Guarantees.


def _promises(p: MeanParameters) -> tuple[Promise, ...]:
    """What every scheme promises at the chosen ε, in the order of the comparison."""
    promises: list[Promise] = []
    for planned in tasks(p)[: len(p.contenders)]:
        scheme = build(p, planned)
        if isinstance(scheme, (CSGM, KashinCSGM)):
            views = [scheme.central_privacy(p.delta)]
            views += [scheme.central_privacy(p.delta, method="pld")] if p.pld else []
            views.append(
                PrivacyGuarantee(epsilon=math.inf, against="decoder", notion="local", source="csgm.algorithm1")
            )
        else:
            views = list(scheme.privacy(p.delta if p.central else 0.0))
            exact = scheme.accounted_privacy(p.delta)
            places = [place for place, view in enumerate(views) if view.against == DECODER.name]
            if places and (exact is not None or not p.central):
                views.insert(places[0], _at_delta(p, scheme, views[places[0]]))
            if isinstance(scheme, (PlainGaussian, SlicedGaussianPPR)) and p.accounting == "renyi":
                views.insert(0, p.problem.renyi_privacy(scheme.mean_noise_std))
        promises += [Promise(MEAN_SCHEMES[planned.name].label, view) for view in views]
    return tuple(promises)


def _held(p: MeanParameters) -> Held:
    """The noises of PPR in the chunks of the focus and of Gaussian reports that hold the server to the chosen ε."""
    problem, chunk = p.problem, tasks(p)[0].chunk
    plain = problem.report_noise_std(p.epsilon) / math.sqrt(p.shape[0])
    sliced = problem.held_noise_std(p.epsilon, chunk)
    local = next(g for g in problem.sliced_with(sliced, chunk).privacy(p.delta) if g.notion == "local")
    return Held(sliced**2, plain**2, local.epsilon)


def snippet(parameters: MeanParameters) -> str:
    """The bits that a client sends by the first scheme at the chosen ε; the squared error of local reports."""
    p = parameters
    scheme = build(p, tasks(p)[0])
    data_used, data = _data(p)
    used, lines = _scheme(p, scheme)
    measured, what = ("bits.total", "bits from each person") if p.central else ("squared_error", "is the squared error")
    body = f"""\
{data}
{lines}
found = []
for r in range({p.repetitions}):
    rng = np.random.default_rng([{p.seed}, 1, 0, r])
    estimate = scheme.estimate(x, SharedRandomness({shared_seed(p, 0, 0)} + r), rng)
    found.append(estimate.{measured})
print(f"{{np.mean(found):.6g}} {what}, mean of {p.repetitions} runs")
"""
    return program(body, *data_used, *used, SharedRandomness)


def _scheme(p: MeanParameters, scheme: MeanScheme) -> tuple[tuple[Any, ...], str]:
    """What the program imports for its scheme, and the lines that make it."""
    if isinstance(scheme, SlicedGaussianPPR):
        least = f", least_noise_std=problem.budget_noise_std({p.bits}, {p.size})" if p.fit else ""
        call = f"problem.sliced({p.epsilon!r}, {scheme.chunk}, code={p.code!r}{least})"
        return (CentralMean,), f"problem = {p.problem!r}\nscheme = {call}"
    assert isinstance(scheme, UnitReports)
    call = f"scheme = UnitReports(dimension={p.shape[1]}, epsilon={scheme.epsilon!r}, reports={scheme.reports}"
    if scheme.compressor is None:
        return (UnitReports,), f"{call})"
    compress = f"compress=lambda channel: PoissonPrivateRepresentation(channel, {p.alpha!r})"
    return (UnitReports, PoissonPrivateRepresentation), f"{call},\n                     {compress})"


def _data(p: MeanParameters) -> tuple[tuple[Any, ...], str]:
    n, d = p.shape
    if p.data == "file":
        columns = f"[:, {[int(column) - 1 for column in p.data_columns.split(',')]}]" if p.data_columns else ""
        scale = "np.abs(x).max()" if p.central else "np.linalg.norm(x, axis=1, keepdims=True)"
        return (
            (csv_columns.numbers,),
            f"""\
with open("your.csv", "rb") as file:
    x = numbers(file.read()).values{columns}
x = x / {scale}""",
        )
    kind = f"{p.data.removesuffix('s')}_vectors"
    used, more = (getattr(mean, kind),), f", nonzeros={min(NONZEROS, d)}" if p.data == "sparse" else ""
    if p.data == "signs" and not p.central:
        more = f", bound={d} ** -0.5"
    line = f"x = {kind}({n}, {d}, np.random.default_rng([{p.seed}, 0]){more})"
    if p.bounded or not p.central:
        return used, line
    rotation = f"x = {d} ** 0.5 * rotated_vectors(x)  # lengths stay, chunks become alike"
    return (*used, mean.rotated_vectors), f"{line}\n{rotation}"
