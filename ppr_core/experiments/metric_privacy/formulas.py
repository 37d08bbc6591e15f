"""The formulas of the experiment `metric_privacy`, with its numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot
from ppr_core.guarantees import laplace_metric_error, laplace_metric_length
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["formulas"]

message = Messages("metric_privacy")

_PAPER = "ppr.corollary13"


def _epsilon() -> Slot:
    return Slot(r"\varepsilon", message("symbol-epsilon"), message("symbol-epsilon-unit"))


def _dimension() -> Slot:
    return Slot("d", message("symbol-dimension"))


def _norm_bound() -> Slot:
    return Slot("C", message("symbol-norm-bound"))


def _ratio() -> Rule:
    return Rule(
        message("formula-ratio"),
        r"\left|\ln \frac{f(z \mid x)}{f(z \mid x')}\right| \le",
        r"<epsilon> \cdot <distance>",
        {"epsilon": _epsilon(), "distance": Slot(r"\Vert x - x' \Vert", message("symbol-distance"))},
        lambda epsilon, distance: epsilon * distance,
        "metric.definition",
    )


def _circle() -> Rule:
    return Rule(
        message("formula-circle"),
        r"P(\Vert Z - x \Vert \le R) =",
        r"1 - (1 + <epsilon> \cdot <radius>) \cdot e^{-<epsilon> \cdot <radius>}",
        {"epsilon": _epsilon(), "radius": Slot("R", message("symbol-radius"), "km")},
        lambda epsilon, radius: 1 - (1 + epsilon * radius) * math.exp(-epsilon * radius),
        "metric.laplace",
    )


def _decoder() -> Rule:
    slots = {**DECODER_LOSS.slots} | {"epsilon": _epsilon()}
    return replace(DECODER_LOSS, title=message("formula-decoder"), slots=slots, source="ppr.theorem9")


def _error() -> Rule:
    return Rule(
        message("formula-error"),
        r"\mathbb{E}\Vert Z - X \Vert^2 =",
        r"\frac{<dimension> \cdot (<dimension> + 1)}{<epsilon>^2}",
        {"dimension": _dimension(), "epsilon": _epsilon()},
        lambda dimension, epsilon: laplace_metric_error(dimension=dimension, epsilon=epsilon).value,
        _PAPER,
    )


def _length() -> Rule:
    volume = Slot(r"\log_2 \frac{\Gamma(d + 1)}{\Gamma(\frac{d}{2} + 1)}", message("symbol-volume"), "bits")
    return Rule(
        message("formula-length"),
        r"\ell =",
        r"\frac{<dimension>}{2} \cdot \log_2\left(\frac{2}{e} \cdot \left(\frac{(<norm_bound> \cdot <epsilon>)^2}"
        r"{<dimension>} + <dimension> + 1\right)\right) - <volume> + \frac{\log_2 3.56}{\min\{(<alpha> - 1)/2,\; 1\}}",
        {"dimension": _dimension(), "epsilon": _epsilon(), "alpha": DECODER_LOSS.slots["alpha"]}
        | {"norm_bound": _norm_bound(), "volume": volume},
        lambda volume, **shape: laplace_metric_length(**shape).value,
        _PAPER,
    )


def _size() -> Rule:
    exponent = Slot(r"\ell", message("symbol-exponent"), "bits")
    left = r"\mathbb{E}[\text{bits}] \le"
    return replace(CODE_LENGTH["zipf_shannon"], left=left, slots={"index_bits": exponent}, source=_PAPER)


def _candidates() -> Rule:
    proposal = Slot(r"\varepsilon'", message("symbol-proposal"))
    return Rule(
        message("formula-candidates"),
        "r^* =",
        r"\left(\frac{<epsilon>}{<proposal>}\right)^{<dimension>} \cdot e^{<proposal> \cdot <norm_bound>}",
        {"dimension": _dimension(), "epsilon": _epsilon(), "proposal": proposal, "norm_bound": _norm_bound()},
        lambda dimension, epsilon, proposal, norm_bound: math.exp(
            dimension * math.log(epsilon / proposal) + proposal * norm_bound
        ),
        "The smallest bound over ε′ is at ε′ = min(d/C, ε)",
    )


def formulas(result: MetricPrivacyResult) -> tuple[Formula, ...]:
    """From what a report tells to what it costs; the circle in the plane, r* where PPR is run."""
    p = result.parameters
    fields = {name: name for name in ("epsilon", "dimension", "alpha", "norm_bound")} | {"distance": "other"}
    e: dict[str, Any] = {"epsilon": p.epsilon}
    d: dict[str, Any] = {"dimension": p.dimension}
    ball = p.ball | e
    share = Symbol("P", message("symbol-share"), p.confidence, "", "confidence")
    length = laplace_metric_length(**ball, alpha=p.alpha).value
    volume = (math.lgamma(p.dimension + 1) - math.lgamma(p.dimension / 2 + 1)) / math.log(2)
    size = message("formula-size", bits=number(result.size_bits))
    formulas = [
        _ratio().at(fields, digits=8, **e, distance=p.distance),
        _decoder().at(fields, digits=8, **e, alpha=p.alpha),
        _error().at(fields, digits=8, **e, **d),
        _length().at(fields, digits=12, **ball, alpha=p.alpha, volume=volume),
        _size().at(title=size, digits=8, index_bits=length),
    ]
    if p.dimension == 2:
        formulas.insert(2, _circle().at(fields, digits=10, more=(share,), **e, radius=result.radius))
    if p.runs:
        formulas.append(_candidates().at(fields, digits=8, **ball, proposal=p.channel().proposal_epsilon))
    return tuple(formulas)
