"""The clients' vectors and the schemes of the experiment `mean_estimation`, made from its parameters."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.stats import beta

from ppr_core.channels import GaussianChannel, PrivUnitChannel
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
    rotated_vectors,
    sign_vectors,
    sparse_vectors,
    sphere_vectors,
)
from ppr_core.experiments.files.uploads import chosen
from ppr_core.experiments.mean_estimation.parameters import MeanParameters, read_vectors
from ppr_core.experiments.vocabulary.schemes import SCHEMES, Settings, encode_seconds
from ppr_core.randomness import SharedRandomness

__all__ = [
    "NONZEROS", "Task", "budget_noise", "build", "chunk_bound", "csgm_noise", "first_seconds", "forget",
    "frame_level", "label", "noise", "report", "run_seconds", "sent_chunk", "shared_seed", "vectors",
]  # fmt: skip

NONZEROS = 10
_REJECTION_GAMMA = 1e-6
_MISSED = 1e-9  # chance that a rotated vector has a chunk beyond its bound
_LEAST_RUN = 0.02
_LARGEST_RUN = {True: (6e-5, 5.0), False: (4e-6, 2.0)}  # seconds for an entry, and at most, of the run in focus or not
_LARGEST_REPORTS = (2e-5, 0.5)  # the same for unit vectors away from the focus
_FRAME_SEED = 20201
_MOST_REPORTS = 16
_TASKS, _REPETITIONS = 1000, 1000
_BLOCK_FLOATS = 1 << 16  # of coefficients that are found at once
_REMEMBERED_BYTES = 3e8

# Measured seconds of one core for an entry of a client's vector; encode times relative to those of the vocabulary.
_GAUSSIAN, _SAMPLED, _REPORT, _PLACES = 3e-8, 6e-8, 5e-8, 2e-8
_PROJECT = {"signs": 4e-6, "file": 4e-6, "sphere": 1e-6, "sparse": 6e-7}
_ENCODE, _ENCODE_LISTED = 1.3, 1.0

_LABELS = {
    "gaussian": "Gaussian", "sliced_ppr": "Sliced PPR", "csgm": "CSGM", "privunit": "PrivUnit",
    "privunit_default": "PrivUnit, default", "privhs": "PrivHS", "sqkr": "SQKR", "ppr": "PPR", "mrc": "MRC",
    "modified_mrc": "Modified MRC", "rejection": "Rejection",
}  # fmt: skip
_mean_noise_std, _budget_noise_std, _csgm_noise_std, _best_report_count = (
    lru_cache(maxsize=1024)(find) for find in (mean_noise_std, budget_noise_std, csgm_noise_std, best_report_count)
)


@dataclass(frozen=True)
class Task:
    """One scheme at one ε, run ``repetitions`` times. budget: b of CSGM or SQKR, N of MRC, 0 for none; chunk: c of
    sliced PPR; focus: at the chosen ε and budget; part: the chart it is made for."""

    name: str
    epsilon: float
    budget: int = 0
    chunk: int = 0
    focus: bool = False
    part: str = ""


def label(name: str) -> str:
    """What a scheme is called."""
    count = _reports(name)
    return f"{count} × ε/{count}" if count > 1 else _LABELS["privunit" if count else name]


def _reports(name: str) -> int:
    """s of the schemes that send s reports with ε/s each, 0 for the others."""
    return int(name.partition("reports_")[2] or 0)


# Vectors.


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


def chunk_bound(p: MeanParameters, chunk: int) -> float | None:
    """Largest length of a chunk; None for entries in [−1, 1], whose chunks have at most √c.

    Of a rotated vector of length √d: twice the square that a uniform direction exceeds with a chance of 10⁻⁹ over
    all chunks of all clients.
    """
    n, d = p.shape
    if not p.central or p.bounded or chunk == d:
        return None
    share = float(beta.isf(_MISSED / (n * math.ceil(d / chunk)), chunk / 2, (d - chunk) / 2))
    return math.sqrt(d * min(1.0, 2.0 * share))


# Noise.


def noise(p: MeanParameters, epsilon: float) -> float:
    """σ̃ of the mean that is (ε, δ)-private."""
    n, d = p.shape
    private = {"epsilon": epsilon, "delta": p.delta, "neighbours": p.neighbours, "accounting": p.accounting}
    return _mean_noise_std(norm_bound=math.sqrt(d), clients=n, **private)


def budget_noise(p: MeanParameters, bits: float, chunk: int | None = None) -> float:
    """The least σ̃ whose size by Theorem 5 fits into the bits; 0 where every noise does, NaN where none does."""
    try:
        return _budget_noise_std(bits, **p.report, alpha=p.alpha, chunk=chunk)
    except ValueError:
        return math.nan


def csgm_noise(p: MeanParameters, epsilon: float, bits: float) -> float:
    """σ of CSGM in each coordinate of the mean."""
    n, size, bound = *p.shape, 1.0
    if not p.bounded:
        frame = _frame(size)
        size, bound = frame.size, frame.bound(math.sqrt(size))
    shape = {"dimension": size, "clients": n, "bits": min(bits, size), "coordinate_bound": bound}
    return _csgm_noise_std(**shape, epsilon=epsilon, delta=p.delta, neighbours=p.neighbours)


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


def frame_level(dimension: int) -> float:
    """K of the representations, whose coefficients are at most K/√N."""
    return _frame(dimension).level


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
        if p.bounded:
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


def report(p: MeanParameters, name: str, epsilon: float) -> tuple[PrivUnitChannel, int]:
    """What makes one report of a scheme of unit vectors, and how many a client sends, each with its share of ε.

    PrivHS sends as many as make its error least.
    """
    d = p.shape[1]
    if name == "privhs":
        split, count = "hemisphere", _best_report_count(dimension=d, epsilon=epsilon, most=_MOST_REPORTS)
    else:
        split, count = "default" if name == "privunit_default" else "optimized", _reports(name) or 1
    return PrivUnitChannel(dimension=d, epsilon=epsilon / count, split=split), count


def _unit(p: MeanParameters, task: Task) -> UnitReports:
    """PrivUnit or PrivHS through the compressor that the task names, or through PPR; as floats where PPR takes too
    long."""
    channel, reports = report(p, task.name, task.epsilon)
    shape = {"dimension": p.shape[1], "epsilon": task.epsilon, "split": channel.split, "reports": reports}
    if p.compare != "compressed" and _unit_seconds(p, task) > _limit(p, task):
        return UnitReports(**shape)
    scheme, settings = SCHEMES[_compressor(task)], Settings(p.alpha, task.budget, _REJECTION_GAMMA)
    return UnitReports(**shape, compress=lambda channel: scheme.build(channel, settings))


def _compressor(task: Task) -> str:
    """The scheme that compresses a client's reports."""
    return task.name if task.name in SCHEMES else "ppr"


# Predicted times.


def _limit(p: MeanParameters, task: Task) -> float:
    """Seconds that one run of a scheme may take."""
    each, most = _LARGEST_RUN[task.focus] if p.central or task.focus else _LARGEST_REPORTS
    return min(max(each * p.shape[0] * p.shape[1], _LEAST_RUN), most)


def sent_chunk(p: MeanParameters, epsilon: float, *, focus: bool) -> int:
    """The largest of c, c/2, c/4, … with which one run of sliced PPR takes no longer than a run may."""
    chunk = p.size
    limit = _limit(p, Task("sliced_ppr", epsilon, focus=focus))
    while chunk > 1 and _sliced_seconds(p, epsilon, chunk) > limit:
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
    encoded = _unit_seconds(p, task)
    if p.compare == "compressed" or encoded <= _limit(p, task):
        return encoded
    return 5e-4 + n * d * report(p, task.name, task.epsilon)[1] * _REPORT


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
    each = encode_seconds("ppr", channel, corner, alpha=p.alpha)
    return 1e-3 + n * (math.ceil(d / chunk) * (_ENCODE * each + 3e-6) + d * _GAUSSIAN)


def _unit_seconds(p: MeanParameters, task: Task) -> float:
    """Of one run through the task's compressor."""
    (n, d), (channel, reports) = p.shape, report(p, task.name, task.epsilon)
    name, settings = _compressor(task), {"alpha": p.alpha, "candidates": task.budget, "gamma": _REJECTION_GAMMA}
    each = encode_seconds(name, channel, np.eye(1, d)[0], **settings)
    return 2e-3 + n * reports * ((_ENCODE_LISTED if SCHEMES[name].finite_list else _ENCODE) * each + d * _REPORT)
