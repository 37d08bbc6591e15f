"""Pictures of the page PPR step by step."""

from __future__ import annotations

from math import isnan, log, log10
from typing import Any

from pages.ui import charts
from pages.ui.charts import stepped
from ppr_core.experiments.contract import Story
from ppr_core.experiments.ppr_step_by_step import (
    RACED,
    SEARCH,
    Frame,
    PprStepsResult,
    compare,
    compared,
    frame,
    search,
)
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["main", "samples_looked_at", "search_shown"]

message = Messages("ppr_step_by_step")

TIMES, DENSITIES = (0.28, 1.0), (0.0, 0.2)  # shares of the height
TICKS = [float(f"{digit}e{exponent}") for exponent in range(-9, 19) for digit in (1, 3)]
SHAPES = {"sample": "circle", "looked": "circle", "followed": "circle", "chosen": "diamond"}
COLUMNS = ("index", "ratio", "time", "transformed_time", "candidate_time", "score", "probability")
HOVER = (
    " %{customdata[0]}, z = %{x:.3g}<br>r = %{customdata[1]:.3g}, T = %{customdata[2]:.3g}<br>"
    "T/r = %{customdata[3]:.3g}, S = %{customdata[4]:.3g}, S/r = %{customdata[5]:.3g}<br>"
    "P(K = i) = %{customdata[6]:.2%}<extra></extra>"
)
WHOLE, WIDE = {"tick0": 0, "dtick": 1}, 9.0  # every whole output has its tick, in a picture that is not wider
NEAR = 0.25  # share of the height, nearer than which to the line at r* the name of the ratio has no room
NAMED = 1.0  # diameter from which a candidate whose area is its chance bears its number, to be bet on


def main(result: PprStepsResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The current step: points in the plane of outputs and times, above the densities of mechanism and proposal."""
    step, note = frame(result, follow=not theme.lesson), story.captions["step"]
    if "followed" in step.role and result.parameters.step <= RACED:
        note += f" {story.captions['followed']}"
    chart = _picture(result, step, story.captions["message"], theme)
    return charts.Figure(chart, f"step-{result.parameters.step + 1}", step.title, note, result.table(), note)


def search_shown(result: PprStepsResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How the search of the endless list stops."""
    shown, finding = frame(result, SEARCH), search(result)
    return charts.Figure(_picture(result, shown, "", theme), "search", shown.title, finding, result.table(), finding)


def _picture(result: PprStepsResult, step: Frame, sent: str, theme: charts.Theme) -> Any:
    role = "ppr" if result.private else "pfr"
    outputs = charts.Axis(message("axis-output" if result.scalar else "axis-output-along"), domain=step.outputs)
    figure = stepped.figure(theme, outputs, charts.Axis(step.axis, scale="log", domain=step.heights))
    _points(figure, result, step, theme, role)
    _densities(figure, result, step, theme, role)
    _marks(figure, step, sent, theme)
    marked = [tick for tick in TICKS if tick >= 1 or not step.counts]
    ticks = {"tickvals": marked, "ticktext": [number(tick) for tick in marked]}
    top = max(result.law_density.max(), result.proposal_density.max())
    hidden = {"showticklabels": False, "showgrid": False, "zeroline": False, "fixedrange": True}
    figure.update_layout(
        xaxis={"anchor": "y2", "fixedrange": True} | (WHOLE if step.outputs[1] - step.outputs[0] < WIDE else {}),
        yaxis={"domain": TIMES, "fixedrange": True, **ticks},
        yaxis2={"domain": DENSITIES, "anchor": "x", "range": [0, 1.2 * top], **hidden},
        showlegend=False,
        hoverlabel={"bgcolor": theme.ink.background, "font": {"color": theme.ink.text}},
    )
    return figure.chart


def _points(figure: stepped.Drawing, result: PprStepsResult, frame: Frame, theme: charts.Theme, role: str) -> None:
    """The candidates, with trails to where they come from; in the first step the ratio."""
    table, style, other = result.table(), stepped.marker_style(role, theme), theme.color("baseline")
    x: list[Any] = []
    y: list[Any] = []
    for z, *ends in zip(table["z"], frame.trail, frame.height, strict=True):
        x, y = [*x, z, z, None], [*y, *ends, None]
    thin = {"color": other, "width": theme.width("baseline"), "simplify": False}
    figure.add_scatter(x=x, y=y, mode="lines", line=thin, opacity=0.7, hoverinfo="skip")
    labels = _named(table["index"].tolist(), frame)
    sides = _sides(table["z"].tolist(), frame, labels)
    # Without the points that are not drawn: among them Plotly loses texts.
    shown = [i for i, height in enumerate(frame.height.tolist()) if not isnan(height)]
    marker = {
        "color": [other if frame.role[i] == "sample" else style["color"] for i in shown],
        "symbol": ["triangle-up" if frame.above[i] else SHAPES[frame.role[i]] for i in shown],
        "size": style["size"] * frame.size[shown],
        "opacity": [0.25 if frame.sending and frame.role[i] != "chosen" else 1.0 for i in shown],
        "line": style["line"],
    }
    figure.add_scatter(
        x=table["z"][shown], y=frame.height[shown], mode="markers+text", marker=marker,
        text=[labels[i] for i in shown], textposition=[sides[i] for i in shown], textfont=theme.font,
        customdata=list(zip(*(table[name][shown].tolist() for name in COLUMNS), strict=True)),
        hovertemplate=message("hover-index") + HOVER,
    )  # fmt: skip
    ratio = [] if frame.ratio is None else frame.ratio
    figure.add_scatter(x=result.law_z, y=ratio, mode="lines", line=stepped.line_style(role, theme), name="r(z)")
    if peaks := [(r, z) for r, z in zip(ratio, result.law_z, strict=False) if not isnan(r)]:
        top = max(peaks)[1]  # beside the middle of the wider flank, clear of the line at r*
        flank = [(r, z) for r, z in peaks if (z > top if frame.input_right else z < top)] or peaks
        height, z = flank[len(flank) // 2]
        label = message("label-curve", x=number(result.parameters.x))
        sides = ("left", "right") if frame.input_right else ("right", "left")
        beside = {"xanchor": sides[0], "yanchor": "bottom", "yshift": 6}
        if frame.limit and log(frame.limit[0] / height) < NEAR * log(frame.heights[1] / frame.heights[0]):
            beside = {"xanchor": sides[1], "yanchor": "top", "yshift": -6}  # under the curve, away from that line
        stepped.words(figure, theme, label, x=z, y=log10(height), **beside)


def _named(index: list[int | str], frame: Frame) -> list[str]:
    """The labels of the frame, and the numbers of the likeliest candidates where areas are chances."""
    labels, sizes = frame.labels.tolist(), frame.size.tolist()
    if max(sizes) < 2:
        return labels
    told = zip(labels, index, sizes, strict=True)  # an index beyond all whole numbers is a text, and far from likely
    return [label or ("" if isinstance(i, str) else number(i) * (size >= NAMED)) for label, i, size in told]


def _sides(z: list[float], frame: Frame, labels: list[str]) -> list[str]:
    (left, right), (low, high) = frame.outputs, map(log, frame.heights)
    x = [(output - left) / (right - left) for output in z]
    y = [
        1.0 if cut else (log(height) - low) / (high - low)
        for cut, height in zip(frame.above, frame.height.tolist(), strict=True)
    ]
    return stepped.text_sides(x, y, labels)


def _densities(figure: stepped.Drawing, result: PprStepsResult, frame: Frame, theme: charts.Theme, role: str) -> None:
    """Mechanism and proposal with their names, the input, the winners of races, the inputs that the index excludes."""
    x, low, strip = result.parameters.x, frame.outputs[0], {"yref": "y2 domain", "y0": 0, "y1": 1}
    if frame.races:
        x_steps = [edge for edge in result.race_edges.tolist() for _ in (0, 1)]
        heights = [0.0, *(height for height in result.race_density.tolist() for _ in (0, 1)), 0.0]
        filled = {"fill": "tozeroy", "line": {"color": theme.color(role), "width": 1}, "opacity": 0.6}
        figure.add_scatter(x=x_steps, y=heights, yaxis="y2", mode="lines", hoverinfo="skip", **filled)
    for density, kind in ((result.proposal_density, "baseline"), (result.law_density, "law")):
        line = stepped.line_style(kind, theme) | {"simplify": False}
        figure.add_scatter(x=result.law_z, y=density, yaxis="y2", mode="lines", hoverinfo="skip", line=line)
    figure.add_shape(type="line", x0=x, x1=x, line=stepped.line_style("baseline", theme), **strip)
    beside = {"xanchor": "left" if frame.input_right else "right", "yanchor": "bottom"}
    stepped.words(figure, theme, message("label-mechanism", x=number(x)), x=x, y=1, yref="y2 domain", **beside)
    end = {"x": low, "xanchor": "left"} if x >= 0 else {"x": frame.outputs[1], "xanchor": "right"}  # away from P
    place = {"y": result.proposal_density[0], "yref": "y2", "yanchor": "bottom"} | end
    stepped.words(figure, theme, message("label-proposal"), **place)
    if frame.ruled_out:
        for start, end in result.ruled_out:
            figure.add_shape(type="rect", x0=start, x1=end, line={"width": 0}, fillcolor=theme.color(role),
                             opacity=0.35, layer="below", **strip)  # fmt: skip
        first = {"x": result.ruled_out[0][0], "y": 1, "yref": "y2 domain", "xanchor": "left", "yanchor": "top"}
        stepped.words(figure, theme, frame.ruled_out, **first)


def _marks(figure: stepped.Drawing, frame: Frame, sent: str, theme: charts.Theme) -> None:
    """A line with its name, and the message."""
    left, right = frame.outputs
    background = {"bgcolor": theme.ink.background, "opacity": 0.9}
    if frame.limit:
        height, name = frame.limit
        line = stepped.line_style("bound", theme)
        figure.add_shape(type="line", x0=left, x1=right, y0=height, y1=height, line=line)
        stepped.words(figure, theme, name, x=left, y=log10(height), xanchor="left", yanchor="bottom", **background)
    if frame.sending:
        side = {"x": 1, "xanchor": "right"} if frame.message_right else {"x": 0, "xanchor": "left"}
        corner = {"y": 1, "xref": "x domain", "yref": "y domain", "yanchor": "top", "align": "left"} | side
        frame_around = {"bordercolor": theme.ink.muted, "borderpad": 8} | background
        stepped.words(figure, theme, sent.replace("\n", "<br>"), **corner, **frame_around)


def samples_looked_at(result: PprStepsResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Both encoders over many encodes of this input."""
    comparison, roles = compare(result.parameters), ("ppr", "baseline")
    names = message("search-order"), message("search-algorithm1")
    series = [
        charts.Series(name, role, *_stairs(*curve))
        for name, role, curve in zip(names, roles, comparison.curves(), strict=False)
    ]
    finding = compared(comparison)
    return charts.Figure(
        chart=charts.sweep(series, x=charts.Axis(message("search-axis"), scale="log"),
                           y=charts.Axis(message("search-axis-share"), domain=(0.0, 1.0)), theme=theme),
        name="samples-looked-at",
        title=message("search-title"),
        finding_alt=finding,
        table=comparison.table(),
        note=finding,
    )  # fmt: skip


def _stairs(counts: Any, shares: Any) -> tuple[list[float], list[float]]:
    """A share of encodes as the steps that it is: each count twice, before and after its rise."""
    x = [count for count in counts.tolist() for _ in range(2)]
    return x[1:], [share for share in shares.tolist() for _ in range(2)][:-1]
