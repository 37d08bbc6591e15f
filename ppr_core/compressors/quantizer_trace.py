"""One message of a dithered quantizer, written down step by step: encoder, wire and decoder."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np

from ppr_core.codes import code_from_name
from ppr_core.compressors.quantized_messages import QuantizedMessages
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.randomness import SharedRandomness

__all__ = ["QuantizerTrace", "trace_message"]


@dataclass(frozen=True, eq=False)
class QuantizerTrace:
    """The way of a scalar x through M = round(x/s + J + V − U) and z = s(M + U); lengths in the unit of x.

    component: T, the place of the step s that shared randomness chose; step: s; dither: U, shared; jump: J and rest: V,
    the encoder's own noise; noisy: x + s(J + V); integer: M; word: its code word; data: the bytes sent; received: what
    the decoder reads from the bytes; decoded: z.
    """

    component: int
    step: float
    dither: float
    jump: int
    rest: float
    noisy: float
    integer: int
    word: str
    data: bytes
    received: int
    decoded: float


def trace_message(
    quantizer: DitheredQuantizer, x: float, shared: SharedRandomness, rng: np.random.Generator, code: str
) -> QuantizerTrace:
    """Encode x on table 0 and write down the way.

    The message is that of ``quantizer.encode`` with a generator in the same state. code: one of `SIGNED_CODES`.
    Raises ``ValueError`` as encoding does.
    """
    again = copy.deepcopy(rng)  # the encoder's own randomness once more, for its parts
    sent = quantizer.encode(np.array([x]), shared, rng)
    data = sent.to_bytes(code)
    received = QuantizedMessages.from_bytes(data, code)
    rows = quantizer.shared_rows(shared, np.array([0]))
    (chosen,), (dither,) = quantizer.chosen(rows), np.broadcast_to(quantizer.dither(rows), 1)
    (jump,), (rest,) = quantizer.noise(np.array([chosen])).sample(1, again)
    integer, step = int(sent.integers[0, 0]), float(quantizer.steps[chosen])
    return QuantizerTrace(
        component=int(chosen),
        step=step,
        dither=float(dither),
        jump=int(jump),
        rest=float(rest),
        noisy=x + step * float(jump + rest),
        integer=integer,
        word=code_from_name(code).word(integer),
        data=data,
        received=int(received.integers[0, 0]),
        decoded=float(quantizer.decode(received, shared)[0]),
    )
