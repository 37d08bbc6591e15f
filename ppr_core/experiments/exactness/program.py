"""The exactness experiment as a short program against `ppr_core`."""

from __future__ import annotations

from ppr_core import representation
from ppr_core.diagnostics import exactness_tests, observe, output_law
from ppr_core.experiments.exactness.parameters import ExactnessParameters
from ppr_core.experiments.exactness.run import block_size
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.randomness import SharedRandomness

__all__ = ["program"]


def program(p: ExactnessParameters) -> str:
    """A program that prints the tests of compressor A; the encodes come in blocks, as in the run."""
    channel, block, scheme = p.channel(), block_size(p), SCHEMES[p.first]
    compressor = scheme.build(channel, p.settings)
    x = p.input()
    body = f"""\
channel = {channel!r}
compressor = {representation.on_channel(compressor)}
x, outputs = {representation.vector(x)}, []
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0])
for start in range(0, {p.samples}, {block}):
    size = min({block}, {p.samples} - start)
    messages = compressor.encode(np.broadcast_to(x, (size, *x.shape)), shared, rng, first_table=start)
    outputs.append(observe(compressor.decode(messages, shared), x, "{p.view}"))
law = output_law(channel, x, "{p.view}")
for test in exactness_tests(np.concatenate(outputs), law, binned={p.view == "radius"}):
    effect = test.effect
    print(f"{{test.name}}: p = {{test.p_value:.3g}}, {{effect.name}} {{effect.value:#.4g}} ± {{effect.error:.2g}}")
"""
    used = (type(channel), *representation.classes(compressor), exactness_tests, observe, output_law, SharedRandomness)
    return representation.program(body, *used)
