"""What the experiment `bit_cost` says of its numbers: quantities, sentences and formulas."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.entropy import EntropyEstimate
from ppr_core.experiments.bit_cost.parameters import CODES
from ppr_core.experiments.bit_cost.run import BitCostResult
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, INDEX_BITS, INDEX_LAW, Rule, Slot, alpha_symbol
from ppr_core.guarantees import ppr_overhead_bits, ppr_refined_overhead_bits
from ppr_core.index_law import Computed
from ppr_core.wording import exponential, measured, number, percent

__all__ = ["tell"]

_COVERED = 0.9  # coverage from which the measured entropy is taken at its word
_LITTLE = 1e-3  # bits below which an overhead is not compared


def tell(result: BitCostResult) -> Story:
    """The story of a run."""
    sweep = _sweep(result)
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=(_shares(result), *_least(result), _looseness(result), _entropy(result), sweep, *_conditions(result)),
        formulas=functools.partial(_formulas, result),
        captions={"sweep": sweep},
    )


def _quantities(result: BitCostResult) -> tuple[Quantity, ...]:
    p, t, m, exact = result.parameters, result.theory, result.measured, result.law
    average, others = f"Average {result.datum}, {CODES[p.code]}", [name for name in m.codes if name != p.code]

    def mean(key: str, label: str, one: Mean | EntropyEstimate, unit: str = "bits") -> Quantity:
        return Quantity(key, label, one.value, unit, "measured", one.error, one.samples)

    def bound(key: str, label: str, value: float, source: str) -> Quantity:
        return Quantity(key, label, value, "bits", "bound", source=source)

    def known(key: str, label: str, one: Computed) -> Quantity:
        computed = f", computed to ± {number(one.error, 2)}" if one.error else ""
        return Quantity(key, f"{label}, exact{computed}", one.value, "bits")

    found = [
        mean("bits", average, result.bits),
        known("exact_bits", average, result.exact_bits),
        mean("log_index", "Mean of log₂ K", m.log_index),
        known("exact_log_index", "Mean of log₂ K", exact.mean_log2),
        bound("bound", "Mean of log₂ K at most", t.bound, "ppr.theorem5"),
        Quantity("divergence", "KL of the output from the proposal", t.divergence, "bits"),
        Quantity("plain", _plain_label(result), t.plain_bits, "bits"),
        *(
            []
            if result.capacity is None
            else [Quantity("capacity", "Capacity of the mechanism", result.capacity, "bits")]
        ),
        *(mean(f"bits_{name}", f"Average, {CODES[name]}", m.codes[name]) for name in others),
        *(known(f"exact_bits_{name}", f"Average, {CODES[name]}", result.lengths[name]) for name in others),
        mean("entropy", "Entropy of K", m.entropy),
        known("exact_entropy", "Entropy of K", exact.entropy),
        bound("refined", "Mean of log₂ K at most, sharper", t.refined, "ppr.theorem14"),
        bound("code_bound", f"Average, {CODES[p.code]}, at most", t.code_bound, CODE_LENGTH[p.code].source),
    ]
    if t.ldp_bound is not None:
        found.append(bound("ldp_bound", "Average size at most, from ε", t.ldp_bound, "ppr.corollary6"))
    if t.information is not None:
        found.append(Quantity("information", "I(X;Z), uniform input", t.information, "bits"))
    if not p.chosen.finite:
        found.append(Quantity("half", "Plain 16-bit floats", t.plain_bits / 2, "bits"))
    found.append(Quantity("mrc", f"MRC, N = {number(p.candidates)}", t.mrc_bits, "bits"))
    return (*found, mean("candidates", "Candidates looked at", m.candidates, ""))


def _text(one: Computed) -> str:
    return measured(one.value, one.error)


def _finding(result: BitCostResult) -> str:
    p, t, bits = result.parameters, result.theory, result.bits
    seen = f"{number(len(result.measured.lengths))} real ones took {measured(bits.value, bits.error)}"
    length = f"{_text(result.exact_bits)} bits in {CODES[p.code]} code on average"
    sent = "A message takes" if t.messages == 1 else f"The vector, sent in {t.messages} messages, takes"
    bound = f"log₂ K averages {_text(result.law.mean_log2)}, Theorem 5 allows {number(t.bound)}"
    plain = f"the {number(int(t.plain_bits))} of {'a ' if t.plain_bits <= 32 else ''}{p.plain_name}"
    if result.exact_bits.value >= t.plain_bits:
        return f"{sent} {length}, no fewer than {plain}: here compression does not pay; {seen}; {bound}."
    return f"{sent} {length} instead of {plain}; {seen}; {bound}."


def _shares(result: BitCostResult) -> str:
    t, bits, log_index = result.theory, result.exact_bits, result.law.mean_log2
    chosen, coded = log_index.value - t.divergence, bits.value - log_index.value
    text = (
        f"Of the {number(bits.value)} bits, {number(t.divergence)} carry what the noise does not hide (KL), choosing "
        f"the index K at order α {'adds' if chosen >= 0 else 'saves'} {number(abs(chosen))}, and the code adds "
        f"{number(coded)} to mark where a message ends."
    )
    if t.messages > 1:
        text += f" The last two are paid {t.messages} times, once for every chunk."
    return text


def _least(result: BitCostResult) -> tuple[str, ...]:
    """What every exact scheme pays."""
    if result.capacity is None:
        return ()
    least, here = number(result.capacity), number(result.theory.divergence)
    return (
        f"In every exact scheme some input takes at least {least} bits on average: the mechanism's capacity, "
        f"the KL of the worst input from the best proposal; {here} is that of this input from this proposal.",
    )


def _looseness(result: BitCostResult) -> str:
    p, t = result.parameters, result.theory
    mean = result.law.mean_log2
    overhead = Computed(mean.value - t.divergence, mean.error)
    eta, each = ppr_overhead_bits(p.alpha) * t.messages, "" if t.messages == 1 else " over all chunks"
    text = f"Choosing K{each} costs {_text(overhead)} bits; Theorem 5 allows {number(eta)}"
    text += f", {number(eta / overhead.value, 2)} times as many" if overhead.value > _LITTLE else ""
    if math.isinf(p.alpha):
        return f"{text}."
    text += "; as α falls to 1 it comes to about log₂(e)/(α − 1) bits. That is "
    return f"{text}{number(t.leading - t.divergence)} here; further from 1 choosing K costs less."


def _entropy(result: BitCostResult) -> str:
    entropy, exact = result.measured.entropy, result.law
    known, best = exact.entropy, min(result.lengths[name].value for name in CODES)
    text = (
        f"No code of K alone gets below its entropy, {_text(known)} bits; the best code here is "
        f"{number(best - known.value, 2)} bits above it. Counted from the messages it is "
        f"{measured(entropy.value, entropy.error)}. Counting misses rare, large indices, so they are counted in "
        "cells of nearly constant probability, with Grassberger's correction for few counts"
    )
    if entropy.coverage < _COVERED:
        return text + (
            f". Still {percent(1 - entropy.coverage, 2)} of the indices were alone in their cell: take the "
            "counted value as a rough one."
        )
    return text + "."


def _sweep(result: BitCostResult) -> str:
    """What the sweep shows."""
    s, p = result.sweep, result.parameters
    if not s.applies:
        if p.sweep == "none":
            return "No sweep is chosen: the second chart has the one point of these settings."
        return f"{s.refused}: the second chart has the one point of these settings."
    text = _SWEEP_SENTENCES[s.name](result)
    if not np.isfinite(s.measured["bits"]).any():
        text += " No point of the sweep is simulated yet, or none can be: the lines are computed without a run."
    skipped = np.flatnonzero(~s.affordable)
    if len(skipped):
        most = exponential(math.log(10) * float(s.log10_candidates[skipped].max()))
        named = ", ".join(map(_setting, s.values[skipped]))
        text += f" At {named} an encode looks at up to r* = {most} candidates: too many to simulate here."
    return text


def _alpha_sentence(result: BitCostResult) -> str:
    s = result.sweep
    log_index = s.exact["log_index"]
    overhead = log_index - s.bound("divergence")
    clear = np.flatnonzero(overhead > _LITTLE)
    low, high = (_setting(s.values[end]) for end in (0, -1))
    text = f"From α = {low} to {high} the mean of log₂ K falls from {number(log_index[0])} to "
    text += f"{number(log_index[-1])} bits."
    if len(clear):
        ratio = (s.bound("bound") - s.bound("divergence"))[clear] / overhead[clear]
        text += f" Theorem 5's overhead is {number(ratio.min(), 2)} to {number(ratio.max(), 2)} times the exact one."
    return f"{text} In the chart of the sweep the thin line is KL + log₂(e)/(α − 1), its leading term as α → 1."


def _setting(value: float) -> str:
    """A value of the sweep, without trailing zeros."""
    return number(value)


def _growth_sentence(result: BitCostResult) -> str:
    """Of sweeps along which the message grows."""
    s, bits, first, last = result.sweep, result.sweep.exact["bits"], 0, -1
    size = "k" if result.parameters.chosen.finite else "d"
    symbol, plain = size if s.name == "dimension" else "ε", s.bound("plain_bits")
    text = (
        f"From {symbol} = {_setting(s.values[first])} to {_setting(s.values[last])} the "
        f"{result.datum} goes from {number(bits[first])} to {number(bits[last])} bits"
    )
    if plain[first] != plain[last]:
        return f"{text}; as it is, the output goes from {number(int(plain[first]))} to {number(int(plain[last]))}."
    return f"{text}, KL from {number(s.theory[first].divergence)} to {number(s.theory[last].divergence)}."


def _chunk_sentence(result: BitCostResult) -> str:
    s, bits = result.sweep, result.sweep.exact["bits"]
    return (
        f"In chunks of {_setting(s.values[0])} the vector takes {number(bits[0])} bits, in chunks of "
        f"{_setting(s.values[-1])} it takes {number(bits[-1])}: every chunk pays for its own index and code word."
    )


def _proposal_sentence(result: BitCostResult) -> str:
    s, bits = result.sweep, result.sweep.exact["bits"]
    divergence, best = s.bound("divergence"), int(np.argmin(s.log10_candidates))
    leanest = int(np.argmin(divergence))
    name = "The paper's width y = C²/d" if result.parameters.paper_scale() else "The width of least KL"
    if leanest == best:
        return f"The width with the fewest candidates also has the least KL here, {number(divergence[best])} bits."
    return (
        f"{name} has the least KL, {number(divergence[leanest])} bits, and needs "
        f"r* = {exponential(math.log(10) * s.log10_candidates[leanest])} candidates; the width with the fewest, "
        f"{exponential(math.log(10) * s.log10_candidates[best])}, costs "
        f"{number(divergence[best] - divergence[leanest], 2)} bits more KL, {number(bits[best] - bits[leanest], 2)} in "
        "the message."
    )


_SWEEP_SENTENCES = {
    "alpha": _alpha_sentence,
    "epsilon": _growth_sentence,
    "dimension": _growth_sentence,
    "chunk": _chunk_sentence,
    "proposal": _proposal_sentence,
}


def _conditions(result: BitCostResult) -> tuple[str, ...]:
    """Theorems that do not apply here, and why."""
    p, t = result.parameters, result.theory
    if t.ldp_bound is not None or not math.isfinite(p.channel().privacy().epsilon):
        return ()
    bound = exponential(float(np.max(p.channel().log_ratio_bound())), 3)
    return (f"Corollary 6 is not drawn: it needs a ratio of at most e^ε, and with this proposal r* = {bound}.",)


_REFINED = Rule(
    "A sharper overhead: Theorem 14",
    r"\mathbb{E}[\log_2 K] \le",
    r"<divergence> + <messages> \cdot <overhead>",
    {name: slot for name, slot in INDEX_BITS.slots.items() if name != "alpha"}
    | {
        "overhead": Slot(
            r"\inf_{\eta} \frac{1}{\eta} \log_2\!\left(1 + \frac{\Gamma(1 - \frac{\eta + 1}{\alpha})\,\Gamma(\eta + 1)}"
            r"{\Gamma(1 - \frac{1}{\alpha})^{\eta + 1}}\right)",
            "least over 0 < η ≤ 1, η < α − 1",
            "bits",
        )
    },
    lambda divergence, messages, overhead: divergence + messages * overhead,
    "ppr.theorem14",
)
_LEADING = Rule(
    "The leading term of the overhead as α → 1",
    r"\mathbb{E}[\log_2 K] \approx",
    r"<divergence> + \frac{<messages> \cdot \log_2 e}{<alpha> - 1}",
    INDEX_BITS.slots,
    lambda divergence, messages, alpha: divergence + messages * math.log2(math.e) / (alpha - 1),
    "Where the density ratio is constant, P(K > k) falls like k^(1 − α)",
)


def _formulas(result: BitCostResult) -> tuple[Formula, ...]:
    p, t, m = result.parameters, result.theory, result.measured
    index = Symbol("K", "index; measured mean of its logarithm, over all pieces", m.log_index.value, "bits")
    values: dict[str, Any] = {"divergence": t.divergence, "messages": t.messages, "alpha": p.alpha}
    refined = {**values, "overhead": ppr_refined_overhead_bits(p.alpha)}
    order = {"alpha": "alpha"}
    found = [INDEX_BITS.at(order, more=(index,), **values), _REFINED.at(more=(index, alpha_symbol(p.alpha)), **refined)]
    if not math.isinf(p.alpha):
        found.append(_LEADING.at(order, **values))
    found.append(_law(result))
    if t.messages == 1:
        found.append(CODE_LENGTH[p.code].at(index_bits=t.bound))
    return tuple(found)


def _law(result: BitCostResult) -> Formula:
    """Of the first piece's index."""
    first = result.law.laws[0][1]
    mean, above = first.mean_log2, tuple(map(float, first.survival([1, 2, 3])))
    terms: dict[str, Any] = dict(zip(("one", "two", "three"), above, strict=True))
    known = sum(share * math.log2(1 + 1 / k) for k, share in enumerate(above, 1))
    return INDEX_LAW.at(more=(alpha_symbol(result.parameters.alpha),), rest=mean - known, **terms)


def _plain_label(result: BitCostResult) -> str:
    declared = result.parameters.chosen
    one, several = declared.kind.plain
    return one.capitalize() if declared.finite else f"Plain {several}"
