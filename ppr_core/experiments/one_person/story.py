"""The words and formulas of the experiment `one_person`: which message of `one_person.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.one_person.run import OnePersonResult
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.inference import Attack
from ppr_core.texts import Messages
from ppr_core.wording import latex, measured, number, share, with_unit

__all__ = ["tell"]

message = Messages("one_person")

_EXACT = 1e-9  # an error below it is none


def tell(result: OnePersonResult) -> Story:
    """The story of a run."""
    notices = (_beyond, _limit, _decoder, _shared, _area)
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(filter(None, (notice(result) for notice in notices))),
        formulas=functools.partial(_formulas, result),
        captions={
            "guesses": message("guess-note", scheme=result.parameters.scheme),
            "success": _success(result),
            "tests": _tests(result),
        },
    )


def _quantities(result: OnePersonResult) -> tuple[Quantity, ...]:
    p, first = result.parameters, ((result.seen[0], "output"), (result.sent[0], "message"))
    last = ((result.sent[-1], "messages"), (result.seen[-1], "outputs"))
    quantities = [_share(name, p.reports, attack, p.people) for attack, name in last]
    quantities.append(Quantity("prior", message("tile-prior"), 100 * float(result.prior.max()), "%"))
    if p.reports > 1:
        quantities += [_share(name, 1, attack, p.people) for attack, name in first]
    if result.area is not None and result.message_area is not None:
        for key, name, area in (("area", "output", result.area), ("message_area", "message", result.message_area)):
            share, error = (float(value) for value in 100 * area[-1])
            label, unit = message("tile-area", source=_from(name, p.reports)), message("unit-area")
            quantities.append(Quantity(key, label, share, unit, "measured", error, 400))
    for key, name, bounds in (("bound", "output", result.bounds), ("sent_bound", "message", result.message_bounds)):
        if bounds[0] < 1:
            label, most = message("tile-most", source=_from(name, 1)), 100 * float(bounds[0])
            quantities.append(Quantity(key, label, most, "%", "bound", source="local.definition"))
    return tuple(quantities)


def _from(name: str, count: int) -> str:
    return message(f"from-{name}", count=count, shown=number(count))


def _share(key: str, reports: int, attack: Attack, people: int) -> Quantity:
    who = "server" if key.startswith("message") else "reader"
    after = message("reports", count=reports, shown=number(reports))
    label = message("tile-right", who=who, reports=after)
    if attack.error < _EXACT:
        return Quantity(key, label, _below_all(attack.value), "%")
    counted = message("samples-people", count=number(people))
    return Quantity(key, label, 100 * attack.value, "%", "measured", 100 * attack.error, people, samples_text=counted)


def _of_hundred(attack: Attack) -> str:
    """Right guesses of 100, with their error where they are measured."""
    if attack.error > _EXACT:
        return measured(100 * attack.value, 100 * attack.error)
    told = share(_below_all(attack.value), 3 if attack.value > 0.02 else 2)
    return message("more-than", value=told.removeprefix("> ")) if told.startswith("> ") else told


def _below_all(value: float) -> float:
    """A probability in per cent, which rounding must not make certain."""
    return min(100 * value, math.nextafter(100.0, 0.0))


def _per_cent(value: float, digits: int = 3) -> str:
    return with_unit(share(_below_all(value), digits), "%")


def _kind(result: OnePersonResult, step: int) -> str:
    """Whether the decoder guesses better than the reader, by more than the errors."""
    sent, seen = result.sent[step], result.seen[step]
    apart = abs(sent.value - seen.value) > 3 * math.hypot(sent.error, seen.error) + 5e-3
    return "decoder" if apart else "same"


def _reports(result: OnePersonResult) -> str:
    return message("reports", count=result.parameters.reports, shown=number(result.parameters.reports))


def _finding(result: OnePersonResult) -> str:
    return message(
        "finding", kind=_kind(result, -1), reports=_reports(result), seen=_of_hundred(result.seen[-1]),
        sent=_of_hundred(result.sent[-1]), before=number(100 * float(result.prior.max()), 3),
    )  # fmt: skip


def _beyond(result: OnePersonResult) -> str:
    x, inputs = result.parameters.truth, len(result.names)
    return message("beyond", inputs=number(inputs), x=number(x)) if x > inputs else ""


def _same(result: OnePersonResult) -> bool:
    """Whether one message is known to give no better guess than its output."""
    sent, seen = result.sent[0], result.seen[0]
    return sent.error < _EXACT and abs(sent.value - seen.value) < 1e-9


def _area(result: OnePersonResult) -> str:
    """Of locations, the part of the map that stays possible."""
    if result.area is None or result.message_area is None:
        return ""
    ends = (result.area[0], result.area[-1], result.message_area[-1])
    first, last, sent = (measured(100 * share, 100 * error, "%") for share, error in ends)
    more = message("area-more", reports=_reports(result), last=last, sent=sent)
    return f"{message('area', first=first)} {more}"


def _limit(result: OnePersonResult) -> str:
    """What ε allows of the best guess."""
    most = 100 * float(result.bounds[0])
    reached = math.isfinite(result.pure) and 100 * result.seen[0].value > most - 0.01
    kind = "none" if math.isinf(result.pure) else "known"
    uniform, inputs = result.parameters.prior == "uniform", number(len(result.names))
    first = message("limit", kind=kind, epsilon=number(result.pure), most=share(most), uniform=uniform, inputs=inputs)
    return f"{first} {message('limit-reached', uniform=uniform, most=share(most))}" if reached else first


def _shared(result: OnePersonResult) -> str:
    """What several reports allow together."""
    count = result.parameters.reports
    if math.isinf(result.pure) or count == 1:
        return ""
    return message("limit-more", outputs=_from("output", count), sum=number(count * result.pure))


def _is_tie(result: OnePersonResult) -> bool:
    """Whether two reports help a reader no more than one: of k-ary randomized response p² + p (1 − p) = p guesses are
    right."""
    p = result.parameters
    return p.mechanism == "randomized_response" and p.prior == "uniform" and p.reports > 1


def _decoder(result: OnePersonResult) -> str:
    """What compression itself gives away."""
    p, learned = result.parameters, result.decoder.epsilon
    kind = "pure" if math.isfinite(result.promise) else "delta" if math.isfinite(learned) else "none"
    kind = "seed" if p.scheme == "rejection" else kind
    sentences = [
        message(
            "decoder", kind=kind, scheme=p.described(), promise=number(result.promise), own=number(result.pure),
            told=number(learned), read=number(result.reader.epsilon), delta=number(DECODER_DELTA),
        )
    ]  # fmt: skip
    if p.scheme == "mrc":
        sentences.append(message("decoder-blurred"))
    if kind != "seed" and _same(result):
        sentences[:0] = [*([message("tie")] if _is_tie(result) else []), message("decoder-same")]
    return " ".join(sentences)


def _success(result: OnePersonResult) -> str:
    seen, sent = (
        measured(100 * attack.value, 100 * attack.error, "%") for attack in (result.seen[-1], result.sent[-1])
    )
    reports, scheme = _reports(result), result.parameters.described()
    return message("success-caption", reports=reports, scheme=scheme, seen=seen, sent=sent)


def _tests(result: OnePersonResult) -> str:
    """The best test between two values."""
    value, other = result.names[result.truth], result.names[result.other]
    seen, sent = (_per_cent(curve.detected(0.05), 2) for curve in (result.test, result.message_test))
    return message("tests", category=value.isdigit(), value=value, other=other, seen=seen, sent=sent)


def _formulas(result: OnePersonResult) -> tuple[Formula, ...]:
    p, seen, epsilon = latex(float(result.prior.max()), 8), result.seen[0].value, result.pure
    guess = Formula(
        message("formula-guess"),
        r"100 \cdot \sum_z \max_x \pi_x P(z \mid x)",
        rf"100 \cdot {latex(seen, 8)}",
        100 * seen,
        (
            Symbol(r"\pi", message("symbol-prior"), message("symbol-chosen"), "", "prior"),
            Symbol("z", message("symbol-outputs"), message("symbol-all")),
        ),
        message("formula-guess-source"),
    )
    if math.isinf(epsilon):
        return (guess,)
    odds = rf"{p} \cdot e^{{{latex(epsilon, 10)}}}"
    bound = Formula(
        message("formula-limit"),
        r"100 \cdot \frac{p\, e^{\varepsilon}}{p\, e^{\varepsilon} + 1 - p}, \qquad p = \max_x \pi_x",
        rf"100 \cdot \frac{{{odds}}}{{{odds} + 1 - {p}}}",
        100 * float(result.bounds[0]),
        (
            Symbol(r"\varepsilon", message("symbol-loss"), epsilon, "nats", "epsilon"),
            Symbol("p", message("symbol-most"), float(result.prior.max())),
        ),
        "local.definition",
    )
    return guess, bound
