"""What a run of the experiment `dyadic_quantized_laplace` found."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import DyadicQuantizedLaplace, FixedBits, LaplaceThenRound
from ppr_core.compressors.quantizer_trace import QuantizerTrace
from ppr_core.diagnostics import Bins, ExactnessTest, LaplaceLaw, LikelihoodCone, Mean, SteepestSlopes
from ppr_core.experiments.dyadic_quantized_laplace.parameters import LAST_STEP, DqlParameters

__all__ = ["Arm", "Bits", "Components", "DqlResult", "Picture", "Sweep"]

_MOST_LINES = 160  # of a grid that is drawn


@dataclass(frozen=True, eq=False)
class Components:
    """The error law around x, split. z: (k,); parts: (c, k) weighted densities P(T = t) g_t, the last row all finer
    ones; law: (k,) the Laplace density; weights: (c,) P(T = t) of the rows."""

    z: np.ndarray
    parts: np.ndarray
    law: np.ndarray
    weights: np.ndarray


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
class Arm:
    """n errors z − x of one mechanism: counts (m,) in the bins, the test, mean squared error and mean length; the
    different values of M, (k,), with how often each was sent, (k,); and of the first messages M and z."""

    label: str
    counts: np.ndarray
    test: ExactnessTest
    squared: Mean
    bits: Mean
    values: np.ndarray
    times: np.ndarray
    integers: np.ndarray
    outputs: np.ndarray


@dataclass(frozen=True, eq=False)
class Sweep:
    """Exact mean lengths in bits along a parameter, (k,): of the chosen x and of X ~ Unif(−1, 1)."""

    values: np.ndarray
    at_x: np.ndarray
    uniform: np.ndarray


@dataclass(frozen=True, eq=False)
class Bits:
    """Exact mean lengths in bits now and along ν and ε."""

    at_x: float
    uniform: float
    along_nu: Sweep
    along_epsilon: Sweep


@dataclass(frozen=True, eq=False)
class DqlResult:
    """One message, the errors and lengths of many, the two views of x, and, where asked for, what fixed bits allow.

    arms: DQL and Laplace-then-round at equal bits, rounding_step its step in the unit of x; cones: DQL and layered
    dither; kept: (m,) T of the first messages, whose M and z the arms keep; tradeoff: None where it was not asked for.
    """

    parameters: DqlParameters
    quantizer: DyadicQuantizedLaplace
    message: QuantizerTrace
    components: Components
    picture: Picture
    arms: tuple[Arm, Arm]
    rounding_step: float
    bits: Bits
    cones: tuple[LikelihoodCone, LikelihoodCone]
    slopes: tuple[SteepestSlopes, ...]
    kept: np.ndarray
    tradeoff: FixedBits | None = None

    @property
    def last_step(self) -> int:
        """Of the picture that is shown."""
        return LAST_STEP if self.parameters.show == "message" else 0

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
    def rounding_bias(self) -> tuple[float, float]:
        """The mean error of rounding at x, and the largest in absolute value at any x."""
        rounding = LaplaceThenRound(epsilon=self.parameters.epsilon, step=self.rounding_step)
        return rounding.bias(self.parameters.x), rounding.largest_bias

    @property
    def focus(self) -> int:
        """Of the ε compared, the one that numbers are about: the middle one where ν is finite and MVU is solved."""
        places = np.array(self.parameters.solved_places)
        reached = places[self.tradeoff.reached[places]]
        return int(reached[len(reached) // 2]) if len(reached) else 0

    def table(self) -> dict[str, np.ndarray]:
        """Bits fixed: a row for every ε. Otherwise the first of the many messages."""
        if self.tradeoff is not None:
            return self.tradeoff_table()
        dql = self.arms[0]
        return {
            "message": np.arange(1, len(self.kept) + 1),
            "T": self.kept,
            "step": self.quantizer.steps[self.kept],
            "M": dql.integers,
            "z": dql.outputs,
            "error": dql.outputs - self.parameters.x,
        }

    def tradeoff_table(self) -> dict[str, np.ndarray]:
        t = self.tradeoff
        return {
            "epsilon_database": t.epsilons,
            "nu": t.nu,
            "epsilon_decoder": t.nu * t.epsilons,
            "bits": t.bits,
            "mean_squared_error": t.error,
            "mean_squared_error_mvu": t.mvu,
        }

    def components_table(self) -> dict[str, np.ndarray]:
        """The stacked densities, row by row of z."""
        c, last = self.components, len(self.components.parts) - 1
        names = [f"T = {t}" for t in range(last)] + [f"T >= {last}"]
        return {"z": c.z, "laplace": c.law, **dict(zip(names, c.parts, strict=True))}

    def errors_table(self) -> dict[str, np.ndarray]:
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

    def slopes_table(self) -> dict[str, np.ndarray | list[str]]:
        columns = ("database", "decoder", "database_promise", "decoder_promise")
        return {"mechanism": [one.label for one in self.slopes]} | {
            name: np.array([getattr(one, name) for one in self.slopes]) for name in columns
        }

    def cones_table(self) -> dict[str, np.ndarray]:
        """What is known of other inputs from one message, in both views of DQL and of layered dither."""
        columns = {"x'": self.cones[0].inputs}
        for one in self.cones:
            columns |= {f"{one.label}: database": one.database, f"{one.label}: decoder": one.decoder}
        return columns

    def lengths_table(self) -> dict[str, np.ndarray]:
        """The exact mean lengths along ν and along ε."""
        columns: dict[str, np.ndarray] = {}
        for name, sweep in (("nu", self.bits.along_nu), ("epsilon", self.bits.along_epsilon)):
            columns |= {name: sweep.values, f"bits at x, along {name}": sweep.at_x}
            columns |= {f"bits uniform, along {name}": sweep.uniform}
        return columns

    def _density(self, counts: np.ndarray) -> np.ndarray:
        return counts / self.parameters.samples / np.diff(self.picture.bins.edges)
