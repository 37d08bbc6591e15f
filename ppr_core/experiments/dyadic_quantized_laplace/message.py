"""One message of the dyadic quantized Laplace mechanism: its way through both sides, and what it tells about x.

Database and decoder are compared by the log-likelihoods that they have for other inputs, and by their steepest slopes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.codes import code_from_name
from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    LaplaceThenRound,
    LayeredDither,
    PiecewiseLinearQuantizer,
    QuantizedMessages,
    Quantizer,
    SubtractiveDither,
)
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.randomness import SharedRandomness

__all__ = ["Components", "Cone", "Message", "Slope", "components_at", "cone", "mechanisms", "one_message", "slopes"]

_SEPARATE = 4  # components drawn one by one; the finer ones together
_REACH = 6.0  # half-width of the picture in units of 1/ε
_POINTS = 481
_MOST_VERTICES = 100  # of a component on either side of x

_LIKELY_REACH = 4.0  # half-width of the inputs compared, in units of 1/ε
_INPUTS = 401
_MESSAGES = 500  # over which the decoder's steepest slope is taken
# A likelihood is steepest beside a vertex, and vertices lie whole steps from the output. There inputs are compared that
# are so close that the likelihood changes by a hundredth: the secant of its logarithm is then half of that less steep.
_CORNERS = np.arange(-4.0, 5.0)[:, None, None]
_CHANGE, _WIDEST = 0.01, 1 / 16


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


@dataclass(frozen=True, eq=False)
class Cone:
    """ln P(seen | x′) − ln P(seen | x) over candidate inputs x′, (k,) each; −∞ where x′ is excluded.

    database sees z, decoder sees M, T and U of one message.
    """

    label: str
    inputs: np.ndarray
    database: np.ndarray
    decoder: np.ndarray


@dataclass(frozen=True)
class Slope:
    """The steepest slope of ln P(seen | x) in x found numerically, nats per unit of x, and what is promised."""

    name: str
    label: str
    database: float
    decoder: float
    database_promise: float
    decoder_promise: float


def mechanisms(p: DqlParameters, rounding: LaplaceThenRound) -> tuple[Quantizer, ...]:
    """DQL and its neighbours at the same ε; dithers with DQL's largest step."""
    quantizer = p.quantizer()
    step = float(quantizer.steps[0])
    return (
        quantizer,
        PiecewiseLinearQuantizer(epsilon=p.epsilon, step=step),
        rounding,
        LayeredDither(epsilon=p.epsilon),
        SubtractiveDither(step=step),
    )


def cone(p: DqlParameters, quantizer: Quantizer) -> Cone:
    """For the message that table 0 makes."""
    sent, z, rows = _message(p, quantizer, 1)
    inputs = p.x + np.linspace(-_LIKELY_REACH, _LIKELY_REACH, _INPUTS) / p.epsilon
    middle = _INPUTS // 2
    decoder = quantizer.log_likelihood(inputs, sent[0], np.repeat(rows, _INPUTS, axis=0))
    database = quantizer.log_output(inputs, z[0])
    return Cone(quantizer.label, inputs, database - database[middle], decoder - decoder[middle])


def slopes(p: DqlParameters, quantizer: Quantizer) -> Slope:
    """Secants between neighbouring inputs: never steeper than the slope itself, and close to it."""
    sent, z, rows = _message(p, quantizer, _MESSAGES)
    promise = {guarantee.against: guarantee.epsilon for guarantee in quantizer.privacy()}
    lengths = _steps(quantizer, rows)
    endless = math.isinf(promise["decoder"])
    share = np.full_like(lengths, _WIDEST) if endless else np.minimum(_WIDEST, _CHANGE / (promise["decoder"] * lengths))
    beside = (z + (_CORNERS + np.stack([-share, 0 * share, share])) * lengths).reshape(-1, len(z))
    around = z[0] + np.linspace(-_LIKELY_REACH, _LIKELY_REACH, _INPUTS) / p.epsilon
    seen = (beside[:, 0], around)  # the output's density, in the same places and farther away
    return Slope(
        name=quantizer.name,
        label=quantizer.label,
        database=max(_steepest(quantizer.log_output(inputs, z[0]), inputs) for inputs in seen),
        decoder=_steepest(quantizer.log_likelihood(beside, sent, rows), beside),
        database_promise=promise["database"],
        decoder_promise=promise["decoder"],
    )


def _message(p: DqlParameters, quantizer: Quantizer, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """M, z and the shared rows of messages about x from table 0 on."""
    shared = SharedRandomness(p.seed)
    sent = quantizer.encode(np.full(count, p.x), shared, np.random.default_rng([p.private_seed, 0]))
    return sent.integers[:, 0], quantizer.decode(sent, shared), quantizer.shared_rows(shared, sent.tables)


def _steps(quantizer: Quantizer, rows: np.ndarray) -> np.ndarray:
    if isinstance(quantizer, LayeredDither):
        return quantizer.random_steps(rows)
    return quantizer.steps[quantizer.chosen(rows)]


def _steepest(logs: np.ndarray, inputs: np.ndarray) -> float:
    """Largest |difference quotient| along the first axis; ∞ where a possible input stands beside an excluded one."""
    possible = np.isfinite(logs)
    if np.any(possible[1:] != possible[:-1]):
        return math.inf
    with np.errstate(invalid="ignore"):  # −∞ less −∞, left out
        quotients = np.abs(np.diff(logs, axis=0)) / np.diff(inputs, axis=0)
    return float(np.max(quotients, where=possible[1:] & possible[:-1], initial=0.0))
