"""What is read around lessons stands in one folder: a copy of it in another language leaves no sentence behind."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pages.ui import glossary, navigation, state
from pages.ui.lessons import labels, lecture, texts
from ppr_core.guarantees import SEEN, observers
from tests.pages.test_lessons import everything, visit

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("glossary", "lesson_list", "lecturer_notes", "my_lecture", "worksheet")
FILES = [
    *(ROOT / "pages" / f"{page}.py" for page in PAGES),
    *(ROOT / "pages" / "ui" / "lessons").glob("*.py"),
    ROOT / "pages" / "ui" / "share.py",
    ROOT / "pages" / "ui" / "glossary.py",
    *(ROOT / "pages" / "ui" / "takeaway" / f"{name}.py" for name in ("apart", "button", "document", "lecture", "walk")),
]
# What a program reads in these files: everything else is read by people.
KEYS = {
    "name", "page", "settings", "less", "kind", "quantity", "computed", "unit", "scale", "lesson", "symbol", "where",
    "forms", "holds", "scheme", "picture",
}  # fmt: skip
NO_TEXT = {"html", "code", "container", "get", "Page", "switch_page", "columns"}  # calls whose words nobody reads
CSS_AND_SCRIPT = {"_STYLE", "_SCRIPT", "_POLICY"}


def translated(value: Any, key: str = "") -> Any:
    """The same, every text that people read in brackets."""
    if isinstance(value, dict):
        return {name: one if name in KEYS else translated(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [translated(one, key) for one in value]
    return f"⟦{value}⟧" if isinstance(value, str) and value else value


@pytest.fixture
def translation(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another folder of texts, as PPR_TEXTS names one."""
    caches = (texts.lessons, texts.class_script, labels._labels, glossary.terms,
              glossary._terms_by_form, glossary._pattern, glossary._places)  # fmt: skip

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    plainly = texts.read
    monkeypatch.setattr(texts, "read", lambda name, folder=None: _read(plainly, name))
    forget()
    yield
    monkeypatch.undo()
    forget()


def _read(plainly: Any, name: str) -> dict[str, Any]:
    found = plainly(name)
    if name == "labels.toml":
        return {part: {key: f"⟦{text}⟧" for key, text in entries.items()} for part, entries in found.items()}
    if name == "glossary.toml":
        words = {*SEEN.values(), *(word for one in observers() for word in (one.who, one.promise))}
        found = found | {"observers": {word: word for word in words}}
    return translated(found)


def left(shown: str) -> list[str]:
    """Words outside all brackets, but for links, icons and the names of pages, which stand elsewhere."""
    shown = re.sub(r"(?s)<script>.*</script>", "", shown)
    shown = re.sub(r":material/\w+:|https?://[^\s⟧]+|<[^>]*>|\(\w*/?\w+\?[^)]*\)|:small|[\u2060\\]", "", shown)
    while "⟦" in shown:
        shown, changed = re.subn(r"⟦[^⟦⟧]*⟧", "", shown)
        assert changed, shown
    titles = "|".join(sorted(map(re.escape, map(navigation.title_of, navigation.names())), key=len, reverse=True))
    return re.findall(r"[a-zA-Z]{2,}", re.sub(titles, "", shown))


def read_by_people(app: Any) -> Iterator[str]:
    """Every text of a page, its labels, helps and options."""
    for node in app.main:
        proto = getattr(node, "proto", None)
        for name in ("body", "label", "help", "placeholder", "options"):
            found = getattr(proto, name, "") if proto is not None else ""
            kind = type(node).__name__
            if kind != "Code":
                yield from [found] if isinstance(found, str) else found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("translation")
def test_a_translation_leaves_no_sentence_behind(page: str) -> None:
    link = {"lecture": lecture.packed(lecture.of_class())} if page == "my_lecture" else {}
    app = visit(page, link)
    shown = list(read_by_people(app))
    assert sum("⟦" in one for one in shown) >= 4
    assert not [one for one in shown if left(one)]


@pytest.mark.usefixtures("translation")
def test_a_translated_stop_asks_and_answers() -> None:
    stop = texts.lessons()["bits"].stops[0]
    app = visit(stop.page, texts.lessons()["bits"].link(1))
    strips = [everything(app)]
    next(button for button in app.button if button.label == "⟦Reveal⟧").click().run()
    strips.append(everything(app))
    with (texts.OWN / "labels.toml").open("rb") as file:
        own = tomllib.load(file)
    for sent in strips:
        for key in ("waiting", "reveal", "skip", "next", "back"):
            assert f'label: "{own["strip"][key]}"' not in sent and f'body: "{own["strip"][key]}"' not in sent
    assert "⟦Skip⟧" in strips[0] and "⟦⟦" not in strips[0]
    assert "⟦You said" in strips[1] or "⟦The answer" in strips[1]


def test_what_a_translation_lacks_is_the_labs_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "labels.toml").write_text('[strip]\nnext = "Weiter"\n', encoding="utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    caches = (labels._labels, texts.lessons)
    for cache in caches:
        cache.cache_clear()
    try:
        assert labels.label("strip.next") == "Weiter" and labels.label("strip.back") == "Previous stop"
        assert texts.lessons()["bits"].minutes == 10 and texts.read("glossary.toml")["terms"]
    finally:
        for cache in caches:
            cache.cache_clear()


READ_BY_PEOPLE = {"unit", "forms"}  # of KEYS, in another language


def frame(value: Any, key: str = "") -> Any:
    """What a translation has to keep: all but the words."""
    if isinstance(value, dict):
        return {name: frame(one, name) for name, one in value.items() if name not in READ_BY_PEOPLE}
    if isinstance(value, list):
        return [frame(one, key) for one in value]
    return value if not isinstance(value, str) or key in KEYS else sorted(re.findall(r"\{\w+\}", value))


# What programs say has no English file: tests/test_texts.py, tests/test_refusals.py.
_OF_PROGRAMS = ("phrases.toml", "refusals.toml", "sentences.toml")
TRANSLATED = sorted(path for path in (ROOT / "ppr_core" / "texts").glob("*/*.toml") if path.name not in _OF_PROGRAMS)


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_translated_file_differs_in_words_only(file: Path) -> None:
    there, own = (tomllib.loads(path.read_text(encoding="utf-8")) for path in (file, texts.OWN / file.name))
    there.pop("observers", None)
    if file.stem == "labels":  # its keys name texts
        there, own = (
            {f"{part}.{name}": text for part in one for name, text in one[part].items()} for one in (there, own)
        )
    assert frame(there) == frame(own)


def spoken(tree: ast.AST) -> list[str]:
    """Texts in a program that people would read: arguments of Streamlit's calls, and sentences anywhere."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        names = {target.id for target in getattr(node, "targets", []) if isinstance(target, ast.Name)}
        if isinstance(node, ast.Assign) and names & CSS_AND_SCRIPT:
            silent |= {id(one) for one in ast.walk(node)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_streamlit(node.func):
            given = [
                *node.args[:1],
                *(one.value for one in node.keywords if one.arg in ("help", "label", "placeholder")),
            ]
            parts = [
                part
                for one in given
                for part in ([one] if isinstance(one, ast.Constant) else getattr(one, "values", []))
            ]
            found += [part.value for part in parts if _says(part, r"[^\W\d_]{2,}")]
        elif id(node) not in silent and _says(node, r"\b[A-Z]?[a-z’']+ [a-z]+ [a-z]+\b"):
            found.append(node.value)
    return found


def _is_streamlit(function: ast.AST) -> bool:
    return (
        isinstance(function, ast.Attribute) and ast.unparse(function).startswith("st.") and function.attr not in NO_TEXT
    )


def _says(node: ast.AST, pattern: str) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return re.search(pattern, re.sub(r":small|:material/\w+:", "", node.value)) is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_sentence_stands_in_the_code(file: Path) -> None:
    assert not spoken(ast.parse(file.read_text(encoding="utf-8")))


def test_sentences_in_code_are_found() -> None:
    code = '"""A docstring of many words."""\nst.button("Go", help="Why?")\nst.markdown(f"**{x}** of")\n'
    code += 'x = "It is not so."'
    assert spoken(ast.parse(code)) == ["Go", "Why?", "** of", "It is not so."]
    assert left(state.plain("⟦a ⟦b⟧⟧ Bit cost and") + "https://a/b") == ["and"]
