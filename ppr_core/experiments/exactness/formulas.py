"""The formulas behind the exactness experiment, with the numbers of a run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ppr_core.diagnostics import FiniteLaw, GammaLaw, LaplaceLaw, LaplaceProjectionLaw, NormalLaw, NormLaw
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.exactness.rejection import missed_formula
from ppr_core.experiments.vocabulary.schemes import USES_ALPHA, USES_GAMMA
from ppr_core.wording import latex

if TYPE_CHECKING:
    from ppr_core.experiments.exactness.result import ExactnessResult

__all__ = ["formulas"]

_LARGEST = 700.0  # natural logarithms are cut here before they become floats


def formulas(result: ExactnessResult) -> tuple[Formula, ...]:
    """The law, r*, the rule of each compressor and the statistic of the first test."""
    found = [_law(result)]
    schemes = {arm.scheme for arm in result.arms}
    if schemes & (USES_ALPHA | {"pfr"}):
        found += [_weights(result, pfr="pfr" in schemes), _ratio_bound(result)]
    if schemes & USES_GAMMA:
        found.append(missed_formula(result))
    if result.first_weight is not None:
        found.append(_mrc(result))
    return (*found, *(_statistic(result, arm) for arm in result.arms))


def _law(result: ExactnessResult) -> Formula:
    p, law = result.parameters, result.law
    epsilon = Symbol(r"\varepsilon", "privacy loss of the mechanism", p.epsilon, "nats", "epsilon")
    noise = Symbol("s", "standard deviation of the noise", p.noise_std, "", "noise_std")
    dimension = Symbol("d", "dimension", p.dimension, "", "dimension")
    e, s, d = latex(p.epsilon), latex(p.noise_std), p.dimension
    title = "The law of what is looked at, and the top of its curve"
    if isinstance(law, FiniteLaw):
        return Formula(
            "The law: how often the true category is reported",
            r"P(x \mid x) = \frac{e^{\varepsilon}}{e^{\varepsilon} + k - 1}",
            rf"P(x \mid x) = \frac{{e^{{{e}}}}}{{e^{{{e}}} + {p.categories} - 1}}",
            float(law.probabilities[0]),
            (epsilon, Symbol("k", "categories", p.categories, "", "categories")),
            "response.k_ary",
        )
    top = law.location
    if isinstance(law, NormalLaw):
        symbolic = r"f(z) = \frac{1}{s\sqrt{2\pi}}\, e^{-(z-\mu)^2/(2 s^2)}"
        substituted, symbols, source = rf"f(\mu) = \frac{{1}}{{{s}\sqrt{{2\pi}}}}", (noise,), "gaussian.analytic"
    elif isinstance(law, LaplaceLaw):
        symbolic = r"f(z) = \frac{\varepsilon}{2}\, e^{-\varepsilon |z-\mu|}"
        substituted, symbols, source = rf"f(\mu) = \frac{{{e}}}{{2}}", (epsilon,), "laplace.mechanism"
    elif isinstance(law, LaplaceProjectionLaw):
        symbolic = (
            r"f(z) = \frac{\varepsilon}{\sqrt{\pi}\,\Gamma(\frac{d+1}{2})}"
            r"\left(\frac{\varepsilon|z-\mu|}{2}\right)^{d/2} K_{d/2}(\varepsilon|z-\mu|)"
        )
        substituted = rf"f(\mu) = \frac{{{e}\;\Gamma(\frac{{{d}}}{{2}})}}{{2\sqrt{{\pi}}\;\Gamma(\frac{{{d}+1}}{{2}})}}"
        symbols = (epsilon, dimension, Symbol(r"K_{d/2}", "modified Bessel function", "of the second kind"))
        source = "metric.laplace"
    elif isinstance(law, GammaLaw):
        top = (law.shape - 1) * law.scale
        symbolic = r"f(r) = \frac{\varepsilon^d r^{d-1} e^{-\varepsilon r}}{\Gamma(d)}"
        substituted = (
            rf"f\!\left(\tfrac{{d-1}}{{\varepsilon}}\right) ="
            rf" \frac{{{e} \cdot {d - 1}^{{{d - 1}}} e^{{-{d - 1}}}}}{{\Gamma({d})}}"
        )
        symbols, source = (epsilon, dimension), "metric.laplace"
    else:
        assert isinstance(law, NormLaw)
        top = math.sqrt(law.dimension - 1) * law.scale
        symbolic = r"f(r) = \frac{r^{d-1} e^{-r^2/(2s^2)}}{2^{d/2-1}\,\Gamma(d/2)\, s^d}"
        substituted = (
            rf"f(s\sqrt{{d-1}}) = \frac{{{d - 1}^{{({d}-1)/2}} e^{{-({d}-1)/2}}}}"
            rf"{{2^{{{d}/2-1}}\,\Gamma({d}/2) \cdot {s}}}"
        )
        symbols, source = (noise, dimension), "gaussian.analytic"
    centre = () if p.view == "radius" else (Symbol(r"\mu", "what is looked at, of x itself", law.location),)
    return Formula(title, symbolic, substituted, float(law.density(top)), (*symbols, *centre), source)


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


def _ratio_bound(result: ExactnessResult) -> Formula:
    p, channel = result.parameters, result.parameters.channel()
    value = math.exp(min(result.log_bound, _LARGEST))
    title = "Candidates that the exact search looks at, on average"
    norm = Symbol(r"\lVert x \rVert", "length of the input", p.position * p.norm_bound, "", "position")
    dimension = Symbol("d", "dimension", p.dimension, "", "dimension")
    epsilon = Symbol(r"\varepsilon", "privacy loss of the mechanism", p.epsilon, "nats", "epsilon")
    if p.mechanism == "randomized_response":
        return Formula(
            title,
            r"r^* = \frac{k\, e^{\varepsilon}}{e^{\varepsilon} + k - 1}",
            rf"r^* = \frac{{{p.categories}\, e^{{{latex(p.epsilon)}}}}}"
            rf"{{e^{{{latex(p.epsilon)}}} + {p.categories} - 1}}",
            value,
            (epsilon, Symbol("k", "categories", p.categories, "", "categories")),
            "response.k_ary",
        )
    if p.mechanism == "gaussian":
        y, length = channel.proposal_width, p.position * p.norm_bound
        return Formula(
            title,
            r"r^* = \left(1 + \frac{y}{s^2}\right)^{d/2} e^{\lVert x \rVert^2 / (2y)}",
            rf"r^* = \left(1 + \frac{{{latex(y)}}}{{{latex(p.noise_std)}^2}}\right)^{{{p.dimension}/2}}"
            rf" e^{{{latex(length)}^2 / (2 \cdot {latex(y)})}}",
            value,
            (
                Symbol("s", "standard deviation of the noise", p.noise_std, "", "noise_std"),
                Symbol("y", "how much the proposal's variance exceeds s²", y, "", "proposal_scale"),
                dimension,
                norm,
            ),
            "largest value of the density ratio N(x, s² I) over N(0, (s² + y) I)",
        )
    flat, length = channel.proposal_epsilon, p.position * p.norm_bound
    return Formula(
        title,
        r"r^* = \left(\frac{\varepsilon}{\varepsilon'}\right)^d e^{\varepsilon' \lVert x \rVert}",
        rf"r^* = \left(\frac{{{latex(p.epsilon)}}}{{{latex(flat)}}}\right)^{{{p.dimension}}}"
        rf" e^{{{latex(flat)} \cdot {latex(length)}}}",
        value,
        (epsilon, Symbol(r"\varepsilon'", "decay of the proposal", flat, "", "proposal_scale"), dimension, norm),
        "largest value of the density ratio, at z = x",
    )


def _mrc(result: ExactnessResult) -> Formula:
    index, ratio, total = result.first_weight
    return Formula(
        "MRC's rule, for the first message of this run",
        r"P(K = k) = \frac{r(Z_k)}{\sum_{j=1}^{N} r(Z_j)}",
        rf"P(K = {index}) = \frac{{{latex(ratio)}}}{{{latex(total)}}}",
        ratio / total,
        (
            Symbol("N", "candidates", result.parameters.candidates, "", "candidates"),
            Symbol("Z_k", "samples of the proposal", "shared"),
            Symbol("r", "density of the mechanism over that of the proposal", "known to the encoder"),
        ),
        "mrc.definition",
    )


def _statistic(result: ExactnessResult, arm) -> Formula:
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
