"""Pictures of the page Bit cost."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import charts
from pages.ui.charts.layers import Layers
from ppr_core.experiments.bit_cost import CODES, SWEEPS, BitCostResult, Marker
from ppr_core.experiments.contract import Story
from ppr_core.wording import measured, number

__all__ = ["main", "sweep"]

GAPS = {
    "elias_delta": " Elias delta has no code words of 2, 3, 6, 7, 12, 13, 22 or 23 bits.",
    "elias_gamma": " Words of Elias gamma have odd lengths.",
}
APART = 0.2  # of the exact and the measured mark of a row, from its middle
LEAST = 1e-4  # of the axis: where it begins, as a share of its end
ROLES = {"exact": "law", "measured": "ppr", "bound": "bound", "mrc": "mrc", "plain": "baseline"}
LINES = (
    ("Theorem 5", "bound", "bound"),
    ("Theorem 14", "bound", "refined"),
    ("KL", "law", "divergence"),
    ("leading term", "baseline", "leading"),
    ("plain output", "baseline", "plain_bits"),
)


def main(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What a message takes on average beside what it is compared with, one row each; and all the lengths."""
    t = result.theory
    title = f"{number(result.parameters.samples)} real {result.datum}s: averages beside theory, and all lengths"
    if theme.lesson:
        note = (
            "Diamonds are exact, from the law of the index without a run; the points below them are what the messages "
        )
        note += "took, with one standard error."
        note += "" if result.plain_shown else f" Far off to the right: {result.plain_text}."
        chart = _ladder(result, _named(result), theme), _lengths(result, theme)
        return charts.Figure(chart, "lengths", title, story.finding, result.table(), note)
    note = "PPR sends K, the number of the chosen candidate; candidates come from a law shared with the decoder, the "
    note += "proposal. The upper rows are about log₂ K, which Theorem 5 bounds, the lower ones about whole messages. "
    note += "Diamonds are exact, from the law of K without a run; the points below them are what the messages took. "
    note += f"MRC, minimal random coding, sends one of {number(result.parameters.candidates)}. "
    note += "" if t.ldp_bound is not None else "Corollary 6 does not apply to this proposal. "
    note += "" if result.plain_shown else f"Far off to the right: {result.plain_text}. "
    note += "Errors are one standard error."
    if t.messages == 1:
        note += GAPS.get(result.parameters.code, "")
    index, size = result.markers
    chart = (_ladder(result, (*reversed(size), None, *reversed(index)), theme), _lengths(result, theme))
    return charts.Figure(chart, "lengths", title, story.finding, result.table(), note)


def _named(result: BitCostResult) -> tuple[Marker, ...]:
    """The rows of a lesson, from the bottom: plain output, message, index, what the noise lets through."""
    index, size = result.markers
    code = CODES[result.parameters.code]
    message = next(row for row in size if row.label.startswith(code) and row.kind == "measured")
    plain = [row for row in size if row.kind == "plain"]
    names = (*(row.label for row in plain), "message", "its index, log₂ K", "noise lets through")
    rows = (*plain, message, index[1], index[0])
    return tuple(
        row if row.kind == "plain" else replace(row, label=f"{name} {row.label.rpartition(' ')[2]}")
        for row, name in zip(rows, names, strict=True)
    )


def _ladder(result: BitCostResult, rows: tuple[Marker | None, ...], theme: charts.Theme) -> charts.Spec:
    """Every average, exact value and bound on a row of its own, from the bottom."""
    low = max(min(marker.bits for marker in rows if marker), LEAST * result.reach) / 1.3
    x = charts.Axis(f"Bits for one {result.datum}", scale="log", domain=(low, 1.3 * result.reach))
    middle = (low * 1.3 * result.reach) ** 0.5
    marks = (_mark(marker, row, middle) for row, marker in enumerate(rows) if marker and marker.bits > low)
    y = charts.Axis("", categories=tuple(marker.label if marker else " " for marker in rows))
    return charts.layered(*marks, x=x, y=y, theme=theme)


def _mark(marker: Marker, row: int, middle: float) -> Layers:
    """Exact values as diamonds, measured ones as points below them, bounds as dotted strokes."""
    role = ROLES[marker.kind]
    if marker.kind == "bound":
        return charts.line([marker.bits] * 2, [row - 0.4, row + 0.4], role=role)
    if marker.kind == "measured":
        return _both(marker, row, middle)
    return charts.value_marker([marker.bits], [row], role=role)


def _both(marker: Marker, row: int, middle: float) -> Layers:
    """The exact value above, what the messages took below it with its error, in words on the side with room."""
    low, text = row - APART, measured(marker.bits, marker.error)
    spread = [max(marker.bits - marker.error, 1e-9), marker.bits + marker.error]
    exact = charts.value_marker([marker.exact], [row + APART], role="ppr")
    seen = (
        *charts.line(spread, [low, low], role="ppr"),
        *charts.points_with_errors([marker.bits], [low], None, role="ppr"),
    )
    return (*exact, *seen, *charts.words_beside(marker.bits, low, text, 9 if marker.bits < middle else -9))


def _lengths(result: BitCostResult, theme: charts.Theme) -> charts.Spec:
    """The lengths of all messages."""
    seen, label = result.histogram, f"{CODES[result.parameters.code]} code"
    width = 0.9 * seen.step
    bars = charts.bars_with_errors(seen.centres, seen.shares, seen.errors, width=width, label=label, role="ppr")
    x, y = charts.Axis(f"Bits for one {result.datum}"), charts.Axis(f"Share of {result.datum}s", "%", zero=True)
    return charts.layered(bars, x=x, y=y, theme=theme)


def sweep(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Exact bits along one setting, measured ones as points on them, and the bounds; where r* changes, also the
    candidates of an encode."""
    s = result.sweep
    x = charts.Axis(s.label, scale=s.scale)
    groups: list[Layers] = [
        charts.line(s.axis, s.bound(name), label=label, role=role, at_end=True)
        for label, role, name in LINES
        if name in s.drawn
    ]
    for name, label in (("bits", CODES[result.parameters.code]), ("log_index", "mean of log₂ K")):
        groups.append(charts.line(s.axis, s.exact[name], label=label, role="ppr", at_end=True))
        points = charts.points_with_errors(*s.seen(name), label="real messages", role="ppr")
        groups.append(points if name == "bits" else tuple(replace(layer, key=None) for layer in points))
    bits = charts.layered(*groups, x=x, y=charts.Axis("Bits", scale=s.bits_scale), theme=theme)
    search = (
        charts.Series("r*", "law", s.axis, s.log10_candidates),
        charts.Series("measured", "ppr", s.axis, *s.log10_measured),
    )
    y = charts.Axis("log₁₀ of the candidates for an index", zero=True)
    chart = (bits, charts.sweep(search, x=x, y=y, theme=theme)) if s.search_varies else bits
    title = f"Bits for one {result.datum}, sweep over {SWEEPS[result.parameters.sweep]}"
    return charts.Figure(chart, "sweep", title, story.captions["sweep"], s.table(), story.captions["sweep"])
