"""Pages whose runs are computed in the process of the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.pool import Jobs


@contextmanager
def runs_here(**budget: Any) -> Iterator[None]:
    """A pool with this budget stands for the server's, and no worker is started ahead."""
    here = Jobs(replace(BUDGET, **budget))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "_jobs", lambda: here)
        patch.setattr(jobs, "_start_workers", lambda experiment: None)
        yield
    here.close()
