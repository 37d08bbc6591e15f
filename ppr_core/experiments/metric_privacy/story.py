"""What a result of the experiment `metric_privacy` says."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ppr_core.diagnostics import mean_and_error
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.metric_privacy.formulas import formulas
from ppr_core.experiments.metric_privacy.parameters import MOST_CANDIDATES
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult, Reports
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import (
    DECODER,
    READER,
    laplace_metric_error,
    laplace_metric_length,
    laplace_metric_size,
    ppr_overhead_bits,
)
from ppr_core.wording import exponential, measured, number, percent, rounded_up, superscript, with_unit

__all__ = ["tell"]

_PAPER = "ppr.corollary13"
_MANY = 500  # dimensions of the paper's figure


def tell(result: MetricPrivacyResult) -> Story:
    """The numbers, sentences and formulas of a result; captions of the plane and of every further chart."""
    errors = _errors(result)
    captions = {
        "plane": _plane(result),
        "errors": errors,
        "guaranteed": _guaranteed(result),
        "sizes": _sizes(result),
        "cells": _cells(result),
        "ratios": _ratios(result),
    }
    cells = captions["cells"] if result.cells else ""
    notices = (_choice(result), _meaning(result), _running(result), _bias(result), cells, _axis(result))
    reports = result.reports if result.parameters.dimension == 2 else None
    finding = errors if reports is None else _finding(result, reports)
    return Story(_quantities(result), finding, tuple(filter(None, notices)), partial(formulas, result), captions)


def _quantities(result: MetricPrivacyResult) -> tuple[Quantity, ...]:
    p, reports, discrete = result.parameters, result.reports, result.discrete_reports
    distance, square, per = ("\u00a0km", "km²", "per km") if p.unit else ("", "", "")
    quantities: list[Quantity] = []
    if reports is None:
        fits, bits = min(p.fitting_epsilons[0], p.epsilon), p.budgets[0]
        error = laplace_metric_error(dimension=p.dimension, epsilon=fits).value if fits else math.inf
        largest = f"Largest ε ≤ {number(p.epsilon)} in {bits} bits"
        quantities += [
            Quantity("fitting_error", f"PPR's squared error in {bits} bits", error),
            Quantity("fitting", largest, fits, "", "bound", source=_PAPER),
        ]
    else:
        within = f"Reports within {number(result.radius)}{distance}"
        quantities += [
            Quantity.measured("bits", "PPR's message, Elias delta", reports.bits, "bits"),
            Quantity.measured("within", within, reports.within, "%", times=100.0),
        ]
    exact = f"ε against PPR's decoder at {_apart(result)}, at δ = {number(DECODER_DELTA)}"
    read = f"ε against the database at {_apart(result)}, at δ = {number(DECODER_DELTA)}"
    quantities += [
        Quantity.promised("database", "ε against the database", p.channel().metric_privacy(), per),
        Quantity("reader_exact", read, result.reader, "nats", "guarantee", source="output.loss"),
        Quantity("decoder_exact", exact, result.accounted, "nats", "guarantee", source="ppr.renyi"),
        Quantity.promised("decoder", "ε against PPR's decoder, any distance", result.decoder, per),
    ]
    if reports is not None:
        quantities.append(Quantity.measured("error", "PPR's squared error", reports.squared_error, square))
    quantities.append(Quantity("error_law", "Squared error by the law", result.error_by_law, square))
    if discrete is not None:
        squared, cells = "Squared error of discrete Laplace", "Discrete Laplace, a word for every cell"
        source = "ppr.metric_experiment"
        quantities += [
            Quantity.measured("discrete_error", squared, discrete.squared_error, square),
            Quantity(
                "discrete_bits", cells, discrete.bits, "bits", "exact" if discrete.exact else "bound", source=source
            ),
        ]
    quantities.append(Quantity("bound", "PPR's mean bits at most", result.size_bits, "bits", "bound", source=_PAPER))
    if reports is not None:
        quantities.append(Quantity.measured("candidates", "Candidates looked at", reports.candidates))
    return tuple(quantities)


def _finding(result: MetricPrivacyResult, r: Reports) -> str:
    """Of reports in the plane."""
    p = result.parameters
    share = measured(100 * r.within.value, 100 * r.within.error, "%")
    limit = p.epsilon * p.distance
    text = (
        f"{share} of PPR's reports lie within {number(result.radius)} km of the true location, where the law puts "
        f"{percent(p.confidence)}, at {measured(r.bits.value, r.bits.error)} bits each in Elias delta code"
    )
    if limit == 0:
        return f"{text}. The other location is the same one."
    return (
        f"{text}; any report is at most {_power(limit)} times likelier from x than from x′, {number(p.distance)} km "
        f"away, and vice versa. x and x′ have ε = {number(result.reader)} against a reader, and against PPR's decoder "
        f"ε = {number(result.accounted)} (numerical accounting, δ = {number(DECODER_DELTA)}); Theorem 9 says "
        f"{number(result.decoder.epsilon * p.distance)}."
    )


def _choice(result: MetricPrivacyResult) -> str:
    """Which of the two schemes is better where."""
    p, r, d = result.parameters, result.reports, result.discrete_reports
    exactly = "PPR has the exact law: no bias, no grid, no truncation to the region"
    if p.adversary is DECODER:
        price = f"both hold 2αε = {number(result.decoder.epsilon)} against their decoders"
    else:
        price = f"PPR's decoder may learn 2αε = {number(result.decoder.epsilon)}, the other's only {number(p.epsilon)}"
    if r is None or d is None:
        return f"Which one? The curves show the errors at equal bits; {price}. {exactly}."
    here = result.size_bound.value / p.dimension
    wide = p.norm_bound * _MANY / p.dimension
    there = laplace_metric_size(dimension=_MANY, norm_bound=wide, epsilon=p.epsilon, alpha=p.alpha).value / _MANY
    ours, theirs = r.squared_error, d.squared_error
    gap, noise = theirs.value - ours.value, math.hypot(ours.error, theirs.error)
    smaller = "discrete Laplace's" if gap < 0 else "PPR's"
    verdict = "about equal" if abs(gap) < 3 * noise else f"{smaller} is smaller"
    return (
        f"Which one? The mean squared error of discrete Laplace is {measured(theirs.value, theirs.error)} km² in "
        f"{number(d.bits)} bits, PPR's {measured(ours.value, ours.error)} km² in "
        f"{measured(r.bits.value, r.bits.error)} bits: {verdict}; {price}. {exactly}, and in many dimensions few bits: "
        f"by Corollary 13 at most {number(rounded_up(here, 2), 2)} for a coordinate here, "
        f"{number(rounded_up(there, 2), 2)} in {_MANY} dimensions with the same εC/d."
    )


def _meaning(result: MetricPrivacyResult) -> str:
    p, unit = result.parameters, result.parameters.unit or "unit of distance"
    return (
        f"ε = {number(p.epsilon)} per {unit}: whoever sees a report sees it at most exp(εr) times as often from one "
        f"input as from another at distance r. That is {_power(p.epsilon * p.distance)} for x and x′. PPR's decoder "
        f"also knows which candidates were not chosen: against it, for inputs up to {_apart(result)} apart, "
        f"ε = {number(result.accounted)} (numerical accounting, δ = {number(DECODER_DELTA)}); Theorem 9 says 2αε = "
        f"{number(result.decoder.epsilon)} per {unit}, here {number(result.decoder.epsilon * p.distance)}. "
        "Discrete Laplace sends nothing but the report."
    )


def _running(result: MetricPrivacyResult) -> str:
    p, channel = result.parameters, result.parameters.channel()
    size = exponential(p.log_ratio_bound)
    why = (
        "PPR looks for its report in a shared random list, whose law must reach as far out as the noise. The Gaussian "
        "law of the paper's Corollary 13 does not: the ratio of Laplace's density to it has no bound, and no encoder "
        "can know that it has looked at enough candidates."
    )
    if result.reports is None:
        return (
            f"{why} The Laplace proposal with the least bound, ε′ = {number(channel.proposal_epsilon)}, has "
            f"r* = {size}. Above {number(int(MOST_CANDIDATES))} candidates nothing is run: PPR's curves are Corollary "
            "13's bits with the error of the exact law. Chunks do not help, as the noise is not independent over "
            "coordinates."
        )
    divergence = float(channel.divergence_bits(p.point(1.0)[None])[0])
    gaussian = laplace_metric_length(**p.ball, epsilon=p.epsilon, alpha=p.alpha).value - ppr_overhead_bits(p.alpha)
    return (
        f"{why} Here candidates follow a Laplace law with ε′ = {number(channel.proposal_epsilon)}, with ratios up to "
        f"r* = {size}. At the edge of the region it has a KL of {number(divergence)} bits, the Gaussian "
        f"{number(gaussian)}; messages took {measured(result.reports.bits.value, result.reports.bits.error)} bits "
        f"where Corollary 13 allows {number(result.size_bits)}."
    )


def _bias(result: MetricPrivacyResult) -> str:
    p, r, d = result.parameters, result.reports, result.discrete_reports
    if r is None or d is None:
        return ""
    x = p.position * p.norm_bound
    (ours, our_error), (theirs, their_error) = (mean_and_error(one.z[:, 0] - x) for one in (r, d))
    text = (
        f"On average PPR's reports lie {measured(ours, our_error)} km east of the true location, those of discrete "
        f"Laplace {measured(theirs, their_error)} km. "
    )
    if abs(theirs) < 2 * their_error:
        return text + "Both truncation to the region and the grid shift the latter; here the two are not seen."
    if theirs * x < 0:
        return text + "Truncation to the region pulls the latter towards the centre: a smaller error, but a biased one."
    return text + "The grid shifts the latter: the middle of a cell stands for all of it."


def _axis(result: MetricPrivacyResult) -> str:
    p = result.parameters
    if p.adversary is READER:
        return (
            "Compared at the same ε against the reader. At equal guarantees against the decoder discrete Laplace "
            f"could use 2α = {number(2 * p.alpha)} times PPR's ε (the setting “{fields.FIELDS['against'].label}”)."
        )
    return (
        "The curves compare equal guarantees against the decoder: PPR's mechanism has ε/(2α), discrete Laplace has ε. "
        "The paper's figure calls this axis ε; it is reproduced with this reading, with uniform inputs in the ball."
    )


def _plane(result: MetricPrivacyResult) -> str:
    """What the picture of the plane shows."""
    text = f"PPR: Poisson private representation, in Elias delta code. x: true location; x′: another. {_held(result)} "
    text += "A square's area: the reports in its cell."
    if result.outside:
        text += f" {number(result.outside)} of PPR's reports lie beyond the picture."
    return text


def _held(result: MetricPrivacyResult) -> str:
    """Whom both schemes hold to the same ε."""
    p, per = result.parameters, "per km" if result.parameters.unit else "per unit of distance"
    server = f"2αε = {number(result.decoder.epsilon)}"
    if p.adversary is DECODER:
        return (
            f"Held fixed: {DECODER.label}, at {server} {per}; of its own PPR's mechanism has ε = {number(p.epsilon)}."
        )
    return f"Held fixed: the reader, at ε = {number(p.epsilon)} {per}; PPR's decoder may learn {server}."


def _errors(result: MetricPrivacyResult) -> str:
    p, curves = result.parameters, result.along_epsilon
    if curves is None:
        return "The error curves are not simulated yet."
    parts, never, text = [], [], []
    for bits, crossing, ours, theirs in zip(p.budgets, result.crossings, curves.ppr, curves.discrete, strict=True):
        plural = "s" if bits != 1 else ""
        if np.isnan(ours).all():
            text.append(f"by Corollary 13 PPR fits at no ε into {bits} bit{plural}")
        elif np.isnan(theirs).all():
            text.append(f"{bits} bit{plural} cannot number the cells of any grid")
        elif math.isnan(crossing):
            never.append(f"{bits}")
        else:
            parts.append(f"{bits} bits from ε = {number(crossing)} on")
    if parts:
        text.insert(0, f"PPR has the smaller error in {', '.join(parts)}; below, truncation helps discrete Laplace")
    if never:
        text.append(f"in {', '.join(never)} bits discrete Laplace has the smaller error")
    sentence, against = "; ".join(text), p.adversary.promise
    return f"{sentence[0].upper()}{sentence[1:]} ({against}, up to {number(curves.x[-1])})."


def _sizes(result: MetricPrivacyResult) -> str:
    p, curves = result.parameters, result.along_size
    if curves is None:
        return "The error along the bits is not simulated yet."
    unit = " km²" if p.unit else ""
    text = f"PPR's squared error at ε = {number(p.epsilon)} is {number(result.error_by_law)}{unit}"
    text += f", by Corollary 13 in at most {number(result.size_bits)} bits"
    last = curves.discrete[0][-1]
    if math.isnan(last):
        return f"{text}; no grid of discrete Laplace has a word for every cell in so few bits."
    error = measured(float(last), float(curves.discrete_error[0][-1])) if last < 1e5 else number(float(last))
    bits, other = number(curves.x[-1]), number(p.factor * p.epsilon)
    text += f"; discrete Laplace at ε = {other} comes to {error}{unit} in {bits} bits"
    if result.reports is not None:
        text += f". Real messages of PPR take {number(result.reports.bits.value)} bits"
    return f"{text}."


def _cells(result: MetricPrivacyResult) -> str:
    parts = []
    for bits, one in zip(result.parameters.budgets, result.cells, strict=False):
        if one is None:
            parts.append(f"{bits} bits number no grid, because 2^d cells meet at the centre")
            continue
        coded = "" if math.isnan(one.coded) else f", {number(one.coded, 4)} with an ideal code of single coordinates"
        most = "" if one.exact else "at most "
        parts.append(f"{number(one.volume)} by volume{coded}, {most}{number(one.words)} with a word for every cell")
    text = f"A cell of discrete Laplace takes these bits: {'; '.join(parts)}."
    if result.parameters.accounting == "volume":
        text += (
            " The paper counts by volume. Cells that the edge of the ball cuts can occur too, and in many dimensions "
            "nearly all are such: the real messages are longer than the curves say."
        )
    return text


def _ratios(result: MetricPrivacyResult) -> str:
    p, s = result.parameters, result.strips
    there = np.flatnonzero(~np.isnan(s.measured))
    limit = f"ε·‖x − x′‖ = {number(s.limit)}"
    if not len(there):
        return f"Along the line the logarithm of the likelihood ratio stays within {limit}."
    far = there[np.argmax(np.abs(s.measured[there]))]
    seen = measured(float(s.measured[far]), float(s.error[far]))
    decoder = number(result.decoder.epsilon * p.distance)
    return (
        f"The largest log-ratio seen in a strip is {seen}; {limit} is the limit of reports, {decoder} the decoder's by "
        f"Theorem 9; by numerical accounting its ε is {number(result.accounted)} at δ = {number(DECODER_DELTA)}."
    )


def _guaranteed(result: MetricPrivacyResult) -> str:
    """What the curves of PPR along ε are, and which of them are missing."""
    p, text = result.parameters, "PPR: guaranteed bits, not measured"
    fits = zip(p.budgets, p.fitting_epsilons, strict=True)
    missing = [str(bits) for bits, epsilon in fits if not epsilon]
    if missing:
        few = "is fewer" if missing == ["1"] else "are fewer"
        unit = "bit" if missing == ["1"] else "bits"
        text += f"; {' and '.join(missing)} {unit} {few} than the bound can guarantee at any ε"
    return f"{text}."


def _apart(result: MetricPrivacyResult) -> str:
    """The distance of x and x′."""
    return with_unit(number(result.parameters.distance), result.parameters.unit)


def _power(exponent: float) -> str:
    """e to a power: the power and its value."""
    whole = abs(exponent - round(exponent)) < 1e-9
    name = f"e{superscript(round(exponent))}" if whole else f"exp({number(exponent)})"
    return name if exponent > 20 else f"{name} = {number(math.exp(exponent))}"
