"""What a check says: which message of `parameter_check.ftl`, with which numbers."""

from __future__ import annotations

import math
from functools import partial
from typing import Literal

from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.parameter_check.finding import listed
from ppr_core.experiments.parameter_check.formulas import formulas
from ppr_core.experiments.parameter_check.run import ParameterCheckResult, picture
from ppr_core.experiments.parameter_check.words import decoder_kind, error_label, level_label, looser, schemes_caption
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.planning import ALIKE, risk_of
from ppr_core.texts import Messages
from ppr_core.wording import number, percent, rounded

__all__ = ["tell"]

message = Messages("parameter_check")

_CLEARLY = 0.95  # times an error is less
_NEARLY = 1.25  # times the least error, of a scheme that is named beside the best
_CODE_SOURCES = {"elias_gamma": "code.elias", "elias_delta": "ppr.codes", "zipf_shannon": "ppr.codes"}


def tell(result: ParameterCheckResult) -> Story:
    """The verdict first; problems with their fixes are `result.findings`."""
    notices = (_risk, _remedy, _prices, _scheme, *(() if result.modelled else (_useful, _sent, _why)))
    return Story(
        quantities=_of_model(result) if result.modelled else _quantities(result),
        finding=_verdict(result),
        notices=tuple(filter(None, (notice(result) for notice in notices))),
        formulas=partial(formulas, result),
        captions={"schemes": schemes_caption(result), "time": _along_time(result), "alpha": _along_alpha(result)},
    )


def _quantities(result: ParameterCheckResult) -> tuple[Quantity, ...]:
    s, m, p, trial = result.solution, result.mechanism, result.parameters.setup, result.trial
    reports: dict[str, str | int] = {"reports": s.option.reports, "count": number(s.option.reports)}
    code = _CODE_SOURCES[s.code]
    bound = Quantity("bound", message("tile-bound", **reports), s.code_bound, "bits", "bound", source=code)
    runs = math.isfinite(s.option.log_ratio)
    kind: Literal["exact", "measured"] = "exact" if m.error_spread is None else "measured"
    central = result.told.reader if p.kind.central else m.central

    def epsilon(key: str, guarantee: PrivacyGuarantee) -> Quantity:
        label = message(f"epsilon-{key}", pure=guarantee.delta == 0, delta=number(guarantee.delta))
        return Quantity(key, label, guarantee.epsilon, "nats", "guarantee", source=guarantee.source)

    error = of_people = None
    if m.error is not None:
        error = Quantity("error", error_label(result), m.error, "", kind, m.error_spread, m.error_samples)
    if error and result.of_people and not p.kind.central:
        mean, entry = result.of_people
        label = message("tile-people", clients=number(result.parameters.clients), entry=number(entry, 2))
        of_people = Quantity("people_error", label, mean)
    batches = "" if trial is None else message("samples-batches", count=number(trial.seconds.samples))
    quantities = (
        Quantity("bits", message("tile-bits", **reports), s.bits, "bits") if runs else bound,
        None if of_people else error,
        of_people,
        None if m.mean_error is None else Quantity("mean_error", message("tile-mean-error"), m.mean_error),
        None if central is None else epsilon("central", central),
        epsilon("local", p.kind.report(s.settled, result.parameters.decoder_delta)),
        epsilon("decoder", result.decoder),
        error if of_people else None,
        None if trial is None else Quantity(
            "time", message("tile-time", together=number(trial.together)), 1e3 * trial.seconds.value, "ms", "measured",
            1e3 * trial.seconds.error, trial.seconds.samples, samples_text=batches,
        ),
        bound if runs else None,
        None if trial is None else Quantity(  # no second answer: a check of the exact mean
            "simulated", message("tile-simulated"), trial.bits.value, "bits", "measured", trial.bits.error,
            trial.bits.samples, samples_text=message("samples-reports", count=number(trial.bits.samples)),
        ),
        Quantity("theorem5", message("tile-theorem5"), s.bound, "bits", "bound", source="ppr.theorem5"),
        Quantity("theorem14", message("tile-theorem14"), s.refined, "bits", "bound", source="ppr.theorem14"),
    )  # fmt: skip
    return tuple(filter(None, quantities))


def _of_model(result: ParameterCheckResult) -> tuple[Quantity, ...]:
    """Of the trust model that is checked: bits, error, its price, and what the server learns like every reader."""
    checked, reader = result.checked, result.told.reader
    label = message("epsilon-central", pure=False, delta=number(reader.delta))
    quantities = [
        Quantity("bits", message("tile-bits", reports=1, count="1"), checked.bits, "bits"),
        Quantity("error", error_label(result), checked.error or 0.0),
    ]
    if result.price is not None:
        quantities.append(Quantity("price", message("tile-price"), result.price, "×"))
    return (*quantities, Quantity("central", label, reader.epsilon, "nats", "guarantee", source=reader.source))


def _verdict(result: ParameterCheckResult) -> str:
    """The worst problem, or what a user sends and what the decoder learns from it."""
    worst, remarks, p = result.findings[0], len(result.problems), result.parameters
    kind = "useless" if result.useless else decoder_kind(result, result.decoder.epsilon)
    best, numbers = "yes" if _better(result) == "keep" else "no", p.dimension if p.vector else 0
    return message(
        "finding", kind="broken" if worst.light == "red" else kind, numbers=numbers, shown=number(numbers),
        people=p.clients, clients=number(p.clients), share=_share(result),
        reason=worst.fact,
        verdict=message("verdict", best=best, remarks=remarks, count=number(remarks)),
        bits=number(result.checked.bits if result.modelled else result.solution.bits),
        plain=number(round(result.plain_bits)), epsilon=number(result.decoder.epsilon),
        pure=result.decoder.delta == 0, delta=number(result.decoder.delta),
        price=number(rounded(result.price or 1.0, 3)),
    )  # fmt: skip


def _share(result: ParameterCheckResult) -> str:
    """How many times as large as a true number the noise of the mean is."""
    return number(result.of_people[0] / result.of_people[1], 2) if result.of_people else ""


def _risk(result: ParameterCheckResult) -> str:
    """What the limit lets the best test reach, and the ε that follows."""
    setup, limit = result.parameters.setup, result.parameters.limit
    if limit is None:
        return ""
    return message(
        "risk", measure=limit.measure, reached=number(100 * risk_of(setup, limit)), epsilon=number(setup.epsilon, 4),
        who="decoder" if not setup.trusting else "mean" if setup.kind.central else "report",
        alarms=percent(limit.false_alarms, 3),
    )  # fmt: skip


def _remedy(result: ParameterCheckResult) -> str:
    """The button to press, where a limit is broken."""
    worst, others = result.findings[0], len(result.problems) - 1
    if worst.light != "red" or worst.fix is None:
        return ""
    more = message("remedy-more", others=others, count=number(others))
    return f"{message('remedy', fix=worst.fix.label)} {more}".rstrip()


def _prices(result: ParameterCheckResult) -> str:
    """What every trust model costs a mean."""
    return " ".join(
        message(
            "price",
            model=name,
            times=number(rounded(price, 3)),
            bits=number(rounded(way.bits, 3)),
            learned=number(rounded(way.decoder, 3)),
        )
        for name, (price, way) in result.prices().items()
    )


def _better(result: ParameterCheckResult) -> str:
    """What the best scheme is to the checked one."""
    best, checked = result.choice.best, result.choice.schemes[0]
    if best is None:
        return "none"
    if best is checked:
        return "keep"
    if checked.breaks or not checked.error:
        return "repair"
    alike = (best.error or 0.0) > _CLEARLY * checked.error
    return "shorter" if alike and best.bits < checked.bits else "accurate"


def _scheme(result: ParameterCheckResult) -> str:
    """Which of all schemes serves the task best, and what stands in the way of a better one."""
    choice, checked, kind = result.choice, result.choice.schemes[0], _better(result)
    best, own = choice.best or choice.wanted, checked.error
    told = "sane" if kind == "keep" and not result.problems and not result.useless else kind
    measure = message("measure", name=choice.measure)
    sentences = [
        message(
            "recommend", kind=told, schemes=number(len(choice.schemes)), scheme=best.described, measure=measure,
            error=number(best.error or 0.0), own=number(own or 0.0), bits=number(best.bits),
            own_bits=number(checked.bits), allowed=percent(ALIKE - 1, 2),
        )
    ]  # fmt: skip
    if choice.best is not None and kind != "keep":
        limited = math.isfinite(best.decoder)
        costs = message("recommend-costs", limited=limited, bits=number(best.bits), epsilon=number(best.decoder))
        sentences.append(costs)
    noisier = _noisier(result)
    if noisier:
        sentences.append(noisier)
    limits = choice.wanted.breaks if choice.best is None else choice.binding
    if limits:
        wanted = choice.wanted
        sentences.append(
            message(
                "recommend-without", limits=listed([message("limit", name=limit) for limit in limits]),
                scheme=wanted.described, measure=measure, error=number(wanted.error or 0.0), bits=number(wanted.bits),
            )
        )  # fmt: skip
    return " ".join(sentences)


def _noisier(result: ParameterCheckResult) -> str:
    """The shortest scheme within the limits whose error is a little too large to be the best."""
    best = result.choice.best
    if best is None or not best.error:
        return ""
    near = [way for way in result.choice.schemes if not way.breaks and way.error and way.name != "plain"
            and way.bits < best.bits and ALIKE < way.error / best.error < _NEARLY]  # fmt: skip
    if not near:
        return ""
    way = min(near, key=lambda way: way.bits)
    more = percent((way.error or 0.0) / best.error - 1, 2)
    return message(
        "recommend-noisier", scheme=way.described, bits=number(way.bits), more=more, allowed=percent(ALIKE - 1, 2)
    )


def _sent(result: ParameterCheckResult) -> str:
    """The settings of PPR that are used."""
    s, kind = result.solution, result.parameters.setup.kind
    indices, reports = s.option.indices, s.option.reports
    chosen = result.parameters.choose_alpha
    sentences = [
        message("sent", indices=indices, count=number(indices), alpha=number(s.alpha, 4), chosen=chosen),
        message("sent-chunk", whole=indices == 1, chunk=number(s.option.chunk)) if kind.chunked else "",
        message("sent-reports", reports=number(reports)) if reports > 1 else "",
        _alpha(result),
    ]
    return " ".join(filter(None, sentences))


def _alpha(result: ParameterCheckResult) -> str:
    """Why α may be larger than 2αε within the limit would allow."""
    decoder, s = result.decoder, result.solution
    if not (double := looser(result)):
        return ""
    setup = result.parameters.setup
    known: dict[str, str | int] = {
        "double": number(double), "epsilon": number(decoder.epsilon), "delta": number(decoder.delta),
        "pure": setup.kind.report(s.settled, result.parameters.decoder_delta).delta == 0,
    }  # fmt: skip
    return message("sent-alpha", **known)


def _why(result: ParameterCheckResult) -> str:
    """What the bits are for."""
    s = result.solution
    hidden = math.isfinite(s.alpha)
    return message("shares", hidden=hidden, bits=number(s.bits), divergence=number(s.option.divergence))


def _useful(result: ParameterCheckResult) -> str:
    """How large the noise is, of one report and of the mean of all."""
    if result.of_people is None:
        return ""
    clients, (mean, entry) = result.parameters.clients, result.of_people
    noise, needed = number(result.mechanism.noise / entry, 2), number(clients * (mean / entry) ** 2, 2)
    useless, root = result.useless, number(math.sqrt(clients), 2)
    times = {"times": noise, "clients": number(clients), "share": _share(result), "needed": needed}
    first = message("noise", useless=useless, **times)
    return first if useless else f"{first} {message('noise-mean', root=root)}"


def _along_time(result: ParameterCheckResult) -> str:
    shown, s = picture(result), result.solution
    kind = "single" if len(s.options) == 1 else "splits" if s.option.split else "widths"
    kind = kind if shown.simulated else "slow"
    kind = kind if result.runnable[result.chosen].all() else "endless"
    far = (
        message("time-far", label=level_label(result, name), value=number(value), unit=unit)
        for name, value, unit in shown.far
    )
    return " ".join((message("time-caption", kind=kind), *far))


def _along_alpha(result: ParameterCheckResult) -> str:
    (first, last), (first_bits, last_bits) = (column[[0, -1]].tolist() for column in (result.alphas, result.alpha_bits))
    return message(
        "alpha-caption", first=number(first), first_bits=number(first_bits), last=number(last),
        last_bits=number(last_bits), alpha=number(result.solution.alpha, 4),
    )  # fmt: skip
