"""Frequency estimation: how often does each category occur, from noisy reports of a few bits a user?

Every user really randomises and sends, the server decodes and counts. Source: Feldman, Talwar: Lossless compression
of efficient private local randomizers (ICML 2021), Section 4, with the schemes it compares with.
"""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.frequency_estimation.measure import collected, curve, described, message, predicted
from ppr_core.experiments.frequency_estimation.parameters import SCHEMES, FrequencyEstimationParameters
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.experiments.frequency_estimation.snippet import snippet
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "FrequencyEstimationParameters", "FrequencyEstimationResult", "cost", "run"]

_START = 0.01  # seconds of one core for everything but collections
_POINT_SECONDS = 1.5  # a collection along ε that would take longer is left out
_SIMULATED = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
_GRID = np.arange(1, 17) / 2
_RIVALS = ("rappor", "recursive_hadamard", "randomized_response")


def cost(parameters: FrequencyEstimationParameters) -> Cost:
    """A collection with every scheme, and with the chosen one at every ε that is affordable."""
    p, n = parameters, parameters.reports
    seconds = {name: predicted(p.oracle(name), n) for name in p.compared}
    points = sum(_point_seconds(p, epsilon) for epsilon in _simulated(p) if epsilon != p.epsilon)
    slowest = max(seconds, key=seconds.__getitem__)
    return Cost(
        seconds=_START + sum(seconds.values()) + points,
        memory_bytes=1.5e8 + 330.0 * n + 2e2 * p.categories * len(seconds),
        reason=f"{number(n)} reports about {number(p.categories)} categories with each of {len(seconds)} schemes, "
        f"of which {SCHEMES[slowest]} takes longest",
    )


def run(parameters: FrequencyEstimationParameters, progress: Progress | None = None) -> FrequencyEstimationResult:
    """Collect with every scheme, the chosen one first; then along ε."""
    p, counts = parameters, parameters.counts()
    result = FrequencyEstimationResult(
        parameters=p,
        names=p.names(),
        counts=counts,
        schemes=tuple(described(p, name, counts) for name in p.compared),
        curves=(),
        message=message(p),
        machine=f"{platform.machine() or 'unknown processor'}, {os.cpu_count() or 1} cores",
        moment=datetime.now(UTC).strftime("%Y-%m-%d at %H:%M UTC"),
    )
    simulated = _simulated(p)
    work = {name: predicted(p.oracle(name), p.reports) for name in p.compared}
    total = sum(work.values()) + sum(_point_seconds(p, epsilon) for epsilon in simulated)
    done = 0.0

    def tell(seconds: float, note: str) -> None:
        if progress is not None:
            progress(min(1.0, seconds / total), note, result if result.chosen.found else None)

    for name in sorted(p.compared, key=lambda name: name != p.scheme):

        def within(share: float, before: float = done, name: str = name) -> None:
            tell(before + share * work[name], SCHEMES[name])

        found = collected(p.oracle(name), counts, p.seed, within)
        schemes = (replace(one, found=found) if one.name == name else one for one in result.schemes)
        result, done = replace(result, schemes=tuple(schemes)), done + work[name]
        tell(done, SCHEMES[name])

    def passed(epsilon: float) -> None:
        nonlocal done
        done += _point_seconds(p, epsilon)
        tell(done, f"ε = {epsilon:g}")

    grid = np.unique([*_GRID, p.epsilon])
    first = curve(p, p.scheme, grid, lambda epsilon: epsilon in simulated, result.chosen.found, passed)
    rivals = (curve(p, name, grid, lambda _: False, None, passed) for name in _RIVALS if name != p.scheme)
    return replace(result, curves=(first, *rivals))


def _simulated(p: FrequencyEstimationParameters) -> tuple[float, ...]:
    """Every ε at which the chosen scheme is run, its own among them."""
    others = (epsilon for epsilon in _SIMULATED if _point_seconds(p, epsilon) <= _POINT_SECONDS)
    return tuple(sorted({p.epsilon, *others}))


def _point_seconds(p: FrequencyEstimationParameters, epsilon: float) -> float:
    return predicted(p.oracle(p.scheme, epsilon), p.reports)


_PAPER = {"size": 1000, "users": 100_000}

EXPERIMENT = Experiment(
    name="frequency_estimation",
    parameters=FrequencyEstimationParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "A first look": (
            FrequencyEstimationParameters(),
            "Ten thousand users, 256 categories, ε = 2: PI-RAPPOR beside schemes that send their reports as they are.",
        ),
        "The paper's setting: k = 1000, replacement": (
            FrequencyEstimationParameters(**_PAPER, epsilon=1.0),
            "Replacement privacy and ε from 1 to 8, RAPPOR's 1000 bits beside two elements of a field.",
        ),
        "The same, large ε": (
            FrequencyEstimationParameters(**_PAPER, epsilon=5.0),
            "Low-communication rivals fall behind subset selection, and PI-RAPPOR's errors begin to move together.",
        ),
        "Every scheme at equal ε": (
            FrequencyEstimationParameters(size=1000, compressed=True, epsilon=1.0),
            "RAPPOR, subset selection and randomized response also by PPR and by pseudorandom rejection.",
        ),
        "PPR of subset selection": (
            FrequencyEstimationParameters(scheme="ppr_subset_selection", users=5000),
            "A subset of 31 categories out of 256 in a few bits, without any structure made for it.",
        ),
        "A weak generator": (
            FrequencyEstimationParameters(
                scheme="rejection_subset_selection", generator="few_bits", epsilon=1.0, users=5000
            ),
            "Subset selection by rejection, with a generator that makes only 16 different reports of all seeds.",
        ),
        "One message on a small field": (
            FrequencyEstimationParameters(size=16, epsilon=1.0, sender=5),
            "Sixteen categories, so that the line of one message can be followed by eye.",
        ),
        "Symmetric RAPPOR, deletion": (
            FrequencyEstimationParameters(size=1000, scheme="rappor", notion="deletion", epsilon=1.0),
            "A report compared with one made without any category: the same ε buys less noise.",
        ),
        "A million users": (
            FrequencyEstimationParameters(size=1000, users=1_000_000, epsilon=1.0),
            "Every one of them really sends: RAPPOR's reports alone are 10⁹ random bits.",
        ),
        "Fast histogram: k = 10 000, ε = 3": (
            FrequencyEstimationParameters(
                scheme="pi_rappor_generalized", size=10_000, users=100_000, epsilon=3.0, exponent=1.25
            ),
            "The generalised version: a small field with several coordinates, folded one after the other.",
        ),
    },
    dial="users",
)
