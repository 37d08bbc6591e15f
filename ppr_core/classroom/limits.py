"""How often something may happen within a time."""

from __future__ import annotations

import threading
from collections import deque

__all__ = ["Limit"]

_MOST_KEYS = 10_000


class Limit:
    """At most ``most`` events of one key and ``most_together`` of all keys within ``seconds``; safe between threads.

    now: seconds of a clock that never goes back.

    >>> from ppr_core.classroom import Limit
    >>> limit = Limit(most=1, seconds=60.0)
    >>> limit.count("phone", now=0.0)
    >>> limit.reached("phone", now=1.0), limit.reached("phone", now=61.0), limit.reached("another", now=1.0)
    (True, False, False)
    """

    def __init__(self, most: int, seconds: float, most_together: int | None = None) -> None:
        self._most, self._together, self._seconds = most, most_together, seconds
        self._events: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()
        self._lock = threading.Lock()

    def reached(self, key: str, now: float) -> bool:
        """Whether no further event of this key may happen now."""
        with self._lock:
            together = self._together is not None and len(self._recent(self._all, now)) >= self._together
            return together or len(self._recent(self._events.get(key, deque()), now)) >= self._most

    def count(self, key: str, now: float) -> None:
        """Count an event. Of more than 10 000 keys the one that came first is forgotten."""
        with self._lock:
            if key not in self._events and len(self._events) >= _MOST_KEYS:
                del self._events[next(iter(self._events))]
            self._recent(self._events.setdefault(key, deque()), now).append(now)
            if self._together is not None:
                self._recent(self._all, now).append(now)

    def _recent(self, times: deque[float], now: float) -> deque[float]:
        while times and times[0] <= now - self._seconds:
            times.popleft()
        return times
