"""The formulas of the experiment `privacy`."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.privacy.exact import pair
from ppr_core.experiments.privacy.guarantees import any_generator
from ppr_core.experiments.privacy.result import PrivacyResult
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, divergence_formula, loss_symbol
from ppr_core.wording import latex, number

__all__ = ["formulas"]


def formulas(result: PrivacyResult) -> tuple[Formula, ...]:
    """The promise of the chosen compressor, the audit's bound and, for PPR, the price of Theorem 10."""
    found = [_promise(result), _divergence(result), _audit(result)]
    if result.parameters.scheme == "ppr":
        found.append(_price_formula(result))
    if result.parameters.scheme == "rejection":
        found.append(_fallback(result))
    return tuple(formula for formula in found if formula is not None)


def _promise(result: PrivacyResult) -> Formula | None:
    """The theorem of the chosen compressor; None where it promises nothing that a formula could say."""
    p, value, own = result.parameters, result.chosen.decoder.epsilon, result.own
    loss = loss_symbol(own)
    symbols: tuple[Symbol, ...] = (loss,)
    e = latex(own, 8)
    if p.scheme in ("ppr", "pfr", "truncated_ppr"):
        if p.scheme == "truncated_ppr" and math.isinf(value):
            return None
        alpha, fields = (math.inf, {}) if p.scheme == "pfr" else (p.alpha, {"alpha": "alpha"})
        title, source = "What the decoder may learn", result.chosen.decoder.source
        made = DECODER_LOSS.at(
            fields | {"epsilon": "epsilon"}, title=title, source=source, digits=8, alpha=alpha, epsilon=own
        )
        return dataclasses.replace(made, value=value)  # ∞ where the mechanism needs a δ
    elif p.scheme == "greedy_rejection" or math.isinf(value):
        return None
    elif p.scheme == "bassily_smith":
        high = math.exp(float(np.max(p.channel().log_ratio_bound())))
        r = latex(high, 12)
        symbols = (loss, Symbol("r^*", "largest density ratio", high))
        rule = r"\max\{\varepsilon,\; \ln\left(\frac{2 - e^{-\varepsilon} r^*}{2 - r^*}\right)\}"
        put = rf"\max\{{{e},\; \ln\left(\frac{{2 - e^{{-{e}}} \cdot {r}}}{{2 - {r}}}\right)\}}"
    else:
        factor = {"mrc": "2", "modified_mrc": "1", "genprot": "10", "rejection": "1"}[p.scheme]
        rule, put = rf"{factor} \cdot \varepsilon", rf"{factor} \cdot {e}"
    left, source = r"\varepsilon_{\text{decoder}} = ", result.chosen.decoder.source
    return Formula("What the decoder may learn", left + rule, left + put, value, symbols, source)


def _divergence(result: PrivacyResult) -> Formula | None:
    """The second of the divergences that exact accounting converts, between the page's two inputs."""
    p = result.parameters
    law = pair(p) if p.scheme == "ppr" else None
    return None if law is None else divergence_formula(law, p.alpha, {"alpha": "alpha"})


def _fallback(result: PrivacyResult) -> Formula | None:
    """Lemma 3.6; None where it promises nothing."""
    (found, limit), own = any_generator(result.parameters), result.own
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
