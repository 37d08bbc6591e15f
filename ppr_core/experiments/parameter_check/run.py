"""Parameter check: a choice, everything that follows from it, and a few real encodes of it.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Theorems 5, 7 to 10 and 14, Corollaries 12, 13 and 17.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.experiments.contract import Cost, Progress
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.guarantees import claims, decoder_guarantee
from ppr_core.experiments.parameter_check.lengths import bits_at, bound_at
from ppr_core.experiments.parameter_check.mechanism import mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.result import ParameterCheckResult
from ppr_core.experiments.parameter_check.simulation import encodes, simulate
from ppr_core.experiments.parameter_check.solver import relaxations, solve
from ppr_core.experiments.vocabulary.steps import Steps
from ppr_core.wording import number

__all__ = ["cost", "run"]

_START = 0.03  # seconds of everything but the encodes, measured
_ALPHAS = np.concatenate([1 + np.geomspace(0.01, 1.0, 8), np.geomspace(3.0, 20.0, 4)])


def cost(parameters: ParameterCheck) -> Cost:
    """A search for the optimum, and a few encodes of the option it chose."""
    option = solve(parameters).option
    counts = [encodes(parameters, piece) for piece in option.pieces]
    total = sum(n * piece.seconds for n, piece in zip(counts, option.pieces, strict=True)) if all(counts) else 0.0
    return Cost(_START + total, 8e7, f"{number(sum(counts))} encodes with ln r* = {option.log_ratio:.3g}")


def run(parameters: ParameterCheck, progress: Progress | None = None) -> ParameterCheckResult:
    """Choose what is open, look at everything, and encode a few reports."""
    steps = Steps(progress, (0.4, 0.3, 0.3))
    solution = solve(parameters)
    settled, option = solution.settled, solution.option
    steps.tell(1, "looking for what is wrong")
    found = findings(parameters, solution)
    chosen = () if math.isinf(solution.alpha) else (solution.alpha,)
    alphas = np.union1d(_ALPHAS, chosen)
    loosened = relaxations(parameters, solution)
    steps.tell(2, "encoding")
    bits, seconds = simulate(parameters, solution)
    return ParameterCheckResult(
        parameters=parameters,
        mechanism=mechanism(settled),
        solution=solution,
        decoder=decoder_guarantee(settled, solution.alpha, option.chunk),
        relaxations=loosened,
        claims=claims(settled, solution.alpha, option.chunk),
        findings=found,
        bits=bits,
        seconds=seconds,
        alphas=alphas,
        alpha_bits=np.array([bits_at(option, float(alpha), solution.code) for alpha in alphas]),
        alpha_bound=np.array([bound_at(option, float(alpha), solution.code) for alpha in alphas]),
        alpha_epsilon=np.array([decoder_guarantee(settled, float(alpha), option.chunk).epsilon for alpha in alphas]),
    )
