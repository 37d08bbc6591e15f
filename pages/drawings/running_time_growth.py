"""How the candidates of a chunk grow with its size: the picture of a lesson that asks about them."""

from __future__ import annotations

from pages.ui import charts
from ppr_core.experiments.contract import Story
from ppr_core.experiments.running_time import RunningTimeResult
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["growth"]

message = Messages("running_time")


def growth(result: RunningTimeResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """r* up to the chosen size, with that size and its halves; of a whole vector's noise beside less noise."""
    sizes, bounds = result.growth()
    marked = list(zip(*result.growth(halves=True), strict=True))
    layers = [charts.line(sizes, bounds, label=message("legend-bound"), role="ppr")]
    if result.focus.point.noise == "vector":
        others, less = result.growth(other=True), message("legend-other", hides="vector")
        layers.append(charts.line(*others, label=less, role="bound"))
        marked = [marked[-1], (others[0][-1], others[1][-1])]
    layers.append(charts.value_marker(*zip(*marked, strict=True), role="ppr"))
    for size, bound in marked:
        named = message("growth-named", chunk=number(size), bound=number(bound))
        layers.append(charts.words(size, bound, named, align="right", baseline="bottom", dx=-12, dy=-6))
    x = charts.Axis(message("axis-chunk"), domain=(0.0, 1.02 * float(sizes[-1])))
    y = charts.Axis(message("axis-candidates"), scale="log")
    title, note = message("growth-title"), message("growth-note")
    table = {"chunk": sizes, "ratio_bound": bounds}
    return charts.Figure(charts.layered(*layers, x=x, y=y, theme=theme), "growth", title, story.captions["growth"],
                         table, note)  # fmt: skip
