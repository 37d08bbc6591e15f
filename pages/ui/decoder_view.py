"""The tab that says what the decoder learns, who sees list and index, not the times: a run of its own, in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import streamlit as st

from pages.ui import memo, status
from pages.ui.jobs import session as jobs
from pages.ui.shown import Shown
from pages.ui.state import plain
from ppr_core.compressors import Compressor
from ppr_core.experiments.contract import Experiment, Parameters
from ppr_core.experiments.vocabulary.decoder_view import DECODER_VIEW, one_message
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.texts import Messages

__all__ = ["offer", "part", "show", "tab"]

_WAITED_SECONDS = 3.0

message = Messages("shared")


def tab() -> str:
    """Its title."""
    return message("decoder-tab")


def part(experiment: Experiment, screen: Shown) -> Iterator[tuple[str, Callable[[], None]]]:
    """The tab and what builds it, of a page that says what message it sends."""
    if sends := experiment.sends:
        ended = not screen.stale and jobs.cached(experiment, screen.parameters) is not None
        yield tab(), lambda: show(sends(screen.result), ended=ended)


def show(sent: Parameters | None, *, ended: bool) -> None:
    """What the decoder of this message learns; ended: whether the page's own run has, which is not put off for this."""
    if sent is None:
        st.markdown(message("decoder-other"))
        return
    if not ended:
        st.caption(message("decoder-later"))
        return
    _show(sent)


def offer(compressor: Compressor | None, key: str) -> None:
    """The same of one message of this compressor, on a page without tabs, once it is switched on."""
    if st.toggle(tab(), key=key):
        show(one_message(compressor, DECODER_DELTA), ended=True)


def _show(sent: Parameters) -> None:
    with jobs.Turn() as turn:
        outcome = jobs.outcome(DECODER_VIEW, sent)
        if outcome.pending:
            outcome = turn.wait(DECODER_VIEW, sent, _WAITED_SECONDS, lambda now: None)
    if outcome.pending:
        status.progress(DECODER_VIEW, sent)
    elif outcome.state == "done":
        st.markdown(memo.story(DECODER_VIEW, outcome.result).finding)
    else:
        st.caption(plain(outcome.message))
