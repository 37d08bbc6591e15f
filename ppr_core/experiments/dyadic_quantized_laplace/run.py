"""A run of the experiment `dyadic_quantized_laplace`: its cost, its parts, and the program for its first number.

One message, the errors and lengths of many against the law and against rounding at equal bits, what database and
decoder learn from them, and, where asked for, the comparison at fixed bits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    FixedBits,
    LaplaceThenRound,
    LayeredDither,
    PiecewiseLinearQuantizer,
    Quantizer,
    SubtractiveDither,
    dql_at_fixed_bits,
    rounding_at_bits,
    smallest_relaxation,
)
from ppr_core.compressors.dql_curves import Bump, ErrorComponents, MeanLengths, bump, error_components, mean_lengths
from ppr_core.compressors.minimum_variance import enough_inputs
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.compressors.quantizer_trace import QuantizerTrace, trace_message
from ppr_core.diagnostics import (
    Bins,
    LaplaceLaw,
    LikelihoodCone,
    SteepestSlopes,
    count_limits,
    equal_width_bins,
    likelihood_cone,
    steepest_slopes,
)
from ppr_core.diagnostics.quantizer_errors import QuantizerErrors, quantizer_errors
from ppr_core.experiments.contract import PACE, Columns, Cost, Progress, Steps, Table
from ppr_core.experiments.dyadic_quantized_laplace.parameters import LAST_STEP, DqlParameters
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import program
from ppr_core.wording import number

__all__ = ["LEVEL", "DqlResult", "cost", "mvu_seconds", "run", "snippet"]

#: How often a perfect sampler leaves the band of the histogram anywhere.
LEVEL = 0.01
_BINS = 65
_CURVE = 300
_KEPT = 500  # messages in the table
_REACH = 6.0  # half-width of the picture of the components in units of 1/ε
_AWAY = np.linspace(-4.0, 4.0, 401)  # inputs whose likelihoods are compared, less x, in units of 1/ε

# Seconds of one core, measured.
_FIXED = 0.03  # components, slopes and the exact lengths along ν and ε
_MESSAGE = 6e-7  # of both mechanisms together, with the tests
_RELAXATION = 0.05  # of a search for ν
_MOST_LINES = 160  # of a grid that is drawn


@dataclass(frozen=True, eq=False)
class Picture:
    """The Laplace law of the error, its bins, and limits (m,) of the counts that a perfect sampler keeps."""

    law: LaplaceLaw
    bins: Bins
    low: np.ndarray
    high: np.ndarray
    curve: np.ndarray
    density: np.ndarray


@dataclass(frozen=True, eq=False)
class DqlResult:
    """One message, the errors and lengths of many, the two views of x, and, where asked for, what fixed bits allow.

    bump: the component that the message uses, with errors of as many messages as the arms send; arms: DQL and
    Laplace-then-round at equal bits, rounding_step its step in the unit of x; cones: DQL and layered dither; kept: (m,)
    T of the first messages, whose M and z the arms keep; tradeoff: None where it was not asked for.
    """

    parameters: DqlParameters
    quantizer: DyadicQuantizedLaplace
    message: QuantizerTrace
    components: ErrorComponents
    bump: Bump
    picture: Picture
    arms: tuple[QuantizerErrors, QuantizerErrors]
    rounding_step: float
    bits: MeanLengths
    cones: tuple[LikelihoodCone, LikelihoodCone]
    slopes: tuple[SteepestSlopes, ...]
    kept: np.ndarray
    tradeoff: FixedBits | None = None

    @property
    def last_step(self) -> int:
        """Of the picture that is shown."""
        return LAST_STEP if self.parameters.show == "message" else 0

    @property
    def window(self) -> tuple[np.ndarray, np.ndarray, float]:
        """The sender's staircase within half a step of the received z: edges (3,), heights (2,), and their mean, which
        is the height of the bump at z."""
        z, half = self.message.decoded, self.message.step / 2
        jumps = self.bump.corners[:-1] + half
        place = int(np.abs(jumps - z).argmin())
        edges = np.clip([z - half, jumps[place], z + half], z - half, z + half)
        heights = self.bump.heights[place : place + 2]
        return edges, heights, float(np.diff(edges) @ heights / (2 * half))

    @property
    def grid_stride(self) -> int:
        """One in so many lines of the decoder's grid is drawn."""
        reach = float(self.components.z[-1] - self.components.z[0])
        return 2 ** max(0, math.ceil(math.log2(reach / self.message.step / _MOST_LINES)))

    def grid(self, offset: float, origin: int = 0) -> np.ndarray:
        """The multiples of the message's step, shifted by ``offset``, that are drawn; ``origin`` is among them."""
        stride = self.grid_stride * self.message.step
        first = offset + origin * self.message.step
        low, high = (math.floor((end - first) / stride) for end in (self.components.z[0], self.components.z[-1]))
        return first + stride * np.arange(low + 1, high + 1)

    @property
    def lines(self) -> np.ndarray:
        """The numbers of the lines of the decoder's grid that are drawn, M among them."""
        m = self.message
        return np.rint(self.grid(m.step * m.dither, m.integer) / m.step - m.dither).astype(int)

    @property
    def heights(self) -> np.ndarray:
        """The errors of DQL as a density over the bins."""
        return self._density(self.arms[0].counts)

    @property
    def band(self) -> tuple[np.ndarray, np.ndarray]:
        """Limits of these densities that a perfect sampler keeps."""
        return self._density(self.picture.low), self._density(self.picture.high)

    @property
    def spikes(self) -> tuple[np.ndarray, np.ndarray]:
        """The errors that occur after rounding, (k,), and the share of each, divided by the step, (k,)."""
        rounded, step = self.arms[1], self.rounding_step
        return step * rounded.values - self.parameters.x, rounded.times / self.parameters.samples / step

    @property
    def focus(self) -> int:
        """Of the ε compared, the one that numbers are about: the middle one where ν is finite and MVU is solved."""
        places = np.array(self.parameters.solved_places)
        reached = places[self.tradeoff.reached[places]] if self.tradeoff else []
        return int(reached[len(reached) // 2]) if len(reached) else 0

    def table(self) -> Table:
        """Bits fixed: a row for every ε. Otherwise the first of the many messages."""
        if self.tradeoff is not None:
            return self.tradeoff_table()
        dql, numbers = self.arms[0], np.arange(1, len(self.kept) + 1)
        columns = {"message": numbers, "T": self.kept, "step": self.quantizer.steps[self.kept], "M": dql.integers}
        return columns | {"z": dql.outputs, "error": dql.outputs - self.parameters.x}

    tradeoff_table = Columns(
        "tradeoff",
        epsilon_database="epsilons",
        nu="nu",
        epsilon_decoder="decoder",
        bits="bits",
        mean_squared_error="error",
        mean_squared_error_mvu="mvu",
    )
    slopes_table = Columns(
        "slopes",
        mechanism="label",
        database="database",
        decoder="decoder",
        database_promise="database_promise",
        decoder_promise="decoder_promise",
    )

    def components_table(self) -> Table:
        """The stacked densities, row by row of z."""
        c, last = self.components, len(self.components.parts) - 1
        names = [f"T = {t}" for t in range(last)] + [f"T >= {last}"]
        return {"z": c.z, "laplace": c.law, **dict(zip(names, c.parts, strict=True))}

    def errors_table(self) -> Table:
        """DQL's errors in bins; after rounding each value that occurs."""
        bins, (places, heights) = self.picture.bins, self.spikes
        columns = {
            "from": bins.edges[:-1],
            "to": bins.edges[1:],
            "probability": bins.probabilities,
            "errors of DQL": self.arms[0].counts,
            "error after rounding": places,
            "share / step": heights,
        }
        most = max(map(len, columns.values()))
        return {name: np.append(column, [np.nan] * (most - len(column))) for name, column in columns.items()}

    def cones_table(self) -> Table:
        """What is known of other inputs from one message, in both views of DQL and of layered dither."""
        columns = {"x'": self.cones[0].inputs}
        for cone in self.cones:
            columns |= {f"{cone.label}: database": cone.database, f"{cone.label}: decoder": cone.decoder}
        return columns

    def lengths_table(self) -> Table:
        """The exact mean lengths along ν and along ε."""
        columns: Table = {}
        for name, sweep in (("nu", self.bits.along_nu), ("epsilon", self.bits.along_epsilon)):
            columns |= {name: sweep.values, f"bits at x, along {name}": sweep.at_x}
            columns |= {f"bits uniform, along {name}": sweep.uniform}
        return columns

    def _density(self, counts: np.ndarray) -> np.ndarray:
        return counts / self.parameters.samples / np.diff(self.picture.bins.edges)


def cost(parameters: DqlParameters) -> Cost:
    """n messages of two mechanisms; for fixed bits the linear programmes, by inputs and outputs."""
    p = parameters
    seconds = _FIXED + _MESSAGE * (1 + 0.1 / (p.nu - 1)) * p.samples
    reason = f"{number(p.samples)} messages of two mechanisms"
    if p.show == "tradeoff":
        programmes = _programme_seconds(p)
        seconds += PACE * (sum(programmes) + _RELAXATION * p.points)
        reason = f"{len(programmes)} searches over linear programmes with {2**p.budget} outputs"
    return Cost(seconds=seconds, memory_bytes=4e7 + 400.0 * p.samples, reason=reason)


def mvu_seconds(epsilon: float, bits: int) -> float:
    """Of the search with few inputs and of the last programme (measured)."""
    return 0.05 + 5e-4 * 24 * 2**bits + 1e-7 * (enough_inputs(epsilon) * 2.0**bits) ** 1.85


def run(parameters: DqlParameters, progress: Progress | None = None) -> DqlResult:
    """The message and everything about this ε and ν, then, if asked for, the comparison at fixed bits."""
    p, quantizer, shared = parameters, parameters.quantizer(), SharedRandomness(parameters.seed)
    message = trace_message(quantizer, p.x, shared, _private(p), p.code)
    bits, drawn = mean_lengths(quantizer, p.x, p.code), _picture(p)
    rounding = rounding_at_bits(epsilon=p.epsilon, x=p.x, bits=bits.at_x, code=p.code)
    # Wide enough for the law and, where it lies outside, for the message.
    reach = max(_REACH / p.epsilon, 1.1 * abs(message.decoded - p.x), 1.1 * abs(message.noisy - p.x))
    layered, away = LayeredDither(epsilon=p.epsilon), _AWAY / p.epsilon

    def arm(sender: Quantizer, stream: int) -> QuantizerErrors:
        rng, law, bins = _private(p, stream), drawn.law, drawn.bins
        return quantizer_errors(sender, p.x, p.samples, law, bins, shared, rng, code=p.code, kept=_KEPT)

    def cone(sender: Quantizer) -> LikelihoodCone:
        return likelihood_cone(sender, p.x, away, shared, _private(p))

    result = DqlResult(
        parameters=p,
        quantizer=quantizer,
        message=message,
        components=error_components(quantizer, p.x, reach),
        bump=bump(quantizer, p.x, message.component, reach, p.samples, _private(p, 3)),
        picture=drawn,
        arms=(arm(quantizer, 1), arm(rounding, 2)),
        rounding_step=rounding.step,
        bits=bits,
        cones=(cone(quantizer), cone(layered)),
        slopes=tuple(
            steepest_slopes(sender, p.x, away, shared, _private(p))
            for sender in _mechanisms(quantizer, rounding, layered)
        ),
        kept=quantizer.chosen(quantizer.shared_rows(shared, np.arange(min(_KEPT, p.samples)))),
    )
    if p.show != "tradeoff":
        return result

    steps = Steps(progress, _programme_seconds(p))
    tradeoff = dql_at_fixed_bits(p.epsilons, p.budget, p.code)
    for count, index in enumerate(p.solved_places):
        steps.partial = replace(result, tradeoff=tradeoff)
        steps.tell(count, "linear programmes of MVU")
        tradeoff = tradeoff.with_mvu(index)
    return replace(result, tradeoff=tradeoff)


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


def _mechanisms(
    quantizer: DyadicQuantizedLaplace, rounding: LaplaceThenRound, layered: LayeredDither
) -> tuple[DitheredQuantizer | LayeredDither, ...]:
    """DQL and its neighbours at the same ε; dithers with DQL's largest step."""
    step = float(quantizer.steps[0])
    piecewise = PiecewiseLinearQuantizer(epsilon=quantizer.epsilon, step=step)
    return quantizer, piecewise, rounding, layered, SubtractiveDither(step=step)
