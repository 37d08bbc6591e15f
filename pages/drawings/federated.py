"""Picture and table of the page Federated training."""

from __future__ import annotations

import streamlit as st

from pages.ui import charts, markdown_table
from pages.ui.charts.layers import Layers
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.federated import FederatedResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number

__all__ = ["bits", "main", "trusted"]

GUESS = 10.0  # % of ten digits
LAST = 112.0  # of the axis, in %: room for the name of a bar that reaches 100
ABOVE = 0.2  # rows: a bar's name beside its end, off the dots
ORDER = ("plain", "ppr", "secure", "csgm", "sqkr")  # of the rows, from the top
ROLES = {"plain": "law", "ppr": "ppr", "csgm": "sketch", "secure": "dithered", "sqkr": "baseline"}
HEADS = ("way", "accuracy", "bits", "trusted", "seen", "server")

message = Messages("federated")


def main(result: FederatedResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Accuracy of every way of sending and of every run; with several ε a line along them for each way."""
    p = result.parameters
    chart = _rows(result, theme) if p.points == 1 else _lines(result, theme)
    alike = p.points == 1 and result.alike("ppr", "secure")
    note = message("chart-note", alike=alike, runs=number(p.runs), along=p.points > 1)
    title = message("chart-title", epsilon=number(p.epsilon), along=p.points > 1)
    return charts.Figure(chart, "federated", title, story.finding, result.table(), note)


def _rows(result: FederatedResult, theme: charts.Theme) -> charts.Spec:
    """A bar for each way, named with the bits that a client sends, and a dot on it for each run."""
    layers: list[Layers] = [charts.bound_line(x=GUESS, label=message("named-guess"), at_foot=True)]
    for row, name in enumerate(reversed(ORDER)):
        mean = 100 * result.accuracy(name).value
        layers.append(charts.row_part(0.0, mean, row, role=ROLES[name]))
        dots = (100 * result.each(name)).tolist()
        layers.append(charts.points_with_errors(dots, [row] * len(dots), None, role=ROLES[name]))
        share = message("named-share", share=number(round(mean)))
        layers.append(charts.words_beside(mean, row + ABOVE, share, 6))
    names = tuple(f"{_named(result, name)}\n{_trust(result, name)}" for name in reversed(ORDER))
    x = charts.Axis(message("axis-accuracy"), domain=(0.0, LAST))
    return charts.layered(*layers, x=x, y=charts.Axis("", categories=names), theme=theme)


def _named(result: FederatedResult, name: str) -> str:
    sent = number(result.sent(name))
    return message("named", way=message("way", name=name), bits=sent, one=sent == "1", rounds=result.parameters.rounds)


def _trust(result: FederatedResult, name: str) -> str:
    """At most which ε the server learns."""
    limits = {"server": number(result.server), "epsilon": number(result.parameters.epsilon)}
    return message("named-trust", name=name, limit=message("server", name=name, **limits))


def _lines(result: FederatedResult, theme: charts.Theme) -> charts.Spec:
    along = [layer for name in result.names for layer in _along(result, name)]
    together = message("axis-epsilon", rounds=result.parameters.rounds)
    x, y = charts.Axis(together, scale="log"), charts.Axis(message("axis-accuracy"), zero=True)
    return charts.layered(*along, x=x, y=y, theme=theme)


def bits(result: FederatedResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Accuracy and bits of every way after the last round, at the chosen ε."""
    points = []
    for name in result.names:
        mean = result.accuracy(name)
        points.append(
            charts.points_with_errors(
                [result.sent(name)], [100 * mean.value], [100 * mean.error], role=ROLES[name],
                label=message("way", name=name),
            )
        )  # fmt: skip
    x, y = charts.Axis(message("axis-bits"), scale="log"), charts.Axis(message("axis-accuracy"))
    p = result.parameters
    title = message("bits-title", epsilon=number(p.epsilon), delta=number(p.delta))
    note = message("bits-note", runs=number(p.runs))
    return charts.Figure(charts.layered(*points, x=x, y=y, theme=theme), "bits", title, story.finding, {}, note)


def _along(result: FederatedResult, name: str) -> list[Layers]:
    """Accuracies at every ε with their standard errors, and a curve through them."""
    means = [result.accuracy(name, epsilon) for epsilon in result.epsilons]
    shares, errors = [100 * mean.value for mean in means], [100 * mean.error for mean in means]
    curve = charts.line(result.epsilons, shares, role=ROLES[name], label=_named(result, name), at_end=True)
    return [curve, charts.points_with_errors(result.epsilons, shares, errors, role=ROLES[name])]


def trusted(result: FederatedResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Who is trusted with what, accuracy and bits: a row for each way of sending; below, accuracy after every round."""
    st.caption(plain(message("trust-note", clip=number(result.parameters.clip))))
    rows, learned = [], {"server": number(result.server), "epsilon": number(result.parameters.epsilon)}
    for name in result.names:
        mean = result.accuracy(name)
        cells = (message("trusted", name=name), message("seen", name=name), message("server", name=name, **learned))
        share = measured(100 * mean.value, 100 * mean.error)
        rows.append((message("way", name=name), share, number(result.sent(name), 4), *cells))
    markdown_table.show("federated", tuple(message(f"head-{name}") for name in HEADS), rows)
    lines = [
        charts.line(range(len(row)), 100 * row, role=ROLES[name], label=message("way", name=name), at_end=True)
        for name, row in result.rounds().items()
    ]
    x, y = charts.Axis(message("axis-round")), charts.Axis(message("axis-accuracy"))
    chart = charts.layered(*lines, x=x, y=y, theme=theme)
    return charts.Figure(chart, "rounds", message("rounds-title"), story.finding, result.rounds_table())
