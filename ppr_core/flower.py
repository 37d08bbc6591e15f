"""PPR as a mod of Flower: clients' updates leave as messages, and a strategy decodes them (docs/flower.md).

Needs the extra ``flower``. The noise is that of the Gaussian mechanism at (ε, δ), exactly calibrated (Balle, Wang
2018), and no larger.
"""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import gaussian_noise_std
from ppr_core.estimation.federated import UpdateCode
from ppr_core.extras import needed
from ppr_core.randomness import SharedRandomness

__all__ = ["PPRMod", "decoding"]

_NAME_BYTES = 8  # of a message, by which the server finds its shared randomness


class PPRMod:
    """A client mod for ``MessageType.TRAIN``: the difference of the new to the received arrays, clipped, through PPR.

    Any one client's update is (ε, δ)-private in all ``rounds`` together: of the decoded report by itself where
    clients = 1, else of the mean of that many clients, equally weighted, none of whom is missing. seed: shared by
    clients and server. The decoder of a message learns more than its report tells (`ppr_core.decoder_privacy`).

    >>> from ppr_core.flower import PPRMod
    >>> round(PPRMod(clip=1.0, epsilon=1.0, delta=1e-5, seed=7).noise_std, 3)
    7.461
    """

    def __init__(
        self, *, clip: float, epsilon: float, delta: float, seed: int, rounds: int = 1, clients: int = 1,
        alpha: float = 2.0,
    ) -> None:  # fmt: skip
        self.clip = validation.positive("clip", clip)
        self.seed = validation.integer("seed", seed, 0)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True)
        rounds, clients = validation.integer("rounds", rounds, 1), validation.integer("clients", clients, 1)
        distance = 2 * self.clip * math.sqrt(rounds)
        self.noise_std = gaussian_noise_std(distance, epsilon, delta) / math.sqrt(clients)

    def __call__(self, message: Any, context: Any, call_next: Any) -> Any:
        """The client's reply, whose one record of arrays is replaced by bytes of the same name."""
        received = _only(message)[1].to_numpy_ndarrays()
        reply = call_next(message, context)
        if reply.has_error():
            return reply
        name, record = _only(reply)
        update = _flat(record.to_numpy_ndarrays()) - _flat(received)
        code, nonce = self._code(len(update)), os.urandom(_NAME_BYTES)
        # A mod is copied into every worker: a generator that it held would give all clients the same noise.
        rng = np.random.default_rng(int.from_bytes(os.urandom(32), "little"))
        sent = nonce + code.encode(update[None], self._shared(nonce), rng)
        app = needed("flwr.app")
        bytes_ = app.Array(np.frombuffer(sent, dtype=np.uint8))
        reply.content[name] = app.ArrayRecord({"ppr": bytes_})
        return reply

    def decoded(self, reply: Any, received: Any) -> Any:
        """The reply with arrays again: those that the server sent out and the client's noisy update.

        received: the ``ArrayRecord`` that the server sent."""
        if reply.has_error():
            return reply
        name, record = _only(reply)
        sent = record.to_numpy_ndarrays()[0].tobytes()
        arrays = received.to_numpy_ndarrays()
        nonce, old = sent[:_NAME_BYTES], _flat(arrays)
        new = old + self._code(len(old)).decode(sent[_NAME_BYTES:], self._shared(nonce))[0]
        parts = np.split(new, np.cumsum([array.size for array in arrays])[:-1])
        app = needed("flwr.app")
        pairs = zip(received.keys(), arrays, parts, strict=True)
        reply.content[name] = app.ArrayRecord(
            {key: app.Array(part.reshape(array.shape).astype(array.dtype)) for key, array, part in pairs}
        )
        return reply

    def _code(self, dimension: int) -> UpdateCode:
        return UpdateCode(dimension=dimension, clip=self.clip, noise_std=self.noise_std, alpha=self.alpha)

    def _shared(self, nonce: bytes) -> SharedRandomness:
        return SharedRandomness((self.seed << 8 * _NAME_BYTES) + int.from_bytes(nonce, "little"))


def decoding(strategy: Any, mod: PPRMod) -> Any:
    """A strategy of ``flwr.serverapp`` that decodes the replies of clients with this mod before it aggregates."""
    configure, aggregate = strategy.configure_train, strategy.aggregate_train
    sent: dict[int, Any] = {}

    def configure_train(server_round: int, arrays: Any, config: Any, grid: Any) -> Any:
        sent.clear()
        sent[server_round] = arrays
        return configure(server_round, arrays, config, grid)

    def aggregate_train(server_round: int, replies: Any) -> Any:
        return aggregate(server_round, [mod.decoded(reply, sent[server_round]) for reply in replies])

    strategy.configure_train, strategy.aggregate_train = configure_train, aggregate_train
    return strategy


def _only(message: Any) -> tuple[str, Any]:
    records = list(message.content.array_records.items())
    validation.require(len(records) == 1, "array records", len(records), "one")
    return records[0]


def _flat(arrays: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.asarray(array, dtype=float).ravel() for array in arrays])
