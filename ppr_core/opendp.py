"""Compressors as measurements of OpenDP: they compose with its compositors and odometers (docs/opendp.md).

Needs the extra ``opendp``. A release is the record of one message (`ppr_core.wire`); its privacy map is for whoever has
the record and the shared seed, the decoder.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ppr_core import validation, wire
from ppr_core.accounting import RenyiCurve, dominating_pair, poisson_curve, renyi_of_output
from ppr_core.channels import Channel, PrivUnitChannel, VectorChannel
from ppr_core.codes import Code
from ppr_core.compressors import (
    Compressor,
    PoissonPrivateRepresentation,
    PoissonReference,
    PoissonTree,
    PseudorandomRejection,
    learned,
)
from ppr_core.decoder_privacy import accountable, worst_pair
from ppr_core.extras import needed
from ppr_core.guarantees import DECODER
from ppr_core.randomness import SharedRandomness

__all__ = ["MEASURES", "measurement", "renyi_curve"]

MEASURES = ("pure", "approximate", "renyi")


def measurement(
    compressor: Compressor,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    measure: str = "pure",
    delta: float = 0.0,
    code: str | Code = "elias_delta",
    first_table: int = 0,
) -> Any:
    """One person's message as an ``opendp.prelude.Measurement``: input -> record.

    Inputs lie in OpenDP's ``atom_domain`` or ``vector_domain``, any two of them at the discrete distance 1; vectors
    outside the channel's ball are brought to it. The privacy map of distance 1 is, for "pure", ε of `learned` at δ = 0
    under ``max_divergence``; for "approximate" (ε, δ) of `learned` at this ``delta`` in (0, 1) under
    ``approximate(max_divergence)``; for "renyi" the function λ -> D_λ of `renyi_curve` under ``renyi_divergence``.

    rng: the encoder's own randomness; OpenDP's honest-but-curious feature stands for its being secret and good. Each
    release reads the next table of ``shared``, from first_table on. Raises ``ValueError`` where the measure promises
    nothing: for ε = ∞.

    >>> import numpy as np
    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness
    >>> from ppr_core.opendp import measurement
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), alpha=2.0)
    >>> release = measurement(ppr, SharedRandomness(1), np.random.default_rng(1))
    >>> round(release.map(1), 6), release(3)[:4]  # 2αε, and a record
    (4.0, b'PPRW')
    """
    dp = needed("opendp.prelude")
    validation.choice("measure", measure, MEASURES)
    dp.enable_features("contrib", "honest-but-curious")
    domain, prepared = _space(dp, compressor.channel)
    tables = itertools.count(validation.integer("first_table", first_table, 0))

    def release(x: Any) -> bytes:
        sent = compressor.encode(prepared(x), shared, rng, first_table=next(tables))
        return wire.write(compressor, sent, shared, code)

    output, loss = _loss(dp, compressor, measure, delta)
    return dp.m.make_user_measurement(domain, dp.discrete_distance(), output, release, loss)


def renyi_curve(compressor: Compressor) -> RenyiCurve:
    """D_λ, in nats, of what the decoder sees of any two inputs: exact or an upper bound.

    PPR: of list, times and index (`poisson_curve`). Rejection with a good generator: of its output. All others: of
    binary randomized response at their pure ε, which nothing of that ε exceeds.

    >>> import numpy as np
    >>> from ppr_core import PseudorandomRejection, RandomizedResponseChannel
    >>> from ppr_core.opendp import renyi_curve
    >>> rejection = PseudorandomRejection(RandomizedResponseChannel(size=2, epsilon=1.0), gamma=0.01)
    >>> renyi_curve(rejection).at(np.array([2.0])).round(3)  # ln(p²/q + q²/p), p = e/(1 + e) = 1 − q
    array([0.735])
    """
    channel, pure = compressor.channel, learned(DECODER, compressor)
    if accountable(channel):
        if isinstance(compressor, PoissonPrivateRepresentation | PoissonReference | PoissonTree):
            return poisson_curve(worst_pair(channel), compressor.alpha)
        if isinstance(compressor, PseudorandomRejection) and _is_output(compressor, pure.source):
            return renyi_of_output(worst_pair(channel))
    allowed = "finite, where nothing but the pure ε is known of a scheme on its mechanism"
    validation.require(math.isfinite(pure.epsilon), "epsilon", pure.epsilon, allowed)
    return renyi_of_output(dominating_pair(pure.epsilon))


def _is_output(rejection: PseudorandomRejection, source: str) -> bool:
    """Whether its seed tells what the output tells: of a good generator without truncation."""
    return source != "rejection.lemma3.6" and rejection.truncated_mass == 0


def _loss(dp: Any, compressor: Compressor, measure: str, delta: float) -> tuple[Any, Callable[[int], Any]]:
    """OpenDP's measure, and the loss at the distance 0 or 1 of two inputs."""
    if measure == "renyi":
        curve = renyi_curve(compressor)
        return dp.renyi_divergence(), lambda distance: functools.partial(_divergence, curve if distance else None)
    if measure == "approximate":
        delta = validation.probability("delta", delta)
    else:
        validation.require(delta == 0, "delta", delta, "0 for the pure measure")
    epsilon = learned(DECODER, compressor, delta).epsilon
    validation.require(math.isfinite(epsilon), "epsilon", epsilon, f"finite for the {measure} measure")
    if measure == "pure":
        return dp.max_divergence(), lambda distance: epsilon if distance else 0.0
    return dp.approximate(dp.max_divergence()), lambda distance: (epsilon, delta) if distance else (0.0, 0.0)


def _divergence(curve: RenyiCurve | None, order: float) -> float:
    return 0.0 if curve is None else float(curve.at(np.array([order]))[0])


def _space(dp: Any, channel: Channel) -> tuple[Any, Callable[[Any], np.ndarray]]:
    """OpenDP's domain of the inputs, and what makes a batch of one of them."""
    if not isinstance(channel, VectorChannel):
        size = int(channel.input_size)  # type: ignore[attr-defined]
        return dp.atom_domain(T=int, bounds=(0, size - 1)), lambda x: np.array([x])
    bound, dimension, unit = channel.norm_bound, channel.dimension, isinstance(channel, PrivUnitChannel)
    if dimension == 1:
        return dp.atom_domain(T=float, nan=False), lambda x: np.clip(np.array([x], dtype=float), -bound, bound)

    def in_the_ball(x: Any) -> np.ndarray:
        vector = np.asarray(x, dtype=float)
        norm = float(np.linalg.norm(vector))
        if unit and norm == 0:
            return np.eye(dimension)[:1]
        return (vector / norm if unit else vector * min(1.0, bound / max(norm, 1e-300)))[None]

    return dp.vector_domain(dp.atom_domain(T=float, nan=False), size=dimension), in_the_ball
