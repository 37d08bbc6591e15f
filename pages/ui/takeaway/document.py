"""The HTML of a page that needs nothing around it: no server, no network, no library."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from pages.ui.takeaway.elements import px
from pages.ui.takeaway.grid import grid
from pages.ui.takeaway.live import Live
from pages.ui.takeaway.spans import shared
from ppr_core.experiments.contract import Experiment, Parameters, Story

__all__ = ["MOST_BYTES", "Source", "document", "in_both_themes", "own_names", "page_of", "part", "svg", "themes"]

MOST_BYTES = 2_000_000
WIDTH, NARROW = 720, 360  # px of a picture

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_STYLE = """
body { font: 16px/1.5 "DejaVu Sans", Arial, Helvetica, sans-serif; color: var(--text); background: var(--background);
  max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
@media (min-width: 1200px) { body { font-size: 19px; } }
h1 { font-size: 1.5em; margin: 0; }
h2 { font-size: 1.2em; margin: 0.8em 0 0.4em; }
h2:focus-visible, .said:focus-visible { outline: none; }
a { color: var(--ppr); }
label { display: flex; gap: 0.4rem 1rem; align-items: center; font-weight: 700; margin: 1rem 0; flex-wrap: wrap; }
input[type=range] { flex: 1; min-width: 8rem; min-height: 2rem; accent-color: var(--ppr); }
.picture { overflow-x: auto; }
.picture svg { width: 100%; height: auto; max-height: max(18rem, calc(100vh - 17rem)); }
.picture svg:only-child { min-width: 34rem; }
.picture .narrow { display: none; }
@media screen and (max-width: 34rem) { .picture .narrow { display: block; } .picture .wide { display: none; } }
.slid { flex: 1; min-width: 8rem; position: relative; padding-bottom: 1.4em; }
.slid input { width: 100%; margin: 0; }
.slid i { position: absolute; bottom: 0; transform: translateX(-50%); white-space: nowrap;
  font-size: 0.8em; font-style: normal; font-weight: 400; line-height: 1.2; }
.slid i::before { content: ""; position: absolute; left: 50%; bottom: 1.3em; height: 0.4em;
  border-left: 1px solid var(--muted); }
.question > * { display: inline; margin-right: 0.8rem; }
@media (max-width: 34rem) {
  body { margin-top: 0.6rem; }
  h1 { font-size: 1.3em; }
  h2 { font-size: 1.05em; }
  label { margin: 0.6rem 0; }
  .slid { flex-basis: 100%; order: 1; }
  .many i:nth-of-type(even) { color: transparent; }
}
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

    field: what the slider varies; last: its last value for this result, or None; live: what the file itself encodes;
    link: where the page is, "" for a file that was made without a server.
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
    link: str = ""


def document(source: Source, theme: Theme, before: str = "") -> str:
    """The whole file, at most `MOST_BYTES` long: pictures for telephones, then settings are left out until it is.

    before: HTML in front of the title, which the files of a site have.
    """
    experiment, chosen = source.experiment, source.parameters
    records = grid(experiment, chosen, source.field, source.seconds, source.last) if source.field else [chosen]
    results = [source.result if record == chosen else experiment.run(record) for record in records]
    drawn = [source.draw(result, experiment.tell(result), theme) for result in results]
    spans = shared(drawn)
    for narrow in (True, False):
        parts = [
            part(source, record, result, replace(theme, spans=spans[index]), index, narrow)
            for index, (record, result) in enumerate(zip(records, results, strict=True))
        ]
        if len((text := _whole(source, records, parts, before)).encode()) <= MOST_BYTES:
            return text
    while len(text.encode()) > MOST_BYTES and len(records) > 1:
        kept = [index for index in range(len(records)) if index % 2 == 0 or records[index] == chosen]
        kept = kept if len(kept) < len(records) else [records.index(chosen)]
        records, parts = [records[index] for index in kept], [parts[index] for index in kept]
        text = _whole(source, records, parts, before)
    return text


def _whole(source: Source, records: Sequence[Parameters], parts: Sequence[str], before: str) -> str:
    chosen, specs = records.index(source.parameters), source.parameters.specs()
    settings = controls.told(source.parameters, *([source.field] if len(records) > 1 else []))
    slider = f"<p><small>{html.escape(label('take_away.single'))}</small></p>"
    if len(records) > 1:
        name, values = controls.name_of(specs[source.field]), [_value(source, record) for record in records]
        settings = f"{label('take_away.varied', name=name, low=values[0], high=values[-1])}, {settings}"
        slider = (
            f'<label>{html.escape(name)} <span class="slid{" many" * (len(values) > 5)}">'
            f'<input id="slider" type="range" min="0" max="{len(records) - 1}" value="{chosen}">{_ticks(values)}</span>'
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
    question = f'<div class="question"><p>{html.escape(source.question)}</p>{jump}</div>'
    body = (
        f"<h1>{title}</h1>{question}{slider}{shown}{encoder}"
        f"<p><small>{html.escape(computed)}{_way_back(source.link)}</small></p>"
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


def part(source: Source, parameters: Parameters, result: Any, theme: Theme, index: int, narrow: bool = False) -> str:
    """One setting: picture, finding and numbers, as the app shows them; narrow: with a second one for telephones."""
    story = source.experiment.tell(result)
    figure = source.draw(result, story, theme)
    numbers = "".join(
        f"<li>{html.escape(quantity.label)} <b>{html.escape(format_value(quantity))}</b>"
        f"<small>{html.escape(origin(quantity))}</small></li>"
        for quantity in story.quantities[: source.tiles]
    )
    note = f"<p><small>{html.escape(figure.note)}</small></p>" if figure.note else ""
    widths = {"wide": WIDTH, "narrow": NARROW} if narrow else {"wide": WIDTH}
    picture = "".join(
        in_both_themes(own_names(svg(figure, theme, width), f"{index}{name[0]}")).replace(
            "<svg", f'<svg class="{name}"', 1
        )
        for name, width in widths.items()
    )
    return (
        f'<h2>{html.escape(figure.title)}</h2><div class="picture" tabindex="0" role="img" '
        f'aria-label="{html.escape(figure.alternative)}">{picture}</div>'
        f"<p><b>{html.escape(story.finding)}</b></p>{note}"
        f'<ul class="numbers">{numbers}</ul>'
    )


def svg(figure: Figure, theme: Theme, width: int = WIDTH) -> str:
    """The picture alone, so many pixels wide; its title and note stand around it."""
    if isinstance(figure.chart, go.Figure):
        for kind, name, _, low, high in theme.spans:
            figure.chart.layout[f"{kind}axis{name[1:]}"].range = (low, high)
        return drawing.svg(figure.chart, width, theme.height)
    specs = specifications(figure, theme, for_file=True)
    config, charts, below = specs[0]["config"], [], width < WIDTH  # of each other, where there is no room beside it
    for spec in specs:
        config = config | {"style": config["style"] | spec["config"]["style"]}
        columns, rows = (1, len(specs)) if below else (min(2, len(specs)), 1)
        size = {"width": (width - 60) // columns, "height": max(200, theme.height // rows)}
        charts.append({name: part for name, part in spec.items() if name not in ("config", "padding")} | size)
    whole = charts[0] if len(charts) == 1 else {"vconcat" if below else "hconcat": charts}
    return _short(vl_convert.vegalite_to_svg(whole | {"config": config, "padding": 4}))


def _short(picture: str) -> str:
    """A picture whose coordinates have two decimals; numbers in its words keep all of theirs."""
    cut = partial(re.sub, r"(\d+\.\d\d)\d+", r"\1")
    return re.sub(r'(?<!aria-label)="[^"]*"', lambda match: cut(match[0]), picture)


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


def own_names(picture: str, index: int | str) -> str:
    """Names of clips and gradients that no other picture of the file has."""
    picture = re.sub(r'\bid="([^"]+)"', rf'id="p{index}-\1"', picture)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#p{index}-\1)", picture)


def _value(source: Source, parameters: Parameters) -> str:
    if not source.field:
        return ""
    values = parameters.values()
    return controls.shown_text(parameters.specs()[source.field], values[source.field], values)


def _ticks(values: Sequence[str]) -> str:
    """The slider's values below it, each where its thumb, half a rem from the ends, stands."""
    shares = ((value, place / (len(values) - 1)) for place, value in enumerate(values))
    return "".join(
        f'<i style="left:calc(0.5rem + {px(share, 4)} * (100% - 1rem))" inert>{html.escape(value)}</i>'
        for value, share in shares
    )


def _way_back(link: str) -> str:
    return f' <a href="{html.escape(link)}">{html.escape(label("take_away.back"))}</a>' if link else ""
