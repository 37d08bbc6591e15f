"""One thread for matrix products that are too small to share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

__all__ = ["one_thread"]


def one_thread() -> AbstractContextManager[None]:
    """While entered, BLAS uses one thread: on small products, threads that wait for each other cost up to ten times
    the work, most of all beside other processes.
    """
    return _libraries().limit(limits=1, user_api="blas")


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no types

    return ThreadpoolController()  # looks for the loaded libraries, so once is enough
