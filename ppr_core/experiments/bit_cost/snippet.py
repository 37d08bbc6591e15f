"""The program that prints the first number of the experiment `bit_cost`."""

from __future__ import annotations

import math

from ppr_core.channels import GaussianChannel, LaplaceChannel
from ppr_core.experiments.bit_cost.measure import block_size
from ppr_core.experiments.bit_cost.parameters import BitCostParameters, Part

__all__ = ["snippet"]


def snippet(parameters: BitCostParameters) -> str:
    """A program against ``ppr_core`` that prints the mean length of a datum."""
    p, parts = parameters, parameters.parts()
    alpha = "np.inf" if math.isinf(p.alpha) else repr(p.alpha)
    kind = type(parts[0].channel).__name__
    pieces = "\n".join(f"    ({_channel(part)}, {_input(p, part)}, {part.copies}, {block_size(part, p.alpha)}),"
                       for part in parts)  # fmt: skip
    if p.code == "zipf_shannon":
        imports = "from ppr_core.codes import ZipfShannon\n"
        entropy = "from ppr_core.entropy import log2_of_integers\n"
        code = 'ZipfShannon(max(float(f"{log2_of_integers(indices).mean():.2g}"), 0.05))'
    else:
        imports, entropy, code = "from ppr_core.codes import code_from_name\n", "", f'code_from_name("{p.code}")'
    return f"""\
import numpy as np
from ppr_core.channels import {kind}
{imports}from ppr_core.compressors import PoissonPrivateRepresentation
{entropy}from ppr_core.randomness import SharedRandomness

samples, shared, rng = {p.samples}, SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0])
pieces = [  # channel, input, pieces of this kind, encodes in one call
{pieces}
]
found, table = [], 0
for channel, x, copies, block in pieces:
    ppr = PoissonPrivateRepresentation(channel, {alpha})
    end = table + samples * copies
    while table < end:
        size = min(block, end - table)
        messages = ppr.encode(np.broadcast_to(x, (size, *x.shape)), shared, rng, first_table=table)
        found.append(messages.indices)
        table += size
indices = np.concatenate(found)
code = {code}
print(f"{{code.lengths(indices).sum() / samples:.4f}} bits on average")
"""


def _channel(part: Part) -> str:
    channel = part.channel
    if isinstance(channel, GaussianChannel):
        values = {"dimension": channel.dimension, "noise_std": channel.noise_std, "norm_bound": channel.norm_bound}
        values["proposal_width"] = channel.proposal_width
    elif isinstance(channel, LaplaceChannel):
        values = {"dimension": channel.dimension, "epsilon": channel.epsilon, "norm_bound": channel.norm_bound}
        values["proposal_epsilon"] = channel.proposal_epsilon
    else:
        values = {"size": channel.size, "epsilon": channel.epsilon}
    return f"{type(channel).__name__}({', '.join(f'{name}={value!r}' for name, value in values.items())})"


def _input(p: BitCostParameters, part: Part) -> str:
    if p.mechanism == "randomized_response":
        return "np.array(0)"
    if p.mechanism == "laplace":
        return f"np.eye({p.dimension})[0] * {float(part.x[0])!r}"
    return f"np.full({len(part.x)}, {float(part.x[0])!r})"
