"""Changes of a set-up that may put right what is wrong with it, nearest first; None leaves a setting open."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from ppr_core.planning.guarantees import as_it_is, decoder_guarantee, largest_alpha
from ppr_core.planning.schemes.trust import secure_mean
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import SMALLEST_EPSILON, Setup, round_down
from ppr_core.planning.solver import Plan, solve
from ppr_core.planning.tasks.mean import epsilon_for_noise
from ppr_core.wording import rounded

__all__ = [
    "against_decoder", "better_promise", "classical_epsilon", "faster", "fewer_bits", "larger_alpha", "less_error",
    "more_time", "openings", "sendings", "smaller_ratio", "worth_it",
]  # fmt: skip

Change = dict[str, Any]
Changes = Iterator[Change]

_EVERYTHING: Change = dict.fromkeys(("alpha", "chunk", "reports", "proposal", "split", "code"))
_ALPHAS = (2.0, 1.5, 1.2)
_HALVINGS = 24


def sendings(p: Setup) -> Changes:
    """Other ways to send: the settings of the task that are given, left open one by one and together."""
    given = [name for name in p.kind.options if getattr(p, name) is not None]
    for name in given:
        yield {name: solve(p.replace(chunk=None)).option.chunk if name == "chunk" else None}
        if name == "split":
            yield {"split": "hemisphere"}
    if len(given) > 1:
        yield dict.fromkeys(given)


def openings(p: Setup) -> Changes:
    """Settings that could be left open."""
    if p.code is not None:
        yield {"code": None}
    if p.alpha is not None:
        yield {"alpha": None}
    yield _EVERYTHING


def smaller_ratio(p: Setup) -> Changes:
    """The largest ε below the given one that can be encoded in time."""

    def in_time(q: Setup) -> bool:
        option = solve(q).option
        return option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(q)

    yield from _epsilon(p, in_time, 10)


def faster(p: Setup, s: Plan) -> Changes:
    """Other ways to send, the time it needs, or less ε."""
    yield from sendings(p)
    yield from more_time(p, s)
    yield from smaller_ratio(p)


def more_time(p: Setup, s: Plan) -> Changes:
    """The time it needs, rounded up."""
    for factor in (1.0, 1.05):
        yield {"time_budget": rounded(math.ceil(1e5 * factor * s.option.seconds) / 100, 6)}


def fewer_bits(p: Setup, s: Plan) -> Changes:
    """Other ways to send, or the bits it needs."""
    yield from sendings(p)
    yield from openings(p)
    needed = s
    for _ in range(2):  # with more bits allowed PrivUnit chooses less error, for more bits
        yield {"bit_budget": float(math.ceil(needed.bits))}
        needed = solve(p.replace(bit_budget=math.inf))


def worth_it(p: Setup, s: Plan) -> Changes:
    """Shorter than the output as it is: other settings, more for the decoder, the largest ε that is, or both."""

    def shorter(q: Setup) -> bool:
        return solve(q).bits < q.kind.plain_bits(q)

    yield from sendings(p)
    yield from openings(p)
    if not p.trusting:
        yield from larger_alpha(p, s)
    yield from _epsilon(p, shorter, 10)
    if p.guarded:  # a limit below that of the smallest ε
        loose = p.replace(decoder_epsilon=4 * p.epsilon, alpha=2.0)
        for less in _epsilon(loose, shorter, 10, alpha=2.0):
            fitting = loose.replace(**less)
            for allowed in _allowing(fitting, solve(fitting), 2.0):
                yield less | allowed


def against_decoder(p: Setup, s: Plan) -> Changes:
    """A smaller α; less ε; a looser limit; or trust, which is first where a mean's reports tell too much themselves."""
    if _only_trust(p, s, p.decoder_epsilon):
        yield from _trusts(p)
    if p.guarded:
        alpha = largest_alpha(s.settled, s.option.chunk)
        if alpha:
            yield {"alpha": alpha}
        for alpha in (s.alpha, *_ALPHAS):
            yield from _for_decoder(p, s, alpha, p.decoder_epsilon)
        for alpha in (s.alpha, 2.0):
            yield from _allowing(p, s, alpha)
    else:
        for alpha in _ALPHAS:
            yield {"alpha": alpha}
    yield from _trusts(p)


def better_promise(p: Setup, s: Plan, wanted: float) -> Changes:
    """A tighter limit, a smaller α, less ε, or trust, as above."""
    if _only_trust(p, s, wanted):
        yield from _trusts(p)
    yield {"decoder_epsilon": wanted, "alpha": None}
    for alpha in _ALPHAS:
        yield from _for_decoder(p, s, alpha, wanted)
    yield from _trusts(p)


def _only_trust(p: Setup, s: Plan, limit: float) -> bool:
    return p.kind.central and as_it_is(s.settled).decoder.epsilon > limit


def _trusts(p: Setup) -> Changes:
    """More trust: of a mean in secure aggregation, where its sum fits, or else in the server."""
    if p.kind.central and secure_mean(p) is not None:
        yield {"trusted": "aggregation"}
    yield {"trusted": "server"}


def larger_alpha(p: Setup, s: Plan) -> Changes:
    """α = 1.5 within the limit, with less ε if it has to be, or with a looser limit."""
    if not p.guarded or decoder_guarantee(s.settled, 1.5, s.option.chunk).epsilon <= p.decoder_epsilon:
        yield {"alpha": 1.5}
        yield {"alpha": 2.0}
        return
    yield from _for_decoder(p, s, 1.5, p.decoder_epsilon)
    yield from _for_decoder(p, s, 2.0, p.decoder_epsilon)
    yield from _allowing(p, s, 1.5)
    yield from _allowing(p, s, 2.0)
    yield from _trusts(p)


def classical_epsilon(p: Setup) -> Changes:
    """The ε whose noise meets the condition of the classical Gaussian mechanism, 2C√(2 ln(1.25/δ)) < s."""
    noise = 2 * p.norm_bound * math.sqrt(2 * math.log(1.25 / p.delta)) * (1 + 1e-9)
    tried = [epsilon_for_noise(p, noise)] if p.kind.central else [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
    for epsilon in tried:
        if epsilon <= p.epsilon:
            yield _less(p, epsilon)
            yield _less(p, epsilon, chunk=p.dimension)


def less_error(p: Setup, best: Setup) -> Changes:
    """One report with the optimized split, with the time and bits that it needs, or at the largest ε that is fast."""
    needed = solve(best)
    time = max(p.time_budget, rounded(math.ceil(needed.option.seconds * 1e5) / 100, 6))
    bits = max(p.bit_budget, float(math.ceil(needed.bits)))
    use: Change = {"split": "optimized"}
    if p.reports != 1 and solve(p).settled.reports != 1:
        use |= {"reports": 1}
    if not needed.alpha_reaches:
        use |= {"decoder_epsilon": round_down(decoder_guarantee(best, needed.alpha).epsilon * 1.0101, 3)}
    if needed.option.log_ratio <= LARGEST_LOG_RATIO:
        budgets: Change = {"time_budget": time} if 1000 * needed.option.seconds > p.time_budget else {}
        yield use | budgets | ({"bit_budget": bits} if needed.bits > p.bit_budget else {})

    def in_time_at(q: Setup) -> bool:
        option = solve(q.replace(**use)).option
        return option.log_ratio <= LARGEST_LOG_RATIO and option.seconds <= longest(q)

    for changes in _epsilon(p, in_time_at, _HALVINGS):
        yield use | changes


def _for_decoder(p: Setup, s: Plan, alpha: float, limit: float) -> Changes:
    """The largest ε at which this α keeps the decoder within a limit."""
    if math.isinf(alpha):
        return
    chunk = s.option.chunk

    def kept(q: Setup) -> bool:
        settled = q.replace(split=s.settled.split, reports=s.settled.reports)
        return decoder_guarantee(settled, alpha, chunk if p.whole else None).epsilon <= limit

    yield from _epsilon(p, kept, _HALVINGS, alpha=alpha)


def _allowing(p: Setup, s: Plan, alpha: float) -> Changes:
    """A limit for the decoder that this α keeps, rounded up."""
    if math.isinf(alpha):
        return
    for chunk in dict.fromkeys((s.option.chunk, s.option.chunk if p.whole else None)):
        reached = decoder_guarantee(s.settled, alpha, chunk).epsilon
        yield {"decoder_epsilon": round_down(reached * 1.0101, 3), "alpha": alpha}


def _epsilon(p: Setup, passes: Callable[[Setup], bool], halvings: int, **others: Any) -> Changes:
    """The largest ε up to the given one, to three digits, at which a test passes that small ε pass."""
    low, high = SMALLEST_EPSILON, p.epsilon
    if not passes(p.replace(epsilon=low)):
        return
    for _ in range(halvings):
        if high <= 1.002 * low:
            break
        middle = math.sqrt(low * high)
        low, high = (middle, high) if passes(p.replace(epsilon=middle)) else (low, middle)
    yield _less(p, low, **others)


def _less(p: Setup, epsilon: float, **others: Any) -> Change:
    return {"epsilon": max(SMALLEST_EPSILON, round_down(epsilon, 3)), **others}
