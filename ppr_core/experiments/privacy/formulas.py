"""The formulas behind a run of the experiment `privacy`, with its numbers."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.privacy.run import PrivacyResult, pair
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, divergence_formula, loss_symbol
from ppr_core.texts import Messages
from ppr_core.wording import latex, number

__all__ = ["formulas"]

message = Messages("privacy")


def formulas(result: PrivacyResult) -> tuple[Formula, ...]:
    """The promise of the chosen compressor, the audit's bound and, for PPR, the price of Theorem 10."""
    shown = [_promise(result), _divergence(result), _audit(result)]
    if result.parameters.scheme == "ppr":
        shown.append(_price_formula(result))
    if result.parameters.scheme == "rejection":
        shown.append(_fallback(result))
    return tuple(filter(None, shown))


def _promise(result: PrivacyResult) -> Formula | None:
    """The theorem of the chosen compressor; None where it promises nothing that a formula could say."""
    p, value, own = result.parameters, result.chosen.decoder.epsilon, result.own
    common: dict[str, Any] = {"title": message("formula-promise"), "source": result.chosen.decoder.source}
    if p.scheme == "greedy_rejection" or (math.isinf(value) and p.scheme not in ("ppr", "pfr")):
        return None
    if p.scheme in ("ppr", "pfr", "truncated_ppr"):
        alpha, fields = (math.inf, {}) if p.scheme == "pfr" else (p.alpha, {"alpha": "alpha"})
        formula = DECODER_LOSS.at(fields | {"epsilon": "epsilon"}, digits=8, alpha=alpha, epsilon=own, **common)
        return dataclasses.replace(formula, value=value)  # ∞ where the mechanism needs a δ
    e, loss = latex(own, 8), loss_symbol(own)
    symbols: tuple[Symbol, ...] = (loss,)
    if p.scheme == "bassily_smith":
        high = math.exp(float(np.max(p.channel().log_ratio_bound())))
        r, symbols = latex(high, 12), (loss, Symbol("r^*", message("symbol-ratio"), high))
        rule = r"\max\{\varepsilon,\; \ln\left(\frac{2 - e^{-\varepsilon} r^*}{2 - r^*}\right)\}"
        put = rf"\max\{{{e},\; \ln\left(\frac{{2 - e^{{-{e}}} \cdot {r}}}{{2 - {r}}}\right)\}}"
    else:
        factor = {"mrc": "2", "modified_mrc": "1", "genprot": "10", "rejection": "1"}[p.scheme]
        rule, put = rf"{factor} \cdot \varepsilon", rf"{factor} \cdot {e}"
    left = r"\varepsilon_{\text{decoder}} = "
    return Formula(symbolic=left + rule, substituted=left + put, value=value, symbols=symbols, **common)


def _divergence(result: PrivacyResult) -> Formula | None:
    """The second of the divergences that numerical accounting converts, between the page's two inputs."""
    p = result.parameters
    law = pair(p) if p.scheme == "ppr" else None
    return None if law is None else divergence_formula(law, p.alpha, {"alpha": "alpha"})


def _fallback(result: PrivacyResult) -> Formula | None:
    """Lemma 3.6; None where it promises nothing."""
    weak, own = result.parameters.any_generator(), result.own
    guarantee, limit = weak.privacy()[1], weak.deletion_epsilon
    if math.isinf(guarantee.epsilon):
        return None
    return Formula(
        message("formula-fallback"),
        r"\varepsilon_{\text{any generator}} = 2 \max\{\varepsilon,\; \varepsilon_0\}",
        rf"\varepsilon_{{\text{{any generator}}}} = 2 \max\{{{latex(own, 8)},\; {latex(limit, 8)}\}}",
        guarantee.epsilon,
        (
            Symbol(r"\varepsilon", message("symbol-own"), own, "nats", "epsilon"),
            Symbol(r"\varepsilon_0", message("symbol-log-ratio"), limit, "nats"),
        ),
        guarantee.source,
    )


def _audit(result: PrivacyResult) -> Formula | None:
    audit = result.chosen.audit
    if audit.likely == 0:
        return None
    limits = rf"\frac{{{latex(audit.likely, 8)}}}{{{latex(audit.unlikely, 8)}}}"
    return Formula(
        message("formula-audit", likely=number(audit.hits[0]), unlikely=number(audit.hits[1])),
        r"\varepsilon \ge \max\{0,\; \ln\left(\frac{p}{q}\right)\}",
        rf"\varepsilon \ge \max\{{0,\; \ln\left({limits}\right)\}}",
        audit.epsilon,
        (
            Symbol("p", message("symbol-likely", delta=audit.delta > 0), audit.likely),
            Symbol("q", message("symbol-unlikely"), audit.unlikely),
            Symbol("n", message("symbol-counted"), audit.encodes, "", "encodes"),
            Symbol(r"\beta", message("symbol-left"), 1 - audit.confidence, "", "confidence"),
        ),
        "audit.interval",
    )


def _price_formula(result: PrivacyResult) -> Formula:
    p = result.parameters
    e, d = f"({latex(p.slack_epsilon, 8)})", f"({latex(p.slack_delta, 8)})"
    top = rf"2 \cdot \log_2(3.56) \cdot e^{{4.2}} \cdot (-\ln {d})"
    return Formula(
        message("formula-price"),
        r"\eta_\alpha = \frac{2 \log_2 3.56}{\alpha - 1} \ge"
        r" \frac{2 \log_2(3.56)\; e^{4.2}\, (-\ln \tilde\delta)}{\tilde\delta\, \tilde\varepsilon^2}",
        rf"\eta_\alpha \ge \frac{{{top}}}{{{d} \cdot {e}^2}}",
        result.tight_bits,
        (
            Symbol(r"\tilde\varepsilon", message("symbol-slack-epsilon"), p.slack_epsilon, "nats", "slack_epsilon"),
            Symbol(r"\tilde\delta", message("symbol-slack-delta"), p.slack_delta, "", "slack_delta"),
        ),
        "ppr.theorem10",
    )
