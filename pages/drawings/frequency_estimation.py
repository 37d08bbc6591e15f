"""The pictures of the page Frequency estimation, and a scheme's row in its table."""

from __future__ import annotations

import math
from dataclasses import replace

from pages.ui import charts
from pages.ui.charts.layers import Layer, Layers
from pages.ui.charts.stacks import NamedCurve, NamedPoint, named_curves, named_points
from ppr_core.experiments.contract import Story
from ppr_core.experiments.frequency_estimation import FrequencyEstimationResult, Scheme
from ppr_core.wording import duration, measured, number

__all__ = ["COMPARED", "PAIRWISE", "along", "cloud", "compared", "hitters", "line", "main", "tradeoff"]

ROLES = {"pi": "rejection", "rejection": "rejection", "ppr": "ppr"}  # by the beginning of a scheme's name
SHORT = {
    "pi_rappor": "PI-RAPPOR", "pi_rappor_generalized": "PI generalised", "pi_rappor_full_epsilon": "PI, all of ε",
    "pi_rappor_shortest": "PI, within 1 %",
    "rappor": "RAPPOR", "subset_selection": "subset selection", "recursive_hadamard": "Hadamard",
    "randomized_response": "k-ary RR", "ppr_rappor": "PPR, RAPPOR", "ppr_subset_selection": "PPR, subsets",
    "ppr_randomized_response": "PPR, k-ary RR", "rejection_rappor": "rejection, RAPPOR",
    "rejection_subset_selection": "rejection, subsets",
}  # fmt: skip
COMPARED = (
    "Scheme", "Bits a user", "Error, RMS", "Closed form", "Largest error", "Sum of errors", "Top found",
    "Client, a report", "Server, all", "ε of the mechanism", "ε against the server", "Exact",
)  # fmt: skip
PERCENT = 100.0
WANDERING = 64  # categories up to which the line between their values is drawn
FEW, LONGEST = 12, 12  # categories that are shown by name, and characters of one
PAIRWISE = (
    "PI-RAPPOR: pairwise-independent RAPPOR, whose report is a few numbers mod a prime. PI generalised takes more but "
    "smaller numbers; PI, all of ε, does so too and also uses the part of ε that rounding leaves over; "
    "PI, within 1 %, is the shortest of at most 1 % more variance than RAPPOR's."
)


def main(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Left what the server learns, right what each scheme pays for its error."""
    words = "What the server learns"
    bars = f"Left: {result.chosen.label}, 95 % intervals. Right: one standard error."
    if result.shown < len(result.counts):
        words += f" of the top {result.shown} categories"
    return charts.Figure(
        chart=(_estimates(result, theme), _tradeoff(result, theme)),
        name="estimates",
        title=f"{words}, and what each scheme pays",
        finding_alt=f"{story.finding} {story.captions['comparison']}",
        table=result.table(),
        note=f"{bars} {_held(result)} {PAIRWISE}",
    )


def _held(result: FrequencyEstimationResult) -> str:
    """What all schemes have in common."""
    p = result.parameters
    if p.against == "decoder" or max(one.server_epsilon for one in result.schemes) <= 1.001 * p.epsilon:
        return f"All hold the server to ε = {number(p.epsilon)}, {p.notion}."
    return f"ε = {number(p.epsilon)}, {p.notion}, of every decoded report; behind a name: bits; ε against the server."


def _estimates(result: FrequencyEstimationResult, theme: charts.Theme) -> charts.Spec:
    """The most frequent categories: estimates with intervals on the true frequencies, by name where they are few."""
    found, last = result.found, result.shown
    y = charts.Axis("Frequency", "% of users")
    if last <= FEW:
        half = PERCENT * (found.high - found.low)[:last] / 2
        estimates = PERCENT * found.estimates[:last]
        series = charts.Series("estimated", _role(result.chosen.name), (), estimates, half)
        x = charts.Axis("Category", categories=tuple(_shortened(name) for name in result.names[:last]))
        truth = PERCENT * result.truth[:last]
        return charts.discrete_law([series], truth, x=x, y=y, theme=theme, exact_label="true")
    places = list(range(1, last + 1))
    low, high = PERCENT * found.low[:last], PERCENT * found.high[:last]
    named = {"label": "estimated", "role": _role(result.chosen.name)}
    points = charts.points_with_errors(places, (low + high) / 2, (high - low) / 2, **named)
    true = charts.line(places, PERCENT * result.truth[:last], label="true", role="law")
    zero = charts.line([0.5, last + 0.5], [0.0, 0.0], label="", role="baseline", in_key=False)
    x = charts.Axis("Category, by true frequency", domain=(0.5, last + 0.5))
    return charts.layered(zero, true, points, x=x, y=y, theme=theme)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _tradeoff(result: FrequencyEstimationResult, theme: charts.Theme) -> charts.Spec:
    """Every scheme at its bits and its error; behind its name its bits, and ε against the server where that is more."""
    points = []
    for one in result.ran:
        norms, error = one.found.norms, PERCENT * one.found.norm_error
        place = {"x": one.found.bits, "y": PERCENT * norms.root_mean_square, "error": error}
        more = f"; ε {number(one.server_epsilon)}" if one.server_epsilon > 1.001 * result.parameters.epsilon else ""
        name = f"{SHORT[one.name]} ({number(one.found.bits)}{more})"
        points.append(NamedPoint(name, _role(one.name), **place))
    x = charts.Axis("Bits a user sends", scale="log")
    y = charts.Axis("Error, root mean square", "% of users", scale="log")
    layers, x, y = named_points(points, x=x, y=y, theme=theme)
    return charts.layered(*layers, x=x, y=y, theme=theme)


def tradeoff(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The right half of the main chart by itself."""
    return charts.Figure(
        chart=_tradeoff(result, theme),
        name="error-against-bits",
        title=f"Error against bits, every scheme at ε = {number(result.parameters.epsilon)}",
        finding_alt=story.captions["comparison"],
        table=result.comparison_table(),
        note=story.captions["comparison"],
    )


def hitters(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """One row a scheme: which of the truly most frequent categories it finds, and where it puts the others."""
    rows, layers = result.ran, []
    top = len(rows[0].found.hitters.true)
    for y, one in enumerate(reversed(rows)):
        found = one.found.hitters
        seen = [place + 1 for place in range(top) if found.found[place]]
        points = charts.points_with_errors(seen, [y] * len(seen), None, label="", role=_role(one.name))
        layers.append(tuple(replace(layer, key=None, name="") for layer in points))
        layers += [_place(place + 1, y, int(found.ranks[place]) + 1) for place in range(top) if not found.found[place]]
    names = tuple(f"{SHORT[one.name]}: {int(one.found.hitters.found.sum())}" for one in reversed(rows))
    x = charts.Axis("Category, by true frequency", domain=(0.5, top + 0.5))
    return charts.Figure(
        chart=charts.layered(*layers, x=x, y=charts.Axis("", categories=names), theme=theme),
        name="top",
        title=f"Which of the true top {top} are among the top {top} found",
        finding_alt=story.captions["top"],
        table=result.hitter_table(),
        note=f"{story.captions['top']} A mark: found. A number: the place where a missed one ended up.",
    )


def _place(x: float, y: float, rank: int) -> Layers:
    mark = {"type": "text", "style": "note", "text": number(rank), "align": "center", "baseline": "middle"}
    return (Layer(mark, {"x": [x], "y": [y]}, {"x": "x", "y": "y"}),)


def cloud(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Every category at its true and its estimated frequency, with the band that holds 95 % of the estimates."""
    places, one = result.cloud, result.chosen
    true, half = PERCENT * result.truth[places], 1.96 * PERCENT * one.deviations[places]
    order = sorted(range(len(true)), key=lambda i: true[i])
    x, low, high = true[order], (true - half)[order], (true + half)[order]
    named = {"label": one.label, "role": _role(one.name)}
    measured = charts.points_with_errors(true, PERCENT * result.found.estimates[places], None, **named)
    band = charts.band(x, low, high, label="", role="law", in_key=False)
    law = charts.line(x, x, label="estimate = truth, 95 % band by the closed form", role="law", on_band=True)
    axes = {
        "x": charts.Axis("True frequency", "% of users", scale="log"),
        "y": charts.Axis("Estimated frequency", "% of users"),
    }
    title = "Every category: estimated against true"
    if len(places) < len(result.counts):
        title = f"{number(len(places))} of the categories, evenly picked: estimated against true"
    chart = charts.layered(band, law, measured, **axes, theme=theme)
    note = story.captions["cover"]
    if not true.all():
        note += " Categories that nobody holds have no place on this axis."
    return charts.Figure(chart, "cloud", title, story.captions["cover"], result.table(), note)


def along(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The closed-form error along ε, with one run of the chosen scheme at each whole ε."""
    x = charts.Axis(f"ε by {result.parameters.notion}", "nats")
    y = charts.Axis("Error, root mean square", "% of users", scale="log")
    rivals = [NamedCurve(SHORT[one.name], one.epsilon, PERCENT * one.expected) for one in result.curves[1:]]
    layers = []
    for one in result.curves[:1]:
        name, role, expected = SHORT[one.name], _role(one.name), PERCENT * one.expected
        layers += named_curves(rivals, NamedCurve(name, one.epsilon, expected), theme=theme)
        layers.append(charts.line(one.epsilon, expected, label=f"{name}, closed form", role=role))
        ran = [place for place, value in enumerate(one.measured) if not math.isnan(value)]
        error, bars = PERCENT * one.measured[ran], PERCENT * one.error[ran]
        simulated = charts.points_with_errors(one.epsilon[ran], error, bars, label=f"{name}, simulated", role=role)
        layers.append(simulated)
    return charts.Figure(
        chart=charts.layered(*layers, x=x, y=y, theme=theme),
        name="along-epsilon",
        title="Error of a frequency along ε: closed form, and runs",
        finding_alt=story.captions["sweep"],
        table=result.sweep_table(),
        note=story.captions["sweep"],
    )


def line(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The affine function that one message stands for: its value at every category, and who gets a vote."""
    one, places, sender = result.message, result.window, result.parameters.sender
    own, prime, ones = sender - 1, one.family.prime, one.family.ones
    groups = {
        "no vote": [j for j in places if not one.votes[j] and j != own],
        "vote": [j for j in places if one.votes[j] and j != own],
    }
    roles = {"no vote": "baseline", "vote": "rejection"}
    layers = []
    if len(one.values) <= WANDERING:
        layers.append(charts.line(*one.polyline, label="the line, mod p", role="baseline"))
    for label, group in groups.items():
        x, y = [int(j) + 1 for j in group], [int(one.values[j]) for j in group]
        layers.append(charts.points_with_errors(x, y, None, label=label, role=roles[label]))
    named = {"label": f"the sender's category {sender}"}
    layers.append(charts.value_marker([sender], [int(one.values[own])], **named))
    layers.append(charts.bound_line(y=ones - 0.5, label=f"α₀p = {ones}"))
    # Room at the right for the name of the threshold.
    ends = (int(places[0]) + 0.5, int(places[-1]) + 1.5 + 0.2 * len(places))
    words = f"One message: (φ₀, φ₁) = {one.coefficients}, numbers mod p = {prime}, {one.family.bits} bits"
    if len(places) < len(one.values):
        words += f"; categories {int(places[0]) + 1} to {int(places[-1]) + 1}"
    return charts.Figure(
        chart=charts.layered(
            *layers,
            x=charts.Axis("Category j", domain=ends),
            y=charts.Axis("φ₀ + j φ₁ mod p", domain=(-0.03 * prime, 1.05 * prime)),
            theme=theme,
        ),
        name="message",
        title=words,
        finding_alt=story.captions["message"],
        table=result.message_table(),
        note=story.captions["message"],
    )


def compared(one: Scheme) -> tuple[str, ...]:
    """The cells of a scheme below `COMPARED`."""
    found = one.found
    return (
        one.label,
        measured(found.bits, found.bits_error or None),
        measured(PERCENT * found.norms.root_mean_square, PERCENT * found.norm_error),
        number(PERCENT * one.expected),
        number(PERCENT * found.norms.largest),
        number(PERCENT * found.norms.l1),
        f"{int(found.hitters.found.sum())} of {len(found.hitters.true)}",
        duration(found.client_seconds),
        duration(found.server_seconds),
        number(one.own_epsilon),
        _server(one),
        "yes" if one.exact else "almost",
    )


def _server(one: Scheme) -> str:
    """ε against the server: of a report sent by PPR by exact accounting, and by the theorem."""
    if one.accounted is None:
        return f"{number(one.guarantee.epsilon)}, {one.notion}"
    exact = f"{number(one.accounted.epsilon)} at δ = {number(one.accounted.delta)}, {one.notion}"
    return f"{exact}; by Theorem 7 {number(one.guarantee.epsilon)}"


def _role(name: str) -> str:
    return ROLES.get(name.split("_")[0], "baseline")
