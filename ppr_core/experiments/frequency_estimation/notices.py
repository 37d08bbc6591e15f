"""What to notice in a result of the experiment `frequency_estimation`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ppr_core.estimation.frequency import PairwiseIndependentRappor, common_share
from ppr_core.experiments.frequency_estimation.text import (
    SPOKEN,
    capital,
    cover_finding,
    error_text,
    named,
)
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.wording import duration, number

if TYPE_CHECKING:
    from ppr_core.experiments.frequency_estimation.measure import Scheme
    from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult

__all__ = ["notices"]

_PERCENT = 100.0
_NOTEWORTHY = 0.2  # share of the variation of the total error that comes from errors moving together
_SEEN = 0.01  # of all reports
_FAR = 2.0  # ratio of two errors from which percents are no longer read


def notices(result: FrequencyEstimationResult) -> tuple[str, ...]:
    found = [
        _bits_notice(result),
        _pairwise_notice(result),
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
    names = ("RAPPOR", named(one)) if raw.found.bits >= one.found.bits else (capital(named(one)), "RAPPOR")
    factor = max(raw.found.bits, one.found.bits) / min(raw.found.bits, one.found.bits)
    return (
        f"{names[0]} sends {number(factor)} times as many bits as {names[1]}. The closed form "
        f"gives {named(one)} {same}; measured are {error_text(one.found)} % and {error_text(raw.found)} %."
    )


def _pairwise_notice(result: FrequencyEstimationResult) -> str:
    """What PI-RAPPOR is, how its three forms differ, and why the plain one is the default."""
    plain, *others = (result.ran_as(name) for name in ("pi_rappor", *SPOKEN))
    if plain is None or None in others:
        return ""
    forms = {one.name: result.parameters.oracle(one.name) for one in (plain, *others)}
    sent = {
        name: f"{form.family.coordinates + 1} numbers mod {form.family.prime}, {form.bits} bits"
        for name, form in forms.items()
    }
    text = (
        "PI-RAPPOR is pairwise-independent RAPPOR: a report is a random affine function whose k votes are independent "
        f"in pairs, like RAPPOR's, and takes t + 1 numbers mod a prime p with pᵗ > k. Plain, t = 1: "
        f"{sent['pi_rappor']}. Generalised (“PI generalised”), any t, and p for a fast server at up to 15 % more "
        f"variance: {sent['pi_rappor_generalized']}. “PI, all of ε” is generalised too, with the largest α₁ that ε "
        f"allows, so that rounding α₀ leaves none of ε unused: {sent['pi_rappor_full_epsilon']}. "
        "The plain form is the default because its message is a single line that can be drawn and its p is chosen for "
        "at most 1 % more variance than RAPPOR's, "
    )
    short = min(others, key=lambda one: (one.found.bits, one.expected))
    if short.found.bits >= plain.found.bits:
        return text + "and no other form is shorter here."
    change = _PERCENT * (short.expected / plain.expected - 1)
    return (
        f"{text}not because it is the shortest: {named(short)} saves {number(plain.found.bits - short.found.bits)} "
        f"bits for {number(abs(change), 2)} % {'more' if change > 0 else 'less'} error by the closed form."
    )


def _rounding_notice(result: FrequencyEstimationResult) -> str:
    oracle, epsilon = result.parameters.oracle(result.chosen.name), result.parameters.epsilon
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    family = oracle.family
    text = (
        f"α₀ must be a whole number of p-ths: p = {number(family.prime)} and {family.ones} make it "
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
            f"2α = {number(2 * result.parameters.alpha)} times that of the decoded report, which alone has the ε of "
            "the comparison"
        )
    if by_seed:
        text += _rejection_sentences(result, by_seed)
    return ". ".join(text) + "." if text else ""


def _rejection_sentences(result: FrequencyEstimationResult, by_seed: list[Scheme]) -> list[str]:
    p = result.parameters
    tries = max(p.oracle(one.name).compressor.tries for one in by_seed)
    text = [f"Rejection sends a whole seed, 128 bits, found in at most {number(tries)} tries at {gamma_text(p.gamma)}"]
    if p.gamma >= _SEEN and not p.weak_generator:
        text.append(
            f"Where none of them is accepted the report says nothing: up to {number(_PERCENT * p.gamma)} % of the "
            "reports, which the closed form leaves out and which pull all estimates towards each other"
        )
    if not p.weak_generator:
        return [*text, "Its ε holds as far as nobody tells the generator's outputs from random ones"]
    worst = min(by_seed, key=lambda one: one.found.covered(result.truth).sum())
    held, promised = int(worst.found.covered(result.truth).sum()), max(one.guarantee.epsilon for one in by_seed)
    return [
        *text,
        "The generator is weak on purpose, and nothing in the comparison's closed forms holds for it: "
        f"{number(held)} of {number(len(result.truth))} intervals of {named(worst)} hold the truth",
        f"What no generator can spoil is ε = {number(promised)} against the server (Lemma 3.6)",
    ]


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
    other = [named(one) for one in result.ran if one.notion == "replacement"]
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
    return f"Along ε nothing is run at {named}: with {number(result.users)} users it would take too long."


def _clock_notice(result: FrequencyEstimationResult) -> str:
    client, server = duration(result.found.client_seconds), duration(result.found.server_seconds)
    times = f"A client takes {client} for a report, the server {server} for all of them."
    return f"{times} {result.measured_where} The files hold no times."
