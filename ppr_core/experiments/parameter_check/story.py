"""What a check says: its verdict, its numbers, what to look at, and the formulas behind them."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.parameter_check.parameters import CODES, SPLITS
from ppr_core.experiments.parameter_check.run import ParameterCheckResult, picture
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, INDEX_BITS, Rule, Slot
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.planning import Choice, Option, Way, mechanism, plain_bits, privunit, theorem
from ppr_core.wording import latex, number

__all__ = ["tell"]

_NOTHING_GAINED = 1e-3  # of bits or error
_LIMITS = {"time_budget": "time budget", "decoder_epsilon": "limit for the decoder", "bit_budget": "bit budget"}
_CODE_SOURCES = {"elias_gamma": "code.elias", "elias_delta": "ppr.codes", "zipf_shannon": "ppr.codes"}


_SECOND_ORDER = Rule(
    "What the decoder learns exactly: the Rényi divergence of order 2, all of a change in one message",
    "D_2 =",
    r"\ln\left(1 - \frac{1}{<alpha>} + \frac{1}{<alpha>} e^{<alpha>^2 <mu>^2}\right)",
    {"alpha": Slot(r"\alpha", "order of PPR"), "mu": Slot(r"\mu", "distance of two inputs, in units of the noise")},
    lambda alpha, mu: float(np.logaddexp(math.log1p(-1 / alpha), (alpha * mu) ** 2 - math.log(alpha))),
    "ppr.renyi",
)


def tell(result: ParameterCheckResult) -> Story:
    """The verdict first; problems with their fixes are `result.findings`."""
    return Story(
        quantities=_quantities(result),
        finding=_verdict(result),
        notices=_notices(result),
        formulas=partial(_formulas, result),
        captions={"schemes": _schemes(result), "time": _along_time(result), "alpha": _along_alpha(result)},
    )


def _quantities(result: ParameterCheckResult) -> tuple[Quantity, ...]:
    s, m = result.solution, result.mechanism
    code = _CODE_SOURCES[s.code]
    one, of_one = ("Report", "a report") if s.option.reports == 1 else (f"{s.option.reports} reports",) * 2
    bound = Quantity("bound", f"{one}, at most", s.code_bound, "bits", "bound", source=code)
    found = [bound]
    if math.isfinite(s.option.log_ratio):
        found = [Quantity("bits", f"{one}, on average", s.bits, "bits"), bound]
    if m.central is not None:
        found.append(_guarantee("central", "ε of the mean", m.central))
    found.append(_guarantee("local", f"ε of {of_one}", m.local))
    found.append(_guarantee("decoder", f"ε of {of_one}", result.decoder))
    if result.seconds:
        time, label = result.seconds, f"Encode, measured here, {result.trial.together} messages a call"
        found.append(Quantity("time", label, 1e3 * time.value, "ms", "measured", 1e3 * time.error, time.samples))
    if m.error is not None:
        found.append(Quantity("error", m.error_label, m.error))
    if m.mean_error is not None:
        found.append(Quantity("mean_error", "Squared error of the mean", m.mean_error))
    if result.bits:  # no second answer: a check of the exact mean
        mean, label = result.bits, "Check of the exact mean: real encodes"
        found.append(Quantity("simulated", label, mean.value, "bits", "measured", mean.error, mean.samples))
    found.append(Quantity("theorem5", "Sum of log₂ K at most", s.bound, "bits", "bound", source="ppr.theorem5"))
    sharper = "Sum of log₂ K at most, sharper"
    found.append(Quantity("theorem14", sharper, s.refined, "bits", "bound", source="ppr.theorem14"))
    return tuple(found)


def _verdict(result: ParameterCheckResult) -> str:
    red = [finding for finding in result.findings if finding.light == "red"]
    amber = len(result.problems) - len(red)
    if red:
        others = len(result.problems) - 1
        more = f" {_counted(others, 'more point')} beside it." if others else ""
        return f"Not like this. {red[0].text}{more}{_better(result)}"
    verdict = "Usable, with " + _counted(amber, "remark") if amber else "A sane choice"
    return f"{verdict}: {_summary(result)}{_better(result)}"


def _better(result: ParameterCheckResult) -> str:
    """Another scheme that errs less within the same limits, or keeps them where this one does not, if there is one."""
    best, checked = result.choice.best, result.choice.ways[0]
    if best is None or best is checked or not checked.error or best.error is None:
        return ""
    error = f"{result.choice.measure} {number(best.error)}"
    if checked.breaks:
        return f" Within all limits, {best.described} is best: {error}."
    less = f" Within the same limits, {best.described} errs less: {error} instead of {number(checked.error)}."
    return less if best.error <= 0.95 * checked.error else ""


def _summary(result: ParameterCheckResult) -> str:
    p, s, decoder = result.parameters, result.solution, result.decoder
    text = f"{number(s.bits)} bits on average instead of {number(round(plain_bits(p.setup)))} for the {p.plain_label}"
    if p.trusted == "server":
        return f"{text}; nothing is kept from the server, which is trusted."
    if math.isinf(decoder.epsilon):
        return f"{text}, no limit on what the decoder learns."
    limit = f"ε = {number(decoder.epsilon)}"
    if decoder.delta:
        limit = f"(ε, δ) = ({number(decoder.epsilon)}, {number(decoder.delta)})"
    return f"{text}, at most {limit} against the decoder."


def _notices(result: ParameterCheckResult) -> tuple[str, ...]:
    p, s, m = result.parameters, result.solution, result.mechanism
    way = f"{_counted(s.option.indices, 'index', 'indices')} at α = {number(s.alpha, 4)}, in {CODES[s.code]} code"
    if p.setup.gaussian:
        way += f", chunks of {number(s.option.chunk)} entries"
    if p.setup.noisy and s.option.scale > 1.005:
        way += f", proposal {number(s.option.scale)} times as wide as the one with the fewest candidates"
    if s.option.reports > 1:
        way += f", {s.option.reports} reports of ε/{s.option.reports} each"
    compared = len(s.options)
    found = [
        f"PPR, the Poisson private representation, sends {way}."
        + (f" Compared with {compared - 1} other ways to send." if compared > 1 else ""),
        f"Of the {number(s.bits)} bits, {number(s.option.divergence)} are the divergence between output and proposal, "
        "which no exact scheme avoids; the rest hides the index and makes it decodable.",
        *([] if "decoder_epsilon" in result.choice.ways[0].breaks else [_binding(result)]),
        _scheme(result),
    ]
    if p.setup.gaussian:
        entry = p.norm_bound / math.sqrt(p.dimension)
        found.append(
            f"The noise of a report is {number(m.noise / entry, 2)} times an entry of the vector, "
            f"C/√d = {number(entry, 2)}; averaging n reports divides it by √n = {number(math.sqrt(p.clients), 2)}."
        )
    elif p.task == "privunit":
        found.append(_split_notice(result))
    elif p.own:
        found.append("A small ε is no fault: it is strong privacy, paid for with the error shown.")
    return tuple(found)


def _binding(result: ParameterCheckResult) -> str:
    """Which limit costs most, and what a tenth more of it would bring."""
    names = {"time_budget": "time", "decoder_epsilon": "ε′", "bit_budget": "bits"}
    of = "squared error" if result.parameters.task == "privunit" else "bits"
    told = [one for one in result.relaxations if one.share > _NOTHING_GAINED]
    if not told:
        free = f"No limit costs anything: a tenth more of any would not lower the {of}."
        return free if result.relaxations else "No limit is set."
    gains = [
        f"with a tenth more {names[one.limit]} it would be {number(one.value)} {of} (−{number(100 * one.share, 2)} %)"
        for one in told
    ]
    return f"The {_LIMITS[told[0].limit]} costs most: {', '.join(gains)}."


def _scheme(result: ParameterCheckResult) -> str:
    """Which of all schemes serves the task best, and what stands in the way of a better one."""
    choice = result.choice
    compared = f"Of all {len(choice.ways)} ways of the laboratory to do this"
    if choice.best is None:
        limits = " and ".join(f"the {_LIMITS[limit]}" for limit in choice.wanted.breaks)
        return f"{compared} none keeps every limit; without {limits} it would be {_described(choice.wanted, choice)}."
    text = f"{compared}, the best within the limits is {_described(choice.best, choice)}."
    if choice.binding:
        limits = " and ".join(f"the {_LIMITS[limit]}" for limit in choice.binding)
        text += f" Without {limits} it would be {_described(choice.wanted, choice)}."
    return text


def _described(way: Way, choice: Choice) -> str:
    adversary = "nothing against the decoder" if math.isinf(way.decoder) else f"ε = {number(way.decoder)} against it"
    error = "" if way.error is None else f"{choice.measure} {number(way.error)}, "
    return f"{way.described} ({error}{number(way.bits)} bits, {adversary})"


def _split_notice(result: ParameterCheckResult) -> str:
    """The cap in words, with what the other ways that were compared would give."""
    s = result.solution
    channel = privunit(s.settled)
    text = (
        f"The cap of the {SPLITS[s.option.split]} split begins at ⟨x, z⟩ = {number(channel.gamma)} and holds "
        f"{number(100 * channel.cap_mass)} % of the sphere; a report falls into it with probability "
        f"{number(channel.cap_probability)}."
    )
    others = [
        f"{_way(option)}: squared error {number(mechanism(option.settled).error or 0.0)}, {number(float(bits))} bits"
        for option, bits in zip(s.options, s.option_bits, strict=True)
        if option is not s.option
    ]
    return " ".join([text, *([f"Compared with {'; '.join(others)}."] if others else [])])


def _way(option: Option) -> str:
    several = f", {option.reports} reports" if option.reports > 1 else ""
    return f"{SPLITS[option.split]}{several}"


def _schemes(result: ParameterCheckResult) -> str:
    """Whom all schemes are held to the same ε against."""
    p = result.parameters
    reader = "a reader of the mean" if p.setup.central else "a reader of the output"
    limit = f"and no decoder, who holds seed and message, learns more than ε′ = {number(p.decoder_epsilon)}: a scheme "
    limit += "that would tell it more runs at less ε of its own"
    if p.trusted == "server" or math.isinf(p.decoder_epsilon):
        limit = "and no decoder is limited" + (", because the server is trusted" if p.trusted == "server" else "")
    return (
        f"Held fixed: for all ε = {number(p.epsilon)} against {reader}, {limit}. "
        f"Error: {result.choice.measure.removeprefix('error ')}. “Checked here”: what the numbers below are of."
    )


def _along_time(result: ParameterCheckResult) -> str:
    shown = picture(result)
    words = "Each point is a chunk size with a proposal width; the marked one was really encoded."
    if result.parameters.task == "privunit":
        words = "Each point is a split of ε into reports, with its own error; the marked one was really encoded."
    if len(result.solution.options) == 1:
        words = "There is one way to send this; the marked point was really encoded."
    if not shown.simulated:
        words = "An encode takes too long to try."
    if not result.runnable[result.chosen].all():
        words = "No encoder can run here, so the place along the time axis means nothing."
    return " ".join([words, *(f"Far off: {label}, {number(value)} {unit}." for label, value, unit in shown.far)])


def _along_alpha(result: ParameterCheckResult) -> str:
    steps = f"from {number(float(result.alpha_bits[0]))} bits at α = {number(float(result.alphas[0]))}"
    last = f"to {number(float(result.alpha_bits[-1]))} at α = {number(float(result.alphas[-1]))}"
    return f"A report takes {steps} {last}. Used here: α = {number(result.solution.alpha, 4)}."


def _formulas(result: ParameterCheckResult) -> tuple[Formula, ...]:
    s = result.solution
    looser = theorem(s.settled, s.alpha, s.option.indices if result.parameters.setup.gaussian else 1)
    loss = result.mechanism.local.epsilon if math.isinf(s.alpha) else looser.epsilon / (2 * s.alpha)
    found = [
        INDEX_BITS.at({"alpha": "alpha"}, title="What the indices cost at most", divergence=s.option.divergence,
                      messages=s.option.indices, alpha=s.alpha),
        DECODER_LOSS.at({"alpha": "alpha"}, title="What the decoder may learn at most, by the paper",
                        source=looser.source, alpha=s.alpha, epsilon=loss),
    ]  # fmt: skip
    if result.parameters.setup.gaussian and math.isfinite(s.alpha):
        found.append(_SECOND_ORDER.at({"alpha": "alpha"}, alpha=s.alpha, mu=_distance(result)))
    if result.parameters.task == "privunit":
        found.append(_scale_formula(result))
    return tuple(found)


def _distance(result: ParameterCheckResult) -> float:
    """μ: how far two inputs may be apart, in units of the noise."""
    return 2 * result.parameters.norm_bound / result.mechanism.noise


def _scale_formula(result: ParameterCheckResult) -> Formula:
    """The squared error from γ and ε."""
    channel = privunit(result.solution.settled)
    values = (channel.gamma, channel.cap_probability, channel.cap_mass, channel.scale)
    return Formula(
        "How far a report is from its vector",
        r"\mathbb{E}\lVert z/m - x \rVert^2 = \frac{1}{m^2} - 1, \qquad m = \frac{(1 - \gamma^2)^{(d-1)/2}}"
        r"{(d-1)\,B(\frac{1}{2}, \frac{d-1}{2})} \left( \frac{p}{\theta} - \frac{1-p}{1-\theta} \right)",
        rf"\mathbb{{E}}\lVert z/m - x \rVert^2 = \frac{{1}}{{{latex(channel.scale, 6)}^2}} - 1",
        channel.error_per_client,
        tuple(
            Symbol(symbol, meaning, value)
            for symbol, meaning, value in zip(
                (r"\gamma", "p", r"\theta", "m"),
                (
                    "smallest inner product with x in the cap",
                    "probability that the report is in the cap",
                    "share of the sphere in the cap",
                    "length of the mean report",
                ),
                values,
                strict=True,
            )
        ),
        "privunit.definition",
    )


def _guarantee(key: str, label: str, one: PrivacyGuarantee) -> Quantity:
    """ε with its δ, if there is one, and the view it holds against in the label."""
    delta = f" at δ = {number(one.delta)}" if one.delta else ""
    return Quantity(key, f"{label}{delta}, {one.against}", one.epsilon, "nats", "guarantee", source=one.source)


def _counted(value: int, one: str, many: str = "") -> str:
    return f"{number(value)} {one if value == 1 else many or one + 's'}"
