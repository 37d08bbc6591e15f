"""The law of the index given the shared randomness: what a decoder knows of x, exactly, where it can be enumerated.

The decoder holds the table of candidates and receives K, so its view of x is the law of K on that table, P(K = k | Z).
Poisson private representation has no closed form for it; schemes that weigh a fixed number of candidates do.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from scipy.special import roots_legendre

from ppr_core import validation
from ppr_core.channels import CategoryChannel
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    GenProt,
    GreedyRejection,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
)
from ppr_core.compressors.finite_pool import FinitePool
from ppr_core.randomness import SharedRandomness

__all__ = ["ENUMERABLE", "index_law", "is_enumerable"]

#: Compressors whose law of the index is known given the table.
ENUMERABLE: tuple[type[Compressor], ...] = (
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    GenProt,
    BassilySmith,
    GreedyRejection,
)
_NODES = 64  # of Gauss and Legendre's rule, at most: so many are exact up to degree 127
_REACH = 40.0  # e⁻⁴⁰ is neglected
_MOST_STEPS = 512


def is_enumerable(compressor: Compressor) -> bool:
    """Whether `index_law` is known of the compressor on its channel; greedy rejection's on finite ones only."""
    finite = isinstance(compressor.channel, CategoryChannel)
    return isinstance(compressor, ENUMERABLE) and (finite or not isinstance(compressor, GreedyRejection))


@functools.singledispatch
def index_law(compressor: Compressor, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    """P(K = k | table) of one input for t tables, (t, m); every row sums to 1.

    x: (d,) or a category; tables: (t,) integers. Column k − 1 belongs to index k; for greedy rejection the last
    column holds all later indices together. Raises ``ValueError`` for a compressor that is not `ENUMERABLE`.
    """
    validation.fail("compressor", compressor.name, "one of " + ", ".join(kind.name for kind in ENUMERABLE))


@index_law.register
def _(compressor: MinimalRandomCoding, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    log_ratio = _pool_ratios(compressor, x, tables, shared)
    largest = log_ratio.max(axis=1, keepdims=True)
    weights = np.exp(log_ratio - np.where(np.isfinite(largest), largest, 0.0))
    weights[~np.isfinite(largest[:, 0])] = 1.0  # every candidate is impossible: any of them
    return weights / weights.sum(axis=1, keepdims=True)


@index_law.register
def _(compressor: ModifiedMinimalRandomCoding, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    return compressor.choice_law(_pool_ratios(compressor, x, tables, shared))


@index_law.register
def _(compressor: GenProt, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    """p_t E[1/(1 + number of others accepted)] + Π(1 − p)/N; the mean is ∫₀¹ Π_{j≠t} (1 − p_j v) dv."""
    count = compressor.candidates
    accept = compressor.acceptance(_pool_ratios(compressor, x, tables, shared))
    end = np.ones((len(accept), 1))
    if count > 2 * _NODES:  # the rule is no longer exact: keep to where the integrand, about e^(−vΣp), is not over
        end = np.minimum(1.0, _REACH / accept.sum(axis=1, keepdims=True))
    nodes, weights = roots_legendre(min(_NODES, math.ceil(count / 2)))
    others = np.zeros_like(accept)
    for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        log_missed = np.log1p(-accept * node * end)
        others += weight * np.exp(log_missed.sum(axis=1, keepdims=True) - log_missed)
    none = np.prod(1 - accept, axis=1, keepdims=True)
    return accept * others * end + none / count


@index_law.register
def _(compressor: BassilySmith, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    kept = np.exp(_log_ratios(compressor, x, tables, shared, 1)) / 2
    return np.hstack([kept, 1 - kept])


@index_law.register
def _(compressor: GreedyRejection, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    channel = compressor.channel
    if not isinstance(channel, CategoryChannel):
        validation.fail("compressor.channel", channel.name, "one between finite alphabets")
    everything = np.arange(channel.input_size)
    # A geometric tail of this mean leaves about 10⁻⁹ beyond.
    steps = min(_MOST_STEPS, math.ceil(21 * compressor.expected_cost(everything).max()))
    z = _candidates(compressor, tables, shared, steps)
    value = channel.inputs([x])
    accept = compressor.acceptance(value, steps)[np.arange(steps), 0, z]
    reached = np.cumprod(1 - accept, axis=1)
    reached = np.hstack([np.ones((len(z), 1)), reached])
    return np.hstack([reached[:, :-1] * accept, reached[:, -1:]])


def _pool_ratios(compressor: FinitePool, x: Any, tables: Any, shared: SharedRandomness) -> np.ndarray:
    return _log_ratios(compressor, x, tables, shared, compressor.candidates)


def _log_ratios(compressor: Compressor, x: Any, tables: Any, shared: SharedRandomness, count: int) -> np.ndarray:
    """ln r of the first candidates of every table, (t, count)."""
    z = _candidates(compressor, tables, shared, count)
    return compressor.channel.log_ratio(compressor.channel.inputs([x])[:, None], z)


def _candidates(compressor: Compressor, tables: Any, shared: SharedRandomness, count: int) -> np.ndarray:
    """The first candidates of every table, (t, count, *output_shape)."""
    tables, channel = np.atleast_1d(tables), compressor.channel
    rows = np.tile(np.arange(1, count + 1), len(tables))
    z = channel.proposal(shared.uniforms(rows, channel.width, np.repeat(tables, count)))
    return z.reshape(len(tables), count, *channel.output_shape)
