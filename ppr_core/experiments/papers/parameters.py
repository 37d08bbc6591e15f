"""What can be set in the experiment `papers`: which rows are shown."""

from __future__ import annotations

from dataclasses import dataclass

from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.guarantees.printed import ERRATA, PRINTED
from ppr_core.guarantees.references import REFERENCES, SOURCES

__all__ = ["ALL", "PAPERS", "PRESETS", "TOPICS", "VERDICTS", "PapersParameters", "paper_of"]

ALL = "all"


def paper_of(source: str) -> str:
    """The paper's key in the bibliography."""
    return SOURCES[source][0]


def _short(key: str) -> str:
    """First author and year."""
    reference = REFERENCES[key]
    others = " et al." if len(reference.authors) > 2 else ""
    second = f" & {reference.authors[1].split(',')[0]}" if len(reference.authors) == 2 else ""
    return f"{reference.authors[0].split(',')[0]}{second}{others} {reference.year}"


#: Key of every paper that a row is taken from -> its short name, in the order of the rows.
PAPERS = {paper_of(row.source): _short(paper_of(row.source)) for row in (*PRINTED.values(), *ERRATA.values())}

#: What each is about, in a word.
TOPICS = {"liu2024": "PPR", "shah2022": "MRC", "shahmiri2024": "DQL", "feldman2021": "Rejection",
          "schellekens2019": "Sketches"}  # fmt: skip

_NAMED = {key: f"{name} ({TOPICS[key]})" for key, name in PAPERS.items()}

#: What came of a row.
VERDICTS = {"reproduced": "as printed", "differs": "differs", "erratum": "erratum", "quoted": "quoted"}


@dataclass(frozen=True, kw_only=True)
class PapersParameters(Parameters):
    """Rows of one paper or of all, with one verdict or with any."""

    paper: str = parameter(
        ALL, kind="choice", label="Paper", choices={ALL: "all papers", **_NAMED},
        help="Whose numbers and statements are shown.",
    )  # fmt: skip
    verdict: str = parameter(
        ALL, kind="choice", label="Verdict", choices={ALL: "any", **VERDICTS},
        help="As printed: within the row's tolerance. Quoted: belongs to the authors' machine, or names no number.",
    )  # fmt: skip

    def keeps(self, source: str, verdict: str) -> bool:
        """Whether a row with this source and verdict is shown."""
        return self.paper in (ALL, paper_of(source)) and self.verdict in (ALL, verdict)


PRESETS = {
    "Everything": (PapersParameters(), "All rows of all papers."),
    "Errata": (PapersParameters(verdict="erratum"), "Formulas and statements that do not hold as they are printed."),
    "Numbers that differ": (PapersParameters(verdict="differs"), "Recomputed, and not what is printed."),
    "PPR (NeurIPS 2024)": (PapersParameters(paper="liu2024"), "Liu, Chen, Özgür, Li: the paper behind most pages."),
}
