"""A run of the experiment `federated`: the same model trained anew with every way of sending updates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors.poisson import order_factor
from ppr_core.estimation.federated import (
    WAYS,
    SoftmaxModel,
    Trained,
    UpdateCode,
    clients_of_digits,
    ppr_updates,
    train,
    way_of,
)
from ppr_core.estimation.mean import forget_frames
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.federated.parameters import FederatedParameters
from ppr_core.means import Mean
from ppr_core.wording import number

__all__ = ["FederatedResult", "cost", "run", "snippet"]

_TOLD = 2.0  # standard errors


@dataclass(frozen=True, eq=False)
class FederatedResult:
    """names: (w,) ways of sending; epsilons: (e,) rising, the chosen one among them; accuracies: (w, e, R, T + 1)
    shares of the ``tested`` images that are read right, from before the first round, in R runs with other noise; bits:
    (w, e) that a client sends in all rounds of a run; server: ε that PPR's server learns of a client in all rounds,
    with the same δ; shortened: share of the clients whose first update is longer than C."""

    parameters: FederatedParameters
    names: tuple[str, ...]
    epsilons: np.ndarray
    accuracies: np.ndarray
    bits: np.ndarray
    tested: int
    server: float
    shortened: float

    def accuracy(self, name: str, epsilon: float | None = None) -> Mean:
        """After the last round, at the chosen ε or at another, with its standard error over the runs and the images."""
        shares = self.each(name, epsilon)
        share, runs = float(shares.mean()), len(shares)
        over_runs = float(shares.var(ddof=1)) / runs if runs > 1 else 0.0
        return Mean(share, math.sqrt(over_runs + share * (1 - share) / self.tested), runs * self.tested)

    def alike(self, name: str, other: str) -> bool:
        """Whether two accuracies are not told apart, at two standard errors of their difference."""
        one, two = self.accuracy(name), self.accuracy(other)
        return abs(one.value - two.value) <= _TOLD * math.hypot(one.error, two.error)

    def each(self, name: str, epsilon: float | None = None) -> np.ndarray:
        """(R,) of every run after the last round."""
        shares: np.ndarray = self.accuracies[self.names.index(name), self._place(epsilon), :, -1]
        return shares

    def sent(self, name: str) -> float:
        """Bits of a client in all rounds, at the chosen ε."""
        return float(self.bits[self.names.index(name), self._place()])

    def rounds(self) -> dict[str, np.ndarray]:
        """Way of sending -> (T + 1,) shares at the chosen ε, means of the runs."""
        return dict(zip(self.names, self.accuracies[:, self._place()].mean(axis=1), strict=True))

    def table(self) -> dict[str, np.ndarray]:
        """One row for every way of sending at every ε."""
        rows = [(name, float(epsilon)) for name in self.names for epsilon in self.epsilons]
        means = [self.accuracy(*row) for row in rows]
        return {
            "way": np.array([name for name, _ in rows]),
            "epsilon": np.array([epsilon for _, epsilon in rows]),
            "accuracy": np.array([mean.value for mean in means]),
            "standard_error": np.array([mean.error for mean in means]),
            "bits": self.bits.ravel(),
        }

    def rounds_table(self) -> dict[str, np.ndarray]:
        """One row for every round, at the chosen ε."""
        return {"round": np.arange(self.accuracies.shape[-1]), **self.rounds()}

    def _place(self, epsilon: float | None = None) -> int:
        return self.epsilons.tolist().index(self.parameters.epsilon if epsilon is None else epsilon)


def cost(parameters: FederatedParameters) -> Cost:
    """Every client encodes in every round of every run at every ε, PPR's messages as long as their candidates take."""
    p, seconds = parameters, 0.0
    for q in p.along():
        ppr = _ppr(q)
        each = 3e-4 + 1.5e-6 * order_factor(q.alpha) * ppr.messages + 2e-8 * ppr.candidates * ppr.chunk
        seconds += 0.02 + q.runs * q.rounds * q.clients * each
    reason = f"{number(p.runs)} runs of {number(p.rounds)} rounds with {number(p.clients)} clients"
    return Cost(seconds, 6e7 + 4e5 * p.clients, reason)


def _ppr(p: FederatedParameters) -> UpdateCode:
    """What PPR's clients send by."""
    return ppr_updates(clients=p.clients, rounds=p.rounds, clip=p.clip, epsilon=p.epsilon, delta=p.delta, alpha=p.alpha)


def run(parameters: FederatedParameters, progress: Progress | None = None) -> FederatedResult:
    """All ways start from the same model and hold the same images; plain updates know no ε."""
    p, along = parameters, parameters.along()
    runs_of = dict.fromkeys(WAYS, p.runs) | {"plain": 1}
    parts = [(name, q, runs_of[name]) for q in along for name in WAYS if name != "plain" or q is along[0]]
    steps, part = Steps(progress, [1.0] * sum(runs for *_, runs in parts)), 0
    clients = clients_of_digits(p.clients)
    trained: dict[tuple[str, float], list[Trained]] = {}
    for name, q, runs in parts:
        note = f"{WAYS[name]}, ε = {number(q.epsilon)}"
        steps.tell(part, note)
        way, found = way_of(name, **q.setting()), trained.setdefault((name, q.epsilon), [])
        for each in range(runs):
            rng, told = np.random.default_rng([p.seed, each]), steps.within(part, note)
            found.append(train(clients, way, rounds=p.rounds, clip=p.clip, rate=p.rate, rng=rng, progress=told))
            part += 1
    forget_frames()
    steps.tell(part, "")
    epsilons = sorted(q.epsilon for q in along)
    plain = trained["plain", p.epsilon] * p.runs
    every = [[plain if name == "plain" else trained[name, epsilon] for epsilon in epsilons] for name in WAYS]
    return FederatedResult(
        p,
        tuple(WAYS),
        np.array(epsilons),
        np.array([[[one.accuracies for one in runs] for runs in row] for row in every]),
        np.array(
            [[np.mean([8.0 * one.sent_bytes.sum() for one in runs]) / p.clients for runs in row] for row in every]
        ),
        len(clients.test_labels),
        _ppr(p).decoder_privacy(p.delta, p.rounds).epsilon,
        float(np.mean(np.linalg.norm(SoftmaxModel().updates(clients, math.inf), axis=1) > p.clip)),
    )


def snippet(parameters: FederatedParameters) -> str:
    """A program that prints the headline."""
    p = parameters
    setting = ", ".join(f"{name}={value!r}" for name, value in p.setting().items())
    return f"""\
import numpy as np
from ppr_core.estimation.federated import clients_of_digits, train, way_of

way = way_of("ppr", {setting})
clients = clients_of_digits({p.clients})
runs = [
    train(clients, way, rounds={p.rounds}, clip={p.clip!r}, rate={p.rate!r}, rng=np.random.default_rng([{p.seed}, run]))
    for run in range({p.runs})
]
print(np.mean([8 * run.sent_bytes.sum() for run in runs]) / {p.clients}, "bits of a client")
print(100 * np.mean([run.accuracies[-1] for run in runs]))
"""
