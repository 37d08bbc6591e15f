"""Trust models of one task at the same final guarantee: noise, bits, and what the server learns."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from ppr_core.accounting import (
    amplified_epsilon,
    any_randomizer,
    local_epsilon,
    ppr_chi_square,
    shuffled_by_moments,
)
from ppr_core.codes import code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.estimation.aggregate import SecureMean, SecureSum
from ppr_core.experiments.trust_models.model import Model, digits, final_guarantee, measured_error
from ppr_core.experiments.trust_models.one_list import one_list
from ppr_core.experiments.trust_models.parameters import TrustParameters
from ppr_core.experiments.trust_models.server import sampled, trusted
from ppr_core.experiments.trust_models.tasks import Histogram, Task, Vectors, task_of
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["MODELS", "NAME_BITS", "amplified_curve", "expected_errors", "models_of"]

#: The models, from the one that trusts nobody to the one that trusts the server.
MODELS = ("local", "shuffled_messages", "shuffled_outputs", "secure", "sampled", "trusted")

_ENCODED = 64  # messages that are really sent by PPR, for their bits
_SEED_BITS = 128  # of a message by pseudorandom rejection
NAME_BITS = 64  # that name a message's table, so that no two of 10⁶ clients are likely to share one
_MOST = {"numbers": 12.0, "vectors": 7.0, "histogram": 8.0}  # local ε: candidates grow as e^ε
_CODE = "elias_delta"
_UNREAD = {"epsilon": 1.0, "repetitions": 2, "seed": 1}  # by searches, whose ε is given
_PURE = 60.0  # nats of a message beyond which shuffling is not reckoned with


def models_of(task: Task, rng: np.random.Generator) -> tuple[Model, ...]:
    """All of them, those left out that the task or its settings do not allow."""
    makers = (_local, _shuffled_messages, _shuffled_outputs, _secure, sampled, trusted)
    return tuple(model for maker in makers if (model := maker(task, rng)) is not None)


def shuffled_local(task: Task, name: str, epsilon: float) -> float:
    """ε₀ of the local messages that shuffling makes (ε, δ)-private; at least ε, where shuffling is not needed."""
    return _shuffled_local(task.p.replace(**_UNREAD, spare_bits=8, dropout=0.0), name, epsilon)


@lru_cache(maxsize=256)
def _shuffled_local(p: TrustParameters, name: str, epsilon: float) -> float:
    task, most = task_of(p), _MOST[p.task]
    if name == "shuffled_outputs":
        return local_epsilon(lambda local: task.amplification(local).upper, p.clients, epsilon, p.delta, most)
    pairs = local_epsilon(
        lambda local: any_randomizer(local).upper, p.clients, epsilon, p.delta, min(2 * p.alpha * most, _PURE)
    )
    found = max(pairs, epsilon) / (2 * p.alpha)
    low, high = found, min(most, 4 * found)
    # The χ² divergence of PPR's messages may allow more.
    for _ in range(0 if math.isinf(_by_moments(task, low)) else 12):
        middle = (low + high) / 2
        low, high = (middle, high) if _by_moments(task, middle) <= epsilon else (low, middle)
    return low


def _by_moments(task: Task, local: float) -> float:
    """ε after shuffling of PPR's messages, by their χ² divergence; ∞ where the pair is not listed."""
    pair, alpha = task.amplification(local).upper[0], task.p.alpha
    if pair.source == "shuffle.variation":
        return math.inf
    first, ratio = pair.first[pair.first > 0], pair.first[pair.first > 0] / pair.second[pair.first > 0]
    above, below = (float(first @ ratio**power) for power in (alpha, -alpha))
    chi = ppr_chi_square(alpha, above, below)
    return shuffled_by_moments(task.p.clients, chi, 2 * alpha * local, task.p.delta).epsilon


def expected_errors(task: Task, epsilon: float) -> dict[str, float]:
    """Model -> root mean squared error of an entry at another ε, by formula."""
    p, size = task.p, task.size
    squares = {"local": task.local_error(epsilon, p.clients)}
    for name in ("shuffled_messages", "shuffled_outputs"):
        squares[name] = task.local_error(shuffled_local(task, name, epsilon), p.clients)
    change, unit, _ = task.central_noise(epsilon)
    squares["trusted"] = size * (change * unit / p.clients) ** 2
    secure = _secure_sum(task, epsilon)
    if secure is not None:
        squares["secure"] = _secure_error(task, secure)
    if isinstance(task, Vectors):
        squares["sampled"] = task.sampling(epsilon).expected_squared_error(task.everybody)
    return {name: math.sqrt(square / size) for name, square in squares.items()}


@lru_cache(maxsize=64)
def amplified_curve(local: float, delta: float, people: tuple[int, ...]) -> tuple[float, ...]:
    """Final ε of any ε₀-locally private messages among so many people, from above."""
    pair = any_randomizer(local).upper[0]
    return tuple(amplified_epsilon(pair, count, delta, local=local) for count in people)


def _local_errors(task: Task, rng: np.random.Generator, local: float) -> tuple[float, Mean]:
    """Expected and measured error of local messages; where fewer than all were drawn, scaled to all."""
    expected = math.sqrt(task.local_error(local, task.p.clients) / task.size)
    return expected, measured_error(task, lambda: task.local_run(local, rng), task.shown / task.p.clients)


def _local(task: Task, rng: np.random.Generator) -> Model:
    epsilon = task.p.epsilon
    raw = task.raw_bits(epsilon)
    expected, measured = _local_errors(task, rng, epsilon)
    seeds = tuple(rng.bytes(_SEED_BITS // 8).hex() for _ in range(3))
    sent = task.channel(epsilon).sample(task.inputs(task.values[:3], rng), rng) if raw <= _SEED_BITS else ()
    messages = tuple(digits(one) for one in sent) or seeds
    return Model(
        name="local",
        expected=expected,
        measured=measured,
        local=epsilon,
        final=final_guarantee(task, epsilon, "local.definition"),
        bits=min(raw, _SEED_BITS),
        bits_error=0.0,
        server=epsilon,
        helper=math.nan,
        messages=messages,
        carrier="raw" if raw <= _SEED_BITS else "rejection",
    )


def _ppr(task: Task, local: float, rng: np.random.Generator) -> tuple[Mean, tuple[str, ...]]:
    """Bits of PPR's messages really sent, and the first three."""
    compressor = PoissonPrivateRepresentation(task.channel(local), task.p.alpha)
    inputs = task.inputs(task.values[:_ENCODED], rng)
    sent = compressor.encode(inputs, SharedRandomness(task.p.seed), rng)
    return Mean.of(sent.lengths(code_from_name(_CODE)).astype(float)), tuple(str(index) for index in sent.indices[:3])


def _shuffled_outputs(task: Task, rng: np.random.Generator) -> Model:
    local = shuffled_local(task, "shuffled_outputs", task.p.epsilon)
    way = task.amplification(local)
    final, least = way.epsilon(task.p.clients, task.p.delta)
    bits, messages = _ppr(task, local, rng)
    helper, carrier, raw = 2 * task.p.alpha * local, "ppr", task.raw_bits(local)
    if raw <= bits.value:
        sent = task.channel(local).sample(task.inputs(task.values[:3], rng), rng)
        bits, helper, carrier, messages = Mean(raw, 0.0, 1), local, "raw", tuple(digits(one) for one in sent)
    expected, measured = _local_errors(task, rng, local)
    return Model(
        name="shuffled_outputs",
        expected=expected,
        measured=measured,
        local=local,
        final=replace(final, against="public"),
        bits=bits.value,
        bits_error=bits.error,
        server=final.epsilon,
        helper=helper,
        messages=messages,
        least=least,
        carrier=carrier,
    )


def _shuffled_messages(task: Task, rng: np.random.Generator) -> Model:
    local = shuffled_local(task, "shuffled_messages", task.p.epsilon)
    bits, indices = _ppr(task, local, rng)
    names = tuple(f"{rng.bytes(NAME_BITS // 8).hex()} {index}" for index in indices)
    moments, pure = _by_moments(task, local), 2 * task.p.alpha * local
    pair = any_randomizer(min(pure, _PURE)).upper[0]
    pairs = amplified_epsilon(pair, task.p.clients, task.p.delta, local=pure)
    best, source = min((moments, "shuffle.moments"), (pairs, pair.source))
    expected, measured = _local_errors(task, rng, local)
    return Model(
        name="shuffled_messages",
        expected=expected,
        measured=measured,
        local=local,
        final=final_guarantee(task, best, source),
        bits=NAME_BITS + bits.value,
        bits_error=bits.error,
        server=best,
        helper=pure,
        messages=names,
        carrier="ppr",
        one_list=one_list(task, local, NAME_BITS, rng.spawn(1)[0]),
    )


def _secure_sum(task: Task, epsilon: float) -> SecureMean | SecureSum | None:
    """What adds up, or None where the modulus is too small."""
    return _remembered_sum(task.p.replace(**_UNREAD, alpha=2.0), epsilon)


@lru_cache(maxsize=16)
def _remembered_sum(p: TrustParameters, epsilon: float) -> SecureMean | SecureSum | None:
    task = task_of(p)
    try:
        if isinstance(task, Histogram):
            return SecureSum(
                dimension=task.size, clients=p.clients, stay=p.stay, distance=task.distance, epsilon=epsilon,
                delta=p.delta, bits=p.bits, noise="skellam",
            )  # fmt: skip
        return SecureMean(
            dimension=task.size, clients=p.clients, epsilon=epsilon, delta=p.delta, bits=p.bits,
            norm_bound=task.norm_bound, noise=p.noise, dropout=p.dropout,
        )  # fmt: skip
    except ValueError:
        return None


def _secure_error(task: Task, secure: SecureMean | SecureSum) -> float:
    if isinstance(secure, SecureMean):
        return secure.expected_squared_error(None, task.p.stay)
    return task.size * float(secure.variance) / task.p.stay


def _secure(task: Task, rng: np.random.Generator) -> Model | None:
    p, secure = task.p, _secure_sum(task, task.p.epsilon)
    if secure is None:
        return None
    if isinstance(task, Histogram) and isinstance(secure, SecureSum):
        if secure.wrap_chance(float(p.clients)).value > 1e-6:
            return None
        counts = task.counts(p.stay)
        outcomes = [secure.run_summed(counts, p.stay, rng) for _ in range(p.repetitions)]
        squares = iter(float(((one.total - counts) ** 2).sum()) / p.stay**2 for one in outcomes)
        sent, bits = outcomes[0].messages, task.size * p.bits
    else:
        assert isinstance(secure, SecureMean)
        runs = [secure.run(task.everybody, rng, dropped=p.clients - p.stay) for _ in range(p.repetitions)]
        squares, sent, bits = iter(one.squared_error for one in runs), runs[0].messages, secure.message_bits
    final, expected = secure.privacy(), math.sqrt(_secure_error(task, secure) / task.size)
    return Model(
        name="secure", final=replace(final, against="public"), expected=expected,
        measured=measured_error(task, lambda: next(squares)), bits=float(bits), bits_error=0.0, local=math.nan,
        server=final.epsilon, helper=math.nan, messages=tuple(digits(one) for one in sent), carrier=secure_noise(task),
    )  # fmt: skip


def secure_noise(task: Task) -> str:
    """Of the clients under secure aggregation."""
    return "skellam" if isinstance(task, Histogram) else task.p.noise
