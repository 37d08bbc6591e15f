"""The program that prints the first number of the experiment `metric_privacy`."""

from __future__ import annotations

from ppr_core.experiments.metric_privacy.measure import block_size
from ppr_core.experiments.metric_privacy.parameters import MetricPrivacyParameters

__all__ = ["snippet"]


def snippet(parameters: MetricPrivacyParameters) -> str:
    """Bits of a message where PPR runs; else the error of the ε that fits into the first budget."""
    p = parameters
    if not p.runs:
        return f"""\
from ppr_core.guarantees import laplace_metric_epsilon, laplace_metric_error

ball = {{"dimension": {p.dimension}, "norm_bound": {p.norm_bound!r}}}
fits = laplace_metric_epsilon(**ball, alpha={p.alpha!r}, bits={p.budgets[0]})
epsilon = min(fits, {p.epsilon!r})
error = laplace_metric_error(dimension={p.dimension}, epsilon=epsilon).value if epsilon else float("inf")
print(f"{{error:.6g}} is the mean squared error of PPR at ε = {{epsilon:.4g}}")
"""
    return f"""\
import numpy as np
from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness

channel = LaplaceChannel(dimension={p.dimension}, epsilon={p.epsilon!r}, norm_bound={p.norm_bound!r})
ppr, shared = PoissonPrivateRepresentation(channel, {p.alpha!r}), SharedRandomness({p.seed})
x = np.zeros(({p.encodes}, {p.dimension}))
x[:, 0] = {p.position!r} * {p.norm_bound!r}
rng, block, lengths = np.random.default_rng([{p.seed}, 0, 0]), {block_size(p, p.epsilon)}, []
for start in range(0, len(x), block):
    messages = ppr.encode(x[start : start + block], shared, rng, first_table=start)
    reports = ppr.decode(messages, shared)
    lengths.extend(messages.lengths("elias_delta"))
print(f"{{np.mean(lengths):.6g}} bits on average")
"""
