"""What a mechanism is asked to reach: a privacy guarantee, and the data that it is for."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Release"]


@dataclass(frozen=True)
class Release:
    """What a mechanism is asked to reach: (ε, δ) between any two inputs, in its smallest form.

    epsilon: nats; delta: of mechanisms that need one; dimension, norm_bound: of vectors, ‖x‖₂ <= norm_bound;
    categories: of category data.

    >>> from ppr_core.channels import LaplaceChannel, Release
    >>> LaplaceChannel.reaching(Release(epsilon=1.0)).epsilon  # per unit, for inputs up to 2 apart
    0.5
    """

    epsilon: float
    delta: float = 1e-6
    dimension: int = 1
    norm_bound: float = 1.0
    categories: int = 2
