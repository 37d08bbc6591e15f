"""A prediction beside what came out: on one scale for a slider, side by side for a choice."""

from __future__ import annotations

import html
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from pages.ui.controls.stops import stops_of
from pages.ui.lessons.labels import label
from pages.ui.lessons.texts import Prediction
from pages.ui.quantities import format_value
from pages.ui.state import text_of
from ppr_core.classroom import Predictions
from ppr_core.experiments.contract import Quantity
from ppr_core.wording import number, percent, with_unit

__all__ = ["crowd", "landmarks", "of_class", "read", "ruler", "sentence", "text_of_guess"]

SKIPPED = "none"  # what a link says when the answer was looked at without a prediction
_BINS = 30  # of the distribution of a class
_LETTER = 1.3  # % of a scale on a wall that a letter of a landmark takes
_CLOSE = 1.15  # a prediction within this factor is called right


def text_of_guess(guess: float | int | None) -> str:
    """A prediction as it stands in a link."""
    return SKIPPED if guess is None else text_of(guess)


def read(prediction: Prediction, text: str) -> float | int | None:
    """The prediction of a link; None for one that was skipped or cannot be."""
    try:
        value = float(text)
    except ValueError:
        return None
    if prediction.kind == "choice":
        return int(value) if value in range(len(prediction.options)) else None
    return value if prediction.low <= value <= prediction.high else None


def sentence(prediction: Prediction, guess: float | int | None, quantity: Quantity) -> str:
    """What was predicted, what it is, and how far apart."""
    answer = format_value(quantity)
    if prediction.kind == "choice":
        right = prediction.right(quantity.value)
        found = f"{prediction.options[right].label} ({answer})"
        if guess is None:
            return label("gap.answer", answer=found)
        if guess == right:
            return label("gap.right", answer=found)
        return label("gap.wrong", said=prediction.options[guess].label, answer=found)
    if guess is None:
        return label("gap.answer", answer=answer)
    said, factor = with_unit(number(guess), prediction.unit), max(guess, quantity.value) / min(guess, quantity.value)
    if factor < _CLOSE:
        return label("gap.close", said=said, answer=answer)
    way = "gap.above" if guess > quantity.value else "gap.below"
    return label(way, said=said, answer=answer, factor=number(factor, 2))


def of_class(prediction: Prediction, class_said: Predictions, quantity: Quantity) -> str:
    """What the class predicted, and what it is."""
    count, answer = len(class_said.values), format_value(quantity)
    if class_said.question.labels:
        right = class_said.question.labels[prediction.right(quantity.value)]
        return label("gap.class_choice", count=count, answer=f"{right} ({answer})")
    said = with_unit(number(class_said.median), class_said.question.unit)
    return label("gap.class", count=count, said=said, answer=answer)


def crowd(prediction: Prediction, class_said: Predictions, quantity: Quantity) -> str:
    """HTML of the class's distribution: a bar for each option, or bars above the slider's scale with the median."""
    if prediction.kind == "choice":
        right = prediction.right(quantity.value)
        rows = "".join(
            f'<tr class="{"answer" if place == right else ""}"><th scope="row">{html.escape(option.label)}</th>'
            f'<td><span class="share" style="width:{70 * share:.1f}%"></span> {percent(share, 2)}'
            f"{' ✓' if place == right else ''}</td></tr>"
            for place, (option, share) in enumerate(zip(prediction.options, class_said.shares, strict=True))
        )
        return f'<table class="crowd">{rows}</table>'
    counts = Counter(min(int(_BINS * _share(prediction, value)), _BINS - 1) for value in class_said.values)
    most = max(counts.values())
    bars = "".join(
        f'<span class="bar" style="left:{100 * place / _BINS:.2f}%;width:{80 / _BINS:.2f}%;'
        f'height:{3.4 * count / most:.2f}rem"></span>'
        for place, count in sorted(counts.items())
    )
    return ruler(prediction, class_said.median, quantity, bars)


def ruler(prediction: Prediction, guess: float, quantity: Quantity, bars: str = "") -> str:
    """HTML of the slider's scale with both places and the gap between them. bars: of a class, whose median is guess."""
    places = [100 * _share(prediction, value) for value in (guess, quantity.value)]
    low, high = min(places), max(places)
    labels = (
        label("gap.median" if bars else "gap.you", value=number(guess)),
        label(f"gap.{prediction.known}", value=number(quantity.value)),
    )
    marks = "".join(
        f'<span class="mark {kind}" style="left:{place:.2f}%"></span>'
        f'<span class="name {kind}" style="left:{_within(place, text)}">{html.escape(text)}</span>'
        for kind, place, text in zip(("guess", "answer"), places, labels, strict=True)
    )
    if bars:
        unit = f'<span class="unit">{html.escape(label("gap.predicted", unit=prediction.unit))}</span>'
        ends = "".join(_tick(prediction, tick) for tick in _ticks(prediction)) + unit
    else:
        low_end, high_end = number(prediction.low), with_unit(number(prediction.high), prediction.unit)
        ends = f"<span class='end low'>{low_end}</span><span class='end high'>{high_end}</span>"
    ends_said = {"low": number(prediction.low), "high": number(prediction.high), "unit": prediction.unit}
    alternative = html.escape(label("gap.scale", places="; ".join(labels), **ends_said))
    return (
        f'<div class="gap{" of-class" * bool(bars)}" role="img" aria-label="{alternative}">'
        f'<span class="scale"></span>{bars}'
        f'<span class="between" style="left:{low:.2f}%;width:{high - low:.2f}%"></span>{marks}{ends}</div>'
    )


def _within(place: float, text: str, beyond: float = 0.0) -> str:
    """Where the middle of a text stands: below its mark, as far as its ends lie at most so many em beyond the scale."""
    half = f"{max(0.24 * len(text) - beyond, 0.0):.1f}em"
    return f"clamp({half},{place:.2f}%,calc(100% - {half}))"


def landmarks(prediction: Prediction) -> str:
    """HTML of the scale that is to be predicted on, with what is known of it."""
    places = [100 * _share(prediction, landmark.at) for landmark in prediction.landmarks]
    lines = [(landmark.label, with_unit(number(landmark.at), prediction.unit)) for landmark in prediction.landmarks]
    lower = _lowered(places, [max(len(name), len(value)) for name, value in lines])
    marks = "".join(
        f'<span class="mark" style="left:{place:.1f}%"></span>'
        f'<span class="name{" lower" * low}" style="left:{_within(place, max(name, value, key=len), 0.8)}">'
        f"{html.escape(name)}<br>{value}</span>"
        for place, (name, value), low in zip(places, lines, lower, strict=True)
    )
    said = "; ".join(f"{name}: {value}" for name, value in lines)
    hint, ticks = "", ""
    if prediction.scale == "log":
        middle = math.sqrt(prediction.low * prediction.high)
        ends = {"low": number(prediction.low), "high": with_unit(number(prediction.high), prediction.unit)}
        hint = f'<p class="hint">{html.escape(label("gap.log", middle=number(middle, 2), **ends))}</p>'
        ticks = "".join(_tick(prediction, tick) for tick in _ticks(prediction))
    head = f'<div class="gap landmarks{" rows" * any(lower)}" role="img" aria-label="{html.escape(said)}">'
    return f'{head}<span class="scale"></span>{ticks}{marks}</div>{hint}'


def _lowered(places: Sequence[float], letters: Sequence[int]) -> list[bool]:
    """Which names stand in a second row, because they would touch the one before; places: in % of the scale."""
    lower, end = [], 0.0  # of the names in the first row
    for place, count in zip(places, letters, strict=True):
        lower.append(bool(lower) and place - _LETTER * count / 2 < end)
        end = end if lower[-1] else place + _LETTER * count / 2
    return lower


def _tick(prediction: Prediction, value: float) -> str:
    return f'<span class="tick" style="left:{100 * _share(prediction, value):.1f}%"><i>{number(value)}</i></span>'


def _ticks(prediction: Prediction) -> list[float]:
    """The powers of ten between the ends of a scale, of two where there are few of those; quarters of a linear one."""
    if prediction.scale != "log":
        return [prediction.low + part * (prediction.high - prediction.low) for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    base = 10.0 if prediction.high / prediction.low > 100 else 2.0
    first, last = (math.log(end, base) for end in (prediction.low, prediction.high))
    return [base**power for power in range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)]


def _share(prediction: Prediction, value: float) -> float:
    """Where a value stands on the slider, in (0, 1]: its stops are equally far apart, after the one of no answer."""
    stops = stops_of(prediction.spec)
    value = min(max(value, stops[0]), stops[-1])
    above = max(bisect_left(stops, value), 1)
    low, high = stops[above - 1], stops[above]
    return (above + (value - low) / (high - low)) / len(stops)
