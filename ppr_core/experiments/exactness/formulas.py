"""The formulas behind the exactness experiment, with the numbers of a run."""

from __future__ import annotations

import math

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.exactness.rejection import missed_formula
from ppr_core.experiments.exactness.result import Arm, ExactnessResult
from ppr_core.experiments.vocabulary.mechanism_formulas import law_formula, ratio_formula
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.wording import latex, latex_exponential

__all__ = ["formulas"]


def formulas(result: ExactnessResult) -> tuple[Formula, ...]:
    """The law, r*, the rule of each compressor and the statistic of the first test."""
    p, schemes = result.parameters, [SCHEMES[arm.scheme] for arm in result.arms]
    found = [law_formula(p, result.law, p.view)]
    pfr = any(scheme.name == "pfr" for scheme in schemes)
    if pfr or any("alpha" in scheme.takes for scheme in schemes):
        found += [_weights(result, pfr), ratio_formula(p, result.log_bound)]
    if any("gamma" in scheme.takes for scheme in schemes):
        found.append(missed_formula(result))
    if result.first_weight is not None:
        found.append(_mrc(result))
    return (*found, *(_statistic(result, arm) for arm in result.arms))


def _weights(result: ExactnessResult, pfr: bool) -> Formula:
    alpha = math.inf if pfr and result.parameters.first == "pfr" else result.parameters.alpha
    return Formula(
        "PPR's rule: a candidate with twice the transformed time is chosen this much more rarely",
        r"P(K = k) \propto \tilde T_k^{-\alpha}, \quad \tilde T_k = T_k / r(Z_k), \qquad"
        r" \frac{P(K=j)}{P(K=k)} = \left(\frac{\tilde T_j}{\tilde T_k}\right)^{-\alpha}",
        rf"2^{{-{latex(alpha)}}}",
        2.0**-alpha,
        (
            Symbol(r"\alpha", "order", alpha, "", "alpha"),
            Symbol("T_k", "arrival times of a Poisson process", "secret"),
            Symbol("Z_k", "samples of the proposal", "shared"),
            Symbol("r", "density of the mechanism over that of the proposal", "known to the encoder"),
        ),
        "ppr.definition",
    )


def _mrc(result: ExactnessResult) -> Formula:
    index, log_ratio, log_total = result.first_weight
    return Formula(
        "MRC's rule, for the first message of this run",
        r"P(K = k) = \frac{r(Z_k)}{\sum_{j=1}^{N} r(Z_j)}",
        rf"P(K = {index}) = \frac{{{latex_exponential(log_ratio)}}}{{{latex_exponential(log_total)}}}",
        math.exp(log_ratio - log_total),
        (
            Symbol("N", "candidates", result.parameters.candidates, "", "candidates"),
            Symbol("Z_k", "samples of the proposal", "shared"),
            Symbol("r", "density of the mechanism over that of the proposal", "known to the encoder"),
        ),
        "mrc.definition",
    )


def _statistic(result: ExactnessResult, arm: Arm) -> Formula:
    test, n = arm.tests[0], result.samples
    samples = Symbol("n", "decoded outputs", n, "", "samples")
    if test.symbol == "D":
        return Formula(
            f"{result.name(arm)}: Kolmogorov–Smirnov statistic, about 0.5 to 1.5 for perfect samples",
            r"\sqrt{n}\, D, \qquad D = \sup_z |F_n(z) - F(z)|",
            rf"\sqrt{{{n}}} \cdot {latex(test.statistic, 5)}",
            math.sqrt(n) * test.statistic,
            (
                samples,
                Symbol("F_n", "share of outputs up to z", "measured"),
                Symbol("F", "distribution function of the law", "exact"),
            ),
            "Kolmogorov 1933; Smirnov 1948",
        )
    note = f"over {len(result.probabilities)} categories" if result.finite else "over bins of equal probability"
    return Formula(
        f"{result.name(arm)}: Pearson's statistic {note}",
        r"X^2 = \sum_j \frac{(O_j - n p_j)^2}{n p_j}",
        "X^2",
        test.statistic,
        (
            samples,
            Symbol("O_j", "outputs seen in cell j", "measured"),
            Symbol("p_j", "probability of cell j under the law", "exact"),
        ),
        "Pearson 1900",
    )
