"""The words and formulas of the experiment `exactness`: which message of `exactness.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

from ppr_core.compressors import PseudorandomRejection
from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.exactness.run import Arm, ExactnessResult
from ppr_core.experiments.vocabulary.mechanism_formulas import law_formula, ratio_formula
from ppr_core.experiments.vocabulary.schemes import SCHEMES, WEAK
from ppr_core.texts import Messages
from ppr_core.wording import latex, latex_exponential, measured, number, p_value

__all__ = ["tell"]

message = Messages("exactness")

_CLEAR = 5.0  # standard errors from which a bias is named
_FINITE = ("mrc", "truncated_ppr")  # schemes that send one of N candidates whatever they are like
_TIMED = ("ppr", "pfr")  # exact ones that pick by the candidates' times
_ALIKE = {"follows": "follow", "within": "within", "unseen": "unseen", "deviates": "deviate"}


def tell(result: ExactnessResult) -> Story:
    """The story of a run."""
    quantities = tuple(_quantities(result))
    return Story(
        quantities=quantities,
        finding=_finding(result),
        notices=tuple(_notices(result)),
        formulas=functools.partial(_formulas, result),
        rivals=frozenset(quantity.key for quantity in quantities if quantity.key.startswith("b_")),
        drawn=frozenset({"a_bits", "b_bits"}),
    )


def _quantities(result: ExactnessResult) -> Iterator[Quantity]:
    event, n = result.parameters.chosen.kind.event, result.samples
    sent = message("count-messages", count=number(n))
    slots = list(zip("ab", result.arms, strict=False))
    for slot, arm in slots:
        distance = arm.tests[0].effect
        floor = number(distance.floor, 1)
        label = message("tile-effect", scheme=result.name(arm), effect=_kind(arm), floor=floor)
        yield Quantity(f"{slot}_distance", label, distance.value, "", "measured", distance.error, n, samples_text=sent)
    for slot, arm in slots:
        label, bits = message("tile-bits", scheme=result.name(arm)), arm.bits
        if bits.error:
            yield Quantity(f"{slot}_bits", label, bits.value, "bits", "measured", bits.error, n, samples_text=sent)
        else:  # all of one length
            yield Quantity(f"{slot}_bits", label, bits.value, "bits")
    for slot, arm in slots:
        moments, scheme = arm.moments, result.name(arm)
        label = message("tile-bias-of", scheme=scheme, event=event) if event else message("tile-bias", scheme=scheme)
        yield Quantity(f"{slot}_bias", label, moments.bias, "", "measured", moments.bias_error, n, samples_text=sent)
        label, error = message("tile-variance", scheme=scheme), moments.variance_ratio_error
        yield Quantity(f"{slot}_variance", label, moments.variance_ratio, "", "measured", error, n, samples_text=sent)


def _kind(arm: Arm) -> str:
    return arm.tests[0].effect.name.split()[0].lower()


def _effect(arm: Arm) -> str:
    return message("effect", effect=_kind(arm))


def _verdict(arm: Arm) -> str:
    if not arm.agrees:
        return "deviates"
    return "follows" if arm.exact else "unseen" if arm.distance is None else "within"


def _finding(result: ExactnessResult) -> str:
    first, second = _verdict(result.arms[0]), "none"
    if len(result.arms) > 1:
        second = _verdict(result.arms[1])
        good = [verdict in ("follows", "within") for verdict in (first, second)]
        if all(good) or first == second:
            second = f"both-{_ALIKE[second]}"
        elif "unseen" not in (first, second):
            second = f"but-{second}"
    a, b = result.name(result.arms[0]), result.name(result.arms[-1])
    return message("finding", first=first, second=second, a=a, b=b, n=number(result.samples))


def _notices(result: ExactnessResult) -> Iterator[str]:
    if reasons := " ".join(_reasons(result)):
        yield reasons
    yield " ".join(_deviations(result))
    yield _p_values(result)
    if not result.finite:
        yield message("round")
    for arm in result.arms:
        if arm.scheme == "rejection":
            yield _good_generator(result)
        if arm.scheme == "weak_rejection":
            yield _weak_generator(result)
    if any(arm.scheme == "pfr" or (arm.scheme == "ppr" and math.isinf(result.parameters.alpha)) for arm in result.arms):
        yield message("endless")


def _reasons(result: ExactnessResult) -> Iterator[str]:
    """Why one of the compressors cannot be exact, or is."""
    n = number(result.parameters.candidates)
    yield from (message("off-list", scheme=result.name(arm), n=n) for arm in result.arms if arm.scheme in _FINITE)
    yield from (message("why-exact", scheme=result.name(arm)) for arm in result.arms if arm.scheme in _TIMED)


def _deviations(result: ExactnessResult) -> Iterator[str]:
    """What deviates and what cannot be seen."""
    deviating = [_deviation(result, arm) for arm in result.arms if not arm.agrees]
    first, exact = result.arms[0], [result.name(arm) for arm in result.arms if arm.exact]
    yield from deviating
    yield message("off-floor", effect=_effect(first), floor=number(first.tests[0].effect.floor, 2))
    if exact:
        yield message("off-theorem", schemes=", ".join(exact))


def _deviation(result: ExactnessResult, arm: Arm) -> str:
    """A clear bias or variance, else the distance."""
    moments, scheme, distance = arm.moments, result.name(arm), arm.tests[0].effect
    if not arm.agrees and abs(moments.bias) > _CLEAR * moments.bias_error:
        bias, event = measured(moments.bias, moments.bias_error), result.parameters.chosen.kind.event
        if result.finite:
            return message("off-probability", scheme=scheme, event=event, bias=bias)
        return message("off-bias", scheme=scheme, bias=bias)
    if not (arm.agrees or result.finite) and abs(moments.variance_ratio - 1) > _CLEAR * moments.variance_ratio_error:
        ratio = measured(moments.variance_ratio, moments.variance_ratio_error)
        return message("off-variance", scheme=scheme, ratio=ratio, wide=moments.variance_ratio > 1)
    value = measured(distance.value, distance.error)
    return message("off-distance", scheme=scheme, effect=_effect(arm), distance=value)


def _both(parts: Iterator[str]) -> str:
    """One text, or two joined by a word."""
    first, *second = parts
    return message("and", first=first, second=second[0]) if second else first


def _p_values(result: ExactnessResult) -> str:
    values = _both(
        message("p-value-of", value=p_value(arm.tests[0].p_value), scheme=result.name(arm)) for arm in result.arms
    )
    return message("p-value", values=values, test=result.arms[0].tests[0].name)


def _rejection(result: ExactnessResult, scheme: str = "rejection") -> PseudorandomRejection:
    compressor = SCHEMES[scheme].build(result.parameters.channel(), result.parameters.settings)
    assert isinstance(compressor, PseudorandomRejection)
    return compressor


def _good_generator(result: ExactnessResult) -> str:
    compressor = _rejection(result)
    sentence = message("generator", tries=number(float(compressor.tries)), missed=number(compressor.missed, 2))
    return f"{sentence} {message('generator-more')}"


def _weak_generator(result: ExactnessResult) -> str:
    compressor = _rejection(result, "weak_rejection")
    kept, own = compressor.privacy()[1].epsilon, compressor.channel.privacy().epsilon
    sentence = message("generator-weak", bits=number(WEAK.bits), candidates=number(1 << WEAK.bits))
    left = message("generator-lost")
    if math.isfinite(kept):
        left = message("generator-kept", kept=number(kept), own=number(own))
    return f"{sentence} {message('generator-weak-more')} {left}"


def _formulas(result: ExactnessResult) -> tuple[Formula, ...]:
    """The distribution, r*, the rule of each compressor and the statistic of the first test."""
    p, schemes = result.parameters, [SCHEMES[arm.scheme] for arm in result.arms]
    law = law_formula(p, result.law, p.view)
    shown = [] if law is None else [law]
    pfr = any(scheme.name == "pfr" for scheme in schemes)
    if pfr or any("alpha" in scheme.takes for scheme in schemes):
        shown += [_weights(result, pfr), ratio_formula(p, result.log_bound)]
    if any("gamma" in scheme.takes for scheme in schemes):
        shown.append(_missed(result))
    if result.first_weight is not None:
        shown.append(_mrc(result, *result.first_weight))
    return (*shown, *(_statistic(result, arm) for arm in result.arms))


def _shared() -> tuple[Symbol, ...]:
    return (
        Symbol("Z_k", message("symbol-candidate"), message("value", kind="shared")),
        Symbol("r", message("symbol-ratio"), message("value", kind="encoder")),
    )


def _weights(result: ExactnessResult, pfr: bool) -> Formula:
    alpha = math.inf if pfr and result.parameters.first == "pfr" else result.parameters.alpha
    return Formula(
        message("formula-ppr"),
        r"P(K = k) \propto \tilde T_k^{-\alpha}, \quad \tilde T_k = T_k / r(Z_k), \qquad"
        r" \frac{P(K=j)}{P(K=k)} = \left(\frac{\tilde T_j}{\tilde T_k}\right)^{-\alpha}",
        rf"2^{{-{latex(alpha)}}}",
        2.0**-alpha,
        (
            Symbol(r"\alpha", message("symbol-alpha"), alpha, "", "alpha"),
            Symbol("T_k", message("symbol-times"), message("value", kind="secret")),
            *_shared(),
        ),
        "ppr.definition",
    )


def _mrc(result: ExactnessResult, index: int, log_ratio: float, log_total: float) -> Formula:
    return Formula(
        message("formula-mrc"),
        r"P(K = k) = \frac{r(Z_k)}{\sum_{j=1}^{N} r(Z_j)}",
        rf"P(K = {index}) = \frac{{{latex_exponential(log_ratio)}}}{{{latex_exponential(log_total)}}}",
        math.exp(log_ratio - log_total),
        (Symbol("N", message("symbol-candidates"), result.parameters.candidates, "", "candidates"), *_shared()),
        "mrc.definition",
    )


def _statistic(result: ExactnessResult, arm: Arm) -> Formula:
    test, n, scheme = arm.tests[0], result.samples, result.name(arm)
    samples, seen = Symbol("n", message("symbol-samples"), n, "", "samples"), message("value", kind="measured")
    exact = message("value", kind="exact")
    if test.symbol == "D":
        return Formula(
            message("formula-kolmogorov", scheme=scheme),
            r"\sqrt{n}\, D, \qquad D = \sup_z |F_n(z) - F(z)|",
            rf"\sqrt{{{n}}} \cdot {latex(test.statistic, 5)}",
            math.sqrt(n) * test.statistic,
            (samples, Symbol("F_n", message("symbol-share"), seen), Symbol("F", message("symbol-distribution"), exact)),
            "Kolmogorov 1933; Smirnov 1948",
        )
    cells = number(len(result.picture.probabilities))
    return Formula(
        message("formula-pearson", scheme=scheme, finite=result.finite, cells=cells),
        r"X^2 = \sum_j \frac{(O_j - n p_j)^2}{n p_j}",
        "X^2",
        test.statistic,
        (samples, Symbol("O_j", message("symbol-seen"), seen), Symbol("p_j", message("symbol-probability"), exact)),
        "Pearson 1900",
    )


def _missed(result: ExactnessResult) -> Formula:
    """How often every try fails, the only way in which rejection with a good generator leaves the distribution."""
    compressor = _rejection(result)
    ratio, tries = math.exp(min(compressor.log_cap, 700.0)), compressor.tries
    return Formula(
        message("formula-missed"),
        r"\left(1 - \frac{1}{r^*}\right)^{J} \le \gamma, \qquad J = \left\lceil r^* \ln\frac{1}{\gamma} \right\rceil",
        rf"\left(1 - \frac{{1}}{{{latex(ratio, 12)}}}\right)^{{{tries}}}",
        compressor.missed,
        (
            Symbol("r^*", message("symbol-bound"), ratio),
            Symbol("J", message("symbol-tries"), float(tries)),
            Symbol(r"\gamma", message("symbol-gamma"), compressor.gamma, "", "gamma"),
        ),
        "rejection.algorithm1",
    )
