"""The formulas of the experiment `metric_privacy`, with its numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.metric_privacy.result import MetricPrivacyResult
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot
from ppr_core.guarantees import laplace_metric_error, laplace_metric_length
from ppr_core.wording import number

__all__ = ["formulas"]

_PAPER = "ppr.corollary13"
_EPSILON = Slot(r"\varepsilon", "privacy of the mechanism", "nats per km, or per unit of C beyond the plane")
_DIMENSION = Slot("d", "dimension")
_LENGTH = Slot(r"\ell", "exponent of Corollary 13", "bits")

RATIO = Rule(
    "What a report tells of two inputs at a distance",
    r"\left|\ln \frac{f(z \mid x)}{f(z \mid x')}\right| \le",
    r"<epsilon> \cdot <distance>",
    {"epsilon": _EPSILON, "distance": Slot(r"\Vert x - x' \Vert", "distance of the two locations")},
    lambda epsilon, distance: epsilon * distance,
    "metric.definition",
)
CIRCLE = Rule(
    "The circle around the true location, in the plane",
    r"P(\Vert Z - x \Vert \le R) =",
    r"1 - (1 + <epsilon> \cdot <radius>) \cdot e^{-<epsilon> \cdot <radius>}",
    {"epsilon": _EPSILON, "radius": Slot("R", "radius of the circle", "km")},
    lambda epsilon, radius: 1 - (1 + epsilon * radius) * math.exp(-epsilon * radius),
    "metric.laplace",
)
DECODER = replace(
    DECODER_LOSS,
    title="What PPR's decoder may learn, per unit of distance",
    slots={**DECODER_LOSS.slots} | {"epsilon": _EPSILON},
    source="ppr.theorem9",
)
ERROR = Rule(
    "Squared error of PPR, as of the mechanism itself",
    r"\mathbb{E}\Vert Z - X \Vert^2 =",
    r"\frac{<dimension> \cdot (<dimension> + 1)}{<epsilon>^2}",
    {"dimension": _DIMENSION, "epsilon": _EPSILON},
    lambda dimension, epsilon: laplace_metric_error(dimension=dimension, epsilon=epsilon).value,
    _PAPER,
)
LENGTH = Rule(
    "Corollary 13: the exponent of a message",
    r"\ell =",
    r"\frac{<dimension>}{2} \cdot \log_2\left(\frac{2}{e} \cdot \left(\frac{(<norm_bound> \cdot <epsilon>)^2}"
    r"{<dimension>} + <dimension> + 1\right)\right) - <volume> + \frac{\log_2 3.56}{\min\{(<alpha> - 1)/2,\; 1\}}",
    {
        "dimension": _DIMENSION,
        "epsilon": _EPSILON,
        "alpha": DECODER_LOSS.slots["alpha"],
        "norm_bound": Slot("C", "radius of the ball of inputs"),
        "volume": Slot(r"\log_2 \frac{\Gamma(d + 1)}{\Gamma(\frac{d}{2} + 1)}", "of the dimension alone", "bits"),
    },
    lambda volume, **shape: laplace_metric_length(**shape).value,
    _PAPER,
)
SIZE = replace(
    CODE_LENGTH["zipf_shannon"], left=r"\mathbb{E}[\text{bits}] \le", slots={"index_bits": _LENGTH}, source=_PAPER
)
CANDIDATES = Rule(
    "The proposal that can be run: Laplace with ε′ < ε",
    "r^* =",
    r"\left(\frac{<epsilon>}{<proposal>}\right)^{<dimension>} \cdot e^{<proposal> \cdot <norm_bound>}",
    {
        "dimension": _DIMENSION,
        "epsilon": _EPSILON,
        "proposal": Slot(r"\varepsilon'", "of the proposal, min(d/C, ε)"),
        "norm_bound": LENGTH.slots["norm_bound"],
    },
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
    share = Symbol("P", "share of reports within the circle", p.confidence, "", "confidence")
    length = laplace_metric_length(**ball, alpha=p.alpha).value
    volume = (math.lgamma(p.dimension + 1) - math.lgamma(p.dimension / 2 + 1)) / math.log(2)
    size = f"From the exponent to the mean size: rounded up, {number(result.size_bits)} bits"
    formulas = [
        RATIO.at(fields, digits=8, **e, distance=p.distance),
        DECODER.at(fields, digits=8, **e, alpha=p.alpha),
        ERROR.at(fields, digits=8, **e, **d),
        LENGTH.at(fields, digits=12, **ball, alpha=p.alpha, volume=volume),
        SIZE.at(title=size, digits=8, index_bits=length),
    ]
    if p.dimension == 2:
        formulas.insert(2, CIRCLE.at(fields, digits=10, more=(share,), **e, radius=result.radius))
    if p.runs:
        formulas.append(CANDIDATES.at(fields, digits=8, **ball, proposal=p.channel().proposal_epsilon))
    return tuple(formulas)
