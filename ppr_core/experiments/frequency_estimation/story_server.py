"""What the server may learn in a result of the experiment `frequency_estimation`, in sentences."""

from __future__ import annotations

from ppr_core.experiments.frequency_estimation.parameters import COMPRESSED, spoken
from ppr_core.experiments.frequency_estimation.run import FrequencyEstimationResult, Scheme
from ppr_core.experiments.vocabulary.fields import AGAINST
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.wording import number

__all__ = ["held_notice", "notion_notice", "server_notice"]

_SEEN = 0.01  # of all reports


def held_notice(result: FrequencyEstimationResult) -> str:
    """Who is held to ε by all schemes, and what that means for those that share randomness."""
    p, shared = result.parameters, [one for one in result.ran if one.name in COMPRESSED]
    if not shared:
        return ""
    if p.against == "decoder":
        parts = ", ".join(f"{number(one.own_epsilon)} for {spoken(one.name)}" for one in shared)
        return (
            f"Held fixed: the server, who holds seed and message, learns at most ε = {p.epsilon:g} with every scheme; "
            f"reports that are sent as they are have that ε themselves, and the compressed mechanisms have {parts}."
        )
    parts = ", ".join(f"{number(one.server_epsilon)} by {spoken(one.name)}" for one in shared)
    return (
        f"Held fixed: a reader of the decoded reports learns at most ε = {p.epsilon:g} with every scheme; the server, "
        f"who holds seed and message, may learn more: {parts}. Choosing “{AGAINST['decoder']}” holds it to ε, too."
    )


def server_notice(result: FrequencyEstimationResult) -> str:
    """What compressors of the lab promise against the server."""
    by_ppr = [one for one in result.ran if one.accounted is not None]
    by_seed = [one for one in result.ran if one.name.startswith("rejection_")]
    text = []
    if by_ppr:
        exact, delta = number(max(one.accounted.epsilon for one in by_ppr)), number(by_ppr[0].accounted.delta)
        theorem, factor = number(max(one.guarantee.epsilon for one in by_ppr)), number(2 * result.parameters.alpha)
        text.append(
            f"The server of PPR sees the message and the shared randomness: against it ε = {exact} (exact accounting, "
            f"δ = {delta}); Theorem 7 says {theorem} without a δ, 2α = {factor} times that of the decoded report"
        )
    if by_seed:
        text += _rejection_sentences(result, by_seed)
    return ". ".join(text) + "." if text else ""


def _rejection_sentences(result: FrequencyEstimationResult, by_seed: list[Scheme]) -> list[str]:
    p = result.parameters
    tries = max(p.oracle(one.name).compressor.tries for one in by_seed)
    sent = f"Rejection sends a whole seed, 128 bits, found in at most {number(tries)} tries at {gamma_text(p.gamma)}"
    if p.weak_generator:
        worst = min(by_seed, key=lambda one: one.found.covered(result.truth).sum())
        held, promised = int(worst.found.covered(result.truth).sum()), max(one.guarantee.epsilon for one in by_seed)
        return [
            sent,
            "The generator is weak on purpose, and nothing in the comparison's closed forms holds for it: "
            f"{number(held)} of {number(len(result.truth))} intervals of {spoken(worst.name)} hold the truth",
            f"What no generator can spoil is ε = {number(promised)} against the server (Lemma 3.6)",
        ]
    promise = "Its ε holds as far as nobody tells the generator's outputs from random ones"
    if p.gamma < _SEEN:
        return [sent, promise]
    missed = (
        f"Where none of them is accepted the report says nothing: up to {number(100 * p.gamma)} % of the "
        "reports, which the closed form leaves out and which pull all estimates towards each other"
    )
    return [sent, missed, promise]


def notion_notice(result: FrequencyEstimationResult) -> str:
    """Which two things ε compares, and for which schemes it is stated otherwise."""
    if result.parameters.notion == "replacement":
        return "Every ε here compares two categories of one user (replacement)."
    other = ", ".join(spoken(one.name) for one in result.ran if one.notion == "replacement")
    return (
        "ε compares a category with a report made without any (deletion); between two categories it may be up to twice "
        f"as much. No such form is used for {other}: what is stated for them holds between two categories."
    )
