"""What is observed of a channel's output, and the law it has when the output follows the channel exactly."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, GaussianChannel, LaplaceChannel
from ppr_core.diagnostics.laws import (
    FiniteLaw,
    GammaLaw,
    LaplaceLaw,
    LaplaceProjectionLaw,
    NormalLaw,
    NormLaw,
    ScalarLaw,
)

__all__ = ["VIEWS", "observe", "output_law"]

#: name -> what it is, for outputs z in R^d; categories are observed as they are.
VIEWS: dict[str, str] = {
    "coordinate": "first coordinate of z",
    "projection": "projection of z on (1, …, 1)/√d",
    "radius": "distance ‖z − x‖",
}


def observe(z: np.ndarray, x: np.ndarray, view: str) -> np.ndarray:
    """Outputs (n, d) for one input x (d,) -> what the view shows, (n,); categories (n,) pass unchanged."""
    view = validation.choice("view", view, tuple(VIEWS))
    if z.ndim == 1:
        return z
    if view == "radius":
        return np.linalg.norm(z - x, axis=1)
    return z[:, 0] if view == "coordinate" else z.sum(axis=1) / math.sqrt(z.shape[1])


@functools.singledispatch
def output_law(channel: Channel, x: Any, view: str = "coordinate") -> ScalarLaw | FiniteLaw:
    """The law of `observe` for outputs of the channel at one input x: (d,) for vectors, a category otherwise.

    Raises ``ValueError`` for a channel whose law is not known here, an input it does not allow or an unknown view.
    """
    validation.fail("channel", channel, "one with a known law: Gaussian, Laplace or finite")


@output_law.register
def _(channel: CategoryChannel, x: Any, view: str = "coordinate") -> FiniteLaw:
    return FiniteLaw(probabilities=channel.matrix[int(channel.inputs([x])[0])])


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


def _centre(channel: GaussianChannel | LaplaceChannel, x: Any, view: str) -> float:
    """What the view shows of the input itself."""
    return float(observe(channel.inputs([x]), np.zeros(channel.dimension), view)[0])
