"""Results kept for whoever asks for the same again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

__all__ = ["Remembered"]


class Remembered:
    """The last ``most`` results, by key, for all threads.

    For what `functools.lru_cache` cannot keep: results of functions that also take something that is no part of them,
    such as a progress callback.

    >>> from ppr_core.remembered import Remembered
    >>> kept = Remembered(most=1)
    >>> kept.get("a", lambda: 1), kept.get("a", lambda: 2)
    (1, 1)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept under the key, or else ``make()``; it must not be changed.

        Threads that ask at once may each make it; what fails is raised and not kept.
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        result = make()
        with self._lock:
            self._kept[key] = result
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return result
