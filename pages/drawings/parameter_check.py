"""Pictures, problems and tables of the page Parameter check."""

from __future__ import annotations

import json
import math
from functools import partial
from typing import Any

import streamlit as st

from pages.drawings import parameter_check_elsewhere as elsewhere
from pages.ui import charts, glossary, markdown_table
from pages.ui import state as states
from pages.ui.charts.layers import Layers
from pages.ui.navigation import title_of
from pages.ui.page import HANDOUT
from pages.ui.state import PageState, address, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check import (
    EXPERIMENT,
    AlphaPicture,
    Finding,
    ParameterCheck,
    ParameterCheckResult,
    Picture,
    alpha_note,
    alpha_picture,
    guarantee_heads,
    guarantee_rows,
    level_label,
    picture,
    scheme_heads,
    scheme_rows,
)
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["along_alpha", "along_time", "checks", "guarantees", "main", "problems", "schemes"]

message = Messages("parameter_check")

LETTER, GAP = 0.45, 14  # width of a letter in its height; pixels between a point and its words
FEW = 4  # rows that need less than the height of a chart
MOST = 5  # rows that a class takes in

LIGHTS = {
    "red": (":material/cancel:", "red"),
    "amber": (":material/warning:", "orange"),
    "green": (":material/check_circle:", "green"),
}


def main(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Every scheme for the task, a row each: its bits and, in words beside them, what else it costs."""
    rows = tuple(reversed(_rows(result, theme)))
    low, high = (end([way.bits for way in rows]) for end in (min, max))
    x = charts.Axis(message("axis-bits"), scale="log", domain=(low / 2, 2 * high))
    span = math.log(4 * high / low)
    groups = [_words(result, way, y, theme, math.log(2 * way.bits / low) / span) for y, way in enumerate(rows)]
    for y, way in enumerate(rows):
        role = "baseline" if way.breaks else "ppr"
        groups.append(charts.points_with_errors([way.bits], [y], None, role=role))
        if len(rows) < FEW and not theme.lesson and not theme.projector:  # where letters leave room for them
            below = {"align": "left", "baseline": "top", "dy": 12}
            groups.append(charts.words(low / 2, y, _what(result, way.name, theme), **below))
    if low / 2 < result.parameters.bit_budget < 2 * high:
        label = message("limit-label", name="bit_budget")
        groups.append(charts.bound_line(x=result.parameters.bit_budget, label=label))
    lines = 1 if len(rows) <= FEW else 0  # few rows are high enough for a name in two, which leaves room for words
    names = tuple(way.label.replace(" ", "\n", lines) for way in rows)
    chart = charts.layered(*groups, x=x, y=charts.Axis("", categories=names), theme=theme)
    title, note = message("chart-title"), story.captions["schemes"]
    return charts.Figure(chart, "schemes", title, story.finding, _scheme_table(result), note, low=len(rows) <= FEW)


def _rows(result: ParameterCheckResult, theme: charts.Theme) -> tuple[Any, ...]:
    """Every scheme; of many at a stop of a lesson those that send the outputs of your mechanism or of the best one,
    which have the same error: the stop names two mechanisms."""
    ways, best = result.choice.schemes, result.choice.best
    if not theme.lesson or len(ways) <= MOST or best is None:
        return ways
    return tuple(way for way in ways if way.error in (ways[0].error, best.error))


def _words(result: ParameterCheckResult, way: Any, y: int, theme: charts.Theme, share: float) -> Layers:
    """Beside a scheme's point, on the wider side: its bits and, as far as there is room, whether it is best, its error
    where errors differ, its decoder, the limits it breaks, and the ε of its own that it is held to. share: of the width
    that is left of the point."""
    errors = [scheme.error for scheme in result.choice.schemes if scheme.error is not None]
    phrases = [message("beside-bits", bits=number(way.bits))]
    phrases += [message("beside-best")] if way is result.choice.best else []
    if errors and max(errors) > 1.01 * min(errors):
        known = {"measure": result.choice.measure, "error": number(way.error or 0.0)}
        phrases.append(message("beside-unknown") if way.error is None else message("beside-error", **known))
    endless = math.isinf(way.decoder)
    phrases.append(message("beside-endless") if endless else message("beside-decoder", epsilon=number(way.decoder)))
    phrases += [message("beside-breaks", limit=limit) for limit in way.breaks]
    phrases += [message("beside-own", epsilon=number(way.own))] if way.own < result.parameters.setup.epsilon else []
    phrases += [message("beside-checked")] if way is result.choice.schemes[0] else []
    text = json.dumps(phrases[0])
    for count in range(2, len(phrases) + 1):
        words = ", ".join(phrases[:count])
        room = LETTER * theme.font_size * len(words) + 2 * GAP
        text = f"width * {round(max(share, 1 - share), 3)} < {round(room)} ? {text} : {json.dumps(words)}"
    return charts.words_beside(way.bits, y, {"expr": text}, -GAP if share > 0.5 else GAP)


def _what(result: ParameterCheckResult, scheme: str, theme: charts.Theme) -> str | dict[str, str]:
    """What a scheme sends; of PPR also, where there is room, what limits the server at its α."""
    if scheme != "ppr":
        return message("what", scheme=scheme, alpha="", chosen=False)
    short, long = alpha_note(result)
    room = round(LETTER * theme.font_size * len(long))
    return {"expr": f"width < {room} ? {json.dumps(short)} : {json.dumps(long)}"}


def _scheme_table(result: ParameterCheckResult) -> dict[str, list[Any]]:
    ways = result.choice.schemes
    return {
        "scheme": [way.label for way in ways],
        "error": [math.nan if way.error is None else float(way.error) for way in ways],
        "bits": [float(way.bits) for way in ways],
        "encode_ms": [1e3 * way.seconds for way in ways],
        "own_epsilon": [float(way.own) for way in ways],
        "delta": [result.parameters.decoder_delta for _ in ways],
        "reader_epsilon": [float(way.reader) for way in ways],
        "reader_pure_epsilon": [float(way.told.pure_reader) for way in ways],
        "decoder_epsilon": [float(way.decoder) for way in ways],
        "decoder_pure_epsilon": [float(way.told.pure_decoder) for way in ways],
        "breaks": [", ".join(way.breaks) for way in ways],
        "best": [int(way is result.choice.best) for way in ways],
    }


def along_time(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure | None:
    """Bits against encode time for every way to send that was compared, and which one is used."""
    if result.modelled:
        st.caption(message("no-curve"))
        return None
    shown, label = picture(result), partial(level_label, result)
    chart = charts.layered(
        charts.points_with_errors(*shown.compared, None, label=message("time-compared"), role="baseline"),
        charts.line(*shown.frontier, label=message("time-frontier"), role="ppr"),
        _used(shown),
        *(charts.bound_line(x=limit, label=label(name), at_foot=True) for name, limit in shown.limits),
        *(charts.bound_line(y=height, label=label(name)) for name, height in shown.levels),
        x=charts.Axis(message("time-axis"), "ms", scale="log", domain=shown.times),
        y=charts.Axis(message("axis-bits"), scale="log", domain=shown.bits),
        theme=theme,
    )
    title = message("time-title")
    return charts.Figure(chart, "frontier", title, story.finding, result.table(), story.captions["time"])


def along_alpha(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure | None:
    """What privacy against the decoder costs."""
    if result.modelled:
        st.caption(message("no-curve"))
        return None
    shown, label = alpha_picture(result), partial(level_label, result)
    axis = message("alpha-axis", delta=number(result.parameters.decoder_delta))
    chart = charts.layered(
        charts.bound_line(x=result.alpha_epsilon, y=result.alpha_bound, label=message("alpha-bound")),
        charts.line(result.alpha_epsilon, result.alpha_bits, label=message("alpha-exact"), role="ppr"),
        _used(shown),
        *(charts.bound_line(x=limit, label=label(name)) for name, limit in shown.limits),
        *(charts.bound_line(y=height, label=label(name)) for name, height in shown.levels),
        x=charts.Axis(axis, "nats", scale="log"),
        y=charts.Axis(message("axis-bits"), scale="log"),
        theme=theme,
    )
    title, caption = message("alpha-title"), story.captions["alpha"]
    return charts.Figure(chart, "alpha", title, caption, result.alpha_table(), caption)


def _used(shown: Picture | AlphaPicture) -> Any:
    """The point that is used: measured where it could be encoded."""
    if shown.simulated:
        return charts.points_with_errors(*shown.simulated, label=message("used-real"), role="ppr")
    return charts.value_marker(*shown.used, label=message("used-exact")) if shown.used else ()


def problems(state: PageState, result: ParameterCheckResult | None) -> None:
    """What is wrong, each with the nearest setting that is right; the way to a better scheme; what a release needs."""
    if result is not None:
        for finding in result.problems:
            # Its fact is in the headline, and the rest is understood without it.
            told = finding is result.findings[0] and (finding.key, finding.light) == ("decoder", "red")
            _card(finding, finding.more if told else finding.text, result.parameters)
        best = result.choice.best
        elsewhere_run = best is not None and best is not result.choice.schemes[0]
        if elsewhere_run and (found := elsewhere.place(best, result.parameters)):
            label = message("schemes-run", scheme=best.described, page=title_of(found[0]))
            st.link_button(plain(label), address(*found), icon=":material/open_in_new:")
    needed = message("real-release")
    more = f"{needed} {message('real-release-more')}"
    glossary.Marker().show_list((needed,), (more,), opened=bool(st.session_state.get(HANDOUT)))


def guarantees(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> None:
    """All guarantees with their sources."""
    markdown_table.show("parameter_check-guarantees", guarantee_heads(), guarantee_rows(result))


def checks(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> None:
    """All checks, the worst first; what is kept but protects little is no success."""
    marked = (
        (*LIGHTS["amber" if finding.little else finding.light], plain(finding.text)) for finding in result.findings
    )
    st.markdown("\n".join(f"- :{color}[{icon}] {text}" for icon, color, text in marked))


def schemes(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> None:
    """All of them at their best settings, with the way to the page that runs each."""
    places = [elsewhere.place(way, result.parameters) for way in result.choice.schemes]
    links = [
        markdown_table.Markup(f"[{plain(title_of(place[0]))}]({address(*place)})") if place else "" for place in places
    ]
    links[0] = message("cell-here")
    head = (*scheme_heads(result), message("head-runs"))
    rows = ((*cells, link) for cells, link in zip(scheme_rows(result), links, strict=True))
    markdown_table.show("parameter_check-schemes", head, rows)
    p = result.parameters
    if p.decoder_delta != p.delta:
        st.caption(message("chart-delta", delta=number(p.decoder_delta), own=number(p.delta)))


def _card(finding: Finding, text: str, parameters: ParameterCheck) -> None:
    icon, color = LIGHTS[finding.light]
    name = message("light", light=finding.light)
    with st.container(border=True, gap="small", key=f"{EXPERIMENT.name}-finding-{finding.key}"):
        st.markdown(f":{color}[{icon}] **{name}.** {plain(text)}")
        if finding.fix is not None:
            st.button(
                plain(finding.fix.label),
                key=f"{EXPERIMENT.name}-fix-{finding.key}",
                icon=":material/build:",
                on_click=states.apply,
                args=(EXPERIMENT, finding.fix.apply(parameters)),
            )
