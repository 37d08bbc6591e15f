"""A time limit for what runs in the calling thread, whether it tells how far it is or not."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

__all__ = ["Overrun", "within"]

_SHORTEST = 0.01  # seconds between two looks


class Overrun(BaseException):
    """Something took longer than it may; no ``except Exception`` on the way keeps it from its end."""


@contextmanager
def within(seconds: float) -> Iterator[Callable[..., None]]:
    """Raise `Overrun` in this thread once the block has taken so much processor time, at the next step of Python's own.

    Time in which other threads go on does not count, but for whom the block tells its progress: the callback it is
    given raises `Overrun` after so many seconds of any clock. A call into compiled code is not interrupted: what
    follows is.
    """
    thread, clock, changing = threading.get_ident(), _clock_of_this_thread(), threading.Lock()
    end, late, timer = clock() + seconds, False, None

    def look() -> None:
        nonlocal late
        with changing:
            if timer is None:
                return
            left = end - clock()
            if left <= 0:
                late = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overrun))
            else:
                begin(left)

    def begin(left: float) -> None:
        nonlocal timer
        timer = threading.Timer(max(left, _SHORTEST), look)
        timer.daemon = True
        timer.start()

    overdue = time.monotonic() + seconds

    def progress(*told: object, **more: object) -> None:
        if time.monotonic() > overdue:
            raise Overrun

    begin(seconds)
    try:
        yield progress
    finally:
        with changing:
            if timer is not None:
                timer.cancel()
            timer = None
        if late:
            _let_arrive()


def _clock_of_this_thread() -> Callable[[], float]:
    """Its processor time, to be read from any thread; where the system cannot say, the time that passes."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    thread_clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(thread_clock)


def _let_arrive() -> None:
    """What is still to be raised in a block that has just ended arrives, and is forgotten.

    To take it back instead leaves CPython 3.11 at work for ever on an exception that is not there: whatever traces a
    function then, a debugger or a test, stands still at its first step.
    """
    with suppress(Overrun):
        for _ in range(100):  # Python looks for it at every turn
            pass
