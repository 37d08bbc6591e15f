"""Expected message lengths without a search: the law of PPR's index for an output uniform on a part of the proposal.

Let P be Q restricted to a set of Q-mass 2^{−D}, so that r is 2^D on it, 0 elsewhere, and D the divergence in bits. Of
the Poisson private representation (Liu, Chen, Özgür, Li, "Universal exact compression of differentially private
mechanisms", NeurIPS 2024, section 4) the winner then has S/r = W ~ Exp(rate g), g = Γ(1 − 1/α), a mark
V ~ Gamma(1 − 1/α) and the time T = 2^D t, t = W V^{−1/α}; the arrivals before it are Poisson with mean 2^D t − R_W(t),
where R_W(t) counts those that would have won. K is one more. For other laws of equal D this is an estimate, with E[log2
K] usually within half a bit.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy.special import zeta

from ppr_core.compressors.revealed_mass import revealed_mass

__all__ = ["estimated_bits", "estimated_log_index", "zipf_mean"]

_DRAWS = 2_000
_SEED = 20240  # of the fixed draws behind the estimate
_LARGEST_MEAN = 34.0  # ln of the Poisson means from which a count is taken as its mean
_GRID = np.concatenate([[0.0], np.geomspace(0.02, 1_000.0, 50)])  # divergences in bits
_ZIPF_RANGE = (0.05, 1000.0)


def estimated_log_index(divergence: np.ndarray, alpha: float) -> np.ndarray:
    """Estimated E[log2 K] in bits of an index: divergence (...) in bits -> (...)."""
    return np.interp(divergence, _GRID, _draws(alpha).mean(axis=1))


def estimated_bits(divergence: np.ndarray, alpha: float, code: str, zipf: float = 1.0) -> np.ndarray:
    """Estimated mean length in bits of an index: divergence (...) in bits -> (...).

    code: "elias_gamma", "elias_delta" or "zipf_shannon"; the last was built for the mean log2 K ``zipf``.
    """
    return np.interp(divergence, _GRID, _lengths(alpha, code, zipf))


def zipf_mean(divergence: float, alpha: float) -> float:
    """The E[log2 K] that both ends build the Zipf–Shannon code for: the estimated one, to two digits."""
    estimated = float(estimated_log_index(np.array(divergence), alpha))
    return min(max(float(f"{estimated:.2g}"), _ZIPF_RANGE[0]), _ZIPF_RANGE[1])


@lru_cache(maxsize=256)
def _lengths(alpha: float, code: str, zipf: float) -> np.ndarray:
    """Mean lengths at the divergences of the grid."""
    logs = _draws(alpha)
    if code == "zipf_shannon":
        exponent = 1 + 1 / zipf
        return np.ceil(exponent * logs + math.log2(zeta(exponent))).mean(axis=1)
    whole = np.floor(logs)
    if code == "elias_gamma":
        return (2 * whole + 1).mean(axis=1)
    return (whole + 2 * np.floor(np.log2(whole + 1)) + 1).mean(axis=1)


@lru_cache(maxsize=256)
def _draws(alpha: float) -> np.ndarray:
    """log2 of drawn indices, (divergences of the grid, draws); the same uniform draws everywhere."""
    rng = np.random.default_rng(_SEED)
    log_s = np.log(rng.standard_exponential(_DRAWS))
    mark_shape = 1 - 1 / alpha
    log_mark = np.log(rng.standard_gamma(mark_shape + 1, _DRAWS)) + np.log(rng.random(_DRAWS)) / mark_shape
    noise = rng.standard_normal(_DRAWS)
    mass = revealed_mass(alpha)
    log_s -= math.log(mass.rate)
    log_t = log_s - (0.0 if math.isinf(alpha) else log_mark / alpha)
    capped = np.minimum(log_t, _LARGEST_MEAN)
    winners = np.clip(mass(log_s, capped) / np.exp(capped), 0.0, 1.0)  # share of the arrivals before t, about none late
    growth = np.exp2(_GRID)[:, None]
    with np.errstate(divide="ignore"):
        log_mean = log_t + np.log(growth - winners)
    small = rng.poisson(np.exp(np.minimum(log_mean, 9.0)))
    large = np.logaddexp(0.0, log_mean + noise * np.exp(-log_mean.clip(9.0) / 2))
    return np.where(log_mean > 9.0, large, np.log1p(small)) / math.log(2)
