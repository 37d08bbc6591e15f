"""A part that encodes in the browser while it is dragged: ppr_core's JavaScript, sliders, and what the decoder gets."""

from __future__ import annotations

import html
import json
import math
from dataclasses import dataclass
from pathlib import Path

from pages.ui import controls
from ppr_core.codes import code_from_name
from ppr_core.experiments.contract import FieldSpec, Parameters
from ppr_core.javascript import script
from ppr_core.texts import Messages
from ppr_core.wording import number

__all__ = ["STYLE", "Live", "encodes", "jump", "program", "section", "tab"]

message = Messages("live")

STYLE = """
#live { border-top: 1px solid var(--grid); margin-top: 2rem; scroll-margin-top: 4rem; }
#live canvas { width: 100%; display: block; touch-action: pan-y; }
#live label { display: grid; grid-template-columns: minmax(8rem, 10rem) 1fr 3.5rem; margin: 0.4rem 0; }
#live b { overflow-wrap: anywhere; }
@media print { #live { display: none; } }
"""
_ALPHA_HIGH, _STOPS = 10.0, 200  # of α before ∞; of a slider
_REACH = 5.0  # outputs drawn lie in [−5, 5]
_MOST = 5_000  # messages


@dataclass(frozen=True)
class Live:
    """What a page and its file encode: noise of the line or a category, by PPR.

    law: "laplace" on [−1, 1], or "randomized_response"; x: the field of the input; plateau: whether the proposal is the
    flat one, of the least largest ratio; code: of the messages.
    """

    law: str
    x: str
    plateau: bool = True
    code: str = "elias_delta"


def encodes(live: Live, parameters: Parameters) -> bool:
    """Whether the settings are of a kind that the script can encode."""
    return getattr(parameters, "mechanism", live.law) == live.law and "alpha" not in parameters.unused()


def section(live: Live, parameters: Parameters, varied: str = "") -> str:
    """Sliders, canvas and numbers as HTML, with the settings that the script reads; "" for what it cannot encode.

    varied: the field of the file's own slider, which is read here, too, instead of a second one.
    """
    if not encodes(live, parameters):
        return ""
    specs, categories = parameters.specs(), getattr(parameters, "categories", 1)
    epsilon, alpha, number_line = specs["epsilon"], specs["alpha"], live.law == "laplace"
    ends = {"epsilon": (epsilon.low, min(epsilon.high, 10.0)), "alpha": (max(alpha.low, 1.05), _ALPHA_HIGH)}
    x = {"min": "-1", "max": "1", "step": "0.02"} if number_line else {"min": "1", "max": str(categories), "step": "1"}
    start = {name: value for name in ("epsilon", "alpha") if math.isfinite(value := getattr(parameters, name))}
    alternative = message(  # the script fills in what stands in braces
        "alternative", n="{n}", epsilon="{epsilon}", alpha="{alpha}", x="{x}", index="{index}", bits="{bits}"
    )
    words = {
        "decoded": message("decoded"), "law": message("law"), "proposal": message("proposal"), "rows": message("rows"),
        "none": message("none"), "axis": message("axis", kind="number" if number_line else "category"),
        "count": message("count", n="{n}"), "alternative": alternative,
    }  # fmt: skip
    held = {"epsilon": "epsilon", "alpha": "alpha", live.x: "x"}.get(varied, "")
    data = {
        "law": live.law, "plateau": live.plateau, "proposal": getattr(parameters, "proposal", 1.0), "size": categories,
        "reach": _REACH, "code": live.code, "seed": f"{parameters.seed:x}", "most": _MOST, "start": start,
        "words": words, "held": held, **ends,
    }  # fmt: skip
    given = {
        "epsilon": (epsilon, _stops(parameters.epsilon, *ends["epsilon"])),
        "alpha": (alpha, _stops(parameters.alpha - 1, *(end - 1 for end in ends["alpha"]))),
        "x": (specs[live.x], x | {"value": str(getattr(parameters, live.x))}),
    }
    sliders = [_slider(name, *each) for name, each in given.items() if name != held]
    notes = {"message": message("code", name=code_from_name(live.code).label), "bits": "", "reader": "",
             "decoder": message("theorem")} | ({} if number_line else {"right": message("right-note")})  # fmt: skip
    listed = "".join(
        f'<li>{html.escape(message(f"tile-{name}"))} <b data-live="{name}"></b>'
        f"<small{' data-live=count' * (name == 'bits')}>{html.escape(note)}</small></li>"
        for name, note in notes.items()
    )
    return (
        f'<div id="live"><h2>{html.escape(message("title"))}</h2>{"".join(sliders)}'
        f'<canvas role="img" aria-label="{html.escape(message("decoded"))}"></canvas>'
        f'<ul class="numbers">{listed}</ul><p><small>{html.escape(message("note", most=number(_MOST)))}</small></p>'
        f'<script type="application/json">{json.dumps(data, ensure_ascii=False)}</script></div>'
    )


def tab() -> str:
    """Its name among the tabs of a page."""
    return message("tab")


def jump() -> str:
    """The link to it, for the top of a page."""
    return f'<p class="jump"><a href="#live">{html.escape(message("jump"))}</a></p>'


def program() -> str:
    """The encoders, and what draws with them."""
    drawn = Path(__file__).with_name("live.js").read_text(encoding="utf-8")
    return script("randomness", "encoders", "mechanisms") + drawn


def _stops(value: float, low: float, high: float) -> dict[str, str]:
    """A slider over powers between the ends."""
    share = (math.log(value) - math.log(low)) / math.log(high / low)  # of logarithms: value / low could overflow
    return {"min": "0", "max": str(_STOPS), "value": str(round(_STOPS * min(max(share, 0.0), 1.0)))}


def _slider(name: str, spec: FieldSpec, attributes: dict[str, str]) -> str:
    given = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    label = html.escape(controls.name_of(spec))
    return f'<label>{label} <input type="range" name="{name}" {given}><output name="{name}"></output></label>'
