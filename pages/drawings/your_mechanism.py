"""Pictures of the page Your mechanism, the button that takes the optimum over, and the files to take along."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.ui import charts, guard
from pages.ui import state as states
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.your_mechanism import EXPERIMENT, YourMechanismResult, described, taken
from ppr_core.wording import number

__all__ = ["bits", "main", "mechanism", "optimum", "profile", "proposals", "take", "take_along"]

_MOST_NAMED = 12  # rows or columns of a table whose names are shown
_MIME = {"json": "application/json", "py": "text/x-python"}
_SHARES = charts.Axis("False alarms", domain=(0.0, 1.0))


def main(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The best test of one output: what no observer gets below."""
    table = result.test_table()
    alarms = table["false_alarms"]
    layers = [charts.line(alarms, 1 - alarms, label="guessing", role="baseline")]
    if math.isfinite(result.known.epsilon):
        label = f"least that ε = {number(result.known.epsilon)} allows"
        layers.append(charts.line(alarms, table["epsilon_allows"], label=label, role="bound"))
        label = "least that PPR's message allows, 2αε"
        layers.append(charts.line(alarms, table["message_allows"], label=label, role="pfr"))
    if math.isfinite(result.known.mu):
        label = f"Gaussian, μ = {number(result.known.mu)}"
        layers.append(charts.line(alarms, table["gaussian"], label=label, role="mrc"))
    layers.append(charts.line(alarms, table["misses"], label="your mechanism", role="ppr"))
    chart = charts.layered(*layers, x=_SHARES, y=charts.Axis("Misses", domain=(0.0, 1.0)), theme=theme)
    note = (
        "An observer asks “was it x or x′?”. For any two inputs, no test with this rate of false alarms has fewer "
        "misses: the higher the line, the more private. Gaussian, μ: the normal noise that is nowhere more private."
    )
    return charts.Figure(chart, "best-test", "What the best test of one output achieves", story.finding, table, note)


def profile(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """δ(ε)."""
    known = result.known
    layers = [charts.line(known.epsilons, known.delta, label="your mechanism", role="ppr")]
    if math.isfinite(known.epsilon):
        layers.append(charts.bound_line(label="pure ε", x=known.epsilon))
    chart = charts.layered(*layers, x=charts.Axis("ε", "nats"), y=charts.Axis("δ", zero=True), theme=theme)
    title, finding = "δ(ε): the probability that ε has to leave out", story.captions["profile"]
    return charts.Figure(chart, "profile", title, finding, {"epsilon": known.epsilons, "delta": known.delta})


def mechanism(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The table as a heat map, or the noise at both ends of its range below the curve above all shifted densities."""
    if result.finite:
        names = result.description
        spec = _heat(result.matrix.tolist(), names.inputs, names.outputs, theme, "")
        table = {name: result.matrix[:, column] for column, name in enumerate(names.outputs)}
        return charts.Figure(
            spec, "mechanism", "Probability of each output", story.finding, {"input": names.inputs} | table
        )
    z, left, right, envelope = result.curves()
    density = charts.Axis("Density", zero=True)
    layers = [
        charts.band(z, [0.0 for _ in z], envelope, label="proposal × r*", role="law"),
        charts.line(z, left, label="x = −C", role="ppr"),
        charts.line(z, right, label="x = C", role="mrc"),
    ]
    chart = charts.layered(*layers, x=charts.Axis("Output"), y=density, theme=theme)
    title, finding = "The noise at both ends of the range, under the proposal", story.finding
    return charts.Figure(
        chart, "mechanism", title, finding, {"z": z, "density_low": left, "density_high": right, "envelope": envelope}
    )


def proposals(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """r* against the worst KL along the best proposals; of noise r* along the width of its own law."""
    sent = result.sent
    title, caption = "What the proposal changes", story.captions["proposals"]
    if sent is not None and sent.proposals:
        table = {
            "ratio": [proposal.ratio for proposal in sent.proposals],
            "worst_bits": [proposal.worst_bits for proposal in sent.proposals],
            "least_bits": [proposal.least_bits for proposal in sent.proposals],
        }
        points = charts.points_with_errors(
            table["ratio"], table["worst_bits"], None, label="best proposals", role="ppr", joined=True
        )
        axes = {"x": charts.Axis("Candidates looked at, r*"), "y": charts.Axis("Worst KL", "bits")}
        return charts.Figure(charts.layered(points, theme=theme, **axes), "proposals", title, caption, table)
    finite = [proposal for proposal in sent.verdicts if math.isfinite(proposal.log_bound)] if sent is not None else []
    widths, ratios = [proposal.width for proposal in finite], [math.exp(proposal.log_bound) for proposal in finite]
    layers = [
        charts.points_with_errors(widths, ratios, None, label="the noise's own law, wider", role="mrc", joined=True)
    ]
    if sent is not None:
        layers.append(charts.bound_line(label="curve above all shifted densities", y=sent.ratio, role="ppr"))
    axes = {
        "x": charts.Axis("Width of the proposal, of the noise's"),
        "y": charts.Axis("Candidates looked at, r*", zero=True),
    }
    table = {"width": widths, "ratio": ratios}
    return charts.Figure(charts.layered(*layers, theme=theme, **axes), "proposals", title, caption, table)


def bits(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Exact and simulated lengths of the messages of each input."""
    table, sent = result.table(), result.sent
    layers, names = [], ()
    if sent is not None:
        places, names = list(range(len(sent.inputs))), tuple(table["input"])
        layers = [
            charts.points_with_errors(places, sent.bits, sent.errors, label="as sent", role="ppr"),
            charts.value_marker(places, sent.exact_bits, label="exact"),
        ]
    chart = charts.layered(
        *layers, x=charts.Axis("Input", categories=names), y=charts.Axis("Message", "bits", zero=True), theme=theme
    )
    return charts.Figure(chart, "bits", "Length of a message, Elias delta code", story.finding, table)


def optimum(result: YourMechanismResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Both tables side by side; where there is no table, the best test once more."""
    better, title = result.better, "Your mechanism and the best one at its ε"
    if better is None or better.matrix is None:
        return main(result, story, theme)
    names = result.description
    chart = _heat(result.matrix.tolist(), names.inputs, names.outputs, theme, "yours")
    best = _heat(better.matrix.tolist(), names.inputs, names.inputs, theme, "the optimum")
    table = {name: better.matrix[:, column] for column, name in enumerate(names.inputs)}
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
    st.button(
        "Take the optimum over",
        key=f"{EXPERIMENT.name}-take",
        icon=":material/upgrade:",
        on_click=chosen,
        disabled=done,
        help="It is the best one already."
        if done
        else plain(f"Its loss is {number(better.best)} in place of {number(better.own)}."),
        width="stretch",
    )


def take_along(state: PageState, result: YourMechanismResult | None, theme: charts.Theme) -> None:
    """The mechanism as files that this page and the command line read back."""
    if result is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{EXPERIMENT.name}-along"):
        st.markdown("Take your mechanism along:", width="content")
        for ending, text in described(result).items():
            st.download_button(
                {"json": "JSON", "py": "Python"}[ending],
                text,
                f"mechanism.{ending}",
                _MIME[ending],
                key=f"{EXPERIMENT.name}-{ending}",
                icon=":material/download:",
                on_click="ignore",
                help=f"Drop it into “File” above, or run python -m ppr_core mechanism mechanism.{ending}",
            )


def _heat(
    rows: Sequence[Sequence[float]], inputs: Sequence[str], outputs: Sequence[str], theme: charts.Theme, title: str
) -> Any:
    """A heat map: a row for each input, from the top; names only where there is room."""
    values = [
        {"input": x, "output": z, "p": rows[i][j], "text": number(rows[i][j], 2)}
        for i, x in enumerate(inputs) for j, z in enumerate(outputs)
    ]  # fmt: skip
    named = len(inputs) <= _MOST_NAMED and len(outputs) <= _MOST_NAMED
    label = {"labelLimit": 110, "labelAngle": 0} if named else {"labels": False, "ticks": False}
    colors = [theme.ink.background, charts.COLORS["dark" if theme.dark else "light"]["ppr"]]
    common = {
        "y": {"field": "input", "type": "nominal", "sort": list(inputs), "axis": {"title": "Input"} | label},
        "x": {"field": "output", "type": "nominal", "sort": list(outputs), "axis": {"title": "Output"} | label},
    }
    scale = {"range": colors, "domain": [0, max(max(row) for row in rows)], "interpolate": "lab"}
    tooltip = [
        {"field": name, "type": kind}
        for name, kind in (("input", "nominal"), ("output", "nominal"), ("p", "quantitative"))
    ]
    cells = {
        "mark": {"type": "rect"},
        "encoding": common
        | {"color": {"field": "p", "type": "quantitative", "scale": scale, "legend": None}, "tooltip": tooltip},
    }
    layers = [cells]
    if named:
        ink = {
            "condition": {"test": f"datum.p > {0.6 * scale['domain'][1]}", "value": theme.ink.background},
            "value": theme.ink.text,
        }
        mark = {"type": "text", "fontSize": theme.font_size}
        layers.append({"mark": mark, "encoding": common | {"text": {"field": "text"}, "color": ink}})
    spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "data": {"values": values}, "layer": layers}
    return spec | ({"title": title} if title else {})
