"""Every promise that applies to a mechanism and a compressor, with what it needs; and two corollaries corrected.

Sources are keys of `ppr_core.guarantees.references`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import CategoryChannel, Channel
from ppr_core.compressors import PseudorandomRejection
from ppr_core.experiments.privacy.exact import accounted, pair
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.guarantees import (
    PrivacyGuarantee,
    mrc_two_level,
    ppr_overhead_bits,
    ppr_tight,
    ppr_tight_alpha_limit,
    ppr_tight_overhead_bits,
)
from ppr_core.guarantees.printed import Erratum, erratum
from ppr_core.wording import number

__all__ = ["ERRATA", "Statement", "any_generator", "statements", "tight_excess"]

# source -> name, rule, condition
_KNOWN: dict[str, tuple[str, str, str]] = {
    "ppr.theorem7": ("Theorem 7", "(2αε, 0)", "the mechanism is ε-private with δ = 0"),
    "ppr.theorem8": ("Theorem 8", "(2αε, 2δ)", "the mechanism is (ε, δ)-private"),
    "ppr.theorem9": ("Theorem 9", "2αε · distance", "the mechanism is private by distance"),
    "ppr.theorem10": ("Theorem 10", "(αε + ε̃, 2(δ + δ̃))", "α close to 1"),
    "mrc.theorem2eps": ("both weights", "(2ε, 0)", "the mechanism is ε-private with δ = 0"),
    "mrc.two_level": ("the sum of weights is near its mean", "(ε + ln((1 + t)/(1 − t)), δ)", "N large enough"),
    "mrc.modified": ("weights that keep ε", "(ε, 0)", "a density ratio with two values"),
    "genprot.theorem": ("rejection with p = r/2", "(10ε, 0)", "the mechanism is ε-private with δ = 0"),
    "bassily_smith.bit": ("both values of the bit", "max{ε, ln((2 − e^(−ε) r*)/(2 − r*))}", "r* < 2"),
    "rejection.lemma3.7": ("a generator as good as random", "(ε, 0)", "no test tells candidates from samples of Q"),
    "rejection.lemma3.11": ("a generator as good as random", "(ε, δ)", "no test tells candidates from samples of Q"),
    "rejection.lemma3.6": ("any generator", "(2 max{ε, ε₀}, 0)", "δ = 0 and a ratio from e^(−ε₀) to e^(ε₀)"),
    "greedy.definition": ("none", "no bound", "some indices are impossible for some inputs"),
    "metric.definition": ("the mechanism's own, by distance", "ε · distance", "the output follows its law"),
}
_OWN = ("the mechanism's own", "(ε, δ)", "the output, where it is not lost, follows its law")
_DERIVED = "the output is computed from what the decoder has"
_AVERAGE = (
    "candidates that are fresh for every message, drawn independently of the input, and averaged over: not a list used "
    "twice for one person, nor a seed chosen by somebody who knows the input; on the worst single list only the "
    "theorems hold"
)
_NO_ORDER = "α < ∞: at ∞ the index is a function of x and of what the decoder knows"
_NO_LAW = "a mechanism whose privacy loss has a law that is known here"


@dataclass(frozen=True)
class Statement:
    """One promise: what it is called and reads in general, its numbers now, and what it needs.

    guarantee: with the numbers put in, also where the statement does not apply; applies: whether it holds here; needs:
    the conditions in words.
    """

    name: str
    rule: str
    guarantee: PrivacyGuarantee
    applies: bool
    needs: str


#: What Liu, Chen, Özgür, Li 2024 print about the privacy of Gaussian mean estimation, and what holds.
ERRATA: tuple[Erratum, ...] = tuple(
    erratum(f"ppr.{identifier}") for identifier in ("corollary12.local", "corollary17.sigma", "corollary17.local")
)


def statements(parameters: PrivacyParameters) -> tuple[Statement, ...]:
    """What holds against the database, then all that is known against the decoder, of the chosen compressor."""
    channel = parameters.channel()
    own = channel.privacy(parameters.delta)
    compressor = parameters.compressor(parameters.scheme, channel)
    found = [_statement(promise) for promise in compressor.privacy(parameters.delta)]
    if parameters.scheme == "ppr":
        found += [_exact(parameters), _tight(parameters, own)]
    if parameters.scheme == "mrc" and own.delta == 0:
        found.append(_two_level(parameters, channel))
    if parameters.scheme == "rejection":
        found.append(_statement(any_generator(parameters)[0]))
    return tuple(sorted(found, key=lambda statement: statement.guarantee.against != "database"))


def any_generator(parameters: PrivacyParameters) -> tuple[PrivacyGuarantee, float]:
    """What is left of pseudorandom rejection's promise if its generator fails, and ε₀ = max |ln r|."""
    weak = PseudorandomRejection(parameters.channel(), parameters.gamma, generator="few_bits")
    return weak.privacy()[1], weak.deletion_epsilon


def tight_excess(slack_epsilon: float, slack_delta: float) -> float:
    """How far above 1 Theorem 10 allows α to be: e^(−4.2) δ̃ ε̃²/(−ln δ̃)."""
    return 2 * ppr_overhead_bits(3.0) / ppr_tight_overhead_bits(slack_epsilon, slack_delta)


def _statement(promise: PrivacyGuarantee) -> Statement:
    """A promise of `Compressor.privacy`, in words."""
    applies = promise.epsilon < math.inf
    name, rule, needs = _KNOWN.get(promise.source, _OWN)
    if promise.against == "database" and promise.source in _KNOWN and promise.notion != "metric":
        return Statement("as against the decoder", rule, promise, applies, _DERIVED)
    if not applies and promise.source in ("ppr.theorem7", "ppr.theorem8", "ppr.theorem9"):
        needs = f"{needs}, and {_NO_ORDER}" if promise.source != "ppr.theorem9" else _NO_ORDER
    return Statement(name, rule, promise, applies, needs)


def _exact(parameters: PrivacyParameters) -> Statement:
    """What the decoder learns by exact accounting; in the rare case that a theorem says less, by that."""
    found = accounted(parameters)
    applies = math.isfinite(found.epsilon)
    rule = "(ε(δ), δ) from exact D_λ"
    missing = _NO_ORDER if pair(parameters) is not None else _NO_LAW
    return Statement("exact accounting", rule, found, applies, _AVERAGE if applies else missing)


def _tight(parameters: PrivacyParameters, own: PrivacyGuarantee) -> Statement:
    """Theorem 10; where α is too large for it, with what it would promise at the largest α it allows."""
    slack = (parameters.slack_epsilon, parameters.slack_delta)
    limit = ppr_tight_alpha_limit(*slack)
    applies = parameters.alpha <= limit
    if applies or limit > 1:
        promise = ppr_tight(own, min(parameters.alpha, limit), *slack)
    else:  # the largest α is 1 to all digits of a float
        delta = min(1.0, 2 * (own.delta + slack[1]))
        promise = PrivacyGuarantee(
            epsilon=own.epsilon + slack[0], delta=delta, against="decoder", notion="local", source="ppr.theorem10"
        )
    excess, bits = number(tight_excess(*slack)), number(ppr_tight_overhead_bits(*slack))
    needs = f"α ≤ 1 + {excess}, where Theorem 5 allows {bits} bits of overhead; here α = {number(parameters.alpha)}"
    return Statement(*_KNOWN["ppr.theorem10"][:2], promise, applies, needs)


def _two_level(parameters: PrivacyParameters, channel: Channel) -> Statement:
    """MRC's approximate guarantee; where N is too small for it, with what four times the least N would give."""
    high, low = math.exp(float(channel.log_ratio_bound())), _least_ratio(channel)
    enough = (high - low) ** 2 * math.log(2 / parameters.delta) / 2
    applies = parameters.candidates > enough * (1 + 1e-9)
    candidates = parameters.candidates if applies else math.ceil(4 * enough) + 1
    promise = mrc_two_level(
        channel.privacy(), candidates=candidates, ratio_high=high, ratio_low=low, delta=parameters.delta
    )
    needs = f"N > {number(enough)} for ratios from {number(low)} to {number(high)} at δ = {number(parameters.delta)}"
    needs += f"; here N = {parameters.candidates}"
    if not applies:
        needs += f", and the numbers are those of N = {candidates}"
    return Statement(*_KNOWN["mrc.two_level"][:2], promise, applies, needs)


def _least_ratio(channel: Channel) -> float:
    """A lower limit of r for every input."""
    if not isinstance(channel, CategoryChannel):
        return 0.0  # in the tails a vector's ratio may be as small as one likes
    inputs, outputs = np.arange(channel.input_size)[:, None], np.arange(channel.output_size)
    return min(1.0, float(np.exp(channel.log_ratio(inputs, outputs)).min()))
