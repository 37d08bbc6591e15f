"""Pictures and tables of the page Trust models."""

from __future__ import annotations

import math
from collections.abc import Sequence

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

__all__ = ["main", "models", "people"]

ROLES = {"local": "rejection", "shuffled_messages": "pfr", "shuffled_outputs": "ppr", "secure": "sketch",
         "sampled": "dithered", "trusted": "law"}  # fmt: skip
CURVES = ("rejection", "ppr")
GAP = 10  # px between a point and its name
MODEL_HEADS = ("model", "error", "bits", "trust", "sends", "server", "shuffler", "final", "source")

message = Messages("trust_models")


def main(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Measured error and bits of every model at the chosen ε; beside it the error expected along ε."""
    points = [_point(model, result.models) for model in result.models]
    lines = [
        charts.line(
            result.epsilons, result.errors[name], role=ROLES[name], label=message("model", name=name), at_end=True
        )
        for name in MODELS
        if not any(map(math.isnan, result.errors[name]))
    ]
    bits, epsilon, error = (charts.Axis(message(f"axis-{name}"), scale="log") for name in ("bits", "epsilon", "error"))
    chart = (
        charts.layered(*points, x=bits, y=error, theme=theme),
        charts.layered(*lines, x=epsilon, y=error, theme=theme),
    )
    p = result.parameters
    title = message("chart-title", epsilon=number(p.epsilon), delta=number(p.delta))
    note = message("chart-note", runs=number(p.repetitions))
    return charts.Figure(chart, "trust", title, story.finding, result.table(), note)


def _point(model: Model, models: Sequence[Model]) -> Layers:
    """Bits and error of a model, its name on the wider side."""
    bits, error = model.bits, model.measured
    few, many = (end(each.bits for each in models) for end in (min, max))
    gap = GAP if bits * bits < few * many else -GAP
    name = charts.words_beside(bits, error.value, message("model", name=model.name), gap)
    return (*charts.points_with_errors([bits], [error.value], [error.error], role=ROLES[model.name]), *name)


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
