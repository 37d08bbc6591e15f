"""What a result of the experiment `mean_estimation` says: quantities, sentences and formulas."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from ppr_core.decoder_privacy import worst_pair
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.mean_estimation.result import FLOAT_BITS, MeanResult, Run
from ppr_core.experiments.mean_estimation.schemes import report
from ppr_core.experiments.mean_estimation.story_captions import captions
from ppr_core.experiments.mean_estimation.story_notices import HIDDEN, WHOM, notices
from ppr_core.experiments.vocabulary.fields import NEIGHBOURS
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot, divergence_formula
from ppr_core.guarantees import ppr_overhead_bits
from ppr_core.wording import measured, number

__all__ = ["tell"]


def tell(result: MeanResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the main chart and of every further one."""
    finding = _central_finding if result.parameters.central else _local_finding
    return Story(_quantities(result), finding(result), notices(result), partial(_formulas, result), captions(result))


def _quantities(result: MeanResult) -> tuple[Quantity, ...]:
    p, first, runs = result.parameters, result.headline, result.focus

    def seen(key: str, label: str, value: float, error: float, unit: str = "") -> Quantity:
        return Quantity(key, label, value, unit, "measured", error, p.repetitions)

    plain = FLOAT_BITS * p.shape[1]
    found = [seen("error", f"Squared error, {first.label}", first.error.value, first.error.error)]
    if first.compressed:
        bits, error = first.bits.value, first.bits.error
        found.append(seen("bits", f"Bits for a client, {first.label}", bits, error, "bits"))
        found.append(seen("share", "Of uncompressed floats", 100 * bits / plain, 100 * error / plain, "%"))
    other = runs[1 if p.central else -1]
    found.append(seen("other", f"Squared error, {other.label}", other.error.value, other.error.error))
    found += _guarantees(result)
    found.append(Quantity("law", f"{first.label}, expected error", first.law))
    for run in runs[1:]:
        key = run.task.name
        if run is not other:
            found.append(seen(f"{key}_error", f"Squared error, {run.label}", run.error.value, run.error.error))
        found.append(Quantity(f"{key}_law", f"{run.label}, expected error", run.law))
        if run.compressed:
            found.append(seen(f"{key}_bits", f"Bits for a client, {run.label}", run.bits.value, run.bits.error, "bits"))
    sent, looked = first.sent_bytes, first.candidates
    found.append(seen("bytes", f"Sent by all clients, {first.label}", sent.value, sent.error, "bytes"))
    found.append(seen("candidates", f"Candidates of a client, {first.label}", looked.value, looked.error))
    return tuple(found)


def _guarantees(result: MeanResult) -> list[Quantity]:
    """The first scheme's ε in every view, the first statement on each."""
    first = result.headline.label
    names = {
        ("central", "database"): f"Central ε, {NEIGHBOURS[result.parameters.neighbours]}",
        ("local", "database"): "Local ε, of a report",
        ("local", "decoder"): "Local ε, against the decoder",
    }
    found: dict[tuple[str, ...], Quantity] = {}
    for promise in result.promises:
        one = promise.guarantee
        view = (one.notion, one.against)
        if promise.label == first and view in names:
            exact = one.source == "ppr.renyi"
            label = f"{names[view]}, {first}" + (f", exact at δ = {number(one.delta)}" if exact else "")
            if view in found and one.source.startswith("ppr."):
                theorem = Quantity("local_decoder_bound", label, one.epsilon, "", "bound", source=one.source)
                found.setdefault((*view, "bound"), theorem)
            found.setdefault(view, Quantity("_".join(view), label, one.epsilon, "", "guarantee", source=one.source))
    return list(found.values())


def _central_finding(result: MeanResult) -> str:
    """Expected errors are compared; the measured one stands beside its own expectation."""
    p, first = result.parameters, result.headline
    floats, gaussian = FLOAT_BITS * p.shape[1], p.problem.noise_std(p.epsilon) ** 2
    exact = first.law <= gaussian * (1 + 1e-9)
    law = number(first.law)
    error = f", {law}, is exactly that" if exact else f" is {law}, against {number(gaussian)}"
    share = number(100 * first.bits.value / floats, 2)
    told = (
        f"PPR in chunks sends {number(first.bits.value)} bits a client ({share} % of {FLOAT_BITS}-bit floats); its "
        f"expected squared error per coordinate{error} without compression, and {_these_runs(result)}. "
    )
    if p.server_held:
        times = number(first.law / replace(p.problem, against="database").noise_std(p.epsilon) ** 2)
        return (
            f"{told}That is {times} times the error that holds only the reader of the mean to ε: now {WHOM[p.against]} "
            f"learns at most ε = {p.epsilon:.3g} of any two vectors of a client."
            + (" It is a useless mean: guessing 0 has an error of 1 at most." if first.law > 1 else "")
        )
    csgm = result.at("csgm")
    return (
        f"{told}CSGM {_with_bits(p.bits, first.bits.value)} has {number(csgm.law)}, {_more(csgm.law, first.law)}. "
        f"Central ε = {p.epsilon:.3g}, {HIDDEN[p.neighbours]}.{_signs(result)}"
    )


def _signs(result: MeanResult) -> str:
    """PPR at the largest ε beside the clients' plain signs, where the picture goes so far."""
    p, last = result.parameters, result.along("epsilon", "sliced_ppr")[-1]
    if p.data != "signs" or not (p.many or last.task.focus) or last.task.epsilon < max(p.epsilons):
        return ""
    bits, signs = last.bits.value, p.shape[1]
    return (
        f" At ε = {last.task.epsilon:.3g}, in chunks of {last.task.chunk}, PPR sends {number(bits)} bits, "
        f"{'fewer' if bits < signs else 'more'} than the {number(signs)} signs themselves."
    )


def _these_runs(result: MeanResult) -> str:
    first = result.headline
    return f"these {result.parameters.repetitions} runs gave {measured(first.error.value, first.error.error)}"


def _with_bits(budget: int, sent: float) -> str:
    """A budget of CSGM beside what PPR sends."""
    bits = f"{number(budget)} bit{'s' if budget > 1 else ''}"
    if 0.9 * sent <= budget <= 1.1 * sent:
        return f"with {bits}"
    short = f"(the bit budget limits it, not PPR in chunks) with only {bits}"
    return short if budget < sent else f"with {bits}, more than PPR sends,"


def _more(value: float, base: float) -> str:
    change = 100 * (value / base - 1)
    if abs(change) < 0.5:
        return "the same" if abs(change) < 1e-3 else "within 0.5 % of it"
    if change > 200:
        return f"{number(value / base, 2)} times as much"
    return f"{number(abs(change), 2)} % {'more' if change > 0 else 'less'}"


def _local_finding(result: MeanResult) -> str:
    p, first = result.parameters, result.headline
    others = "; ".join(f"{run.label} {_more(run.law, first.law)} ({_sent(run)})" for run in result.focus[1:])
    return (
        f"At local ε = {p.epsilon:.3g} against {WHOM[p.against]} the mean by {first.label}, {_sent(first)} a client, "
        f"has an expected squared error of {number(first.law)} over all coordinates, and {_these_runs(result)}. "
        f"Expected of the others: {others}."
    )


def _sent(run: Run) -> str:
    return f"{number(run.bits.value)} bits{'' if run.compressed else ' of floats'}"


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
    slots=DECODER_LOSS.slots | {"epsilon": Slot(r"\varepsilon", "local privacy of a client")},
    source="ppr.corollary11",
)


def _formulas(result: MeanResult) -> tuple[Formula, ...]:
    """For central ε the Gaussian mechanism, PPR's size and CSGM; for local ε PrivUnit and its candidates."""
    return _central_formulas(result) if result.parameters.central else _local_formulas(result)


def _central_formulas(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    sigma = {"noise": math.sqrt(result.headline.law)}
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
    cap = {"probability": channel.cap_probability, "mass": channel.cap_mass}
    e = Symbol(r"\varepsilon", "local privacy of a client's mechanism", channel.epsilon, "", "epsilon")
    return (
        PRIVUNIT.at(_FIELDS, digits=14, scale=channel.scale, clients=n),
        CANDIDATES.at(_FIELDS, digits=10, more=(e,), **cap),
        DECODER.at(_FIELDS, digits=8, alpha=p.alpha, epsilon=channel.epsilon),
        *filter(None, [divergence_formula(worst_pair(channel), p.alpha, {"alpha": "alpha"})]),
    )
