"""The mod of Flower: what it sends, what the server decodes, and noise that is neither too small nor too large."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from ppr_core.accounting import gaussian_privacy
from ppr_core.flower import PPRMod, decoding

SETTING = {"clip": 1.0, "epsilon": 2.0, "delta": 1e-5, "seed": 7}


def test_the_noise_is_the_least_that_is_private() -> None:
    mod = PPRMod(**SETTING, rounds=4)
    assert gaussian_privacy(mod.noise_std, 4.0, 1e-5).epsilon == pytest.approx(2.0, rel=1e-6)
    assert mod.noise_std < 0.85 * 4.0 * math.sqrt(2 * math.log(1.25 / 1e-5)) / 2.0, "less than the usual formula's"
    assert PPRMod(**SETTING, clients=100).noise_std == pytest.approx(PPRMod(**SETTING).noise_std / 10)


def test_a_reply_is_sent_as_messages_and_decoded_with_its_noise() -> None:
    app = pytest.importorskip("flwr.app")
    mod, rng = PPRMod(**SETTING, clients=400), np.random.default_rng(1)
    old = {"weights": rng.normal(size=(30, 20)).astype(np.float32), "bias": np.zeros(40, dtype=np.float32)}
    received = app.ArrayRecord({key: app.Array(value) for key, value in old.items()})
    update = 0.02 * rng.normal(size=640)

    def client(message, context):
        parts = {"weights": update[:600].reshape(30, 20), "bias": update[600:]}
        record = app.ArrayRecord({key: app.Array((old[key] + parts[key]).astype(np.float32)) for key in old})
        return SimpleNamespace(content=app.RecordDict({"arrays": record}), has_error=lambda: False)

    message = SimpleNamespace(content=app.RecordDict({"arrays": received}))
    decoded = []
    for _ in range(30):
        reply = mod(message, None, client)
        assert reply.content["arrays"].to_numpy_ndarrays()[0].nbytes < 200 < 4 * 640
        arrays = mod.decoded(reply, received).content["arrays"]
        assert [array.shape for array in arrays.to_numpy_ndarrays()] == [(30, 20), (40,)]
        decoded.append(np.concatenate([(arrays[key].numpy() - old[key]).ravel() for key in old]))
    gaps = np.array(decoded) - update
    assert gaps.std() == pytest.approx(mod.noise_std, rel=5 / math.sqrt(2 * gaps.size))
    assert abs(gaps.mean()) < 5 * mod.noise_std / math.sqrt(gaps.size)
    assert len({row.tobytes() for row in gaps}) == 30, "each reply has noise of its own"


def test_the_strategy_decodes_before_it_aggregates() -> None:
    app, strategies = pytest.importorskip("flwr.app"), pytest.importorskip("flwr.serverapp.strategy")
    strategy, seen = strategies.FedAvg(), []
    strategy.configure_train = lambda *sent: []
    strategy.aggregate_train = lambda turn, replies: seen.append((turn, replies))

    class Mod(PPRMod):
        def decoded(self, reply, received):
            return reply, received

    record = app.ArrayRecord({"w": app.Array(np.zeros(2))})
    decoding(strategy, Mod(**SETTING))
    strategy.configure_train(1, record, None, None)
    strategy.aggregate_train(1, ["a", "b"])
    assert seen == [(1, [("a", record), ("b", record)])]
