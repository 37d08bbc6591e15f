"""The rows of the experiment `papers`, and how many of each kind there are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.papers.parameters import ALL, PAPERS, TOPICS, VERDICTS, PapersParameters, paper_of
from ppr_core.guarantees.printed import Erratum, PrintedNumber

__all__ = ["PapersResult"]


@dataclass(frozen=True)
class PapersResult:
    """numbers and errata that are shown, in the order of the papers' sections."""

    parameters: PapersParameters
    numbers: tuple[PrintedNumber, ...]
    errata: tuple[Erratum, ...]

    @property
    def papers(self) -> tuple[str, ...]:
        """Keys of the papers that are compared."""
        return tuple(PAPERS) if self.parameters.paper == ALL else (self.parameters.paper,)

    def count(self, verdict: str, paper: str = ALL) -> int:
        """Rows of a paper, or of all, with that verdict."""
        found = [(row.source, row.verdict) for row in self.numbers] + [(row.source, "erratum") for row in self.errata]
        return sum(kind == verdict and paper in (ALL, paper_of(source)) for source, kind in found)

    @property
    def rows(self) -> int:
        return len(self.numbers) + len(self.errata)

    @property
    def furthest(self) -> PrintedNumber | None:
        """The number that should be equal to the printed one and is furthest from it, relatively."""
        unequal = [row for row in self.numbers if row.verdict == "differs" and row.relation == "equal"]
        return max(unequal, key=lambda row: abs(row.here / row.value - 1), default=None)

    def counts(self) -> dict[str, np.ndarray]:
        """Papers with the rows of each verdict."""
        columns = {verdict: np.array([self.count(verdict, paper) for paper in self.papers]) for verdict in VERDICTS}
        named = {"paper": np.array([PAPERS[paper] for paper in self.papers])}
        return {**named, "about": np.array([TOPICS[paper] for paper in self.papers]), **columns}

    def table(self) -> dict[str, np.ndarray]:
        rows = [
            (one.id, PAPERS[paper_of(one.source)], one.where, one.printed, one.value, _or_nan(one.here), one.unit,
             one.relation, one.tolerance, one.verdict, one.reason)
            for one in self.numbers
        ] + [
            (one.id, PAPERS[paper_of(one.source)], one.where, one.printed, math.nan, math.nan, one.here, "", math.nan,
             "erratum", one.reason)
            for one in self.errata
        ]  # fmt: skip
        names = (
            "id", "paper", "statement", "printed", "value", "here", "unit_or_correction", "relation", "tolerance",
            "verdict", "reason",
        )  # fmt: skip
        columns = zip(*rows, strict=True) if rows else [()] * len(names)
        return {name: np.array(column) for name, column in zip(names, columns, strict=True)}


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
