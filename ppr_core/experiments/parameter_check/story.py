"""What a check says: its verdict, its numbers, what to look at, and the formulas behind them."""

from __future__ import annotations

import math
from functools import partial

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.parameter_check.findings import plain_bits, plain_label
from ppr_core.experiments.parameter_check.guarantees import decoder_guarantee
from ppr_core.experiments.parameter_check.parameters import CODES, SPLITS
from ppr_core.experiments.parameter_check.picture import picture
from ppr_core.experiments.parameter_check.privunit import split_error
from ppr_core.experiments.parameter_check.result import ParameterCheckResult
from ppr_core.experiments.parameter_check.split import privunit, split_of
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, INDEX_BITS
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.wording import latex, measured, number

__all__ = ["tell"]

_CODE_SOURCES = {"elias_gamma": "code.elias", "elias_delta": "ppr.codes", "zipf_shannon": "ppr.codes"}


def tell(result: ParameterCheckResult) -> Story:
    """The verdict first; problems with their fixes are `result.findings`."""
    return Story(
        quantities=_quantities(result),
        finding=_verdict(result),
        notices=_notices(result),
        formulas=partial(_formulas, result),
        captions={"time": _along_time(result), "alpha": _along_alpha(result)},
    )


def _quantities(result: ParameterCheckResult) -> tuple[Quantity, ...]:
    s, m = result.solution, result.mechanism
    decoder = decoder_guarantee(result.parameters, s.alpha)
    code = _CODE_SOURCES[s.code]
    found = []
    if result.bits:
        one = result.bits
        found.append(Quantity("bits", "Report, simulated", one.value, "bits", "measured", one.error, one.samples))
    found.append(Quantity("bound", "Report, at most", s.code_bound, "bits", "bound", source=code))
    if m.central is not None:
        found.append(_guarantee("central", "ε of the mean", m.central))
    found.append(_guarantee("local", "ε of a report", m.local))
    found.append(_guarantee("decoder", "ε of a report", decoder))
    if result.seconds:
        time = result.seconds
        found.append(
            Quantity(
                "time", "Encode, measured here", 1e3 * time.value, "ms", "measured", 1e3 * time.error, time.samples
            )
        )
    found.append(Quantity("error", m.error_label, m.error))
    if m.mean_error is not None:
        found.append(Quantity("mean_error", "Squared error of the mean", m.mean_error))
    if result.parameters.gaussian:
        found.append(Quantity("noise", "Noise of a report", m.noise))
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
        return f"Not like this. {red[0].text}{more}"
    verdict = "Usable, with " + _counted(amber, "remark") if amber else "A sane choice"
    return f"{verdict}: {_summary(result)}"


def _summary(result: ParameterCheckResult) -> str:
    p, s = result.parameters, result.solution
    decoder = decoder_guarantee(p, s.alpha)
    bits = measured(result.bits.value, result.bits.error) if result.bits else f"about {number(s.bits)}"
    text = f"{bits} bits instead of {number(round(plain_bits(p)))} for the {plain_label(p)}"
    if math.isinf(decoder.epsilon):
        return f"{text}, no limit on what the decoder learns."
    limit = f"ε = {number(decoder.epsilon)}"
    if decoder.delta:
        limit = f"(ε, δ) = ({number(decoder.epsilon)}, {number(decoder.delta)})"
    return f"{text}, at most {limit} against the decoder."


def _notices(result: ParameterCheckResult) -> tuple[str, ...]:
    p, s, m = result.parameters, result.solution, result.mechanism
    way = f"{_counted(s.option.indices, 'index', 'indices')} with α = {number(s.alpha, 4)}, {CODES[s.code]} code"
    if p.gaussian:
        way += f", chunks of {number(s.option.chunk)} entries"
    if p.noisy and math.isfinite(s.option.scale):
        way += f", proposal {number(s.option.scale)} times as wide as the one with the fewest candidates"
    compared = len(s.options)
    found = [
        f"Used: {way}." + (f" Compared with {compared - 1} other ways to send." if compared > 1 else ""),
        f"Of the estimated {number(s.bits)} bits, {number(s.option.divergence)} are the divergence between output "
        "and proposal, which no exact scheme avoids; the rest hides the index and makes it decodable.",
    ]
    if p.gaussian:
        entry = p.norm_bound / math.sqrt(p.dimension)
        found.append(
            f"The noise of a report is {number(m.noise / entry, 2)} times an entry of the vector, "
            f"C/√d = {number(entry, 2)}; averaging n reports divides it by √n = {number(math.sqrt(p.clients), 2)}."
        )
    elif p.task == "privunit":
        found.append(_split_notice(result))
    else:
        found.append("A small ε is no fault: it is strong privacy, paid for with the error shown.")
    return tuple(found)


def _split_notice(result: ParameterCheckResult) -> str:
    """The cap in words, with what the other compared splits would give."""
    p, s = result.parameters, result.solution
    channel = privunit(p)
    text = (
        f"The cap of the {SPLITS[split_of(p)]} split begins at ⟨x, z⟩ = {number(channel.gamma)} and holds "
        f"{number(100 * channel.cap_mass)} % of the sphere; a report falls into it with probability "
        f"{number(channel.cap_probability)}."
    )
    others = [
        f"{SPLITS[option.split]}: squared error {number(split_error(p, option.split))}, {number(float(bits))} bits"
        for option, bits in zip(s.options, s.option_bits, strict=True)
        if option.split != split_of(p)
    ]
    return " ".join([text, *([f"Compared with {'; '.join(others)}."] if others else [])])


def _along_time(result: ParameterCheckResult) -> str:
    shown = picture(result)
    words = "Each point is a chunk size with a proposal width; bits are estimated, the marked one was really encoded."
    if result.parameters.task == "privunit":
        words = "Each point is a split of ε, with its own error; the marked one was really encoded."
    if len(result.solution.options) == 1:
        words = "There is one way to send this; the marked point was really encoded."
    if not shown.simulated:
        words = "Bits are estimated; an encode takes too long to try."
    if not result.runnable[result.chosen].all():
        words = "No encoder can run here, so the place along the time axis means nothing."
    return " ".join([words, *(f"Far off: {label}, {number(height)} bits." for label, height in shown.far)])


def _along_alpha(result: ParameterCheckResult) -> str:
    steps = f"from {number(float(result.alpha_bits[0]))} bits at α = {number(float(result.alphas[0]))}"
    last = f"to {number(float(result.alpha_bits[-1]))} at α = {number(float(result.alphas[-1]))}"
    return f"A report takes {steps} {last}. Used here: α = {number(result.solution.alpha, 4)}."


def _formulas(result: ParameterCheckResult) -> tuple[Formula, ...]:
    s, local = result.solution, result.mechanism.local
    decoder = decoder_guarantee(result.parameters, s.alpha)
    found = [
        DECODER_LOSS.at({"alpha": "alpha"}, title="What the decoder may learn of one report", source=decoder.source,
                        alpha=s.alpha, epsilon=local.epsilon),
        INDEX_BITS.at({"alpha": "alpha"}, title="What the indices cost at most", divergence=s.option.divergence,
                      messages=s.option.indices, alpha=s.alpha),
    ]  # fmt: skip
    if result.parameters.task == "privunit":
        found.append(_scale_formula(result))
    return tuple(found)


def _scale_formula(result: ParameterCheckResult) -> Formula:
    """The squared error from γ and ε."""
    channel = privunit(result.parameters)
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
