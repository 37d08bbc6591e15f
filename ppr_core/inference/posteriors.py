"""Bayes' rule in logarithms, priors, and the smallest set that holds a share of a posterior."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp

from ppr_core import validation

__all__ = ["checked_prior", "estimated_prior", "posterior", "smallest_set", "uniform_prior"]

_ROUNDS = 500  # of expectation maximisation
_STILL = 1e-7


def uniform_prior(size: int) -> np.ndarray:
    """1/k for each of k inputs, (k,).

    >>> from ppr_core.inference import uniform_prior
    >>> uniform_prior(4)
    array([0.25, 0.25, 0.25, 0.25])
    """
    return np.full(validation.integer("size", size, 1), 1 / size)


def checked_prior(prior: Any, size: int) -> np.ndarray:
    """The prior as probabilities (size,) that sum to 1."""
    law = validation.array("prior", prior, (size,))
    proper = bool(np.all(law >= 0)) and abs(law.sum() - 1) <= 1e-6
    validation.require(proper, "prior", float(law.sum()), "probabilities that sum to 1")
    return law / law.sum()


def posterior(log_likelihoods: Any, prior: Any) -> np.ndarray:
    """P(x | outcomes) ∝ π_x Π P(outcome|x): ln P of independent outcomes (..., t, k) and π (k,) -> (..., k).

    A constant added to all k entries of an outcome changes nothing. Outcomes that no input can have together, as of an
    inexact compressor that is read as the channel itself, leave the prior.

    >>> import numpy as np
    >>> from ppr_core import posterior
    >>> posterior(np.log([[0.75, 0.25], [0.75, 0.25]]), [0.5, 0.5]).round(3)
    array([0.9, 0.1])
    """
    total = np.asarray(log_likelihoods, dtype=float).sum(axis=-2)
    with np.errstate(divide="ignore"):
        before = np.log(checked_prior(prior, total.shape[-1]))
    logs = np.where(np.isneginf(total + before).all(axis=-1, keepdims=True), before, total + before)
    return np.exp(logs - logsumexp(logs, axis=-1, keepdims=True))


def estimated_prior(log_likelihoods: Any) -> np.ndarray:
    """The prior under which the reports of n people are likeliest: ln P(report|x) (n, k) -> (k,).

    Expectation maximisation: the mean of the posteriors becomes the prior, until nothing moves. (Dempster, Laird,
    Rubin 1977.) The maximum is unique where the reports tell inputs apart at all, because the problem is concave.

    >>> import numpy as np
    >>> from ppr_core.inference import estimated_prior
    >>> reports = np.log([[0.75, 0.25]] * 6 + [[0.25, 0.75]] * 4)
    >>> estimated_prior(reports).round(3)  # p with 0.75 p + 0.25 (1 − p) = 0.6
    array([0.7, 0.3])
    """
    logs = validation.array("log_likelihoods", np.maximum(log_likelihoods, -1e4), (None, None))
    likelihoods = np.exp(logs - logs.max(axis=1, keepdims=True))
    prior = uniform_prior(logs.shape[1])
    for _ in range(_ROUNDS):
        joint = likelihoods * prior
        updated = (joint / joint.sum(axis=1, keepdims=True)).mean(axis=0)
        if np.abs(updated - prior).max() < _STILL:
            return updated
        prior = updated
    return prior


def smallest_set(law: Any, share: float = 0.9) -> np.ndarray:
    """The fewest inputs whose probabilities reach a share, likeliest first: (..., k) -> how many, (...).

    >>> from ppr_core.inference import smallest_set
    >>> int(smallest_set([0.5, 0.3, 0.15, 0.05], 0.9))
    3
    """
    share = validation.real("share", share, 0.0, 1.0, low_open=True)
    falling = -np.sort(-np.asarray(law, dtype=float), axis=-1)
    reached = np.cumsum(falling, axis=-1) >= share * (1 - 1e-12) * falling.sum(axis=-1, keepdims=True)
    return np.argmax(reached, axis=-1) + 1
