"""The program that prints the ε proven by the audit of the chosen compressor."""

from __future__ import annotations

import numpy as np

from ppr_core import representation
from ppr_core.diagnostics.audit import audit
from ppr_core.experiments.privacy.measure import STREAMS, output_cells
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.randomness import SharedRandomness

__all__ = ["program"]


def program(p: PrivacyParameters) -> str:
    """A program against ``ppr_core``; what it prints is the first number of the page."""
    channel = p.channel()
    compressor = p.compressor(p.scheme, channel)
    delta = min(1.0, 2 * channel.privacy(p.delta).delta)
    allowed = f", delta={delta!r}" if delta else ""
    used = [type(channel), *representation.classes(compressor), audit, SharedRandomness]
    if p.scheme == "rejection":  # its seeds never come twice
        used.append(output_cells)
        allowed += ", seen=output_cells(compressor)"
    body = f"""\
channel = {channel!r}
compressor = {representation.on_channel(compressor)}
x, other = {_input(p.inputs()[0])}, {_input(p.inputs()[1])}
rng = np.random.default_rng([{p.seed}, {STREAMS[p.scheme]}])
found = audit(
    compressor, x, other, SharedRandomness({p.seed}), rng,
    encodes={p.encodes}, tables={p.tables}, confidence={p.confidence!r}{allowed},
)
print(f"{{found.epsilon:.6g}} is the least ε, {{found.hits[0]}} hits against {{found.hits[1]}} of {{found.encodes}}")
"""
    return representation.program(body, *used)


def _input(x: np.ndarray) -> str:
    return str(int(x)) if x.ndim == 0 else representation.vector(x)
