"""The program that prints the first number of the experiment `parameter_check`."""

from __future__ import annotations

from ppr_core.codes import ZipfShannon, code_from_name
from ppr_core.experiments.parameter_check.lengths import code_of, samples_of
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.solver import Solution, solve
from ppr_core.experiments.vocabulary import programs
from ppr_core.index_law import index_law
from ppr_core.representation import literal

__all__ = ["program"]


def program(parameters: ParameterCheck) -> str:
    """A program against ``ppr_core`` that prints the mean length of a report, or a bound where no encoder exists."""
    s = solve(parameters)
    cases = [piece.case for piece in s.option.pieces if piece.case is not None]
    if len(cases) < len(s.option.pieces):
        return _bound(s)
    pieces = "\n".join(
        f"    ({case.channel!r}, {programs.vector(case.x)}, {piece.copies}),"
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
    return programs.program(body, type(cases[0].channel), ZipfShannon if zipf else code_from_name, index_law)


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
