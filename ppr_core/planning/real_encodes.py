"""A plan tried: a few indices really encoded, their lengths and their times."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.compressors.speed import path_in_use, search_seconds
from ppr_core.means import Mean
from ppr_core.planning.lengths import Piece, code_of
from ppr_core.planning.search import LARGEST_LOG_RATIO
from ppr_core.planning.solver import Plan
from ppr_core.randomness import SharedRandomness

__all__ = ["Trial", "trial", "trial_seconds"]

_BATCHES = 5  # in so many calls, so that the time of an encode has a standard error
_PER_SAMPLE = 2.5e-4  # seconds that an encode may take at the full number of samples; slower ones are fewer
_FEWEST = 10
_PATIENCE = 0.8  # seconds for the fewest


@dataclass(frozen=True)
class Trial:
    """bits: mean length of all that a user sends, from so many real indices; seconds: of a core of this machine to
    encode it, from so many batches of calls with up to ``together`` messages; predicted: seconds that such calls
    should take on the path in use.

    >>> from ppr_core.planning import Setup, solve, trial
    >>> plan = solve(Setup(task="gaussian"))
    >>> tried = trial(plan, samples=50, seed=1)
    >>> abs(tried.bits.value - plan.bits) < 4 * tried.bits.error
    True
    """

    bits: Mean
    seconds: Mean
    predicted: float
    together: int


def trial_seconds(samples: int) -> float:
    """What so many encodes of a piece take at most, as predicted, unless the fewest take longer.

    >>> from ppr_core.planning import trial_seconds
    >>> trial_seconds(400)
    0.1
    """
    return samples * _PER_SAMPLE


def trial(plan: Plan, *, samples: int = 300, seed: int = 1) -> Trial | None:
    """Encode some reports as planned; None where no encoder can run in reasonable time.

    >>> from ppr_core.planning import Setup, solve, trial
    >>> tried = trial(solve(Setup(task="gaussian")), samples=50, seed=1)
    >>> tried.bits.samples, tried.together  # indices really encoded, in calls of ten
    (50, 10)
    """
    sizes = [_size(piece, samples) for piece in plan.option.pieces]  # at most so many; 0 where they would take long
    if not all(sizes):
        return None
    shared, rng, code = SharedRandomness(seed), np.random.default_rng([seed, 0]), code_of(plan.code, plan.zipf)
    bits, variance, predicted, table, times = 0.0, 0.0, 0.0, 0, np.zeros(_BATCHES)
    for piece, each in zip(plan.option.pieces, sizes, strict=True):
        assert piece.case is not None
        channel, x = piece.case.channel, piece.case.x
        ppr = PoissonPrivateRepresentation(channel, plan.alpha)
        inputs, lengths = np.broadcast_to(x, (each // _BATCHES, *x.shape)), []
        ppr.encode(inputs[:1], shared, np.random.default_rng([seed, 1]))  # builds the tables of this α
        path = path_in_use(ppr)
        predicted += piece.copies * search_seconds(channel, x, plan.alpha, batch=len(inputs), path=path)
        for batch in range(_BATCHES):
            start = time.process_time()
            messages = ppr.encode(inputs, shared, rng, first_table=table)
            times[batch] += piece.copies * (time.process_time() - start) / len(inputs)
            lengths.append(messages.lengths(code))
            table += len(inputs)
        encoded = np.concatenate(lengths)
        bits += piece.copies * float(encoded.mean())
        variance += piece.copies**2 * float(encoded.var(ddof=1)) / each
    mean = Mean(bits, math.sqrt(variance), sum(sizes))
    return Trial(mean, Mean.of(times), predicted, max(sizes) // _BATCHES)


def _size(piece: Piece, samples: int) -> int:
    """A multiple of the batches."""
    if piece.log_ratio > LARGEST_LOG_RATIO or _FEWEST * piece.seconds > _PATIENCE:
        return 0
    wanted = min(samples, int(samples * _PER_SAMPLE / piece.seconds))
    return max(wanted, _FEWEST) // _BATCHES * _BATCHES
