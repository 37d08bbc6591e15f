"""What the decoder sees who holds seed and message: the law of the index on given lists, for every input.

Schemes that weigh a fixed list have it in closed form (`ppr_core.diagnostics.index_laws`). PPR's comes by quadrature
over the arrival times that the decoder does not know (`ppr_core.index_law.law_given_list`). The decoder reads the first
M candidates of the list, and of a later index the candidate alone. Pseudorandom rejection sends a seed that tells an
observer with limited means no more than its output does (Feldman, Talwar 2021, Lemma 3.7).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel
from ppr_core.compressors import Compressor, Messages, PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.index_law import LONGEST, ListLaw, law_given_list, ratio_law
from ppr_core.inference.views import LawView
from ppr_core.randomness import SharedRandomness

__all__ = ["message_likelihoods", "message_view", "reading"]

_FEWEST, _MOST = 32, 256
_LATER = 256  # outputs that stand for all later ones where outputs cannot be listed


def reading(compressor: Compressor) -> tuple[int, float]:
    """How many candidates of a list the decoder reads, and about how many seconds their law takes for one input.

    Of PPR 4 r*, from 32 to 256; at α = ∞ so many that a later index has a probability below 10⁻⁹, at most `LONGEST`.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> from ppr_core.inference import reading
    >>> reading(PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0))[0]
    32
    """
    if not isinstance(compressor, PoissonPrivateRepresentation):
        count = getattr(compressor, "candidates", 512)
        return count, 2e-5 + 2e-7 * count
    bound, alpha = min(float(compressor.channel.log_ratio_bound()), 20.0), compressor.alpha
    wanted, most = (21, LONGEST) if math.isinf(alpha) else (4, _MOST)
    count = int(min(max(_FEWEST, wanted * math.exp(bound)), most))
    if math.isinf(alpha):
        return count, 1e-4 + 3e-9 * count**2
    spread = bound + min(compressor.channel.privacy(1e-6).epsilon, 16.0)
    points = 4 * (alpha * (spread + 16 / count) + math.log(count / min(alpha - 1, 1)) + 20)
    each = 3e-8 if isinstance(compressor.channel, CategoryChannel) else 6e-8
    return count, 1e-4 + each * count * points


def message_view(
    compressor: Compressor, inputs: Any, shared: SharedRandomness, *, tables: int = 48, first_table: int = 0
) -> LawView:
    """What the decoder sees of a message, on ``tables`` lists of shared candidates, for inputs (k, *event_shape).

    Of PPR the outcomes are the first M indices and, behind them, the outputs of a finite channel or 256 that stand
    for all, the same at every call: nodes of a sum over outputs, of which nothing is released. Raises ``ValueError``
    for a compressor whose index has no law here.

    >>> from ppr_core import PoissonPrivateRepresentation as PPR
    >>> from ppr_core import RandomizedResponseChannel, SharedRandomness, attack, message_view
    >>> scheme = PPR(RandomizedResponseChannel(size=2, epsilon=1.0), alpha=2.0)
    >>> view = message_view(scheme, [0, 1], SharedRandomness(1), tables=4)
    >>> attack(view, [0.5, 0.5]).value > 0.73
    True
    """
    from ppr_core.diagnostics.index_laws import index_law, is_enumerable  # with SciPy's statistics, a slow import

    numbers = first_table + np.arange(validation.integer("tables", tables, 1))
    if is_enumerable(compressor):
        laws = [index_law(compressor, x, numbers, shared) for x in inputs]
        return LawView(np.stack(laws, axis=1))
    if not isinstance(compressor, PoissonPrivateRepresentation):
        validation.fail("compressor", compressor.name, "PPR, PFR, MRC or another whose index has a law")
    channel, inputs = compressor.channel, compressor.channel.inputs(inputs)
    count = reading(compressor)[0]
    log_ratio = _listed(channel, inputs, shared, numbers, np.arange(1, count + 1))
    law = _law(compressor, inputs, log_ratio)
    if isinstance(channel, CategoryChannel):
        behind = channel.log_ratio(inputs[:, None], np.arange(channel.output_size)[None])[:, None]
        with np.errstate(invalid="ignore"):
            share = np.nan_to_num(channel.matrix[inputs] * np.exp(-behind[:, 0]), nan=0.0, posinf=0.0).max(axis=0)
    else:
        drawn = channel.sample(np.resize(inputs, (_LATER, *inputs.shape[1:])), np.random.default_rng(count))
        behind = channel.log_ratio(inputs[:, None], drawn[None])[:, None]
        share = 1 / (_LATER * np.exp(behind[:, 0]).mean(axis=0))  # dQ of one draw from the mean of all P_x
    late = law.late_density(behind) * share
    left = np.maximum(1 - law.mass.sum(axis=-1), 0.0)[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        late *= np.nan_to_num(left / late.sum(axis=-1, keepdims=True), nan=0.0, posinf=0.0)
    law_of_index = np.concatenate([law.mass, late], axis=-1)
    law_of_index /= law_of_index.sum(axis=-1, keepdims=True)
    behind = np.broadcast_to(behind, late.shape)
    return LawView(law_of_index.swapaxes(0, 1), np.concatenate([log_ratio, behind], axis=-1).swapaxes(0, 1))


def message_likelihoods(
    compressor: Compressor, inputs: Any, messages: Messages, shared: SharedRandomness
) -> np.ndarray:
    """ln P(message | x, table) of real messages for inputs (k, *event_shape), up to a constant each: (n, k).

    A message that decodes beyond what a law lists counts as its last outcome, one of PPR as a late one with its
    candidate, one of PFR then as its output. Pseudorandom rejection: ln of the density of the output (see the module).

    >>> import numpy as np
    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness
    >>> from ppr_core.inference import message_likelihoods
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)
    >>> messages = ppr.encode(np.array([2, 2, 2]), SharedRandomness(7), np.random.default_rng(1))
    >>> message_likelihoods(ppr, np.arange(4), messages, SharedRandomness(7)).shape
    (3, 4)
    """
    from ppr_core.diagnostics.index_laws import index_law

    channel = compressor.channel
    inputs, z = channel.inputs(inputs), compressor.decode(messages, shared)
    read = channel.log_ratio(inputs[None, :], z[:, None])
    if isinstance(compressor, PseudorandomRejection):
        return read
    indices, tables = messages.indices.tolist(), np.asarray(messages.tables)
    if isinstance(compressor, PoissonPrivateRepresentation):
        count = reading(compressor)[0]
        law = _law(compressor, inputs, _listed(channel, inputs, shared, tables, np.arange(1, count + 1)))
        with np.errstate(divide="ignore"):
            late = read if math.isinf(law.alpha) else np.log(law.late_density(read.T[..., None])[..., 0].T)
            near = [np.log(law.mass[:, sent, min(index, count) - 1]) for sent, index in enumerate(indices)]
        return np.where(np.array([[index > count] for index in indices]), late, near)
    rows = []
    for index, table in zip(indices, tables.tolist(), strict=True):
        laws = np.stack([index_law(compressor, x, [table], shared)[0] for x in inputs])
        with np.errstate(divide="ignore"):
            rows.append(np.log(laws[:, min(index, laws.shape[1]) - 1]))
    return np.array(rows)


def _listed(
    channel: Channel, inputs: np.ndarray, shared: SharedRandomness, tables: np.ndarray, indices: np.ndarray
) -> np.ndarray:
    """ln r of the candidates with these indices on every list, (k, lists, n)."""
    rows = np.tile(indices, len(tables))
    z = channel.proposal(shared.uniforms(rows, channel.width, np.repeat(tables, len(indices))))
    return channel.log_ratio(inputs[:, None], z[None]).reshape(len(inputs), len(tables), len(indices))


def _law(compressor: PoissonPrivateRepresentation, inputs: np.ndarray, log_ratio: np.ndarray) -> ListLaw:
    ratios = [ratio_law(compressor.channel, x) for x in inputs] if math.isfinite(compressor.alpha) else ()
    return law_given_list(log_ratio, compressor.alpha, ratios)
