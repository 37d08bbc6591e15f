"""The charts that several pages share, drawn from plain columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pages.ui.charts import layers
from pages.ui.charts.composition import layered
from pages.ui.charts.forms import Layers, Spec, Values
from pages.ui.charts.layers import Axis
from pages.ui.charts.theme import Theme

__all__ = ["Series", "discrete_law", "quantile_plot", "sweep"]

MOST_POINTS = 60  # quantiles closer than that are drawn as a line


@dataclass(frozen=True)
class Series:
    """Values y (n) at x (n), measured with standard errors (n), or exact where they are None."""

    label: str
    role: str
    x: Values
    y: Values
    standard_error: Values | None = None


def quantile_plot(
    series: Sequence[Series], *, x: Axis, y: Axis, theme: Theme, band: tuple[Values, Values, Values], band_label: str
) -> Spec:
    """Quantiles of the outputs (y) against those of the law (x), the diagonal where both are equal.

    band: quantiles of the law with the lower and upper limit of the outputs' quantiles.
    """
    ends = [limit(limit(each.x) for each in series) for limit in (min, max)]
    region = layers.band(*band, role="law")
    diagonal = layers.line(ends, ends, label=band_label, role="law", on_band=True)
    measured = (
        layers.line(each.x, each.y, label=each.label, role=each.role)
        if len(each.x) > MOST_POINTS
        else layers.points_with_errors(each.x, each.y, None, label=each.label, role=each.role)
        for each in series
    )
    return layered(region, diagonal, *measured, x=x, y=y, theme=theme)


def discrete_law(
    series: Sequence[Series], exact: Values, *, x: Axis, theme: Theme, y: Axis | None = None, exact_label: str = "exact"
) -> Spec:
    """Bars of measured frequencies ± one standard error beside each other, diamonds at the law's probabilities.

    ``x.categories`` names the outcomes; series[i].y and exact: one value for each; series[i].x is not used.
    """
    places, width = range(len(x.categories)), 0.8 / len(series)
    groups = []
    for index, each in enumerate(series):
        centres = [place + (index + 0.5) * width - 0.4 for place in places]
        kind = {"label": each.label, "role": each.role, "width": 0.9 * width}
        groups.append(layers.bars_with_errors(centres, each.y, each.standard_error, **kind))
    diamonds = layers.value_marker(places, exact, label=exact_label)
    return layered(*groups, diamonds, x=x, y=y or Axis("Probability", zero=True), theme=theme)


def sweep(series: Sequence[Series], *, x: Axis, y: Axis, theme: Theme, bounds: Sequence[Series] = ()) -> Spec:
    """Measured or exact curves along a parameter, each named where it ends, with the bounds of theorems.

    A series with standard errors is drawn as points ± one standard error, one without as a line.
    """
    groups: list[Layers] = [layers.bound_line(x=each.x, y=each.y, label=each.label, role=each.role) for each in bounds]
    for each in series:
        named = {"label": each.label, "role": each.role, "at_end": True}
        if each.standard_error is None:
            groups.append(layers.line(each.x, each.y, **named))
        else:
            groups.append(layers.points_with_errors(each.x, each.y, each.standard_error, joined=True, **named))
    return layered(*groups, x=x, y=y, theme=theme)
