"""What the experiment `one_person` says: in numbers, and in words for the person whose value it is."""

from __future__ import annotations

import functools
import math

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.one_person.run import OnePersonResult
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.inference import Attack
from ppr_core.wording import latex, measured, number, percent

__all__ = ["tell"]


def tell(result: OnePersonResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(
            filter(None, (told(result) for told in (_beyond, _words, _given_away, _adds_up, _person, _area, _tests)))
        ),
        formulas=functools.partial(_formulas, result),
        captions={"success": _given_away(result), "tests": _tests(result)},
    )


def _quantities(result: OnePersonResult) -> tuple[Quantity, ...]:
    p = result.parameters
    found = [
        _share("output", "Right from one output", result.seen[0], p.people),
        _share("message", "Right from one message", result.sent[0], p.people),
    ]
    if p.reports > 1:
        found += [
            _share("outputs", f"Right from {p.reports} outputs", result.seen[-1], p.people),
            _share("messages", f"Right from {p.reports} messages", result.sent[-1], p.people),
        ]
    found.append(Quantity("prior", "Right without any report", 100 * float(result.prior.max()), "%"))
    if result.area is not None and result.message_area is not None:
        areas = (("area", "outputs", result.area), ("message_area", "messages", result.message_area))
        for key, label, area in areas:
            share, error = 100 * area[-1]
            name = f"90 % area after {p.reports} {label}"
            found.append(Quantity(key, name, float(share), "% of the disc", "measured", float(error), 400))
    for key, what, bounds in (("bound", "output", result.bounds), ("sent_bound", "message", result.message_bounds)):
        if bounds[0] < 1:
            label, value = f"Right from one {what}, at most", 100 * float(bounds[0])
            found.append(Quantity(key, label, value, "%", "bound", source="local.definition"))
    return tuple(found)


def _share(key: str, label: str, one: Attack, people: int) -> Quantity:
    if one.error < 1e-9:
        return Quantity(key, label, 100 * one.value, "%")
    return Quantity(key, label, 100 * one.value, "%", "measured", 100 * one.error, people)


def _of_hundred(one: Attack) -> str:
    return number(100 * one.value, 3 if one.value > 0.02 else 2)


def _more(one: Attack, other: Attack) -> bool:
    """Whether two shares differ by more than their errors."""
    return abs(one.value - other.value) > 3 * math.hypot(one.error, other.error) + 5e-3


def _finding(result: OnePersonResult) -> str:
    """The sentence in plain words."""
    before, seen, sent = number(100 * float(result.prior.max()), 3), result.seen, result.sent
    read = f", with seed and message {_of_hundred(sent[0])}" if _more(sent[0], seen[0]) else ""
    again = ""
    if result.parameters.reports > 1:
        again = f"; after {result.parameters.reports} reports {_of_hundred(seen[-1])}"
        again += f", and {_of_hundred(sent[-1])} if the messages are read" if _more(sent[-1], seen[-1]) else ""
    bounded = result.delta == 0 and math.isfinite(result.epsilon)
    at = f"At ε = {number(result.epsilon)}, sent by {result.parameters.described()}: of" if bounded else "Of"
    return (
        f"{at} 100 people who answer like this, an observer would be right about {_of_hundred(seen[0])} instead of "
        f"{before}{read}{again}."
    )


def _words(result: OnePersonResult) -> str:
    """What ε allows of the best guess."""
    best = float(result.bounds[0])
    if math.isinf(result.pure):
        return "The mechanism has no pure ε and so bounds no guess: rare outputs may give a person away."
    share = 100 * result.seen[0].value
    count = result.parameters.reports
    several = f" {count} reports count as ε = {number(count * result.pure)}." if count > 1 else ""
    reached = "This mechanism reaches that limit" if share > 100 * best - 0.01 else f"Here it is {number(share)} times"
    return (
        f"At ε = {number(result.pure)} no guess from one report can be right more than {number(100 * best)} times "
        f"in 100. {reached}.{several}"
    )


def _given_away(result: OnePersonResult) -> str:
    """What compression itself gives away."""
    p = result.parameters
    many = "one report" if p.reports == 1 else f"{p.reports} reports"
    seen, sent = (measured(100 * one.value, 100 * one.error, "%") for one in (result.seen[-1], result.sent[-1]))
    if p.scheme == "rejection":
        return (
            "Pseudorandom rejection sends a seed; to an observer who cannot break its generator it says what the "
            f"output says and no more: {seen} after {many}."
        )
    promise = "it promises nothing"
    if math.isfinite(result.promise):
        promise = f"its promise is ε = {number(result.promise)} a message"
    if math.isfinite(result.decoder.epsilon):
        told, read = number(result.decoder.epsilon), number(result.reader.epsilon)
        promise += f"; at δ = {number(DECODER_DELTA)} a message has ε = {told} at most, an output {read}"
    lost = " MRC's outputs follow another law than the mechanism's, which may blur them." if p.scheme == "mrc" else ""
    same = result.sent[0].error < 1e-9 and abs(result.sent[0].value - result.seen[0].value) < 1e-9
    once = " From one message the best guess is the same as from its output, though other questions may tell more."
    once = once if same else ""
    return (
        f"What compression gives away: after {many} the best guess from outputs is right in {seen}, from messages of "
        f"{p.described()} in {sent}; {promise}.{lost}{once}"
    )


def _adds_up(result: OnePersonResult) -> str:
    """Why messages tell hardly more than outputs once, and much more often."""
    first, last = (result.sent[place].value - result.seen[place].value for place in (0, -1))
    if not (last > 0.03 and first < min(0.02, last / 3)):
        return ""
    return (
        "One message hardly improves the guess: the index mostly tells how reliable the guess is. Over "
        f"{result.parameters.reports} messages these hints add up."
    )


def _beyond(result: OnePersonResult) -> str:
    x, k = result.parameters.truth, len(result.names)
    return f"There are {k} inputs only: x = {x} stands for the last of them." if x > k else ""


def _person(result: OnePersonResult) -> str:
    """What was concluded about this very person."""
    place = result.truth
    before, seen, sent = (
        percent(float(law[place]), 3) for law in (result.prior, result.outputs[-1], result.messages[-1])
    )
    return (
        f"Before any report this person's true value, {result.names[place]}, was held to be {before} likely; now it "
        f"is {seen} from outputs and {sent} from messages, both computed from what was sent."
    )


def _area(result: OnePersonResult) -> str:
    """Of locations, the part of the map that stays possible."""
    if result.area is None or result.message_area is None:
        return ""
    first, last, sent = (measured(100 * one[0], 100 * one[1], "%") for one in (
        result.area[0], result.area[-1], result.message_area[-1]))  # fmt: skip
    return (
        f"Nine tenths of the posterior lie within {first} of the disc after one report, within {last} after "
        f"{result.parameters.reports}, and within {sent} for somebody who reads the messages."
    )


def _tests(result: OnePersonResult) -> str:
    """The best test between two values."""
    x, other = result.names[result.truth], result.names[result.other]
    seen, sent = (percent(curve.detected(0.05), 2) for curve in (result.test, result.message_test))
    return (
        f"Is it {x} or {other}? With 5 % false alarms the best test of one output detects {seen}, of one message "
        f"{sent}."
    )


def _formulas(result: OnePersonResult) -> tuple[Formula, ...]:
    p, seen, epsilon = latex(float(result.prior.max()), 8), result.seen[0].value, result.pure
    guess = Formula(
        "How often the best guess is right, in per cent",
        r"100 \cdot \sum_z \max_x \pi_x P(z \mid x)",
        rf"100 \cdot {latex(seen, 8)}",
        100 * seen,
        (Symbol(r"\pi", "what is known before", "chosen", "", "prior"), Symbol("z", "outputs", "all")),
        "Bayes' rule",
    )
    if math.isinf(epsilon):
        return (guess,)
    odds = rf"{p} \cdot e^{{{latex(epsilon, 10)}}}"
    bound = Formula(
        "What ε allows the best guess, in per cent",
        r"100 \cdot \frac{p\, e^{\varepsilon}}{p\, e^{\varepsilon} + 1 - p}, \qquad p = \max_x \pi_x",
        rf"100 \cdot \frac{{{odds}}}{{{odds} + 1 - {p}}}",
        100 * float(result.bounds[0]),
        (
            Symbol(r"\varepsilon", "privacy loss of one report", epsilon, "nats", "epsilon"),
            Symbol("p", "likeliest value before", float(result.prior.max())),
        ),
        "local.definition",
    )
    return guess, bound
