"""Parts of a page that fail alone: each becomes a sentence in its own place, and the log has the details."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import streamlit as st

from ppr_core.texts import Messages, phrase

__all__ = ["alone", "callback", "show_failed_callback"]

message = Messages("runs")

_LOG = logging.getLogger(__name__)
_FAILED = "guard-failed-callback"

Function = TypeVar("Function", bound=Callable[..., Any])


@contextmanager
def alone(part: str) -> Iterator[None]:
    """Draw a part of the page; what goes wrong in it is said there, and everything else is drawn."""
    try:
        yield
    except Exception:
        _LOG.exception("Part of a page failed: %s", part)
        st.error(message("part-failed", part=phrase(part)))


def callback(function: Function) -> Function:
    """What a widget calls: an error in it leaves everything as it was and is said on the page drawn next."""

    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception:
            _LOG.exception("A callback failed: %s", function.__qualname__)
            st.session_state[_FAILED] = True
            return None

    return guarded


def show_failed_callback() -> None:
    """Say that the last step did not work, once."""
    if st.session_state.pop(_FAILED, False):
        st.error(message("callback-failed"))
