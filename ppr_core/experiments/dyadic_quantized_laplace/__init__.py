"""Dyadic quantized Laplace: exact Laplace noise, a short message, and privacy against database and decoder.

Moradi Shahmiri, Ling, Li: Communication-efficient Laplace mechanism for differential privacy via random quantization
(ICASSP 2024).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ppr_core.compressors import LayeredDither
from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.dyadic_quantized_laplace.measure import lengths_along, measure, picture, rounding_at
from ppr_core.experiments.dyadic_quantized_laplace.message import components_at, one_message
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.experiments.dyadic_quantized_laplace.result import DqlResult
from ppr_core.experiments.dyadic_quantized_laplace.snippet import snippet
from ppr_core.experiments.dyadic_quantized_laplace.tradeoff import Tradeoff, mvu_seconds, solved_places, tradeoff
from ppr_core.experiments.dyadic_quantized_laplace.views import cone, mechanisms, slopes
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "DqlParameters", "DqlResult", "cost", "run"]

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
        epsilons = np.linspace(p.lowest, p.highest, p.points)[solved_places(p)]
        programmes = sum(mvu_seconds(float(epsilon), p.budget) for epsilon in epsilons)
        seconds += programmes + _RELAXATION * p.points
        reason = f"{len(epsilons)} searches over linear programmes with {2**p.budget} outputs"
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

    def tell(fraction: float, known: Tradeoff) -> None:
        if progress is not None:
            progress(fraction, "linear programmes of MVU", dataclasses.replace(result, tradeoff=known))

    return dataclasses.replace(result, tradeoff=tradeoff(p, tell))


EXPERIMENT = Experiment(
    name="dyadic_quantized_laplace",
    parameters=DqlParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "One message, from x to z": (DqlParameters(), "ε = 1 against the database, 2 against the decoder."),
        "From the first step": (DqlParameters(step=0), "The whole story from its beginning: press Next."),
        "Figure 3: five bits": (
            DqlParameters(show="tradeoff"),
            "Moradi Shahmiri, Ling, Li 2024: privacy against error with 5 bits a number on average, X ~ Unif(−1, 1).",
        ),
        "Hardly more for the decoder (ν = 1.05)": (
            DqlParameters(nu=1.05),
            "Both views get nearly the same ε: the steps are small and the messages long.",
        ),
        "Short messages (ν = 30)": (
            DqlParameters(nu=30.0),
            "Large steps, few bits, and a decoder that is told thirty times as much.",
        ),
        "Little noise (ε = 20)": (DqlParameters(epsilon=20.0), "Errors are small, so the grid must be fine."),
    },
    dial="points",
)
