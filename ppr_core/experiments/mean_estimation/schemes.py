"""The clients' vectors and the schemes of the experiment `mean_estimation`, made from its parameters."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from ppr_core import kernels
from ppr_core.channels import GaussianChannel, PrivUnitChannel
from ppr_core.compressors import Compressor, PoissonPrivateRepresentation, held_epsilon
from ppr_core.estimation.mean import (
    MEAN_SCHEMES,
    SQKR,
    MeanScheme,
    SlicedGaussianPPR,
    UnitReports,
    best_report_count,
    public_frame,
    rotated_vectors,
    sign_vectors,
    sparse_vectors,
    sphere_vectors,
)
from ppr_core.experiments.files.uploads import chosen
from ppr_core.experiments.mean_estimation.parameters import MeanParameters, read_vectors
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings, encode_seconds
from ppr_core.guarantees import Adversary

__all__ = [
    "LISTED", "NONZEROS", "Task", "build", "first_seconds", "report", "run_seconds", "sent", "shared_seed", "sliced",
    "tasks", "vectors",
]  # fmt: skip

LISTED = ("mrc", "modified_mrc")  # schemes with N candidates
NONZEROS = 10
_REJECTION_GAMMA = 1e-6
_LEAST_RUN = 0.02
# Seconds with compiled kernels for an entry, and at most: of a run in focus or not, at the largest ε, of unit vectors.
_LARGEST_RUN = {True: (2e-5, 0.8), False: (1.2e-6, 0.6)}
_LARGEST_LAST, _LARGEST_REPORTS = (7e-6, 3.5), (2e-5, 0.5)
_AS_ASKED = 16  # a chunk in focus of at most so many entries is run whatever it takes
_ONCE_SECONDS = 1.0  # a run away from the focus that takes longer is not repeated
_MOST_REPORTS = 16
_ROUNDS = 3  # in which the number of PrivHS's reports and their ε are matched
_TASKS, _REPETITIONS = 1000, 1000
_ALONG = 100  # random streams from here on are those along ε

# Measured seconds of one core for an entry of a client's vector; encode times relative to those of the vocabulary.
_GAUSSIAN, _SAMPLED, _REPORT, _PLACES = 3e-8, 6e-8, 5e-8, 2e-8
_PROJECT = {"signs": 4e-6, "file": 4e-6, "sphere": 1e-6, "sparse": 6e-7}
_ENCODE, _ENCODE_LISTED = 1.3, 1.0

_best_report_count = lru_cache(maxsize=1024)(best_report_count)


@dataclass(frozen=True)
class Task:
    """One scheme at one ε, run R times, or once. budget: b of CSGM or SQKR, N of MRC, 0 for none; chunk: c of
    sliced PPR; focus: at the chosen ε and budget; part: the chart it is made for; place: number of its random streams,
    which stays along ε whatever ε is chosen."""

    name: str
    epsilon: float
    budget: int = 0
    chunk: int = 0
    focus: bool = False
    part: str = ""
    once: bool = False
    place: int = 0


def vectors(p: MeanParameters) -> np.ndarray:
    """The clients' vectors, (n, d): within length √d for central ε, of length 1 for local ε.

    For central ε vectors on the sphere and sparse ones are turned by a public rotation, which spreads them over the
    chunks and leaves every error as it is. A file is divided by its largest entry, or each row by its length.
    """
    n, d = p.shape
    rng = np.random.default_rng([p.seed, 0])
    if p.data == "file":
        table = read_vectors(p.data_file)
        x = table.values[:, chosen(p.data_columns, table)]
        return x / np.abs(x).max() if p.central else x / np.linalg.norm(x, axis=1, keepdims=True)
    if p.data == "signs":
        return sign_vectors(n, d, rng, bound=1.0 if p.central else 1 / math.sqrt(d))
    x = sphere_vectors(n, d, rng) if p.data == "sphere" else sparse_vectors(n, d, rng, nonzeros=min(NONZEROS, d))
    return math.sqrt(d) * rotated_vectors(x) if p.central else x


def shared_seed(p: MeanParameters, place: int, repetition: int) -> int:
    """The seed that clients and server share in a repetition of the task with these random streams."""
    return (p.seed * _TASKS + place) * _REPETITIONS + repetition


# Tasks.


def tasks(p: MeanParameters) -> tuple[Task, ...]:
    """Every scheme at the chosen ε first, then along the bits, then along ε."""
    planned = [_task(p, name, p.epsilon, focus=True) for name in p.contenders]
    if p.central:
        sent = planned[0].chunk
        if sent > 1 and not p.fit:
            planned.append(Task("sliced_ppr", p.epsilon, chunk=max(1, sent // 4 * 2), part="bits"))
        along = [("csgm", bits) for bits in p.budgets if bits != p.bits and not p.server_held]
    elif p.compare == "compressed":
        sizes = {max(2, p.candidates // 4), max(2, p.candidates // 16)} - {p.candidates}
        along = [(name, size) for size in sorted(sizes) for name in LISTED]
    else:
        best = _sqkr(p, planned[-1]).bits
        near = {best // 2, best + 1, best + 2} - {0, best}
        along = [("sqkr", bits) for bits in sorted(near) if bits <= p.shape[1]]
    planned += [Task(name, p.epsilon, budget, part="bits") for name, budget in along]
    planned = [replace(task, place=place) for place, task in enumerate(planned)]
    for epsilon in p.epsilons:
        if epsilon != p.epsilon:
            first = _ALONG + len(p.contenders) * p.grid.index(epsilon)
            schemes = ((place, name) for place, name in enumerate(p.contenders, first) if name != "gaussian")
            planned += [replace(_task(p, name, epsilon), place=place) for place, name in schemes]
    return tuple(planned)


def _task(p: MeanParameters, name: str, epsilon: float, focus: bool = False) -> Task:
    chunk = _sent_chunk(p, epsilon, focus) if name == "sliced_ppr" else 0
    budget = p.bits if name == "csgm" else p.candidates if name in LISTED else 0
    once = name == "sliced_ppr" and not focus and _sliced_seconds(p, epsilon, chunk, True) > _ONCE_SECONDS
    return Task(name, epsilon, budget, chunk, focus, "both" if focus else "epsilon", once)


@lru_cache(maxsize=1024)
def _sent_chunk(p: MeanParameters, epsilon: float, focus: bool) -> int:
    """The largest of c and the even numbers below it, which kernels serve, with which one run of sliced PPR takes no
    longer than a run may; in the focus a small c itself."""
    limit = _limit(p, Task("sliced_ppr", epsilon, focus=focus))
    seconds: dict[int, float] = {}
    for c in (p.size, *range(p.size - 2 + p.size % 2, 1, -2)):
        seconds[c] = _sliced_seconds(p, epsilon, c, True)
        if seconds[c] <= limit or (focus and c == p.size <= _AS_ASKED):
            return c
    return min(seconds, key=seconds.__getitem__)


# Schemes.


def build(p: MeanParameters, task: Task) -> MeanScheme:
    """The scheme of a task."""
    if task.name == "gaussian":
        return p.problem.gaussian(task.epsilon)
    if task.name == "sliced_ppr":
        return sliced(p, task.epsilon, task.chunk)
    if task.name == "csgm":
        return p.problem.csgm(task.epsilon, task.budget)
    return _sqkr(p, task) if task.name == "sqkr" else _unit(p, task)


def sliced(p: MeanParameters, epsilon: float, chunk: int) -> SlicedGaussianPPR:
    """PPR in chunks of so many entries."""
    return p.problem.sliced(epsilon, chunk, code=p.code, least_noise_std=_least_noise(p))


def _sqkr(p: MeanParameters, task: Task) -> SQKR:
    d = p.shape[1]
    return SQKR(dimension=d, epsilon=task.epsilon, frame=public_frame(d), bits=task.budget or None)


def _least_noise(p: MeanParameters) -> float:
    """σ̃ that PPR in chunks needs to keep to the budget."""
    return p.problem.budget_noise_std(p.bits, p.size) if p.fit else 0.0


def sent(p: MeanParameters) -> OneMessage | None:
    """What a client sends by the first scheme of the comparison that is PPR, where that is one message."""
    for planned in tasks(p)[: len(p.contenders)]:
        scheme = build(p, planned)
        if isinstance(scheme, SlicedGaussianPPR):
            return one_message(scheme.compressor, p.delta, messages=scheme.messages)
        if isinstance(scheme, UnitReports) and isinstance(scheme.compressor, PoissonPrivateRepresentation):
            return one_message(scheme.compressor, p.delta, messages=scheme.reports)
    return None


def report(p: MeanParameters, name: str, epsilon: float) -> tuple[PrivUnitChannel, int]:
    """What makes one report of a scheme of unit vectors, and how many a client sends, each with its share of the
    mechanism's ε: of ``epsilon`` itself, or of what holds the server to it.

    PrivHS sends as many as make its error least. Floats stand for PPR, so they have its mechanism.
    """
    d, own_epsilon, scheme = p.shape[1], epsilon, MEAN_SCHEMES[name]
    for _ in range(1 if scheme.reports else _ROUNDS):
        count = scheme.reports or _best_report_count(dimension=d, epsilon=own_epsilon, most=_MOST_REPORTS)
        own_epsilon = _held_epsilon(p.adversary, scheme.compressor, d, scheme.split, count, epsilon, p.alpha, p.delta)
    return PrivUnitChannel(dimension=d, epsilon=own_epsilon / count, split=scheme.split), count


@lru_cache(maxsize=1024)
def _held_epsilon(
    adversary: Adversary, compressor: str, dimension: int, split: str, reports: int, limit: float, alpha: float,
    delta: float,
) -> float:  # fmt: skip
    """ε of a client's mechanism, of all its reports, with which the adversary learns at most (``limit``, δ)."""

    def compressor_at(epsilon: float) -> Compressor:
        channel = PrivUnitChannel(dimension=dimension, epsilon=epsilon / reports, split=split)
        return SCHEMES[compressor].build(channel, SchemeSettings(alpha, 2, _REJECTION_GAMMA))

    return held_epsilon(adversary, limit, compressor_at, delta, messages=reports)


def _unit(p: MeanParameters, task: Task) -> UnitReports:
    """PrivUnit or PrivHS through the compressor that the task names, or through PPR; as floats where PPR takes too
    long."""
    channel, reports = report(p, task.name, task.epsilon)
    make = partial(
        UnitReports, dimension=p.shape[1], epsilon=channel.epsilon * reports, split=channel.split, reports=reports
    )
    if _as_floats(p, task):
        return make()
    compressor = SCHEMES[MEAN_SCHEMES[task.name].compressor]
    settings = SchemeSettings(p.alpha, task.budget, _REJECTION_GAMMA)
    return make(compress=lambda channel: compressor.build(channel, settings))


def _as_floats(p: MeanParameters, task: Task) -> bool:
    """Whether PPR takes too long to send the reports of unit vectors."""
    return p.compare != "compressed" and _unit_seconds(p, task, True) > _limit(p, task)


# Predicted times. What is planned counts on compiled kernels everywhere, so that it is the same everywhere.


def run_seconds(p: MeanParameters, task: Task) -> float:
    """Predicted seconds of one run here, without those that only the first one of a scheme takes."""
    n, d = p.shape
    if task.name == "sliced_ppr":
        return _sliced_seconds(p, task.epsilon, task.chunk, kernels.expected())
    if task.name in ("gaussian", "csgm"):
        return 2e-4 + n * d * (_GAUSSIAN if task.name == "gaussian" else _SAMPLED)
    if task.name == "sqkr":
        return 2e-3 + 4 * n * d * _PLACES
    if _as_floats(p, task):
        return 5e-4 + n * d * report(p, task.name, task.epsilon)[1] * _REPORT
    return _unit_seconds(p, task, kernels.expected())


def first_seconds(p: MeanParameters, name: str) -> float:
    """Predicted seconds of Kashin's representation of all vectors."""
    projects = name == "sqkr" or (name == "csgm" and p.data in ("sphere", "sparse"))
    return p.shape[0] * p.shape[1] * _PROJECT[p.data] if projects else 0.0


def _limit(p: MeanParameters, task: Task) -> float:
    """Seconds that one run of a scheme may take."""
    each, most = _LARGEST_RUN[task.focus] if p.central or task.focus else _LARGEST_REPORTS
    if p.central and not task.focus and task.epsilon == max(p.epsilons):
        each, most = _LARGEST_LAST
    return min(max(each * p.shape[0] * p.shape[1], _LEAST_RUN), most)


def _sliced_seconds(p: MeanParameters, epsilon: float, chunk: int, compiled: bool) -> float:
    n, d = p.shape
    bound = p.problem.chunk_bound(chunk) or math.sqrt(chunk)
    spread = math.sqrt(n) * max(p.problem.sliced_noise_std(epsilon, chunk), _least_noise(p))
    channel = GaussianChannel(dimension=chunk, noise_std=spread, norm_bound=bound)
    corner = np.zeros(chunk)
    corner[0] = min(bound, math.sqrt(chunk))
    each = encode_seconds("ppr", channel, corner, alpha=p.alpha, compiled=compiled)
    return 1e-3 + n * (math.ceil(d / chunk) * (_ENCODE * each + 3e-6) + d * _GAUSSIAN)


def _unit_seconds(p: MeanParameters, task: Task, compiled: bool) -> float:
    """Of one run through the task's compressor."""
    (n, d), (channel, reports) = p.shape, report(p, task.name, task.epsilon)
    name, north = MEAN_SCHEMES[task.name].compressor, np.eye(1, d)[0]
    each = encode_seconds(
        name, channel, north, alpha=p.alpha, candidates=task.budget, gamma=_REJECTION_GAMMA, compiled=compiled
    )
    return 2e-3 + n * reports * ((_ENCODE_LISTED if SCHEMES[name].finite_list else _ENCODE) * each + d * _REPORT)
