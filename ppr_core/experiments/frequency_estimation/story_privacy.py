"""What a result of the experiment `frequency_estimation` says of privacy: what ε compares, and whom it holds."""

from __future__ import annotations

from ppr_core.compressors import PseudorandomRejection
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult, Scheme
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.guarantees import DECODER
from ppr_core.wording import number, percent

__all__ = ["held_notice", "notion_notice", "server_notice"]

_SEEN = 0.01  # of all reports


def held_notice(result: FrequencyEstimationResult) -> str:
    """Who is held to ε by all schemes, and what that means for those that share randomness."""
    p, compressed = result.parameters, [scheme for scheme in result.ran if scheme.by]
    if not compressed:
        return ""
    if p.adversary is DECODER:
        parts = ", ".join(f"{number(scheme.own_epsilon)} for {scheme.spoken}" for scheme in compressed)
        return (
            f"Held fixed: {DECODER.sentence} learns at most ε = {number(p.epsilon)} with every "
            "scheme; reports that are sent as they are have that ε themselves, and the compressed mechanisms have "
            f"{parts}."
        )
    parts = ", ".join(f"{number(scheme.server_epsilon)} by {scheme.spoken}" for scheme in compressed)
    return (
        f"Held fixed: a reader of the decoded reports learns at most ε = {number(p.epsilon)} with every scheme; "
        f"{DECODER.sentence} may learn more: {parts}. Choosing “{DECODER.label}” holds it to "
        "ε, too."
    )


def server_notice(result: FrequencyEstimationResult) -> str:
    """What compressors of the lab promise against the server."""
    exact = [(scheme, scheme.accounted) for scheme in result.ran if scheme.accounted is not None]
    sentences = []
    if exact:
        epsilon, delta = max(accounted.epsilon for _, accounted in exact), exact[0][1].delta
        theorem, factor = max(scheme.guarantee.epsilon for scheme, _ in exact), 2 * result.parameters.alpha
        sentences.append(
            f"The decoder of PPR sees the message and the shared randomness: against it ε = {number(epsilon)} "
            f"(numerical accounting, δ = {number(delta)}); Theorem 7 says {number(theorem)} without a δ, "
            f"2α = {number(factor)} times that of the decoded report"
        )
    sentences += _rejection_sentences(result, [scheme for scheme in result.ran if scheme.by == "rejection"])
    return ". ".join(sentences) + "." if sentences else ""


def _rejection_sentences(result: FrequencyEstimationResult, by_seed: list[Scheme]) -> list[str]:
    if not by_seed:
        return []
    p = result.parameters
    compressors = (p.oracle(scheme.name).compressor for scheme in by_seed)
    tries = max(compressor.tries for compressor in compressors if isinstance(compressor, PseudorandomRejection))
    sent = f"Rejection sends a whole seed, 128 bits, found in at most {number(tries)} tries at {gamma_text(p.gamma)}"
    if p.weak_generator:
        held = [int(scheme.found.covered(result.truth).sum()) for scheme in by_seed]
        worst = held.index(min(held))
        promised = max(scheme.guarantee.epsilon for scheme in by_seed)
        return [
            sent,
            "The generator is weak on purpose, and nothing in the comparison's closed forms holds for it: "
            f"{number(held[worst])} of {number(len(result.truth))} intervals of {by_seed[worst].spoken} hold the truth",
            f"What no generator can spoil is ε = {number(promised)} against the decoder (Lemma 3.6)",
        ]
    missed = (
        f"Where none of them is accepted the report says nothing: up to {percent(p.gamma, 3)} of the "
        "reports, which the closed form leaves out and which pull all estimates towards each other"
    )
    promise = "Its ε holds as far as nobody tells the generator's outputs from random ones"
    return [sent, promise] if p.gamma < _SEEN else [sent, missed, promise]


def notion_notice(result: FrequencyEstimationResult) -> str:
    """Which two things ε compares, and for which schemes it is stated otherwise."""
    if result.parameters.notion == "replacement":
        return "Every ε here compares two categories of one user (replacement)."
    other = ", ".join(scheme.spoken for scheme in result.ran if scheme.notion == "replacement")
    return (
        "ε compares a category with a report made without any (deletion); between two categories it may be up to twice "
        f"as much. No such form is used for {other}: what is stated for them holds between two categories."
    )
