"""What a result of the experiment `mean_estimation` says: quantities, sentences and formulas."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from ppr_core.decoder_privacy import worst_pair
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult
from ppr_core.experiments.mean_estimation.schemes import report
from ppr_core.experiments.mean_estimation.story_central import central_captions, central_finding, central_notices
from ppr_core.experiments.mean_estimation.story_local import local_finding, local_notices
from ppr_core.experiments.mean_estimation.story_runs import bits, data_notice, reading
from ppr_core.experiments.vocabulary.fields import NEIGHBOURS
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot, divergence_formula
from ppr_core.guarantees import ppr_overhead_bits
from ppr_core.means import Mean
from ppr_core.wording import number

__all__ = ["tell"]


def tell(result: MeanResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the main chart and of every further one."""
    captions = {"reading": reading(result), "bits": bits(result)}
    if result.parameters.central:
        finding, notices = central_finding(result), central_notices(result)
        captions |= central_captions(result)
    else:
        finding, notices = local_finding(result), local_notices(result)
        captions["curves"] = "Fewer candidates are bought with a larger error."
    shown = tuple(notice for notice in (*notices, data_notice(result)) if notice)
    return Story(_quantities(result), finding, shown, partial(_formulas, result), captions)


def _quantities(result: MeanResult) -> tuple[Quantity, ...]:
    p, runs = result.parameters, result.focus
    first, other = runs[0], runs[1 if p.central else -1]

    def seen(key: str, label: str, mean: Mean, unit: str = "", times: float = 1.0) -> Quantity:
        return Quantity.measured(key, label, replace(mean, samples=p.repetitions), unit, times=times)

    quantities = [seen("error", f"Squared error, {first.label}", first.error)]
    if first.compressed:
        quantities.append(seen("bits", f"Bits for a client, {first.label}", first.bits, "bits"))
        share = 100 / (FLOAT_BITS * p.shape[1])
        quantities.append(seen("share", "Of uncompressed floats", first.bits, "%", share))
    quantities.append(seen("other", f"Squared error, {other.label}", other.error))
    quantities += _guarantees(result)
    quantities.append(Quantity("law", f"{first.label}, expected error", first.law))
    for run in runs[1:]:
        key = run.task.name
        if run is not other:
            quantities.append(seen(f"{key}_error", f"Squared error, {run.label}", run.error))
        quantities.append(Quantity(f"{key}_law", f"{run.label}, expected error", run.law))
        if run.compressed:
            quantities.append(seen(f"{key}_bits", f"Bits for a client, {run.label}", run.bits, "bits"))
    quantities.append(seen("bytes", f"Sent by all clients, {first.label}", first.sent_bytes, "bytes"))
    quantities.append(seen("candidates", f"Candidates of a client, {first.label}", first.candidates))
    return tuple(quantities)


def _guarantees(result: MeanResult) -> list[Quantity]:
    """The first scheme's ε in every view, the first statement on each."""
    first = result.headline.label
    names = {
        ("central", "database"): f"Central ε, {NEIGHBOURS[result.parameters.neighbours]}",
        ("local", "database"): "Local ε, of a report",
        ("local", "decoder"): "Local ε, against the decoder",
    }
    views: dict[tuple[str, ...], Quantity] = {}
    for promise in result.promises:
        guarantee = promise.guarantee
        view = (guarantee.notion, guarantee.against)
        if promise.label == first and view in names:
            told = guarantee.delta and view == ("local", "decoder")
            label = f"{names[view]}, {first}" + (f", at δ = {number(guarantee.delta)}" if told else "")
            if view in views and guarantee.source.startswith("ppr."):
                theorem = Quantity.promised("local_decoder_bound", label, guarantee, "", "bound")
                views.setdefault((*view, "bound"), theorem)
            views.setdefault(view, Quantity.promised("_".join(view), label, guarantee, ""))
    return list(views.values())


# Formulas.

_FIELDS = {
    "noise": "epsilon", "clients": "clients", "dimension": "dimension", "factor": "neighbours", "bits": "bits",
    "alpha": "alpha", "epsilon": "epsilon", "scale": "epsilon",
}  # fmt: skip
_CLIENTS, _DIMENSION = Slot("n", "clients"), Slot("d", "entries of a vector")
_NOISE = Slot(r"\tilde\sigma", "noise in each coordinate of the mean")
_CSGM_NOISE = Slot(r"\sigma_{\text{CSGM}}", "noise of the server, in each coordinate")
_ERROR = r"\frac{1}{d}\, \mathbb{E}\Vert \hat\mu - \mu \Vert^2 ="

GAUSSIAN = Rule(
    "Squared error per coordinate of the Gaussian mechanism, and of PPR",
    _ERROR,
    "<noise>^2",
    {"noise": _NOISE},
    lambda noise: noise**2,
    "ppr.corollary12",
)
DISTANCE = Rule(
    "How far one client moves the mean",
    r"\Delta =",
    r"\frac{<factor> \cdot \sqrt{<dimension>}}{<clients>}",
    {"factor": Slot("k", "1 to set its vector to 0, 2 to replace it"), "dimension": _DIMENSION, "clients": _CLIENTS},
    lambda factor, dimension, clients: factor * math.sqrt(dimension) / clients,
    "The largest length of a vector is √d",
)
REPORT = Rule(
    "Noise of one client's report, which PPR simulates",
    "s =",
    r"\sqrt{<clients>} \cdot <noise>",
    {"clients": _CLIENTS, "noise": _NOISE},
    lambda clients, noise: math.sqrt(clients) * noise,
    "The mean of n such reports has noise σ̃",
)
SIZE = replace(
    CODE_LENGTH["zipf_shannon"],
    title="Theorem 5 with the Shannon code: bits of a whole vector in one message, at most",
    left=r"\ell = I(X; Z) + \eta_\alpha, \quad \mathbb{E}[\text{bits}] \le",
    slots={"index_bits": Slot(r"\ell", "bound on the mean of log₂ K", "bits")},
    source="ppr.theorem5",
)
CSGM_SIGNS = Rule(
    "Squared error per coordinate of CSGM",
    _ERROR,
    r"\frac{1 - <rate>}{<clients> \cdot <rate>} + <noise>^2",
    {"rate": Slot(r"\gamma", "share of the entries that is sent, b/d"), "clients": _CLIENTS, "noise": _CSGM_NOISE},
    lambda rate, clients, noise: (1 - rate) / (clients * rate) + noise**2,
    "csgm.algorithm1",
)
CSGM = replace(
    CSGM_SIGNS,
    right="<sampling> + <noise>^2",
    slots={"sampling": Slot("S", "error of sampling, for these data"), "noise": _CSGM_NOISE},
    value=lambda sampling, noise: sampling + noise**2,
)
PRIVUNIT = Rule(
    "Squared error of PrivUnit, the sum over all coordinates",
    r"\mathbb{E}\Vert \hat\mu - \mu \Vert^2 =",
    r"\frac{1}{<clients>} \cdot \left(\frac{1}{<scale>^2} - 1\right)",
    {"scale": Slot("m", "scale of a report: E[Z] = m x"), "clients": _CLIENTS},
    lambda scale, clients: (1 / scale**2 - 1) / clients,
    "privunit.definition",
)
CANDIDATES = Rule(
    "Candidates that PPR and rejection look at for one report",
    "r^* = c_1 =",
    r"\frac{<probability>}{<mass>}",
    {
        "probability": Slot("p", "probability of a report within the cap around x"),
        "mass": Slot(r"\theta", "share of the sphere that is the cap"),
    },
    lambda probability, mass: probability / mass,
    "privunit.definition",
)
DECODER = replace(
    DECODER_LOSS,
    title="What PPR's decoder may learn",
    slots={**DECODER_LOSS.slots} | {"epsilon": Slot(r"\varepsilon", "local privacy of a client")},
    source="ppr.corollary11",
)


def _formulas(result: MeanResult) -> tuple[Formula, ...]:
    """For central ε the Gaussian mechanism, PPR's size and CSGM; for local ε PrivUnit and its candidates."""
    return _central_formulas(result) if result.parameters.central else _local_formulas(result)


def _central_formulas(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    sigma: dict[str, Any] = {"noise": math.sqrt(result.headline.law)}
    estimates = Symbol(r"\hat\mu, \mu", "the server's estimate and the mean of the vectors", "d entries each")
    information = p.problem.information_bits(p.problem.sliced_noise_std(p.epsilon, d))
    overhead = ppr_overhead_bits(p.alpha)
    size = (
        Symbol(r"\eta_\alpha", "overhead of PPR", overhead, "bits", "alpha"),
        Symbol("I(X; Z)", "information of a report", information, "bits"),
        Symbol("d", _DIMENSION.meaning, d, "", "dimension"),
    )
    found = (
        GAUSSIAN.at(_FIELDS, digits=10, more=(estimates,), **sigma),
        REPORT.at(_FIELDS, digits=10, clients=n, **sigma),
        SIZE.at(digits=10, more=size, index_bits=information + overhead),
    )
    if p.server_held:
        return found
    factor = 2 if p.neighbours == "replace_one" else 1
    distance = DISTANCE.at(_FIELDS, digits=10, factor=factor, dimension=d, clients=n)
    return (found[0], distance, *found[1:], _csgm_formula(result))


def _csgm_formula(result: MeanResult) -> Formula:
    p = result.parameters
    (n, d), sigma = p.shape, p.problem.csgm_noise_std(p.epsilon, p.bits)
    bits = Symbol("b", "bits of a client", p.bits, "bits", "bits")
    fields = _FIELDS | {"noise": ""}
    if p.data == "signs":
        return CSGM_SIGNS.at(fields, digits=10, more=(bits,), rate=p.bits / d, clients=n, noise=sigma)
    sampling = max(result.at("csgm").law - sigma**2, 0.0)
    return CSGM.at(fields, digits=10, more=(bits,), sampling=sampling, noise=sigma)


def _local_formulas(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n = p.shape[0]
    channel = report(p, result.headline.task.name, p.epsilon)[0]
    cap: dict[str, Any] = {"probability": channel.cap_probability, "mass": channel.cap_mass}
    e = Symbol(r"\varepsilon", "local privacy of a client's mechanism", channel.epsilon, "", "epsilon")
    return (
        PRIVUNIT.at(_FIELDS, digits=14, scale=channel.scale, clients=n),
        CANDIDATES.at(_FIELDS, digits=10, more=(e,), **cap),
        DECODER.at(_FIELDS, digits=8, alpha=p.alpha, epsilon=channel.epsilon),
        *filter(None, [divergence_formula(worst_pair(channel), p.alpha, {"alpha": "alpha"})]),
    )
