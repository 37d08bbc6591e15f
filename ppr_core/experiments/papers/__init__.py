"""Papers: every number and statement that a paper prints, beside what comes out here.

Nothing is computed when the page is opened: the rows are those of `ppr_core.guarantees.printed`, which the tests
compute again. Here is what they say, one by one and together.

>>> from ppr_core.experiments.papers import EXPERIMENT, PapersParameters
>>> result = EXPERIMENT.run(PapersParameters(verdict="all"))
>>> result.count("reproduced"), result.rows  # printed numbers and statements
(41, 65)
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ppr_core.experiments.contract import Cost, Experiment, Formula, Quantity, Story, Symbol
from ppr_core.experiments.papers.rows import (
    PAPERS,
    PRESETS,
    TOPICS,
    VERDICTS,
    PapersParameters,
    PapersResult,
    paper_of,
    program,
    run,
)
from ppr_core.guarantees.printed import Erratum, PrintedNumber, erratum
from ppr_core.guarantees.references import REFERENCES, source
from ppr_core.texts import Messages, phrase
from ppr_core.wording import change, latex, number, percent, rough_percent, signed, with_unit

__all__ = ["EXPERIMENT", "PAPERS", "TOPICS", "VERDICTS", "Line", "PapersParameters", "PapersResult", "lines"]

message = Messages("papers")

_SIGNIFICANT = 4
_EXAMPLE = erratum("ppr.corollary11.size")  # told in full on the first view


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
    def reference(self) -> str:
        """Authors, year, title, venue and the version whose numbering is used."""
        paper = REFERENCES[self.paper]
        return message(
            "reference", authors=paper.short, title=paper.title, venue=paper.venue, version=paper.version
        )  # fmt: skip


def lines(result: PapersResult) -> tuple[Line, ...]:
    """All rows that are shown: numbers, then errata, of one paper after the other."""
    lines = [*map(_line, result.numbers), *map(_line, result.errata)]
    return tuple(line for paper in PAPERS for line in lines if line.paper == paper)


def _tell(result: PapersResult) -> Story:
    every = run(result.parameters.replace(verdict="all"))  # a verdict chosen filters rows, it changes no count
    quantities = [Quantity(key, message("tile", name=key), float(every.count(key)), kind="counted") for key in VERDICTS]
    quantities.append(Quantity("rows", message("tile", name="rows"), float(result.rows), kind="counted"))
    return Story(
        quantities=tuple(quantities),
        finding=_finding(result),
        notices=_notices(result),
        formulas=functools.partial(_formulas, result),
    )


def _finding(result: PapersResult) -> str:
    good, differs, errata = (result.count(verdict) for verdict in ("reproduced", "differs", "erratum"))
    verdict, paper, left = result.parameters.verdict, result.parameters.paper, result.rows - good - differs - errata
    every = run(PapersParameters(verdict="all", paper=paper))
    kind = "none" if not result.rows else "alike" if verdict in VERDICTS else "mixed"
    return message(
        "finding", kind=kind, verdict=verdict,
        all=number(every.rows), good=number(good), rows=number(result.rows),
        differ=message("differ", count=differs, shown=number(differs)),
        errata=message("errata", count=errata, shown=number(errata)),
        left=message("left", count=left, shown=number(left)),
    )  # fmt: skip


def _notices(result: PapersResult) -> tuple[str, ...]:
    far, parts = result.furthest, []
    if _EXAMPLE in result.errata:
        parts.append(message("example"))
    if far is not None:
        limit = far.relation in ("at_most", "at_least")
        printed = message("must", relation=far.relation, limit=far.printed) if limit else far.printed
        numbers = {"printed": printed, "here": with_unit(number(far.found, _SIGNIFICANT), phrase(far.unit))}
        share, paper = rough_percent(abs(far.apart)), source(far.source).paper.short
        first = message("furthest", paper=paper, share=share, **numbers)
        more = message("furthest-more", where=far.where)
        parts.append(f"{first} {more}")
    parts.append(f"{message('links')} {message('links-more')}")
    return tuple(parts)


def _formulas(result: PapersResult) -> tuple[Formula, ...]:
    counts = {message("verdict", name=verdict): result.count(verdict) for verdict in VERDICTS}
    letters = ("a", "s", "d", "e", "b", "q")
    parts = [
        Formula(
            message("formula-rows"),
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
                message("formula-apart"),
                r"\frac{h}{p} - 1",
                rf"\frac{{{latex(far.found, 6)}}}{{{latex(far.value, 6)}}} - 1",
                far.apart,
                (Symbol("h", message("symbol-here"), far.found), Symbol("p", message("symbol-printed"), far.value)),
                far.source,
            )
        )
    return tuple(parts)


def _line(row: PrintedNumber | Erratum) -> Line:
    text = _number(row) if isinstance(row, PrintedNumber) else _erratum(row)
    return Line(paper=paper_of(row.source), statement=_capital(row.where), **text, **row.see)


def _number(row: PrintedNumber) -> dict[str, str]:
    numeric = row.printed.replace(".", "").replace("–", "").isdigit()
    here = message("here-quoted") if row.here is None else number(row.here, _SIGNIFICANT)
    return {
        "printed": f"{row.printed} {row.unit}".rstrip() if numeric else row.printed,
        "here": here if numeric or row.here is None else message("here-unit", here=here, unit=row.unit),
        "apart": _apart(row),
        "why": " ".join(_sentence(text) for text in (row.computed, row.reason) if text),
        "verdict": row.verdict,
    }


def _erratum(row: Erratum) -> dict[str, str]:
    told = {"misleads": f"{row.misleads}.", "reading": f"{row.reading}."}
    why = message("why-erratum", reason=_sentence(row.reason), **told)
    return {"printed": row.printed, "here": row.here, "apart": row.apart, "why": why, "verdict": row.verdict}


def _apart(row: PrintedNumber) -> str:
    """Which limit is to hold; or how far a number is off and may be, both as the page of its preset says it."""
    share = abs(row.apart)
    kind = "none" if row.here is None else "equal" if share < 1e-9 else "near" if share < 1e-4 else "off"
    if kind == "off" and row.tolerance >= row.value:
        kind = "order"
    if row.relation in ("at_most", "at_least"):
        kind = "limit"
    off, allowed = change(row.apart), percent(row.tolerance / row.value, 2)
    if row.unit == "%":
        off, allowed = (
            message("points", points=text)
            for text in (signed(row.found - row.value).replace(" ", ""), number(row.tolerance))
        )
    return message("apart", kind=kind, change=off, allowed=allowed, relation=row.relation, limit=number(row.value, 4))


def _sentence(text: str) -> str:
    return f"{_capital(text)}."


def _capital(text: str) -> str:
    """With a capital where the text begins with a word; a symbol stays as it is."""
    word = text.split()[0].rstrip(",:;")
    is_word = word.isascii() and word.isalpha() and (len(word) > 1 or word == "a")
    return f"{text[0].upper()}{text[1:]}" if is_word else text


EXPERIMENT = Experiment(
    name="papers",
    parameters=PapersParameters,
    cost=lambda parameters: Cost(1e-3, 1e6, "rows of a table"),
    run=run,
    snippet=program,
    tell=_tell,
    presets=PRESETS,
    filters=("paper", "verdict"),
)
