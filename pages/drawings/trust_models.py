"""Pictures and tables of the page Trust models."""

from __future__ import annotations

import math
from collections.abc import Iterator

import streamlit as st

from pages.drawings.trust_models_rows import opened
from pages.ui import charts, markdown_table
from pages.ui.charts.layers import Layers
from pages.ui.quantities import cited
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.trust_models import LOCALS, MODELS, Model, TrustResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, rounded

__all__ = ["along", "main", "models", "people"]

ROLES = {"local": "rejection", "shuffled_messages": "pfr", "shuffled_outputs": "ppr", "secure": "dithered",
         "sampled": "sketch", "trusted": "law"}  # fmt: skip
CURVES = ("rejection", "ppr")
GAP = 10  # px between a point and its words
SPREAD = 1.6  # of the axis beyond the smallest and the largest error
MODEL_HEADS = ("model", "error", "bits", "trust", "sends", "server", "shuffler", "final", "source")

message = Messages("trust_models")


def main(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A row for every model at the chosen ε: its measured error, and in words who sees what and the bits it takes."""
    rows = tuple(enumerate(reversed(result.models)))
    low, high = (end(model.measured.value for model in result.models) for end in (min, max))
    groups = [part for y, model in rows for part in _point(model, y, low, high)]
    x = charts.Axis(message("axis-error"), scale="log", domain=(low / SPREAD, SPREAD * high))
    chart = charts.layered(*groups, x=x, y=charts.Axis("", categories=(" ",) * len(rows)), theme=theme)
    p = result.parameters
    note = message("chart-note", epsilon=number(p.epsilon), delta=number(p.delta), runs=number(p.repetitions))
    return charts.Figure(chart, "trust", message("chart-title"), story.finding, result.table(), note)


def _point(model: Model, y: int, low: float, high: float) -> Iterator[Layers]:
    """The error of a model with its spread; above it who sees what, on the wider side the numbers."""
    role, seen = ROLES[model.name], model.measured
    above = {"style": "label", "align": "left", "baseline": "bottom", "dy": -GAP}
    yield charts.words(low / SPREAD, y, message("row", name=model.name), **above)
    yield charts.line([max(seen.value - seen.error, low / SPREAD), seen.value + seen.error], [y, y], role=role)
    yield charts.points_with_errors([seen.value], [y], None, role=role)
    words = message("beside", error=measured(seen.value, seen.error), bits=measured(model.bits, model.bits_error))
    right = seen.value**2 < low * high
    at = seen.value + seen.error if right else max(seen.value - seen.error, low / SPREAD)
    yield charts.words_beside(at, y, words, GAP if right else -GAP)


def along(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The error expected of every model along ε."""
    lines = [
        charts.line(
            result.epsilons, result.errors[name], role=ROLES[name], label=message("model", name=name), at_end=True
        )
        for name in MODELS
        if not any(map(math.isnan, result.errors[name]))
    ]
    x, y = (charts.Axis(message(f"axis-{name}"), scale="log") for name in ("epsilon", "error"))
    chart = charts.layered(*lines, x=x, y=y, theme=theme)
    return charts.Figure(chart, "along-epsilon", message("along-title"), story.finding, result.table())


def models(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Who is trusted with what, what three clients send, and the price: a row for each model."""
    p = result.parameters
    st.caption(plain(message("models-note", epsilon=number(p.epsilon), delta=number(p.delta))))
    markdown_table.show("trust-models", _heads(MODEL_HEADS), [_row(model) for model in result.models])
    st.caption(plain(message("opened-note")))
    for model in result.models:
        opened(model, result)
    st.caption(plain(message("compression-note")))
    return _price(result, story, theme)


def _row(model: Model) -> tuple[str, ...]:
    return (
        message("model", name=model.name),
        measured(model.measured.value, model.measured.error),
        measured(model.bits, model.bits_error),
        message("trust", name=model.name),
        message("sends", carrier=model.carrier),
        message("cell-part") if model.name == "sampled" else _learned(model.server),
        _learned(model.helper),
        number(rounded(model.final.epsilon, 4)),
        cited(model.final.source),
    )


def _learned(epsilon: float) -> str:
    if math.isnan(epsilon):
        return message("cell-none")
    return message("cell-all") if math.isinf(epsilon) else message("cell-epsilon", epsilon=number(rounded(epsilon, 3)))


def _price(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How many times the error of a trusted server each model has, and of the row below."""
    prices, steps = result.prices(), result.steps()
    names = list(reversed(list(prices)))
    layers = [charts.value_marker([prices[name]], [row], role=ROLES[name]) for row, name in enumerate(names)]
    layers += [charts.line([1.0, prices[name]], [row, row], role=ROLES[name]) for row, name in enumerate(names)]
    middle = math.sqrt(max(prices.values()))
    for row, name in enumerate(names[1:], 1):
        step = message("step", times=number(rounded(steps[name], 2)))
        align = "left" if prices[name] < middle else "right"  # above the line
        layers.append(charts.words(prices[name], row, step, align=align, baseline="bottom", dy=-GAP // 2))
    x = charts.Axis(message("axis-price"), scale="log")
    y = charts.Axis("", categories=tuple(message("model", name=name) for name in names))
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    table = {"model": list(prices), "price": list(prices.values()), "over_next": list(steps.values())}
    return charts.Figure(chart, "price", message("price-title"), story.finding, table)


def people(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Final ε against the number of people, for two local ε."""
    layers = [
        charts.line(result.people, row, role=role, label=message("legend-local", local=number(local)))
        for local, row, role in zip(LOCALS, result.amplified, CURVES, strict=True)
    ]
    x, y = (charts.Axis(message(f"axis-{name}"), scale="log") for name in ("people", "epsilon"))
    title = message("people-title", delta=number(result.parameters.delta))
    return charts.Figure(
        charts.layered(*layers, x=x, y=y, theme=theme), "people", title, story.finding, result.people_table()
    )


def _heads(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(message(f"head-{name}") for name in names)
