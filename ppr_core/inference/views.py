"""What an observer sees of one input out of k: outcomes with their likelihood under each of the inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, ScalarNoiseChannel
from ppr_core.mechanism_analysis import cell_laws

__all__ = ["DensityView", "LawView", "View", "output_view"]


class View(Protocol):
    """Outcomes of k inputs, one report after the other, each with shared randomness of its own."""

    @property
    def size(self) -> int:
        """k."""

    def draw(self, inputs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One outcome for each of the inputs (n,) in [0, k): ln of its likelihood under all inputs, up to a constant
        for each outcome, (n, k)."""


@dataclass(frozen=True, eq=False)
class LawView:
    """Outcomes that can be listed.

    laws: (t, k, m), on each of t equally likely tables the law of the outcome for each input; one table for outputs.
    decoded: (t, k, m), ln dP_x/dQ of the output that an outcome decodes to, where outputs follow the mechanism exactly.

    >>> import numpy as np
    >>> from ppr_core.inference import LawView, attack, uniform_prior
    >>> view = LawView(np.array([[[0.75, 0.25], [0.25, 0.75]]]))
    >>> attack(view, uniform_prior(2), np.random.default_rng(1)).value
    0.75
    """

    laws: np.ndarray
    decoded: np.ndarray | None = None

    def __post_init__(self) -> None:
        laws = np.asarray(self.laws, dtype=float)
        proper = laws.ndim == 3 and bool(np.all(laws >= 0) and np.all(np.abs(laws.sum(axis=2) - 1) < 1e-6))
        validation.require(proper, "laws", laws.shape, "(tables, inputs, outcomes), every row a law")
        object.__setattr__(self, "laws", laws)

    @classmethod
    def of_outputs(cls, channel: CategoryChannel | Any) -> LawView:
        """The outputs of a finite channel, or of a matrix (inputs, outputs)."""
        matrix = channel.matrix if isinstance(channel, CategoryChannel) else channel
        return cls(validation.array("matrix", matrix, (None, None))[None])

    @classmethod
    def of_cells(cls, channel: ScalarNoiseChannel, inputs: Any, cells: int = 600) -> LawView:
        """Outputs of additive noise for inputs (k,), merged into `cell_laws`."""
        return cls(cell_laws(channel, inputs, cells)[None])

    @property
    def size(self) -> int:
        return self.laws.shape[1]

    def draw(self, inputs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return self.on_tables(inputs, rng.integers(len(self.laws), size=len(inputs)), rng)[0]

    def on_tables(
        self, inputs: np.ndarray, tables: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """`draw` on given tables (n,), with what is ``decoded`` of the same outcomes, (n, k) each."""
        steps = np.cumsum(self.laws, axis=2)
        places, shares = np.empty(len(inputs), dtype=np.int64), rng.random(len(inputs))
        law = tables * self.size + inputs
        order = np.argsort(law)
        for alike in np.split(order, np.flatnonzero(np.diff(law[order])) + 1):  # one search for all of a law
            step = steps[tables[alike[0]], inputs[alike[0]]]
            places[alike] = np.searchsorted(step, shares[alike] * step[-1], side="right")
        with np.errstate(divide="ignore"):
            logs = np.log(self.laws[tables, :, places])
        return logs, None if self.decoded is None else self.decoded[tables, :, places]


@dataclass(frozen=True, eq=False)
class DensityView:
    """The outputs of a channel for k of its inputs, (k, *event_shape), drawn where they cannot be listed.

    >>> import numpy as np
    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.inference import DensityView
    >>> channel = GaussianChannel(dimension=2, noise_std=1.0, norm_bound=1.0)
    >>> view = DensityView(channel, np.array([[1.0, 0.0], [-1.0, 0.0]]))
    >>> round(float(np.ptp(view.likelihood(np.array([[0.5, 3.0]])))), 6)  # 2⟨x, z⟩/s²
    1.0
    """

    channel: Channel
    inputs: np.ndarray

    @property
    def size(self) -> int:
        return len(self.inputs)

    def draw(self, inputs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        z = self.channel.sample(self.inputs[inputs], rng)
        return self.likelihood(z)

    def likelihood(self, z: np.ndarray) -> np.ndarray:
        """ln dP_x/dQ at outputs (n, *output_shape) for all inputs, (n, k)."""
        return self.channel.log_ratio(self.channel.inputs(self.inputs)[None, :], z[:, None])


def output_view(channel: Channel, inputs: Any) -> View:
    """Outputs of a channel for inputs (k, *event_shape): listed for a finite channel with all its inputs, as cells for
    additive noise, drawn for all others.

    >>> from ppr_core import RandomizedResponseChannel, attack, output_view
    >>> view = output_view(RandomizedResponseChannel(size=2, epsilon=1.0), [0, 1])
    >>> round(attack(view, [0.5, 0.5]).value, 4)
    0.7311
    """
    if isinstance(channel, CategoryChannel):
        return LawView(channel.matrix[None, channel.inputs(inputs)])
    checked = channel.inputs(inputs)
    if isinstance(channel, ScalarNoiseChannel):
        return LawView.of_cells(channel, checked[:, 0])
    return DensityView(channel, checked)
