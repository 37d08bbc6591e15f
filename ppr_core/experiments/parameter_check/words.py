"""Names that sentences, tables and pictures share, and what the first picture says beside its rows and below."""

from __future__ import annotations

import math

from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["alpha_note", "decoder_kind", "error_label", "level_label", "looser", "schemes_caption"]

message = Messages("parameter_check")

_FEW = 0.1  # bits of information in a report: almost none


def error_label(result: ParameterCheckResult, *, of_scheme: bool = False) -> str:
    """What the error of the checked settings is, or of any scheme beside them."""
    p, several = result.parameters, result.choice.measure == "squared" and result.solution.option.reports > 1
    several = several and not of_scheme
    entry = number(p.norm_bound / math.sqrt(p.dimension), 2)
    return message("tile-error", measure="reports" if several else result.choice.measure, entry=entry)


def level_label(result: ParameterCheckResult, name: str) -> str:
    """What a level or limit of the pictures is called."""
    return result.parameters.plain_label if name == "plain" else message("limit-label", name=name)


def decoder_kind(result: ParameterCheckResult, epsilon: float) -> str:
    """Whether the decoder is trusted, or learns without limit, or no more than an ε."""
    if result.parameters.setup.trusting:
        return result.parameters.trusted if result.modelled else "trusted"
    return "open" if math.isinf(epsilon) else "limited"


def schemes_caption(result: ParameterCheckResult) -> str:
    """Whom all schemes are held to the same ε against, and which are not."""
    setup, choice = result.parameters.setup, result.choice
    yours, *others = choice.schemes
    held = any(way.own < setup.epsilon for way in choice.schemes)
    broken = "held" if held else "no"
    if any("decoder_epsilon" in way.breaks for way in others):
        broken = "some"
    elif "decoder_epsilon" in yours.breaks:
        return message("chart-note-yours", limit=number(setup.decoder_epsilon))
    note = message(
        "chart-note", epsilon=number(setup.epsilon), central=setup.kind.central, broken=broken,
        kind=decoder_kind(result, setup.decoder_epsilon), limit=number(setup.decoder_epsilon),
    )  # fmt: skip
    if held:
        return f"{note} {message('chart-note-held')}"
    few = broken == "no" and not result.modelled and result.solution.option.divergence < _FEW
    numbers = result.parameters.dimension if result.parameters.vector else 0
    why = message("chart-note-why", epsilon=number(setup.epsilon), numbers=numbers, shown=number(numbers))
    return f"{why} {note}" if few else note


def alpha_note(result: ParameterCheckResult) -> tuple[str, str]:
    """What PPR sends, in short and with the two limits of the server at its α."""
    short = message("what", scheme="ppr", alpha=number(result.solution.alpha), chosen=result.parameters.choose_alpha)
    if not (double := looser(result)):
        return short, short
    known = {"epsilon": number(result.decoder.epsilon), "double": number(double)}
    return short, message("what-alpha", what=short, **known)


def looser(result: ParameterCheckResult) -> float:
    """2αε, where the server's limit computed for this channel is smaller: why α may be larger than ε′/2ε; else 0."""
    setup, decoder = result.parameters.setup, result.decoder
    double = 2 * result.solution.alpha * setup.epsilon
    return 0.0 if decoder.delta == 0 or setup.trusting or not decoder.epsilon < double < math.inf else double
