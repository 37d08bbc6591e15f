"""Pages whose runs are computed in the process of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pages.ui import page
from pages.ui.jobs import session as jobs
from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.pool import Jobs


@dataclass(frozen=True, eq=False)
class BegunLine:
    """The line to a run that is begun and never comes further; to stop it ends it."""

    run: Future = field(default_factory=Future)
    vanished = False

    def heard(self, name: str) -> None:
        return None

    def stop(self) -> None:
        self.run.cancel()

    hang_up = stop


class BegunRuns(Executor):
    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future:
        return next((each.run for each in arguments if isinstance(each, BegunLine)), Future())


class BegunPlaces:
    """Places where runs are begun and never end, so that a page with one is seen at no cost."""

    lanes = 2

    def executor(self) -> Executor:
        return BegunRuns()

    def line(self) -> BegunLine:
        return BegunLine()

    def when_done(self, future: Future, act: Callable[[Future], None]) -> None:
        future.add_done_callback(act)

    def lost(self, error: BaseException | None) -> bool:
        return False

    def close(self) -> None:
        pass


@contextmanager
def runs_here(only_begun: bool = False, **budget: Any) -> Iterator[None]:
    """A pool with this budget stands for the server's, and no worker is started ahead.

    only_begun: what it leaves to its workers is never computed.
    """
    here = Jobs(replace(BUDGET, **budget), places=BegunPlaces() if only_begun else None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "_jobs", lambda: here)
        patch.setattr(jobs, "_start_workers", lambda _experiment: None)
        if only_begun:
            patch.setattr(page, "_BEGUN_SECONDS", 0.3)  # one look at what never ends
        yield
    here.close()
