"""Why something is not taken, in another language: all that pages say of it has a translation, with its numbers."""

from __future__ import annotations

import ast
import itertools
import math
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ppr_core import texts, validation
from ppr_core.csv_rows import _DELIMITERS, NO_CELL
from ppr_core.texts import refusals
from ppr_core.texts.refusals import refusal
from tests.sources import ROOT
from tests.test_texts import PAGES, experiment

GERMAN = texts.ENGLISH.parent / "de"
SECTIONS: dict[str, dict[str, str]] = tomllib.loads((GERMAN / "refusals.toml").read_text(encoding="utf-8"))
ROOMS = (
    "pages/ui/state.py", "ppr_core/parameters.py", "ppr_core/csv_*.py", "ppr_core/typed_tables.py",
    "ppr_core/experiments/**/*.py", "ppr_core/channels/*_laws.py", "ppr_core/channels/*_law.py",
    "ppr_core/channels/scalar_noise.py", "ppr_core/channels/base.py", "ppr_core/channels/privunit.py",
    "ppr_core/mechanism_analysis/[adlmo]*.py", "ppr_core/classroom/addresses.py", "ppr_core/classroom/question.py",
    "ppr_core/classroom/rooms.py", "ppr_core/classroom/*survey*.py", "ppr_core/classroom/words.py",
    "ppr_core/diagnostics/views.py",
)  # fmt: skip  # by what a visitor's links, boxes, files, messages and questions are checked
ALLOWED = {"fail": 2, "require": 3, "refuse": 1, "refuse_cell": -2, "numbers_of_rows": 3, "_refuse": 0}  # the argument
ELSEWHERE = re.compile(
    r"belongs to somebody else|is declared once|to be truncated|7 7\. Another compressor"
    r"|separated by 7|with [7\w]+ of different names|as many 7 as|call of 7|a file 7;|must be 7; got 7\.$|one of 7, as"
)  # faults of programs, and what `said` tells with the words that are put in
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


def literals(node: ast.expr, names: dict[str, list[ast.expr]]) -> list[str]:
    """The texts that an expression can be, with 7 for what is put in; none where it is no text of the program."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Name):
        others = {name: values for name, values in names.items() if name != node.id}
        return [text for value in names.get(node.id, []) for text in literals(value, others)]
    if isinstance(node, (ast.IfExp, ast.BoolOp)):
        either = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return [text for value in either for text in literals(value, names) or ["7"]]
    if isinstance(node, ast.JoinedStr):
        filled = (literals(part.value if isinstance(part, ast.FormattedValue) else part, names) for part in node.values)
        return ["".join(each) for each in itertools.product(*(parts or ["7"] for parts in filled))]
    return []


def in_program(source: str) -> Iterator[str]:
    """The sentences that a program can refuse something with; what has the same name in its functions is not told
    apart."""
    tree, names = ast.parse(source), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from filter(re.compile(r" must be |of this page|the link ").search, literals(node, names))
        if isinstance(node, ast.Raise) and ast.unparse(node).startswith("raise ValueError("):
            yield from (text for argument in getattr(node.exc, "args", ()) for text in literals(argument, names))
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        place = ALLOWED.get(name, 0)
        if name in ALLOWED and len(node.args) > max(place, -place - 1):
            fields = literals(node.args[name == "require"], names) if name in ("fail", "require", "refuse") else []
            values = literals(node.args[-1], names) if "refuse" in name else []
            values += [repr(text) for text in literals(node.args[2], names)] if name == "require" else []
            file = "a file " if name == "_refuse" else ""
            for allowed in literals(node.args[place], names):
                for field, value in itertools.product(fields or ["7"], [*values, "7"]):
                    yield f"{field} must be {file}{allowed}; got {value}."


def refused(check: Callable[..., Any], *given: Any, **options: Any) -> str:
    """What a check says of a value that is not allowed."""
    with pytest.raises(ValueError, match="must be") as raised:
        check(*given, **options)
    return str(raised.value)


def made() -> Iterator[str]:
    """Sentences that are put together from parts."""
    for low, high, infinite in itertools.product((-math.inf, 1.0), (math.inf, 7.0), (False, True)):
        for opened in itertools.product((False, True), repeat=2):
            limits = {"low_open": opened[0], "high_open": opened[1], "infinite": infinite}
            yield refused(validation.real, "epsilon", "a", low, high, **limits)
    for low, high in itertools.product((None, 1), (None, 7)):
        yield refused(validation.integer, "size", "a", low, high)
    yield refused(validation.integer, "size", 10**90, 1, 7)
    yield refused(validation.choice, "scheme", "a", ("ppr", "mrc"))
    for value in ("a", [1], [[math.inf]]):
        yield refused(validation.array, "x", value, (None, None))
    for mark in _DELIMITERS.values():
        yield f"file, line 7 must be a row of 7 cells like the first line, separated by {mark}; got an empty line."
    yield f"file, line 7 must be a row of cells, each with both of its quotes or none; got {NO_CELL}."
    for part in ("inputs", "outputs"):
        yield f"mechanism must be a file with as many {part} as the matrix has, 7; got 8."
        yield "mechanism must be a file with one call of FiniteChannel or ScalarNoiseChannel; got 2 of them."
        yield f"mechanism must be a file with {part} of different names; got the same name twice."


def of_settings() -> Iterator[str]:
    """What compressors lack, whom and what a page does not serve, and why runs take long."""
    for file in ("schemes", "decoder_view"):
        tree = ast.parse((ROOT / f"ppr_core/experiments/vocabulary/{file}.py").read_text(encoding="utf-8"))
        for text in (text for node in ast.walk(tree) if isinstance(node, ast.expr) for text in literals(node, {})):
            if re.fullmatch("needs .*[^ ]", text):
                yield f"PPR {text}. Another compressor or mechanism will do."
            if text == "7 lists":
                yield text
    for page in PAGES:
        for name, spec in experiment(page).parameters.specs().items():
            yield from (refused(spec.check, name, value) for value in spec.refused)
        for parameters, _ in experiment(page).presets.values():
            options = [(name, value) for name, spec in parameters.specs().items() for value in spec.choices or ()]
            for name, value in options or parameters.values().items():
                try:
                    yield experiment(page).cost(parameters.replace(**{name: value}).readable()).reason
                except ValueError as error:
                    yield str(error)


def notes() -> list[str]:
    """What runs say of how far they are, with a 3 in every place of a value; those of numbers alone are left out."""
    found = set()
    for path in (ROOT / "ppr_core" / "experiments").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rsplit(".", 1)[-1] in (
                "tell",
                "within",
                "progress",
            ):
                for each in node.args:
                    if isinstance(each, ast.JoinedStr):
                        found.add(
                            "".join(str(part.value) if isinstance(part, ast.Constant) else "3" for part in each.values)
                        )
                    elif isinstance(each, ast.Constant) and isinstance(each.value, str):
                        found.add(each.value)
    return sorted(note for note in found if re.search("[a-z]{3}", note))


def said() -> list[str]:
    programs = {path for room in ROOMS for path in ROOT.glob(room)}
    told = {text for path in sorted(programs) for text in in_program(path.read_text(encoding="utf-8"))}
    return sorted({text for text in told if not ELSEWHERE.search(text)} | {*made(), *of_settings(), *notes()})


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "FOLDER", GERMAN)


class Noted(str):
    """A line's words that tell when they are said."""

    def format_map(self, given: Any) -> str:
        USED.add(self)
        return super().format_map(given)


USED: set[str] = set()


def test_all_that_is_refused_is_translated(german: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence that programs can say, with its numbers; and no line that none of them needs."""
    lines = refusals._grammar(GERMAN / "refusals.toml")
    noted = {part: tuple((*line[:2], Noted(line[2])) for line in of_part) for part, of_part in lines.items()}
    monkeypatch.setattr(refusals, "_grammar", lambda path: noted)
    sentences = said()
    assert len(sentences) > 200
    english = [text for text in sentences if refusal(text) == text or " got " in refusal(text)]
    assert english == [], "without a translation in refusals.toml"
    for text in sentences:
        assert sorted(_NUMBERS.findall(text)) == sorted(_NUMBERS.findall(refusal(text))), (text, refusal(text))
    programs = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "ppr_core").rglob("*.py"))
    unsaid = [line for part in SECTIONS.values() for line, own in part.items() if own not in USED]
    assert [line for line in unsaid if f'"{line}"' not in programs] == [], "nobody says this any more"


def test_lines_have_the_same_holes_and_numbers() -> None:
    for english, own in (line for part in SECTIONS.values() for line in part.items()):
        for what in (r"\{.*?\}", _NUMBERS):
            assert sorted(re.findall(what, english)) == sorted(re.findall(what, own)), english
        assert english != own or english == "{field…}", english


def test_a_sentence_without_a_line_is_noticed_and_stays_english(german: None) -> None:
    program = "def check(x):\n    allowed = f'at most {x} apples'\n    require(x < 1, 'basket', x, allowed)"
    assert list(in_program(program)) == ["basket must be at most 7 apples; got 7."]
    for text in ("basket must be at most 7 apples; got 7.", "Nothing like it.", "", "x must be even nicer; got 1."):
        assert refusal(text) == text


def test_a_refusal_names_field_value_and_what_is_allowed(german: None) -> None:
    sentence = "epsilon must be a number at least 0.05 and at most 20 (infinity allowed); got 'at most 3; got one'."
    assert refusal(sentence) == (
        "epsilon: Erlaubt ist eine Zahl von 0.05 bis 20 oder unendlich; gegeben ist 'at most 3; got one'."
    )
    assert refusal(sentence, {"epsilon": "Privacy loss"}).startswith("Privatheitsverlust: Erlaubt ist eine Zahl")
    assert refusal("File, line 3, column 2 must be a finite number such as -1.5; got an empty cell.") == (
        "Datei, Zeile 3, Spalte 2: Erlaubt ist eine endliche Zahl wie -1.5; gegeben ist eine leere Zelle."
    )
