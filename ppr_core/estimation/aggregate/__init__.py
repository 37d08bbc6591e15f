"""Sums that a server learns without the single messages: whole numbers with discrete noise, modulo M."""

from __future__ import annotations

from ppr_core.estimation.aggregate.discrete import (
    discrete_gaussian,
    discrete_laplace,
    poisson,
    rounded_up_variance,
    skellam,
)
from ppr_core.estimation.aggregate.layered_gaussian import LayeredGaussian
from ppr_core.estimation.aggregate.privacy import NOISES, sum_privacy, sum_renyi
from ppr_core.estimation.aggregate.rotation import HadamardRotation, walsh_hadamard
from ppr_core.estimation.aggregate.secure_mean import SecureMean, SecureMeanOutcome
from ppr_core.estimation.aggregate.secure_sum import SecureSum, SumOutcome, centred, survivors

__all__ = [
    "NOISES", "HadamardRotation", "LayeredGaussian", "SecureMean", "SecureMeanOutcome", "SecureSum", "SumOutcome",
    "centred", "discrete_gaussian", "discrete_laplace", "poisson", "rounded_up_variance", "skellam", "sum_privacy",
    "sum_renyi", "survivors", "walsh_hadamard",
]  # fmt: skip
