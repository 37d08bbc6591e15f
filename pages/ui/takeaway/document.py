"""The HTML of a page that needs nothing around it: no server, no network, no library."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import plotly.graph_objects as go
import vl_convert

import ppr_core
from pages.ui import controls, glossary
from pages.ui.charts import Figure, Theme, specifications
from pages.ui.charts.palette import COLORS, INK
from pages.ui.lessons.labels import label
from pages.ui.quantities import briefly, format_value
from pages.ui.takeaway import drawing, live
from pages.ui.takeaway.elements import px
from pages.ui.takeaway.settings import Setting, Source, settings
from ppr_core.experiments.contract import Parameters

__all__ = ["MOST_BYTES", "document", "encoding", "in_both_themes", "own_names", "page_of", "part", "svg", "themes"]

MOST_BYTES = 5_000_000
WIDTH, NARROW = 900, 330  # px of a picture, which desks' windows and telephones draw larger
HEIGHT, LEAST = 400, 270  # px of a picture, and of each of several below each other
WALL = 1500, 560  # px of a picture in letters of a projector, which a wall of 1280 × 720 shows at two thirds

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_HERE = Path(__file__).parent


def document(source: Source, theme: Theme, before: str = "") -> str:
    """The whole file, at most `MOST_BYTES` long: pictures for telephones, then settings are left out until it is.

    before: HTML in front of the title, which the files of a site have.
    """
    shown = settings(source, theme)
    for narrow in (True, False):
        parts = [_Part.of(source, each, index, theme, narrow) for index, each in enumerate(shown)]
        if len((text := _whole(source, shown, parts, before)).encode()) <= MOST_BYTES:
            return text
    while len(text.encode()) > MOST_BYTES and len(shown) > 1:
        kept = [index for index in range(len(shown)) if index % 2 == 0 or shown[index].record == source.parameters]
        kept = kept if len(kept) < len(shown) else [index for index in kept if shown[index].record == source.parameters]
        shown, parts = [shown[index] for index in kept], [parts[index] for index in kept]
        text = _whole(source, shown, parts, before)
    return text


def _whole(source: Source, shown: Sequence[Setting], parts: Sequence[_Part], before: str) -> str:
    records, specs = [each.record for each in shown], source.parameters.specs()
    chosen, values = records.index(source.parameters), [_value(source, record) for record in records]
    told = controls.told(source.parameters, *([source.field] if len(records) > 1 else []))
    slider = ""
    if len(records) > 1:
        name = controls.name_of(specs[source.field])
        told = f"{label('take_away.varied', name=name, low=values[0], high=values[-1])}, {told}"
        slider = (
            f'<div class="setting"><label for="slider">{html.escape(name)} '
            f'<output id="value" for="slider" aria-live="off">{html.escape(values[chosen])}</output></label>'
            f'<div class="slid{" many" * (len(values) > 5)}">'
            f'<input id="slider" type="range" min="0" max="{len(records) - 1}" value="{chosen}">{_ticks(values)}</div>'
            f'</div><p class="heard" role="status"></p>'
        )
    headlines = "".join(
        f"<p{' class=shown' * (index == chosen)}>{html.escape(part.headline)}</p>" for index, part in enumerate(parts)
    )
    pictures = "".join(
        f'<section data-value="{html.escape(value)}" data-number="{_number(source, record)}"'
        f"{' hidden' * (index != chosen)}>{part.picture}{part.numbers}"
        f"<h2>{html.escape(label('take_away.program'))}</h2>"
        f'<pre tabindex="0">{html.escape(program(source, record))}</pre></section>'
        for index, (value, record, part) in enumerate(zip(values, records, parts, strict=True))
    )
    computed = label("take_away.origin", settings=told, version=ppr_core.__version__)
    script, jump, encoder = (_HERE / "sheet.js").read_text(encoding="utf-8") * (len(records) > 1), "", ""
    varied = source.field if len(records) > 1 else ""
    if source.live and (encoder := live.section(source.live, source.parameters, varied)):
        script += live.program()
        jump = live.jump()
    body = (
        f'<div class="asked"><h1>{html.escape(source.title)}</h1><p>{html.escape(source.question)}</p>{jump}</div>'
        f'<div class="headlines">{headlines}</div>{slider}{pictures}{encoder}'
        f"<p><small>{html.escape(computed)}{_way_back(source.link, varied)}</small></p>"
    )
    return page_of(html.escape(source.title), before, body, style=live.STYLE if encoder else "", script=script)


def page_of(title: str, before: str, body: str, *, style: str = "", script: str = "", module: bool = False) -> str:
    """A whole page in one file, in light and dark; title, before and body are HTML."""
    run = f"<script{' type=module' * module}>{script}</script>" if script else ""
    looks = themes() + (_HERE / "sheet.css").read_text(encoding="utf-8") + style
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<style>{looks}</style></head><body>{before}<main>{body}</main>{run}</body></html>"
    )


def encoding(title: str, encoder: live.Live, parameters: Parameters) -> str:
    """The part that encodes in the browser, as a page of its own."""
    body = live.section(encoder, parameters)
    return page_of(title, "", body, style=live.STYLE, script=live.program())


def part(source: Source, theme: Theme, index: int | str) -> str:
    """The source's own setting alone: finding, picture and numbers, as the app shows them; index: see `_Part.of`."""
    each = _Part.of(source, settings(replace(source, field=""), theme)[0], index, theme, narrow=True)
    return f'<div class="whole"><p><b>{html.escape(each.headline)}</b></p>{each.picture}</div>{each.numbers}'


@dataclass(frozen=True)
class _Part:
    """One setting as HTML: its headline as plain words, its picture with title and note, its numbers."""

    headline: str
    picture: str
    numbers: str

    @classmethod
    def of(cls, source: Source, shown: Setting, index: int | str, theme: Theme, narrow: bool) -> _Part:
        """index: which names of the pictures' parts bear; narrow: with a second picture for telephones."""
        theme = replace(theme, spans=shown.spans)
        near = replace(theme, projector=False)  # a telephone is held in the hand
        figure = source.draw(shown.result, shown.story, near)
        note = f"<p>{glossary.typeset(figure.note)}</p>" if figure.note else ""
        wide = (theme, *WALL) if theme.projector else (theme, WIDTH, HEIGHT)
        looks = {"wide": wide} | ({"narrow": (near, NARROW, HEIGHT)} if narrow else {})
        drawn = "".join(
            in_both_themes(
                own_names(svg(source.draw(shown.result, shown.story, look), look, *size), f"{index}{name[0]}")
            ).replace("<svg", f'<svg class="{name}"', 1)
            for name, (look, *size) in looks.items()
        )
        numbers = "".join(
            f"<li>{html.escape(quantity.label)} <b>{html.escape(format_value(quantity))}</b>"
            f"<small>{html.escape(briefly(quantity))}</small></li>"
            for quantity in shown.story.quantities[: source.tiles]
        )
        picture = (
            f'<h2>{html.escape(figure.title)}</h2><div class="picture" role="img" '
            f'aria-label="{html.escape(figure.alternative)}">{drawn}</div>{note}'
        )
        return cls(
            shown.story.captions.get(source.caption) or shown.story.finding,
            picture,
            f'<ul class="numbers">{numbers}</ul>',
        )


def svg(figure: Figure, theme: Theme, width: int = 720, height: int = HEIGHT) -> str:
    """The picture alone, so many pixels wide; its title and note stand around it."""
    if isinstance(figure.chart, go.Figure):
        for kind, name, _, low, high in theme.spans:
            figure.chart.layout[f"{kind}axis{name[1:]}"].range = (low, high)
        return drawing.svg(figure.chart, width, height)
    specs, below = specifications(figure, theme, for_file=True), width < 2 * NARROW  # no room beside each other
    columns = 1 if below else min(figure.columns or 2, len(specs))
    high = max(height, LEAST * len(specs)) if below else height
    rows = math.ceil(len(specs) / columns)
    across, down = width / columns, high / rows
    for _ in range(4):  # what stands around the plots, axes and names, is known once they are drawn
        picture = vl_convert.vegalite_to_svg(_laid_out(specs, columns, across, down))
        wide, tall = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', picture).groups())
        if abs(wide - width) < 2 and abs(tall - high) < 2:
            break
        across, down = (max(LEAST / 3, across + (width - wide) / columns), max(LEAST / 3, down + (high - tall) / rows))
    return _short(picture)


def _laid_out(specs: Sequence[dict], columns: int, width: float, height: float) -> dict:
    """Charts in so many columns, each with a plot of that size."""
    config, size = specs[0]["config"], {"width": width, "height": height}
    for spec in specs:
        config = config | {"style": config["style"] | spec["config"]["style"]}
    around = ("config", "padding", "params")  # these belong to the whole
    charts = [{name: part for name, part in spec.items() if name not in around} | size for spec in specs]
    whole = charts[0] if len(charts) == 1 else {"concat": charts, "columns": columns}
    return whole | {"params": specs[0].get("params", []), "config": config, "padding": 4}


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


def _number(source: Source, parameters: Parameters) -> str:
    return str(float(getattr(parameters, source.field))).replace("inf", "Infinity") if source.field else ""


def program(source: Source, parameters: Parameters) -> str:
    """Three lines that print the first number; the page's own program where a file was read."""
    start, specs = type(parameters)(), parameters.specs()
    given = {name: value for name, value in parameters.values().items() if value != getattr(start, name)}
    if any(specs[name].kind == "file" for name in given):
        return source.experiment.snippet(parameters)
    listed = ", ".join(f"{name}={value!r}".replace("=inf", '=float("inf")') for name, value in given.items())
    return (
        f"from ppr_core.experiments.{source.experiment.name} import EXPERIMENT\n"
        f"result = EXPERIMENT.run(EXPERIMENT.parameters({listed}))\n"
        "print(EXPERIMENT.tell(result).quantities[0].value)"
    )


def _ticks(values: Sequence[str]) -> str:
    """The slider's values below it, each where its thumb, half a rem from the ends, stands."""
    shares = ((value, place / (len(values) - 1)) for place, value in enumerate(values))
    return "".join(
        f'<i style="left:calc(0.5rem + {px(share, 4)} * (100% - 1rem))" inert>{html.escape(value)}</i>'
        for value, share in shares
    )


def _way_back(link: str, varied: str) -> str:
    """varied: the field that the slider sets in the link, too, "" for none."""
    name = html.escape(label("take_away.back"))
    return f' <a id="back" data-field="{varied}" href="{html.escape(link)}">{name}</a>' if link else ""
