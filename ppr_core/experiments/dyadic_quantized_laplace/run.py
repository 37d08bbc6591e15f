"""A run of the experiment `dyadic_quantized_laplace`: its cost, its parts, and the program for its first number."""

from __future__ import annotations

import dataclasses

import numpy as np

from ppr_core.compressors import DyadicQuantizedLaplace, LayeredDither, smallest_relaxation
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.dyadic_quantized_laplace.measure import (
    Tradeoff,
    lengths_along,
    measure,
    picture,
    programme_seconds,
    rounding_at,
    tradeoff,
)
from ppr_core.experiments.dyadic_quantized_laplace.message import components_at, cone, mechanisms, one_message, slopes
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.experiments.dyadic_quantized_laplace.result import DqlResult
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import program
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

# Seconds of one core, measured.
_FIXED = 0.065  # components, slopes and the exact lengths along ν and ε
_MESSAGE = 1.3e-6  # of both mechanisms together, with the tests
_RELAXATION = 0.05  # of a search for ν
_KEPT = 500  # messages in the table


def cost(parameters: DqlParameters) -> Cost:
    """n messages of two mechanisms; for fixed bits the linear programmes, by inputs and outputs."""
    p = parameters
    seconds, reason = _FIXED + _MESSAGE * p.samples, f"{number(p.samples)} messages of two mechanisms"
    if p.show == "tradeoff":
        programmes = programme_seconds(p)
        seconds += sum(programmes) + _RELAXATION * p.points
        reason = f"{len(programmes)} searches over linear programmes with {2**p.budget} outputs"
    return Cost(seconds=seconds, memory_bytes=4e7 + 400.0 * p.samples, reason=reason)


def run(parameters: DqlParameters, progress: Progress | None = None) -> DqlResult:
    """The message and everything about this ε and ν, then, if asked for, the comparison at fixed bits."""
    p, quantizer = parameters, parameters.quantizer()
    message, bits = one_message(p, quantizer), lengths_along(p)
    rounding, drawn = rounding_at(p, bits.at_x), picture(p)
    kept = min(_KEPT, p.samples)
    arms = measure(p, quantizer, drawn, 1, kept), measure(p, rounding, drawn, 2, kept)
    rows = quantizer.shared_rows(SharedRandomness(p.seed), np.arange(kept))
    result = DqlResult(
        parameters=p,
        quantizer=quantizer,
        message=message,
        components=components_at(p, quantizer, message),
        picture=drawn,
        arms=arms,
        rounding_step=rounding.step,
        bits=bits,
        cones=(cone(p, quantizer), cone(p, LayeredDither(epsilon=p.epsilon))),
        slopes=tuple(slopes(p, one) for one in mechanisms(p, rounding)),
        kept=quantizer.chosen(rows),
    )
    if p.show != "tradeoff":
        return result

    steps = Steps(progress, programme_seconds(p))

    def tell(place: int, known: Tradeoff) -> None:
        steps.partial = dataclasses.replace(result, tradeoff=known)
        steps.tell(place, "linear programmes of MVU")

    return dataclasses.replace(result, tradeoff=tradeoff(p, tell))


def snippet(parameters: DqlParameters) -> str:
    """A program that prints the mean length and the messages sent, or the smallest ν that keeps the bits."""
    p = parameters
    if p.show == "tradeoff":
        body = f"""\
for epsilon in np.linspace({p.lowest!r}, {p.highest!r}, {p.points}):
    nu = smallest_relaxation(epsilon=epsilon, bits={p.budget}, radius=1.0, code="{p.code}")
    print(f"epsilon {{epsilon:.4g}}: nu = {{nu:.6g}}, decoder {{nu * epsilon:.6g}}, error {{2 / epsilon**2:.4g}}")
"""
        return program(body, smallest_relaxation)
    body = f"""\
mechanism = DyadicQuantizedLaplace(epsilon={p.epsilon!r}, nu={p.nu!r})
x, shared = np.full({p.samples}, {p.x!r}), SharedRandomness({p.seed})
sent = mechanism.encode(x, shared, np.random.default_rng([{p.private_seed}, 1]))
z = mechanism.decode(sent, shared)
print(f"expected: {{mechanism.expected_bits({p.x!r}, '{p.code}'):.6f}} bits for {p.x!r}")
print(f"measured: {{sent.lengths('{p.code}').mean():.6f}} bits, mean squared error {{np.mean((z - x) ** 2):.6g}}")
"""
    return program(body, DyadicQuantizedLaplace, SharedRandomness)
