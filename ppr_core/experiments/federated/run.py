"""A run of the experiment `federated`: the same model trained anew with every way of sending updates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.estimation.federated import WAYS, clients_of_digits, ppr_updates, repeated_response_epsilon, train, way_of
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.federated.parameters import FederatedParameters
from ppr_core.means import Mean
from ppr_core.wording import number

__all__ = ["FederatedResult", "cost", "run", "snippet"]


@dataclass(frozen=True, eq=False)
class FederatedResult:
    """names: (w,) ways of sending; accuracies: (w, T + 1) shares of the ``tested`` images that are read right, from
    before the first round; bits: (w,) that a client sends in all rounds; report: ε₀ of one of SQKR's reports."""

    parameters: FederatedParameters
    names: tuple[str, ...]
    accuracies: np.ndarray
    bits: np.ndarray
    tested: int
    report: float

    def accuracy(self, name: str) -> Mean:
        """After the last round, with its standard error over the images."""
        share = float(self.accuracies[self.names.index(name), -1])
        return Mean(share, math.sqrt(share * (1 - share) / self.tested), self.tested)

    def sent(self, name: str) -> float:
        """Bits of a client in all rounds."""
        return float(self.bits[self.names.index(name)])

    def table(self) -> dict[str, np.ndarray]:
        """One row for every way of sending."""
        means = [self.accuracy(name) for name in self.names]
        return {
            "way": np.array(self.names),
            "accuracy": np.array([mean.value for mean in means]),
            "standard_error": np.array([mean.error for mean in means]),
            "bits": self.bits,
        }

    def rounds_table(self) -> dict[str, np.ndarray]:
        """One row for every round."""
        rows = {name: row for name, row in zip(self.names, self.accuracies, strict=True)}
        return {"round": np.arange(self.accuracies.shape[1]), **rows}


def cost(parameters: FederatedParameters) -> Cost:
    """Every client encodes in every round; PPR's messages take as long as they have candidates."""
    p = parameters
    ppr = ppr_updates(clients=p.clients, rounds=p.rounds, clip=p.clip, epsilon=p.epsilon, delta=p.delta, alpha=p.alpha)
    each = 1.8e-3 + 5e-6 * ppr.messages + 8e-8 * ppr.candidates
    reason = f"{number(p.rounds)} rounds with {number(p.clients)} clients"
    return Cost(0.03 + p.rounds * p.clients * each, 6e7 + 4e5 * p.clients, reason)


def run(parameters: FederatedParameters, progress: Progress | None = None) -> FederatedResult:
    """All ways start from the same model and hold the same images."""
    p = parameters
    steps = Steps(progress, [1.0] * len(WAYS))
    clients = clients_of_digits(p.clients)
    trained = []
    for place, (name, label) in enumerate(WAYS.items()):
        steps.tell(place, label)
        trained.append(
            train(
                clients, way_of(name, **p.setting()), rounds=p.rounds, clip=p.clip, rate=p.rate,
                rng=np.random.default_rng(p.seed), progress=steps.within(place, label),
            )
        )  # fmt: skip
    steps.tell(len(WAYS), "")
    return FederatedResult(
        p,
        tuple(WAYS),
        np.array([training.accuracies for training in trained]),
        np.array([8.0 * training.sent_bytes.sum() / p.clients for training in trained]),
        len(clients.test_labels),
        repeated_response_epsilon(p.rounds, p.epsilon, p.delta),
    )


def snippet(parameters: FederatedParameters) -> str:
    """A program that prints the headline."""
    p = parameters
    setting = ", ".join(f"{name}={value!r}" for name, value in p.setting().items())
    return f"""\
import numpy as np
from ppr_core.estimation.federated import clients_of_digits, train, way_of

way = way_of("ppr", {setting})
trained = train(
    clients_of_digits({p.clients}), way, rounds={p.rounds}, clip={p.clip!r}, rate={p.rate!r},
    rng=np.random.default_rng({p.seed}),
)
print(8 * trained.sent_bytes.sum() / {p.clients}, "bits of a client")
print(100 * trained.accuracies[-1])
"""
