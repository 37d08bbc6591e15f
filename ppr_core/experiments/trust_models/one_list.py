"""Undecoded messages that do not name their list, because all clients read the same one: bits saved, accuracy lost.

The encoder's times are its own, but all outputs are candidates of one list. Given the list an output of input x has the
mean m_x(list), so two clients' outputs have the covariance of their m_x over lists, which more clients do not lessen.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.trust_models.model import OneList, measured_error
from ppr_core.experiments.trust_models.parameters import TrustParameters
from ppr_core.experiments.trust_models.tasks import Task
from ppr_core.means import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["crowd", "listed_error", "one_list", "seconds"]

_LISTS = 20
_CLIENTS = (50, 500)  # fewest where messages are dear, and most
_MESSAGE = 5e-6  # seconds of one between two values
_BUDGET = 0.05  # seconds


def _message(p: TrustParameters) -> float:
    """Predicted seconds of one message."""
    return _MESSAGE * (1 + math.exp(p.epsilon / 4) * (math.sqrt(p.size) - 1) / 1.5)


def crowd(p: TrustParameters) -> tuple[int, int]:
    """Lists that are drawn, and clients that read each."""
    lists, (fewest, most) = min(_LISTS, p.repetitions), _CLIENTS
    affordable = round(_BUDGET / (lists * _message(p)))
    return lists, min(p.clients, most, max(fewest, affordable))


def seconds(p: TrustParameters) -> float:
    """Predicted of `one_list`."""
    lists, clients = crowd(p)
    return lists * clients * _message(p)


def listed_error(task: Task, local: float, tables: np.ndarray, rng: np.random.Generator) -> Mean:
    """Root mean squared error of an entry over runs, in which client j reads list ``tables[run, j]``."""
    compressor = PoissonPrivateRepresentation(task.channel(local), task.p.alpha)
    shared, lists = SharedRandomness(task.p.seed), iter(tables)
    values = task.values[np.linspace(0, task.shown - 1, tables.shape[1]).astype(int)]

    def run() -> float:
        sent = compressor.encode(task.inputs(values, rng), shared, rng, tables=next(lists))
        return task.squared_error(local, compressor.decode(sent, shared), values)

    return measured_error(task, run, runs=len(tables))


def one_list(task: Task, local: float, saved: int, rng: np.random.Generator) -> OneList:
    """Real runs with one list, against the exact error of lists of their own; saved: bits of a list's name."""
    lists, clients = crowd(task.p)
    error = listed_error(task, local, np.repeat(np.arange(lists)[:, None], clients, axis=1), rng)
    own = math.sqrt(task.local_error(local, clients) / task.size)
    return OneList(clients, Mean(error.value / own, error.error / own, lists), saved)
