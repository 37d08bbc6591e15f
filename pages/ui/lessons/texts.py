"""The lessons as data: one file each below pages/lessons, so that a translation is a copy of that folder.

The environment variable PPR_TEXTS names such a copy; a file that it lacks is the lab's own.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

from pages.ui.state import LINK_VERSION
from ppr_core.experiments.contract import FieldSpec

__all__ = [
    "FOLDER",
    "OWN",
    "ClassItem",
    "Landmark",
    "Lesson",
    "Notes",
    "Option",
    "Prediction",
    "Question",
    "Stop",
    "Task",
    "class_script",
    "lesson",
    "lessons",
    "read",
    "take_home",
]

OWN = Path(__file__).resolve().parents[2] / "lessons"
FOLDER = Path(os.environ.get("PPR_TEXTS") or OWN)
_TWENTY = (1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.6, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9)  # of a decade
_APART = 1.05  # the least ratio of two stops


@dataclass(frozen=True)
class Option:
    """An answer to choose: right when the number is at most ``up_to`` and above that of the option before."""

    label: str
    up_to: float


@dataclass(frozen=True)
class Landmark:
    """What is known already on the scale of a prediction."""

    at: float
    label: str


@dataclass(frozen=True)
class Prediction:
    """What is asked before the results are shown; quantity: the key of the number that answers it; known: how that is,
    by default computed where the key begins with "exact_".

    A slider has low, where it starts, high, scale, unit and landmarks to measure by; a choice has options in rising
    order.
    """

    ask: str
    kind: Literal["slider", "choice"]
    quantity: str
    why: str
    unit: str = ""
    low: float = 0.0
    high: float = 1.0
    scale: Literal["linear", "log"] = "linear"
    known: Literal["", "measured", "computed"] = ""
    landmarks: tuple[Landmark, ...] = ()
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        if not self.known:
            object.__setattr__(self, "known", "computed" if self.quantity.startswith("exact_") else "measured")

    @property
    def spec(self) -> FieldSpec:
        """The slider's range, and where it stops on a logarithmic scale."""
        stops = _even(self.low, self.high) if self.scale == "log" else None
        ends = {"low": self.low, "high": self.high}
        return FieldSpec("real", self.ask, unit=self.unit, scale=self.scale, stops=stops, **ends)

    def right(self, value: float) -> int:
        """The place of the option that holds a value."""
        return next(place for place, option in enumerate(self.options) if value <= option.up_to)


def _even(low: float, high: float) -> tuple[float, ...]:
    """Round values from low to high whose neighbours have nearly equal ratios: twice is six steps, ten times twenty."""
    decades = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    values = (float(f"{mantissa}e{decade}") for decade in decades for mantissa in _TWENTY)
    return (low, *(value for value in values if low * _APART < value < high / _APART), high)


@dataclass(frozen=True)
class Stop:
    """A page of the lab in a state, with a sentence and a task.

    answer: what Next shows instead of the task before it goes on, "" where the task is left to the class; after: the
    settings that change with it; hidden: the results are hidden until then, as they would tell it; picture: which of
    the page's pictures for stops stands in place of its main one; wrong: what is often answered, for the lecturer.
    """

    page: str
    settings: Mapping[str, str]
    say: str
    task: str
    prediction: Prediction | None = None
    answer: str = ""
    after: Mapping[str, str] = field(default_factory=dict)
    hidden: bool = False
    picture: str = ""
    wrong: str = ""

    @property
    def answered(self) -> Mapping[str, str]:
        """The settings when all has been shown."""
        return {**self.settings, **self.after}


@dataclass(frozen=True)
class Notes:
    """For the lecturer: the question to ask and its answer, the common wrong answer, and what takes how long."""

    question: str
    answer: str
    wrong: str
    minute_by_minute: str


@dataclass(frozen=True)
class Task:
    """A line of the printed sheet: a page in a state, and the number that is to be found there.

    less: settings at which the same number is found and subtracted, empty where it is asked for itself; computed: the
    number that the page computes for what was measured, "" for none.
    """

    page: str
    settings: Mapping[str, str]
    ask: str
    quantity: str
    less: Mapping[str, str] = field(default_factory=dict)
    computed: str = ""

    def link(self, seed: int) -> dict[str, str]:
        """The settings with the student's own seed, as they stand in a link."""
        return {"v": LINK_VERSION, **self.settings, "seed": str(seed)}

    @property
    def subtracted(self) -> Task:
        """The task whose number is subtracted."""
        return replace(self, settings=self.less, less={})


@dataclass(frozen=True)
class Question:
    """What is asked in words on the printed sheet, and a model answer."""

    ask: str
    model: str


@dataclass(frozen=True)
class Lesson:
    """A sequence of stops that takes so many minutes.

    about: what it is about, in a sentence; closing: what comes of it.
    """

    name: str
    title: str
    minutes: int
    about: str
    closing: str
    stops: tuple[Stop, ...]
    notes: Notes
    sheet: tuple[Task, ...]
    predict: Question
    reason: Question
    decide: Question

    @property
    def in_words(self) -> dict[str, Question]:
        """What the sheet asks beside numbers, by the name of its heading."""
        return {"predict": self.predict, "reason": self.reason, "explain": self.explain, "decide": self.decide}

    @property
    def explain(self) -> Question:
        """What the lecturer asks of the whole lesson."""
        return Question(self.notes.question, self.notes.answer)

    def link(self, number: int) -> dict[str, str]:
        """The link of a stop, counted from 1: its settings and the place in the lesson."""
        settings = self.stops[number - 1].settings
        return {"v": LINK_VERSION, **settings, "lesson": self.name, "stop": str(number)}

    def address(self, number: int) -> str:
        """The same as page and query."""
        return f"{self.stops[number - 1].page}?{urlencode(self.link(number))}"


@dataclass(frozen=True)
class ClassItem:
    """A part of a class: a stop of a lesson or a poll of the phones, how long it takes and what to do.

    title: what the part is called, which tells no answer. poll: the settings of its link, empty for a stop; large:
    those that differ in a class of a hundred or more, whose noise averages out at a smaller ε.
    """

    minutes: int
    do: str
    title: str
    lesson: str = ""
    stop: int = 0
    poll: Mapping[str, str] = field(default_factory=dict)
    large: Mapping[str, str] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """What it comes to: the answer to its task, or why its prediction comes out so; "" for a poll."""
        if not self.lesson:
            return ""
        stop = lessons()[self.lesson].stops[self.stop - 1]
        return stop.prediction.why if stop.prediction else stop.answer

    def address(self, large: bool = False) -> str:
        """Page and query, in a small class or a large one."""
        poll = {**self.poll, **self.large} if large else self.poll
        return f"classroom?{urlencode(poll)}" if poll else lessons()[self.lesson].address(self.stop)


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in the order of their files."""
    read_lessons = (_lesson(read(file.name)) for file in sorted(OWN.glob("[0-9]*.toml")))
    return {each.name: each for each in read_lessons}


def lesson(name: str) -> Lesson | None:
    """The lesson of that name, None if there is none."""
    return lessons().get(name)


@cache
def class_script() -> tuple[str, tuple[ClassItem, ...]]:
    """The title of the 45-minute class and its parts."""
    data = read("class.toml")
    return data["title"], tuple(ClassItem(**item) for item in data["items"])


def take_home() -> tuple[str, ...]:
    """What the 45-minute class leaves behind, in sentences."""
    return tuple(read("class.toml").get("take_home", ()))


def read(name: str, folder: Path | None = None) -> dict[str, Any]:
    """What a file of the folder holds; the lab's own file where a translation lacks it."""
    file = (folder or FOLDER) / name
    return tomllib.loads((file if file.is_file() else OWN / name).read_text(encoding="utf-8"))


def _lesson(data: dict[str, Any]) -> Lesson:
    stops = tuple(_stop(entry) for entry in data["stops"])
    parts = {"stops": stops, "notes": Notes(**data["notes"]), "sheet": tuple(Task(**task) for task in data["sheet"])}
    parts |= {name: Question(**data[name]) for name in ("predict", "reason", "decide")}
    return Lesson(**(data | parts))


def _stop(entry: dict[str, Any]) -> Stop:
    asked = entry.get("prediction")
    if asked is None:
        return Stop(**entry)
    options = tuple(Option(**option) for option in asked.get("options", ()))
    landmarks = tuple(Landmark(**landmark) for landmark in asked.get("landmarks", ()))
    parts = {"options": options, "landmarks": landmarks}
    return Stop(**(entry | {"prediction": Prediction(**(asked | parts))}))
