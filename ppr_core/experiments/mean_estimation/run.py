"""The cost and the run of the experiment `mean_estimation`, and the program that prints its first number."""

from __future__ import annotations

from dataclasses import replace

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.estimation import mean
from ppr_core.estimation.mean import SlicedGaussianPPR, UnitReports
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.files import tables
from ppr_core.experiments.mean_estimation.measure import curves, promises, run_task, tasks
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import (
    NONZEROS,
    Task,
    build,
    first_seconds,
    forget,
    run_seconds,
    shared_seed,
    vectors,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import program
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

# Measured seconds of one core.
_START = 0.01
_CSGM_SECONDS = {"zero_out": 0.02, "replace_one": 0.07}  # of finding one noise
_NOISE_SECONDS, _FIT_SECONDS, _PROMISE_SECONDS, _LOSS_SECONDS = 0.003, 0.012, 0.05, 0.5


def cost(parameters: MeanParameters) -> Cost:
    """All runs of all schemes, and the noise of every one of them."""
    p = parameters
    n, d = p.shape
    planned = tasks(p)
    first = {name: first_seconds(p, name) for name in p.contenders}
    arrays = 2 if any(first.values()) else 1
    return Cost(
        seconds=_START + 4e-8 * n * d + sum(_task_seconds(p, task) for task in planned) + sum(first.values())
        + _curve_seconds(p),
        memory_bytes=1.2e8 + 40.0 * n * d * arrays,
        reason=f"{number(len(planned) * p.repetitions)} runs with {number(n)} clients of {number(d)} entries each",
    )  # fmt: skip


def run(parameters: MeanParameters, progress: Progress | None = None) -> MeanResult:
    """The chosen ε first, every scheme; then the runs of the other points, the curves and the guarantees."""
    p, x, planned, found = parameters, vectors(parameters), tasks(parameters), MeanResult(parameters)
    seconds = [_task_seconds(p, task) + first_seconds(p, task.name) * task.focus for task in planned]
    steps = Steps(progress, [*seconds, _curve_seconds(p)])
    for place, task in enumerate(planned):
        told = steps.within(place, f"scheme {place + 1} of {len(planned)}")
        found = replace(found, runs=(*found.runs, run_task(p, task, place, x, told)))
        steps.partial = found if len(found.runs) >= len(p.contenders) else None
    found = replace(found, curves=curves(p, x, found.runs, steps.within(len(planned), "curves")))
    forget()
    return replace(found, promises=promises(p))


def _task_seconds(p: MeanParameters, task: Task) -> float:
    """Of all repetitions of a scheme, with the search for its noise."""
    first = (_CSGM_SECONDS[p.neighbours] if task.name == "csgm" else 0.0) + (_FIT_SECONDS if p.fit else 0.0)
    return first + p.repetitions * (run_seconds(p, task) + 2e-4)


def _curve_seconds(p: MeanParameters) -> float:
    """Of curves and guarantees."""
    if not p.central:
        return 0.05 + 0.3 * (p.compare == "compressed")
    (n, d), points, budgets = p.shape, len(p.epsilons), len(p.budgets) if p.many else 1
    places = budgets * points + len(p.levels) * len(p.budgets)
    found = places * (_CSGM_SECONDS[p.neighbours] * p.many + 4e-9 * n * d)  # without many curves noises are known
    found += (points + len(p.levels)) * _NOISE_SECONDS + budgets * _FIT_SECONDS
    return found + _PROMISE_SECONDS + _LOSS_SECONDS * p.pld


def snippet(parameters: MeanParameters) -> str:
    """The measured squared error of the first scheme at the chosen ε."""
    p = parameters
    scheme = build(p, tasks(p)[0])
    data_used, data = _data(p)
    used, made = _sliced(p, scheme) if p.central else _reports(p, scheme)
    share, what = (f" / {p.shape[1]}", " per coordinate") if p.central else ("", "")
    body = f"""\
{data}
{made}
errors = []
for r in range({p.repetitions}):
    rng = np.random.default_rng([{p.seed}, 1, 0, r])
    found = scheme.estimate(x, SharedRandomness({shared_seed(p, 0, 0)} + r), rng)
    errors.append(found.squared_error{share})
print(f"{{np.mean(errors):.6g}} is the squared error{what}, mean of {p.repetitions} runs")
"""
    return program(body, *data_used, *used, SharedRandomness)


def _sliced(p: MeanParameters, scheme: SlicedGaussianPPR) -> tuple[tuple, str]:
    (n, d), bound = p.shape, scheme.chunk_norm_bound
    limit = "" if bound is None else f", chunk_norm_bound={bound!r}"
    return (
        (SlicedGaussianPPR,),
        f"""\
# noise of the mean for central ε = {p.epsilon:g}, δ = {p.delta:g}; mean_noise_std finds it
noise = {scheme.mean_noise_std!r}
scheme = SlicedGaussianPPR(dimension={d}, clients={n}, mean_noise_std=noise, chunk={scheme.chunk},
                           alpha={p.alpha!r}, code={p.code!r}{limit})""",
    )


def _reports(p: MeanParameters, scheme: UnitReports) -> tuple[tuple, str]:
    made = f"scheme = UnitReports(dimension={p.shape[1]}, epsilon={p.epsilon!r}, reports={scheme.reports}"
    if scheme.compressor is None:
        return (UnitReports,), f"{made})"
    return (
        (UnitReports, PoissonPrivateRepresentation),
        f"""\
{made},
                     compress=lambda channel: PoissonPrivateRepresentation(channel, {p.alpha!r}))""",
    )


def _data(p: MeanParameters) -> tuple[tuple, str]:
    n, d = p.shape
    if p.data == "file":
        columns = f"[:, {[int(one) - 1 for one in p.data_columns.split(',')]}]" if p.data_columns else ""
        scale = "np.abs(x).max()" if p.central else "np.linalg.norm(x, axis=1, keepdims=True)"
        return (
            (tables.numbers,),
            f"""\
with open("your.csv", "rb") as file:
    x = numbers(file.read()).values{columns}
x = x / {scale}""",
        )
    kind = f"{p.data.removesuffix('s')}_vectors"
    used, more = (getattr(mean, kind),), f", nonzeros={min(NONZEROS, d)}" if p.data == "sparse" else ""
    if p.data == "signs" and not p.central:
        more = f", bound={d} ** -0.5"
    made = f"x = {kind}({n}, {d}, np.random.default_rng([{p.seed}, 0]){more})"
    if p.bounded or not p.central:
        return used, made
    rotation = f"x = {d} ** 0.5 * rotated_vectors(x)  # lengths stay, chunks become alike"
    return (*used, mean.rotated_vectors), f"{made}\n{rotation}"
