"""The minimum-variance unbiased mechanism: a private randomized quantizer found by linear programming."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from ppr_core import validation
from ppr_core.compressors.quantizer import Quantizer
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["MinimumVarianceUnbiased", "enough_inputs", "used_share"]

_SEARCHED = 24  # inputs of the programmes that find the half-width
# Largest εh of inputs h apart. From one to the next ln P changes by ln(1 + εh) at most, where ε would allow εh.
_COARSEST = 0.05
_MOST_INPUTS = 256


class MinimumVarianceUnbiased(Quantizer):
    """x in [−1, 1] -> one of 2^b values a_j on a symmetric uniform grid with E[z | x] = x.

    x is first rounded at random, without bias, to one of equidistant points; from there `UnbiasedProgramme` says with
    which probability each output is sent. M = j − 2^{b−1} for output j = 0, 1, …; nothing is shared, so database and
    decoder see the same.

    epsilon: ε in nats, 0.001 to 100 per unit of distance ("metric") or to 16 over the whole interval ("local");
    output_bits: b from 1 to 8; input_points: even, 2 to 512, h apart: a metric mechanism uses the share ln(1 + εh)/(εh)
    of its ε; half_width: the largest output a >= 1, None for the best. Raises ``ValueError`` where none exists.
    Source: Chaudhuri, Guo, Rabbat, "Privacy-aware compression for federated data analysis" (UAI 2022); there the
    values a_j are free as well, which makes the programme non-convex.

    >>> import numpy as np
    >>> from ppr_core import MinimumVarianceUnbiased, SharedRandomness
    >>> scheme = MinimumVarianceUnbiased(epsilon=1.0, output_bits=3)
    >>> messages = scheme.encode(np.array([0.2, -0.4]), SharedRandomness(1), np.random.default_rng(2))
    >>> scheme.decode(messages, SharedRandomness(1)).shape
    (2,)
    """

    name = "mvu"
    label = "Minimum variance unbiased"

    def __init__(
        self,
        *,
        epsilon: float,
        output_bits: int,
        input_points: int = 16,
        notion: str = "metric",
        half_width: float | None = None,
    ) -> None:
        # SciPy's linear programmes take longer to import than all other compressors.
        from ppr_core.compressors.unbiased_programme import UnbiasedProgramme

        self.output_bits = validation.integer("output_bits", output_bits, 1, 8)
        count = self.input_points = validation.integer("input_points", input_points, 2, 512)
        validation.require(count % 2 == 0, "input_points", count, "an even number")
        self.notion = validation.choice("notion", notion, ("metric", "local"))
        self.epsilon = validation.real("epsilon", epsilon, 1e-3, 100.0 if notion == "metric" else 16.0)
        fields = {"epsilon": self.epsilon, "notion": notion, "outputs": 2**self.output_bits}
        if half_width is None:  # the error is flat around the best width, which hardly depends on the inputs
            half_width = UnbiasedProgramme(points=min(count, _SEARCHED), **fields).best_half_width()
        programme = UnbiasedProgramme(points=count, **fields)
        self.half_width = validation.real("half_width", half_width, 1.0)
        matrix = programme.solve(self.half_width)
        if matrix is None:
            validation.fail("half_width", self.half_width, "wide enough for an unbiased mechanism")
        self.points, self.input_weights = programme.points, programme.input_weights
        self.values = self.half_width * programme.outputs
        #: P(j | x_i), (input_points, 2^b); between the points it is linear in x.
        self.matrix = programme.repaired(matrix)

    @property
    def mean_squared_error(self) -> float:
        """E (z − X)² for X ~ Unif(−1, 1): E z² averaged over x, less E X² = 1/3, as z is unbiased."""
        return float(self.input_weights @ self.matrix @ self.values**2 - 1.0 / 3.0)

    def squared_error(self, x: float) -> float:
        """E (z − x)² given x."""
        return float(self._law(np.array([x]))[0] @ self.values**2 - x * x)

    def inputs(self, x: np.ndarray) -> np.ndarray:
        if len(x) and np.abs(x).max() > 1.0:
            validation.fail("x", float(x[np.abs(x) > 1.0][0]), "in [−1, 1]")
        return x

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """ε against both views, per unit of distance or over the whole interval."""
        decoder = PrivacyGuarantee(epsilon=self.epsilon, against="decoder", notion=self.notion, source="mvu.mechanism")
        return decoder.for_both()

    def log_likelihood(self, x: np.ndarray, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        x, columns = np.broadcast_arrays(x, np.asarray(integers) + len(self.values) // 2)
        law = self._law(np.ravel(x).astype(float))
        with np.errstate(divide="ignore"):
            return np.log(law[np.arange(law.shape[0]), columns.ravel()]).reshape(columns.shape)

    def log_output(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        column = np.rint((np.asarray(z) / self.half_width + 1.0) / 2.0 * (len(self.values) - 1)).astype(np.int64)
        return self.log_likelihood(x, column - len(self.values) // 2, np.empty((0, 0)))

    def _quantize(self, x: np.ndarray, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        position = (x + 1.0) / 2.0 * (len(self.points) - 1)
        row = np.minimum(position.astype(np.int64), len(self.points) - 2)
        row += rng.random(len(x)) < position - row
        # Rows of the distribution functions one after the other: row i holds i + F(j | i).
        column = np.searchsorted(self._ladder, row + rng.random(len(x)), side="right") - row * len(self.values)
        return np.clip(column, 0, len(self.values) - 1) - len(self.values) // 2

    def _reconstruct(self, integers: np.ndarray, rows: np.ndarray) -> np.ndarray:
        half = len(self.values) // 2
        if len(integers) and not -half <= integers.min() <= integers.max() < half:
            validation.fail("integers", int(integers[np.argmax(np.abs(integers))]), f"from {-half} to {half - 1}")
        return self.values[integers.astype(np.int64) + half]

    def _tail(self, levels: np.ndarray, x: float) -> np.ndarray:
        return self._from_law(levels, self._law(np.array([x]))[0])

    def _mean_tail(self, levels: np.ndarray, radius: float) -> np.ndarray:
        edges = np.concatenate([[-radius], self.points[np.abs(self.points) < radius], [radius]])
        law = self._law(edges)
        return self._from_law(levels, np.diff(edges) @ (law[1:] + law[:-1]) / (4.0 * radius))

    def _from_law(self, levels: np.ndarray, law: np.ndarray) -> np.ndarray:
        sizes = np.abs(np.arange(len(law)) - len(law) // 2)
        return (sizes >= levels[:, None]) @ law

    def _law(self, x: np.ndarray) -> np.ndarray:
        """P(j | x), (m,) -> (m, 2^b)."""
        position = (self.inputs(x) + 1.0) / 2.0 * (len(self.points) - 1)
        row = np.minimum(position.astype(np.int64), len(self.points) - 2)
        share = (position - row)[:, None]
        return (1.0 - share) * self.matrix[row] + share * self.matrix[row + 1]

    @cached_property
    def _ladder(self) -> np.ndarray:
        return (np.cumsum(self.matrix, axis=1) + np.arange(len(self.points))[:, None]).ravel()


def enough_inputs(epsilon: float) -> int:
    """A number of input points for ε per unit of distance: even, so many that εh <= 0.05, but from 24 to 256."""
    return min(_MOST_INPUTS, max(_SEARCHED, 2 * math.ceil((2 * epsilon / _COARSEST + 1) / 2)))


def used_share(epsilon: float) -> float:
    """The share ln(1 + εh)/(εh) of its ε that a metric mechanism with `enough_inputs`, h apart, uses."""
    change = 2.0 * epsilon / (enough_inputs(epsilon) - 1)
    return math.log1p(change) / change
