"""The small text below a picture: what its marks are and who sees what, in at most two lines of a 1280 px window."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

from pages.ui import charts, state
from pages.ui.lessons import texts
from ppr_core.experiments.contract import Parameters
from tests.test_texts import PAGES, PRESETS, SECONDS, SMALL, affordable, experiment, shown

LONGEST = 200  # characters, which fill two lines of 671 px there


def caption(page: str, parameters: Parameters) -> str:
    """What the page shows below its picture at these settings."""
    of_page = experiment(page)
    result = of_page.run(parameters)
    return shown(page).main(result, of_page.tell(result), charts.Theme()).note


def cheap(page: str, wanted: Parameters) -> Parameters:
    """The same, or the nearest whose run costs little."""
    smaller = {name: min(most, getattr(wanted, name)) for name, most in SMALL.get(page, {}).items()}
    of_page = experiment(page)
    lowest = {of_page.dial: int(wanted.specs()[of_page.dial].low)} if of_page.dial else {}
    return of_page.nearest_affordable(wanted, SECONDS, 1e9) or wanted.replace(**lowest, **smaller)


def steps(page: str, parameters: Parameters) -> Iterator[Parameters]:
    """These settings at every step of the page, if it has steps."""
    if not (field := shown(page).step):
        yield parameters
        return
    spec = parameters.specs()[field]
    yield from (parameters.replace(**{field: step}) for step in range(int(spec.low), int(spec.high) + 1))


def stops() -> Iterator[tuple[str, str, dict[str, str]]]:
    for name, lesson in texts.lessons().items():
        for number, stop in enumerate(lesson.stops, start=1):
            if stop.page in PAGES:
                yield f"{name}-{number}", stop.page, dict(stop.answered)


def too_long(page: str, parameters: Parameters) -> dict[int, str]:
    """Captions that take more than two lines, by their length."""
    said = {caption(page, each) for each in steps(page, parameters)}
    return {len(one): one for one in said if len(one) > LONGEST}


@pytest.mark.parametrize(("page", "preset"), PRESETS)
def test_a_caption_of_a_preset_takes_two_lines(page: str, preset: str) -> None:
    assert not too_long(page, affordable(page, preset))


@pytest.mark.parametrize(
    ("page", "settings"),
    [pytest.param(page, settings, id=name) for name, page, settings in stops()],
)
def test_a_caption_of_a_lesson_takes_two_lines(page: str, settings: dict[str, str]) -> None:
    visited, _ = state.read_link(experiment(page), {"v": state.LINK_VERSION, **settings})
    assert not too_long(page, cheap(page, visited.parameters))


def test_a_longer_caption_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown("federated")
    long = functools.partial(charts.Figure, None, "x", "x", "x", {})
    for length, wrong in ((LONGEST, False), (LONGEST + 1, True)):
        monkeypatch.setitem(page.__dict__, "main", lambda *given, length=length: long("x" * length))
        assert bool(too_long("federated", affordable("federated", "One round"))) == wrong
