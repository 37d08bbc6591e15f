"""The results of the last runs: in this process, and those of all but the shortest in a folder that servers share."""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

from ppr_core import __version__
from ppr_core.experiments.contract import Experiment, Parameters

__all__ = ["NOTHING_SHARED", "SHARED", "Results", "SharedResults", "key_of"]

SHARED = "PPR_SHARED_RESULTS"  # the environment variable that names the folder; none is shared without it
_MOST_BYTES = 500_000_000
_BEGUN = ".begun"
_CLAIMED_SECONDS = 3.0  # predicted, of a run that servers leave to each other
_PATIENCE = 3.0, 2.0  # for it: so many times what is predicted, and seconds more; its server may have ended


class SharedResults:
    """Files of one user's servers of one version; the oldest go first. Nobody else's file is ever read.

    folder: made for this user alone if there is none, or "" to share nothing. What cannot be written or read is not
    shared, and that is all.
    """

    def __init__(self, folder: Path | str) -> None:
        self._folder = Path(folder) if folder else None
        if self._folder is not None:
            with suppress(OSError):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get(self, key: tuple) -> Any:
        """The result, or None."""
        if self._folder is None:
            return None
        with suppress(OSError, pickle.PickleError, EOFError), self._path(key).open("rb") as file:
            if not hasattr(os, "getuid") or os.fstat(file.fileno()).st_uid == os.getuid():
                kept_key, result = pickle.load(file)
                return result if kept_key == key else None
        return None

    def put(self, key: tuple, result: Any) -> None:
        """Keep it for the others."""
        if self._folder is None:
            return
        path = self._path(key)
        unfinished = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                pickle.dump((key, result), file, pickle.HIGHEST_PROTOCOL)
            unfinished.replace(path)
            self._make_room()

    def claim(self, key: tuple, seconds: float) -> bool:
        """Whether this server shall compute it: no other has just begun to. seconds: predicted; what takes long is
        left to nobody."""
        if self._folder is None or seconds > _CLAIMED_SECONDS:
            return True
        path = self._path(key).with_suffix(_BEGUN)
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            with suppress(OSError):
                if time.time() - path.stat().st_mtime <= _PATIENCE[0] * seconds + _PATIENCE[1]:
                    return False
                path.touch()
        except OSError:  # computed twice
            pass
        return True

    def release(self, key: tuple) -> None:
        """The run that was claimed has ended, one way or another."""
        if self._folder is not None:
            with suppress(OSError):
                self._path(key).with_suffix(_BEGUN).unlink(missing_ok=True)

    def _path(self, key: tuple) -> Path:
        return self._folder / hashlib.sha256(repr(key).encode()).hexdigest()

    def _make_room(self) -> None:
        results = (path for path in self._folder.iterdir() if not path.suffix)
        files = sorted(((path.stat(), path) for path in results), key=lambda entry: entry[0].st_mtime)
        total = sum(stat.st_size for stat, _ in files)
        for stat, path in files[:-1]:
            if total <= _MOST_BYTES:
                return
            path.unlink(missing_ok=True)
            total -= stat.st_size


NOTHING_SHARED = SharedResults("")


class Results:
    """The results used last, bounded by the bytes they take."""

    def __init__(self, limit: int) -> None:
        self._limit, self._total = limit, 0
        self._entries: OrderedDict[tuple, tuple[Any, int]] = OrderedDict()

    def get(self, key: tuple) -> Any:
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key][0]

    def put(self, key: tuple, result: Any, size: int) -> None:
        self._total -= self._entries.pop(key, (None, 0))[1]
        self._entries[key] = (result, size)
        self._total += size
        while self._total > self._limit and len(self._entries) > 1:
            self._total -= self._entries.popitem(last=False)[1][1]


def key_of(experiment: Experiment, parameters: Parameters) -> tuple:
    """What makes two runs the same run."""
    return (experiment.name, __version__, *parameters.values().items())
