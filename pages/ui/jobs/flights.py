"""What several threads ask for at the same moment is made by the first of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from pages.ui.jobs.deadline import Overrun

__all__ = ["Flights"]


class Flights:
    """What is being made now, by its key."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going: dict[tuple, Future] = {}

    def run(self, key: tuple, make: Callable[[], Any]) -> Any:
        """``make()`` in this thread, or what another one makes of it meanwhile; raises what that raises."""
        with self._lock:
            flight = self._going.get(key)
            leading = flight is None
            if leading:
                flight = self._going[key] = Future()
        if not leading:
            return flight.result()
        try:
            flight.set_result(make())
        except (Exception, Overrun) as error:
            flight.set_exception(error)
        finally:
            with self._lock:
                del self._going[key]
            flight.cancel()  # only if the thread itself was ended: nobody may wait forever
        return flight.result()
