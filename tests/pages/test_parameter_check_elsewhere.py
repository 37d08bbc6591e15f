"""Every scheme that Parameter check compares opens on the page that runs it, at the settings that were found."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.drawings.parameter_check_elsewhere import LIMITS, place
from pages.ui.navigation import title_of
from pages.ui.state import address, read_link
from ppr_core.compressors import DyadicQuantizedLaplace
from ppr_core.estimation.frequency import frequency_scheme
from ppr_core.estimation.mean import SQKR, public_frame
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck, TunedScheme
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS
from ppr_core.planning import best

FORMS: list[dict[str, Any]] = [
    {"dimension": 300, "epsilon": 5.0, "decoder_epsilon": 5.0},
    {"task": "laplace", "dimension": 1, "decoder_epsilon": 1.5},
    {"task": "laplace", "dimension": 20, "epsilon": 8.0, "decoder_epsilon": 32.0},
    {"task": "privunit", "dimension": 1000, "epsilon": 4.0, "decoder_epsilon": 8.0},
    {"task": "privunit", "dimension": 150, "epsilon": 9.0, "decoder_epsilon": 36.0, "time_budget": 1.0},
    {"task": "privunit", "dimension": 5, "epsilon": 2.0, "decoder_epsilon": 2.0},
    {"task": "categories", "categories": 20, "epsilon": 2.0, "decoder_epsilon": 2.0},
    {"task": "categories", "categories": 1000, "epsilon": 2.0, "decoder_epsilon": 2.0},
    {"task": "categories", "categories": 16, "bit_budget": 2.5},
    {"task": "mean", "trusted": "server", "dimension": 200},
    {"task": "mean", "target": "local", "epsilon": 4.0, "decoder_epsilon": 16.0},
    {"task": "subset_selection", "categories": 12, "decoder_epsilon": 1.0},
    {"task": "rappor", "categories": 12, "decoder_epsilon": 1.0},
    {"task": "geometric", "categories": 12, "decoder_epsilon": 1.0},
]


@cache
def linked(place_in_forms: int) -> list[tuple[ParameterCheck, TunedScheme, tuple[str, dict[str, Any]]]]:
    """The other schemes that Parameter check finds for a form, with the page and the fields that run each."""
    parameters = ParameterCheck(**FORMS[place_in_forms])
    found = [(way, place(way, parameters)) for way in best(parameters.setup).schemes[1:]]
    return [(parameters, way, where) for way, where in found if where is not None]


every_form = pytest.mark.parametrize("form", range(len(FORMS)), ids=lambda form: str(FORMS[form]))


def experiment_of(page: str) -> Experiment:
    return importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT


def test_limits_are_the_pages_own() -> None:
    for page, fields in LIMITS.items():
        specs = experiment_of(page).parameters.specs()
        for name, (low, high) in fields.items():
            if page != "parameter_check":  # whose limits depend on the task
                assert (specs[name].low, specs[name].high) == (low, high), (page, name)


@every_form
def test_a_link_opens_with_the_values_it_names(form: int) -> None:
    for _, way, (page, fields) in linked(form):
        link = urlsplit(address(page, fields))
        assert link.path == page and title_of(page), way.described
        state, projector = read_link(experiment_of(page), dict(parse_qsl(link.query)))
        assert not state.problems and not projector, way.described
        assert {name: getattr(state.parameters, name) for name in fields} == fields
        assert experiment_of(page).cost(state.parameters).seconds < 60, way.described  # more is refused


def test_there_are_links() -> None:
    assert sum(len(linked(form)) for form in range(len(FORMS))) >= 40


@every_form
def test_the_page_runs_the_scheme_with_these_bits_and_this_error(form: int) -> None:
    for parameters, way, (page, fields) in linked(form):
        assert_runs(parameters, way, page, fields)


def assert_runs(parameters: ParameterCheck, way: TunedScheme, page: str, fields: dict[str, Any]) -> None:
    """Built from the page's own parameters, by the page's own means, where they are not those of Parameter check."""
    opened = experiment_of(page).parameters(**fields)
    if page == "parameter_check":
        checked = best(opened.setup).schemes[0]
        assert (checked.bits, checked.decoder) == (way.bits, way.decoder)
    elif page == "frequency_estimation":
        options = {"gamma": opened.gamma, "generator": opened.generator}
        oracle = frequency_scheme(opened.scheme, size=opened.size, epsilon=opened.epsilon, **options)
        assert way.bits == (128 if "rejection" in opened.scheme else oracle.bits)
    elif page == "dyadic_quantized_laplace":
        scheme = DyadicQuantizedLaplace(epsilon=opened.epsilon, nu=opened.nu)
        radius = parameters.norm_bound / parameters.dimension**0.5
        assert way.bits == pytest.approx(parameters.dimension * scheme.mean_bits(radius, opened.code))
    elif page == "mean_estimation" and opened.compare == "local":
        assert (
            SQKR(dimension=opened.dimension, epsilon=opened.epsilon, frame=public_frame(opened.dimension)).bits
            == way.bits
        )
    elif page == "mean_estimation":
        assert way.bits == (opened.bits if opened.compare == "central" else opened.candidates.bit_length() - 1)
    elif page == "trust_models":
        assert (way.name, way.bits) == ("summed", opened.bits * (1 << (opened.dimension - 1).bit_length()))
    else:
        assert opened.first == way.name
        assert way.name == "rejection" or opened.candidates == 2**way.bits
        channel, settings = MECHANISMS[opened.mechanism].build(opened), dict(way.settings)
        settled = parameters.setup.replace(epsilon=way.own, split="optimized", reports=settings.get("reports", 1))
        if opened.mechanism == "privunit":
            settled = settled.replace(task="privunit")
        own = settled.kind.channel(settled, settings.get("dimension", 1))[0]
        assert type(channel) is type(own)
        assert float(channel.log_ratio_bound()) == pytest.approx(float(own.log_ratio_bound()), rel=1e-9)
        assert channel.privacy(1e-6).epsilon == pytest.approx(own.privacy(1e-6).epsilon)


def test_the_best_scheme_opens_wherever_a_page_takes_it() -> None:
    for form in FORMS:
        parameters = ParameterCheck(**form)
        choice = best(parameters.setup)
        if choice.best is not None and choice.best is not choice.schemes[0]:
            assert place(choice.best, parameters) is not None, choice.best.described


def test_what_no_page_takes_has_no_link() -> None:
    wide = ParameterCheck(task="categories", categories=100_000, epsilon=5.0, decoder_epsilon=20.0)
    ways = best(wide.setup).schemes
    assert all(place(way, wide) is None for way in ways)
    tight = ParameterCheck(task="categories", categories=1000, epsilon=5.0, decoder_epsilon=20.0, bit_budget=2.0)
    short = next(way for way in best(tight.setup).schemes if way.name == "hadamard")
    assert not short.standard and place(short, tight) is None
    assert EXPERIMENT.name == "parameter_check"
