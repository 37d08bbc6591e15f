"""The program that prints the first number of the experiment `running_time`."""

from __future__ import annotations

import math

from ppr_core.experiments.running_time.measure import TABLES, plan
from ppr_core.experiments.running_time.parameters import RunningTimeParameters

__all__ = ["snippet"]


def snippet(parameters: RunningTimeParameters) -> str:
    """A program against ``ppr_core`` that prints r* and the mean candidates of an encode."""
    p, place = parameters, parameters.focus
    point = p.points()[place]
    planned = plan(p, point)
    channel = f"dimension={point.chunk}, noise_std={point.channel.noise_std!r}, norm_bound={point.channel.norm_bound!r}"
    head = f"""\
import numpy as np
from ppr_core.channels import GaussianChannel

channel = GaussianChannel({channel})
x = np.ones(({max(planned.batch, 1)}, {point.chunk}))
print(f"r* = {{np.exp(channel.log_ratio_bound(x[:1])[0]):.4f}}")
"""
    if not planned.samples:
        return head
    imports = """\
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness
"""
    alpha = "np.inf" if math.isinf(p.alpha) else repr(p.alpha)
    return f"""\
{head.replace("GaussianChannel" + chr(10), "GaussianChannel" + chr(10) + imports, 1)}
ppr = PoissonPrivateRepresentation(channel, {alpha})
shared, rng = SharedRandomness({p.seed}), np.random.default_rng([{p.seed}, {place}, 0])
candidates = []
for start in range(0, {planned.samples}, {planned.batch}):
    size = min({planned.batch}, {planned.samples} - start)
    candidates.append(ppr.encode(x[:size], shared, rng, first_table={place * TABLES} + start).candidates)
print(f"{{np.concatenate(candidates).mean():.4f}} candidates looked at for a chunk, on average")
"""
