"""What a result of the experiment `frequency_estimation` says: its numbers, findings, and what to notice."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ppr_core.estimation.frequency import MeasuredCollection, PairwiseIndependentRappor, common_share
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.frequency_estimation.formulas import formulas
from ppr_core.experiments.frequency_estimation.parameters import LEVEL, SPOKEN, spoken
from ppr_core.experiments.frequency_estimation.run import FrequencyEstimationResult
from ppr_core.experiments.frequency_estimation.story_server import held_notice, notion_notice, server_notice
from ppr_core.wording import duration, measured, number

__all__ = ["measured_where", "tell"]

_PERCENT = 100.0
_NOTEWORTHY = 0.2  # share of the variation of the total error that comes from errors moving together
_BY_CHANCE = 5.0  # standard errors beyond which a run does not agree with the closed form
_FAR = 2.0  # ratio of two errors from which percents are no longer read


def tell(result: FrequencyEstimationResult) -> Story:
    """Captions: of the comparison, the top, all categories, the curves, and the message."""
    cover = _cover(result)
    captions = {
        "comparison": _comparison(result),
        "top": _top(result),
        "cover": cover,
        "sweep": _sweep(result),
        "message": _message(result),
    }
    return Story(_quantities(result), _finding(result), _notices(result, cover), partial(formulas, result), captions)


def measured_where(result: FrequencyEstimationResult) -> str:
    """The sentence that belongs to every time."""
    return f"Times were measured on this server ({result.machine}) on {result.moment} and differ from run to run."


def _quantities(result: FrequencyEstimationResult) -> tuple[Quantity, ...]:
    """What carries an error is measured from the reports of all n users, the others once."""
    one, found, users = result.chosen, result.found, result.users
    top, covered = len(found.hitters.true), float(found.covered(result.truth).mean())
    covered_error = math.sqrt(LEVEL * (1 - LEVEL) / one.independent)
    many, once = {"kind": "measured", "samples": users}, {"kind": "measured", "samples": 1}
    bits = {"error": found.bits_error} | many if found.bits_error else {}
    numbers = [
        Quantity("error", "Error of a frequency, root mean square", _PERCENT * found.norms.root_mean_square, "%",
                 error=_PERCENT * found.norm_error, **many),
        Quantity("bits", f"Bits a user sends{', Elias delta code' if bits else ''}", found.bits, "bits", **bits),
        Quantity("raw", "RAPPOR sends", float(len(result.counts)), "bits"),
        Quantity("epsilon", f"ε against the server, {one.notion}", one.guarantee.epsilon, "nats", "guarantee",
                 source=one.guarantee.source),
        Quantity("top", f"True top {top} found", float(found.hitters.found.sum()), **once),
        Quantity("expected", "Error by the closed form", _PERCENT * one.expected, "%"),
        Quantity("largest", "Largest error of a frequency", _PERCENT * found.norms.largest, "%", **once),
        Quantity("sum", "Sum of the errors", _PERCENT * found.norms.l1, "%", **once),
        Quantity("length", "Length of the error vector", _PERCENT * found.norms.l2, "%", **once),
        Quantity("covered", f"{_PERCENT * LEVEL:g} % intervals that hold the truth", _PERCENT * covered, "%",
                 error=_PERCENT * covered_error, **many),
        Quantity("client", "A client's time here, per report", 1e6 * found.client_seconds, "µs", **once),
        Quantity("server", "The server's time here", 1e3 * found.server_seconds, "ms", **once),
    ]  # fmt: skip
    if (exact := one.accounted) is not None:
        label = f"ε against the server, exact at δ = {number(exact.delta)}"
        numbers.insert(3, Quantity("epsilon_exact", label, exact.epsilon, "nats", "guarantee", source=exact.source))
    if one.own_epsilon < result.parameters.epsilon:
        numbers.insert(4, Quantity("own_epsilon", "ε of the mechanism, found for that", one.own_epsilon, "nats"))
    oracle = result.parameters.oracle(one.name)
    if isinstance(oracle, PairwiseIndependentRappor):
        numbers += [
            Quantity("prime", "Prime p of the field", float(oracle.family.prime)),
            Quantity("ones", "Threshold α₀p", float(oracle.family.ones)),
            Quantity("coordinates", "Coordinates t", float(oracle.family.coordinates)),
            Quantity("loss", "Variance above RAPPOR's", _PERCENT * oracle.variance_loss, "%"),
        ]
    return tuple(numbers)


def _finding(result: FrequencyEstimationResult) -> str:
    one, found, size = result.chosen, result.found, len(result.counts)
    beside = "" if one.name == "rappor" else f" instead of RAPPOR's {number(size)}"
    spoiled = one.name.startswith("rejection_") and result.parameters.weak_generator
    weak = " and a generator that is weak on purpose" if spoiled else ""
    top, right = len(found.hitters.true), int(found.hitters.found.sum())
    text = (
        f"With {spoken(one.name)}{weak} each of {number(result.users)} users sends "
        f"{measured(found.bits, found.bits_error)} bits{beside}, and the estimated frequencies are off by "
        f"{_error(found)} of the users in root mean square ({_percent(one.expected)} by the closed form); "
        f"{right} of the true top {top} are among the top {top} found."
    )
    average, error = 1 / size, found.norms.root_mean_square
    if error <= average:
        return text
    return f"{text} An average category holds {_percent(average, 2)}: an error of {_percent(error, 2)} exceeds it."


def _comparison(result: FrequencyEstimationResult) -> str:
    """Who is best in bits and who in error."""
    short = min(result.ran, key=lambda one: one.found.bits)
    good = min(result.ran, key=lambda one: one.expected)
    close = [one for one in result.ran if one.expected <= 1.05 * good.expected]
    least = min(close, key=lambda one: one.found.bits)
    return (
        f"{_capital(spoken(short.name))} sends the fewest bits, {number(short.found.bits)}, for an error of "
        f"{_percent(short.expected)} by the closed form; within 5 % of the smallest error, "
        f"{_percent(good.expected)}, {spoken(least.name)} sends the fewest, {number(least.found.bits)}."
    )


def _top(result: FrequencyEstimationResult) -> str:
    """Who finds the most frequent categories."""
    rows, top = result.ran, len(result.ran[0].found.hitters.true)
    found = [int(one.found.hitters.found.sum()) for one in rows]
    best, worst = int(np.argmax(found)), int(np.argmin(found))
    text = f"Of the true top {top}, {spoken(rows[best].name)} finds {found[best]}"
    if found[best] != found[worst]:
        text += f" and {spoken(rows[worst].name)} {found[worst]}"
    elif len(rows) > 1:
        text += ", like every other scheme here"
    if result.counts[top - 1] == (result.counts[top] if len(result.counts) > top else 0):
        text += "; but others are as frequent as the last of them, so this top is one of many"
    return f"{text}."


def _cover(result: FrequencyEstimationResult) -> str:
    """On the intervals of all categories."""
    covered, size = int(result.found.covered(result.truth).sum()), len(result.counts)
    return (
        f"{number(covered)} of {number(size)} intervals hold the true frequency, {_percent(covered / size)}; "
        f"{_PERCENT * LEVEL:g} % are expected."
    )


def _sweep(result: FrequencyEstimationResult) -> str:
    """On the error along ε."""
    if not result.curves:
        return "The runs along ε are still to come."
    one = result.curves[0]
    ran = ~np.isnan(one.measured)
    off = np.max(np.abs(one.measured[ran] - one.expected[ran]) / one.error[ran])
    agree = f"lie within {number(float(off), 2)} standard errors of" if off <= _BY_CHANCE else "do not all agree with"
    return (
        f"From ε = {one.epsilon[0]:g} to {one.epsilon[-1]:g} the error of {spoken(one.name)} falls from "
        f"{_percent(one.expected[0])} to {_percent(one.expected[-1])}; {number(int(ran.sum()))} runs {agree} the "
        f"closed form{', some of them with a part of the users' if np.any(one.users[ran] < result.users) else ''}."
    )


def _message(result: FrequencyEstimationResult) -> str:
    """On the message that is taken apart."""
    one, family, sender = result.message, result.message.family, result.parameters.sender
    votes, size = int(one.votes.sum()), len(one.votes)
    own = "among them" if one.votes[sender - 1] else "but not for"
    return (
        f"{one.coefficients} are two numbers below p = {family.prime}, {family.bits} bits, and vote for "
        f"{number(votes)} of {number(size)} categories, {own} the sender's category {number(sender)}; "
        f"α₀k = {number(size * family.bias)} votes are expected for categories that are not the sender's."
    )


def _notices(result: FrequencyEstimationResult, cover: str) -> tuple[str, ...]:
    found = (
        held_notice(result),
        _bits_notice(result),
        _together_notice(result),
        _forms_notice(result),
        _rounding_notice(result),
        cover,
        server_notice(result),
        _hadamard_notice(result),
        notion_notice(result),
        _sampled_notice(result),
        _clock_notice(result),
    )
    return tuple(filter(None, found))


def _bits_notice(result: FrequencyEstimationResult) -> str:
    one, raw = result.chosen, result.ran_as("rappor")
    if raw is None or raw is one:
        return ""
    name, change = spoken(one.name), one.expected / raw.expected - 1
    same = "the same error" if abs(change) < 0.0005 else f"{_more(change)} error"
    first, second = ("RAPPOR", name) if raw.found.bits >= one.found.bits else (_capital(name), "RAPPOR")
    factor = max(raw.found.bits, one.found.bits) / min(raw.found.bits, one.found.bits)
    text = f"{first} sends {number(factor)} times as many bits as {second}, and {name} has {same}"
    rival = result.ran_as("recursive_hadamard")
    if rival not in (None, one) and result.parameters.notion != "deletion":
        text += f"; recursive Hadamard response has {_more(rival.expected / one.expected - 1)} than {name} in "
        text += f"{number(rival.found.bits)} bits"
    return f"{text}. This is by the closed form; measured are {_error(one.found)} and {_error(raw.found)}."


def _forms_notice(result: FrequencyEstimationResult) -> str:
    """What PI-RAPPOR is, how its three forms differ, and why the plain one is the default."""
    plain, *others = (result.ran_as(name) for name in ("pi_rappor", *SPOKEN))
    if plain is None or None in others:
        return ""
    forms = [result.parameters.oracle(one.name) for one in (plain, *others)]
    sent = [f"{form.family.coordinates + 1} numbers mod {form.family.prime}, {form.bits} bits" for form in forms]
    text = (
        "PI-RAPPOR sends not k votes but the few numbers that make them: a random line mod a prime, whose votes are "
        "independent in pairs, like RAPPOR's. It takes t + 1 numbers mod a prime p with pᵗ > k. Plain, t = 1: "
        f"{sent[0]}. Generalised (“PI generalised”), any t, and p for a fast server at up to 15 % more "
        f"variance: {sent[1]}. “PI, all of ε” is generalised too, with the largest α₁ that ε "
        f"allows, so that rounding α₀ leaves none of ε unused: {sent[2]}. "
        "The plain form is the default because its message is a single line that can be drawn and its p is chosen for "
        "at most 1 % more variance than RAPPOR's, "
    )
    short = min(others, key=lambda one: (one.found.bits, one.expected))
    if short.found.bits >= plain.found.bits:
        return f"{text}and no other form is shorter here."
    return (
        f"{text}not because it is the shortest: {spoken(short.name)} saves "
        f"{number(plain.found.bits - short.found.bits)} bits for {_more(short.expected / plain.expected - 1)} error by "
        "the closed form."
    )


def _rounding_notice(result: FrequencyEstimationResult) -> str:
    oracle, epsilon = result.parameters.oracle(result.chosen.name), result.parameters.epsilon
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    family = oracle.family
    text = f"α₀ must be a whole number of p-ths: p = {number(family.prime)} and {family.ones} make it "
    text += number(family.bias, 4)
    if oracle.rounding == "full_epsilon":
        return f"{text}, next to the ideal value; α₁ is then the largest that ε = {epsilon:g} allows."
    return (
        f"{text}. Rounded up, it costs a little privacy budget: ε = "
        f"{number(oracle.effective_epsilon[oracle.notion], 4)} is used of the {epsilon:g} allowed, and the variance "
        f"is {_percent(oracle.variance_loss, 2)} above RAPPOR's."
    )


def _together_notice(result: FrequencyEstimationResult) -> str:
    """What pairwise independence costs."""
    one, oracle = result.chosen, result.parameters.oracle(result.chosen.name)
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    share, size = common_share(oracle, result.counts), number(len(result.counts))
    alike = "for every category or for none" if oracle.family.coordinates == 1 else "alike along lines of categories"
    together = (
        f"What pairwise independence costs: each count stays as accurate as RAPPOR's, but one message in "
        f"{number(oracle.family.prime)} votes {alike}, and so "
    )
    if share < _NOTEWORTHY:
        return f"{together}{_percent(share, 2)} of the variation of the total error comes from errors moving together."
    return (
        f"{together}errors move together: the total error varies from run to run as if there were only "
        f"{number(one.independent, 2)} of {size} categories, and its bars are that long."
    )


def _hadamard_notice(result: FrequencyEstimationResult) -> str:
    rival, best = result.ran_as("recursive_hadamard"), result.ran_as("subset_selection")
    if rival is None or best is None or result.parameters.notion == "deletion":
        return ""
    ratio, bits = rival.expected / best.expected, rival.found.bits
    text = f"Recursive Hadamard response needs {number(bits)} {'bit' if bits == 1 else 'bits'}. Its error is"
    if ratio < 1:
        return f"{text} {_percent(1 - ratio, 2)} below that of subset selection here."
    if ratio > _FAR:
        return f"{text} {number(ratio, 2)} times that of subset selection."
    return (
        f"{text} {_percent(ratio - 1, 2)} above that of subset selection; Feldman and Talwar read 15 to 20 % off its "
        "authors' plots."
    )


def _sampled_notice(result: FrequencyEstimationResult) -> str:
    """Where along ε not all users send, and where nobody does."""
    one = next(iter(result.curves), None)
    if one is None:
        return ""
    few = (one.users > 0) & (one.users < result.users)
    left = one.epsilon[(one.users == 0) & (one.epsilon % 1 == 0)]
    text = ""
    if few.any():
        parts = (f"{number(n)} at ε = {e:g}" for e, n in zip(one.epsilon[few], one.users[few].tolist(), strict=True))
        text = (
            f"Along ε a part of the {number(result.users)} users sends where all would take long: {', '.join(parts)}, "
            "with the same shares of the categories. They really encode and send; their error times √(n′/n) is that of "
            "all, as estimates without bias err like 1/√n."
        )
    if len(left):
        places = ", ".join(f"{epsilon:g}" for epsilon in left)
        text = f"Along ε nothing is run at {places}: with {number(result.users)} users it would take too long, and "
        text += "from fewer nothing follows, because a weak generator's errors do not shrink with the users."
    return text


def _clock_notice(result: FrequencyEstimationResult) -> str:
    client, server = duration(result.found.client_seconds), duration(result.found.server_seconds)
    times = f"A client takes {client} for a report, the server {server} for all of them."
    return f"{times} {measured_where(result)} The files hold no times."


def _capital(text: str) -> str:
    """A sentence's beginning; k-ary keeps its small letter."""
    return text[0].upper() + text[1:] if not text.startswith("k-") else text


def _percent(share: float, digits: int = 3) -> str:
    return f"{number(_PERCENT * share, digits)} %"


def _more(change: float) -> str:
    """A relative change as "5 % more"."""
    return f"{_percent(abs(change), 2)} {'more' if change > 0 else 'less'}"


def _error(found: MeasuredCollection) -> str:
    """The root mean square error in %, with its standard error."""
    return f"{measured(_PERCENT * found.norms.root_mean_square, _PERCENT * found.norm_error)} %"
