"""What the experiment `frequency_estimation` says of its numbers: quantities and sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ppr_core.estimation.frequency import PairwiseIndependentRappor
from ppr_core.experiments.contract import Quantity
from ppr_core.experiments.frequency_estimation.measure import LEVEL
from ppr_core.experiments.frequency_estimation.parameters import SCHEMES
from ppr_core.wording import measured, number

if TYPE_CHECKING:
    from ppr_core.experiments.frequency_estimation.measure import Collected, Scheme
    from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult

__all__ = [
    "SPOKEN",
    "called",
    "capital",
    "comparison_finding",
    "cover_finding",
    "error_text",
    "finding",
    "hitter_finding",
    "message_finding",
    "named",
    "quantities",
    "scheme_label",
    "sweep_finding",
]

_PERCENT = 100.0
SPOKEN = {"pi_rappor_generalized": "generalised PI-RAPPOR", "pi_rappor_full_epsilon": "PI-RAPPOR with all of ε"}


def scheme_label(name: str) -> str:
    """What a scheme is called."""
    return SCHEMES[name]


def quantities(result: FrequencyEstimationResult) -> tuple[Quantity, ...]:
    """The numbers; what carries an error is measured from the reports of all n users, the others once."""
    one, found, size, users = result.chosen, result.found, len(result.counts), result.users
    top = len(found.hitters.true)
    spread = _PERCENT * found.norm_error
    covered = float(found.covered(result.truth).mean())
    covered_error = _PERCENT * math.sqrt(LEVEL * (1 - LEVEL) / one.independent)
    numbers = [
        Quantity("error", "Error of a frequency, root mean square", _PERCENT * found.norms.root_mean_square, "%",
                 "measured", spread, users),
        _bits(found, users),
        Quantity("raw", "RAPPOR sends", float(size), "bits"),
        Quantity("epsilon", f"ε against the server, {one.notion}", one.guarantee.epsilon, "nats", "guarantee",
                 source=one.guarantee.source),
        Quantity("top", f"True top {top} found", float(found.hitters.found.sum()), "", "measured", None, 1),
        Quantity("expected", "Error by the closed form", _PERCENT * one.expected, "%"),
        Quantity("largest", "Largest error of a frequency", _PERCENT * found.norms.largest, "%", "measured", None, 1),
        Quantity("sum", "Sum of the errors", _PERCENT * found.norms.l1, "%", "measured", None, 1),
        Quantity("length", "Length of the error vector", _PERCENT * found.norms.l2, "%", "measured", None, 1),
        Quantity("covered", f"{_PERCENT * LEVEL:g} % intervals that hold the truth", _PERCENT * covered, "%",
                 "measured", covered_error, users),
        Quantity("client", "A client's time here, per report", 1e6 * found.client_seconds, "µs", "measured", None, 1),
        Quantity("server", "The server's time here", 1e3 * found.server_seconds, "ms", "measured", None, 1),
    ]  # fmt: skip
    oracle = result.parameters.oracle(one.name)
    if isinstance(oracle, PairwiseIndependentRappor):
        numbers += [
            Quantity("prime", "Prime p of the field", float(oracle.family.prime)),
            Quantity("ones", "Threshold α₀p", float(oracle.family.ones)),
            Quantity("coordinates", "Coordinates t", float(oracle.family.coordinates)),
            Quantity("loss", "Variance above RAPPOR's", _PERCENT * oracle.variance_loss, "%"),
        ]
    return tuple(numbers)


def finding(result: FrequencyEstimationResult) -> str:
    one, found, size = result.chosen, result.found, len(result.counts)
    beside = "" if one.name == "rappor" else f" instead of RAPPOR's {number(size)}"
    spoiled = one.name.startswith("rejection_") and result.parameters.weak_generator
    weak = " and a generator that is weak on purpose" if spoiled else ""
    return (
        f"With {named(one)}{weak} each of {number(result.users)} users sends {_bits_text(found)}{beside}, and the "
        f"estimated frequencies are off by {error_text(found)} % of the users in root mean square "
        f"({number(_PERCENT * one.expected)} % by the closed form); {_found_text(found)}.{_average_text(result)}"
    )


def comparison_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on who is best in bits and who in error."""
    rows = result.ran
    short = min(rows, key=lambda one: one.found.bits)
    good = min(rows, key=lambda one: one.expected)
    close = [one for one in rows if one.expected <= 1.05 * good.expected]
    least = min(close, key=lambda one: one.found.bits)
    return (
        f"{capital(named(short))} sends the fewest bits, {number(short.found.bits)}, for an error of "
        f"{number(_PERCENT * short.expected)} % by the closed form; within 5 % of the smallest error, "
        f"{number(_PERCENT * good.expected)} %, {named(least)} sends the fewest, {number(least.found.bits)}."
    )


def hitter_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on who finds the most frequent categories."""
    rows = result.ran
    top = len(rows[0].found.hitters.true)
    found = [int(one.found.hitters.found.sum()) for one in rows]
    best, worst = int(np.argmax(found)), int(np.argmin(found))
    text = f"Of the true top {top}, {named(rows[best])} finds {found[best]}"
    if found[best] != found[worst]:
        text += f" and {named(rows[worst])} {found[worst]}"
    else:
        text += ", like every other scheme here" if len(rows) > 1 else ""
    last, next_one = result.counts[top - 1], result.counts[top] if len(result.counts) > top else 0
    if last == next_one:
        text += "; but others are as frequent as the last of them, so this top is one of many"
    return text + "."


def cover_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on the intervals of all categories."""
    covered, size = int(result.found.covered(result.truth).sum()), len(result.counts)
    return (
        f"{number(covered)} of {number(size)} intervals hold the true frequency, "
        f"{number(_PERCENT * covered / size)} %; "
        f"{_PERCENT * LEVEL:g} % are expected."
    )


def sweep_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on the error along ε."""
    if not result.curves:
        return "The runs along ε are still to come."
    one = result.curves[0]
    low, high = one.expected[0], one.expected[-1]
    ran = ~np.isnan(one.measured)
    off = np.abs(one.measured[ran] - one.expected[ran]) / one.error[ran]
    return (
        f"From ε = {one.epsilon[0]:g} to {one.epsilon[-1]:g} the error of {called(one.name)} falls from "
        f"{number(_PERCENT * low)} % to {number(_PERCENT * high)} %; {number(int(ran.sum()))} runs lie within "
        f"{number(float(off.max()), 2)} standard errors of the closed form."
    )


def message_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on the message that is taken apart."""
    one = result.message
    votes, size = int(one.votes.sum()), len(one.votes)
    own = "among them" if one.votes[one.sender - 1] else "but not for"
    whose = f"{own} the sender's category {number(one.sender)}"
    return (
        f"({one.start}, {one.slope}) are two numbers below p = {one.prime}, {one.bits} bits, and vote for "
        f"{number(votes)} of {number(size)} categories, {whose}; α₀k = {number(size * one.ones / one.prime)} votes are "
        "expected for categories that are not the sender's."
    )


def _bits(found: Collected, users: int) -> Quantity:
    name = "Bits a user sends"
    if found.bits_error == 0.0:
        return Quantity("bits", name, found.bits, "bits")
    return Quantity("bits", f"{name}, Elias delta code", found.bits, "bits", "measured", found.bits_error, users)


def _bits_text(found: Collected) -> str:
    return f"{measured(found.bits, found.bits_error)} bits"


def error_text(found: Collected) -> str:
    """The root mean square error in %, with its standard error."""
    return measured(_PERCENT * found.norms.root_mean_square, _PERCENT * found.norm_error)


def _found_text(found: Collected) -> str:
    hitters = found.hitters
    return f"{int(hitters.found.sum())} of the true top {len(hitters.true)} are among the top {len(hitters.true)} found"


def _average_text(result: FrequencyEstimationResult) -> str:
    """What an average category holds, where the error exceeds it."""
    average, error = 1 / len(result.counts), result.found.norms.root_mean_square
    if error <= average:
        return ""
    held, off = (number(_PERCENT * share, 2) for share in (average, error))
    return f" An average category holds {held} %: an error of {off} % exceeds it."


def named(one: Scheme) -> str:
    """A scheme inside a sentence."""
    return called(one.name)


def called(name: str) -> str:
    """The scheme of that name inside a sentence."""
    if name in SPOKEN:
        return SPOKEN[name]
    label = SCHEMES[name].removesuffix(", uncompressed")
    return label if label[1].isupper() else label[0].lower() + label[1:]


def capital(text: str) -> str:
    """A sentence's beginning; k-ary keeps its small letter."""
    return text[0].upper() + text[1:] if not text.startswith("k-") else text
