"""Two inputs of seven channels, of which it is computed what list and index tell: for the tables and the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import (
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    SubsetSelectionChannel,
)

__all__ = ["CASES", "DELTAS", "Case"]

DELTAS = (1e-2, 1e-4, 1e-6)


@dataclass(frozen=True, eq=False)
class Case:
    """x, other: the inputs that outputs tell apart best; label: as Typst sets it."""

    channel: Channel
    x: int | np.ndarray
    other: int | np.ndarray
    label: str


_NORTH, _ONE = np.eye(5)[0], np.ones(1)
_GAUSSIAN = GaussianChannel(dimension=1, noise_std=gaussian_noise_std(2.0, 1.0, 1e-6), norm_bound=1.0)

CASES: dict[str, Case] = {
    "binary": Case(RandomizedResponseChannel(size=2, epsilon=math.log(3)), 0, 1, "binary response, $epsilon = ln 3$"),
    "4-ary": Case(RandomizedResponseChannel(size=4, epsilon=1.0), 0, 1, "4-ary response, $epsilon = 1$"),
    "16-ary": Case(RandomizedResponseChannel(size=16, epsilon=2.0), 0, 1, "16-ary response, $epsilon = 2$"),
    "subset": Case(SubsetSelectionChannel(size=16, epsilon=1.5), 0, 1, "subset selection, $k = 16$, $epsilon = 1.5$"),
    "privunit": Case(PrivUnitChannel(dimension=5, epsilon=2.0), _NORTH, -_NORTH, "PrivUnit, $d = 5$, $epsilon = 2$"),
    "laplace": Case(LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0), _ONE, -_ONE, "Laplace, $epsilon = 1$"),
    "gaussian": Case(_GAUSSIAN, _ONE, -_ONE, "Gaussian, $(1, 10^(-6))$"),
}
