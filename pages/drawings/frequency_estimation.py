"""The pictures of the page Frequency estimation, and a scheme's row in its table."""

from __future__ import annotations

import math

import streamlit as st

from pages.ui import charts, markdown_table
from pages.ui.charts.stacks import NamedCurve, NamedPoint, named_curves, named_points
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.frequency_estimation import FrequencyEstimationResult, Scheme, measured_where
from ppr_core.texts import Messages
from ppr_core.wording import duration, measured, number, percent

__all__ = ["along", "cloud", "compared", "hitters", "line", "main", "tradeoff"]

message = Messages("frequency_estimation")

ROLES = {"pi": "rejection", "rejection": "rejection", "ppr": "ppr"}  # by the beginning of a scheme's name
HEADS = ("scheme", "bits", "error", "expected", "largest", "top", "client", "server", "own", "decoder", "exact")
PERCENT = 100.0
WANDERING = 64  # categories up to which the line between their values is drawn
BESIDE = 8  # schemes up to which there is room for their names beside the frequencies
FEW, LONGEST = 12, 12  # categories that are shown by name, and characters of one


def main(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the server learns: the most frequent categories, as they are and as estimated; and all schemes' bits."""
    p, size = result.parameters, len(result.counts)
    equal = max(scheme.server_epsilon for scheme in result.schemes) <= 1.001 * p.epsilon
    beside = not theme.projector  # projected, there is no room for the names of all schemes: they stand in a tab
    note = message("chart-note", beside=beside)
    if beside:
        note += f" {message('chart-right')}"
    if p.adversary.sees_outputs_only and not equal:
        note += f" {message('chart-readers', epsilon=number(p.epsilon))}"
    shown = {"shown": "all" if result.shown == size else "some", "number": number(result.shown), "size": number(size)}
    estimates, title = _estimates(result, theme), message("chart-title", beside=beside, **shown)
    chart = (estimates, _tradeoff(result, result.drawn, theme)) if beside else estimates
    many = 1 if len(result.drawn) > BESIDE else 0
    return charts.Figure(chart, "estimates", title, story.finding, result.table(), note, columns=many)


def _estimates(result: FrequencyEstimationResult, theme: charts.Theme) -> charts.Spec:
    """The most frequent categories: estimates with intervals on the true frequencies, by name where they are few."""
    collection, last, estimated = result.found, result.shown, message("legend-estimated")
    y = charts.Axis(message("axis-frequency"), message("unit-users"))
    if last <= FEW:
        half = PERCENT * (collection.high - collection.low)[:last] / 2
        estimates = PERCENT * collection.estimates[:last]
        series = charts.Series(estimated, _role(result.chosen.name), (), estimates, half)
        x = charts.Axis(message("axis-category"), categories=tuple(_shortened(name) for name in result.names[:last]))
        truth = PERCENT * result.truth[:last]
        return charts.discrete_law([series], truth, x=x, y=y, theme=theme, exact_label=message("legend-true"))
    places = list(range(1, last + 1))
    low, high = PERCENT * collection.low[:last], PERCENT * collection.high[:last]
    named = {"label": estimated, "role": _role(result.chosen.name)}
    points = charts.points_with_errors(places, (low + high) / 2, (high - low) / 2, **named)
    true = charts.line(places, PERCENT * result.truth[:last], label=message("legend-true"), role="law")
    ends = [0.5, last + 0.5]
    zero = charts.line(ends, [0.0, 0.0], role="baseline")
    if not result.parameters.spoiled:  # an estimate that is biased has no such margin
        least = message("legend-margin", margin=percent(result.margin, 2))
        zero += charts.line(ends, [PERCENT * result.margin] * 2, label=least, role="bound")
    x = charts.Axis(message("axis-ranked"), domain=(0.5, last + 0.5))
    return charts.layered(zero, true, points, x=x, y=y, theme=theme)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _tradeoff(result: FrequencyEstimationResult, schemes: tuple[Scheme, ...], theme: charts.Theme) -> charts.Spec:
    """Schemes at their bits and errors; behind a name its bits, and ε towards the decoder where that is more."""
    points = []
    for scheme in schemes:
        norms, error, bits = scheme.found.norms, PERCENT * scheme.found.norm_error, number(scheme.found.bits)
        name = message("point", scheme=scheme.short, bits=bits)
        if scheme.server_epsilon > 1.001 * result.parameters.epsilon:
            name = message("point-decoder", scheme=scheme.short, bits=bits, epsilon=number(scheme.server_epsilon))
        point = {"x": scheme.found.bits, "y": PERCENT * norms.root_mean_square, "error": error}
        points.append(NamedPoint(name, _role(scheme.name), **point, ringed=scheme is result.chosen))
    x = charts.Axis(message("axis-bits"), scale="log")
    y = charts.Axis(message("axis-error"), message("unit-users"), scale="log")
    layers, x, y = named_points(points, x=x, y=y, theme=theme)
    return charts.layered(*layers, x=x, y=y, theme=theme)


def tradeoff(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """All schemes by their bits and errors."""
    chart = _tradeoff(result, result.ran, theme)
    title, finding = message("compared-title", epsilon=number(result.parameters.epsilon)), story.captions["comparison"]
    return charts.Figure(chart, "error-against-bits", title, finding, result.comparison_table(), finding)


def hitters(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """One row a scheme: which of the truly most frequent categories it finds, and where it puts the others."""
    rows, layers = result.ran, []
    top = len(rows[0].found.hitters.true)
    for y, scheme in enumerate(reversed(rows)):
        hits = scheme.found.hitters
        seen = [rank + 1 for rank in range(top) if hits.found[rank]]
        layers.append(charts.points_with_errors(seen, [y] * len(seen), None, role=_role(scheme.name)))
        layers += [
            charts.words(rank + 1, y, number(int(hits.ranks[rank]) + 1), align="center", baseline="middle")
            for rank in range(top)
            if not hits.found[rank]
        ]
    names = tuple(f"{scheme.short}: {int(scheme.found.hitters.found.sum())}" for scheme in reversed(rows))
    x = charts.Axis(message("axis-ranked"), domain=(0.5, top + 0.5))
    chart = charts.layered(*layers, x=x, y=charts.Axis("", categories=names), theme=theme)
    title = message("top-title", top=number(top))
    note = f"{story.captions['top']} {message('top-reading')}"
    return charts.Figure(chart, "top", title, story.captions["top"], result.hitter_table(), note)


def cloud(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Every category at its true and its estimated frequency, with the band that holds 95 % of the estimates."""
    places, scheme = result.cloud, result.chosen
    true, half = PERCENT * result.truth[places], 1.96 * PERCENT * scheme.deviations[places]
    order = sorted(range(len(true)), key=lambda i: true[i])
    x, low, high = true[order], (true - half)[order], (true + half)[order]
    named = {"label": scheme.label, "role": _role(scheme.name)}
    measured = charts.points_with_errors(true, PERCENT * result.found.estimates[places], None, **named)
    band = charts.band(x, low, high, role="law")
    law = charts.line(x, x, label=message("cloud-legend"), role="law", on_band=True)
    axes = {
        "x": charts.Axis(message("axis-true"), message("unit-users"), scale="log"),
        "y": charts.Axis(message("axis-estimated"), message("unit-users")),
    }
    title = message("cloud-title")
    if len(places) < len(result.counts):
        title = message("cloud-title-part", shown=number(len(places)))
    chart = charts.layered(band, law, measured, **axes, theme=theme)
    note = story.captions["cover"]
    if not true.all():
        note += f" {message('cloud-zero')}"
    return charts.Figure(chart, "cloud", title, story.captions["cover"], result.table(), note)


def along(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The closed-form error along ε, with one run of the chosen scheme at each whole ε."""
    x = charts.Axis(message("along-axis", notion=result.parameters.notion), "nats")
    y = charts.Axis(message("axis-error"), message("unit-users"), scale="log")
    rivals = [NamedCurve(curve.short, curve.epsilon, PERCENT * curve.expected) for curve in result.curves[1:]]
    layers = []
    for curve in result.curves[:1]:
        name, role, expected = curve.short, _role(curve.name), PERCENT * curve.expected
        layers += named_curves(rivals, NamedCurve(name, curve.epsilon, expected), theme=theme)
        layers.append(charts.line(curve.epsilon, expected, label=message("along-closed", scheme=name), role=role))
        ran = [index for index, value in enumerate(curve.measured) if not math.isnan(value)]
        error, bars = PERCENT * curve.measured[ran], PERCENT * curve.error[ran]
        label = message("along-simulated", scheme=name)
        layers.append(charts.points_with_errors(curve.epsilon[ran], error, bars, label=label, role=role))
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title, finding = message("along-title"), story.captions["sweep"]
    return charts.Figure(chart, "along-epsilon", title, finding, result.sweep_table(), finding)


def line(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The affine function that one message stands for: its value at every category, and who gets a vote."""
    sent, places, sender = result.message, result.window, result.parameters.sender
    category, prime, ones = sender - 1, sent.family.prime, sent.family.ones
    groups = (
        (message("legend-no-vote"), "baseline", [j for j in places if not sent.votes[j] and j != category]),
        (message("legend-vote"), "rejection", [j for j in places if sent.votes[j] and j != category]),
    )
    layers = []
    if len(sent.values) <= WANDERING:
        layers.append(charts.line(*sent.polyline, label=message("legend-line"), role="baseline"))
    for label, role, group in groups:
        x, y = [int(j) + 1 for j in group], [int(sent.values[j]) for j in group]
        layers.append(charts.points_with_errors(x, y, None, label=label, role=role))
    own = message("legend-sender", sender=number(sender))
    layers.append(charts.value_marker([sender], [int(sent.values[category])], label=own))
    layers.append(charts.bound_line(y=ones - 0.5, label=message("legend-threshold", ones=number(ones))))
    # Room at the right for the name of the threshold.
    ends = (int(places[0]) + 0.5, int(places[-1]) + 1.5 + 0.2 * len(places))
    about = {"coefficients": str(sent.coefficients), "prime": number(prime), "bits": number(sent.family.bits)}
    title = message("message-title", **about)
    if len(places) < len(sent.values):
        first, last = number(int(places[0]) + 1), number(int(places[-1]) + 1)
        title = message("message-title-part", first=first, last=last, **about)
    chart = charts.layered(
        *layers,
        x=charts.Axis(message("axis-place"), domain=ends),
        y=charts.Axis(message("axis-line"), domain=(-0.03 * prime, 1.05 * prime)),
        theme=theme,
    )
    finding = story.captions["message"]
    return charts.Figure(chart, "message", title, finding, result.message_table(), finding)


def compared(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> None:
    """All schemes side by side, with their times."""
    heads = tuple(message(f"head-{name}") for name in HEADS)
    markdown_table.show("frequency-tables", heads, map(_row, result.ran))
    st.caption(plain(message("table-note", where=measured_where(result))))


def _row(scheme: Scheme) -> tuple[str, ...]:
    collection, hitters, learned = scheme.found, scheme.found.hitters, scheme.learned
    decoder = number(scheme.guarantee.epsilon)
    if learned.delta and learned.epsilon < (1 - 1e-6) * scheme.guarantee.epsilon:
        at = {"epsilon": number(learned.epsilon), "delta": number(learned.delta)}
        decoder = message("cell-decoder", theorem=decoder, **at)
    return (
        scheme.label,
        measured(collection.bits, collection.bits_error or None),
        measured(PERCENT * collection.norms.root_mean_square, PERCENT * collection.norm_error),
        number(PERCENT * scheme.expected),
        number(PERCENT * collection.norms.largest),
        message("cell-top", found=number(scheme.top_found), top=number(len(hitters.true))),
        duration(collection.client_seconds),
        duration(collection.server_seconds),
        number(scheme.own_epsilon),
        decoder,
        message("cell-yes" if scheme.exact else "cell-almost"),
    )


def _role(name: str) -> str:
    return ROLES.get(name.split("_")[0], "baseline")
