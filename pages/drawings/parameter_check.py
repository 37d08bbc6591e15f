"""Pictures, problems and guarantees of the page Parameter check."""

from __future__ import annotations

import json
import math
from typing import Any

import streamlit as st

from pages.drawings import parameter_check_elsewhere as elsewhere
from pages.ui import charts, markdown_table
from pages.ui import state as states
from pages.ui.charts.layers import Layers
from pages.ui.navigation import title_of
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check import (
    EXPERIMENT,
    AlphaPicture,
    Finding,
    ParameterCheck,
    ParameterCheckResult,
    Picture,
    alpha_picture,
    guarantee_rows,
    picture,
    scheme_heads,
    scheme_rows,
)
from ppr_core.texts import Messages
from ppr_core.wording import duration, number

__all__ = ["along_alpha", "along_time", "everything", "main", "problems"]

message = Messages("shared")

BROKEN = {"decoder_epsilon": "too much for its decoder", "time_budget": "too slow", "bit_budget": "too long"}
LETTER, GAP = 0.5, 14  # width of a letter in its height; pixels between a point and its words

LIGHTS = {
    "red": (":material/cancel:", "red", "Problem"),
    "amber": (":material/warning:", "orange", "Remark"),
    "green": (":material/check_circle:", "green", "Passed"),
}


def main(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Every scheme for the task, a row each: its bits and, in words beside them, what else it costs."""
    best, rows = result.choice.best, tuple(reversed(result.choice.schemes))
    low, high = (end([way.bits for way in rows]) for end in (min, max))
    x = charts.Axis("Bits for a report", scale="log", domain=(low / 2, 2 * high))
    span = math.log(4 * high / low)
    groups = [_words(result, way, y, theme, math.log(2 * way.bits / low) / span) for y, way in enumerate(rows)]
    for label, role, kept in (("breaks a limit", "baseline", False), ("within the limits", "ppr", True)):
        shown_ways = [(way.bits, y) for y, way in enumerate(rows) if bool(way.breaks) != kept and way is not best]
        if shown_ways:
            groups.append(charts.points_with_errors(*zip(*shown_ways, strict=True), None, label=label, role=role))
    if best is not None:
        groups.append(charts.value_marker([best.bits], [rows.index(best)], label="best within the limits"))
    if low / 2 < result.parameters.bit_budget < 2 * high:
        groups.append(charts.bound_line(x=result.parameters.bit_budget, label="bit budget"))
    names = tuple(way.label.replace("Pseudorandom rejection", "Rejection") for way in rows)
    chart = charts.layered(*groups, x=x, y=charts.Axis("", categories=names), theme=theme)
    title = "Every scheme for this task: bits of a report, and what else it costs"
    return charts.Figure(chart, "schemes", title, story.finding, _scheme_table(result), story.captions["schemes"])


def _words(result: ParameterCheckResult, way: Any, y: int, theme: charts.Theme, share: float) -> Layers:
    """Beside a scheme's point, on the wider side: its bits and, as far as there is room, its error where errors
    differ, its decoder, the limits it breaks, the ε of its own that it is held to, and its time. share: of the width
    that is left of the point."""
    errors = [scheme.error for scheme in result.choice.schemes if scheme.error is not None]
    phrases = [number(way.bits) + " bits"]
    if errors and max(errors) > 1.01 * min(errors):
        phrases.append("error unknown" if way.error is None else f"error {number(way.error)}")
    phrases.append("decoder: no limit" if math.isinf(way.decoder) else f"decoder ε {number(way.decoder)}")
    phrases += [word for limit, word in BROKEN.items() if limit in way.breaks]
    phrases += [f"own ε {number(way.own)}"] if way.own < result.parameters.setup.epsilon else []
    phrases += [duration(way.seconds)] if math.isfinite(way.seconds) else []
    phrases += ["checked here"] if way is result.choice.schemes[0] else []
    text = json.dumps(phrases[0])
    for count in range(2, len(phrases) + 1):
        words = ", ".join(phrases[:count])
        room = LETTER * theme.font_size * len(words) + 2 * GAP
        text = f"width * {round(max(share, 1 - share), 3)} < {round(room)} ? {text} : {json.dumps(words)}"
    return charts.words_beside(way.bits, y, {"expr": text}, -GAP if share > 0.5 else GAP)


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


def along_time(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Bits against encode time for every way to send that was compared, and which one is used."""
    shown = picture(result)
    chart = charts.layered(
        charts.points_with_errors(*shown.compared, None, label="compared", role="baseline"),
        charts.line(*shown.frontier, label="fewest bits at each speed", role="ppr"),
        _used(shown),
        *(charts.bound_line(x=limit, label=label, at_foot=True) for label, limit in shown.limits),
        *(charts.bound_line(y=height, label=label) for label, height in shown.levels),
        x=charts.Axis("Time to encode a report, predicted", "ms", scale="log", domain=shown.times),
        y=charts.Axis("Bits for a report", scale="log", domain=shown.bits),
        theme=theme,
    )
    title = "Bits and time of every way to send a report"
    return charts.Figure(chart, "frontier", title, story.finding, result.table(), story.captions["time"])


def along_alpha(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What privacy against the decoder costs."""
    shown = alpha_picture(result)
    chart = charts.layered(
        charts.bound_line(x=result.alpha_epsilon, y=result.alpha_bound, label="at most, Theorem 5"),
        charts.line(result.alpha_epsilon, result.alpha_bits, label="along α, exact", role="ppr"),
        _used(shown),
        *(charts.bound_line(x=limit, label=label) for label, limit in shown.limits),
        *(charts.bound_line(y=height, label=label) for label, height in shown.levels),
        x=charts.Axis(f"ε of a report against the decoder {_at(result)}", "nats", scale="log"),
        y=charts.Axis("Bits for a report", scale="log"),
        theme=theme,
    )
    title = "What the decoder may learn, and what it costs to hide it"
    return charts.Figure(chart, "alpha", title, story.captions["alpha"], result.alpha_table(), story.captions["alpha"])


def _at(result: ParameterCheckResult) -> str:
    return f"at δ′ = {number(result.parameters.decoder_delta)}"


def _used(shown: Picture | AlphaPicture) -> Any:
    """The point that is used: measured where it could be encoded."""
    if shown.simulated:
        return charts.points_with_errors(*shown.simulated, label="used, really encoded", role="ppr")
    return charts.value_marker(*shown.used, label="used, exact") if shown.used else ()


def problems(state: PageState, result: ParameterCheckResult | None) -> None:
    """What is wrong, each with the nearest setting that is right."""
    if result is not None:
        for finding in result.problems:
            _card(finding, result.parameters)
    st.caption(message("real-release"))


def everything(state: PageState, result: ParameterCheckResult | None, theme: charts.Theme) -> None:
    """All guarantees with their sources, and all checks that passed."""
    if result is None:
        return
    st.subheader("Guarantees", anchor=False)
    head = ("Protects", "Against", "Guarantee", "Source", "Condition")
    markdown_table.show("parameter_check-guarantees", head, guarantee_rows(result))
    st.subheader("All schemes", anchor=False)
    _schemes(result)
    passed = [finding for finding in result.findings if finding.light == "green"]
    st.subheader("Passed", anchor=False)
    icon = LIGHTS["green"][0]
    st.markdown("\n".join(f"- :green[{icon}] {plain(finding.text)}" for finding in passed))


def _schemes(result: ParameterCheckResult) -> None:
    """All of them at their best settings, with the way to the page that runs each; the best one first of all."""
    choice, places = result.choice, [elsewhere.place(way, result.parameters) for way in result.choice.schemes]
    links = [
        markdown_table.Markup(f"[{plain(title_of(place[0]))}]({elsewhere.address(*place)})") if place else ""
        for place in places
    ]
    links[0] = "this page"
    for way, found in zip(choice.schemes[1:], places[1:], strict=True):
        if way is choice.best and found is not None:
            label = f"Run {way.described} on the page {title_of(found[0])}"
            st.link_button(plain(label), elsewhere.address(*found), icon=":material/open_in_new:")
    head = (*scheme_heads(result), "Runs on")
    rows = ((*cells, link) for cells, link in zip(scheme_rows(result), links, strict=True))
    markdown_table.show("parameter_check-guarantees-schemes", head, rows)
    st.caption(
        "∗ marks the best within the limits: the fewest bits among those of nearly the least error. Every scheme is at "
        "the settings of fewest bits with about its least error; a link opens a page at exactly these. ε is told "
        f"{_at(result)} for all, with pure ε in brackets; ≤ marks a bound."
    )


def _card(finding: Finding, parameters: ParameterCheck) -> None:
    icon, color, name = LIGHTS[finding.light]
    with st.container(border=True, gap="small", key=f"{EXPERIMENT.name}-finding-{finding.key}"):
        st.markdown(f":{color}[{icon}] **{name}.** {plain(finding.text)}")
        if finding.fix is not None:
            st.button(
                plain(finding.fix.label),
                key=f"{EXPERIMENT.name}-fix-{finding.key}",
                icon=":material/build:",
                on_click=states.apply,
                args=(EXPERIMENT, finding.fix.apply(parameters)),
            )
