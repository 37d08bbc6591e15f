"""A room speaks one language: in a copy of the lab's words in brackets, phones, wall and forms show none outside."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.drawings.classroom import doors, phone, wall
from pages.ui import class_results, rooms
from pages.ui.lessons import labels
from ppr_core import texts
from ppr_core.classroom import KINDS, Limit, Question, Room, Settings, Store, rehearse
from tests.fluent_files import bracket_all, outside
from tests.sources import ROOT

DRAWN = ROOT / "pages" / "drawings" / "classroom"
ASKED = {
    "yes_no": (Question(kind="yes_no", text="A1?"), Settings(scheme="plain_response", epsilon=2.0)),
    "categories": (Question(kind="categories", text="A2?", labels=("b1", "b2", "b3")), Settings(scheme="pi_rappor")),
    "number": (Question(kind="number", text="A3?", high=12.0, unit="h"), Settings(scheme="dyadic", epsilon=2.0)),
    "place": (Question(kind="place", text="A4?"), Settings(scheme="planar_laplace", epsilon=2.0)),
    "prediction": (Question(kind="prediction", text="A5?", high=30.0, unit="h"), None),
}
# Names of schemes, of codes and of places in links, which no language changes; and what Streamlit writes by itself.
NAMES = re.compile(r"Dyadic quantized Laplace|Elias (gamma|delta)|PI-RAPPOR|https?:\S+|\bclassroom\S*|ABC234|ppr_core")
WORD = re.compile(r"[^\W\d_]{3,}")
CODED = {"code", "qr", "url", "id", "kind", "scale", "plan", "news", "word", "question", "labels", "unit", "recent"}


@pytest.fixture
def other_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The lab in brackets, and rooms of this test alone."""
    folder = tmp_path / "de"
    bracket_all(folder)
    english = tomllib.loads((texts.ENGLISH.parent / "de" / "phrases.toml").read_text(encoding="utf-8"))
    phrases = (
        f"{json.dumps(one, ensure_ascii=False)} = {json.dumps(f'⟦{one}⟧', ensure_ascii=False)}" for one in english
    )
    (folder / "phrases.toml").write_text("\n".join(phrases), encoding="utf-8")
    known = {name: f"⟦{text}⟧" for name, text in labels._labels().items()}
    store = Store(tmp_path / "rooms.sqlite")
    monkeypatch.setattr(texts, "FOLDER", folder)
    monkeypatch.setattr(labels, "_labels", lambda: known)
    monkeypatch.setattr(rooms, "store", lambda: store)
    monkeypatch.setattr(doors, "_OPENINGS", (Limit(30, 600.0),))
    monkeypatch.setattr(wall, "_picture", lambda link: "")
    for cached in (texts.forget, phone._text.cache_clear):
        cached()
    yield store
    monkeypatch.undo()
    for cached in (texts.forget, phone._text.cache_clear):
        cached()


def words_outside(text: str) -> list[str]:
    """The words of a text that do not stand in brackets."""
    return WORD.findall(NAMES.sub("", outside(text)))


def said(data: Any, key: str = "") -> Iterator[str]:
    """All texts that a phone or a wall is sent, but what is asked, and what a machine reads."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in CODED:
                yield from said(value, name)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from said(value, key)
    elif isinstance(data, str):
        yield data


def room_of(kind: str, answers: int, store: Store) -> Room:
    question, settings = ASKED[kind]
    room, _ = doors.open_room(question, settings, "http://lab/classroom?room=")
    live = rooms.live(room)
    for device, word in rehearse(question, settings, answers, live.seed, 3)[1] if answers else ():
        store.put(live, device, word, "192.0.2.1")
    store.set_listening(room.code, "server", answers, store.now())
    return room


@pytest.mark.parametrize("answers", [0, 1, 4, 25, 100])
@pytest.mark.parametrize("kind", KINDS)
def test_phones_and_wall_say_nothing_in_another_language(kind: str, answers: int, other_language: Store) -> None:
    room = room_of(kind, answers, other_language)
    told: list[Any] = []
    for revealed in (False, True):
        other_language.set_revealed(rooms.live(room), revealed)
        told += [phone._data(room.code), wall._data(room, constrained=revealed, false=2 * revealed)]
    if not rooms.live(room).room.question.private:
        other_language.set_truth(rooms.live(room), (12.0,))
        told += [phone._data(room.code), wall._data(room, constrained=False)]
    elif answers:
        live, message = rooms.live(room), rooms.store().messages(rooms.live(room))[0]
        told.append(phone._receipt(live, f"{message.table:08x}{24 * '0'}", message.word))
    other_language.set_open(rooms.live(room), False)
    told += [phone._data(room.code), wall._data(room, constrained=False), phone.honest_words(kind != "prediction")]
    told.append(class_results.read(other_language.rounds(room)).replace(room.question.text, ""))
    other_language.delete_room(room.code)
    told += [json.loads(phone.told(room.code)), doors.why_not()]
    texts_said = list(said(told))
    assert len(texts_said) > 50
    assert [one for one in texts_said if words_outside(one)] == []


@pytest.mark.parametrize("script", ["phone.js", "wall.js"])
def test_a_script_of_a_room_has_no_words_of_its_own(script: str) -> None:
    text = re.sub(r"(^|\s)//.*", "", (DRAWN / script).read_text(encoding="utf-8"), flags=re.MULTILINE)
    literals = list(re.finditer(r'(class: )?(?:"([^"\n]*)"|`((?:\$\{[^}]*\}|[^`])*)`)', text))
    plain = [re.sub(r"\$\{[^}]*\}", "", f"{one[2] or ''}{one[3] or ''}") for one in literals if not one[1]]
    assert len(plain) > 40
    assert [one for one in plain if re.search(r"[a-zA-Z]{2,}[ ,.]+[a-z]{2,}|^[A-Z][a-z]{2}", one)] == []


READ = ("markdown", "caption", "title", "header", "warning", "error", "text_input", "text_area")


def shown(app: AppTest) -> Iterator[str]:
    """What is read on a page: texts, labels, choices, and what is said when a pointer rests."""
    for part in (*app.main, *app.sidebar):
        if part.type in READ:
            yield str(part.value)
        for name in ("label", "help", "placeholder", "options"):
            found = getattr(getattr(part, "proto", None), name, "")
            yield from said(found if isinstance(found, str) else list(found))


@pytest.mark.parametrize("kind", KINDS)
def test_forms_and_controls_say_nothing_in_another_language(kind: str, other_language: Store) -> None:
    st.cache_resource.clear()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    app.query_params.clear()
    app.switch_page("pages/classroom.py").run()
    app.selectbox(key="classroom-kind").select(kind).run()
    told = list(shown(app))
    app.text_input(key=f"classroom-text-{kind}").set_value("A?").run()
    app.button(key="classroom-open").click().run()
    assert not app.exception and not app.error
    told += shown(app)
    assert len(told) > 60
    assert sorted({one for one in told if words_outside(one) and not one.startswith("<style")}) == []


def test_a_word_outside_is_noticed() -> None:
    """Must fail: a copy in which one word was not translated."""
    assert words_outside("⟦Round 1: ⟦ε⟧ = 2⟧ · open") == ["open"] and words_outside("⟦all ⟦of⟧ it⟧ 12 %") == []
