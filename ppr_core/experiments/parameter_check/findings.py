"""Traffic lights: what is right or wrong with a setting, the number behind it, and the nearest that is right."""

from __future__ import annotations

import math
from typing import Any

from ppr_core.experiments.parameter_check.fixes import Finding, Fix, first, is_in_time, is_runnable, setting
from ppr_core.experiments.parameter_check.guarantees import classical_local, decoder_guarantee, renyi_local
from ppr_core.experiments.parameter_check.limits import LARGEST_LOG_RATIO, round_down
from ppr_core.experiments.parameter_check.mechanism import epsilon_for_local, epsilon_for_noise, mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.privunit import split_findings
from ppr_core.experiments.parameter_check.solver import Solution, bits_at, solve
from ppr_core.wording import exponential, number

__all__ = ["findings", "plain_bits", "plain_label"]

_WEAK = 10.0  # ε from which an output may multiply the odds of an input by more than 20 000
_HIDING_SHARE = 0.75  # of the bits that may go into hiding the index
_HIDING_ALPHA = 1.3
_EVERYTHING = {"choose_alpha": True, "choose_chunk": True, "proposal": "auto", "split": "auto", "code": "auto"}


def findings(p: ParameterCheck, s: Solution) -> tuple[Finding, ...]:
    """Everything that was looked at, the worst first."""
    looked = (_runs, _decoder, _time, _bits, _plain, _delta, _weak, _hiding, _corollary, split_findings)
    found = [finding for check in looked for finding in check(p, s)]
    return tuple(sorted(found, key=lambda finding: ("red", "amber", "green").index(finding.light)))


def plain_bits(p: ParameterCheck) -> float:
    """Of the output as it is: 32-bit floats, or a category."""
    return 32.0 * p.dimension if p.vector else float(math.ceil(math.log2(p.categories)))


def plain_label(p: ParameterCheck) -> str:
    if not p.vector:
        return "plain category"
    return "32-bit float" if p.dimension == 1 else "32-bit floats"


def _runs(p: ParameterCheck, s: Solution) -> list[Finding]:
    """Whether r* is finite and small enough."""
    if math.isinf(s.option.log_ratio):
        text = (
            "r* is infinite for this proposal: a Gaussian has lighter tails than Laplace noise, so no exact encoder "
            f"can stop. At most {number(s.code_bound)} bits is still a bound."
        )
        return [Finding("ratio", "red", text, setting("Choose the proposal for me", proposal="auto"))]
    candidates = exponential(s.option.log_ratio)
    if s.option.log_ratio > LARGEST_LOG_RATIO:
        text = f"r* = {candidates} candidates for one index: no encoder gets through them (10⁷ is the limit here)."
        return [Finding("ratio", "red", text, first(p, is_runnable, _sendings(p)))]
    text = f"Finding an index takes r* = {candidates} candidates on average, whatever α is."
    return [Finding("ratio", "green", text)]


def _decoder(p: ParameterCheck, s: Solution) -> list[Finding]:
    """The limit for whoever knows the shared randomness."""
    loss, limit = mechanism(p).local.epsilon, p.decoder_epsilon
    reached = decoder_guarantee(p, s.alpha).epsilon
    if math.isinf(s.alpha):
        text = "At α = ∞ nothing hides a report's input from the decoder. At α = 2 the decoder's ε would be "
        text += f"{number(4 * loss)}."
        light = "amber" if math.isinf(limit) else "red"
        alpha = 2.0 if math.isinf(limit) else round_down(limit / (2 * loss)) if s.alpha_reaches else None
        if alpha is not None:
            return [Finding("decoder", light, text, _alpha(max(alpha, 1.01)))]
        return [Finding("decoder", light, text, _epsilon(p, limit, 2.0) or _allow(2.0, 4 * loss))]
    if reached <= limit:
        text = f"The decoder's ε is 2αε = {number(reached)}, within the limit {number(limit)}."
        return [Finding("decoder", "green", text)]
    if not s.alpha_reaches:
        text = (
            f"No α keeps the decoder within ε′ = {number(limit)}: one report alone has ε = {number(loss)}, and Theorem "
            f"{'8' if p.gaussian else '7'} gives 2αε = {number(reached)} at α = {number(s.alpha)}."
        )
        return [Finding("decoder", "red", text, _epsilon(p, limit, s.alpha) or _allow(s.alpha, reached))]
    text = f"The decoder's ε is 2αε = {number(reached)}, above the limit {number(limit)}."
    return [Finding("decoder", "red", text, _alpha(max(1.01, round_down(limit / (2 * loss)))))]


def _time(p: ParameterCheck, s: Solution) -> list[Finding]:
    milliseconds = 1000 * s.option.seconds
    if s.option.log_ratio > LARGEST_LOG_RATIO or math.isinf(p.time_budget):
        return []
    text = f"Encoding a report is predicted to take {number(milliseconds, 2)} ms"
    if milliseconds <= p.time_budget:
        return [Finding("time", "green", f"{text} of the {number(p.time_budget)} ms allowed.")]
    what = f"chunks of {s.option.chunk} entries need" if p.gaussian else "an index takes"
    why = f"{what} r* = {exponential(s.option.log_ratio)} candidates{' each' if p.gaussian else ''}"
    budget = float(f"{math.ceil(milliseconds * 100) / 100:.6g}")
    fix = first(p, is_in_time, _sendings(p)) or setting(f"Allow {number(budget)} ms", time_budget=budget)
    return [Finding("time", "red", f"{text}, more than the {number(p.time_budget)} ms allowed: {why}.", fix)]


def _bits(p: ParameterCheck, s: Solution) -> list[Finding]:
    if math.isinf(p.bit_budget):
        return []
    text = f"A report takes about {number(s.bits)} bits"
    if s.bits <= p.bit_budget:
        return [Finding("bits", "green", f"{text} of the {number(p.bit_budget)} allowed.")]
    budget = float(math.ceil(s.bits))
    fix = first(p, _is_in_bits, [*_sendings(p), *_openings(p)])
    fix = fix or setting(f"Allow {number(budget)} bits", bit_budget=budget)
    return [Finding("bits", "red", f"{text}, more than the {number(p.bit_budget)} allowed.", fix)]


def _plain(p: ParameterCheck, s: Solution) -> list[Finding]:
    plain = plain_bits(p)
    if s.bits < plain:
        text = f"An estimate of {number(s.bits)} bits instead of {number(round(plain))} for the {plain_label(p)}."
        return [Finding("plain", "green", text)]
    verb = "take" if plain_label(p).endswith("s") else "takes"
    text = (
        f"Compression is pointless here: {number(s.bits)} bits, where the {plain_label(p)} {verb} "
        f"{number(round(plain))}."
    )
    light = "red" if p.vector else "amber"
    return [Finding("plain", light, text, first(p, _is_worthwhile, [*_sendings(p), *_openings(p)]))]


def _delta(p: ParameterCheck, s: Solution) -> list[Finding]:
    if not p.gaussian:
        return []
    share = 1 / p.clients
    if p.delta <= share:
        text = f"δ = {number(p.delta)} is not above 1/n = {number(share)}."
        return [Finding("delta", "green", text)]
    text = (
        f"δ = {number(p.delta)} is larger than 1/n = {number(share)}: publishing one person's data outright would "
        "satisfy it."
    )
    value = round_down(share, 3)
    fix = setting(f"Set δ = {number(value)}", delta=value) if value >= p.specs()["delta"].low else None
    return [Finding("delta", "red", text, fix)]


def _weak(p: ParameterCheck, s: Solution) -> list[Finding]:
    """Only a large ε is a warning."""
    if p.epsilon <= _WEAK:
        text = f"ε = {number(p.epsilon)}: an output changes the odds between two inputs by a factor {_odds(p.epsilon)}."
        return [Finding("weak", "green", text)]
    text = f"ε = {number(p.epsilon)} is weak: an output may multiply the odds of an input by {_odds(p.epsilon)}."
    return [Finding("weak", "amber", text, setting(f"Set ε = {_WEAK:g}", epsilon=_WEAK))]


def _hiding(p: ParameterCheck, s: Solution) -> list[Finding]:
    """Whether most bits hide the choice of the index."""
    if math.isinf(s.alpha) or s.alpha > _HIDING_ALPHA:
        return []
    reference = bits_at(s.option, math.inf, s.code)
    share = 1 - reference / s.bits
    text = f"α = {number(s.alpha, 4)} is close to 1: {number(100 * share, 2)} % of the {number(s.bits)} bits only hide "
    text += "the index"
    if share <= _HIDING_SHARE:
        return [Finding("alpha", "green", f"{text}.")]
    larger = 1.5
    reached = 2 * larger * mechanism(p).local.epsilon
    less = bits_at(s.option, larger, s.code)
    text += f"; at α = {larger:g} it would be {number(less)} bits."
    fix = _alpha(larger) if reached <= p.decoder_epsilon else _epsilon(p, p.decoder_epsilon, larger)
    return [Finding("alpha", "amber", text, fix)]


def _corollary(p: ParameterCheck, s: Solution) -> list[Finding]:
    """Corollary 12's local guarantee needs ε < 1/√n for the noise it prints, half of that for inputs 2C apart."""
    if p.task != "mean" or math.isinf(s.alpha):
        return []
    classical = classical_local(p, s.alpha)
    if classical is not None:
        text = f"Corollary 12 applies: against the decoder one report is {_pair(classical)}-private."
        return [Finding("corollary", "green", text)]
    renyi = renyi_local(p, s.alpha)
    local = f"By Rényi accounting one report is {_pair(renyi)}-private against the decoder."
    if not p.central:
        text = f"Corollary 12 needs a local ε below 1 before compression and does not apply. {local}"
        return [Finding("corollary", "amber", text, _epsilon_below_one(p))]
    text = (
        f"ε = {number(p.epsilon)} is too large for Corollary 12's local guarantee, which needs ε < 1/√n = "
        f"{number(1 / math.sqrt(p.clients))}, and about half of that for any two inputs of the ball. {local}"
    )
    return [Finding("corollary", "amber", text, _epsilon_below_one(p))]


def _epsilon_below_one(p: ParameterCheck) -> Fix | None:
    """The ε whose noise meets the condition of the classical Gaussian mechanism, 2C√(2 ln(1.25/δ)) < s."""
    noise = 2 * p.norm_bound * math.sqrt(2 * math.log(1.25 / p.delta)) * (1 + 1e-9)
    if p.central:
        return _lower(p, epsilon_for_noise(p, noise))
    for epsilon in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        trial = p.replace(epsilon=epsilon)
        if mechanism(trial).noise > noise:
            return _lower(p, epsilon)
    return None


def _sendings(p: ParameterCheck) -> list[tuple[str, dict[str, Any]]]:
    """Other ways to send, nearest first."""
    found: list[tuple[str, dict[str, Any]]] = []
    if p.gaussian and not p.choose_chunk:
        chunk = solve(p.replace(choose_chunk=True)).option.chunk
        found.append((f"Set the chunk size to {chunk}", {"chunk": chunk}))
    if p.task == "privunit" and p.split != "auto":
        found.append(("Choose the split for me", {"split": "auto"}))
        found.append(("Use the hemisphere split (PrivHS)", {"split": "hemisphere"}))
    if p.noisy and p.proposal != "auto":
        found.append(("Choose the proposal for me", {"proposal": "auto"}))
    if p.gaussian and not p.choose_chunk and p.proposal != "auto":
        found.append(("Choose chunk and proposal for me", {"choose_chunk": True, "proposal": "auto"}))
    return found


def _openings(p: ParameterCheck) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    if p.code != "auto":
        found.append(("Choose the code for me", {"code": "auto"}))
    if not p.choose_alpha:
        found.append(("Choose α for me", {"choose_alpha": True}))
    found.append(("Choose everything for me", _EVERYTHING))
    return found


def _is_in_bits(p: ParameterCheck, s: Solution) -> bool:
    return s.bits <= p.bit_budget


def _is_worthwhile(p: ParameterCheck, s: Solution) -> bool:
    return s.bits < plain_bits(p)


def _alpha(alpha: float) -> Fix:
    return setting(f"Set α = {number(alpha, 4)}", choose_alpha=False, alpha=alpha)


def _epsilon(p: ParameterCheck, limit: float, alpha: float) -> Fix | None:
    """The largest ε at which this α keeps the decoder within the limit."""
    return _lower(p, epsilon_for_local(p, limit / (2 * alpha) * (1 - 1e-9)), choose_alpha=False, alpha=alpha)


def _allow(alpha: float, reached: float) -> Fix:
    """A limit for the decoder that this α keeps, rounded up."""
    limit = round_down(reached * 1.0101, 3)
    return setting(
        f"Allow ε′ = {number(limit)} at α = {number(alpha, 4)}", decoder_epsilon=limit, choose_alpha=False, alpha=alpha
    )


def _lower(p: ParameterCheck, epsilon: float, **others: Any) -> Fix | None:
    value = round_down(epsilon * (1 + 1e-9), 3)
    value = value if value <= epsilon else round_down(epsilon * (1 - 1e-9), 3)
    if not p.specs()["epsilon"].low <= value <= p.epsilon:
        return None
    named = f" and α = {number(others['alpha'], 4)}" if "alpha" in others else ""
    return setting(f"Set ε = {number(value)}{named}", epsilon=value, **others)


def _pair(guarantee: Any) -> str:
    return f"({number(guarantee.epsilon)}, {number(guarantee.delta)})"


def _odds(epsilon: float) -> str:
    return number(math.exp(epsilon), 3)
