"""How every kernel is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["inlined", "kernel"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(signature: str | None = None, *, fastmath: bool = False) -> Callable[[Function], Function]:
    """Compiled without the interpreter's lock and kept on the disk; divides as NumPy does.

    signature: compiled when it is declared, for these types; None: when it is called by another. fastmath: sums may be
    put into another order, where an error is allowed for.
    """
    return cast(
        Callable[[Function], Function], njit(signature, nogil=True, cache=True, error_model="numpy", fastmath=fastmath)
    )


def inlined(function: Function) -> Function:
    """Written out wherever it is called."""
    return cast(Function, njit(inline="always")(function))
