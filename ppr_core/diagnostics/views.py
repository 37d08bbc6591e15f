"""What is observed of a channel's output, and the law it has when the output follows the channel exactly."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from scipy.stats import binom

from ppr_core import validation
from ppr_core.channels import (
    BitVectorChannel,
    CategoryChannel,
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    SubsetSelectionChannel,
    VectorChannel,
)
from ppr_core.diagnostics.cap_law import CapLaw
from ppr_core.diagnostics.laws import FiniteLaw, GammaLaw, LaplaceLaw, NormalLaw, NormLaw, ScalarLaw, ScipyLaw
from ppr_core.diagnostics.projection_law import LaplaceProjectionLaw

__all__ = ["VIEWS", "cell_name", "hits", "observe", "output_law"]

#: name -> what it is, for outputs z in R^d; categories are observed as they are.
VIEWS: dict[str, str] = {
    "coordinate": "first coordinate of z",
    "projection": "projection of z on (1, …, 1)/√d",
    "radius": "distance ‖z − x‖",
}


def observe(z: np.ndarray, x: Any, view: str) -> np.ndarray:
    """Outputs for one input x -> what the view shows of them, (n,).

    Vectors z (n, d) of x (d,): the view. Categories z (n,) pass unchanged. Bit vectors z (n, k) of a category x: how
    many of the other bits are 1, plus k where bit x is 0, so the first k cells are those in which it is 1.

    >>> import numpy as np
    >>> from ppr_core import observe
    >>> observe(np.array([[3.0, 4.0], [0.0, 1.0]]), np.zeros(2), "radius")
    array([5., 1.])
    """
    view, x = validation.choice("view", view, tuple(VIEWS)), np.asarray(x)
    if z.ndim == 1:
        return z
    if x.ndim == 0:
        true = z[:, int(x)].astype(np.int64)
        return z.sum(axis=1, dtype=np.int64) - true + np.where(true == 1, 0, z.shape[1])
    if view == "radius":
        return np.linalg.norm(z - x, axis=1)
    return z[:, 0] if view == "coordinate" else z.sum(axis=1) / math.sqrt(z.shape[1])


def hits(channel: Channel, x: Any, values: np.ndarray) -> np.ndarray:
    """Which observed categories say that the input is x, (n,) bool: its own, or bit x is 1.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.diagnostics import hits
    >>> hits(RandomizedResponseChannel(size=4, epsilon=1.0), 2, np.array([2, 0, 2]))
    array([ True, False,  True])
    """
    return values < channel.size if isinstance(channel, BitVectorChannel) else values == int(x)


def cell_name(channel: Channel, cell: int) -> str:
    """An observed category in words.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.diagnostics import cell_name
    >>> cell_name(RandomizedResponseChannel(size=4, epsilon=1.0), 2)
    '2'
    """
    if not isinstance(channel, BitVectorChannel):
        return str(cell)
    return f"{int(cell < channel.size)} + {cell % channel.size}"


@functools.singledispatch
def output_law(channel: Channel, x: Any, view: str = "coordinate") -> ScalarLaw | FiniteLaw:
    """The law of `observe` for outputs of the channel at one input x: (d,) for vectors, a category otherwise.

    Raises ``ValueError`` for a channel whose law is not known here, an input it does not allow or an unknown view.

    >>> from ppr_core import RandomizedResponseChannel, output_law
    >>> output_law(RandomizedResponseChannel(size=4, epsilon=1.0), 0).probabilities.round(3).tolist()
    [0.475, 0.175, 0.175, 0.175]
    """
    validation.fail("channel", channel, "one whose output law is known")


@output_law.register
def _(channel: CategoryChannel, x: Any, view: str = "coordinate") -> FiniteLaw:
    return FiniteLaw(probabilities=channel.matrix[int(channel.inputs([x])[0])])


@output_law.register
def _(channel: BitVectorChannel, x: Any, view: str = "coordinate") -> FiniteLaw:
    """Other bits are independent under RAPPOR; a subset has a fixed number of them."""
    same, other = channel.bit_probabilities
    others = np.arange(channel.size)
    if isinstance(channel, SubsetSelectionChannel):
        kept, lost = others == channel.subset_size - 1, others == channel.subset_size
    else:
        kept = lost = binom.pmf(others, channel.size - 1, other)
    return FiniteLaw(probabilities=np.concatenate([same * kept, (1 - same) * lost]))


@output_law.register
def _(channel: VectorChannel, x: Any, view: str = "coordinate") -> ScalarLaw:
    """From the law of a coordinate's noise; other views need the joint law."""
    noise = channel.coordinate_noise
    known = noise is not None and (view == "coordinate" or channel.dimension == 1)
    validation.require(known, "view", view, f"a view whose law is known of {channel.label}")
    if view == "radius":
        validation.fail("view", view, f"first coordinate or projection for {channel.label}")
    return ScipyLaw(location=_centre(channel, x, view), noise=noise)


@output_law.register
def _(channel: PrivUnitChannel, x: Any, view: str = "coordinate") -> ScalarLaw:
    x = channel.inputs([x])[0]
    known = view == "coordinate" and abs(x[0] - 1) < 1e-9
    validation.require(known, "view", view, "the first coordinate, of an input on the first axis, for PrivUnit")
    return CapLaw(
        dimension=channel.dimension, gamma=channel.gamma, high=math.exp(channel.log_high), low=math.exp(channel.log_low)
    )


@output_law.register
def _(channel: GaussianChannel, x: Any, view: str = "coordinate") -> ScalarLaw:
    centre = _centre(channel, x, view)
    if view == "radius":
        return NormLaw(scale=channel.noise_std, dimension=channel.dimension)
    return NormalLaw(location=centre, scale=channel.noise_std)


@output_law.register
def _(channel: LaplaceChannel, x: Any, view: str = "coordinate") -> ScalarLaw:
    centre, scale = _centre(channel, x, view), 1 / channel.epsilon
    if view == "radius":
        return GammaLaw(scale=scale, shape=channel.dimension)
    if channel.dimension == 1:
        return LaplaceLaw(location=centre, scale=scale)
    return LaplaceProjectionLaw(location=centre, scale=scale, dimension=channel.dimension)


def _centre(channel: VectorChannel, x: Any, view: str) -> float:
    """What the view shows of the input itself."""
    return float(observe(channel.inputs([x]), np.zeros(channel.dimension), view)[0])
