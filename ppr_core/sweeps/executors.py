"""Where runs are computed: processes of this machine, or a Dask cluster. One interface, `concurrent.futures`."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from ppr_core import validation
from ppr_core.sweeps.same_code import ClusterLost, SameCode

__all__ = ["SCHEDULER", "Executors", "scheduler_address"]

SCHEDULER = "PPR_SCHEDULER"  # the environment variable that names a cluster
_CONNECT_SECONDS = 10
_LOST = ("KilledWorker", "CancelledError", "FutureCancelledError")  # of Dask, which need not be installed


def scheduler_address(given: str = "") -> str:
    """The address given, else that of the environment, else "" for processes of this machine.

    >>> from ppr_core.sweeps import scheduler_address
    >>> scheduler_address("tcp://10.0.0.5:8786")
    'tcp://10.0.0.5:8786'
    """
    address = given or os.environ.get(SCHEDULER, "")
    plausible = not address or "://" in address
    validation.require(plausible, "scheduler", address, "an address such as tcp://host:8786, or empty")
    return address


class Executors:
    """An executor that can be had anew when it breaks.

    scheduler: the address of a Dask scheduler, or "" for processes of this machine; workers: how many of those.

    >>> from ppr_core.sweeps import Executors
    >>> with Executors(workers=2) as executors:
    ...     executors.room  # runs handed over at once
    8
    """

    def __init__(self, scheduler: str = "", workers: int | None = None) -> None:
        self.scheduler = scheduler_address(scheduler)
        self.workers = validation.integer("workers", workers or os.cpu_count() or 1, 1, 1024)
        self._client: Any = None
        self._threads = 1
        self._executor: Executor | None = None

    def __enter__(self) -> Executors:
        return self

    def __exit__(self, *error: object) -> None:
        self._drop()
        if self._client is not None:
            self._client.close(timeout=2)

    @property
    def executor(self) -> Executor:
        """The executor of now. `ClusterLost` when the scheduler does not answer."""
        if self._executor is None:
            self._executor = self._of_the_cluster() if self.scheduler else self._of_this_machine()
        return self._executor

    @property
    def client(self) -> Any:
        """The client of the cluster. `ClusterLost` when its scheduler does not answer, ``ValueError`` where package or
        certificate are missing here."""
        if self._client is None:
            try:
                from distributed import Client
            except ImportError:
                raise ValueError("A cluster needs the package distributed, which is not installed here.") from None
            _require_certificates(self.scheduler)
            try:
                self._client = Client(self.scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
            except (OSError, TimeoutError) as error:
                raise ClusterLost(f"No scheduler answers at {self.scheduler}.") from error
        return self._client

    @property
    def room(self) -> int:
        """How many runs are worth handing over at once."""
        if self._client is None:
            return 4 * self.workers
        with suppress(OSError):  # a scheduler that has just gone is met by `require_alive`
            self._threads = sum(self._client.nthreads().values())
        return 4 * max(self._threads, 1)

    def require_alive(self) -> None:
        """`ClusterLost` when the scheduler is gone and does not come back."""
        last = time.monotonic() + _CONNECT_SECONDS
        while self._client is not None and self._client.status != "running":
            if time.monotonic() > last:
                raise ClusterLost(f"The scheduler at {self.scheduler} is gone.")
            time.sleep(0.1)

    def replace_if_broken(self, error: BaseException) -> bool:
        """Whether a run failed because its worker did, not through its own fault; such a run may be tried again."""
        if isinstance(error, BrokenProcessPool):
            self._drop()
        return self.lost_with_its_worker(error)

    def lost_with_its_worker(self, error: BaseException) -> bool:
        """Whether this is the error of a run whose process was lost."""
        return isinstance(error, BrokenProcessPool) or type(error).__name__ in _LOST

    def _drop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is None:
            return
        if self._client is None:
            executor.shutdown(wait=False, cancel_futures=True)
        elif self._client.status == "running":
            executor.shutdown(wait=False)  # a cluster's executor cancels what is under way

    def _of_this_machine(self) -> Executor:
        return ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))

    def _of_the_cluster(self) -> Executor:
        return SameCode(self.client.get_executor(pure=False))


def _require_certificates(address: str) -> None:
    """``ValueError`` unless Dask's configuration has what this address needs."""
    from distributed.security import Security

    try:
        given = Security().get_connection_args("client")
    except OSError as error:
        raise ValueError(
            f"The certificate that Dask's configuration names cannot be read: {error.strerror}."
        ) from error
    encrypted = address.startswith("tls://")
    if encrypted and given.get("ssl_context") is None:
        raise ValueError(f"scheduler {address} needs a certificate: export DASK_CONFIG as docs/sweeps.md says.")
    if given.get("require_encryption") and not encrypted:
        raise ValueError(f"scheduler must be at tls://…, as Dask's configuration requires; got {address}.")
