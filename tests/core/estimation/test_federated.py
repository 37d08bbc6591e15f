"""Federated rounds: gradients, what reaches the server, bytes on the wire, and the guarantee after T rounds."""

from __future__ import annotations

import importlib.util
import math
from itertools import product

import numpy as np
import pytest

from ppr_core.accounting import gaussian_noise_std
from ppr_core.estimation.aggregate import SecureMean, sum_renyi
from ppr_core.estimation.federated import (
    WAYS,
    SoftmaxModel,
    clients_of_digits,
    repeated_response_epsilon,
    train,
    way_of,
)
from ppr_core.experiments.federated import EXPERIMENT, FederatedParameters

SETTING = {"clients": 100, "rounds": 2, "clip": 0.7, "epsilon": 8.0, "delta": 1e-5}


def responses_delta(rounds: int, local: float, epsilon: float) -> float:
    truth = 1 / (1 + math.exp(-local))
    total = 0.0
    for lies in product((False, True), repeat=rounds):
        here, there = (math.prod(truth if lie == told else 1 - truth for lie in lies) for told in (False, True))
        total += max(0.0, here - math.exp(epsilon) * there)
    return total


def test_reports_of_pure_privacy_compose_as_binary_responses() -> None:
    for rounds, epsilon in ((3, 2.0), (6, 1.0)):
        local = repeated_response_epsilon(rounds, epsilon, 1e-3)
        assert responses_delta(rounds, local, epsilon) == pytest.approx(1e-3, rel=1e-6)
        assert responses_delta(rounds, 2 * local, epsilon) > 1e-2, "twice the ε of a report breaks the promise"
        assert local > epsilon / rounds
    assert repeated_response_epsilon(1, 2.0, 1e-3) > 2.0 - 1e-9


@pytest.mark.parametrize("noise", ["skellam", "discrete_gaussian"])
def test_rounds_add_their_divergences(noise: str) -> None:
    orders, setting = np.array([2.0, 5.0, 40.0]), {"dimension": 64, "clients": 9}
    once = sum_renyi(noise, 50.0, 3.0, orders=orders, **setting)
    often = sum_renyi(noise, 50.0, 3.0 * math.sqrt(7), orders=orders, dimension=7 * 64, clients=9)
    assert often == pytest.approx(7 * once)
    one, ten = (
        SecureMean(dimension=8, clients=50, epsilon=1.0, delta=1e-6, noise=noise, rounds=rounds) for rounds in (1, 10)
    )
    assert ten.expected_squared_error() > 8 * one.expected_squared_error() and ten.privacy().epsilon <= 1.0


def test_an_update_is_the_gradient_and_no_longer_than_the_clip() -> None:
    clients, model = clients_of_digits(700), SoftmaxModel()
    model.weights = np.random.default_rng(1).normal(size=model.weights.shape)
    direction = np.random.default_rng(2).normal(size=640)

    def loss(weights: np.ndarray) -> float:
        scores = clients.images[3] @ weights.T
        logs = np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(2), clients.labels[3]]
        return float(logs.mean())

    moved = [loss(model.weights + step * direction.reshape(10, 64)) for step in (1e-5, -1e-5)]
    updates = model.updates(clients, 10.0)
    assert updates[3] @ direction == pytest.approx((moved[0] - moved[1]) / 2e-5, rel=1e-5)
    assert np.linalg.norm(model.updates(clients, 0.3), axis=1).max() <= 0.3 + 1e-12


def test_means_arrive_with_the_noise_they_are_calibrated_to() -> None:
    clients, rng = clients_of_digits(100), np.random.default_rng(3)
    x = SoftmaxModel().updates(clients, 0.7)
    truth = x.mean(axis=0)
    squares = {}
    for name in WAYS:
        mean, sent = way_of(name, **SETTING)(x, 0, rng)
        squares[name], bits = float(((mean - truth) ** 2).sum()), 8 * sent / 100
        assert bits == {"plain": 32 * 640, "secure": 1024 * 15}.get(name, bits)
        assert 3 <= bits <= 32 * 640
    expected = 640 * (gaussian_noise_std(1.4 * math.sqrt(2), 8.0, 1e-5) / 100) ** 2
    assert squares["plain"] < 1e-12 and abs(squares["ppr"] / expected - 1) < 5 * math.sqrt(2 / 640)
    assert squares["ppr"] < squares["secure"] < squares["sqkr"] and squares["ppr"] < squares["csgm"]


def test_training_reads_digits_and_tells_when_it_cannot_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    clients = clients_of_digits(200)
    found = train(clients, way_of("plain", **SETTING), rounds=5, clip=0.7, rate=20.0, rng=np.random.default_rng(1))
    assert found.accuracies[0] < 0.15 and found.accuracies[-1] > 0.8 and found.sent_bytes.tolist() == [200 * 2560] * 5
    with pytest.raises(ValueError, match="clients must be"):
        clients_of_digits(1401)
    from ppr_core.estimation.federated import digits

    digits._digits.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setitem(__import__("sys").modules, "sklearn", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'ppr-core\[clustering\]'"):
        clients_of_digits(10)
    digits._digits.cache_clear()


def test_the_model_is_trained_anew_at_every_epsilon() -> None:
    """Each point of the curve is the run that has this ε chosen; plain updates know none."""
    p = FederatedParameters(clients=40, points=3, epsilon=8.0)
    found = EXPERIMENT.run(p)
    assert found.epsilons.tolist() == [4.0, 8.0, 16.0]
    for epsilon in found.epsilons.tolist():
        alone = EXPERIMENT.run(p.replace(epsilon=epsilon, points=1))
        assert alone.epsilons.tolist() == [epsilon]
        for name in WAYS:
            assert found.accuracy(name, epsilon) == alone.accuracy(name)
    assert [found.accuracy("plain", epsilon) for epsilon in found.epsilons] == [found.accuracy("plain")] * 3
    assert p.replace(epsilon=16.0).along()[-1].epsilon == 8.0, "no ε beyond what may be set"


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize(
    ("field", "value"), [("clients", 0), ("rounds", 0), ("clip", 0.0), ("epsilon", 0.0), ("delta", 0.0)]
)
def test_bad_settings_are_named_alike_for_every_way(name: str, field: str, value: float) -> None:
    setting = {"clients": 50, "rounds": 1, "clip": 1.0, "epsilon": 1.0, "delta": 1e-5, field: value}
    with pytest.raises(ValueError, match=f"^{field} must be"):
        way_of(name, **setting)
