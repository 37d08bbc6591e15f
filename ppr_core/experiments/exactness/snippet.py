"""The exactness experiment as a short program against `ppr_core`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ppr_core.experiments.vocabulary.schemes import WEAK, compressor_of

if TYPE_CHECKING:
    from ppr_core.experiments.exactness import ExactnessParameters

__all__ = ["program"]


def program(p: ExactnessParameters, block: int) -> str:
    """A program that prints the tests of compressor A; the encodes come in blocks, as in the run."""
    channel, scheme = p.channel(), p.first
    if p.mechanism == "randomized_response":
        made = f"RandomizedResponseChannel(size={p.categories}, epsilon={p.epsilon!r})"
        x, axes = "np.array(0)", "()"
    else:
        values = {"dimension": p.dimension, "norm_bound": p.norm_bound}
        if p.mechanism == "gaussian":
            values |= {"noise_std": p.noise_std, "proposal_width": channel.proposal_width}
        else:
            values |= {"epsilon": p.epsilon, "proposal_epsilon": channel.proposal_epsilon}
        made = f"{type(channel).__name__}({', '.join(f'{name}={value!r}' for name, value in values.items())})"
        x, axes = f"np.eye({p.dimension})[0] * {p.position * p.norm_bound!r}", f"({p.dimension},)"
    alpha = "np.inf" if scheme == "pfr" or math.isinf(p.alpha) else repr(p.alpha)
    kind = type(compressor_of(scheme, channel, **p.each())).__name__
    arguments = {
        "mrc": f"{p.candidates}",
        "truncated_ppr": f"{alpha}, {p.candidates}",
        "rejection": f"{p.gamma!r}",
        "weak_rejection": f"{p.gamma!r}, generator={WEAK!r}",
    }.get(scheme, alpha)
    imports = f"{type(WEAK).__name__}, {kind}" if scheme == "weak_rejection" else kind
    return f"""\
import numpy as np
from ppr_core.channels import {type(channel).__name__}
from ppr_core.compressors import {imports}
from ppr_core.diagnostics import exactness_tests, observe, output_law
from ppr_core.randomness import SharedRandomness

channel = {made}
compressor = {kind}(channel, {arguments})
x, outputs = {x}, []
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, 0])
for start in range(0, {p.samples}, {block}):
    size = min({block}, {p.samples} - start)
    messages = compressor.encode(np.broadcast_to(x, (size, *{axes})), shared, rng, first_table=start)
    outputs.append(observe(compressor.decode(messages, shared), x, "{p.view}"))
law = output_law(channel, x, "{p.view}")
for test in exactness_tests(np.concatenate(outputs), law, binned={p.view == "radius"}):
    effect = test.effect
    print(f"{{test.name}}: p = {{test.p_value:.3g}}, {{effect.name}} {{effect.value:#.4g}} ± {{effect.error:.2g}}")
"""
