"""Greedy rejection sampling: exact simulation of channels whose ratio has few values, without privacy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel
from ppr_core.channels.base import TwoLevels
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness, SharedRows
from ppr_core.wording import number

__all__ = ["GreedyRejection"]

_CLOSED = 1e-14  # mass that only rounding has left over: the next possible sample takes it


class GreedyRejection(Compressor):
    """Harsha, Jain, McAllester, Radhakrishnan 2010, for finite alphabets and for ratios of two values (caps, vectors).

    Candidate i is accepted so that as much of P(·|x) as possible is filled at once: with p_{i−1} what earlier steps
    have filled and m_{i−1} = 1 − Σ p_{i−1} the chance that step i is reached,
    α_i(z) = min(P(z) − p_{i−1}(z), m_{i−1} Q(z)) and z is accepted with probability α_i(z)/(m_{i−1} Q(z)).
    K is the accepted position; the output follows P exactly, but K has different possible values for different x.
    Only masses of P and Q enter, so outputs of equal ratio count as one: a channel with `two_levels` has two of them.

    candidate_limit: an encode expected to look at more candidates raises `DrawLimitExceeded` before it starts.

    >>> import numpy as np
    >>> from ppr_core import GreedyRejection, RandomizedResponseChannel, SharedRandomness
    >>> scheme = GreedyRejection(RandomizedResponseChannel(size=4, epsilon=1.0))
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), True)
    """

    name = "greedy_rejection"
    label = "Greedy rejection"
    exact = True

    def __init__(self, channel: Channel, *, candidate_limit: float = 1e7) -> None:
        super().__init__(channel)
        self.candidate_limit = validation.real("candidate_limit", candidate_limit, 1.0)
        self._finite, levels, self._between = isinstance(channel, CategoryChannel), channel.two_levels(), 0.0
        # P of every output or level, (rows, outputs), one row for each input or for all; Q of them, (outputs,).
        if isinstance(channel, CategoryChannel):
            self._matrix, self._proposal = _of_outputs(channel)
        elif levels is not None:
            self._matrix, self._proposal = _of_levels(levels)
            self._between = math.log((levels.high + levels.low) / 2)
        else:
            validation.fail("channel", channel.name, "one between finite alphabets, or with a ratio of two values")

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """The mechanism against the database (the output is exact); nothing against the decoder."""
        mechanism = self.channel.privacy(delta)
        lost = math.inf if mechanism.epsilon > 0 else 0.0
        return mechanism, PrivacyGuarantee(epsilon=lost, against="decoder", notion="local", source="greedy.definition")

    def expected_cost(self, x: Any) -> np.ndarray:
        """E[K] = Σ_i m_i, over the steps that are reached with more than rounding's chance."""
        values, back = np.unique(self._rows(self.channel.inputs(x)), return_inverse=True)
        return np.array([self._expected_index(value) for value in values])[back]

    def acceptance(self, x: np.ndarray, steps: int) -> np.ndarray:
        """P(accept | candidate z, step reached) for distinct inputs (n,) and steps 1, 2, …: (steps, n, outputs).

        Of a ratio of two values the outputs are the cap and all else.
        """
        x = self._rows(x)
        filled, left = self._start(len(x))
        taken = []
        for _ in range(steps):
            filled, left, accept = self._step(x, filled, left)
            taken.append(accept)
        return np.array(taken)

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        index = np.zeros(len(x), dtype=np.int64)
        values, back = np.unique(self._rows(x), return_inverse=True)
        longest = max(map(self._expected_index, values), default=0.0)
        if longest > self.candidate_limit:
            raise DrawLimitExceeded(
                f"an encode would look at about {number(longest)} candidates, more than candidate_limit = "
                f"{number(self.candidate_limit, 6)}; a smaller ε needs fewer"
            )
        filled, left = self._start(len(values))
        open_, step = np.arange(len(x)), 0
        while len(open_):
            step += 1
            filled, left, accept = self._step(values, filled, left)
            z = self._offered(step, x[open_], tables[open_], shared)
            taken = rng.random(len(open_)) < accept[back[open_], z]
            index[open_[taken]] = step
            open_ = open_[~taken]
        return index, index.copy()

    def _rows(self, x: np.ndarray) -> np.ndarray:
        """The row of ``_matrix`` for each input, (n,)."""
        return x if self._finite else np.zeros(len(x), dtype=np.int64)

    def _offered(self, step: int, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness) -> np.ndarray:
        """The candidate of this step as a column of ``_matrix``, (n,)."""
        indices = np.full(len(x), step)
        if self._finite:
            return self._candidates(indices, tables, shared)
        ratio = self.channel.candidate_log_ratio(x, SharedRows(shared, indices, tables))
        return (ratio < self._between).astype(np.int64)

    def _start(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Nothing is filled and everything left: (count, outputs) and (count,)."""
        return np.zeros((count, self._matrix.shape[1])), np.ones(count)

    def _step(
        self, values: np.ndarray, filled: np.ndarray, left: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One step for every distinct input: what is filled, what is left, and P(accept | z)."""
        offered = left[:, None] * self._proposal
        taken = np.minimum(self._matrix[values] - filled, offered)
        accept = np.divide(taken, offered, out=np.zeros_like(taken), where=offered > 0)
        done = left <= _CLOSED
        accept[done] = self._matrix[values[done]] > 0
        filled = filled + taken
        return filled, np.maximum(1 - filled.sum(axis=1), 0.0), accept

    def _expected_index(self, value: int) -> float:
        """Σ_i m_i for one input, as many steps at once as fill no output to the brim.

        In such steps every open output takes all it is offered, so m shrinks by the factor 1 − q each time, q being
        the proposal mass of the open outputs; after n of them an output has taken m·Q(z)·(1 − (1 − q)ⁿ)/q.
        """
        values = np.array([value])
        filled, left = self._start(1)
        total = 0.0
        while left[0] > _CLOSED:
            need = self._matrix[value] - filled[0]
            open_ = need > 1e-13 * self._matrix[value]
            share = self._proposal[open_].sum()
            # Of all that the open outputs can ever be offered, what the next one to close needs; at most 1.
            part = np.min(need[open_] / self._proposal[open_], initial=math.inf) * share / left[0] if share else 1.0
            if part > 1 - 1e-12:  # they close together, in the limit
                return total + float(left[0] / share) if share else total
            steps = math.floor(math.log1p(-part) / math.log1p(-share)) if share < 1 else 0
            if steps > 0:
                shrunk = -math.expm1(steps * math.log1p(-share))
                total += left[0] * shrunk / share
                filled[0, open_] += left[0] * self._proposal[open_] * shrunk / share
                left = left * (1 - shrunk)
            else:
                total += left[0]
                filled, left, _ = self._step(values, filled, left)
        return float(total)


def _of_outputs(channel: CategoryChannel) -> tuple[np.ndarray, np.ndarray]:
    """P (inputs, outputs) and Q (outputs,) of a finite channel."""
    matrix = channel.matrix
    # Q(z) = P(z|x)/r(z|x), read from the input that gives z most often; where none does, z is never accepted.
    giver, outputs = np.argmax(matrix, axis=0), np.arange(matrix.shape[1])
    possible = matrix[giver, outputs] > 0
    proposal = np.zeros(matrix.shape[1])
    ratio = np.exp(channel.log_ratio(giver[possible], outputs[possible]))
    proposal[possible] = matrix[giver, outputs][possible] / ratio
    return matrix, proposal


def _of_levels(levels: TwoLevels) -> tuple[np.ndarray, np.ndarray]:
    """P (1, 2) and Q (2,) of the cap and of all else, the same for every input."""
    proposal = np.array([levels.mass, 1 - levels.mass])
    return (proposal * [levels.high, levels.low])[None], proposal
