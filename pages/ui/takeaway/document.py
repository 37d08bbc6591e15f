"""The HTML of a page that needs nothing around it: no server, no network, no library."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go
import vl_convert

import ppr_core
from pages.ui import controls
from pages.ui.charts import Figure, Theme, specifications
from pages.ui.charts.palette import COLORS, INK
from pages.ui.lessons.labels import label
from pages.ui.quantities import format_value, origin
from pages.ui.takeaway import drawing, live
from pages.ui.takeaway.grid import grid
from pages.ui.takeaway.live import Live
from pages.ui.takeaway.spans import shared
from ppr_core.experiments.contract import Experiment, Parameters, Story

__all__ = ["MOST_BYTES", "Source", "document", "in_both_themes", "own_names", "page_of", "part", "svg", "themes"]

MOST_BYTES = 2_000_000
WIDTH = 720

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_STYLE = """
body { font: 16px/1.5 "DejaVu Sans", Arial, Helvetica, sans-serif; color: var(--text); background: var(--background);
  max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
@media (min-width: 1200px) { body { font-size: 19px; } }
h1 { font-size: 1.5em; margin: 0; }
h2 { font-size: 1.2em; margin: 0.8em 0 0.4em; }
h2:focus-visible, .said:focus-visible { outline: none; }
a { color: var(--ppr); }
label { display: flex; gap: 1rem; align-items: center; font-weight: 700; margin: 1rem 0; flex-wrap: wrap; }
input[type=range] { flex: 1; min-width: 8rem; min-height: 2.4rem; accent-color: var(--ppr); }
.picture { overflow-x: auto; }
.picture svg { width: 100%; min-width: 34rem; height: auto; max-height: 75vh; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.75rem; padding: 0; }
.numbers li { list-style: none; border: 1px solid var(--muted); border-radius: 0.5rem; padding: 0.6rem; }
.numbers b { display: block; font-size: 1.2rem; }
small { color: var(--muted); }
pre { overflow-x: auto; border: 1px solid var(--grid); padding: 0.8rem; }
:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
"""
_SCRIPT = """
const slider = document.getElementById('slider'), parts = document.querySelectorAll('section');
const show = () => {
  parts.forEach((part, place) => { part.hidden = place !== Number(slider.value); });
  const value = parts[slider.value].dataset.value;
  document.getElementById('value').textContent = value;
  slider.setAttribute('aria-valuetext', value);
};
slider.addEventListener('input', show);
show();
"""


@dataclass(frozen=True)
class Source:
    """What a file is made from: the page, the record on screen with its result, and the time for further ones.

    field: what the slider varies; last: its last value for this result, or None; live: what the file itself encodes.
    """

    experiment: Experiment
    title: str
    question: str
    draw: Callable[[Any, Story, Theme], Figure]
    parameters: Parameters
    result: Any
    field: str
    seconds: float
    tiles: int = 5
    last: int | None = None
    live: Live | None = None


def document(source: Source, theme: Theme, before: str = "") -> str:
    """The whole file, at most `MOST_BYTES` long: settings are left out until it is.

    before: HTML in front of the title, which the files of a site have.
    """
    experiment, chosen = source.experiment, source.parameters
    records = grid(experiment, chosen, source.field, source.seconds, source.last) if source.field else [chosen]
    results = [source.result if record == chosen else experiment.run(record) for record in records]
    drawn = [source.draw(result, experiment.tell(result), theme) for result in results]
    parts = [
        part(source, record, result, replace(theme, spans=spans), index)
        for index, (record, result, spans) in enumerate(zip(records, results, shared(drawn), strict=True))
    ]
    text = _whole(source, records, parts, before)
    while len(text.encode()) > MOST_BYTES and len(records) > 1:
        kept = [index for index in range(len(records)) if index % 2 == 0 or records[index] == chosen]
        kept = kept if len(kept) < len(records) else [records.index(chosen)]
        records, parts = [records[index] for index in kept], [parts[index] for index in kept]
        text = _whole(source, records, parts, before)
    return text


def _whole(source: Source, records: Sequence[Parameters], parts: Sequence[str], before: str) -> str:
    chosen, specs = records.index(source.parameters), source.parameters.specs()
    unused = source.parameters.unused()
    settings = ", ".join(
        f"{controls.name_of(spec)} = {controls.shown_text(spec, getattr(source.parameters, name))}"
        for name, spec in specs.items()
        if name not in unused and (name != source.field or len(records) == 1)
    )
    slider = f"<p><small>{html.escape(label('take_away.single'))}</small></p>"
    if len(records) > 1:
        name = html.escape(controls.name_of(specs[source.field]))
        slider = (
            f'<label>{name} <input id="slider" type="range" min="0" max="{len(records) - 1}" value="{chosen}">'
            f'<output id="value"></output></label>'
        )
    shown = "".join(
        f'<section data-value="{html.escape(_value(source, record))}"{" hidden" * (index != chosen)}>{part}</section>'
        for index, (record, part) in enumerate(zip(records, parts, strict=True))
    )
    title = html.escape(source.title)
    computed = label("take_away.origin", settings=settings, version=ppr_core.__version__)
    script, jump, encoder = _SCRIPT if len(records) > 1 else "", "", ""
    if source.live and (encoder := live.section(source.live, source.parameters)):
        script += live.program()
        jump = live.jump()
    body = (
        f"<h1>{title}</h1><p>{html.escape(source.question)}</p>{jump}{slider}{shown}{encoder}"
        f"<p><small>{html.escape(computed)}</small></p>"
        f"<details><summary>{html.escape(label('take_away.program'))}</summary>"
        f'<pre tabindex="0">{html.escape(source.experiment.snippet(source.parameters))}</pre></details>'
    )
    return page_of(title, before, body, style=live.STYLE if encoder else "", script=script)


def page_of(title: str, before: str, body: str, *, style: str = "", script: str = "", module: bool = False) -> str:
    """A whole page in one file, in light and dark; title, before and body are HTML."""
    run = f"<script{' type=module' * module}>{script}</script>" if script else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<style>{themes()}{_STYLE}{style}</style></head><body>{before}<main>{body}</main>{run}</body></html>"
    )


def part(source: Source, parameters: Parameters, result: Any, theme: Theme, index: int) -> str:
    """One setting: picture, finding and numbers, as the app shows them."""
    story = source.experiment.tell(result)
    figure = source.draw(result, story, theme)
    numbers = "".join(
        f"<li>{html.escape(quantity.label)} <b>{html.escape(format_value(quantity))}</b>"
        f"<small>{html.escape(origin(quantity))}</small></li>"
        for quantity in story.quantities[: source.tiles]
    )
    note = f"<p><small>{html.escape(figure.note)}</small></p>" if figure.note else ""
    picture = in_both_themes(own_names(svg(figure, theme), index))
    return (
        f'<h2>{html.escape(figure.title)}</h2><div class="picture" tabindex="0" role="img" '
        f'aria-label="{html.escape(figure.alternative)}">{picture}</div>'
        f"<p><b>{html.escape(story.finding)}</b></p>{note}"
        f'<ul class="numbers">{numbers}</ul>'
    )


def svg(figure: Figure, theme: Theme) -> str:
    """The picture alone; its title and note stand around it."""
    if isinstance(figure.chart, go.Figure):
        for kind, name, _, low, high in theme.spans:
            figure.chart.layout[f"{kind}axis{name[1:]}"].range = (low, high)
        return drawing.svg(figure.chart, WIDTH, theme.height)
    specs = specifications(figure, theme, for_file=True)
    config, charts = specs[0]["config"], []
    for spec in specs:
        config = config | {"style": config["style"] | spec["config"]["style"]}
        size = {"width": (WIDTH - 60) // min(2, len(specs)), "height": theme.height}
        charts.append({name: part for name, part in spec.items() if name not in ("config", "padding")} | size)
    whole = charts[0] if len(charts) == 1 else {"hconcat": charts}
    return re.sub(r"(\d+\.\d\d)\d+", r"\1", vl_convert.vegalite_to_svg(whole | {"config": config, "padding": 4}))


def _names(scheme: str) -> dict[str, str]:
    """The colours of a scheme by the names that they have in a file's style."""
    ink = {name: getattr(INK[scheme], name) for name in ("background", "text", "muted", "grid")}
    return {**COLORS[scheme], **ink}


def themes() -> str:
    """The colours of both schemes, as the style sheet of a file names them."""
    light, dark = (";".join(f"--{name}:{color}" for name, color in _names(each).items()) for each in ("light", "dark"))
    return (
        f":root{{color-scheme:light dark;{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        f"@media print{{:root{{color-scheme:light;{light}}}}}"
    )


def in_both_themes(picture: str) -> str:
    """A picture drawn in the light scheme, its colours by their names."""
    names = {color: name for name, color in _names("light").items()}
    return re.sub(
        r'(?<=")#[0-9a-f]{6}(?=")',
        lambda match: f"var(--{names[match[0]]})" if match[0] in names else match[0],
        picture,
    )


def own_names(picture: str, index: int) -> str:
    """Names of clips and gradients that no other picture of the file has."""
    picture = re.sub(r'\bid="([^"]+)"', rf'id="p{index}-\1"', picture)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#p{index}-\1)", picture)


def _value(source: Source, parameters: Parameters) -> str:
    if not source.field:
        return ""
    return controls.shown_text(parameters.specs()[source.field], getattr(parameters, source.field))
