"""The program that prints the first number of the experiment `bit_cost`."""

from __future__ import annotations

from ppr_core import representation
from ppr_core.codes import ZipfShannon, code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.bit_cost.measure import block_size
from ppr_core.experiments.bit_cost.parameters import BitCostParameters
from ppr_core.index_law import index_law
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal

__all__ = ["program"]


def program(p: BitCostParameters) -> str:
    """A program against ``ppr_core`` that prints the mean length of a datum."""
    parts = p.parts()
    pieces = "\n".join(
        f"    ({part.channel!r}, {representation.vector(part.x)}, {part.copies}, {block_size(part, p.alpha)}),"
        for part in parts
    )
    used = [type(parts[0].channel), PoissonPrivateRepresentation, SharedRandomness]
    if p.code == "zipf_shannon":
        law = f"index_law(channel, x, {literal(p.alpha)})"
        made = f"""\
total = sum(copies * {law}.mean_log2 for channel, x, copies, _ in pieces)
mean = total / sum(copies for _, _, copies, _ in pieces)
code = ZipfShannon(max(float(f"{{mean:.2g}}"), 0.05))"""
        used += [ZipfShannon, index_law]
    else:
        made = f'code = code_from_name("{p.code}")'
        used.append(code_from_name)
    body = f"""\
samples, shared, rng = {p.samples}, SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0])
pieces = [  # channel, input, pieces of this kind, encodes in one call
{pieces}
]
found, table = [], 0
for channel, x, copies, block in pieces:
    ppr = PoissonPrivateRepresentation(channel, {literal(p.alpha)})
    end = table + samples * copies
    while table < end:
        size = min(block, end - table)
        messages = ppr.encode(np.broadcast_to(x, (size, *x.shape)), shared, rng, first_table=table)
        found.append(messages.indices)
        table += size
indices = np.concatenate(found)
{made}
print(f"{{code.lengths(indices).sum() / samples:.4f}} bits on average")
"""
    return representation.program(body, *used)
