"""Lessons: one story in six parts, each a walk over the pages of the lab."""

from __future__ import annotations

import streamlit as st

from pages.ui import text_page
from pages.ui.lessons import texts, tour
from pages.ui.state import plain


def body() -> None:
    """What a lesson is, and a card for each."""
    st.markdown(
        "A lesson leads you over the pages of the lab, stop by stop: one sentence, one task, and now and then a "
        "prediction before the answer is shown. **Next**, or the key PageDown, goes on; you may stop, play with any "
        "setting, and come back by the link."
    )
    for number, lesson in enumerate(texts.lessons().values(), start=1):
        with st.container(border=True, gap="xsmall", key=f"lesson-card-{lesson.name}"):
            st.markdown(
                f"**{number} · {plain(lesson.title)}** :small[{lesson.minutes} minutes, {len(lesson.stops)} stops]"
            )
            st.markdown(plain(lesson.about))
            if st.button("Begin", key=f"lesson-begin-{lesson.name}", icon=":material/play_arrow:"):
                tour.go(tour.Target(lesson.stops[0].page, lesson.link(1)))


text_page.show(
    name="lesson_list",
    title="Lessons",
    question="Why does privacy cost bits, what does one index replace, and what should you use yourself?",
    body=body,
)
