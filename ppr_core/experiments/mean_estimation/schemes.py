"""The schemes that the experiment `mean_estimation` compares, made from its parameters."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ppr_core.channels import GaussianChannel, PrivUnitChannel
from ppr_core.compressors import (
    Compressor,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
)
from ppr_core.estimation.mean import (
    CSGM,
    SQKR,
    KashinCSGM,
    KashinFrame,
    MeanScheme,
    PlainGaussian,
    SlicedGaussianPPR,
    UnitReports,
    best_report_count,
    budget_noise_std,
    csgm_noise_std,
    mean_noise_std,
)
from ppr_core.experiments.mean_estimation.data import chunk_bound
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.randomness import SharedRandomness

__all__ = [
    "REJECTION_GAMMA", "Task", "budget_noise", "build", "csgm_noise", "first_seconds", "forget", "label", "noise",
    "run_seconds", "sent_chunk", "shared_seed", "split_of",
]  # fmt: skip

REJECTION_GAMMA = 1e-6
_LEAST_RUN = 0.02
_LARGEST_RUN = {True: (6e-5, 5.0), False: (4e-6, 2.0)}  # seconds for an entry, and at most, of the run in focus or not
_LARGEST_REPORTS = (2e-5, 0.5)  # the same for unit vectors away from the focus
_FRAME_SEED = 20201
_MOST_REPORTS = 16
_TASKS, _REPETITIONS = 1000, 1000
_BLOCK_FLOATS = 1 << 16  # of coefficients that are found at once
_REMEMBERED_BYTES = 3e8

# Measured seconds of one core for an entry of a client's vector.
_GAUSSIAN, _SAMPLED, _REPORT, _PLACES = 3e-8, 6e-8, 5e-8, 2e-8
_PROJECT = {"signs": 2.5e-6, "file": 2.5e-6, "sphere": 6e-7, "sparse": 6e-7}
_ENCODE, _ENCODE_MRC, _HASH = 1.3, 1.0, 1e-8  # times the encode times of `schemes`; seconds of a byte of a seed


@dataclass(frozen=True)
class Task:
    """One scheme at one ε, run ``repetitions`` times. budget: b of CSGM or SQKR, N of MRC, 0 for none; chunk: c of
    sliced PPR; focus: at the chosen ε and budget; part: the chart it is made for."""

    name: str
    epsilon: float
    budget: int
    chunk: int
    focus: bool
    part: str


def label(p: MeanParameters, name: str) -> str:
    """What a scheme is called."""
    if name.startswith("reports_"):
        count = int(name.partition("_")[2])
        return "PrivUnit" if count == 1 else f"{count} × ε/{count}"
    return {
        "gaussian": "Gaussian", "sliced_ppr": "Sliced PPR", "csgm": "CSGM", "privunit": "PrivUnit",
        "privunit_default": "PrivUnit, default", "privhs": "PrivHS", "sqkr": "SQKR", "ppr": "PPR", "mrc": "MRC",
        "modified_mrc": "Modified MRC", "rejection": "Rejection",
    }[name]  # fmt: skip


# Noise.


def noise(p: MeanParameters, epsilon: float) -> float:
    """σ̃ of the mean that is (ε, δ)-private."""
    n, d = p.shape
    return _noise(n, d, epsilon, p.delta, p.neighbours, p.accounting)


@lru_cache(maxsize=1024)
def _noise(n: int, d: int, epsilon: float, delta: float, neighbours: str, accounting: str) -> float:
    shape = {"norm_bound": math.sqrt(d), "clients": n}
    return mean_noise_std(**shape, epsilon=epsilon, delta=delta, neighbours=neighbours, accounting=accounting)


def budget_noise(p: MeanParameters, bits: float, chunk: int | None = None) -> float:
    """The least σ̃ whose size by Theorem 5 fits into the bits; 0 where every noise does, NaN where none does."""
    n, d = p.shape
    return _budget_noise(bits, d, n, p.alpha, chunk, "signs" if p.data == "signs" else "gaussian")


@lru_cache(maxsize=1024)
def _budget_noise(bits: float, d: int, n: int, alpha: float, chunk: int | None, information: str) -> float:
    try:
        return budget_noise_std(bits, dimension=d, clients=n, alpha=alpha, chunk=chunk, information=information)
    except ValueError:
        return math.nan


def csgm_noise(p: MeanParameters, epsilon: float, bits: float) -> float:
    """σ of CSGM in each coordinate of the mean."""
    n, _ = p.shape
    size, bound = _sampled_space(p)
    return _csgm_noise(n, size, min(bits, size), epsilon, p.delta, p.neighbours, bound)


@lru_cache(maxsize=1024)
def _csgm_noise(n: int, size: int, bits: float, epsilon: float, delta: float, neighbours: str, bound: float) -> float:
    shape = {"dimension": size, "clients": n, "bits": bits, "coordinate_bound": bound}
    return csgm_noise_std(**shape, epsilon=epsilon, delta=delta, neighbours=neighbours)


def _sampled_space(p: MeanParameters) -> tuple[int, float]:
    """How many coordinates CSGM samples from, and their bound."""
    d = p.shape[1]
    if p.data in ("signs", "file"):
        return d, 1.0
    frame = _frame(d)
    return frame.size, frame.bound(math.sqrt(d))


# Schemes.


class _Frame(KashinFrame):
    """Remembers the representations of the vectors it has seen last, because every repetition has the same ones."""

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension=dimension, shared=SharedRandomness(_FRAME_SEED))
        self._seen: dict[bytes, np.ndarray] = {}

    def represent(self, x, norm_bound=1.0):
        step = max(1, _BLOCK_FLOATS // self.size)
        return np.concatenate([self._block(x[i : i + step], norm_bound) for i in range(0, len(x), step)])

    def _block(self, x: np.ndarray, norm_bound: float) -> np.ndarray:
        key = hashlib.sha256(np.ascontiguousarray(x)).digest() + np.float64(norm_bound).tobytes()
        if key not in self._seen:
            if sum(each.nbytes for each in self._seen.values()) > _REMEMBERED_BYTES:
                self._seen.clear()
            self._seen[key] = super().represent(x, norm_bound)
        return self._seen[key]


@lru_cache(maxsize=1)
def _frame(dimension: int) -> _Frame:
    return _Frame(dimension)


def forget() -> None:
    """Give back the memory of remembered representations."""
    _frame.cache_clear()


def shared_seed(p: MeanParameters, place: int, repetition: int) -> int:
    """The seed that clients and server share in a repetition of the task at a place of the list."""
    return (p.seed * _TASKS + place) * _REPETITIONS + repetition


def build(p: MeanParameters, task: Task) -> MeanScheme:
    """The scheme of a task."""
    n, d = p.shape
    name, epsilon = task.name, task.epsilon
    if name == "gaussian":
        shape = {"dimension": d, "clients": n, "neighbours": p.neighbours}
        return PlainGaussian(**shape, mean_noise_std=noise(p, epsilon))
    if name == "sliced_ppr":
        return _sliced(p, epsilon, task.chunk)
    if name == "csgm":
        found = {"noise_std": csgm_noise(p, epsilon, task.budget), "clients": n, "neighbours": p.neighbours}
        if p.data in ("signs", "file"):
            return CSGM(dimension=d, bits=task.budget, **found)
        return KashinCSGM(frame=_frame(d), bits=task.budget, norm_bound=math.sqrt(d), **found)
    if name == "sqkr":
        return SQKR(dimension=d, epsilon=epsilon, frame=_frame(d), bits=task.budget or None)
    return _unit(p, task)


def _sliced(p: MeanParameters, epsilon: float, chunk: int) -> SlicedGaussianPPR:
    n, d = p.shape
    least = budget_noise(p, p.bits, p.size) if p.fit else 0.0
    return SlicedGaussianPPR(
        dimension=d, clients=n, neighbours=p.neighbours, mean_noise_std=max(noise(p, epsilon), least), chunk=chunk,
        alpha=p.alpha, code=p.code, chunk_norm_bound=chunk_bound(p, chunk),
    )  # fmt: skip


def split_of(p: MeanParameters, name: str, epsilon: float) -> tuple[str, int]:
    """PrivUnit's split of ε, and how many reports a client sends; of PrivHS as many as make its error least."""
    if name == "privhs":
        return "hemisphere", _repeated(p.shape[1], epsilon)
    if name.startswith("reports_"):
        return "optimized", int(name.partition("_")[2])
    return ("default" if name == "privunit_default" else "optimized"), 1


@lru_cache(maxsize=1024)
def _repeated(dimension: int, epsilon: float) -> int:
    return best_report_count(dimension=dimension, epsilon=epsilon, most=_MOST_REPORTS)


def _unit(p: MeanParameters, task: Task) -> UnitReports:
    """PrivUnit or PrivHS through the compressor that the task names, or through PPR; as floats where PPR takes too
    long."""
    split, reports = split_of(p, task.name, task.epsilon)
    shape = {"dimension": p.shape[1], "epsilon": task.epsilon, "split": split, "reports": reports}
    plain = UnitReports(**shape)
    if p.compare != "compressed" and _unit_seconds(p, task, plain.channel, reports) > _limit(p, task):
        return plain
    return UnitReports(**shape, compress=lambda channel: _compressor(p, task, channel))


def _compressor(p: MeanParameters, task: Task, channel: PrivUnitChannel) -> Compressor:
    if task.name == "mrc":
        return MinimalRandomCoding(channel, task.budget)
    if task.name == "modified_mrc":
        return ModifiedMinimalRandomCoding(channel, task.budget)
    if task.name == "rejection":
        return PseudorandomRejection(channel, REJECTION_GAMMA)
    return PoissonPrivateRepresentation(channel, p.alpha)


# Predicted times.


def _limit(p: MeanParameters, task: Task) -> float:
    """Seconds that one run of a scheme may take."""
    each, most = _LARGEST_RUN[task.focus] if p.central or task.focus else _LARGEST_REPORTS
    return min(max(each * p.shape[0] * p.shape[1], _LEAST_RUN), most)


def sent_chunk(p: MeanParameters, epsilon: float, *, focus: bool, wanted: int | None = None) -> int:
    """The largest of c, c/2, c/4, … with which one run of sliced PPR takes no longer than a run may."""
    chunk = min(wanted or p.size, p.shape[1])
    task = Task("sliced_ppr", epsilon, p.bits, chunk, focus, "")
    while chunk > 1 and _sliced_seconds(p, epsilon, chunk) > _limit(p, task):
        chunk = max(1, chunk // 2)
    return chunk


def run_seconds(p: MeanParameters, task: Task) -> float:
    """Predicted seconds of one run, without those that only the first one of a scheme takes."""
    n, d = p.shape
    if task.name == "sliced_ppr":
        return _sliced_seconds(p, task.epsilon, task.chunk)
    if task.name in ("gaussian", "csgm"):
        return 2e-4 + n * d * (_GAUSSIAN if task.name == "gaussian" else _SAMPLED)
    if task.name == "sqkr":
        return 2e-3 + 4 * n * d * _PLACES
    split, reports = split_of(p, task.name, task.epsilon)
    channel = PrivUnitChannel(dimension=d, epsilon=task.epsilon / reports, split=split)
    encoded = _unit_seconds(p, task, channel, reports)
    return encoded if p.compare == "compressed" or encoded <= _limit(p, task) else 5e-4 + n * d * reports * _REPORT


def first_seconds(p: MeanParameters, name: str) -> float:
    """Predicted seconds of Kashin's representation of all vectors."""
    projects = name == "sqkr" or (name == "csgm" and p.data in ("sphere", "sparse"))
    return p.shape[0] * p.shape[1] * _PROJECT[p.data] if projects else 0.0


def _sliced_seconds(p: MeanParameters, epsilon: float, chunk: int) -> float:
    n, d = p.shape
    bound = chunk_bound(p, chunk) or math.sqrt(chunk)
    spread = _sliced(p, epsilon, chunk).client_noise_std
    channel = GaussianChannel(dimension=chunk, noise_std=spread, norm_bound=bound)
    corner = np.zeros(chunk)
    corner[0] = min(bound, math.sqrt(chunk))
    each = encode_seconds("ppr", channel, corner, alpha=p.alpha, candidates=0)
    return 1e-3 + n * (math.ceil(d / chunk) * (_ENCODE * each + 3e-6) + d * _GAUSSIAN)


def _unit_seconds(p: MeanParameters, task: Task, channel: PrivUnitChannel, reports: int) -> float:
    """Of one run through the task's compressor."""
    n, d = p.shape
    north = np.eye(1, d)[0]
    if task.name in ("mrc", "modified_mrc"):
        each = encode_seconds("mrc", channel, north, alpha=p.alpha, candidates=task.budget)
        each *= _ENCODE_MRC / _ENCODE
    else:
        each = encode_seconds("ppr", channel, north, alpha=p.alpha, candidates=0)
        each += 8 * d * _HASH * math.exp(channel.log_high) if task.name == "rejection" else 0.0
    return 2e-3 + n * reports * (_ENCODE * each + d * _REPORT)
