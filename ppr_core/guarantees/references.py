"""The bibliography: which paper a formula comes from and which of its statements.

A guarantee, a bound or a channel names its source by a key such as ``"ppr.theorem5"``; `source` resolves the
key and `cite` turns it into one short line. The part before the dot names what the statement is about. Papers and
statements are in bibliography.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ppr_core import validation

__all__ = ["REFERENCES", "SOURCES", "Reference", "Source", "cite", "source"]

_MAX_NAMED_AUTHORS = 4


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A paper. authors: "Family, Given" in the order printed, an institution by its name; version: whose numbering the
    statements follow.

    >>> from ppr_core.guarantees import source
    >>> source("ppr.theorem7").paper.year
    2024
    """

    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    version: str = "as published"

    @property
    def short(self) -> str:
        """Family names and year: "Liu, Chen, Özgür & Li 2024"; above four authors "Shah et al. 2022"."""
        names = [author.split(",")[0] for author in self.authors]
        if len(names) > _MAX_NAMED_AUTHORS:
            return f"{names[0]} et al. {self.year}"
        return " & ".join(filter(None, (", ".join(names[:-1]), names[-1]))) + f" {self.year}"

    @property
    def brief(self) -> str:
        """First family name and year: "Liu et al. 2024", or both of two: "Feldman & Talwar 2021"."""
        names = [author.split(",")[0] for author in self.authors]
        return f"{names[0]} et al. {self.year}" if len(names) > 2 else self.short


@dataclass(frozen=True, kw_only=True)
class Source:
    """One statement of one paper.

    >>> from ppr_core.guarantees import source
    >>> source("ppr.theorem7").statement
    'Theorem 7'
    """

    paper: Reference
    statement: str


def _read() -> tuple[dict[str, Reference], dict[str, tuple[str, str]]]:
    """Papers and statements of bibliography.toml, which stands beside this file."""
    tables = tomllib.loads(Path(__file__).with_name("bibliography.toml").read_text(encoding="utf-8"))
    papers = {key: Reference(**paper | {"authors": tuple(paper["authors"])}) for key, paper in tables["papers"].items()}
    return papers, {key: (paper, statement) for key, (paper, statement) in tables["sources"].items()}


#: key -> paper, and key -> (paper, statement).
REFERENCES: Mapping[str, Reference]
SOURCES: Mapping[str, tuple[str, str]]
REFERENCES, SOURCES = _read()


def source(key: str) -> Source:
    """The paper and statement behind a key; raises ``ValueError`` for a key that is not in `SOURCES`.

    >>> from ppr_core.guarantees import source
    >>> source("ppr.theorem7").paper.title
    'Universal exact compression of differentially private mechanisms'
    """
    validation.require(key in SOURCES, "source", key, "a key of the bibliography such as ppr.theorem5")
    paper, statement = SOURCES[key]
    return Source(paper=REFERENCES[paper], statement=statement)


def cite(key: str) -> str:
    """One line naming paper and statement: "Liu, Chen, Özgür & Li 2024, Theorem 5".

    >>> from ppr_core.guarantees import cite
    >>> cite("ppr.theorem7")
    'Liu, Chen, Özgür & Li 2024, Theorem 7'
    """
    reference = source(key)
    return f"{reference.paper.short}, {reference.statement}"
