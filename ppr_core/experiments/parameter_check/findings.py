"""Traffic lights: what is right or wrong with a setting, the number behind it, and the nearest that is right.

A check looks at one thing. Where it is not green it proposes changes, nearest first; the first after which the same
check is green is offered, so that a fix always makes its finding green.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.inference import allowed_misses
from ppr_core.planning import (
    LARGEST_LOG_RATIO,
    Plan,
    as_it_is,
    bits_at,
    classical_local,
    decoder_guarantee,
    fixes,
    mechanism,
    renyi_local,
    round_down,
    solve,
)
from ppr_core.wording import exponential, number, percent

__all__ = ["CHECKS", "Finding", "Fix", "Light", "findings"]

_WEAK = 10.0  # ε from which an output may multiply the odds of an input by more than 20 000
_NOTHING = 40.0  # ε against the decoder that protects nothing: odds times 10¹⁷
_FALSE_ALARMS = 0.01  # of a test between two inputs
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
    lights = []
    for key, check in CHECKS.items():
        seen = check(p, s)
        if seen is not None:
            fix = None if seen.light == "green" else _first(p, check, seen.changes(), trying)
            lights.append(Finding(key, seen.light, seen.text, fix))
    return tuple(sorted(lights, key=lambda finding: ("red", "amber", "green").index(finding.light)))


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
            f"can stop. At most {number(s.code_bound)} bits on average is still a bound."
        )
        return _Seen("red", text, lambda: fixes.sendings(p.setup))
    candidates = exponential(s.option.log_ratio)
    if s.option.log_ratio > LARGEST_LOG_RATIO:
        text = f"r* = {candidates} candidates for one index: no encoder gets through them (10⁷ is the limit here)."
        return _Seen("red", text, lambda: (*fixes.sendings(p.setup), *fixes.smaller_ratio(p.setup)))
    return _Seen("green", f"Finding an index takes about r* = {candidates} candidates on average, whatever α is.")


def _decoder(p: ParameterCheck, s: Plan) -> _Seen:
    """The limit for whoever knows the shared randomness."""
    settled, limit = s.settled, p.setup.decoder_epsilon
    reached = decoder_guarantee(settled, s.alpha, s.option.chunk).epsilon
    if p.setup.trusting:
        return _Seen("green", "The server holds seed and message and is trusted: nothing has to be kept from it.")
    if math.isinf(s.alpha):
        text = "At α = ∞ no ε holds against the decoder. At α = 2 the decoder's ε would be "
        text += f"{number(decoder_guarantee(settled, 2.0, s.option.chunk).epsilon)}."
        light: Light = "amber" if math.isinf(limit) else "red"
        return _Seen(light, text, lambda: fixes.against_decoder(p.setup, s))
    if math.isinf(limit):
        return _Seen("green", f"The decoder's ε is {number(reached)}; no limit is set for it.")
    if reached <= limit:
        at = f"at δ′ = {number(p.decoder_delta)}"
        return _Seen("green", f"The decoder's ε is {number(reached)} {at}, within the limit {number(limit)}.")
    sent = as_it_is(settled).decoder.epsilon
    if sent > limit:
        text = (
            f"No scheme keeps ε′ = {number(limit)} at this ε: even uncompressed, a report tells whoever receives it "
            f"ε = {number(sent)}. "
        )
        text += (
            "A target for the mean needs a server that is trusted with reports."
            if p.setup.kind.central
            else ("Reports need less ε, or a server that is trusted with them.")
        )
    elif not s.alpha_reaches:
        text = (
            f"No α keeps the decoder within ε′ = {number(limit)}: the output alone tells ε = {number(sent)}, and the "
            f"decoder learns {number(reached)} at α = {number(s.alpha, 4)}."
        )
    else:
        above = number(limit) if number(limit) != number(reached) else f"{number(limit)} by a hair"
        text = f"The decoder's ε is {number(reached)}, above the limit {above}."
    return _Seen("red", text, lambda: fixes.against_decoder(p.setup, s))


def _promise(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether what is promised against the decoder is worth anything."""
    if p.setup.trusting or math.isinf(s.alpha):
        return None
    promised = decoder_guarantee(s.settled, s.alpha, s.option.chunk)
    reached = promised.epsilon
    if reached <= _WEAK:
        if p.setup.guarded and reached > p.setup.decoder_epsilon:
            return None
        return _Seen("green", f"{_named(promised)} against the decoder: {_allows('a message', promised)}.")
    rejection = as_it_is(s.settled).decoder.epsilon
    better = ""
    if rejection <= _WEAK < reached:
        better = f" Pseudorandom rejection would keep the output's own ε = {number(rejection)}, if its generator is "
        better += "as good as random."
    worth = "is weak" if reached <= _NOTHING else "protects nothing"
    text = f"{_named(promised)} against the decoder {worth}: {_allows('a message', promised)}.{better}"
    light: Light = "amber" if reached <= _NOTHING else "red"
    return _Seen(light, text, lambda: fixes.better_promise(p.setup, s, _WEAK))


def _time(p: ParameterCheck, s: Plan) -> _Seen | None:
    milliseconds = 1000 * s.option.seconds
    if s.option.log_ratio > LARGEST_LOG_RATIO or math.isinf(p.time_budget):
        return None
    text = f"Encoding a report among many is predicted to take {number(milliseconds, 2)} ms"
    if milliseconds <= p.time_budget:
        return _Seen("green", f"{text} of the {number(p.time_budget)} ms allowed.")
    what = f"chunks of {s.option.chunk} entries need" if p.setup.kind.chunked else "an index takes"
    why = f"{what} r* = {exponential(s.option.log_ratio)} candidates{' each' if p.setup.kind.chunked else ''}"
    text = f"{text}, more than the {number(p.time_budget)} ms allowed: {why}."
    return _Seen("red", text, lambda: fixes.faster(p.setup, s))


def _bits(p: ParameterCheck, s: Plan) -> _Seen | None:
    if math.isinf(p.bit_budget):
        return None
    text = f"A report takes {number(s.bits)} bits on average"
    if s.bits <= p.bit_budget:
        return _Seen("green", f"{text}, of the {number(p.bit_budget)} allowed.")
    text = f"{text}, more than the {number(p.bit_budget)} allowed."
    return _Seen("red", text, lambda: fixes.fewer_bits(p.setup, s))


def _plain(p: ParameterCheck, s: Plan) -> _Seen:
    plain, label = p.setup.kind.plain_bits(p.setup), p.plain_label
    if s.bits < plain:
        return _Seen("green", f"{number(s.bits)} bits on average instead of {number(round(plain))} for the {label}.")
    verb = "take" if label.endswith("s") else "takes"
    text = f"Compression is pointless here: {number(s.bits)} bits, where the {label} {verb} {number(round(plain))}."
    if plain <= 1:
        text += " No index takes less than one: send it as it is."
    light: Light = "red" if p.vector else "amber"
    return _Seen(light, text, lambda: fixes.worth_it(p.setup, s))


def _delta(p: ParameterCheck, s: Plan) -> _Seen | None:
    """δ of the mechanism, where it has one, and δ′ of what anybody learns."""
    looked = {"decoder_delta": ("δ′", p.decoder_delta)}
    if mechanism(s.settled).local.delta:
        looked = {"delta": ("δ", p.delta)} | looked
    share, value = 1 / p.clients, round_down(1 / p.clients, 3)
    large = {name: pair for name, pair in looked.items() if pair[1] > share}
    shown = " and ".join(f"{symbol} = {number(delta)}" for symbol, delta in (large or looked).values())
    several = len(large or looked) > 1
    if not large:
        return _Seen("green", f"{shown} {'are' if several else 'is'} not above 1/n = {number(share)}.")
    text = f"{shown} {'are' if several else 'is'} larger than 1/n = {number(share)}: publishing one person's data "
    symbols = " and ".join(symbol for symbol, _ in large.values())
    changes: Change = (f"Set {symbols} = {number(value)}", dict.fromkeys(large, value))
    return _Seen("red", f"{text}outright would satisfy {'them' if several else 'it'}.", lambda: [changes])


def _weak(p: ParameterCheck, s: Plan) -> _Seen:
    """Only a large ε is a warning."""
    checked = mechanism(s.settled)
    promised, seen = checked.central or checked.local, "a mean" if checked.central else "an output"
    if p.setup.epsilon <= _WEAK:
        return _Seen("green", f"{_named(promised)}: {_allows(seen, promised)}.")
    text = f"{_named(promised)} is weak: {_allows(seen, promised)}."
    return _Seen("amber", text, lambda: [(f"Set ε = {number(_WEAK)}", {"epsilon": _WEAK})])


def _hiding(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether most bits hide the choice of the index."""
    if math.isinf(s.alpha) or s.alpha > _HIDING_ALPHA:
        return None
    share = 1 - bits_at(s.option, math.inf, s.code) / s.bits
    text = f"α = {number(s.alpha, 4)} is close to 1: {percent(share, 2)} of the {number(s.bits)} bits only hide "
    text += "the index"
    if share <= _HIDING_SHARE:
        return _Seen("green", f"{text}.")
    less = bits_at(s.option, 1.5, s.code)
    text += f"; at α = 1.5 it would be {number(less)} bits."
    return _Seen("amber", text, lambda: fixes.larger_alpha(p.setup, s))


def _corollary(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Corollary 12's local guarantee needs ε < 1/√n for the noise it prints, half of that for inputs 2C apart. It
    covers one index a report."""
    if not p.setup.kind.averaged or math.isinf(s.alpha) or s.option.indices > 1 or p.setup.trusting:
        return None
    classical = classical_local(s.settled, s.alpha)
    if classical is not None:
        return _Seen("green", f"Corollary 12 applies: against the decoder one report is {_pair(classical)}-private.")
    local = (
        f"By numerical accounting one report is {_pair(decoder_guarantee(s.settled, s.alpha, s.option.chunk))}-private "
    )
    local += f"against the decoder, by Corollary 17 {_pair(renyi_local(s.settled, s.alpha))}."
    if not p.setup.kind.central:
        text = f"Corollary 12 needs a local ε below 1 before compression and does not apply. {local}"
    else:
        text = (
            f"ε = {number(p.setup.epsilon)} is too large for Corollary 12's local guarantee, which needs ε < 1/√n = "
            f"{number(1 / math.sqrt(p.clients))}, and about half of that for any two inputs of the ball. {local}"
        )
    return _Seen("amber", text, lambda: fixes.classical_epsilon(p.setup))


def _split(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether another split of ε, or fewer reports, would have noticeably less error."""
    if not p.setup.kind.shared:
        return None
    settled, best = s.settled, p.setup.kind.single(p.setup)
    error, least, used = mechanism(settled).error, mechanism(best).error, mechanism(settled).local.epsilon
    assert error is not None and least is not None
    count = s.option.reports
    reports = "A report has" if count == 1 else f"{count} reports of ε/{count} have"
    text = f"{reports} squared error {number(error)} with the {SPLITS[s.option.split]} split"
    if used < 0.999 * p.setup.epsilon:
        text += f", which uses {number(used)} of ε = {number(p.setup.epsilon)}"
    if settled.split == "optimized" and count == 1:
        return _Seen("green", f"{text}, the least that PrivUnit reaches at this ε.")
    candidates = exponential(solve(best).option.log_ratio)
    text += f"; one report with the optimized split has {number(least)} and takes r* = {candidates} candidates."
    light: Light = "green" if error <= _NOTICEABLE * least else "amber"
    return _Seen(light, text, lambda: fixes.less_error(p.setup, best))


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


def _named(promised: PrivacyGuarantee) -> str:
    if not promised.delta:
        return f"ε = {number(promised.epsilon)}"
    return f"ε = {number(promised.epsilon)} at δ = {number(promised.delta)}"


def _allows(seen: str, promised: PrivacyGuarantee) -> str:
    """What is allowed: with δ = 0 a factor of the odds, else what the best test of two inputs finds."""
    if promised.delta == 0:
        return f"{seen} changes the odds between two inputs by a factor {_odds(promised.epsilon)} at most"
    detected = 1 - float(allowed_misses(np.array([_FALSE_ALARMS]), promised.epsilon, promised.delta)[0])
    most = f"at most {percent(detected, 3)}, with {percent(_FALSE_ALARMS)} false alarms"
    return f"the best test of {seen} detects one of two inputs in {most}"


def _odds(epsilon: float) -> str:
    return exponential(epsilon, 3) if epsilon > math.log(1e6) else number(math.exp(epsilon), 3)
