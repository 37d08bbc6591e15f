"""The formulas behind a check, with its numbers."""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import PrivUnitChannel
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.experiments.vocabulary.formulas import DECODER_LOSS, INDEX_BITS, Rule, Slot
from ppr_core.planning import theorem
from ppr_core.texts import Messages
from ppr_core.wording import latex

__all__ = ["cap_of", "formulas"]

message = Messages("parameter_check")


def formulas(result: ParameterCheckResult) -> tuple[Formula, ...]:
    """What the indices cost, what the decoder may learn, and how far a PrivUnit report is from its vector."""
    if result.modelled:
        return (_price(result),)
    s = result.solution
    looser = theorem(s.settled, s.alpha, s.option.indices if result.parameters.setup.kind.chunked else 1)
    loss = result.mechanism.local.epsilon if math.isinf(s.alpha) else looser.epsilon / (2 * s.alpha)
    fields, alpha = {"alpha": "alpha"}, s.alpha
    shown = [
        INDEX_BITS.at(fields, title=message("formula-bits"), divergence=s.option.divergence,
                      messages=s.option.indices, alpha=alpha),
        DECODER_LOSS.at(fields, title=message("formula-decoder"), source=looser.source, alpha=alpha, epsilon=loss),
    ]  # fmt: skip
    if result.parameters.setup.kind.chunked and math.isfinite(alpha):
        distance = 2 * result.parameters.norm_bound / result.mechanism.noise
        shown.append(_second_order().at(fields, alpha=alpha, mu=distance))
    if s.option.split:
        shown.append(_scale(cap_of(result)))
    return tuple(shown)


def _price(result: ParameterCheckResult) -> Formula:
    """The error of a trust model over that of a trusted server."""
    rule = Rule(
        message("formula-price"),
        "r =",
        r"\frac{<model>}{<trusted>}",
        {"model": Slot("e", message("symbol-model")), "trusted": Slot("e_1", message("symbol-trusted"))},
        lambda model, trusted: model / trusted,
    )
    fields = {"model": "trusted", "trusted": "epsilon"}
    return rule.at(fields, model=result.checked.error or 1.0, trusted=result.mechanism.error or 1.0)


def cap_of(result: ParameterCheckResult) -> PrivUnitChannel:
    """The PrivUnit channel that is used."""
    settled = result.solution.settled
    channel, _ = settled.kind.channel(settled)
    assert isinstance(channel, PrivUnitChannel)
    return channel


def _second_order() -> Rule:
    """What the decoder learns of Gaussian noise, as a Rényi divergence."""
    return Rule(
        message("formula-second"),
        "D_2 =",
        r"<alpha>^2 <mu>^2 + "
        r"\ln\left(\frac{1}{<alpha>} + \left(1 - \frac{1}{<alpha>}\right) e^{-<alpha>^2 <mu>^2}\right)",
        {"alpha": Slot(r"\alpha", message("symbol-order")), "mu": Slot(r"\mu", message("symbol-distance"))},
        lambda alpha, mu: float(np.logaddexp(math.log1p(-1 / alpha), (alpha * mu) * (alpha * mu) - math.log(alpha))),
        "ppr.renyi",
    )


def _scale(channel: PrivUnitChannel) -> Formula:
    """The squared error from γ and ε."""
    symbols = {
        r"\gamma": ("gamma", channel.gamma),
        "p": ("probability", channel.cap_probability),
        r"\theta": ("share", channel.cap_mass),
        "m": ("length", channel.scale),
    }
    return Formula(
        message("formula-report"),
        r"\mathbb{E}\lVert z/m - x \rVert^2 = \frac{1}{m^2} - 1, \qquad m = \frac{(1 - \gamma^2)^{(d-1)/2}}"
        r"{(d-1)\,B(\frac{1}{2}, \frac{d-1}{2})} \left( \frac{p}{\theta} - \frac{1-p}{1-\theta} \right)",
        rf"\mathbb{{E}}\lVert z/m - x \rVert^2 = \frac{{1}}{{{latex(channel.scale, 6)}^2}} - 1",
        channel.error_per_client,
        tuple(Symbol(symbol, message(f"symbol-{name}"), value) for symbol, (name, value) in symbols.items()),
        "privunit.definition",
    )
