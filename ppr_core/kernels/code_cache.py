"""Where compiled code is kept, and whom it is taken from: numba's cache runs what it reads, so only one's own."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

__all__ = ["cache_folder", "is_complete", "mark_complete", "numba_cache_in", "trusted"]

_SOURCES = Path(__file__).parent


def cache_folder() -> Path | None:
    """The first of some folders that can be written and is `trusted`, below a name made from all sources; else None.

    numba looks at the file of a function only, and would keep code with an older version of what it calls inlined.
    What stands in a folder that can only be read, as in a container, is taken along.
    """
    config = _numba_config()
    sources = b"".join(path.read_bytes() for path in sorted(_SOURCES.glob("*.py")))
    name = f"ppr-kernels-{hashlib.blake2b(sources, digest_size=8).hexdigest()}"
    readable, bases = None, (config.CACHE_DIR, _SOURCES / "__pycache__", Path.home() / ".cache", tempfile.gettempdir())
    for folder in (Path(base) / name for base in bases if base):
        with suppress(OSError):
            if readable and not os.path.lexists(folder):
                _copy(readable, folder)
            # Beside the sources it may be meant for others, who cannot write it: an image is built by root.
            folder.mkdir(mode=0o755 if folder.parent.parent == _SOURCES else 0o700, parents=True, exist_ok=True)
            if trusted(folder, owner=_user()):
                with tempfile.TemporaryFile(dir=folder):
                    return folder
        if readable is None and trusted(folder, owner=_SOURCES.stat().st_uid):
            readable = folder
    return None


def trusted(folder: Path, *, owner: int) -> bool:
    """Whether a real folder, no link, belongs to the user or the owner given, and nobody else can write it.

    Nor exchange it: where all may write the folder above, only a sticky one, as /tmp, keeps what is in it.
    """
    try:
        here, above = os.lstat(folder), os.stat(folder.parent)
    except OSError:
        return False
    exchangeable = bool(above.st_mode & stat.S_IWOTH) and not above.st_mode & stat.S_ISVTX
    others_write = bool(here.st_mode & (stat.S_IWGRP | stat.S_IWOTH)) and os.name == "posix"
    return stat.S_ISDIR(here.st_mode) and here.st_uid in (_user(), owner) and not others_write and not exchangeable


@contextmanager
def numba_cache_in(folder: Path) -> Iterator[None]:
    """numba keeps what it compiles for functions that are declared inside the block in the folder."""
    config = _numba_config()
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def is_complete(folder: Path) -> bool:
    """Whether all kernels stand there, compiled for this processor, Python and numba: reading them takes a second."""
    return _mark(folder).is_file()


def mark_complete(folder: Path) -> None:
    """Note that all kernels stand there."""
    with suppress(OSError):
        _mark(folder).touch()


def _mark(folder: Path) -> Path:
    """A file whose name is made of all that numba compares before it takes what is cached."""
    import numba
    from llvmlite import binding

    stamps = [(path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(_SOURCES.glob("*.py"))]
    machine = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    key = repr((stamps, machine, numba.__version__, sys.version_info[:3]))
    return folder / f"complete-{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}"


def _numba_config() -> Any:
    """numba's settings, whose names are set when it is imported."""
    from numba import config

    return config


def _user() -> int:
    """The number of the user of this process; 0 as `os.stat` says where there is none."""
    return os.getuid() if hasattr(os, "getuid") else 0


def _copy(readable: Path, folder: Path) -> None:
    """At once, because several processes may look there at the same time."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        copy = Path(shutil.copytree(readable, Path(beside) / folder.name))
        copy.chmod(0o700)
        os.rename(copy, folder)
