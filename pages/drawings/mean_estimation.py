"""The pictures of the page Mean estimation: errors along ε and along the bits, and what a client's bits are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from pages.ui import charts, markdown_table
from pages.ui.charts.layers import Layers
from pages.ui.quantities import cited
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.mean_estimation import Curve, Figure, MeanResult, Promise, Run, paper_figures
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import change, decimals, number, rounded, signed, with_unit

__all__ = ["composition", "errors", "guarantees", "main", "more_bits", "more_epsilon", "paper", "sizes"]

message = Messages("mean_estimation")

ROLES = {
    "gaussian": "law", "sliced_ppr": "ppr", "csgm": "sketch",
    "privunit": "ppr", "privunit_default": "pfr", "privhs": "rejection", "sqkr": "baseline",
    "reports_1": "ppr", "reports_2": "pfr", "reports_4": "rejection",
} | {name: scheme.role for name, scheme in SCHEMES.items()}  # fmt: skip
PARTS = (("information", "information", "ppr"), ("code_overhead", "code", "pfr"),
         ("message_overhead", "others", "baseline"))  # fmt: skip


def main(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The published mean: expected errors beside what a client sends. Local reports: errors along ε."""
    p = result.parameters
    if not p.central:
        title, note = message("local-title"), story.captions["reading"]
        return charts.Figure(_along_epsilon(result, theme), "error", title, story.finding, result.table(), note)
    law, sent, floats = result.headline.law, result.headline.bits.value, result.float_bits
    groups = [charts.bound_line(y=result.guess, label=message("named-guess", guess=number(result.guess, 2)))]
    rivals = result.curve("bits", "csgm", p.epsilon)
    for curve in rivals:
        groups += [_line(curve, ""), charts.value_marker(curve.x, curve.y, role="sketch")]
        groups.append(charts.words(curve.x[0], curve.y[0], message("named-csgm"), align="left", dy=-14))
        here = list(curve.x).index(p.bits)
        budget = {"align": "right", "baseline": "top", "dx": -6, "dy": 3}
        groups.append(
            charts.words(curve.x[here], curve.y[here], message("named-budget", bits=number(p.bits)), **budget)
        )
    plain = result.at("gaussian").law
    over, under = {"baseline": "bottom", "dy": -8}, {"baseline": "top", "dy": 8}
    crossed = any(max(curve.x) > sent for curve in rivals)  # the rival's line is above the name of PPR
    side, other = (over, under) if crossed or plain > result.guess else (under, over)  # away from the name of the line
    groups += [
        charts.value_marker([sent], [law], role="ppr"),
        charts.value_marker([floats], [plain]),
        charts.words(sent, law, message("named-ppr"), align="left", **other),
        charts.words(floats, plain, message("named-plain"), align="right", **side),
    ]
    x, y = charts.Axis(message("axis-bits"), scale="log"), _error_axis(result)
    highest = max(result.guess, law, plain, *(max(curve.y) for curve in rivals))
    room = 1.2 * highest  # for the names
    chart = charts.layered(*groups, x=x, y=replace(y, scale="linear", domain=(0.0, room)), theme=theme)
    title = message("main-title", kind=p.kind, epsilon=number(p.epsilon))
    return charts.Figure(chart, "error", title, story.finding, result.table(), story.captions["reading"])


def errors(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Squared error along ε at the chosen budget, and along the bits at the chosen ε, with the runs' points."""
    p = result.parameters
    chart = (_along_epsilon(result, theme), _along_bits(result, theme))
    title = message("chart-title", central=p.central, kind=p.kind, epsilon=number(p.epsilon))
    return charts.Figure(chart, "errors", title, story.finding, result.table(), story.captions["runs"])


def _along_epsilon(result: MeanResult, theme: charts.Theme) -> charts.Spec:
    p = result.parameters
    groups: list[Layers] = []
    if p.central:
        groups += [_line(curve, "Gaussian") for curve in result.curve("epsilon", "gaussian")]
        groups += [_bound(curve) for curve in result.curve("epsilon", "ppr", p.bits)]
    for name in p.contenders:
        runs = result.along("epsilon", name)
        if not runs or name == "gaussian":
            continue
        level = p.bits if name == "csgm" else None
        label = _named(result, runs[0])
        curves = result.curve("epsilon", name, level)
        groups += [_line(curve, "") for curve in curves]
        groups.append(_measured(runs, "epsilon", "error", label, joined=bool(curves)))
    return charts.layered(*groups, x=_privacy_axis(result), y=_error_axis(result), theme=theme)


def _privacy_axis(result: MeanResult) -> charts.Axis:
    return charts.Axis(message("axis-privacy", view=result.view), scale="log")


def _named(result: MeanResult, run: Run) -> str:
    """A scheme with its budget or, in a local comparison, ε towards the decoder where it is more than all have."""
    p, epsilon = result.parameters, result.at(run.task.name).server_epsilon
    if run.task.name == "csgm":
        return message("legend-budget", scheme=run.label, bits=_bits(p.bits))
    if run.task.name == "sliced_ppr":
        return message("legend-free", scheme=run.label)
    return (
        message("legend-server", scheme=run.label, epsilon=number(epsilon))
        if epsilon > 1.001 * p.epsilon
        else run.label
    )


def _bits(bits: float) -> str:
    return message("bits", one=bits == 1, bits=number(bits))


def _along_bits(result: MeanResult, theme: charts.Theme) -> charts.Spec:
    p = result.parameters
    groups: list[Layers] = []
    if p.central:
        plain_bits, law = result.float_bits, result.at("gaussian").law
        groups += [_bound(curve) for curve in result.curve("bits", "ppr", p.epsilon)]
        groups += [_line(curve, "") for curve in result.curve("bits", "csgm", p.epsilon)]
        groups.append(charts.value_marker([plain_bits], [law], label="Gaussian"))
    else:
        groups += [_line(curve, "") for curve in result.curves if curve.part == "bits"]
    for name in p.contenders:
        runs = [run for run in result.along("bits", name) if run.compressed]
        if runs:
            lined = bool(result.curve("bits", name)) and name != "sliced_ppr"
            groups.append(_measured(runs, "bits", "error", joined=lined))
    x, y = charts.Axis(message("axis-bits"), scale="log"), _error_axis(result)
    if p.central and result.curves:  # where PPR's bound leaves the chart it is of no use
        lines = [value for curve in result.curve("bits", "csgm", p.epsilon) for value in curve.y]
        points = [run.law for run in result.along("bits", "sliced_ppr")]
        y = replace(y, domain=(0.75 * law, 1.1 * max(*lines, *points, 2.5 * law)))
    return charts.layered(*groups, x=x, y=y, theme=theme)


def _measured(runs: Sequence[Run], along: str, shown: str, label: str = "", *, joined: bool = True) -> Layers:
    """Of the runs of a scheme "error", "bits" or "candidates", with standard errors, along "epsilon" or "bits".

    joined: the name also stands for the line that is drawn of the expectation.
    """
    x = [run.task.epsilon if along == "epsilon" else run.bits.value for run in runs]
    means, role = [getattr(run, shown) for run in runs], ROLES[runs[0].task.name]
    errors = [0.0 if math.isnan(mean.error) else mean.error for mean in means]  # of a single run nothing is known
    layers = charts.points_with_errors(
        x, [mean.value for mean in means], errors, label=label or runs[0].label, role=role
    )
    styles = (f"{role}-line", f"{role}-point") if joined else (f"{role}-point",)
    return tuple(replace(layer, key=replace(layer.key, styles=styles)) if layer.key else layer for layer in layers)


def _line(curve: Curve, label: str) -> Layers:
    return charts.line(curve.x, curve.y, label=label, role=ROLES[curve.name])


def _bound(curve: Curve) -> Layers:
    """What Theorem 5 bounds: dotted, a name among the schemes."""
    return charts.line(curve.x, curve.y, label=message("legend-bound"), role="bound")


def _error_axis(result: MeanResult) -> charts.Axis:
    return charts.Axis(message("axis-error", central=result.parameters.central), scale="log")


def composition(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Where a client's bits go, a row for each scheme."""
    table = result.bits_table()
    names = tuple(reversed(table["scheme"].tolist()))
    layers = []
    for row, column in enumerate(reversed(range(len(names)))):
        start = 0.0
        for part, label, role in PARTS:
            end = start + float(table[part][column])
            if end > start:
                layers.append(charts.row_part(start, end, row, label=message(f"part-{label}"), role=role))
            start = end
    x, y = charts.Axis(message("axis-bits"), zero=True), charts.Axis("", categories=names)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title = message("bits-title")
    return charts.Figure(chart, "bits", title, story.captions["bits"], table, note=story.captions["bits"])


def more_epsilon(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Central: PPR and CSGM at every budget. Local: candidates of a client."""
    p = result.parameters
    if p.server_held:  # CSGM is not run
        return sizes(result, story, theme)
    if p.central:
        chart, caption = _pair(result, "epsilon", theme), story.captions["curves"]
        title = message("epsilon-title", kind="all" if p.all_curves else "one", bits=_bits(p.bits))
        note = caption if p.all_curves else f"{caption} {message('epsilon-more')}"
        return charts.Figure(chart, "budgets", title, caption, result.curve_table("epsilon"), note=note)
    groups = []
    for name in result.parameters.contenders:
        runs = [run for run in result.along("epsilon", name) if run.candidates.value]
        groups += [_line(curve, "" if runs else result.at(name).label) for curve in result.curve("candidates", name)]
        if runs:
            groups.append(_measured(runs, "epsilon", "candidates"))
    x, y = _privacy_axis(result), charts.Axis(message("axis-candidates"), scale="log")
    title, note = message("candidates-title"), message("candidates-note")
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    return charts.Figure(chart, "candidates", title, story.captions["bits"], result.table(), note)


def sizes(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the main chart leaves out: the bits that go with each ε."""
    p, groups = result.parameters, []
    if p.central:
        groups += [_bound(curve) for curve in result.curve("size", "ppr")]
        for curve in result.curve("size", "sliced_ppr"):
            label = message("legend-chunks", chunk=number(curve.level))
            groups.append(charts.line(curve.x, curve.y, label=label, role="law", at_end=True))
        if p.by_chunks:
            groups.append(charts.bound_line(y=p.shape[1], label=message("legend-signs")))
    for name in p.contenders:
        runs = [run for run in result.along("epsilon", name) if run.compressed]
        if runs:
            groups.append(_measured(runs, "epsilon", "bits", joined=False))
    x, y = _privacy_axis(result), charts.Axis(message("axis-bits"), scale="log")
    chart, caption = charts.layered(*groups, x=x, y=y, theme=theme), story.captions["sizes" if p.central else "bits"]
    title = message("sizes-title", kind="counted" if not p.central else "chunks" if p.by_chunks else "bound")
    table = result.curve_table("size") if p.by_chunks else result.table()
    return charts.Figure(chart, "sizes", title, caption, table, note=caption)


def more_bits(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Central: what chunks cost, or PPR and CSGM at every ε. Local: what the error costs in candidates."""
    if result.parameters.central and not result.parameters.all_curves:
        return _chunks(result, story, theme)
    if result.parameters.central:
        chart, caption = _pair(result, "bits", theme), story.captions["curves"]
        return charts.Figure(chart, "levels", message("more-title"), caption, result.curve_table("bits"))
    groups = []
    for name in result.parameters.contenders:
        pairs = zip(result.curve("candidates", name), result.curve("epsilon", name), strict=False)
        label = result.at(name).label
        groups += [charts.line(curve.y, other.y, label=label, role=ROLES[name]) for curve, other in pairs]
    x = charts.Axis(message("axis-expected"), scale="log")
    chart = charts.layered(*groups, x=x, y=_error_axis(result), theme=theme)
    return charts.Figure(chart, "price", message("more-price"), story.finding, result.curve_table("candidates"))


def _chunks(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What the main chart leaves out: what is searched for so few bits."""
    curves = result.curve("chunks", "sliced_ppr")
    groups = [charts.line(curve.x, curve.y, label=message("legend-bounds"), role="bound") for curve in curves]
    runs = result.along("bits", "sliced_ppr")
    groups.append(_measured(runs, "bits", "candidates", message("legend-counted"), joined=False))
    x, y = charts.Axis(message("axis-bits"), scale="log"), charts.Axis(message("axis-candidates"), scale="log")
    chart, caption = charts.layered(*groups, x=x, y=y, theme=theme), story.captions["chunks"]
    title, note = message("chunks-title", epsilon=number(result.parameters.epsilon)), message("chunks-more")
    return charts.Figure(chart, "chunks", title, caption, result.curve_table("chunks"), f"{caption} {note}")


def _pair(result: MeanResult, part: str, theme: charts.Theme) -> tuple[charts.Spec, ...]:
    """One chart for PPR and one for CSGM on equal axes, a line for each level, named where it ends."""
    chosen = [curve for curve in result.curves if curve.part == part and curve.name in ("ppr", "csgm")]
    errors = [value for curve in chosen for value in curve.y if value > 0]
    places = [value for curve in chosen for value in curve.x]
    if not errors:
        return (charts.layered(x=charts.Axis(""), y=charts.Axis(""), theme=theme),)
    along = charts.Axis(message("axis-bits"), scale="log") if part == "bits" else _privacy_axis(result)
    x = replace(along, domain=(min(places), max(places)))
    # Along the bits PPR's bound leaves the chart where its noise is far above that of ε.
    largest = max(errors) if part == "epsilon" else 2 * max(curve.y.max() for curve in chosen if curve.name == "csgm")
    y = replace(_error_axis(result), domain=(min(errors) / 1.2, largest * 1.2))
    specs = []
    for name in dict.fromkeys(curve.name for curve in chosen):
        groups = []
        for curve in chosen:
            if curve.name == name:
                bits = part == "bits"
                text = message("more-level", epsilon=number(curve.level)) if bits else _bits(curve.level)
                groups.append(charts.line(curve.x, curve.y, label=text, role=ROLES[name], at_end=True))
        specs.append(charts.layered(*groups, x=x, y=y, theme=theme))
    return tuple(specs)


def guarantees(result: MeanResult, story: Story, theme: charts.Theme) -> None:
    """Every guarantee side by side."""
    names = tuple(message(f"head-{name}") for name in ("scheme", "hides", "from", "source", "conditions"))
    heads = (*names[:3], "ε", "δ", *names[3:])
    markdown_table.show("mean-promises", heads, (_promise(promise, result) for promise in result.promises))


def _promise(promise: Promise, result: MeanResult) -> tuple[str, ...]:
    g = promise.guarantee
    hides = message("cell-hides", kind=result.parameters.neighbours if g.notion == "central" else "local")
    sees = message("cell-from", kind="decoder" if g.against == "decoder" else g.notion)
    conditions = "; ".join(word for word in g.conditions if not word.startswith("neighbours"))
    epsilon = number(rounded(g.epsilon, 7))
    shown = markdown_table.Markup(f"**{epsilon}**") if result.quoted(promise) else epsilon
    return (promise.label, hides, sees, shown, number(g.delta), cited(g.source), conditions)


def paper(result: MeanResult, story: Story, theme: charts.Theme) -> None:
    """The numbers that the paper prints beside those found here."""
    printed = paper_figures()
    heads = ("number", "setting", "paper", "here", "difference", "why")
    markdown_table.show("mean-figures", tuple(message(f"head-{name}") for name in heads), map(_printed, printed))
    st.caption(plain(message("paper-note", convention=printed[0].convention)))


def _printed(figure: Figure) -> tuple[str, ...]:
    share = figure.unit == "%"
    apart = change(figure.difference)
    if share:
        apart = message("cell-points", points=signed(figure.here - figure.quoted))
    quoted, here = (
        with_unit(decimals(value, figure.digits), figure.unit * share) for value in (figure.quoted, figure.here)
    )
    return (figure.what, f"{number(figure.epsilon)}, {figure.bits}", quoted, here, apart, figure.explanation)
