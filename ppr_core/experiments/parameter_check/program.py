"""The program that prints the first number of the experiment `parameter_check`."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, PrivUnitChannel
from ppr_core.experiments.parameter_check.mechanism import channel_of
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.simulation import BATCHES, encodes
from ppr_core.experiments.parameter_check.solver import Solution, solve

__all__ = ["program"]


def program(parameters: ParameterCheck) -> str:
    """A program against ``ppr_core`` that prints the simulated bits of a report, or the bound where none can run."""
    p, s = parameters, solve(parameters)
    counts = [encodes(p, piece) for piece in s.option.pieces]
    if not all(counts):
        return _bound(s)
    found = [channel_of(p, piece.size, s.option.scale) for piece in s.option.pieces]
    kind = type(found[0][0]).__name__
    pieces = "\n".join(
        f"    ({_channel(channel)}, {_input(x)}, {piece.copies}, {each // BATCHES}),"
        for (channel, x), piece, each in zip(found, s.option.pieces, counts, strict=True)
    )
    code = f"ZipfShannon({s.zipf!r})" if s.code == "zipf_shannon" else f'code_from_name("{s.code}")'
    return f"""\
import numpy as np
from ppr_core.channels import {kind}
from ppr_core.codes import {code.partition("(")[0]}
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness

shared, rng, code = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0]), {code}
pieces = [  # channel, input, pieces of this kind in a report, encodes in one of {BATCHES} calls
{pieces}
]
bits, table = 0.0, 0
for channel, x, copies, size in pieces:
    ppr = PoissonPrivateRepresentation(channel, {_number(s.alpha)})
    lengths = []
    for _ in range({BATCHES}):
        messages = ppr.encode(np.broadcast_to(x, (size, *x.shape)), shared, rng, first_table=table)
        lengths.append(messages.lengths(code))
        table += size
    bits += copies * np.mean(lengths)
print(f"{{bits:.6g}} bits for a report on average")
"""


def _bound(s: Solution) -> str:
    """No encoder can run: the bound from Theorem 5."""
    pieces = ", ".join(f"({piece.divergence!r}, {piece.copies})" for piece in s.option.pieces)
    length = {
        "elias_gamma": "2 * mean + 1",
        "elias_delta": "elias_delta_size(mean).value",
        "zipf_shannon": f"(1 + 1 / {s.zipf!r}) * mean + math.log2(1 + {s.zipf!r}) + 1",
    }[s.code]
    return f"""\
import math
from ppr_core.guarantees import elias_delta_size, ppr_bits

pieces = [{pieces}]  # divergence in bits, pieces of this kind in a report
bits = 0.0
for divergence, copies in pieces:
    mean = ppr_bits(divergence, {"math.inf" if math.isinf(s.alpha) else repr(s.alpha)}).value
    bits += copies * ({length})
print(f"at most {{bits:.6g}} bits for a report on average")
"""


def _number(value: float) -> str:
    return "np.inf" if math.isinf(value) else repr(float(value))


def _channel(channel: Channel) -> str:
    if isinstance(channel, GaussianChannel):
        values = {"dimension": channel.dimension, "noise_std": channel.noise_std, "norm_bound": channel.norm_bound}
        values["proposal_width"] = channel.proposal_width
    elif isinstance(channel, LaplaceChannel):
        values = {"dimension": channel.dimension, "epsilon": channel.epsilon, "norm_bound": channel.norm_bound}
        values["proposal_epsilon"] = channel.proposal_epsilon
    elif isinstance(channel, PrivUnitChannel):
        values = {"dimension": channel.dimension, "epsilon": channel.epsilon, "split": channel.split}
    else:
        values = {"size": channel.size, "epsilon": channel.epsilon}
    return f"{type(channel).__name__}({', '.join(f'{name}={value!r}' for name, value in values.items())})"


def _input(x: np.ndarray) -> str:
    return "np.array(0)" if x.ndim == 0 else f"np.full({len(x)}, {float(x[0])!r})"
