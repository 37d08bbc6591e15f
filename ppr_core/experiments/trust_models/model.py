"""One trust model of a task: its guarantee, error and bits, and how an error is measured."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.trust_models.tasks import Task
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.wording import number

__all__ = ["Model", "OneList", "digits", "final_guarantee", "measured_error"]


@dataclass(frozen=True)
class OneList:
    """All of some clients read the same list of candidates, a fresh one in each of some runs: times: root mean squared
    error over that of lists of their own; saved: bits of a message that need not name its list."""

    clients: int
    times: Mean
    saved: int


@dataclass(frozen=True, eq=False)
class Model:
    """expected, measured: root mean squared error of an entry; bits: of a client, with ``bits_error`` where measured.

    final: the guarantee of the published result; local: ε of one local message (nan without); server, helper: ε that
    the server, and the shuffler (nan without), learn of one client; messages: of three clients. least: what
    the final ε cannot lie below, nan where unknown; carrier: what a message is; one_list: what it would
    change that messages do not name their list, None where they do not anyway.
    """

    name: str
    final: PrivacyGuarantee
    expected: float
    measured: Mean
    bits: float
    bits_error: float
    local: float
    server: float
    helper: float
    messages: tuple[str, ...]
    least: float = math.nan
    carrier: str = ""
    one_list: OneList | None = None


def final_guarantee(task: Task, epsilon: float, source: str) -> PrivacyGuarantee:
    """Of the published result."""
    return PrivacyGuarantee(epsilon=epsilon, delta=task.p.delta, against="public", notion="central", source=source)


def measured_error(task: Task, run: Callable[[], float], scale: float = 1.0, runs: int | None = None) -> Mean:
    """Root mean squared error of an entry over so many runs, by default the repetitions; its standard error is at least
    that of normal entries, as few runs may agree by chance."""
    squares = Mean.of(np.array([scale * run() / task.size for _ in range(runs or task.p.repetitions)]))
    root = math.sqrt(squares.value)
    normal = root / math.sqrt(2 * squares.samples * task.size)
    return Mean(root, max(squares.error / (2 * root), normal) if root else 0.0, squares.samples)


def digits(message: np.ndarray | Sequence[float]) -> str:
    """A message as text, cut after six numbers."""
    flat = np.atleast_1d(np.asarray(message)).ravel()
    shown = " ".join(number(one) for one in flat[:6].tolist())
    return shown + (" …" if len(flat) > 6 else "")
