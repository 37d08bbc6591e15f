"""The time since the machine was started, which nobody sets."""

from __future__ import annotations

import time
import uuid
from pathlib import Path

__all__ = ["since_start"]

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = uuid.uuid4().hex


def since_start() -> tuple[str, float]:
    """A name of the machine's present run and the seconds since it began, sleep included; of this process where the
    system has no such name. All processes of one run, containers too, have the same."""
    try:
        return _BOOT.read_text("ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME)
    except (OSError, AttributeError):  # only Linux has both
        return _PROCESS, time.monotonic()
