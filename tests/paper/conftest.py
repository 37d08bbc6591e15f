"""Numbers and formulas that papers print, for the tests that recompute them.

``reference_values.toml`` holds the rows. A test claims one with ``@pytest.mark.reproduces("<id>")`` and receives it
through the ``printed`` fixture.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

VALUES = Path(__file__).with_name("reference_values.toml")


@dataclass(frozen=True, kw_only=True)
class Row:
    """One printed number and what this project computes in its place.

    source: key into the bibliography; where: the place in the paper; printed: the digits as they stand there; value:
    the same as a number in ``unit``. relation: "equal", or the paper prints a limit that the computed number is
    "at_most" or "at_least". tolerance: largest distance from ``value``, with its reason. verdict "differs" means that
    the recomputation disagrees; ``here`` then holds the digits that come out instead.
    """

    id: str
    source: str
    where: str
    printed: str
    value: float
    unit: str
    relation: Literal["equal", "at_most", "at_least"]
    tolerance: float
    reason: str
    computed: str
    verdict: Literal["reproduced", "differs"]
    here: float | None = None

    def check(self, computed: float) -> None:
        """Fails unless the recomputed number stands to the printed one as the row says."""
        distance = computed - self.value
        if self.relation == "at_most":
            assert distance <= 0.0, self
        if self.relation == "at_least":
            assert distance >= 0.0, self
        if self.verdict == "reproduced":
            assert abs(distance) <= self.tolerance, (computed, self)
        else:
            assert abs(distance) > self.tolerance, ("agrees after all", computed, self)
            assert computed == pytest.approx(self.here, rel=1e-3), (computed, self)


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """A printed formula that does not hold as it stands, and the form used here."""

    id: str
    source: str
    where: str
    printed: str
    here: str
    reason: str


def load() -> dict[str, Row | Erratum]:
    """All rows by id, in the order of the file; a repeated id is an error."""
    content = tomllib.loads(VALUES.read_text(encoding="utf-8"))
    entries = [Row(**row) for row in content["row"]] + [Erratum(**erratum) for erratum in content["erratum"]]
    found = {entry.id: entry for entry in entries}
    assert len(found) == len(entries), "an id occurs twice"
    return found


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "reproduces(id): this test recomputes that row of reference_values.toml")


@pytest.fixture
def printed(request: pytest.FixtureRequest) -> Row | Erratum:
    """The row that the test claims."""
    (identifier,) = request.node.get_closest_marker("reproduces").args
    return load()[identifier]
