"""What the decoder sees who holds seed and message: the law of the index on given tables, for every input.

Schemes that weigh a fixed list have it in closed form (`ppr_core.diagnostics.index_laws`). For PPR the candidates Z are
shared and the arrival times T are not, so P(K = k | x, Z) = E_T[w_k/Σ_j w_j], w_j = (T_j/r_x(Z_j))^{−α}: the mean is
taken over drawn times, the same for all inputs. Pseudorandom rejection sends a seed that tells an observer with limited
means no more than its output does (Feldman, Talwar 2021, Lemma 3.7).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors import Compressor, Messages, PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.diagnostics.index_laws import index_law, is_enumerable
from ppr_core.inference.views import LawView
from ppr_core.randomness import SharedRandomness

__all__ = ["PoissonTable", "message_likelihoods", "message_view", "poisson_table"]

_NEAR = 192  # first candidates that are looked at one by one
_EACH = 32  # of every further octave of indices so many stand for all
_LEFT = 3e-4  # of the weight may lie beyond the last octave
_FLOATS = 1 << 21


@dataclass(frozen=True, eq=False)
class PoissonTable:
    """PPR's index on one table, for k inputs.

    indices: (n,) Python integers, those looked at; stands_for: (n,) how many indices each stands for, 0 for one that
    was asked for in addition; halves: (2, k, n) two independent estimates of P(K = k | x, Z) of that single index.
    """

    indices: np.ndarray
    stands_for: np.ndarray
    halves: np.ndarray

    @property
    def laws(self) -> np.ndarray:
        """(2, k, n) masses of what the indices stand for, every row a law."""
        masses = self.halves * self.stands_for
        return masses / masses.sum(axis=2, keepdims=True)

    def likelihood(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """ln P(K = index | x, Z), (k,), and the standard error of each from the two halves; −∞ if never seen."""
        place = int(np.flatnonzero(self.indices == index)[0])
        pair = self.halves[:, :, place]
        with np.errstate(divide="ignore", invalid="ignore"):
            error = np.abs(pair[0] - pair[1]) / 2 / pair.mean(axis=0)
            return np.log(pair.mean(axis=0)), np.nan_to_num(error, nan=0.0)


def poisson_table(
    channel: Channel,
    inputs: Any,
    alpha: float,
    shared: SharedRandomness,
    table: int,
    rng: np.random.Generator,
    *,
    index: int | None = None,
    draws: int = 200,
) -> PoissonTable:
    """The law of PPR's index on one table for inputs (k, *event_shape), by ``draws`` draws of the arrival times.

    alpha: α in (1, ∞]. The first 192 candidates (or 20 r* where that is more, up to 4096) are taken one by one; of each
    further octave of indices 32 stand for all, with T_k near k, until next to no weight is left. index: one more index
    that is looked at. At α = ∞ only a candidate with a larger ratio than all before it can win, so late ones drop out.
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
    inputs = channel.inputs(inputs)
    ratio = math.exp(min(float(np.max(channel.log_ratio_bound(inputs))), 12.0))
    near = int(min(max(_NEAR, 20 * ratio), 4096))
    octaves = 0 if math.isinf(alpha) else math.ceil(-math.log2(_LEFT) / (alpha - 1))
    indices, stands_for = list(range(1, near + 1)), [1.0] * near
    for octave in range(octaves):
        start, size = near << octave, near << octave
        step = size // _EACH
        indices += [start + 1 + step // 2 + place * step for place in range(_EACH)]
        stands_for += [size / _EACH] * _EACH
    if index is not None and index not in indices:
        indices.append(int(index))
        stands_for.append(0.0)
    rows = np.array(indices, dtype=object)
    z = channel.proposal(shared.uniforms(rows, channel.width, table))
    log_ratio = channel.log_ratio(inputs[:, None], z[None])  # (k, n)
    weights, halves = np.array(stands_for), []
    for _ in range(2):
        halves.append(_mean_choice(log_ratio, weights, near, rows, alpha, rng, max(draws // 2, 1)))
    return PoissonTable(rows, weights, np.array(halves))


def message_view(
    compressor: Compressor,
    inputs: Any,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    tables: int = 48,
    first_table: int = 0,
    draws: int = 200,
) -> LawView:
    """What the decoder sees of a message, on ``tables`` tables of shared candidates, for inputs (k, *event_shape).

    Raises ``ValueError`` for a compressor whose index has no law here.
    """
    numbers = first_table + np.arange(validation.integer("tables", tables, 1))
    if is_enumerable(compressor):
        laws = [index_law(compressor, x, numbers, shared) for x in inputs]
        return LawView(np.stack(laws, axis=1))
    known = isinstance(compressor, PoissonPrivateRepresentation)
    validation.require(known, "compressor", compressor.name, "PPR, PFR, MRC or another whose index has a law")
    found = [
        poisson_table(compressor.channel, inputs, compressor.alpha, shared, int(one), rng, draws=draws).laws
        for one in numbers
    ]
    halves = np.stack(found, axis=1)
    return LawView(halves.mean(axis=0), halves)


def _mean_choice(
    log_ratio: np.ndarray,
    stands_for: np.ndarray,
    near: int,
    rows: np.ndarray,
    alpha: float,
    rng: np.random.Generator,
    draws: int,
) -> np.ndarray:
    """E_T[w_k/Σ_j s_j w_j], (k, n), over so many draws of the times."""
    late = np.array([math.log(row) for row in rows[near:]])
    total = np.zeros(log_ratio.shape)
    step = max(1, _FLOATS // log_ratio.size)
    for start in range(0, draws, step):
        count = min(step, draws - start)
        times = np.log(np.cumsum(rng.standard_exponential((count, near)), axis=1))
        if len(late):
            times = np.hstack([times, np.broadcast_to(late, (count, len(late)))])
        score = log_ratio[None] - times[:, None]  # (count, k, n)
        if math.isinf(alpha):
            winner = np.argmax(np.where(stands_for > 0, score, -np.inf), axis=2)
            for x in range(len(log_ratio)):
                total[x] += np.bincount(winner[:, x], minlength=log_ratio.shape[1])
            continue
        score -= score.max(axis=2, keepdims=True)
        weights = np.exp(alpha * score)
        total += (weights / (weights @ stands_for)[:, :, None]).sum(axis=0)
    return total / draws


def message_likelihoods(
    compressor: Compressor,
    inputs: Any,
    messages: Messages,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    draws: int = 200,
) -> np.ndarray:
    """ln P(message | x, table) of real messages for inputs (k, *event_shape), up to a constant each: (n, k).

    For PPR by ``draws`` draws of the arrival times. A message that decodes beyond what a law lists counts as its last
    outcome. Pseudorandom rejection: ln of the density of the output (see the module).
    """
    inputs = compressor.channel.inputs(inputs)
    if isinstance(compressor, PseudorandomRejection):
        z = compressor.decode(messages, shared)
        return compressor.channel.log_ratio(inputs[None, :], z[:, None])
    rows = []
    for index, table in zip(messages.indices.tolist(), messages.tables.tolist(), strict=True):
        if isinstance(compressor, PoissonPrivateRepresentation):
            found = poisson_table(
                compressor.channel, inputs, compressor.alpha, shared, table, rng, index=index, draws=draws
            )
            rows.append(found.likelihood(index)[0])
            continue
        laws = np.stack([index_law(compressor, x, [table], shared)[0] for x in inputs])
        with np.errstate(divide="ignore"):
            rows.append(np.log(laws[:, min(index, laws.shape[1]) - 1]))
    return np.array(rows)
