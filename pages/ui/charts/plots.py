"""The charts that several pages share, drawn from plain columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pages.ui.charts import layers
from pages.ui.charts.composition import Spec, layered
from pages.ui.charts.layers import Axis, Layers, Values
from pages.ui.charts.theme import Theme

__all__ = [
    "Histogram",
    "Series",
    "difference_panel",
    "discrete_law",
    "histogram_with_law",
    "quantile_plot",
    "sweep",
]

MOST_POINTS = 60  # quantiles closer than that are drawn as a line


@dataclass(frozen=True)
class Histogram:
    """A measured density: heights (n) over bins between edges (n + 1), with standard errors (n) or None."""

    label: str
    role: str
    edges: Values
    density: Values
    standard_error: Values | None = None


@dataclass(frozen=True)
class Series:
    """Values y (n) at x (n), measured with standard errors (n), or exact where they are None."""

    label: str
    role: str
    x: Values
    y: Values
    standard_error: Values | None = None


def histogram_with_law(
    series: Sequence[Histogram],
    law_x: Values,
    law_density: Values,
    *,
    x: Axis,
    theme: Theme,
    expected: Values | None = None,
    expected_error: Values | None = None,
    z: float = 3.0,
    law_label: str = "law of the mechanism",
    side_by_side: bool = False,
) -> Spec | tuple[Spec, ...]:
    """Measured densities against the analytic one, law_density (m) at law_x (m).

    expected, expected_error (n each): the law's density averaged over each bin and its standard error for samples of
    this size; with them a band of ± z standard errors is drawn around the law, without them every bar carries ± z of
    its own. side_by_side: one chart for each histogram, on equal axes.
    """
    heights = [*law_density, *(height for one in series for height in one.density)]
    y = Axis("Probability density", f"1/{x.unit}" if x.unit else "", domain=(0.0, 1.08 * max(heights)))
    behind: Layers = ()
    banded = expected is not None and expected_error is not None
    if banded:
        low, high = _around(expected, expected_error, z)
        behind = layers.band(series[0].edges, low, high, label=law_label, role="law", in_key=False)
        law_label = f"{law_label} ± {z:g} standard errors"
    law = layers.line(law_x, law_density, label=law_label, role="law", on_band=banded)

    def chart(chosen: Sequence[Histogram]) -> Spec:
        filled = len(chosen) == 1
        drawn = [layers.bars(one.edges, one.density, label=one.label, role=one.role, filled=filled) for one in chosen]
        fills, outlines = zip(*drawn, strict=True)
        errors = () if banded else (_bin_errors(one, z) for one in chosen)
        return layered(fills, behind, law, outlines, *errors, x=x, y=y, theme=theme)

    return tuple(chart([one]) for one in series) if side_by_side else chart(series)


def difference_panel(
    series: Sequence[Series],
    band: Values,
    *,
    x: Axis,
    theme: Theme,
    y: Axis | None = None,
    z: float = 3.0,
) -> Spec:
    """Measured minus law: y holds the differences, band (n) the standard errors they have if the law holds."""
    low, high = _around([0.0] * len(band), band, z)
    name = f"law ± {z:g} standard errors"
    level = layers.line(series[0].x, [0.0] * len(series[0].x), label=name, role="law", on_band=True)
    expected = layers.band(series[0].x, low, high, label="law", role="law", in_key=False)
    measured = (layers.points_with_errors(one.x, one.y, None, label=one.label, role=one.role) for one in series)
    return layered(expected, level, *measured, x=x, y=y or Axis("Measured − law"), theme=theme)


def quantile_plot(
    series: Sequence[Series],
    *,
    x: Axis,
    y: Axis,
    theme: Theme,
    band: tuple[Values, Values, Values] | None = None,
    band_label: str = "simultaneous 95 % band",
) -> Spec:
    """Quantiles of the outputs (y) against those of the law (x), the diagonal where both are equal.

    band: quantiles of the law with the lower and upper limit of the outputs' quantiles.
    """
    ends = [limit(limit(one.x) for one in series) for limit in (min, max)]
    name = f"law, {band_label}" if band else "law"
    diagonal = layers.line(ends, ends, label=name, role="law", on_band=band is not None)
    region = layers.band(*band, label=band_label, role="law", in_key=False) if band else ()
    measured = (
        layers.line(one.x, one.y, label=one.label, role=one.role)
        if len(one.x) > MOST_POINTS
        else layers.points_with_errors(one.x, one.y, None, label=one.label, role=one.role)
        for one in series
    )
    return layered(region, diagonal, *measured, x=x, y=y, theme=theme)


def discrete_law(
    series: Sequence[Series],
    exact: Values,
    *,
    x: Axis,
    theme: Theme,
    y: Axis | None = None,
    z: float = 1.0,
    exact_label: str = "law, exact",
) -> Spec:
    """Bars of measured frequencies ± z standard errors beside each other, diamonds at the law's probabilities.

    ``x.categories`` names the outcomes; series[i].y and exact: one value for each; series[i].x is not used.
    """
    places, width = range(len(x.categories)), 0.8 / len(series)
    groups = []
    for index, one in enumerate(series):
        shift = (index + 0.5) * width - 0.4
        errors = None if one.standard_error is None else [z * error for error in one.standard_error]
        centres = [place + shift for place in places]
        kind = {"label": one.label, "role": one.role, "width": 0.9 * width}
        groups.append(layers.bars_with_errors(centres, one.y, errors, **kind))
    diamonds = layers.value_marker(list(places), exact, label=exact_label)
    return layered(*groups, diamonds, x=x, y=y or Axis("Probability", zero=True), theme=theme)


def sweep(
    series: Sequence[Series], *, x: Axis, y: Axis, theme: Theme, bounds: Sequence[Series] = (), z: float = 1.0
) -> Spec:
    """Measured or exact curves along a parameter, each named where it ends, with the bounds of theorems.

    A series with standard errors is drawn as points ± z standard errors, one without as a line.
    """
    groups: list[Layers] = [layers.bound_line(x=one.x, y=one.y, label=one.label, role=one.role) for one in bounds]
    for one in series:
        if one.standard_error is None:
            groups.append(layers.line(one.x, one.y, label=one.label, role=one.role, at_end=True))
            continue
        errors = [z * error for error in one.standard_error]
        named = {"label": one.label, "role": one.role, "at_end": True}
        groups.append(layers.points_with_errors(one.x, one.y, errors, joined=True, **named))
    return layered(*groups, x=x, y=y, theme=theme)


def _bin_errors(one: Histogram, z: float) -> Layers:
    if one.standard_error is None:
        return ()
    centres = [(left + right) / 2 for left, right in pairwise(one.edges)]
    return layers.error_bars(centres, one.density, [z * error for error in one.standard_error], role=one.role)


def _around(centre: Values, error: Values, z: float) -> tuple[list[float], list[float]]:
    pairs = list(zip(centre, error, strict=True))
    return [value - z * one for value, one in pairs], [value + z * one for value, one in pairs]
