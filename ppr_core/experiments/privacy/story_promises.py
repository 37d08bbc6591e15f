"""Every promise that applies to a mechanism and a compressor, with what it needs, and the formulas behind them.

Sources are keys of `ppr_core.guarantees.references`.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core.channels import CategoryChannel, Channel
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.privacy.run import PrivacyResult, accounted, pair
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, divergence_formula, loss_symbol
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
from ppr_core.wording import latex, number

__all__ = ["ERRATA", "Statement", "formulas", "statements"]

# source -> name, rule, condition
_KNOWN: dict[str, tuple[str, str, str]] = {
    "ppr.theorem7": ("Theorem 7", "(2αε, 0)", "the mechanism is ε-private with δ = 0"),
    "ppr.theorem8": ("Theorem 8", "(2αε, 2δ)", "the mechanism is (ε, δ)-private; 2δ is an average over lists"),
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
    "twice for one person, nor a seed chosen by somebody who knows the input; on the worst single list only "
    "Theorems 7 and 9 hold"
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
    erratum(f"ppr.{identifier}")
    for identifier in ("corollary12.local", "corollary12.central", "corollary17.sigma", "corollary17.local")
)


def statements(p: PrivacyParameters) -> tuple[Statement, ...]:
    """What holds against the database, then all that is known against the decoder, of the chosen compressor."""
    channel = p.channel()
    own = channel.privacy(p.delta)
    found = [_statement(promise) for promise in p.compressor(p.scheme, channel).privacy(p.delta)]
    if p.scheme == "ppr":
        found += [_exact(p), _tight(p, own)]
    if p.scheme == "mrc" and own.delta == 0:
        found.append(_two_level(p, channel))
    if p.scheme == "rejection":
        found.append(_statement(p.any_generator().privacy()[1]))
    return tuple(sorted(found, key=lambda statement: statement.guarantee.against != READER.name))


def _statement(promise: PrivacyGuarantee) -> Statement:
    """A promise of `Compressor.privacy`, in words."""
    applies = promise.epsilon < math.inf
    name, rule, needs = _KNOWN.get(promise.source, _OWN)
    if promise.against == READER.name and promise.source in _KNOWN and promise.notion != "metric":
        return Statement("as against the decoder", rule, promise, applies, _DERIVED)
    if not applies and promise.source in ("ppr.theorem7", "ppr.theorem8", "ppr.theorem9"):
        needs = f"{needs}, and {_NO_ORDER}" if promise.source != "ppr.theorem9" else _NO_ORDER
    return Statement(name, rule, promise, applies, needs)


def _exact(p: PrivacyParameters) -> Statement:
    """What the decoder learns by numerical accounting; in the rare case that a theorem says less, by that."""
    found = accounted(p)
    applies = math.isfinite(found.epsilon)
    missing = _NO_ORDER if pair(p) is not None else _NO_LAW
    rule = "(ε(δ), δ) from D_λ, times known"
    return Statement("numerical accounting", rule, found, applies, _AVERAGE if applies else missing)


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
    needs = f"α ≤ 1 + {excess}, where Theorem 5 allows {bits} bits of overhead; here α = {number(p.alpha)}"
    return Statement(*_KNOWN["ppr.theorem10"][:2], promise, applies, needs)


def _two_level(p: PrivacyParameters, channel: Channel) -> Statement:
    """MRC's approximate guarantee; where N is too small for it, with what four times the least N would give."""
    high, low = math.exp(float(channel.log_ratio_bound())), _least_ratio(channel)
    ratios = {"ratio_high": high, "ratio_low": low, "delta": p.delta}
    enough = mrc_two_level_candidates(**ratios)
    applies = p.candidates > enough * (1 + 1e-9)
    candidates = p.candidates if applies else math.ceil(4 * enough) + 1
    promise = mrc_two_level(channel.privacy(), candidates=candidates, **ratios)
    needs = f"N > {number(enough)} for ratios from {number(low)} to {number(high)} at δ = {number(p.delta)}"
    needs += f"; here N = {p.candidates}"
    if not applies:
        needs += f", and the numbers are those of N = {candidates}"
    return Statement(*_KNOWN["mrc.two_level"][:2], promise, applies, needs)


def _least_ratio(channel: Channel) -> float:
    """A lower limit of r for every input."""
    if not isinstance(channel, CategoryChannel):
        return 0.0  # in the tails a vector's ratio may be as small as one likes
    inputs, outputs = np.arange(channel.input_size)[:, None], np.arange(channel.output_size)
    return min(1.0, float(np.exp(channel.log_ratio(inputs, outputs)).min()))


def formulas(result: PrivacyResult) -> tuple[Formula, ...]:
    """The promise of the chosen compressor, the audit's bound and, for PPR, the price of Theorem 10."""
    found = [_promise(result), _divergence(result), _audit(result)]
    if result.parameters.scheme == "ppr":
        found.append(_price_formula(result))
    if result.parameters.scheme == "rejection":
        found.append(_fallback(result))
    return tuple(filter(None, found))


def _promise(result: PrivacyResult) -> Formula | None:
    """The theorem of the chosen compressor; None where it promises nothing that a formula could say."""
    p, value, own = result.parameters, result.chosen.decoder.epsilon, result.own
    said: dict[str, Any] = {"title": "What the decoder may learn", "source": result.chosen.decoder.source}
    if p.scheme == "greedy_rejection" or (math.isinf(value) and p.scheme not in ("ppr", "pfr")):
        return None
    if p.scheme in ("ppr", "pfr", "truncated_ppr"):
        alpha, fields = (math.inf, {}) if p.scheme == "pfr" else (p.alpha, {"alpha": "alpha"})
        made = DECODER_LOSS.at(fields | {"epsilon": "epsilon"}, digits=8, alpha=alpha, epsilon=own, **said)
        return dataclasses.replace(made, value=value)  # ∞ where the mechanism needs a δ
    e, loss = latex(own, 8), loss_symbol(own)
    symbols: tuple[Symbol, ...] = (loss,)
    if p.scheme == "bassily_smith":
        high = math.exp(float(np.max(p.channel().log_ratio_bound())))
        r, symbols = latex(high, 12), (loss, Symbol("r^*", "largest density ratio", high))
        rule = r"\max\{\varepsilon,\; \ln\left(\frac{2 - e^{-\varepsilon} r^*}{2 - r^*}\right)\}"
        put = rf"\max\{{{e},\; \ln\left(\frac{{2 - e^{{-{e}}} \cdot {r}}}{{2 - {r}}}\right)\}}"
    else:
        factor = {"mrc": "2", "modified_mrc": "1", "genprot": "10", "rejection": "1"}[p.scheme]
        rule, put = rf"{factor} \cdot \varepsilon", rf"{factor} \cdot {e}"
    left = r"\varepsilon_{\text{decoder}} = "
    return Formula(symbolic=left + rule, substituted=left + put, value=value, symbols=symbols, **said)


def _divergence(result: PrivacyResult) -> Formula | None:
    """The second of the divergences that numerical accounting converts, between the page's two inputs."""
    p = result.parameters
    law = pair(p) if p.scheme == "ppr" else None
    return None if law is None else divergence_formula(law, p.alpha, {"alpha": "alpha"})


def _fallback(result: PrivacyResult) -> Formula | None:
    """Lemma 3.6; None where it promises nothing."""
    weak, own = result.parameters.any_generator(), result.own
    found, limit = weak.privacy()[1], weak.deletion_epsilon
    if math.isinf(found.epsilon):
        return None
    return Formula(
        "What is left if the generator fails",
        r"\varepsilon_{\text{any generator}} = 2 \max\{\varepsilon,\; \varepsilon_0\}",
        rf"\varepsilon_{{\text{{any generator}}}} = 2 \max\{{{latex(own, 8)},\; {latex(limit, 8)}\}}",
        found.epsilon,
        (
            Symbol(r"\varepsilon", "privacy loss of the mechanism", own, "nats", "epsilon"),
            Symbol(r"\varepsilon_0", "largest logarithm of the density ratio, up or down", limit, "nats"),
        ),
        found.source,
    )


def _audit(result: PrivacyResult) -> Formula | None:
    found = result.chosen.audit
    if found.likely == 0:
        return None
    meaning = "lower limit of the event's probability under the input that favours it"
    if found.delta > 0:
        meaning += ", less what the δ of the guarantee may explain"
    limits = rf"\frac{{{latex(found.likely, 8)}}}{{{latex(found.unlikely, 8)}}}"
    return Formula(
        f"What the audit proves: {number(found.hits[0])} hits against {number(found.hits[1])}",
        r"\varepsilon \ge \max\{0,\; \ln\left(\frac{p}{q}\right)\}",
        rf"\varepsilon \ge \max\{{0,\; \ln\left({limits}\right)\}}",
        found.epsilon,
        (
            Symbol("p", meaning, found.likely),
            Symbol("q", "upper limit under the other input", found.unlikely),
            Symbol("n", "encodes of each input that count, half of all", found.encodes, "", "encodes"),
            Symbol(r"\beta", "what the confidence leaves, for the limits", 1 - found.confidence, "", "confidence"),
        ),
        "audit.interval",
    )


def _price_formula(result: PrivacyResult) -> Formula:
    p = result.parameters
    e, d = f"({latex(p.slack_epsilon, 8)})", f"({latex(p.slack_delta, 8)})"
    top = rf"2 \cdot \log_2(3.56) \cdot e^{{4.2}} \cdot (-\ln {d})"
    return Formula(
        "The price of Theorem 10: overhead at the largest α it allows",
        r"\eta_\alpha = \frac{2 \log_2 3.56}{\alpha - 1} \ge"
        r" \frac{2 \log_2(3.56)\; e^{4.2}\, (-\ln \tilde\delta)}{\tilde\delta\, \tilde\varepsilon^2}",
        rf"\eta_\alpha \ge \frac{{{top}}}{{{d} \cdot {e}^2}}",
        result.tight_bits,
        (
            Symbol(r"\tilde\varepsilon", "what ε may grow by", p.slack_epsilon, "nats", "slack_epsilon"),
            Symbol(r"\tilde\delta", "what δ may grow by", p.slack_delta, "", "slack_delta"),
        ),
        "ppr.theorem10",
    )
