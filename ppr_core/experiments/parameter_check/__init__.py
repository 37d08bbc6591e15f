"""Parameter check: is this choice of parameters sane, what does it cost, and what would be better?

A task with its data and target goes in, settings of the Poisson private representation given or left open; out come
guarantees, expected bits, encode time and error, and what is wrong with the nearest setting that is not. Source: Liu,
Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024), Theorems 5, 7 to 10
and 14, Corollaries 12, 13 and 17.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.guarantees import claims, decoder_guarantee
from ppr_core.experiments.parameter_check.mechanism import mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.result import ParameterCheckResult
from ppr_core.experiments.parameter_check.simulation import encodes, simulate
from ppr_core.experiments.parameter_check.snippet import snippet
from ppr_core.experiments.parameter_check.solver import bits_at, bound_at, solve
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "ParameterCheck", "ParameterCheckResult", "cost", "run"]

_START = 0.03  # seconds of everything but the encodes, measured
_ALPHAS = np.concatenate([1 + np.geomspace(0.01, 1.0, 13), np.geomspace(2.5, 20.0, 7)])


def cost(parameters: ParameterCheck) -> Cost:
    """A solution on a grid, and a few encodes of the option it chose."""
    option = solve(parameters).option
    counts = [encodes(parameters, piece) for piece in option.pieces]
    total = sum(n * piece.seconds for n, piece in zip(counts, option.pieces, strict=True)) if all(counts) else 0.0
    return Cost(_START + total, 8e7, f"{number(sum(counts))} encodes with ln r* = {option.log_ratio:.3g}")


def run(parameters: ParameterCheck, progress: Progress | None = None) -> ParameterCheckResult:
    """Choose what is open, look at everything, and encode a few reports."""
    solution = solve(parameters)
    if progress is not None:
        progress(0.3, "encoding")
    bits, seconds = simulate(parameters, solution)
    chosen = () if math.isinf(solution.alpha) else (solution.alpha,)
    alphas = np.union1d(_ALPHAS, chosen)
    return ParameterCheckResult(
        parameters=parameters,
        mechanism=mechanism(parameters),
        solution=solution,
        claims=claims(parameters, solution.alpha),
        findings=findings(parameters, solution),
        bits=bits,
        seconds=seconds,
        alphas=alphas,
        alpha_bits=np.array([bits_at(solution.option, float(alpha), solution.code) for alpha in alphas]),
        alpha_bound=np.array([bound_at(solution.option, float(alpha), solution.code) for alpha in alphas]),
        alpha_epsilon=np.array([decoder_guarantee(parameters, float(alpha)).epsilon for alpha in alphas]),
    )


_MEAN = ParameterCheck(task="mean", dimension=1000, choose_alpha=False, decoder_epsilon=math.inf)

EXPERIMENT = Experiment(
    name="parameter_check",
    parameters=ParameterCheck,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "One Gaussian release": (ParameterCheck(), "Everything left open: what is the cheapest way to send it?"),
        "Mean of 500 clients, ε = 1": (
            _MEAN,
            "The set-up of Liu et al. 2024, Figure 1, with a trusted server: too large an ε for Corollary 12.",
        ),
        "Mean of 500 clients, ε = 0.01": (
            replace(_MEAN, epsilon=0.01),
            "Below half of 1/√n = 0.045: Corollary 12's local guarantee applies.",
        ),
        "The paper's proposal": (
            ParameterCheck(proposal="paper", choose_chunk=False, chunk=50),
            "Least divergence, but e²⁵ candidates for one index.",
        ),
        "Corollary 13's proposal": (
            ParameterCheck(task="laplace", dimension=3, epsilon=8.0, decoder_epsilon=32.0, proposal="paper"),
            "A Gaussian proposal for Laplace noise: the bits are a bound, the ratio is infinite.",
        ),
        "PrivUnit report": (
            ParameterCheck(task="privunit", dimension=1000, clients=10_000, epsilon=4.0, decoder_epsilon=16.0),
            "A random direction from a cap around the vector: ε = 4 in a thousand dimensions.",
        ),
        "α close to 1": (
            ParameterCheck(task="laplace", dimension=1, choose_alpha=False, alpha=1.02),
            "The decoder learns little more than the output, at more bits than a plain float.",
        ),
        "δ above 1/n": (
            ParameterCheck(clients=2_000, delta=0.001),
            "A δ that publishing one person's data would satisfy.",
        ),
        "Category report": (
            ParameterCheck(task="categories", epsilon=2.0, decoder_epsilon=8.0, categories=1000),
            "Randomized response over a thousand categories.",
        ),
    },
    dial="samples",
)
