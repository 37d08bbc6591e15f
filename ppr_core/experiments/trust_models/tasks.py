"""The tasks of the experiment `trust_models`: clients' data, the local randomizer, and what its messages cost."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ppr_core.accounting import (
    Amplification,
    any_randomizer,
    gaussian_noise_std,
    randomized_response,
    subset_selection,
)
from ppr_core.channels import Channel, PrivUnitChannel, RandomizedResponseChannel, SubsetSelectionChannel
from ppr_core.estimation.frequency import SubsetSelection, apportioned_counts, users_of, zipf_frequencies
from ppr_core.estimation.mean import KashinCSGM, csgm_noise_std, public_frame
from ppr_core.experiments.trust_models.parameters import TrustParameters
from ppr_core.planning import SCHEMES, Setup, TunedScheme
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import rounded

__all__ = ["LAPLACE", "MEAN_LIMITS", "Place", "Task", "task_of"]

#: Source of Laplace noise.
LAPLACE = "laplace.mechanism"

#: A page of the lab, and its fields.
Place = tuple[str, dict[str, Any]]

_MOST_NUMBERS = 1_000_000  # held by one real run of local messages
_TRUSTED = {"local": "nobody", "shuffled_outputs": "shuffling", "secure": "aggregation", "trusted": "server"}
_FEWEST_USERS = 100  # of the page Frequency estimation
#: Of the page Mean estimation: field -> smallest and largest value.
MEAN_LIMITS = {"clients": (10, 10_000), "dimension": (10, 2000), "delta": (1e-9, 1e-2)}
_DATA = 17  # seed of the clients' values


class Task(ABC):
    """Clients' values, drawn once; size: entries of the result; distance, reach: largest L2 and L1 change of the sum by
    one client; middle: of the range of values.

    Local messages of n' <= n clients are really drawn; their squared error is proportional to 1/n'.
    """

    distance: ClassVar[float]
    middle: ClassVar[float] = 0.0
    norm_bound: ClassVar[float]
    reach: float

    def __init__(self, p: TrustParameters) -> None:
        self.p, self.size = p, p.size
        self.shown = max(2, min(p.clients, _MOST_NUMBERS // max(1, p.size)))

    @cached_property
    @abstractmethod
    def values(self) -> np.ndarray:
        """Of the shown clients."""

    @cached_property
    def everybody(self) -> np.ndarray:
        """(n, d) of every client, from the middle of their range; repeated where fewer are shown."""
        values = self.values.reshape(self.shown, -1) - self.middle
        return np.resize(values, (self.p.clients, values.shape[1]))

    @abstractmethod
    def channel(self, local: float) -> Channel:
        """The local randomizer with so many nats."""

    @abstractmethod
    def local_error(self, local: float, clients: int) -> float:
        """E‖estimate − truth‖² of so many clients' messages."""

    @abstractmethod
    def squared_error(self, local: float, outputs: np.ndarray, values: np.ndarray) -> float:
        """‖estimate − truth‖² of outputs of the channel for the values of so many clients."""

    def local_run(self, local: float, rng: np.random.Generator) -> float:
        """‖estimate − truth‖² of the messages of the shown clients."""
        outputs = self.channel(local).sample(self.inputs(self.values, rng), rng)
        return self.squared_error(local, outputs, self.values)

    @abstractmethod
    def amplification(self, local: float) -> Amplification:
        """What shuffling makes of its messages."""

    @abstractmethod
    def plain_bits(self) -> int:
        """Of a value that is sent as it is."""

    def inputs(self, values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Inputs of the channel for some clients' values."""
        return values

    def central_noise(self, epsilon: float) -> tuple[float, float, str]:
        """Of a trusted server, Gaussian or Laplace, whichever is less: how far one client moves the sum, the standard
        deviation that hides a change of 1, and its source."""
        gaussian = self.distance, gaussian_noise_std(1.0, epsilon, self.p.delta), "gaussian.analytic"
        laplace = self.reach, math.sqrt(2) / epsilon, LAPLACE
        return min(gaussian, laplace, key=lambda noise: noise[0] * noise[1])

    @abstractmethod
    def raw_bits(self, local: float) -> float:
        """Of a message as it is, ∞ where it is not a finite one."""

    @abstractmethod
    def place(self, name: str, local: float) -> Place | None:
        """The page that goes on from a trust model, whose messages have local ε; None where none does."""

    def _mean(self, name: str) -> Place | None:
        """Parameter check of the same mean."""
        if name not in _TRUSTED:
            return None
        p = self.p
        fields = {"task": "mean", "trusted": _TRUSTED[name], "clients": p.clients, "epsilon": p.epsilon}
        fields |= {"delta": p.delta, "decoder_delta": p.delta, "neighbours": "replace_one", "dimension": self.size}
        return "parameter_check", fields | {"norm_bound": self.norm_bound}

    def _frequencies(self, scheme: str, size: int, local: float) -> Place | None:
        """The same messages without a shuffler."""
        if math.isnan(local) or self.p.clients < _FEWEST_USERS:
            return None
        local = min(max(rounded(local, 4), 0.1), 8.0)
        return "frequency_estimation", {"scheme": scheme, "size": size, "users": self.p.clients, "epsilon": local}


class Numbers(Task):
    """Numbers in [0, 1], rounded at random to 0 or 1, through binary randomized response: one bit."""

    distance, middle, norm_bound, reach = 1.0, 0.5, 0.5, 1.0

    @cached_property
    def values(self) -> np.ndarray:
        return np.random.default_rng(_DATA).beta(2.0, 4.0, self.shown)

    def channel(self, local: float) -> Channel:
        return RandomizedResponseChannel(size=2, epsilon=local)

    def inputs(self, values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return (rng.random(len(values)) < values).astype(int)

    def local_error(self, local: float, clients: int) -> float:
        wrong = 1 / (1 + math.exp(local))
        said = wrong + (1 - 2 * wrong) * self.values
        return float((said * (1 - said)).mean()) / (1 - 2 * wrong) ** 2 / clients

    def squared_error(self, local: float, outputs: np.ndarray, values: np.ndarray) -> float:
        wrong = 1 / (1 + math.exp(local))
        return float(((outputs.mean() - wrong) / (1 - 2 * wrong) - values.mean()) ** 2)

    def amplification(self, local: float) -> Amplification:
        return randomized_response(2, local)

    def plain_bits(self) -> int:
        return 32

    def raw_bits(self, local: float) -> float:
        return 1

    def place(self, name: str, local: float) -> Place | None:
        return self._mean(name) if math.isnan(local) else self._frequencies("randomized_response", 2, local)


class Vectors(Task):
    """Vectors of length 1 through PrivUnit."""

    distance, norm_bound = 2.0, 1.0

    def __init__(self, p: TrustParameters) -> None:
        super().__init__(p)
        self.reach = 2 * math.sqrt(self.size)

    @cached_property
    def values(self) -> np.ndarray:
        x = np.random.default_rng(_DATA).normal(size=(self.shown, self.size)) + 1 / math.sqrt(self.size)
        return np.asarray(x / np.linalg.norm(x, axis=1)[:, None])

    def channel(self, local: float) -> PrivUnitChannel:
        return PrivUnitChannel(dimension=self.size, epsilon=local)

    def local_error(self, local: float, clients: int) -> float:
        return self.channel(local).error_per_client / clients

    def squared_error(self, local: float, outputs: np.ndarray, values: np.ndarray) -> float:
        gap = outputs.mean(axis=0) / self.channel(local).scale - values.mean(axis=0)
        return float(gap @ gap)

    def amplification(self, local: float) -> Amplification:
        return any_randomizer(local)

    def plain_bits(self) -> int:
        return 32 * self.size

    def raw_bits(self, local: float) -> float:
        return math.inf

    def _sampled(self, epsilon: float) -> TunedScheme:
        """CSGM as Parameter check chooses it: the fewest bits with about the least error, at most one an entry."""
        p = self.p
        setup = Setup(
            task="mean", trusted="server", clients=p.clients, dimension=self.size, epsilon=epsilon, delta=p.delta,
            decoder_delta=p.delta, norm_bound=self.norm_bound, neighbours="replace_one",
        )  # fmt: skip
        return next(iter(SCHEMES["csgm"].forms(setup)))

    def sampling(self, epsilon: float) -> KashinCSGM:
        """CSGM of everybody, (ε, δ)-private by Rényi accounting."""
        bits = float(dict(self._sampled(epsilon).settings)["bits"])
        frame, p = public_frame(self.size), self.p
        noise = csgm_noise_std(
            dimension=frame.size, clients=p.clients, bits=bits, epsilon=epsilon, delta=p.delta,
            coordinate_bound=frame.bound(self.norm_bound), neighbours="replace_one",
        )  # fmt: skip
        return KashinCSGM(
            frame=frame, bits=bits, noise_std=noise, clients=p.clients, norm_bound=self.norm_bound,
            neighbours="replace_one",
        )  # fmt: skip

    def place(self, name: str, local: float) -> Place | None:
        if name != "sampled":
            return self._mean(name)
        taken = all(low <= getattr(self.p, field) <= high for field, (low, high) in MEAN_LIMITS.items())
        runs = self._sampled(self.p.epsilon).runs_on if taken else ()
        return next(iter(runs), self._mean("trusted"))


class Histogram(Task):
    """One of k categories through subset selection; the result is the share of every category."""

    distance, norm_bound, reach = math.sqrt(2), 1.0, 2.0

    @cached_property
    def values(self) -> np.ndarray:
        return users_of(self.counts(self.shown))

    def counts(self, clients: int) -> np.ndarray:
        return apportioned_counts(zipf_frequencies(self.size, 1.0), clients)

    def channel(self, local: float) -> Channel:
        return SubsetSelectionChannel(size=self.size, epsilon=local)

    def local_error(self, local: float, clients: int) -> float:
        oracle = SubsetSelection(size=self.size, epsilon=local)
        return float(oracle.variance(self.counts(clients), clients).sum()) / clients**2

    def squared_error(self, local: float, outputs: np.ndarray, values: np.ndarray) -> float:
        oracle, count = SubsetSelection(size=self.size, epsilon=local), len(values)
        gap = oracle.estimate(outputs.sum(axis=0), count) - np.bincount(values, minlength=self.size)
        return float(gap @ gap) / count**2

    def local_run(self, local: float, rng: np.random.Generator) -> float:
        oracle, shared = SubsetSelection(size=self.size, epsilon=local), SharedRandomness(1)
        votes = oracle.votes(oracle.encode(self.values, shared, rng), shared)
        gap = (oracle.estimate(votes, self.shown) - self.counts(self.shown)) / self.shown
        return float(gap @ gap)

    def amplification(self, local: float) -> Amplification:
        subset = SubsetSelection(size=self.size, epsilon=local).subset_size
        return subset_selection(self.size, local, subset)

    def plain_bits(self) -> int:
        return (self.size - 1).bit_length()

    def raw_bits(self, local: float) -> float:
        one = SubsetSelection(size=self.size, epsilon=local).subset_size == 1
        return self.plain_bits() if one else self.size

    def place(self, name: str, local: float) -> Place | None:
        return self._frequencies("subset_selection", self.size, local)


def task_of(p: TrustParameters) -> Task:
    """The task of these parameters."""
    tasks: dict[str, type[Task]] = {"numbers": Numbers, "vectors": Vectors, "histogram": Histogram}
    return tasks[p.task](p)
