"""Numbers and formulas that papers print, for the tests that recompute them.

They stand in ``reference_values.toml`` of `ppr_core.guarantees`. A test claims one with
``@pytest.mark.reproduces("<id>")`` and receives it through the ``printed`` fixture.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ppr_core.guarantees.printed import ERRATA, PRINTED, Erratum, PrintedNumber


@dataclass(frozen=True, kw_only=True)
class Row(PrintedNumber):
    """A printed number that a test compares with what it computed."""

    def check(self, computed: float) -> None:
        """Fails unless the recomputed number is the one the row holds, and stands to the printed one as it says."""
        distance = computed - self.value
        low = 0.0 if self.relation == "at_least" else -self.tolerance
        high = 0.0 if self.relation == "at_most" else self.tolerance
        assert (low <= distance <= high) == (self.verdict == "reproduced"), (computed, self)
        assert computed == pytest.approx(self.here, rel=1e-3), (computed, self)


def load() -> dict[str, Row | Erratum]:
    """All rows by id, in the order of the file."""
    return {key: Row(**vars(number)) for key, number in PRINTED.items()} | dict(ERRATA)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "reproduces(id): this test recomputes that row of reference_values.toml")


@pytest.fixture
def printed(request: pytest.FixtureRequest) -> Row | Erratum:
    """The row that the test claims."""
    (identifier,) = request.node.get_closest_marker("reproduces").args
    return load()[identifier]
