"""The words and formulas of the experiment `bit_cost`: which message of `bit_cost.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
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
from ppr_core.texts import Messages
from ppr_core.wording import exponential, measured, number

__all__ = ["tell"]

message = Messages("bit_cost")

_LITTLE = 1e-3  # bits below which an overhead is not compared


def tell(result: BitCostResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=tuple(filter(None, _quantities(result))),
        finding=_finding(result),
        notices=(_parts(result), _choice(result)),
        formulas=functools.partial(_formulas, result),
        captions={"sweep": _sweep(result)},
    )


def _quantities(result: BitCostResult) -> Iterator[Quantity | None]:
    p, t, m, exact, code = result.parameters, result.theory, result.measured, result.law, CODES[result.parameters.code]
    average, others = (
        message("tile-average", several=result.several, code=code),
        [name for name in CODES if name != p.code],
    )
    log_index, entropy = message("tile-log-index"), message("tile-entropy")

    sent = message("count-vectors" if result.several else "count-messages", count=number(len(m.lengths)))

    def mean(key: str, label: str, estimate: Mean | EntropyEstimate, unit: str = "bits") -> Quantity:
        return Quantity(
            key, label, estimate.value, unit, "measured", estimate.error, estimate.samples, samples_text=sent
        )

    def bound(key: str, label: str, value: float, source: str) -> Quantity:
        return Quantity(key, label, value, "bits", "bound", source=source)

    def known(key: str, label: str, computed: Computed) -> Quantity:
        name = message("tile-exact", what=label)
        if computed.error:
            name = message("tile-computed", what=label, error=number(computed.error, 2))
        return Quantity(key, name, computed.value, "bits")

    def value(key: str, label: str, bits: float | None) -> Quantity | None:
        return None if bits is None else Quantity(key, label, bits, "bits")

    yield mean("bits", message("tile-measured", what=average), result.bits)
    yield value("divergence", message("tile-divergence"), t.divergence)
    yield mean("log_index", message("tile-measured", what=log_index), m.log_index)
    yield value("plain", message("tile-plain", name=p.plain_name), t.plain_bits)
    yield known("exact_bits", average, result.exact_bits)
    yield known("exact_log_index", log_index, exact.mean_log2)
    yield bound("bound", message("tile-bound"), t.bound, "ppr.theorem5")
    yield value("capacity", message("tile-capacity"), result.capacity)
    for name in others:
        label = message("tile-code", code=CODES[name])
        yield mean(f"bits_{name}", message("tile-measured", what=label), m.codes[name])
        yield known(f"exact_bits_{name}", label, result.lengths[name])
    yield mean("entropy", message("tile-measured", what=entropy), m.entropy)
    yield known("exact_entropy", entropy, exact.entropy)
    yield bound("refined", message("tile-refined"), t.refined, "ppr.theorem14")
    yield bound("code_bound", message("tile-code-bound", code=code), t.code_bound, CODE_LENGTH[p.code].source)
    if t.ldp_bound is not None:
        yield bound("ldp_bound", message("tile-from-epsilon"), t.ldp_bound, "ppr.corollary6")
    yield value("information", message("tile-information"), t.information)
    yield None if p.chosen.finite else value("half", message("tile-half"), t.plain_bits / 2)
    yield value("mrc", message("tile-mrc", candidates=number(p.candidates)), t.mrc_bits)
    yield mean("candidates", message("tile-candidates"), m.candidates, "")


def _text(computed: Computed) -> str:
    return measured(computed.value, computed.error)


def _finding(result: BitCostResult) -> str:
    t = result.theory
    kind = "long" if _long(result) else "saved"
    if result.several:
        kind = "chunks-long" if kind == "long" else "chunks"
    return message(
        "finding", kind=kind, bits=_text(result.exact_bits), messages=number(t.messages),
        plain=number(int(t.plain_bits)),
    )  # fmt: skip


def _long(result: BitCostResult) -> bool:
    """Whether a message takes no less than the value as it is."""
    return result.exact_bits.value >= result.theory.plain_bits


def _parts(result: BitCostResult) -> str:
    """What the bits are for."""
    t, bits, log_index = result.theory, result.exact_bits, result.law.mean_log2
    choice = log_index.value - t.divergence
    kind = "saves" if choice < 0 else "names" if math.isinf(result.parameters.alpha) else "hides"
    sentence = message(
        "parts", bits=_text(bits), kind=kind, divergence=number(t.divergence), choice=number(abs(choice)),
        code=number(bits.value - log_index.value),
    )  # fmt: skip
    chunks = message("parts-chunks", messages=number(t.messages)) if result.several else ""
    return " ".join(filter(None, (sentence, chunks, message("parts-more"))))


def _choice(result: BitCostResult) -> str:
    """What choosing the index costs, and what Theorem 5 allows for it."""
    alpha, t, mean = result.parameters.alpha, result.theory, result.law.mean_log2
    overhead, allowed = Computed(mean.value - t.divergence, mean.error), ppr_overhead_bits(alpha) * t.messages
    costs = {"overhead": _text(overhead), "allowed": number(allowed)}
    return message("choice-endless", **costs) if math.isinf(alpha) else message("choice", **costs)


def _sweep(result: BitCostResult) -> str:
    """What the sweep shows."""
    s, mechanism = result.sweep, result.parameters.chosen.label
    if not s.applies:
        return message("sweep-none", reason=s.refused or "none", mechanism=mechanism)
    sentences = [_ALONG[s.name](result)]
    if not np.isfinite(s.measured["bits"]).any():
        sentences.append(message("sweep-unmeasured"))
    if len(skipped := np.flatnonzero(~s.affordable)):
        most = exponential(math.log(10) * float(s.log10_candidates[skipped].max()))
        sentences.append(message("sweep-skipped", values=", ".join(map(number, s.values[skipped])), candidates=most))
    return " ".join(sentences)


def _ends(values: np.ndarray, numbers: np.ndarray) -> dict[str, str]:
    """The first and last value of the setting, and what is found there."""
    low, high, first, last = map(number, (*values[[0, -1]], *numbers[[0, -1]]))
    return {"low": low, "high": high, "first": first, "last": last}


def _along_alpha(result: BitCostResult) -> str:
    s, log_index = result.sweep, result.sweep.exact["log_index"]
    overhead = log_index - s.bound("divergence")
    sentences = [message("sweep-alpha", **_ends(s.values, log_index))]
    if len(clear := np.flatnonzero(overhead > _LITTLE)):
        ratio = (s.bound("bound") - s.bound("divergence"))[clear] / overhead[clear]
        sentences.append(message("sweep-alpha-bound", least=number(ratio.min(), 2), most=number(ratio.max(), 2)))
    return " ".join((*sentences, message("sweep-alpha-line")))


def _along_growth(result: BitCostResult) -> str:
    """Of sweeps along which the message grows."""
    s, plain, divergence = result.sweep, result.sweep.bound("plain_bits"), result.sweep.bound("divergence")
    size = "k" if result.parameters.chosen.finite else "d"
    text = message("sweep-growth", symbol=size if s.name == "dimension" else "ε", **_ends(s.values, s.exact["bits"]))
    here = result.parameters.chosen.epsilon_of(result.parameters)
    pair = [int(np.argmin(np.abs(s.values - epsilon))) for epsilon in (here, 2 * here)]
    if s.name == "epsilon" and np.allclose(s.values[pair], (here, 2 * here)):
        text += f" {message('sweep-growth-double', **_ends(s.values[pair], s.exact['bits'][pair]))}"
    if plain[0] != plain[-1]:
        return f"{text} {message('sweep-growth-plain', first=number(int(plain[0])), last=number(int(plain[-1])))}"
    return f"{text} {message('sweep-growth-divergence', first=number(divergence[0]), last=number(divergence[-1]))}"


def _along_chunks(result: BitCostResult) -> str:
    return message("sweep-chunk", **_ends(result.sweep.values, result.sweep.exact["bits"]))


def _along_widths(result: BitCostResult) -> str:
    s, bits, divergence = result.sweep, result.sweep.exact["bits"], result.sweep.bound("divergence")
    best, leanest = int(np.argmin(s.log10_candidates)), int(np.argmin(divergence))
    if leanest == best:
        return message("sweep-proposal-same", divergence=number(divergence[best]))
    most, fewest = (exponential(math.log(10) * s.log10_candidates[place]) for place in (leanest, best))
    lean = message(
        "sweep-proposal", paper=bool(result.parameters.paper_scale()), divergence=number(divergence[leanest]),
        candidates=most,
    )  # fmt: skip
    cheap = message(
        "sweep-proposal-cheap", candidates=fewest, divergence=number(divergence[best] - divergence[leanest], 2),
        bits=number(bits[best] - bits[leanest], 2),
    )  # fmt: skip
    return f"{lean} {cheap}"


_ALONG = {
    "alpha": _along_alpha,
    "epsilon": _along_growth,
    "dimension": _along_growth,
    "chunk": _along_chunks,
    "proposal": _along_widths,
}

_SLOTS = {name: slot for name, slot in INDEX_BITS.slots.items() if name != "alpha"}
_LEAST = (
    r"\inf_{\eta} \frac{1}{\eta} \log_2\!\left(1 + \frac{\Gamma(1 - \frac{\eta + 1}{\alpha})\,\Gamma(\eta + 1)}"
    r"{\Gamma(1 - \frac{1}{\alpha})^{\eta + 1}}\right)"
)


def _refined() -> Rule:
    return Rule(
        message("formula-refined"),
        r"\mathbb{E}[\log_2 K] \le",
        r"<divergence> + <messages> \cdot <overhead>",
        {**_SLOTS, "overhead": Slot(_LEAST, message("symbol-overhead"), "bits")},
        lambda divergence, messages, overhead: divergence + messages * overhead,
        "ppr.theorem14",
    )


def _leading() -> Rule:
    return Rule(
        message("formula-leading"),
        r"\mathbb{E}[\log_2 K] \approx",
        r"<divergence> + \frac{<messages> \cdot \log_2 e}{<alpha> - 1}",
        INDEX_BITS.slots,
        lambda divergence, messages, alpha: divergence + messages * math.log2(math.e) / (alpha - 1),
        message("formula-leading-source"),
    )


def _formulas(result: BitCostResult) -> tuple[Formula, ...]:
    p, t, m = result.parameters, result.theory, result.measured
    index = Symbol("K", message("symbol-index"), m.log_index.value, "bits")
    values: dict[str, Any] = {"divergence": t.divergence, "messages": t.messages, "alpha": p.alpha}
    overhead, order = ppr_refined_overhead_bits(p.alpha), {"alpha": "alpha"}
    shown = [
        INDEX_BITS.at(order, more=(index,), **values),
        _refined().at(more=(index, alpha_symbol(p.alpha)), **values, overhead=overhead),
    ]
    if not math.isinf(p.alpha):
        shown.append(_leading().at(order, **values))
    shown.append(_law(result))
    if t.messages == 1:
        title = message("formula-code", code=CODES[p.code])
        shown.append(CODE_LENGTH[p.code].at(title=title, index_bits=t.bound))
    return tuple(shown)


def _law(result: BitCostResult) -> Formula:
    """Of the first piece's index."""
    first = result.law.laws[0][1]
    mean, above = first.mean_log2, tuple(map(float, first.survival([1, 2, 3])))
    terms: dict[str, Any] = dict(zip(("one", "two", "three"), above, strict=True))
    known = sum(share * math.log2(1 + 1 / k) for k, share in enumerate(above, 1))
    return INDEX_LAW.at(more=(alpha_symbol(result.parameters.alpha),), rest=mean - known, **terms)
