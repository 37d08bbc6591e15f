"""The file of a whole lecture, made in a process of its own, so that the server goes on drawing pages."""

from __future__ import annotations

import html
import logging
import subprocess
import sys
import threading
from pathlib import Path

from pages.ui.lessons.labels import label
from ppr_core.remembered import Remembered

__all__ = ["lecture_file"]

_ROOT = Path(__file__).resolve().parents[3]
_PATIENCE_SECONDS = 300.0
_ONE = threading.Lock()  # of these processes at a time
_LAST = Remembered(8)
_LOG = logging.getLogger(__name__)


def lecture_file(text: str, home: str) -> bytes:
    """The file of a lecture's text, one of the last if it was made already; a sentence where it cannot be made.

    home: the address of the lab, for the links in it.
    """
    try:
        with _ONE:
            return _LAST.get((text, home), lambda: _made(text, home))
    except (subprocess.SubprocessError, OSError):
        _LOG.exception("lecture: no file")
        return f"<!doctype html><meta charset=utf-8><p>{html.escape(label('take_away.lecture_failed'))}".encode()


def _made(text: str, home: str) -> bytes:
    command = [sys.executable, "-m", "pages.ui.takeaway.lecture", home]
    ended = subprocess.run(
        command, input=text.encode(), cwd=_ROOT, capture_output=True, timeout=_PATIENCE_SECONDS, check=True
    )
    return ended.stdout
