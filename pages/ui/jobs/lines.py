"""The line between a run and the server: how far it has come, and the word to stop.

A folder for a process of this machine: nothing is shared that a dying process could leave locked. The run replaces
files, the server creates the file ``stop``; a folder that is gone means that the server is done with the run. For a
run on a cluster, variables of its scheduler.
"""

from __future__ import annotations

import asyncio
import pickle
import shutil
import tempfile
import uuid
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

__all__ = ["NAMES", "ClusterLine", "FolderLine", "Line"]

NAMES = ("progress", "partial")  # what a run says
_STOP = "stop"
# What asking a scheduler raises that is gone, or whose client has just been closed.
_GONE = (OSError, TimeoutError, RuntimeError, asyncio.CancelledError, CancelledError)
_PATIENCE_SECONDS = 2.0  # for an answer of the scheduler


class Line(Protocol):
    """Both ends; what travels to the run is the line itself, pickled."""

    def say(self, name: str, value: Any) -> None:
        """The run: keep the value under the name. Nothing is raised: a later word will do."""

    def heard(self, name: str) -> Any:
        """The server: the last value under the name, or None."""

    def stop(self) -> None:
        """The server, or the run's own guard: end it."""

    def stopped(self) -> bool:
        """Whether it shall end."""

    def hang_up(self) -> None:
        """The server: nothing more will be asked; a run that goes on all the same ends."""

    @property
    def vanished(self) -> bool:
        """Whether somebody else has taken it away."""


@dataclass(frozen=True)
class FolderLine:
    """Files in a folder of this machine."""

    folder: Path

    @classmethod
    def below(cls, root: Path) -> FolderLine:
        """A new one. ``OSError`` where there is no room for it."""
        return cls(Path(tempfile.mkdtemp(dir=root)))

    def say(self, name: str, value: Any) -> None:
        """Replaced in one step, so a reader never sees half a file."""
        unfinished = self.folder / f"{name}.new"
        with suppress(OSError):  # no room, or on Windows the server reads the file
            unfinished.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
            unfinished.replace(self.folder / name)

    def heard(self, name: str) -> Any:
        try:
            return pickle.loads((self.folder / name).read_bytes())
        except (FileNotFoundError, PermissionError):
            return None

    def stop(self) -> None:
        try:
            (self.folder / _STOP).touch()
        except FileNotFoundError:
            return
        except OSError:  # no room for a file: without its folder the run ends too
            self.hang_up()

    def stopped(self) -> bool:
        return not self.folder.exists() or (self.folder / _STOP).exists()

    def hang_up(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def vanished(self) -> bool:
        return not self.folder.exists()


class ClusterLine:
    """Variables of a Dask scheduler; the server has a client, a run that of its worker."""

    vanished = False

    def __init__(self, client: Any) -> None:
        self._name, self._client = uuid.uuid4().hex, client
        self.say(_STOP, False)

    def __getstate__(self) -> str:
        return self._name

    def __setstate__(self, name: str) -> None:
        self._name, self._client = name, None

    def say(self, name: str, value: Any) -> None:
        with suppress(*_GONE):
            self._variable(name).set(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), timeout=_PATIENCE_SECONDS)

    def heard(self, name: str, patience_seconds: float = 0.02) -> Any:
        with suppress(*_GONE):
            return pickle.loads(self._variable(name).get(timeout=patience_seconds))
        return None

    def stop(self) -> None:
        self.say(_STOP, True)

    def stopped(self) -> bool:
        return self.heard(_STOP, _PATIENCE_SECONDS) is not False  # a scheduler that is gone wants nothing more

    def hang_up(self) -> None:
        with suppress(*_GONE):
            for name in (_STOP, *NAMES):
                self._variable(name).delete()

    def _variable(self, name: str) -> Any:
        from distributed import Variable, get_worker

        if self._client is None:
            self._client = get_worker()._get_client()
        return Variable(f"{self._name}-{name}", client=self._client)
