"""What a result of `metric_privacy` says: which message of `metric_privacy.ftl`, with which numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np

from ppr_core.diagnostics import Mean, mean_and_error
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.metric_privacy.formulas import formulas
from ppr_core.experiments.metric_privacy.parameters import MOST_CANDIDATES
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import laplace_metric_error
from ppr_core.texts import Messages
from ppr_core.wording import exponential, measured, number, percent, rough_percent, superscript, with_unit

__all__ = ["tell"]

message = Messages("metric_privacy")

_PAPER = "ppr.corollary13"
_FAR = 3.0  # ε of two places above which a report is nearly proof: odds change more than 20-fold
_ALIKE = 1.1  # times an error: told as about the same


def tell(result: MetricPrivacyResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the plane and of every further chart."""
    captions = {
        "plane": _plane(result),
        "errors": _errors(result),
        "guaranteed": _guaranteed(result),
        "sizes": _sizes(result),
        "cells": _cells(result),
        "ratios": _ratios(result),
    }
    notices = (_views(result), _both(result), _choice(result), _running(result), _bias(result))
    sentences = tuple(filter(None, notices))
    quantities, rivals = _quantities(result), frozenset(("discrete_error", "discrete_bits"))
    return Story(quantities, _finding(result), sentences, partial(formulas, result), captions, rivals)


def _quantities(result: MetricPrivacyResult) -> tuple[Quantity, ...]:
    p, reports, discrete = result.parameters, result.reports, result.discrete_reports
    square = "km²" if p.unit else ""
    quantities: list[Quantity] = []
    if reports is None:
        fits, bits = min(p.fitting_epsilons[0], p.epsilon), _bits(p.budgets[0])
        error = laplace_metric_error(dimension=p.dimension, epsilon=fits).value if fits else math.inf
        largest = message("tile-fitting", epsilon=number(p.epsilon), bits=bits)
        quantities += [
            Quantity("fitting_error", message("tile-fitting-error", bits=bits), error),
            Quantity("fitting", largest, fits, "", "bound", source=_PAPER),
        ]
    else:
        radius, confidence = _distance(result, result.radius), percent(p.confidence)
        within = message("tile-within", radius=radius, confidence=confidence)
        quantities += [
            Quantity.measured("bits", message("tile-bits"), reports.bits, "bits"),
            Quantity.measured("within", within, reports.within, "%", times=100.0),
        ]
    exact = message("tile-decoder-at", apart=_apart(result), delta=number(DECODER_DELTA))
    each = message("per", km=bool(p.unit))
    for key, promise in (("reader_here", p.channel().metric_privacy()), ("server_here", result.decoder)):
        here = replace(promise, epsilon=promise.epsilon * p.distance)
        label = message("tile-here", server=key == "server_here", apart=_apart(result))
        quantities.append(Quantity.promised(key, label, here))
    quantities += [
        Quantity.promised("database", message("tile-reader", per=each), p.channel().metric_privacy(), ""),
        Quantity.promised("decoder", message("tile-decoder", per=each), result.decoder, ""),
        Quantity("decoder_exact", exact, result.accounted, "nats", "guarantee", source="ppr.renyi"),
    ]
    if reports is not None:
        quantities.append(Quantity.measured("error", message("tile-error"), reports.squared_error, square))
    if discrete is not None:
        kind: Literal["exact", "bound"] = "exact" if discrete.exact else "bound"
        source = "ppr.metric_experiment"
        quantities += [
            Quantity.measured("discrete_error", message("tile-discrete-error"), discrete.squared_error, square),
            Quantity("discrete_bits", message("tile-discrete-bits"), discrete.bits, "bits", kind, source=source),
        ]
    return tuple(quantities)


def _finding(result: MetricPrivacyResult) -> str:
    """How far a report in the plane can tell places apart; beyond it, whose error is the smaller."""
    p, r, crossings = result.parameters, result.reports, result.crossings
    kind, bits, from_epsilon = "waiting", "", 0.0
    if p.dimension == 2 and r is not None:
        kind, bits = "plane" if p.distance else "same", _measured_bits(r.bits)
    elif crossings:
        better = [chosen for chosen, crossing in enumerate(crossings) if not math.isnan(crossing)]
        kind = "wins" if better else "loses"
        bits, from_epsilon = (_bits(p.budgets[better[0]]), crossings[better[0]]) if better else ("", 0.0)
    epsilon = p.epsilon if kind == "plane" else from_epsilon
    values = {"server": number(result.decoder.epsilon), "epsilon": number(epsilon)}
    return message("finding", kind=kind, bits=bits, unit=_unit(result), **values)


def _views(result: MetricPrivacyResult) -> str:
    """What a reader learns of x against x′, and why."""
    p = result.parameters
    away = p.epsilon * p.distance
    first = message("views", apart=_apart(result), factor=_power(away), far=away > _FAR)
    more = message("views-more", epsilon=number(p.epsilon), unit=_unit(result), factor=_power(p.epsilon))
    return f"{first} {more}"


def _both(result: MetricPrivacyResult) -> str:
    """Whom the two schemes hold to which ε, and why the decoder of PPR may learn more."""
    p = result.parameters
    who, theorem = {"who": p.compare, "per": message("per", km=bool(p.unit))}, number(result.decoder.epsilon)
    first = message("both", theorem=theorem, alpha=number(p.alpha), **who)
    return f"{first} {message('both-more', epsilon=number(p.epsilon), per=who['per'])}"


def _choice(result: MetricPrivacyResult) -> str:
    """Which of the two schemes is better where."""
    p, r, d = result.parameters, result.reports, result.discrete_reports
    theorem, epsilon = number(result.decoder.epsilon), number(p.epsilon)
    price = message("price", who=p.compare, theorem=theorem, epsilon=epsilon, unit=_unit(result))
    if r is None or d is None:
        return f"{message('choice-curves')} {message('choice-ppr')} {price}"
    ours, theirs = r.squared_error, d.squared_error
    gap, noise = theirs.value - ours.value, math.hypot(ours.error, theirs.error)
    even = _even(result)
    first = message(
        "choice", kind="equal" if abs(gap) < 2 * noise else "discrete" if gap < 0 else "ppr",
        who=p.compare, share=rough_percent(abs(gap) / max(ours.value, theirs.value)),
        even=even, reached=bool(even),
        **{"discrete-bits": _bits(d.bits), "ppr-bits": _measured_bits(r.bits)},
    )  # fmt: skip
    return f"{first} {message('choice-ppr')} {price}"


def _even(result: MetricPrivacyResult) -> str:
    """The fewest bits of the curve along the bits in which discrete Laplace has about PPR's error; "" for none."""
    curves, limit = result.along_size, _ALIKE * result.error_by_law
    if curves is None:
        return ""
    reached = np.flatnonzero(np.asarray(curves.discrete[0]) <= limit)
    return number(curves.x[reached[0]]) if len(reached) else ""


def _running(result: MetricPrivacyResult) -> str:
    """Why PPR is not run, where it is not."""
    if result.reports is not None:
        return ""
    size = exponential(result.parameters.log_ratio_bound)
    return message("running", size=size, most=number(int(MOST_CANDIDATES)))


def _bias(result: MetricPrivacyResult) -> str:
    """How far the grid shifts discrete Laplace, where that is seen."""
    p, r, d = result.parameters, result.reports, result.discrete_reports
    if r is None or d is None:
        return ""
    x, _ = p.along
    (ours, our_error), (theirs, their_error) = (mean_and_error(reports.z[:, 0] - x) for reports in (r, d))
    if abs(theirs) < 2 * their_error:
        return ""
    kind = "truncated" if theirs * x < 0 else "grid"
    return message("bias", kind=kind, ppr=measured(ours, our_error), discrete=measured(theirs, their_error))


def _plane(result: MetricPrivacyResult) -> str:
    """What the picture of the plane shows, and whom both schemes hold to the same ε."""
    p = result.parameters
    kind = "inside" if not result.outside else "one" if result.outside == 1 else "outside"
    return message(
        "plane-note", who=p.compare, kind=kind, outside=number(result.outside),
        epsilon=number(p.epsilon), theorem=number(result.decoder.epsilon), per=message("per", km=bool(p.unit)),
    )  # fmt: skip


def _errors(result: MetricPrivacyResult) -> str:
    """For each size of a message, from which ε on PPR's error is the smaller."""
    p, curves = result.parameters, result.along_epsilon
    if curves is None:
        return message("errors-waiting")
    parts = []
    for bits, crossing, ours, theirs in zip(p.budgets, result.crossings, curves.ppr, curves.discrete, strict=True):
        kind = "never" if math.isnan(crossing) else "from"
        kind = "unfit" if np.isnan(ours).all() else "ungrid" if np.isnan(theirs).all() else kind
        parts.append(message("errors-part", kind=kind, bits=_bits(bits), epsilon=number(crossing)))
    return " ".join((*parts, message("errors-range", last=number(curves.x[-1]), who=p.compare)))


def _guaranteed(result: MetricPrivacyResult) -> str:
    """What the curves of PPR along ε are, and which of them are missing."""
    p = result.parameters
    fits = zip(p.budgets, p.fitting_epsilons, strict=True)
    missing = [message("errors-missing", bits=_bits(bits)) for bits, epsilon in fits if not epsilon]
    return " ".join((message("errors-how", trials=number(p.trials)), *missing))


def _sizes(result: MetricPrivacyResult) -> str:
    p, curves = result.parameters, result.along_size
    if curves is None:
        return message("sizes-waiting")
    unit = " km²" if p.unit else ""
    last = curves.discrete[0][-1]
    error = measured(float(last), float(curves.discrete_error[0][-1])) if last < 1e5 else number(float(last))
    text = message(
        "sizes-caption", kind="none" if math.isnan(last) else "grid", epsilon=number(p.epsilon),
        error=f"{number(result.error_by_law)}{unit}", bound=number(result.size_bits),
        other=number(p.factor * p.epsilon), discrete=f"{error}{unit}", bits=number(curves.x[-1]),
    )  # fmt: skip
    if result.reports is None:
        return text
    return f"{text} {message('sizes-real', bits=number(result.reports.bits.value))}"


def _cells(result: MetricPrivacyResult) -> str:
    parts = []
    for bits, cells in zip(result.parameters.budgets, result.cells, strict=False):
        if cells is None:
            parts.append(message("cells-part", kind="none", bits=_bits(bits), coded="", words=""))
            continue
        words = number(cells.words) if cells.exact else message("at-most", bits=number(cells.words))
        kind = "plain" if math.isnan(cells.coded) else "coded"
        parts.append(
            message("cells-part", kind=kind, bits=_bits(cells.volume), coded=number(cells.coded, 4), words=words)
        )
    parts += [message("cells-volume")] * (result.parameters.accounting == "volume")
    return message("cells-caption", parts=" ".join(parts))


def _ratios(result: MetricPrivacyResult) -> str:
    p, s = result.parameters, result.strips
    there = np.flatnonzero(~np.isnan(s.measured))
    limit = f"ε·‖x − x′‖ = {number(s.limit)}"
    if not len(there):
        return message("ratios-waiting", limit=limit)
    far = there[np.argmax(np.abs(s.measured[there]))]
    return message(
        "ratios-caption", seen=measured(float(s.measured[far]), float(s.error[far])), limit=limit,
        theorem=number(result.decoder.epsilon * p.distance), decoder=number(result.accounted),
        delta=number(DECODER_DELTA),
    )  # fmt: skip


def _unit(result: MetricPrivacyResult) -> str:
    return message("unit", km=bool(result.parameters.unit))


def _bits(bits: float) -> str:
    return message("bits", one=bits == 1, bits=number(bits))


def _measured_bits(bits: Mean) -> str:
    return message("bits", one=False, bits=measured(bits.value, bits.error))


def _distance(result: MetricPrivacyResult, distance: float) -> str:
    return with_unit(number(distance), result.parameters.unit)


def _apart(result: MetricPrivacyResult) -> str:
    """The distance of x and x′."""
    return _distance(result, result.parameters.distance)


def _power(exponent: float) -> str:
    """e to a power: the power and its value."""
    whole = abs(exponent - round(exponent)) < 1e-9
    name = f"e{superscript(round(exponent))}" if whole else f"exp({number(exponent)})"
    if exponent > 20:
        return name
    millions = int(math.exp(exponent) / 1e6)
    if millions:
        return message("millions", power=name, count=millions, shown=number(millions))
    return f"{name} = {number(math.exp(exponent))}"
