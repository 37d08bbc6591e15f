"""The program that prints the message of the experiment `ppr_step_by_step` and what it decodes to."""

from __future__ import annotations

from ppr_core import representation
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.experiments.ppr_step_by_step.parameters import SHELL, PprSteps, channel_of, input_of
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal

__all__ = ["program"]


def program(p: PprSteps) -> str:
    """A program that prints the length of the message and shows that the decoder gets the encoder's z."""
    channel, x = channel_of(p), f"np.array([{input_of(p)[0].tolist()!r}])"
    body = f"""\
channel = {channel!r}
ppr = PoissonPrivateRepresentation(channel, alpha={literal(p.alpha)}, shell={SHELL})  # in candidate order
sent = ppr.encode({x}, SharedRandomness({p.seed}), np.random.default_rng({p.private_seed}))
data = sent.to_bytes("{p.code}")
z = ppr.decode(Messages.from_bytes(data, "{p.code}"), SharedRandomness({p.seed}))[0]
print(f"{{sent.lengths('{p.code}')[0]}} bits, K = {{sent.indices[0]}}, bytes {{data.hex()}}, z = {{z}}")
"""
    return representation.program(body, type(channel), Messages, PoissonPrivateRepresentation, SharedRandomness)
