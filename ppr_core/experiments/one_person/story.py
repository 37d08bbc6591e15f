"""What the experiment `one_person` says: in numbers, and in words for the person whose value it is."""

from __future__ import annotations

import functools
import math

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.one_person.run import OnePersonResult
from ppr_core.inference import Attack
from ppr_core.wording import latex, measured, number

__all__ = ["tell"]


def tell(result: OnePersonResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(
            filter(None, (_words(result), _given_away(result), _person(result), _area(result), _tests(result)))
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
    if result.area is not None:
        for key, label, area in (("area", "outputs", result.area), ("message_area", "messages", result.message_area)):
            found.append(Quantity(key, f"90 % area after {p.reports} {label}", 100 * float(area[-1, 0]), "% of the disc",
                                  "measured", 100 * float(area[-1, 1]), 400))  # fmt: skip
    if result.delta == 0 and math.isfinite(result.epsilon):
        found.append(Quantity("bound", "Right from one output, at most", 100 * float(result.bounds[0]), "%", "bound",
                              source="local.definition"))  # fmt: skip
    if math.isfinite(result.promise):
        found.append(Quantity("message_bound", "Right from one message, at most", 100 * float(result.message_bounds[0]), "%",
                              "bound", source="local.definition"))  # fmt: skip
    return tuple(found)


def _share(key: str, label: str, one: Attack, people: int) -> Quantity:
    if one.error < 1e-9:
        return Quantity(key, label, 100 * one.value, "%")
    return Quantity(key, label, 100 * one.value, "%", "measured", 100 * one.error, people)


def _of_hundred(one: Attack) -> str:
    return number(round(100 * one.value)) if one.value > 0.02 else number(100 * one.value, 2)


def _finding(result: OnePersonResult) -> str:
    """The sentence in plain words."""
    before, seen, sent = number(round(100 * float(result.prior.max()))), _of_hundred(result.seen[0]), result.sent[0]
    again = ""
    if result.parameters.reports > 1:
        again = f"; after {result.parameters.reports} reports {_of_hundred(result.seen[-1])}"
        if abs(result.sent[-1].value - result.seen[-1].value) > 3 * math.hypot(
            result.sent[-1].error, result.seen[-1].error
        ):
            again += f", and {_of_hundred(result.sent[-1])} if the messages are read"
    read = "" if abs(sent.value - result.seen[0].value) <= 3 * math.hypot(sent.error, result.seen[0].error) + 5e-3 else (
        f", with seed and message {_of_hundred(sent)}")  # fmt: skip
    return (
        f"Of 100 people who answer like this, an observer would be right about {seen} instead of {before}{read}{again}."
    )


def _words(result: OnePersonResult) -> str:
    """What ε allows of the best guess."""
    best = float(result.bounds[0])
    if result.delta > 0 or math.isinf(result.epsilon):
        return (
            "The mechanism has no pure ε, so no bound on a guess follows from it: rare outputs may give a person away."
        )
    share = 100 * result.seen[0].value
    count = result.parameters.reports
    several = f" {count} reports count as ε = {number(count * result.epsilon)}." if count > 1 else ""
    reached = "which this mechanism reaches" if share > 100 * best - 0.01 else f"where it comes to {number(share)}"
    return (
        f"ε = {number(result.epsilon)} allows nobody to be right about more than {number(100 * best)} of 100 from one "
        f"output, {reached}.{several}"
    )


def _given_away(result: OnePersonResult) -> str:
    """What compression itself gives away."""
    p = result.parameters
    seen, sent = (measured(100 * one.value, 100 * one.error, "%") for one in (result.seen[-1], result.sent[-1]))
    if p.scheme == "rejection":
        return (
            "Pseudorandom rejection sends a seed; to an observer who cannot break its generator it says what the output "
            f"says and no more: {seen} after {p.reports} reports."
        )
    lost = (
        " The outputs of MRC follow another law than the mechanism's, which may also blur." if p.scheme == "mrc" else ""
    )
    many = "one report" if p.reports == 1 else f"{p.reports} reports"
    promise = (
        f"its promise is ε = {number(result.promise)} a message"
        if math.isfinite(result.promise)
        else "it promises nothing"
    )
    return (
        f"What compression gives away: after {many} the best guess from outputs is right in {seen}, from "
        f"messages of {p.described()} in {sent}; {promise}.{lost}"
    )


def _person(result: OnePersonResult) -> str:
    """What was concluded about this very person."""
    name = result.names[result.truth]
    after = [100 * float(law[-1, result.truth]) for law in (result.outputs, result.messages)]
    return (
        f"This person's value is {name}. Before any report it was held to be {number(100 * float(result.prior[result.truth]))} % "
        f"likely; now {number(after[0])} % from outputs and {number(after[1])} % from messages."
    )


def _area(result: OnePersonResult) -> str:
    """Of locations, the part of the map that stays possible."""
    if result.area is None:
        return ""
    first, last, sent = (measured(100 * one[0], 100 * one[1], "%") for one in (
        result.area[0], result.area[-1], result.message_area[-1]))  # fmt: skip
    return (
        f"Nine tenths of the posterior lie within {first} of the disc after one report, within {last} after "
        f"{result.parameters.reports}, and within {sent} for somebody who reads the messages."
    )


def _tests(result: OnePersonResult) -> str:
    """The best test between two values."""

    def detected(curve) -> float:
        place = max((index for index, alarm in enumerate(curve.false_alarms) if alarm <= 0.05 + 1e-12), default=0)
        low, high = place, min(place + 1, len(curve.misses) - 1)
        width = curve.false_alarms[high] - curve.false_alarms[low]
        share = 0.0 if width <= 0 else (0.05 - curve.false_alarms[low]) / width
        return 100 * (1 - (curve.misses[low] + share * (curve.misses[high] - curve.misses[low])))

    x, other = result.names[result.truth], result.names[result.other]
    return (
        f"Is it {x} or {other}? With 5 % false alarms the best test of one output detects {number(detected(result.test), 2)} %, "
        f"of one message {number(detected(result.message_test), 2)} %."
    )


def _formulas(result: OnePersonResult) -> tuple[Formula, ...]:
    most, seen = float(result.prior.max()), result.seen[0].value
    found = [
        Formula(
            "How often the best guess is right, in per cent",
            r"100 \cdot \sum_z \max_x \pi_x P(z \mid x)",
            rf"100 \cdot {latex(seen, 8)}",
            100 * seen,
            (Symbol(r"\pi", "what is known before", "chosen", "", "prior"), Symbol("z", "outputs", "all")),
            "Bayes' rule",
        )
    ]
    if result.delta == 0 and math.isfinite(result.epsilon):
        epsilon = result.epsilon
        found.append(
            Formula(
                "What ε allows the best guess, in per cent",
                r"100 \cdot \frac{p\, e^{\varepsilon}}{p\, e^{\varepsilon} + 1 - p}, \qquad p = \max_x \pi_x",
                rf"100 \cdot \frac{{{latex(most, 8)} \cdot e^{{{latex(epsilon, 10)}}}}}"
                rf"{{{latex(most, 8)} \cdot e^{{{latex(epsilon, 10)}}} + 1 - {latex(most, 8)}}}",
                100 * float(result.bounds[0]),
                (Symbol(r"\varepsilon", "privacy loss of one report", epsilon, "nats", "epsilon"),
                 Symbol("p", "likeliest value before", most)),
                "local.definition",
            )
        )  # fmt: skip
    return tuple(found)
