"""The formulas of the experiment `frequency_estimation` with the numbers of a result."""

from __future__ import annotations

import math
from typing import Any

from ppr_core.estimation.frequency import FrequencyOracle, PairwiseIndependentRappor, RecursiveHadamardResponse
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.texts import Messages
from ppr_core.wording import latex

__all__ = ["formulas"]

message = Messages("frequency_estimation")

_DIGITS = 6
_SECTION = "Feldman & Talwar 2021, Section 4"
_FIELDS = {"users": "users", "size": "size", "own": "epsilon", "other": "epsilon"}  # what sets a slot


def formulas(result: FrequencyEstimationResult) -> tuple[Formula, ...]:
    """Estimate of the most frequent category, root mean square error, and what is special about the scheme."""
    oracle = result.parameters.oracle(result.chosen.name)
    formulas = [_estimate(result, oracle)]
    if isinstance(oracle, RecursiveHadamardResponse):
        return (*formulas, _hadamard_error(result, oracle))
    formulas.append(_error(result, oracle))
    if isinstance(oracle, PairwiseIndependentRappor):
        family, prime = oracle.family, _prime(oracle)
        length: dict[str, Any] = {"coordinates": float(family.coordinates), "element": float(family.element_bits)}
        formulas.append(_length().at(more=(prime,), **length))
        if oracle.rounding == "lower_epsilon":
            formulas.append(_effective(oracle))
    return tuple(formulas)


def _length() -> Rule:
    return Rule(
        message("formula-length"),
        "b =",
        r"(<coordinates> + 1) \cdot <element>",
        {
            "coordinates": Slot("t", message("symbol-coordinates")),
            "element": Slot(r"\lceil \log_2 p \rceil", message("symbol-element"), "bits"),
        },
        lambda coordinates, element: (coordinates + 1) * element,
        "pi_rappor.lemma4.1",
    )


def _estimate(result: FrequencyEstimationResult, oracle: FrequencyOracle) -> Formula:
    rule = Rule(
        message("formula-estimate"),
        r"\hat f_1 =",
        r"\frac{<votes>/<users> - <other>}{<own> - <other>}",
        {"votes": Slot("V_1", message("symbol-votes")), "users": _users()} | _levels(oracle),
        lambda votes, users, own, other: (votes / users - other) / (own - other),
        _SECTION,
    )
    values: dict[str, Any] = {"votes": float(result.found.votes[0]), "users": float(result.users)}
    return rule.at(_FIELDS, digits=9, own=oracle.own, other=oracle.other, **values)


def _error(result: FrequencyEstimationResult, oracle: FrequencyOracle) -> Formula:
    rule = Rule(
        message("formula-error"),
        r"\mathrm{RMSE} =",
        r"\sqrt{\frac{1}{<users>}\left(\frac{<other> \cdot (1 - <other>)}{(<own> - <other>)^2}"
        r" + \frac{1 - <other> - <own>}{<size> \cdot (<own> - <other>)}\right)}",
        {"users": _users(), "size": Slot("k", message("symbol-size"))} | _levels(oracle),
        lambda users, size, own, other: math.sqrt(
            (other * (1 - other) / (own - other) ** 2 + (1 - other - own) / (size * (own - other))) / users
        ),
        _SECTION,
    )
    values: dict[str, Any] = {"users": float(result.users), "size": float(len(result.counts))}
    return rule.at(_FIELDS, own=oracle.own, other=oracle.other, **values)


def _hadamard_error(result: FrequencyEstimationResult, oracle: RecursiveHadamardResponse) -> Formula:
    size, users, epsilon = len(result.counts), result.users, oracle.epsilon
    power = (math.exp(epsilon) + (1 << oracle.bits) - 1) / math.expm1(epsilon)
    # The mean over the categories of how many users share the low part: what remains when all else is taken away.
    mean = float((oracle.variance(result.counts, users) + result.counts).mean()) / power**2
    sharing = (mean * (math.exp(epsilon) + (1 << oracle.bits) - 1) - 2 * users) / math.expm1(epsilon)
    exponential = latex(math.exp(epsilon), _DIGITS)
    return Formula(
        message("formula-error"),
        r"\frac{1}{n}\sqrt{C^2\,\frac{2n + (e^\varepsilon - 1)\,\bar n}{e^\varepsilon + 2^b - 1} - \frac{n}{k}},"
        r"\qquad C = \frac{e^\varepsilon + 2^b - 1}{e^\varepsilon - 1}",
        rf"\frac{{1}}{{{users}}} \sqrt{{{latex(power, _DIGITS)}^2 \cdot"
        rf" \frac{{2 \cdot {users} + ({exponential} - 1) \cdot {latex(sharing, _DIGITS)}}}"
        rf"{{{exponential} + {1 << oracle.bits} - 1}} - \frac{{{users}}}{{{size}}}}}",
        result.chosen.expected,
        (
            Symbol("n", message("symbol-users"), float(users), "", "users"),
            Symbol("k", message("symbol-size"), float(size), "", "size"),
            Symbol("b", message("symbol-bits"), float(oracle.bits), "bits"),
            Symbol(r"\bar n", message("symbol-sharing"), sharing),
            Symbol(r"\varepsilon", message("symbol-epsilon"), epsilon, "nats", "epsilon"),
        ),
        "hadamard.recursive",
    )


def _effective(oracle: PairwiseIndependentRappor) -> Formula:
    family = oracle.family
    return Formula(
        message("formula-used"),
        r"\varepsilon' = \ln\frac{p - c}{c}, \qquad c = \left\lceil \frac{p}{e^\varepsilon + 1} \right\rceil",
        rf"\ln\frac{{{family.prime} - {family.ones}}}{{{family.ones}}}",
        oracle.effective_epsilon[oracle.notion],
        (
            _prime(oracle),
            Symbol("c", message("symbol-ones"), float(family.ones)),
            Symbol(r"\varepsilon", message("symbol-asked"), oracle.epsilon, "nats", "epsilon"),
        ),
        "Feldman & Talwar 2021, Lemma 4.7",
    )


def _prime(oracle: PairwiseIndependentRappor) -> Symbol:
    return Symbol("p", message("symbol-prime"), float(oracle.family.prime), "", "size")


def _users() -> Slot:
    return Slot("n", message("symbol-users"))


def _levels(oracle: FrequencyOracle) -> dict[str, Slot]:
    signed = isinstance(oracle, RecursiveHadamardResponse)
    return {
        "own": Slot(r"\alpha_1", message("symbol-own", signed=signed)),
        "other": Slot(r"\alpha_0", message("symbol-other", signed=signed)),
    }
