"""Traffic lights: what is right or wrong with a setting, the number behind it, and the nearest that is right.

A check looks at one thing. Where it is not green it proposes changes, nearest first; the first after which the same
check is green is offered, so that a fix always makes its finding green.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.parameter_check.finding import Change, Finding, Fix, Light, Sentence, Values
from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.experiments.vocabulary.fields import WEAK_EPSILON
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.inference import allowed_misses
from ppr_core.planning import (
    LARGEST_LOG_RATIO,
    Plan,
    as_it_is,
    best,
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

__all__ = ["CHECKS", "findings"]

_NOTHING = 40.0  # ε against the decoder that protects nothing: odds times 10¹⁷
_FALSE_ALARMS = 0.01  # of a test between two inputs
_ALMOST_SURE = 0.9995  # of cases, which three digits would call all of them
_HIDING_SHARE = 0.75  # of the bits that may go into hiding the index
_HIDING_ALPHA = 1.3
_LIMITS = ("epsilon", "decoder_epsilon", "delta", "decoder_delta", "time_budget", "bit_budget")
_NOTICEABLE = 1.05  # times the least error


@dataclass(frozen=True)
class _Seen:
    """What a check sees; changes: of the set-up that may put it right, nearest first."""

    light: Light
    sentences: tuple[Sentence, ...]
    changes: Callable[[], Iterable[Change]] = tuple


Check = Callable[[ParameterCheck, Plan], _Seen | None]


def findings(p: ParameterCheck, s: Plan, trying: Callable[[], None] = lambda: None) -> tuple[Finding, ...]:
    """Everything that was looked at, the worst first; trying() is called before every change is tried."""
    lights = []
    for key, check in CHECKS.items():
        seen = check(p, s) if key in _MODELLED or not p.setup.modelled else None
        if seen is not None:
            fix = None if seen.light == "green" else _first(p, check, seen.changes(), trying)
            lights.append(Finding(key, seen.light, seen.sentences, fix))
    return tuple(sorted(lights, key=lambda finding: ("red", "amber", "green").index(finding.light)))


def _first(p: ParameterCheck, check: Check, changes: Iterable[Change], trying: Callable[[], None]) -> Fix | None:
    """The first change that is allowed and after which the check is green, or has nothing to look at."""
    for values in changes:
        try:
            changed = p.changed(values)
        except ValueError:
            continue
        if changed == p:
            continue
        trying()
        seen = check(changed, solve(changed.setup))
        if seen is None or seen.light == "green":
            weaker = frozenset(name for name in _LIMITS if values.get(name) and values[name] > getattr(p, name))
            return Fix(tuple(values.items()), tuple(p.fields(values).items()), weaker)
    return None


def _saw(name: str, **values: str | int) -> Sentence:
    return name, values


def _pair(guarantee: PrivacyGuarantee) -> Values:
    """(ε, δ), and whether δ = 0."""
    pure = guarantee.delta == 0
    return {"epsilon": number(guarantee.epsilon), "delta": number(guarantee.delta), "pure": pure}


def _green(*sentences: Sentence) -> _Seen:
    return _Seen("green", sentences)


def _runs(p: ParameterCheck, s: Plan) -> _Seen:
    """Whether r* is finite and small enough."""
    if math.isinf(s.option.log_ratio):
        infinite = _saw("ratio-infinite"), _saw("ratio-bound", bits=number(s.code_bound))
        return _Seen("red", infinite, lambda: fixes.sendings(p.setup))
    candidates = exponential(s.option.log_ratio)
    if s.option.log_ratio > LARGEST_LOG_RATIO:
        sentences = _saw("ratio-large", candidates=candidates), _saw("ratio-limit")
        return _Seen("red", sentences, lambda: (*fixes.sendings(p.setup), *fixes.smaller_ratio(p.setup)))
    return _green(_saw("ratio", candidates=candidates))


def _decoder(p: ParameterCheck, s: Plan) -> _Seen:
    """The limit for whoever knows the shared randomness."""
    settled, limit = s.settled, p.setup.decoder_epsilon
    reached = decoder_guarantee(settled, s.alpha, s.option.chunk).epsilon
    if p.setup.trusting:
        return _green(_saw("decoder-trusted"))
    if math.isinf(s.alpha):
        finite = decoder_guarantee(settled, 2.0, s.option.chunk).epsilon
        infinite = _saw("decoder-infinite"), _saw("decoder-finite", epsilon=number(finite))
        return _Seen("amber" if math.isinf(limit) else "red", infinite, lambda: fixes.against_decoder(p.setup, s))
    if math.isinf(limit):
        return _green(_saw("decoder-unlimited", epsilon=number(reached)))
    shown: Values = {"epsilon": number(reached), "limit": number(limit)}
    if reached <= limit:
        return _green(_saw("decoder", delta=number(p.decoder_delta), **shown))
    sentences: tuple[Sentence, ...]
    sent = as_it_is(settled).decoder.epsilon
    if sent > limit:
        sentences = (
            _saw("decoder-output", limit=shown["limit"]),
            _saw("decoder-plain", output=number(sent)),
            _saw("decoder-trust", central=p.setup.kind.central),
        )
    elif not s.alpha_reaches:
        sentences = (
            _saw("decoder-no-alpha", limit=shown["limit"]),
            _saw("decoder-learns", output=number(sent), epsilon=shown["epsilon"], alpha=number(s.alpha, 4)),
        )
    else:
        sentences = (_saw("decoder-above", near=shown["epsilon"] == shown["limit"], **shown),)
    return _Seen("red", sentences, lambda: fixes.against_decoder(p.setup, s))


def _promise(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether what is promised against the decoder is worth anything."""
    if p.setup.trusting or math.isinf(s.alpha):
        return None
    promised = decoder_guarantee(s.settled, s.alpha, s.option.chunk)
    reached = promised.epsilon
    shown = _pair(promised)
    if reached <= WEAK_EPSILON:
        if p.setup.guarded and reached > p.setup.decoder_epsilon:
            return None
        return _green(_saw("promise", **shown), _allows("message", promised, kept=True))
    words: tuple[Sentence, ...] = (
        _saw("promise-weak", nothing=reached > _NOTHING, **shown),
        _allows("message", promised),
    )
    rejection = as_it_is(s.settled).decoder.epsilon
    if rejection <= WEAK_EPSILON < reached:
        words = *words, _saw("promise-rejection", epsilon=number(rejection))
    light: Light = "amber" if reached <= _NOTHING else "red"
    return _Seen(light, words, lambda: fixes.better_promise(p.setup, s, WEAK_EPSILON))


def _time(p: ParameterCheck, s: Plan) -> _Seen | None:
    milliseconds = 1000 * s.option.seconds
    if s.option.log_ratio > LARGEST_LOG_RATIO or math.isinf(p.time_budget):
        return None
    shown = {"time": number(milliseconds, 2), "budget": number(p.time_budget)}
    if milliseconds <= p.time_budget:
        return _green(_saw("time", **shown))
    candidates = exponential(s.option.log_ratio)
    why = _saw("time-why", chunked=p.setup.kind.chunked, chunk=number(s.option.chunk), candidates=candidates)
    return _Seen("red", (_saw("time-long", **shown), why), lambda: fixes.faster(p.setup, s))


def _bits(p: ParameterCheck, s: Plan) -> _Seen | None:
    if math.isinf(p.bit_budget):
        return None
    shown = {"bits": number(s.bits), "budget": number(p.bit_budget)}
    if s.bits <= p.bit_budget:
        return _green(_saw("bits", **shown))
    return _Seen("red", (_saw("bits-many", **shown),), lambda: fixes.fewer_bits(p.setup, s))


def _plain(p: ParameterCheck, s: Plan) -> _Seen:
    plain, label = p.setup.kind.plain_bits(p.setup), p.plain_label
    shown = {"bits": number(s.bits), "plain": number(round(plain)), "label": label}
    if s.bits < plain:
        return _green(_saw("plain", **shown))
    sentences: tuple[Sentence, ...] = (_saw("plain-pointless", **shown),)
    if plain <= 1:
        sentences = *sentences, _saw("plain-one")
    return _Seen("red" if p.vector else "amber", sentences, lambda: fixes.worth_it(p.setup, s))


def _delta(p: ParameterCheck, s: Plan) -> _Seen | None:
    """δ of the mechanism, where it has one, and δ′ of what anybody learns."""
    looked = {"decoder_delta": p.decoder_delta}
    if mechanism(s.settled).local.delta:
        looked = {"delta": p.delta} | looked
    share, value = 1 / p.clients, round_down(1 / p.clients, 3)
    large = {name: delta for name, delta in looked.items() if delta > share}
    shown = large or looked
    values: Values = {
        "which": "both" if len(shown) > 1 else next(iter(shown)),
        "delta": number(p.delta),
        "decoder_delta": number(p.decoder_delta),
        "share": number(share),
    }
    if not large:
        return _green(_saw("delta", **values))
    sentences = _saw("delta-large", **values), _saw("delta-why", both=len(large) > 1)
    return _Seen("red", sentences, lambda: [dict.fromkeys(large, value)])


def _weak(p: ParameterCheck, s: Plan) -> _Seen:
    """Only a large ε is a warning."""
    checked = mechanism(s.settled)
    promised, seen = checked.central or checked.local, "mean" if checked.central else "output"
    shown = _pair(promised)
    if p.setup.epsilon <= WEAK_EPSILON:
        return _green(_saw("own", **shown), _allows(seen, promised, kept=True))
    return _Seen("amber", (_saw("own-weak", **shown), _allows(seen, promised)), lambda: [{"epsilon": WEAK_EPSILON}])


def _hiding(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether most bits hide the choice of the index."""
    if math.isinf(s.alpha) or s.alpha > _HIDING_ALPHA:
        return None
    share = 1 - bits_at(s.option, math.inf, s.code) / s.bits
    fact = _saw("hiding", alpha=number(s.alpha, 4), share=percent(share, 2), bits=number(s.bits))
    if share <= _HIDING_SHARE:
        return _green(fact)
    less = _saw("hiding-less", bits=number(bits_at(s.option, 1.5, s.code)))
    return _Seen("amber", (fact, less), lambda: fixes.larger_alpha(p.setup, s))


def _corollary(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Corollary 12's local guarantee needs ε < 1/√n for the noise it prints, half of that for inputs 2C apart. It
    covers one index a report."""
    if not p.setup.kind.averaged or math.isinf(s.alpha) or s.option.indices > 1 or p.setup.trusting:
        return None
    classical = classical_local(s.settled, s.alpha)
    if classical is not None:
        return _green(_saw("corollary", epsilon=number(classical.epsilon), delta=number(classical.delta)))
    exact, renyi = decoder_guarantee(s.settled, s.alpha, s.option.chunk), renyi_local(s.settled, s.alpha)
    local = _saw(
        "corollary-others", epsilon=number(exact.epsilon), delta=number(exact.delta), renyi=number(renyi.epsilon),
        renyi_delta=number(renyi.delta),
    )  # fmt: skip
    sentences = _saw("corollary-local"), _saw("corollary-below-one"), local
    if p.setup.kind.central:
        needs = _saw("corollary-needs", root=number(1 / math.sqrt(p.clients)))
        sentences = _saw("corollary-central", epsilon=number(p.setup.epsilon)), needs, local
    return _Seen("amber", sentences, lambda: fixes.classical_epsilon(p.setup))


def _trust(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Who sees what where a shuffler or secure aggregation is trusted, and whether a report keeps the budgets."""
    if not p.setup.modelled:
        return None
    row = best(p.setup).schemes[0]
    local, modulus = (float(dict(row.settings).get(name, 0.0)) for name in ("local", "modulus_bits"))
    sees = _saw("trust", who=p.trusted, local=number(local), modulus_bits=number(modulus))
    if "bit_budget" in row.breaks:
        many = _saw("bits-many", bits=number(row.bits), budget=number(p.bit_budget))
        return _Seen("red", (many, sees), lambda: [{"bit_budget": float(math.ceil(row.bits))}])
    if "time_budget" in row.breaks:
        long = _saw("time-long", time=number(1e3 * row.seconds, 2), budget=number(p.time_budget))
        return _Seen("red", (long, sees), lambda: [{"time_budget": math.ceil(1e5 * row.seconds) / 100}])
    return _green(sees)


def _split(p: ParameterCheck, s: Plan) -> _Seen | None:
    """Whether another split of ε, or fewer reports, would have noticeably less error."""
    if not p.setup.kind.shared:
        return None
    settled, best = s.settled, p.setup.kind.single(p.setup)
    error, least, used = mechanism(settled).error, mechanism(best).error, mechanism(settled).local.epsilon
    assert error is not None and least is not None
    count = s.option.reports
    split = SPLITS[s.option.split]
    sentences = [_saw("split", several=count > 1, count=number(count), error=number(error), split=split)]
    if used < 0.999 * p.setup.epsilon:
        sentences.append(_saw("split-used", used=number(used), epsilon=number(p.setup.epsilon)))
    if settled.split == "optimized" and count == 1:
        return _green(*sentences, _saw("split-least"))
    sentences.append(_saw("split-better", error=number(least), candidates=exponential(solve(best).option.log_ratio)))
    light: Light = "green" if error <= _NOTICEABLE * least else "amber"
    return _Seen(light, tuple(sentences), lambda: fixes.less_error(p.setup, best))


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
    "trust": _trust,
}
_MODELLED = ("delta", "weak", "trust")  # that do not look at how PPR would send a report to a trusted server


def _allows(seen: str, promised: PrivacyGuarantee, kept: bool = False) -> Sentence:
    """What is allowed: with δ = 0 a factor of the odds, else what the best test of two inputs finds; kept: it is no
    warning."""
    if promised.delta == 0:
        large = promised.epsilon > math.log(1e6)
        odds = exponential(promised.epsilon, 3) if large else number(math.exp(promised.epsilon), 3)
        return _saw("odds", seen=seen, odds=odds)
    detected = 1 - float(allowed_misses(np.array([_FALSE_ALARMS]), promised.epsilon, promised.delta)[0])
    sure = ("kept" if kept else "yes") if detected > _ALMOST_SURE else "no"
    return _saw("test", seen=seen, sure=sure, detected=percent(detected, 3), alarms=percent(_FALSE_ALARMS))
