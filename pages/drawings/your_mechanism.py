"""Pictures of the page Your mechanism, the button that takes the optimum over, and the files to take along."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui import charts, guard
from pages.ui import state as states
from pages.ui.charts.layers import Layers
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.your_mechanism import EXPERIMENT, YourMechanismResult, described, optimum_outputs, taken
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["bits", "main", "mechanism", "optimum", "profile", "proposals", "take", "take_along", "tests"]

_MOST_NAMED = 12  # rows or columns of a table whose names are shown
_FEW = 5  # inputs and outputs up to which both tables have room beside each other
_TINT = 0.45  # of the fullest cell, on which the colour of words still reads
_BAR = 0.4  # of the room of an input
_MIME = {"json": "application/json", "py": "text/x-python"}

message = Messages("your_mechanism")


def main(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A small table and the best one, with the loss of every input; of a larger one the losses alone; else the best
    test of one output."""
    better = result.better
    if better is None or better.each is None or better.each.shape[1] > _MOST_NAMED:
        return _test(result, story, theme)
    p, (own, best), names = result.parameters, better.each.tolist(), result.description
    right = [] if better.relabelled or p.loss != "hamming" else names.outputs
    inputs = tuple(message("named-right", input=x, output=z) for x, z in zip(names.inputs, right, strict=False))
    inputs, table = inputs or tuple(names.inputs), {"input": names.inputs, "yours": own, "best": best}
    if better.matrix is not None and len(inputs) <= _FEW >= len(names.outputs):
        top = max(float(each.max()) for each in (result.matrix, better.matrix))
        lost = message("axis-loss-short", loss=p.loss)
        charts_ = tuple(
            _heat(each.tolist(), inputs, outputs, theme, title, top, {lost: losses})
            for each, outputs, title, losses in (
                (result.matrix, names.outputs, _named(result), own),
                (better.matrix, optimum_outputs(result), message("named-best"), best),
            )
        )
        note = message("tables-note", loss=p.loss, criterion=p.criterion)
        return charts.Figure(charts_, "tables", message("tables-title"), story.finding, table, note)
    layers: list[Layers] = []
    for place, (each, role, label) in enumerate(
        ((own, "ppr", message("legend-own")), (best, "law", message("named-best")))
    ):
        at = [row + (place - 0.5) * _BAR for row in range(len(each))]
        layers.append(charts.bars_with_errors(at, each, None, role=role, label=label, width=0.9 * _BAR))
        layers += [charts.words(x, y, number(y, 2), baseline="bottom", dy=-4) for x, y in zip(at, each, strict=True)]
    x = charts.Axis(message("axis-input"), categories=inputs)
    room = 1.15 * max(*own, *best)  # for the numbers above the bars
    y = charts.Axis(message("axis-loss", loss=p.loss), domain=(0.0, room or 1.0))
    title, note = message("loss-title"), message("loss-note", loss=p.loss)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    return charts.Figure(chart, "loss", title, story.finding, table, note)


def _test(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The best test of one output, between blind guessing and what ε allows, each named at its line."""
    table = result.test_table()
    alarms, misses, epsilon = table["false_alarms"], table["misses"], result.known.epsilon
    layers = [charts.line(alarms, 1 - alarms, role="baseline")]
    layers.append(charts.words(0.5, 0.5, message("legend-guessing"), align="left", baseline="bottom", dx=6))
    if math.isfinite(epsilon):
        corner = 1 / (1 + math.exp(epsilon))  # of what ε allows: both errors are equal
        layers.append(charts.line(alarms, table["epsilon_allows"], role="bound"))
        label = message("named-epsilon", epsilon=number(epsilon))
        layers.append(charts.words(corner, corner, label, align="right", baseline="top", dy=6))
    middle = int(abs(alarms - 0.4).argmin())
    layers.append(charts.line(alarms, misses, role="ppr"))
    own = {"style": "label", "align": "left", "baseline": "bottom", "dx": 8, "dy": -6}
    layers.append(charts.words(float(alarms[middle]), float(misses[middle]), message("legend-own"), **own))
    x, y = (charts.Axis(name, domain=(0.0, 1.0)) for name in (message("axis-alarms"), message("axis-misses")))
    chart, title = charts.layered(*layers, x=x, y=y, theme=theme), message("chart-title")
    return charts.Figure(chart, "best-guess", title, story.finding, table, message("main-note"))


def _named(result: YourMechanismResult) -> str:
    """The table, with what PPR sends for a report of it once that is known."""
    bits = "" if result.sent is None else number(float(result.sent.exact_bits.mean()))
    return message("named-own", known=bool(bits), bits=bits)


def tests(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The best test of one output, beside those of PPR's decoder and of Gaussian noise."""
    table = result.test_table()
    alarms = table["false_alarms"]
    layers = [charts.line(alarms, 1 - alarms, label=message("legend-guessing"), role="baseline")]
    if math.isfinite(result.known.epsilon):
        label = message("legend-epsilon", epsilon=number(result.known.epsilon))
        layers.append(charts.line(alarms, table["epsilon_allows"], label=label, role="bound"))
        label = message("legend-message")
        layers.append(charts.line(alarms, table["message_allows"], label=label, role="pfr"))
    if math.isfinite(result.known.mu):
        label = message("legend-gaussian", mu=number(result.known.mu))
        layers.append(charts.line(alarms, table["gaussian"], label=label, role="mrc"))
    layers.append(charts.line(alarms, table["misses"], label=message("legend-own"), role="ppr"))
    x, y = (charts.Axis(name, domain=(0.0, 1.0)) for name in (message("axis-alarms"), message("axis-misses")))
    chart, title = charts.layered(*layers, x=x, y=y, theme=theme), message("chart-title")
    everywhere = math.isfinite(result.known.mu) and not result.known.mu_level
    note = message("chart-note", gaussian=everywhere).rstrip()
    return charts.Figure(chart, "best-test", title, story.finding, table, note)


def profile(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """δ(ε)."""
    known = result.known
    layers = [charts.line(known.epsilons, known.delta, label=message("legend-own"), role="ppr")]
    if math.isfinite(known.epsilon):
        layers.append(charts.bound_line(label=message("profile-epsilon"), x=known.epsilon))
    chart = charts.layered(*layers, x=charts.Axis("ε", "nats"), y=charts.Axis("δ", zero=True), theme=theme)
    title, finding = message("profile-title"), story.captions["profile"]
    return charts.Figure(chart, "profile", title, finding, {"epsilon": known.epsilons, "delta": known.delta})


def mechanism(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The table as a heat map, or the noise at both ends of its range below the curve above all shifted densities."""
    if result.finite:
        names = result.description
        spec = _heat(result.matrix.tolist(), names.inputs, names.outputs, theme, "")
        table = {name: result.matrix[:, column] for column, name in enumerate(names.outputs)}
        title = message("mechanism-title")
        return charts.Figure(spec, "mechanism", title, story.finding, {"input": names.inputs} | table)
    z, left, right, envelope = result.curves()
    density = charts.Axis(message("axis-density"), zero=True)
    layers = [
        charts.band(z, [0.0 for _ in z], envelope, label=message("legend-proposal"), role="law"),
        charts.line(z, left, label=message("legend-low"), role="ppr"),
        charts.line(z, right, label=message("legend-high"), role="mrc"),
    ]
    chart = charts.layered(*layers, x=charts.Axis(message("axis-output")), y=density, theme=theme)
    title, finding = message("mechanism-title-noise"), story.finding
    return charts.Figure(
        chart, "mechanism", title, finding, {"z": z, "density_low": left, "density_high": right, "envelope": envelope}
    )


def proposals(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """r* against the worst KL along the best proposals; of noise r* along the width of its own law."""
    sent = result.sent
    title, caption = message("proposals-title"), story.captions["proposals"]
    if sent is not None and sent.proposals:
        table = {
            "ratio": [proposal.ratio for proposal in sent.proposals],
            "worst_bits": [proposal.worst_bits for proposal in sent.proposals],
            "least_bits": [proposal.least_bits for proposal in sent.proposals],
        }
        points = charts.points_with_errors(
            table["ratio"], table["worst_bits"], None, label=message("proposals-best"), role="ppr", joined=True
        )
        worst = charts.Axis(message("proposals-axis-worst"), "bits")
        axes = {"x": charts.Axis(message("proposals-axis")), "y": worst}
        return charts.Figure(charts.layered(points, theme=theme, **axes), "proposals", title, caption, table)
    finite = [proposal for proposal in sent.verdicts if math.isfinite(proposal.log_bound)] if sent is not None else []
    widths, ratios = [proposal.width for proposal in finite], [math.exp(proposal.log_bound) for proposal in finite]
    layers = [charts.points_with_errors(widths, ratios, None, label=message("proposals-own"), role="mrc", joined=True)]
    if sent is not None:
        layers.append(charts.bound_line(label=message("proposals-curve"), y=sent.ratio, role="ppr"))
    axes = {"x": charts.Axis(message("proposals-axis-width")), "y": charts.Axis(message("proposals-axis"), zero=True)}
    table = {"width": widths, "ratio": ratios}
    return charts.Figure(charts.layered(*layers, theme=theme, **axes), "proposals", title, caption, table)


def bits(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Exact and simulated lengths of the messages of each input."""
    table, sent = result.table(), result.sent
    layers, names = [], ()
    if sent is not None:
        places, names = list(range(len(sent.inputs))), tuple(table["input"])
        layers = [
            charts.points_with_errors(places, sent.bits, sent.errors, label=message("bits-sent"), role="ppr"),
            charts.value_marker(places, sent.exact_bits, label=message("bits-exact")),
        ]
    x, y = charts.Axis(message("axis-input"), categories=names), charts.Axis(message("bits-axis"), "bits", zero=True)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    return charts.Figure(chart, "bits", message("bits-title"), story.finding, table)


def optimum(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Both tables side by side; where there is no table, the best test once more."""
    better, title = result.better, message("optimum-title")
    if better is None or better.matrix is None:
        return main(result, story, theme)
    names = result.description
    chart = _heat(result.matrix.tolist(), names.inputs, names.outputs, theme, message("optimum-yours"))
    outputs = optimum_outputs(result)
    best = _heat(better.matrix.tolist(), names.inputs, outputs, theme, message("optimum-best"))
    table = {name: better.matrix[:, column] for column, name in enumerate(outputs)}
    return charts.Figure((chart, best), "optimum", title, story.captions["optimum"], {"input": names.inputs} | table)


def take(state: PageState, result: YourMechanismResult | None) -> None:
    """The optimum becomes the mechanism."""
    if result is None or result.better is None:
        return

    @guard.callback
    def chosen() -> None:
        states.apply(EXPERIMENT, taken(result), "")

    better = result.better
    done = better.own <= better.best * (1 + 1e-6) + 1e-12
    text = message("take-help", best=number(better.best), own=number(better.own))
    st.button(
        message("take"),
        key=f"{EXPERIMENT.name}-take",
        icon=":material/upgrade:",
        on_click=chosen,
        disabled=done,
        help=message("take-done") if done else plain(text),
        width="stretch",
    )


def take_along(state: PageState, result: YourMechanismResult | None, theme: charts.Theme) -> None:
    """The mechanism as files that this page and the command line read back."""
    if result is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{EXPERIMENT.name}-along"):
        st.markdown(message("along"), width="content")
        for ending, text in described(result).items():
            st.download_button(
                {"json": "JSON", "py": "Python"}[ending],
                text,
                f"mechanism.{ending}",
                _MIME[ending],
                key=f"{EXPERIMENT.name}-{ending}",
                icon=":material/download:",
                on_click="ignore",
                help=message("along-help", file=f"mechanism.{ending}"),
            )


def _heat(
    rows: Sequence[Sequence[float]], inputs: Sequence[str], outputs: Sequence[str], theme: charts.Theme, title: str,
    top: float | None = None, beside: Mapping[str, Sequence[float]] | None = None,
) -> Any:  # fmt: skip
    """A heat map: a row for each input, from the top; names only where there is room.

    top: the number that has the full colour; beside: further columns of numbers, without a colour.
    """
    values: list[tuple[str, str, float | None, str]] = [
        (x, z, float(rows[i][j]), number(rows[i][j], 2)) for i, x in enumerate(inputs) for j, z in enumerate(outputs)
    ]
    for name, column in (beside or {}).items():
        values += [(x, name, None, number(each, 2)) for x, each in zip(inputs, column, strict=True)]
    # In the layers: of what stands above them Streamlit would make a table anew for each visitor.
    data = charts.rows_of(dict(zip(("input", "output", "p", "text"), zip(*values, strict=True), strict=True)))
    named = len(inputs) <= _MOST_NAMED and len(outputs) <= _MOST_NAMED
    label = {"labelLimit": 110, "labelAngle": 0} if named else {"labels": False, "ticks": False}
    colors = [theme.ink.background, charts.COLORS["dark" if theme.dark else "light"]["ppr"]]
    common = {
        "y": {
            "field": "input",
            "type": "nominal",
            "sort": list(inputs),
            "axis": {"title": message("axis-input")} | label,
        },
        "x": {
            "field": "output",
            "type": "nominal",
            "sort": [*outputs, *(beside or {})],
            "axis": {"title": message("axis-output")} | label,
        },
    }
    scale = {"range": colors, "domain": [0, top or max(max(row) for row in rows)], "interpolate": "lab"}
    tooltip = [
        {"field": name, "type": kind}
        for name, kind in (("input", "nominal"), ("output", "nominal"), ("p", "quantitative"))
    ]
    cells = {
        "data": data,
        "transform": [{"filter": "isValid(datum.p)"}],
        "mark": {"type": "rect", "opacity": _TINT},
        "encoding": common
        | {"color": {"field": "p", "type": "quantitative", "scale": scale, "legend": None}, "tooltip": tooltip},
    }
    layers = [cells]
    if named:
        mark = {"type": "text", "fontSize": theme.font_size, "color": theme.ink.text}
        layers.append({"data": data, "mark": mark, "encoding": common | {"text": {"field": "text"}}})
    spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "layer": layers}
    head = {"text": title, "fontSize": theme.font_size, "fontWeight": "bold", "anchor": "start", "frame": "group"}
    return spec | ({"title": head} if title else {})
