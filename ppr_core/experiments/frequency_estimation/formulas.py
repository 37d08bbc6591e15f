"""The formulas of the experiment `frequency_estimation` with the numbers of a result."""

from __future__ import annotations

import math

from ppr_core.estimation.frequency import FrequencyOracle, PairwiseIndependentRappor, RecursiveHadamardResponse
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.wording import latex

__all__ = ["formulas"]

_DIGITS = 6
_SECTION = "Feldman & Talwar 2021, Section 4"


def formulas(result: FrequencyEstimationResult) -> tuple[Formula, ...]:
    """Estimate of the most frequent category, root mean square error, and what is special about the scheme."""
    oracle = result.parameters.oracle(result.chosen.name)
    found = [_estimate(result, oracle)]
    if isinstance(oracle, RecursiveHadamardResponse):
        return (*found, _hadamard_error(result, oracle))
    found.append(_error(result, oracle))
    if isinstance(oracle, PairwiseIndependentRappor):
        found.append(_length(oracle))
        if oracle.rounding == "lower_epsilon":
            found.append(_effective(oracle))
    return tuple(found)


def _estimate(result: FrequencyEstimationResult, oracle: FrequencyOracle) -> Formula:
    votes, users = int(result.found.votes[0]), result.users
    return Formula(
        "Estimated frequency of category 1",
        r"\hat f_1 = \frac{V_1/n - \alpha_0}{\alpha_1 - \alpha_0}",
        rf"\frac{{{votes}/{users} - {latex(oracle.other, 9)}}}{{{latex(oracle.own, 9)} - {latex(oracle.other, 9)}}}",
        float(result.found.estimates[0]),
        (
            Symbol("V_1", "votes for category 1, the most frequent one, in all reports", float(votes)),
            Symbol("n", "users", float(users), "", "users"),
            *_levels(result, oracle),
        ),
        _SECTION,
    )


def _error(result: FrequencyEstimationResult, oracle: FrequencyOracle) -> Formula:
    own, other = latex(oracle.own, _DIGITS), latex(oracle.other, _DIGITS)
    size, users = len(result.counts), result.users
    return Formula(
        "Error of a frequency, root mean square over the categories, as a share of the users",
        r"\sqrt{\frac{1}{n}\left(\frac{\alpha_0(1 - \alpha_0)}{(\alpha_1 - \alpha_0)^2}"
        r" + \frac{1 - \alpha_0 - \alpha_1}{k(\alpha_1 - \alpha_0)}\right)}",
        rf"\sqrt{{\frac{{1}}{{{users}}}\left(\frac{{{other} \cdot (1 - {other})}}{{({own} - {other})^2}}"
        rf" + \frac{{1 - {other} - {own}}}{{{size} \cdot ({own} - {other})}}\right)}}",
        result.chosen.expected,
        (
            Symbol("n", "users", float(users), "", "users"),
            Symbol("k", "categories", float(size), "", "size"),
            *_levels(result, oracle),
        ),
        _SECTION,
    )


def _hadamard_error(result: FrequencyEstimationResult, oracle: RecursiveHadamardResponse) -> Formula:
    size, users, epsilon = len(result.counts), result.users, oracle.epsilon
    power = (math.exp(epsilon) + (1 << oracle.bits) - 1) / math.expm1(epsilon)
    # The mean over the categories of how many users share the low part: what remains when all else is taken away.
    mean = float((oracle.variance(result.counts, users) + result.counts).mean()) / power**2
    sharing = (mean * (math.exp(epsilon) + (1 << oracle.bits) - 1) - 2 * users) / math.expm1(epsilon)
    exponential = latex(math.exp(epsilon), _DIGITS)
    return Formula(
        "Error of a frequency, root mean square over the categories, as a share of the users",
        r"\frac{1}{n}\sqrt{C^2\,\frac{2n + (e^\varepsilon - 1)\,\bar n}{e^\varepsilon + 2^b - 1} - \frac{n}{k}},"
        r"\qquad C = \frac{e^\varepsilon + 2^b - 1}{e^\varepsilon - 1}",
        rf"\frac{{1}}{{{users}}} \sqrt{{{latex(power, _DIGITS)}^2 \cdot"
        rf" \frac{{2 \cdot {users} + ({exponential} - 1) \cdot {latex(sharing, _DIGITS)}}}"
        rf"{{{exponential} + {1 << oracle.bits} - 1}} - \frac{{{users}}}{{{size}}}}}",
        result.chosen.expected,
        (
            Symbol("n", "users", float(users), "", "users"),
            Symbol("k", "categories", float(size), "", "size"),
            Symbol("b", "bits of a report", float(oracle.bits), "bits"),
            Symbol(r"\bar n", "users whose category has the same low bits, on average over the categories", sharing),
            Symbol(r"\varepsilon", "local privacy, replacement", epsilon, "nats", "epsilon"),
        ),
        "hadamard.recursive",
    )


def _length(oracle: PairwiseIndependentRappor) -> Formula:
    family = oracle.family
    return Formula(
        "Bits of a report",
        r"(t + 1)\lceil \log_2 p \rceil",
        rf"({family.coordinates} + 1) \cdot {family.element_bits}",
        float(family.bits),
        (
            Symbol("p", "prime: the size of the field", float(family.prime), "", "size"),
            Symbol("t", "coordinates of a category's point", float(family.coordinates)),
        ),
        "pi_rappor.lemma4.1",
    )


def _effective(oracle: PairwiseIndependentRappor) -> Formula:
    family = oracle.family
    return Formula(
        f"Privacy that is used, {oracle.notion}",
        r"\varepsilon' = \ln\frac{p - c}{c}, \qquad c = \left\lceil \frac{p}{e^\varepsilon + 1} \right\rceil",
        rf"\ln\frac{{{family.prime} - {family.ones}}}{{{family.ones}}}",
        oracle.effective_epsilon[oracle.notion],
        (
            Symbol("p", "prime: the size of the field", float(family.prime), "", "size"),
            Symbol("c", "values below which a function votes, α₀p", float(family.ones)),
            Symbol(r"\varepsilon", f"local privacy asked for, {oracle.notion}", oracle.epsilon, "nats", "epsilon"),
        ),
        "Feldman & Talwar 2021, Lemma 4.7",
    )


def _levels(result: FrequencyEstimationResult, oracle: FrequencyOracle) -> tuple[Symbol, ...]:
    votes = "of a signed vote: its mean" if isinstance(oracle, RecursiveHadamardResponse) else "that a report votes"
    own = f"probability {votes} for its user's own category, at ε by {result.chosen.notion}"
    return (
        Symbol(r"\alpha_1", own, oracle.own, "", "epsilon"),
        Symbol(r"\alpha_0", f"probability {votes} for any other category", oracle.other, "", "epsilon"),
    )
