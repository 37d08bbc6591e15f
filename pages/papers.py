"""Papers: printed numbers and statements beside what comes out here."""

from __future__ import annotations

import streamlit as st

from pages.ui import charts, markdown_table, page
from pages.ui.state import PageState
from ppr_core.experiments.contract import Story
from ppr_core.experiments.papers import EXPERIMENT, VERDICTS, Line, PapersResult, lines

HEAD = ("Statement", "Printed", "Here", "How far apart", "Why", "Verdict", "See")
ROLES = {"reproduced": "ppr", "differs": "mrc", "erratum": "rejection", "quoted": "baseline"}
COLORS = {"reproduced": "green", "differs": "orange", "erratum": "red", "quoted": "gray"}
_TABLE = """<style>
.st-key-papers-rows td { vertical-align: top; }
.st-key-papers-rows table { table-layout: fixed; min-width: 58rem; width: 100%; }
.st-key-papers-rows th:nth-child(1) { width: 18%; }
.st-key-papers-rows th:nth-child(2) { width: 11%; }
.st-key-papers-rows th:nth-child(3) { width: 12%; }
.st-key-papers-rows th:nth-child(4) { width: 9%; }
.st-key-papers-rows th:nth-child(6) { width: 10%; }
.st-key-papers-rows th:nth-child(7) { width: 14%; }
</style>"""


def main(result: PapersResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How many rows of each paper come out as printed, and how many do not."""
    counts = result.counts()
    width = 0.8 / len(VERDICTS)
    bars = [
        charts.bars_with_errors(
            [paper + (number + 0.5) * width - 0.4 for paper in range(len(result.papers))],
            counts[verdict].astype(float),
            None,
            label=label,
            role=ROLES[verdict],
            width=0.9 * width,
        )
        for number, (verdict, label) in enumerate(VERDICTS.items())
    ]
    x = charts.Axis("Paper on", categories=tuple(counts["about"].tolist()))
    chart = charts.layered(*bars, x=x, y=charts.Axis("Rows", zero=True), theme=theme)
    return charts.Figure(chart, "verdicts", "What becomes of printed numbers and statements", story.finding, counts)


def rows(state: PageState, result: PapersResult | None, theme: charts.Theme) -> None:
    """Every row, one table for each paper."""
    if result is None:
        return
    st.html(_TABLE)
    with st.container(key="papers-rows"):
        papers: dict[str, list[Line]] = {}
        for line in lines(result):
            papers.setdefault(line.paper, []).append(line)
        for paper, found in papers.items():
            st.subheader(found[0].title, anchor=False)
            st.caption(found[0].reference)
            markdown_table.show(f"papers-{paper}", HEAD, map(_cells, found))


def _cells(line: Line) -> tuple[str, ...]:
    verdict = markdown_table.Markup(f":{COLORS[line.verdict]}[{VERDICTS[line.verdict]}]")
    way = markdown_table.link(line.page, line.preset)
    return line.statement, line.printed, line.here, line.apart, line.why, verdict, way


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Papers",
        question="Which published numbers can the lab reproduce?",
        main=main,
        footer=rows,
        tiles=4,
    )
)
