"""Metric privacy: Laplace noise in d dimensions sent by PPR, beside the discrete Laplace mechanism.

A location, or a vector, is private by distance: the closer two of them, the less a report tells them apart. Sources:
Andrés, Bordenabe, Chatzikokolakis, Palamidessi: Geo-indistinguishability (CCS 2013); Liu, Chen, Özgür, Li: Universal
exact compression of differentially private mechanisms (NeurIPS 2024), Corollary 13, Theorem 9 and the appendix on
metric privacy.
"""

from __future__ import annotations

from dataclasses import replace

from ppr_core.estimation.metric import simulation_seconds
from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.metric_privacy.measure import (
    GRID,
    LADDER,
    SIZES,
    Tell,
    cells,
    discrete_reports,
    epsilon_curves,
    ladder,
    report,
    size_curves,
)
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.metric_privacy.snippet import snippet
from ppr_core.experiments.vocabulary.schemes import encode_bytes, encode_seconds
from ppr_core.wording import exponential, number

__all__ = ["EXPERIMENT", "MetricPrivacyParameters", "MetricPrivacyResult", "cost", "run"]

# Measured seconds of one core, beside encodes and simulation.
_START, _COUNTS, _STEP_FINE, _DISCRETE = 0.015, 0.01, 0.005, 1.5e-5


def cost(parameters: MetricPrivacyParameters) -> Cost:
    """r* candidates for every encode, and every trial of a point of the error curves."""
    p, parts = parameters, _weights(parameters)
    if p.runs:
        why = f"r* = {exponential(p.log_ratio_bound)} candidates for each of {number(2 * p.encodes)} encodes"
    else:
        why = f"{number(p.trials)} trials of {p.dimension} coordinates for each point of the curves"
    return Cost(
        seconds=_START + sum(parts.values()),
        memory_bytes=encode_bytes("ppr", p.channel(), candidates=0)
        + 8.0 * p.trials * max(3 * (GRID + 3), SIZES)
        + 60.0 * p.encodes * p.dimension,
        reason=why,
    )


def run(parameters: MetricPrivacyParameters, progress: Progress | None = None) -> MetricPrivacyResult:
    """Reports through PPR and discrete Laplace first, then the curves."""
    p, weights = parameters, _weights(parameters)
    total, found = sum(weights.values()), MetricPrivacyResult(parameters, None)

    def tell(part: str, note: str) -> Tell:
        names = list(weights)
        before = sum(weights[name] for name in names[: names.index(part)])

        def told(share: float) -> None:
            if progress is not None:
                known = found if found.reports is not None or found.along_epsilon is not None else None
                progress((before + share * weights[part]) / total, note, known)

        return told

    if p.runs:
        found = replace(found, reports=report(p, tell("report", "reports")))
    if p.plane:
        found = replace(found, discrete_reports=discrete_reports(p))
    found = replace(found, along_epsilon=epsilon_curves(p, tell("epsilon", "errors along ε")))
    found = replace(found, cells=cells(p))
    found = replace(found, along_size=size_curves(p, tell("size", "errors along the bits of a message")))
    return replace(found, ladder=ladder(p, tell("ladder", "PPR at smaller ε"))) if p.runs else found


def _weights(p: MetricPrivacyParameters) -> dict[str, float]:
    """Predicted seconds of the parts, in order."""
    d, fine = p.dimension, p.accounting == "cells"
    counts = _COUNTS * (1 + d / 500) if fine else 0.0

    def encode(share: float, epsilon: float) -> float:
        return encode_seconds("ppr", p.channel(epsilon), p.point(share), alpha=p.alpha, candidates=0)

    both = encode(p.position, p.epsilon) + encode(p.other, p.epsilon)
    weights = {"report": p.encodes * both if p.runs else 0.0}
    weights["discrete"] = _DISCRETE * p.encodes if p.plane else 0.0
    weights["epsilon"] = counts + simulation_seconds(d, GRID + 3, 3, p.trials)
    weights["size"] = simulation_seconds(d, 1, SIZES, p.trials) + (SIZES * _STEP_FINE if fine and d > 10 else 0.0)
    steps = sum(encode(p.position, share * p.epsilon) for share in LADDER) if p.runs else 0.0
    return weights | {"ladder": max(25, p.encodes // 4) * steps}


_PAPER = {"dimension": 500, "norm_bound": 10_000.0, "bits_each": 1.0, "epsilon": 0.25, "trials": 5_000}

EXPERIMENT = Experiment(
    name="metric_privacy",
    parameters=MetricPrivacyParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "A location in the plane": (
            MetricPrivacyParameters(),
            "5 km around a city's centre at ε = 1 per km; discrete Laplace has 5 bits, about as many as PPR takes.",
        ),
        "The paper's metric-privacy figure": (
            MetricPrivacyParameters(**_PAPER, compare="decoder", accounting="volume"),
            "Liu et al. 2024, appendix: d = 500, C = 10 000, α = 2; 500, 1000 and 1500 bits. PPR by Corollary 13, "
            "discrete Laplace by 5000 trials a point.",
        ),
        "The same figure, every cell counted": (
            MetricPrivacyParameters(**_PAPER | {"bits_each": 2.0, "trials": 1_000}, compare="decoder"),
            "1000, 2000 and 3000 bits, discrete Laplace with a number for every cell that can occur.",
        ),
        "Close neighbours": (
            MetricPrivacyParameters(epsilon=2.0, other=0.3),
            "Two locations 500 m apart stay hard to tell apart, although reports come close.",
        ),
        "Strong privacy in a small region": (
            MetricPrivacyParameters(epsilon=0.5, norm_bound=2.0, position=0.9, other=-0.9),
            "Noise far larger than the region: discrete Laplace gathers on the edge and is biased, PPR is not.",
        ),
        "Same guarantee against the decoder": (
            MetricPrivacyParameters(compare="decoder"),
            "Discrete Laplace hides nothing from its decoder that it shows; it may use 2α = 4 times PPR's ε.",
        ),
        "Five dimensions": (
            MetricPrivacyParameters(dimension=5, epsilon=1.5, position=1.0, encodes=200),
            "r* is above 10³ already, and the noise is not independent over coordinates: chunks do not help.",
        ),
    },
    dial="encodes",
)
