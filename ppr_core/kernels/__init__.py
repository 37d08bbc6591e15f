"""Compiled inner loops, optional: with numba the searches run many times as fast, without it everything works.

A kernel replaces a part of an array program and gives the same bits, so whether it is used, and on how many threads,
changes no result. All decisions rest on exact integer operations and on additions, products and comparisons of floats;
logarithms and the draws of the generator are made by NumPy for both paths. Where a kernel approximates (Gaussian
vectors), it decides only what its error cannot change and leaves the rest to NumPy.

They come by themselves. Importing this package does not import numba; a process that has encoded for about half a
second by array programs reads them from the disk, in the middle of an encode if need be, which takes a second once. If
they have not been compiled yet, a process in the background does that (some 20 seconds, once for each machine) while
array programs go on; it ends with this one. `status` says what runs:

>>> from ppr_core import kernels
>>> kernels.status().path in ("arrays", "compiled")
True

`warm_up` gets them at once, which a server does before its first visitor. The environment variable PPR_KERNELS=0
switches the kernels off for good.
"""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

from ppr_core import validation

__all__ = [
    "MISSING", "Status", "compiled", "cores", "disabled", "expected", "in_threads", "installed", "set_threads",
    "status", "threads", "warm_up",
]  # fmt: skip

#: What is said where numba cannot be had.
MISSING = "The compiled loops (numba) are missing: the same results come out, encoders are slower."

T = TypeVar("T")
Part = TypeVar("Part")
_MODULES = ("uniforms", "search", "normals", "caps", "votes", "laplace", "balls", "ciphers", "tree", "smoothing")
_WORTH = 1 << 23  # uniforms made by array programs, about half a second, from which on kernels are fetched
_ROW = 8  # what a row takes beside its uniforms, in uniforms
_COMPILE = "from ppr_core import kernels; raise SystemExit(not kernels.warm_up())"


class _State:
    """What this process has: the kernels once they are loaded, and the process that compiles them until then."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kernels: SimpleNamespace | None = None
        self.off = os.environ.get("PPR_KERNELS") == "0"
        self.threads = 1
        self.uniforms = 0  # made by array programs so far
        self.fetch_from = _WORTH  # of them, the next time that something is done about it
        self.compiler: subprocess.Popen[bytes] | None = None


_state = _State()


@dataclass(frozen=True)
class Status:
    """What encodes run on in this process from now on.

    path: "compiled" or "arrays"; the same bits come out. reason: a sentence.

    >>> from ppr_core import kernels
    >>> with kernels.disabled():
    ...     kernels.status()
    Status(path='arrays', reason='Compiled loops are switched off.')
    """

    path: str
    reason: str


def status() -> Status:
    """Which path encodes take now, and why.

    >>> from ppr_core import kernels
    >>> kernels.status().path == ("arrays" if kernels.compiled() is None else "compiled")
    True
    """
    if _state.off:
        return Status("arrays", "Compiled loops are switched off.")
    if not installed():
        return Status("arrays", MISSING)
    if _state.kernels is not None:
        return Status("compiled", "Compiled loops are loaded; parts without one run as array programs.")
    if _state.compiler is not None and _state.compiler.poll() is None:
        return Status("arrays", "Loops are being compiled in the background; array programs run until they are there.")
    return Status("arrays", "Compiled loops are loaded after about half a second of encoding, or by warm_up().")


@cache
def installed() -> bool:
    """Whether numba is there; does not import it.

    >>> from ppr_core import kernels
    >>> kernels.installed() or kernels.status().path == "arrays"
    True
    """
    try:
        return importlib.util.find_spec("numba") is not None
    except (ImportError, ValueError):  # of a program that hides it
        return False


def warm_up() -> bool:
    """Make the kernels ready, compiling them if need be; whether they are. May be called again and from any thread.

    Where numba is there but does not work with this Python or NumPy, a warning says so once.

    >>> from ppr_core import kernels
    >>> with kernels.disabled():
    ...     kernels.warm_up()  # else True as soon as they are there
    False
    """
    with _state.lock:
        return _get(wait=True)


def compiled(rows: int = 0, width: int = 0) -> Any | None:
    """The kernels by name, or None while they are not ready or switched off: the NumPy path is to be taken.

    rows, width: of the uniforms that the caller makes by array programs if there are none. After enough of them the
    kernels are fetched.

    >>> from ppr_core import kernels
    >>> with kernels.disabled():
    ...     kernels.compiled() is None  # the array program is to be taken
    True
    """
    if _state.off:
        return None
    if _state.kernels is None and rows:
        _state.uniforms += rows * (width + _ROW)
        if _state.uniforms >= _state.fetch_from and installed() and _state.lock.acquire(blocking=False):
            try:
                _state.fetch_from = _state.uniforms + _WORTH
                _get(wait=False)
            finally:
                _state.lock.release()
    return _state.kernels


def expected() -> bool:
    """Whether a run may count on them: they are ready, or will be when it is worth it.

    >>> from ppr_core import kernels
    >>> with kernels.disabled():
    ...     kernels.expected()
    False
    """
    return compiled() is not None or (installed() and not _state.off)


@contextmanager
def disabled() -> Iterator[None]:
    """Without kernels inside the block, for comparisons. Holds for all threads of the process.

    >>> from ppr_core import kernels
    >>> with kernels.disabled():
    ...     kernels.warm_up(), kernels.status().path
    (False, 'arrays')
    """
    before, _state.off = _state.off, True
    try:
        yield
    finally:
        _state.off = before


def set_threads(count: int) -> None:
    """How many threads a search may use, 1 unless set; results do not depend on it.

    >>> from ppr_core import kernels
    >>> before = kernels.threads()
    >>> kernels.set_threads(2)
    >>> kernels.threads()
    2
    >>> kernels.set_threads(before)
    """
    _state.threads = validation.integer("count", count, 1, 64)


def threads() -> int:
    """How many threads a search may use.

    >>> from ppr_core import kernels
    >>> kernels.threads() >= 1
    True
    """
    return _state.threads


def in_threads(task: Callable[[Part], T], parts: list[Part]) -> list[T]:
    """task of every part, in order of the parts; on several threads where that is allowed and kernels are in use.

    >>> from ppr_core import kernels
    >>> kernels.in_threads(sum, [[1, 2], [3, 4]])
    [3, 7]
    """
    count = min(_state.threads, len(parts))
    if count < 2 or compiled() is None:
        return [task(part) for part in parts]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(task, parts))


def cores() -> int:
    """Processors that this process may use.

    >>> from ppr_core import kernels
    >>> kernels.cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _get(*, wait: bool) -> bool:
    """Load the kernels, if that takes a second only or the caller waits; else see to it that they are compiled."""
    if _state.off or not installed():
        return False
    if _state.kernels is None:
        try:
            # Here, not above: numba is imported by whoever needs it, and where to keep code is asked of it.
            from ppr_core.kernels.code_cache import cache_folder, is_complete

            folder = cache_folder()
            if wait or (folder is not None and is_complete(folder)):
                _state.kernels = _loaded(folder)
            elif folder is not None:
                _compile_beside()
        except (ImportError, RuntimeError) as error:
            _state.off = True
            warnings.warn(f"{MISSING} ({error})", RuntimeWarning, stacklevel=3)
    return _state.kernels is not None


def _loaded(folder: Path | None) -> SimpleNamespace:
    """All kernels by name, from the folder or compiled into it; without one, into a folder of this process alone."""
    from ppr_core.kernels.code_cache import mark_complete, numba_cache_in

    if folder is None:
        folder = Path(tempfile.mkdtemp(prefix="ppr-kernels-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    loaded = SimpleNamespace()
    with numba_cache_in(folder):
        for name in _MODULES:
            module = importlib.import_module(f"{__name__}.{name}")
            vars(loaded).update({kernel: getattr(module, kernel) for kernel in module.__all__})
    mark_complete(folder)
    return loaded


def _compile_beside() -> None:
    """Have a process of its own compile what is missing on the disk; once, and not longer than this one lives.

    A thread would hold the interpreter most of the time, keep it from ending, and be torn apart by a fork.
    """
    if _state.compiler is not None or getattr(sys, "frozen", False) or not sys.executable:
        return
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-P", "-c", _COMPILE]
    try:
        _state.compiler = subprocess.Popen(command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere)
    except OSError:
        _state.fetch_from = sys.maxsize
        return
    atexit.register(_end_compiler)


def _end_compiler() -> None:
    """What it has compiled so far is kept, so that the next one has less to do."""
    if _state.compiler is not None:
        _state.compiler.kill()
        _state.compiler.wait()


def _after_fork() -> None:
    """The child has no part in what the parent started, nor in a lock that one of its threads held."""
    _state.lock = threading.Lock()
    if _state.compiler is not None:
        _state.compiler.returncode = 0  # not its to wait for
        _state.compiler = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
