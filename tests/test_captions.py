"""The small text below a picture: what its marks are and who sees what, in at most two lines of a 1280 px window."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pages.ui import charts, state
from pages.ui.lessons import texts
from ppr_core.experiments.contract import Parameters
from tests.test_texts import PAGES, PRESETS, SECONDS, SMALL, experiment, result_of, shown

LONGEST = 200  # characters, which fill two lines of 671 px there


def captions(page: str, result: Any) -> Iterator[str]:
    """What the page shows below its picture, at every step of the page if it has steps: looks at the same run."""
    field = shown(page).step
    spec = result.parameters.specs()[field] if field else None
    for step in range(int(spec.low), int(spec.high) + 1) if spec else (None,):
        at = result if step is None else replace(result, parameters=result.parameters.replace(**{field: step}))
        yield shown(page).main(at, experiment(page).tell(at), charts.Theme()).note


def cheap(page: str, wanted: Parameters) -> Parameters:
    """The same, or the nearest whose run costs little."""
    smaller = {name: min(most, getattr(wanted, name)) for name, most in SMALL.get(page, {}).items()}
    of_page = experiment(page)
    lowest = {of_page.dial: int(wanted.specs()[of_page.dial].low)} if of_page.dial else {}
    return of_page.nearest_affordable(wanted, SECONDS, 1e9) or wanted.replace(**lowest, **smaller)


def stops() -> Iterator[tuple[str, str, dict[str, str]]]:
    for name, lesson in texts.lessons().items():
        for number, stop in enumerate(lesson.stops, start=1):
            if stop.page in PAGES:
                yield f"{name}-{number}", stop.page, dict(stop.answered)


def too_long(page: str, result: Any) -> dict[int, str]:
    """Captions that take more than two lines, by their length."""
    return {len(one): one for one in captions(page, result) if len(one) > LONGEST}


@pytest.mark.parametrize(("page", "preset"), PRESETS)
def test_a_caption_of_a_preset_takes_two_lines(page: str, preset: str) -> None:
    assert not too_long(page, result_of(page, preset))


@pytest.mark.parametrize(
    ("page", "settings"),
    [pytest.param(page, settings, id=name) for name, page, settings in stops()],
)
def test_a_caption_of_a_lesson_takes_two_lines(page: str, settings: dict[str, str]) -> None:
    visited, _ = state.read_link(experiment(page), {"v": state.LINK_VERSION, **settings})
    assert not too_long(page, experiment(page).run(cheap(page, visited.parameters)))


def test_a_longer_caption_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown("federated")
    long = functools.partial(charts.Figure, None, "x", "x", "x", {})
    for length, wrong in ((LONGEST, False), (LONGEST + 1, True)):
        monkeypatch.setitem(page.__dict__, "main", lambda *given, length=length: long("x" * length))
        assert bool(too_long("federated", result_of("federated", "One round"))) == wrong
