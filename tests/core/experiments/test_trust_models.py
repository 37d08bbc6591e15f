"""Trust models: all rows at one guarantee, errors as expected, and what does not fit left out."""

from __future__ import annotations

import importlib
import math
from functools import cache

import numpy as np
import pytest

from ppr_core.accounting import any_randomizer, gaussian_noise_std, randomized_response, shuffled_delta
from ppr_core.experiments.trust_models import EXPERIMENT, MODELS, TrustParameters, TrustResult
from ppr_core.experiments.trust_models.tasks import MEAN_LIMITS, task_of

SETTINGS = {
    "numbers": TrustParameters(repetitions=60),
    "vectors": TrustParameters(task="vectors", clients=200, dimension=9, repetitions=40),
    "histogram": TrustParameters(task="histogram", clients=2000, categories=6, repetitions=40),
}


@cache
def result(task: str) -> TrustResult:
    return EXPERIMENT.run(SETTINGS[task])  # type: ignore[no-any-return]


@pytest.mark.parametrize("task", list(SETTINGS))
def test_every_model_gives_the_same_guarantee(task: str) -> None:
    found, p = result(task), SETTINGS[task]
    expected = [name for name in MODELS if task == "vectors" or name != "sampled"]
    assert [model.name for model in found.models] == expected
    for model in found.models:
        assert 0.99 * p.epsilon < model.final.epsilon <= p.epsilon * (1 + 1e-6) and model.final.delta in (0.0, p.delta)
        assert model.final.against == "public" and model.final.notion == "central"
        assert not model.least > model.final.epsilon


@pytest.mark.parametrize("task", list(SETTINGS))
def test_measured_errors_are_the_expected_ones(task: str) -> None:
    for model in result(task).models:
        assert abs(model.measured.value - model.expected) < 4 * model.measured.error, model.name


@pytest.mark.parametrize("task", list(SETTINGS))
def test_the_trusted_server_has_the_least_error_and_learns_everything(task: str) -> None:
    found = result(task)
    prices = found.prices()
    steps = found.steps()
    assert steps["trusted"] == 1 and math.prod(steps.values()) == pytest.approx(prices["local"])
    assert prices["trusted"] == 1 and min(prices.values()) == 1 and prices["secure"] < prices["local"]
    assert prices["shuffled_outputs"] < prices["local"] and prices["shuffled_outputs"] < prices["shuffled_messages"]
    learned = {model.name for model in found.models if math.isinf(model.server)}
    assert learned == ({"sampled", "trusted"} if task == "vectors" else {"trusted"})
    assert all(len(model.messages) == 3 for model in found.models)


def test_the_shuffled_guarantee_is_held_and_breaks_at_twice_the_local_epsilon() -> None:
    model, p = result("numbers").model("shuffled_outputs"), SETTINGS["numbers"]
    assert model is not None
    assert shuffled_delta(randomized_response(2, model.local).upper[0], p.clients, p.epsilon) <= p.delta
    broken = randomized_response(2, 2 * model.local).lower[0]
    assert shuffled_delta(broken, p.clients, p.epsilon, "lower") > p.delta
    vectors = result("vectors").model("shuffled_outputs")
    assert vectors is not None
    assert shuffled_delta(any_randomizer(vectors.local).upper[0], 200, 1.0) <= p.delta


def test_sampled_entries_keep_the_guarantee_by_another_accounting_and_half_the_noise_does_not() -> None:
    """A privacy loss distribution in place of Rényi divergences; one client's vector is replaced."""
    p = SETTINGS["vectors"]
    model, scheme = result("vectors").model("sampled"), task_of(p).sampling(p.epsilon)
    assert model is not None and scheme.inner.neighbours == "replace_one" and model.final.conditions
    assert 0.8 * p.epsilon < scheme.central_privacy(p.delta, method="pld").epsilon <= p.epsilon
    scheme.inner.noise_std /= 2
    assert scheme.central_privacy(p.delta, method="pld").epsilon > 1.5 * p.epsilon
    assert model.expected == pytest.approx(result("vectors").errors["sampled"][1])
    assert abs(model.bits - scheme.inner.bits) < 4 * model.bits_error and set("".join(model.messages)) <= set("01 …–")


def test_a_modulus_too_small_leaves_secure_aggregation_out_and_says_so() -> None:
    p = TrustParameters(clients=10, spare_bits=1, repetitions=2)
    found = EXPERIMENT.run(p)
    story = EXPERIMENT.tell(found)
    assert found.model("secure") is None and "does not fit into so few bits" in story.notices[2]


def test_equal_parameters_give_equal_tables_and_another_seed_others() -> None:
    p = TrustParameters(task="vectors", clients=20, dimension=3, repetitions=2)
    first, again, other = (EXPERIMENT.run(one).table() for one in (p, p, p.replace(seed=2)))
    assert all(np.array_equal(first[name], again[name], equal_nan=first[name].dtype.kind == "f") for name in first)
    assert not np.array_equal(first["error_measured"], other["error_measured"])


def test_two_clients_run() -> None:
    for task in ("numbers", "histogram"):
        found = EXPERIMENT.run(TrustParameters(task=task, clients=2, dropout=0.3, repetitions=2))
        assert EXPERIMENT.tell(found).finding and np.isfinite(task_of(found.parameters).local_error(1.0, 2))


def test_a_trusted_server_adds_whichever_noise_is_less() -> None:
    """Laplace noise hides an L1 change, Gaussian noise an L2 change."""
    for p, less in ((TrustParameters(), "laplace"), (TrustParameters(task="vectors"), "gaussian")):
        change, unit, source = task_of(p).central_noise(p.epsilon)
        assert source.startswith(less)
        other = gaussian_noise_std(1.0, p.epsilon, p.delta) if less == "laplace" else 2 * math.sqrt(2 * p.dimension)
        assert change * unit < other


def test_csgm_opens_mean_estimation_within_its_limits() -> None:
    from ppr_core.experiments.mean_estimation import EXPERIMENT as MEAN

    specs = MEAN.parameters.specs()
    assert all((specs[name].low, specs[name].high) == limits for name, limits in MEAN_LIMITS.items())
    place = task_of(TrustParameters(task="vectors", dimension=20)).place("sampled", math.nan)
    assert place is not None and place[0] == "mean_estimation" and MEAN.parameters(**place[1]).neighbours


@pytest.mark.parametrize("task", ["numbers", "vectors", "histogram"])
def test_a_model_opens_a_page_that_takes_its_settings(task: str) -> None:
    p = TrustParameters(task=task, clients=200, dimension=4, categories=5, repetitions=2)
    found = EXPERIMENT.run(p)
    places = {model.name: place for model in found.models if (place := found.place(model))}
    assert len(places) >= 3 and found.place(found.models[-1]) == places.get("trusted")
    for name, (page, fields) in places.items():
        opened = importlib.import_module(f"ppr_core.experiments.{page}").EXPERIMENT.parameters(**fields)
        assert opened.epsilon == p.epsilon if page == "parameter_check" else opened.users == 200, name
