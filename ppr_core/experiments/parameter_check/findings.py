"""Traffic lights: what is right or wrong with a setting, the number behind it, and the nearest that is right.

A check looks at one thing. Where it is not green it proposes changes, nearest first; the first after which the same
check is green is offered, so that a fix always makes its finding green.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.planning import (
    LARGEST_LOG_RATIO,
    Plan,
    bits_at,
    classical_local,
    decoder_guarantee,
    mechanism,
    plain_bits,
    privunit,
    remedies,
    renyi_local,
    round_down,
    shares,
    solve,
)
from ppr_core.wording import exponential, number

__all__ = ["CHECKS", "Finding", "Fix", "Light", "findings"]

_WEAK = 10.0  # ε from which an output may multiply the odds of an input by more than 20 000
_NOTHING = 40.0  # ε against the decoder that protects nothing: odds times 10¹⁷
_HIDING_SHARE = 0.75  # of the bits that may go into hiding the index
_HIDING_ALPHA = 1.3
_NOTICEABLE = 1.05  # times the least error

Light = Literal["red", "amber", "green"]
Change = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Fix:
    """A change of the parameters: a label such as "Set δ = 0.002", and the fields with their new values."""

    label: str
    changes: tuple[tuple[str, Any], ...]

    def apply(self, p: ParameterCheck) -> ParameterCheck:
        return p.replace(**dict(self.changes))


@dataclass(frozen=True)
class Finding:
    """key: what was looked at; light; text: a sentence with the number behind it; fix: or None."""

    key: str
    light: Light
    text: str
    fix: Fix | None = None


@dataclass(frozen=True)
class _Seen:
    """What a check sees; changes: of the parameters that may put it right, nearest first."""

    light: Light
    text: str
    changes: Callable[[], Iterable[Change]] = tuple


Check = Callable[[ParameterCheck, Plan], _Seen | None]


def findings(p: ParameterCheck, s: Plan, trying: Callable[[], None] = lambda: None) -> tuple[Finding, ...]:
    """Everything that was looked at, the worst first; trying() is called before every change is tried."""
    found = []
    for key, check in CHECKS.items():
        seen = check(p, s)
        if seen is not None:
            fix = None if seen.light == "green" else _first(p, check, seen.changes(), trying)
            found.append(Finding(key, seen.light, seen.text, fix))
    return tuple(sorted(found, key=lambda finding: ("red", "amber", "green").index(finding.light)))


def _first(p: ParameterCheck, check: Check, changes: Iterable[Change], trying: Callable[[], None]) -> Fix | None:
    """The first change that is allowed and after which the check is green, or has nothing to look at."""
    for label, values in changes:
        try:
            changed = p.changed(values)
        except ValueError:
            continue
        if changed == p:
            continue
        trying()
        seen = check(changed, solve(changed.setup))
        if seen is None or seen.light == "green":
            return Fix(label, tuple(p.fields(values).items()))
    return None


def _runs(p: ParameterCheck, s: Plan) -> _Seen:
    """Whether r* is finite and small enough."""
    if math.isinf(s.option.log_ratio):
        text = (
            "r* is infinite for this proposal: a Gaussian has lighter tails than Laplace noise, so no exact encoder "
            f"can stop. At most {number(s.code_bound)} bits is still a bound."
        )
        return _Seen("red", text, lambda: remedies.sendings(p.setup))
    candidates = exponential(s.option.log_ratio)
    if s.option.log_ratio > LARGEST_LOG_RATIO:
        text = f"r* = {candidates} candidates for one index: no encoder gets through them (10⁷ is the limit here)."
        return _Seen("red", text, lambda: (*remedies.sendings(p.setup), *remedies.smaller_ratio(p.setup)))
    return _Seen("green", f"Finding an index takes about r* = {candidates} candidates on average, whatever α is.")


def _decoder(p: ParameterCheck, s: Plan) -> _Seen:
    """The limit for whoever knows the shared randomness."""
    settled, limit = s.settled, p.decoder_epsilon
    reached = decoder_guarantee(settled, s.alpha, s.option.chunk).epsilon
    if p.trusted == "server":
        return _Seen("green", "The server holds seed and message and is trusted: nothing has to be kept from it.")
    if math.isinf(s.alpha):
        text = "At α = ∞ nothing hides a report's input from the decoder. At α = 2 the decoder's ε would be "
        text += f"{number(decoder_guarantee(settled, 2.0, s.option.chunk).epsilon)}."
        light = "amber" if math.isinf(limit) else "red"
        return _Seen(light, text, lambda: remedies.against_decoder(p.setup, s))
    if math.isinf(limit):
        return _Seen("green", f"The decoder's ε is {number(reached)}; no limit is set for it.")
    if reached <= limit:
        return _Seen("green", f"The decoder's ε is {number(reached)}, within the limit {number(limit)}.")
    if not s.alpha_reaches:
        text = (
            f"No α keeps the decoder within ε′ = {number(limit)}: against the database alone ε = "
            f"{number(mechanism(settled).local.epsilon)}, and against the decoder {number(reached)} at α = "
            f"{number(s.alpha, 4)}."
        )
    else:
        above = f"{number(limit)}" if number(limit) != number(reached) else f"{number(limit)} by a hair"
        text = f"The decoder's ε is {number(reached)}, above the limit {above}."
    return _Seen("red", text, lambda: remedies.against_decoder(p.setup, s))


def _promise(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether what is promised against the decoder is worth anything."""
    if p.trusted == "server" or math.isinf(s.alpha):
        return None
    reached = decoder_guarantee(s.settled, s.alpha, s.option.chunk).epsilon
    if reached <= _WEAK:
        text = f"ε = {number(reached)} against the decoder: an index changes the odds between two inputs by a factor "
        return _Seen("green", f"{text}{_odds(reached)} at most.")
    own = mechanism(s.settled).local
    better = ""
    if own.epsilon <= _WEAK < reached:
        better = (
            f" Pseudorandom rejection would keep the mechanism's own ε = {number(own.epsilon)}, if its generator is as "
            "good as random."
        )
    worth = "is weak" if reached <= _NOTHING else "protects nothing"
    text = f"ε = {number(reached)} against the decoder {worth}: a message may multiply the odds of an input by "
    light: Light = "amber" if reached <= _NOTHING else "red"
    return _Seen(light, f"{text}{_odds(reached)}.{better}", lambda: remedies.better_promise(p.setup, s, _WEAK))


def _time(p: ParameterCheck, s: Plan) -> _Seen | None:
    milliseconds = 1000 * s.option.seconds
    if s.option.log_ratio > LARGEST_LOG_RATIO or math.isinf(p.time_budget):
        return None
    text = f"Encoding a report among many is predicted to take {number(milliseconds, 2)} ms"
    if milliseconds <= p.time_budget:
        return _Seen("green", f"{text} of the {number(p.time_budget)} ms allowed.")
    what = f"chunks of {s.option.chunk} entries need" if p.setup.gaussian else "an index takes"
    why = f"{what} r* = {exponential(s.option.log_ratio)} candidates{' each' if p.setup.gaussian else ''}"
    text = f"{text}, more than the {number(p.time_budget)} ms allowed: {why}."
    return _Seen("red", text, lambda: remedies.faster(p.setup, s))


def _bits(p: ParameterCheck, s: Plan) -> _Seen | None:
    if math.isinf(p.bit_budget):
        return None
    text = f"A report takes {number(s.bits)} bits on average"
    if s.bits <= p.bit_budget:
        return _Seen("green", f"{text}, of the {number(p.bit_budget)} allowed.")
    text = f"{text}, more than the {number(p.bit_budget)} allowed."
    return _Seen("red", text, lambda: remedies.fewer_bits(p.setup, s))


def _plain(p: ParameterCheck, s: Plan) -> _Seen:
    plain, label = plain_bits(p.setup), p.plain_label
    if s.bits < plain:
        return _Seen("green", f"{number(s.bits)} bits on average instead of {number(round(plain))} for the {label}.")
    verb = "take" if label.endswith("s") else "takes"
    text = f"Compression is pointless here: {number(s.bits)} bits, where the {label} {verb} {number(round(plain))}."
    light: Light = "red" if p.vector else "amber"
    return _Seen(light, text, lambda: (*remedies.sendings(p.setup), *remedies.openings(p.setup)))


def _delta(p: ParameterCheck, s: Plan) -> _Seen | None:
    """δ of the mechanism, where it has one; against the decoder every mechanism has."""
    if not mechanism(s.settled).local.delta and not p.setup.guarded:
        return None
    share = 1 / p.clients
    if p.delta <= share:
        return _Seen("green", f"δ = {number(p.delta)} is not above 1/n = {number(share)}.")
    text = f"δ = {number(p.delta)} is larger than 1/n = {number(share)}: publishing one person's data outright would "
    value = round_down(share, 3)
    return _Seen("red", f"{text}satisfy it.", lambda: [(f"Set δ = {number(value)}", {"delta": value})])


def _weak(p: ParameterCheck, s: Plan) -> _Seen:
    """Only a large ε is a warning."""
    if p.epsilon <= _WEAK:
        text = f"ε = {number(p.epsilon)}: an output changes the odds between two inputs by a factor {_odds(p.epsilon)}."
        return _Seen("green", text)
    text = f"ε = {number(p.epsilon)} is weak: an output may multiply the odds of an input by {_odds(p.epsilon)}."
    return _Seen("amber", text, lambda: [(f"Set ε = {_WEAK:g}", {"epsilon": _WEAK})])


def _hiding(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether most bits hide the choice of the index."""
    if math.isinf(s.alpha) or s.alpha > _HIDING_ALPHA:
        return None
    share = 1 - bits_at(s.option, math.inf, s.code) / s.bits
    text = f"α = {number(s.alpha, 4)} is close to 1: {number(100 * share, 2)} % of the {number(s.bits)} bits only hide "
    text += "the index"
    if share <= _HIDING_SHARE:
        return _Seen("green", f"{text}.")
    less = bits_at(s.option, 1.5, s.code)
    text += f"; at α = 1.5 it would be {number(less)} bits."
    return _Seen("amber", text, lambda: remedies.larger_alpha(p.setup, s))


def _corollary(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Corollary 12's local guarantee needs ε < 1/√n for the noise it prints, half of that for inputs 2C apart. It
    covers one index a report."""
    if p.task != "mean" or math.isinf(s.alpha) or s.option.indices > 1 or p.trusted == "server":
        return None
    classical = classical_local(s.settled, s.alpha)
    if classical is not None:
        return _Seen("green", f"Corollary 12 applies: against the decoder one report is {_pair(classical)}-private.")
    local = f"By exact accounting one report is {_pair(decoder_guarantee(s.settled, s.alpha, s.option.chunk))}-private "
    local += f"against the decoder, by Corollary 17 {_pair(renyi_local(s.settled, s.alpha))}."
    if not p.setup.central:
        text = f"Corollary 12 needs a local ε below 1 before compression and does not apply. {local}"
    else:
        text = (
            f"ε = {number(p.epsilon)} is too large for Corollary 12's local guarantee, which needs ε < 1/√n = "
            f"{number(1 / math.sqrt(p.clients))}, and about half of that for any two inputs of the ball. {local}"
        )
    return _Seen("amber", text, lambda: remedies.classical_epsilon(p.setup))


def _split(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether another split of ε, or fewer reports, would have noticeably less error."""
    if p.task != "privunit":
        return None
    settled, best = s.settled, p.setup.replace(split="optimized", reports=1)
    error, least, used = mechanism(settled).error, mechanism(best).error, mechanism(settled).local.epsilon
    assert error is not None and least is not None
    count = shares(settled)
    reports = "A report has" if count == 1 else f"{count} reports of ε/{count} have"
    text = f"{reports} squared error {number(error)} with the {SPLITS[s.option.split]} split"
    if used < 0.999 * p.epsilon:
        text += f", which uses {number(used)} of ε = {number(p.epsilon)}"
    if settled.split == "optimized" and count == 1:
        return _Seen("green", f"{text}, the least that PrivUnit reaches at this ε.")
    candidates = exponential(privunit(best).log_high)
    text += f"; one report with the optimized split has {number(least)} and takes r* = {candidates} candidates."
    light: Light = "green" if error <= _NOTICEABLE * least else "amber"
    return _Seen(light, text, lambda: remedies.less_error(p.setup, best))


#: What is looked at -> how.
CHECKS: Mapping[str, Check] = {
    "ratio": _runs,
    "decoder": _decoder,
    "promise": _promise,
    "time": _time,
    "bits": _bits,
    "plain": _plain,
    "delta": _delta,
    "weak": _weak,
    "alpha": _hiding,
    "corollary": _corollary,
    "split": _split,
}


def _pair(guarantee: Any) -> str:
    return f"({number(guarantee.epsilon)}, {number(guarantee.delta)})"


def _odds(epsilon: float) -> str:
    return exponential(epsilon, 3) if epsilon > math.log(1e6) else number(math.exp(epsilon), 3)
