"""The program that prints the first number of the page *Privacy*."""

from __future__ import annotations

from ppr_core import representation
from ppr_core.diagnostics.audit import audit
from ppr_core.diagnostics.output_cells import output_cells
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.privacy.run import stream
from ppr_core.randomness import SharedRandomness

__all__ = ["program"]


def program(p: PrivacyParameters) -> str:
    """A program against ``ppr_core``; what it prints is the first number of the page."""
    channel, inputs = p.channel(), p.inputs()
    compressor = p.compressor(p.scheme, channel)
    x, other = (str(int(point)) if point.ndim == 0 else representation.vector(point) for point in inputs)
    delta = min(1.0, 2 * channel.privacy(p.delta).delta)
    allowed = f", delta={delta!r}" if delta else ""
    used = [type(channel), *representation.classes(compressor), audit, SharedRandomness]
    if p.scheme == "rejection":  # its seeds never come twice
        used.append(output_cells)
        allowed += ", seen=output_cells(compressor)"
    body = f"""\
channel = {channel!r}
compressor = {representation.on_channel(compressor)}
x, other = {x}, {other}
rng = np.random.default_rng([{p.seed}, {stream(p.scheme)}])
found = audit(
    compressor, x, other, SharedRandomness({p.seed}), rng,
    encodes={p.encodes}, tables={p.tables}, confidence={p.confidence!r}{allowed},
)
print(f"{{found.epsilon:.6g}} is the least ε, {{found.hits[0]}} hits against {{found.hits[1]}} of {{found.encodes}}")
"""
    return representation.program(body, *used)
