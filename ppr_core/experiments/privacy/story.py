"""The words and formulas of the experiment `privacy`."""

from __future__ import annotations

import dataclasses
import functools
import math

import numpy as np

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.privacy.guarantees import any_generator, tight_excess
from ppr_core.experiments.privacy.measure import Measured
from ppr_core.experiments.privacy.result import PrivacyResult
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, loss_symbol
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.wording import latex, measured, number, percent

__all__ = ["event", "tell"]

_CLEAR = 4.0  # standard errors from which a deviation is named
_LISTED = 4  # indices of an event that are named


def tell(result: PrivacyResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
        captions={
            "growth": _growth(result),
            "delta": _unexplained(result),
            "price": _price(result),
            "table": _table_note(result),
        },
    )


def _quantities(result: PrivacyResult) -> tuple[Quantity, ...]:
    p, one, n = result.parameters, result.chosen, result.parameters.encodes
    kept = round(n * (1 - one.lost.value))
    error = one.audit.error if math.isfinite(one.audit.error) else None
    source = f"Clopper & Pearson 1934, {percent(p.confidence)} confidence"
    found = [
        Quantity("proven", "ε proven by the audit, at least", one.audit.epsilon, "nats", "bound", error,
                 source=source),
        Quantity("decoder", "ε against the decoder", one.decoder.epsilon, "nats", "guarantee",
                 source=one.decoder.source),
        Quantity("database", "ε against the database", one.database.epsilon, "nats", "guarantee",
                 source=one.database.source),
    ]  # fmt: skip
    if one.worst is not None:
        found.append(Quantity("worst", f"Largest loss on {result.tables} lists", one.worst, "nats"))
    found += [
        _mean("bits", f"Message, {one.code.split(',')[0]}", one.bits.value, one.bits.error, n, "bits"),
        _mean("deviation", "Total variation", one.deviation.value, one.deviation.error, kept),
    ]
    if one.lost.value > 0:
        found.append(_mean("lost", "Reports lost", 100 * one.lost.value, 100 * one.lost.error, n, "%"))
    found.append(_mean("candidates", "Candidates drawn", one.candidates.value, one.candidates.error, n))
    return tuple(found)


def _mean(key: str, label: str, value: float, error: float, samples: int, unit: str = "") -> Quantity:
    if error == 0:
        return Quantity(key, label, value, unit)
    return Quantity(key, label, value, unit, "measured", error, samples)


def _epsilon_text(value: float) -> str:
    """An ε to three digits; what root finding left beyond the ninth is not shown."""
    return number(float(f"{value:.9g}"))


def _finding(result: PrivacyResult) -> str:
    """What the chosen compressor promises, what is proven, and the compressor that promises nothing."""
    one, p = result.chosen, result.parameters
    name, encodes = p.described(p.scheme), f"{number(one.audit.encodes)} encodes of either input"
    proof = f"{encodes} prove at least {number(one.audit.epsilon)} ({percent(p.confidence)} confidence)"
    if one.audit.epsilon == 0:
        proof = f"{encodes} prove nothing above 0"
    if one.decoder.epsilon == math.inf:
        more = ", and more encodes would prove more" if one.audit.hits[0] and not one.audit.hits[1] else ""
        return f"{name} promises nothing against the decoder: {proof}{more}."
    factor = float(f"{one.decoder.epsilon / result.own:.9g}")
    own = _epsilon_text(result.own)
    times = "as the mechanism itself" if factor == 1 else f"{number(factor)} times the mechanism's own {own}"
    verdict = "; the promise does not hold" if one.audit.epsilon > one.decoder.epsilon * (1 + 1e-9) else ""
    pfr = result.of("pfr")
    other = ""
    if pfr is not None and pfr.audit.epsilon > one.audit.epsilon:
        other = f" On PFR, which promises nothing, as many prove {number(pfr.audit.epsilon)}."
    promise = f"{name} promises ε = {_epsilon_text(one.decoder.epsilon)} against the decoder, {times}"
    return f"{promise}; {proof}{verdict}.{other}"


def event(one: Measured) -> str:
    """The event that the audit chose, and how often it came."""
    chosen, (likely, unlikely) = one.audit.event, one.audit.hits
    inputs = ("x′", "x") if chosen.swapped else ("x", "x′")
    often = (
        f"{number(likely)} times in {number(one.audit.encodes)} for {inputs[0]} "
        f"and {'never' if unlikely == 0 else f'{number(unlikely)} times'} for {inputs[1]}"
    )
    if one.outputs:
        caused = np.nonzero(chosen.contains(np.arange(len(one.outputs))))[0]
        listed = [one.outputs[place] for place in caused[:_LISTED]] + ["others"] * (len(caused) > _LISTED)
        return f"{' or '.join(listed)} was decoded {often}"
    names = ", ".join(number(int(index)) for index in chosen.indices[:_LISTED])
    names += ", …" if len(chosen.indices) > _LISTED else ""
    if chosen.complement:
        what = f"an index other than {names}" if names else "any index"
    else:
        what = f"the index {names}" if len(chosen.indices) == 1 else f"an index among {names}"
    return f"on list {chosen.table}, {what} was sent {often}"


def _notices(result: PrivacyResult) -> tuple[str, ...]:
    """The audit's event, the bound that grows without end, Theorem 10's price, and exactness."""
    chosen = result.chosen
    audited = f"The audit of {chosen.label}: {event(chosen)}. ε-privacy allows a ratio of at most e^ε."
    return tuple(filter(None, (audited, _seed(result), _open(result), _tight(result), _exact(result))))


def _seed(result: PrivacyResult) -> str:
    """What the audit of pseudorandom rejection can and cannot speak of."""
    p = result.parameters
    if p.scheme != "rejection":
        return ""
    left = any_generator(p)[0].epsilon
    remains = "no promise remains" if math.isinf(left) else f"ε = {_epsilon_text(left)} remains (Lemma 3.6)"
    return (
        "No seed of 128 bits comes twice, so decoded outputs are audited. To a decoder that cannot break the generator "
        f"a seed tells no more than its output. To one that can it may tell more, and then {remains}."
    )


def _open(result: PrivacyResult) -> str:
    """Zero against many: what PFR's audit finds."""
    pfr = result.of("pfr")
    if pfr is None or pfr.audit.hits[1] or not pfr.audit.hits[0]:
        return ""
    told = "PFR" if result.parameters.scheme == "pfr" else f"On PFR, {event(pfr)}. There"
    return (
        f"{told}: a candidate that follows one of an equal or larger ratio can never win, and which ones do depends on "
        "x. Zero hits against a fixed share prove an ε that grows like ln n: ten times the encodes add 2.3."
    ).replace("There: a", "There a")


def _tight(result: PrivacyResult) -> str:
    p = result.parameters
    if p.scheme == "rejection":
        return ""
    promise = _epsilon_text(result.own + p.slack_epsilon)
    double = _epsilon_text(2 * p.alpha * result.own)
    return (
        f"Theorem 10 would promise ε = {promise} for PPR in place of 2αε = {double}, but it "
        f"needs α ≤ 1 + {number(_excess(result))}, where Theorem 5 allows {number(result.tight_bits)} bits of overhead."
    )


def _excess(result: PrivacyResult) -> float:
    """How far above 1 Theorem 10 allows α to be."""
    return tight_excess(result.parameters.slack_epsilon, result.parameters.slack_delta)


def _exact(result: PrivacyResult) -> str:
    """Which compressors' outputs are seen to deviate, and which cannot."""
    exact = ", ".join(one.label for one in result.measured if one.exact)
    off = [one for one in result.measured if one.deviation.excess > _CLEAR * one.deviation.error]
    n = number(result.parameters.encodes)
    if not off:
        return (
            f"In {n} outputs no deviation from the mechanism's law is seen, not even of compressors that are not "
            f"exact. Fewer candidates, a larger ε or more encodes show it. Exact by theorem: {exact}."
        )
    seen = ", ".join(f"{one.label} {measured(one.deviation.value, one.deviation.error)}" for one in off)
    floor = number(off[0].deviation.floor, 2)
    return (
        f"Seen to deviate from the mechanism's law, by total variation in {n} outputs: {seen}; perfect samples show "
        f"{floor}. Exact by theorem: {exact}."
    )


def _growth(result: PrivacyResult) -> str:
    """From the first to the last count of encodes."""
    parts = [
        f"{one.label} {number(one.audit.bounds[0])} → {number(one.audit.bounds[-1])}"
        for one in result.measured
        if one.scheme in (result.parameters.scheme, "ppr", "pfr")
    ]
    counts = result.chosen.audit.counts
    return f"From {number(int(counts[0]))} to {number(int(counts[-1]))} encodes the ε proven goes: {'; '.join(parts)}."


def _unexplained(result: PrivacyResult) -> str:
    """δ at the mechanism's own ε."""
    m, at = result.mechanism, int(np.argmin(np.abs(result.mechanism.epsilons - result.own)))
    parts = [f"{one.label} {number(one.delta[at], 2)}" for one in result.measured if one.delta[at] > 0]
    rest = [one.label for one in result.measured if one.delta[at] == 0]
    found = f"At the mechanism's own ε = {_epsilon_text(result.own)} it leaves δ = {number(m.delta[at], 2)}"
    if parts:
        found += f", what the decoder sees of {', '.join(parts)}"
    return found + (f"; nothing for {', '.join(rest)}." if rest else ".")


def _price(result: PrivacyResult) -> str:
    """Bits at both ends of α, and where Theorem 10 would be."""
    t = result.tradeoff
    if t is None:
        return "Not measured yet."
    ends = [f"{number(t.bits[place])} bits at α = {number(t.alpha[place])}" for place in (0, -1)]
    bits = number(result.tight_bits)
    return (
        f"{ends[0]}, {ends[1]}. Theorem 10 needs α ≤ 1 + {number(_excess(result))}: {bits} bits of overhead by "
        "Theorem 5, far above this chart."
    )


def _table_note(result: PrivacyResult) -> str:
    """What the columns hold."""
    floor = result.chosen.deviation
    parts = (
        f"Total variation between {number(result.parameters.encodes)} decoded outputs and the mechanism's law; perfect",
        f"samples show {measured(floor.floor, floor.floor_error)}. ε proven: by {number(result.chosen.audit.encodes)}",
        f"encodes of either input, {percent(result.parameters.confidence)} confidence. Factor: what is proven, or",
        f"exact on the worst of {result.tables} lists, to what is promised, over the mechanism's ε. Bits are those of",
        "Elias delta; of words of one length for MRC, modified MRC, GenProt, Bassily–Smith and pseudorandom rejection,",
        f"which comes within {gamma_text(result.parameters.gamma)} of the law and is audited by its outputs. Errors",
        "are one standard error.",
    )
    return " ".join(parts)


def _formulas(result: PrivacyResult) -> tuple[Formula, ...]:
    """The promise of the chosen compressor, the audit's bound and, for PPR, the price of Theorem 10."""
    found = [_promise(result), _audit(result)]
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
