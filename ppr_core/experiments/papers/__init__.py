"""Papers: every number and statement that a paper prints, beside what comes out here.

Nothing is computed when the page is opened: the rows are those of `ppr_core.guarantees.printed`, which the tests
compute again. Here is what they say, one by one and together.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ppr_core.experiments.contract import Cost, Experiment, Formula, Quantity, Story, Symbol
from ppr_core.experiments.papers.rows import (
    PAPERS,
    PRESETS,
    VERDICTS,
    PapersParameters,
    PapersResult,
    paper_of,
    program,
    run,
)
from ppr_core.guarantees.printed import Erratum, PrintedNumber
from ppr_core.guarantees.references import REFERENCES
from ppr_core.wording import change, latex, number, rough_percent

__all__ = ["EXPERIMENT", "VERDICTS", "Line", "PapersParameters", "PapersResult", "lines"]

_SIGNIFICANT = 4


@dataclass(frozen=True)
class Line:
    """A row in words. paper: its key, with title and reference; page, preset: where the lab shows it."""

    paper: str
    statement: str
    printed: str
    here: str
    apart: str
    why: str
    verdict: str
    page: str
    preset: str

    @property
    def title(self) -> str:
        return REFERENCES[self.paper].title

    @property
    def reference(self) -> str:
        """Authors, year, venue and the version whose numbering is used."""
        paper = REFERENCES[self.paper]
        return f"{paper.short}. {paper.venue}. Version: {paper.version}."


def lines(result: PapersResult) -> tuple[Line, ...]:
    """All rows that are shown: numbers, then errata, of one paper after the other."""
    lines = [*map(_line, result.numbers), *map(_line, result.errata)]
    return tuple(line for paper in PAPERS for line in lines if line.paper == paper)


def _tell(result: PapersResult) -> Story:
    return Story(
        quantities=(
            *(Quantity(key, label.capitalize(), float(result.count(key))) for key, label in VERDICTS.items()),
            Quantity("rows", "Rows shown", float(result.rows)),
        ),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
    )


def _finding(result: PapersResult) -> str:
    good, differs, errata, quoted = (result.count(verdict) for verdict in VERDICTS)
    if not result.rows:
        return "No row of this paper has that verdict."
    papers = f"{len(result.papers)} papers" if len(result.papers) > 1 else PAPERS[result.papers[0]]
    return (
        f"Of {_rows(result.rows)} from {papers}, {good} come out as printed, {differs} differ, "
        f"{errata} are errata and {quoted} can only be quoted."
    )


def _notices(result: PapersResult) -> tuple[str, ...]:
    parts = [
        "Every row except the quoted ones is recomputed by an automatic test with its own stated tolerance. “Here” is "
        "what that test finds, to one part in a thousand.",
        "A link opens the page and preset that show the row; there the number may be measured, with an error of its "
        "own, where the test has a closed form.",
    ]
    far = result.furthest
    if far is not None:
        parts.append(
            f"Of the rows that differ, furthest from what is printed: {far.printed} ({far.where}) comes out as "
            f"{number(far.found, 4)}, {rough_percent(abs(far.apart))} away."
        )
    return tuple(parts)


def _formulas(result: PapersResult) -> tuple[Formula, ...]:
    counts = {label: result.count(verdict) for verdict, label in VERDICTS.items()}
    letters = ("a", "d", "e", "q")
    parts = [
        Formula(
            "Rows shown",
            "n = " + " + ".join(letters),
            "n = " + " + ".join(map(str, counts.values())),
            float(result.rows),
            tuple(Symbol(letter, label, float(n)) for letter, (label, n) in zip(letters, counts.items(), strict=True)),
            "the rows of reference_values.toml",
        )
    ]
    far = result.furthest
    if far is not None:
        parts.append(
            Formula(
                "How far apart",
                r"\frac{h}{p} - 1",
                rf"\frac{{{latex(far.found, 6)}}}{{{latex(far.value, 6)}}} - 1",
                far.apart,
                (Symbol("h", "what comes out here", far.found), Symbol("p", "printed", far.value)),
                far.source,
            )
        )
    return tuple(parts)


def _line(row: PrintedNumber | Erratum) -> Line:
    said = _number(row) if isinstance(row, PrintedNumber) else _erratum(row)
    return Line(paper=paper_of(row.source), statement=_capital(row.where), **said, **row.see)


def _number(row: PrintedNumber) -> dict[str, str]:
    numeric = row.printed.replace(".", "").replace("–", "").isdigit()
    here = "not recomputed" if row.here is None else number(row.here, _SIGNIFICANT)
    return {
        "printed": f"{row.printed} {row.unit}".rstrip() if numeric else row.printed,
        "here": here if numeric or row.here is None else f"{here} ({row.unit})",
        "apart": _apart(row),
        "why": " ".join(_sentence(text) for text in (row.computed, row.reason) if text),
        "verdict": row.verdict,
    }


def _erratum(row: Erratum) -> dict[str, str]:
    parts = (row.reason, f"how we read it: {row.reading}", f"what would change our mind: {row.would_change}")
    why = " ".join(map(_sentence, parts))
    return {"printed": row.printed, "here": row.here, "apart": row.apart, "why": why, "verdict": "erratum"}


def _apart(row: PrintedNumber) -> str:
    if row.here is None:
        return "–"
    share = row.apart
    away = change(share) if abs(share) >= 1e-4 else "within 0.01 %"
    away = "" if abs(share) < 1e-9 else away
    if row.relation == "equal":
        return away or "equal"
    limit = "limit holds" if row.verdict == "reproduced" else "limit fails"
    return f"{limit}, {away}" if away else limit


def _sentence(text: str) -> str:
    return f"{_capital(text)}."


def _capital(text: str) -> str:
    """With a capital where the text begins with a word; a symbol stays as it is."""
    word = text.split()[0].rstrip(",:;")
    is_word = word.isascii() and word.isalpha() and (len(word) > 1 or word == "a")
    return f"{text[0].upper()}{text[1:]}" if is_word else text


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count} rows"


EXPERIMENT = Experiment(
    name="papers",
    parameters=PapersParameters,
    cost=lambda parameters: Cost(1e-3, 1e6, "rows of a table"),
    run=run,
    snippet=program,
    tell=_tell,
    presets=PRESETS,
)
