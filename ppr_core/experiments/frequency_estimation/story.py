"""What a result of the experiment `frequency_estimation` says: its numbers, findings, and what to notice."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ppr_core.estimation.frequency import MeasuredCollection, PairwiseIndependentRappor
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.frequency_estimation.formulas import formulas
from ppr_core.experiments.frequency_estimation.parameters import LEVEL
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.experiments.frequency_estimation.story_pairwise import (
    forms_notice,
    message_caption,
    relative,
    rounding_notice,
    together_notice,
)
from ppr_core.experiments.frequency_estimation.story_privacy import held_notice, notion_notice, server_notice
from ppr_core.guarantees import DECODER
from ppr_core.wording import duration, measured, number, percent

__all__ = ["measured_where", "tell"]

_PERCENT = 100.0
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
        "message": message_caption(result),
    }
    return Story(_quantities(result), _finding(result), _notices(result, cover), partial(formulas, result), captions)


def measured_where(result: FrequencyEstimationResult) -> str:
    """The sentence that belongs to every time."""
    return f"Times were measured on this server ({result.machine}) on {result.moment} and differ from run to run."


def _quantities(result: FrequencyEstimationResult) -> tuple[Quantity, ...]:
    """What carries an error is measured from the reports of all n users, the others once."""
    chosen, collection, norms = result.chosen, result.found, result.found.norms
    oracle, exact = result.parameters.oracle(chosen.name), chosen.accounted
    covered, of_level = float(collection.covered(result.truth).mean()), math.sqrt(LEVEL * (1 - LEVEL))

    def seen(key: str, label: str, value: float, unit: str = "%", error: float | None = None) -> Quantity:
        return Quantity(key, label, value, unit, "measured", error, 1 if error is None else result.users)

    bits = Quantity("bits", "Bits a user sends", collection.bits, "bits")
    if collection.bits_error:
        bits = seen("bits", "Bits a user sends, Elias delta code", bits.value, "bits", collection.bits_error)
    numbers = [
        seen("error", "Error of a frequency, root mean square", _PERCENT * norms.root_mean_square,
             error=_PERCENT * collection.norm_error),
        bits,
        Quantity("raw", "RAPPOR sends", float(len(result.counts)), "bits"),
    ]  # fmt: skip
    if exact is not None:
        at = f"{DECODER.promise}, at δ = {number(exact.delta)}"
        numbers.append(Quantity.promised("epsilon_exact", at, exact))
    numbers.append(Quantity.promised("epsilon", f"{DECODER.promise}, {chosen.notion}", chosen.guarantee))
    if chosen.own_epsilon < result.parameters.epsilon:
        own = Quantity("own_epsilon", "ε of the mechanism, found for that", chosen.own_epsilon, "nats")
        numbers.insert(4, own)
    numbers += [
        seen("top", f"True top {len(collection.hitters.true)} found", float(chosen.top_found), ""),
        Quantity("expected", "Error by the closed form", _PERCENT * chosen.expected, "%"),
        seen("largest", "Largest error of a frequency", _PERCENT * norms.largest),
        seen("sum", "Sum of the errors", _PERCENT * norms.l1),
        seen("length", "Length of the error vector", _PERCENT * norms.l2),
        seen("covered", f"{percent(LEVEL)} intervals that hold the truth", _PERCENT * covered,
             error=_PERCENT * of_level / math.sqrt(chosen.independent)),
        seen("client", "A client's time here, per report", 1e6 * collection.client_seconds, "µs"),
        seen("server", "The server's time here", 1e3 * collection.server_seconds, "ms"),
    ]  # fmt: skip
    if isinstance(oracle, PairwiseIndependentRappor):
        numbers += [
            Quantity("prime", "Prime p of the field", float(oracle.family.prime)),
            Quantity("ones", "Threshold α₀p", float(oracle.family.ones)),
            Quantity("coordinates", "Coordinates t", float(oracle.family.coordinates)),
            Quantity("loss", "Variance above RAPPOR's", _PERCENT * oracle.variance_loss, "%"),
        ]
    return tuple(numbers)


def _finding(result: FrequencyEstimationResult) -> str:
    chosen, collection, size = result.chosen, result.found, len(result.counts)
    beside = "" if chosen.name == "rappor" else f" instead of RAPPOR's {number(size)}"
    if chosen.name != "rappor" and collection.bits >= size:
        beside += " (compression does not pay with so few categories)"
    weak = " and a generator that is weak on purpose" if result.parameters.spoiled else ""
    top = len(collection.hitters.true)
    text = (
        f"With {chosen.spoken}{weak} each of {number(result.users)} users sends "
        f"{measured(collection.bits, collection.bits_error)} bits{beside}, and the estimated frequencies are off by "
        f"{_error(collection)} of the users in root mean square ({percent(chosen.expected, 3)} by the closed form); "
        f"{chosen.top_found} of the true top {top} are among the top {top} found."
    )
    average, error = 1 / size, collection.norms.root_mean_square
    if error <= average:
        return text
    return (
        f"{text} The average category has only {percent(average, 2)} of the users, less than the error of "
        f"{percent(error, 2)}."
    )


def _comparison(result: FrequencyEstimationResult) -> str:
    """Who is best in bits and who in error."""
    short = min(result.ran, key=lambda scheme: scheme.found.bits)
    good = min(result.ran, key=lambda scheme: scheme.expected)
    close = [scheme for scheme in result.ran if scheme.expected <= 1.05 * good.expected]
    least = min(close, key=lambda scheme: scheme.found.bits)
    return (
        f"{_capital(short.spoken)} sends the fewest bits, {number(short.found.bits)}, for an error of "
        f"{percent(short.expected, 3)} by the closed form; within 5 % of the smallest error, "
        f"{percent(good.expected, 3)}, {least.spoken} sends the fewest, {number(least.found.bits)}."
    )


def _top(result: FrequencyEstimationResult) -> str:
    """Who finds the most frequent categories."""
    best = max(result.ran, key=lambda scheme: scheme.top_found)
    worst = min(result.ran, key=lambda scheme: scheme.top_found)
    top = len(best.found.hitters.true)
    text = f"Of the true top {top}, {best.spoken} finds {best.top_found}"
    if best.top_found != worst.top_found:
        text += f" and {worst.spoken} {worst.top_found}"
    elif len(result.ran) > 1:
        text += ", like every other scheme here"
    if result.counts[top - 1] == (result.counts[top] if len(result.counts) > top else 0):
        text += "; but others are as frequent as the last of them, so this top is one of many"
    return f"{text}."


def _cover(result: FrequencyEstimationResult) -> str:
    """On the intervals of all categories."""
    covered, size = int(result.found.covered(result.truth).sum()), len(result.counts)
    return (
        f"{number(covered)} of {number(size)} intervals hold the true frequency, {percent(covered / size, 3)}; "
        f"{percent(LEVEL)} are expected."
    )


def _sweep(result: FrequencyEstimationResult) -> str:
    """On the error along ε."""
    if not result.curves:
        return "The runs along ε are still to come."
    curve = result.curves[0]
    ran = ~np.isnan(curve.measured)
    off = np.max(np.abs(curve.measured[ran] - curve.expected[ran]) / curve.error[ran])
    part = ", some of them with a part of the users" if np.any(curve.users[ran] < result.users) else ""
    agree = f"lie within {number(float(off), 2)} standard errors of" if off <= _BY_CHANCE else "do not all agree with"
    return (
        f"From ε = {number(curve.epsilon[0])} to {number(curve.epsilon[-1])} the error of {curve.spoken} falls from "
        f"{percent(curve.expected[0], 3)} to {percent(curve.expected[-1], 3)}; {number(int(ran.sum()))} runs {agree} "
        f"the closed form{part}."
    )


def _notices(result: FrequencyEstimationResult, cover: str) -> tuple[str, ...]:
    notices = (
        held_notice(result),
        _bits_notice(result),
        together_notice(result),
        forms_notice(result),
        rounding_notice(result),
        cover,
        server_notice(result),
        _hadamard_notice(result),
        notion_notice(result),
        _sampled_notice(result),
        _clock_notice(result),
    )
    return tuple(filter(None, notices))


def _bits_notice(result: FrequencyEstimationResult) -> str:
    chosen, raw = result.chosen, result.ran_as("rappor")
    if raw is None or raw is chosen:
        return ""
    name, change = chosen.spoken, chosen.expected / raw.expected - 1
    same = "the same error" if abs(change) < 0.0005 else f"{relative(change)} error"
    first, second = ("RAPPOR", name) if raw.found.bits >= chosen.found.bits else (_capital(name), "RAPPOR")
    factor = max(raw.found.bits, chosen.found.bits) / min(raw.found.bits, chosen.found.bits)
    text = f"{first} sends {number(factor)} times as many bits as {second}, and {name} has {same}"
    rival = result.ran_as("recursive_hadamard")
    if rival is not None and rival is not chosen and result.parameters.notion != "deletion":
        text += f"; recursive Hadamard response has {relative(rival.expected / chosen.expected - 1)} than {name} in "
        text += f"{number(rival.found.bits)} bits"
    return f"{text}. This is by the closed form; measured are {_error(chosen.found)} and {_error(raw.found)}."


def _hadamard_notice(result: FrequencyEstimationResult) -> str:
    rival, best = result.ran_as("recursive_hadamard"), result.ran_as("subset_selection")
    if rival is None or best is None or result.parameters.notion == "deletion":
        return ""
    ratio, bits = rival.expected / best.expected, rival.found.bits
    text = f"Recursive Hadamard response needs {number(bits)} {'bit' if bits == 1 else 'bits'}. Its error is"
    if ratio < 1:
        return f"{text} {percent(1 - ratio, 2)} below that of subset selection here."
    if ratio > _FAR:
        return f"{text} {number(ratio, 2)} times that of subset selection."
    return (
        f"{text} {percent(ratio - 1, 2)} above that of subset selection; Feldman and Talwar read 15 to 20 % off its "
        "authors' plots."
    )


def _sampled_notice(result: FrequencyEstimationResult) -> str:
    """Where along ε not all users send, and where nobody does."""
    if not result.curves:
        return ""
    curve = result.curves[0]
    few = (curve.users > 0) & (curve.users < result.users)
    left = curve.epsilon[(curve.users == 0) & (curve.epsilon % 1 == 0)]
    text = ""
    if few.any():
        counted = zip(curve.epsilon[few], curve.users[few].tolist(), strict=True)
        parts = (f"{number(users)} at ε = {number(epsilon)}" for epsilon, users in counted)
        text = (
            f"Along ε a part of the {number(result.users)} users sends where all would take long: {', '.join(parts)}, "
            "with the same shares of the categories. They really encode and send; their error times √(n′/n) is that of "
            "all, as estimates without bias err like 1/√n."
        )
    if len(left):
        places = ", ".join(number(epsilon) for epsilon in left)
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


def _error(collection: MeasuredCollection) -> str:
    """The root mean square error in %, with its standard error."""
    return measured(_PERCENT * collection.norms.root_mean_square, _PERCENT * collection.norm_error, "%")
