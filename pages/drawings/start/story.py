"""A secret in a few bits: one picture that runs in the browser, with the phones' own encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.lessons.labels import label
from ppr_core.classroom import ENCODER, first_story
from ppr_core.wording import exponential, number

__all__ = ["FOLDER", "SCENES", "data", "show"]

FOLDER = Path(__file__).parent
SCENES = 6
SEED, TABLE = 2024, 7  # of the list that reader and server share
_WORDS = ("ask", "answer", "back", "next", "finish", "you", "server", "message", "noisy", "estimate", "truth", "bits",
          "decoder", "answers", "picture", "alpha", "alpha_low", "alpha_high", "range", "order", "curve", "repeat",
          "draws", "ratio", "reader", "axis_bits", "axis_decoder")  # fmt: skip


def show() -> None:
    """The scene that the address names, and the ways on."""
    _component()(key="start-story", data=data())


@st.cache_resource(show_spinner=False)
def _component() -> Any:
    style, script = ((FOLDER / f"story.{kind}").read_text("utf-8") for kind in ("css", "js"))
    html = "<section class='story'></section>"
    return st.components.v2.component("start_story", html=html, css=style, js=ENCODER + script)


@st.cache_data(show_spinner=False)
def data() -> dict[str, Any]:
    """What the picture needs: the question, the plan of the phones' encoder, the words, the curves of scene 6."""
    story = first_story()
    question, settings = story.question, story.settings
    noise = (question.high - question.low) / settings.epsilon  # the scale of Laplace noise
    values = {
        "odds": exponential(settings.epsilon, 2), "epsilon": number(settings.epsilon), "delta": number(story.delta),
        "noise": number(noise), "span": number(question.high - question.low),
    }  # fmt: skip
    values |= {later: f"{{{later}}}" for later in ("count", "value", "row")}  # filled in by the script
    scenes = [
        {part: label(f"start.{part}_{scene}", **values) for part in ("title", "say")} for scene in range(1, SCENES + 1)
    ]
    return {
        "question": question.text, "low": question.low, "high": question.high, "unit": label("start.unit"),
        "step": question.step,
        "plan": story.plan(SEED), "table": TABLE, "scenes": scenes,
        "words": {word: label(f"start.{word}", **values) for word in _WORDS},
        "alphas": story.alphas.tolist(), "bits": story.bits.tolist(), "decoder": story.decoder_epsilon.tolist(),
        "alpha": settings.alpha, "noise": noise,
    }  # fmt: skip
