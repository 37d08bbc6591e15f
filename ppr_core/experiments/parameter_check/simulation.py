"""A few real encodes of a checked setting: how long the messages are, and how long they take on this machine."""

from __future__ import annotations

import math
import time

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.parameter_check.lengths import Piece, code_of
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.solver import LARGEST_LOG_RATIO, Solution
from ppr_core.experiments.vocabulary.averages import Mean
from ppr_core.randomness import SharedRandomness

__all__ = ["BATCHES", "encodes", "simulate"]

#: Encodes are done in so many calls, so that the time of one has a standard error.
BATCHES = 5
_PER_SAMPLE = 2.5e-4  # seconds that an encode may take at the full number of samples; slower ones are fewer
_FEWEST = 10
_PATIENCE = 0.8  # seconds for the fewest


def encodes(p: ParameterCheck, piece: Piece) -> int:
    """Indices of a piece that are really encoded, a multiple of the batches; 0 where that would take long."""
    if piece.log_ratio > LARGEST_LOG_RATIO or _FEWEST * piece.seconds > _PATIENCE:
        return 0
    wanted = min(p.samples, int(p.samples * _PER_SAMPLE / piece.seconds))
    return max(wanted, _FEWEST) // BATCHES * BATCHES


def simulate(p: ParameterCheck, s: Solution) -> tuple[Mean | None, Mean | None]:
    """Mean length in bits of all a user sends, and the time to encode it; None where no encoder is started."""
    counts = [encodes(p, piece) for piece in s.option.pieces]
    if not all(counts):
        return None, None
    shared, rng, code = SharedRandomness(p.seed), np.random.default_rng([p.seed, 0]), code_of(s.code, s.zipf)
    bits, variance, table, times = 0.0, 0.0, 0, np.zeros(BATCHES)
    for piece, each in zip(s.option.pieces, counts, strict=True):
        assert piece.case is not None
        channel, x = piece.case.channel, piece.case.x
        ppr = PoissonPrivateRepresentation(channel, s.alpha)
        inputs, lengths = np.broadcast_to(x, (each // BATCHES, *x.shape)), []
        ppr.encode(inputs[:1], shared, np.random.default_rng([p.seed, 1]))  # builds the tables of this α
        for batch in range(BATCHES):
            start = time.perf_counter()
            messages = ppr.encode(inputs, shared, rng, first_table=table)
            times[batch] += piece.copies * (time.perf_counter() - start) / len(inputs)
            lengths.append(messages.lengths(code))
            table += len(inputs)
        found = np.concatenate(lengths)
        bits += piece.copies * float(found.mean())
        variance += piece.copies**2 * float(found.var(ddof=1)) / each
    return Mean(bits, math.sqrt(variance), sum(counts)), Mean.of(times)
