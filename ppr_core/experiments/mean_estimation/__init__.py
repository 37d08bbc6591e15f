"""Mean estimation: what a mean costs in bits and error, with every client really encoded and decoded.

Sources: Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS 2024), Section
7; Chen, Song, Özgür, Kairouz: Privacy amplification via compression (2023), Algorithm 1; Feldman, Talwar: Lossless
compression of efficient private local randomizers (ICML 2021), Section 5.
"""

from __future__ import annotations

from dataclasses import replace

from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.mean_estimation.data import vectors
from ppr_core.experiments.mean_estimation.measure import (
    Tell,
    curve_seconds,
    curves,
    promises,
    run_task,
    task_seconds,
    tasks,
)
from ppr_core.experiments.mean_estimation.parameters import MeanParameters
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import first_seconds, forget
from ppr_core.experiments.mean_estimation.snippet import snippet
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "MeanParameters", "MeanResult", "cost", "run"]

_START = 0.01


def cost(parameters: MeanParameters) -> Cost:
    """All runs of all schemes, and the noise of every one of them."""
    p = parameters
    n, d = p.shape
    planned = tasks(p)
    seconds = sum(task_seconds(p, task) for task in planned)
    seconds += sum(first_seconds(p, name) for name in {task.name for task in planned})
    return Cost(
        seconds=_START + 4e-8 * n * d + seconds + curve_seconds(p),
        memory_bytes=1.2e8
        + 40.0 * n * d
        + (40.0 * n * d if any(first_seconds(p, name) for name in p.contenders) else 0),
        reason=f"{number(len(planned) * p.repetitions)} runs with {number(n)} clients of {number(d)} entries each",
    )


def run(parameters: MeanParameters, progress: Progress | None = None) -> MeanResult:
    """The chosen ε first, every scheme; then the runs of the other points, the curves and the guarantees."""
    p, x, planned = parameters, vectors(parameters), tasks(parameters)
    weights = [task_seconds(p, task) + first_seconds(p, task.name) * task.focus for task in planned]
    whole, found, done = sum(weights) + curve_seconds(p), MeanResult(p), 0.0

    def tell(weight: float, note: str) -> Tell:
        def told(share: float) -> None:
            if progress is not None:
                known = found if len(found.runs) >= len(p.contenders) else None
                progress((done + share * weight) / whole, note, known)

        return told

    for place, (task, weight) in enumerate(zip(planned, weights, strict=True)):
        one = run_task(p, task, place, x, tell(weight, f"scheme {place + 1} of {len(planned)}"))
        found, done = replace(found, runs=(*found.runs, one)), done + weight
    found = replace(found, curves=curves(p, x, found.runs, tell(curve_seconds(p), "curves")))
    found = replace(found, promises=promises(p))
    forget()
    return found


_FIGURE = {"clients": 500, "dimension": 1000, "chunk": 50, "least": 0.05}
_UNIT = {"clients": 10_000, "dimension": 1000, "data": "sphere", "points": 4, "repetitions": 2}

EXPERIMENT = Experiment(
    name="mean_estimation",
    parameters=MeanParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "A first look": (
            MeanParameters(),
            "A tenth of the paper's clients and entries, and everything else as there.",
        ),
        "PPR, Figure 1": (
            MeanParameters(**_FIGURE, bits=50, many=True, points=7, repetitions=3, pld=True),
            "Liu et al. 2024: n = 500, d = 1000, δ = 10⁻⁶, α = 2, 25 to 1000 bits, sliced in chunks of 50 where they "
            "can be run. Under a budget of b bits PPR simulates the largest ε′ ≤ ε whose bound by Theorem 5 is ≤ b.",
        ),
        "PPR, Figure 1: sliced, 400 bits": (
            MeanParameters(**_FIGURE, bits=400, fit=True, points=7, repetitions=3),
            "The sliced curve of that figure: 20 chunks of 50, whose bounds add up to at most 400 bits.",
        ),
        "PPR, appendix: error by size": (
            MeanParameters(**_FIGURE, bits=50, many=True, points=2, repetitions=3),
            "Error against bits at ε = 0.25, 0.5, 1 and 2: the chart “More along the bits”.",
        ),
        "ε = 0.5 in 25 bits": (
            MeanParameters(**_FIGURE, epsilon=0.5, bits=25, points=3, repetitions=4),
            "The other printed setting: high compression, little ε.",
        ),
        "Feldman–Talwar, Figure 1 left": (
            MeanParameters(**_UNIT, compare="local", epsilon=2.0),
            "Feldman, Talwar 2021: d = 1000, n = 10 000, ε from 1 to 8. PrivUnit with optimised and default split, "
            "repeated PrivHS, SQKR; the paper has 20 trials of SQKR and computes the others.",
        ),
        "Feldman–Talwar, Figure 1 right": (
            MeanParameters(**_UNIT | {"clients": 5_000}, compare="split", epsilon=2.0),
            "Lemma 5.1: s reports of ε/s each cost accuracy and save candidates. n = 5000, so that it takes no minute; "
            "every error is that of one client divided by n.",
        ),
        "PrivUnit, four compressors": (
            MeanParameters(compare="compressed", epsilon=4.0, repetitions=20),
            "PPR and rejection lose nothing; MRC among 64 candidates is debiased and pays in variance.",
        ),
        "Vectors on the sphere": (
            MeanParameters(data="sphere"),
            "CSGM needs bounded entries, which Kashin's representation in more coordinates provides.",
        ),
    },
    dial="repetitions",
)
