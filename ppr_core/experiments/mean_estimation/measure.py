"""What a run of the experiment `mean_estimation` measures and computes: real runs of every scheme, and curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import GaussianChannel
from ppr_core.diagnostics import Mean
from ppr_core.estimation.debias import modified_mrc_cap_probability, mrc_cap_probability
from ppr_core.estimation.mean import mean_privacy, ppr_size_bits
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.mean_estimation.schemes import (
    Task,
    budget_noise,
    build,
    chunk_bound,
    label,
    noise,
    report,
    sent_chunk,
    shared_seed,
)
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["FLOAT_BITS", "Curve", "Promise", "Run", "Tell", "curves", "promises", "run_task", "tasks"]

FLOAT_BITS = 32
_GRID = 25  # points of a curve that costs little
_SHAPE = 14  # points of a curve along the bits
_MOST_CANDIDATES = 1e12  # of a curve
_SPREAD = 400.0  # largest noise of a curve along the bits, relative to that of ε
_LISTED = {"mrc": mrc_cap_probability, "modified_mrc": modified_mrc_cap_probability}  # schemes with N candidates

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Run:
    """Repetitions of one scheme at one ε. Errors are squared, per coordinate for central ε and summed over the
    coordinates for local ε.

    error: measured, with a standard error from all coordinates of all repetitions; law: its expectation for these
    data, exactly; bits: sent by a client; information, code_overhead,
    chunk_overhead: what they consist of; sent_bytes: of all clients; candidates: of a client;
    messages: of a client; compressed: whether anything but floats was sent.
    """

    task: Task
    label: str
    error: Mean
    law: float
    bits: Mean
    information: float
    code_overhead: float
    chunk_overhead: float
    sent_bytes: Mean
    candidates: Mean
    messages: int
    compressed: bool


@dataclass(frozen=True, eq=False)
class Curve:
    """Exact or bounded values y along x, (k,) each. name: of the scheme; part: "epsilon" or "bits", of errors along
    these; "candidates" along ε; "size", bits along ε; "chunks", candidates along bits; level: its budget or its ε."""

    name: str
    part: str
    level: float
    x: np.ndarray
    y: np.ndarray


@dataclass(frozen=True)
class Promise:
    """One guarantee of one scheme at the chosen ε."""

    label: str
    guarantee: PrivacyGuarantee


# Runs.


def tasks(p: MeanParameters) -> tuple[Task, ...]:
    """Every scheme at the chosen ε first, then along the bits, then along ε."""
    found = [_task(p, name, p.epsilon, focus=True) for name in p.contenders]
    if p.central:
        sent = found[0].chunk
        if sent > 1 and not p.fit:
            found.append(Task("sliced_ppr", p.epsilon, chunk=max(1, sent // 2), part="bits"))
        along = [("csgm", bits) for bits in p.budgets if bits != p.bits]
    elif p.compare == "compressed":
        sizes = {max(2, p.candidates // 4), max(2, p.candidates // 16)} - {p.candidates}
        along = [(name, size) for size in sorted(sizes) for name in _LISTED]
    else:
        best = build(p, found[-1]).bits
        near = {best // 2, best + 1, best + 2} - {0, best}
        along = [("sqkr", bits) for bits in sorted(near) if bits <= p.shape[1]]
    found += [Task(name, p.epsilon, budget, part="bits") for name, budget in along]
    others = [one for one in p.epsilons if one != p.epsilon]
    found += [_task(p, name, one) for one in others for name in p.contenders if name != "gaussian"]
    return tuple(found)


def _task(p: MeanParameters, name: str, epsilon: float, focus: bool = False) -> Task:
    chunk = sent_chunk(p, epsilon, focus=focus) if name == "sliced_ppr" else 0
    budget = p.bits if name == "csgm" else p.candidates if name in _LISTED else 0
    return Task(name, epsilon, budget, chunk, focus, "both" if focus else "epsilon")


def run_task(p: MeanParameters, task: Task, place: int, x: np.ndarray, tell: Tell) -> Run:
    """R times: every client encodes, bytes are counted, the server decodes and averages."""
    scheme, unit = build(p, task), p.shape[1] if p.central else 1
    squares, lengths, sent, candidates = [], [], [], []
    for repetition in range(p.repetitions):

        def told(share: float, repetition: int = repetition) -> None:
            tell((repetition + share) / p.repetitions)

        shared = SharedRandomness(shared_seed(p, place, repetition))
        rng = np.random.default_rng([p.seed, 1, place, repetition])
        found = scheme.estimate(x, shared, rng, progress=told)
        squares.append((found.mean - found.target) ** 2)
        lengths.append((found.bits.total, found.bits.information, found.bits.code_overhead, found.bits.chunk_overhead))
        sent.append(found.sent_bytes)
        candidates.append(found.candidates)
    each = Mean.of(np.concatenate(squares))  # coordinates err independently of each other, or nearly so
    total, information, code, chunk = np.mean(lengths, axis=0)
    return Run(
        task=task,
        label=label(task.name),
        error=Mean(p.shape[1] / unit * each.value, p.shape[1] / unit * each.error, each.samples),
        law=scheme.expected_squared_error(x) / unit,
        bits=Mean.of(np.array(lengths)[:, 0]),
        information=float(information),
        code_overhead=float(code),
        chunk_overhead=float(chunk),
        sent_bytes=Mean.of(np.array(sent, dtype=float)),
        candidates=Mean.of(np.array(candidates)),
        messages=scheme.messages,
        compressed=bool(total < FLOAT_BITS * p.shape[1]),
    )


# Curves.


def curves(p: MeanParameters, x: np.ndarray, runs: tuple[Run, ...], tell: Tell) -> tuple[Curve, ...]:
    """The exact errors for the vectors x (n, d), and the bounds, that the runs are seen beside."""
    return tuple(_central_curves(p, x, tell) if p.central else _local_curves(p, runs))


def _central_curves(p: MeanParameters, x: np.ndarray, tell: Tell) -> list[Curve]:
    epsilons = np.array(p.epsilons)
    gaussian = np.array([noise(p, one) for one in p.epsilons])
    found = [Curve("gaussian", "epsilon", math.nan, epsilons, gaussian**2)]
    budgets = p.budgets if p.many else (p.bits,)
    for place, bits in enumerate(budgets):
        found.append(Curve("ppr", "epsilon", bits, epsilons, np.maximum(gaussian, budget_noise(p, bits)) ** 2))
        found.append(Curve("csgm", "epsilon", bits, epsilons, _csgm_errors(p, x, [(one, bits) for one in p.epsilons])))
        tell((place + 1) / (len(budgets) + len(p.levels)))
    for place, epsilon in enumerate(p.levels):
        found += [_size_curve(p, epsilon, "ppr", None), _size_curve(p, epsilon, "sliced_ppr", p.size)]
        places = [(epsilon, bits) for bits in p.budgets]
        found.append(Curve("csgm", "bits", epsilon, np.array(p.budgets, dtype=float), _csgm_errors(p, x, places)))
        tell((len(budgets) + place + 1) / (len(budgets) + len(p.levels)))
    if not p.many:
        found.append(Curve("ppr", "size", math.nan, epsilons, np.array([_size(p, one) for one in gaussian])))
        found.append(_chunk_curve(p))
    return found


def _size(p: MeanParameters, noise_std: float, chunk: int | None = None) -> float:
    """Theorem 5's bits of a client."""
    return ppr_size_bits(noise_std, **p.report, alpha=p.alpha, chunk=chunk)


def _chunk_curve(p: MeanParameters) -> Curve:
    """Σ r* of a client's messages along their bits by Theorem 5: chunks of 1, …, c/2, c, 2c, … entries, up to d."""
    d, found = p.shape[1], []
    spread = build(p, Task("sliced_ppr", p.epsilon, chunk=1)).client_noise_std
    halved, doubled = (p.size >> power for power in range(8)), (p.size << power for power in range(1, 12))
    for chunk in sorted({*halved, *doubled, 1, d} & set(range(1, d + 1))):
        bound = chunk_bound(p, chunk) or math.sqrt(chunk)
        channel = GaussianChannel(dimension=chunk, noise_std=spread, norm_bound=bound)
        if float(channel.log_ratio_bound()) > math.log(_MOST_CANDIDATES):
            break
        scheme = build(p, Task("sliced_ppr", p.epsilon, chunk=chunk))
        found.append((_size(p, scheme.mean_noise_std, chunk), scheme.expected_candidates()))
    bits, candidates = np.array(found[::-1]).reshape(-1, 2).T
    return Curve("sliced_ppr", "chunks", p.epsilon, bits, candidates)


def _csgm_errors(p: MeanParameters, x: np.ndarray, places: list[tuple[float, int]]) -> np.ndarray:
    """Expected squared error per coordinate, at pairs of ε and bits."""
    schemes = (build(p, Task("csgm", epsilon, bits)) for epsilon, bits in places)
    return np.array([scheme.expected_squared_error(x) / p.shape[1] for scheme in schemes])


def _size_curve(p: MeanParameters, epsilon: float, name: str, chunk: int | None) -> Curve:
    """PPR's error along its bound on the bits: more bits allow less noise, down to that of ε."""
    noises = noise(p, epsilon) * np.geomspace(1.0, _SPREAD, _SHAPE) ** 0.5
    bits = np.array([_size(p, one, chunk) for one in noises])
    far = max(float(p.shape[1]), bits[0])
    return Curve(name, "bits", epsilon, np.append(bits[::-1], far), np.append(noises[::-1], noises[0]) ** 2)


def _local_curves(p: MeanParameters, runs: tuple[Run, ...]) -> list[Curve]:
    low, high = min(p.epsilons), max(p.epsilons)
    grid, found = np.linspace(low, high, _GRID), []
    for name in p.contenders:
        if name in ("sqkr", "privhs"):  # their size is a whole number: only where they are run
            there = [run for run in runs if run.task.name == name and run.task.part != "bits"]
            known = sorted((run.task.epsilon, run.law) for run in there)
            x, y = (np.array(values) for values in zip(*known, strict=True))
        else:
            x, y = grid, np.array([_report_error(p, name, float(one), p.candidates) for one in grid])
        found.append(Curve(name, "epsilon", math.nan, x, y))
        if name != "sqkr":
            found.append(
                Curve(name, "candidates", math.nan, x, np.array([_candidates(p, name, float(one)) for one in x]))
            )
    if p.compare == "compressed":
        bits = np.arange(1, 13)
        for name in _LISTED:
            y = np.array([_report_error(p, name, p.epsilon, 2 ** int(one)) for one in bits])
            found.append(Curve(name, "bits", p.epsilon, bits.astype(float), y))
    return found


def _report_error(p: MeanParameters, name: str, epsilon: float, candidates: int) -> float:
    """Expected squared error of PrivUnit through a compressor; N candidates of MRC."""
    n, (channel, reports) = p.shape[0], report(p, name, epsilon)
    if name not in _LISTED:
        return channel.error_per_client / (n * reports)
    return (1 / channel.scale_at(_LISTED[name](channel.two_levels(), candidates)) ** 2 - 1) / n


def _candidates(p: MeanParameters, name: str, epsilon: float) -> float:
    """Of a client, expected: r* for each report, N of MRC."""
    if name in _LISTED:
        return float(p.candidates)
    channel, reports = report(p, name, epsilon)
    return reports * math.exp(channel.log_high)


# Guarantees.


def promises(p: MeanParameters) -> tuple[Promise, ...]:
    """What every scheme promises at the chosen ε, in the order of the comparison."""
    found = []
    for name in p.contenders:
        scheme = build(p, _task(p, name, p.epsilon, focus=True))
        if name == "csgm":
            views = [scheme.central_privacy(p.delta)]
            views += [scheme.central_privacy(p.delta, method="pld")] if p.pld else []
            open_to = {"against": "decoder", "notion": "local", "source": "csgm.algorithm1"}
            views.append(PrivacyGuarantee(epsilon=math.inf, **open_to))
        else:
            views = list(scheme.privacy(p.delta if p.central else 0.0))
            exact = scheme.accounted_privacy(p.delta)
            places = [place for place, view in enumerate(views) if view.against == "decoder"]
            if exact is not None and exact.source == "ppr.renyi" and places:
                views.insert(places[0], exact)
            views[:0] = [_renyi(p, scheme.mean_noise_std)] if p.central and p.accounting == "renyi" else []
        found += [Promise(label(name), view) for view in views]
    return tuple(found)


def _renyi(p: MeanParameters, noise_std: float) -> PrivacyGuarantee:
    n, d = p.shape
    shape = {"norm_bound": math.sqrt(d), "clients": n, "neighbours": p.neighbours}
    return mean_privacy(noise_std, **shape, delta=p.delta, accounting="renyi")
