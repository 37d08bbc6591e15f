"""One encode of the Poisson private representation, step by step, from the samples to the decoded value.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
section 4 (definition, Theorems 7 and 8) and Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np
from scipy.stats import laplace, norm

from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.compressors.trace import Points, fill_hidden, trace_encode
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.experiments.contract import Cost, Progress
from ppr_core.experiments.ppr_step_by_step.comparison import algorithm1_draws
from ppr_core.experiments.ppr_step_by_step.parameters import LIMIT, SHELL, PprSteps, channel_of, input_of
from ppr_core.experiments.ppr_step_by_step.result import PprStepsResult, linear
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.randomness import SharedRandomness

__all__ = ["cost", "run"]

_ARRIVALS = 20_000  # Poisson arrivals that the run of Algorithm 1 may go through
_LATER = 200  # candidates that are drawn although they arrive after the first m
_INPUTS = 401  # inputs that are tried when asking which of them an index rules out
_DENSITY = 241  # points of the density curves


def cost(parameters: PprSteps) -> Cost:
    """One encode of about 4 r* generated arrivals, and one run of Algorithm 1, which is cut off."""
    bound = math.exp(float(channel_of(parameters).log_ratio_bound(input_of(parameters))[0]))
    return Cost(0.04 + 5e-6 * bound, 1e7 + 2e3 * bound, f"r* = {bound:.3g} samples an encode")


def run(parameters: PprSteps, progress: Progress | None = None) -> PprStepsResult:
    """Encode, send and decode one input; equal for all steps, so computed once for them."""
    return replace(_run(parameters.replace(step=0)), parameters=parameters)


@lru_cache(maxsize=64)
def _run(p: PprSteps) -> PprStepsResult:
    channel, x, shared = channel_of(p), input_of(p), SharedRandomness(p.seed)
    ppr = PoissonPrivateRepresentation(channel, p.alpha, shell=SHELL)
    trace = trace_encode(ppr, x[0], shared, np.random.default_rng(p.private_seed))
    points = _drawn(fill_hidden(trace, np.random.default_rng([p.private_seed, 1]), p.points), trace.candidates)
    row = int(np.flatnonzero(points.index == trace.index)[0])
    generated = (points.log_candidate <= trace.log_stop + 1e-12) | (points.order > 0)

    data = Messages(np.array([trace.index])).to_bytes(p.code)
    received = Messages.from_bytes(data, p.code)
    decoded = PoissonPrivateRepresentation(channel_of(p), p.alpha).decode(received, SharedRandomness(p.seed))
    draws, finished = algorithm1_draws(p, np.random.default_rng([p.private_seed, 2]), _ARRIVALS)
    own, against_decoder = ppr.privacy(p.delta if p.mechanism == "gaussian" else 0.0)[:2]
    accounted = decoder_privacy(channel, p.alpha, min(1.0, 2 * own.delta) or DECODER_DELTA)
    other = channel.log_ratio(input_of(p.replace(x=-LIMIT if p.x >= 0 else LIMIT)), points.z)
    law_z, law, proposal = _densities(p, channel, points.z[:, 0])
    return PprStepsResult(
        parameters=p,
        points=points,
        row=row,
        generated=generated,
        generated_earlier=int(np.count_nonzero(trace.revealed_log_time < points.log_time[row])),
        probability=_probability(points.log_transformed, p.alpha),
        other_probability=float(_probability(points.log_time - other, p.alpha)[row]),
        later=_later(points, p, trace.log_ratio_bound),
        looked=len(trace.candidates.order),
        ratio_bound=math.exp(trace.log_ratio_bound),
        stop=math.exp(trace.log_limit[-1]),
        index=trace.index,
        word=code_from_name(p.code).word(trace.index),
        data=data,
        received=int(received.indices[0]),
        z=trace.candidates.z[trace.chosen],
        decoded=decoded[0],
        draws=draws,
        finished=finished,
        mechanism_privacy=own,
        decoder_privacy=against_decoder,
        accounted_privacy=accounted,
        ruled_out=() if math.isfinite(p.alpha) else _ruled_out(p, channel, points, row),
        law_z=law_z,
        law_density=law,
        proposal_density=proposal,
    )


def _drawn(first: Points, candidates: Points) -> Points:
    """The first arrivals, then later ones in order of time: the first of the candidates, and the one that won."""
    chosen = candidates.log_score == candidates.log_score.min()
    later = np.flatnonzero((candidates.index > len(first.index)) & ((candidates.order <= _LATER) | chosen))
    later = later[np.argsort(candidates.log_time[later])]
    names = ("index", "order", "log_time", "log_shift", "z", "log_ratio")
    return Points(*(np.concatenate([getattr(first, name), getattr(candidates, name)[later]]) for name in names))


def _probability(log_transformed: np.ndarray, alpha: float) -> np.ndarray:
    """P(K = k) among the given arrivals, ∝ T̃^(−α)."""
    log_weight = log_transformed.min() - log_transformed
    weight = (log_weight == 0).astype(float) if math.isinf(alpha) else np.exp(alpha * log_weight)
    return weight / weight.sum()


def _later(points: Points, p: PprSteps, log_bound: float) -> float:
    """Bound on the expected share of the arrivals after the first m: E Σ T̃^(−α) <= r*^(α−1) T_m^(1−α) / (α − 1)."""
    if math.isinf(p.alpha):
        return 0.0
    tail = (p.alpha - 1) * (log_bound - points.log_time[p.points - 1]) - math.log(p.alpha - 1)
    known = np.logaddexp.reduce(-p.alpha * points.log_transformed[: p.points])
    return float(1 / (1 + linear(known - tail)))


def _ruled_out(p: PprSteps, channel: Channel, points: Points, row: int) -> tuple[tuple[float, float], ...]:
    """Intervals of inputs that at α = ∞ give another index: there an earlier sample has a larger ratio."""
    inputs = np.linspace(-LIMIT, LIMIT, _INPUTS)
    x = inputs[:, None, None] * np.eye(1, points.z.shape[1])
    ratios = channel.log_ratio(x, points.z[: row + 1])
    excluded = ratios[:, :row].max(axis=1, initial=-np.inf) > ratios[:, row]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], excluded, [False]]).astype(int)))
    return tuple((float(inputs[low]), float(inputs[high - 1])) for low, high in edges.reshape(-1, 2))


def _densities(
    p: PprSteps, channel: LaplaceChannel | GaussianChannel, z: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Densities of mechanism and proposal along x, over the range of the drawn samples: (k,) each."""
    margin = 0.04 * np.ptp(z)
    law_z = np.union1d(np.linspace(min(z.min(), -LIMIT) - margin, max(z.max(), LIMIT) + margin, _DENSITY - 1), p.x)
    if isinstance(channel, LaplaceChannel):
        scales = 1 / channel.epsilon, 1 / channel.proposal_epsilon
        return law_z, laplace.pdf(law_z, p.x, scales[0]), laplace.pdf(law_z, 0.0, scales[1])
    return law_z, norm.pdf(law_z, p.x, channel.noise_std), norm.pdf(law_z, 0.0, channel.proposal_std)
