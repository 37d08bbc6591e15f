"""What a class is asked, and what may be answered."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from ppr_core import validation
from ppr_core.texts import phrase
from ppr_core.wording import number

__all__ = ["KINDS", "MOST_CATEGORIES", "MOST_LABEL", "MOST_TEXT", "Kind", "Question"]

Kind = Literal["yes_no", "categories", "number", "place", "prediction"]

#: A yes or no, one of several categories, a number in a range, a place on a map, or a prediction, which is not private.
KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_TEXT, MOST_LABEL, MOST_CATEGORIES = 200, 40, 32  # characters, characters, labels
_LARGEST = 1e12
_GRID, _PLACES = 21, 9  # answers that a posterior is told for: of a number, and of each side of the map


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question and its answers.

    kind: see `KINDS`. text: 1 to 200 characters. labels: of the categories, 2 to 32 different ones of 1 to 40
    characters ("categories", and a "prediction" that is a choice). low, high, unit: range and unit of a number or a
    prediction, low < high; scale: of a prediction, "log" for low > 0; known: how the number is that answers it.
    Answers are arrays of n: categories 0, …, k − 1 (yes is 0), numbers, or places (n, 2) in [−1, 1]².
    Raises ``ValueError`` for anything else.

    >>> from ppr_core.classroom import Question
    >>> sleep = Question(kind="number", text="How long did you sleep?", low=0.0, high=12.0, unit="h")
    >>> sleep.span, sleep.raw_bits, sleep.centred([0.0, 6.0, 12.0])
    ((0.0, 12.0), 7, array([-1.,  0.,  1.]))
    """

    kind: Kind
    text: str
    labels: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    scale: Literal["linear", "log"] = "linear"
    known: Literal["measured", "computed"] = "measured"

    def __post_init__(self) -> None:
        validation.choice("kind", self.kind, KINDS)
        object.__setattr__(self, "text", _text("question", self.text, MOST_TEXT))
        object.__setattr__(self, "unit", _text("unit", self.unit, MOST_LABEL, empty=True))
        given = (phrase("Yes"), phrase("No")) if self.kind == "yes_no" else self.labels
        labels = tuple(_text("label", label, MOST_LABEL) for label in given)
        if self.kind == "categories" or (self.kind == "prediction" and labels):
            validation.require(2 <= len(labels) <= MOST_CATEGORIES, "labels", len(labels), "2 to 32 categories")
            validation.require(len(set(labels)) == len(labels), "labels", labels, "all different")
        elif self.kind != "yes_no":
            labels = ()
        object.__setattr__(self, "labels", labels)
        low = validation.real("low", self.low, -_LARGEST, _LARGEST)
        high = validation.real("high", self.high, -_LARGEST, _LARGEST)
        validation.require(low < high, "high", high, f"above low = {number(low, 6)}")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        validation.choice("scale", self.scale, ("linear", "log"))
        validation.choice("known", self.known, ("measured", "computed"))
        validation.require(self.scale == "linear" or low > 0, "low", low, "above 0 on a logarithmic scale")

    @property
    def private(self) -> bool:
        """Whether answers are randomised before they leave: all kinds but predictions."""
        return self.kind != "prediction"

    @property
    def step(self) -> float:
        """Between two answers that can be told apart: a number has 50 to 500 of them, a map 40 a side."""
        plain = self.kind in ("number", "prediction")
        return 10.0 ** math.floor(math.log10((self.high - self.low) / 50)) if plain else 0.05

    @property
    def raw_bits(self) -> int:
        """What one answer takes as it is, in the shortest plain code: ⌈log2⌉ of the categories, or of the steps."""
        if self.labels:
            return (len(self.labels) - 1).bit_length()
        low, high = self.span
        numbers = round((high - low) / self.step) + 1
        return (numbers ** (2 if self.kind == "place" else 1) - 1).bit_length()

    @property
    def span(self) -> tuple[float, float]:
        """Between what an estimate of one answer lies: a share, a number, a coordinate of a place."""
        if self.labels:
            return 0.0, 1.0
        return (-1.0, 1.0) if self.kind == "place" else (self.low, self.high)

    def centred(self, numbers: Any) -> np.ndarray:
        """Numbers of the range moved to [−1, 1], (n,) -> (n,)."""
        return (2 * np.asarray(numbers, dtype=float) - self.low - self.high) / (self.high - self.low)

    def uncentred(self, z: Any) -> np.ndarray:
        """The way back from `centred`."""
        return (np.asarray(z, dtype=float) * (self.high - self.low) + self.low + self.high) / 2

    @property
    def axes(self) -> int:
        """Along how many axes the answers of `grid` have neighbours: 0 for categories, 1 for numbers, 2 for places."""
        return 0 if self.labels else 2 if self.kind == "place" else 1

    @property
    def grid(self) -> np.ndarray:
        """The answers a posterior is told for: categories (k,), 21 numbers, or the middles of 9·9 fields (81, 2)."""
        if self.labels:
            return np.arange(len(self.labels))
        if self.kind == "place":
            middles = (2 * np.arange(_PLACES) + 1) / _PLACES - 1
            return np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
        return np.linspace(self.low, self.high, _GRID)


def _text(field: str, value: Any, most: int, *, empty: bool = False) -> str:
    """One line of text without control characters."""
    allowed = f"{0 if empty else 1} to {most} characters"
    if not isinstance(value, str):
        validation.fail(field, value, allowed)
    line = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    validation.require((bool(line) or empty) and len(line) <= most, field, value, allowed)
    return line
