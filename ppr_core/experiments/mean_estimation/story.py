"""What a result of `mean_estimation` says: its headline, numbers and formulas, from `mean_estimation.ftl`."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from ppr_core.decoder_privacy import worst_pair
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult, Run
from ppr_core.experiments.mean_estimation.schemes import report
from ppr_core.experiments.mean_estimation.story_central import (
    central_captions,
    central_finding,
    central_notices,
)
from ppr_core.experiments.mean_estimation.story_local import local_finding, local_notices
from ppr_core.experiments.mean_estimation.story_runs import (
    answer,
    bits,
    data_notice,
    names,
    reading,
)
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot, divergence_formula
from ppr_core.guarantees import ppr_overhead_bits
from ppr_core.means import Mean
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["tell"]

message = Messages("mean_estimation")

_RIVALS = frozenset(("csgm_law", "gaussian_law", "other", "csgm_bits", "gaussian_error"))


def tell(result: MeanResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the main chart and of every further one."""
    captions = {"reading": reading(result), "runs": reading(result), "bits": bits(result)}
    if result.parameters.central:
        finding, notices = central_finding(result), central_notices(result)
        captions |= {"reading": answer(result)} | central_captions(result)
    else:
        finding, notices = local_finding(result), local_notices(result)
    shown = tuple(filter(None, (*notices, data_notice(result), names(result))))
    return Story(_quantities(result), finding, shown, partial(_formulas, result), captions, _RIVALS)


def _quantities(result: MeanResult) -> tuple[Quantity, ...]:
    p, runs = result.parameters, result.focus
    first, other = runs[0], runs[1 if p.central else -1]

    def seen(key: str, label: str, mean: Mean, unit: str = "", times: float = 1.0) -> Quantity:
        samples = message("samples", runs=number(p.repetitions))
        return Quantity.measured(
            key, label, replace(mean, samples=p.repetitions), unit, times=times, samples_text=samples
        )

    error = seen("error", message("tile-error", scheme=first.label), first.error)
    laws = [Quantity("law" if run is first else f"{run.task.name}_law", _expected(run), run.law) for run in runs]
    sent = p.central or first.compressed
    length = [seen("bits", message("tile-bits", scheme=first.label), first.bits, "bits")] * sent
    others = [seen("other", message("tile-error", scheme=other.label), other.error)]
    if p.central:
        quantities = [*length, *laws, *_guarantees(result), error, *others]
    else:
        quantities = [error, *length, *others, *_guarantees(result), *laws]
    if first.compressed:
        share = 100 / (FLOAT_BITS * p.shape[1])
        quantities.append(seen("share", message("tile-share"), first.bits, "%", share))
    for run in runs[1:]:
        key = run.task.name
        if run is not other:
            quantities.append(seen(f"{key}_error", message("tile-error", scheme=run.label), run.error))
        if run.compressed:
            quantities.append(seen(f"{key}_bits", message("tile-bits", scheme=run.label), run.bits, "bits"))
    quantities.append(seen("bytes", message("tile-bytes", scheme=first.label), first.sent_bytes, "bytes"))
    quantities.append(seen("candidates", message("tile-candidates", scheme=first.label), first.candidates))
    return tuple(quantities)


def _expected(run: Run) -> str:
    return message("tile-plain") if run.task.name == "gaussian" else message("tile-expected", scheme=run.label)


def _guarantees(result: MeanResult) -> list[Quantity]:
    """The first scheme's ε in every view, the first statement on each."""
    first = result.headline.label
    names = {
        ("central", "database"): message("tile-central"),
        ("local", "database"): message("tile-reader", scheme=first),
        ("local", "decoder"): message("tile-decoder", scheme=first),
    }
    views: dict[tuple[str, ...], Quantity] = {}
    for promise in result.promises:
        guarantee = promise.guarantee
        view = (guarantee.notion, guarantee.against)
        if promise.label == first and view in names:
            label = names[view]
            if guarantee.delta and view == ("local", "decoder"):
                label = message("tile-decoder-delta", scheme=first, delta=number(guarantee.delta))
            if view in views and guarantee.source.startswith("ppr."):
                bound = message("tile-decoder-theorem")
                theorem = Quantity.promised("local_decoder_bound", bound, guarantee, kind="bound")
                views.setdefault((*view, "bound"), theorem)
            views.setdefault(view, Quantity.promised("_".join(view), label, guarantee))
    return list(views.values())


# Formulas.

_FIELDS = {
    "noise": "epsilon", "clients": "clients", "dimension": "dimension", "factor": "neighbours", "bits": "bits",
    "alpha": "alpha", "epsilon": "epsilon", "scale": "epsilon",
}  # fmt: skip
_ERROR = r"\frac{1}{d}\, \mathbb{E}\Vert \hat\mu - \mu \Vert^2 ="
_SYMBOLS = {
    "clients": "n", "dimension": "d", "noise": r"\tilde\sigma", "csgm_noise": r"\sigma_{\text{CSGM}}", "factor": "k",
    "rate": r"\gamma", "sampling": "S", "scale": "m", "probability": "p", "mass": r"\theta",
}  # fmt: skip


def _slots(*names: str) -> dict[str, Slot]:
    return {name: Slot(_SYMBOLS[name], message(f"symbol-{name.replace('_', '-')}")) for name in names}


def _gaussian() -> Rule:
    slots, source = _slots("noise"), "ppr.corollary12"
    return Rule(message("formula-gaussian"), _ERROR, "<noise>^2", slots, lambda noise: noise**2, source)


def _distance() -> Rule:
    return Rule(
        message("formula-distance"),
        r"\Delta =",
        r"\frac{<factor> \cdot \sqrt{<dimension>}}{<clients>}",
        _slots("factor", "dimension", "clients"),
        lambda factor, dimension, clients: factor * math.sqrt(dimension) / clients,
        "The largest length of a vector is √d",
    )


def _report() -> Rule:
    return Rule(
        message("formula-report"),
        "s =",
        r"\sqrt{<clients>} \cdot <noise>",
        _slots("clients", "noise"),
        lambda clients, noise: math.sqrt(clients) * noise,
        "The mean of n such reports has noise σ̃",
    )


def _size() -> Rule:
    return replace(
        CODE_LENGTH["zipf_shannon"],
        title=message("formula-size"),
        left=r"\ell = I(X; Z) + \eta_\alpha, \quad \mathbb{E}[\text{bits}] \le",
        slots={"index_bits": Slot(r"\ell", message("symbol-index"), "bits")},
        source="ppr.theorem5",
    )


def _csgm(signs: bool) -> Rule:
    if signs:
        return Rule(
            message("formula-csgm"),
            _ERROR,
            r"\frac{1 - <rate>}{<clients> \cdot <rate>} + <csgm_noise>^2",
            _slots("rate", "clients", "csgm_noise"),
            lambda rate, clients, csgm_noise: (1 - rate) / (clients * rate) + csgm_noise**2,
            "csgm.algorithm1",
        )
    slots, right = _slots("sampling", "csgm_noise"), "<sampling> + <csgm_noise>^2"

    def value(sampling: float, csgm_noise: float) -> float:
        return sampling + csgm_noise**2

    return Rule(message("formula-csgm"), _ERROR, right, slots, value, "csgm.algorithm1")


def _privunit() -> Rule:
    return Rule(
        message("formula-privunit"),
        r"\mathbb{E}\Vert \hat\mu - \mu \Vert^2 =",
        r"\frac{1}{<clients>} \cdot \left(\frac{1}{<scale>^2} - 1\right)",
        _slots("scale", "clients"),
        lambda scale, clients: (1 / scale**2 - 1) / clients,
        "privunit.definition",
    )


def _candidates() -> Rule:
    slots, right = _slots("probability", "mass"), r"\frac{<probability>}{<mass>}"
    return Rule(
        message("formula-candidates"), "r^* = c_1 =", right, slots, lambda probability, mass: probability / mass,
        "privunit.definition",
    )  # fmt: skip


def _decoder() -> Rule:
    slots = {**DECODER_LOSS.slots} | {"epsilon": Slot(r"\varepsilon", message("symbol-epsilon"))}
    return replace(DECODER_LOSS, title=message("formula-decoder"), slots=slots, source="ppr.corollary11")


def _formulas(result: MeanResult) -> tuple[Formula, ...]:
    """For central ε the Gaussian mechanism, PPR's size and CSGM; for local ε PrivUnit and its candidates."""
    return _central_formulas(result) if result.parameters.central else _local_formulas(result)


def _central_formulas(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    sigma: dict[str, Any] = {"noise": math.sqrt(result.headline.law)}
    estimates = Symbol(r"\hat\mu, \mu", message("symbol-estimates"), message("symbol-entries"))
    information = p.problem.information_bits(p.problem.sliced_noise_std(p.epsilon, d))
    overhead = ppr_overhead_bits(p.alpha)
    size = (
        Symbol(r"\eta_\alpha", message("symbol-overhead"), overhead, "bits", "alpha"),
        Symbol("I(X; Z)", message("symbol-information"), information, "bits"),
        Symbol("d", message("symbol-dimension"), d, "", "dimension"),
    )
    shown = (
        _gaussian().at(_FIELDS, digits=10, more=(estimates,), **sigma),
        _report().at(_FIELDS, digits=10, clients=n, **sigma),
        _size().at(digits=10, more=size, index_bits=information + overhead),
    )
    if p.server_held:
        return shown
    factor = 2 if p.neighbours == "replace_one" else 1
    distance = _distance().at(_FIELDS, digits=10, factor=factor, dimension=d, clients=n)
    return (shown[0], distance, *shown[1:], _csgm_formula(result))


def _csgm_formula(result: MeanResult) -> Formula:
    p = result.parameters
    (n, d), sigma = p.shape, p.problem.csgm_noise_std(p.epsilon, p.bits)
    bits = Symbol("b", message("symbol-bits"), p.bits, "bits", "bits")
    if p.data == "signs":
        return _csgm(True).at(_FIELDS, digits=10, more=(bits,), rate=p.bits / d, clients=n, csgm_noise=sigma)
    sampling = max(result.at("csgm").law - sigma**2, 0.0)
    return _csgm(False).at(_FIELDS, digits=10, more=(bits,), sampling=sampling, csgm_noise=sigma)


def _local_formulas(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n = p.shape[0]
    channel = report(p, result.headline.task.name, p.epsilon)[0]
    cap: dict[str, Any] = {"probability": channel.cap_probability, "mass": channel.cap_mass}
    e = Symbol(r"\varepsilon", message("symbol-own"), channel.epsilon, "", "epsilon")
    return (
        _privunit().at(_FIELDS, digits=14, scale=channel.scale, clients=n),
        _candidates().at(_FIELDS, digits=10, more=(e,), **cap),
        _decoder().at(_FIELDS, digits=8, alpha=p.alpha, epsilon=channel.epsilon),
        *filter(None, [divergence_formula(worst_pair(channel), p.alpha, {"alpha": "alpha"})]),
    )
