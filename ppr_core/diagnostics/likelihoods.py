"""What the outputs of a quantizer tell about its input: log-likelihoods of other inputs, and how steep they are.

A quantizer that is private per unit of distance promises slopes of ln P(seen | x) in x, one for the database, who sees
z, and one for the decoder, who also sees the message and the shared randomness. Both are checked here numerically.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import LayeredDither, Quantizer
from ppr_core.compressors.quantizer import DitheredQuantizer
from ppr_core.guarantees import DECODER, READER
from ppr_core.randomness import SharedRandomness

__all__ = ["LikelihoodCone", "SteepestSlopes", "likelihood_cone", "steepest_slopes"]

# A likelihood is steepest beside a vertex, and vertices lie whole steps from the output. There inputs are compared that
# are so close that the likelihood changes by a hundredth: the secant of its logarithm is then half of that less steep.
_CORNERS = np.arange(-4.0, 5.0)[:, None, None]
_CHANGE, _WIDEST = 0.01, 1 / 16


@dataclass(frozen=True, eq=False)
class LikelihoodCone:
    """ln P(seen | x′) − ln P(seen | x) in nats over candidate inputs x′, (k,) each; −∞ where x′ is excluded.

    database sees z, decoder sees the message and the shared rows of one message about x.

    >>> import numpy as np
    >>> from ppr_core.diagnostics import LikelihoodCone
    >>> cone = LikelihoodCone("DQL", np.array([0.4, 0.6]), np.array([0.1, -0.1]), np.array([0.2, -np.inf]))
    >>> cone.inputs[np.isneginf(cone.decoder)]  # what the decoder rules out
    array([0.6])
    """

    label: str
    inputs: np.ndarray
    database: np.ndarray
    decoder: np.ndarray


@dataclass(frozen=True)
class SteepestSlopes:
    """The steepest slope of ln P(seen | x) in x found numerically, nats per unit of x, and what is promised.

    >>> from ppr_core.diagnostics import SteepestSlopes
    >>> SteepestSlopes("dql", "DQL", 0.99, 1.9, database_promise=1.0, decoder_promise=2.0).decoder_promise
    2.0
    """

    name: str
    label: str
    database: float
    decoder: float
    database_promise: float
    decoder_promise: float


def likelihood_cone(
    quantizer: Quantizer, x: float, away: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
) -> LikelihoodCone:
    """For one message about x, on table 0 of ``shared``; away: (k,) the differences x′ − x.

    >>> import numpy as np
    >>> from ppr_core import DyadicQuantizedLaplace, SharedRandomness
    >>> from ppr_core.diagnostics import likelihood_cone
    >>> dql, rng = DyadicQuantizedLaplace(epsilon=1.0, nu=2.0), np.random.default_rng(1)
    >>> cone = likelihood_cone(dql, 0.5, np.array([-0.1, 0.1]), SharedRandomness(1), rng)
    >>> cone.database.round(6)  # ±ε (x′ − x), as z lies below both
    array([ 0.1, -0.1])
    """
    sent, z, rows = _messages(quantizer, x, 1, shared, rng)
    inputs = np.append(x + away, x)
    decoder = quantizer.log_likelihood(inputs, sent[0], np.repeat(rows, len(inputs), axis=0))
    database = quantizer.log_output(inputs, z[0])
    return LikelihoodCone(quantizer.label, inputs[:-1], database[:-1] - database[-1], decoder[:-1] - decoder[-1])


def steepest_slopes(
    quantizer: DitheredQuantizer | LayeredDither,
    x: float,
    away: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    messages: int = 500,
) -> SteepestSlopes:
    """Secants between neighbouring inputs: never steeper than the slope itself, and close to it.

    The decoder's is the steepest over so many messages about x, beside the vertices of each likelihood; the database's
    is taken in the same places and at z + away, (k,) rising. ∞ where a possible input stands beside an excluded one.

    >>> import numpy as np
    >>> from ppr_core import DyadicQuantizedLaplace, SharedRandomness
    >>> from ppr_core.diagnostics import steepest_slopes
    >>> dql, away = DyadicQuantizedLaplace(epsilon=1.0, nu=2.0), np.linspace(-3, 3, 61)
    >>> slopes = steepest_slopes(dql, 0.5, away, SharedRandomness(1), np.random.default_rng(1), messages=20)
    >>> round(slopes.database, 3), slopes.decoder <= slopes.decoder_promise
    (1.0, True)
    """
    sent, z, rows = _messages(quantizer, x, messages, shared, rng)
    promises = quantizer.privacy()
    database, decoder = READER.among(promises).epsilon, DECODER.among(promises).epsilon
    steps = _steps(quantizer, rows)
    share = np.full_like(steps, _WIDEST)
    if math.isfinite(decoder):
        share = np.minimum(_WIDEST, _CHANGE / (decoder * steps))
    beside = (z + (_CORNERS + np.stack([-share, 0 * share, share])) * steps).reshape(-1, len(z))
    return SteepestSlopes(
        name=quantizer.name,
        label=quantizer.label,
        database=max(_steepest(quantizer.log_output(each, z[0]), each) for each in (beside[:, 0], z[0] + away)),
        decoder=_steepest(quantizer.log_likelihood(beside, sent, rows), beside),
        database_promise=database,
        decoder_promise=decoder,
    )


def _messages(
    quantizer: Quantizer, x: float, count: int, shared: SharedRandomness, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """M, z and the shared rows of messages about x from table 0 on."""
    sent = quantizer.encode(np.full(count, x), shared, rng)
    return sent.integers[:, 0], quantizer.decode(sent, shared), quantizer.shared_rows(shared, sent.tables)


def _steps(quantizer: DitheredQuantizer | LayeredDither, rows: np.ndarray) -> np.ndarray:
    if isinstance(quantizer, LayeredDither):
        return quantizer.random_steps(rows)
    return quantizer.steps[quantizer.chosen(rows)]


def _steepest(logs: np.ndarray, inputs: np.ndarray) -> float:
    """Largest |difference quotient| along the first axis; ∞ where a possible input stands beside an excluded one."""
    possible = np.isfinite(logs)
    if np.any(possible[1:] != possible[:-1]):
        return math.inf
    with np.errstate(invalid="ignore"):  # −∞ less −∞, left out
        quotients = np.abs(np.diff(logs, axis=0)) / np.diff(inputs, axis=0)
    return float(np.max(quotients, where=possible[1:] & possible[:-1], initial=0.0))
