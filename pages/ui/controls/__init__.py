"""The controls of an experiment, made from what its parameters say of themselves.

A number has a slider on round stops, so that a class meets at the same values, and beside it a box that takes any
value. Widget keys are ``<experiment>-<field>-slider``, ``-box``, ``-choice``, ``-flag``, ``-file`` and ``-columns``.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import streamlit as st

from pages.ui import state as states
from pages.ui.controls import table_editor, uploads
from pages.ui.controls.stops import stops_of
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters
from ppr_core.wording import THIN

__all__ = ["STYLE", "box_text", "key_of", "name_of", "show", "shown_text", "stepper"]

# The box stands at the right end of its slider's label, so that a number takes one slider's height.
STYLE = """
[class*="-number"] { position: relative; }
[class*="-number"] [data-testid="stSlider"] [data-testid="stWidgetLabel"] { padding-right: 5.4rem; min-height: 2rem; }
[class*="-number"] [class*="-box"] { position: absolute; top: 0; right: 0; width: 5rem; }
[class*="-number"] [data-testid="stTextInputRootElement"] { height: 2rem; }
[class*="-number"] input[type="text"] { padding: 0 0.5rem; text-align: right; }
[class*="-number"] [data-testid="stSlider"] { margin-bottom: -0.7rem; }
[class*="-draw"] { flex-wrap: nowrap; }
[class*="-draw"] [data-testid="stWidgetLabel"] { width: max-content; white-space: nowrap; gap: 0.5rem; }
[class*="-unused-number"] [data-testid="stWidgetLabel"] p { color: #6b6a68 !important; }
@media (prefers-color-scheme: dark) {
  [class*="-unused-number"] [data-testid="stWidgetLabel"] p { color: #a3a19e !important; }
}
button kbd { font-size: inherit; color: inherit !important; opacity: 1 !important; }
@media (max-width: 640px) { [class*="-unused-number"] [data-testid="stWidgetLabel"] p { color: #6b6a68 !important; }
@media (prefers-color-scheme: dark) {
  [class*="-unused-number"] [data-testid="stWidgetLabel"] p { color: #a3a19e !important; }
}
button kbd { display: none; } }
"""
_SEGMENTS = 26  # characters that fit into a segmented control of the left column


def show(experiment: Experiment, state: PageState, without: tuple[str, ...] = (), folded: bool = True) -> None:
    """All controls but those named in ``without``: the main ones, the seed, and the rest.

    folded: the rest opens over the page, and is built only then; else all stand side by side.
    """
    specs = {name: spec for name, spec in experiment.parameters.specs().items() if name not in without}
    unused = experiment.parameters.unused_at(state.values)

    def group(wanted: str) -> list[tuple[str, FieldSpec]]:
        return [(name, spec) for name, spec in specs.items() if spec.group == wanted]

    for name, spec in group("main"):
        _control(experiment, state, name, spec, unused.get(name, ""))
    seeds = group("seed")
    for name, spec in seeds:
        _seed(experiment, state, name, spec, "New draw" if len(seeds) == 1 else f"New {spec.label.lower()}")
    if not any(_refuses(state, spec) for name, spec in specs.items() if name not in unused):
        _conflict(state)
    rare = group("more")
    if rare and folded:
        place = st.popover("More settings", key=f"{experiment.name}-more", width="stretch", on_change="rerun")
        rare = rare if place.open else []
    else:
        place = st.container()
    with place:
        for name, spec in rare:
            _control(experiment, state, name, spec, unused.get(name, ""))


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
            "Back",
            key=f"{key}-back",
            icon=":material/chevron_left:",
            shortcut="PageUp" if by_keys else None,
            on_click=go,
            args=(step - 1,),
            disabled=step <= first,
        )
        st.button(
            "Next",
            key=f"{key}-next",
            icon=":material/chevron_right:",
            icon_position="right",
            shortcut="PageDown" if by_keys else None,
            on_click=go,
            args=(step + 1,),
            disabled=step >= last,
        )
        st.markdown(f"**{label} {min(step, last) - first + 1} of {last - first + 1}**", width="content")


def key_of(experiment: Experiment, name: str, widget: str) -> str:
    """The key of a field's widget."""
    return f"{experiment.name}-{name}-{widget}"


def name_of(spec: FieldSpec) -> str:
    """What a field is called on screen: its label with its symbol."""
    return f"{spec.label} {spec.symbol}" if spec.symbol and spec.symbol not in spec.label.split() else spec.label


def shown_text(spec: FieldSpec, value: Any) -> str:
    """A field's value as it is read: ∞, whole numbers in groups of three, the label of a choice."""
    if spec.kind == "choice":
        return (spec.choices or {}).get(value, value)
    if spec.kind == "flag":
        return "on" if value else "off"
    if spec.kind == "file":
        return uploads.file_text(value)
    if spec.kind == "columns":
        return value or "all"
    if spec.kind == "table":
        return table_editor.shown_text(value)
    if abs(value) >= 10_000 and float(value).is_integer() and (spec.kind == "integer" or abs(value) < 1e15):
        return f"{int(value):,}".replace(",", THIN)
    return box_text(value)


def box_text(value: float) -> str:
    """A number as it is typed; `state.parse` reads it back exactly."""
    return "∞" if value == math.inf else states.text_of(value)


def _control(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, unused: str) -> None:
    if unused and spec.vanishes:
        return
    if spec.kind == "table":
        if not unused:
            table_editor.show(experiment, state, name, spec, key_of(experiment, name, "table"))
            _complaint(experiment, state, name)
        return
    if spec.kind in ("file", "columns"):
        if not unused:
            _upload(experiment, state, name, spec)
        return
    if spec.kind == "choice":
        _choice(experiment, state, name, spec, bool(unused))
    elif spec.kind == "flag":
        _flag(experiment, state, name, spec, bool(unused))
    else:
        _number(experiment, state, name, spec, bool(unused))
    if unused:
        st.caption(unused)


def _number(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, disabled: bool) -> None:
    key, value = key_of(experiment, name, "slider"), state.values[name]
    exact = [state.typed[name]] if name in state.typed else []
    stops = stops_of(spec, getattr(_defaults(experiment.parameters), name), value, *exact)
    _seed_widget(key, value)

    def moved() -> None:
        states.update(experiment, **{name: st.session_state[key]})

    with st.container(key=key_of(experiment, name, "unused-number" if disabled else "number"), gap=None):
        st.select_slider(
            _label(spec),
            stops,
            value=value,
            format_func=lambda stop: shown_text(spec, stop),
            key=key,
            help=_help(spec),
            on_change=moved,
            disabled=disabled,
        )
        _box(experiment, state, name, spec, disabled)
    _complaint(experiment, state, name)


@cache
def _defaults(parameters: type[Parameters]) -> Parameters:
    return parameters()


def _seed(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, button: str) -> None:
    value = state.values[name]
    following = int(value) + 1 if value < spec.high else int(spec.low)
    with st.container(key=key_of(experiment, name, "draw"), horizontal=True, vertical_alignment="bottom", gap="small"):
        _box(experiment, state, name, spec, False, label_visibility="visible")
        st.button(
            button,
            key=key_of(experiment, name, "new"),
            icon=":material/casino:",
            on_click=lambda: states.update(experiment, **{name: following}),
            help="The next seed: new randomness, everything else equal.",
        )
    _complaint(experiment, state, name)


def _box(
    experiment: Experiment,
    state: PageState,
    name: str,
    spec: FieldSpec,
    disabled: bool,
    label_visibility: str = "collapsed",
) -> None:
    key = key_of(experiment, name, "box")
    text = box_text(state.values[name])  # in force, also beside the sentence on what is not taken
    _seed_widget(key, text)
    label = _label(spec) if label_visibility == "visible" else f"{name_of(spec)}, exact value"
    st.text_input(
        label,
        value=text,
        key=key,
        on_change=lambda: states.enter(experiment, name, st.session_state[key]),
        disabled=disabled,
        label_visibility=label_visibility,
        max_chars=60,
        help=_help(spec) if label_visibility == "visible" else None,
    )


def _choice(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, disabled: bool) -> None:
    key, choices, value = key_of(experiment, name, "choice"), spec.choices or {}, state.values[name]
    _seed_widget(key, value)

    def chosen() -> None:
        states.update(experiment, **{name: st.session_state[key]})

    widget = {"format_func": choices.get, "key": key, "help": _help(spec), "on_change": chosen, "disabled": disabled}
    if sum(map(len, choices.values())) + 3 * len(choices) <= _SEGMENTS:
        st.segmented_control(_label(spec), list(choices), default=value, required=True, width="stretch", **widget)
    else:
        st.selectbox(_label(spec), list(choices), index=list(choices).index(value), **widget)


def _flag(experiment: Experiment, state: PageState, name: str, spec: FieldSpec, disabled: bool) -> None:
    key = key_of(experiment, name, "flag")
    _seed_widget(key, state.values[name])
    st.toggle(
        _label(spec),
        value=state.values[name],
        key=key,
        help=_help(spec),
        disabled=disabled,
        on_change=lambda: states.update(experiment, **{name: st.session_state[key]}),
    )


def _upload(experiment: Experiment, state: PageState, name: str, spec: FieldSpec) -> None:
    control = uploads.file_control if spec.kind == "file" else uploads.columns_control
    control(experiment, state, name, spec, key_of(experiment, name, spec.kind), _label(spec), _help(spec))
    if name in state.entries:
        st.error(plain(state.entries[name].problem))
    elif _refuses(state, spec):
        _conflict(state)


def _conflict(state: PageState) -> None:
    """Why the settings do not go together, if they do not."""
    if state.conflict:
        st.error(f"{plain(state.conflict)} The result is still that of the last settings that fit together.")


def _refuses(state: PageState, spec: FieldSpec) -> bool:
    """Whether the settings do not go together because of this file: that is said beside the file."""
    return spec.kind == "file" and state.conflict.startswith(spec.label)


def _seed_widget(key: str, value: Any) -> None:
    """Give a widget its value; an equal one is left alone, so that nothing under the visitor's hand is replaced.

    The widget also gets it as its default: on a busy server a second run can overtake what the first one sent, and with
    it the news of a value; a browser then shows, and sends back, the default.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def _complaint(experiment: Experiment, state: PageState, name: str) -> None:
    if name in state.entries:
        kept = shown_text(experiment.parameters.specs()[name], state.values[name])
        st.error(f"{plain(state.entries[name].problem)} The value stays {kept}.")


def _label(spec: FieldSpec) -> str:
    """Without any markup: it is also what a screen reader says."""
    return f"{name_of(spec)} ({spec.unit})" if spec.unit else name_of(spec)


def _help(spec: FieldSpec) -> str | None:
    limits = ""
    if spec.kind in ("real", "integer") and (math.isfinite(spec.low) or math.isfinite(spec.high)):
        limits = f"From {shown_text(spec, spec.low)} to {shown_text(spec, spec.high)}."
    return plain(" ".join(filter(None, (spec.help, limits)))) or None
