"""Runs of a cluster are computed by the code that asked for them, or not at all."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["ClusterLost", "OtherCode", "SameCode", "code_digest"]

_CLOSED = "ClosedClientError"  # of Dask, which need not be installed


class ClusterLost(ConnectionError):
    """The cluster's scheduler is gone."""


class OtherCode(ValueError):
    """A worker has another version of the code."""


@cache
def code_digest() -> str:
    """Of all source files of this package, as this process found them: 16 hexadecimal digits."""
    package, digest = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class SameCode(Executor):
    """A cluster's executor; a call on a worker with other code raises `OtherCode` before anything of it is read."""

    def __init__(self, executor: Any) -> None:
        self._executor = executor

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The call as bytes, with the digest of the code that made it. `ClusterLost` once its client has closed."""
        try:
            return self._executor.submit(_call, code_digest(), pickle.dumps((function, args, options)))
        except Exception as error:
            if type(error).__name__ == _CLOSED:
                raise ClusterLost("The cluster's scheduler is gone.") from error
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait)


def _call(digest: str, call: bytes) -> Any:
    if digest != code_digest():
        raise OtherCode(
            "A worker of the cluster has another version of the code; every machine needs the same, and its workers "
            "must be started again."
        )
    function, args, options = pickle.loads(call)
    return function(*args, **options)
