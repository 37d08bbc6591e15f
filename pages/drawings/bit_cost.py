"""Pictures of the page Bit cost."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import isinf
from typing import Any

from pages.ui import charts, markdown_table, memo
from pages.ui.charts.layers import Layers
from ppr_core.experiments.bit_cost import CODES, BitCostResult, Marker
from ppr_core.experiments.contract import Story
from ppr_core.texts import Messages
from ppr_core.wording import measured, number
from ppr_core.wording import rough_percent as percent

__all__ = ["along_alpha", "every_row", "lengths", "main", "sweep", "worked"]

HALF = 0.16  # of a bar's height, in rows
APART = 0.2  # of the exact and the measured mark of a row, from its middle
ROWS = 8  # of the worked average
NAMED, NEAR = (1.1, 1.35), 0.2  # α along the curve; share of one, nearer than which the α on screen stands
MIDDLE = 0.8  # share of that curve’s axis, beyond which a name in the middle over its point has no room
HIGH = 0.85  # share of the highest point of that curve, above which a name has no room over its point
ROOM = 1.08  # of the highest point of that curve, for its name; of the longest bar, for the mark of real messages
LEAST = 1e-4  # of the axis: where it begins, as a share of its end
ROLES = {"exact": "law", "measured": "ppr", "bound": "bound", "mrc": "mrc", "plain": "baseline"}
LINES = {"bound": "bound", "refined": "bound", "divergence": "law", "leading": "baseline", "plain_bits": "baseline"}

message = Messages("bit_cost")


def main(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the bits of a message are for: every part begins where the one above it ends; then their sum, and what real
    messages took. A stop of a lesson about ε has them along ε."""
    if theme.lesson and result.sweep.name == "epsilon" and result.sweep.applies:
        title = message("sweep-title", setting="epsilon")
        return charts.Figure(_along_epsilon(result, theme), "parts", title, story.finding, result.sweep.table())
    index, bits = result.law.mean_log2.value, result.exact_bits
    ends = (0.0, result.theory.divergence, index, bits.value)
    groups: list[Layers] = [_part(3, "whole", 0.0, bits.value, measured(bits.value, bits.error), "law")]
    choice = "saves" if index < ends[1] else "names" if isinf(result.parameters.alpha) else "hides"
    for row, (name, (start, end)) in enumerate(zip(("divergence", choice, "code"), pairwise(ends), strict=True)):
        groups.append(_part(row, name, start, end, number(abs(end - start)), "ppr"))
    real = charts.points_with_errors([result.bits.value], [_height(4)], None, role="ppr")
    groups.append((*real, *_named(4, _real(result))))
    most = ROOM * max(*ends, result.bits.value)
    x = charts.Axis(message("axis-average", several=result.several), domain=(0.0, most))
    chart = charts.layered(*groups, x=x, y=charts.Axis("", categories=(" ",) * 5), theme=theme)
    if result.sweep.name == "alpha" and result.sweep.applies and not (theme.projector or theme.lesson):
        chart = (chart, _along_alpha(result, theme))
    title = message("chart-title", several=result.several)
    note = message("chart-note", kind="other" if isinf(result.parameters.alpha) else "hides")
    return charts.Figure(chart, "parts", title, story.finding, result.table(), note)


def along_alpha(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What each α costs, as the main picture has it beside the bars; the bars where another setting varies."""
    if result.sweep.name != "alpha" or not result.sweep.applies:
        return main(result, story, theme)
    title = message("sweep-title", setting="alpha")
    return charts.Figure(_along_alpha(result, theme), "along-alpha", title, story.finding, result.sweep.table())


def _along_epsilon(result: BitCostResult, theme: charts.Theme) -> charts.Spec:
    """Along ε, the average length and what favouring values that fit x takes."""
    s, x = result.sweep, charts.Axis(_axis(result), scale=result.sweep.scale)
    y = charts.Axis(message("axis-average", several=result.several), zero=True)
    whole = charts.line(s.axis, s.exact["bits"], label=message("along-whole"), role="law", at_end=True)
    part = charts.line(s.axis, s.bound("divergence"), label=message("along-part"), role="ppr", at_end=True)
    return charts.layered(whole, part, x=x, y=y, theme=theme)


def _along_alpha(result: BitCostResult, theme: charts.Theme) -> charts.Spec:
    """How the average length falls as the server may learn more, or with α where no ε holds; some α are named, most
    clearly that on screen."""
    alpha, shown = result.parameters.alpha, result.sweep.values >= min(NAMED[0], result.parameters.alpha)
    alphas, bits = result.sweep.values[shown], result.sweep.exact["bits"][shown]
    limits = result.decoder_epsilons(alphas)
    places = alphas if limits is None else limits
    groups = [charts.line(places, bits, role="ppr")]
    for place, at, length in zip(places.tolist(), alphas.tolist(), bits.tolist(), strict=True):
        if at != alpha and (at not in NAMED or abs(at - alpha) < NEAR * at):
            continue
        kind = "other" if at != alpha else "here" if limits is None else "limit"
        name = message("along-point", kind=kind, alpha=number(at), epsilon=number(place))
        right = place < places.max() / 2
        side = {"align": "left", "dx": 4, "dy": -6} if right else {"align": "center", "dx": 0, "dy": -20}
        if place > MIDDLE * places.max():  # clear of the end of the axis, and of the curve on the left
            side["align"] = "right"
        if right and length > HIGH * bits.max():  # below the chart's title: beside the point, where the curve falls
            side |= {"dx": 9, "dy": 6}
        words = charts.words(place, length, name, style="label", baseline="bottom", **side)
        point = charts.points_with_errors([place], [length], None, role="ppr")
        groups.append((*(charts.value_marker([place], [length]) if at == alpha else point), *words))
    x = charts.Axis(message("along-axis", limit=limits is not None), zero=limits is not None)
    y = charts.Axis(message("along-length"), domain=(0.0, ROOM * float(bits.max())))
    return charts.layered(*groups, x=x, y=y, theme=theme)


def _part(row: int, name: str, start: float, end: float, bits: str, role: str) -> Layers:
    """A bar of the picture, and above it what it is for."""
    bar = charts.row_part(*sorted((start, end)), _height(row), role=role, half=HALF)
    return (*bar, *_named(row, message("part", name=name, bits=bits)))


def _named(row: int, words: str) -> Layers:
    """What stands above a row."""
    return charts.words(0.0, _height(row) + HALF, words, style="label", align="left", baseline="bottom", dy=-4)


def _height(row: int) -> float:
    return 4.0 - row


def _real(result: BitCostResult) -> str:
    seen, count = measured(result.bits.value, result.bits.error), number(len(result.measured.lengths))
    return message("part-real", seen=seen, n=count, several=result.several)


def worked(result: BitCostResult, story: Story, theme: charts.Theme) -> None:
    """The average length of a message as a sum: every index with its word, its chance and what both make."""
    head = tuple(message("worked-head", column=column) for column in ("index", "word", "bits", "chance", "part"))
    of = memo.made_of(result, ("worked",), lambda: result.worked(ROWS))
    each = enumerate(zip(of.words, of.chances.tolist(), of.parts.tolist(), strict=True), start=1)
    rows: list[tuple[Any, ...]] = [
        (number(k), word, number(len(word)), percent(chance), number(part)) for k, (word, chance, part) in each
    ]
    rows.append((message("worked-rest", last=number(ROWS)), "…", "…", percent(of.rest_chance), number(of.rest_bits)))
    rows.append((message("worked-total"), "", "", "100 %", markdown_table.Markup(f"**{number(of.bits)}**")))
    markdown_table.show("worked-average", head, rows)


def lengths(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How long the messages of the run are."""
    title = message("lengths-title", several=result.several, n=number(result.parameters.samples))
    note = "" if result.several else message("chart-gaps", code=result.parameters.code)
    return charts.Figure(_lengths(result, theme), "lengths", title, story.finding, result.table(), note)


def every_row(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """All codes, bounds and entropies, one row each."""
    index, size = result.markers
    chart = _ladder(result, (*reversed(size), *reversed(index)), theme)
    return charts.Figure(chart, "every-row", message("every-tab"), story.finding, result.table())


def _label(result: BitCostResult, marker: Marker) -> str:
    known, p = marker.exact, result.parameters
    bits = number(int(marker.bits)) if marker.kind == "plain" else number(marker.bits, 4 if marker.kind == "mrc" else 3)
    return message(
        "row", name=marker.name, bits=bits if known is None else measured(known.value, known.error),
        code=CODES.get(marker.code, ""), candidates=number(p.candidates), output=p.plain_name,
    )  # fmt: skip


def _ladder(result: BitCostResult, rows: tuple[Marker, ...], theme: charts.Theme) -> charts.Spec:
    """Every average, exact value and bound on a row of its own, from the bottom."""
    low = max(min(marker.bits for marker in rows), LEAST * result.reach) / 1.3
    bits = message("axis-bits", several=result.several)
    x = charts.Axis(bits, scale="log", domain=(low, 1.3 * result.reach))
    middle = (low * 1.3 * result.reach) ** 0.5
    marks = (_mark(marker, row, middle) for row, marker in enumerate(rows) if marker.bits > low)
    y = charts.Axis("", categories=tuple(_label(result, marker) for marker in rows))
    return charts.layered(*marks, x=x, y=y, theme=theme)


def _mark(marker: Marker, row: int, middle: float) -> Layers:
    """Exact values as diamonds, measured ones as points below them, bounds as dotted strokes."""
    role = ROLES[marker.kind]
    if marker.kind == "bound":
        return charts.line([marker.bits] * 2, [row - 0.4, row + 0.4], role=role)
    if marker.exact is not None:
        return _both(marker, marker.exact.value, row, middle)
    return charts.value_marker([marker.bits], [row], role=role)


def _both(marker: Marker, known: float, row: int, middle: float) -> Layers:
    """The exact value above, what the messages took below it with its error, in words on the side with room."""
    low, text = row - APART, measured(marker.bits, marker.error)
    spread = [max(marker.bits - marker.error, 1e-9), marker.bits + marker.error]
    exact = charts.value_marker([known], [row + APART], role="ppr")
    seen = (
        *charts.line(spread, [low, low], role="ppr"),
        *charts.points_with_errors([marker.bits], [low], None, role="ppr"),
    )
    return (*exact, *seen, *charts.words_beside(marker.bits, low, text, 9 if marker.bits < middle else -9))


def _lengths(result: BitCostResult, theme: charts.Theme) -> charts.Spec:
    """The lengths of all messages; a lesson has not named their code."""
    seen = result.histogram
    label = "" if theme.lesson else message("legend-code", code=CODES[result.parameters.code])
    width = 0.9 * seen.step
    bars = charts.bars_with_errors(seen.centres, seen.shares, seen.errors, width=width, label=label, role="ppr")
    x = charts.Axis(message("axis-bits", several=result.several))
    y = charts.Axis(message("axis-share", several=result.several), "%", zero=True)
    return charts.layered(bars, x=x, y=y, theme=theme)


def sweep(result: BitCostResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Exact bits along one setting, measured ones as points on them, and the bounds; where r* changes, also the
    candidates of an encode."""
    s, p = result.sweep, result.parameters
    x = charts.Axis(_axis(result), scale=s.scale)
    groups: list[Layers] = [
        charts.line(s.axis, s.bound(name), label=message("sweep-line", line=name), role=role, at_end=True)
        for name, role in LINES.items()
        if name in s.drawn
    ]
    for name, label in (("bits", CODES[p.code]), ("log_index", message("sweep-log-index"))):
        groups.append(charts.line(s.axis, s.exact[name], label=label, role="ppr", at_end=True))
        points = charts.points_with_errors(*s.seen(name), label=message("sweep-real"), role="ppr")
        groups.append(points if name == "bits" else tuple(replace(layer, key=None) for layer in points))
    bits = charts.layered(*groups, x=x, y=charts.Axis(message("sweep-axis-bits"), scale=s.bits_scale), theme=theme)
    search = (
        charts.Series(message("sweep-expected"), "law", s.axis, s.log10_candidates),
        charts.Series(message("sweep-measured"), "ppr", s.axis, *s.log10_measured),
    )
    y = charts.Axis(message("sweep-axis-candidates"), zero=True)
    chart = (bits, charts.sweep(search, x=x, y=y, theme=theme)) if s.search_varies else bits
    title = message("sweep-title", setting=p.sweep)
    return charts.Figure(chart, "sweep", title, story.captions["sweep"], s.table(), story.captions["sweep"])


def _axis(result: BitCostResult) -> str:
    """What the sweep goes over."""
    s, chosen = result.sweep, result.parameters.chosen
    if s.name == "alpha":
        return "α − 1" if s.applies else "α"
    if s.name == "epsilon":
        return chosen.epsilon_axis
    return message("sweep-axis", setting="categories" if s.name == "dimension" and chosen.finite else s.name)
