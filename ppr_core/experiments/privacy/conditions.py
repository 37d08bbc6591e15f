"""Every guarantee that applies to a mechanism and a compressor, with what it needs.

Sources are keys of `ppr_core.guarantees.references`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import CategoryChannel, Channel
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.privacy.run import accounted, pair
from ppr_core.guarantees import (
    READER,
    PrivacyGuarantee,
    mrc_two_level,
    mrc_two_level_candidates,
    ppr_tight,
    ppr_tight_alpha_limit,
    ppr_tight_excess,
    ppr_tight_overhead_bits,
)
from ppr_core.guarantees.printed import Erratum, erratum
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["ERRATA", "Statement", "statements"]

message = Messages("privacy")

# source -> rule
_RULES: dict[str, str] = {
    "ppr.theorem7": "(2αε, 0)",
    "ppr.theorem8": "(2αε, 2δ)",
    "ppr.theorem9": "2αε · d(x, x′)",
    "ppr.theorem10": "(αε + ε̃, 2(δ + δ̃))",
    "ppr.renyi": "(ε(δ), δ) from D_λ, times known",
    "mrc.theorem2eps": "(2ε, 0)",
    "mrc.two_level": "(ε + ln((1 + t)/(1 − t)), δ)",
    "mrc.modified": "(ε, 0)",
    "genprot.theorem": "(10ε, 0)",
    "bassily_smith.bit": "max{ε, ln((2 − e^(−ε) r*)/(2 − r*))}",
    "rejection.lemma3.7": "(ε, 0)",
    "rejection.lemma3.11": "(ε, δ)",
    "rejection.lemma3.6": "(2 max{ε, ε₀}, 0)",
    "greedy.definition": "(∞, 0)",
    "metric.definition": "ε · d(x, x′)",
}
_OWN_RULE = "(ε, δ)"
_NEED_AN_ORDER = ("ppr.theorem7", "ppr.theorem8", "ppr.theorem9")  # below ∞


@dataclass(frozen=True)
class Statement:
    """One guarantee: what it is called and reads in general, its numbers now, and what it needs.

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
    erratum(f"ppr.{identifier}")
    for identifier in ("corollary12.local", "corollary12.central", "corollary17.sigma", "corollary17.local")
)


def statements(p: PrivacyParameters) -> tuple[Statement, ...]:
    """What holds against the reader, then all that is known against the decoder, of the chosen compressor."""
    channel = p.channel()
    own = channel.privacy(p.delta)
    rows = [_statement(promise) for promise in p.compressor(p.scheme, channel).privacy(p.delta)]
    if p.scheme == "ppr":
        rows += [_exact(p), _tight(p, own)]
    if p.scheme == "mrc" and own.delta == 0:
        rows.append(_two_level(p, channel))
    if p.scheme == "rejection":
        rows.append(_statement(p.any_generator().privacy()[1]))
    return tuple(sorted(rows, key=lambda statement: statement.guarantee.against != READER.name))


def _said(promise: PrivacyGuarantee, applies: bool, needs: str = "", of: str = "") -> Statement:
    """A guarantee in the words of its source, or of another, with its own conditions."""
    key = (of or (promise.source if promise.source in _RULES else "own")).replace(".", "-")
    rule = _RULES.get(promise.source, _OWN_RULE)
    name = message("statement-name", source=key)
    return Statement(name, rule, promise, applies, needs or message("statement-needs", source=key))


def _statement(promise: PrivacyGuarantee) -> Statement:
    """A promise of `Compressor.privacy`."""
    applies = promise.epsilon < math.inf
    if promise.against == READER.name and promise.source in _RULES and promise.notion != "metric":
        return _said(promise, applies, of="derived")
    if not applies and promise.source in _NEED_AN_ORDER:
        needs = message("needs-finite")
        if promise.source != "ppr.theorem9":
            first = message("statement-needs", source=promise.source.replace(".", "-"))
            needs = message("needs-both", first=first, second=needs)
        return _said(promise, applies, needs)
    return _said(promise, applies)


def _exact(p: PrivacyParameters) -> Statement:
    """What the decoder learns by numerical accounting; in the rare case that a theorem says less, by that."""
    promise = accounted(p)
    name, needs = (message(f"statement-{part}", source="ppr-renyi") for part in ("name", "needs"))
    applies = math.isfinite(promise.epsilon)
    if not applies:
        needs = message("needs-finite") if pair(p) is not None else message("needs-known-loss")
    return Statement(name, _RULES["ppr.renyi"], promise, applies, needs)


def _tight(p: PrivacyParameters, own: PrivacyGuarantee) -> Statement:
    """Theorem 10; where α is too large for it, with what it would promise at the largest α it allows."""
    slack = p.slack
    limit = ppr_tight_alpha_limit(*slack)
    applies = p.alpha <= limit
    if applies or limit > 1:
        promise = ppr_tight(own, min(p.alpha, limit), *slack)
    else:  # the largest α is 1 to all digits of a float
        delta = min(1.0, 2 * (own.delta + slack[1]))
        promise = PrivacyGuarantee(
            epsilon=own.epsilon + slack[0], delta=delta, against="decoder", notion="local", source="ppr.theorem10"
        )
    excess, bits = number(ppr_tight_excess(*slack)), number(ppr_tight_overhead_bits(*slack))
    return _said(promise, applies, message("needs-tight", excess=excess, bits=bits, alpha=number(p.alpha)))


def _two_level(p: PrivacyParameters, channel: Channel) -> Statement:
    """MRC's approximate guarantee; where N is too small for it, with what four times the least N would give."""
    high, low = math.exp(float(channel.log_ratio_bound())), _least_ratio(channel)
    ratios = {"ratio_high": high, "ratio_low": low, "delta": p.delta}
    enough = mrc_two_level_candidates(**ratios)
    applies = p.candidates > enough * (1 + 1e-9)
    candidates = p.candidates if applies else math.ceil(4 * enough) + 1
    promise = mrc_two_level(channel.privacy(), candidates=candidates, **ratios)
    values = {"enough": number(enough), "low": number(low), "high": number(high), "delta": number(p.delta),
              "candidates": number(p.candidates)}  # fmt: skip
    if applies:
        return _said(promise, applies, message("needs-two-level", **values))
    return _said(promise, applies, message("needs-two-level-unmet", **values, shown=number(candidates)))


def _least_ratio(channel: Channel) -> float:
    """A lower limit of r for every input."""
    if not isinstance(channel, CategoryChannel):
        return 0.0  # in the tails a vector's ratio may be as small as one likes
    inputs, outputs = np.arange(channel.input_size)[:, None], np.arange(channel.output_size)
    return min(1.0, float(np.exp(channel.log_ratio(inputs, outputs)).min()))
