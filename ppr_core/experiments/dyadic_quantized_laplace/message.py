"""One message of the dyadic quantized Laplace mechanism, with everything that both sides compute on the way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.codes import code_from_name
from ppr_core.compressors import DyadicQuantizedLaplace, QuantizedMessages
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.randomness import SharedRandomness

__all__ = ["Components", "Message", "components_at", "one_message"]

_SEPARATE = 4  # components drawn one by one; the finer ones together
_REACH = 6.0  # half-width of the picture in units of 1/ε
_POINTS = 481
_MOST_VERTICES = 100  # of a component on either side of x


@dataclass(frozen=True, eq=False)
class Message:
    """The way of x through the encoder, the wire and the decoder; lengths in the unit of x.

    component: T; step: δ_T/ε; dither: U; jump: J; rest: V; noisy: x + step·(J + V); integer: M; word: its code word;
    received: what the decoder reads from the bytes; decoded: z.
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


@dataclass(frozen=True, eq=False)
class Components:
    """The error law around x, split. z: (k,); parts: (c, k) weighted densities P(T = t) g_t, the last row all finer
    ones; law: (k,) the Laplace density; weights: (c,) P(T = t) of the rows."""

    z: np.ndarray
    parts: np.ndarray
    law: np.ndarray
    weights: np.ndarray


def one_message(p: DqlParameters, quantizer: DyadicQuantizedLaplace) -> Message:
    """The message that table 0 of the shared randomness makes."""
    shared, x = SharedRandomness(p.seed), np.array([p.x])
    sent = quantizer.encode(x, shared, np.random.default_rng([p.private_seed, 0]))
    data = sent.to_bytes(p.code)
    received = QuantizedMessages.from_bytes(data, p.code)
    # The encoder's own randomness once more, step by step.
    rows = quantizer.shared_rows(shared, np.array([0]))
    chosen = quantizer.chosen(rows)
    (jump,), (rest,) = quantizer.noise(chosen).sample(1, np.random.default_rng([p.private_seed, 0]))
    component, step = int(chosen[0]), float(quantizer.steps[chosen[0]])
    return Message(
        component=component,
        step=step,
        dither=float(quantizer.dither(rows)[0]),
        jump=int(jump),
        rest=float(rest),
        noisy=p.x + step * float(jump + rest),
        integer=int(sent.integers[0, 0]),
        word=code_from_name(p.code).word(int(sent.integers[0, 0])),
        data=data,
        received=int(received.integers[0, 0]),
        decoded=float(quantizer.decode(received, SharedRandomness(p.seed))[0]),
    )


def components_at(p: DqlParameters, quantizer: DyadicQuantizedLaplace, message: Message) -> Components:
    """The components over x ± 6/ε, wider where the message lies outside; their vertices are among the points."""
    reach = max(_REACH / p.epsilon, 1.1 * abs(message.decoded - p.x), 1.1 * abs(message.noisy - p.x))
    counts = [int(min(reach / step, _MOST_VERTICES)) for step in quantizer.steps[:_SEPARATE]]
    vertices = [np.arange(-n, n + 1) * step for n, step in zip(counts, quantizer.steps, strict=False)]
    error = np.unique(np.concatenate([np.linspace(-reach, reach, _POINTS), *vertices]))
    each = quantizer.components.density(np.arange(len(quantizer.weights))[:, None], p.epsilon * error)
    weighted = p.epsilon * quantizer.weights[:, None] * each
    split = min(_SEPARATE, len(weighted) - 1)
    return Components(
        z=p.x + error,
        parts=np.vstack([weighted[:split], weighted[split:].sum(axis=0)]),
        law=p.epsilon / 2 * np.exp(-p.epsilon * np.abs(error)),
        weights=np.append(quantizer.weights[:split], quantizer.weights[split:].sum()),
    )
