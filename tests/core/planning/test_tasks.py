"""Tasks as objects: what every one of them keeps, and one of somebody's own, from its declaration alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ppr_core.channels import Channel, RandomizedResponseChannel
from ppr_core.experiments.parameter_check import ParameterCheck
from ppr_core.planning import OWN_TASKS, SCHEMES, TASKS, Calibration, Setup, Task, best, claims, solve


@pytest.mark.parametrize("name", sorted(OWN_TASKS))
def test_a_task_keeps_its_contract(name: str) -> None:
    setup = Setup(task=name, decoder_epsilon=6.0)
    task = setup.kind
    assert (task.name, bool(task.label), bool(task.measure)) == (name, True, True)
    assert all(hasattr(setup, option) for option in task.options)
    offers = list(task.offers(setup))
    assert offers[0] == (setup, "ppr", "") and {scheme for _, scheme, _ in offers} <= set(SCHEMES)
    for settled in (*task.settlements(setup), *task.divisions(setup), task.single(setup)):
        chunk = 7 if task.chunked else setup.dimension
        assert sum(copies for _, copies in task.pieces(settled, chunk)) == (
            math.ceil(setup.dimension / 7) if task.chunked else task.shares(settled)
        )
        channel, x = task.channel(settled)
        assert isinstance(channel, Channel) and x.shape == channel.event_shape
        assert task.error(settled) > 0


class Vote(Task):
    """Yes or no."""

    name, label = "vote", "Vote"
    measure = "chance of a lie"
    vector = False
    schemes = ("ppr", "plain")

    def calibration(self, p: Setup) -> Calibration:
        channel, _ = self.channel(p)
        return Calibration(p.epsilon, channel.privacy(), None, 1 / (1 + math.exp(p.epsilon)))

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        return RandomizedResponseChannel(size=2, epsilon=p.epsilon), np.array(0)

    def plain_bits(self, p: Setup) -> float:
        return 1.0


def test_a_task_of_ones_own_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planned, guarded and compared as the two categories that it is."""
    monkeypatch.setitem(TASKS, "vote", Vote())
    vote, same = (Setup(task=task, categories=2, epsilon=1.5, decoder_epsilon=2.0) for task in ("vote", "categories"))
    assert solve(vote).bits == solve(same).bits and solve(vote).alpha == solve(same).alpha
    assert claims(vote, 1.5, 1) == claims(same, 1.5, 1)
    choice = best(vote)
    assert choice.measure == "chance of a lie" and choice.schemes[0].name == "ppr"
    assert choice.schemes[0].error == pytest.approx(1 / (1 + math.exp(1.5)))


def test_a_field_is_greyed_without_making_a_mechanism() -> None:
    """Of a mechanism as large as no page makes it."""
    values: dict[str, Any] = ParameterCheck().values() | {"task": "geometric", "categories": 100_000}
    assert "chunk" in ParameterCheck.unused_at(values) and "categories" not in ParameterCheck.unused_at(values)
