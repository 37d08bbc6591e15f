"""A limit on how often something may be tried."""

from __future__ import annotations

import threading
from collections import defaultdict, deque

__all__ = ["Attempts"]

_MOST_KEYS = 10_000


class Attempts:
    """At most ``most`` failures of one key and ``most_together`` of all keys within ``seconds``; safe between threads.

    With 6 letters out of 31 a join code is found by 300 tries a minute with a chance of 5·10⁻⁴ a day for each room.
    """

    def __init__(self, most: int = 20, most_together: int = 300, seconds: float = 60.0) -> None:
        self._most, self._together, self._seconds = most, most_together, seconds
        self._failed: defaultdict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def allowed(self, key: str, now: float) -> bool:
        """Whether this key may try now."""
        with self._lock:
            return len(self._recent(key, now)) < self._most and len(self._recent("", now)) < self._together

    def failed(self, key: str, now: float) -> None:
        """Count a try that failed."""
        with self._lock:
            if len(self._failed) > _MOST_KEYS:
                self._failed.clear()
            for name in {key, ""}:
                self._recent(name, now).append(now)

    def _recent(self, key: str, now: float) -> deque[float]:
        times = self._failed[key]
        while times and times[0] <= now - self._seconds:
            times.popleft()
        return times
