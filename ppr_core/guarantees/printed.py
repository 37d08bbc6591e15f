"""Numbers and formulas as papers print them, and what is computed here in their place.

All of them are in reference_values.toml: pages that quote a paper and the tests that recompute its numbers read the
same digits. A number that belongs to the authors' own machine is only quoted.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ppr_core import validation

__all__ = ["ERRATA", "PRINTED", "Erratum", "PrintedNumber", "erratum", "printed"]


@dataclass(frozen=True, kw_only=True)
class PrintedNumber:
    """A number as a paper prints it.

    source: key into the bibliography; where: the place in the paper; printed: the digits as they stand there; value:
    the same as a number in ``unit``; at: the setting it belongs to, where that is one of several. relation: how a
    computed number must stand to it, which may be a limit; tolerance: largest distance allowed; reason: why that much.
    verdict: "reproduced", "differs", "scatter" (differs, perhaps by the chance of the paper's runs) or "quoted" (not
    recomputed: no relation). here: what comes out, None if only quoted; tests/paper compute it again. see: "page" and
    "preset" of the lab that show it.
    """

    id: str
    source: str
    where: str
    printed: str
    value: float
    unit: str
    verdict: Literal["reproduced", "scatter", "differs", "quoted"]
    reason: str
    relation: Literal["equal", "at_most", "at_least", ""] = ""
    tolerance: float = 0.0
    computed: str = ""
    here: float | None = None
    at: Mapping[str, float] = field(default_factory=dict)
    see: Mapping[str, str] = field(default_factory=dict)

    @property
    def found(self) -> float:
        """What comes out, NaN if only quoted."""
        return math.nan if self.here is None else self.here

    @property
    def apart(self) -> float:
        """How far that is from what is printed, as a share of it."""
        return self.found / self.value - 1


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """A printed formula or statement that does not hold as it stands, what is used here, and why; ``see`` as above.

    reading: how its words are understood; misleads: what a reader who follows it does wrong; would_change: what would
    put it right; apart: how far it fails. verdict: "ambiguous" where it holds in another reading."""

    id: str
    source: str
    where: str
    printed: str
    here: str
    reason: str
    reading: str
    misleads: str
    would_change: str
    apart: str = "does not hold"
    verdict: Literal["erratum", "ambiguous"] = "erratum"
    see: Mapping[str, str] = field(default_factory=dict)


def _read() -> tuple[dict[str, PrintedNumber], dict[str, Erratum]]:
    """Numbers and formulas by id, in the order of the file."""
    tables = tomllib.loads(Path(__file__).with_name("reference_values.toml").read_text(encoding="utf-8"))
    numbers = [PrintedNumber(**row) for row in tables["row"]]
    return {number.id: number for number in numbers}, {row["id"]: Erratum(**row) for row in tables["erratum"]}


#: id -> number, and id -> formula.
PRINTED: Mapping[str, PrintedNumber]
ERRATA: Mapping[str, Erratum]
PRINTED, ERRATA = _read()


def printed(identifier: str) -> PrintedNumber:
    """The number of that id; raises ``ValueError`` for an id that is not in `PRINTED`."""
    validation.require(identifier in PRINTED, "id", identifier, "the id of a printed number such as mrc.factor")
    return PRINTED[identifier]


def erratum(identifier: str) -> Erratum:
    """The formula of that id; raises ``ValueError`` for an id that is not in `ERRATA`."""
    validation.require(identifier in ERRATA, "id", identifier, "the id of an erratum such as ppr.corollary11.size")
    return ERRATA[identifier]
