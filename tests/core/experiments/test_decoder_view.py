"""What the decoder sees, beside a page: one function for all pages, and every kind of answer it gives."""

from __future__ import annotations

import importlib
import math
import pickle

import pytest

from pages.ui.jobs.outcomes import BUDGET
from pages.ui.jobs.results import key_of
from ppr_core import GaussianChannel, MinimalRandomCoding, PoissonPrivateRepresentation, RandomizedResponseChannel
from ppr_core.decoder_privacy import decoder_epsilon, half_width
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.mean_estimation.schemes import sent
from ppr_core.experiments.vocabulary.decoder_view import DECODER_VIEW, OneMessage, one_message
from ppr_core.wording import number, percent

BINARY = RandomizedResponseChannel(size=2, epsilon=math.log(3))
GAUSSIAN = GaussianChannel(dimension=1, noise_std=8.0, norm_bound=1.0)
#: page -> settings with which it sends one message of PPR.
ONE = {
    "frequency_estimation": {"users": 1000, "scheme": "ppr_randomized_response"},
    "metric_privacy": {"encodes": 100, "dimension": 2},
    "one_person": {},
    "parameter_check": {"task": "categories", "decoder_epsilon": 8.0, "epsilon": 2.0, "samples": 20},
    "privacy": {"encodes": 1000},
}


def experiment(page: str) -> Experiment:
    return importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT


def said(message: OneMessage) -> str:
    return DECODER_VIEW.tell(DECODER_VIEW.run(message)).finding


def test_a_run_is_the_function_of_the_core_and_no_page_waits_for_it() -> None:
    asked = OneMessage(channel=BINARY, alpha=2.0, delta=1e-2)
    told = DECODER_VIEW.run(asked).told
    assert told == decoder_epsilon(BINARY, 2.0, 1e-2, lists=2000) and told.upper < 0.9 * told.times
    assert f"**{number(told.upper)}**, an upper bound" in said(asked) and number(told.times) in said(asked)
    assert f"certified to ± {percent(half_width(told.lower, told.upper), 2)}." in said(asked)
    assert DECODER_VIEW.cost(asked).seconds > BUDGET.inline_seconds  # in a worker
    again = OneMessage(channel=RandomizedResponseChannel(size=2, epsilon=math.log(3)), alpha=2.0, delta=1e-2)
    assert key_of(DECODER_VIEW, again) == key_of(DECODER_VIEW, pickle.loads(pickle.dumps(asked)))


def test_it_says_whose_number_it_is() -> None:
    """For any two inputs, for two of them, where no list is looked at, and where nothing is finite."""
    pair = said(OneMessage(channel=GAUSSIAN, alpha=2.0, delta=1e-2))
    assert "the two inputs that outputs tell apart best" in pair and "For all inputs" in pair
    assert "any two inputs" in said(OneMessage(channel=BINARY, alpha=2.0, delta=1e-2))
    assert "no tighter bound" in said(OneMessage(channel=BINARY, alpha=1.01, delta=1e-2))
    assert "no finite ε" in said(OneMessage(channel=BINARY, alpha=math.inf, delta=1e-3))


def test_only_one_message_of_ppr_has_a_list() -> None:
    ppr = PoissonPrivateRepresentation(BINARY, 2.0)
    assert one_message(ppr, 1e-6) and not one_message(ppr, 1e-6, messages=2) and not one_message(None, 1e-6)
    assert not one_message(MinimalRandomCoding(BINARY, 4), 1e-6)


@pytest.mark.parametrize("page", ONE)
def test_pages_ask_for_what_they_send(page: str) -> None:
    of_page = experiment(page)
    assert of_page.sends is not None
    asked = of_page.sends(of_page.run(of_page.parameters(**ONE[page])))
    assert isinstance(asked, OneMessage) and asked.alpha > 1 and 0 < asked.delta < 1


def test_a_mean_in_chunks_is_several_messages() -> None:
    of_page = experiment("mean_estimation")
    assert of_page.sends is not None
    small = {"chunk": 5, "repetitions": 2, "clients": 40, "dimension": 10, "bits": 10, "points": 2}
    assert of_page.sends(of_page.run(of_page.parameters(**small))) is None
    assert isinstance(sent(of_page.parameters(**small | {"chunk": 10})), OneMessage)
