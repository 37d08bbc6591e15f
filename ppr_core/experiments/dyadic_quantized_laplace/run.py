"""A run of the experiment `dyadic_quantized_laplace`: its cost, its parts, and the program for its first number.

One message, the errors and lengths of many against the law and against rounding at equal bits, what database and
decoder learn from them, and, where asked for, the comparison at fixed bits.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    LaplaceThenRound,
    LayeredDither,
    PiecewiseLinearQuantizer,
    Quantizer,
    SubtractiveDither,
    dql_at_fixed_bits,
    rounding_at_bits,
    smallest_relaxation,
)
from ppr_core.compressors.minimum_variance import enough_inputs
from ppr_core.compressors.quantizer_trace import QuantizerTrace, trace_message
from ppr_core.diagnostics import (
    LaplaceLaw,
    Mean,
    count_limits,
    equal_width_bins,
    kolmogorov_smirnov,
    likelihood_cone,
    steepest_slopes,
)
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters
from ppr_core.experiments.dyadic_quantized_laplace.result import Arm, Bits, Components, DqlResult, Picture, Sweep
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import program
from ppr_core.wording import number

__all__ = ["LEVEL", "cost", "mvu_seconds", "run", "snippet"]

#: How often a perfect sampler leaves the band of the histogram anywhere.
LEVEL = 0.01
_BINS = 65
_CURVE = 300
_NUS = 1.0 + np.geomspace(0.01, 99.0, 13)  # the lengths follow ν − 1
_EPSILONS = np.geomspace(0.01, 100.0, 13)
_KEPT = 500  # messages in the table

_SEPARATE = 4  # components drawn one by one; the finer ones together
_REACH = 6.0  # half-width of the picture of the components in units of 1/ε
_POINTS = 481
_MOST_VERTICES = 100  # of a component on either side of x
_AWAY = np.linspace(-4.0, 4.0, 401)  # inputs whose likelihoods are compared, less x, in units of 1/ε

# Seconds of one core, measured.
_FIXED = 0.065  # components, slopes and the exact lengths along ν and ε
_MESSAGE = 1.3e-6  # of both mechanisms together, with the tests
_RELAXATION = 0.05  # of a search for ν


def cost(parameters: DqlParameters) -> Cost:
    """n messages of two mechanisms; for fixed bits the linear programmes, by inputs and outputs."""
    p = parameters
    seconds, reason = _FIXED + _MESSAGE * p.samples, f"{number(p.samples)} messages of two mechanisms"
    if p.show == "tradeoff":
        programmes = _programme_seconds(p)
        seconds += sum(programmes) + _RELAXATION * p.points
        reason = f"{len(programmes)} searches over linear programmes with {2**p.budget} outputs"
    return Cost(seconds=seconds, memory_bytes=4e7 + 400.0 * p.samples, reason=reason)


def mvu_seconds(epsilon: float, bits: int) -> float:
    """Of the search with few inputs and of the last programme (measured)."""
    return 0.05 + 5e-4 * 24 * 2**bits + 1e-7 * (enough_inputs(epsilon) * 2.0**bits) ** 1.85


def run(parameters: DqlParameters, progress: Progress | None = None) -> DqlResult:
    """The message and everything about this ε and ν, then, if asked for, the comparison at fixed bits."""
    p, quantizer, shared = parameters, parameters.quantizer(), SharedRandomness(parameters.seed)
    message = trace_message(quantizer, p.x, shared, _private(p), p.code)
    bits, drawn = _lengths(p), _picture(p)
    rounding = rounding_at_bits(epsilon=p.epsilon, x=p.x, bits=bits.at_x, code=p.code)
    arms = _arm(p, quantizer, drawn, 1), _arm(p, rounding, drawn, 2)
    layered, away = LayeredDither(epsilon=p.epsilon), _AWAY / p.epsilon
    result = DqlResult(
        parameters=p,
        quantizer=quantizer,
        message=message,
        components=_components(p, quantizer, message),
        picture=drawn,
        arms=arms,
        rounding_step=rounding.step,
        bits=bits,
        cones=tuple(likelihood_cone(one, p.x, away, shared, _private(p)) for one in (quantizer, layered)),
        slopes=tuple(
            steepest_slopes(one, p.x, away, shared, _private(p)) for one in _mechanisms(quantizer, rounding, layered)
        ),
        kept=quantizer.chosen(quantizer.shared_rows(shared, np.arange(min(_KEPT, p.samples)))),
    )
    if p.show != "tradeoff":
        return result

    steps = Steps(progress, _programme_seconds(p))
    result = dataclasses.replace(result, tradeoff=dql_at_fixed_bits(p.epsilons, p.budget, p.code))
    for count, place in enumerate(p.solved_places):
        steps.partial = result
        steps.tell(count, "linear programmes of MVU")
        result = dataclasses.replace(result, tradeoff=result.tradeoff.with_mvu(place))
    return result


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


def _private(p: DqlParameters, stream: int = 0) -> np.random.Generator:
    return np.random.default_rng([p.private_seed, stream])


def _programme_seconds(p: DqlParameters) -> list[float]:
    """Predicted for each ε at which MVU is solved."""
    return [mvu_seconds(float(epsilon), p.budget) for epsilon in p.epsilons[p.solved_places]]


def _picture(p: DqlParameters) -> Picture:
    law = LaplaceLaw(scale=1.0 / p.epsilon)
    bins = equal_width_bins(law, _BINS)
    curve = np.union1d(np.linspace(bins.edges[0], bins.edges[-1], _CURVE), [0.0])
    low, high = count_limits(bins.probabilities, p.samples, LEVEL)
    return Picture(law, bins, low, high, curve, law.density(curve))


def _arm(p: DqlParameters, quantizer: Quantizer, drawn: Picture, stream: int) -> Arm:
    """Send x n times, on a table of its own each time. stream: of the private randomness."""
    shared = SharedRandomness(p.seed)
    sent = quantizer.encode(np.full(p.samples, p.x), shared, _private(p, stream))
    outputs = quantizer.decode(sent, shared)
    error = outputs - p.x
    values, times = np.unique(sent.integers, return_counts=True)
    return Arm(
        label=quantizer.label,
        counts=drawn.bins.counts(error),
        test=kolmogorov_smirnov(error, drawn.law),
        squared=Mean.of(error**2),
        bits=Mean.of(sent.lengths(p.code).astype(float)),
        values=values,
        times=times,
        integers=sent.integers[:_KEPT, 0],
        outputs=outputs[:_KEPT],
    )


def _lengths(p: DqlParameters) -> Bits:
    """The exact expectations, without any sampling."""

    def along(field: str, values: np.ndarray) -> Sweep:
        fields = {"epsilon": p.epsilon, "nu": p.nu}
        made = [DyadicQuantizedLaplace(**fields | {field: float(value)}) for value in values]
        at_x = [one.expected_bits(p.x, p.code) for one in made]
        return Sweep(values, np.array(at_x), np.array([one.mean_bits(1.0, p.code) for one in made]))

    now = p.quantizer()
    sweeps = along("nu", _NUS), along("epsilon", _EPSILONS)
    return Bits(now.expected_bits(p.x, p.code), now.mean_bits(1.0, p.code), *sweeps)


def _mechanisms(
    quantizer: DyadicQuantizedLaplace, rounding: LaplaceThenRound, layered: LayeredDither
) -> tuple[Quantizer, ...]:
    """DQL and its neighbours at the same ε; dithers with DQL's largest step."""
    step = float(quantizer.steps[0])
    piecewise = PiecewiseLinearQuantizer(epsilon=quantizer.epsilon, step=step)
    return quantizer, piecewise, rounding, layered, SubtractiveDither(step=step)


def _components(p: DqlParameters, quantizer: DyadicQuantizedLaplace, message: QuantizerTrace) -> Components:
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
