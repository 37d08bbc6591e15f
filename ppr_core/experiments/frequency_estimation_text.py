"""What the experiment `frequency_estimation` says of its numbers: quantities and sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ppr_core.estimation.frequency import PairwiseIndependentRappor, common_share
from ppr_core.experiments.contract import Quantity
from ppr_core.experiments.frequency_estimation_measure import LEVEL
from ppr_core.experiments.frequency_estimation_parameters import SCHEMES
from ppr_core.experiments.wording import count, measured, number

if TYPE_CHECKING:
    from ppr_core.experiments.frequency_estimation_measure import Collected, Scheme
    from ppr_core.experiments.frequency_estimation_result import FrequencyEstimationResult

__all__ = [
    "comparison_finding",
    "cover_finding",
    "duration",
    "finding",
    "hitter_finding",
    "message_finding",
    "notices",
    "quantities",
    "scheme_label",
    "sweep_finding",
]

_PERCENT = 100.0
_NOTEWORTHY = 0.2  # share of the variation of the total error that comes from errors moving together
_FAR = 2.0  # ratio of two errors from which percents are no longer read
_SPOKEN = {"pi_rappor_generalized": "generalised PI-RAPPOR", "pi_rappor_full_epsilon": "PI-RAPPOR with all of ε"}


def scheme_label(name: str) -> str:
    """What a scheme is called."""
    return SCHEMES[name]


def duration(seconds: float) -> str:
    """A time in the unit that suits it: "0.11 ms", "1.3 s"."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{number(seconds / size, 2)} {unit}"
    return f"{number(seconds / 1e-6, 2)} µs"


def quantities(result: FrequencyEstimationResult) -> tuple[Quantity, ...]:
    one, found, size, users = result.chosen, result.found, len(result.counts), result.users
    top = len(found.hitters.true)
    spread = _PERCENT * found.norm_error
    covered = float(found.covered(result.truth).mean())
    covered_error = _PERCENT * math.sqrt(LEVEL * (1 - LEVEL) / one.independent)
    numbers = [
        Quantity("error", "Error of a frequency, root mean square", _PERCENT * found.norms.root_mean_square, "%",
                 "measured", spread, size),
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
                 "measured", covered_error, size),
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
    beside = "" if one.name == "rappor" else f" instead of RAPPOR's {count(size)}"
    return (
        f"With {_named(one)} each of {count(result.users)} users sends {_bits_text(found)}{beside}, and the estimated "
        f"frequencies are off by {_error_text(found)} % of the users in root mean square "
        f"({number(_PERCENT * one.expected)} % by the closed form); {_found_text(found)}."
    )


def comparison_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on who is best in bits and who in error."""
    rows = result.ran
    short = min(rows, key=lambda one: one.found.bits)
    good = min(rows, key=lambda one: one.expected)
    close = [one for one in rows if one.expected <= 1.05 * good.expected]
    least = min(close, key=lambda one: one.found.bits)
    return (
        f"{_capital(_named(short))} sends the fewest bits, {number(short.found.bits)}, for an error of "
        f"{number(_PERCENT * short.expected)} % by the closed form; within 5 % of the smallest error, "
        f"{number(_PERCENT * good.expected)} %, {_named(least)} sends the fewest, {number(least.found.bits)}."
    )


def hitter_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on who finds the most frequent categories."""
    rows = result.ran
    top = len(rows[0].found.hitters.true)
    found = [int(one.found.hitters.found.sum()) for one in rows]
    best, worst = int(np.argmax(found)), int(np.argmin(found))
    text = f"Of the true top {top}, {_named(rows[best])} finds {found[best]}"
    if found[best] != found[worst]:
        text += f" and {_named(rows[worst])} {found[worst]}"
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
        f"{count(covered)} of {count(size)} intervals hold the true frequency, {number(_PERCENT * covered / size)} %; "
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
        f"From ε = {one.epsilon[0]:g} to {one.epsilon[-1]:g} the error of {_called(one.name)} falls from "
        f"{number(_PERCENT * low)} % to {number(_PERCENT * high)} %; {count(int(ran.sum()))} runs lie within "
        f"{number(float(off.max()), 2)} standard errors of the closed form."
    )


def message_finding(result: FrequencyEstimationResult) -> str:
    """One sentence on the message that is taken apart."""
    one = result.message
    votes, size = int(one.votes.sum()), len(one.votes)
    own = "among them" if one.votes[one.sender - 1] else "but not for"
    whose = f"{own} the sender's category {count(one.sender)}"
    return (
        f"({one.start}, {one.slope}) are two numbers below p = {one.prime}, {one.bits} bits, and vote for "
        f"{count(votes)} of {count(size)} categories, {whose}; α₀k = {number(size * one.ones / one.prime)} votes are "
        "expected for categories that are not the sender's."
    )


def notices(result: FrequencyEstimationResult) -> tuple[str, ...]:
    found = [
        _bits_notice(result),
        _rounding_notice(result),
        _together_notice(result),
        cover_finding(result),
        _server_notice(result),
        _hadamard_notice(result),
        _notion_notice(result),
        _left_out_notice(result),
        _clock_notice(result),
    ]
    return tuple(text for text in found if text)


def _bits_notice(result: FrequencyEstimationResult) -> str:
    one, raw = result.chosen, result.ran_as("rappor")
    if raw is None or raw is one:
        return ""
    change = _PERCENT * (one.expected / raw.expected - 1)
    worse = "more" if change > 0 else "less"
    same = "the same error" if abs(change) < 0.05 else f"{number(abs(change), 2)} % {worse} error"
    names = ("RAPPOR", _named(one)) if raw.found.bits >= one.found.bits else (_capital(_named(one)), "RAPPOR")
    factor = max(raw.found.bits, one.found.bits) / min(raw.found.bits, one.found.bits)
    return (
        f"{names[0]} sends {number(factor)} times as many bits as {names[1]}. The closed form "
        f"gives {_named(one)} {same}; measured are {_error_text(one.found)} % and {_error_text(raw.found)} %."
    )


def _rounding_notice(result: FrequencyEstimationResult) -> str:
    oracle, epsilon = result.parameters.oracle(result.chosen.name), result.parameters.epsilon
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    family = oracle.family
    text = (
        f"α₀ must be a whole number of p-ths: p = {count(family.prime)} and {family.ones} make it "
        f"{number(family.bias, 4)}"
    )
    if oracle.rounding == "full_epsilon":
        return f"{text}, next to the ideal value; α₁ is then the largest that ε = {epsilon:g} allows."
    effective = oracle.effective_epsilon[oracle.notion]
    return (
        f"{text}. Rounded up, it costs a little privacy budget: ε = {number(effective, 4)} is used of the "
        f"{epsilon:g} allowed, and the variance is {number(_PERCENT * oracle.variance_loss, 2)} % above RAPPOR's."
    )


def _together_notice(result: FrequencyEstimationResult) -> str:
    one = result.chosen
    share = common_share(result.parameters.oracle(one.name), result.counts)
    if share < _NOTEWORTHY:
        return ""
    return (
        "One message in p is constant and votes for every category or for none. Each count is as accurate as RAPPOR's, "
        "but here errors move together: the total error varies from run to run as if there were only "
        f"{number(one.independent, 2)} categories, and its bars are that long."
    )


def _server_notice(result: FrequencyEstimationResult) -> str:
    """What compressors of the lab promise against the server."""
    by_ppr = [one for one in result.ran if one.name.startswith("ppr_")]
    by_seed = [one for one in result.ran if one.name.startswith("rejection_")]
    text = []
    if by_ppr:
        worst = max(one.guarantee.epsilon for one in by_ppr)
        text.append(
            f"The server of PPR sees the message and the shared randomness: against it ε is up to {number(worst)}, "
            "2α times that of the decoded report, which alone has the ε of the comparison"
        )
    if by_seed:
        text.append(
            "Rejection promises its ε only as far as nobody tells the generator's outputs from random ones; "
            "its 128 bits are a whole seed"
        )
    return ". ".join(text) + "." if text else ""


def _hadamard_notice(result: FrequencyEstimationResult) -> str:
    rival, best = result.ran_as("recursive_hadamard"), result.ran_as("subset_selection")
    if rival is None or best is None or result.parameters.notion == "deletion":
        return ""
    ratio, bits = (
        rival.expected / best.expected,
        "1 bit" if rival.found.bits == 1 else f"{number(rival.found.bits)} bits",
    )
    text = f"Recursive Hadamard response needs {bits}. Its error is"
    if ratio < 1:
        return f"{text} {number(_PERCENT * (1 - ratio), 2)} % below that of subset selection here."
    if ratio > _FAR:
        return f"{text} {number(ratio, 2)} times that of subset selection."
    text = f"{text} {number(_PERCENT * (ratio - 1), 2)} % above that of subset selection"
    return f"{text}; Feldman and Talwar read 15 to 20 % off its authors' plots."


def _notion_notice(result: FrequencyEstimationResult) -> str:
    if result.parameters.notion == "replacement":
        return "Every ε here compares two categories of one user (replacement)."
    other = [_named(one) for one in result.ran if one.notion == "replacement"]
    return (
        "ε compares a category with a report made without any (deletion); between two categories it may be up to twice "
        f"as much. No such form is used for {', '.join(other)}: what is stated for them holds between two categories."
    )


def _left_out_notice(result: FrequencyEstimationResult) -> str:
    if not result.curves:
        return ""
    one = result.curves[0]
    left = one.epsilon[np.isnan(one.measured) & (one.epsilon % 1 == 0)]
    if not len(left):
        return ""
    named = ", ".join(f"{epsilon:g}" for epsilon in left)
    return f"Along ε nothing is run at {named}: with {count(result.users)} users it would take too long."


def _clock_notice(result: FrequencyEstimationResult) -> str:
    client, server = duration(result.found.client_seconds), duration(result.found.server_seconds)
    times = f"A client takes {client} for a report, the server {server} for all of them."
    return f"{times} {result.measured_where} The files hold no times."


def _bits(found: Collected, users: int) -> Quantity:
    name = "Bits a user sends"
    if found.bits_error == 0.0:
        return Quantity("bits", name, found.bits, "bits")
    return Quantity("bits", f"{name}, Elias delta code", found.bits, "bits", "measured", found.bits_error, users)


def _bits_text(found: Collected) -> str:
    return f"{measured(found.bits, found.bits_error)} bits"


def _error_text(found: Collected) -> str:
    return measured(_PERCENT * found.norms.root_mean_square, _PERCENT * found.norm_error)


def _found_text(found: Collected) -> str:
    hitters = found.hitters
    return f"{int(hitters.found.sum())} of the true top {len(hitters.true)} are among the top {len(hitters.true)} found"


def _named(one: Scheme) -> str:
    return _called(one.name)


def _called(name: str) -> str:
    """A scheme inside a sentence."""
    if name in _SPOKEN:
        return _SPOKEN[name]
    label = SCHEMES[name].removesuffix(", uncompressed")
    return label if label[1].isupper() else label[0].lower() + label[1:]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:] if not text.startswith("k-") else text
