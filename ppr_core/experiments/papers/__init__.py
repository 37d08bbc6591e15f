"""Papers: every number and statement that a paper prints, beside what comes out here.

Nothing is computed when the page is opened: the rows are those of `ppr_core.guarantees.printed`, which the tests
compute again.
"""

from __future__ import annotations

from ppr_core.experiments.contract import Cost, Experiment
from ppr_core.experiments.papers.rows import ALL, PRESETS, VERDICTS, PapersParameters, PapersResult, run
from ppr_core.experiments.papers.story import Line, lines, tell

__all__ = ["EXPERIMENT", "VERDICTS", "Line", "PapersParameters", "PapersResult", "lines"]


def _program(parameters: PapersParameters) -> str:
    """A program that prints how many rows come out as printed, and each of the numbers."""
    chosen = [f'source(row.source).paper == REFERENCES["{parameters.paper}"]'] if parameters.paper != ALL else []
    chosen += [f'row.verdict == "{parameters.verdict}"'] if parameters.verdict != ALL else []
    condition = f" if {' and '.join(chosen)}" if chosen else ""
    names = "REFERENCES, source" if parameters.paper != ALL else "source"
    return f"""\
from ppr_core.guarantees import {names}
from ppr_core.guarantees.printed import PRINTED

rows = [row for row in PRINTED.values(){condition}]
print(sum(row.verdict == "reproduced" for row in rows), "as printed")
for row in rows:
    print(source(row.source).paper.short, row.where, row.printed, row.here, row.verdict, sep="; ")
"""


EXPERIMENT = Experiment(
    name="papers",
    parameters=PapersParameters,
    cost=lambda parameters: Cost(1e-3, 1e6, "rows of a table"),
    run=run,
    snippet=_program,
    tell=tell,
    presets=PRESETS,
)
