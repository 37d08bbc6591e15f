"""The parameters of a page: one durable record a session, seen by the controls, written into the link.

The record lives in the session under the page's own key and not in widgets, because Streamlit forgets widgets when the
page changes. Controls are seeded from it and write back through `update`; the address bar is written on every run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import guard
from pages.ui.preset_names import preset_of, slug
from ppr_core.experiments.contract import Experiment, FieldSpec, Parameters
from ppr_core.texts.refusals import refusal

__all__ = [
    "ALONG", "Entry", "PageState", "address", "along", "apply", "carry", "enter", "forget_pages", "leave", "load",
    "page_path", "parse", "plain", "projector", "query", "read_link", "reject", "set_projector", "share_link",
    "text_of", "unbroken", "update", "write_link",
]  # fmt: skip

LINK_VERSION = "2"
_FIRST_VERSION = "1"  # of links in which ε of Laplace noise was per unit of distance on two pages
# What a link carries beside settings: a stop of a lesson with the prediction made there, a place in a lecture with the
# lecturer's room and the parts whose answer was shown, and whether results are hidden.
ALONG = ("lesson", "stop", "guess", "lecture", "at", "room", "key", "shown", "hidden")
MOST_PROBLEMS = 20  # of a link that are named


@dataclass(frozen=True)
class Entry:
    """What somebody typed that is not allowed, and the sentence that says why."""

    text: str
    problem: str


@dataclass(frozen=True)
class PageState:
    """What a page knows of its visitor.

    parameters: the last valid record, which the result belongs to; values: what the controls show (equal to the
    parameters unless they exclude each other: then ``conflict`` is the sentence); entries: field -> rejected text of
    its box or table; typed: field -> last exact value that is on no slider stop; problems: bad values of the link;
    preset: the preset that was chosen last, or "".
    """

    parameters: Parameters
    values: Mapping[str, Any]
    conflict: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    typed: Mapping[str, float] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    preset: str = ""
    projector: bool = False

    def told(self, problem: str) -> str:
        """A problem for Markdown, in the language of the page and by the labels of its settings."""
        return plain(refusal(problem, {name: spec.label for name, spec in self.parameters.specs().items()}))


def load(experiment: Experiment) -> PageState:
    """The state of the page now; reads the link on arrival and through the browser's Back."""
    arriving = st.session_state.get(_PAGE) != experiment.name
    st.session_state[_PAGE] = experiment.name
    link = st.query_params.to_dict()
    current = st.session_state.get(_key(experiment))
    if arriving or (link and _through_history()):
        st.session_state[_ALONG] = {name: link[name] for name in ALONG if name in link}
    if current is None or (link and (arriving or _through_history())):
        current, wants_projector = read_link(experiment, link)
        if wants_projector or (link and not arriving):
            set_projector(wants_projector)
    return _save(experiment, replace(current, projector=projector()))


def along() -> dict[str, str]:
    """What the link of this page carries beside its settings."""
    return dict(st.session_state.get(_ALONG, {}))


@guard.callback
def carry(**changes: str) -> None:
    """Change what the link carries; an empty text drops it."""
    st.session_state[_ALONG] = {name: text for name, text in {**along(), **changes}.items() if text}


def forget_pages() -> None:
    """The start of a class: every page at its defaults again, nothing predicted, nothing shown before."""
    for key in list(st.session_state):
        if str(key).startswith(("state-", "shown-", "guess-")) and key != _PROJECTOR:
            del st.session_state[key]


def leave() -> None:
    """Forget which page is open, so that the link of the next one is read although it may be the same page."""
    st.session_state[_PAGE] = ""


def write_link(experiment: Experiment, state: PageState) -> None:
    """Put the state into the address bar, at the end of a run.

    Not earlier: a browser that has just changed the page would still file the address under the page before.
    """
    wanted = query(experiment, state) | along()
    if wanted != st.query_params.to_dict():
        st.query_params.from_dict(wanted)


@guard.callback
def update(experiment: Experiment, **changes: Any) -> None:
    """Change some fields to values that are allowed for each alone; to be called from a widget's callback."""
    state = st.session_state[_key(experiment)]
    values = {**state.values, **changes}
    state = replace(
        state,
        values=values,
        conflict="",
        problems=(),
        entries={name: entry for name, entry in state.entries.items() if name not in changes},
    )
    try:
        state = replace(state, parameters=experiment.parameters(**values).readable())
    except ValueError as error:
        state = replace(state, conflict=str(error))
    _save(experiment, state)


@guard.callback
def enter(experiment: Experiment, name: str, text: str, times: float = 1.0) -> None:
    """Take the text of a number box; keeps everything as it is, and the sentence, if it is not allowed.

    times: what the text is divided by, in a box that shows so many times the value.

    An emptied box shows its value again: nothing was asked for, and browsers send an empty text for a box that they
    have only just built.
    """
    spec = experiment.parameters.specs()[name]
    state = st.session_state[_key(experiment)]
    if not text.strip():
        _save(experiment, replace(state, entries={key: entry for key, entry in state.entries.items() if key != name}))
        return
    try:
        value = parse(spec.times(times), spec.label, text)
        value = value if times == 1 else min(max(value / times, spec.low), spec.high)
    except ValueError as error:
        reject(experiment, name, text, str(error))
        return
    _save(experiment, replace(state, typed={**state.typed, name: value}))
    update(experiment, **{name: value})


def reject(experiment: Experiment, name: str, text: str, problem: str) -> None:
    """Keep everything as it is, and the sentence on why a text (or the file it names) is not taken for a field."""
    state = st.session_state[_key(experiment)]
    _save(experiment, replace(state, entries={**state.entries, name: Entry(text, problem)}, problems=()))


@guard.callback
def apply(experiment: Experiment, parameters: Parameters, preset: str | None = None) -> None:
    """Set all fields at once; a preset of "" forgets the last one, None keeps it."""
    state = st.session_state.get(_key(experiment), PageState(parameters, parameters.values()))
    chosen = state.preset if preset is None else preset
    _save(experiment, PageState(parameters, parameters.values(), preset=chosen, typed=state.typed))


def projector() -> bool:
    """Whether this session draws for a projector; a phone does not, whatever its link says."""
    wanted = st.session_state.get(_PROJECTOR, st.query_params.get("projector") == "1")
    return bool(wanted) and "Mobi" not in st.context.headers.get("User-Agent", "")


@guard.callback
def set_projector(on: bool) -> None:
    """Draw for a projector on every page of this session."""
    st.session_state[_PROJECTOR] = on


def query(experiment: Experiment, state: PageState) -> dict[str, str]:
    """The link's part after the question mark: everything that is needed to see the same page."""
    fields = {name: text_of(value) for name, value in state.parameters.values().items()}
    preset = {"preset": slug(state.preset)} if state.preset else {}
    return {"v": LINK_VERSION, **fields, **preset, **({"projector": "1"} if state.projector else {})}


def address(page: str, fields: Mapping[str, Any]) -> str:
    """The link to a page at such fields, from any other page."""
    return f"{page}?{urlencode({'v': LINK_VERSION} | {name: text_of(value) for name, value in fields.items()})}"


def share_link(experiment: Experiment, state: PageState) -> str:
    """The full address of what is on screen, for any screen and anybody: without the projector's sizes, the visitor's
    own prediction and the lecture around it."""
    here = urlsplit(st.context.url or "")
    shared = {name: text for name, text in along().items() if name in ("lesson", "stop", "hidden")}
    path, link = page_path(here.path), urlencode(query(experiment, replace(state, projector=False)) | shared)
    return here._replace(path=path, query=link, fragment="").geturl()


def page_path(path: str) -> str:
    """The path of a page as the browser has it.

    Streamlit takes the name of any page off the end of an address before it adds that of the page shown: where one
    name ends in another, /metric_privacy becomes /metric_/metric_privacy.
    """
    head, _, name = path.rpartition("/")
    before, _, rest = head.rpartition("/")
    doubled = rest and name != rest and name.startswith(rest)
    return f"{before}/{name}" if doubled else path or "/"


def read_link(experiment: Experiment, link: Mapping[str, str]) -> tuple[PageState, bool]:
    """The state a link describes, with a sentence for each value that cannot be used, and its wish for a projector.

    Fields that the link does not name keep the value of its preset, or their default. A link that names ε and no
    version is one of the first.
    """
    problems = []
    specs = experiment.parameters.specs()
    version = link.get("v", _FIRST_VERSION if "epsilon" in link else LINK_VERSION)
    if version not in (_FIRST_VERSION, LINK_VERSION):
        problems.append(f"v must be {_FIRST_VERSION} or {LINK_VERSION}, a version of links; got {_brief(version)!r}.")
    if link.get("projector", "0") not in ("0", "1"):
        problems.append(f"projector must be 0 or 1; got {_brief(link['projector'])!r}.")
    preset = preset_of(experiment, link.get("preset", ""))
    if link.get("preset") and not preset:
        known = ", ".join(map(slug, experiment.presets)) or "absent: this page has none"
        problems.append(f"preset must be one of {known}; got {_brief(link['preset'])!r}.")
    wanted = {}
    for name, text in link.items():
        if name in specs:
            try:
                wanted[name] = parse(specs[name], name, experiment.former.get(name, {}).get(text, text))
            except ValueError as error:
                problems.append(str(error))
        elif name not in ("v", "preset", "projector", *ALONG):
            problems.append(f"{_brief(name)} is not a setting of this page; its settings are {', '.join(specs)}.")
    parameters = experiment.presets[preset][0] if preset else experiment.parameters()
    if version == _FIRST_VERSION:
        wanted = dict(experiment.renewed(wanted, parameters.values() if preset else {}))
    parameters, conflicts = _with_as_many_as_possible(parameters, wanted)
    sentences = [*problems, *conflicts]
    if len(sentences) > MOST_PROBLEMS:
        sentences = [
            *sentences[:MOST_PROBLEMS],
            f"{len(sentences) - MOST_PROBLEMS} more things in the link cannot be used either.",
        ]
    state = PageState(parameters, parameters.values(), problems=tuple(sentences), preset=preset)
    return state, link.get("projector") == "1"


def parse(spec: FieldSpec, name: str, text: str) -> Any:
    """The value a text stands for, or the ``ValueError`` that says what is allowed."""
    text = text.strip()
    if spec.kind in ("choice", "file", "columns", "table"):
        return spec.check(name, text)
    if spec.kind == "flag":
        return spec.check(name, {"1": True, "true": True, "0": False, "false": False}.get(text.lower(), text))
    return spec.check(name, _number(text, spec.kind == "integer"))


def text_of(value: Any) -> str:
    """The shortest text that `parse` reads back as exactly this value."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")  # infinity is "inf"
    return str(value)


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """The text so that Markdown shows it as it is: no emphasis, formula, colour, icon or link."""
    escaped = re.sub(r"([\\`*_\[\]$<~|#])", r"\\\1", text)
    return re.sub(r"(:(?=[\w/])|\bwww(?=\.)|@)", "\\1\u2060", escaped)  # no backslash stops these; a word joiner does


def unbroken(text: str) -> str:
    """The text so that no line begins with what a symbol equals, a number's error or a per cent sign."""
    return re.sub(r" (?=[=±] |%)|(?<= [=±]) ", "\u00a0", text)


_PAGE = "state-page"
_ALONG = "state-along"
_PROJECTOR = "state-projector"


def _key(experiment: Experiment) -> str:
    return f"state-{experiment.name}"


def _save(experiment: Experiment, state: PageState) -> PageState:
    st.session_state[_key(experiment)] = state
    return state


def _through_history() -> bool:
    context = get_script_run_ctx()
    return bool(getattr(context, "is_history_navigation", False))


def _brief(text: str) -> str:
    """The text, cut where it would fill the page."""
    return text if len(text) <= 80 else text[:77] + "..."


def _number(text: str, whole: bool) -> int | float | str:
    """The number a text stands for; the text itself when it stands for none."""
    compact = re.sub(r"(?<=\d)\s(?=\d{3}(?!\d))", "", text)  # groups of three, as the pages print them
    compact = compact.replace("−", "-").replace("∞", "inf")
    for read in (int, float) if whole else (float,):
        try:
            return read(compact)
        except ValueError:
            continue
    return text


def _with_as_many_as_possible(parameters: Parameters, wanted: Mapping[str, Any]) -> tuple[Parameters, list[str]]:
    """The parameters with the wanted values; where some exclude each other, with those that fit, one by one."""
    with suppress(ValueError):
        return parameters.replace(**wanted).readable(), []
    remaining, refusals, progress = dict(wanted), {}, True
    while progress:
        progress = False
        for name, value in list(remaining.items()):
            try:
                parameters = parameters.replace(**{name: value}).readable()
            except ValueError as error:
                refusals[name] = str(error)
            else:
                progress = True
                del remaining[name]
    return parameters, [refusals[name] for name in remaining]
