"""Dyadic quantized Laplace: exact Laplace noise from one whole number, private in two views."""

from __future__ import annotations

from pages.drawings.dyadic_quantized_laplace.comparisons import errors, lengths, slopes, tradeoff, views
from pages.drawings.dyadic_quantized_laplace.message import message
from pages.ui import charts, page
from ppr_core.experiments.contract import Story
from ppr_core.experiments.dyadic_quantized_laplace import EXPERIMENT, DqlResult

# What is said above each further picture.
ERRORS = """Left: bars inside the grey band are consistent with Laplace(1/ε); of 100 perfect samples 99 stay inside
with all bars. Right: after rounding only values one step apart occur, drawn as spikes; the law has all in between."""
VIEWS = """ε per unit of L1 distance against the database, νε against the decoder: as x′ moves away from x, the
log-likelihood of what is seen changes at most that fast. Layered dither (rounding to a grid of random step and shift,
which the decoder knows, without private noise) lets its decoder exclude inputs altogether."""
SLOPES = """Exact likelihoods at neighbouring inputs; for the decoder over 500 messages. Piecewise-linear quantizer: DQL
with one step only, its error's density joins Laplace's values by straight lines. Layered dither: a shared grid of
random step, no private noise. Subtractive dither: the same with a fixed step, so the error is uniform."""
LENGTHS = "Exact expectations over all randomness; the point is the mean of the messages sent, ± 2 standard errors."


def main(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """One message on its way, or what fixed bits allow."""
    return (message if result.tradeoff is None else tradeoff)(result, story, theme)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Dyadic quantized Laplace",
        question="Can one whole number carry exact Laplace noise and still hide x from the decoder?",
        main=main,
        views=(
            page.View("Exactness", errors, ERRORS),
            page.View("Two privacies", views, VIEWS),
            page.View("Steepest slopes", slopes, SLOPES),
            page.View("Bits along ν and ε", lengths, LENGTHS),
        ),
        step="step",
        tiles=4,
        last_step=lambda result: result.last_step,
    )
)
