"""The sentences that are data: used and given what they take, in any language, and written to be read."""

from __future__ import annotations

import fnmatch
import functools
import importlib
import itertools
import re
import runpy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from pages.ui import charts, markdown_table
from pages.ui import page as ui
from ppr_core import texts
from ppr_core.experiments.contract import Experiment, Parameters, Story
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from tests.fluent_files import FILES, TRANSLATED, bracket_all, calls, entries, forms, outside, pages, placed, selected
from tests.sources import ROOT

PAGES = [page for page in pages() if (ROOT / "ppr_core" / "experiments" / page).is_dir()]
SHARED = entries(texts.ENGLISH / f"{texts.SHARED}.ftl")
LONGEST_SENTENCE, LONGEST_HEADLINE, LONGEST_QUESTION, LEAST_EASE = 30, 20, 12, 50.0
SECONDS = 0.02  # of a preset's run: its dial is turned down
SMALL = {
    "mean_estimation": {"clients": 40, "dimension": 100, "bits": 40, "points": 2},
    "privacy": {"lists": 100},
    "private_sketches": {"samples": 2000, "devices": 2000, "clusters": 3, "multiple": 5.0, "repetitions": 2},
    "running_time": {"chunk": 10, "dimension": 256, "draw_limit": 400},
}  # where that is not enough


@functools.cache
def shown(page: str) -> ui.ExperimentPage:
    """The page as its file declares it."""
    declared: list[ui.ExperimentPage] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ui, "show", declared.append)
        runpy.run_path(str(ROOT / "pages" / f"{page}.py"))
    return declared[0]


def experiment(page: str) -> Experiment:
    return importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT


def affordable(page: str, preset: str) -> Parameters:
    """A preset whose run costs little."""
    of_page = experiment(page)
    wanted: Parameters = of_page.presets[preset][0]
    lowest = {of_page.dial: int(wanted.specs()[of_page.dial].low)} if of_page.dial else {}
    smaller = {name: min(most, getattr(wanted, name)) for name, most in SMALL.get(page, {}).items()}
    return of_page.nearest_affordable(wanted, SECONDS, 1e9) or wanted.replace(**lowest, **smaller)


@functools.cache
def result_of(page: str, preset: str) -> Any:
    """The result of a preset; its captions are read from the same (test_captions.py)."""
    return experiment(page).run(affordable(page, preset))


@functools.cache
def told(page: str, preset: str) -> Story:
    """The story of a preset."""
    return experiment(page).tell(result_of(page, preset))


def in_folder(path: Path) -> str:
    """A file's name, with that of its language."""
    return f"{path.parent.name}-{path.stem}"


PRESETS = [(page, preset) for page in PAGES for preset in experiment(page).presets]


# --- Files and calls -------------------------------------------------------------------------------------------------


def everything(path: Path) -> dict[str, Any]:
    shared = path.with_stem(texts.SHARED)
    return SHARED | (entries(shared) if shared.is_file() else {}) | entries(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_message_is_used_and_every_used_message_exists(path: Path) -> None:
    page, known = path.stem, entries(path)
    called = [call for call in calls() if call.page == page or page == texts.SHARED]
    used = {name for call in called for name in fnmatch.filter(known, call.name)}
    inside = re.findall(r"\{ (-?[a-z][\w-]*) \}", "".join(file.read_text(encoding="utf-8") for file in FILES))
    assert set(known) - used - set(inside) == set(), "no program asks for these"
    if page != texts.SHARED:
        unknown = [call for call in called if not fnmatch.filter(everything(path), call.name)]
        assert not unknown


def test_every_call_gives_what_the_message_takes() -> None:
    wrong = []
    for call in (call for call in calls() if call.values is not None):
        known = everything(texts.ENGLISH / f"{call.page}.ftl")
        taken = {name: texts.variables(known[name], known) for name in fnmatch.filter(known, call.name)}
        wrong += [f"{call.where}: {name} takes {set(of)}" for name, of in taken.items() if of != call.values]
    assert not wrong, "\n".join(wrong)


def test_a_number_that_chooses_a_form_is_not_shown() -> None:
    """Fluent would write it in its own way: what is shown is a text by `ppr_core.wording`."""
    for path in FILES:
        for name, entry in entries(path).items():
            assert not placed(entry) & selected(entry) or name in ("finding",), f"{path.name}: {name}"


def test_wrong_calls_are_named() -> None:
    message = Messages("privacy")
    with pytest.raises(LookupError, match=r"privacy\.ftl has no message findings"):
        message("findings")
    with pytest.raises(TypeError, match=r"tile-worst takes texts and whole numbers \['lists'\]; got \{\}"):
        message("tile-worst")
    with pytest.raises(TypeError, match="tile-worst"):
        message("tile-worst", lists="3", more="4")
    with pytest.raises(TypeError, match="tile-worst"):
        message("tile-worst", lists=3.5)
    assert message("tile-worst", lists="256") == "Largest loss on 256 lists"
    assert [message("event-unlikely", times=n, count=str(n), input="x") for n in (0, 1, 2)] == [
        "and never for x", "and once for x", "and 2 times for x",
    ]  # fmt: skip


# --- Another language ------------------------------------------------------------------------------------------------


@pytest.fixture
def translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the folder in brackets, as PPR_TEXTS names one."""
    folder = tmp_path / "de"
    bracket_all(folder)
    monkeypatch.setattr(texts, "FOLDER", folder)
    for cache in (texts.forget, shown.cache_clear, told.cache_clear):
        cache()
    yield folder
    monkeypatch.undo()
    for cache in (texts.forget, shown.cache_clear, told.cache_clear):
        cache()


NAMES = re.compile("|".join(re.escape(name) for name in [*(scheme.label for scheme in SCHEMES.values()), "k-ary RR"]))
VOCABULARY = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "ppr_core" / "experiments" / "vocabulary").glob("*.py")
)  # what all pages share, in English so far
WORDS = re.compile(r"[^\W\d_]{3,}(?:\s+[^\W\d_]{2,})+")  # two words in a row; a name or a unit may stand alone


def captions_of(node: Any) -> Iterator[str]:
    """Titles and texts of a specification of a chart."""
    if isinstance(node, dict):
        yield from (value for key, value in node.items() if key in ("title", "text") and isinstance(value, str))
        node = list(node.values())
    for each in node if isinstance(node, list) else ():
        yield from captions_of(each)


@pytest.mark.parametrize("page", PAGES)
def test_no_sentence_is_left_in_english(page: str, translation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared, of_page = shown(page), experiment(page)
    tables: list[str] = []  # what a view without a chart writes
    for name in ("caption", "markdown", "subheader"):
        monkeypatch.setattr(st, name, lambda text, **options: tables.append(text))
    monkeypatch.setattr(markdown_table, "show", lambda key, head, rows: tables.extend(head))
    result = of_page.run(of_page.nearest_affordable(of_page.parameters(), 0.5, 1e9) or of_page.parameters())
    story, theme = of_page.tell(result), charts.Theme()
    said = [declared.question, story.finding, *story.notices, *story.captions.values()]
    said += [part for view in declared.views for part in (view.title, view.note)]
    said += [quantity.label for quantity in story.quantities]
    said += [
        part for formula in story.formulas() for part in (formula.title, *(one.meaning for one in formula.symbols))
    ]
    figures = [declared.main(result, story, theme), *(view.draw(result, story, theme) for view in declared.views)]
    for figure in filter(None, figures):
        said += [figure.title, figure.finding_alt, figure.note]
        if not hasattr(figure.chart, "to_plotly_json"):
            said += [text for spec in charts.specifications(figure, theme) for text in captions_of(spec)]
    said += tables
    assert len(said) > 20
    english = [text for text in map(outside, filter(None, said)) if WORDS.search(NAMES.sub("", text))]
    english = [text for text in english if text not in VOCABULARY]
    assert not english, "\n".join(english)


def test_what_a_translation_lacks_stays_english(translation: Path) -> None:
    (translation / "privacy.ftl").write_text("question = Wie viel?\n", encoding="utf-8")
    texts.forget()
    assert Messages("privacy")("question") == "Wie viel?"
    assert Messages("privacy")("tile-reader").startswith("Limit of a reader’s ε")


NAMES_IN_ALL_LANGUAGES = re.compile(
    r"\b(PPR|CSGM|SQKR|DQL|DP-Lloyd|SNR|(Discrete )?Laplace|Geng, Viswanath|mod|hex"
    r"|Bits|Dimension|Erratum|Index|Problem)\b"
)
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


@pytest.mark.parametrize("path", TRANSLATED, ids=in_folder)
def test_a_translation_says_the_same(path: Path) -> None:
    """All messages of the English file, with its variables, in other words."""
    own, english = everything(path), everything(texts.ENGLISH / path.name)
    assert own.keys() == english.keys()
    for name in entries(path):
        assert texts.variables(own[name], own) == texts.variables(english[name], english), name
        alike = set(forms(own[name], own)) & set(forms(english[name], english))
        left = [form for form in alike if re.search(r"[a-zA-Z]{3}", NAMES_IN_ALL_LANGUAGES.sub("", form))]
        assert not left, f"{name}: {left}"


def test_a_phrase_is_one_that_the_lab_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels of settings all have one; a phrase that no program says any more is noticed."""
    folder = texts.ENGLISH.parent / "de"
    phrases = tomllib.loads((folder / "phrases.toml").read_text(encoding="utf-8"))
    said = "".join(
        path.read_text(encoding="utf-8")
        for room in (ROOT / "pages", ROOT / "ppr_core")
        for path in (*room.rglob("*.py"), *room.rglob("*.toml"))
        if path.parent != folder
    )
    specs = [spec for page in PAGES for spec in experiment(page).parameters.specs().values()]
    made = {f"New {spec.label.lower()}" for spec in specs if spec.group == "seed"}
    made |= {text for spec in specs for text in (spec.label, *(spec.choices or {}).values())}
    assert [phrase for phrase in phrases if phrase not in said and phrase not in made] == []
    same = {"Code", "Dimension"}
    assert {spec.label for spec in specs} - phrases.keys() - same == set()
    monkeypatch.setattr(texts, "FOLDER", folder)
    assert (texts.phrase("Bit budget"), texts.phrase("Nothing like it")) == ("Bitbudget", "Nothing like it")


def reasons(of_page: Experiment) -> Iterator[str]:
    """Why settings change nothing, at every preset with any two choices changed."""
    specs = of_page.parameters.specs()
    options = {
        name: list(spec.choices or (True, False)) for name, spec in specs.items() if spec.kind in ("choice", "flag")
    }
    pairs = [*itertools.combinations(options, 2), *((name, name) for name in options)]
    for parameters, _ in of_page.presets.values():
        for one, other in pairs:
            for pick in itertools.product(options[one], options[other]):
                values = parameters.values() | dict(zip((one, other), pick, strict=True))
                yield from filter(None, of_page.parameters.unused_at(values).values())


def test_helps_presets_and_reasons_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence of them, with its numbers, and none that no program says any more."""
    folder = texts.ENGLISH.parent / "de"
    own = tomllib.loads((folder / "sentences.toml").read_text(encoding="utf-8"))
    said = [spec.help for page in PAGES for spec in experiment(page).parameters.specs().values()]
    said += [shows for page in PAGES for _, shows in experiment(page).presets.values()]
    said += {reason for page in PAGES for reason in reasons(experiment(page))}
    wanted = {one for text in said if text for one in texts.sentences_of(text)}
    assert sorted(wanted - own.keys()) == [], "without a translation in sentences.toml"
    programs = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "ppr_core").rglob("*.py"))
    assert [one for one in own if one not in wanted and one not in programs] == [], "nobody says this any more"
    for english, german in own.items():
        assert sorted(_NUMBERS.findall(english)) == sorted(_NUMBERS.findall(german)), english
        assert english != german and "\N{NO-BREAK SPACE}" not in german, english
    assert texts.sentences("Only PPR uses it. Nothing like it.") == "Only PPR uses it. Nothing like it."
    monkeypatch.setattr(texts, "FOLDER", folder)
    assert texts.sentences("Only PPR uses it. Nothing like it.") == "Nur PPR benutzt es. Nothing like it."


@pytest.mark.parametrize("path", [path for path in TRANSLATED if path.stem in PAGES], ids=in_folder)
def test_a_translated_story_has_the_same_numbers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_page = experiment(path.stem)
    result = result_of(path.stem, next(iter(of_page.presets)))
    stories = []
    for each in (texts.ENGLISH, path.parent):
        monkeypatch.setattr(texts, "FOLDER", each)
        texts.forget()
        stories.append(of_page.tell(result))
    monkeypatch.undo()
    texts.forget()
    english, own = ((story.finding, *story.notices, *story.captions.values()) for story in stories)
    assert english[0] != own[0]
    for before, after in zip(english, own, strict=True):
        assert sorted(_NUMBERS.findall(before)) == sorted(_NUMBERS.findall(after)), (before, after)


# --- Readability -----------------------------------------------------------------------------------------------------

_SENTENCE = re.compile(r"(?<=[.!?])[”“)]?\s+(?=[^\Wa-z_]|[“„(\d_*])")


def words_of(text: str) -> list[str]:
    """Words and numbers; signs between them are none."""
    return [word for word in text.split() if any(character.isalnum() for character in word)]


def syllables(word: str) -> int:
    """Groups of vowels, less a silent e; a number or a symbol is one."""
    letters = re.sub(r"[^a-z]", "", word.lower())
    if len(letters) < 3 or any(character.isdigit() for character in word):
        return 1
    groups = len(re.findall(r"[aeiouy]+", letters))
    silent = (letters.endswith("e") and not letters.endswith("le")) or re.search(r"[^td]ed$|[^aeiou]es$", letters)
    return max(1, groups - bool(silent))


def ease(text: str) -> float:
    """Flesch's reading ease: 206.835 − 1.015 words per sentence − 84.6 syllables per word (Flesch 1948)."""
    sentences, words = _SENTENCE.split(text), words_of(text)
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * sum(map(syllables, words)) / len(words)


def test_reading_ease_of_known_texts() -> None:
    words = ("table", "made", "privacy", "guarantees", "ε", "3.98", "leaked", "waited")
    assert [*map(syllables, words)] == [2, 1, 3, 3, 1, 1, 1, 2]
    assert ease("The cat sat on the mat.") == pytest.approx(116, abs=1)  # 6 words, 6 syllables
    assert (
        ease("Notwithstanding considerable bureaucratic complications, organisational reconfiguration continues.") < 0
    )


@pytest.mark.parametrize("path", [*FILES, *TRANSLATED], ids=in_folder)
def test_no_sentence_is_long(path: Path) -> None:
    known = everything(path)
    for name, entry in entries(path).items():
        for form in forms(entry, known):
            long = [one for one in _SENTENCE.split(form) if len(words_of(one)) > LONGEST_SENTENCE]
            assert not long, f"{name}: {long}"
            most = {"question": LONGEST_QUESTION, "finding": LONGEST_HEADLINE}.get(name)
            assert most is None or len(words_of(form.replace("…", "x"))) <= most, f"{name}: {form}"


@pytest.mark.parametrize(("page", "preset"), PRESETS)
def test_a_story_is_easy_to_read(page: str, preset: str) -> None:
    story = told(page, preset)
    for text in (story.finding, *story.notices):
        long = [one for one in _SENTENCE.split(text) if len(words_of(one)) > LONGEST_SENTENCE]
        assert not long
    assert len(words_of(story.finding)) <= LONGEST_HEADLINE + 4, story.finding  # the numbers of a name
    text = " ".join((story.finding, *story.notices))
    assert ease(text) >= LEAST_EASE, (ease(text), text)
