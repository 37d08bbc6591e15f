"""The pool of runs of now: on a cluster while its scheduler answers, else in processes of this machine."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from pages.ui.jobs.places import ClusterPlaces
from pages.ui.jobs.pool import Jobs
from ppr_core.sweeps import ClusterLost
from ppr_core.texts import Messages

__all__ = ["Pools"]

message = Messages("runs")

_LOG = logging.getLogger(__name__)
_LOOK_SECONDS = 2.0
_PATIENCE_LOOKS = 2  # a scheduler that is away for so many looks is gone


class Pools:
    """Nobody waits for a cluster: runs begin here, move there when it answers, and come back when it is gone.

    make(places): a pool of runs at places, by default in processes of this machine; scheduler: its address, or "" for
    none. A run that is under way when places change is begun anew when somebody looks at it.
    """

    def __init__(self, make: Callable[..., Jobs], scheduler: str = "") -> None:
        self._make, self._scheduler, self._cluster = make, scheduler, None
        self.now = make()
        self._closed = threading.Event()
        if scheduler:
            threading.Thread(target=self._watch, daemon=True).start()

    @property
    def notice(self) -> str:
        """What visitors should know of where runs are computed, or ""."""
        if not self._scheduler or self._cluster is not None:
            return ""
        return message("no-cluster")

    def close(self) -> None:
        """End every run, and look no more."""
        self._closed.set()
        self.now.close()

    def _watch(self) -> None:
        missed = 0
        while not self._closed.is_set():
            if self._cluster is None:
                self._try_cluster()
            else:
                missed = 0 if self._cluster.alive else missed + 1
                if missed >= _PATIENCE_LOOKS:
                    missed, self._cluster = 0, None
                    _LOG.warning("The scheduler at %s is gone: runs are computed on this machine.", self._scheduler)
                    self._use(self._make())
            self._closed.wait(_LOOK_SECONDS)

    def _try_cluster(self) -> None:
        try:
            cluster = ClusterPlaces(self._scheduler)
        except (ClusterLost, OSError, TimeoutError):
            return
        except ValueError as error:  # what it needs is not installed, or no certificate
            _LOG.error("%s", error)
            self._closed.set()
            return
        self._cluster = cluster
        _LOG.warning("Runs are computed on the cluster of %s.", self._scheduler)
        self._use(self._make(cluster))

    def _use(self, jobs: Jobs) -> None:
        jobs.adopt(self.now)
        before, self.now = self.now, jobs
        before.close()
