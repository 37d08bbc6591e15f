"""What the exactness experiment says of its outputs: numbers, verdict, what to look at, and the formulas."""

from __future__ import annotations

import functools
import math

from ppr_core.compressors import PseudorandomRejection
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.exactness.run import Arm, ExactnessResult
from ppr_core.experiments.vocabulary.mechanism_formulas import law_formula, ratio_formula
from ppr_core.experiments.vocabulary.schemes import SCHEMES, WEAK
from ppr_core.wording import exponential, latex, latex_exponential, measured, number, p_value, percent

__all__ = ["tell"]

_LAW = "the mechanism's law"
_CLEAR = 5.0  # standard errors from which a bias is named
_SHARED = (
    Symbol("Z_k", "samples of the proposal", "shared"),
    Symbol("r", "density of the mechanism over that of the proposal", "known to the encoder"),
)


def tell(result: ExactnessResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
    )


def _quantities(result: ExactnessResult) -> tuple[Quantity, ...]:
    event, found = result.parameters.chosen.kind.event, []
    for slot, arm in zip("ab", result.arms, strict=False):
        effect, moments = arm.tests[0].effect, arm.moments
        biased = f"bias of P({event})" if event else "bias"
        for key, label, value, error, unit in (
            ("distance", effect.name, effect.value, effect.error, ""),
            ("bias", biased, moments.bias, moments.bias_error, ""),
            ("variance", "variance over the law's", moments.variance_ratio, moments.variance_ratio_error, ""),
            ("bits", "message", arm.bits.value, arm.bits.error, "bits"),
        ):
            seen = ("measured", error, result.samples) if key != "bits" or error else ()  # or all of one length
            found.append(Quantity(f"{slot}_{key}", f"{result.name(arm)}'s {label}", value, unit, *seen))
    return tuple(found)


def _finding(result: ExactnessResult) -> str:
    clauses, agreed = [], True
    for place, arm in enumerate(result.arms):
        start = f"{number(result.samples)} decoded outputs" if place == 0 else "those"
        verdict = _verdict(result, arm, again=place > 0 and agreed == arm.agrees)
        clauses.append(f"{start} of {arm.described} {verdict} ({_evidence(result, arm)})")
        agreed = arm.agrees
    return "; ".join(clauses) + "."


def _verdict(result: ExactnessResult, arm: Arm, again: bool) -> str:
    if not arm.agrees:
        return "do not either" if again else f"do not follow {_LAW}"
    if arm.exact:
        return "follow it too" if again else f"follow {_LAW}"
    if arm.distance is not None:
        return f"follow {'it too' if again else _LAW}, up to γ"
    return f"cannot be told from {_LAW} with so few"


def _evidence(result: ExactnessResult, arm: Arm) -> str:
    test = arm.tests[0]
    if not arm.agrees:
        return f"{p_value(test.p_value)}, {_deviation(result, arm)}"
    return f"{p_value(test.p_value)}, {_distance(arm)}"


def _distance(arm: Arm) -> str:
    effect = arm.tests[0].effect
    return f"{effect.name} {measured(effect.value, effect.error)}, perfect samples show {number(effect.floor, 2)}"


def _deviation(result: ExactnessResult, arm: Arm) -> str:
    found = arm.moments
    if abs(found.bias) > _CLEAR * found.bias_error:
        of = f" of P({result.parameters.chosen.kind.event})" if result.finite else ""
        return f"bias{of} {measured(found.bias, found.bias_error)}"
    if not result.finite and abs(found.variance_ratio - 1) > _CLEAR * found.variance_ratio_error:
        return f"variance {measured(found.variance_ratio, found.variance_ratio_error)} times the law's"
    return _distance(arm)


def _notices(result: ExactnessResult) -> tuple[str, ...]:
    notes = [_band_notice(result), _price_notice(result), *_generator_notices(result), _limits_notice(result)]
    if any(arm.scheme == "pfr" or (arm.scheme == "ppr" and math.isinf(result.parameters.alpha)) for arm in result.arms):
        notes.append(
            "At α = ∞ the index is a function of x and the decoder's own randomness: the output is exact, but "
            "nothing protects x from the decoder."
        )
    return tuple(notes)


def _band_notice(result: ExactnessResult) -> str:
    kind = "categories" if result.finite else "bars"
    parts = [
        f"{result.picture.outside(arm.counts)} of {len(arm.counts)} {kind} for {arm.described}" for arm in result.arms
    ]
    return (
        f"Outside the grey band: {' and '.join(parts)}. Samples of the law itself leave the band anywhere in "
        f"{percent(result.level)} of all runs."
    )


def _price_notice(result: ExactnessResult) -> str:
    bound = exponential(result.log_bound, 3)
    parts = []
    for arm in result.arms:
        bits = f"{measured(arm.bits.value, arm.bits.error)} bits ({arm.code.split(',')[0]})"
        parts.append(f"{arm.described} sends {bits} and looks at {number(arm.candidates.value)} candidates")
    if not any(arm.exact for arm in result.arms):
        return f"{'; '.join(parts)}."
    return f"{'; '.join(parts)}. The exact search needs r* = {bound} candidates on average, whatever α is."


def _limits_notice(result: ExactnessResult) -> str:
    effect = result.arms[0].tests[0].effect
    p_values = " and ".join(f"{test.name} {p_value(test.p_value)}" for test in result.arms[0].tests)
    return (
        f"A p-value is how often perfect samples look at least this bad, not how likely exactness is: "
        f"{result.arms[0].described} has {p_values}. With n = {number(result.samples)} even perfect samples show a "
        f"{effect.name} of {measured(effect.floor, effect.floor_error)}; a deviation much smaller than that would go "
        "unnoticed. Ten times the outputs show deviations three times smaller."
    )


def _generator_notices(result: ExactnessResult) -> tuple[str, ...]:
    """What the seeds' generator is needed for: of each of the two that is shown, one sentence or two."""
    said = {"rejection": _good, "weak_rejection": _weak}
    return tuple(said[arm.scheme](_rejection(result, arm.scheme)) for arm in result.arms if arm.scheme in said)


def _rejection(result: ExactnessResult, scheme: str = "rejection") -> PseudorandomRejection:
    compressor = SCHEMES[scheme].build(result.parameters.channel(), result.parameters.settings)
    assert isinstance(compressor, PseudorandomRejection)
    return compressor


def _good(compressor: PseudorandomRejection) -> str:
    return (
        f"Pseudorandom rejection sends a seed; the first J = {number(float(compressor.tries))} are all refused with "
        f"probability {number(compressor.missed, 2)}, below γ. SHAKE-256 makes a candidate of each. It has to be "
        "cryptographic: no efficient test, the density ratio included, may tell its candidates from samples of the "
        "proposal. Then the output is within γ of the law, in total variation (Lemma 3.3), and the seed tells no more "
        "than the output does (Lemma 3.7)."
    )


def _weak(compressor: PseudorandomRejection) -> str:
    promise, own = compressor.privacy()[1].epsilon, compressor.channel.privacy().epsilon
    kept = (
        f"Of privacy ε = {number(promise)} remains, where the mechanism has {number(own)} (Lemma 3.6)."
        if math.isfinite(promise)
        else "Privacy with a bad generator needs a density ratio with a lower limit (Lemma 3.6), which is missing here."
    )
    return (
        f"The weak generator reads {WEAK.bits} bits of a seed: 2¹²⁸ seeds make {1 << WEAK.bits} candidates. Accepting "
        f"by the density ratio among so few does not give the mechanism's law, however many seeds are tried. {kept}"
    )


def _formulas(result: ExactnessResult) -> tuple[Formula, ...]:
    """The law, r*, the rule of each compressor and the statistic of the first test."""
    p, schemes = result.parameters, [SCHEMES[arm.scheme] for arm in result.arms]
    law = law_formula(p, result.law, p.view)
    found = [] if law is None else [law]
    pfr = any(scheme.name == "pfr" for scheme in schemes)
    if pfr or any("alpha" in scheme.takes for scheme in schemes):
        found += [_weights(result, pfr), ratio_formula(p, result.log_bound)]
    if any("gamma" in scheme.takes for scheme in schemes):
        found.append(_missed(result))
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
            *_SHARED,
        ),
        "ppr.definition",
    )


def _mrc(result: ExactnessResult) -> Formula:
    assert result.first_weight is not None
    assert result.first_weight is not None
    index, log_ratio, log_total = result.first_weight
    return Formula(
        "MRC's rule, for the first message of this run",
        r"P(K = k) = \frac{r(Z_k)}{\sum_{j=1}^{N} r(Z_j)}",
        rf"P(K = {index}) = \frac{{{latex_exponential(log_ratio)}}}{{{latex_exponential(log_total)}}}",
        math.exp(log_ratio - log_total),
        (Symbol("N", "candidates", result.parameters.candidates, "", "candidates"), *_SHARED),
        "mrc.definition",
    )


def _statistic(result: ExactnessResult, arm: Arm) -> Formula:
    test, n, name = arm.tests[0], result.samples, result.name(arm)
    samples = Symbol("n", "decoded outputs", n, "", "samples")
    if test.symbol == "D":
        shares = Symbol("F_n", "share of outputs up to z", "measured")
        return Formula(
            f"{name}: Kolmogorov–Smirnov statistic, about 0.5 to 1.5 for perfect samples",
            r"\sqrt{n}\, D, \qquad D = \sup_z |F_n(z) - F(z)|",
            rf"\sqrt{{{n}}} \cdot {latex(test.statistic, 5)}",
            math.sqrt(n) * test.statistic,
            (samples, shares, Symbol("F", "distribution function of the law", "exact")),
            "Kolmogorov 1933; Smirnov 1948",
        )
    cells = f"{len(result.picture.probabilities)} categories" if result.finite else "bins of equal probability"
    seen = Symbol("O_j", "outputs seen in cell j", "measured")
    return Formula(
        f"{name}: Pearson's statistic over {cells}",
        r"X^2 = \sum_j \frac{(O_j - n p_j)^2}{n p_j}",
        "X^2",
        test.statistic,
        (samples, seen, Symbol("p_j", "probability of cell j under the law", "exact")),
        "Pearson 1900",
    )


def _missed(result: ExactnessResult) -> Formula:
    """How often every try fails, the only way in which rejection with a good generator leaves the law."""
    compressor = _rejection(result)
    ratio, tries = math.exp(min(compressor.log_cap, 700.0)), compressor.tries
    return Formula(
        "Rejection: how often J seeds are all refused",
        r"\left(1 - \frac{1}{r^*}\right)^{J} \le \gamma, \qquad J = \left\lceil r^* \ln\frac{1}{\gamma} \right\rceil",
        rf"\left(1 - \frac{{1}}{{{latex(ratio, 12)}}}\right)^{{{tries}}}",
        compressor.missed,
        (
            Symbol("r^*", "largest density ratio, over all inputs", ratio),
            Symbol("J", "most seeds tried, then one is sent unseen", float(tries)),
            Symbol(r"\gamma", "what rejection may miss", compressor.gamma, "", "gamma"),
        ),
        "rejection.algorithm1",
    )
