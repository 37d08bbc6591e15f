"""What a check says: its verdict, its numbers, what to look at, and the formulas behind them."""

from __future__ import annotations

import math
from functools import partial
from typing import Literal

import numpy as np

from ppr_core.channels import PrivUnitChannel
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.parameter_check.parameters import CODES, SPLITS, ParameterCheck
from ppr_core.experiments.parameter_check.run import ParameterCheckResult, picture
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, INDEX_BITS, Rule, Slot
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.planning import Choice, Option, Risk, TunedScheme, mechanism, risk_of, theorem
from ppr_core.wording import latex, number, percent

__all__ = ["tell"]

_NOTHING_GAINED = 1e-3  # of bits or error
_LIMITS = {"time_budget": "time budget", "decoder_epsilon": "limit for the decoder", "bit_budget": "bit budget"}
_CODE_SOURCES = {"elias_gamma": "code.elias", "elias_delta": "ppr.codes", "zipf_shannon": "ppr.codes"}


_SECOND_ORDER = Rule(
    "What the decoder learns at most: the Rényi divergence of order 2, all of a change in one message",
    "D_2 =",
    r"\ln\left(1 - \frac{1}{<alpha>} + \frac{1}{<alpha>} e^{<alpha>^2 <mu>^2}\right)",
    {"alpha": Slot(r"\alpha", "order of PPR"), "mu": Slot(r"\mu", "distance of two inputs, in units of the noise")},
    lambda alpha, mu: float(np.logaddexp(math.log1p(-1 / alpha), (alpha * mu) * (alpha * mu) - math.log(alpha))),
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
    reports, of_reports = ("Report", "a report") if s.option.reports == 1 else (f"{s.option.reports} reports",) * 2
    bound = Quantity("bound", f"{reports}, average at most", s.code_bound, "bits", "bound", source=code)
    quantities = [bound]
    if math.isfinite(s.option.log_ratio):
        quantities = [Quantity("bits", f"{reports}, on average", s.bits, "bits"), bound]
    p, told = result.parameters.setup, result.told
    if p.kind.central:
        quantities.append(_guarantee("central", "ε of the mean", told.reader))
    elif m.central is not None:
        quantities.append(_guarantee("central", "ε of the mean", m.central))
    quantities.append(_guarantee("local", f"ε of {of_reports}", p.kind.report(s.settled, p.decoder_delta)))
    quantities.append(_guarantee("decoder", f"ε of {of_reports}", result.decoder))
    if result.trial:
        time, label = result.trial.seconds, f"Encode, measured here, {result.trial.together} messages a call"
        quantities.append(Quantity("time", label, 1e3 * time.value, "ms", "measured", 1e3 * time.error, time.samples))
    if m.error is not None:
        kind: Literal["exact", "measured"] = "exact" if m.error_spread is None else "measured"
        quantities.append(Quantity("error", m.error_label, m.error, "", kind, m.error_spread, m.error_samples))
    if m.mean_error is not None:
        quantities.append(Quantity("mean_error", "Squared error of the mean", m.mean_error))
    if result.bits:  # no second answer: a check of the exact mean
        mean, label = result.bits, "Check of the exact mean: real encodes"
        quantities.append(Quantity("simulated", label, mean.value, "bits", "measured", mean.error, mean.samples))
    quantities.append(
        Quantity("theorem5", "Average sum of log₂ K at most", s.bound, "bits", "bound", source="ppr.theorem5")
    )
    sharper = "Average sum of log₂ K at most, sharper"
    quantities.append(Quantity("theorem14", sharper, s.refined, "bits", "bound", source="ppr.theorem14"))
    return tuple(quantities)


def _verdict(result: ParameterCheckResult) -> str:
    red = [finding for finding in result.findings if finding.light == "red"]
    amber = len(result.problems) - len(red)
    if red:
        others = len(result.problems) - 1
        more = f" {_counted(others, 'more warning')} below." if others else ""
        return f"These settings break a limit. {red[0].text}{more}{_better(result)}"
    verdict = "Usable, with " + _counted(amber, "remark") if amber else "A sane choice"
    return f"{verdict}: {_summary(result)}{_better(result)}"


def _better(result: ParameterCheckResult) -> str:
    """Another scheme that errs less within the same limits, or keeps them where this one does not, if there is one."""
    best, checked = result.choice.best, result.choice.schemes[0]
    if best is None or best is checked or not checked.error or best.error is None:
        return ""
    error = f"{result.choice.measure} {number(best.error)}"
    if checked.breaks:
        return f" Within all limits, {best.described} is best: {error}."
    less = f" Within the same limits, {best.described} is more accurate: {error} instead of {number(checked.error)}."
    return less if best.error <= 0.95 * checked.error else ""


def _summary(result: ParameterCheckResult) -> str:
    p, s, decoder = result.parameters, result.solution, result.decoder
    text = f"{number(s.bits)} bits on average instead of {number(round(result.plain_bits))} for the {p.plain_label}"
    if p.setup.trusting:
        return f"{text}; nothing is kept from the server, which is trusted."
    if math.isinf(decoder.epsilon):
        return f"{text}, no limit on what the decoder learns."
    limit = f"ε = {number(decoder.epsilon)}"
    if decoder.delta:
        limit = f"(ε, δ) = ({number(decoder.epsilon)}, {number(decoder.delta)})"
    return f"{text}, at most {limit} against the decoder; the output alone tells {number(result.told.reader.epsilon)}."


def _notices(result: ParameterCheckResult) -> tuple[str, ...]:
    p, s, m = result.parameters, result.solution, result.mechanism
    sent = f"{_counted(s.option.indices, 'index', 'indices')} at α = {number(s.alpha, 4)}, in {CODES[s.code]} code"
    if p.setup.kind.chunked:
        sent += f", chunks of {number(s.option.chunk)} entries"
    if p.setup.kind.noisy and abs(s.option.scale - 1) > 0.005:
        sent += f", proposal {number(s.option.scale)} times as wide as the one with the fewest candidates"
    if s.option.reports > 1:
        sent += f", {s.option.reports} reports of ε/{s.option.reports} each"
    compared = len(s.options)
    notices = [
        *([_risk(p, p.limit)] if p.limit else []),
        f"PPR, the Poisson private representation, sends {sent}."
        + (f" Compared with {compared - 1} other ways to send." if compared > 1 else ""),
        _shares(result),
        *([] if "decoder_epsilon" in result.choice.schemes[0].breaks else [_binding(result)]),
        _scheme(result),
    ]
    if p.setup.kind.chunked:
        entry = p.norm_bound / math.sqrt(p.dimension)
        notices.append(
            f"The noise of a report is {number(m.noise / entry, 2)} times an entry of the vector, "
            f"C/√d = {number(entry, 2)}; averaging n reports divides it by √n = {number(math.sqrt(p.clients), 2)}."
        )
    elif s.option.split:
        notices.append(_split_notice(result))
    elif p.own:
        notices.append("A small ε is not a mistake: it means strong privacy, and its price is the error shown.")
    return tuple(notices)


def _risk(p: ParameterCheck, limit: Risk) -> str:
    """What the limit lets the best test reach, and the ε that follows."""
    setup = p.setup
    who = f"a reader of the {'mean' if setup.kind.central else 'report'}" if setup.trusting else "a report's decoder"
    reached = risk_of(setup, limit)
    share = percent(reached, 3)
    text = {
        "right_guesses": f"Between two equally likely inputs {who} guesses right {number(100 * reached)} times in 100",
        "advantage": f"The best test of {who} has {share} more true positives than false alarms",
        "true_positives": f"At {percent(limit.false_alarms, 3)} false alarms the best test of {who} has {share} true "
        "positives",
    }[limit.measure]
    return f"{text} at most, at ε = {number(setup.epsilon, 4)}."


def _shares(result: ParameterCheckResult) -> str:
    """What the bits are for, and what every exact scheme pays."""
    s, rest = result.solution, "hides the index and makes it decodable"
    rest = "names the index, which α = ∞ does not hide" if math.isinf(s.alpha) else rest
    text = (
        f"Of the {number(s.bits)} bits, {number(s.option.divergence)} are the divergence between output and proposal; "
    )
    text += f"the rest {rest}."
    if result.capacity is None:
        return text
    least = number(result.capacity)
    return f"{text} In every exact scheme some input takes at least {least} bits on average, the mechanism's capacity."


def _binding(result: ParameterCheckResult) -> str:
    """Which limit costs most, and what a tenth more of it would bring."""
    names = {"time_budget": "time", "decoder_epsilon": "ε′", "bit_budget": "bits"}
    of = "squared error" if result.solution.option.split else "bits"
    costly = [relaxation for relaxation in result.relaxations if relaxation.share > _NOTHING_GAINED]
    if not costly:
        free = f"No limit costs anything: a tenth more of any would not lower the {of}."
        return free if result.relaxations else "No limit is set."
    gains = [
        f"with a tenth more {names[gain.limit]} it would be {number(gain.value)} {of} (−{percent(gain.share, 2)})"
        for gain in costly
    ]
    return f"The {_LIMITS[costly[0].limit]} costs most: {', '.join(gains)}."


def _scheme(result: ParameterCheckResult) -> str:
    """Which of all schemes serves the task best, and what stands in the way of a better one."""
    choice = result.choice
    compared = f"Of all {len(choice.schemes)} ways of the lab to do this"
    if choice.best is None:
        limits = " and ".join(f"the {_LIMITS[limit]}" for limit in choice.wanted.breaks)
        return f"{compared} none keeps every limit; without {limits} it would be {_described(choice.wanted, choice)}."
    text = f"{compared}, the best within the limits is {_described(choice.best, choice)}."
    if choice.binding:
        limits = " and ".join(f"the {_LIMITS[limit]}" for limit in choice.binding)
        text += f" Without {limits} it would be {_described(choice.wanted, choice)}."
    return text


def _described(scheme: TunedScheme, choice: Choice) -> str:
    adversary = (
        "nothing against the decoder" if math.isinf(scheme.decoder) else f"ε = {number(scheme.decoder)} against it"
    )
    error = "" if scheme.error is None else f"{choice.measure} {number(scheme.error)}, "
    return f"{scheme.described} ({error}{number(scheme.bits)} bits, {adversary})"


def _split_notice(result: ParameterCheckResult) -> str:
    """The cap in words, with what the other ways that were compared would give."""
    s = result.solution
    channel = _cap(result)
    text = (
        f"The cap of the {SPLITS[s.option.split]} split begins at ⟨x, z⟩ = {number(channel.gamma)} and holds "
        f"{percent(channel.cap_mass, 3)} of the sphere; a report falls into it with probability "
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
    """Whom all schemes are held to the same ε against, and at which δ′."""
    p = result.parameters
    reader = "a reader of the mean" if p.setup.kind.central else "a reader of the output"
    at, held = f"at δ′ = {number(p.decoder_delta)}", p.setup.decoder_epsilon
    limits = f"All schemes are held to the same limits: ε = {number(p.setup.epsilon)} towards {reader}"
    if p.setup.trusting:
        limits += ". The server is trusted, so there is no limit for the decoder."
    elif math.isinf(held):
        limits += ". There is no limit for the decoder."
    else:
        limits += f", and ε′ = {number(held)} {at} towards the decoder, who also has the seed and the message. "
        limits += "A scheme that would tell the decoder more runs at a smaller ε."
    return (
        f"{limits} Every ε beside a scheme is {at}. Error: {result.choice.measure.removeprefix('error ')}. "
        "The numbers below belong to the scheme marked “checked here”."
    )


def _along_time(result: ParameterCheckResult) -> str:
    shown = picture(result)
    words = "Each point is a chunk size with a proposal width; the marked one was really encoded."
    if result.solution.option.split:
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
    looser = theorem(s.settled, s.alpha, s.option.indices if result.parameters.setup.kind.chunked else 1)
    loss = result.mechanism.local.epsilon if math.isinf(s.alpha) else looser.epsilon / (2 * s.alpha)
    formulas = [
        INDEX_BITS.at({"alpha": "alpha"}, title="What the indices cost at most", divergence=s.option.divergence,
                      messages=s.option.indices, alpha=s.alpha),
        DECODER_LOSS.at({"alpha": "alpha"}, title="What the decoder may learn at most, by the paper",
                        source=looser.source, alpha=s.alpha, epsilon=loss),
    ]  # fmt: skip
    if result.parameters.setup.kind.chunked and math.isfinite(s.alpha):
        formulas.append(_SECOND_ORDER.at({"alpha": "alpha"}, alpha=s.alpha, mu=_distance(result)))
    if result.solution.option.split:
        formulas.append(_scale_formula(result))
    return tuple(formulas)


def _distance(result: ParameterCheckResult) -> float:
    """μ: how far two inputs may be apart, in units of the noise."""
    return 2 * result.parameters.norm_bound / result.mechanism.noise


def _cap(result: ParameterCheckResult) -> PrivUnitChannel:
    settled = result.solution.settled
    channel, _ = settled.kind.channel(settled)
    assert isinstance(channel, PrivUnitChannel)
    return channel


def _scale_formula(result: ParameterCheckResult) -> Formula:
    """The squared error from γ and ε."""
    channel = _cap(result)
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


def _guarantee(key: str, label: str, guarantee: PrivacyGuarantee) -> Quantity:
    """ε with its δ, if there is one, and the view it holds against in the label."""
    delta = f" at δ = {number(guarantee.delta)}" if guarantee.delta else ""
    return Quantity(
        key, f"{label}{delta}, {guarantee.against}", guarantee.epsilon, "nats", "guarantee", source=guarantee.source
    )


def _counted(value: int, one: str, many: str = "") -> str:
    return f"{number(value)} {one if value == 1 else many or one + 's'}"
