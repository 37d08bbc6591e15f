"""The presets of an experiment: a menu, and the line that says how far the settings have moved from one."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pages.ui import controls
from pages.ui import state as states
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Experiment
from ppr_core.texts import phrase, sentences

__all__ = ["Standing", "menu", "show_difference", "standing"]


@dataclass(frozen=True)
class Standing:
    """The preset that the settings come from, or "", and the fields in which they differ from it."""

    preset: str
    differs: tuple[str, ...] = ()


def standing(experiment: Experiment, state: PageState) -> Standing:
    """A preset that the settings equal, else the one that was chosen last with what has been changed since.

    To go a step on is to stay with a preset.
    """
    values = state.parameters.values()
    differs = {
        preset: tuple(name for name in values if name != "step" and values[name] != getattr(parameters, name))
        for preset, (parameters, _) in experiment.presets.items()
    }
    equal = [preset for preset in differs if not differs[preset]]
    preset = state.preset if state.preset in equal or not equal else equal[0]
    return Standing(preset, differs.get(preset, ()))


def menu(experiment: Experiment, state: PageState) -> None:
    """The list of presets; choosing one sets every field, choosing none only forgets which one it was."""
    if not experiment.presets:
        return
    key = f"{experiment.name}-preset"
    shown = standing(experiment, state).preset
    names = ["", *experiment.presets]
    if st.session_state.get(key) != shown:
        st.session_state[key] = shown

    def chosen() -> None:
        name = st.session_state[key]
        parameters = experiment.presets[name][0] if name else state.parameters
        states.apply(experiment, parameters, preset=name)

    st.selectbox(
        "Preset",
        names,
        index=names.index(shown),
        format_func=lambda name: phrase(name or "Own settings"),
        key=key,
        on_change=chosen,
        width=370 if state.projector else 210,
        label_visibility="collapsed",
    )


def show_difference(experiment: Experiment, state: PageState) -> None:
    """What the chosen preset reproduces, and what has been changed since, with the way back."""
    now = standing(experiment, state)
    if not now.preset:
        return
    parameters, reproduces = experiment.presets[now.preset]
    if not now.differs:
        st.caption(f"**{plain(phrase(now.preset))}**: {plain(sentences(reproduces))}")
        return
    specs = experiment.parameters.specs()
    if "step" in specs:
        parameters = parameters.replace(step=state.parameters.step)  # to go a step on is to stay with a preset
    names = ", ".join(controls.name_of(specs[name]) for name in now.differs)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{experiment.name}-difference"):
        differs = phrase("Differs from the preset {preset} in: {names}.")
        st.caption(differs.format(preset=f"**{plain(phrase(now.preset))}**", names=plain(names)), width="content")
        st.button(
            phrase("Back to the preset"),
            key=f"{experiment.name}-reset",
            type="tertiary",
            on_click=states.apply,
            args=(experiment, parameters, now.preset),
        )
