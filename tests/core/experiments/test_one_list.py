"""One list for all clients: its error is above that of own lists by the covariance of two clients' outputs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ppr_core.experiments.trust_models import EXPERIMENT, TrustParameters
from ppr_core.experiments.trust_models.one_list import crowd, listed_error, seconds
from ppr_core.experiments.trust_models.tasks import Task, task_of
from ppr_core.index_law import law_given_list, ratio_law

LOCAL = 0.7
SETTINGS = {
    "numbers": TrustParameters(clients=40),
    "vectors": TrustParameters(task="vectors", clients=40, dimension=5),
    "histogram": TrustParameters(task="histogram", clients=40, categories=4),
}


def exact_error(task: Task, *, one: bool) -> float:
    """Of binary responses, over all lists that begin with 7 candidates; behind them the mean over lists is taken."""
    channel, values = task.channel(LOCAL), task.values
    lists = np.array(list(itertools.product((0, 1), repeat=7)))
    levels = np.log(2 * np.array([[channel.matrix[x, z] for z in (0, 1)] for x in (0, 1)]))  # (x, z), Q = ½
    law = law_given_list(levels[:, lists], task.p.alpha, [ratio_law(channel, x) for x in (0, 1)])
    late = law.late_density(np.broadcast_to(levels[:, None, 1:], (2, len(lists), 1)))[..., 0] / 2
    ones = (law.mass * lists).sum(axis=-1) + late  # P(output 1 | list, x)
    truth = np.array([channel.matrix[x, 1] for x in (0, 1)])
    assert ones.mean(axis=1) == pytest.approx(truth, abs=1e-4)
    said = np.stack([1 - values, values], axis=1)
    mean = said @ truth
    pairs = said @ np.cov(ones, bias=True) @ said.T
    np.fill_diagonal(pairs, 0.0)
    variance = (mean * (1 - mean)).sum() + one * pairs.sum()
    return float(math.sqrt(variance) / len(values) / (truth[1] - truth[0]))


def tables(lists: int, clients: int, *, one: bool) -> np.ndarray:
    own = np.arange(lists * clients).reshape(lists, clients)
    return np.broadcast_to(own[:, :1], own.shape) if one else own


def test_the_error_of_one_list_is_the_exact_one_and_own_lists_do_not_have_it(rng: np.random.Generator) -> None:
    """Four standard errors: a false alarm in 16 000."""
    task = task_of(SETTINGS["numbers"])
    shared, own = exact_error(task, one=True), exact_error(task, one=False)
    assert own == pytest.approx(math.sqrt(task.local_error(LOCAL, 40))) and shared > 3 * own
    measured = listed_error(task, LOCAL, tables(400, 40, one=True), rng)
    assert abs(measured.value - shared) < 4 * measured.error < shared - own
    apart = listed_error(task, LOCAL, tables(400, 40, one=False), rng)
    assert abs(apart.value - own) < 4 * apart.error < shared - own


@pytest.mark.parametrize("name", list(SETTINGS))
def test_own_lists_have_the_error_of_the_formula_and_one_list_a_larger_one(name: str, rng: np.random.Generator) -> None:
    """Four standard errors: a false alarm in 16 000."""
    task = task_of(SETTINGS[name])
    expected = math.sqrt(task.local_error(LOCAL, 40) / task.size)
    own, shared = (listed_error(task, LOCAL, tables(100, 40, one=one), rng) for one in (False, True))
    assert abs(own.value - expected) < 4 * own.error
    assert shared.value - 4 * shared.error > expected


def test_a_run_has_it_where_messages_name_their_list() -> None:
    found = EXPERIMENT.run(TrustParameters(clients=100, repetitions=20))
    assert [model.name for model in found.models if model.one_list] == ["shuffled_messages"]
    model = found.model("shuffled_messages")
    assert model is not None and model.one_list is not None
    times = model.one_list.times
    assert model.one_list.clients == 100 and times.samples == 20 and times.value - times.error > 1
    assert 0 < model.bits - model.one_list.saved < 10


def test_what_is_dear_is_run_on_fewer_clients() -> None:
    dear = TrustParameters(task="vectors", clients=10_000, dimension=2000, epsilon=8.0)
    assert crowd(TrustParameters()) == (20, 500) and crowd(dear) == (20, 50)
    assert crowd(TrustParameters(clients=2, repetitions=2)) == (2, 2)
    assert seconds(TrustParameters()) < 0.1
