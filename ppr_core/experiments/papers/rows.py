"""Which printed rows are shown, and how many of each kind there are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.contract import Parameters, Progress, parameter
from ppr_core.guarantees.printed import ERRATA, PRINTED, Erratum, PrintedNumber
from ppr_core.guarantees.references import REFERENCES, SOURCES

__all__ = [
    "ALL", "PAPERS", "PRESETS", "TOPICS", "VERDICTS", "PapersParameters", "PapersResult", "paper_of", "program", "run",
]  # fmt: skip

ALL = "all"


def paper_of(source: str) -> str:
    """The paper's key in the bibliography."""
    return SOURCES[source][0]


#: Key of every paper that a row is taken from -> its short name, in the order of the rows.
_SOURCES = [row.source for row in PRINTED.values()] + [row.source for row in ERRATA.values()]
PAPERS = {key: REFERENCES[key].brief for key in map(paper_of, _SOURCES)}

#: What each is about, in a word.
TOPICS = {"liu2024": "PPR", "shahmiri2024": "noise by rounding", "feldman2021": "short reports",
          "schellekens2019": "data sketches", "balle2019": "shuffling, a bound",
          "clones2021": "shuffling, a tighter bound", "koskela2021": "shuffling, numerically"}  # fmt: skip

#: What came of a row.
VERDICTS = {"reproduced": "as printed", "scatter": "may be chance", "differs": "differs", "erratum": "wrong",
            "ambiguous": "ambiguous", "quoted": "quoted"}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PapersParameters(Parameters):
    """Rows of one paper or of all, with one verdict or with any."""

    paper: str = parameter(
        ALL, kind="choice", label="Paper",
        choices={ALL: "all papers"} | {key: f"{name} ({TOPICS[key]})" for key, name in PAPERS.items()},
        help="Whose numbers and statements are shown.",
    )  # fmt: skip
    verdict: str = parameter(
        ALL, kind="choice", label="Verdict", choices={ALL: "any", **VERDICTS},
        help="“As printed” means within the row's tolerance. "
        "“Quoted” is a time on the authors' computer, or a statement without a number.",
    )  # fmt: skip

    def keeps(self, source: str, verdict: str) -> bool:
        """Whether a row with this source and verdict is shown."""
        return self.paper in (ALL, paper_of(source)) and self.verdict in (ALL, verdict)


PRESETS = {
    "Everything": (PapersParameters(), "Every printed number and statement of all seven papers."),
    "Errata": (PapersParameters(verdict="erratum"), "Formulas and statements that cannot hold as they are printed."),
    "Ambiguous": (PapersParameters(verdict="ambiguous"), "Statements that hold in one reading and not in another."),
    "Numbers that differ": (
        PapersParameters(verdict="differs"),
        "Here another number came out, by more than chance.",
    ),
    "PPR (NeurIPS 2024)": (PapersParameters(paper="liu2024"), "Liu, Chen, Özgür, Li: the paper behind most pages."),
}


@dataclass(frozen=True)
class PapersResult:
    """numbers and errata that are shown, in the order of the papers' sections."""

    parameters: PapersParameters
    numbers: tuple[PrintedNumber, ...]
    errata: tuple[Erratum, ...]

    @property
    def papers(self) -> tuple[str, ...]:
        """Keys of the papers that are compared: the chosen one, or all that have a row shown."""
        if self.parameters.paper != ALL:
            return (self.parameters.paper,)
        return tuple(paper for paper in PAPERS if any(self.count(verdict, paper) for verdict in VERDICTS))

    def count(self, verdict: str, paper: str = ALL) -> int:
        """Rows of a paper, or of all, with that verdict."""
        rows: tuple[PrintedNumber | Erratum, ...] = (*self.numbers, *self.errata)
        verdicts = [(row.source, row.verdict) for row in rows]
        return sum(kind == verdict and paper in (ALL, paper_of(source)) for source, kind in verdicts)

    @property
    def rows(self) -> int:
        return len(self.numbers) + len(self.errata)

    @property
    def furthest(self) -> PrintedNumber | None:
        """Of the numbers that differ the one furthest from what is printed, or from the limit printed, relatively."""
        unequal = [row for row in self.numbers if row.verdict == "differs"]
        return max(unequal, key=lambda row: abs(row.apart), default=None)

    @property
    def most(self) -> int:
        """Rows of the paper that has the most."""
        return max((sum(self.count(verdict, paper) for verdict in VERDICTS) for paper in self.papers), default=0)

    def counts(self) -> dict[str, np.ndarray]:
        """Papers with the rows of each verdict."""
        names = {"paper": PAPERS, "about": TOPICS}
        columns = {name: np.array([of[paper] for paper in self.papers]) for name, of in names.items()}
        counts = {verdict: [self.count(verdict, paper) for paper in self.papers] for verdict in VERDICTS}
        return columns | {verdict: np.array(column) for verdict, column in counts.items()}

    def table(self) -> dict[str, np.ndarray]:
        rows = [
            (row.id, PAPERS[paper_of(row.source)], row.where, row.printed, row.value,
             row.found, row.unit, row.relation, row.tolerance, row.verdict, row.reason, "", "")
            for row in self.numbers
        ] + [
            (row.id, PAPERS[paper_of(row.source)], row.where, row.printed, math.nan,
             math.nan, row.here, "", math.nan, row.verdict, row.reason, row.reading, row.would_change)
            for row in self.errata
        ]  # fmt: skip
        names = (
            "id", "paper", "statement", "printed", "value", "here", "unit_or_correction", "relation", "tolerance",
            "verdict", "reason", "reading", "would_change",
        )  # fmt: skip
        columns = zip(*rows, strict=True) if rows else [()] * len(names)
        return {name: np.array(column) for name, column in zip(names, columns, strict=True)}


def run(parameters: PapersParameters, progress: Progress | None = None) -> PapersResult:
    """The rows that are asked for."""
    numbers = tuple(row for row in PRINTED.values() if parameters.keeps(row.source, row.verdict))
    return PapersResult(parameters, numbers, tuple(e for e in ERRATA.values() if parameters.keeps(e.source, e.verdict)))


def program(parameters: PapersParameters) -> str:
    """A program that prints how many rows of the paper come out as printed, and each of the numbers shown."""
    whole = parameters.paper == ALL
    condition = "" if whole else f' if source(row.source).paper == REFERENCES["{parameters.paper}"]'
    shown = "" if parameters.verdict == ALL else f' if row.verdict == "{parameters.verdict}"'
    listed = f"[row for row in rows{shown}]" if shown else "rows"
    names = "REFERENCES, source" if not whole else "source"
    return f"""\
from ppr_core.guarantees import {names}
from ppr_core.guarantees.printed import PRINTED

rows = [row for row in PRINTED.values(){condition}]
print(sum(row.verdict == "reproduced" for row in rows), "as printed")
for row in {listed}:
    print(source(row.source).paper.short, row.where, row.printed, row.here, row.verdict, sep="; ")
"""
