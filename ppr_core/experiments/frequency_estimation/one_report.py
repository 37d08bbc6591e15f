"""One report of plain PI-RAPPOR on its way: from a category over two numbers to the votes that the server computes."""

from __future__ import annotations

from ppr_core.estimation.frequency import PairwiseIndependentRappor
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.texts import Messages
from ppr_core.wording import number, percent

__all__ = ["report"]

message = Messages("frequency_estimation")


def report(result: FrequencyEstimationResult) -> tuple[str, ...]:
    """The steps, in Markdown, with the numbers of the message that is drawn; none of another scheme."""
    if result.chosen.name != "pi_rappor":
        return ()
    sent, p = result.message, result.parameters
    oracle = p.oracle("pi_rappor")
    assert isinstance(oracle, PairwiseIndependentRappor)
    family, category, size = sent.family, p.sender, len(sent.values)
    first, slope = sent.coefficients
    own, votes = bool(sent.votes[category - 1]), number(int(sent.votes.sum()))
    value = {"first": number(first), "slope": number(slope), "prime": number(family.prime)}
    rest = number(int(sent.values[category - 1]))
    likely = {"own-share": percent(oracle.own, 2), "other": percent(family.bias, 2)}
    return (
        message("report-category", category=number(category), size=number(size)),
        message("report-numbers", bits=number(family.bits), **value),
        message("report-values", rest=rest, category=number(category), **value),
        message("report-votes", ones=number(family.ones), votes=votes, size=number(size), own=own),
        message("report-sum", **likely),
    )
