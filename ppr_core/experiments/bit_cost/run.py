"""Bit cost: what real messages of a compressed mechanism take, code by code, against what theory promises.

A datum is noised by a mechanism and sent by the Poisson private representation (PPR) many times. Source: Liu, Chen,
Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024), Theorems 5 and 14,
Corollary 6.
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.experiments.bit_cost.measure import block_size, datum_seconds, measure, theory
from ppr_core.experiments.bit_cost.parameters import CODES, BitCostParameters
from ppr_core.experiments.bit_cost.result import BitCostResult
from ppr_core.experiments.bit_cost.sweep import Plan, empty, plan, simulate
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.wording import exponential, number

__all__ = ["cost", "run"]

# Seconds of one core (measured), beside those of the encodes themselves.
_START = 4e-3
_POINT = 3e-3  # of a point of the sweep
_WORD = 5e-7  # of the logarithm, cell and length of an index
_LONG_WORD = 1e-5  # of one beyond machine words
_CODE_TREE = 0.012  # of a Zipf–Shannon code
_LAW = 4e-3  # of the exact law of an index
_QUADRATURE = 0.2  # of the law and the divergence of a Laplace channel in several dimensions


def cost(parameters: BitCostParameters) -> Cost:
    """r* candidates for every encode, of the histogram and of the sweep's points."""
    p, parts = parameters, parameters.parts()
    planned = plan(p)
    messages, log_bound = p.samples * _messages(p), max(part.log_ratio_bound for part in parts)
    points = [seconds for seconds in _point_seconds(planned) if seconds]
    seconds = _START + sum(points) + _datum_seconds(p, len(CODES)) * p.samples
    seconds += _LAW * (1 + len(planned.points)) * len(parts)
    seconds += _CODE_TREE * (1 + (len(planned.points) if p.code == "zipf_shannon" else 0))
    if isinstance(parts[0].channel, LaplaceChannel):
        seconds += _QUADRATURE * sum(point.dimension > 1 for point in (p, *planned.points))
    held = max(part.channel.width * min(block_size(part, p.alpha), messages) for part in parts)
    pieces = "" if messages == p.samples else f" in {_messages(p)} chunks"
    return Cost(
        seconds=seconds,
        memory_bytes=8e7 + 120.0 * messages + 16.0 * held + 400.0 * math.exp(min(log_bound, 300.0)),
        reason=f"r* = {exponential(log_bound)} candidates for each index of {number(p.samples)} messages{pieces}",
    )


def run(parameters: BitCostParameters, progress: Progress | None = None) -> BitCostResult:
    """Encode the datum n times, then simulate the sweep point by point."""
    p, planned = parameters, plan(parameters)
    steps = Steps(progress, [_datum_seconds(p, len(CODES)) * p.samples + _POINT, *_point_seconds(planned)])
    codes = (p.code, *(name for name in CODES if name != p.code))
    rng = np.random.default_rng([p.seed, 0])
    found = measure(p, p.samples, codes, rng, progress=steps.within(0, "messages"))
    steps.partial = BitCostResult(p, theory(p), found, empty(p, planned))
    table = p.samples * _messages(p)
    for place, (point, samples) in enumerate(zip(planned.points, planned.samples, strict=True)):
        if samples:
            tell = steps.within(place + 1, f"point {place + 1} of {len(planned.points)} of the sweep")
            simulated = simulate(steps.partial.sweep, planned, place, table, tell)
            steps.partial = dataclasses.replace(steps.partial, sweep=simulated)
            table += samples * _messages(point)
    return steps.partial


def _messages(p: BitCostParameters) -> int:
    return sum(part.copies for part in p.parts())


def _datum_seconds(p: BitCostParameters, codes: int) -> float:
    """Of encoding the datum once and finding its length under some codes."""
    slow = _LONG_WORD * 2.0 ** (-53 * (p.alpha - 1))  # words of indices that no machine word holds
    return datum_seconds(p.parts(), p.alpha) + _messages(p) * (_WORD + codes * slow)


def _point_seconds(planned: Plan) -> list[float]:
    return [
        _POINT + samples * _datum_seconds(point, 1) if samples else 0.0
        for point, samples in zip(planned.points, planned.samples, strict=True)
    ]
