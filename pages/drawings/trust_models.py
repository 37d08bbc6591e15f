"""Pictures and tables of the page Trust models."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

import streamlit as st

from pages.drawings.trust_models_rows import opened
from pages.ui import charts, markdown_table
from pages.ui.charts.layers import Layers
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.trust_models import LOCALS, MODELS, Model, TrustResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, rounded

__all__ = ["along", "main", "models", "people"]

ROLES = {"local": "rejection", "shuffled_messages": "pfr", "shuffled_outputs": "ppr", "secure": "dithered",
         "sampled": "sketch", "trusted": "law"}  # fmt: skip
CURVES = ("rejection", "ppr")
GAP = 10  # px between a line and the words above it
HEAD = 0.62  # rows above the first row's middle
LINE = 0.24  # rows above a row's middle its name, below it who sees what
SPREAD = 1.6  # of the axis beyond the smallest and the largest error
SEES = {"value": "rejection", "report": "ppr", "mixed": "dithered"}  # a party's colour by what it sees of one person
WAYS = {"local": ("", "report"), "shuffled_outputs": ("report", "mixed"),
        "secure": ("nobody", "mixed"), "sampled": ("", "value"), "trusted": ("", "value")}  # fmt: skip
COLUMNS = (11.0, 4.5)  # widths in letters: who sees what, left of the axis, and bits, right of it
NARROW = 30  # width in letters, below which the error stands above the bits
PLACES = (0.4, 6.5)  # of the first and the second party, from the left in letters
MODEL_HEADS = ("model", "error", "bits", "sends", "server", "shuffler")

message = Messages("trust_models")


def main(result: TrustResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A row for every model at the chosen ε, the smallest error on top: left who sees what, then its error, right its
    bits. Mixing unopened messages, which may err more than trusting nobody, is left to the tab."""
    shown = sorted((model for model in result.models if model.name in WAYS), key=lambda model: -model.expected)
    rows = tuple(enumerate(shown))
    low, high = (end(model.expected for model in shown) for end in (min, max))
    seen = {sees for model in shown for sees in WAYS[model.name]}
    wide, narrow = map(json.dumps, (message("beside-head"), message("beside-head-narrow")))
    told = {"expr": f"width < {NARROW * theme.font_size} ? {narrow} : {wide}"}
    head = charts.words(low, len(rows) - 1 + HEAD, told, align="right", baseline="middle")
    groups = [_party((), (), sees, message("sees", what=sees)) for sees in SEES if sees in seen]
    groups += [part for y, model in rows for part in (*_way(model, y, low, theme), *_point(model, y, low, high, theme))]
    groups.append(_at("width", head))
    inset = tuple(letters * theme.font_size for letters in COLUMNS)
    x = charts.Axis(message("axis-error"), scale="log", domain=(low / SPREAD, SPREAD * high), inset=inset)
    chart = charts.layered(*groups, x=x, y=charts.Axis("", categories=(" ",) * len(rows)), theme=theme)
    p = result.parameters
    told = message("chart-note", epsilon=number(p.epsilon), delta=number(p.delta))
    note = f"{message('sent-note', task=p.task)} {told}".lstrip()
    return charts.Figure(chart, "trust", message("chart-title", task=p.task), story.finding, result.table(), note)


def _way(model: Model, y: int, low: float, theme: charts.Theme) -> Iterator[Layers]:
    """Left of the axis: a row's name, and below it a message's way to the server, coloured by what each party sees."""
    left = {"style": "label", "align": "left", "baseline": "middle"}
    yield _at(0.0, charts.words(low, y + LINE, message("model", name=model.name), **left))
    parties = [each for each in zip(("between", "server"), WAYS[model.name], strict=True) if each[1]]
    for place, (party, sees) in zip(PLACES, parties, strict=False):
        mark = _party([low], [y - LINE], sees) if sees in SEES else ()  # a sum is nobody who sees
        beside = theme.beside if mark else -theme.font_size * PLACES[0]
        words = charts.words(low, y - LINE, message("way", party=party, name=model.name), **left, dx=beside)
        yield _at(place * theme.font_size, (*mark, *words))


def _at(place: float | str, layers: Layers) -> Layers:
    return tuple(layer.at(x=place) for layer in layers)


def _party(x: Sequence[float], y: Sequence[float], sees: str, label: str = "") -> Layers:
    """A dot in the colour of what somebody sees."""
    return charts.points_with_errors(x, y, None, role=SEES[sees], label=label)


def _point(model: Model, y: int, low: float, high: float, theme: charts.Theme) -> Iterator[Layers]:
    """The error expected of a model, named on the wider side, and at the right edge the bits that a person sends."""
    yield charts.value_marker([model.expected], [y])
    gap = theme.beside if model.expected**2 < low * high else -theme.beside
    error, narrow = number(rounded(model.expected, 3)), f"width < {NARROW * theme.font_size}"
    yield charts.words_beside(model.expected, y, {"expr": f"{narrow} ? '' : {json.dumps(error)}"}, gap)
    bits = message("beside", bits=number(rounded(model.bits, 2)), one=model.bits == 1)
    right = {"align": "right", "baseline": "middle"}
    for text, place in ((error, LINE), (bits, -LINE)):
        yield _at("width", charts.words(low, y + place, {"expr": f"{narrow} ? {json.dumps(text)} : ''"}, **right))
    yield _at("width", charts.words(low, y, {"expr": f"{narrow} ? '' : {json.dumps(bits)}"}, **right))


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
    st.caption(plain(message("models-note")))
    markdown_table.show("trust-models", _heads(MODEL_HEADS), [_row(model) for model in result.models])
    st.caption(plain(message("opened-note")))
    for model in result.models:
        opened(model, result)
    return _price(result, story, theme)


def _row(model: Model) -> tuple[str, ...]:
    return (
        message("model", name=model.name),
        f"{measured(model.measured.value, model.measured.error)} ({number(rounded(model.expected, 3))})",
        measured(model.bits, model.bits_error),
        message("sends", carrier=model.carrier),
        message("cell-part") if model.name == "sampled" else _learned(model.server),
        _learned(model.helper),
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
