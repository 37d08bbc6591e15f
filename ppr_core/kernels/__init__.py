"""Compiled inner loops, optional: with numba the searches run many times as fast, without it everything works.

A kernel replaces a part of an array program and gives the same bits, so whether it is used, and on how many threads,
changes no result. All decisions rest on exact integer operations and on additions, products and comparisons of floats;
logarithms and the draws of the generator are made by NumPy for both paths. Where a kernel approximates (Gaussian
vectors), it decides only what its error cannot change and leaves the rest to NumPy.

Importing this package does not import numba. `warm_up` does, compiles what is not yet in the cache on disk (some
20 seconds once, then about one), and from then on the kernels are used; call it in a background thread and nothing
waits for it. The environment variable PPR_KERNELS=0 switches the kernels off for good.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

from ppr_core import validation

__all__ = [
    "MISSING",
    "compiled",
    "cores",
    "disabled",
    "expected",
    "in_threads",
    "installed",
    "set_threads",
    "threads",
    "warm_up",
]

#: What is said where numba cannot be had.
MISSING = "The compiled loops (numba) are missing: the same results come out, encoders are slower."

T = TypeVar("T")
_MODULES = ("uniforms", "search", "normals", "caps", "votes", "laplace", "ciphers", "tree")
_lock = threading.Lock()
_state = SimpleNamespace(kernels=None, off=os.environ.get("PPR_KERNELS") == "0", threads=1)


@cache
def installed() -> bool:
    """Whether numba is there; does not import it."""
    return importlib.util.find_spec("numba") is not None


def warm_up() -> bool:
    """Make the kernels ready, compiling them if need be; whether they are. May be called again and from any thread.

    Where numba is there but does not work with this Python or NumPy, a warning says so once.
    """
    with _lock:
        if _state.off or not installed():
            return False
        if _state.kernels is None:
            try:
                _state.kernels = _loaded()
            except ImportError as error:
                _state.off = True
                warnings.warn(f"{MISSING} ({error})", RuntimeWarning, stacklevel=2)
                return False
    return True


def compiled() -> Any | None:
    """The kernels by name, or None while they are not ready or switched off: the NumPy path is to be taken."""
    return None if _state.off else _state.kernels


def expected() -> bool:
    """Whether a run may count on them: they are ready, or only `warm_up` is missing, which a worker calls first."""
    return compiled() is not None or (installed() and not _state.off)


@contextmanager
def disabled() -> Iterator[None]:
    """Without kernels inside the block, for comparisons. Holds for all threads of the process."""
    before, _state.off = _state.off, True
    try:
        yield
    finally:
        _state.off = before


def set_threads(count: int) -> None:
    """How many threads a search may use, 1 unless set; results do not depend on it."""
    _state.threads = validation.integer("count", count, 1, 64)


def threads() -> int:
    """How many threads a search may use."""
    return _state.threads


def in_threads(task: Callable[[Any], T], parts: list[Any]) -> list[T]:
    """task of every part, in order of the parts; on several threads where that is allowed and kernels are in use."""
    count = min(_state.threads, len(parts))
    if count < 2 or compiled() is None:
        return [task(part) for part in parts]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(task, parts))


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _loaded() -> SimpleNamespace:
    found = SimpleNamespace()
    with _cache():
        for name in _MODULES:
            module: ModuleType = importlib.import_module(f"{__name__}.{name}")
            vars(found).update({kernel: getattr(module, kernel) for kernel in module.__all__})
    return found


@contextmanager
def _cache() -> Iterator[None]:
    """Compiled code goes to the first of some folders that can be written, below a name made from all sources; what
    stands in one that can only be read, as in a container, is taken along.

    numba looks at the file of a function only, and would keep code with an older version of what it calls inlined.
    """
    from numba import config

    folder, before = Path(__file__).parent, config.CACHE_DIR
    sources = b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
    name = f"ppr-kernels-{hashlib.blake2b(sources, digest_size=8).hexdigest()}"
    made, bases = None, (before, folder / "__pycache__", Path.home() / ".cache", tempfile.gettempdir())
    for place in (Path(base) / name for base in bases if base):
        with suppress(OSError):
            if made and not place.exists():
                _copy(made, place)
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                config.CACHE_DIR = str(place)
            break
        made = place if place.is_dir() else made
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _copy(made: Path, place: Path) -> None:
    """At once, because several processes may look there at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as beside:
        os.rename(shutil.copytree(made, Path(beside) / place.name), place)
