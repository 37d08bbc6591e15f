"""The pictures of the page Frequency estimation, and a scheme's row in its table."""

from __future__ import annotations

import math

from pages.ui import charts
from pages.ui.charts.stacks import NamedCurve, NamedPoint, named_curves, named_points
from ppr_core.experiments.contract import Story
from ppr_core.experiments.frequency_estimation import FrequencyEstimationResult, Scheme
from ppr_core.wording import duration, measured, number

__all__ = ["COMPARED", "PAIRWISE", "along", "cloud", "compared", "hitters", "line", "main", "tradeoff"]

ROLES = {"pi": "rejection", "rejection": "rejection", "ppr": "ppr"}  # by the beginning of a scheme's name
COMPARED = (
    "Scheme", "Bits a user", "Error, RMS", "Closed form", "Largest error", "Sum of errors", "Top found",
    "Client, a report", "Server, all", "ε of the mechanism", "ε against the decoder", "Exact",
)  # fmt: skip
PERCENT = 100.0
WANDERING = 64  # categories up to which the line between their values is drawn
FEW, LONGEST = 12, 12  # categories that are shown by name, and characters of one
PAIRWISE = (
    "PI-RAPPOR: pairwise-independent RAPPOR, whose report is a few numbers mod a prime. PI generalised takes more but "
    "smaller numbers; PI, all of ε, does so too and also uses the part of ε that rounding leaves over; "
    "PI, shortest, is the shortest with at most 1 % more variance than RAPPOR's."
)


def main(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Left what the server learns, right what each scheme pays for its error."""
    words = "What the decoder learns"
    bars = f"Left: {result.chosen.label}, 95 % intervals. Right: one standard error."
    if result.shown < len(result.counts):
        words += f" of the top {result.shown} categories"
    chart = (_estimates(result, theme), _tradeoff(result, theme))
    title, finding = f"{words}, and what each scheme pays", f"{story.finding} {story.captions['comparison']}"
    return charts.Figure(chart, "estimates", title, finding, result.table(), f"{bars} {_held(result)} {PAIRWISE}")


def _held(result: FrequencyEstimationResult) -> str:
    """What all schemes have in common."""
    p = result.parameters
    if (
        not p.adversary.sees_outputs_only
        or max(scheme.server_epsilon for scheme in result.schemes) <= 1.001 * p.epsilon
    ):
        return f"All hold the decoder to ε = {number(p.epsilon)}, {p.notion}."
    return f"ε = {number(p.epsilon)}, {p.notion}, of every decoded report; behind a name: bits; ε against the decoder."


def _estimates(result: FrequencyEstimationResult, theme: charts.Theme) -> charts.Spec:
    """The most frequent categories: estimates with intervals on the true frequencies, by name where they are few."""
    collection, last = result.found, result.shown
    y = charts.Axis("Frequency", "% of users")
    if last <= FEW:
        half = PERCENT * (collection.high - collection.low)[:last] / 2
        estimates = PERCENT * collection.estimates[:last]
        series = charts.Series("estimated", _role(result.chosen.name), (), estimates, half)
        x = charts.Axis("Category", categories=tuple(_shortened(name) for name in result.names[:last]))
        truth = PERCENT * result.truth[:last]
        return charts.discrete_law([series], truth, x=x, y=y, theme=theme, exact_label="true")
    places = list(range(1, last + 1))
    low, high = PERCENT * collection.low[:last], PERCENT * collection.high[:last]
    named = {"label": "estimated", "role": _role(result.chosen.name)}
    points = charts.points_with_errors(places, (low + high) / 2, (high - low) / 2, **named)
    true = charts.line(places, PERCENT * result.truth[:last], label="true", role="law")
    zero = charts.line([0.5, last + 0.5], [0.0, 0.0], role="baseline")
    x = charts.Axis("Category, by true frequency", domain=(0.5, last + 0.5))
    return charts.layered(zero, true, points, x=x, y=y, theme=theme)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _tradeoff(result: FrequencyEstimationResult, theme: charts.Theme) -> charts.Spec:
    """Every scheme at its bits and its error; behind its name its bits, and ε against the server where that is more."""
    points = []
    for scheme in result.ran:
        norms, error = scheme.found.norms, PERCENT * scheme.found.norm_error
        point = {"x": scheme.found.bits, "y": PERCENT * norms.root_mean_square, "error": error}
        more = (
            f"; ε {number(scheme.server_epsilon)}" if scheme.server_epsilon > 1.001 * result.parameters.epsilon else ""
        )
        name = f"{scheme.short} ({number(scheme.found.bits)}{more})"
        points.append(NamedPoint(name, _role(scheme.name), **point))
    x = charts.Axis("Bits a user sends", scale="log")
    y = charts.Axis("Error, root mean square", "% of users", scale="log")
    layers, x, y = named_points(points, x=x, y=y, theme=theme)
    return charts.layered(*layers, x=x, y=y, theme=theme)


def tradeoff(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The right half of the main chart by itself."""
    chart = _tradeoff(result, theme)
    title = f"Error against bits, every scheme at ε = {number(result.parameters.epsilon)}"
    finding = story.captions["comparison"]
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
    x = charts.Axis("Category, by true frequency", domain=(0.5, top + 0.5))
    chart = charts.layered(*layers, x=x, y=charts.Axis("", categories=names), theme=theme)
    title = f"Which of the true top {top} are among the top {top} found"
    note = f"{story.captions['top']} A mark: found. A number: the place where a missed one ended up."
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
    rivals = [NamedCurve(curve.short, curve.epsilon, PERCENT * curve.expected) for curve in result.curves[1:]]
    layers = []
    for curve in result.curves[:1]:
        name, role, expected = curve.short, _role(curve.name), PERCENT * curve.expected
        layers += named_curves(rivals, NamedCurve(name, curve.epsilon, expected), theme=theme)
        layers.append(charts.line(curve.epsilon, expected, label=f"{name}, closed form", role=role))
        ran = [index for index, value in enumerate(curve.measured) if not math.isnan(value)]
        error, bars = PERCENT * curve.measured[ran], PERCENT * curve.error[ran]
        simulated = charts.points_with_errors(curve.epsilon[ran], error, bars, label=f"{name}, simulated", role=role)
        layers.append(simulated)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title, finding = "Error of a frequency along ε: closed form, and runs", story.captions["sweep"]
    return charts.Figure(chart, "along-epsilon", title, finding, result.sweep_table(), finding)


def line(result: FrequencyEstimationResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The affine function that one message stands for: its value at every category, and who gets a vote."""
    message, places, sender = result.message, result.window, result.parameters.sender
    category, prime, ones = sender - 1, message.family.prime, message.family.ones
    groups = {
        "no vote": [j for j in places if not message.votes[j] and j != category],
        "vote": [j for j in places if message.votes[j] and j != category],
    }
    roles = {"no vote": "baseline", "vote": "rejection"}
    layers = []
    if len(message.values) <= WANDERING:
        layers.append(charts.line(*message.polyline, label="the line, mod p", role="baseline"))
    for label, group in groups.items():
        x, y = [int(j) + 1 for j in group], [int(message.values[j]) for j in group]
        layers.append(charts.points_with_errors(x, y, None, label=label, role=roles[label]))
    named = {"label": f"the sender's category {sender}"}
    layers.append(charts.value_marker([sender], [int(message.values[category])], **named))
    layers.append(charts.bound_line(y=ones - 0.5, label=f"α₀p = {ones}"))
    # Room at the right for the name of the threshold.
    ends = (int(places[0]) + 0.5, int(places[-1]) + 1.5 + 0.2 * len(places))
    words = f"One message: (φ₀, φ₁) = {message.coefficients}, numbers mod p = {prime}, {message.family.bits} bits"
    if len(places) < len(message.values):
        words += f"; categories {int(places[0]) + 1} to {int(places[-1]) + 1}"
    chart = charts.layered(
        *layers,
        x=charts.Axis("Category j", domain=ends),
        y=charts.Axis("φ₀ + j φ₁ mod p", domain=(-0.03 * prime, 1.05 * prime)),
        theme=theme,
    )
    finding = story.captions["message"]
    return charts.Figure(chart, "message", words, finding, result.message_table(), finding)


def compared(scheme: Scheme) -> tuple[str, ...]:
    """The cells of a scheme below `COMPARED`."""
    collection = scheme.found
    return (
        scheme.label,
        measured(collection.bits, collection.bits_error or None),
        measured(PERCENT * collection.norms.root_mean_square, PERCENT * collection.norm_error),
        number(PERCENT * scheme.expected),
        number(PERCENT * collection.norms.largest),
        number(PERCENT * collection.norms.l1),
        f"{int(collection.hitters.found.sum())} of {len(collection.hitters.true)}",
        duration(collection.client_seconds),
        duration(collection.server_seconds),
        number(scheme.own_epsilon),
        _server(scheme),
        "yes" if scheme.exact else "almost",
    )


def _server(scheme: Scheme) -> str:
    """ε against the server at the δ of all schemes, by each one's own accounting, and at δ = 0."""
    learned = scheme.learned
    at = f"{number(learned.epsilon)} at δ = {number(learned.delta)}; " if learned.delta else ""
    return f"{at}{number(scheme.guarantee.epsilon)} at δ = 0, {scheme.notion}"


def _role(name: str) -> str:
    return ROLES.get(name.split("_")[0], "baseline")
