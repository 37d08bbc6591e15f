"""Papers: printed numbers and statements beside what comes out here."""

from __future__ import annotations

from functools import partial
from math import ceil

import streamlit as st

from pages.ui import charts, markdown_table, page
from ppr_core.experiments.contract import Story
from ppr_core.experiments.papers import EXPERIMENT, PAPERS, VERDICTS, Line, PapersResult, lines
from ppr_core.texts import Messages
from ppr_core.wording import number

message = Messages("papers")

STEP = 0.6  # rows between names above the first paper
HEAD = ("statement", "printed", "here", "apart", "why", "verdict", "see")
ROLES = {
    "reproduced": "ppr", "scatter": "pfr", "differs": "mrc", "erratum": "rejection", "ambiguous": "sketch",
    "quoted": "baseline",
}  # fmt: skip
COLORS = {
    "reproduced": "green", "scatter": "blue", "differs": "orange", "erratum": "red", "ambiguous": "violet",
    "quoted": "gray",
}  # fmt: skip
_TABLE = """<style>
[class*='st-key-papers-rows-'] td { vertical-align: top; }
[class*='st-key-papers-rows-'] table { table-layout: fixed; min-width: 58rem; width: 100%; }
[class*='st-key-papers-rows-'] th:nth-child(1) { width: 16%; }
[class*='st-key-papers-rows-'] th:nth-child(2) { width: 13%; }
[class*='st-key-papers-rows-'] th:nth-child(3) { width: 12%; }
[class*='st-key-papers-rows-'] th:nth-child(4) { width: 12%; }
[class*='st-key-papers-rows-'] th:nth-child(6) { width: 10%; }
[class*='st-key-papers-rows-'] th:nth-child(7) { width: 14%; }
</style>"""


def main(result: PapersResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A row for each paper: how many of its numbers come out as printed, and how many do not. Each verdict is named
    at its longest part: of the first paper above it, at a stroke, each higher than the one before, of others beside."""
    counts, papers = result.counts(), result.papers
    starts, layers, named, heights = [0.0] * len(papers), [], set[str](), 0
    for verdict in VERDICTS:
        for row, count in enumerate(map(float, counts[verdict].tolist())):
            if count:
                place, end = len(papers) - 1 - row, starts[row] + count
                layers.append(charts.row_part(starts[row], end, place, role=ROLES[verdict], half=0.3))
                middle, share = (starts[row] + end) / 2, count / result.most
                layers.append(charts.words_within(middle, place, number(count), share, theme, align="center"))
                if verdict not in named and count == max(counts[verdict]):
                    named.add(verdict)
                    name, last = message("verdict", name=verdict), end == result.most
                    x, align = (end, "right") if last else (middle, "center")  # else cut on a telephone
                    foot = place + 0.65 + STEP * heights
                    if row:
                        layers.append(charts.words_beside(end, place, name, 6))
                    else:
                        layers.append(charts.line((middle, middle), (place + 0.3, foot - 0.25), role="baseline"))
                        layers.append(charts.words(x, foot, name, align=align))
                    heights += not row
                starts[row] = end
    y = charts.Axis(
        "", categories=(*(message("subject", paper=paper) for paper in reversed(papers)), *[""] * ceil(STEP * heights))
    )
    chart = charts.layered(*layers, x=charts.Axis(message("axis-rows"), zero=True), y=y, theme=theme)
    title = message("chart-title")
    note = " ".join(filter(None, (message("chart-note", name=verdict) for verdict in VERDICTS if any(counts[verdict]))))
    return charts.Figure(chart, "verdicts", title, story.finding, counts, note)


def rows(paper: str, result: PapersResult, story: Story, theme: charts.Theme) -> None:
    """Every row of a paper that is chosen."""
    matching = [line for line in lines(result) if line.paper == paper]
    st.caption(matching[0].reference if matching else message("rows-none"))
    if matching:
        st.html(_TABLE)
        head = tuple(message(f"head-{name}") for name in HEAD)
        markdown_table.show(f"papers-rows-{paper}", head, map(_cells, matching))


def _cells(line: Line) -> tuple[str, ...]:
    verdict = markdown_table.Markup(f":{COLORS[line.verdict]}[{message('verdict', name=line.verdict)}]")
    way = markdown_table.link(line.page, line.preset)
    return line.statement, line.printed, line.here, line.apart, line.why, verdict, way


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Papers",
        question=message("question"),
        main=main,
        views=tuple(page.View(message("tab", paper=paper), partial(rows, paper)) for paper in PAPERS),
    )
)
