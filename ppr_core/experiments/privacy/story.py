"""The words and formulas of the experiment `privacy`."""

from __future__ import annotations

import functools
import math

import numpy as np

from ppr_core.diagnostics import Effect, Mean
from ppr_core.diagnostics.tradeoff import accounted_delta
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.privacy.run import Measured, PrivacyResult
from ppr_core.experiments.privacy.story_promises import formulas
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.guarantees import DECODER, READER, ppr_tight_excess
from ppr_core.wording import measured, number, percent, rounded

__all__ = ["event", "tell"]

_CLEAR = 4.0  # standard errors from which a deviation is named
_LISTED = 4  # indices of an event that are named
_ROUNDING = 1e-15  # of δ


def tell(result: PrivacyResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(formulas, result),
        captions={
            "growth": _growth(result),
            "delta": _unexplained(result),
            "price": _price(result),
            "table": _table_note(result),
        },
    )


def _quantities(result: PrivacyResult) -> tuple[Quantity, ...]:
    p, one, exact, n = result.parameters, result.chosen, result.accounted, result.parameters.encodes
    error = one.audit.error if math.isfinite(one.audit.error) else None
    audit = f"Clopper & Pearson 1934, {percent(p.confidence)} confidence"

    def mean(key: str, label: str, found: Mean | Effect, samples: int, unit: str = "", times: int = 1) -> Quantity:
        if not found.error:
            return Quantity(key, label, times * found.value, unit)
        return Quantity(key, label, times * found.value, unit, "measured", times * found.error, samples)

    at = number(_delta(result))
    label = f"ε against the decoder, numerical accounting at δ = {number(exact.delta)}"
    found = (
        Quantity("proven", "ε proven by the audit, at least", one.audit.epsilon, "nats", "bound", error, source=audit),
        Quantity.promised("decoder_exact", label, exact)
        if p.scheme == "ppr" and math.isfinite(exact.epsilon)
        else None,
        None
        if p.scheme == "ppr" and math.isfinite(exact.epsilon)
        else Quantity.promised("decoder_exact", f"{DECODER.promise} at δ = {at}", one.at_delta),
        Quantity.promised("decoder", DECODER.promise, one.decoder),
        Quantity.promised("reader_exact", f"{READER.promise} at δ = {number(_delta(result))}", one.reader),
        Quantity.promised("database", READER.promise, one.database),
        None if one.worst is None else Quantity("worst", f"Largest loss on {result.tables} lists", one.worst, "nats"),
        mean("bits", f"Message, {one.code.split(',')[0]}", one.bits, n, "bits"),
        mean("deviation", "Total variation", one.deviation, round(n * (1 - one.lost.value))),
        mean("lost", "Reports lost", one.lost, n, "%", 100) if one.lost.value > 0 else None,
        mean("candidates", "Candidates drawn", one.candidates, n),
    )
    return tuple(filter(None, found))


def _epsilon_text(value: float) -> str:
    """An ε to three digits; what root finding left beyond the ninth is not shown."""
    return number(rounded(value, 9))


def _finding(result: PrivacyResult) -> str:
    """What the chosen compressor promises, what is proven, and the compressor that promises nothing."""
    one, p = result.chosen, result.parameters
    name, encodes = p.described(p.scheme), f"{number(one.audit.encodes)} encodes for each input"
    proof = f"{encodes} prove at least {number(one.audit.epsilon)} ({percent(p.confidence)} confidence)"
    if one.audit.epsilon == 0:
        proof = f"{encodes} prove nothing above 0"
    if one.decoder.epsilon == math.inf:
        more = ", and more encodes would prove more" if one.audit.hits[0] and not one.audit.hits[1] else ""
        return f"{name} promises nothing against the decoder: {proof}{more}."
    factor = rounded(one.decoder.epsilon / result.own, 9)
    own = _epsilon_text(result.own)
    times = "as the mechanism itself" if factor == 1 else f"{number(factor)} times the mechanism's own {own}"
    verdict = "; the promise does not hold" if one.audit.epsilon > one.decoder.epsilon * (1 + 1e-9) else ""
    pfr = result.of("pfr")
    other = ""
    if pfr is not None and pfr.audit.epsilon > one.audit.epsilon:
        other = (
            f" PFR promises nothing, and as many encodes prove that it leaks at least ε = {number(pfr.audit.epsilon)}."
        )
    promise = f"{name} promises ε = {_epsilon_text(one.decoder.epsilon)} against the decoder, {times}"
    if p.scheme == "ppr" and result.accounted_for:
        exact, theorem = result.accounted, "Theorem 7" if one.decoder.delta == 0 else "Theorem 8"
        promise = f"{name}: against the decoder ε = {number(exact.epsilon)} (numerical accounting, δ = "
        promise += f"{number(exact.delta)}); {theorem} says {_epsilon_text(one.decoder.epsilon)}, {times}"
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
    unproven = "No audit proves a promise: events and lists that nobody tried may give more away."
    return tuple(
        filter(None, (audited, unproven, _seed(result), _limit(result), _open(result), _tight(result), _exact(result)))
    )


def _seed(result: PrivacyResult) -> str:
    """What the audit of pseudorandom rejection can and cannot speak of."""
    p = result.parameters
    if p.scheme != "rejection":
        return ""
    left = p.any_generator().privacy()[1].epsilon
    remains = "no promise remains" if math.isinf(left) else f"ε = {_epsilon_text(left)} remains (Lemma 3.6)"
    return (
        "No seed of 128 bits comes twice, so decoded outputs are audited. To a decoder that cannot break the generator "
        f"a seed tells no more than its output. To one that can it may tell more, and then {remains}."
    )


def _limit(result: PrivacyResult) -> str:
    """What numerical accounting allows with probability δ, and why nothing better holds without."""
    if result.parameters.scheme != "ppr" or math.isinf(result.accounted.epsilon):
        return ""
    exact, theorem = result.accounted, result.chosen.decoder
    if theorem.delta > 0:
        return (
            f"Theorem 8's 2δ is an average over lists of candidates, and on a single list δ may be far larger. On the "
            f"same average, at δ = {number(exact.delta)}, the decoder learns no more than ε = {number(exact.epsilon)}, "
            "by Rényi divergences."
        )
    return (
        f"Without a δ the bound 2αε = {_epsilon_text(theorem.epsilon)} cannot be improved: on a rare, unlucky list the "
        f"index gives that much away. Leave δ = {number(exact.delta)} for such lists, and ε = {number(exact.epsilon)} "
        "holds."
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
        f"Theorem 10 would promise ε = {promise} for PPR in place of 2αε = {double}, but it needs α ≤ 1 + "
        f"{number(ppr_tight_excess(*p.slack))}, where Theorem 5 allows {number(result.tight_bits)} bits of overhead."
    )


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
    parts = [f"{one.label} {number(one.delta[at], 2)}" for one in result.measured if one.delta[at] > _ROUNDING]
    rest = [one.label for one in result.measured if one.delta[at] <= _ROUNDING]
    left = number(m.delta[at], 2) if m.delta[at] > _ROUNDING else "0"
    found = f"At its own ε = {_epsilon_text(result.own)} the mechanism leaves δ = {left}"
    if parts:
        found += f", what the decoder sees of {', '.join(parts)}"
    return found + (f"; nothing for {', '.join(rest)}." if rest else ".")


def _price(result: PrivacyResult) -> str:
    """Bits and ε at both ends of α, and where Theorem 10 would be."""
    p, bits = result.parameters, number(result.tight_bits)
    ends = []
    for alpha, one in result.ends.items():
        exact = f" and leaves ε = {number(one.epsilon)}" if result.accounted_for else ""
        ends.append(
            f"At α = {number(alpha)} a message takes {number(one.bits)} bits{exact} "
            f"(the theorems say {number(one.bound)} and {_epsilon_text(one.promised)})"
        )
    at = number(accounted_delta(p.channel(), p.delta))
    how = f"; exact bits, and ε at most, at δ = {at}" if result.accounted_for else ""
    return (
        f"{ends[0]}; {ends[1][0].lower()}{ends[1][1:]}{how}. Theorem 10 needs α ≤ 1 + "
        f"{number(ppr_tight_excess(*p.slack))}: {bits} bits of overhead by Theorem 5, far above this chart."
    )


def _delta(result: PrivacyResult) -> float:
    """At which all are compared."""
    return accounted_delta(result.parameters.channel(), result.parameters.delta)


def _table_note(result: PrivacyResult) -> str:
    """What the columns hold."""
    floor = result.chosen.deviation
    parts = (
        f"Total variation between {number(result.parameters.encodes)} decoded outputs and the mechanism's law; perfect",
        f"samples show {measured(floor.floor, floor.floor_error)}. Proven by the audit: by",
        f"{number(result.chosen.audit.encodes)} encodes for each input,",
        f"{percent(result.parameters.confidence)} confidence. Largest loss: exact, on {result.tables} lists.",
        f"ε at the same δ = {number(_delta(result))}: what the decoder learns at most, by each scheme's accounting.",
        "Factor: the larger of the two to what is promised, over the mechanism's ε. Bits are of",
        "Elias delta; of words of one length for MRC, modified MRC, GenProt, Bassily–Smith and pseudorandom rejection,",
        f"which comes within {gamma_text(result.parameters.gamma)} of the law and is audited by its outputs. Errors",
        "are one standard error.",
    )
    return " ".join(parts)
