"""The runs of the pages: one `Jobs` a server, asked on behalf of the visitor whose page is being drawn."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import guard
from pages.ui.jobs.outcomes import Outcome
from pages.ui.jobs.places import Places
from pages.ui.jobs.pool import Jobs
from pages.ui.jobs.pools import Pools
from pages.ui.jobs.results import SHARED, key_of
from ppr_core.experiments.contract import Experiment, Parameters
from ppr_core.sweeps import scheduler_address
from ppr_core.texts import Messages

__all__ = ["GATE", "Turn", "cached", "cancel", "look_seconds", "notice", "outcome", "retry", "warm_up"]

message = Messages("runs")

# Page bodies take turns: under Python's global lock, runs that are interleaved all finish at the end.
GATE = threading.BoundedSemaphore(2 if (os.cpu_count() or 1) >= 4 else 1)
_GATE_SECONDS = 10.0
_LOOK_SECONDS, _MOST_LOOKS = 0.5, 100  # looks a second of all who wait: each takes some of the server's time
_AT_THE_GATE: set[Turn] = set()
_THIS_THREAD = threading.local()  # its turn, if it has one


def outcome(experiment: Experiment, parameters: Parameters) -> Outcome:
    """The run for this visitor; see `Jobs.outcome`."""
    cancelled = st.session_state.get(_CANCELLED) == key_of(experiment, parameters)
    if cancelled and cached(experiment, parameters) is None:
        return Outcome("cancelled", message=message("cancelled"))
    return _jobs().outcome(experiment, parameters, _visitor(), alone=not _AT_THE_GATE)


def look_seconds() -> float:
    """How long to leave a run alone between two looks: less often in a crowd."""
    return max(_LOOK_SECONDS, _jobs().watchers / _MOST_LOOKS)


def cached(experiment: Experiment, parameters: Parameters) -> Any:
    """The result if it is at hand, else None."""
    return _jobs().cached(experiment, parameters)


@guard.callback
def cancel(experiment: Experiment, parameters: Parameters) -> None:
    """The visitor no longer wants this run."""
    st.session_state[_CANCELLED] = key_of(experiment, parameters)
    _jobs().cancel(experiment, parameters, _visitor())


@guard.callback
def retry(experiment: Experiment, parameters: Parameters) -> None:
    """Run again what was cancelled or failed."""
    st.session_state.pop(_CANCELLED, None)
    _jobs().forget_failure(experiment, parameters)


def notice() -> str:
    """What visitors should know of where runs are computed, or ""."""
    return _pools().notice


def warm_up(experiment: Experiment) -> None:
    """Start the worker processes once a server."""
    _start_workers(_experiment=experiment)  # by its name: Streamlit would look for that in every run


class Turn:
    """The turn of one page; within it, that of a part is the same. A page that hangs cannot lock the others out: after
    a while they go ahead."""

    def __enter__(self) -> Turn:
        self._within = getattr(_THIS_THREAD, "turn", None)
        if self._within is not None:
            return self._within
        _THIS_THREAD.turn = self
        self._take()
        return self

    def __exit__(self, *error: object) -> None:
        if self._within is None:
            _THIS_THREAD.turn = None
            self._leave()

    def wait(
        self, experiment: Experiment, parameters: Parameters, seconds: float, tell: Callable[[Outcome], None]
    ) -> Outcome:
        """Let others go ahead until the run has ended, at most so many seconds; how far it is goes to ``tell``.

        Each look reads the session, where Streamlit ends what a visitor who has moved on no longer wants.
        """
        self._leave()
        until = time.monotonic() + seconds
        while not _jobs().wait(experiment, parameters, min(look_seconds(), until - time.monotonic())):
            now = outcome(experiment, parameters)
            if time.monotonic() >= until:
                break
            tell(now)
        self._take()
        return outcome(experiment, parameters)

    def _take(self) -> None:
        _AT_THE_GATE.add(self)
        try:
            self._taken = GATE.acquire(timeout=_GATE_SECONDS)
        finally:
            _AT_THE_GATE.discard(self)

    def _leave(self) -> None:
        if self._taken:
            self._taken = False
            GATE.release()


_CANCELLED = "jobs-cancelled"


@st.cache_resource(show_spinner=False)
def _pools() -> Pools:
    def make(places: Places | None = None) -> Jobs:
        return Jobs(connected=_connected, places=places, shared=os.environ.get(SHARED, ""))

    return Pools(make, scheduler_address())


def _jobs() -> Jobs:
    return _pools().now


@st.cache_resource(show_spinner=False)
def _start_workers(_experiment: Experiment) -> None:
    _jobs().warm_up(_experiment)


def _visitor() -> str:
    """The session's own id; outside a server, one that is made up."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else st.session_state.setdefault("jobs-visitor", uuid.uuid4().hex)


def _connected(visitor: str) -> bool:
    """Whether the browser of a session is still there."""
    return runtime.exists() and runtime.get_instance().is_active_session(visitor)
