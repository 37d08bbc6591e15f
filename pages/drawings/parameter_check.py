"""Pictures, problems and guarantees of the page Parameter check."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.drawings import parameter_check_elsewhere as elsewhere
from pages.ui import charts, tables
from pages.ui import state as states
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
    scheme_rows,
)

__all__ = ["everything", "main", "other", "problems"]

LIGHTS = {
    "red": (":material/cancel:", "red", "Problem"),
    "amber": (":material/warning:", "orange", "Remark"),
    "green": (":material/check_circle:", "green", "Passed"),
}


def main(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The trade to be made: bits against time, or against privacy where there is nothing else to choose."""
    return (along_time if result.has_trade else along_alpha)(result, story, theme)


def other(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The other of the two."""
    return (along_alpha if result.has_trade else along_time)(result, story, theme)


def along_time(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Bits against encode time for every way to send that was compared, and which one is used."""
    shown = picture(result)
    chart = charts.layered(
        charts.points_with_errors(*shown.compared, None, label="compared", role="baseline"),
        charts.line(*shown.frontier, label="fewest bits at each speed", role="ppr"),
        _used(shown),
        *(charts.bound_line(x=place, label=label, at_foot=True) for label, place in shown.limits),
        *(charts.bound_line(y=height, label=label) for label, height in shown.levels),
        x=charts.Axis("Time to encode a report, predicted", "ms", scale="log", domain=shown.times),
        y=charts.Axis("Bits for a report", scale="log", domain=shown.bits),
        theme=theme,
    )
    return charts.Figure(
        chart=chart,
        name="frontier",
        title="Bits and time of every way to send a report",
        finding_alt=story.finding,
        table=result.table(),
        note=story.captions["time"],
    )


def along_alpha(result: ParameterCheckResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What privacy against the decoder costs."""
    shown = alpha_picture(result)
    chart = charts.layered(
        charts.bound_line(x=result.alpha_epsilon, y=result.alpha_bound, label="at most, Theorem 5"),
        charts.line(result.alpha_epsilon, result.alpha_bits, label="along α, exact", role="ppr"),
        _used(shown),
        *(charts.bound_line(x=place, label=label) for label, place in shown.limits),
        *(charts.bound_line(y=height, label=label) for label, height in shown.levels),
        x=charts.Axis("ε of a report against the decoder", "nats", scale="log"),
        y=charts.Axis("Bits for a report", scale="log"),
        theme=theme,
    )
    return charts.Figure(
        chart=chart,
        name="alpha",
        title="What the decoder may learn, and what it costs to hide it",
        finding_alt=story.captions["alpha"],
        table=result.alpha_table(),
        note=story.captions["alpha"],
    )


def _used(shown: Picture | AlphaPicture) -> Any:
    """The point that is used: measured where it could be encoded."""
    if shown.simulated:
        return charts.points_with_errors(*shown.simulated, label="used, really encoded", role="ppr")
    return charts.value_marker(*shown.used, label="used, exact") if shown.used else ()


# A table wider than a phone scrolls by itself, not with the page.
_SCROLL = "<style>[class*='st-key-parameter_check-guarantees'] [data-testid='stMarkdown'] { overflow-x: auto; }</style>"


def problems(state: PageState, result: ParameterCheckResult | None) -> None:
    """What is wrong, each with the nearest setting that is right."""
    if result is not None:
        for finding in result.problems:
            _card(finding, result.parameters)


def everything(state: PageState, result: ParameterCheckResult | None, theme: charts.Theme) -> None:
    """All guarantees with their sources, and all checks that passed."""
    if result is None:
        return
    st.subheader("Guarantees", anchor=False)
    head = ("Protects", "Against", "Guarantee", "Source", "Condition")
    rows = [head, ("---",) * len(head), *(tuple(map(plain, row)) for row in guarantee_rows(result))]
    st.html(_SCROLL)
    with st.container(key="parameter_check-guarantees"):
        st.markdown("\n".join(f"| {' | '.join(row)} |" for row in rows))
    st.subheader("All schemes", anchor=False)
    _schemes(result)
    passed = [finding for finding in result.findings if finding.light == "green"]
    st.subheader("Passed", anchor=False)
    icon = LIGHTS["green"][0]
    st.markdown("\n".join(f"- :green[{icon}] {plain(finding.text)}" for finding in passed))


def _schemes(result: ParameterCheckResult) -> None:
    """All of them at their best settings, with the way to the page that runs each; the best one first of all."""
    choice, places = result.choice, [elsewhere.place(way, result.parameters) for way in result.choice.ways]
    links = [
        tables.Markup(f"[{plain(elsewhere.title_of(place[0]))}]({elsewhere.address(*place)})") if place else ""
        for place in places
    ]
    links[0] = "this page"
    for way, found in zip(choice.ways[1:], places[1:], strict=True):
        if way is choice.best and found is not None:
            label = f"Run {way.described} on the page {elsewhere.title_of(found[0])}"
            st.link_button(plain(label), elsewhere.address(*found), icon=":material/open_in_new:")
    head = ("Scheme", choice.measure.capitalize(), "Bits", "Time", "ε, decoder", "Law of the output", "Runs on")
    rows = ((*cells, link) for cells, link in zip(scheme_rows(result), links, strict=True))
    tables.show("parameter_check-guarantees-schemes", head, rows)
    st.caption(
        "∗ marks the best within the limits: the fewest bits among those of nearly the least error. Every scheme is at "
        "the settings of fewest bits with about its least error; a link opens a page at exactly these."
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
