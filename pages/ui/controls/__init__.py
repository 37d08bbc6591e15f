"""The controls of an experiment, made from what its parameters say of themselves.

A number has a slider on round stops, so that a class meets at the same values, and beside it a box that takes any
value. Widget keys are ``<experiment>-<field>-slider``, ``-box``, ``-choice``, ``-flag``, ``-file`` and ``-columns``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import streamlit as st

from pages.ui import state as states
from pages.ui.controls import table_editor, uploads
from pages.ui.controls.stops import stops_of
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters
from ppr_core.texts import Messages, phrase, sentences
from ppr_core.wording import grouped, rounded

__all__ = ["box_text", "key_of", "name_of", "show", "shown_text", "stepper", "times", "told"]

message = Messages("runs")

_SEGMENTS = 26  # characters that fit into a segmented control of the left column


def show(experiment: Experiment, state: PageState, without: tuple[str, ...] = (), folded: bool = True) -> None:
    """All controls but those named in ``without``: the main ones, the seed, and the rest.

    folded: the rest opens over the page, and is built only then; else all stand side by side.
    """
    unused = experiment.parameters.unused_at(state.values)
    fields: dict[str, list[_Field]] = {"main": [], "seed": [], "more": []}
    for name, spec in experiment.parameters.specs().items():
        if name not in without:
            fields[spec.group].append(_Field(experiment, state, name, spec, unused.get(name, "")))
    for field in fields["main"]:
        _control(field)
    for field in fields["seed"]:
        _seed(field, phrase("New draw" if len(fields["seed"]) == 1 else f"New {field.spec.label.lower()}"))
    if not any(field.refuses for group in fields.values() for field in group if not field.unused):
        _conflict(state)
    rare = fields["more"]
    if rare and folded:
        place = st.popover(phrase("More settings"), key=f"{experiment.name}-more", width="stretch", on_change="rerun")
        rare = rare if place.open else []
    else:
        place = st.container()
    with place:
        for field in rare:
            _control(field)


def stepper(
    experiment: Experiment,
    state: PageState,
    name: str,
    last: int | None = None,
    label: str = "Step",
    by_keys: bool = True,
) -> None:
    """Back and Next through a whole-number field, by_keys: also by PageUp and PageDown."""
    spec = experiment.parameters.specs()[name]
    first, last = int(spec.low), int(spec.high if last is None else last)
    if last <= first:  # this result has one picture only
        return
    step = state.values[name]

    def go(target: int) -> None:
        states.update(experiment, **{name: min(max(target, first), last)})

    key = key_of(experiment, name, "step")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=key):
        st.button(
            phrase("Back"),
            key=f"{key}-back",
            icon=":material/chevron_left:",
            shortcut="PageUp" if by_keys else None,
            on_click=go,
            args=(step - 1,),
            disabled=step <= first,
        )
        st.button(
            phrase("Next"),
            key=f"{key}-next",
            icon=":material/chevron_right:",
            icon_position="right",
            shortcut="PageDown" if by_keys else None,
            on_click=go,
            args=(step + 1,),
            disabled=step >= last,
        )
        place = {"label": phrase(label), "step": min(step, last) - first + 1, "last": last - first + 1}
        st.markdown(f"**{phrase('{label} {step} of {last}').format(**place)}**", width="content")


def key_of(experiment: Experiment, name: str, widget: str) -> str:
    """The key of a field's widget."""
    return f"{experiment.name}-{name}-{widget}"


def name_of(spec: FieldSpec) -> str:
    """What a field is called on screen: its label with its symbol."""
    label = phrase(spec.label)
    return f"{label} {spec.symbol}" if spec.symbol and spec.symbol not in label.split() else label


def times(spec: FieldSpec, values: Mapping[str, Any]) -> float:
    """What a field's value is multiplied by where it is read: 1, but for a part of another field."""
    return float(values[spec.part_of]) if spec.part_of in values else 1.0


def _as_read(spec: FieldSpec, value: Any, values: Mapping[str, Any]) -> Any:
    return rounded(value * times(spec, values), 12) if spec.part_of in values else value


def shown_text(spec: FieldSpec, value: Any, values: Mapping[str, Any] = MappingProxyType({})) -> str:
    """A field's value as it is read: ∞, whole numbers in groups of three, the label of a choice.

    values: of all fields; without them a part of another field is read as a part.
    """
    if spec.kind in ("real", "integer"):
        return _number_text(_as_read(spec, value, values) or 0, spec.kind == "integer")  # also where it is −0
    if spec.kind == "choice":
        return phrase((spec.choices or {}).get(value, value))
    if spec.kind == "flag":
        return phrase("on" if value else "off")
    if spec.kind == "file":
        return uploads.file_text(value)
    if spec.kind == "columns":
        return value or phrase("all")
    return table_editor.shown_text(value)


@lru_cache(maxsize=4096, typed=True)
def _number_text(value: float, whole: bool) -> str:
    """A slider reads all of its stops in every run."""
    if abs(value) >= 10_000 and float(value).is_integer() and (whole or abs(value) < 1e15):
        return grouped(str(int(value)))
    return box_text(value)


def told(parameters: Parameters, *without: str) -> str:
    """All settings that have an effect in a line, as paper and files need them, but those named in ``without``."""
    values, left_out = parameters.values(), {*parameters.unused(), *without}
    used = ((spec, values[name]) for name, spec in parameters.specs().items() if name not in left_out)
    return ", ".join(f"{name_of(spec)} = {shown_text(spec, value, values)}" for spec, value in used)


def box_text(value: float) -> str:
    """A number as it is typed; `state.parse` reads it back exactly."""
    return "∞" if value == math.inf else states.text_of(value)


@dataclass(frozen=True)
class _Field:
    """A field as it stands on the page; unused: why its value changes nothing now, or ""."""

    experiment: Experiment
    state: PageState
    name: str
    spec: FieldSpec
    unused: str = ""

    @property
    def value(self) -> Any:
        return self.state.values[self.name]

    @property
    def label(self) -> str:
        """Without any markup: it is also what a screen reader says."""
        return f"{name_of(self.spec)} ({phrase(self.spec.unit)})" if self.spec.unit else name_of(self.spec)

    @property
    def help(self) -> str | None:
        spec, limits = self.spec, ""
        if spec.kind in ("real", "integer") and (math.isfinite(spec.low) or math.isfinite(spec.high)):
            ends = {"low": self.read(spec.low), "high": self.read(spec.high)}
            limits = phrase("Range: {low} to {high}.").format(**ends)
        return plain(" ".join(filter(None, (sentences(spec.help), limits)))) or None

    def read(self, value: Any) -> str:
        """The value as it is read on the page."""
        return shown_text(self.spec, value, self.state.values)

    @property
    def refuses(self) -> bool:
        """Whether the settings do not go together because of this file: that is said beside the file."""
        return self.spec.kind == "file" and self.state.conflict.startswith(self.spec.label)

    def key(self, widget: str) -> str:
        return key_of(self.experiment, self.name, widget)

    def widget(self, kind: str) -> dict[str, Any]:
        """What every widget of the field has: its key, with the value in force, and where a new one goes."""
        key = self.key(kind)
        _give(key, self.value)
        return {
            "key": key,
            "help": self.help,
            "disabled": bool(self.unused),
            "on_change": lambda: states.update(self.experiment, **{self.name: st.session_state[key]}),
        }

    def complain(self) -> None:
        """Why what was entered is not taken."""
        if self.name in self.state.entries:
            problem = self.state.told(self.state.entries[self.name].problem)
            st.error(f"{problem} {message('kept-value', value=plain(self.read(self.value)))}")


def _control(field: _Field) -> None:
    kind = field.spec.kind
    if field.unused and (field.spec.vanishes or kind in ("table", "file", "columns")):
        return
    if kind == "table":
        table_editor.show(field.experiment, field.state, field.name, field.spec, field.key("table"))
        field.complain()
    elif kind in ("file", "columns"):
        _upload(field)
    elif kind == "choice":
        _choice(field)
    elif kind == "flag":
        st.toggle(field.label, value=field.value, **field.widget("flag"))
    else:
        _number(field)
    if field.unused:
        st.caption(sentences(field.unused))


def _number(field: _Field) -> None:
    spec, exact = field.spec, [field.state.typed[field.name]] if field.name in field.state.typed else []
    default = getattr(_defaults(field.experiment.parameters), field.name)
    stops = stops_of(spec, default, field.value, *exact)
    end = field.experiment.parameters.unchecked(field.state.values).ends().get(field.name, math.inf)
    stops = [stop for stop in stops if stop <= max(end, field.value)]
    with st.container(key=field.key("unused-number-line" if field.unused else "number-line"), gap=None):
        st.select_slider(field.label, stops, value=field.value, format_func=field.read, **field.widget("slider"))
        _box(field, phrase("{name}, exact value").format(name=name_of(spec)), label_visibility="collapsed")
    field.complain()


@cache
def _defaults(parameters: type[Parameters]) -> Parameters:
    return parameters()


def _seed(field: _Field, button: str) -> None:
    following = int(field.value) + 1 if field.value < field.spec.high else int(field.spec.low)
    with st.container(key=field.key("draw"), horizontal=True, vertical_alignment="bottom", gap="small"):
        _box(replace(field, unused=""), field.label, help=field.help)
        st.button(
            button,
            key=field.key("new"),
            icon=":material/casino:",
            on_click=lambda: states.update(field.experiment, **{field.name: following}),
            help=phrase("The next seed: new randomness, everything else equal."),
        )
    field.complain()


def _box(field: _Field, label: str, **look: Any) -> None:
    key = field.key("box")
    in_force = _as_read(field.spec, field.value, field.state.values)  # also beside the sentence on what is not taken
    text = box_text(in_force)
    _give(key, text)
    st.text_input(
        label,
        value=text,
        key=key,
        on_change=_entered,
        args=(field, key),
        disabled=bool(field.unused),
        max_chars=60,
        **look,
    )


def _entered(field: _Field, key: str) -> None:
    """Take what was typed. A browser that moves on before it has heard what the last move put into the box sends the
    text that stood there before: nobody typed that, and it would take the move back."""
    text = st.session_state[key]
    moved = any(
        st.session_state.get(key_of(field.experiment, name, kind), value) != value
        for name, value in field.state.values.items()
        for kind in ("slider", "choice", "flag")
    )
    if not (moved and text in st.session_state.get(f"{key}-before", ())):
        states.enter(field.experiment, field.name, text, times(field.spec, field.state.values))


def _choice(field: _Field) -> None:
    choices = {name: phrase(choice) for name, choice in (field.spec.choices or {}).items()}
    names, widget = list(choices), field.widget("choice") | {"format_func": choices.get}
    if sum(map(len, choices.values())) + 3 * len(choices) <= _SEGMENTS:
        st.segmented_control(field.label, names, default=field.value, required=True, width="stretch", **widget)
    else:
        st.selectbox(field.label, names, index=names.index(field.value), **widget)


def _upload(field: _Field) -> None:
    control = uploads.file_control if field.spec.kind == "file" else uploads.columns_control
    key = field.key(field.spec.kind)
    control(field.experiment, field.state, field.name, field.spec, key, field.label, field.help)
    if field.name in field.state.entries:
        st.error(field.state.told(field.state.entries[field.name].problem))
    elif field.refuses:
        _conflict(field.state)


def _conflict(state: PageState) -> None:
    """Why the settings do not go together, if they do not."""
    if state.conflict:
        st.error(f"{state.told(state.conflict)} {message('kept-result')}")


def _give(key: str, value: Any) -> None:
    """Give a widget its value; an equal one is left alone, so that nothing under the visitor's hand is replaced.

    The widget also gets it as its default: on a busy server a second run can overtake what the first one sent, and with
    it the news of a value; a browser then shows, and sends back, the default.
    """
    before = st.session_state.setdefault(f"{key}-before", set())  # what the browser may still have
    if st.session_state.get(key, value) == value:
        before.clear()
    else:
        before |= {st.session_state[key], value}
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value
