"""What a result of the experiment `frequency_estimation` says of PI-RAPPOR: its forms, its field, and one message."""

from __future__ import annotations

from ppr_core.estimation.frequency import PairwiseIndependentRappor, common_share
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.wording import number, percent

__all__ = ["forms_notice", "message_caption", "relative", "rounding_notice", "together_notice"]

_FORMS = ("pi_rappor", "pi_rappor_generalized", "pi_rappor_full_epsilon", "pi_rappor_shortest")
_NOTEWORTHY = 0.2  # share of the variation of the total error that comes from errors moving together


def message_caption(result: FrequencyEstimationResult) -> str:
    """On the message that is taken apart."""
    line, family, sender = result.message, result.message.family, result.parameters.sender
    votes, size = int(line.votes.sum()), len(line.votes)
    own = "among them" if line.votes[sender - 1] else "but not for"
    return (
        f"{line.coefficients} are two numbers below p = {family.prime}, {family.bits} bits, and vote for "
        f"{number(votes)} of {number(size)} categories, {own} the sender's category {number(sender)}; "
        f"α₀k = {number(size * family.bias)} votes are expected for categories that are not the sender's."
    )


def together_notice(result: FrequencyEstimationResult) -> str:
    """What pairwise independence costs."""
    oracle = result.parameters.oracle(result.chosen.name)
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    share, size = common_share(oracle, result.counts), number(len(result.counts))
    alike = "for every category or for none" if oracle.family.coordinates == 1 else "alike along lines of categories"
    together = (
        f"What pairwise independence costs: each count stays as accurate as RAPPOR's, but one message in "
        f"{number(oracle.family.prime)} votes {alike}, and so "
    )
    if share < _NOTEWORTHY:
        return f"{together}{percent(share, 2)} of the variation of the total error comes from errors moving together."
    return (
        f"{together}errors move together: the total error varies from run to run as if there were only "
        f"{number(result.chosen.independent, 2)} of {size} categories, and its bars are that long."
    )


def forms_notice(result: FrequencyEstimationResult) -> str:
    """What PI-RAPPOR is, how its three forms differ, and why the plain one is the default."""
    forms = [scheme for scheme in result.ran if scheme.name in _FORMS]
    if len(forms) < len(_FORMS):
        return ""
    oracles = (result.parameters.oracle(scheme.name) for scheme in forms)
    families = [oracle.family for oracle in oracles if isinstance(oracle, PairwiseIndependentRappor)]
    sent = [f"{family.coordinates + 1} numbers mod {family.prime}, {family.bits} bits" for family in families]
    text = (
        "PI-RAPPOR sends not k votes but the few numbers that make them: a random line mod a prime, whose votes are "
        "independent in pairs, like RAPPOR's. It takes t + 1 numbers mod a prime p with pᵗ > k. Plain, t = 1: "
        f"{sent[0]}. Generalised (“PI generalised”), any t, and p for a fast server at up to 15 % more "
        f"variance: {sent[1]}. “PI, all of ε” is generalised too, with the largest α₁ that ε "
        f"allows, so that rounding α₀ leaves none of ε unused: {sent[2]}. “PI, shortest” is the shortest generalised "
        f"one with at most 1 % more variance than RAPPOR's: {sent[3]}. "
        "The plain form is the default because its message is a single line that can be drawn and its p is chosen for "
        "at most 1 % more variance than RAPPOR's, "
    )
    plain, *others = forms
    short = min(others, key=lambda scheme: (scheme.found.bits, scheme.expected))
    if short.found.bits >= plain.found.bits:
        return f"{text}and no other form is shorter here."
    return (
        f"{text}not because it is the shortest: {short.spoken} saves "
        f"{number(plain.found.bits - short.found.bits)} bits for {relative(short.expected / plain.expected - 1)} error "
        "by the closed form."
    )


def rounding_notice(result: FrequencyEstimationResult) -> str:
    """What the rounding of α₀ costs; "" for other oracles."""
    oracle, epsilon = result.parameters.oracle(result.chosen.name), result.parameters.epsilon
    if not isinstance(oracle, PairwiseIndependentRappor):
        return ""
    family = oracle.family
    text = f"α₀ must be a whole number of p-ths: p = {number(family.prime)} and {family.ones} make it "
    text += number(family.bias, 4)
    if oracle.rounding == "full_epsilon":
        return f"{text}, next to the ideal value; α₁ is then the largest that ε = {number(epsilon)} allows."
    return (
        f"{text}. Rounded up, it costs a little privacy budget: ε = "
        f"{number(oracle.effective_epsilon[oracle.notion], 4)} is used of the {number(epsilon, 4)} allowed, and the "
        f"variance is {percent(oracle.variance_loss, 2)} above RAPPOR's."
    )


def relative(change: float) -> str:
    """A relative change as "5 % more"."""
    return f"{percent(abs(change), 2)} {'more' if change > 0 else 'less'}"
