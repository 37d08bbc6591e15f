"""What an adversary learns of a compressor at one δ, and the mechanism that holds them to a limit.

One ruler for every scheme: at the δ that is asked for each has its own tight ε, or a bound where no more is known
(`PrivacyGuarantee.side`); at δ = 0 the pure ε of its theorem, ∞ where there is none. The decoder sees the output, too,
and so never learns less than its reader: no divergence rises under processing.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ppr_core import validation
from ppr_core.accounting import AtomicPair, dominating_pair
from ppr_core.compressors.algorithm1 import PoissonReference
from ppr_core.compressors.base import Compressor
from ppr_core.compressors.bassily_smith import BassilySmith
from ppr_core.compressors.constant_looks import ConstantLooks
from ppr_core.compressors.finite_pool import FinitePool, MinimalRandomCoding
from ppr_core.compressors.listed_privacy import concentrated_epsilon, listed_pair, output_pair
from ppr_core.compressors.poisson import PoissonPrivateRepresentation
from ppr_core.compressors.poisson_tree import PoissonTree
from ppr_core.compressors.pseudorandom_rejection import PseudorandomRejection
from ppr_core.decoder_privacy import (
    accountable,
    decoder_privacy,
    mechanism_epsilon,
    output_privacy,
    pair_privacy,
    worst_pair,
)
from ppr_core.guarantees import ADVERSARIES, DECODER, READER, Adversary, PrivacyGuarantee, rejection_any_generator

__all__ = ["LEARNED", "held_epsilon", "learned", "learned_of_pure"]

_LARGEST_PURE = 500.0  # nats from which on δ makes no difference to a float
_SETTLED = 1e-9


def learned_of_pure(promise: PrivacyGuarantee, delta: float, *, messages: int = 1) -> PrivacyGuarantee:
    """At δ, of so many messages of each of which no more is known than its pure ε: as of randomized response.

    >>> from ppr_core import PrivacyGuarantee
    >>> from ppr_core.compressors import learned_of_pure
    >>> promise = PrivacyGuarantee(epsilon=1.0, against="decoder", notion="local", source="ppr.theorem7")
    >>> learned_of_pure(promise, 0.0, messages=2).epsilon
    2.0
    """
    if math.isinf(promise.epsilon) or promise.epsilon > _LARGEST_PURE or promise.epsilon == 0 or delta == 0:
        return replace(promise, epsilon=messages * promise.epsilon, delta=0.0, side="upper")
    if messages == 1:  # δ(ε′) = (e^ε − e^ε′)/(e^ε + 1)
        odds = math.exp(promise.epsilon) * (1 - delta) - delta
        return replace(promise, epsilon=math.log(max(odds, 1.0)), delta=delta, side="upper")
    composed = pair_privacy(dominating_pair(promise.epsilon), delta, messages=messages)
    return replace(promise, epsilon=composed.epsilon, delta=delta, side="upper")


@functools.singledispatch
def _seen(compressor: Compressor, delta: float, messages: int) -> PrivacyGuarantee:
    """What (shared randomness, message) tells at δ > 0, of a scheme of which only its theorem is known."""
    return learned_of_pure(_declared(DECODER, compressor), delta, messages=messages)


@_seen.register(PoissonPrivateRepresentation)
@_seen.register(PoissonReference)
@_seen.register(PoissonTree)
def _(compressor: PoissonPrivateRepresentation, delta: float, messages: int) -> PrivacyGuarantee:
    """By Rényi divergences with the times, an upper bound; of a channel that is not registered by Theorem 8 at equal
    shares of δ."""
    if accountable(compressor.channel):
        return decoder_privacy(compressor.channel, compressor.alpha, delta, messages=messages)
    promise = DECODER.among(compressor.privacy(delta / messages / 2))
    return replace(promise, epsilon=messages * promise.epsilon, delta=delta)


@_seen.register
def _(compressor: MinimalRandomCoding, delta: float, messages: int) -> PrivacyGuarantee:
    """The least of the law of the list and index, of the concentration of its weights, and of the theorem."""
    statements = [_law_of_list(compressor, delta, messages)]
    each = concentrated_epsilon(compressor.channel, compressor.candidates, delta / messages)
    if math.isfinite(each):
        bound = PrivacyGuarantee(epsilon=messages * each, against="decoder", notion="local", source="mrc.concentration")
        statements.append(replace(bound, delta=delta))
    return min(statements, key=lambda promise: promise.epsilon)


@_seen.register
def _law_of_list(compressor: FinitePool, delta: float, messages: int) -> PrivacyGuarantee:
    """By the law of the list and index where it is enumerated and nothing less is proven."""
    theorem = learned_of_pure(_declared(DECODER, compressor), delta, messages=messages)
    pair = listed_pair(compressor)
    if pair is None:
        return theorem
    law = pair_privacy(pair, delta, messages=messages)
    return replace(law, against=DECODER.name, source="mrc.loss") if law.epsilon <= theorem.epsilon else theorem


@_seen.register
def _(compressor: PseudorandomRejection, delta: float, messages: int) -> PrivacyGuarantee:
    """A message is made from a sample of P, or with the same chance for all inputs of Q; what truncation adds to δ is
    taken from it first."""
    promise = DECODER.among(compressor.privacy())
    if promise.source == "rejection.lemma3.6":
        return learned_of_pure(promise, delta, messages=messages)
    channel = compressor.channel
    if compressor.truncated_mass == 0:
        output = output_privacy(channel, delta, messages=messages)
        return replace(output, against=DECODER.name, source=promise.source, conditions=promise.conditions, side="upper")
    lost = compressor.truncated_mass + compressor.gamma
    epsilon = messages * _with_failures(lambda left: output_privacy(channel, left).epsilon, delta / messages, lost)
    lemma = rejection_any_generator(compressor.channel.privacy(), deletion_epsilon=compressor.deletion_epsilon)
    any_generator = learned_of_pure(lemma, delta, messages=messages)
    return replace(promise, epsilon=epsilon, delta=delta) if epsilon < any_generator.epsilon else any_generator


@_seen.register
def _(compressor: ConstantLooks, delta: float, messages: int) -> PrivacyGuarantee:
    """PPR's, but for the probability that its winner is missed."""
    return _constant(compressor, DECODER, delta, messages)


def _constant(compressor: ConstantLooks, adversary: Adversary, delta: float, messages: int) -> PrivacyGuarantee:
    ppr = PoissonPrivateRepresentation(compressor.channel, compressor.alpha)

    def epsilon(left: float) -> float:
        return LEARNED[adversary.name](ppr, left, messages).epsilon

    found = _with_failures(epsilon, delta, messages * compressor.missed)
    return replace(adversary.among(compressor.privacy()), epsilon=found, delta=delta, side="upper")


def _with_failures(epsilon_at: Callable[[float], float], delta: float, lost: float) -> float:
    """The smallest ε with δ₀(ε) + (1 + e^ε)·lost <= δ, ``epsilon_at`` the inverse of δ₀: from below, step by step; else
    ∞."""
    epsilon, before = 0.0, -1.0
    while epsilon - before > _SETTLED * (1 + epsilon):
        left = delta - (1 + math.exp(min(epsilon, _LARGEST_PURE))) * lost
        if left <= 0:
            return math.inf
        before, epsilon = epsilon, epsilon_at(left) * (1 + _SETTLED)
    return epsilon + _SETTLED * (1 + epsilon)


@_seen.register
def _(compressor: BassilySmith, delta: float, messages: int) -> PrivacyGuarantee:
    """Of two levels: sample and bit, the sample public. Kept with r/2, dropped with 1 − r/2."""
    levels, theorem = compressor.channel.two_levels(), _declared(DECODER, compressor)
    pair = worst_pair(compressor.channel) if levels and accountable(compressor.channel) else None
    if levels is None or not isinstance(pair, AtomicPair) or pair.losses.ndim > 1:
        return learned_of_pure(theorem, delta, messages=messages)
    apart = float(pair.masses[0]) / levels.high  # of the proposal, in one cap alone
    dropped = [1 - levels.high / 2, 1 - levels.low / 2]
    with np.errstate(divide="ignore"):
        gap = float(np.log(dropped[1]) - np.log(dropped[0]))
    masses = [pair.masses[0] / 2, pair.masses[1] / 2, apart * dropped[1], apart * dropped[0]]
    losses = [pair.losses[0], pair.losses[1], gap, -gap if math.isfinite(gap) else 0.0]
    unseen = 0.0 if math.isfinite(gap) else apart * dropped[1]
    if math.isinf(gap):
        masses[3] = 0.0
    law = AtomicPair(np.array([*losses, 0.0]), np.array([*masses, 1 - sum(masses)]), np.array(unseen))
    return replace(pair_privacy(law, delta, messages=messages), against=DECODER.name, source=theorem.source)


def _declared(adversary: Adversary, compressor: Compressor) -> PrivacyGuarantee:
    """The pure promise for any two inputs."""
    promises = adversary.all_of(compressor.privacy())
    worst = adversary.worst([promise for promise in promises if promise.notion != "metric"] or promises)
    return worst if worst.delta == 0 else replace(worst, epsilon=math.inf, delta=0.0)


def _reader(compressor: Compressor, delta: float, messages: int) -> PrivacyGuarantee:
    """Of an exact scheme the output's; of any other its own outputs', or at most what its decoder learns, who makes
    them."""
    if compressor.exact:
        return output_privacy(compressor.channel, delta, messages=messages)
    pair = output_pair(compressor) if isinstance(compressor, FinitePool) else None
    if pair is not None:
        return pair_privacy(pair, delta, messages=messages)
    if isinstance(compressor, ConstantLooks) and delta > 0:
        return _constant(compressor, READER, delta, messages)
    if delta == 0:
        promise = _declared(READER, compressor)
        return replace(promise, epsilon=messages * promise.epsilon)
    if isinstance(compressor, BassilySmith):  # half of the outputs are lost, whatever the input is
        seen = min(1.0, 2 * delta) if messages == 1 else delta
        return replace(output_privacy(compressor.channel, seen, messages=messages), delta=delta, side="upper")
    return replace(_seen(compressor, delta, messages), against=READER.name)


def _decoder(compressor: Compressor, delta: float, messages: int) -> PrivacyGuarantee:
    if delta == 0:
        promise = _declared(DECODER, compressor)
        return replace(promise, epsilon=messages * promise.epsilon)
    decoder = _seen(compressor, delta, messages)
    lists = isinstance(compressor, FinitePool) and output_pair(compressor) is not None
    if not compressor.exact and not isinstance(compressor, BassilySmith) and not lists:
        return decoder  # the reader's is no other
    reader = _reader(compressor, delta, messages)
    return decoder if decoder.epsilon >= reader.epsilon else replace(reader, against=DECODER.name)


#: name of an adversary -> (compressor, δ, messages) -> what they learn.
LEARNED: dict[str, Callable[[Compressor, float, int], PrivacyGuarantee]] = {
    READER.name: _reader,
    DECODER.name: _decoder,
}


def learned(adversary: Adversary, compressor: Compressor, delta: float = 0.0, *, messages: int = 1) -> PrivacyGuarantee:
    """(ε, δ) of one person's messages against an adversary, by the tightest statement known at this δ.

    delta: in [0, 1], of all messages, 0 for the pure ε; messages: >= 1, each by the compressor with a table of its own.
    Of one for whom nothing is stated, what somebody learns who sees as much or more. Raises ``ValueError`` where that
    is nobody.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> from ppr_core.compressors import learned
    >>> from ppr_core.guarantees import adversary
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)
    >>> [learned(adversary("against", who), ppr).epsilon for who in ("database", "decoder")]
    [1.0, 4.0]
    """
    validation.integer("messages", messages, 1)
    validation.real("delta", delta, 0.0, 1.0)
    if adversary.name in LEARNED:
        return LEARNED[adversary.name](compressor, delta, messages)
    above = [ADVERSARIES[name] for name in LEARNED if ADVERSARIES[name].sees_all_of(adversary)]
    if not above:
        allowed = f"one of {', '.join(LEARNED)}, as nothing says what {adversary.sentence} learns of {compressor.label}"
        validation.fail("adversary", adversary.name, allowed)
    least = min(
        (learned(observer, compressor, delta, messages=messages) for observer in above),
        key=lambda promise: promise.epsilon,
    )
    return replace(least, against=adversary.name)


def held_epsilon(
    adversary: Adversary,
    limit: float,
    compressor_at: Callable[[float], Compressor],
    delta: float = 0.0,
    *,
    messages: int = 1,
) -> float:
    """ε of a mechanism with which the adversary learns at most ``limit`` (nats, at δ), see `mechanism_epsilon`.

    compressor_at(ε): what sends each of the messages when the mechanism has this ε. One who sees outputs alone is held
    by the mechanism itself.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> from ppr_core.compressors import held_epsilon
    >>> from ppr_core.guarantees import adversary
    >>> def ppr(epsilon):
    ...     return PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=epsilon), 2.0)
    >>> round(held_epsilon(adversary("against", "decoder"), 1.0, ppr), 4)
    0.25
    """
    if adversary.sees_outputs_only:
        return limit
    return mechanism_epsilon(
        limit, lambda epsilon: learned(adversary, compressor_at(epsilon), delta, messages=messages).epsilon
    )
