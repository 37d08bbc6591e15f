"""The controls of a round: which mechanism, how private, which code."""

from __future__ import annotations

import math

import streamlit as st

from ppr_core.classroom import Question, Settings, schemes_for, survey
from ppr_core.texts import Messages, phrase
from ppr_core.wording import number, rough_percent, with_unit

__all__ = ["PART", "choose", "half", "needs", "start"]

EPSILONS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
ALPHAS = (1.05, 1.1, 1.25, 1.5, 2.0, 3.0, 4.0, 8.0, math.inf)
RELAXATIONS = (1.1, 1.5, 2.0, 4.0, 10.0)
CODES = {"elias_gamma": "Elias gamma", "elias_delta": "Elias delta"}
START = {
    "categories": (2.0, 2.0),
    "number": (2.0, 2.0),
    "place": (2.0, 1.25),
}  # ε and α of kinds whose answers lie far apart
LISTLESS = ("plain_response", "pi_rappor")  # schemes without a list: no α, no code
PART = 0.1  # of the span: how short an interval is asked for

message = Messages("classroom")


def choose(kind: str, key: str, before: Settings | None = None) -> Settings | None:
    """Draw the controls for a kind of question and read them; None for predictions. before: what to begin with."""
    offered = schemes_for(kind)
    if not offered:
        return None
    names = list(offered)
    begin = before or start(kind)
    places = [*st.columns(2), *st.columns(2)]
    scheme = places[0].selectbox(
        message("scheme"),
        names,
        names.index(begin.scheme),
        format_func=lambda name: phrase(offered[name]),
        key=f"{key}-{kind}-scheme",
    )
    means = message(f"epsilon-{kind if kind in ('number', 'place') else 'labels'}")
    epsilon = places[2].select_slider(
        message("epsilon"), _with(EPSILONS, begin.epsilon), begin.epsilon, format_func=number,
        key=f"{key}-{kind}-epsilon", help=means,
    )  # fmt: skip
    alpha, nu, code = begin.alpha, begin.nu, begin.code
    if scheme == "dyadic":
        nu = places[3].select_slider(
            message("nu"), _with(RELAXATIONS, nu), nu, format_func=number, key=f"{key}-nu", help=message("nu-help")
        )
    elif scheme not in LISTLESS:
        alpha = places[3].select_slider(
            message("alpha"), _with(ALPHAS, alpha), alpha, format_func=number, key=f"{key}-alpha",
            help=message("alpha-help"),
        )  # fmt: skip
    if scheme not in LISTLESS:
        code = places[1].selectbox(
            message("code"), list(CODES), list(CODES).index(code), format_func=CODES.get, key=f"{key}-code"
        )
    return Settings(scheme=scheme, epsilon=epsilon, alpha=alpha, nu=nu, code=code)


def _with(values: tuple[float, ...], one: float) -> list[float]:
    """The stops of a slider and, among them, one that a link has chosen."""
    return sorted({*values, one})


def start(kind: str) -> Settings:
    """What a round of this kind begins with."""
    epsilon, alpha = START.get(kind, (1.0, 2.0))
    return Settings(scheme=next(iter(schemes_for(kind))), epsilon=epsilon, alpha=alpha)


def needs(question: Question, chosen: Settings) -> str:
    """How many students these settings need, and what the odds for the server are."""
    found = survey(question, chosen)
    _, decoder = found.odds()
    odds = message("needs-nothing")
    if not math.isinf(decoder):
        odds = message("needs-odds", times=number(math.exp(decoder), 2))
    low, high = question.span
    return message("needs", count=str(found.needed(PART)), part=half(question, PART * (high - low)), odds=odds)


def half(question: Question, width: float) -> str:
    """Half the length of an interval, in the unit that answers have: points of a share, of a map a part of its side."""
    if question.labels:
        return message("points", count=number(100 * width, 2))
    if question.kind == "place":
        return message("map-part", percent=rough_percent(width / 2))
    return with_unit(number(width, 2), question.unit)
