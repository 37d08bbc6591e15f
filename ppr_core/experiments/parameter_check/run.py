"""Parameter check: a choice, everything that follows from it, and a few real encodes of it.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Theorems 5, 7 to 10 and 14, Corollaries 12, 13 and 17.
"""

from __future__ import annotations

import math
import time

import numpy as np

from ppr_core import representation
from ppr_core.codes import ZipfShannon, code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics import Mean
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.guarantees import claims, decoder_guarantee
from ppr_core.experiments.parameter_check.lengths import Piece, bits_at, bound_at, code_of, samples_of
from ppr_core.experiments.parameter_check.mechanism import mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.result import ParameterCheckResult
from ppr_core.experiments.parameter_check.solver import LARGEST_LOG_RATIO, Solution, relaxations, solve
from ppr_core.index_law import index_law
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal
from ppr_core.wording import number

__all__ = ["cost", "program", "run"]

_START = 0.03  # seconds of everything but the encodes, measured
_ALPHAS = np.concatenate([1 + np.geomspace(0.01, 1.0, 8), np.geomspace(3.0, 20.0, 4)])
# Encodes are done in so many calls, so that the time of one has a standard error.
_BATCHES = 5
_PER_SAMPLE = 2.5e-4  # seconds that an encode may take at the full number of samples; slower ones are fewer
_FEWEST = 10
_PATIENCE = 0.8  # seconds for the fewest


def cost(parameters: ParameterCheck) -> Cost:
    """A search for the optimum, and a few encodes of the option it chose."""
    option = solve(parameters).option
    counts = [_encodes(parameters, piece) for piece in option.pieces]
    total = sum(n * piece.seconds for n, piece in zip(counts, option.pieces, strict=True)) if all(counts) else 0.0
    return Cost(_START + total, 8e7, f"{number(sum(counts))} encodes with ln r* = {option.log_ratio:.3g}")


def run(parameters: ParameterCheck, progress: Progress | None = None) -> ParameterCheckResult:
    """Choose what is open, look at everything, and encode a few reports."""
    steps = Steps(progress, (0.4, 0.3, 0.3))
    solution = solve(parameters)
    settled, option = solution.settled, solution.option
    steps.tell(1, "looking for what is wrong")
    # A few changes are slow to try: without a word between them an overrun could not be noticed, nor stopped.
    found = findings(parameters, solution, lambda: steps.tell(1, "looking for what is wrong"))
    chosen = () if math.isinf(solution.alpha) else (solution.alpha,)
    alphas = np.union1d(_ALPHAS, chosen)
    loosened = relaxations(parameters, solution)
    steps.tell(2, "encoding")
    bits, seconds = _simulate(parameters, solution)
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


def program(parameters: ParameterCheck) -> str:
    """A program against ``ppr_core`` that prints the mean length of a report, or a bound where no encoder exists."""
    s = solve(parameters)
    cases = [piece.case for piece in s.option.pieces if piece.case is not None]
    if len(cases) < len(s.option.pieces):
        return _bound(s)
    pieces = "\n".join(
        f"    ({case.channel!r}, {representation.vector(case.x)}, {piece.copies}),"
        for case, piece in zip(cases, s.option.pieces, strict=True)
    )
    zipf = s.code == "zipf_shannon"
    code = repr(code_of(s.code, s.zipf)) if zipf else f'code_from_name("{s.code}")'
    samples = samples_of(cases[0])
    body = f"""\
code = {code}
pieces = [  # channel, input, messages of this kind in a report
{pieces}
]
bits = 0.0
for channel, x, messages in pieces:
    bits += messages * index_law(channel, x, {literal(s.alpha)}, samples={samples}).mean_length(code)
print(f"{{bits:.6g}} bits for a report on average")
"""
    return representation.program(body, type(cases[0].channel), ZipfShannon if zipf else code_from_name, index_law)


def _bound(s: Solution) -> str:
    """No encoder can run: the bound from Theorem 5."""
    pieces = ", ".join(f"({piece.divergence!r}, {piece.copies})" for piece in s.option.pieces)
    length = {
        "elias_gamma": "2 * mean + 1",
        "elias_delta": "elias_delta_size(mean).value",
        "zipf_shannon": f"(1 + 1 / {s.zipf!r}) * mean + np.log2(1 + {s.zipf!r}) + 1",
    }[s.code]
    return f"""\
import numpy as np
from ppr_core.guarantees import elias_delta_size, ppr_bits

pieces = [{pieces}]  # divergence in bits, messages of this kind in a report
bits = 0.0
for divergence, messages in pieces:
    mean = ppr_bits(divergence, {literal(s.alpha)}).value
    bits += messages * ({length})
print(f"at most {{bits:.6g}} bits for a report on average")
"""


def _encodes(p: ParameterCheck, piece: Piece) -> int:
    """Indices of a piece that are really encoded, a multiple of the batches; 0 where that would take long."""
    if piece.log_ratio > LARGEST_LOG_RATIO or _FEWEST * piece.seconds > _PATIENCE:
        return 0
    wanted = min(p.samples, int(p.samples * _PER_SAMPLE / piece.seconds))
    return max(wanted, _FEWEST) // _BATCHES * _BATCHES


def _simulate(p: ParameterCheck, s: Solution) -> tuple[Mean | None, Mean | None]:
    """Mean length in bits of all a user sends, and the time to encode it; None where no encoder is started."""
    counts = [_encodes(p, piece) for piece in s.option.pieces]
    if not all(counts):
        return None, None
    shared, rng, code = SharedRandomness(p.seed), np.random.default_rng([p.seed, 0]), code_of(s.code, s.zipf)
    bits, variance, table, times = 0.0, 0.0, 0, np.zeros(_BATCHES)
    for piece, each in zip(s.option.pieces, counts, strict=True):
        assert piece.case is not None
        channel, x = piece.case.channel, piece.case.x
        ppr = PoissonPrivateRepresentation(channel, s.alpha)
        inputs, lengths = np.broadcast_to(x, (each // _BATCHES, *x.shape)), []
        ppr.encode(inputs[:1], shared, np.random.default_rng([p.seed, 1]))  # builds the tables of this α
        for batch in range(_BATCHES):
            start = time.perf_counter()
            messages = ppr.encode(inputs, shared, rng, first_table=table)
            times[batch] += piece.copies * (time.perf_counter() - start) / len(inputs)
            lengths.append(messages.lengths(code))
            table += len(inputs)
        found = np.concatenate(lengths)
        bits += piece.copies * float(found.mean())
        variance += piece.copies**2 * float(found.var(ddof=1)) / each
    return Mean(bits, math.sqrt(variance), sum(counts)), Mean.of(times)
