"""A trusted server: noise once, by the server; and CSGM, of which it receives a few bits a client."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ppr_core.codes import code_from_name
from ppr_core.estimation.aggregate import LayeredGaussian
from ppr_core.experiments.trust_models.model import Model, digits, final_guarantee, measured_error
from ppr_core.experiments.trust_models.tasks import LAPLACE, Histogram, Task, Vectors
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["sampled", "trusted"]

_CODE = "signed_elias_delta"
_SHOWN = 40  # bits of a message that are shown


def trusted(task: Task, rng: np.random.Generator) -> Model:
    """Gaussian or Laplace noise once, by the server; Gaussian noise of vectors by layered shared randomness."""
    p = task.p
    change, unit, source = task.central_noise(p.epsilon)
    std, final = change * unit / p.clients, final_guarantee(task, p.epsilon, source)
    if source == LAPLACE or isinstance(task, Histogram):
        bits, carrier, sent = Mean(float(task.plain_bits()), 0.0, 1), "plain", task.values[:3]
        draw = rng.standard_normal if source != LAPLACE else partial(rng.laplace, 0.0, math.sqrt(0.5))
        measured = measured_error(task, lambda: float(np.sum((std * draw(size=task.size)) ** 2)))
    else:
        x, layered = task.values.reshape(task.shown, -1), LayeredGaussian(std * math.sqrt(p.clients))
        sent = layered.encode(x, SharedRandomness(p.seed))
        lengths = code_from_name(_CODE).lengths(sent.ravel()).reshape(sent.shape).sum(axis=1)
        bits, carrier, seeds = Mean.of(lengths.astype(float)), "layered", iter(range(p.seed, p.seed + p.repetitions))

        def run() -> float:
            shared = SharedRandomness(next(seeds))
            gap = (layered.decode(layered.encode(x, shared), shared) - x).mean(axis=0)
            return float(gap @ gap)

        measured = measured_error(task, run, task.shown / p.clients)
    return Model(
        name="trusted", final=final, expected=std, measured=measured, bits=bits.value, bits_error=bits.error,
        local=math.nan, server=math.inf, helper=math.nan, messages=tuple(digits(one) for one in sent[:3]),
        carrier=carrier,
    )  # fmt: skip


def sampled(task: Task, rng: np.random.Generator) -> Model | None:
    """CSGM: each entry is sent with a small probability, as one bit, and the noise counts on who is not sampled."""
    if not isinstance(task, Vectors):
        return None
    p, scheme, x = task.p, task.sampling(task.p.epsilon), task.everybody
    seeds, sent = iter(range(p.seed, p.seed + p.repetitions)), []

    def run() -> float:
        found = scheme.estimate(x, SharedRandomness(next(seeds)), rng)
        sent.append(found.bits.total)
        return found.squared_error

    measured = measured_error(task, run)
    bits, expected = Mean.of(np.array(sent)), math.sqrt(scheme.expected_squared_error(x) / task.size)
    messages = scheme.bits_sent(x[:3], SharedRandomness(p.seed), rng)
    return Model(
        name="sampled", final=replace(scheme.central_privacy(p.delta), against="public"), expected=expected,
        measured=measured, bits=bits.value, bits_error=bits.error, local=math.nan, server=math.inf, helper=math.nan,
        messages=tuple(_bits(one) for one in messages), carrier="sampled",
    )  # fmt: skip


def _bits(message: np.ndarray) -> str:
    return ("".join(map(str, message[:_SHOWN].tolist())) or "–") + (" …" if len(message) > _SHOWN else "")
