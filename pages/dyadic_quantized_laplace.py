"""Dyadic quantized Laplace: exact Laplace noise from one whole number, private in two views."""

from __future__ import annotations

from pages.drawings.dyadic_quantized_laplace.comparisons import errors, lengths, slopes, tradeoff, views
from pages.drawings.dyadic_quantized_laplace.message import message
from pages.ui import charts, page
from ppr_core.experiments.contract import Story
from ppr_core.experiments.dyadic_quantized_laplace import EXPERIMENT, DqlResult
from ppr_core.texts import Messages

said = Messages("dyadic_quantized_laplace")


def main(result: DqlResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """One message on its way, or what fixed bits allow."""
    return (message if result.tradeoff is None else tradeoff)(result, story, theme)


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Dyadic quantized Laplace",
        question=said("question"),
        main=main,
        views=(
            page.View(said("errors-tab"), errors, said("errors-note")),
            page.View(said("views-tab"), views, said("views-note")),
            page.View(said("slopes-tab"), slopes, said("slopes-note")),
            page.View(said("lengths-tab"), lengths, said("lengths-note")),
        ),
        step="step",
        last_step=lambda result: result.last_step,
    )
)
